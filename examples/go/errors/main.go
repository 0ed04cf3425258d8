// SPDX-License-Identifier: Apache-2.0

// Command errors shows what the library says when something is wrong.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const broken = `__global__ void scale(float *x, float f) {
  x[threadIdx.x] *= factor;
}
`

const right = `__global__ void scale(float *x, float f) {
  x[threadIdx.x] *= f;
}
`

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// show prints an error that is wanted, the compile log indented; it ends the program if it is not the one.
func show(err error, wanted gridcall.Status) {
	var e *gridcall.Error
	if !errors.As(err, &e) {
		fmt.Println("no error")
		os.Exit(1)
	}
	fmt.Printf("%v: %s\n", e.Status, e.Message)
	for line := range strings.Lines(e.Log) {
		fmt.Println("| " + strings.TrimSuffix(line, "\n"))
	}
	if !errors.Is(err, wanted) {
		os.Exit(1)
	}
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	options := &gridcall.CompileOptions{Name: "scale.cu"}
	_, err := gridcall.ModuleFromSource(context, broken, options)
	show(err, gridcall.ErrCompile)

	module := must(gridcall.ModuleFromSource(context, right, options))
	defer module.Close()
	kernel := must(module.Kernel("scale"))
	defer kernel.Close()
	x := must(gridcall.NewSlice[float32](context, 32))
	// 2.0 as a double, where the kernel takes a float.
	show(kernel.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), x, 2.0), gridcall.ErrArgumentMismatch)

	x.Close()
	show(x.Upload(make([]float32, 64)), gridcall.ErrInvalidHandle)

	x = must(gridcall.NewSlice[float32](context, 32))
	defer x.Close()
	show(x.Upload(make([]float32, 64)), gridcall.ErrOutOfRange)
	fmt.Println("OK")
}
