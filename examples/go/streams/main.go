// SPDX-License-Identifier: Apache-2.0

// Command streams is a pipeline of chunks on two streams: while one chunk is copied another is computed. A goroutine
// for each stream waits on its channel until a chunk is done, takes its result, and queues the next one.
package main

import (
	"fmt"
	"log"
	"sync"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	streams   = 2
	chunks    = 8
	count     = 16384
	blockSize = 256
)

const source = `__global__ void step(unsigned *x, unsigned long long *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = x[i] % 1000 + 1;
  atomicAdd(total, x[i]);
}
__global__ void join(unsigned long long *total, const unsigned long long *other) { *total += *other; }
`

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func input(chunk, i int) uint32 {
	return uint32(chunk*count+i) * 2654435761 >> 8
}

// slot is a stream, and the memory of the chunk that is on it.
type slot struct {
	stream       *gridcall.Stream
	host, device *gridcall.Slice[uint32]
	total        *gridcall.Slice[uint64]
}

func newSlot(context *gridcall.Context) *slot {
	return &slot{must(gridcall.StreamCreate(context, nil)), must(gridcall.NewHostSlice[uint32](context, count, 0)),
		must(gridcall.NewSlice[uint32](context, count)), must(gridcall.SliceOf(context, []uint64{0}))}
}

func (s *slot) close() {
	s.stream.Close()
	s.host.Close()
	s.device.Close()
	s.total.Close()
}

// run does every second chunk, from the first on.
func (s *slot) run(step *gridcall.Kernel, first int, sums []uint64) {
	for chunk := first; chunk < chunks; chunk += streams {
		check(s.host.InPlace(func(values []uint32) error {
			for i := range values {
				values[i] = input(chunk, i)
			}
			return nil
		}))
		check(s.device.UploadAsync(s.host, s.stream))
		check(step.Launch(s.stream, gridcall.Dim(count/blockSize), gridcall.Dim(blockSize), s.device, s.total, int32(count)))
		check(s.device.DownloadAsync(s.host, s.stream))
		check(<-s.stream.Done())
		check(s.host.InPlace(func(values []uint32) error {
			for _, value := range values {
				sums[chunk] += uint64(value)
			}
			return nil
		}))
	}
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	step, join := must(module.Kernel("step")), must(module.Kernel("join"))
	defer step.Close()
	defer join.Close()

	var sums [chunks]uint64
	var slots [streams]*slot
	var group sync.WaitGroup
	for i := range slots {
		slots[i] = newSlot(context)
		defer slots[i].close()
		group.Add(1)
		go func() {
			defer group.Done()
			slots[i].run(step, i, sums[:])
		}()
	}
	group.Wait()

	// One stream waits for the other by an event: the host does not.
	event := must(gridcall.EventCreate(context, nil))
	defer event.Close()
	check(event.Record(slots[1].stream))
	check(slots[0].stream.WaitEvent(event))
	check(join.Launch(slots[0].stream, gridcall.Dim(1), gridcall.Dim(1), slots[0].total, slots[1].total))
	check(slots[0].stream.Synchronize())
	total, hostTotal := must(slots[0].total.Values())[0], uint64(0)

	for chunk, sum := range sums {
		for i := range count {
			hostTotal += uint64(input(chunk, i)%1000 + 1)
		}
		fmt.Printf("chunk %d: %d\n", chunk, sum)
	}
	answer := "no"
	if total == hostTotal {
		answer = "yes"
	}
	fmt.Printf("total: %d\nas on the host: %s\n", total, answer)
}
