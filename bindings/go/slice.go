// SPDX-License-Identifier: Apache-2.0

package gridcall

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Slice is device or page-locked memory of elements of one type, which must hold no pointers.
type Slice[T any] struct {
	mem *Mem
	n   int
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
	return &Slice[T]{mem, n}, nil
}

// NewHostSlice allocates page-locked host memory for n elements: what the async copies take.
func NewHostSlice[T any](context *Context, n int, options *MemHostOptions) (*Slice[T], error) {
	size, err := bytesFor[T](n)
	if err != nil {
		return nil, err
	}
	mem, err := MemAllocHost(context, size, options)
	if err != nil {
		return nil, err
	}
	return &Slice[T]{mem, n}, nil
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
	return &Slice[T]{mem, int(size / max(1, uint64(unsafe.Sizeof(*new(T)))))}, nil
}

func bytesFor[T any](n int) (uint64, error) {
	t := reflect.TypeFor[T]()
	if !plain(t) {
		return 0, refuse(ErrInvalidArgument, "%v holds pointers, which mean nothing on a device", t)
	}
	size := uint64(t.Size())
	if n < 0 || (size > 0 && uint64(n) > (1<<63)/size) {
		return 0, refuse(ErrOutOfRange, "%d elements of %d bytes are no size of memory", n, size)
	}
	return uint64(n) * size, nil
}

func bytesOf[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), uintptr(len(values))*unsafe.Sizeof(*new(T)))
}

// Len returns the number of elements.
func (s *Slice[T]) Len() int { return s.n }

// Mem returns the memory without its element type.
func (s *Slice[T]) Mem() *Mem {
	if s == nil {
		return nil
	}
	return s.mem
}

// Close releases the memory. Closing twice does nothing.
func (s *Slice[T]) Close() {
	if s != nil {
		s.mem.Close()
	}
}

// Upload copies values to its beginning, and returns when they may be changed again.
func (s *Slice[T]) Upload(values []T) error { return s.mem.MemcpyHtoD(0, bytesOf(values), nil) }

// Download copies from its beginning to values.
func (s *Slice[T]) Download(values []T) error { return s.mem.MemcpyDtoH(bytesOf(values), 0, nil) }

// UploadOn is [Slice.Upload] behind what is queued on a stream.
func (s *Slice[T]) UploadOn(stream *Stream, values []T) error {
	return s.mem.MemcpyHtoD(0, bytesOf(values), stream)
}

// DownloadOn is [Slice.Download] behind what is queued on a stream; it returns when the values are there.
func (s *Slice[T]) DownloadOn(stream *Stream, values []T) error {
	return s.mem.MemcpyDtoH(bytesOf(values), 0, stream)
}

// UploadAsync queues a copy of all of from, which is page-locked memory, to its beginning.
func (s *Slice[T]) UploadAsync(from *Slice[T], stream *Stream) error {
	return s.mem.MemcpyHtoDAsync(0, from.Mem(), 0, from.size(), stream)
}

// DownloadAsync queues a copy to all of to, which is page-locked memory: read it after waiting for the stream.
func (s *Slice[T]) DownloadAsync(to *Slice[T], stream *Stream) error {
	return to.mem.MemcpyDtoHAsync(0, s.mem, 0, to.size(), stream)
}

// CopyFrom queues a copy of all of from to its beginning.
func (s *Slice[T]) CopyFrom(from *Slice[T], stream *Stream) error {
	return s.mem.MemcpyDtoD(0, from.Mem(), 0, from.size(), stream)
}

// Fill queues a fill: every element becomes value, of 128 bytes at most.
func (s *Slice[T]) Fill(value T, stream *Stream) error {
	return s.mem.MemsetPattern(0, bytesOf([]T{value}), uint64(s.n), stream)
}

// InPlace returns the elements of page-locked or managed memory where they are: a slice of memory that is not Go's. It may be
// used until the memory is closed, so keep the Slice, and while no queued work uses the elements.
func (s *Slice[T]) InPlace() ([]T, error) {
	address, err := s.mem.HostAddress()
	if err != nil {
		return nil, err
	}
	return inPlace[T](address, s.n)
}

// size returns the bytes of all elements.
func (s *Slice[T]) size() uint64 { return uint64(s.n) * uint64(unsafe.Sizeof(*new(T))) }

// Values returns a copy of every element.
func (s *Slice[T]) Values() ([]T, error) {
	values := make([]T, s.n)
	return values, s.Download(values)
}

// Zero sets every byte to zero.
func (s *Slice[T]) Zero() error {
	return s.mem.MemsetD8(0, 0, s.size(), nil)
}

// Slice returns the part from low to before high. Both see what is written to either.
func (s *Slice[T]) Slice(low, high int) (*Slice[T], error) {
	if err := s.check(low, high); err != nil {
		return nil, err
	}
	size := uint64(unsafe.Sizeof(*new(T)))
	mem, err := s.mem.SubRegion(uint64(low)*size, uint64(high-low)*size)
	if err != nil {
		return nil, err
	}
	return &Slice[T]{mem, high - low}, nil
}

func (s *Slice[T]) check(low, high int) error {
	if low < 0 || high < low || high > s.n {
		return refuse(ErrOutOfRange, "elements %d to %d do not lie in %d elements", low, high, s.n)
	}
	return nil
}

// String describes it.
func (s *Slice[T]) String() string {
	return fmt.Sprintf("gridcall.Slice[%v](%d elements)", reflect.TypeFor[T](), s.n)
}
