# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    module_from_source(context, source; flags = 0, name = nothing, arch = nothing, options = (), defines = (),
        include_dirs = (), headers = (), instances = (), cache_dir = nothing, keep_dir = nothing, compiler =
        nothing)

Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line, column,
the source line and a caret. For the CPU device a source whose optimized code takes longer than 0.3 s is first
compiled to baseline code, in which kernels run as in `CPU_MODE` 1 and slower; the function returns with it, a
thread of the library compiles the optimized code, and launches, running ones too, continue with that as soon
as it is ready. Results, variables and handles stay as they are; the attribute `CPU_IS_BASELINE` of a kernel
tells which code runs.

- `source`: CUDA C++ source, UTF-8.
- `flags`: `COMPILE_*` bits. Several of `:NO_CACHE`, `:NO_TIERING`, `:NO_FILES`.
- `name`: The source's name in diagnostics, or its path: headers beside it are found. `nothing`: "source.cu".
- `arch`: The architecture, "sm_90" or "compute_90". `nothing`: the device's own.
- `options`: Further compiler options, NVRTC's; nvcc's are translated or refused by name.
- `defines`: Preprocessor definitions.
- `include_dirs`: Directories to search for headers.
- `headers`: Headers from memory; they go before files.
- `instances`: Template instances to make, as `kernel` will be asked for them: "scale<float>".
- `cache_dir`: The folder of the compile cache for this source; made if it is missing. A cache that is off for
  the process (`GRIDCALL_DISABLE_CACHE`) stays off. IO if it cannot be made, or others may write to it.
  `nothing`: the process's, as `GRIDCALL_CACHE_DIR` says.
- `keep_dir`: A folder to keep what was compiled in, made if it is missing: NAME.cu, NAME.log and NAME.cubin,
  NAME.ptx or NAME.o of a source NAME.cu, with the options in NAME.options; the log also if it does not
  compile, the image also if it came from the cache. Files of those names are replaced. IO if they cannot be
  written. `nothing`: nothing is kept.
- `compiler`: The path of the compiler: libnvrtc.so for a GPU, gridcall-cc for the CPU device. `nothing`: as
  `NVRTC` and `CC` say, else the ones that are found.

May block.

Throws a `GridCallError`: `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
"""
function module_from_source(
    context::Context, source::AbstractString; flags = 0, name::Union{Nothing,AbstractString} = nothing,
    arch::Union{Nothing,AbstractString} = nothing, options = (), defines = (), include_dirs = (),
    headers = (), instances = (), cache_dir::Union{Nothing,AbstractString} = nothing,
    keep_dir::Union{Nothing,AbstractString} = nothing, compiler::Union{Nothing,AbstractString} = nothing
)
    source_text = String(source)
    roots = Any[]  # what the arguments point to
    options_items = pin_all!(roots, Cstring, options)
    defines_items = pin_all!(roots, LibGridCall.gc_define, defines)
    include_dirs_items = pin_all!(roots, Cstring, include_dirs)
    headers_items = pin_all!(roots, LibGridCall.gc_header, headers)
    instances_items = pin_all!(roots, Cstring, instances)
    options_struct = LibGridCall.gc_compile_options(
        sizeof(LibGridCall.gc_compile_options), flag_bits(CompileFlags, flags), pin!(roots, name),
        pin!(roots, arch), first_pointer(options_items), length(options_items), first_pointer(defines_items),
        length(defines_items), first_pointer(include_dirs_items), length(include_dirs_items),
        first_pointer(headers_items), length(headers_items), first_pointer(instances_items),
        length(instances_items), pin!(roots, cache_dir), pin!(roots, keep_dir), pin!(roots, compiler)
    )
    out_module = Ref{Ptr{LibGridCall.gc_module}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_module_from_source(
        context, source_text, sizeof(source_text), Ref(options_struct), out_module
    )
    return CodeModule(out_module[])
end
module_from_source(f::Function, arguments...; options...) = with(f, module_from_source(arguments...; options...))

"""
    module_from_buffer(context, image; flags = 0, arch = nothing, max_registers = 0, threads_per_block = 0,
        optimization_level = 0)

Loads compiled code: for a GPU PTX, a cubin or a fatbin; for the CPU device what `image` returned. An image
that is damaged is `INVALID_IMAGE`; one for another kind of device, another architecture, a processor with
instructions that this one lacks, or another version of the CPU device is `INCOMPATIBLE_IMAGE`. The output of
NVIDIA's compilers is UNSUPPORTED on the CPU device.

- `image`: The code; PTX text needs no NUL at its end.
- `flags`: `MODULE_*` bits. Several of `:DEBUG`, `:LINE_INFO`, `:VERBOSE`, `:PREFER_BINARY`,
  `:NO_OPTIMIZATION`.
- `arch`: The architecture to compile PTX for, "sm_90"; `INVALID_OPTIONS` for what is none. It excludes
  `threads_per_block`. `nothing`: the device's own.
- `max_registers`: The most registers of a thread; 0: as the driver finds best.
- `threads_per_block`: Spare registers so that a block of so many threads can be launched; 0: as the driver
  finds best. `MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK` tells what came of it.
- `optimization_level`: 1 to 4; 0: the driver's own, 4. With `NO_OPTIMIZATION` only 0.

May block.

Throws a `GridCallError`: `UNSUPPORTED`, any compile error (4xx), any device error.
"""
function module_from_buffer(
    context::Context, image::DenseArray; flags = 0, arch::Union{Nothing,AbstractString} = nothing,
    max_registers::Integer = 0, threads_per_block::Integer = 0, optimization_level::Integer = 0
)
    image_size = byte_count(image)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_module_options(
        sizeof(LibGridCall.gc_module_options), flag_bits(ModuleFlags, flags), pin!(roots, arch), max_registers,
        threads_per_block, optimization_level, 0
    )
    out_module = Ref{Ptr{LibGridCall.gc_module}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_module_from_buffer(
        context, image, image_size, Ref(options_struct), out_module
    )
    return CodeModule(out_module[])
end
module_from_buffer(f::Function, arguments...; options...) = with(f, module_from_buffer(arguments...; options...))

"""
    module_from_file(context, path; flags = 0, name = nothing, arch = nothing, options = (), defines = (),
        include_dirs = (), headers = (), instances = (), cache_dir = nothing, keep_dir = nothing, compiler =
        nothing)

Loads a file: compiled code as `module_from_buffer` takes it if its content is PTX, a cubin, a fatbin or an
image of the CPU device, else CUDA C++ source. A regular file of 1 GiB at most: IO if there is none or it
cannot be read, `INVALID_ARGUMENT` for a directory, a FIFO or a device, `OUT_OF_RANGE` for a larger one.

- `path`: The file.
- `flags`: `COMPILE_*` bits. Several of `:NO_CACHE`, `:NO_TIERING`, `:NO_FILES`.
- `name`: The source's name in diagnostics, or its path: headers beside it are found. `nothing`: "source.cu".
- `arch`: The architecture, "sm_90" or "compute_90". `nothing`: the device's own.
- `options`: Further compiler options, NVRTC's; nvcc's are translated or refused by name.
- `defines`: Preprocessor definitions.
- `include_dirs`: Directories to search for headers.
- `headers`: Headers from memory; they go before files.
- `instances`: Template instances to make, as `kernel` will be asked for them: "scale<float>".
- `cache_dir`: The folder of the compile cache for this source; made if it is missing. A cache that is off for
  the process (`GRIDCALL_DISABLE_CACHE`) stays off. IO if it cannot be made, or others may write to it.
  `nothing`: the process's, as `GRIDCALL_CACHE_DIR` says.
- `keep_dir`: A folder to keep what was compiled in, made if it is missing: NAME.cu, NAME.log and NAME.cubin,
  NAME.ptx or NAME.o of a source NAME.cu, with the options in NAME.options; the log also if it does not
  compile, the image also if it came from the cache. Files of those names are replaced. IO if they cannot be
  written. `nothing`: nothing is kept.
- `compiler`: The path of the compiler: libnvrtc.so for a GPU, gridcall-cc for the CPU device. `nothing`: as
  `NVRTC` and `CC` say, else the ones that are found.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
"""
function module_from_file(
    context::Context, path::AbstractString; flags = 0, name::Union{Nothing,AbstractString} = nothing,
    arch::Union{Nothing,AbstractString} = nothing, options = (), defines = (), include_dirs = (),
    headers = (), instances = (), cache_dir::Union{Nothing,AbstractString} = nothing,
    keep_dir::Union{Nothing,AbstractString} = nothing, compiler::Union{Nothing,AbstractString} = nothing
)
    roots = Any[]  # what the arguments point to
    options_items = pin_all!(roots, Cstring, options)
    defines_items = pin_all!(roots, LibGridCall.gc_define, defines)
    include_dirs_items = pin_all!(roots, Cstring, include_dirs)
    headers_items = pin_all!(roots, LibGridCall.gc_header, headers)
    instances_items = pin_all!(roots, Cstring, instances)
    options_struct = LibGridCall.gc_compile_options(
        sizeof(LibGridCall.gc_compile_options), flag_bits(CompileFlags, flags), pin!(roots, name),
        pin!(roots, arch), first_pointer(options_items), length(options_items), first_pointer(defines_items),
        length(defines_items), first_pointer(include_dirs_items), length(include_dirs_items),
        first_pointer(headers_items), length(headers_items), first_pointer(instances_items),
        length(instances_items), pin!(roots, cache_dir), pin!(roots, keep_dir), pin!(roots, compiler)
    )
    out_module = Ref{Ptr{LibGridCall.gc_module}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_module_from_file(context, path, Ref(options_struct), out_module)
    return CodeModule(out_module[])
end
module_from_file(f::Function, arguments...; options...) = with(f, module_from_file(arguments...; options...))

"""
    kernel(module_, name)

A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template instance
("scale<float>"), or the compiled name. `NOT_FOUND` lists the kernels there are.

May block.

Throws a `GridCallError`: `NOT_FOUND`, any compile error (4xx), any device error.
"""
function kernel(module_::CodeModule, name::AbstractString)
    out_kernel = Ref{Ptr{LibGridCall.gc_kernel}}(C_NULL)
    @check LibGridCall.gc_module_get_kernel(module_, name, out_kernel)
    return Kernel(out_kernel[])
end
kernel(f::Function, arguments...; options...) = with(f, kernel(arguments...; options...))

"""
    kernel_count(module_)

The number of kernels of the module.

Throws a `GridCallError`: `UNSUPPORTED`, any launch error (3xx), any driver error.
"""
function kernel_count(module_::CodeModule)
    out_count = Ref{Csize_t}(0)
    @check LibGridCall.gc_module_get_kernel_count(module_, out_count)
    return Int(out_count[])
end

"""
    kernel_name(module_, index)

The name of one kernel of the module, as `kernel` takes it.

- `index`: From 0, below `kernel_count`.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
"""
function kernel_name(module_::CodeModule, index::Integer)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_module_get_kernel_name(module_, index, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    module_global(module_, name)

A `__device__` or `__constant__` variable of the module, as memory to copy to and from. It keeps the module
alive.

- `name`: The variable's name in the source, or its compiled name.

Returns: The variable.

Throws a `GridCallError`: `NOT_FOUND`, any device error.
"""
function module_global(module_::CodeModule, name::AbstractString)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_module_get_global(module_, name, out_mem)
    return Mem(out_mem[])
end
module_global(f::Function, arguments...; options...) = with(f, module_global(arguments...; options...))

"""
    bind_texture(module_, name; texture = nothing, stream = nothing)

Binds a texture to a name in a module: a `texture<...>` of a source that includes gridcall_textures.h, or a
`__constant__` or `__device__` variable of type `cudaTextureObject_t`. Launches that are queued on the stream
from now on read it. The module holds the texture until another one, or none, is bound to the name.

- `name`: The name in the source, or the compiled name.
- `texture`: The texture; of the module's context. `nothing`: none is bound any more.
- `stream`: The stream it is queued on. `nothing`: the default stream of the module's context.

May block.

Throws a `GridCallError`: `NOT_FOUND`, `WRONG_CONTEXT`, any device error.
"""
function bind_texture(
    module_::CodeModule, name::AbstractString; texture::Union{Nothing,Texture} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_module_bind_texture(module_, name, something(texture, C_NULL), raw_stream(stream))
    return nothing
end

"""
    bind_surface(module_, name; surface = nothing, stream = nothing)

Binds a surface to a name in a module, as `bind_texture` does a texture: a `surface<...>`, or a variable of
type `cudaSurfaceObject_t`.

- `name`: The name in the source, or the compiled name.
- `surface`: The surface; of the module's context. `nothing`: none is bound any more.
- `stream`: The stream it is queued on. `nothing`: the default stream of the module's context.

May block.

Throws a `GridCallError`: `NOT_FOUND`, `WRONG_CONTEXT`, any device error.
"""
function bind_surface(
    module_::CodeModule, name::AbstractString; surface::Union{Nothing,Surface} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_module_bind_surface(module_, name, something(surface, C_NULL), raw_stream(stream))
    return nothing
end

"""
    texture(module_, name)

The texture that `bind_texture` bound to a name. `NOT_FOUND` if none is bound.

- `name`: The name that it was bound to.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function texture(module_::CodeModule, name::AbstractString)
    out_texture = Ref{Ptr{LibGridCall.gc_texture}}(C_NULL)
    @check LibGridCall.gc_module_get_texture(module_, name, out_texture)
    return Texture(out_texture[])
end

"""
    surface(module_, name)

The surface that `bind_surface` bound to a name. `NOT_FOUND` if none is bound.

- `name`: The name that it was bound to.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function surface(module_::CodeModule, name::AbstractString)
    out_surface = Ref{Ptr{LibGridCall.gc_surface}}(C_NULL)
    @check LibGridCall.gc_module_get_surface(module_, name, out_surface)
    return Surface(out_surface[])
end

"""
    module_log(module_)

The compiler's warnings, then what the driver said when it loaded the image; "" if nothing.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function module_log(module_::CodeModule)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_module_get_log(module_, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    attribute(module_, attribute)

One attribute of a module.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function attribute(module_::CodeModule, attribute::Union{ModuleAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_module_get_attribute(module_, code(ModuleAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    iscached(module_)

Whether the code came from the compile cache, so that no compiler ran.

Returns: `true` if it came from the cache, else `false`.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function iscached(module_::CodeModule)
    out_cached = Ref{Int32}(0)
    @check LibGridCall.gc_module_is_cached(module_, out_cached)
    return out_cached[] != 0
end
