// SPDX-License-Identifier: Apache-2.0

// Command pyopencl_pool uses memory pools as PyOpenCL does: what a pool holds and what is in use, at each step; a pool of
// page-locked memory; and memory without a pool.
package main

import (
	"fmt"
	"log"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count = 1000
	size  = count * 4
)

const source = `__global__ void iota(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
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

// show prints what a pool has. Close only queues: HandleCollect gives the blocks back to the pool now, so that they are counted.
func show(title string, pool *gridcall.Pool) {
	check(gridcall.HandleCollect())
	s := must(pool.Statistics())
	fmt.Printf("%s: held %d blocks, %d bytes; active %d blocks, %d bytes\n", title, s.HeldBlocks, s.HeldBytes, s.ActiveBlocks,
		s.ActiveBytes)
}

func originOf(mem *gridcall.Mem) gridcall.MemOrigin {
	return gridcall.MemOrigin(must(mem.Attribute(gridcall.MemAttributeOrigin)))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	iota := must(module.Kernel("iota"))
	defer iota.Close()

	// MemoryPool: requests are rounded up to a size class, and released blocks are held.
	pool := must(gridcall.PoolCreate(context, nil))
	defer pool.Close()
	a, b := must(pool.Alloc(size, nil)), must(pool.Alloc(100000, nil))
	show("two blocks", pool)
	a.Close()
	show("one released", pool)
	c := must(pool.Alloc(size, nil))
	show("allocated again", pool)
	check(iota.Launch(nil, gridcall.Dim(4), gridcall.Dim(256), c, int32(count)))

	// PooledBuffer in page-locked memory, for an asynchronous copy.
	hostPool := must(gridcall.PoolCreate(context, &gridcall.PoolOptions{Place: gridcall.MemPlaceHost}))
	defer hostPool.Close()
	host := must(gridcall.SliceFromMem[int32](must(hostPool.Alloc(size, nil))))
	stream := must(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	check(host.Mem().Memcpy(0, c, 0, size, stream))
	check(stream.Synchronize())
	sum := int32(0)
	for _, value := range must(host.Values()) {
		sum += value
	}
	fmt.Println("sum:", sum)
	show("page-locked", hostPool)
	host.Close()
	show("page-locked, released", hostPool)

	// free_held, stop_holding
	b.Close()
	show("larger one released", pool)
	check(pool.FreeHeld())
	show("free_held", pool)
	check(pool.StopHolding())
	fmt.Println("memory of the pool:", originOf(c))
	c.Close()
	show("stop_holding, released", pool)

	// ImmediateAllocator: memory of the driver, without a pool. Free gives it back before it returns.
	immediate := must(gridcall.MemAlloc(context, size))
	fmt.Println("memory without a pool:", originOf(immediate))
	check(immediate.Free())
}
