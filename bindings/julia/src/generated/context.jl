# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    context_default()

The context on the device that the user or the machine chooses: the environment variable `GRIDCALL_DEVICE`,
else `CUDA_DEVICE`, else the file ~/.cuda-device or ~/.cuda_device (each as `device_find` takes it), else the
first GPU on which a context can be made, else the CPU device. `device_reason` says which it was and why.

Returns: The context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `OUT_OF_MEMORY`, any driver
error.
"""
function context_default()
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_context_get_default(out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end
context_default(f::Function, arguments...; options...) = with(f, context_default(arguments...; options...))

"""
    context_primary(device)

A handle of the primary context of a device. All handles of it are of one context: memory of either works with
the other.

- `device`: The device.

Returns: The context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `NO_DEVICE`,
`OUT_OF_MEMORY`, any driver error.
"""
function context_primary(device::Device)
    options_struct = LibGridCall.gc_context_options(sizeof(LibGridCall.gc_context_options))
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_context_get_primary(device, Ref(options_struct), out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end
context_primary(f::Function, arguments...; options...) = with(f, context_primary(arguments...; options...))

"""
    device_reason(context)

One sentence that says why `context_default` took this device, such as "no GPU found (libcuda.so.1: not
installed): using the CPU device"; "" for another context.

- `context`: The context.

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

- `context`: The context.

Returns: The device.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function device(context::Context)
    out_device = Ref{Ptr{LibGridCall.gc_device}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_context_get_device(context, out_device, out_error)
    status == 0 || throw_error(status, out_error[])
    return Device(out_device[])
end

"""
    synchronize(context)

Waits until all work queued on all streams of the context is done, and reports the fault of a kernel among it:
the oldest that has not been reported, if there are several.

- `context`: The context.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, any device error.
"""
function synchronize(context::Context)
    out_error = no_error()
    status = LibGridCall.gc_context_synchronize(context, out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memory_info(context)

How much memory the device has, and how much of it is free now.

- `context`: The context.

Returns: Free memory, in bytes. All memory, in bytes.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, any driver error.
"""
function memory_info(context::Context)
    out_free = Ref{UInt64}(0)
    out_total = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_context_get_memory_info(context, out_free, out_total, out_error)
    status == 0 || throw_error(status, out_error[])
    return (Int(out_free[]), Int(out_total[]))
end

"""
    issupported(context, feature)

Whether a context's device and driver can do something, before a function returns UNSUPPORTED. `NOT_FOUND` for
a number that this library does not know.

- `context`: The context.
- `feature`: What.

Returns: `true` if it can, else `false`.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`.
"""
function issupported(context::Context, feature::Union{Feature,Integer,Symbol})
    out_supported = Ref{Int32}(0)
    out_error = no_error()
    status = LibGridCall.gc_context_is_supported(context, code(Feature, feature), out_supported, out_error)
    status == 0 || throw_error(status, out_error[])
    return out_supported[] != 0
end
