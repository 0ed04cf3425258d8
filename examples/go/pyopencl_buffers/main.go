// SPDX-License-Identifier: Apache-2.0

// Command pyopencl_buffers does what PyOpenCL does with buffers: content at creation, sub-buffers, fills, copies also of
// rectangles, mapping, and the program's own memory as a buffer.
package main

import (
	"fmt"
	"log"
	"runtime"
	"strings"
	"unsafe"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count = 12
	size  = count * 4
)

const source = `__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
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

func bytesOf(values []int32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*4)
}

func show(title string, values []int32) {
	fmt.Printf("%s: %s\n", title, strings.Trim(fmt.Sprint(values), "[]"))
}

func showMem(title string, mem *gridcall.Mem) {
	values := make([]int32, count)
	check(mem.MemcpyDtoH(bytesOf(values), 0, nil))
	show(title, values)
}

// withMapped maps a whole buffer, waits until the host may use it, and unmaps it after use.
func withMapped(mem *gridcall.Mem, flags gridcall.MapFlags, use func(values []int32)) {
	mapping := must(mem.Map(0, size, flags, nil))
	defer mapping.Close()
	ready := must(mapping.Event())
	defer ready.Close()
	check(ready.Synchronize())
	address := must(mapping.Address())
	use(unsafe.Slice(*(**int32)(unsafe.Pointer(&address)), count))
	check(mapping.Unmap(nil))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernel := must(module.Kernel("twice"))
	defer kernel.Close()
	twice := func(mem *gridcall.Mem, n int32) {
		check(kernel.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), mem, n))
	}

	// Buffer(context, READ_WRITE | COPY_HOST_PTR, hostbuf=values)
	values := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	a := must(gridcall.MemCreate(context, &gridcall.MemOptions{Size: size, Content: bytesOf(values)}))
	defer a.Close()
	showMem("content", a)

	// a.get_sub_region(16, 16): elements 4 to 7
	part := must(a.SubRegion(16, 16, 0))
	defer part.Close()
	twice(part, 4)
	showMem("sub-buffer", a)

	// enqueue_fill_buffer, enqueue_copy
	b := must(gridcall.MemAlloc(context, size))
	defer b.Close()
	check(b.Memset(0, bytesOf([]int32{7, -1}), count/2, nil))
	showMem("fill", b)
	check(b.Memcpy(8, a, 16, 16, nil))
	showMem("copy", b)

	// enqueue_copy of a rectangle: columns 1 and 2 of the 3 rows of 4 elements in a become the 3 rows of 2 elements at the end
	// of b.
	check(gridcall.MemcpyRect(&gridcall.RectCopy{Src: gridcall.CopyEnd{Mem: a, Offset: 4, RowPitch: 16},
		Dst: gridcall.CopyEnd{Mem: b, Offset: 24, RowPitch: 8}, Width: 8, Height: 3}, nil))
	showMem("rectangle", b)

	// enqueue_map_buffer: write everything, then read and write.
	withMapped(b, gridcall.MapWriteInvalidateRegion, func(mapped []int32) {
		for i := range mapped {
			mapped[i] = int32(100 + i)
		}
	})
	twice(b, count)
	withMapped(b, gridcall.MapRead|gridcall.MapWrite, func(mapped []int32) {
		for i := range mapped {
			mapped[i] -= 200
		}
	})
	showMem("map", b)

	// Buffer(context, READ_WRITE | USE_HOST_PTR, hostbuf=values): kernels use the program's own memory.
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(&values[0])
	own := must(gridcall.MemRegister(context, uint64(uintptr(unsafe.Pointer(&values[0]))), size, nil))
	twice(own, count)
	check(own.Free()) // waits for the kernel, and ends the registration
	show("the program's own memory", values)
}
