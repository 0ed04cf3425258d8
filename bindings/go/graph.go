// SPDX-License-Identifier: Apache-2.0

package gridcall

// #include <gridcall/gridcall.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// Capture captures what the function queues on this stream, which does not run, and makes a graph of it. Other streams join as
// [Stream.BeginCapture] says. If the function fails or panics the capture ends, and nothing of it is left.
//
//	graph, err := stream.Capture(func() error { return step.Launch(stream, gridcall.Dim(1), gridcall.Dim(32), x) })
func (x *Stream) Capture(queue func() error) (*Graph, error) {
	if err := x.BeginCapture(CaptureModeRelaxed); err != nil {
		return nil, err
	}
	captures := true
	defer func() {
		if !captures {
			return
		}
		if graph, err := x.EndCapture(); err == nil {
			graph.Close()
		}
	}()
	if err := queue(); err != nil {
		return nil, err
	}
	captures = false
	return x.EndCapture()
}

// Set replaces an argument, from 0, of the launch that is node `node`, by a value as [Kernel.Launch] takes it. Launches of the
// graph that are queued keep the old one.
func (x *Graph) Set(node, index int, value any) error {
	if node < 0 || index < 0 {
		return refuse(ErrOutOfRange, "node %d, argument %d: pass their numbers, from 0", node, index)
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
	code := C.gc_graph_set_arg(x.raw(), C.size_t(node), C.size_t(index), (*C.gc_arg)(unsafe.Pointer(&a)), bytesAt,
		C.size_t(len(bytes)), &failure)
	runtime.KeepAlive(x)
	runtime.KeepAlive(value)
	if code != 0 {
		return takeError(code, failure)
	}
	return nil
}
