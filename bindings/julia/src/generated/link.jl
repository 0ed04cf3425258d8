# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    module_link(context, inputs; flags = 0, arch = nothing, max_registers = 0, threads_per_block = 0,
        optimization_level = 0)

Links relocatable code of several sources and loads it: functions and `extern` variables of one source are
those that another defines. An input is the image of a program that was compiled with the option "-rdc=true"
for the device of the context, an object file that has such code (of gridcall-nvcc -dc, for a GPU of nvcc
-dc), or a library of these; for a GPU also PTX, a cubin or a fatbin. All of a library is linked for the CPU
device, what is needed for a GPU. COMPILE for a symbol that no input defines or that two define: the message
names it and the inputs. Options of the objects, such as -G and checks, hold for all of the module. Preview:
may change in any release.

- `flags`: `MODULE_*` bits. Several of `:DEBUG`, `:LINE_INFO`, `:VERBOSE`, `:PREFER_BINARY`,
  `:NO_OPTIMIZATION`.
- `arch`: The architecture to compile PTX for, "sm_90"; `INVALID_OPTIONS` for what is none. It excludes
  `threads_per_block`. `nothing`: the device's own.
- `max_registers`: The most registers of a thread; 0: as the driver finds best.
- `threads_per_block`: Spare registers so that a block of so many threads can be launched; 0: as the driver
  finds best. `MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK` tells what came of it.
- `optimization_level`: 1 to 4; 0: the driver's own, 4. With `NO_OPTIMIZATION` only 0.
- `inputs`: The inputs; one at least.

May block.

Throws a `GridCallError`: `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
"""
function module_link(
    context::Context, inputs; flags = 0, arch::Union{Nothing,AbstractString} = nothing,
    max_registers::Integer = 0, threads_per_block::Integer = 0, optimization_level::Integer = 0
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_module_options(
        sizeof(LibGridCall.gc_module_options), flag_bits(ModuleFlags, flags), pin!(roots, arch), max_registers,
        threads_per_block, optimization_level, 0
    )
    inputs_items = pin_all!(roots, LibGridCall.gc_link_input, inputs)
    out_module = Ref{Ptr{LibGridCall.gc_module}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_module_link(
        context, Ref(options_struct), inputs_items, length(inputs_items), out_module
    )
    return CodeModule(out_module[])
end
module_link(f::Function, arguments...; options...) = with(f, module_link(arguments...; options...))
