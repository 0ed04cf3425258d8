// SPDX-License-Identifier: Apache-2.0

// Command select_to_list lists where numbers exceed a limit. Blocks append to the list in any order, by atomics: it is
// sorted at the end.
package main

import (
	"fmt"
	"log"
	"slices"
	"strings"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count     = 655360
	blockSize = 512
)

const source = `__global__ void select_them(int *list, int *count, const float *a, float limit, int n) {
  __shared__ int mine[512], found, start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (i < n && a[i] > limit) mine[atomicAdd(&found, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0) start = atomicAdd(count, found);
  __syncthreads();
  if (threadIdx.x < found) list[start + threadIdx.x] = mine[threadIdx.x];
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
	selectThem := must(module.Kernel("select_them"))
	defer selectThem.Close()

	values := make([]float32, count)
	x := uint32(1)
	for i := range values {
		x = x*1664525 + 1013904223
		values[i] = float32(x>>8) / 16777216
	}
	a := must(gridcall.SliceOf(context, values))
	defer a.Close()
	list := must(gridcall.NewSlice[int32](context, count))
	defer list.Close()
	counter := must(gridcall.SliceOf(context, []int32{0}))
	defer counter.Close()

	limit := float32(0.9)
	check(selectThem.Launch(nil, gridcall.Dim(count/blockSize), gridcall.Dim(blockSize), list, counter, a, limit, int32(count)))
	selected := make([]int32, must(counter.Values())[0])
	check(list.Download(selected))
	slices.Sort(selected)

	var expected []int32
	for i, value := range values {
		if value > limit {
			expected = append(expected, int32(i))
		}
	}
	answer := "no"
	if slices.Equal(selected, expected) {
		answer = "yes"
	}
	fmt.Printf("selected: %d of %d\n", len(selected), count)
	fmt.Println("first:", strings.Trim(fmt.Sprint(selected[:5]), "[]"))
	fmt.Println("as on the host:", answer)
}
