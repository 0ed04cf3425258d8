// SPDX-License-Identifier: Apache-2.0

//go:build cgo

package gridcall

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"
)

// Slice is device or page-locked memory of elements of one type, which must hold no pointers.
type Slice[T any] struct {
	typedMem
}

// typedMem is what a Slice of any type has: how a launch knows one.
type typedMem struct {
	mem *Mem
	n   int
	of  ValueType
}

func newSlice[T any](mem *Mem, n int) *Slice[T] {
	return &Slice[T]{typedMem{mem, n, valueTypeOf(reflect.TypeFor[T]())}}
}

// NewSlice allocates device memory for n elements; their content is undefined.
func NewSlice[T any](context *Context, n int) (*Slice[T], error) {
	size, err := bytesFor[T](n)
	if err != nil {
		return nil, err
	}
	mem, err := MemAlloc(context, size)
	if err != nil {
		return nil, err
	}
	return newSlice[T](mem, n), nil
}

// NewPoolSlice takes memory for n elements from a pool, to be used on a stream first, nil: the default stream; their content is
// undefined. Close gives it back to the pool. Of a pool of page-locked memory it is a host slice.
func NewPoolSlice[T any](pool *Pool, n int, stream *Stream) (*Slice[T], error) {
	size, err := bytesFor[T](n)
	if err != nil {
		return nil, err
	}
	mem, err := pool.Alloc(size, stream)
	if err != nil {
		return nil, err
	}
	return newSlice[T](mem, n), nil
}

// NewHostSlice allocates page-locked host memory for n elements: the host side of queued copies. The
// flags may be 0, or MemWriteCombined.
func NewHostSlice[T any](context *Context, n int, flags MemFlags) (*Slice[T], error) {
	size, err := bytesFor[T](n)
	if err != nil {
		return nil, err
	}
	mem, err := MemCreate(context, &MemOptions{Place: MemPlaceHost, Size: size, Flags: flags})
	if err != nil {
		return nil, err
	}
	return newSlice[T](mem, n), nil
}

// SliceOf allocates device memory and copies the values to it.
func SliceOf[T any](context *Context, values []T) (*Slice[T], error) {
	s, err := NewSlice[T](context, len(values))
	if err != nil {
		return nil, err
	}
	if err := s.Upload(values); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// SliceFromMem gives memory an element type: as many elements as fit.
func SliceFromMem[T any](mem *Mem) (*Slice[T], error) {
	if _, err := bytesFor[T](1); err != nil {
		return nil, err
	}
	size, err := mem.Size()
	if err != nil {
		return nil, err
	}
	return newSlice[T](mem, int(size/max(1, uint64(unsafe.Sizeof(*new(T)))))), nil
}

func bytesFor[T any](n int) (uint64, error) {
	t := reflect.TypeFor[T]()
	if !plain(t) {
		return 0, refuse(ErrInvalidArgument, "%v holds pointers, which mean nothing on a device: use numbers, or arrays and structs of them", t)
	}
	size := uint64(t.Size())
	if n < 0 || (size > 0 && uint64(n) > (1<<63)/size) {
		return 0, refuse(ErrOutOfRange, "%d elements of %d bytes are no size of memory: pass 0 to what memory has", n, size)
	}
	return uint64(n) * size, nil
}

func bytesOf[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), uintptr(len(values))*unsafe.Sizeof(*new(T)))
}

// makeBools makes what a device wrote a bool: 1 of every byte that is not 0. Go takes others for neither true nor false.
func makeBools[T any](values []T) {
	t := reflect.TypeFor[T]()
	if !holdsBool(t) {
		return
	}
	at, size := unsafe.Pointer(unsafe.SliceData(values)), t.Size()
	for i := range values {
		makeBool(t, unsafe.Add(at, uintptr(i)*size))
	}
}

func makeBool(t reflect.Type, at unsafe.Pointer) {
	switch t.Kind() {
	case reflect.Bool:
		if b := (*uint8)(at); *b > 1 {
			*b = 1
		}
	case reflect.Array:
		if e := t.Elem(); holdsBool(e) {
			for i := range t.Len() {
				makeBool(e, unsafe.Add(at, uintptr(i)*e.Size()))
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			makeBool(t.Field(i).Type, unsafe.Add(at, t.Field(i).Offset))
		}
	}
}

func holdsBool(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool:
		return true
	case reflect.Array:
		return holdsBool(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsBool(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// Len returns the number of elements; 0 of nil.
func (s *Slice[T]) Len() int {
	if s == nil {
		return 0
	}
	return s.n
}

// Mem returns the memory without its element type; nil of nil, which every call refuses with [ErrInvalidHandle].
func (s *Slice[T]) Mem() *Mem {
	if s == nil {
		return nil
	}
	return s.mem
}

// Close releases the memory. Closing twice, or nil, does nothing. The error is nil.
func (s *Slice[T]) Close() error { return s.Mem().Close() }

// Upload copies values to its beginning, and returns when they may be changed again.
func (s *Slice[T]) Upload(values []T) error { return s.UploadOn(nil, values) }

// Download copies from its beginning to values. A bool is true where the byte is not 0.
func (s *Slice[T]) Download(values []T) error { return s.DownloadOn(nil, values) }

// UploadOn is [Slice.Upload] behind what is queued on a stream.
func (s *Slice[T]) UploadOn(stream *Stream, values []T) error {
	if err := s.fits("Upload", len(values)); err != nil {
		return err
	}
	return s.Mem().MemcpyHtoD(0, bytesOf(values), stream)
}

// DownloadOn is [Slice.Download] behind what is queued on a stream; it returns when the values are there.
func (s *Slice[T]) DownloadOn(stream *Stream, values []T) error {
	if err := s.fits("Download", len(values)); err != nil {
		return err
	}
	defer makeBools(values)
	return s.Mem().MemcpyDtoH(bytesOf(values), 0, stream)
}

// UploadAsync queues a copy of all of from, which is page-locked memory, to its beginning.
func (s *Slice[T]) UploadAsync(from *Slice[T], stream *Stream) error {
	if err := s.fits("UploadAsync", from.Len()); err != nil {
		return err
	}
	return s.Mem().Memcpy(0, from.Mem(), 0, from.size(), stream)
}

// DownloadAsync queues a copy to all of to, which is page-locked memory: read it after waiting for the stream.
func (s *Slice[T]) DownloadAsync(to *Slice[T], stream *Stream) error {
	if err := s.fits("DownloadAsync", to.Len()); err != nil {
		return err
	}
	return to.Mem().Memcpy(0, s.Mem(), 0, to.size(), stream)
}

// CopyFrom queues a copy of all of from to its beginning.
func (s *Slice[T]) CopyFrom(from *Slice[T], stream *Stream) error {
	if err := s.fits("CopyFrom", from.Len()); err != nil {
		return err
	}
	return s.Mem().Memcpy(0, from.Mem(), 0, from.size(), stream)
}

// Fill queues a fill: every element becomes value, of 128 bytes at most.
func (s *Slice[T]) Fill(value T, stream *Stream) error {
	return Fill(s.Mem(), 0, value, uint64(s.Len()), stream)
}

// Fill queues a fill with count copies of value, of 128 bytes at most, from offset on, in bytes: [Mem.Memset] for a value of any type
// without pointers.
func Fill[T any](mem *Mem, offset uint64, value T, count uint64, stream *Stream) error {
	if _, err := bytesFor[T](1); err != nil {
		return err
	}
	return mem.Memset(offset, bytesOf([]T{value}), count, stream)
}

// InPlace calls use with the elements of page-locked or managed memory where they are: a slice of memory that is not Go's, of which
// nothing may be kept when use returns. Until then the memory stays, also when it is closed. No queued work may use the elements
// meanwhile, and no other goroutine, unless all of them read. It returns what use returns.
//
//	err := host.InPlace(func(values []float32) error {
//		values[0] = 1
//		return nil
//	})
//
// Elements that hold a bool are refused, for a device's bytes may be none: use uint8.
func (s *Slice[T]) InPlace(use func(values []T) error) error {
	if err := s.check(0, 0); err != nil {
		return err
	}
	// A part holds the memory: neither Close nor the garbage collector nor Mem.Free takes it away.
	held, err := s.mem.SubRegion(0, s.size(), 0)
	if err != nil {
		return err
	}
	defer held.Close()
	address, err := held.HostAddress()
	if err != nil {
		return err
	}
	return useInPlace(address, s.n, use)
}

// size returns the bytes of all elements.
func (s *Slice[T]) size() uint64 { return uint64(s.Len()) * uint64(unsafe.Sizeof(*new(T))) }

// Values returns a copy of every element.
func (s *Slice[T]) Values() ([]T, error) {
	values := make([]T, s.Len())
	return values, s.Download(values)
}

// ValuesContext is [Slice.Values] behind what is queued on a stream (nil: the default stream), which it waits for as
// [Stream.WaitOrCancel] does.
func (s *Slice[T]) ValuesContext(ctx context.Context, stream *Stream) ([]T, error) {
	values := make([]T, s.Len())
	return values, s.DownloadContext(ctx, stream, values)
}

// DownloadContext is [Slice.DownloadOn], but waits for the stream as [Stream.WaitOrCancel] does.
func (s *Slice[T]) DownloadContext(ctx context.Context, stream *Stream, values []T) error {
	if err := s.check(0, 0); err != nil {
		return err
	}
	if stream == nil {
		of, err := s.mem.Context()
		if err != nil {
			return err
		}
		defer of.Close()
		if stream, err = of.DefaultStream(); err != nil {
			return err
		}
		defer stream.Close()
	}
	if err := stream.WaitOrCancel(ctx); err != nil {
		return err
	}
	return s.DownloadOn(stream, values)
}

// Zero sets every byte to zero.
func (s *Slice[T]) Zero() error {
	return s.Mem().Memset(0, []byte{0}, s.size(), nil)
}

// Slice returns the part from low to before high. Both see what is written to either.
func (s *Slice[T]) Slice(low, high int) (*Slice[T], error) {
	if err := s.check(low, high); err != nil {
		return nil, err
	}
	size := uint64(unsafe.Sizeof(*new(T)))
	mem, err := s.Mem().SubRegion(uint64(low)*size, uint64(high-low)*size, 0)
	if err != nil {
		return nil, err
	}
	return newSlice[T](mem, high-low), nil
}

// fits refuses more elements than there are; of nil, and of what is closed, that is left to the call.
func (s *Slice[T]) fits(call string, n int) error {
	if s != nil && s.mem != nil && !s.mem.self().closed.Load() && n > s.n {
		return refuse(ErrOutOfRange, "%s: %d elements are more than the %d of the slice on the device: pass at most %d", call, n, s.n, s.n)
	}
	return nil
}

func (s *Slice[T]) check(low, high int) error {
	if s == nil {
		return refuse(ErrInvalidHandle, "the slice is nil: make it with NewSlice, NewHostSlice, NewPoolSlice or SliceOf")
	}
	if low < 0 || high < low || high > s.n {
		return refuse(ErrOutOfRange, "elements %d to %d do not lie in %d elements: pass a part of them, low first", low, high, s.n)
	}
	return nil
}

// String describes it.
func (s *Slice[T]) String() string {
	return fmt.Sprintf("gridcall.Slice[%v](%d elements)", reflect.TypeFor[T](), s.Len())
}
