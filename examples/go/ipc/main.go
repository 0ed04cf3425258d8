// SPDX-License-Identifier: Apache-2.0

// Command ipc shares one memory between two processes. It starts itself again with the argument `other`, and writes
// the handles of the memory and of an event to its standard input.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"os/exec"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const count = 1024

const source = `__global__ void twice(unsigned *numbers) { numbers[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
`

// A message is sent to the other process.
type message struct {
	Mem    [64]byte
	Offset uint64
	Event  [64]byte
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func sum(mem *gridcall.Mem) uint32 {
	numbers := must(gridcall.SliceFromMem[uint32](mem))
	total := uint32(0)
	for _, number := range must(numbers.Values()) {
		total += number
	}
	return total
}

// other waits for the event, doubles the numbers, and records the event behind that.
func other(context *gridcall.Context) {
	var sent message
	check(binary.Read(os.Stdin, binary.LittleEndian, &sent))
	mem := must(gridcall.MemOpenIpc(context, sent.Mem[:], sent.Offset, 4*count, nil))
	defer mem.Close()
	event := must(gridcall.EventOpenIpc(context, sent.Event[:]))
	defer event.Close()
	stream := must(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	check(stream.WaitEvent(event))
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	twice := must(module.Kernel("twice"))
	defer twice.Close()
	check(twice.Launch(stream, gridcall.Dim(count/128), gridcall.Dim(128), mem))
	check(event.Record(stream))
	check(stream.Synchronize())
	fmt.Println("the other process sees", sum(mem))
}

func first(context *gridcall.Context) {
	numbers := make([]uint32, count)
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	slice := must(gridcall.SliceOf(context, numbers))
	defer slice.Close()
	mem := slice.Mem()
	event := must(gridcall.EventCreate(context, &gridcall.EventOptions{Flags: gridcall.EventInterprocess | gridcall.EventDisableTiming}))
	defer event.Close()
	check(event.Record(nil))
	fmt.Println("this process has", sum(mem))

	handle, offset, err := mem.IpcHandle()
	check(err)
	send := message{Mem: handle, Offset: offset, Event: must(event.IpcHandle())}
	var input bytes.Buffer
	check(binary.Write(&input, binary.LittleEndian, &send))
	child := exec.Command(must(os.Executable()), "other")
	child.Stdin, child.Stdout, child.Stderr = &input, os.Stdout, os.Stderr
	check(child.Run())
	check(event.Synchronize())
	fmt.Println("and so does this one:", sum(mem))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	if len(os.Args) > 1 {
		other(context)
	} else {
		first(context)
	}
}
