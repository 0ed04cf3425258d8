# SPDX-License-Identifier: Apache-2.0
#
# A pipeline of chunks on two streams: while one chunk is copied another is computed. A task for each stream waits, without
# holding the thread, until a chunk is done, takes its result, and queues the next one.

using GridCall

const STREAMS, CHUNKS, COUNT, BLOCK = 2, 8, 16384, 256

const SOURCE = """
__global__ void step(unsigned *x, unsigned long long *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = x[i] % 1000 + 1;
  atomicAdd(total, x[i]);
}
__global__ void join(unsigned long long *total, const unsigned long long *other) { *total += *other; }
"""

input(chunk, i) = ((chunk * COUNT + i) % UInt32 * 0x9e3779b1) >> 8

# A stream, and the memory of the chunk that is on it.
struct Slot
    stream::Stream
    host::HostArray{UInt32,1}
    device::DeviceArray{UInt32,1}
    total::DeviceArray{UInt64,1}
end
Slot() = Slot(Stream(), HostArray{UInt32}(undef, COUNT), DeviceArray{UInt32}(undef, COUNT), DeviceArray(UInt64[0]))

# Every second chunk, from the first on.
function run_slot(slot, step_kernel, first, sums)
    for chunk in first:STREAMS:(CHUNKS - 1)
        slot.host .= input.(chunk, 0:(COUNT - 1))
        copyto!(slot.device, slot.host; stream = slot.stream)
        @launch step_kernel grid = COUNT ÷ BLOCK block = BLOCK stream = slot.stream (slot.device, slot.total, Int32(COUNT))
        copyto!(slot.host, slot.device; stream = slot.stream)
        wait(slot.stream)
        sums[chunk + 1] = sum(slot.host)
    end
end

function main()
    code = CodeModule(SOURCE)
    step_kernel, join_kernel = kernel(code, "step"), kernel(code, "join")
    slots = [Slot() for _ in 1:STREAMS]
    sums = zeros(UInt64, CHUNKS)
    @sync for (i, slot) in enumerate(slots)
        @async run_slot(slot, step_kernel, i - 1, sums)
    end

    # One stream waits for the other by an event: the host does not.
    first, second = slots
    event = Event()
    GridCall.record(event; stream = second.stream)
    GridCall.wait_event(first.stream, event)
    @launch join_kernel grid = 1 block = 1 stream = first.stream (first.total, second.total)
    synchronize(first.stream)
    total = Array(first.total)[1]

    for (i, sum) in enumerate(sums)
        println("chunk ", i - 1, ": ", sum)
    end
    host_total = sum(input(chunk, i) % 1000 + 1 for chunk in 0:(CHUNKS - 1), i in 0:(COUNT - 1))
    println("total: ", total)
    println("as on the host: ", total == host_total ? "yes" : "no")
end

main()
