# SPDX-License-Identifier: Apache-2.0
# A launch allocates nothing. A process of its own, for runtests.jl.

using GridCall, Test
include("source.jl")

@testset "allocations of a launch" begin
    code = CodeModule(SOURCE)
    add = kernel(code, "vector_add")
    a = DeviceArray(zeros(Float32, 32))
    m = Mixed(1, 2, 3)
    out, p = DeviceArray(zeros(18)), DeviceArray([1.0])
    types = kernel(code, "types")
    stream = Stream()
    prepared = prepare(add, (a, a, a, Int32(32)); grid = 1, block = 32)
    plain(k, s, a, n) = @launch k grid = 1 block = 32 stream = s (a, a, a, n)
    structs(k, out, p, m) = @launch k grid = (1, 1) block = (1, 1, 1) (
        out, Int8(-1), UInt8(255), Int16(-2), UInt16(1), Int32(-3), UInt32(4), -4, UInt64(5), 1.5f0, -2.25, true, m, p, m)
    again(p, s) = launch(p; stream = s)
    direct(k, s, a, n) = k(a, a, a, n; grid = 1, block = 32, stream = s)
    shaped(k, a, n) = k[1, 32](a, a, a, n)
    measure() = (plain(add, stream, a, Int32(32)); structs(types, out, p, m); again(prepared, stream);
                 direct(add, stream, a, Int32(32)); shaped(add, a, Int32(32));
                 (@allocated(plain(add, stream, a, Int32(32))), @allocated(structs(types, out, p, m)),
                  @allocated(again(prepared, stream)), @allocated(direct(add, stream, a, Int32(32))),
                  @allocated(shaped(add, a, Int32(32)))))
    measure()
    @test measure() == (0, 0, 0, 0, 0)
    synchronize(stream)
    synchronize()
end
