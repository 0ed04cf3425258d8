# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    mem_alloc(context, size)

Allocates device memory, aligned to 256 bytes at least. The content is undefined.

- `context`: The context to allocate in.
- `size`: Its size, in bytes; not 0.

Returns: The memory.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_MEMORY`, any driver error.
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
- `size`: Its size, in bytes; not 0.
- `flags`: `MEM_HOST_*` bits.

Returns: The memory.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_MEMORY`, any driver
error.
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
- `size`: Its size, in bytes; not 0.

Returns: The part.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_RANGE`.
"""
function sub_region(mem::Mem, offset::Integer, size::Integer)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_create_sub_region(mem, offset, size, out_mem, out_error)
    status == 0 || throw_error(status, out_error[])
    return Mem(out_mem[])
end
sub_region(f::Function, arguments...; options...) = with(f, sub_region(arguments...; options...))

"""
    mem_wrap(context, address, size; host_address = 0)

Makes a `Mem` of a device address that another library owns. That library must keep it valid until the `Mem`
and the work that uses it are gone.

- `context`: The context in which the address is valid.
- `address`: The device address; not 0.
- `size`: The size of the memory there, in bytes; not 0.
- `host_address`: The host address of page-locked memory; 0: the driver is asked for it.

Returns: The memory.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_RANGE`,
`WRONG_CONTEXT`, any driver error.
"""
function mem_wrap(context::Context, address::Integer, size::Integer; host_address::Integer = 0)
    options_struct = LibGridCall.gc_mem_wrap_options(sizeof(LibGridCall.gc_mem_wrap_options), host_address)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_mem_wrap(context, address, size, Ref(options_struct), out_mem, out_error)
    status == 0 || throw_error(status, out_error[])
    return Mem(out_mem[])
end
mem_wrap(f::Function, arguments...; options...) = with(f, mem_wrap(arguments...; options...))

"""
    address(mem)

The device address, for other libraries, for structs and for tables on the device. gridcall does not see what
uses it there: keep the `Mem` until that work is done, or name it with `use_on`.

- `mem`: The memory.

Returns: The address.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function address(mem::Mem)
    out_address = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_get_address(mem, out_address, out_error)
    status == 0 || throw_error(status, out_error[])
    return out_address[]
end

"""
    host_address(mem)

The host address of page-locked memory (place HOST), as a number. Valid until the `Mem` is released. Wait for
the work that writes it before reading.

- `mem`: The memory.

Returns: The address; cast it to a pointer.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
"""
function host_address(mem::Mem)
    out_address = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_get_host_address(mem, out_address, out_error)
    status == 0 || throw_error(status, out_error[])
    return out_address[]
end

"""
    mem_size(mem)

The size that was asked for.

- `mem`: The memory.

Returns: The size, in bytes.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function mem_size(mem::Mem)
    out_size = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_get_size(mem, out_size, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_size[])
end

"""
    attribute(mem, attribute)

One attribute of memory. `NOT_FOUND` for a number that this library does not know.

- `mem`: The memory.
- `attribute`: Which one.

Returns: Its value.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`.
"""
function attribute(mem::Mem, attribute::Union{MemAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_mem_get_attribute(mem, code(MemAttribute, attribute), out_value, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_value[])
end

"""
    use_on(mem; stream = nothing)

Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its address is
in a struct, in a table on the device, or was given to another library. Released memory is then not reused
before that work is done. Memory that a launch or a copy names needs no such call.

- `mem`: The memory.
- `stream`: The stream; of the memory's context. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `WRONG_CONTEXT`, any device error.
"""
function use_on(mem::Mem; stream::Union{Nothing,Stream} = nothing)
    out_error = no_error()
    status = LibGridCall.gc_mem_use(mem, something(stream, C_NULL), out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end
