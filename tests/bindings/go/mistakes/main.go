// SPDX-License-Identifier: Apache-2.0

// Command mistakes makes the deliberate mistakes of ../../mistakes.py: NAME TAB MESSAGE for each.
package main

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unsafe"

	gc "github.com/gridcall/gridcall/bindings/go"
)

type pair struct{ a, b int32 }

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// failure drops the result.
func failure(_ any, err error) error { return err }

func main() {
	device := must(gc.DeviceFind("cpu"))
	on := must(gc.ContextPrimary(device, nil))
	apart := must(gc.ContextCreate(device, nil))
	source := string(must(os.ReadFile(os.Args[1])))
	module := must(gc.ModuleFromSource(on, source, &gc.CompileOptions{Name: "mistakes.cu"}))
	kernel := func(name string) *gc.Kernel { return must(module.Kernel(name)) }
	stream, otherStream, closedStream := must(gc.StreamCreate(on, nil)), must(gc.StreamCreate(apart, nil)), must(gc.StreamCreate(on, nil))
	pool, mem, closed := must(gc.PoolCreate(on, nil)), must(gc.MemAlloc(on, 400)), must(gc.NewSlice[float32](on, 100))
	x, doubles, other := must(gc.NewSlice[float32](on, 100)), must(gc.NewSlice[float64](on, 100)), must(gc.NewSlice[float32](apart, 100))
	array, short := must(gc.NewNdarrayOf[float32](on, 100)), must(gc.NewNdarrayOf[float32](on, 99))
	scale, closedKernel := kernel("scale"), kernel("scale")
	pool.SetLimit(1 << 20)
	closed.Close()
	closedStream.Close()
	closedKernel.Close()
	one, block, f, n := gc.Dim(1), gc.Dim(32), float32(2), int32(100)
	launch := func(args ...any) error { return scale.Launch(nil, one, block, args...) }
	prepared := must(scale.Prepare(one, block, x, f, n))
	graph := must(stream.Capture(func() error { return scale.Launch(stream, one, block, x, f, n) }))
	waited := func(name string, limit time.Duration) error {
		zeros := must(gc.NewSlice[float32](on, 8))
		zeros.Zero()
		if err := kernel(name).LaunchWith(gc.LaunchOptions{Stream: stream, Timeout: limit}, one, one, zeros); err != nil {
			return err
		}
		return stream.Synchronize()
	}
	captured := func(queue func(s *gc.Stream) error) error {
		s := must(gc.StreamCreate(on, nil))
		_, err := s.Capture(func() error { return queue(s) })
		return err
	}
	attributed := func(attribute gc.DeviceAttribute) error { return failure(device.Attribute(attribute)) }
	event := must(gc.EventCreate(on, nil))
	host, odd := make([]float32, 100), must(mem.SubRegion(1, 33, 0))

	for _, each := range []struct {
		name    string
		mistake func() error
	}{
		{"few_arguments", func() error { return launch(x, f) }},
		{"many_arguments", func() error { return launch(x, f, n, n) }},
		{"double_for_float", func() error { return launch(x, 2.0, n) }},
		{"int_for_float", func() error { return launch(x, int32(2), n) }},
		{"long_for_int", func() error { return launch(x, f, int64(5)) }},
		{"go_int", func() error { return launch(x, f, 5) }},
		{"doubles_for_floats", func() error { return launch(doubles, f, n) }},
		{"memory_for_number", func() error { return launch(x, x, n) }},
		{"number_for_memory", func() error { return launch(uint64(5), f, n) }},
		{"host_array", func() error { return launch(make([]float32, 100), f, n) }},
		{"host_pointer", func() error { return launch(new(float32), f, n) }},
		{"host_memory", func() error { return launch(uintptr(unsafe.Pointer(&host[0])), f, n) }},
		{"odd_part", func() error { return launch(odd, f, n) }},
		{"struct_by_value", func() error { return kernel("record").Launch(nil, one, one, pair{1, 2}) }},
		{"struct_size", func() error { return kernel("record").Launch(nil, one, one, gc.ValueOf(&pair{1, 2})) }},
		{"text_argument", func() error { return launch("x", f, n) }},
		{"nil_argument", func() error { return launch(nil, f, n) }},
		{"nil_slice", func() error { return launch((*gc.Slice[float32])(nil), f, n) }},
		{"nil_array", func() error { return launch((*gc.NdarrayOf[float32])(nil), f, n) }},
		{"nil_kernel", func() error { return (*gc.Kernel)(nil).Launch(nil, one, block) }},
		{"nil_context", func() error { return failure(gc.NewSlice[float32](nil, 4)) }},
		{"nil_receiver", func() error { return failure((*gc.NdarrayOf[float32])(nil).Shape()) }},
		{"other_context_memory", func() error { return launch(other, f, n) }},
		{"other_context_stream", func() error { return scale.Launch(otherStream, one, block, x, f, n) }},
		{"released_argument", func() error { return launch(closed, f, n) }},
		{"released_kernel", func() error { return closedKernel.Launch(nil, one, block, x, f, n) }},
		{"released_stream", func() error { return scale.Launch(closedStream, one, block, x, f, n) }},
		{"staged_type", func() error {
			return scale.LaunchStaged(gc.LaunchOptions{}, one, block, gc.InOut(make([]float64, 9)), f, n)
		}},
		{"staged_in_launch", func() error { return launch(gc.InOut(make([]float32, 9)), f, n) }},
		{"grid_zero", func() error { return scale.Launch(nil, gc.Dim(0), block, x, f, n) }},
		{"block_zero", func() error { return scale.Launch(nil, one, gc.Dim(0), x, f, n) }},
		{"block_large", func() error { return scale.Launch(nil, one, gc.Dim(2048), x, f, n) }},
		{"block_product", func() error { return scale.Launch(nil, one, gc.NewDim3(32, 32, 2), x, f, n) }},
		{"negative_grid", func() error { return scale.Launch(nil, gc.Dim(-1), one, x, f, n) }},
		{"grid_large", func() error { return scale.Launch(nil, gc.Dim2(1, 70000), one, x, f, n) }},
		{"shared_large", func() error { return scale.LaunchShared(nil, one, block, 1<<20, x, f, n) }},
		{"negative_timeout", func() error { return scale.LaunchWith(gc.LaunchOptions{Timeout: -time.Second}, one, block, x, f, n) }},
		{"prepared_index", func() error { return prepared.Set(3, n) }},
		{"negative_index", func() error { return prepared.Set(-1, n) }},
		{"prepared_type", func() error { return prepared.Set(0, doubles) }},
		{"graph_node", func() error { return graph.Set(5, 0, x) }},
		{"graph_index", func() error { return graph.Set(0, 3, x) }},
		{"graph_type", func() error { return graph.Set(0, 0, doubles) }},
		{"upload_long", func() error { return x.Upload(make([]float32, 101)) }},
		{"download_long", func() error { return x.Download(make([]float32, 101)) }},
		{"bytes_long", func() error { return mem.MemcpyHtoD(0, make([]byte, 404), nil) }},
		{"elements_past", func() error { return failure(x.Slice(90, 110)) }},
		{"elements_reversed", func() error { return failure(x.Slice(60, 50)) }},
		{"part_past", func() error { return failure(mem.SubRegion(390, 20, 0)) }},
		{"released", func() error { return failure(closed.Values()) }},
		{"size_zero", func() error { return failure(gc.MemAlloc(on, 0)) }},
		{"negative_size", func() error { return failure(gc.NewSlice[float32](on, -1)) }},
		{"pointers", func() error { return failure(gc.NewSlice[*int](on, 1)) }},
		{"too_large", func() error { return failure(gc.NewSlice[float32](on, 1<<48)) }},
		{"pool_limit", func() error { return failure(gc.NewPoolSlice[byte](pool, 2<<20, nil)) }},
		{"fill_long", func() error { return gc.Fill(mem, 0, [129]byte{}, 1, nil) }},
		{"copy_overlap", func() error { return mem.Memcpy(4, mem, 0, 100, nil) }},
		{"map_past", func() error { return failure(mem.Map(390, 20, gc.MapRead, nil)) }},
		{"map_flags", func() error { return failure(mem.Map(0, 20, 0, nil)) }},
		{"host_address", func() error { return failure(mem.HostAddress()) }},
		{"in_place", func() error { return x.InPlace(func([]float32) error { return nil }) }},
		{"kernel_name", func() error { return failure(module.Kernel("scael")) }},
		{"global_name", func() error { return failure(module.Global("tabel")) }},
		{"no_file", func() error { return failure(gc.ModuleFromFile(on, "/nowhere/k.cu", nil)) }},
		{"folder", func() error { return failure(gc.ModuleFromFile(on, "/", nil)) }},
		{"include", func() error { return failure(gc.ModuleFromSource(on, "#include \"mine.h\"\n", nil)) }},
		{"syntax", func() error { return failure(gc.ModuleFromSource(on, "__global__ void k() { int x = 1 }", nil)) }},
		{"option", func() error {
			return failure(gc.ModuleFromSource(on, "__global__ void k() {}", &gc.CompileOptions{Options: []string{"--expt-nothing"}}))
		}},
		{"image", func() error { return failure(gc.ModuleFromBuffer(on, make([]byte, 20), nil)) }},
		{"device_name", func() error { return failure(gc.DeviceFind("gpuu")) }},
		{"device_index", func() error { return failure(gc.DeviceByIndex(99)) }},
		{"device_attribute", func() error { return attributed(9999) }},
		{"nul_in_text", func() error { return failure(module.Kernel("a\x00b")) }},
		{"capture_wait", func() error { return captured(func(s *gc.Stream) error { return s.Synchronize() }) }},
		{"capture_copy", func() error {
			return captured(func(s *gc.Stream) error { return x.DownloadOn(s, make([]float32, 100)) })
		}},
		{"capture_end", func() error { return failure(stream.EndCapture()) }},
		{"capture_twice", func() error {
			return captured(func(s *gc.Stream) error { return s.BeginCapture(gc.CaptureModeRelaxed) })
		}},
		{"event_unrecorded", func() error { return failure(event.Elapsed(must(gc.EventCreate(on, nil)))) }},
		{"past_end", func() error { return waited("past", 0) }},
		{"endless", func() error { return waited("endless", 50*time.Millisecond) }},
		{"expression_half", func() error { return array.Apply("a +", []*gc.Ndarray{array.Ndarray}, nil, nil) }},
		{"expression_name", func() error { return array.Apply("a + foo", []*gc.Ndarray{array.Ndarray}, nil, nil) }},
		{"expression_read", func() error { return array.Apply("*(float*)8", nil, nil, nil) }},
		{"expression_inputs", func() error { return array.Apply("a + b", []*gc.Ndarray{array.Ndarray}, nil, nil) }},
		{"shapes", func() error { return array.Apply("a", []*gc.Ndarray{short.Ndarray}, nil, nil) }},
		{"reshape", func() error { return failure(array.Reshape([]int64{3, 33}, 0)) }},
		{"axis", func() error { return array.Reduce(array.Ndarray, gc.ReductionSum, []uint32{3}, nil) }},
		{"texture_of_nothing", func() error { return failure(gc.TextureCreate(on, &gc.TextureOptions{})) }},
		{"array_empty", func() error {
			return failure(gc.ArrayCreate(on, &gc.ArrayOptions{Format: gc.ArrayFormatFloat, Channels: 1}))
		}},
		{"array_channels", func() error {
			return failure(gc.ArrayCreate(on, &gc.ArrayOptions{Width: 4, Format: gc.ArrayFormatFloat, Channels: 3}))
		}},
	} {
		fmt.Printf("%s\t%s\n", each.name, strings.ReplaceAll(fmt.Sprint(each.mistake()), "\n", `\n`))
	}
}
