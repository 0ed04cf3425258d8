// SPDX-License-Identifier: Apache-2.0

// Command multiply_them multiplies two slices of the host: the launch copies them, as PyCUDA's drv.In and drv.Out do.
package main

import (
	"fmt"
	"log"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const count = 400

const source = `__global__ void multiply_them(float *dest, const float *a, const float *b, float by) {
  int i = threadIdx.x;
  dest[i] = a[i] * b[i] * by;
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

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	multiplyThem := must(module.Kernel("multiply_them"))
	defer multiplyThem.Close()

	a, b, dest := make([]float32, count), make([]float32, count), make([]float32, count)
	for i := range a {
		a[i] = float32(i)
		b[i] = float32(i) + 0.5
	}
	check(multiplyThem.LaunchStaged(gridcall.LaunchOptions{}, gridcall.Dim(1), gridcall.Dim(count),
		gridcall.Out(dest), gridcall.In(a), gridcall.In(b), float32(2)))

	wrong := 0
	for i := range dest {
		if dest[i] != a[i]*b[i]*2 {
			wrong++
		}
	}
	fmt.Printf("dest[1]: %.1f\ndest[399]: %.1f\n", dest[1], dest[399])
	fmt.Printf("wrong: %d of %d\n", wrong, count)
}
