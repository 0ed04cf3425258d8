# SPDX-License-Identifier: Apache-2.0
# Short ways to make and use the generated objects.

const DEFAULT_CONTEXT = Ref{Union{Nothing,Context}}(nothing)

"""
    default_context()

The context used where none is named. It is made at the first call, on the device that the environment chooses
(`GRIDCALL_DEVICE`, see [`GridCall.context_default`](@ref)); [`default_context!`](@ref) sets another.
"""
function default_context()
    context = DEFAULT_CONTEXT[]
    if context === nothing || !isopen(context)
        context = context_default()
        DEFAULT_CONTEXT[] = context
    end
    return context
end

"Makes `context` the one that is used where none is named; `nothing` to choose anew."
default_context!(context::Union{Nothing,Context}) = (DEFAULT_CONTEXT[] = context; nothing)

"The devices of this machine: GPUs first, the CPU device last."
devices() = [device_by_index(i) for i in 0:(device_count() - 1)]

"    Device(\"gpu\"), Device(0)\n\nThe device that a text names, or the one at an index, from 0. See `GridCall.device_find`."
Device(text::AbstractString) = device_find(text)
Device(index::Integer) = device_by_index(index)

function Base.show(io::IO, ::MIME"text/plain", d::Device)
    print(io, "Device ", index(d), ": ", name(d))
end

"    Context(), Context(device)\n\nThe default context, or the primary one of a device. See `GridCall.context_default`."
Context() = context_default()
Context(device::Device) = context_primary(device)

Stream(; options...) = Stream(default_context(); options...)
Event(; options...) = Event(default_context(); options...)
Pool(; options...) = Pool(default_context(); options...)

"""
    CodeModule([context,] source; options...)
    CodeModule(; file, context = default_context(), options...)

Compiles CUDA C++ source, of a string or a file. See `GridCall.module_from_source` for the options; `defines` takes pairs:
`defines = ["N" => "128"]`.
"""
CodeModule(context::Context, source::AbstractString; options...) = module_from_source(context, source; options...)
CodeModule(source::AbstractString; options...) = CodeModule(default_context(), source; options...)
CodeModule(; file::AbstractString, context::Context = default_context(), options...) = module_from_file(context, file; options...)

"""
    Mem([context,] size)
    Mem([context]; options...)

Device memory of `size` bytes, or memory of any kind. See `GridCall.mem_alloc` and `GridCall.mem_create`, and [`DeviceArray`](@ref) for typed memory.
"""
Mem(context::Context, size::Integer) = mem_alloc(context, size)
Mem(size::Integer) = Mem(default_context(), size)
Mem(; options...) = Mem(default_context(); options...)

CodeModule(f::Function, arguments...; options...) = with(f, CodeModule(arguments...; options...))

Base.sizeof(mem::Mem) = mem_size(mem)

"    synchronize()\n\nWaits for all work of the default context."
synchronize() = synchronize(default_context())

