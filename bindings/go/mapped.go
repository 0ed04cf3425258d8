// SPDX-License-Identifier: Apache-2.0

//go:build cgo

package gridcall

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Mapped is a part of a [Slice] that the host reads and writes in place for a while. Close it, or Unmap it: the garbage collector
// gives the memory back, but without what was written.
type Mapped[T any] struct {
	mapping *Mapping
	n       int
	stream  *Stream

	mutex  sync.Mutex
	users  int  // calls of InPlace
	closed bool // by Close or Unmap; with users the last of them ends it
}

// Map maps the elements from low to before high, behind the work that is queued on the stream (nil: the default stream).
//
//	mapped, err := x.Map(0, x.Len(), gridcall.MapRead|gridcall.MapWrite, nil)
//	defer mapped.Close()
//	err = mapped.InPlace(func(values []float32) error {
//		values[0]++
//		return nil
//	})
func (s *Slice[T]) Map(low, high int, flags MapFlags, stream *Stream) (*Mapped[T], error) {
	if err := s.check(low, high); err != nil {
		return nil, err
	}
	size := uint64(unsafe.Sizeof(*new(T)))
	mapping, err := s.mem.Map(uint64(low)*size, uint64(high-low)*size, flags, stream)
	if err != nil {
		return nil, err
	}
	return &Mapped[T]{mapping: mapping, n: high - low, stream: stream}, nil
}

// Len returns the number of elements; 0 of nil.
func (m *Mapped[T]) Len() int {
	if m == nil {
		return 0
	}
	return m.n
}

// String describes it.
func (m *Mapped[T]) String() string {
	return fmt.Sprintf("gridcall.Mapped[%v](%d elements)", reflect.TypeFor[T](), m.Len())
}

// Mapping returns the mapping without its element type; nil of nil.
func (m *Mapped[T]) Mapping() *Mapping {
	if m == nil {
		return nil
	}
	return m.mapping
}

// InPlace waits until the host may use the elements, and calls use with them: a slice of memory that is not Go's, of which nothing may
// be kept when use returns. Until then the mapping stays. No queued work may use the elements meanwhile. It returns what use
// returns. Elements that hold a bool are refused, as by [Slice.InPlace].
func (m *Mapped[T]) InPlace(use func(values []T) error) error {
	if err := m.begin(); err != nil {
		return err
	}
	defer m.end()
	event, err := m.mapping.Event()
	if err != nil {
		return err
	}
	defer event.Close()
	if err := event.Synchronize(); err != nil {
		return err
	}
	address, err := m.mapping.Address()
	if err != nil {
		return err
	}
	return useInPlace(address, m.n, use)
}

func (m *Mapped[T]) begin() error {
	if m == nil {
		return refuse(ErrInvalidHandle, "the mapping is nil: make it with Slice.Map")
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.closed {
		return refuse(ErrInvalidState, "the mapping has ended: map it again")
	}
	m.users++
	return nil
}

func (m *Mapped[T]) end() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.users--; m.users == 0 && m.closed {
		_ = m.finish()
	}
}

// finish ends the mapping on its stream, or where that is closed on the default stream.
func (m *Mapped[T]) finish() error {
	defer m.mapping.Close()
	err := m.mapping.Unmap(m.stream)
	if err != nil && m.stream != nil {
		return m.mapping.Unmap(nil)
	}
	return err
}

// Unmap ends the mapping and closes it: work that is queued on the stream from now on sees what was written. While an InPlace uses the
// elements it is refused.
func (m *Mapped[T]) Unmap(stream *Stream) error {
	if err := m.begin(); err != nil {
		return err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.users--; m.users > 0 {
		return refuse(ErrInvalidState, "an InPlace uses the elements: unmap when it has returned")
	}
	if m.closed { // meanwhile
		return m.finish()
	}
	m.closed = true
	err := m.mapping.Unmap(stream)
	m.mapping.Close()
	return err
}

// Close ends the mapping as Unmap does, on the stream of [Slice.Map]; while an InPlace uses the elements, when that returns, and
// reports no failure then. After [Mapped.Unmap] it does nothing.
func (m *Mapped[T]) Close() error {
	if m == nil {
		return nil
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	if m.users == 0 {
		return m.finish()
	}
	return nil
}

// useInPlace is a call with elements at an address that the garbage collector does not know.
func useInPlace[T any](address uint64, n int, use func(values []T) error) error {
	if t := reflect.TypeFor[T](); holdsBool(t) {
		return refuse(ErrInvalidArgument, "%v in place: the bytes of a device may be no bool of Go; use uint8, or copy them", t)
	}
	if align := uint64(unsafe.Alignof(*new(T))); address%align != 0 {
		return refuse(ErrInvalidArgument, "the memory begins at %#x, which is no multiple of %d, the alignment of its elements", address, align)
	}
	at := uintptr(address)
	return use(unsafe.Slice(*(**T)(unsafe.Pointer(&at)), n))
}
