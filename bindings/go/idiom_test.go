// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

// handles has a nil of every type that is closed.
var handles = []io.Closer{
	(*gridcall.Context)(nil), (*gridcall.Stream)(nil), (*gridcall.Event)(nil), (*gridcall.Completion)(nil), (*gridcall.Mem)(nil),
	(*gridcall.Mapping)(nil), (*gridcall.Pipe)(nil), (*gridcall.Array)(nil), (*gridcall.Texture)(nil), (*gridcall.Surface)(nil),
	(*gridcall.Sampler)(nil), (*gridcall.Module)(nil), (*gridcall.Program)(nil), (*gridcall.Kernel)(nil), (*gridcall.Prepared)(nil),
	(*gridcall.Graph)(nil), (*gridcall.Pool)(nil), (*gridcall.Dtype)(nil), (*gridcall.Ndarray)(nil), (*gridcall.Comm)(nil), (*gridcall.Log)(nil),
	(*gridcall.Slice[int32])(nil), (*gridcall.Mapped[int32])(nil),
}

// Every method of a nil handle returns, and those that can fail do.
func TestNilReceivers(t *testing.T) {
	for _, nothing := range append(handles, nil) {
		receiver := reflect.ValueOf(nothing)
		if nothing == nil {
			receiver = reflect.ValueOf((*gridcall.Device)(nil))
		}
		for i := range receiver.NumMethod() {
			method, name := receiver.Method(i), fmt.Sprint(receiver.Type(), ".", receiver.Type().Method(i).Name)
			var args []reflect.Value
			for j := range method.Type().NumIn() {
				of := method.Type().In(j)
				if of == reflect.TypeFor[context.Context]() {
					args = append(args, reflect.ValueOf(context.Background()))
				} else if of == reflect.TypeFor[any]() {
					args = append(args, reflect.ValueOf(int32(0)))
				} else if !method.Type().IsVariadic() || j < method.Type().NumIn()-1 {
					args = append(args, reflect.Zero(of))
				}
			}
			results := method.Call(args)
			if n := len(results); n > 0 && method.Type().Out(n-1) == reflect.TypeFor[error]() && !strings.HasSuffix(name, ".Close") {
				if err, _ := results[n-1].Interface().(error); !errors.Is(err, gridcall.ErrInvalidHandle) {
					t.Errorf("%s of nil: %v", name, err)
				}
			}
		}
		if text := fmt.Sprintf("%v", receiver.Interface()); !strings.HasSuffix(text, "(nil)") && !strings.HasSuffix(text, "(0 elements)") {
			t.Errorf("a nil %v is %q", receiver.Type(), text)
		}
	}
}

func TestHandlesAsText(t *testing.T) {
	on, module := open(t)
	stream := newStream(t, on)
	identity := must[uint64](t)(stream.Identity())
	if text := fmt.Sprintf("%v %s", stream, stream); text != fmt.Sprintf("gridcall.Stream(%d) gridcall.Stream(%d)", identity, identity) {
		t.Error(text)
	}
	check(t, stream.Close())
	check(t, stream.Close())
	if text := fmt.Sprint(stream); text != "gridcall.Stream(closed)" {
		t.Error(text)
	}
	if text := fmt.Sprint(module); strings.Contains(text, "0x") || strings.Contains(text, "{") {
		t.Error(text)
	}
}

// errors.Is and errors.As find the status of an error, whatever it is.
func TestEveryStatusIsAnError(t *testing.T) {
	found := 0
	for number := range 1000 {
		status := gridcall.Status(number)
		if status == gridcall.StatusOK || status.Name() == "UNKNOWN" {
			continue
		}
		found++
		err := fmt.Errorf("outside: %w", &gridcall.Error{Status: status})
		var as gridcall.Status
		var whole *gridcall.Error
		if !errors.Is(err, status) || !errors.As(err, &as) || as != status || !errors.As(err, &whole) || errors.Is(err, status+1) {
			t.Error(status)
		}
	}
	if found < 40 {
		t.Errorf("%d statuses were found", found)
	}
}

func TestDurations(t *testing.T) {
	on, module := setup(t)
	g := newGate(t, on, module)
	stream := newStream(t, on)
	before := must[*gridcall.Event](t)(gridcall.EventCreate(on, nil))
	after := must[*gridcall.Event](t)(gridcall.EventCreate(on, nil))
	check(t, before.Record(stream))
	g.shut(t, stream)
	check(t, after.Record(stream))
	for _, limit := range []time.Duration{0, -time.Second, 10 * time.Millisecond} {
		if must[bool](t)(stream.SynchronizeFor(limit)) {
			t.Fatal("done before the work is")
		}
	}
	g.open()
	if !must[bool](t)(stream.SynchronizeFor(math.MaxInt64)) {
		t.Fatal("without end, and not done")
	}
	if took := must[time.Duration](t)(before.Elapsed(after)); took < 10*time.Millisecond || took > time.Minute {
		t.Error(took)
	}
}

func TestContextsEndWaits(t *testing.T) {
	on, module := setup(t)
	g := newGate(t, on, module)
	stream := newStream(t, on)
	x := must[*gridcall.Slice[int32]](t)(gridcall.SliceOf(on, []int32{1, 2}))
	if got := must[[]int32](t)(x.ValuesContext(context.Background(), nil)); !slices.Equal(got, []int32{1, 2}) {
		t.Error(got)
	}
	device := must[*gridcall.Device](t)(on.Device())
	cpu := must[gridcall.DeviceKind](t)(device.Kind()) == gridcall.DeviceKindCPU
	for _, wait := range []func(context.Context) error{
		stream.WaitOrCancel,
		func(ctx context.Context) error { _, err := x.ValuesContext(ctx, stream); return err },
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		atomic.StoreInt32(g.flag, 0) // open since the first, on a GPU
		g.shut(t, stream)
		if err := wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		cancel()
		if !cpu {
			g.open()
		}
		check(t, stream.Synchronize()) // the cancelled work was reported
		check(t, wait(context.Background()))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	const long = "__global__ void soon(int *x) { *x = 1; }"
	if _, err := gridcall.ModuleFromSourceContext(ctx, on, long, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	must[*gridcall.Module](t)(gridcall.ModuleFromSourceContext(context.Background(), on, long, nil))
	must[*gridcall.Program](t)(gridcall.ProgramCompileContext(context.Background(), device, long, nil))
	_, err := gridcall.ModuleFromFileContext(context.Background(), on, "/nonexistent.cu", nil)
	if err == nil || errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

type (
	kelvin float32
	count  int32
	truth  bool
)

func TestNamedNumbers(t *testing.T) {
	on, module := setup(t)
	a := must[*gridcall.Slice[kelvin]](t)(gridcall.SliceOf(on, []kelvin{1, 2, 3, 4}))
	c := must[*gridcall.Slice[kelvin]](t)(gridcall.NewSlice[kelvin](on, 4))
	add := kernelOf(t, module, "add")
	check(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(4), c, a, a, count(4)))
	if got := must[[]kelvin](t)(c.Values()); !slices.Equal(got, []kelvin{2, 4, 6, 8}) {
		t.Error(got)
	}
	staged := make([]kelvin, 4)
	check(t, add.LaunchStaged(gridcall.LaunchOptions{}, gridcall.Dim(1), gridcall.Dim(4), gridcall.Out(staged), a, a, count(4)))
	if staged[3] != 8 {
		t.Error(staged)
	}
	counts := must[*gridcall.Slice[count]](t)(gridcall.NewSlice[count](on, 4))
	wants(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(4), c, a, counts, count(4)), gridcall.ErrArgumentMismatch)
	out := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](on, 11))
	check(t, kernelOf(t, module, "types").Launch(nil, gridcall.Dim(1), gridcall.Dim(1), out, truth(true), int8(-1), uint8(255), int16(-2),
		uint16(65535), count(-3), uint32(1), time.Duration(-4), uint64(5), kelvin(1.5), -2.25))
	if got := must[[]float64](t)(out.Values()); got[0] != 1 || got[5] != -3 || got[7] != -4 || got[9] != 1.5 {
		t.Error(got)
	}
	array := must[*gridcall.NdarrayOf[kelvin]](t)(gridcall.NdarrayOfValues(on, []kelvin{1, 2, 3}, 3))
	if sum := must[kelvin](t)(array.Reduced(gridcall.ReductionSum)); sum != 6 {
		t.Error(sum)
	}
	check(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(4), array, array, array, count(3)))
	if got := must[[]kelvin](t)(array.Values()); !slices.Equal(got, []kelvin{2, 4, 6}) {
		t.Error(got)
	}
}

// embedded has the methods of a Slice and is none.
type embedded struct{ *gridcall.Slice[float32] }

func TestWhatToPassInstead(t *testing.T) {
	on, module := setup(t)
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](on, 4))
	add := kernelOf(t, module, "add")
	for _, each := range []struct {
		arg any
		say string
	}{
		{[]float32{1}, "SliceOf"}, {pair{}, "ValueOf"}, {&pair{}, "ValueOf"}, {"four", "a sized number"}, {nil, "uintptr(0)"},
		{gridcall.In([]int32{4}), "LaunchStaged"}, {4, "int32"}, {embedded{x}, "ValueOf"}, {&embedded{x}, "cannot be an argument"},
	} {
		e := wants(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(1), x, x, x, each.arg), gridcall.ErrArgumentMismatch)
		if !strings.Contains(e.Message, "argument 3") || !strings.Contains(e.Message, each.say) {
			t.Error(e.Message)
		}
	}
	for _, nothing := range []any{(*gridcall.Slice[float32])(nil), (*gridcall.NdarrayOf[float32])(nil)} {
		wants(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(1), nothing, x, x, int32(1)), gridcall.ErrInvalidHandle)
	}
}

func TestPoolSlice(t *testing.T) {
	on, _ := setup(t)
	pool := must[*gridcall.Pool](t)(gridcall.PoolCreate(on, nil))
	for range 2 {
		x := must[*gridcall.Slice[int64]](t)(gridcall.NewPoolSlice[int64](pool, 100, nil))
		check(t, x.Fill(7, nil))
		if got := must[[]int64](t)(x.Values()); len(got) != 100 || got[99] != 7 {
			t.Error(got)
		}
		check(t, x.Close())
	}
	_, err := gridcall.NewPoolSlice[int64](nil, 1, nil)
	wants(t, err, gridcall.ErrInvalidHandle)
	_, err = gridcall.NewPoolSlice[*int](pool, 1, nil)
	wants(t, err, gridcall.ErrInvalidArgument)
	_, err = gridcall.NewPoolSlice[int64](pool, -1, nil)
	wants(t, err, gridcall.ErrOutOfRange)
}

func TestLists(t *testing.T) {
	_, module := setup(t)
	devices := 0
	for device, err := range gridcall.Devices() {
		check(t, err)
		if must[int32](t)(device.Index()) != int32(devices) {
			t.Error(device)
		}
		devices++
	}
	if devices != int(must[int32](t)(gridcall.DeviceCount())) {
		t.Error(devices)
	}
	var names []string
	for name, err := range module.KernelNames() {
		check(t, err)
		if names = append(names, name); name == "add" {
			break
		}
	}
	if !slices.Contains(names, "add") {
		t.Error(names)
	}
	sizes := 0
	for param, err := range kernelOf(t, module, "add").Params() {
		check(t, err)
		sizes += int(param.Size)
	}
	if sizes != 28 {
		t.Error(sizes)
	}
	for _, err := range (*gridcall.Module)(nil).KernelNames() {
		wants(t, err, gridcall.ErrInvalidHandle)
	}
}

// Errors speak Go: its names, and elements.
func TestMessagesInGo(t *testing.T) {
	on, module := setup(t)
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](on, 100))
	host := must[*gridcall.Slice[float32]](t)(gridcall.NewHostSlice[float32](on, 101, 0))
	add, one := kernelOf(t, module, "add"), gridcall.Dim(1)
	_, noMemory := gridcall.MemAlloc(on, 0)
	_, refused := gridcall.ModuleFromSource(on, "x", nil)
	for _, each := range []struct {
		err  error
		says []string
	}{
		{x.Upload(make([]float32, 101)), []string{"Upload", "101 elements", "100"}},
		{x.Download(make([]float32, 101)), []string{"Download", "101 elements"}},
		{x.UploadAsync(host, nil), []string{"UploadAsync", "101 elements"}},
		{x.DownloadAsync(host, nil), []string{"101 elements"}},
		{x.CopyFrom(host, nil), []string{"101 elements"}},
		{add.Launch(nil, one, one, x), []string{"Kernel.Launch: ", "the number of arguments is 1"}},
		{add.Launch(nil, one, one, uint64(0), x, x, int32(1)), []string{"Kernel.Launch: ", "*Slice"}},
		{refused, []string{"ModuleFromSource: "}},
		{noMemory, []string{"NewSlice: "}},
	} {
		if each.err == nil {
			t.Error("no error: ", each.says)
			continue
		}
		for _, words := range append(each.says, "") {
			if text := each.err.Error(); !strings.Contains(text, words) || strings.Contains(text, "gc_") {
				t.Errorf("%q does not say %q, or says a name of C", text, words)
			}
		}
	}
}

// Each exported name has a comment, and each file is as gofmt has it.
func TestDocumentation(t *testing.T) {
	files, err := fs.Glob(os.DirFS("."), "*.go")
	check(t, err)
	set, undocumented := token.NewFileSet(), []string{}
	lacks := func(name string, docs ...*ast.CommentGroup) {
		for _, doc := range docs {
			if doc != nil && len(strings.TrimSpace(doc.Text())) > 0 {
				return
			}
		}
		if ast.IsExported(name) {
			undocumented = append(undocumented, name)
		}
	}
	for _, name := range files {
		text := must[[]byte](t)(os.ReadFile(name))
		if formatted := must[[]byte](t)(format.Source(text)); !bytes.Equal(text, formatted) {
			t.Errorf("%s: gofmt -w %s", name, name)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, decl := range must[*ast.File](t)(parser.ParseFile(set, name, text, parser.ParseComments)).Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					lacks(d.Name.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						lacks(s.Name.Name, s.Doc, d.Doc)
						if fields, ok := s.Type.(*ast.StructType); ok && s.Name.IsExported() {
							for _, field := range fields.Fields.List {
								for _, each := range field.Names {
									if s.Name.Name != "Dim3" {
										lacks(each.Name, field.Doc, field.Comment)
									}
								}
							}
						}
					case *ast.ValueSpec:
						for _, each := range s.Names {
							lacks(each.Name, s.Doc, s.Comment, d.Doc)
						}
					}
				}
			}
		}
	}
	if len(undocumented) > 0 {
		t.Errorf("without a comment: %v", undocumented)
	}
}
