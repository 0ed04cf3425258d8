// SPDX-License-Identifier: Apache-2.0

// Command pyopencl_svm shows PyOpenCL's shared virtual memory: the host and kernels use the same addresses. A device that
// has no memory of a kind gets page-locked memory for it.
package main

import (
	"fmt"
	"log"
	"math"
	"strings"
	"unsafe"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count = 8
	size  = count * 4
)

type node struct {
	value int64
	next  uint64 // an address, 0 at the end
}

const source = `struct node { long long value; node *next; };
__global__ void triple(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 3;
}
__global__ void walk(node *first) {
  long long sum = 0;
  for (node *each = first; each; each = each->next) sum += each->value;
  first->value = sum;
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

func show(title string, values []int32) {
	fmt.Printf("%s: %s\n", title, strings.Trim(fmt.Sprint(values), "[]"))
}

// elements is the memory at an address of the host, as a slice. Keep the memory while the slice is used.
func elements[T any](address uint64, n int) []T {
	return unsafe.Slice(*(**T)(unsafe.Pointer(&address)), n)
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	device := must(context.Device())
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernel, walk := must(module.Kernel("triple")), must(module.Kernel("walk"))
	defer kernel.Close()
	defer walk.Close()
	has := gridcall.SvmCapabilities(must(device.Attribute(gridcall.DeviceAttributeSvmCapabilities)))
	create := func(size uint64, needs gridcall.SvmCapabilities, place gridcall.MemPlace) (*gridcall.Mem, uint64) {
		if has&needs == 0 {
			place = gridcall.MemPlaceHost
		}
		mem := must(gridcall.MemCreate(context, &gridcall.MemOptions{Size: size, Place: place}))
		return mem, must(mem.HostAddress())
	}
	triple := func(mem *gridcall.Mem, n int32) {
		check(kernel.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), mem, n))
	}

	// csvm_empty: the host and kernels use it by turns. The host maps it, or waits until no kernel uses it; a prefetch
	// moves it before it is used.
	coarse, address := create(size, gridcall.SvmCoarseGrainBuffer, gridcall.MemPlaceManaged)
	defer coarse.Close()
	mapping := must(coarse.Map(0, size, gridcall.MapWriteInvalidateRegion, nil))
	defer mapping.Close()
	ready := must(mapping.Event())
	defer ready.Close()
	check(ready.Synchronize())
	for i, values := 0, elements[int32](must(mapping.Address()), count); i < count; i++ {
		values[i] = int32(i)
	}
	check(mapping.Unmap(nil))
	if has&gridcall.SvmFineGrainBuffer != 0 {
		check(coarse.Prefetch(0, size, device, 0, nil))
	}
	triple(coarse, count)
	if has&gridcall.SvmFineGrainBuffer != 0 {
		check(coarse.Prefetch(0, size, nil, 0, nil))
	}
	must(coarse.Wait(math.MaxUint64))
	show("coarse-grain buffer", elements[int32](address, count))

	// fsvm_empty: the host writes the second half while the kernel works on the first.
	fine, address := create(size, gridcall.SvmFineGrainBuffer, gridcall.MemPlaceManaged)
	defer fine.Close()
	values := elements[int32](address, count)
	for i := range count / 2 {
		values[i] = int32(100 + i)
	}
	triple(fine, count/2)
	for i := count / 2; i < count; i++ {
		values[i] = int32(-i)
	}
	must(fine.Wait(math.MaxUint64))
	show("fine-grain buffer", values)

	// SVM(array): ordinary memory of the host.
	ordinary, address := create(size, gridcall.SvmFineGrainSystem, gridcall.MemPlacePageable)
	defer ordinary.Close()
	values = elements[int32](address, count)
	for i := range values {
		values[i] = int32(10 - i)
	}
	triple(ordinary, count)
	must(ordinary.Wait(math.MaxUint64))
	show("fine-grain system", values)

	// A kernel follows the host's pointers.
	const nodeSize = uint64(unsafe.Sizeof(node{}))
	list, address := create(5*nodeSize, gridcall.SvmCoarseGrainBuffer, gridcall.MemPlaceManaged)
	defer list.Close()
	nodes := elements[node](address, 5)
	for i := range nodes {
		nodes[i] = node{1 << i, address + uint64(i+1)*nodeSize}
	}
	nodes[4].next = 0
	check(walk.Launch(nil, gridcall.Dim(1), gridcall.Dim(1), list))
	must(list.Wait(math.MaxUint64))
	fmt.Println("sum of the list:", nodes[0].value)
}
