# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    mem_alloc(context, size)

Allocates device memory, aligned to 256 bytes at least. The content is undefined.

- `context`: The context to allocate in.
- `size`: Its size; not 0, in bytes.

Returns: The memory.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_MEMORY`, `OUT_OF_HOST_MEMORY`,
`DRIVER`, `DEVICE_LOST`, `FORKED`, `EXITING`.
"""
function mem_alloc(context::Context, size::Integer)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_alloc(context, size, out_mem, out_error)
    status == 0 || throw_error(status, out_error[])
    return Mem(out_mem[])
end
mem_alloc(f::Function, arguments...; options...) = with(f, mem_alloc(arguments...; options...))

"""
    mem_alloc_host(context, size; flags = 0)

Allocates page-locked host memory: what the _async copies take, and what kernels can read across the bus. The
content is undefined.

- `context`: The context to allocate in.
- `size`: Its size; not 0, in bytes.
- `flags`: `MEM_HOST_*` bits.

Returns: The memory.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_MEMORY`,
`OUT_OF_HOST_MEMORY`, `DRIVER`, `DEVICE_LOST`, `FORKED`, `EXITING`.
"""
function mem_alloc_host(context::Context, size::Integer; flags::Integer = 0)
    options_struct = LibGridCall.gc_mem_host_options(sizeof(LibGridCall.gc_mem_host_options), flags)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_alloc_host(context, size, Ref(options_struct), out_mem, out_error)
    status == 0 || throw_error(status, out_error[])
    return Mem(out_mem[])
end
mem_alloc_host(f::Function, arguments...; options...) = with(f, mem_alloc_host(arguments...; options...))

"""
    sub_region(mem, offset, size)

A part of a memory, which it keeps alive. Reading and writing either reads and writes the other.

- `mem`: The whole.
- `offset`: Where the part begins, in bytes.
- `size`: Its size; not 0, in bytes.

Returns: The part.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_RANGE`, `OUT_OF_HOST_MEMORY`.
"""
function sub_region(mem::Mem, offset::Integer, size::Integer)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_sub_region(mem, offset, size, out_mem, out_error)
    status == 0 || throw_error(status, out_error[])
    return Mem(out_mem[])
end
sub_region(f::Function, arguments...; options...) = with(f, sub_region(arguments...; options...))

"""
    mem_wrap(context, address, size)

Makes a `Mem` of a device address that another library owns. That library must keep it valid until the `Mem`
and the work that uses it are gone.

- `context`: The context in which the address is valid.
- `address`: The device address; not 0.
- `size`: The size of the memory there; not 0, in bytes.

Returns: The memory.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`,
`OUT_OF_HOST_MEMORY`, `DRIVER`, `DEVICE_LOST`, `FORKED`, `EXITING`.
"""
function mem_wrap(context::Context, address::Integer, size::Integer)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_wrap(context, address, size, out_mem, out_error)
    status == 0 || throw_error(status, out_error[])
    return Mem(out_mem[])
end
mem_wrap(f::Function, arguments...; options...) = with(f, mem_wrap(arguments...; options...))

"""
    address(mem)

The device address, for other libraries. gridcall does not see what they do with it: keep the `Mem` until that
work is done.

- `mem`: The memory.

Returns: The address.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function address(mem::Mem)
    out_address = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_address(mem, out_address, out_error)
    status == 0 || throw_error(status, out_error[])
    return out_address[]
end

"""
    host_address(mem)

The host address of page-locked memory (kind HOST, or a sub-region of it), as a number. Valid until the `Mem`
is released. Wait for the work that writes it before reading.

- `mem`: The memory.

Returns: The address; cast it to a pointer.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
"""
function host_address(mem::Mem)
    out_address = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_host_address(mem, out_address, out_error)
    status == 0 || throw_error(status, out_error[])
    return out_address[]
end

"""
    mem_size(mem)

The size that was asked for.

- `mem`: The memory.

Returns: The size.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function mem_size(mem::Mem)
    out_size = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_size(mem, out_size, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_size[])
end

"""
    kind(mem)

What kind of memory it is.

- `mem`: The memory.

Returns: The kind.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function kind(mem::Mem)
    out_kind = Ref{Int32}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_kind(mem, out_kind, out_error)
    status == 0 || throw_error(status, out_error[])
    return MemKind(out_kind[])
end

"""
    context(mem)

The context of a memory.

- `mem`: The memory.

Returns: The context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_HOST_MEMORY`.
"""
function context(mem::Mem)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_context(mem, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end
