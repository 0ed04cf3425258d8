# SPDX-License-Identifier: Apache-2.0
# Runs tests/bindings/scenario.txt through the Julia binding; tests/bindings/README.md tells the format.

using GridCall
using GridCall: Handle, LibGridCall
using Printf

struct ScriptError <: Exception
    message::String
end
script_error(message) = throw(ScriptError(message))

const TYPES = Dict("i8" => Int8, "u8" => UInt8, "i16" => Int16, "u16" => UInt16, "i32" => Int32, "u32" => UInt32,
                   "i64" => Int64, "u64" => UInt64, "f32" => Float32, "f64" => Float64)

mutable struct Script
    lines::Vector{String}
    at::Int
    names::Dict{String,Handle}
    kept::Vector{Handle}  # a name that is bound again does not release what it stood for
    sources::Dict{String,String}
    last::Union{Nothing,GridCallError}
end
Script(path) = Script(readlines(path), 0, Dict{String,Handle}(), Handle[], Dict{String,String}(), nothing)

number(word) = something(tryparse(Int, word), tryparse(UInt, word), Some(nothing)) === nothing ?
               script_error("'$word' is no number") : something(tryparse(Int, word), tryparse(UInt, word))
type(word) = haskey(TYPES, word) ? TYPES[word] : script_error("'$word' is no type")
show_value(x::Integer) = string(x)
show_value(x::AbstractFloat) = @sprintf("%.3f", x)
shown(values) = "= " * join(values, " ")

function find(s::Script, name)
    haskey(s.names, name) || script_error("there is no '$name'")
    return s.names[name]
end

# What the name holds, passed as a T whatever it is: the library has to notice.
function as(::Type{T}, s::Script, name) where {T<:Handle}
    pointer_type = fieldtype(T, :handle)
    name == "null" && return T(pointer_type(0); owned = false)
    found = find(s, name)
    return found isa T ? found : T(pointer_type(UInt(found.handle)); owned = false)
end
stream(s::Script, name) = name == "-" ? nothing : as(Stream, s, name)

function bind(s::Script, name, handle::Handle)
    s.names[name] = handle
    push!(s.kept, handle)
    return "ok"
end

extent(word) = (words = map(number, split(word, 'x')); ntuple(i -> i <= length(words) ? words[i] : 0, 3))

function argument!(blob::Vector{UInt8}, s::Script, word)
    kind, rest = split(word, ':'; limit = 2)
    none = Ptr{Cvoid}(0)
    if kind == "mem"
        name, _, offset = partition(rest, '+')
        handle = name == "null" ? none : Ptr{Cvoid}(UInt(find(s, name).handle))
        return LibGridCall.gc_arg(LibGridCall.GRIDCALL_ARG_KIND_MEM, 8, isempty(offset) ? 0 : number(offset), handle, 0, 0)
    elseif kind == "bytes"
        at = length(blob)
        append!(blob, hex2bytes(rest))
        return LibGridCall.gc_arg(LibGridCall.GRIDCALL_ARG_KIND_BYTES, length(blob) - at, at, none, 0, 0)
    elseif kind == "raw"
        fields = map(number, split(rest, ':'))
        return LibGridCall.gc_arg(fields[1], fields[2], fields[3], none, 0, 0)
    end
    value = parse(type(kind), rest)
    return LibGridCall.gc_arg(LibGridCall.GRIDCALL_ARG_KIND_SCALAR, sizeof(value), GridCall.bits_of(value), none, 0, 0)
end

function partition(text, separator)
    at = findfirst(==(separator), text)
    at === nothing && return text, false, ""
    return text[1:prevind(text, at)], true, text[nextind(text, at):end]
end

function launched(f, s::Script, grid, block, shared, words)
    blob = UInt8[]
    args = LibGridCall.gc_arg[argument!(blob, s, word) for word in words]
    GC.@preserve blob begin
        config = LibGridCall.gc_launch_config(
            sizeof(LibGridCall.gc_launch_config), extent(grid)..., extent(block)..., number(shared),
            isempty(blob) ? C_NULL : pointer(blob), length(blob), 0)
        return f(config, args)
    end
end

function read_source!(s::Script, name)
    text = IOBuffer()
    while true
        s.at += 1
        s.at <= length(s.lines) || script_error("the source '$name' has no end")
        s.lines[s.at] == "end" && break
        println(text, s.lines[s.at])
    end
    s.sources[name] = String(take!(text))
    return "ok"
end

source(s::Script, name) = haskey(s.sources, name) ? s.sources[name] : script_error("there is no source '$name'")

function make_module(s::Script, name, context, source_name, items)
    options, instances = String[], String[]
    defines, headers = Pair{String,Any}[], Pair{String,Any}[]
    for item in items
        kind, rest = split(item, ':'; limit = 2)
        if kind == "opt"
            push!(options, rest)
        elseif kind == "instance"
            push!(instances, rest)
        elseif kind == "define"
            key, given, value = partition(rest, '=')
            push!(defines, key => (given ? value : nothing))
        elseif kind == "header"
            key, _, value = partition(rest, '=')
            push!(headers, key => source(s, value))
        else
            script_error("'$item' is no item of a module")
        end
    end
    return bind(s, name, GridCall.module_from_source(
        as(Context, s, context), source(s, source_name); name = source_name * ".cu", options = options,
        defines = defines, instances = instances, headers = headers))
end

const FILLS = Dict("8" => GridCall.memset_d8,
                   "16" => GridCall.memset_d16,
                   "32" => GridCall.memset_d32)
const COPIES = Dict("htod" => GridCall.memcpy_htod_async, "dtoh" => GridCall.memcpy_dtoh_async,
                    "dtod" => GridCall.memcpy_dtod)

ok(_) = "ok"

function run_command(s::Script, c, a)
    mem(i) = as(Mem, s, a[i])
    context(i) = as(Context, s, a[i])
    n(i) = number(a[i])
    c == "status-name" && return shown([GridCall.status_name(n(1))])
    c == "status-text" && return shown([GridCall.status_text(n(1))])
    c == "status-category" && return shown([Int(GridCall.status_category(n(1)))])
    c == "attribute-name" && return shown([GridCall.device_attribute_name(n(1))])
    c == "attribute-number" && return shown([Int(GridCall.device_attribute_from_name(a[1]))])
    c == "handles" && return shown([GridCall.handle_count()])
    c == "context" && return bind(s, a[1], GridCall.context_default())
    c == "primary" && return bind(s, a[1], GridCall.context_primary(Device(a[2])))
    c == "alloc" && return bind(s, a[1], GridCall.mem_alloc(context(2), n(3)))
    c == "alloc-host" && return bind(s, a[1], GridCall.mem_alloc_host(context(2), n(3)))
    c == "sub" && return bind(s, a[1], GridCall.sub_region(mem(2), n(3), n(4)))
    c == "size" && return shown([sizeof(mem(1))])
    c == "place" && return shown([GridCall.attribute(mem(1), :PLACE), GridCall.attribute(mem(1), :ORIGIN)])
    if c == "write"
        T = type(a[3])
        return ok(GridCall.memcpy_htod(mem(1), n(2), T[parse(T, word) for word in a[4:end]]))
    end
    c == "read" && return shown(map(show_value, GridCall.memcpy_dtoh(Vector{type(a[3])}(undef, n(4)), mem(1), n(2))))
    c == "copy" && return ok(GridCall.memcpy_dtod(mem(1), n(2), mem(3), n(4), n(5)))
    c == "copy-async" && return ok(COPIES[a[1]](mem(2), n(3), mem(4), n(5), n(6); stream = stream(s, a[7])))
    c == "fill" && return ok(FILLS[a[3]](mem(1), n(2), n(4), n(5)))
    c == "fill-async" && return ok(FILLS[a[3]](mem(1), n(2), n(4), n(5); stream = stream(s, a[6])))
    c == "stream" && return bind(s, a[1], Stream(context(2); flags = n(3), priority = n(4)))
    c == "event" && return bind(s, a[1], Event(context(2); flags = n(3)))
    c == "record" && return ok(GridCall.record(as(Event, s, a[1]); stream = stream(s, a[2])))
    c == "wait" && return ok(GridCall.wait_event(as(Stream, s, a[1]), as(Event, s, a[2])))
    c == "elapsed" && return GridCall.elapsed(as(Event, s, a[2]), as(Event, s, a[1])) < 0 ? "= negative" : "= not negative"
    c == "sync-context" && return ok(synchronize(context(1)))
    c == "sync-stream" && return ok(synchronize(as(Stream, s, a[1])))
    c == "sync-event" && return ok(synchronize(as(Event, s, a[1])))
    c == "query-stream" && return shown([Int(GridCall.query(as(Stream, s, a[1])))])
    c == "query-event" && return shown([Int(GridCall.query(as(Event, s, a[1])))])
    c == "source" && return read_source!(s, a[1])
    c == "module" && return make_module(s, a[1], a[2], a[3], a[4:end])
    c == "cached" && return shown([Int(GridCall.iscached(as(CodeModule, s, a[1])))])
    c == "kernel" && return bind(s, a[1], kernel(as(CodeModule, s, a[2]), a[3]))
    c == "global" && return bind(s, a[1], GridCall.module_global(as(CodeModule, s, a[2]), a[3]))
    c == "kernel-count" && return shown([GridCall.kernel_count(as(CodeModule, s, a[1]))])
    if c == "params"
        k = as(Kernel, s, a[1])
        return shown([(p = GridCall.param(k, i); "$(p.offset):$(p.size)") for i in 0:(GridCall.param_count(k) - 1)])
    end
    if c == "launch"
        return launched(s, a[3], a[4], a[5], a[6:end]) do config, args
            ok(launch(as(Kernel, s, a[1]), config, args; stream = stream(s, a[2])))
        end
    end
    if c == "prepare"
        return launched(s, a[3], a[4], a[5], a[6:end]) do config, args
            bind(s, a[1], GridCall.prepared_create(as(Kernel, s, a[2]), config, args))
        end
    end
    if c == "set-arg"
        blob = UInt8[]
        arg = argument!(blob, s, a[3])
        return ok(GridCall.set_arg!(as(Prepared, s, a[1]), n(2), arg; bytes = isempty(blob) ? nothing : blob))
    end
    c == "launch-prepared" && return ok(launch(as(Prepared, s, a[1]); stream = stream(s, a[2])))
    c == "pool" && return bind(s, a[1], Pool(context(2); limit = n(3)))
    c == "pool-alloc" && return bind(s, a[1], GridCall.alloc(as(Pool, s, a[2]), n(3); stream = stream(s, a[4])))
    if c == "pool-stats"
        stats = GridCall.statistics(as(Pool, s, a[1]))
        return shown(map(Int, [stats.held_blocks, stats.active_blocks, stats.limit]))
    end
    c == "pool-free" && return ok(GridCall.free_held(as(Pool, s, a[1])))
    c == "pool-limit" && return ok(GridCall.set_limit!(as(Pool, s, a[1]), n(2)))
    c == "release" && return ok(close(find(s, a[1])))
    if c == "last" && s.last !== nothing
        a[1] == "status" && return shown([GridCall.status_name(s.last.status)])
        a[1] == "category" && return shown([Int(GridCall.status_category(s.last.status))])
        a[1] == "function" && return shown([s.last.func])
        a[1] == "source-name" && return shown([s.last.source_name])
    end
    c == "log-has" && s.last !== nothing && return shown([Int(occursin(a[1], s.last.log))])
    script_error("'$c' cannot be done")
end

function run_script(path)
    s = Script(path)
    while s.at < length(s.lines)
        s.at += 1
        line = s.lines[s.at]
        (isempty(line) || startswith(line, "#")) && continue
        println("> ", line)
        words = map(String, split(line, ' '))
        try
            println(run_command(s, words[1], words[2:end]))
        catch e
            e isa GridCallError || (println(stderr, "$path:$(s.at): "); rethrow())
            s.last = e
            println("! ", GridCall.status_name(e.status), " ", e.func, ": ", e.message)
        end
    end
end

length(ARGS) == 1 || (println(stderr, "usage: scenario.jl SCENARIO"); exit(2))
run_script(ARGS[1])
