# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

const HasContext = Union{
    Stream, Event, Mem, Mapping, Pipe, OpaqueArray, Texture, Surface, Sampler, CodeModule, Kernel, Prepared,
    Graph, Pool, Ndarray, Comm
}

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype, a log and an error belong to none: UNSUPPORTED.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::HasContext)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    @check LibGridCall.gc_handle_get_context(handle, out_context)
    return Context(out_context[])
end

const HasIdentity = Union{
    Device, Context, Stream, Event, Completion, Mem, Mapping, Pipe, OpaqueArray, Texture, Surface, Sampler,
    CodeModule, Program, Kernel, Prepared, Graph, Pool, Dtype, Ndarray, Comm, Log
}

"""
    handle_identity(handle)

A number that all handles of one object have, and no other object of this process ever has; not 0.

- `handle`: Any handle.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::HasIdentity)
    out_identity = Ref{UInt64}(0)
    @check LibGridCall.gc_handle_get_identity(handle, out_identity)
    return Int(out_identity[])
end

const HasNative = Union{
    Device, Context, Stream, Event, Mem, OpaqueArray, Texture, Surface, CodeModule, Kernel, Graph, Ndarray
}

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator, log and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::HasNative)
    out_native = Ref{UInt64}(0)
    @check LibGridCall.gc_handle_get_native(handle, out_native)
    return Int(out_native[])
end

"""
    handle_count()

The number of handles of this process that are not released, of errors too and not of devices.
"""
handle_count() = Int(LibGridCall.gc_handle_count())

"""
    handle_collect()

Gives back to the driver, now, what was released since the last call that created something.

May block.

Throws a `GridCallError`: `FORKED`, `EXITING`.
"""
function handle_collect()
    @check LibGridCall.gc_handle_collect()
    return nothing
end
