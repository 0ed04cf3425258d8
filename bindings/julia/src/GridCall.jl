# SPDX-License-Identifier: Apache-2.0
"""
GPU compute from Julia: CUDA C++ source in, results out, on an NVIDIA GPU or on this machine's cores.

    using GridCall
    add = kernel(CodeModule(source), "vector_add")
    a, b = DeviceArray(rand(Float32, n)), DeviceArray(rand(Float32, n))
    c = similar(a)
    add[cld(n, 128), 128](c, a, b, Int32(n))
    Array(c) == Array(a) + Array(b), sum(c), c .* 2

`LibGridCall` has the C functions as they are; the functions of `GridCall` that are not exported (`GridCall.name`,
`GridCall.attribute` ...) follow C's, with exceptions for statuses, results returned, and keyword arguments for
options. Where no context is named the default one is used, see [`default_context`](@ref). `GridCall.Preview` has the functions that
may change or go in any release.
"""
module GridCall

import FileWatching
import Libdl
import LinearAlgebra

export GridCallError, Device, Context, Stream, Event, Mem, CodeModule, Kernel, Prepared, Pool
export DeviceArray, HostArray, In, Out, InOut, @launch, launch, prepare, capture, mapped, kernel, synchronize,
    devices, default_context, with_stream, task_stream, record, elapsed

include("LibGridCall.jl")
include("support.jl")
include("generated/types.jl")
include("error.jl")
include("generated/all.jl")
include("objects.jl")
include("wait.jl")
include("arrays.jl")
include("broadcast.jl")
include("collective.jl")
include("launch.jl")
include("graph.jl")
include("Preview.jl")

# Opening the file under its own name makes later calls by soname find it, also where the loader would not look.
function __init__()
    path = get(ENV, "GRIDCALL_LIBRARY", LibGridCall.libgridcall)
    handle = Libdl.dlopen(isempty(path) ? LibGridCall.libgridcall : path; throw_error = false)
    if handle === nothing
        @warn "GridCall: the library $path cannot be loaded; every call will fail. " *
              "Install libgridcall, or set GRIDCALL_LIBRARY to the file."
    end
    DEFAULT_CONTEXT[] = nothing
    WAITS.completion = nothing
    return nothing
end

end
