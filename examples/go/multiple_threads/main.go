// SPDX-License-Identifier: Apache-2.0

// Command multiple_threads runs four goroutines, each with a context, a stream, a module and memory of its own. No lock is
// needed.
package main

import (
	"fmt"
	"log"
	"sync"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	threads = 4
	count   = 512
)

const source = `__global__ void add(float *x, float y) {
  x[threadIdx.x] += y;
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

func run(device *gridcall.Device, y float32) []float32 {
	context := must(gridcall.ContextPrimary(device, nil))
	defer context.Close()
	stream := must(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	add := must(module.Kernel("add"))
	defer add.Close()
	x := must(gridcall.NewSlice[float32](context, count))
	defer x.Close()
	check(gridcall.Fill(x.Mem(), 0, uint32(0), count, stream))
	for range 10 {
		check(add.Launch(stream, gridcall.Dim(1), gridcall.Dim(count), x, y))
	}
	check(stream.Synchronize())
	return must(x.Values())
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	device := must(context.Device())
	var results [threads][]float32
	var group sync.WaitGroup
	for i := range threads {
		group.Add(1)
		go func() {
			defer group.Done()
			results[i] = run(device, float32(i+1))
		}()
	}
	group.Wait()
	for i, result := range results {
		var sum float32
		for _, x := range result {
			sum += x
		}
		fmt.Printf("thread %d: %d elements, sum %.0f\n", i, count, sum)
	}
}
