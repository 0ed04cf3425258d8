// SPDX-License-Identifier: Apache-2.0

// Command memory_kinds shows the kinds of memory: slices of the host that a launch copies, memory of the device, page-locked
// memory for queued copies, mapped memory, managed memory.
package main

import (
	"fmt"
	"log"
	"math"
	"strings"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const count = 10

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

// set writes the elements of memory that the host reaches.
func set(x *gridcall.Slice[int32], value func(i int) int) {
	check(x.InPlace(func(values []int32) error {
		for i := range values {
			values[i] = int32(value(i))
		}
		return nil
	}))
}

// showInPlace shows such memory.
func showInPlace(title string, x *gridcall.Slice[int32]) {
	check(x.InPlace(func(values []int32) error {
		show(title, values)
		return nil
	}))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernel := must(module.Kernel("square"))
	defer kernel.Close()
	square := func(y, x *gridcall.Slice[int32], stream *gridcall.Stream) {
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
	square(y, x, nil)
	show("on the device", must(y.Values()))

	// Page-locked memory (pinned_array): the host queues the copies and the kernel, and waits once.
	stream := must(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	pinned := must(gridcall.NewHostSlice[int32](context, count, 0))
	defer pinned.Close()
	set(pinned, func(i int) int { return 10 - i })
	check(x.UploadAsync(pinned, stream))
	square(y, x, stream)
	check(y.DownloadAsync(pinned, stream))
	check(stream.Synchronize())
	showInPlace("page-locked", pinned)

	// Mapped (mapped_array): the kernel reads and writes the host's memory, nothing is copied. The host waits for that memory.
	mapped := must(gridcall.NewHostSlice[int32](context, count, 0))
	defer mapped.Close()
	set(mapped, func(i int) int { return i + 10 })
	square(mapped, mapped, stream)
	must(mapped.Mem().Wait(math.MaxInt64))
	showInPlace("mapped", mapped)

	// Managed (managed_array): it belongs to the host, then to one stream. A device without such memory gets page-locked memory.
	hasManaged := must(must(context.Device()).Attribute(gridcall.DeviceAttributeManagedMemory)) != 0
	options := gridcall.MemOptions{Size: count * 4, Place: gridcall.MemPlaceHost}
	if hasManaged {
		options.Place, options.Attach = gridcall.MemPlaceManaged, gridcall.MemAttachModeHost
	}
	mem := must(gridcall.MemCreate(context, &options))
	defer mem.Close()
	managed := must(gridcall.SliceFromMem[int32](mem))
	set(managed, func(i int) int { return 2 * i })
	if hasManaged {
		check(mem.Attach(gridcall.MemAttachModeSingle, stream))
	}
	square(managed, managed, stream)
	must(mem.Wait(math.MaxInt64))
	showInPlace("managed", managed)
}
