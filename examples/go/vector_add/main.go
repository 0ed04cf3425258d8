// SPDX-License-Identifier: Apache-2.0

// Command vector_add adds two vectors on the default device, and tells how long everything took. examples/README.md
// explains the output.
package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const count = 10_000_000

const source = `__global__ void vector_add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
`

// must returns the value, or ends the program with all that is known of the error.
func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	var e *gridcall.Error
	if errors.As(err, &e) {
		fmt.Fprintf(os.Stderr, "%v: %s\n", e.Status, e.Detail())
		os.Exit(1)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

func printTransfer(what string, time float64, bytes int) {
	fmt.Printf("%s: %.3f ms, %.2f GB/s\n", what, time, float64(bytes)/time/1e6)
}

func compile(context *gridcall.Context, flags gridcall.CompileFlags) *gridcall.Module {
	options := &gridcall.CompileOptions{Name: "vector_add.cu", Flags: flags}
	return must(gridcall.ModuleFromSource(context, source, options))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	fmt.Println("device:", must(must(context.Device()).Name()))
	fmt.Println("chosen:", must(context.DeviceReason()))

	start := time.Now()
	compile(context, gridcall.CompileNoCache).Close()
	fmt.Printf("compile: %.3f ms\n", milliseconds(time.Since(start)))
	compile(context, 0).Close()
	start = time.Now()
	module := compile(context, 0)
	again := milliseconds(time.Since(start))
	defer module.Close()
	cached := "not from the cache"
	if must(module.IsCached()) {
		cached = "from the cache"
	}
	fmt.Printf("compile again: %.3f ms (%s)\n", again, cached)
	kernel := must(module.Kernel("vector_add"))
	defer kernel.Close()

	x := uint32(1)
	random := func() float32 {
		x = x*1664525 + 1013904223
		return float32(x>>8) / 16777216
	}
	a, b, c := make([]float32, count), make([]float32, count), make([]float32, count)
	for i := range a {
		a[i] = random()
	}
	for i := range b {
		b[i] = random()
	}
	fmt.Println("elements:", count)

	da := must(gridcall.NewSlice[float32](context, count))
	defer da.Close()
	db := must(gridcall.NewSlice[float32](context, count))
	defer db.Close()
	dc := must(gridcall.NewSlice[float32](context, count))
	defer dc.Close()
	start = time.Now()
	check(da.Upload(a))
	check(db.Upload(b))
	printTransfer("to the device", milliseconds(time.Since(start)), 2*4*count)

	before, after := must(gridcall.EventCreate(context, nil)), must(gridcall.EventCreate(context, nil))
	defer before.Close()
	defer after.Close()
	grid, block := gridcall.Dim((count+127)/128), gridcall.Dim(128)
	check(kernel.Launch(nil, grid, block, dc, da, db, int32(count)))
	check(before.Record(nil))
	check(kernel.Launch(nil, grid, block, dc, da, db, int32(count)))
	check(after.Record(nil))
	check(after.Synchronize())
	printTransfer("kernel", float64(must(before.Elapsed(after)))/1e6, 3*4*count)

	start = time.Now()
	check(dc.Download(c))
	printTransfer("to the host", milliseconds(time.Since(start)), 4*count)

	largest := 0.0
	for i := range c {
		difference := math.Abs(float64(c[i]) - float64(a[i]+b[i]))
		if !(difference <= largest) { // a NaN counts
			largest = difference
		}
	}
	fmt.Printf("largest error: %g\n", largest)
	if largest > 1e-6 || math.IsNaN(largest) {
		fmt.Println("WRONG")
		os.Exit(1)
	}
	fmt.Println("OK")
}
