# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

include("library.jl")
include("status.jl")
include("handle.jl")
include("device.jl")
include("context.jl")
include("stream.jl")
include("event.jl")
include("completion.jl")
include("mem.jl")
include("memcpy.jl")
include("mapping.jl")
include("module.jl")
include("kernel.jl")
include("launch.jl")
include("pool.jl")
include("cache.jl")
