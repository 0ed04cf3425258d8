# SPDX-License-Identifier: Apache-2.0
#
# Adds two vectors on the default device, and tells how long everything took. ../README.md explains the output.

using GridCall, Printf

const SOURCE = """
__global__ void vector_add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
"""

milliseconds() = time_ns() / 1e6
print_transfer(what, time, bytes) = @printf("%s: %.3f ms, %.2f GB/s\n", what, time, bytes / time / 1e6)

function random_floats(n)
    x = UInt32(1)
    values = Vector{Float32}(undef, n)
    for i in 1:n
        x = x * 0x0019660d + 0x3c6ef35f
        values[i] = Float32(x >> 8) / 16777216.0f0
    end
    return values
end

# C's %g.
shown(x) = @sprintf("%g", x)

function main()
    n = 10_000_000
    context = default_context()
    println("device: ", GridCall.name(GridCall.device(context)))
    println("chosen: ", GridCall.device_reason(context))

    start = milliseconds()
    close(CodeModule(SOURCE; name = "vector_add.cu", flags = GridCall.COMPILE_NO_CACHE))
    @printf("compile: %.3f ms\n", milliseconds() - start)
    close(CodeModule(SOURCE; name = "vector_add.cu"))
    start = milliseconds()
    code = CodeModule(SOURCE; name = "vector_add.cu")
    again = milliseconds() - start
    @printf("compile again: %.3f ms (%s)\n", again, GridCall.iscached(code) ? "from the cache" : "not from the cache")
    add = kernel(code, "vector_add")

    host = random_floats(2n)
    a, b = host[1:n], host[(n + 1):2n]
    println("elements: ", n)

    da, db, dc = (DeviceArray{Float32}(undef, n) for _ in 1:3)
    start = milliseconds()
    copyto!(da, a)
    copyto!(db, b)
    print_transfer("to the device", milliseconds() - start, 2 * sizeof(da))

    before, after = Event(), Event()
    @launch add grid = cld(n, 128) block = 128 (dc, da, db, Int32(n))
    GridCall.record(before)
    @launch add grid = cld(n, 128) block = 128 (dc, da, db, Int32(n))
    GridCall.record(after)
    synchronize(after)
    print_transfer("kernel", GridCall.elapsed(before, after) / 1e6, 3 * sizeof(dc))

    c = Vector{Float32}(undef, n)
    start = milliseconds()
    copyto!(c, dc)
    print_transfer("to the host", milliseconds() - start, sizeof(c))

    largest = 0.0
    for i in 1:n
        difference = abs(Float64(c[i]) - Float64(a[i] + b[i]))
        difference <= largest || (largest = difference)  # a NaN counts
    end
    println("largest error: ", shown(largest))
    right = largest <= 1e-6
    println(right ? "OK" : "WRONG")
    return right ? 0 : 1
end

function run_main()
    try
        return main()
    catch e
        e isa GridCallError || rethrow()
        showerror(stderr, e)
        println(stderr)
        return 1
    end
end

exit(run_main())
