# SPDX-License-Identifier: Apache-2.0
#
# Two processes and one memory. The program starts itself again with the argument `other`, and writes the handles of
# the memory and of an event to its standard input.

using GridCall
using GridCall: context_default, event_open_ipc, ipc_handle, mem_alloc, mem_open_ipc, memcpy_dtoh, memcpy_htod, record, wait_event
using GridCall.LibGridCall: GRIDCALL_EVENT_DISABLE_TIMING, GRIDCALL_EVENT_INTERPROCESS

const COUNT = 1024

const SOURCE = """
__global__ void twice(unsigned *numbers) { numbers[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
"""

function total(mem)
    numbers = Vector{UInt32}(undef, COUNT)
    memcpy_dtoh(numbers, mem, 0)
    return Int(sum(numbers))
end

# Waits for the event, doubles the numbers, and records the event behind that.
function other(context)
    mem_handle = read(stdin, 64)
    offset = read(stdin, UInt64)
    event_handle = read(stdin, 64)
    mem = mem_open_ipc(context, mem_handle, offset, 4 * COUNT)
    event = event_open_ipc(context, event_handle)
    stream = Stream(context)
    wait_event(stream, event)
    twice = kernel(CodeModule(SOURCE), "twice")
    @launch twice grid = COUNT ÷ 128 block = 128 stream = stream (mem,)
    record(event; stream)
    synchronize(stream)
    println("the other process sees ", total(mem))
end

function first_process(context)
    mem = mem_alloc(context, 4 * COUNT)
    event = Event(context; flags = GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING)
    memcpy_htod(mem, 0, UInt32.(0:(COUNT - 1)))
    record(event)
    println("this process has ", total(mem))
    flush(stdout)

    mem_handle, offset = ipc_handle(mem)
    event_handle = ipc_handle(event)
    open(`$(Base.julia_cmd()) --project=$(Base.active_project()) $PROGRAM_FILE other`, "w", stdout) do input
        write(input, collect(mem_handle), offset, collect(event_handle))
    end
    synchronize(event)
    println("and so does this one: ", total(mem))
end

let context = context_default()
    isempty(ARGS) ? first_process(context) : other(context)
end
