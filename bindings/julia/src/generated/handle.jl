# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Stream)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Event)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Mem)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Mapping)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Pipe)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::OpaqueArray)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Texture)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Surface)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Sampler)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::CodeModule)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Kernel)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Prepared)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Graph)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Pool)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Ndarray)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    context(handle)

The context that an object belongs to.

- `handle`: A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a surface, a
  sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a communicator. A device, a
  completion, a program, a dtype and an error belong to none: UNSUPPORTED.

Returns: The context.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function context(handle::Comm)
    out_context = Ref{Ptr{LibGridCall.gc_context}}(C_NULL)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_context(handle, out_context, out_error)
    status == 0 || throw_error(status, out_error[])
    return Context(out_context[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Device)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Context)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Stream)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Event)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Completion)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Mem)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Mapping)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Pipe)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::OpaqueArray)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Texture)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Surface)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Sampler)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::CodeModule)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Program)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Kernel)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Prepared)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Graph)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Pool)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Dtype)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Ndarray)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    handle_identity(handle)

A number that all handles of one object have in common and no other object of this process ever has: for
comparison, and as a key. Not 0.

- `handle`: Any handle.

Returns: The number.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function handle_identity(handle::Comm)
    out_identity = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_identity(handle, out_identity, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_identity[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Device)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Context)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Stream)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Event)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Mem)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::OpaqueArray)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Texture)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Surface)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::CodeModule)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Kernel)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Graph)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    native(handle)

The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object is.

- `handle`: A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
  kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program, prepared
  launch, pool, dtype, communicator and error: UNSUPPORTED.

Returns: The number; cast it to the driver's type.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function native(handle::Ndarray)
    out_native = Ref{UInt64}(0)
    out_error = no_error()
    status = LibGridCall.gc_handle_get_native(handle, out_native, out_error)
    status == 0 || throw_error(status, out_error[])
    return Int(out_native[])
end

"""
    handle_count()

The number of handles that are live in this process: created and not yet released. Errors are counted, devices
are not. For leak checks.
"""
handle_count() = Int(LibGridCall.gc_handle_count())

"""
    handle_collect()

Gives back to the driver, now, what was released since the last call that created something. Releases only
queue their work (they may run in a finalizer), and every creating call does this first, so a program rarely
needs it.

May block.

Throws a `GridCallError`: `FORKED`, `EXITING`.
"""
function handle_collect()
    out_error = no_error()
    status = LibGridCall.gc_handle_collect(out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end
