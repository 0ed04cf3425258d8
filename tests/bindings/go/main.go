// SPDX-License-Identifier: Apache-2.0

// Command scenario runs tests/bindings/scenario.txt through the Go binding; the README there tells the rules. What is here does
// not grow with the API: the words of a line, the names, what is shown. The operations, one for each function, are generated.
package main

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

func broken(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "scenario: "+format+"\n", args...)
	os.Exit(1)
}

// object is what every handle of the binding is.
type object interface {
	Raw() uintptr
}

type (
	// word is a word of a line, or a part of one.
	word string
	// words are the words of a line, one after the other.
	words struct {
		list []string
		at   int
	}
	field struct {
		name string
		word word
	}
	constant struct {
		name  string
		value int64
	}
	// shown is a result, with the label that a printed one has.
	shown struct {
		label, text string
		object      object
	}
	// buffer is where a call puts bytes.
	buffer struct {
		kind  string
		bytes []byte
	}
)

var (
	objects = map[string]object{}
	texts   = map[string]string{}
	kept    []object // a name that is bound again does not release what it meant before
	failure *gridcall.Error
)

func last() *gridcall.Error {
	if failure == nil {
		broken("nothing has failed yet")
	}
	return failure
}

func (w *words) next() word {
	if w.at >= len(w.list) {
		broken("word %d is missing", w.at)
	}
	w.at++
	return word(w.list[w.at-1])
}

func (w *words) end() {
	if w.at < len(w.list) {
		broken("'%s' is one word too many", w.list[w.at])
	}
}

func (w *words) until(end word) (list []word) {
	for each := w.next(); each != end; each = w.next() {
		list = append(list, each)
	}
	return list
}

// items reads [ ITEM... ].
func (w *words) items() []word {
	if w.next() != "[" {
		broken("a list begins with [")
	}
	return w.until("]")
}

// fields reads { FIELD=WORD... }, or - for none.
func (w *words) fields() (list []field, given bool) {
	switch w.next() {
	case "-":
		return nil, false
	case "{":
		for _, each := range w.until("}") {
			name, value := cut(string(each), "=")
			list = append(list, field{name, word(value)})
		}
		return list, true
	}
	broken("fields begin with {")
	return nil, false
}

func unknownField(f field) { broken("there is no field '%s'", f.name) }

func cut(text, at string) (string, string) {
	before, after, found := strings.Cut(text, at)
	if !found {
		broken("'%s' has no '%s'", text, at)
	}
	return before, after
}

// asText is the word, or the text that @NAME names. The library takes "" for none.
func asText(w word) string {
	if w == "-" {
		return ""
	}
	name, named := strings.CutPrefix(string(w), "@")
	if !named {
		return string(w)
	}
	text, found := texts[name]
	if !found {
		broken("no text has the name '%s'", name)
	}
	return text
}

// asInteger is a number, or of TYPE(VALUE) the bits of that value.
func asInteger[T gridcall.Integer](w word) T {
	text := asText(w)
	if kind, value, found := strings.Cut(text, "("); found {
		bits := encode(kind, strings.TrimSuffix(value, ")"))
		return T(binary.LittleEndian.Uint64(append(bits, make([]byte, 8)...)))
	}
	signed, err := strconv.ParseInt(text, 10, 64)
	unsigned := uint64(signed)
	if err != nil {
		unsigned, err = strconv.ParseUint(text, 10, 64)
	}
	// A value that does not come back as it went does not fit.
	if value := T(unsigned); err == nil && fmt.Sprint(value) == text {
		return value
	}
	broken("'%s' is no number here", text)
	return 0
}

// asDuration is a time in nanoseconds; the greatest is one without end.
func asDuration(w word) time.Duration {
	return time.Duration(min(asInteger[uint64](w), math.MaxInt64))
}

func asTruth(w word) bool { return asInteger[int32](w) != 0 }

func asReal[T float32 | float64](w word) T {
	value, err := strconv.ParseFloat(asText(w), 64)
	if err != nil {
		broken("'%s' is no number here", w)
	}
	return T(value)
}

// asCode is the number of a constant, or a number.
func asCode(w word, constants []constant) int64 {
	for _, each := range constants {
		if each.name == string(w) {
			return each.value
		}
	}
	return asInteger[int64](w)
}

func objectOf(w word) object {
	found, known := objects[string(w)]
	if !known {
		broken("no handle has the name '%s'", w)
	}
	return found
}

// asHandle is an object of any handle: also a released one, or one of another type, as the script wants it; nil for -.
func asHandle[T any](w word, borrow func(uintptr) *T) *T {
	switch w {
	case "-":
		return nil
	case "null":
		return borrow(0)
	}
	return borrow(objectOf(w).Raw())
}

func release[T io.Closer](w word) {
	if w == "null" {
		var none T
		none.Close()
		return
	}
	x, fits := objectOf(w).(T)
	if !fits {
		broken("'%s' is a %T", w, objectOf(w))
	}
	x.Close()
}

// asParts are the parts between colons; the last takes the rest.
func asParts(w word, most int) (parts []word) {
	for _, part := range strings.SplitN(string(w), ":", most) {
		parts = append(parts, word(part))
	}
	return parts
}

func asItems[T any](list []word, read func(word) T) (items []T) {
	for _, each := range list {
		items = append(items, read(each))
	}
	return items
}

// asBytes reads TYPE:VALUE,VALUE..., hex:BYTES, @NAME, or - for none.
func asBytes(w word) (bytes []byte) {
	if w == "-" {
		return nil
	}
	if w[0] == '@' {
		return []byte(asText(w))
	}
	kind, values := cut(string(w), ":")
	if kind == "hex" {
		bytes, err := hex.DecodeString(values)
		if err != nil {
			broken("'%s' is no hex", values)
		}
		return bytes
	}
	for value := range strings.SplitSeq(values, ",") {
		if value != "" {
			bytes = append(bytes, encode(kind, value)...)
		}
	}
	return bytes
}

// asBuffer reads TYPE:COUNT.
func asBuffer(w word) buffer {
	kind, count := cut(string(w), ":")
	return buffer{kind, make([]byte, sizeOf(kind)*asInteger[int](word(count)))}
}

func sizeOf(kind string) int {
	size, found := map[string]int{"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8, "f64": 8}[kind]
	if !found {
		broken("'%s' is no type", kind)
	}
	return size
}

func encode(kind, text string) []byte {
	size := sizeOf(kind)
	var bits uint64
	var err error
	switch kind[0] {
	case 'i':
		var value int64
		value, err = strconv.ParseInt(text, 10, size*8)
		bits = uint64(value)
	case 'u':
		bits, err = strconv.ParseUint(text, 10, size*8)
	case 'f':
		var value float64
		value, err = strconv.ParseFloat(text, size*8)
		bits = math.Float64bits(value)
		if size == 4 {
			bits = uint64(math.Float32bits(float32(value)))
		}
	}
	if err != nil {
		broken("'%s' is no %s", text, kind)
	}
	return binary.LittleEndian.AppendUint64(nil, bits)[:size]
}

func (b buffer) show() (list []shown) {
	for rest := b.bytes; len(rest) > 0; rest = rest[sizeOf(b.kind):] {
		bits := binary.LittleEndian.Uint64(append(slices.Clone(rest[:sizeOf(b.kind)]), make([]byte, 8)...))
		switch b.kind {
		case "i8":
			list = append(list, show(int8(bits)))
		case "i16":
			list = append(list, show(int16(bits)))
		case "i32":
			list = append(list, show(int32(bits)))
		case "i64":
			list = append(list, show(int64(bits)))
		case "f32":
			list = append(list, showReal(float64(math.Float32frombits(uint32(bits)))))
		case "f64":
			list = append(list, showReal(math.Float64frombits(bits)))
		default:
			list = append(list, show(bits))
		}
	}
	return list
}

func show[T string | gridcall.Integer](value T) shown {
	return shown{text: strings.ReplaceAll(fmt.Sprint(value), "\n", `\n`)}
}

func showReal(value float64) shown { return shown{text: fmt.Sprintf("%.3f", value)} }

func showTruth(value bool) shown {
	if value {
		return show(1)
	}
	return show(0)
}

func showHex(bytes []byte) shown { return show(hex.EncodeToString(bytes)) }

func showHandle(value object) shown { return shown{object: value} }

// showOptional shows a handle that may be none.
func showOptional[T comparable](value T) shown {
	var none T
	if value == none {
		return show("none")
	}
	return showHandle(any(value).(object))
}

func showNote(notes []string, index int) shown {
	if index < len(notes) {
		return show(notes[index])
	}
	return show("")
}

func labelled(label string, result shown) shown {
	result.label = label + "="
	return result
}

// entry is an entry of a list: its fields between colons.
func entry(fields ...shown) shown {
	var list []string
	for _, each := range fields {
		list = append(list, each.text)
	}
	return show(strings.Join(list, ":"))
}

func done(err error, results ...shown) ([]shown, error) { return results, err }

// finish binds the results to the line's names, or makes the line that shows them.
func finish(results []shown, names []string) string {
	if len(names) == 0 && len(results) > 0 {
		line := "="
		for _, each := range results {
			if each.object != nil {
				broken("a handle needs a name")
			}
			line += " " + each.label + each.text
		}
		return line
	}
	if len(names) > 0 && len(names) != len(results) {
		broken("%d results, but %d names", len(results), len(names))
	}
	for i, name := range names {
		delete(objects, name)
		delete(texts, name)
		if results[i].object != nil {
			objects[name] = results[i].object
			kept = append(kept, results[i].object)
		} else {
			texts[name] = results[i].text
		}
	}
	return "ok"
}

func compare(w *words) bool {
	a, op, b := w.next(), w.next(), w.next()
	w.end()
	switch op {
	case "==":
		return asText(a) == asText(b)
	case "!=":
		return asText(a) != asText(b)
	case "<":
		return asInteger[int64](a) < asInteger[int64](b)
	case "<=":
		return asInteger[int64](a) <= asInteger[int64](b)
	}
	broken("'%s' compares nothing", op)
	return false
}

func runLine(line []string) (string, error) {
	var names []string
	if at := slices.Index(line, "="); at >= 0 {
		names, line = line[:at], line[at+1:]
	}
	w := &words{list: line, at: 1}
	var results []shown
	var err error
	switch line[0] {
	case "compare":
		results = []shown{showTruth(compare(w))}
	case "contains":
		text, part := asText(w.next()), asText(w.next())
		w.end()
		results = []shown{showTruth(strings.Contains(text, part))}
	default:
		results, err = run(line[0], w)
	}
	if err != nil {
		return "", err
	}
	return finish(results, names), nil
}

func main() {
	runtime.LockOSThread() // which context is current is the thread's
	if len(os.Args) < 2 {
		broken("usage: scenario SCENARIO [NAME=TEXT...]")
	}
	script, err := os.ReadFile(os.Args[1])
	if err != nil {
		broken("%v", err)
	}
	for _, each := range os.Args[2:] {
		name, text := cut(each, "=")
		texts[name] = text
	}
	lines := strings.Split(string(script), "\n")
	for i := 0; i < len(lines); i++ {
		if lines[i] == "" || lines[i][0] == '#' {
			continue
		}
		fmt.Println("> " + lines[i])
		line := strings.Split(lines[i], " ")
		if line[0] == "source" && len(line) == 2 {
			var text strings.Builder
			for i++; i < len(lines) && lines[i] != "end"; i++ {
				text.WriteString(lines[i] + "\n")
			}
			texts[line[1]] = text.String()
			fmt.Println("ok")
			continue
		}
		answer, err := runLine(line)
		if err != nil {
			if !errors.As(err, &failure) {
				broken("%v", err)
			}
			answer = fmt.Sprintf("! %s %s: %s", failure.Status.Name(), failure.Function, failure.Message)
		}
		fmt.Println(answer)
	}
}
