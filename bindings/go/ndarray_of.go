// SPDX-License-Identifier: Apache-2.0

//go:build cgo

package gridcall

import (
	"reflect"
	"unsafe"
)

// Number is a Go type that is a scalar type of arrays, or one that is made of it, `type Kelvin float32`.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64 | ~complex64 | ~complex128 | ~bool
}

var scalarTypes = map[reflect.Kind]ScalarType{
	reflect.Int8: ScalarTypeInt8, reflect.Uint8: ScalarTypeUint8, reflect.Int16: ScalarTypeInt16, reflect.Uint16: ScalarTypeUint16,
	reflect.Int32: ScalarTypeInt32, reflect.Uint32: ScalarTypeUint32, reflect.Int64: ScalarTypeInt64, reflect.Uint64: ScalarTypeUint64,
	reflect.Float32: ScalarTypeFloat32, reflect.Float64: ScalarTypeFloat64, reflect.Complex64: ScalarTypeComplex64,
	reflect.Complex128: ScalarTypeComplex128, reflect.Bool: ScalarTypeBool,
}

// ScalarTypeOf returns the scalar type of a Go type.
func ScalarTypeOf[T Number]() ScalarType { return scalarTypes[reflect.TypeFor[T]().Kind()] }

// ScalarOf makes a number for [Ndarray.Apply], as x, y and so on.
func ScalarOf[T Number](value T) Scalar {
	s := Scalar{ScalarType: ScalarTypeOf[T]()}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&s.Bits)), unsafe.Sizeof(s.Bits)), bytesOf([]T{value}))
	return s
}

// ScalarsOf makes the numbers for [Ndarray.Apply], as x, y and so on, of one type.
func ScalarsOf[T Number](values ...T) []Scalar {
	scalars := make([]Scalar, len(values))
	for i, value := range values {
		scalars[i] = ScalarOf(value)
	}
	return scalars
}

// Ndarrays makes the inputs for [Ndarray.Apply], as a, b and so on: of a *[Ndarray] and a *[NdarrayOf] of any type.
func Ndarrays(arrays ...interface{ untyped() *Ndarray }) []*Ndarray {
	inputs := make([]*Ndarray, len(arrays))
	for i, array := range arrays {
		if array != nil {
			inputs[i] = array.untyped()
		}
	}
	return inputs
}

func (x *Ndarray) untyped() *Ndarray { return x }

// NdarrayOf is an [Ndarray] whose elements are T. It is one too: Copy, Apply, Reduce and the attributes are that one's.
type NdarrayOf[T Number] struct {
	*Ndarray
}

// NewNdarrayOf makes an array of zeros, in C's order.
func NewNdarrayOf[T Number](context *Context, shape ...uint64) (*NdarrayOf[T], error) {
	n, err := NdarrayCreate(context, &NdarrayOptions{ScalarType: ScalarTypeOf[T](), Shape: shape, MemFlags: MemZero})
	if err != nil {
		return nil, err
	}
	return &NdarrayOf[T]{n}, nil
}

// NdarrayOfValues makes an array of the values, in C's order.
func NdarrayOfValues[T Number](context *Context, values []T, shape ...uint64) (*NdarrayOf[T], error) {
	n, err := NdarrayFromHost(context, bytesOf(values), &NdarrayOptions{ScalarType: ScalarTypeOf[T](), Shape: shape})
	if err != nil {
		return nil, err
	}
	return &NdarrayOf[T]{n}, nil
}

func (a *NdarrayOf[T]) untyped() *Ndarray {
	if a == nil {
		return nil
	}
	return a.Ndarray
}

func refuseNilArray() error {
	return refuse(ErrInvalidHandle, "the array is nil: make it with NewNdarrayOf or NdarrayOfValues")
}

// Values copies all elements, in C's order.
func (a *NdarrayOf[T]) Values() ([]T, error) {
	if a == nil {
		return nil, refuseNilArray()
	}
	count, err := a.Attribute(NdarrayAttributeCount)
	if err != nil {
		return nil, err
	}
	values := make([]T, count)
	defer makeBools(values)
	return values, a.CopyToHost(bytesOf(values), nil, nil)
}

// Close releases it. Closing twice, or nil, does nothing. The error is nil.
func (a *NdarrayOf[T]) Close() error {
	return a.untyped().Close()
}

// String names it for people, as [Ndarray.String].
func (a *NdarrayOf[T]) String() string {
	return a.untyped().String()
}

// Part is a part by NumPy's slices, which shares its memory.
func (a *NdarrayOf[T]) Part(slices ...AxisSlice) (*NdarrayOf[T], error) {
	if a == nil {
		return nil, refuseNilArray()
	}
	n, err := a.Slice(slices)
	if err != nil {
		return nil, err
	}
	return &NdarrayOf[T]{n}, nil
}

// Transposed has the dimensions in reverse order, and shares its memory.
func (a *NdarrayOf[T]) Transposed() (*NdarrayOf[T], error) {
	if a == nil {
		return nil, refuseNilArray()
	}
	n, err := a.Transpose(nil)
	if err != nil {
		return nil, err
	}
	return &NdarrayOf[T]{n}, nil
}

// SetAll sets every element, queued on a stream.
func (a *NdarrayOf[T]) SetAll(value T, stream *Stream) error {
	if a == nil {
		return refuseNilArray()
	}
	return a.Fill(bytesOf([]T{value}), stream)
}

// Reduced is the reduction of all elements.
func (a *NdarrayOf[T]) Reduced(reduction Reduction) (T, error) {
	var zero T
	if a == nil {
		return zero, refuseNilArray()
	}
	mem, err := a.Mem()
	if err != nil {
		return zero, err
	}
	defer mem.Close()
	context, err := mem.Context()
	if err != nil {
		return zero, err
	}
	defer context.Close()
	one, err := NewNdarrayOf[T](context)
	if err != nil {
		return zero, err
	}
	defer one.Close()
	if err := one.Reduce(a.Ndarray, reduction, nil, nil); err != nil {
		return zero, err
	}
	values, err := one.Values()
	if err != nil {
		return zero, err
	}
	return values[0], nil
}
