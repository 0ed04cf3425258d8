# SPDX-License-Identifier: Apache-2.0
# julia --project=bindings/julia bindings/julia/test/runtests.jl, with GRIDCALL_LIBRARY set where the library is not installed.

using GridCall
using GridCall: LibGridCall
using Libdl, Random, Test

include("source.jl")

# The error that f() throws.
function failure(f)
    try
        f()
    catch e
        return e
    end
    return nothing
end
# addenv is of Julia 1.6.
with_env(command, pair) = setenv(command, merge(Dict(ENV), Dict(pair)))
# Vectors of equal bytes. Interpreted, as these tests run, `==` takes 80 us for each element.
same(x::Vector{T}, y::Vector{T}) where {T} =
    length(x) == length(y) && ccall(:memcmp, Cint, (Ptr{T}, Ptr{T}, Csize_t), x, y, sizeof(x)) == 0
status_of(f) = (e = failure(f); e isa GridCallError ? e.status : e)

@testset "GridCall" begin
    @testset "text and numbers" begin
        @test GridCall.status_name(GridCall.ERROR_OUT_OF_MEMORY) == "OUT_OF_MEMORY"
        @test GridCall.status_name(:ERROR_COMPILE) == "COMPILE"
        @test GridCall.status_name(987654) == "UNKNOWN"
        @test GridCall.status_category(GridCall.ERROR_COMPILE) == GridCall.CATEGORY_COMPILE
        @test !isempty(GridCall.status_text(:ERROR_IO))
        @test GridCall.version() == LibGridCall.GRIDCALL_VERSION
        @test startswith(GridCall.version_text(), "0.1.0")
        @test GridCall.device_attribute_name(:WARP_SIZE) == "WARP_SIZE"
        @test GridCall.device_attribute_from_name("warp_size") == GridCall.DEVICE_ATTRIBUTE_WARP_SIZE
        @test sprint(show, GridCall.MEM_PLACE_HOST) == "MemPlace(:HOST)"
        @test sprint(show, GridCall.MemPlace(77)) == "MemPlace(77)"
        @test failure(() -> GridCall.status_name(:NO_SUCH)) isa ArgumentError
        for s in values(GridCall.codes(GridCall.Status))
            @test GridCall.status_name(s.second) == replace(String(s.first), "ERROR_" => "")
        end
    end

    # Every function of the raw layer is in the library.
    @testset "symbols" begin
        library = dlopen(get(ENV, "GRIDCALL_LIBRARY", LibGridCall.libgridcall))
        functions = filter(n -> startswith(String(n), "gc_") && isdefined(LibGridCall, n) &&
                                getfield(LibGridCall, n) isa Function, names(LibGridCall; all = true))
        @test length(functions) >= 90
        @test [f for f in functions if dlsym(library, f; throw_error = false) === nothing] == []
    end

    @testset "documentation" begin
        for name in (:stream_create, :mem_alloc, :synchronize, :memory_info, :Pool, :DeviceArray, :launch)
            @test !occursin("No documentation found", string(Base.Docs.doc(Base.Docs.Binding(GridCall, name))))
        end
    end

    context = default_context()
    device = GridCall.device(context)

    @testset "devices" begin
        @test length(devices()) == GridCall.device_count() >= 1
        @test GridCall.kind(devices()[end]) == GridCall.DEVICE_KIND_CPU
        @test device in devices()
        @test Device(GridCall.index(device)) == device
        @test !isempty(GridCall.name(device))
        @test GridCall.attribute(device, :WARP_SIZE) == 32
        attributes = GridCall.attributes(device)
        @test length(attributes) > 50
        for entry in attributes
            @test GridCall.attribute(device, entry.attribute) == entry.value
        end
        @test GridCall.total_memory(device) > 2^20
        @test GridCall.uuid(device) isa NTuple{16,UInt8}
        free, total = GridCall.memory_info(context)
        @test 0 < free <= total
        @test status_of(() -> Device(1000)) == GridCall.ERROR_OUT_OF_RANGE
        @test status_of(() -> Device("nonsense")) == GridCall.ERROR_INVALID_ARGUMENT
        @test isopen(device) && sprint(show, MIME("text/plain"), device) isa String
    end

    code = CodeModule(SOURCE; name = "runtests.cu", instances = ["scale<float>", "scale<double>"])
    add = kernel(code, "vector_add")

    @testset "arrays" begin
        host = rand(Float32, 1000)
        a = DeviceArray(host)
        @test size(a) == (1000,) && length(a) == 1000 && eltype(a) == Float32 && sizeof(a) == 4000
        @test Array(a) == host == collect(a) == Array(copy(a))
        @test Array{Float64}(a) == Float64.(host)
        b = similar(a, Int64, 10, 20)
        @test b isa DeviceArray{Int64,2} && size(b) == (10, 20)
        for value in (0, -1, 7, typemax(Int64), 0x0101010101010101 % Int64)
            @test all(==(value), Array(fill!(b, value)))
        end
        for T in (Int8, UInt16, Int32, UInt64, Float16, Float32, Float64, Bool, Complex{Float64}, NTuple{3,Int16})
            x = T <: Tuple ? T[(i, i + 1, i + 2) for i in 1:9] : rand(T, 9)
            @test Array(DeviceArray(x)) == x
            @test all(==(x[3]), Array(fill!(DeviceArray{T}(undef, 5), x[3])))
        end
        @test Array(DeviceArray(1:10)) == 1:10
        @test Array(DeviceArray{Float32}([1, 2, 3])) == Float32[1, 2, 3]
        @test isempty(Array(DeviceArray{Int32}(undef, 0)))
        m = DeviceArray(reshape(collect(1:12), 3, 4))
        @test Array(reshape(m, 2, 6)) == reshape(1:12, 2, 6)
        @test Array(reshape(m, :)) == 1:12
        @test Array(view(m, :, 2:3)) == reshape(4:9, 3, 2)
        @test Array(view(m, :, 4)) == 10:12
        v = view(vec(m), 3:7)
        fill!(v, 0)
        @test vec(Array(m)) == [1, 2, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12]
        copyto!(m, 2, [100, 200, 300], 2, 2)
        @test vec(Array(m))[1:4] == [1, 200, 300, 0]
        part = zeros(Int, 4)
        copyto!(part, 3, m, 2, 2)
        @test part == [0, 0, 200, 300]
        copyto!(m, 5, m, 2, 2)
        @test vec(Array(m))[5:6] == [200, 300]
        @test_throws BoundsError copyto!(m, 12, [1, 2], 1, 2)
        @test_throws BoundsError copyto!(m, 0, [1, 2], 1, 2)
        @test_throws BoundsError view(vec(m), 10:13)
        @test_throws DimensionMismatch reshape(m, 5, 5)
        @test_throws ArgumentError DeviceArray(["text"])
        @test_throws ArgumentError DeviceArray{Int}(undef, -1)
        @test occursin("Array(a)", sprint(showerror, failure(() -> m[1])))
        @test occursin("kernel", sprint(showerror, failure(() -> m[1, 2] = 3)))
        @test occursin("3×4 DeviceArray{Int64,2}", replace(sprint(show, MIME("text/plain"), m), ", " => ","))
        @test occursin("200", sprint(show, MIME("text/plain"), m))
        close(m)
        @test !isopen(m) && occursin("closed", sprint(show, MIME("text/plain"), m))
        @test status_of(() -> Array(m)) == GridCall.ERROR_INVALID_HANDLE
    end

    @testset "page-locked arrays" begin
        stream = Stream()
        h = HostArray(Int32.(1:100))
        @test h == 1:100 && h[3] == 3 && sum(h) == 5050
        h[3] = -3
        d = similar(DeviceArray(zeros(Int32, 1)), 100)
        copyto!(d, h; stream = stream)
        back = fill!(HostArray{Int32}(undef, 100), 0)
        copyto!(back, d; stream = stream)
        synchronize(stream)
        @test back == h && back[3] == -3
        @test_throws BoundsError h[101]
        close(h)
        @test_throws ArgumentError h[1]
    end

    @testset "launch" begin
        n = 100_003
        a, b = rand(Float32, n), rand(Float32, n)
        da, db = DeviceArray(a), DeviceArray(b)
        dc, sums = similar(da), a .+ b
        @launch add grid = cld(n, 128) block = 128 (dc, da, db, Int32(n))
        @test same(Array(dc), sums)
        stream = Stream(; flags = GridCall.STREAM_NON_BLOCKING)
        synchronize()
        fill!(dc, 0)
        synchronize()
        @launch add grid = (cld(n, 256),) block = (256, 1, 1) stream = stream (dc, da, db, Int32(n))
        wait(stream)
        @test GridCall.query(stream)
        @test same(Array(dc), sums)
        half = view(dc, 1:50_000)
        fill!(dc, -1)
        @launch add grid = 391 block = 128 (half, view(da, 101:50_100), view(db, 201:50_200), Int32(50_000))
        @test same(Array(half), a[101:50_100] .+ b[201:50_200])
        @test same(Array(dc)[50_001:end], fill(-1f0, n - 50_000))

        scale = kernel(code, "scale<double>")
        x = DeviceArray(collect(1.0:10.0))
        launch(scale, (x, 0.5, Int32(10)); grid = 1, block = 32)
        @test Array(x) == (1:10) ./ 2

        place = DeviceArray(zeros(Int32, 6))
        @launch kernel(code, "where") grid = (5, 3, 2) block = (8, 4, 2) place
        @test Array(place) == [5, 3, 2, 8, 4, 2]

        r = DeviceArray(Int32.(1:64))
        @launch kernel(code, "reverse") grid = 1 block = 64 shared = 256 (r,)
        @test Array(r) == 64:-1:1

        out, p = DeviceArray(zeros(18)), DeviceArray([1.25, 2.25])
        @launch kernel(code, "types") grid = 1 block = 1 (
            out, Int8(-1), UInt8(255), Int16(-2), UInt16(65535), Int32(-3), 0xffffffff, Int64(-4), UInt64(2)^53, 1.5f0, -2.25,
            true, Mixed(-5, 6.5, -7), view(p, 2:2), Mixed(8, 9.5, 10))
        @test Array(out) == [-1, 255, -2, 65535, -3, 0xffffffff, -4, 2.0^53, 1.5, -2.25, 1, -5, 6.5, -7, 2.25, 8, 9.5, 10]

        h = HostArray(zeros(Float64, 4))
        h .= 1:4
        @launch scale grid = 1 block = 4 (h, 3.0, Int32(4))
        synchronize()
        @test h == [3, 6, 9, 12]

        counter = GridCall.module_global(code, "counter")
        GridCall.memcpy_htod(counter, 0, Int32[0])
        @launch kernel(code, "count") grid = 3 block = 5 ()
        @test GridCall.memcpy_dtoh(Int32[0], counter, 0) == [15]
        weights = GridCall.module_global(code, "weights")
        @test sizeof(weights) == 16
        GridCall.memcpy_htod(weights, 0, Float32[1, 10, 100, 1000])
        w = DeviceArray(ones(Float32, 8))
        @launch kernel(code, "weigh") grid = 1 block = 8 (w,)
        @test Array(w) == repeat([1, 10, 100, 1000], 2)
    end

    # The CPU device ends the kernel; on a GPU it runs until it is let go.
    @testset "time limits" begin
        flag = HostArray(zeros(Int32, 1))
        stream = Stream()
        k = kernel(code, "wait_for")
        for prepared in (false, true)
            flag[1] = 0
            if prepared
                launch(prepare(k, (flag,); grid = 1, block = 1, timeout = 0.02); stream = stream)
            else
                @launch k grid = 1 block = 1 stream = stream timeout = 0.02 (flag,)
            end
            e = failure(() -> synchronize(stream))
            @test e isa GridCallError && e.status == GridCall.ERROR_LAUNCH_TIMEOUT && occursin("0.02 s", e.message)
            flag[1] = 1
            synchronize(stream)
        end
        @launch k grid = 1 block = 1 timeout = Inf (flag,)
        synchronize()
        @test_throws ArgumentError @launch k grid = 1 block = 1 timeout = -1 (flag,)
        @test_throws ArgumentError @launch k grid = 1 block = 1 timeout = NaN (flag,)
    end

    @testset "prepared" begin
        a, b, c = (DeviceArray(Float32.(i:(i + 7))) for i in (1, 10, 100))
        p = prepare(add, (c, a, b, Int32(4)); grid = 1, block = 32)
        launch(p)
        @test Array(c)[1:5] == [11, 13, 15, 17, 104]
        p[4] = Int32(8)
        p[2] = b
        stream = Stream()
        launch(p; stream = stream)
        synchronize(stream)
        @test Array(c) == 2 .* (10:17)
        @test status_of(() -> p[5] = 1) == GridCall.ERROR_OUT_OF_RANGE
        @test status_of(() -> p[4] = 1.0) == GridCall.ERROR_ARGUMENT_MISMATCH
        close(p)
        @test status_of(() -> launch(p)) == GridCall.ERROR_INVALID_HANDLE
    end

    @testset "refusals" begin
        a = DeviceArray(zeros(Float32, 8))
        @test status_of(() -> @launch add grid = 1 block = 8 (a, a, a)) == GridCall.ERROR_ARGUMENT_MISMATCH
        e = failure(() -> @launch add grid = 1 block = 8 (a, a, a, 8))
        @test e.status == GridCall.ERROR_ARGUMENT_MISMATCH && occursin("8", e.message) && occursin("4", e.message)
        @test e.func == "gc_launch"
        # Handles of the right size and the wrong kind.
        doubles = DeviceArray(zeros(Float64, 8))
        for args in ((a, a, a, 8.0f0), (doubles, a, a, Int32(8)), (UInt64(0), a, a, Int32(8)))
            e = failure(() -> launch(add, args; grid = 1, block = 8))
            @test e.status == GridCall.ERROR_ARGUMENT_MISMATCH && occursin("takes `", e.message)
        end
        @test status_of(() -> @launch add grid = 1 block = 4096 (a, a, a, Int32(8))) == GridCall.ERROR_INVALID_LAUNCH
        @test status_of(() -> @launch add grid = 0 block = 8 (a, a, a, Int32(8))) != nothing
        @test occursin("DeviceArray(x)", failure(() -> @launch add grid = 1 block = 8 (a, [1.0f0], a, Int32(8))).msg)
        @test occursin("isbitstype", failure(() -> @launch add grid = 1 block = 8 (a, "text", a, Int32(8))).msg)
        @test failure(() -> @launch add grid = -1 block = 8 (a, a, a, Int32(8))) isa ArgumentError
        @test failure(() -> @launch add grid = (1, 2^40) block = 8 (a, a, a, Int32(8))) isa ArgumentError
        @test_throws Exception @eval @launch add grid = 1 blocks = 8 (1,)
        @test_throws Exception @eval @launch add grid = 1 block = 8
        @test status_of(() -> kernel(code, "no_such_kernel")) == GridCall.ERROR_NOT_FOUND
        @test status_of(() -> GridCall.mem_alloc(context, 0)) == GridCall.ERROR_INVALID_ARGUMENT
        @test_throws InexactError GridCall.mem_alloc(context, -1)
        @test_throws ArgumentError kernel(code, "a\0b")
        @test_throws ArgumentError CodeModule(SOURCE; options = "--fmad=false")
        @test_throws ArgumentError GridCall.memcpy_htod(a.mem, 0, ["text"])
    end

    @testset "compile errors" begin
        e = failure(() -> CodeModule("__global__ void f(float *x) {\n  x[0] = missing;\n}\n"; name = "wrong.cu"))
        @test e isa GridCallError && e.status == GridCall.ERROR_COMPILE
        @test occursin("wrong.cu", e.log) && occursin("missing", e.log) && occursin("2", e.log)
        @test e.source_name == "wrong.cu" && e.func == "gc_module_from_source"
        text = sprint(showerror, e)
        @test startswith(text, "GridCallError: COMPILE in CodeModule: ") && occursin("\n", text)
        made = CodeModule("#include \"n.h\"\n__global__ void answer(int *x) { *x = N * M + ONE; }";
                          headers = ["n.h" => "#define N 6\n"], defines = ["M" => "7", "ONE"])
        x = DeviceArray(zeros(Int32, 1))
        @launch kernel(made, "answer") grid = 1 block = 1 x
        @test Array(x) == [43]
        @test GridCall.kernel_count(made) == 1 && GridCall.kernel_name(made, 0) == "answer"
    end

    @testset "streams and events" begin
        first, second = Event(), Event()
        stream = Stream(; priority = -1)
        @test stream isa Stream && GridCall.context(stream) isa Context
        a = DeviceArray(zeros(Float32, 1 << 16))
        @test status_of(() -> GridCall.elapsed(first, second)) == GridCall.ERROR_INVALID_STATE
        GridCall.record(first; stream = stream)
        for _ in 1:5
            @launch add grid = 512 block = 128 stream = stream (a, a, a, Int32(length(a)))
        end
        GridCall.record(second; stream = stream)
        wait(second)
        @test GridCall.query(first) && GridCall.elapsed(first, second) >= 0
        least, greatest = GridCall.stream_priority_range(context)
        @test least >= greatest
    end

    @testset "pool" begin
        pool = Pool(; limit = 1 << 20)
        a = DeviceArray{Float32}(undef, 1000; pool = pool)
        fill!(a, 2)
        @test all(==(2), Array(a))
        @test GridCall.statistics(pool).active_blocks == 1 && GridCall.statistics(pool).limit == 1 << 20
        @test status_of(() -> DeviceArray{UInt8}(undef, 1 << 21; pool = pool)) == GridCall.ERROR_POOL_LIMIT
        close(a)
        GridCall.handle_collect()  # a release is queued, like every one
        @test GridCall.statistics(pool).active_blocks == 0 && GridCall.statistics(pool).held_blocks == 1
        GridCall.free_held(pool)
        @test GridCall.statistics(pool).held_blocks == 0
    end

    @testset "close" begin
        a = Mem(64)
        @test isopen(a)
        close(a)
        @test !isopen(a)
        close(a)  # twice is nothing
        @test status_of(() -> sizeof(a)) == GridCall.ERROR_INVALID_HANDLE
        s = Stream()
        close(s)
        # A closed stream is not the default stream.
        @test status_of(() -> GridCall.record(Event(); stream = s)) == GridCall.ERROR_INVALID_HANDLE
        kept = Ref{Any}()
        @test Stream(context) do stream
            kept[] = stream
            isopen(stream)
        end
        @test !isopen(kept[])
        @test_throws ErrorException Mem(16) do mem
            kept[] = mem
            error("on purpose")
        end
        @test !isopen(kept[])
        @test DeviceArray(sum ∘ Array, [1, 2, 3]) == 6
        @test occursin("closed", sprint(show, a))
        # A child keeps its parents.
        inner = CodeModule("__global__ void one(int *x) { *x = 1; }")
        one = kernel(inner, "one")
        close(inner)
        x = DeviceArray(zeros(Int32, 1))
        @launch one grid = 1 block = 1 x
        @test Array(x) == [1]
    end

    @testset "collection" begin
        GC.gc(true)
        GC.gc(true)
        GridCall.handle_collect()
        before = GridCall.handle_count()
        function storm(rounds)
            n = 256
            for i in 1:rounds
                a, b = DeviceArray(fill(Float32(i), n)), DeviceArray(fill(1.0f0, n))
                c = similar(a)
                stream = Stream()
                @launch add grid = 2 block = 128 stream = stream (c, a, b, Int32(n))
                GridCall.record(Event(); stream = stream)
                a = b = nothing  # released while the kernel may still run
                i % 10 == 0 && GC.gc(i % 50 == 0)
                synchronize(stream)
                all(==(Float32(i + 1)), Array(c)) || error("round $i: wrong result")
                i % 7 == 0 && failure(() -> kernel(code, "nothing"))
            end
        end
        storm(200)
        GC.gc(true)
        GC.gc(true)
        @test GridCall.handle_count() == before

        # Finalizers that run on other threads, while tasks use the library.
        tasks = map(1:8) do t
            Threads.@spawn begin
                for i in 1:50
                    x = DeviceArray(fill(Int32(t), 64))
                    y = copy(x)
                    i % 10 == 0 && GC.gc(false)
                    Array(y) == fill(Int32(t), 64) || error("task $t: wrong result")
                    yield()
                end
                true
            end
        end
        @test all(fetch, tasks)
        tasks = nothing
        GC.gc(true)
        GC.gc(true)
        @test GridCall.handle_count() <= before + 16  # a task that is not collected yet may hold its last arrays
    end

    # Julia takes allocations away where it optimizes, and the rest of the tests runs sooner without.
    @testset "allocations of a launch" begin
        script = joinpath(@__DIR__, "allocations.jl")
        command = `$(Base.julia_cmd()) -O2 --compile=yes --project=$(Base.active_project()) $script`
        @test success(pipeline(command; stdout = stdout, stderr = stderr))
    end

    # Other tasks run while one waits for a stream.
    @testset "waiting" begin
        flag = HostArray(zeros(Int32, 1))
        busy, idle = Stream(; flags = GridCall.STREAM_NON_BLOCKING), Stream(; flags = GridCall.STREAM_NON_BLOCKING)
        k = kernel(code, "wait_for")
        flag[1] = 1
        @launch k grid = 1 block = 1 stream = busy (flag,)  # loads the code while nothing runs
        synchronize()
        flag[1] = 0
        @launch k grid = 1 block = 1 stream = busy (flag,)
        ended = Symbol[]
        task = @async (wait(busy); push!(ended, :busy))
        @test wait(idle) === nothing  # while another is outstanding
        sleep(0.02)
        push!(ended, :gate)
        flag[1] = 1
        wait(task)
        @test ended == [:gate, :busy]
        @sync for _ in 1:4
            @async begin
                stream, x = Stream(), Mem(4096)
                for _ in 1:50
                    GridCall.memset(x, 0, 0x01, 4096; stream = stream)
                    wait(stream)
                    @test GridCall.query(stream)
                end
            end
        end
        close(busy)
        @test status_of(() -> wait(busy)) == GridCall.ERROR_INVALID_HANDLE
        @test isempty(GridCall.WAITS.pending)
        if GridCall.kind(device) == GridCall.DEVICE_KIND_CPU  # a GPU would be lost
            bad = kernel(CodeModule("__global__ void fault(int *x) { *(volatile int *)16 = *x; }"), "fault")
            @launch bad grid = 1 block = 1 stream = idle (flag,)
            @test status_of(() -> wait(idle)) == GridCall.ERROR_ILLEGAL_ADDRESS
            @test wait(idle) === nothing
        end
    end

    # Ctrl-C ends a wait, and later waits work.
    @testset "interrupted waits" begin
        flag = HostArray(ones(Int32, 1))
        busy, idle = Stream(; flags = GridCall.STREAM_NON_BLOCKING), Stream(; flags = GridCall.STREAM_NON_BLOCKING)
        k = kernel(code, "wait_for")
        @launch k grid = 1 block = 1 stream = busy (flag,)  # loads the code while nothing runs
        synchronize()
        for who in (:waiter, :token_task)
            flag[1] = 0
            @launch k grid = 1 block = 1 stream = busy (flag,)
            task = @async failure(() -> wait(busy))
            sleep(0.05)  # until both tasks wait
            if who === :waiter
                schedule(task, InterruptException(); error = true)
            else
                schedule(GridCall.WAITS.task, InterruptException(); error = true)
            end
            @test fetch(task) isa InterruptException
            @test wait(idle) === nothing  # while the kernel still runs
            flag[1] = 1
            @test wait(busy) === nothing
            @test isempty(GridCall.WAITS.pending) && GridCall.WAITS.task === nothing
        end

        julia, project = Base.julia_cmd(), dirname(@__DIR__)
        script = """
            using GridCall
            ccall(:jl_exit_on_sigint, Cvoid, (Cint,), 0)
            code = CodeModule("__global__ void wait_for(volatile int *flag) { while (*flag == 0) { } }")
            flag, stream = HostArray(ones(Int32, 1)), Stream()
            k = kernel(code, "wait_for")
            @launch k grid = 1 block = 1 stream = stream (flag,)
            wait(stream)
            flag[1] = 0
            @launch k grid = 1 block = 1 stream = stream (flag,)
            try
                println("waits"); flush(stdout)
                wait(stream)
            catch e
                println(typeof(e))
            end
            flag[1] = 1
            wait(stream)
            println("waited again")
            """
        child = open(`$julia --project=$project -e $script`)
        Timer(_ -> kill(child, Base.SIGKILL), 60)
        @test readline(child) == "waits"
        sleep(0.95)  # a task of one second that the first wait left behind has just ended
        kill(child, Base.SIGINT)
        @test read(child, String) == "InterruptException\nwaited again\n"
    end

    # Broadcasts give Julia's own results on arrays of the same types, bit for bit; the batch is one number, because an expression
    # is one kernel.
    @testset "broadcasts are Julia's" begin
        function edges(T)
            T === Bool && return [false, true]
            T <: Integer && return unique(T[typemin(T), typemax(T), 0, 1, T <: Signed ? -1 : 2, typemax(T) - 1,
                                            (2^53 + 1) % T, (2^24 + 1) % T])
            return T[-Inf, -1, -0.0, 0, nextfloat(zero(T)), 1, 2.5, 2f0^24, 2.0^53, 2.0^63, 2.0^64, Inf, NaN]
        end
        same(x, y) = typeof(x) == typeof(y) && isequal(x, y)
        types = (Int8, UInt32, Int64, UInt64, Float64)
        wrong = []
        for A in types, B in types
            pairs = vec([(x, y) for x in edges(A), y in edges(B)])
            a, b = A[p[1] for p in pairs], B[p[2] for p in pairs]
            da, db = DeviceArray(a), DeviceArray(b)
            call(f) = Base.Broadcast.Broadcasted{GridCall.DeviceStyle{1}}(f, (da, db), axes(da))
            text(f) = GridCall.operand(GridCall.Expression([da, db], []), call(f))
            # All comparisons in one expression.
            bits = join(("$(2^(i - 1)) * (int)$(text(f))" for (i, f) in enumerate((<, <=, >, >=, ==, !=))), " + ")
            got = DeviceArray{Int32}(undef, length(a))
            GridCall.apply(GridCall.Ndarray(got), bits, [GridCall.Ndarray(da), GridCall.Ndarray(db)], [])
            for (g, x, y) in zip(Array(got), a, b)
                g == sum(2^(i - 1) * f(x, y) for (i, f) in enumerate((<, <=, >, >=, ==, !=))) || push!(wrong, (A, B, x, y, g))
            end
        end
        @test wrong == []
        for (A, B) in ((Int8, Int8), (Int64, UInt32), (Bool, Float32), (Float64, Float64))
            pairs = vec([(x, y) for x in edges(A), y in edges(B)])
            a, b = A[p[1] for p in pairs], B[p[2] for p in pairs]
            da, db = DeviceArray(a), DeviceArray(b)
            for f in (+, -, *, /, &, xor, min, max)
                f in (&, xor) && !(A <: Integer && B <: Integer) && continue
                f in (min, max) && (A, B) in ((Int32, UInt32), (Int64, UInt64)) && continue
                @test all(map(same, Array(f.(da, db)), f.(a, b)))
            end
        end
        for A in (Int8, UInt32, Float64)
            a = edges(A)
            da = DeviceArray(a)
            for f in (-, +, abs, floor, round, isnan, isfinite)
                A === Bool && f in (floor, round) && continue
                @test all(map(same, Array(f.(da)), f.(a)))
            end
        end
        # Refused by name: what a kernel cannot do as Julia does.
        i, u, d, h = DeviceArray(Int32[1]), DeviceArray(UInt32[1]), DeviceArray([1.5]), DeviceArray(Float16[1])
        for (name, f) in ("ifelse" => () -> ifelse.(i .> 0, i, u), "max" => () -> max.(i, u), "Int32" => () -> Int32.(d),
                          "InexactError" => () -> i .= d, "InexactError" => () -> i .+= 1, "^" => () -> i .^ i,
                          "Float16" => () -> h .+ h .+ h, "div" => () -> div.(i, i))
            e = failure(f)
            @test e isa ArgumentError && occursin(name, e.msg)
        end
    end

    @testset "typed copies and fills" begin
        stream = Stream(default_context(); flags = GridCall.STREAM_NON_BLOCKING)
        x = DeviceArray{Float64}(undef, 100)
        fill!(x, 2.5; stream = stream)
        copyto!(x, [1.0, 2.0]; stream = stream)
        fill!(view(x, 3:4), 7.0; stream = stream)
        got = zeros(5)
        copyto!(got, 1, x, 1, 5; stream = stream)
        @test got == [1.0, 2.0, 7.0, 7.0, 2.5]
        y = similar(x)
        copyto!(y, x; stream = stream)
        all = zeros(100)
        copyto!(all, y; stream = stream)
        @test all[1:4] == [1, 2, 7, 7] && all[100] == 2.5
        m = fill!(DeviceArray{Mixed}(undef, 3), Mixed(1, 2.0, 3))
        @test Array(m) == fill(Mixed(1, 2.0, 3), 3)
        big = fill!(DeviceArray{NTuple{17,UInt64}}(undef, 2), ntuple(UInt64, 17))
        @test Array(big)[2] == ntuple(UInt64, 17)
        @test GridCall.address(view(x, 3:4)) == GridCall.address(x) + 16 == GridCall.address(x.mem) + 16
        @test GridCall.address(HostArray{Int32}(undef, 4)) > 0
    end

    @testset "short forms" begin
        mktempdir() do folder
            path = joinpath(folder, "add.cu")
            write(path, "__device__ int calls; __global__ void add(float *x) { x[threadIdx.x] += 1; calls = 3; }")
            code = CodeModule(file = path)
            x = DeviceArray(Float32[1, 2])
            kernel(code, "add")[1, 2](x)
            @test Array(x) == [2, 3] && Array(DeviceArray{Int32}(GridCall.module_global(code, "calls"))) == [3]
        end
        @test status_of(() -> CodeModule(file = "no/such.cu")) == GridCall.ERROR_IO
        @test length(DeviceArray{Float64}(Mem(20))) == 2
        @test_throws ArgumentError DeviceArray{String}(Mem(8))
        pinned, x = HostArray(Float32.(1:8)), DeviceArray(zeros(Float32, 8))
        copyto!(x, 3, pinned, 5, 2; stream = Stream())
        copyto!(pinned, 1, x, 2, 3)
        synchronize()
        @test Array(x) == [0, 0, 5, 6, 0, 0, 0, 0] && pinned[1:4] == [0, 5, 6, 4]
        @test_throws BoundsError copyto!(x, 8, pinned, 1, 2)
        @test_throws BoundsError copyto!(pinned, 8, x, 1, 2)
        @test_throws ArgumentError copyto!(pinned, 1, x, 1, -1)
        read_texture = kernel(CodeModule("__global__ void read(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x - 0.5f, 0.5f); }"), "read")
        for image in (Float32[1 4; 2 5; 3 6], DeviceArray(Float32[1 4; 2 5; 3 6]))
            out = DeviceArray{Float32}(undef, 5)
            read_texture[1, 5](GridCall.Texture(image; address = :CLAMP), out)
            @test Array(out) == [1, 1, 2, 3, 3]
        end
        @test_throws ArgumentError GridCall.Texture(["a"])
        @test GridCall.@elapsed(fill!(x, 1)) >= 0
        @test_throws BoundsError GridCall.@elapsed(copyto!(x, 9, x, 1, 1))
    end

    @testset "mapped elements" begin
        x = DeviceArray(Int32[1, 2, 3, 4])
        @test mapped(copy, view(x, 2:3)) == [2, 3]
        @test mapped(sum, x) == 10
        mapped(elements -> elements[1] *= 10, view(x, 2:4); write = true)
        @test Array(x) == [1, 20, 3, 4]
        mapped(elements -> elements .= 5, x; read = false, write = true)
        @test Array(x) == [5, 5, 5, 5]
        @test_throws ArgumentError mapped(sum, x; read = false)
        @test failure(() -> mapped(elements -> (elements[2] = 9; error("on purpose")), x; write = true)) isa ErrorException
        @test Array(x) == [5, 9, 5, 5]
        y = deepcopy(x)
        fill!(x, 0)
        @test Array(y) == [5, 9, 5, 5]
    end

    @testset "the log" begin
        for level in (Base.CoreLogging.Info, Base.CoreLogging.Debug)
            logger = Test.TestLogger(min_level = level)
            forwarder = GridCall.Preview.forward_log(logger)
            logged = kernel(CodeModule("__global__ void logged() {}"; name = "logged.cu"), "logged")
            launch(logged, (); grid = 1, block = 1)
            close(forwarder)
            has(group, beginning) = any(r -> r.group === group && startswith(r.message, beginning), logger.logs)
            @test has(:library, "gridcall ")
            @test has(:compile, "\"logged.cu\" for ")
            @test has(:launch, "logged<<<(1, 1, 1)") == (level == Base.CoreLogging.Debug)
        end
    end

    @testset "memoize" begin
        memoize = GridCall.Preview.memoize
        context, made = default_context(), 0
        for _ in 1:3
            reverse = memoize(context, "memoized reverse", Kernel) do
                made += 1
                kernel(CodeModule(context, SOURCE), "reverse")
            end
            @test GridCall.name(reverse) == "reverse"
        end
        @test made == 1
        m = memoize(() -> CodeModule(context, SOURCE), context, "memoized reverse", CodeModule)  # another type, another object
        @test GridCall.name(kernel(m, "where")) == "where"
        GridCall.Preview.context_clear_memo(context = context)
        memoize(() -> (made += 1; kernel(m, "reverse")), "memoized reverse", Kernel)
        @test made == 2
        @test status_of(() -> memoize(() -> kernel(m, "none"), "never", Kernel)) == GridCall.ERROR_NOT_FOUND
        GridCall.Preview.context_clear_memo()
    end

    @testset "without the library" begin
        julia = Base.julia_cmd()
        project = dirname(@__DIR__)
        script = "using GridCall; try GridCall.version() catch e; println(\"caught\") end"
        output = IOBuffer()
        run(pipeline(with_env(`$julia --project=$project -e $script`, "GRIDCALL_LIBRARY" => "/nonexistent/libgridcall.so.0"),
                     stdout = output, stderr = output))
        text = String(take!(output))
        @test occursin("cannot be loaded", text)
    end
end

include("collective.jl")
