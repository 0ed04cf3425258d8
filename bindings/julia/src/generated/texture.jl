# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    texture_create(context; flags = 0, array = nothing, mem = nothing, offset = 0, width = 0, height = 0,
        row_pitch = 0, format = 0, channels = 0, sampling = nothing, sampler = nothing)

Makes a texture. Filtering integers that are read as integers works on the GPUs that were tried and on the CPU
device; CUDA does not promise it.

- `context`: The context of what it reads.
- `flags`: `TEXTURE_*` bits. Several of `:READ_AS_INTEGER`, `:SRGB`, `:SEAMLESS_CUBEMAP`, `:ALLOW_OFFSET`.
- `array`: The array. `nothing`: `mem` is read.
- `mem`: The linear memory. `nothing`: `array` is read.
- `offset`: The first byte in `mem`, in bytes: a multiple of the device's `TEXTURE_ALIGNMENT`.
- `width`: Elements of a row of `mem`.
- `height`: Rows of `mem`; 0: one row, which kernels read with tex1Dfetch alone.
- `row_pitch`: From row to row of `mem`, in bytes: a multiple of the device's `TEXTURE_PITCH_ALIGNMENT`. 0:
  the memory's own pitch, else rows without a gap.
- `format`: The `ArrayFormat` of `mem`; 0 with an array.
- `channels`: The channels of `mem`; 0 with an array.
- `sampling`: The way in which it is read. A named tuple of `flags`, `address_x`, `address_y`, `address_z`,
  `filter`, `mip_filter`, `max_anisotropy`, `bias`, `min_level`, `max_level`, `border_r`, `border_g`,
  `border_b`, `border_a`.
- `sampler`: Takes the place of `sampling`, which is then all zero. `nothing`: `sampling` says it.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, `WRONG_CONTEXT`, any device error.
"""
function texture_create(
    context::Context; flags = 0, array::Union{Nothing,OpaqueArray} = nothing,
    mem::Union{Nothing,Mem} = nothing, offset::Integer = 0, width::Integer = 0, height::Integer = 0,
    row_pitch::Integer = 0, format::Integer = 0, channels::Integer = 0, sampling = nothing,
    sampler::Union{Nothing,Sampler} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_texture_options(
        sizeof(LibGridCall.gc_texture_options), flag_bits(TextureFlags, flags),
        pin_handle!(roots, Ptr{LibGridCall.gc_array}, array), pin_handle!(roots, Ptr{LibGridCall.gc_mem}, mem),
        offset, width, height, row_pitch, format, channels, make_item!(roots, LibGridCall.gc_sampling, sampling),
        pin_handle!(roots, Ptr{LibGridCall.gc_sampler}, sampler)
    )
    out_texture = Ref{Ptr{LibGridCall.gc_texture}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_texture_create(context, Ref(options_struct), out_texture)
    return Texture(out_texture[])
end
texture_create(f::Function, arguments...; options...) = with(f, texture_create(arguments...; options...))

"    Texture(context; flags = 0, array = nothing, mem = nothing, offset = 0, width = 0, height = 0, row_pitch = 0, format = 0, channels = 0, sampling = nothing, sampler = nothing)\n\nSee `texture_create`."
Texture(context::Context, arguments...; options...) = texture_create(context, arguments...; options...)
Texture(f::Function, arguments...; options...) = with(f, Texture(arguments...; options...))

"""
    attribute(texture, attribute)

One attribute of a texture. `NOT_FOUND` for a number that is none.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function attribute(texture::Texture, attribute::Union{TextureAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_texture_get_attribute(texture, code(TextureAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    array(texture)

The array that a texture reads. `NOT_FOUND` if it reads linear memory.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function array(texture::Texture)
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    @check LibGridCall.gc_texture_get_array(texture, out_array)
    return OpaqueArray(out_array[])
end

"""
    surface_create(array)

Makes a surface of an array that was made with `SURFACE_LDST`.

- `array`: The array, without levels or one level.

Throws a `GridCallError`: `UNSUPPORTED`, any device error.
"""
function surface_create(array::OpaqueArray)
    out_surface = Ref{Ptr{LibGridCall.gc_surface}}(C_NULL)
    @check LibGridCall.gc_surface_create(array, out_surface)
    return Surface(out_surface[])
end
surface_create(f::Function, arguments...; options...) = with(f, surface_create(arguments...; options...))

"    Surface(array)\n\nSee `surface_create`."
Surface(array::OpaqueArray, arguments...; options...) = surface_create(array, arguments...; options...)
Surface(f::Function, arguments...; options...) = with(f, Surface(arguments...; options...))

"""
    array(surface)

The array of a surface.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function array(surface::Surface)
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    @check LibGridCall.gc_surface_get_array(surface, out_array)
    return OpaqueArray(out_array[])
end

"""
    sampler_create(context; sampling = nothing)

Makes a sampler.

- `sampling`: The way in which a texture is read. A named tuple of `flags`, `address_x`, `address_y`,
  `address_z`, `filter`, `mip_filter`, `max_anisotropy`, `bias`, `min_level`, `max_level`, `border_r`,
  `border_g`, `border_b`, `border_a`.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function sampler_create(context::Context; sampling = nothing)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_sampler_options(
        sizeof(LibGridCall.gc_sampler_options), make_item!(roots, LibGridCall.gc_sampling, sampling)
    )
    out_sampler = Ref{Ptr{LibGridCall.gc_sampler}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_sampler_create(context, Ref(options_struct), out_sampler)
    return Sampler(out_sampler[])
end
sampler_create(f::Function, arguments...; options...) = with(f, sampler_create(arguments...; options...))

"    Sampler(context; sampling = nothing)\n\nSee `sampler_create`."
Sampler(context::Context, arguments...; options...) = sampler_create(context, arguments...; options...)
Sampler(f::Function, arguments...; options...) = with(f, Sampler(arguments...; options...))

"""
    attribute(sampler, attribute)

One attribute of a sampler. `NOT_FOUND` for a number that is none.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function attribute(sampler::Sampler, attribute::Union{SamplerAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_sampler_get_attribute(sampler, code(SamplerAttribute, attribute), out_value)
    return out_value[] % Int
end
