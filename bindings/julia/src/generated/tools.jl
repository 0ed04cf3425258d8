# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    data(device)

The limits of the blocks of a device's multiprocessors: from its attributes and its compute capability. A
multiprocessor of the CPU device is a core, which holds 8 blocks of any size. Preview: may change in any
release.

Throws a `GridCallError`: `DRIVER`, `FORKED`, `EXITING`.
"""
function data(device::Device)
    out_data = Ref(empty(DeviceData))
    @check LibGridCall.gc_device_get_data(device, out_data)
    return GC.@preserve device DeviceData(out_data[])
end

"""
    alignment(device, word_size, size)

The alignment with which each warp reads whole lines of memory: the bytes that a warp reads if each thread
reads a word, up to a line of 128 bytes; and a size rounded up to it. A row of words that has that size begins
aligned if the one before does. The alignment is a multiple of the word's size. Preview: may change in any
release.

- `word_size`: The bytes that a thread reads at once: 1, 2, 4, 8 or 16.
- `size`: Any size, in bytes.

Returns: The alignment, in bytes. The least multiple of it that is not below `size`, in bytes.

Throws a `GridCallError`: `OUT_OF_RANGE`, `DRIVER`, `FORKED`, `EXITING`.
"""
function alignment(device::Device, word_size::Integer, size::Integer)
    out_alignment = Ref{UInt64}(0)
    out_size = Ref{UInt64}(0)
    @check LibGridCall.gc_device_get_alignment(device, word_size, size, out_alignment, out_size)
    return (Int(out_alignment[]), Int(out_size[]))
end

"""
    device_data_occupancy(threads, shared_size, registers; max_threads = 0, warp_size = 0, warps_per_mp = 0,
        thread_blocks_per_mp = 0, registers_per_mp = 0, registers_per_block = 0, registers_per_thread = 0,
        register_alloc_unit = 0, register_partitions = 0, shared_memory_per_mp = 0, shared_memory_per_block =
        0, system_shared = 0, smem_granularity = 0, smem_alloc_granularity = 0)

The number of blocks of a shape that are resident on a multiprocessor, and what limits them; no device is
asked. For a kernel of a device that is there `occupancy` asks the driver. `INVALID_ARGUMENT`: the block has
more threads, registers or shared memory than one may have. Preview: may change in any release.

- `max_threads`: Most threads of a block.
- `warp_size`: Threads of a warp.
- `warps_per_mp`: Most resident warps of a multiprocessor.
- `thread_blocks_per_mp`: Most resident blocks of a multiprocessor.
- `registers_per_mp`: Registers of a multiprocessor.
- `registers_per_block`: Most registers of a block.
- `registers_per_thread`: Most registers of a thread.
- `register_alloc_unit`: The registers of a warp are a multiple of it.
- `register_partitions`: Parts of a multiprocessor that have registers of their own: a warp's are in one of
  them.
- `shared_memory_per_mp`: Shared memory of a multiprocessor, in bytes.
- `shared_memory_per_block`: Most shared memory of a block, in bytes; above 48 KiB a kernel must ask for it.
- `system_shared`: Shared memory that the system takes from a multiprocessor for each block, in bytes.
- `smem_granularity`: Banks of shared memory: threads that use it at once.
- `smem_alloc_granularity`: The shared memory of a block is a multiple of it, in bytes.
- `threads`: Threads of a block.
- `shared_size`: Shared memory of a block, in bytes, static and dynamic.
- `registers`: Registers of a thread; 0: they do not limit.

Returns: The blocks.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_OPTIONS`.
"""
function device_data_occupancy(
    threads::Integer, shared_size::Integer, registers::Integer; max_threads::Integer = 0,
    warp_size::Integer = 0, warps_per_mp::Integer = 0, thread_blocks_per_mp::Integer = 0,
    registers_per_mp::Integer = 0, registers_per_block::Integer = 0, registers_per_thread::Integer = 0,
    register_alloc_unit::Integer = 0, register_partitions::Integer = 0, shared_memory_per_mp::Integer = 0,
    shared_memory_per_block::Integer = 0, system_shared::Integer = 0, smem_granularity::Integer = 0,
    smem_alloc_granularity::Integer = 0
)
    data_struct = LibGridCall.gc_device_data(
        sizeof(LibGridCall.gc_device_data), max_threads, warp_size, warps_per_mp, thread_blocks_per_mp,
        registers_per_mp, registers_per_block, registers_per_thread, register_alloc_unit, register_partitions,
        shared_memory_per_mp, shared_memory_per_block, system_shared, smem_granularity, smem_alloc_granularity
    )
    out_record = Ref(empty(OccupancyRecord))
    @check LibGridCall.gc_device_data_get_occupancy(Ref(data_struct), threads, shared_size, registers, out_record)
    return OccupancyRecord(out_record[])
end

"""
    context_clear_memo(; context = nothing)

Drops all that `set_memo!` keeps for a context, or for every context. Preview: may change in any release.

- `context`: The context. `nothing`: every context.

Throws a `GridCallError`: `INVALID_HANDLE`.
"""
function context_clear_memo(; context::Union{Nothing,Context} = nothing)
    @check LibGridCall.gc_context_clear_memo(something(context, C_NULL))
    return nothing
end

"""
    defer_cleanup(context, defers)

Defers giving back what is released in a context, so that no call takes time for that. Calls are counted, up
with true and down with false: while the count is not zero nothing goes back to the driver, and at zero all
that waits does. Where memory runs short (an allocation would fail, or a quarter of the device's memory or
65536 objects wait) what waits is given back all the same, and `free` frees at once as always. What waits
keeps a context of the program's own from being destroyed. `INVALID_STATE`: false without a true before.
Preview: may change in any release.

- `defers`: `true` if one more defers, `false` if one less.

Throws a `GridCallError`: `INVALID_STATE`, `FORKED`, `EXITING`.
"""
function defer_cleanup(context::Context, defers::Integer)
    @check LibGridCall.gc_context_defer_cleanup(context, defers)
    return nothing
end
