// SPDX-License-Identifier: Apache-2.0

// Command reduce sums a vector: shuffles within a warp, shared memory within a block, an atomic between blocks.
package main

import (
	"errors"
	"fmt"
	"os"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count     = 1_000_000
	blockSize = 256
	gridSize  = 64
)

const source = `__global__ void sum(unsigned long long *out, const unsigned *x, int n) {
  extern __shared__ unsigned long long warps[];
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; w++) mine += warps[w];
    atomicAdd(out, mine);
  }
}
`

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

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	fmt.Println("device:", must(must(context.Device()).Name()))
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernel := must(module.Kernel("sum"))
	defer kernel.Close()

	values := make([]uint32, count)
	x, expected := uint32(1), uint64(0)
	for i := range values {
		x = x*1664525 + 1013904223
		values[i] = x >> 8
		expected += uint64(values[i])
	}
	fmt.Println("elements:", count)

	in := must(gridcall.SliceOf(context, values))
	defer in.Close()
	out := must(gridcall.NewSlice[uint64](context, 1))
	defer out.Close()
	check(out.Zero())
	check(kernel.LaunchShared(nil, gridcall.Dim(gridSize), gridcall.Dim(blockSize), blockSize/32*8, out, in, int32(count)))
	sum := must(out.Values())[0]
	fmt.Printf("sum: %d\nhost: %d\n", sum, expected)
	if sum != expected {
		fmt.Println("WRONG")
		os.Exit(1)
	}
	fmt.Println("OK")
}
