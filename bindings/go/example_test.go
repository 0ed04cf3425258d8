// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const sources = `
__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
__global__ void forever(volatile int *x) { while (*x == 0) {} }
`

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// example is a kernel of the source above, on the default device.
func example(name string) (*gridcall.Context, *gridcall.Kernel) {
	on, err := gridcall.ContextDefault()
	fatal(err)
	module, err := gridcall.ModuleFromSource(on, sources, nil)
	fatal(err)
	kernel, err := module.Kernel(name)
	fatal(err)
	return on, kernel
}

func ExampleKernel_Launch() {
	on, twice := example("twice")
	defer on.Close()
	x, err := gridcall.SliceOf(on, []float32{1, 2, 3})
	fatal(err)
	defer x.Close()
	fatal(twice.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), x, int32(x.Len())))
	values, err := x.Values()
	fatal(err)
	fmt.Println(values)
	// Output: [2 4 6]
}

func ExampleKernel_LaunchStaged() {
	_, twice := example("twice")
	values := []float32{1, 2, 3}
	fatal(twice.LaunchStaged(gridcall.LaunchOptions{}, gridcall.Dim(1), gridcall.Dim(32), gridcall.InOut(values), int32(3)))
	fmt.Println(values)
	// Output: [2 4 6]
}

func ExampleStream_Wait() {
	on, twice := example("twice")
	stream, err := gridcall.StreamCreate(on, nil)
	fatal(err)
	defer stream.Close()
	x, err := gridcall.SliceOf(on, []float32{1, 2, 3})
	fatal(err)
	fatal(twice.Launch(stream, gridcall.Dim(1), gridcall.Dim(32), x, int32(3)))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(stream.Wait(ctx))
	// Output: <nil>
}

func ExampleStream_Capture() {
	on, twice := example("twice")
	stream, err := gridcall.StreamCreate(on, nil)
	fatal(err)
	x, err := gridcall.SliceOf(on, []float32{1, 2, 3})
	fatal(err)
	graph, err := stream.Capture(func() error {
		return twice.Launch(stream, gridcall.Dim(1), gridcall.Dim(32), x, int32(3))
	})
	fatal(err)
	for range 3 {
		fatal(graph.Launch(stream))
	}
	values, err := x.ValuesContext(context.Background(), stream)
	fatal(err)
	fmt.Println(values)
	// Output: [8 16 24]
}

func ExampleError() {
	on, err := gridcall.ContextDefault()
	fatal(err)
	_, err = gridcall.ModuleFromSource(on, "__global__ void f() { missing(); }", nil)
	var e *gridcall.Error
	fmt.Println(errors.Is(err, gridcall.ErrCompile), errors.As(err, &e) && e.Log != "")
	// Output: true true
}

func ExampleNewPoolSlice() {
	on, twice := example("twice")
	pool, err := gridcall.PoolCreate(on, nil)
	fatal(err)
	defer pool.Close()
	x, err := gridcall.NewPoolSlice[float32](pool, 3, nil)
	fatal(err)
	defer x.Close() // back to the pool
	fatal(x.Fill(1.5, nil))
	fatal(twice.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), x, int32(3)))
	values, err := x.Values()
	fatal(err)
	fmt.Println(values)
	// Output: [3 3 3]
}

func ExampleDevices() {
	for device, err := range gridcall.Devices() {
		fatal(err)
		kind, err := device.Kind()
		fatal(err)
		if kind == gridcall.DeviceKindCPU {
			fmt.Println("there is a CPU device")
		}
	}
	// Output: there is a CPU device
}

func ExampleNdarrayOf() {
	on, err := gridcall.ContextDefault()
	fatal(err)
	a, err := gridcall.NdarrayOfValues(on, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
	fatal(err)
	defer a.Close()
	fatal(a.Apply("a * a + x", gridcall.Ndarrays(a), gridcall.ScalarsOf[float32](1), nil))
	sum, err := a.Reduced(gridcall.ReductionSum)
	fatal(err)
	fmt.Println(sum)
	// Output: 97
}
