// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

// Each method of each type of handle on nil, with nil for each handle that it takes: an error that says so, and no panic.
func TestNilHandles(t *testing.T) {
	background, failure := reflect.ValueOf(context.Background()), reflect.TypeFor[error]()
	methods := 0
	for _, x := range []any{(*gridcall.Array)(nil), (*gridcall.Comm)(nil), (*gridcall.Completion)(nil), (*gridcall.Context)(nil),
		(*gridcall.Device)(nil), (*gridcall.Dtype)(nil), (*gridcall.Event)(nil), (*gridcall.Graph)(nil), (*gridcall.Kernel)(nil),
		(*gridcall.Mapping)(nil), (*gridcall.Mem)(nil), (*gridcall.Module)(nil), (*gridcall.Ndarray)(nil), (*gridcall.Pipe)(nil),
		(*gridcall.Pool)(nil), (*gridcall.Prepared)(nil), (*gridcall.Program)(nil), (*gridcall.Sampler)(nil), (*gridcall.Stream)(nil),
		(*gridcall.Surface)(nil), (*gridcall.Texture)(nil), (*gridcall.Slice[float32])(nil), (*gridcall.NdarrayOf[float32])(nil),
		(*gridcall.NdarrayOf[int64])(nil), (*gridcall.Mapped[float32])(nil)} {
		v := reflect.ValueOf(x)
		for i := range v.NumMethod() {
			m, name := v.Method(i), v.Type().String()+"."+v.Type().Method(i).Name
			methods++
			t.Run(name, func(t *testing.T) {
				var in []reflect.Value
				for j := range m.Type().NumIn() {
					of := m.Type().In(j)
					switch {
					case j == m.Type().NumIn()-1 && m.Type().IsVariadic():
					case of == reflect.TypeFor[context.Context]():
						in = append(in, background)
					case of.Kind() == reflect.Func:
						in = append(in, reflect.MakeFunc(of, func([]reflect.Value) []reflect.Value {
							out := make([]reflect.Value, of.NumOut())
							for k := range out {
								out[k] = reflect.Zero(of.Out(k))
							}
							return out
						}))
					default:
						in = append(in, reflect.Zero(of))
					}
				}
				out := m.Call(in) // a panic fails the test
				if len(out) == 0 || m.Type().Out(len(out)-1) != failure || strings.HasSuffix(name, ".Close") {
					return
				}
				err, _ := out[len(out)-1].Interface().(error)
				var e *gridcall.Error
				if !errors.As(err, &e) || !strings.Contains(err.Error(), "nil") || strings.Contains(err.Error(), "gc_") {
					t.Error(err)
				}
			})
		}
	}
	if methods < 200 {
		t.Error(methods)
	}
}

// Functions of the package with nil in place of a handle, and nil among the arguments of a launch and in lists.
func TestNilArguments(t *testing.T) {
	on, module := setup(t)
	add, one := kernelOf(t, module, "add"), gridcall.Dim(1)
	array := must[*gridcall.NdarrayOf[float32]](t)(gridcall.NewNdarrayOf[float32](on, 4))
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(on, nil))
	graph := must[*gridcall.Graph](t)(stream.Capture(func() error { return nil }))
	second := func(_ any, err error) error { return err }
	for i, err := range []error{
		second(gridcall.NewSlice[float32](nil, 4)), second(gridcall.SliceOf(nil, []float32{1})), second(gridcall.NewHostSlice[float32](nil, 4, 0)),
		second(gridcall.NewPoolSlice[float32](nil, 4, nil)), second(gridcall.NewNdarrayOf[float32](nil, 4)),
		second(gridcall.NdarrayOfValues(nil, []float32{1}, 1)), second(gridcall.StreamCreate(nil, nil)), second(gridcall.EventCreate(nil, nil)),
		second(gridcall.ModuleFromSource(nil, "", nil)), second(gridcall.ModuleFromSourceContext(context.Background(), nil, "", nil)),
		second(gridcall.ContextPrimary(nil, nil)), second(gridcall.PoolCreate(nil, nil)), second(gridcall.ModuleFromProgram(nil, nil, nil)),
		second(gridcall.Memoize(nil, "key", func() (*gridcall.Mem, error) { return nil, nil })),
		gridcall.Fill(nil, 0, float32(1), 4, nil),
		stream.WaitEvents([]*gridcall.Event{nil}), array.Copy(nil, nil), array.Apply("a", []*gridcall.Ndarray{nil}, nil, nil),
		array.Apply("a", gridcall.Ndarrays(nil), nil, nil), array.Apply("a", gridcall.Ndarrays((*gridcall.NdarrayOf[float32])(nil)), nil, nil),
		array.Reduce(nil, gridcall.ReductionSum, nil, nil),
		add.Launch(nil, one, one, (*gridcall.Slice[float32])(nil), array, array, int32(4)),
		add.Launch(nil, one, one, (*gridcall.Slice[int16])(nil), array, array, int32(4)),
		add.Launch(nil, one, one, (*gridcall.NdarrayOf[float32])(nil), array, array, int32(4)),
		add.Launch(nil, one, one, &gridcall.NdarrayOf[float32]{}, array, array, int32(4)),
		add.Launch(nil, one, one, &gridcall.Slice[float32]{}, array, array, int32(4)),
		add.Launch(nil, one, one, (*gridcall.Mem)(nil), array, array, int32(4)),
		add.Launch(nil, one, one, (*gridcall.Texture)(nil), array, array, int32(4)),
		add.Launch(nil, one, one, nil, array, array, int32(4)),
		add.LaunchStaged(gridcall.LaunchOptions{}, one, one, (*gridcall.Ndarray)(nil), array, array, int32(4)),
		second(add.Prepare(one, one, (*gridcall.Slice[float32])(nil), array, array, int32(4))),
		graph.Set(0, 0, (*gridcall.Slice[float32])(nil)),
		(&gridcall.Slice[float32]{}).Upload([]float32{}), second((&gridcall.Slice[float32]{}).Slice(0, 0)),
		(&gridcall.Slice[float32]{}).InPlace(func([]float32) error { return nil }),
		second((&gridcall.NdarrayOf[float32]{}).Values()), second((&gridcall.NdarrayOf[float32]{}).Shape()),
	} {
		if text := fmt.Sprint(err); !strings.Contains(text, "nil") || strings.Contains(text, "<nil>") || strings.Contains(text, "gc_") {
			t.Error(i, text)
		}
	}
}
