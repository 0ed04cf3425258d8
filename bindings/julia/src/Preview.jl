# SPDX-License-Identifier: Apache-2.0
"""
Functions that may change or go in any release: communicators, pipes, the linker, profiler files, tools, logs ([`forward_log`](@ref)), and [`memoize`](@ref). A program names
the module, as in `GridCall.Preview.comm_create` or `using GridCall.Preview: memoize`.
"""
module Preview

import ..GridCall

import FileWatching

export memoize, forward_log

# Each name of GridCall: the files below use its internals, and add methods to its functions.
for name in names(GridCall; all = true)
    if !startswith(string(name), '#') && !(name in (:GridCall, :Preview, :eval, :include, :__init__))
        @eval import ..GridCall: $name
    end
end

include("generated/previews.jl")
include("memo.jl")
include("log.jl")

end
