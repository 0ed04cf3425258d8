# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    mem_alloc(context, size)

Allocates device memory, aligned to 256 bytes. Its content is undefined.

- `size`: Its size, in bytes; not 0.

May block.

Throws a `GridCallError`: `OUT_OF_MEMORY`, any driver error.
"""
function mem_alloc(context::Context, size::Integer)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_mem_alloc(context, size, out_mem)
    return Mem(out_mem[])
end
mem_alloc(f::Function, arguments...; options...) = with(f, mem_alloc(arguments...; options...))

"""
    mem_create(context; flags = 0, place = 0, attach = 0, size = 0, alignment = 0, height = 0, element_size =
        0, content = nothing, completion = nothing, token = 0)

Makes memory of any kind. Without the flag ZERO and without content what it holds is undefined. UNSUPPORTED:
managed memory on a device that has none.

- `flags`: `MEM_*` bits.
- `place`: The place; 0 means `MEM_PLACE_DEVICE`. One of `:DEVICE`, `:HOST`, `:MANAGED`, `:PAGEABLE`.
- `attach`: Managed memory: GLOBAL or HOST; 0 means GLOBAL. One of `:GLOBAL`, `:HOST`, `:SINGLE`.
- `size`: Its size, in bytes, or with a height that of a row; 0: that of its content, and without content it
  is refused.
- `alignment`: A power of two that its address is a multiple of, in bytes, up to 1 GiB; 0: 256, or 4096 for
  ordinary host memory. It is never less than 256.
- `height`: Rows of pitched memory (attribute PITCH), which begin at multiples of 512 bytes; 0: not pitched.
- `element_size`: Pitched memory, in bytes: what a thread reads at once, 4, 8 or 16; 0: 4.
- `content`: The first content, there when the call returns. Not with a height. `nothing`: no content.
- `completion`: Gets `token` when the memory was given back: it is released, with all its parts, no work uses
  it any more, and the driver has it. The library notices that in `completion_wait`, in `handle_collect`, and
  in calls that make an object in the context. `nothing`: none.
- `token`: The token that the completion gets; without a completion 0.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
"""
function mem_create(
    context::Context; flags = 0, place::Union{MemPlace,Integer,Symbol} = 0,
    attach::Union{MemAttachMode,Integer,Symbol} = 0, size::Integer = 0, alignment::Integer = 0,
    height::Integer = 0, element_size::Integer = 0, content::Union{Nothing,DenseArray} = nothing,
    completion::Union{Nothing,Completion} = nothing, token::Integer = 0
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_mem_options(
        sizeof(LibGridCall.gc_mem_options), flag_bits(MemFlags, flags), code(MemPlace, place),
        code(MemAttachMode, attach), size, alignment, height, element_size, 0, pin_bytes!(roots, content),
        byte_count(content), pin_handle!(roots, Ptr{LibGridCall.gc_completion}, completion), token
    )
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_mem_create(context, Ref(options_struct), out_mem)
    return Mem(out_mem[])
end
mem_create(f::Function, arguments...; options...) = with(f, mem_create(arguments...; options...))

"    Mem(context; flags = 0, place = 0, attach = 0, size = 0, alignment = 0, height = 0, element_size = 0, content = nothing, completion = nothing, token = 0)\n\nSee `mem_create`."
Mem(context::Context, arguments...; options...) = mem_create(context, arguments...; options...)
Mem(f::Function, arguments...; options...) = with(f, Mem(arguments...; options...))

"""
    sub_region(mem, offset, size; flags = 0)

A part of a memory, which it keeps alive. Reading and writing either reads and writes the other. It keeps the
promises of its whole, and those that it adds itself.

- `mem`: The whole.
- `offset`: The first byte of the part, in bytes.
- `size`: Its size, in bytes; not 0.
- `flags`: Further promises: bits as `MEM_KERNEL_READ_ONLY` and `MEM_HOST_READ_ONLY`.

Returns: The part.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function sub_region(mem::Mem, offset::Integer, size::Integer; flags = 0)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_mem_create_sub_region(mem, offset, size, flag_bits(MemFlags, flags), out_mem)
    return Mem(out_mem[])
end
sub_region(f::Function, arguments...; options...) = with(f, sub_region(arguments...; options...))

"""
    mem_register(context, host_address, size; flags = 0)

Page-locks host memory of the program, so that kernels take it and `memcpy` copies it while the program goes
on. The program must keep the memory until the `Mem` and the work that uses it are gone, and must not free it
before: `free` ends the registration at once, `close` when the work is done. Any address and size will do.
`ALREADY_REGISTERED`: a part of it is registered or page-locked already.

- `host_address`: The address; not 0.
- `size`: The size of the memory there, in bytes; not 0.
- `flags`: `MEM_REGISTER_*` bits. Several of `:PORTABLE`, `:MAPPED`, `:IO_MEMORY`, `:READ_ONLY`.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `ALREADY_REGISTERED`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver
error.
"""
function mem_register(context::Context, host_address::Integer, size::Integer; flags = 0)
    options_struct = LibGridCall.gc_mem_register_options(
        sizeof(LibGridCall.gc_mem_register_options), flag_bits(MemRegisterFlags, flags)
    )
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_mem_register(context, host_address, size, Ref(options_struct), out_mem)
    return Mem(out_mem[])
end
mem_register(f::Function, arguments...; options...) = with(f, mem_register(arguments...; options...))

"""
    mem_wrap(context, address, size; host_address = 0, flags = 0, completion = nothing, token = 0)

Makes a `Mem` of a device address that another library owns. That library must keep it valid until the `Mem`
and the work that uses it are gone; with the flag OWNED the `Mem` owns it from then on. The driver tells
whether it is device, page-locked or managed memory.

- `context`: The context in which the address is valid.
- `address`: The device address; not 0.
- `size`: The size of the memory there, in bytes; not 0.
- `host_address`: The host address of page-locked memory; 0: the driver is asked for it.
- `flags`: `MEM_WRAP_*` bits. Or `:OWNED`.
- `completion`: Gets `token` when the library is done with the memory: it is released, with all its parts, and
  no work uses it any more. With OWNED it was freed then. The library notices that in `completion_wait`, in
  `handle_collect`, and in calls that make an object in the context. `nothing`: none.
- `token`: The token that the completion gets; without a completion 0.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, any driver error.
"""
function mem_wrap(
    context::Context, address::Integer, size::Integer; host_address::Integer = 0, flags = 0,
    completion::Union{Nothing,Completion} = nothing, token::Integer = 0
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_mem_wrap_options(
        sizeof(LibGridCall.gc_mem_wrap_options), host_address, flag_bits(MemWrapFlags, flags),
        pin_handle!(roots, Ptr{LibGridCall.gc_completion}, completion), token
    )
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_mem_wrap(context, address, size, Ref(options_struct), out_mem)
    return Mem(out_mem[])
end
mem_wrap(f::Function, arguments...; options...) = with(f, mem_wrap(arguments...; options...))

"""
    address(mem)

The device address, for other libraries, for structs and for tables on the device. gridcall does not see what
uses it there: keep the `Mem` until that work is done, or name it with `use_on`. UNSUPPORTED: ordinary host
memory (place PAGEABLE) that this device cannot reach.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function address(mem::Mem)
    out_address = Ref{UInt64}(0)
    @check LibGridCall.gc_mem_get_address(mem, out_address)
    return out_address[]
end

"""
    host_address(mem)

The host address of memory that the host reaches (place HOST, MANAGED or PAGEABLE), as a number. Valid until
the `Mem` is released. Wait for the work that writes it before reading: `mem_wait` does.

Returns: The address; cast it to a pointer.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function host_address(mem::Mem)
    out_address = Ref{UInt64}(0)
    @check LibGridCall.gc_mem_get_host_address(mem, out_address)
    return out_address[]
end

"""
    mem_size(mem)

The size that was asked for.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function mem_size(mem::Mem)
    out_size = Ref{UInt64}(0)
    @check LibGridCall.gc_mem_get_size(mem, out_size)
    return Int(out_size[])
end

"""
    attribute(mem, attribute)

One attribute of memory. `NOT_FOUND` for a number that this library does not know, UNSUPPORTED for an
attribute of managed memory that this is not.

Throws a `GridCallError`: `NOT_FOUND`, `UNSUPPORTED`, any driver error.
"""
function attribute(mem::Mem, attribute::Union{MemAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_mem_get_attribute(mem, code(MemAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    parent(mem)

The memory that a part is a part of. `NOT_FOUND` if the memory is no part.

- `mem`: The part.

Returns: The memory from which `sub_region` made it.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function parent(mem::Mem)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_mem_get_parent(mem, out_mem)
    return Mem(out_mem[])
end

"""
    use_on(mem; stream = nothing)

Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its address is
in a struct, in a table on the device, or was given to another library. Released memory is then not reused
before that work is done. Memory that a launch or a copy names needs no such call.

- `stream`: The stream; of the memory's context. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `WRONG_CONTEXT`, any device error.
"""
function use_on(mem::Mem; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_mem_use(mem, raw_stream(stream))
    return nothing
end

"""
    mem_wait(mem, timeout_nanoseconds)

Waits until no work that was queued so far uses the memory, or the time is up: before the host reads or writes
page-locked, managed or registered memory. Work counts that names it as an argument of kind MEM, in a copy or
a fill, or with `use_on`. A fault of that work is reported by calls on its stream. In a context with more than
62 streams it may wait longer, for all of its work.

- `timeout_nanoseconds`: The longest wait, in nanoseconds; 0 only asks.

Returns: `true` if no queued work uses it, else `false`.

May block.

Throws a `GridCallError`: any device error.
"""
function mem_wait(mem::Mem, timeout_nanoseconds::Integer)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_mem_wait(mem, timeout_nanoseconds, out_done)
    return out_done[] != 0
end

"""
    attach(mem, attach; stream = nothing)

Says who may use managed memory from this point of the stream on. It matters where the device attribute
`CONCURRENT_MANAGED_ACCESS` is 0; elsewhere it is accepted. It is for the whole of a memory, not for a part.
UNSUPPORTED: the memory is not managed.

- `attach`: To whom. One of `:GLOBAL`, `:HOST`, `:SINGLE`.
- `stream`: The stream; of the memory's context. `nothing`: the default stream of the memory's context; not
  for SINGLE.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error.
"""
function attach(mem::Mem, attach::Union{MemAttachMode,Integer,Symbol}; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_mem_attach(mem, code(MemAttachMode, attach), raw_stream(stream))
    return nothing
end

"""
    advise(mem, offset, size, advice; device = nothing)

Tells the driver what to expect of the use of managed memory. Results do not depend on it. UNSUPPORTED: the
memory is not managed.

- `offset`: The first byte of the range, in bytes.
- `size`: Its size, in bytes; not 0.
- `advice`: The expected use. One of `:SET_READ_MOSTLY`, `:UNSET_READ_MOSTLY`, `:SET_PREFERRED_LOCATION`,
  `:UNSET_PREFERRED_LOCATION`, `:SET_ACCESSED_BY`, `:UNSET_ACCESSED_BY`.
- `device`: The device that the advice is about; of the driver of the memory's context. `nothing`: the host.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, any driver error.
"""
function advise(
    mem::Mem, offset::Integer, size::Integer,
    advice::Union{MemAdvice,Integer,Symbol}; device::Union{Nothing,Device} = nothing
)
    @check LibGridCall.gc_mem_advise(mem, offset, size, code(MemAdvice, advice), something(device, C_NULL))
    return nothing
end

"""
    prefetch(mem, offset, size; device = nothing, flags = 0, stream = nothing)

Moves managed memory to a device or to the host before it is used there, queued on a stream. Nothing is done
where it cannot move ahead of its use: if it is not managed, or the device attribute
`CONCURRENT_MANAGED_ACCESS` of its device or of `device` is 0.

- `offset`: The first byte of the range, in bytes.
- `size`: Its size, in bytes; not 0.
- `device`: The destination; of the driver of the memory's context. `nothing`: the host.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, `UNSUPPORTED`, any device
error.
"""
function prefetch(
    mem::Mem, offset::Integer, size::Integer; device::Union{Nothing,Device} = nothing, flags = 0,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_mem_prefetch(
        mem, offset, size, something(device, C_NULL), flag_bits(MemPrefetchFlags, flags), raw_stream(stream)
    )
    return nothing
end

"""
    ipc_handle(mem)

A handle with which another process of the same machine opens the memory (`mem_open_ipc`): 64 bytes, to be
sent there by any means, together with the offset. It is valid while the memory lives: the exporting process
must keep it, and its own work must be ordered with that of the other process (an event with INTERPROCESS
does). `INVALID_ARGUMENT`: only device memory of `mem_create` and `mem_alloc` can be exported, parts of it,
and wrapped memory of cuMemAlloc; a pool's block cannot, for the pool lends it to others once it is released.
The driver may place small allocations in common pages, all of which the other process then maps: keep what it
must not reach in allocations of 2 MiB and more. On the CPU device the first export copies the allocation in
place to memory that processes can share, while kernels may run.

Returns: 64 bytes; the same for all parts of an allocation. The memory's first byte in its allocation, in
bytes.

May block.

Throws a `GridCallError`: `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
"""
function ipc_handle(mem::Mem)
    out_handle = Ref{NTuple{64,UInt8}}()
    out_offset = Ref{UInt64}(0)
    GC.@preserve out_handle @check LibGridCall.gc_mem_get_ipc_handle(
        mem, Base.unsafe_convert(Ptr{NTuple{64,UInt8}}, out_handle), out_offset
    )
    return (out_handle[], Int(out_offset[]))
end

"""
    mem_open_ipc(context, handle, offset, size; flags = 0)

Opens memory of another process. It is the same memory: what one process writes, the other reads, once work is
ordered by an event with INTERPROCESS or by waiting. It may be opened several times. Release it before the
other process releases its own; on the CPU device it stays valid after that, and after the other process has
ended. `INVALID_ARGUMENT`: the handle is none of memory, of this process, or of another device's driver.
`NOT_FOUND`: the CPU device finds that its process has ended or has released the memory. UNSUPPORTED: it is of
another user, or the driver shares no memory.

- `context`: The context to open it in; of the other process's device, or one with peer access to it.
- `handle`: The handle that `ipc_handle` returned in the other process.
- `offset`: Its first byte in the allocation, in bytes: what `ipc_handle` returned, or more.
- `size`: Its size, in bytes; not 0. The allocation must hold it.
- `flags`: `MEM_IPC_*` bits. Or `:LAZY_PEER_ACCESS`.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `NOT_FOUND`, `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
"""
function mem_open_ipc(context::Context, handle::DenseArray, offset::Integer, size::Integer; flags = 0)
    handle_size = byte_count(handle)
    options_struct = LibGridCall.gc_mem_ipc_options(
        sizeof(LibGridCall.gc_mem_ipc_options), flag_bits(MemIpcFlags, flags)
    )
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_mem_open_ipc(context, handle, handle_size, offset, size, Ref(options_struct), out_mem)
    return Mem(out_mem[])
end
mem_open_ipc(f::Function, arguments...; options...) = with(f, mem_open_ipc(arguments...; options...))

"""
    free(mem)

Waits for the work that uses the memory, gives it back before it returns, and ends the handle: what `close`
does later. Once its address was asked for, that is the work of all streams of its context. It also ends a
registration, so that the program may free its memory. `INVALID_STATE`: something else holds it, a part,
another handle or a prepared launch; the handle then stays. If another thread begins to use it meanwhile the
handle ends, `INVALID_STATE` is returned, and the memory goes with its last holder. A part, and a variable of
a module, can only be released (`INVALID_ARGUMENT`).

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, any device error.
"""
function free(mem::Mem)
    @check LibGridCall.gc_mem_free(mem)
    return nothing
end
