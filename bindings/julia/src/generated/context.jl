# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    context_default()

The context on the device that the user or the machine chooses: the environment variable `GRIDCALL_DEVICE`,
else `CUDA_DEVICE`, else the file ~/.cuda-device or ~/.cuda_device (each as `device_find` takes it), else the
first GPU on which a context can be made, else the CPU device. `device_reason` says which it was and why.

May block.

Throws a `GridCallError`: `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `OUT_OF_MEMORY`, any driver error.
"""
function context_default()
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    @check LibGridCall.gc_context_get_default(out_context)
    return Context(out_context[])
end
context_default(f::Function, arguments...; options...) = with(f, context_default(arguments...; options...))

"""
    context_primary(device; flags = 0, sched = 0)

A handle of the primary context of a device. All handles of it are of one context: memory of either works with
the other.

- `flags`: `CONTEXT_*` bits. Several of `:MAP_HOST`, `:LMEM_RESIZE_TO_MAX`.
- `sched`: The way in which the host waits. One of `:AUTO`, `:SPIN`, `:YIELD`, `:BLOCKING_SYNC`.

May block.

Throws a `GridCallError`: `NO_DEVICE`, `OUT_OF_MEMORY`, any driver error.
"""
function context_primary(device::Device; flags = 0, sched::Union{ContextSched,Integer,Symbol} = 0)
    options_struct = LibGridCall.gc_context_options(
        sizeof(LibGridCall.gc_context_options), flag_bits(ContextFlags, flags), code(ContextSched, sched), 0
    )
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    @check LibGridCall.gc_context_get_primary(device, Ref(options_struct), out_context)
    return Context(out_context[])
end
context_primary(f::Function, arguments...; options...) = with(f, context_primary(arguments...; options...))

"""
    context_create(device; flags = 0, sched = 0)

Makes a context of the program's own on a device. It has a default stream, limits and a kernel heap of its
own. It does not protect other contexts: after a kernel's fault on a GPU every context of the process fails,
on all GPUs (`DEVICE_LOST`). When its last handle and the last object made in it are released and their work
is done, it is destroyed. Making one takes a GPU some 100 ms and some 100 MiB.

- `flags`: `CONTEXT_*` bits. Several of `:MAP_HOST`, `:LMEM_RESIZE_TO_MAX`.
- `sched`: The way in which the host waits. One of `:AUTO`, `:SPIN`, `:YIELD`, `:BLOCKING_SYNC`.

May block.

Throws a `GridCallError`: `NO_DEVICE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
"""
function context_create(device::Device; flags = 0, sched::Union{ContextSched,Integer,Symbol} = 0)
    options_struct = LibGridCall.gc_context_options(
        sizeof(LibGridCall.gc_context_options), flag_bits(ContextFlags, flags), code(ContextSched, sched), 0
    )
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    @check LibGridCall.gc_context_create(device, Ref(options_struct), out_context)
    return Context(out_context[])
end
context_create(f::Function, arguments...; options...) = with(f, context_create(arguments...; options...))

"    Context(device; flags = 0, sched = 0)\n\nSee `context_create`."
Context(device::Device, arguments...; options...) = context_create(device, arguments...; options...)
Context(f::Function, arguments...; options...) = with(f, Context(arguments...; options...))

"""
    context_wrap(device, native)

A handle of a context that another library made: its CUcontext. It is not destroyed; its owner must keep it
until everything that was made in it here is released and `handle_collect` has returned after that. What is
the device's primary context, or known already, is that context. The CPU device refuses a number that is no
context of its own; a GPU's driver may end the process with one.

- `device`: The device of the context.
- `native`: The CUcontext.

May block.

Throws a `GridCallError`: `NO_DEVICE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, `WRONG_CONTEXT`, any driver error.
"""
function context_wrap(device::Device, native::Integer)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    @check LibGridCall.gc_context_wrap(device, native, out_context)
    return Context(out_context[])
end
context_wrap(f::Function, arguments...; options...) = with(f, context_wrap(arguments...; options...))

"""
    push(context)

Makes the context current in the calling thread, for other libraries that look at it. Keep a handle of it
until `pop`. A GPU's driver and the CPU device have a stack of contexts each. It is about the calling thread:
bind a task that may move to another one, such as a goroutine, to its thread first.

Throws a `GridCallError`: `OUT_OF_MEMORY`, any driver error.
"""
function push(context::Context)
    @check LibGridCall.gc_context_push(context)
    return nothing
end

"""
    pop(context)

Takes the context off the calling thread's stack, so that the one below is current again. `INVALID_STATE` if
it is not the current one. It is about the calling thread: bind a task that may move to another one, such as a
goroutine, to its thread first.

- `context`: The context, which must be the current one.

Throws a `GridCallError`: `INVALID_STATE`, any driver error.
"""
function pop(context::Context)
    @check LibGridCall.gc_context_pop(context)
    return nothing
end

"""
    context_current()

The context that is current in the calling thread, also where another library made it so: a GPU's, else the
CPU device's. `NOT_FOUND` if there is none. It is about the calling thread: bind a task that may move to
another one, such as a goroutine, to its thread first.

May block.

Throws a `GridCallError`: `NOT_FOUND`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
"""
function context_current()
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    @check LibGridCall.gc_context_get_current(out_context)
    return Context(out_context[])
end
context_current(f::Function, arguments...; options...) = with(f, context_current(arguments...; options...))

"""
    attribute(context, attribute)

A limit or another attribute of a context. UNSUPPORTED for a limit that the device does not have, `NOT_FOUND`
for a number from 100001 on that this library does not know.

Returns: Its value; the unit stands with each attribute.

Throws a `GridCallError`: `NOT_FOUND`, `UNSUPPORTED`, any driver error.
"""
function attribute(context::Context, attribute::Union{ContextAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_context_get_attribute(context, code(ContextAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    set_attribute!(context, attribute, value)

Sets a limit or another attribute of a context. The driver may take the nearest value that it can have:
`attribute` tells. On a primary context other libraries see the change.

- `value`: Its value; the unit stands with each attribute.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `NOT_FOUND`, `OUT_OF_MEMORY`, `UNSUPPORTED`,
any driver error.
"""
function set_attribute!(context::Context, attribute::Union{ContextAttribute,Integer,Symbol}, value::Integer)
    @check LibGridCall.gc_context_set_attribute(context, code(ContextAttribute, attribute), value)
    return nothing
end

"""
    pointer_attribute(context, attribute, address)

The value of an attribute that the driver knows of an address. `NOT_FOUND` if it is no memory of CUDA, or has
no such attribute.

- `context`: The context to ask in.
- `address`: Any address; it need not be memory.

Throws a `GridCallError`: `NOT_FOUND`, `UNSUPPORTED`, any driver error.
"""
function pointer_attribute(
    context::Context, attribute::Union{PointerAttribute,Integer,Symbol}, address::Integer
)
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_context_get_pointer_attribute(
        context, code(PointerAttribute, attribute), address, out_value
    )
    return out_value[] % Int
end

"""
    enable_peer_access(context, peer)

Lets kernels of a context use memory of another one (`can_access_peer`). `INVALID_STATE` if they can already.

- `peer`: The context whose memory; another one than `context`.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver
error.
"""
function enable_peer_access(context::Context, peer::Context)
    @check LibGridCall.gc_context_enable_peer_access(context, peer)
    return nothing
end

"""
    disable_peer_access(context, peer)

Takes back what `enable_peer_access` gave. `INVALID_STATE` if nothing was given.

- `peer`: The context whose memory.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `UNSUPPORTED`, any driver error.
"""
function disable_peer_access(context::Context, peer::Context)
    @check LibGridCall.gc_context_disable_peer_access(context, peer)
    return nothing
end

"""
    device_reason(context)

One sentence that says why `context_default` took this device, such as "no GPU found (libcuda.so.1: not
installed): using the CPU device"; "" for another context.

Returns: The sentence.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function device_reason(context::Context)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_context_get_device_reason(context, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    device(context)

The device of a context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function device(context::Context)
    out_device = Ref{Ptr{LibGridCall.gc_device}}(C_NULL)
    @check LibGridCall.gc_context_get_device(context, out_device)
    return Device(out_device[])
end

"""
    synchronize(context)

Waits until all work queued on all streams of the context is done, and reports the fault of a kernel among it:
the oldest that has not been reported, if there are several.

May block.

Throws a `GridCallError`: any device error.
"""
function synchronize(context::Context)
    @check LibGridCall.gc_context_synchronize(context)
    return nothing
end

"""
    memory_info(context)

The memory that the device has, and the part of it that is free now.

Returns: Free memory, in bytes. All memory, in bytes.

May block.

Throws a `GridCallError`: any driver error.
"""
function memory_info(context::Context)
    out_free = Ref{UInt64}(0)
    out_total = Ref{UInt64}(0)
    @check LibGridCall.gc_context_get_memory_info(context, out_free, out_total)
    return (Int(out_free[]), Int(out_total[]))
end

"""
    issupported(context, feature)

Whether a context's device and driver can do something, before a function returns UNSUPPORTED. `NOT_FOUND` for
a number that this library does not know.

Returns: `true` if it can, else `false`.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function issupported(context::Context, feature::Union{Feature,Integer,Symbol})
    out_supported = Ref{Int32}(0)
    @check LibGridCall.gc_context_is_supported(context, code(Feature, feature), out_supported)
    return out_supported[] != 0
end
