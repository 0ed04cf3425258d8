// SPDX-License-Identifier: Apache-2.0

// Command doublify doubles a matrix in three ways: in device memory, in page-locked memory of the host, and by an
// instance of a template.
package main

import (
	"fmt"
	"log"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const source = `__global__ void doublify(float *a) {
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= 2;
}
template <typename T> __global__ void scale(T *a, T factor) {
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= factor;
}
`

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func show(title string, a []float32) {
	fmt.Println(title + ":")
	for i := 0; i < len(a); i += 4 {
		fmt.Printf("%6.1f %6.1f %6.1f %6.1f\n", a[i], a[i+1], a[i+2], a[i+3])
	}
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	doublify, scale := must(module.Kernel("doublify")), must(module.Kernel("scale<float>"))
	defer doublify.Close()
	defer scale.Close()

	a := make([]float32, 16)
	for i := range a {
		a[i] = float32(i) - 7.5
	}
	show("original", a)
	grid, block := gridcall.Dim(1), gridcall.Dim2(4, 4)

	device := must(gridcall.SliceOf(context, a))
	defer device.Close()
	check(doublify.Launch(nil, grid, block, device))
	check(device.Download(a))
	show("doubled in device memory", a)

	// A kernel reaches page-locked memory where it is, across the bus.
	host := must(gridcall.NewHostSlice[float32](context, 16, 0))
	defer host.Close()
	check(host.Upload(a))
	check(doublify.Launch(nil, grid, block, host))
	show("doubled in page-locked memory", must(host.Values()))

	check(scale.Launch(nil, grid, block, host, float32(2)))
	show("doubled by scale<float>", must(host.Values()))
}
