// SPDX-License-Identifier: Apache-2.0

// Command fill_gpu_with_nans fills memory with NaN, to find who reads what nobody wrote: half of what is free, but 64 MiB
// at most.
package main

import (
	"fmt"
	"log"
	"math"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

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
	free, _, err := context.MemoryInfo()
	check(err)
	count := int(min(free/2, 64<<20) / 4)

	pattern := math.Float32bits(float32(math.NaN()))
	slice := must(gridcall.NewSlice[float32](context, count))
	defer slice.Close()
	check(gridcall.Fill(slice.Mem(), 0, pattern, uint64(count), nil))
	fmt.Printf("filled %d bytes with %08x\n", count*4, pattern)

	found := 0
	for _, x := range must(slice.Values()) {
		if x != x {
			found++
		}
	}
	fmt.Printf("NaN: %d of %d\n", found, count)
}
