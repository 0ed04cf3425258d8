// SPDX-License-Identifier: Apache-2.0

package gridcall

import "unsafe"

// Mapped is a part of a [Slice] that the host reads and writes in place for a while.
type Mapped[T any] struct {
	mapping *Mapping
	n       int
}

// Map maps the elements from low to before high, behind the work that is queued on the stream (nil: the default stream).
//
//	mapped, err := x.Map(0, x.Len(), gridcall.MapRead|gridcall.MapWrite, nil)
//	values, err := mapped.InPlace()
//	values[0]++
//	err = mapped.Unmap(nil)
func (s *Slice[T]) Map(low, high int, flags MapFlags, stream *Stream) (*Mapped[T], error) {
	if err := s.check(low, high); err != nil {
		return nil, err
	}
	size := uint64(unsafe.Sizeof(*new(T)))
	mapping, err := s.mem.Map(uint64(low)*size, uint64(high-low)*size, flags, stream)
	if err != nil {
		return nil, err
	}
	return &Mapped[T]{mapping, high - low}, nil
}

// Len returns the number of elements.
func (m *Mapped[T]) Len() int { return m.n }

// Mapping returns the mapping without its element type.
func (m *Mapped[T]) Mapping() *Mapping { return m.mapping }

// InPlace waits until the host may use the elements, and returns them: a slice of memory that is not Go's. It may be used until
// [Mapped.Unmap] or [Mapped.Close], and while no queued work uses the elements.
func (m *Mapped[T]) InPlace() ([]T, error) {
	event, err := m.mapping.Event()
	if err != nil {
		return nil, err
	}
	defer event.Close()
	if err := event.Synchronize(); err != nil {
		return nil, err
	}
	address, err := m.mapping.Address()
	if err != nil {
		return nil, err
	}
	return inPlace[T](address, m.n)
}

// Unmap ends the mapping and closes it: work that is queued on the stream from now on sees what was written.
func (m *Mapped[T]) Unmap(stream *Stream) error {
	err := m.mapping.Unmap(stream)
	m.mapping.Close()
	return err
}

// Close releases the mapping without copying anything back; after [Mapped.Unmap] it does nothing.
func (m *Mapped[T]) Close() {
	if m != nil {
		m.mapping.Close()
	}
}

// inPlace is elements at an address that the garbage collector does not know.
func inPlace[T any](address uint64, n int) ([]T, error) {
	if align := uint64(unsafe.Alignof(*new(T))); address%align != 0 {
		return nil, refuse(ErrInvalidArgument, "the memory begins at %#x, which is no multiple of %d, the alignment of its elements", address, align)
	}
	at := uintptr(address)
	return unsafe.Slice(*(**T)(unsafe.Pointer(&at)), n), nil
}
