// SPDX-License-Identifier: Apache-2.0

package gridcall

/*
#include <gridcall/preview.h>

static gc_status gridcall_go_set_memo(gc_context* context, const void* key, size_t key_size, uintptr_t handle,
                                      gc_error** out_error) {
  return gc_context_set_memo(context, key, key_size, (const void*)handle, 0, out_error);
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// Memoized is what [Memoize] can keep.
type Memoized interface {
	*Module | *Kernel | *Program | *Mem | *Stream | *Event | *Prepared
	Raw() uintptr
}

// Memoize returns the object that is kept for a context under a key; the first call makes it. It is kept until
// [ContextClearMemo]. Each call returns an object of its own, to be closed. Two goroutines that are first at once both make one.
//
//	kernel, err := gridcall.Memoize(context, "twice", func() (*gridcall.Kernel, error) { return module.Kernel("twice") })
func Memoize[T Memoized](context *Context, key string, make func() (T, error)) (T, error) {
	var none T
	// With the type, so that no handle comes back as another one.
	bytes := []byte(fmt.Sprintf("%T:%s", none, key))
	at, size := unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes))
	var handle, value C.uint64_t
	var found C.int32_t
	var failure *C.gc_error
	code := C.gc_context_get_memo(context.raw(), at, size, &handle, &value, &found, &failure)
	runtime.KeepAlive(context)
	if code != 0 {
		return none, takeError(code, failure)
	}
	if handle != 0 {
		return adopt[T](uintptr(handle)), nil
	}
	made, err := make()
	if err != nil {
		return none, err
	}
	code = C.gridcall_go_set_memo(context.raw(), at, size, C.uintptr_t(made.Raw()), &failure)
	runtime.KeepAlive(context)
	runtime.KeepAlive(made)
	if code != 0 {
		return none, takeError(code, failure)
	}
	return made, nil
}

func adopt[T Memoized](raw uintptr) T {
	var kind T
	var made any
	switch any(kind).(type) {
	case *Module:
		made = AdoptModule(raw)
	case *Kernel:
		made = AdoptKernel(raw)
	case *Program:
		made = AdoptProgram(raw)
	case *Mem:
		made = AdoptMem(raw)
	case *Stream:
		made = AdoptStream(raw)
	case *Event:
		made = AdoptEvent(raw)
	case *Prepared:
		made = AdoptPrepared(raw)
	}
	return made.(T)
}
