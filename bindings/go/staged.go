// SPDX-License-Identifier: Apache-2.0

package gridcall

/*
#include "launch_config.h"

static gc_status gridcall_go_launch_staged(gc_kernel* kernel, gc_stream* stream, const uint32_t shape[7], const void* bytes,
                                           size_t bytes_size, uint64_t timeout, const gc_arg* args, size_t arg_count,
                                           const gc_host_arg* hosts, size_t host_count, gc_error** out_error) {
  const gc_launch_config config = gridcall_go_launch_config(shape, bytes, bytes_size, timeout);
  return gc_launch_staged(kernel, &config, args, arg_count, hosts, host_count, stream, out_error);
}
*/
import "C"

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

// HostSlice is a Go slice as an argument of [Kernel.LaunchStaged]: [In], [Out] or [InOut] makes it.
type HostSlice struct {
	p         unsafe.Pointer
	size      uintptr
	direction HostDirection
	valueType ValueType
	after     func() // what was written becomes bools
}

// In makes an argument of a slice that the kernel reads; it must not write it.
func In[T any](slice []T) HostSlice { return hostSlice(slice, HostDirectionIn) }

// Out makes an argument of a slice that the kernel writes; what the kernel finds in it is undefined.
func Out[T any](slice []T) HostSlice { return hostSlice(slice, HostDirectionOut) }

// InOut makes an argument of a slice that the kernel reads and writes.
func InOut[T any](slice []T) HostSlice { return hostSlice(slice, HostDirectionInOut) }

func hostSlice[T any](slice []T, direction HostDirection) HostSlice {
	t := reflect.TypeFor[T]()
	if !plain(t) {
		panic(fmt.Sprintf("gridcall: a slice of %v holds pointers, which mean nothing on a device", t))
	}
	host := HostSlice{unsafe.Pointer(unsafe.SliceData(slice)), unsafe.Sizeof(*new(T)) * uintptr(len(slice)), direction, valueTypeOf(t), nil}
	if direction != HostDirectionIn && holdsBool(t) {
		host.after = func() { makeBools(slice) }
	}
	return host
}

// LaunchStaged launches with Go slices as arguments, and waits: kernel.LaunchStaged(gridcall.LaunchOptions{}, grid, block,
// gridcall.Out(product), gridcall.In(a), gridcall.In(b), int32(n)). A slice is [In], [Out] or [InOut]: it is copied to the device
// before, and back behind the kernel; on the CPU device the kernel uses it where it is. All else is as for [Kernel.Launch].
func (x *Kernel) LaunchStaged(options LaunchOptions, grid, block Dim3, args ...any) error {
	if options.Timeout < 0 {
		return refuse(ErrInvalidArgument, "the timeout is %v: pass 0 or more", options.Timeout)
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	var items []cArg
	var hosts []C.gc_host_arg
	var bytes []byte
	for i, arg := range args {
		if host, ok := arg.(HostSlice); ok {
			if host.p != nil {
				pins.Pin(host.p)
			}
			if host.after != nil {
				defer host.after()
			}
			var c C.gc_host_arg
			c.index = C.uint32_t(i)
			c.direction = C.gc_host_direction(host.direction)
			c.host_address = C.uint64_t(uintptr(host.p))
			c.size = C.size_t(host.size)
			c.value_type = C.gc_value_type(host.valueType)
			hosts = append(hosts, c)
			continue
		}
		a, more, err := toArg(arg, i, bytes)
		if err != nil {
			return err
		}
		bytes = more
		items = append(items, a)
	}
	shape := [7]C.uint32_t{C.uint32_t(grid.X), C.uint32_t(grid.Y), C.uint32_t(grid.Z), C.uint32_t(block.X), C.uint32_t(block.Y),
		C.uint32_t(block.Z), C.uint32_t(options.Shared)}
	var failure *C.gc_error
	code := C.gridcall_go_launch_staged(x.raw(), options.Stream.raw(), &shape[0], unsafe.Pointer(unsafe.SliceData(bytes)),
		C.size_t(len(bytes)), C.uint64_t(options.Timeout), (*C.gc_arg)(unsafe.Pointer(unsafe.SliceData(items))), C.size_t(len(items)),
		unsafe.SliceData(hosts), C.size_t(len(hosts)), &failure)
	runtime.KeepAlive(x)
	runtime.KeepAlive(options.Stream)
	runtime.KeepAlive(args)
	if code != 0 {
		return takeError(code, failure)
	}
	return nil
}
