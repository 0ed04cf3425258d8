// SPDX-License-Identifier: Apache-2.0

package gridcall

/*
#include "launch_config.h"

static gc_status gridcall_go_prepare(gc_kernel* kernel, const uint32_t shape[7], const void* bytes, size_t bytes_size,
                                     uint64_t timeout, const gc_arg* args, size_t arg_count, gc_prepared** out_prepared,
                                     gc_error** out_error) {
  const gc_launch_config config = gridcall_go_launch_config(shape, bytes, bytes_size, timeout);
  return gc_prepared_create(kernel, &config, args, arg_count, out_prepared, out_error);
}
#cgo noescape gridcall_go_prepare
#cgo nocallback gridcall_go_prepare
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Prepare checks a launch once and keeps it, with its own copy of the arguments, which are those of [Kernel.Launch].
// [Prepared.Launch] queues it, and [Prepared.Set] replaces an argument.
func (x *Kernel) Prepare(grid, block Dim3, args ...any) (*Prepared, error) {
	return x.PrepareWith(LaunchOptions{}, grid, block, args...)
}

// PrepareWith is [Kernel.Prepare] with options, which name no stream: [Prepared.Launch] does.
func (x *Kernel) PrepareWith(options LaunchOptions, grid, block Dim3, args ...any) (*Prepared, error) {
	if options.Timeout < 0 {
		return nil, refuse(ErrInvalidArgument, "the timeout is %v: pass 0 or more", options.Timeout)
	}
	if options.Stream != nil {
		return nil, refuse(ErrInvalidArgument, "a prepared launch has no stream: pass it to Launch")
	}
	var items []cArg
	var bytes []byte
	for i := range args {
		a, more, err := toArg(args[i], i, bytes)
		if err != nil {
			return nil, err
		}
		bytes = more
		items = append(items, a)
	}
	shape := [7]C.uint32_t{C.uint32_t(grid.X), C.uint32_t(grid.Y), C.uint32_t(grid.Z), C.uint32_t(block.X), C.uint32_t(block.Y),
		C.uint32_t(block.Z), C.uint32_t(options.Shared)}
	var bytesAt unsafe.Pointer
	if len(bytes) > 0 {
		bytesAt = unsafe.Pointer(unsafe.SliceData(bytes))
	}
	var prepared *C.gc_prepared
	var failure *C.gc_error
	code := C.gridcall_go_prepare(x.raw(), &shape[0], bytesAt, C.size_t(len(bytes)), C.uint64_t(options.Timeout),
		(*C.gc_arg)(unsafe.Pointer(unsafe.SliceData(items))), C.size_t(len(items)), &prepared, &failure)
	runtime.KeepAlive(x)
	runtime.KeepAlive(args)
	if code != 0 {
		return nil, takeError(code, failure)
	}
	return newPrepared(prepared), nil
}

// Set replaces an argument, from 0, by a value as [Kernel.Launch] takes it. Launches that are queued keep the old one.
func (x *Prepared) Set(index int, value any) error {
	if index < 0 {
		return refuse(ErrOutOfRange, "argument %d: pass its number, from 0", index)
	}
	a, bytes, err := toArg(value, index, nil)
	if err != nil {
		return err
	}
	var bytesAt unsafe.Pointer
	if len(bytes) > 0 {
		bytesAt = unsafe.Pointer(unsafe.SliceData(bytes))
	}
	var failure *C.gc_error
	code := C.gc_prepared_set_arg(x.raw(), C.size_t(index), (*C.gc_arg)(unsafe.Pointer(&a)), bytesAt, C.size_t(len(bytes)), &failure)
	runtime.KeepAlive(x)
	runtime.KeepAlive(value)
	if code != 0 {
		return takeError(code, failure)
	}
	return nil
}

// Launch queues the prepared launch as it stands, on a stream, or with nil on the default one. [Prepared.LaunchWith] takes another
// shape and other arguments.
func (x *Prepared) Launch(stream *Stream) error {
	var failure *C.gc_error
	code := C.gc_prepared_launch(x.raw(), nil, nil, 0, stream.raw(), &failure)
	runtime.KeepAlive(x)
	runtime.KeepAlive(stream)
	if code != 0 {
		return takeError(code, failure)
	}
	return nil
}
