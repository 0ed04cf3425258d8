# SPDX-License-Identifier: Apache-2.0
# Measures a launch through @launch beside a bare call of the C function with the same arguments:
# julia --project=bindings/julia bindings/julia/test/bench.jl

using GridCall, Printf
using GridCall: LibGridCall

const LAUNCHES = 500
const ROUNDS = 400

function julia_round(k, stream, x)
    start = time_ns()
    for i in 1:LAUNCHES
        @launch k grid = 1 block = 1 stream = stream (x, x, x, i % Int32)
    end
    time = (time_ns() - start) / LAUNCHES
    synchronize(stream)
    return time
end

function prepared_round(p, stream)
    start = time_ns()
    for i in 1:LAUNCHES
        launch(p; stream = stream)
    end
    time = (time_ns() - start) / LAUNCHES
    synchronize(stream)
    return time
end

# The call alone: arguments and shape are made once, so nothing of Julia's is in it.
function c_round(k, stream, config, args)
    start = time_ns()
    out_error = Ref{Ptr{LibGridCall.gc_error}}(C_NULL)
    for i in 1:LAUNCHES
        status = LibGridCall.gc_launch(k, config, args, 4, stream, out_error)
        status == 0 || error("launch failed: $status")
    end
    time = (time_ns() - start) / LAUNCHES
    synchronize(stream)
    return time
end

function main()
    code = CodeModule("__global__ void empty(float *c, const float *a, const float *b, int n) {}")
    k = kernel(code, "empty")
    x = DeviceArray{Float32}(undef, 16)
    stream = Stream()
    memory = LibGridCall.gc_arg(LibGridCall.GRIDCALL_ARG_KIND_MEM, 8, 0, Ptr{Cvoid}(x.mem.handle),
                                LibGridCall.GRIDCALL_VALUE_TYPE_UNKNOWN, 0)
    args = [memory, memory, memory, LibGridCall.gc_arg(LibGridCall.GRIDCALL_ARG_KIND_SCALAR, 4, 7, C_NULL,
                                                           LibGridCall.GRIDCALL_VALUE_TYPE_UNKNOWN, 0)]
    config = Ref(LibGridCall.gc_launch_config(sizeof(LibGridCall.gc_launch_config), 1, 1, 1, 1, 1, 1, 0, C_NULL, 0, 0, 0, C_NULL, C_NULL, 0, 0, 0, 0))
    p = prepare(k, (x, x, x, Int32(7)); grid = 1, block = 1)
    best = fill(Inf, 3)
    for _ in 1:ROUNDS  # in turns, and the best of each
        best[1] = min(best[1], c_round(k, stream, config, args))
        best[2] = min(best[2], julia_round(k, stream, x))
        best[3] = min(best[3], prepared_round(p, stream))
    end
    println("device: ", GridCall.name(GridCall.device(default_context())))
    @printf("c launch: %.1f ns\n", best[1])
    @printf("julia launch: %.1f ns\n", best[2])
    @printf("julia over c: %+.1f ns\n", best[2] - best[1])
    @printf("julia prepared launch: %.1f ns\n", best[3])
    println("allocated by ", LAUNCHES, " launches: ", @allocated(julia_round(k, stream, x)), " bytes")
end

main()
