// SPDX-License-Identifier: Apache-2.0

package gridcall

/*
#include <string.h>

#include "launch_config.h"

static gc_status gridcall_go_launch(gc_kernel* kernel, gc_stream* stream, const uint32_t shape[7], const void* bytes,
                                    size_t bytes_size, uint64_t timeout, const gc_arg* args, size_t arg_count,
                                    gc_error** out_error) {
  const gc_launch_config config = gridcall_go_launch_config(shape, bytes, bytes_size, timeout);
  return gc_launch(kernel, &config, args, arg_count, stream, out_error);
}
#cgo noescape gridcall_go_launch
#cgo nocallback gridcall_go_launch
*/
import "C"

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"time"
	"unsafe"
)

// Dim3 is the size of a grid or a block. Y and Z are 1 where they are 0.
type Dim3 struct {
	X, Y, Z uint32
}

// Integer is any whole number.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Dim returns a grid or block of one dimension. A number that does not fit becomes the largest, which every device
// refuses.
func Dim[T Integer](x T) Dim3 { return Dim3{X: dim(x)} }

// Dim2 returns a grid or block of two dimensions.
func Dim2[T Integer](x, y T) Dim3 { return Dim3{dim(x), dim(y), 1} }

// NewDim3 returns a grid or block of three dimensions.
func NewDim3[T Integer](x, y, z T) Dim3 { return Dim3{dim(x), dim(y), dim(z)} }

func dim[T Integer](n T) uint32 {
	if n < 0 || uint64(n) > math.MaxUint32 {
		return math.MaxUint32
	}
	return uint32(n)
}

// Value is a struct (or any plain value) as an argument of a kernel. See [ValueOf].
type Value struct {
	p    unsafe.Pointer
	size uintptr
}

// ValueOf makes an argument of a struct without pointers: kernel.Launch(..., gridcall.ValueOf(&parameters)). The fields must
// lie as the kernel has them.
func ValueOf[T any](v *T) Value {
	if t := reflect.TypeFor[T](); !plain(t) {
		panic(fmt.Sprintf("gridcall.ValueOf: %v holds pointers, which mean nothing on a device", t))
	}
	return Value{unsafe.Pointer(v), unsafe.Sizeof(*v)}
}

// plain says whether a type holds no pointers.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Uint, reflect.Uintptr, reflect.Float32, reflect.Float64, reflect.Complex64,
		reflect.Complex128:
		return true
	}
	return false
}

// ndarrayIn returns the array of an *NdarrayOf, false for anything else. It calls no method of the value, as memOf.
func ndarrayIn(a any) (*Ndarray, bool) {
	switch v := a.(type) {
	case *NdarrayOf[float32]:
		return ndarrayInside(v)
	case *NdarrayOf[float64]:
		return ndarrayInside(v)
	case *NdarrayOf[int32]:
		return ndarrayInside(v)
	case *NdarrayOf[uint32]:
		return ndarrayInside(v)
	case *NdarrayOf[uint8]:
		return ndarrayInside(v)
	case *NdarrayOf[int64]:
		return ndarrayInside(v)
	case *NdarrayOf[uint64]:
		return ndarrayInside(v)
	case *NdarrayOf[int16]:
		return ndarrayInside(v)
	case *NdarrayOf[uint16]:
		return ndarrayInside(v)
	case *NdarrayOf[int8]:
		return ndarrayInside(v)
	case *NdarrayOf[bool]:
		return ndarrayInside(v)
	case *NdarrayOf[complex64]:
		return ndarrayInside(v)
	case *NdarrayOf[complex128]:
		return ndarrayInside(v)
	}
	return nil, false
}

func ndarrayInside[T Number](a *NdarrayOf[T]) (*Ndarray, bool) {
	if a == nil {
		return nil, true
	}
	return a.Ndarray, true
}

// memOf returns the memory of a *Mem or a *Slice and what its elements are, false for anything else. It calls no method of
// the value: through an interface that would send every argument of every launch to the heap.
func memOf(a any) (*Mem, C.gc_value_type, bool) {
	switch v := a.(type) {
	case *Mem:
		return v, C.GRIDCALL_VALUE_TYPE_UNKNOWN, true
	case *Slice[float32]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_FLOAT32, true
	case *Slice[float64]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_FLOAT64, true
	case *Slice[int32]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_INT32, true
	case *Slice[uint32]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_UINT32, true
	case *Slice[uint8]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_UINT8, true
	case *Slice[int64]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_INT64, true
	case *Slice[uint64]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_UINT64, true
	case *Slice[int]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_INT64, true
	case *Slice[uint]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_UINT64, true
	case *Slice[int16]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_INT16, true
	case *Slice[uint16]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_UINT16, true
	case *Slice[int8]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_INT8, true
	case *Slice[bool]:
		return v.Mem(), C.GRIDCALL_VALUE_TYPE_BOOL, true
	}
	t := reflect.TypeOf(a)
	if t == nil || t.Kind() != reflect.Pointer {
		return nil, 0, false
	}
	if e := t.Elem(); e.PkgPath() != packagePath || !strings.HasPrefix(e.Name(), "Slice[") {
		return nil, 0, false
	}
	// A *Slice of another type. All begin with the memory, and an interface's second word is the pointer.
	p := (*[2]unsafe.Pointer)(unsafe.Pointer(&a))[1]
	return (*Slice[byte])(p).Mem(), C.GRIDCALL_VALUE_TYPE_UNKNOWN, true
}

var packagePath = reflect.TypeFor[Mem]().PkgPath()

// Most arguments that a launch takes without an allocation, and the bytes of its struct arguments.
const (
	fewArgs  = 16
	fewBytes = 512
)

// Launch queues a launch on a stream (nil: the default stream). An argument is
//
//   - a number of exactly the size and kind of the kernel's parameter: int32(n) for `int n`. A Go int is refused: it has 8
//     bytes;
//   - memory: a [*Mem] or a [*Slice], of what the kernel's pointer points to; or an address, as a uintptr;
//   - an array, a texture, a surface or a pipe: [*Ndarray], [*NdarrayOf], [*Texture], [*Surface], [*Pipe];
//   - a struct: [ValueOf];
//   - an [Arg] made by hand.
//
// Count, sizes and types are compared with what the kernel takes. Launching copies the values and holds the memory.
func (x *Kernel) Launch(stream *Stream, grid, block Dim3, args ...any) error {
	return x.LaunchShared(stream, grid, block, 0, args...)
}

// LaunchShared is [Kernel.Launch] with bytes of dynamic shared memory for each block.
func (x *Kernel) LaunchShared(stream *Stream, grid, block Dim3, shared uint32, args ...any) error {
	return x.LaunchWith(LaunchOptions{Stream: stream, Shared: shared}, grid, block, args...)
}

// LaunchOptions is what a launch may have beside its shape. The zero value is the default of each.
type LaunchOptions struct {
	// Stream is where the launch is queued; nil: the default stream.
	Stream *Stream
	// Shared is the dynamic shared memory of each block, in bytes.
	Shared uint32
	// Timeout is how long the kernel may run; 0: what GRIDCALL_KERNEL_TIMEOUT says, else without a limit. The CPU
	// device ends a kernel that exceeds it; on a GPU the call that waits for it returns while it still runs. Either is
	// ErrLaunchTimeout.
	Timeout time.Duration
}

// toArg makes an argument of a value. The bytes of a struct are appended to those of the launch.
func toArg(x any, i int, bytes []byte) (cArg, []byte, error) {
	var a cArg
	a.kind = C.GRIDCALL_ARG_KIND_SCALAR
	switch v := x.(type) {
	case int32:
		a.size, a.bits, a.valueType = 4, uint64(uint32(v)), C.GRIDCALL_VALUE_TYPE_INT32
	case float32:
		a.size, a.bits, a.valueType = 4, uint64(math.Float32bits(v)), C.GRIDCALL_VALUE_TYPE_FLOAT32
	case float64:
		a.size, a.bits, a.valueType = 8, uint64(math.Float64bits(v)), C.GRIDCALL_VALUE_TYPE_FLOAT64
	case uint32:
		a.size, a.bits, a.valueType = 4, uint64(v), C.GRIDCALL_VALUE_TYPE_UINT32
	case int64:
		a.size, a.bits, a.valueType = 8, uint64(v), C.GRIDCALL_VALUE_TYPE_INT64
	case uint64:
		a.size, a.bits, a.valueType = 8, v, C.GRIDCALL_VALUE_TYPE_UINT64
	case int16:
		a.size, a.bits, a.valueType = 2, uint64(uint16(v)), C.GRIDCALL_VALUE_TYPE_INT16
	case uint16:
		a.size, a.bits, a.valueType = 2, uint64(v), C.GRIDCALL_VALUE_TYPE_UINT16
	case int8:
		a.size, a.bits, a.valueType = 1, uint64(uint8(v)), C.GRIDCALL_VALUE_TYPE_INT8
	case uint8:
		a.size, a.bits, a.valueType = 1, uint64(v), C.GRIDCALL_VALUE_TYPE_UINT8
	case uintptr:
		a.size, a.bits, a.valueType = 8, uint64(v), C.GRIDCALL_VALUE_TYPE_POINTER
	case bool:
		a.size, a.valueType = 1, C.GRIDCALL_VALUE_TYPE_BOOL
		if v {
			a.bits = 1
		}
	case Value:
		a.kind, a.size, a.bits = C.GRIDCALL_ARG_KIND_BYTES, uint32(v.size), uint64(len(bytes))
		bytes = append(bytes, unsafe.Slice((*byte)(v.p), v.size)...)
	case Arg:
		a = v.c()
	case *Texture:
		a.kind, a.size, a.object = C.GRIDCALL_ARG_KIND_TEXTURE, 8, v.Raw()
	case *Surface:
		a.kind, a.size, a.object = C.GRIDCALL_ARG_KIND_SURFACE, 8, v.Raw()
	case *Ndarray:
		a.kind, a.size, a.object = C.GRIDCALL_ARG_KIND_NDARRAY, 8, v.Raw()
	case *Pipe:
		a.kind, a.size, a.object = C.GRIDCALL_ARG_KIND_PIPE, 8, v.Raw()
	case int, uint:
		return a, bytes, refuse(ErrArgumentMismatch, "argument %d is a Go int of 8 bytes: use int32 for an int of the kernel, int64 for a long long", i)
	default:
		if array, ok := ndarrayIn(x); ok {
			a.kind, a.size, a.object = C.GRIDCALL_ARG_KIND_NDARRAY, 8, array.Raw()
			break
		}
		mem, of, ok := memOf(x)
		if !ok {
			return a, bytes, refuse(ErrArgumentMismatch, "argument %d: a %v cannot be an argument: use a sized number, a *Mem, a *Slice, a *Texture or ValueOf(&struct)",
				i, reflect.TypeOf(x))
		}
		a.kind, a.size, a.object, a.valueType = C.GRIDCALL_ARG_KIND_MEM, 8, mem.Raw(), int32(of)
	}
	return a, bytes, nil
}

// LaunchWith is [Kernel.Launch] with options.
func (x *Kernel) LaunchWith(options LaunchOptions, grid, block Dim3, args ...any) error {
	if options.Timeout < 0 {
		return refuse(ErrInvalidArgument, "the timeout is %v: pass 0 or more", options.Timeout)
	}
	stream := options.Stream
	var few [fewArgs]cArg
	var small [fewBytes]byte
	items, bytes := few[:0], small[:0]
	for i := range args {
		a, more, err := toArg(args[i], i, bytes)
		if err != nil {
			return err
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
	var failure *C.gc_error
	code := C.gridcall_go_launch(x.raw(), stream.raw(), &shape[0], bytesAt, C.size_t(len(bytes)), C.uint64_t(options.Timeout),
		(*C.gc_arg)(unsafe.Pointer(unsafe.SliceData(items))), C.size_t(len(items)), &failure)
	runtime.KeepAlive(x)
	runtime.KeepAlive(stream)
	runtime.KeepAlive(args)
	if code != 0 {
		return takeError(code, failure)
	}
	return nil
}
