# SPDX-License-Identifier: Apache-2.0
#
# PyOpenCL's memory pools: what a pool holds and what is in use, at each step; a pool of page-locked memory; and memory without a
# pool.

using GridCall

const COUNT = 1000

const SOURCE = """
__global__ void iota(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
"""

# Closing only queues: handle_collect gives the blocks back to the pool now, so that they are counted.
function show_pool(title, pool)
    GridCall.handle_collect()
    s = GridCall.statistics(pool)
    println(title, ": held ", s.held_blocks, " blocks, ", s.held_bytes, " bytes; active ", s.active_blocks, " blocks, ",
            s.active_bytes, " bytes")
end

origin_of(mem) = GridCall.attribute(mem, :ORIGIN) == Int(GridCall.MEM_ORIGIN_POOL) ? "POOL" : "ALLOCATED"

function main()
    iota = kernel(CodeModule(SOURCE), "iota")

    # MemoryPool: requests are rounded up to a size class, and released blocks are held.
    pool = Pool()
    a, b = DeviceArray{Int32}(undef, COUNT; pool = pool), DeviceArray{UInt8}(undef, 100000; pool = pool)
    show_pool("two blocks", pool)
    close(a)
    show_pool("one released", pool)
    c = DeviceArray{Int32}(undef, COUNT; pool = pool)
    show_pool("allocated again", pool)
    @launch iota grid = 4 block = 256 (c, Int32(COUNT))

    # PooledBuffer in page-locked memory, for an asynchronous copy.
    host_pool = Pool(; place = :HOST)
    host = HostArray{Int32}(undef, COUNT; pool = host_pool)
    stream = Stream()
    copyto!(host, c; stream = stream)
    synchronize(stream)
    println("sum: ", sum(host))
    show_pool("page-locked", host_pool)
    close(host)
    show_pool("page-locked, released", host_pool)

    # free_held, stop_holding
    close(b)
    show_pool("larger one released", pool)
    GridCall.free_held(pool)
    show_pool("free_held", pool)
    GridCall.stop_holding(pool)
    println("memory of the pool: ", origin_of(c.mem))
    close(c)
    show_pool("stop_holding, released", pool)

    # ImmediateAllocator: memory of the driver, without a pool. `free` gives it back before it returns.
    immediate = Mem(COUNT * 4)
    println("memory without a pool: ", origin_of(immediate))
    GridCall.free(immediate)
end

main()
