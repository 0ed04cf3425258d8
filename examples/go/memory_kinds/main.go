// SPDX-License-Identifier: Apache-2.0

// Command memory_kinds shows the kinds of memory: slices of the host that a launch copies, memory of the device, page-locked
// memory for queued copies, mapped memory, managed memory.
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
	count = 10
	size  = count * 4
)

const source = `__global__ void square(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
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

// inPlace is memory that the host reaches, as a slice. Keep the memory while the slice is used.
func inPlace(mem *gridcall.Mem) []int32 {
	address := must(mem.HostAddress())
	return unsafe.Slice(*(**int32)(unsafe.Pointer(&address)), count)
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernel := must(module.Kernel("square"))
	defer kernel.Close()
	square := func(y, x *gridcall.Mem, stream *gridcall.Stream) {
		check(kernel.Launch(stream, gridcall.Dim(1), gridcall.Dim(32), y, x, int32(count)))
	}

	// Slices of the host: the launch copies them, as PyCUDA's In and Out do.
	values, result := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, make([]int32, count)
	check(kernel.LaunchStaged(gridcall.LaunchOptions{}, gridcall.Dim(1), gridcall.Dim(32),
		gridcall.Out(result), gridcall.In(values), int32(count)))
	show("staged", result)

	// Copied to the device and back (Numba: to_device, copy_to_host, device_array).
	x := must(gridcall.SliceOf(context, values))
	defer x.Close()
	show("copied", must(x.Values()))
	y := must(gridcall.NewSlice[int32](context, count))
	defer y.Close()
	square(y.Mem(), x.Mem(), nil)
	show("on the device", must(y.Values()))

	// Page-locked memory (pinned_array): the host queues the copies and the kernel, and waits once.
	stream := must(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	pinned := must(gridcall.MemCreate(context, &gridcall.MemOptions{Place: gridcall.MemPlaceHost, Size: size}))
	defer pinned.Close()
	numbers := inPlace(pinned)
	for i := range numbers {
		numbers[i] = int32(10 - i)
	}
	check(x.Mem().Memcpy(0, pinned, 0, size, stream))
	square(y.Mem(), x.Mem(), stream)
	check(pinned.Memcpy(0, y.Mem(), 0, size, stream))
	check(stream.Synchronize())
	show("page-locked", numbers)

	// Mapped (mapped_array): the kernel reads and writes the host's memory, nothing is copied. The host waits for that memory.
	mapped := must(gridcall.MemCreate(context, &gridcall.MemOptions{Place: gridcall.MemPlaceHost, Size: size}))
	defer mapped.Close()
	numbers = inPlace(mapped)
	for i := range numbers {
		numbers[i] = int32(i + 10)
	}
	square(mapped, mapped, stream)
	must(mapped.Wait(math.MaxUint64))
	show("mapped", numbers)

	// Managed (managed_array): it belongs to the host, then to one stream. A device without such memory gets page-locked memory.
	hasManaged := must(must(context.Device()).Attribute(gridcall.DeviceAttributeManagedMemory)) != 0
	options := gridcall.MemOptions{Size: size, Place: gridcall.MemPlaceHost}
	if hasManaged {
		options.Place, options.Attach = gridcall.MemPlaceManaged, gridcall.MemAttachModeHost
	}
	managed := must(gridcall.MemCreate(context, &options))
	defer managed.Close()
	numbers = inPlace(managed)
	for i := range numbers {
		numbers[i] = int32(2 * i)
	}
	if hasManaged {
		check(managed.Attach(gridcall.MemAttachModeSingle, stream))
	}
	square(managed, managed, stream)
	must(managed.Wait(math.MaxUint64))
	show("managed", numbers)
}
