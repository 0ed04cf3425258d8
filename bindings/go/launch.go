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

// valueTypes has the scalar type of each kind of number, named types too.
var valueTypes = [...]ValueType{
	reflect.Bool: ValueTypeBool, reflect.Int8: ValueTypeInt8, reflect.Uint8: ValueTypeUint8, reflect.Int16: ValueTypeInt16,
	reflect.Uint16: ValueTypeUint16, reflect.Int32: ValueTypeInt32, reflect.Uint32: ValueTypeUint32, reflect.Int64: ValueTypeInt64,
	reflect.Uint64: ValueTypeUint64, reflect.Int: ValueTypeInt64, reflect.Uint: ValueTypeUint64, reflect.Float32: ValueTypeFloat32,
	reflect.Float64: ValueTypeFloat64, reflect.Uintptr: ValueTypePointer,
}

// valueTypeOf says what the elements of memory are to a kernel.
func valueTypeOf(t reflect.Type) ValueType {
	if k := t.Kind(); int(k) < len(valueTypes) && k != reflect.Uintptr {
		return valueTypes[k]
	}
	return ValueTypeUnknown
}

var (
	packagePath    = reflect.TypeFor[Mem]().PkgPath()
	typedMemType   = reflect.TypeFor[typedMem]()
	ndarrayPointer = reflect.TypeFor[*Ndarray]()
)

// Most arguments that a launch takes without an allocation, and the bytes of its struct arguments.
const (
	fewArgs  = 16
	fewBytes = 512
)

// Launch queues a launch on a stream (nil: the default stream). An argument is
//
//   - a number of exactly the size and kind of the kernel's parameter, of a named type too: int32(n) for `int n`. A Go int is
//     refused: it has 8 bytes;
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

// toArg makes an argument of a value. The bytes of a struct are appended to those of the launch. It calls no method of the value:
// through an interface that would send every argument of every launch to the heap.
func toArg(x any, i int, bytes []byte) (cArg, []byte, error) {
	var a cArg
	object := func(kind int32, raw uintptr, of ValueType) {
		a.kind, a.size, a.object, a.valueType = kind, 8, raw, int32(of)
	}
	if m := commonMem(x); m != nil {
		object(C.GRIDCALL_ARG_KIND_MEM, m.mem.Raw(), m.of)
		return a, bytes, nil
	}
	switch v := x.(type) {
	case int32:
		a.kind, a.size, a.bits, a.valueType = C.GRIDCALL_ARG_KIND_SCALAR, 4, uint64(uint32(v)), C.GRIDCALL_VALUE_TYPE_INT32
	case float32:
		a.kind, a.size, a.bits, a.valueType = C.GRIDCALL_ARG_KIND_SCALAR, 4, uint64(math.Float32bits(v)), C.GRIDCALL_VALUE_TYPE_FLOAT32
	case Value:
		a.kind, a.size, a.bits = C.GRIDCALL_ARG_KIND_BYTES, uint32(v.size), uint64(len(bytes))
		bytes = append(bytes, unsafe.Slice((*byte)(v.p), v.size)...)
	case Arg:
		a = v.c()
	case *Mem:
		object(C.GRIDCALL_ARG_KIND_MEM, v.Raw(), ValueTypeUnknown)
	case *Texture:
		object(C.GRIDCALL_ARG_KIND_TEXTURE, v.Raw(), ValueTypeUnknown)
	case *Surface:
		object(C.GRIDCALL_ARG_KIND_SURFACE, v.Raw(), ValueTypeUnknown)
	case *Ndarray:
		object(C.GRIDCALL_ARG_KIND_NDARRAY, v.Raw(), ValueTypeUnknown)
	case *Pipe:
		object(C.GRIDCALL_ARG_KIND_PIPE, v.Raw(), ValueTypeUnknown)
	case HostSlice:
		return a, bytes, refuse(ErrArgumentMismatch, "argument %d is a slice of Go's: pass In, Out and InOut to LaunchStaged", i)
	case nil:
		return a, bytes, refuse(ErrArgumentMismatch, "argument %d is nil: pass a *Slice, a *Mem, or uintptr(0) for a null pointer", i)
	default:
		r := reflect.ValueOf(x)
		if err := setNumber(&a, r, i); err != nil || a.size > 0 {
			return a, bytes, err
		}
		if r.Kind() == reflect.Pointer && r.Type().Elem().PkgPath() == packagePath {
			if r.IsNil() {
				return a, bytes, refuse(ErrInvalidHandle, "argument %d is a nil %v: make it first, or pass uintptr(0) for a null pointer", i, r.Type())
			}
			// A *Slice and an *NdarrayOf begin with what they are without their elements' type.
			if e := r.Elem(); e.Kind() == reflect.Struct && e.NumField() > 0 {
				switch e.Field(0).Type() {
				case typedMemType:
					m := (*typedMem)(r.UnsafePointer())
					object(C.GRIDCALL_ARG_KIND_MEM, m.mem.Raw(), m.of)
					return a, bytes, nil
				case ndarrayPointer:
					object(C.GRIDCALL_ARG_KIND_NDARRAY, (*Ndarray)(e.Field(0).UnsafePointer()).Raw(), ValueTypeUnknown)
					return a, bytes, nil
				}
			}
		}
		return a, bytes, refuse(ErrArgumentMismatch, "argument %d: a %v cannot be an argument: %s", i, reflect.TypeOf(x), instead(r))
	}
	return a, bytes, nil
}

// commonMem returns the memory of slices that most launches have, without reflection; nil for all else.
func commonMem(x any) *typedMem {
	switch v := x.(type) {
	case *Slice[float32]:
		if v != nil {
			return &v.typedMem
		}
	case *Slice[float64]:
		if v != nil {
			return &v.typedMem
		}
	case *Slice[int32]:
		if v != nil {
			return &v.typedMem
		}
	}
	return nil
}

// setNumber makes an argument of a number of any type; its size stays 0 for what is none.
func setNumber(a *cArg, v reflect.Value, i int) error {
	k := v.Kind()
	if int(k) >= len(valueTypes) || valueTypes[k] == 0 {
		return nil
	}
	if k == reflect.Int || k == reflect.Uint {
		return refuse(ErrArgumentMismatch, "argument %d is a Go %v of 8 bytes: use int32 for an int of the kernel, int64 for a long long", i, v.Type())
	}
	a.kind, a.size, a.valueType = C.GRIDCALL_ARG_KIND_SCALAR, uint32(v.Type().Size()), int32(valueTypes[k])
	switch {
	case v.CanInt():
		a.bits = uint64(v.Int()) & (1<<(8*a.size) - 1)
	case v.CanUint():
		a.bits = v.Uint()
	case k == reflect.Float32:
		a.bits = uint64(math.Float32bits(float32(v.Float())))
	case k == reflect.Float64:
		a.bits = math.Float64bits(v.Float())
	case v.Bool():
		a.bits = 1
	}
	return nil
}

// instead says what to pass in place of a value.
func instead(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Slice:
		return "it is in host memory; copy it with SliceOf, or pass In(x), Out(x) or InOut(x) to LaunchStaged"
	case reflect.Struct:
		return "pass ValueOf(&x)"
	case reflect.Pointer:
		return "Go's memory is none of the device; for a struct pass ValueOf(x), for values SliceOf"
	}
	return "use a sized number, a *Mem, a *Slice, a *Texture or ValueOf(&struct)"
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
