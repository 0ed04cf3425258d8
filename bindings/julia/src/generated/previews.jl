# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

include("pipe.jl")
include("link.jl")
include("algorithm.jl")
include("linalg.jl")
include("fft.jl")
include("comm.jl")
include("profiler.jl")
include("log.jl")
include("tools.jl")
