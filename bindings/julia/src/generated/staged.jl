# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    launch_staged(kernel, config, args, host_args; stream = nothing)

Launches with arrays of the host as arguments, and waits. For each array there is device memory while the call
lasts, from a pool that the context keeps; arrays of direction IN and `IN_OUT` are copied to it, the kernel
runs behind what the stream has to do, and arrays of direction OUT and `IN_OUT` are copied back. On the CPU
device the kernel gets the array itself and nothing is copied, if its address is a multiple of 16; device
memory is aligned to 256 bytes, an array of the host only as the program has it. Else, and in the checked mode
of the CPU device, it is copied too. Do not read or write the arrays meanwhile. If the call fails before the
kernel was launched the arrays are untouched. If the kernel fails or exceeds its time limit, or a copy back
fails, the content of arrays of direction OUT and `IN_OUT` is unspecified, and nothing uses the arrays any
more when the call returns.

- `config`: The shape: grid, block and shared memory.
- `args`: The arguments of the other parameters, in the kernel's order.
- `host_args`: The arrays of the host, in any order. One that is written (OUT, `IN_OUT`) must not overlap
  another.
- `stream`: The stream it is queued on; of the kernel's context. `nothing`: the default stream of the kernel's
  context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error.
"""
function launch_staged(
    kernel::Kernel, config::LibGridCall.gc_launch_config, args::DenseVector{LibGridCall.gc_arg},
    host_args; stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    host_args_items = pin_all!(roots, LibGridCall.gc_host_arg, host_args)
    GC.@preserve roots @check LibGridCall.gc_launch_staged(
        kernel, Ref(config), args, length(args), host_args_items, length(host_args_items), raw_stream(stream)
    )
    return nothing
end
