// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

// gate is a kernel that runs until it is opened.
type gate struct {
	kernel *gridcall.Kernel
	mem    *gridcall.Mem
	flag   *int32
}

func newGate(t *testing.T, on *gridcall.Context, module *gridcall.Module) *gate {
	mem := must[*gridcall.Mem](t)(gridcall.MemCreate(on, &gridcall.MemOptions{Place: gridcall.MemPlaceHost, Size: 64}))
	address := must[uint64](t)(mem.HostAddress())
	g := &gate{kernelOf(t, module, "wait_for"), mem, *(**int32)(unsafe.Pointer(&address))}
	g.open()
	check(t, g.kernel.Launch(nil, gridcall.Dim(1), gridcall.Dim(1), mem))
	check(t, on.Synchronize())
	atomic.StoreInt32(g.flag, 0)
	return g
}

func (g *gate) shut(t *testing.T, stream *gridcall.Stream) {
	check(t, g.kernel.Launch(stream, gridcall.Dim(1), gridcall.Dim(1), g.mem))
}
func (g *gate) open() { atomic.StoreInt32(g.flag, 1) }

func newStream(t *testing.T, on *gridcall.Context) *gridcall.Stream {
	return must[*gridcall.Stream](t)(gridcall.StreamCreate(on, &gridcall.StreamOptions{Flags: gridcall.StreamNonBlocking}))
}

func TestDone(t *testing.T) {
	on, module := setup(t)
	g := newGate(t, on, module)
	busy, idle := newStream(t, on), newStream(t, on)
	check(t, <-idle.Done())
	g.shut(t, busy)
	first := busy.Done()
	check(t, <-idle.Done()) // while another is outstanding
	select {
	case err := <-first:
		t.Fatal("done before the work is: ", err)
	case <-time.After(30 * time.Millisecond):
	}
	g.open()
	check(t, <-first)
	if _, open := <-first; open {
		t.Error("the channel is not closed")
	}
	busy.Close()
	wants(t, <-busy.Done(), gridcall.ErrInvalidHandle)
	var none *gridcall.Stream
	wants(t, <-none.Done(), gridcall.ErrInvalidHandle)
}

func TestWaitEndsWithItsContext(t *testing.T) {
	on, module := setup(t)
	g := newGate(t, on, module)
	stream := newStream(t, on)
	g.shut(t, stream)
	limited, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := stream.Wait(limited); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	over, end := context.WithCancelCause(context.Background())
	reason := errors.New("no longer wanted")
	end(reason)
	if err := stream.Wait(over); !errors.Is(err, reason) {
		t.Fatal(err)
	}
	g.open()
	check(t, stream.Wait(context.Background()))
}

// The fault is that of the work before, and comes once; what is queued behind it is another's.
func TestWaitReportsTheFault(t *testing.T) {
	on, _ := setup(t)
	device := must[*gridcall.Device](t)(on.Device())
	if must[gridcall.DeviceKind](t)(device.Kind()) == gridcall.DeviceKindGPU {
		t.Skip("a GPU would be lost")
	}
	module := must[*gridcall.Module](t)(gridcall.ModuleFromSource(on, "__global__ void fault(int *x) { *(volatile int *)16 = *x; }", nil))
	stream := newStream(t, on)
	mem := must[*gridcall.Mem](t)(gridcall.MemAlloc(on, 4))
	check(t, kernelOf(t, module, "fault").Launch(stream, gridcall.Dim(1), gridcall.Dim(1), mem))
	wants(t, stream.Wait(context.Background()), gridcall.ErrIllegalAddress)
	check(t, stream.Wait(context.Background()))
}

func TestManyWait(t *testing.T) {
	on, _ := setup(t)
	mem := must[*gridcall.Mem](t)(gridcall.MemAlloc(on, 4096))
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			stream, err := gridcall.StreamCreate(on, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer stream.Close()
			for range 200 {
				if err := mem.Memset(0, []byte{1}, 4096, stream); err != nil {
					t.Error(err)
				}
				if err := stream.Wait(context.Background()); err != nil {
					t.Error(err)
				}
				stream.Done() // nobody reads it
			}
		}()
	}
	all.Wait()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left, %d were there", runtime.NumGoroutine(), before)
}
