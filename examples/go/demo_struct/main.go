// SPDX-License-Identifier: Apache-2.0

// Command demo_struct has structs in device memory that point to arrays there, and a prepared launch.
package main

import (
	"fmt"
	"log"
	"strings"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

// doubleOperation lies as the kernel has it.
type doubleOperation struct {
	size, reserved int32
	data           uint64
}

const source = `struct DoubleOperation {
  int size, reserved;
  float *data;
};
__global__ void double_array(DoubleOperation *operations) {
  DoubleOperation *a = operations + blockIdx.x;
  for (int i = threadIdx.x; i < a->size; i += blockDim.x) a->data[i] *= 2;
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

func operation(array *gridcall.Slice[float32]) doubleOperation {
	return doubleOperation{size: int32(array.Len()), data: must(array.Mem().Address())}
}

func show(title string, first, second *gridcall.Slice[float32]) {
	x, y := fmt.Sprint(must(first.Values())), fmt.Sprint(must(second.Values()))
	fmt.Printf("%s: %s | %s\n", title, strings.Trim(x, "[]"), strings.Trim(y, "[]"))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	doubleArray := must(module.Kernel("double_array"))
	defer doubleArray.Close()

	// The library does not see addresses in structs: keep the arrays until the work is done.
	first, second := must(gridcall.SliceOf(context, []float32{1, 2, 3})), must(gridcall.SliceOf(context, []float32{0, 4}))
	defer first.Close()
	defer second.Close()
	operations := must(gridcall.SliceOf(context, []doubleOperation{operation(first), operation(second)}))
	defer operations.Close()
	show("original", first, second)

	check(doubleArray.Launch(nil, gridcall.Dim(2), gridcall.Dim(32), operations))
	show("doubled", first, second)

	last := must(operations.Slice(1, 2))
	defer last.Close()
	check(doubleArray.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), last))
	show("doubled the second only", first, second)

	config := &gridcall.LaunchConfig{GridX: 2, BlockX: 32}
	args := []gridcall.Arg{{Kind: gridcall.ArgKindMem, Object: operations.Mem()}}
	prepared := must(gridcall.PreparedCreate(doubleArray, config, args))
	defer prepared.Close()
	for range 3 {
		check(prepared.Launch(nil))
	}
	show("doubled three times, prepared", first, second)
}
