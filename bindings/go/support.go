// SPDX-License-Identifier: Apache-2.0

package gridcall

/*
#include <gridcall/gridcall.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"
)

// Lines of a compile log that Error shows.
const fewLines = 10

// Error returns the function that failed and the message, on one line and in Go's words, where Function and Message have C's; where
// there is a compile log, its first lines follow.
func (e *Error) Error() string {
	text := "gridcall: " + e.Message
	if e.Function != "" {
		text = inGo.Replace(e.Function + ": " + e.Message)
	}
	log := strings.TrimRight(e.Log, "\n")
	if log == "" {
		return text
	}
	lines := strings.Split(log, "\n")
	if more := len(lines) - fewLines; more > 0 {
		lines = append(lines[:fewLines], fmt.Sprintf("(%d more lines: Detail returns all)", more))
	}
	return text + "\n" + strings.Join(lines, "\n")
}

// Unwrap returns the status, so that errors.Is(err, gridcall.ErrOutOfMemory) works.
func (e *Error) Unwrap() error { return e.Status }

// Detail returns the error with its notes and the compile log, on several lines.
func (e *Error) Detail() string {
	var b strings.Builder
	text, _, _ := strings.Cut(e.Error(), "\n")
	b.WriteString(text)
	for _, note := range e.Notes {
		b.WriteString("\n  " + note)
	}
	if e.Log != "" {
		b.WriteString("\n" + strings.TrimRight(e.Log, "\n"))
	}
	return b.String()
}

// Error returns the name, "OUT_OF_MEMORY". It makes a Status an error to compare with; Text says what it means.
func (s Status) Error() string { return s.Name() }

// String returns the name of the status.
func (s Status) String() string { return s.Name() }

// refuse is an error of this package, before the library is asked.
func refuse(status Status, format string, args ...any) error {
	return &Error{Status: status, Message: fmt.Sprintf(format, args...), Text: fmt.Sprintf("%v: "+format, append([]any{status}, args...)...)}
}

// cText is text with the NUL that C wants.
func cText(name, text string) ([]byte, error) {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return nil, refuse(ErrInvalidArgument, "`%s` has a NUL at byte %d, where it would end: take it out", name, i)
	}
	b := make([]byte, len(text)+1)
	copy(b, text)
	return b, nil
}

// failed is the error of a call, nil where it worked.
func failed(code C.gc_status, failure *C.gc_error) error {
	if code == 0 {
		return nil
	}
	return takeError(code, failure)
}

// nameOf is the name of a constant, or the number.
func nameOf[T ~int32](v T, names map[T]string) string {
	if name, ok := names[v]; ok {
		return name
	}
	return strconv.Itoa(int(v))
}

// owner is the part of a handle's object that has it released once: by Close, or when the object is collected.
type owner struct {
	closed  atomic.Bool
	cleanup runtime.Cleanup
}

func (o *owner) self() *owner { return o }

// owning is a pointer to an object with an owner in it.
type owning[T any] interface {
	*T
	self() *owner
	Raw() uintptr
}

// own is the object of a handle that is ours; nil for none.
func own[T any, P owning[T]](x P, release func(raw uintptr)) P {
	if x.Raw() == 0 {
		return nil
	}
	x.self().cleanup = runtime.AddCleanup((*T)(x), release, x.Raw())
	return x
}

// borrow is the object of a handle that somebody else releases.
func borrow[T any, P owning[T]](x P) P {
	x.self().closed.Store(true)
	return x
}

func closeOnce[T any, P owning[T]](x P, release func(raw uintptr)) error {
	if x != nil && !x.self().closed.Swap(true) {
		x.self().cleanup.Stop()
		release(x.Raw())
		runtime.KeepAlive(x)
	}
	return nil
}

// handleText names an object: gridcall.Stream(7), by the number that all its handles have in common.
func handleText[T any](x *T) string {
	kind := reflect.TypeFor[T]().String()
	if x == nil {
		return kind + "(nil)"
	}
	if of, ok := any(x).(interface{ Identity() (uint64, error) }); ok {
		if identity, err := of.Identity(); err == nil {
			return fmt.Sprintf("%s(%d)", kind, identity)
		}
	}
	return kind + "(closed)"
}

// nanoseconds is a time limit as C has it: one below 0 is over, and the greatest has no end.
func nanoseconds(d time.Duration) C.uint64_t {
	switch {
	case d < 0:
		return 1
	case d == math.MaxInt64:
		return math.MaxUint64
	}
	return C.uint64_t(d)
}

// arena is C memory for what an options struct points to, for one call. cgo forbids a struct in Go memory to point to
// other Go memory.
type arena struct {
	blocks []unsafe.Pointer
	pinner runtime.Pinner
}

func (a *arena) alloc(size C.size_t) unsafe.Pointer {
	p := C.calloc(1, size) // cgo panics where C would return NULL
	a.blocks = append(a.blocks, p)
	return p
}

func (a *arena) free() {
	for _, p := range a.blocks {
		C.free(p)
	}
	a.pinner.Unpin()
}

// pin is for memory that the library writes: it gets Go's own, which stays where it is until free.
func (a *arena) pin(b []byte) unsafe.Pointer {
	a.pinner.Pin(unsafe.SliceData(b))
	return unsafe.Pointer(unsafe.SliceData(b))
}

func (a *arena) text(name, text string) (*C.char, error) {
	b, err := cText(name, text)
	if err != nil {
		return nil, err
	}
	return (*C.char)(a.bytes(b)), nil
}

func (a *arena) bytes(b []byte) unsafe.Pointer {
	p := a.alloc(C.size_t(len(b)))
	copy(unsafe.Slice((*byte)(p), len(b)), b)
	return p
}

func (a *arena) texts(name string, texts []string) (**C.char, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	p := (**C.char)(a.alloc(C.size_t(len(texts)) * C.size_t(unsafe.Sizeof((*C.char)(nil)))))
	for i, text := range texts {
		c, err := a.text(name, text)
		if err != nil {
			return nil, err
		}
		unsafe.Slice(p, len(texts))[i] = c
	}
	return p, nil
}

// fixedText puts text into an array of C's, with its NUL.
func fixedText(name string, array []C.char, text string) error {
	b, err := cText(name, text)
	if err != nil {
		return err
	}
	if len(b) > len(array) {
		return refuse(ErrInvalidArgument, "`%s` has %d bytes, %d fit: pass a shorter text", name, len(b)-1, len(array)-1)
	}
	for i, c := range b {
		array[i] = C.char(c)
	}
	return nil
}

// arrayText is the text in an array of C's, up to its NUL.
func arrayText(array []C.char) string {
	var b strings.Builder
	for _, c := range array {
		if c == 0 {
			break
		}
		b.WriteByte(byte(c))
	}
	return b.String()
}
