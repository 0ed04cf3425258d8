// SPDX-License-Identifier: Apache-2.0

// Command ring makes a ring of ranks: each sends its number to the next one, then all sum up. Alone it is a ring of one
// rank; `mpirun -n 4 ring ranks` makes one of four, srun and torchrun likewise.
package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"os"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const count = 1024

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func last(mem *gridcall.Mem) int32 {
	var bytes [4]byte
	check(mem.MemcpyDtoH(bytes[:], 4*count-4, nil))
	return int32(binary.NativeEndian.Uint32(bytes[:]))
}

func main() {
	var context *gridcall.Context
	var comm *gridcall.Comm
	if len(os.Args) > 1 {
		// Each rank of a machine takes a GPU of its own.
		comm = must(gridcall.CommFromEnvironment(nil, nil))
		context = must(comm.Context())
	} else {
		context = must(gridcall.ContextDefault())
		comm = must(gridcall.CommCreate(context, nil, 0, 1, nil))
	}
	defer context.Close()
	defer comm.Close()
	rank := uint32(must(comm.Attribute(gridcall.CommAttributeRank)))
	ranks := uint32(must(comm.Attribute(gridcall.CommAttributeCount)))
	mine := must(gridcall.MemAlloc(context, 4*count))
	defer mine.Close()
	received := must(gridcall.MemAlloc(context, 4*count))
	defer received.Close()
	check(gridcall.Fill(mine, 0, rank+1, count, nil))

	// Both directions in one call: a rank that first sent and then received would wait for itself.
	op := gridcall.CommOp{ScalarType: gridcall.ScalarTypeInt32, Count: count, Comm: comm}
	send, receive := op, op
	send.Operation, send.Peer, send.Src = gridcall.CommOperationSend, (rank+1)%ranks, mine
	receive.Operation, receive.Peer, receive.Dst = gridcall.CommOperationRecv, (rank+ranks-1)%ranks, received
	check(gridcall.CommLaunchGroup([]gridcall.CommOp{send, receive}))
	number := last(received)
	if rank == 0 {
		fmt.Printf("ring of %d: rank 0 received %d\n", ranks, number)
	}

	check(comm.AllReduce(mine, 0, mine, 0, count, gridcall.ScalarTypeInt32, gridcall.CommReductionSum, nil))
	number = last(mine)
	if rank == 0 {
		fmt.Println("the sum is", number)
	}
	must(comm.Finalize(0))
}
