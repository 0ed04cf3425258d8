# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    program_compile(source; device = nothing, flags = 0, name = nothing, arch = nothing, options = (), defines
        = (), include_dirs = (), headers = (), instances = (), cache_dir = nothing, keep_dir = nothing,
        compiler = nothing)

Compiles CUDA C++ source as `module_from_source` does, with the same options and the same cache, and loads
nothing. On failure the error carries the compiler's log. An architecture that the compiler does not know is
`INVALID_COMPILE_OPTION`, and the message lists those that it knows. For the CPU device the code is always the
optimized one, and it runs on processors that have the instructions of this one.

- `device`: The device to compile for. `nothing`: for the GPU architecture that the options name; no device is
  needed.
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

Throws a `GridCallError`: `UNSUPPORTED`, `IO`, any compile error (4xx), any driver error.
"""
function program_compile(
    source::AbstractString; device::Union{Nothing,Device} = nothing, flags = 0,
    name::Union{Nothing,AbstractString} = nothing, arch::Union{Nothing,AbstractString} = nothing,
    options = (), defines = (), include_dirs = (), headers = (), instances = (),
    cache_dir::Union{Nothing,AbstractString} = nothing, keep_dir::Union{Nothing,AbstractString} = nothing,
    compiler::Union{Nothing,AbstractString} = nothing
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
    out_program = Ref{Ptr{LibGridCall.gc_program}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_program_compile(
        something(device, C_NULL), source_text, sizeof(source_text), Ref(options_struct), out_program
    )
    return Program(out_program[])
end
program_compile(f::Function, arguments...; options...) = with(f, program_compile(arguments...; options...))

"""
    image(program)

The image of a program: a cubin, PTX, or an image of the CPU device with its length, its digest and the
processor features it needs. `module_from_buffer` loads it.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function image(program::Program)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_program_get_image(program, buffer, capacity, needed, out_error)
    return read_items(UInt8, call)
end

"""
    program_log(program)

The compiler's messages on a source that compiled: warnings; "" if nothing.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function program_log(program::Program)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_program_get_log(program, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    symbol(program, name)

The compiled name of a kernel, a `__device__` or a `__constant__` variable, as the image spells it: what a
linker or another library's loader is asked for. `NOT_FOUND` lists the names there are.

- `name`: The name in the source; of a template instance as `instances` has it.

Returns: The compiled name.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function symbol(program::Program, name::AbstractString)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_program_get_symbol(program, name, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    module_from_program(context, program; flags = 0, arch = nothing, max_registers = 0, threads_per_block = 0,
        optimization_level = 0)

Loads a program. The module is as `module_from_source` would have made it: template instances that the program
lacks are compiled when they are asked for. `INCOMPATIBLE_IMAGE` if the program was compiled for another kind
of device.

- `flags`: `MODULE_*` bits. Several of `:DEBUG`, `:LINE_INFO`, `:VERBOSE`, `:PREFER_BINARY`,
  `:NO_OPTIMIZATION`.
- `arch`: The architecture to compile PTX for, "sm_90"; `INVALID_OPTIONS` for what is none. It excludes
  `threads_per_block`. `nothing`: the device's own.
- `max_registers`: The most registers of a thread; 0: as the driver finds best.
- `threads_per_block`: Spare registers so that a block of so many threads can be launched; 0: as the driver
  finds best. `MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK` tells what came of it.
- `optimization_level`: 1 to 4; 0: the driver's own, 4. With `NO_OPTIMIZATION` only 0.

May block.

Throws a `GridCallError`: `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
"""
function module_from_program(
    context::Context, program::Program; flags = 0, arch::Union{Nothing,AbstractString} = nothing,
    max_registers::Integer = 0, threads_per_block::Integer = 0, optimization_level::Integer = 0
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_module_options(
        sizeof(LibGridCall.gc_module_options), flag_bits(ModuleFlags, flags), pin!(roots, arch), max_registers,
        threads_per_block, optimization_level, 0
    )
    out_module = Ref{Ptr{LibGridCall.gc_module}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_module_from_program(context, program, Ref(options_struct), out_module)
    return CodeModule(out_module[])
end
module_from_program(f::Function, arguments...; options...) = with(f, module_from_program(arguments...; options...))

"""
    program_default_options()

The compiler options that go before those of every source, quoted as for a shell: what
`program_set_default_options` set last, else those of the environment variable `GRIDCALL_DEFAULT_OPTIONS`,
else of `PYCUDA_DEFAULT_NVCC_FLAGS`, which as PyCUDA's are for sources compiled without options of their own.

Returns: The options, with a space between each two.

Throws a `GridCallError`: `INVALID_ARGUMENT`.
"""
function program_default_options()
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_program_get_default_options(buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    program_set_default_options(options)

Sets the compiler options that go before those of every source from now on, in this process; no option at all
hides those of the environment. An option that no compiler takes is `INVALID_COMPILE_OPTION`, and nothing is
changed.

- `options`: The options, one in each text.

Throws a `GridCallError`: `INVALID_COMPILE_OPTION`.
"""
function program_set_default_options(options)
    roots = Any[]  # what the arguments point to
    options_items = pin_all!(roots, Cstring, options)
    GC.@preserve roots @check LibGridCall.gc_program_set_default_options(options_items, length(options_items))
    return nothing
end
