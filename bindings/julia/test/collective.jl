# SPDX-License-Identifier: Apache-2.0
# Arrays on a device as Julia's arrays: each result beside the one of the same call on the host.

using GridCall, LinearAlgebra, Test

const SCREEN = IOContext(devnull, :limit => true, :displaysize => (20, 80))

# The error that f() throws.
thrown(f) = try f(); nothing catch e; e end
says(f, words...) = (e = thrown(f); e !== nothing && all(word -> occursin(word, sprint(showerror, e)), words))

# A testset is compiled as one function, and slowly if it is large.
@testset "complex numbers" begin
    for T in Any[ComplexF32, ComplexF64]
        x, y, r = rand(T, 4, 3), rand(T, 4, 3), rand(real(T), 4, 3)
        a, b, c = DeviceArray(x), DeviceArray(y), DeviceArray(r)
        @test sum(a) ≈ sum(x) && typeof(sum(a)) == T && prod(a) ≈ prod(x) && Array(sum(a; dims = 1)) ≈ sum(x; dims = 1)
        @test sum(abs2, a) ≈ sum(abs2, x) && typeof(sum(abs2, a)) == real(T) && sum(abs, a) ≈ sum(abs, x) && sum(t -> t * conj(t), a) ≈ sum(abs2, x)
        for f in Any[+, -, *, /]  # each operation is rounded by itself, as in Julia, but for the ways to divide
            for (p, q, s, t) in (T == ComplexF32 ? Any[(x, r, a, c), (x, 2, a, 2)] : Any[(x, y, a, b), (r, x, c, a), (x, 2.5f0, a, 2.5f0), (r, im, c, im)])
                want, got = f.(p, q), f.(s, t)
                @test eltype(got) == eltype(want) && (f === (/) ? Array(got) ≈ want : Array(got) == want)
            end
        end
        for f in Any[-, conj, abs2, z -> z^3 + 2z, z -> muladd(z, z, z), z -> real(z) - imag(z), z -> inv(z), z -> ComplexF64(z)]
            want, got = f.(x), f.(a)
            @test eltype(got) == eltype(want) && Array(got) ≈ want
        end
        @test Array(abs.(a)) ≈ abs.(x) && Array(complex.(c, 1)) == complex.(r, 1) && Array(ifelse.(c .< 0.5, a, b)) == ifelse.(r .< 0.5, x, y)
        @test Array(a .== a) == trues(4, 3) && a == a && a != b && Array(a .== c) == (x .== r) && Array(a .!= b) == (x .!= y)
        @test DeviceArray(T[1, im]) != DeviceArray(real(T)[1, 0]) && DeviceArray(T[1, 2]) == DeviceArray(real(T)[1, 2])
        @test Array(a') == x' && Array(transpose(a)) == transpose(x) && Array(vec(a)') == vec(x)' && Array(transpose(vec(a))) == transpose(vec(x))
        @test Array(conj(a)) == conj(x) && Array(real.(a)) == real.(x) && Array(view(a, 1:2:4, :)') == view(x, 1:2:4, :)'
        a .= c .+ im .* c
        @test Array(a) == r .+ im .* r && Array(fill!(similar(a), 2)) == fill(T(2), 4, 3)
        infinite = T[Inf + im, NaN, 0]
        @test isequal(Array(2 .* DeviceArray(infinite)), 2 .* infinite) && isequal(Array(DeviceArray(infinite) .- 1), infinite .- 1)
    end
    a = DeviceArray([1.0 + im, 2])
    for f in (maximum, minimum)
        @test says(() -> f(a), "no order", "abs.(x)")
    end
    @test says(() -> exp.(a), "exp of Complex{Float64}", "compute with the parts") && says(() -> a .^ a, "compute with the parts")
    @test says(() -> DeviceArray([1.0, 2.0]) .= a, "cannot convert Complex{Float64} to Float64") && says(() -> DeviceArray([1 + im]) .+ 1, "Complex{Int64}")
end

@testset "Ndarrays with numbers, back to Julia" begin
    for (T, name) in ((Float64, :FLOAT64), (Int16, :INT16), (Bool, :BOOL), (ComplexF32, :COMPLEX64)), shape in ((3, 2), (), (2, 0))
        n = GridCall.ndarray_create(default_context(); scalar_type = name, shape = shape)
        GridCall.apply(n, "x * i + y", (), (2, true))
        host = Array(n)
        @test host isa Array{T,length(shape)} && size(host) == reverse(shape) && vec(host) == T[T == Bool ? true : 2i + 1 for i in 0:(prod(shape) - 1)]
    end
    @test says(() -> Array(GridCall.ndarray_create(default_context(); scalar_type = :BFLOAT16, shape = (2,))), "copy_to_host")
end

@testset "negative zeros and copies that overlap" begin
    for T in (Float32, Float64), zeros in (T[0, -0.0], T[-0.0, 0], repeat(T[0, -0.0, 0], 5000))
        a = DeviceArray(zeros)
        @test minimum(a) === minimum(zeros) && maximum(a) === maximum(zeros) && minimum(a; dims = 1) isa DeviceArray
    end
    for (to, from) in ((1:90, 11:100), (11:100, 1:90), (5:5, 5:5), (1:100, 1:100), (1:50, 51:100))
        x = collect(Float32, 1:100)
        a = DeviceArray(x)
        copyto!(view(a, to), view(a, from))
        copyto!(view(x, to), copy(view(x, from)))
        @test Array(a) == x
    end
    m, x = DeviceArray(collect(reshape(1:12, 3, 4))), collect(reshape(1:12, 3, 4))
    m[:, 2:4] = view(m, :, 1:3)
    x[:, 2:4] = x[:, 1:3]
    @test Array(m) == x
    copyto!(m, 2, m, 1, 11)
    copyto!(x, 2, copy(x), 1, 11)
    @test Array(m) == x
end

@testset "as Julia's" begin

@testset "arrays as Julia has them" begin
    @testset "reductions" begin
        for T in (UInt8, Int32, Float64, Bool)
            host = T === Bool ? rand(Bool, 5, 4, 3) : T <: Integer ? rand(T(0):T(9), 5, 4, 3) : T.(rand(-8:8, 5, 4, 3)) ./ T(4)
            a = DeviceArray(host)
            for f in (sum, maximum, minimum, extrema), dims in (:, 1, 3, (1, 3), 4)
                f === extrema && dims !== (:) && continue
                want, got = f === extrema ? (f(host), f(a)) : (f(host; dims = dims), f(a; dims = dims))
                @test typeof(got) == typeof(want) || got isa DeviceArray{eltype(want)}
                @test (got isa DeviceArray ? Array(got) : got) == want
            end
            small = T === Bool ? [true, true] : T[1, 2, 3]
            @test prod(DeviceArray(small)) === prod(small)
            @test reduce(max, a) === reduce(max, host)
            @test mapreduce(identity, +, DeviceArray(small)) === mapreduce(identity, +, small)
        end
        x = Float32[1, 2, 3]
        a = DeviceArray(x)
        @test sum(abs2, a) == sum(abs2, x) && sum(t -> 2t + 1, a) == 15 && mapreduce(*, +, a, a) == 14
        @test mapreduce(identity, +, a; init = 10.0f0) == 16 && Array(mapreduce(identity, +, a; dims = 1, init = 10.0f0)) == [16]
        @test any(t -> t > 2, a) && !any(t -> t > 3, a) && all(t -> t > 0, a) && count(t -> t > 1, a) == 2 && count(a .> 1) == 2
        @test any(a .> 2) && all(a .> 0) && Array(any(a .> 2; dims = 1)) == [true]
        empty = DeviceArray(Float32[])
        @test sum(empty) === 0.0f0 && prod(empty) === 1.0f0 && !any(empty .> 0) && all(empty .> 0)
        @test says(() -> maximum(empty), "empty") && size(sum(DeviceArray(zeros(0, 3)); dims = 1)) == (1, 3)
        @test isnan(maximum(DeviceArray([1.0, NaN]))) && sum(view(a, 2:3)) == 5
        for (u, v) in (([1.0, 2, -3], [4.0, 5, 6]), (Int32[3, 4], Int32[1, 2]), (Float32[1 2; 3 4], Float32[5 6; 7 8]), ([1.0 + 2im, 3im], [2im, 1.0 + 0im]))
            m, n = DeviceArray(u), DeviceArray(v)
            @test dot(m, n) ≈ dot(u, v) && all(p -> norm(m, p) ≈ norm(u, p), (1, 2, Inf)) && typeof(norm(m)) == typeof(norm(u))
        end
        for u in ([1e200, 1e200], [1e-200], [0.0, 0.0], Float64[], [Inf, 1.0], Int32[100000, 100000])
            @test norm(DeviceArray(u)) ≈ norm(u)
        end
        @test isnan(norm(DeviceArray([NaN, 1]))) && says(() -> norm(a, 3), "pass 1, 2 or Inf") && says(() -> dot(a, a[1:2]), "3 elements and 2")
        @test says(() -> reduce(-, a), "reduced by -") && says(() -> reduce(|, DeviceArray([1, 2])), "Bool")
    end

    @testset "comparisons" begin
        a, b = DeviceArray([1, 2]), DeviceArray([1.0, 2.0])
        @test a == b == [1, 2] == a && a != DeviceArray([1, 3]) && a != DeviceArray([1]) && a != [1 2]
        @test isequal(DeviceArray([NaN]), DeviceArray([NaN])) && DeviceArray([NaN]) != DeviceArray([NaN])
        @test DeviceArray([1.0]) ≈ DeviceArray([1.0 + 1e-12]) && DeviceArray([1.0]) ≈ [1.0 + 1e-12] && hash(a) == hash([1, 2])
        @test DeviceArray([(1, 2.0)]) == DeviceArray([(1, 2.0)])
    end

    @testset "map, closures and ranges" begin
        x, y = Float32[1, 2, 3], Float32[4, 5, 6]
        a, b = DeviceArray(x), DeviceArray(y)
        c = 2.5f0
        for f in ((s -> 2s + 1), (s -> s^2 - s), (s -> c * max(s, 2) / s), (s -> clamp(s, 1.5f0, 2.5f0)), (s -> Float64(s) + 1), sqrt,
                  (s -> 1 / (1 + exp(-s))))
            @test map(f, a) isa DeviceArray && Array(map(f, a)) ≈ map(f, x) && eltype(map(f, a)) == eltype(map(f, x))
            @test Array(f.(a)) ≈ f.(x)
        end
        @test Array(map((s, t) -> s * t + 1, a, b)) == map((s, t) -> s * t + 1, x, y)
        @test Array(map!(s -> -s, similar(a), a)) == -x && says(() -> map(+, a, DeviceArray(Float32[1])), "does not fit")
        @test Array(a .+ (1:3)) == x .+ (1:3) && Array(clamp.(a, 2, 3)) == clamp.(x, 2, 3)
        @test says(() -> map(s -> s > 2 ? s : 0f0, a), "ifelse") && says(() -> map(s -> string(s), a), "cannot call")
        @test says(() -> a .+ x, "DeviceArray(x)")
        d = similar(a)
        d .= x
        @test d == x
        d .= x .+ 1
        @test d == x .+ 1
        d .= 7
        @test d == [7, 7, 7]
    end

    @testset "parts" begin
        h = reshape(collect(Float32, 1:24), 4, 6)
        m = DeviceArray(h)
        for parts in ((2:3, 3:5), (2:2:4, :), (:, 6:-2:2), (3, :), (:, 2), (1:4, 2:3))
            v = view(m, parts...)
            @test size(v) == size(view(h, parts...)) && Array(v) == h[parts...] && m[parts...] isa DeviceArray && Array(m[parts...]) == h[parts...]
            @test sum(v) == sum(view(h, parts...)) && Array(v .* 2) == h[parts...] .* 2 && v == h[parts...] && Array(copy(v)) == h[parts...]
            @test occursin("$(first(h[parts...]))", sprint(show, MIME("text/plain"), v))
        end
        @test Array(m[:]) == h[:] && m[2:3, 2:3] isa DeviceArray{Float32,2}
        view(m, 2:3, 2:3) .= 0
        h[2:3, 2:3] .= 0
        @test m == h
        m[1, :] = h[1, :] = Float32[9, 8, 7, 6, 5, 4]
        m[:, 6] = DeviceArray(fill(3.0f0, 4))
        h[:, 6] .= 3
        m[4, 1:2:5] = 11
        h[4, 1:2:5] .= 11
        @test m == h
        m[2:3, 1:2] .+= view(m, 2:3, 3:4)
        h[2:3, 1:2] .+= view(h, 2:3, 3:4)
        @test m == h
        @test says(() -> (m[1, :] = Float32[1, 2]), "does not fit") && thrown(() -> m[5:6, 1]) isa BoundsError
        fill!(view(m, 1:2:3, 1), 5)
        @test Array(m)[[1, 3], 1] == [5, 5]
        for f in (() -> m[1], () -> m[1, 2], () -> (m[1] = 2f0), () -> first(iterate(m)))
            @test says(f, "Array(a)")
        end
    end

    @testset "orders and joins" begin
        h, v = reshape(collect(1:6), 2, 3), [1, 2]
        m, w = DeviceArray(h), DeviceArray(v)
        @test m' isa DeviceArray && Array(m') == h' && Array(transpose(m)) == transpose(h) && Array(w') == reshape(v, 1, 2)
        @test Array(permutedims(DeviceArray(reshape(1:24, 2, 3, 4)), (3, 1, 2))) == permutedims(reshape(1:24, 2, 3, 4), (3, 1, 2))
        # Without conjugating, a vector's would be wrong in silence.
        @test Array(m' .+ (1:3)) == h' .+ (1:3) && occursin("3×2", sprint(show, MIME("text/plain"), m'))
        @test Array([w; w]) == [v; v] && Array([w w]) == [v v] && Array([m w]) == [h v] && Array([m; m]) == [h; h]
        @test Array(cat(m, m; dims = 3)) == cat(h, h; dims = 3) && Array(vcat(w, DeviceArray([0.5]))) == [1, 2, 0.5]
        @test Array(vcat(view(m, 1, :), w)) == vcat(h[1, :], v) && says(() -> [m; w'], "do not fit")
        c = copy(m)
        d = deepcopy(m)
        fill!(m, 0)
        @test c == h && d == h && size(similar(m)) == (2, 3)
    end

    @testset "shown" begin
        big = fill!(DeviceArray{Float32}(undef, 1_000_000), 1)
        text = sprint(show, MIME("text/plain"), big; context = SCREEN)
        @test occursin("1000000-element", text) && occursin(r"^ +1\.0 *$"m, text) && occursin("⋮", text) && length(text) < 500
        @test sprint(show, big; context = :limit => true) == "1000000-element " * string(typeof(big))
        @test @allocated(sprint(show, MIME("text/plain"), big; context = SCREEN)) < 1_000_000
        wide = DeviceArray(rand(300, 300))
        @test occursin("⋱", sprint(show, MIME("text/plain"), wide; context = SCREEN))
    end
end

@testset "calls" begin
    code = CodeModule("""
        __global__ void add(int *x, int by) { x[blockIdx.x * blockDim.x + threadIdx.x] += by; }
        __global__ void wait_for(volatile int *flag) { while (*flag == 0) { } }""")
    add, x = kernel(code, "add"), DeviceArray(zeros(Int32, 8))
    add[2, 4](x, Int32(1))
    add(x, Int32(2); grid = 2, block = 4)
    add[(2, 1), (4, 1, 1)](x, Int32(4); stream = Stream(), shared = 16, timeout = 60)
    synchronize()
    @test all(==(7), Array(x))
    p = prepare(add, (x, Int32(1)); grid = 2, block = 4)
    p()
    @test all(==(8), Array(x))
    for f in (() -> (p[0] = x), () -> (p[-1] = x))
        @test says(f, "from 1")
    end
    stream = Stream(; flags = :NON_BLOCKING)
    graph = capture(() -> add(x, Int32(1); grid = 2, block = 4, stream = stream), stream)
    @test says(() -> (graph[0, 1] = x), "node 0", "from 1") && says(() -> (graph[1, 0] = x), "from 1")
    synchronize(stream)
    synchronize()

    # Work of a task that has a stream does not wait for the default stream.
    flag, y = HostArray(zeros(Int32, 1)), DeviceArray(zeros(Int32, 4))
    with_stream(() -> (fill!(y, 1); y .+= Int32(1); sum(y)), stream)  # compiled before
    kernel(code, "wait_for")[1, 1](flag)
    @test task_stream() === nothing
    @test fetch(@async with_stream(stream) do
        fill!(y, 20)
        y .= y .+ Int32(1)
        (task_stream() === stream, sum(y), Array(y))
    end) == (true, 84, fill(21, 4))
    @test !GridCall.query(GridCall.default_stream(default_context()))
    flag[1] = 1
    @test with_stream(task_stream) isa Stream && task_stream() === nothing
    @sync for i in 1:3
        @async with_stream(() -> view(y, i:i) .= Int32(i))
    end
    @test Array(y) == [1, 2, 3, 21]
end

@testset "symbols and numbers" begin
    m = Mem(64)
    @test says(() -> Stream(; flags = :BLOCKING), ":NON_BLOCKING")
    @test GridCall.flag_bits(GridCall.MapFlags, (:READ, :WRITE)) == GridCall.MAP_READ | GridCall.MAP_WRITE
    GridCall.with(GridCall.mem_map(m, 0, 16; flags = (:READ, :WRITE))) do mapping
        GridCall.unmap(mapping)
    end
    picture = GridCall.array_from_host(default_context(), Float32[1, 2, 3, 4]; scalar_type = :FLOAT32, shape = (1, 4))
    @test GridCall.Texture(default_context(); array = picture, sampling = (address_x = :CLAMP, filter = :LINEAR)) isa GridCall.Texture
    @test says(() -> GridCall.Texture(default_context(); array = picture, sampling = (address = :CLAMP,)), "address_x")
    close_me = HostArray(zeros(2))
    close(close_me)
    @test says(() -> pointer(close_me), "closed")
end

@testset "messages in Julia's words" begin
    code = CodeModule("__global__ void add(float *c, const float *a, int n) { c[0] = a[0] + n; }")
    add, x = kernel(code, "add"), DeviceArray(zeros(Float32, 4))
    p = prepare(add, (x, x, Int32(1)); grid = 1, block = 1)
    for (f, words) in ((() -> add[1, 1](x), ("@launch", "the number of arguments is 1")),
                       (() -> add[1, 1](UInt64(0), x, Int32(1)), ("argument 1", "DeviceArray")),
                       (() -> add[100 / 32, 32](x, x, Int32(1)), ("kernel[3.125, 32]", "cld")),
                       (() -> add[1, 1](x, x, 1.5f0), ("argument 3",)), (() -> (p[3] = 1.5f0), ("argument 3",)),
                       (() -> (p[5] = x), ("`index` is 5",)), (() -> GridCall.mem_alloc(default_context(), 0), ("DeviceArray",)))
        text = sprint(showerror, thrown(f))
        @test all(word -> occursin(word, text), words) && !occursin("gc_", text)
    end
end

@testset "documentation" begin
    documented(m, name) = haskey(Base.Docs.meta(m), Base.Docs.Binding(m, name))
    # Docs of names of Base lie in this package too.
    @test [name for name in names(GridCall) if !documented(GridCall, name)] == []
    @test [name for name in names(GridCall.Preview) if !documented(GridCall.Preview, name)] == []
    help(x) = string(Base.Docs.doc(x))
    @test occursin("page-locked", help(HostArray))
    @test occursin("ERROR_OUT_OF_MEMORY", string(Base.Docs.doc(Base.Docs.Binding(GridCall, :ERROR_OUT_OF_MEMORY))))
    @test occursin("`__device__`", help(GridCall.module_global))
    functions = [name for name in names(GridCall; all = true) if !startswith(string(name), '#') && isdefined(GridCall, name) &&
                 parentmodule(getfield(GridCall, name) isa Function ? getfield(GridCall, name) : sum) === GridCall]
    println("# without documentation of their own: ", count(name -> !documented(GridCall, name), functions), " of ", length(functions), " functions")
end

@testset "no call is ambiguous" begin
    # A list that is a function is none: dtype_create(f, ...) is the one with a do-block.
    @test filter(pair -> pair[1].name !== :dtype_create, detect_ambiguities(GridCall)) == []
end

end
