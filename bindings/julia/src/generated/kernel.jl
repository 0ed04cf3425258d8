# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    name(kernel)

The name of a kernel, as it was asked for.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function name(kernel::Kernel)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_kernel_get_name(kernel, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    attribute(kernel, attribute)

One attribute of a kernel. `NOT_FOUND` if the driver does not know the number.

Throws a `GridCallError`: `NOT_FOUND`, any launch error (3xx), any driver error.
"""
function attribute(kernel::Kernel, attribute::Union{KernelAttribute,Integer,Symbol})
    out_value = Ref{Int32}(0)
    @check LibGridCall.gc_kernel_get_attribute(kernel, code(KernelAttribute, attribute), out_value)
    return Int(out_value[])
end

"""
    set_attribute!(kernel, attribute, value)

Sets an attribute: `MAX_DYNAMIC_SHARED_SIZE_BYTES` (needed above 48 KiB), `PREFERRED_SHARED_MEMORY_CARVEOUT`,
`CACHE_CONFIG`, `SHARED_CONFIG` or, on the CPU device (UNSUPPORTED on a GPU), `CPU_MODE`. Other numbers are
passed to the driver. It holds for every handle of this kernel.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any
driver error.
"""
function set_attribute!(kernel::Kernel, attribute::Union{KernelAttribute,Integer,Symbol}, value::Integer)
    @check LibGridCall.gc_kernel_set_attribute(kernel, code(KernelAttribute, attribute), value)
    return nothing
end

"""
    occupancy(kernel, block_size, shared_size; flags = 0)

The number of blocks of the kernel that are resident at a time on one multiprocessor. Times
`MULTIPROCESSOR_COUNT` it is the largest grid of a cooperative launch. 0 if no block fits. It is
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags.

- `block_size`: Threads of a block.
- `shared_size`: Dynamic shared memory of a block, in bytes.

Returns: The blocks.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
"""
function occupancy(kernel::Kernel, block_size::Integer, shared_size::Integer; flags = 0)
    out_block_count = Ref{UInt32}(0)
    @check LibGridCall.gc_kernel_get_occupancy(
        kernel, block_size, shared_size, flag_bits(OccupancyFlags, flags), out_block_count
    )
    return Int(out_block_count[])
end

"""
    suggest_block(kernel, shared_size, max_block_size)

A size of block with which the most threads of the kernel are resident, and the smallest grid that fills the
device with such blocks. It is cuOccupancyMaxPotentialBlockSize.

- `shared_size`: Dynamic shared memory of a block, in bytes, whatever its size.
- `max_block_size`: The largest block to suggest, in threads; 0: what the kernel allows.

Returns: Threads of a block. Blocks of the grid.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
"""
function suggest_block(kernel::Kernel, shared_size::Integer, max_block_size::Integer)
    out_block_size = Ref{UInt32}(0)
    out_grid_size = Ref{UInt32}(0)
    @check LibGridCall.gc_kernel_suggest_block(kernel, shared_size, max_block_size, out_block_size, out_grid_size)
    return (Int(out_block_size[]), Int(out_grid_size[]))
end

"""
    param_count(kernel)

The number of parameters. UNSUPPORTED where neither driver (before CUDA 12.4) nor image tells.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function param_count(kernel::Kernel)
    out_count = Ref{Csize_t}(0)
    @check LibGridCall.gc_kernel_get_param_count(kernel, out_count)
    return Int(out_count[])
end

"""
    param(kernel, index)

One parameter of a kernel.

- `index`: From 0, below `param_count`.

Returns: The parameter.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`.
"""
function param(kernel::Kernel, index::Integer)
    out_param = Ref(empty(KernelParam))
    @check LibGridCall.gc_kernel_get_param(kernel, index, out_param)
    return GC.@preserve kernel KernelParam(out_param[])
end
