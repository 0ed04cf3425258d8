// SPDX-License-Identifier: Apache-2.0

// Command scenario runs tests/bindings/scenario.txt through the Go binding; the README there tells the rules.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

func broken(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "scenario: "+format+"\n", args...)
	os.Exit(1)
}

// object is what every handle of the binding is.
type object interface {
	Raw() uintptr
	Close()
}

var (
	objects = map[string]object{}
	sources = map[string]string{}
	last    *gridcall.Error
	words   []string
)

func word(i int) string {
	if i >= len(words) {
		broken("word %d is missing", i)
	}
	return words[i]
}

func unsigned(text string, bits int) uint64 {
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		broken("'%s' is no number here", text)
	}
	return n
}

func signed(text string, bits int) int64 {
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		broken("'%s' is no number here", text)
	}
	return n
}

func float(text string, bits int) float64 {
	n, err := strconv.ParseFloat(text, bits)
	if err != nil {
		broken("'%s' is no number here", text)
	}
	return n
}

func num(i int) uint64 { return unsigned(word(i), 64) }

// raw is the handle of a name: also a released one, or one of another type, as the script wants it.
func raw(name string) uintptr {
	if name == "null" {
		return 0
	}
	o, ok := objects[name]
	if !ok {
		broken("unknown name '%s'", name)
	}
	return o.Raw()
}

func context(i int) *gridcall.Context   { return gridcall.BorrowContext(raw(word(i))) }
func event(i int) *gridcall.Event       { return gridcall.BorrowEvent(raw(word(i))) }
func mem(i int) *gridcall.Mem           { return gridcall.BorrowMem(raw(word(i))) }
func module(i int) *gridcall.Module     { return gridcall.BorrowModule(raw(word(i))) }
func kernel(i int) *gridcall.Kernel     { return gridcall.BorrowKernel(raw(word(i))) }
func prepared(i int) *gridcall.Prepared { return gridcall.BorrowPrepared(raw(word(i))) }
func pool(i int) *gridcall.Pool         { return gridcall.BorrowPool(raw(word(i))) }

func stream(i int) *gridcall.Stream {
	if word(i) == "-" {
		return nil
	}
	return gridcall.BorrowStream(raw(word(i)))
}

func sourceText(name string) string {
	text, ok := sources[name]
	if !ok {
		broken("unknown source '%s'", name)
	}
	return text
}

func ok(err error) (string, error) { return "ok", err }

func shown(value any, err error) (string, error) { return fmt.Sprintf("= %v", value), err }

func bind[T object](made T, err error) (string, error) {
	if err == nil {
		objects[word(1)] = made
	}
	return "ok", err
}

func bit(b bool, err error) (string, error) {
	if b {
		return "= 1", err
	}
	return "= 0", err
}

func sizeOf(kind string) int {
	size, ok := map[string]int{"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8, "f64": 8}[kind]
	if !ok {
		broken("'%s' is no type", kind)
	}
	return size
}

func encode(kind, text string) []byte {
	size := sizeOf(kind)
	var bits uint64
	switch kind[0] {
	case 'i':
		bits = uint64(signed(text, size*8))
	case 'u':
		bits = unsigned(text, size*8)
	case 'f':
		bits = math.Float64bits(float(text, 64))
		if size == 4 {
			bits = uint64(math.Float32bits(float32(float(text, 32))))
		}
	}
	return binary.LittleEndian.AppendUint64(nil, bits)[:size]
}

func decode(kind string, b []byte) string {
	bits := binary.LittleEndian.Uint64(append(append([]byte{}, b...), make([]byte, 8)...))
	switch kind {
	case "i8":
		return fmt.Sprint(int8(bits))
	case "i16":
		return fmt.Sprint(int16(bits))
	case "i32":
		return fmt.Sprint(int32(bits))
	case "i64":
		return fmt.Sprint(int64(bits))
	case "f32":
		return fmt.Sprintf("%.3f", math.Float32frombits(uint32(bits)))
	case "f64":
		return fmt.Sprintf("%.3f", math.Float64frombits(bits))
	}
	return fmt.Sprint(bits)
}

func shape(text string) (x, y, z uint32) {
	sizes := [3]*uint32{&x, &y, &z}
	for i, part := range strings.Split(text, "x") {
		*sizes[i] = uint32(unsigned(part, 32))
	}
	return
}

func argument(text string, blob *[]byte) gridcall.Arg {
	kind, value, found := strings.Cut(text, ":")
	if !found {
		broken("'%s' is no argument", text)
	}
	arg := gridcall.Arg{Kind: gridcall.ArgKindScalar}
	switch kind {
	case "mem":
		name, offset, found := strings.Cut(value, "+")
		arg.Kind, arg.Size, arg.Object = gridcall.ArgKindMem, 8, gridcall.BorrowMem(raw(name))
		if found {
			arg.Bits = unsigned(offset, 64)
		}
	case "bytes":
		b, err := hex.DecodeString(value)
		if err != nil {
			broken("'%s': wrong bytes", value)
		}
		arg.Kind, arg.Size, arg.Bits = gridcall.ArgKindBytes, uint32(len(b)), uint64(len(*blob))
		*blob = append(*blob, b...)
	case "raw":
		fields := strings.Split(value, ":")
		arg.Kind = gridcall.ArgKind(signed(fields[0], 32))
		arg.Size, arg.Bits = uint32(unsigned(fields[1], 32)), unsigned(fields[2], 64)
	default:
		b := encode(kind, value)
		arg.Size = uint32(len(b))
		arg.Bits = binary.LittleEndian.Uint64(append(b, make([]byte, 8)...))
	}
	return arg
}

// launchWords reads GRID BLOCK SHARED ARG..., from word 3 on.
func launchWords() (*gridcall.LaunchConfig, []gridcall.Arg) {
	config := &gridcall.LaunchConfig{SharedSize: unsigned(word(5), 32)}
	config.GridX, config.GridY, config.GridZ = shape(word(3))
	config.BlockX, config.BlockY, config.BlockZ = shape(word(4))
	var args []gridcall.Arg
	for _, w := range words[6:] {
		args = append(args, argument(w, &config.Bytes))
	}
	return config, args
}

func compile() (*gridcall.Module, error) {
	options := &gridcall.CompileOptions{Name: word(3) + ".cu"}
	for _, w := range words[4:] {
		kind, value, _ := strings.Cut(w, ":")
		name, item, _ := strings.Cut(value, "=")
		switch kind {
		case "opt":
			options.Options = append(options.Options, value)
		case "instance":
			options.Instances = append(options.Instances, value)
		case "define":
			options.Defines = append(options.Defines, gridcall.Define{Name: name, Value: item})
		case "header":
			options.Headers = append(options.Headers, gridcall.Header{Name: name, Text: sourceText(item)})
		default:
			broken("'%s' is no option", w)
		}
	}
	return gridcall.ModuleFromSource(context(2), sourceText(word(3)), options)
}

func fill(async bool) error {
	m, offset, value, count := mem(1), num(2), unsigned(word(4), 32), num(5)
	switch {
	case word(3) == "8" && async:
		return m.MemsetD8(offset, uint8(value), count, stream(6))
	case word(3) == "16" && async:
		return m.MemsetD16(offset, uint16(value), count, stream(6))
	case word(3) == "32" && async:
		return m.MemsetD32(offset, uint32(value), count, stream(6))
	case word(3) == "8":
		return m.MemsetD8(offset, uint8(value), count, nil)
	case word(3) == "16":
		return m.MemsetD16(offset, uint16(value), count, nil)
	case word(3) == "32":
		return m.MemsetD32(offset, uint32(value), count, nil)
	}
	broken("no such fill")
	return nil
}

func copyAsync() error {
	copies := map[string]func(*gridcall.Mem, uint64, *gridcall.Mem, uint64, uint64, *gridcall.Stream) error{
		"htod": (*gridcall.Mem).MemcpyHtoDAsync,
		"dtoh": (*gridcall.Mem).MemcpyDtoHAsync,
		"dtod": (*gridcall.Mem).MemcpyDtoD,
	}
	run, found := copies[word(1)]
	if !found {
		broken("no copy '%s'", word(1))
	}
	return run(mem(2), num(3), mem(4), num(5), num(6), stream(7))
}

func params() (string, error) {
	k := kernel(1)
	count, err := k.ParamCount()
	if err != nil {
		return "", err
	}
	var list []string
	for i := range count {
		param, err := k.Param(i)
		if err != nil {
			return "", err
		}
		list = append(list, fmt.Sprintf("%d:%d", param.Offset, param.Size))
	}
	return shown(strings.Join(list, " "), nil)
}

func read() (string, error) {
	size := sizeOf(word(3))
	b := make([]byte, uint64(size)*num(4))
	if err := mem(1).MemcpyDtoH(b, num(2), nil); err != nil {
		return "", err
	}
	var values []string
	for ; len(b) > 0; b = b[size:] {
		values = append(values, decode(word(3), b[:size]))
	}
	return shown(strings.Join(values, " "), nil)
}

func write() error {
	var b bytes.Buffer
	for _, w := range words[4:] {
		b.Write(encode(word(3), w))
	}
	return mem(1).MemcpyHtoD(num(2), b.Bytes(), nil)
}

func lastField() (string, error) {
	switch word(1) {
	case "status":
		return shown(last.Status.Name(), nil)
	case "category":
		return shown(int32(last.Status.Category()), nil)
	case "function":
		return shown(last.Function, nil)
	case "source-name":
		return shown(last.SourceName, nil)
	}
	broken("'%s' is no field", word(1))
	return "", nil
}

func run() (string, error) {
	switch words[0] {
	case "status-name":
		return shown(gridcall.Status(num(1)).Name(), nil)
	case "status-text":
		return shown(gridcall.Status(num(1)).Text(), nil)
	case "status-category":
		return shown(int32(gridcall.Status(num(1)).Category()), nil)
	case "attribute-name":
		return shown(gridcall.DeviceAttributeName(gridcall.DeviceAttribute(num(1))), nil)
	case "attribute-number":
		attribute, err := gridcall.DeviceAttributeFromName(word(1))
		return shown(int32(attribute), err)
	case "handles":
		return shown(gridcall.HandleCount(), nil)
	case "context":
		return bind(gridcall.ContextDefault())
	case "primary":
		device, err := gridcall.DeviceFind(word(2))
		if err != nil {
			return "", err
		}
		return bind(gridcall.ContextPrimary(device, nil))
	case "alloc":
		return bind(gridcall.MemAlloc(context(2), num(3)))
	case "alloc-host":
		return bind(gridcall.MemAllocHost(context(2), num(3), nil))
	case "sub":
		return bind(mem(2).SubRegion(num(3), num(4)))
	case "size":
		return shown(mem(1).Size())
	case "place":
		place, err := mem(1).Attribute(gridcall.MemAttributePlace)
		if err != nil {
			return "", err
		}
		origin, err := mem(1).Attribute(gridcall.MemAttributeOrigin)
		return shown(fmt.Sprint(place, origin), err)
	case "write":
		return ok(write())
	case "read":
		return read()
	case "copy":
		return ok(mem(1).MemcpyDtoD(num(2), mem(3), num(4), num(5), nil))
	case "copy-async":
		return ok(copyAsync())
	case "fill":
		return ok(fill(false))
	case "fill-async":
		return ok(fill(true))
	case "stream":
		return bind(gridcall.StreamCreate(context(2),
			&gridcall.StreamOptions{Flags: gridcall.StreamFlags(num(3)), Priority: int32(signed(word(4), 32))}))
	case "event":
		return bind(gridcall.EventCreate(context(2), &gridcall.EventOptions{Flags: gridcall.EventFlags(num(3))}))
	case "record":
		return ok(event(1).Record(stream(2)))
	case "wait":
		return ok(stream(1).WaitEvent(event(2)))
	case "elapsed":
		time, err := event(2).Elapsed(event(1))
		if time < 0 {
			return shown("negative", err)
		}
		return shown("not negative", err)
	case "sync-context":
		return ok(context(1).Synchronize())
	case "sync-stream":
		return ok(stream(1).Synchronize())
	case "sync-event":
		return ok(event(1).Synchronize())
	case "query-stream":
		return bit(stream(1).Query())
	case "query-event":
		return bit(event(1).Query())
	case "module":
		return bind(compile())
	case "cached":
		return bit(module(1).IsCached())
	case "kernel":
		return bind(module(2).Kernel(word(3)))
	case "global":
		return bind(module(2).Global(word(3)))
	case "kernel-count":
		return shown(module(1).KernelCount())
	case "params":
		return params()
	case "launch":
		config, args := launchWords()
		return ok(kernel(1).LaunchArgs(config, args, stream(2)))
	case "prepare":
		config, args := launchWords()
		return bind(gridcall.PreparedCreate(kernel(2), config, args))
	case "set-arg":
		var blob []byte
		arg := argument(word(3), &blob)
		return ok(prepared(1).SetArg(int(num(2)), &arg, blob))
	case "launch-prepared":
		return ok(prepared(1).Launch(stream(2)))
	case "pool":
		return bind(gridcall.PoolCreate(context(2), &gridcall.PoolOptions{Limit: num(3)}))
	case "pool-alloc":
		return bind(pool(2).Alloc(num(3), stream(4)))
	case "pool-stats":
		stats, err := pool(1).Statistics()
		return shown(fmt.Sprint(stats.HeldBlocks, stats.ActiveBlocks, stats.Limit), err)
	case "pool-free":
		return ok(pool(1).FreeHeld())
	case "pool-limit":
		return ok(pool(1).SetLimit(num(2)))
	case "release":
		raw(word(1))
		objects[word(1)].Close()
		return ok(nil)
	case "last":
		return lastField()
	case "log-has":
		return bit(last != nil && strings.Contains(last.Log, word(1)), nil)
	}
	broken("unknown command '%s'", words[0])
	return "", nil
}

func main() {
	if len(os.Args) != 2 {
		broken("usage: scenario SCENARIO")
	}
	script, err := os.ReadFile(os.Args[1])
	if err != nil {
		broken("%v", err)
	}
	lines := strings.Split(string(script), "\n")
	for i := 0; i < len(lines); i++ {
		if lines[i] == "" || lines[i][0] == '#' {
			continue
		}
		fmt.Println("> " + lines[i])
		words = strings.Split(lines[i], " ")
		if words[0] == "source" {
			var text strings.Builder
			for i++; i < len(lines) && lines[i] != "end"; i++ {
				text.WriteString(lines[i] + "\n")
			}
			sources[words[1]] = text.String()
			fmt.Println("ok")
			continue
		}
		answer, err := run()
		if err != nil {
			if !errors.As(err, &last) {
				broken("%v", err)
			}
			answer = fmt.Sprintf("! %s %s: %s", last.Status.Name(), last.Function, last.Message)
		}
		fmt.Println(answer)
	}
}
