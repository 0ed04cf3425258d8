# SPDX-License-Identifier: Apache-2.0
# Runs tests/bindings/scenario.txt through the Julia binding; the README there tells the rules. What is here does not grow with the
# API: the words of a line, the names, what is shown. The operations, one for each function, are generated: operations.jl.

using GridCall
using GridCall: Handle, LibGridCall
using Printf

struct ScriptError <: Exception
    message::String
end
script_error(message) = throw(ScriptError(message))
unknown_field(name) = script_error("there is no field '$name'")

# The words of a line, one after the other.
mutable struct Words
    list::Vector{String}
    at::Int
    roots::Vector{Any}  # what a struct of the line points to
end
Words(list) = Words(list, 0, Any[])

# A result, with the label that a printed one has.
struct Shown
    label::String
    value::Union{String,Handle}
end

# The memory that a call puts bytes into.
struct Buffer
    kind::String
    bytes::Vector{UInt8}
end

const TYPES = Dict("i8" => Int8, "u8" => UInt8, "i16" => Int16, "u16" => UInt16, "i32" => Int32, "u32" => UInt32,
                   "i64" => Int64, "u64" => UInt64, "f32" => Float32, "f64" => Float64)
const HANDLES = Dict{String,Handle}()
const TEXTS = Dict{String,String}()
const KEPT = Handle[]  # a name that is bound again does not release what it meant before
const LAST = Ref{Union{Nothing,GridCallError}}(nothing)
last_error() = LAST[] === nothing ? script_error("nothing has failed yet") : LAST[]

# --- words

function next!(words)
    words.at += 1
    words.at <= length(words.list) || script_error("word $(words.at) is missing")
    return words.list[words.at]
end
end_words(words) =
    words.at == length(words.list) || script_error("'$(words.list[words.at + 1])' is one word too many")

function until!(words, close)
    list = String[]
    while (word = next!(words)) != close
        push!(list, word)
    end
    return list
end

# [ ITEM... ]
next_items!(words) = next!(words) == "[" ? until!(words, "]") : script_error("a list begins with [")

# { FIELD=WORD... }, or - for none
function next_fields!(words)
    word = next!(words)
    word == "-" && return nothing
    word == "{" || script_error("fields begin with {")
    return [cut(word, '=') for word in until!(words, "}")]
end

function cut(text, separator)
    at = findfirst(==(separator), text)
    at === nothing && script_error("'$text' has no '$separator'")
    return String(text[1:prevind(text, at)]), String(text[nextind(text, at):end])
end

# The parts between colons; the last takes the rest.
as_parts(word, most) = map(String, split(word, ':'; limit = most))

# A word, the text that @NAME names, or nothing for -.
function as_text(word)
    word == "-" && return nothing
    startswith(word, "@") || return word
    haskey(TEXTS, word[2:end]) || script_error("no text has the name '$(word[2:end])'")
    return TEXTS[word[2:end]]
end

# A number, or of TYPE(VALUE) the bits of that value.
function as_integer(word)
    text = something(as_text(word), "-")
    bits = match(r"^(\w+)\((.*)\)$", text)
    bits === nothing || return GridCall.bits_of(value_of(bits[1], bits[2]))
    value = tryparse(Int, text)
    value === nothing || return value
    return something(tryparse(UInt, text), Some(nothing)) === nothing ? script_error("'$text' is no number here") : parse(UInt, text)
end
as_real(word) = parse(Float64, as_text(word))

function as_code(word, constants)
    for (name, value) in constants
        name == word && return value
    end
    return as_integer(word)
end

# The object of a name as a T, whatever it is: the library has to notice.
as_raw(word) = word in ("null", "-") ? C_NULL : Ptr{Cvoid}(UInt(object_of(word).handle))
function as_handle(::Type{T}, word) where {T<:Handle}
    word == "-" && return nothing
    word != "null" && object_of(word) isa T && return object_of(word)
    raw = fieldtype(T, :handle)(UInt(as_raw(word)))
    return T === Device ? T(raw) : T(raw; owned = false)
end
object_of(word) = haskey(HANDLES, word) ? HANDLES[word] : script_error("no handle has the name '$word'")

function release(::Type{T}, word) where {T<:Handle}
    word == "null" && return close(as_handle(T, word))
    object_of(word) isa T || script_error("'$word' is a $(typeof(object_of(word)))")
    return close(object_of(word))
end

type_of(kind) = haskey(TYPES, kind) ? TYPES[kind] : script_error("'$kind' is no type")
value_of(kind, text) = something(tryparse(type_of(kind), text), Some(nothing)) === nothing ?
                       script_error("'$text' is no $kind") : parse(type_of(kind), text)

# TYPE:VALUE,VALUE..., hex:BYTES, @NAME, or - for none
function as_bytes(word)
    word == "-" && return nothing
    startswith(word, "@") && return Vector{UInt8}(as_text(word))
    kind, values = cut(word, ':')
    kind == "hex" && return hex2bytes(values)
    T = type_of(kind)
    return collect(reinterpret(UInt8, T[value_of(kind, value) for value in split(values, ','; keepempty = false)]))
end

# TYPE:COUNT
function as_buffer(word)
    kind, count = cut(word, ':')
    return Buffer(kind, zeros(UInt8, sizeof(type_of(kind)) * as_integer(count)))
end

# The address of bytes that stay until the line is done.
function keep!(words, bytes)
    push!(words.roots, bytes)
    return isempty(bytes) ? C_NULL : Ptr{Cvoid}(pointer(bytes))
end

# --- results

show_value(value) = Shown("", replace(string(value), "\n" => "\\n"))
show_real(value) = Shown("", @sprintf("%.3f", value))
show_hex(bytes) = Shown("", bytes2hex(collect(bytes)))
show_handle(value) = Shown("", value)
labelled(label, result) = Shown(label * "=", result.value)
entry(fields) = Shown("", join((field.value for field in fields), ":"))
show_buffer(buffer) = Shown[(x isa AbstractFloat ? show_real : show_value)(x) for x in reinterpret(type_of(buffer.kind), buffer.bytes)]

# Binds the results to the line's names, or makes the line that shows them.
function finish(results, names)
    if isempty(names)
        isempty(results) && return "ok"
        any(result -> result.value isa Handle, results) && script_error("a handle needs a name")
        return "= " * join((result.label * result.value for result in results), " ")
    end
    length(names) == length(results) || script_error("$(length(results)) results, but $(length(names)) names")
    for (name, result) in zip(names, results)
        delete!(HANDLES, name)
        delete!(TEXTS, name)
        if result.value isa Handle
            HANDLES[name] = result.value
            push!(KEPT, result.value)
        else
            TEXTS[name] = result.value
        end
    end
    return "ok"
end

# bindings/gen/build_scenario.py writes it when the tests are built.
include(get(ENV, "GRIDCALL_OPERATIONS", joinpath(@__DIR__, "../../../build/tests/bindings/operations.jl")))

# --- the script

const COMPARES = Dict("==" => ==, "!=" => !=, "<" => (a, b) -> as_integer(a) < as_integer(b),
                      "<=" => (a, b) -> as_integer(a) <= as_integer(b))

function run_command(command, words)
    if command == "compare"
        a, op, b = as_text(next!(words)), next!(words), as_text(next!(words))
        haskey(COMPARES, op) || script_error("'$op' compares nothing")
        results = [show_value(Int(COMPARES[op](a, b)))]
    elseif command == "contains"
        text, part = as_text(next!(words)), as_text(next!(words))
        results = [show_value(Int(occursin(part, text)))]
    else
        haskey(OPERATIONS, command) || script_error("unknown command '$command'")
        return GC.@preserve words OPERATIONS[command](words)
    end
    end_words(words)
    return results
end

function run_line(line)
    at = findfirst(==("="), line)
    names, line = at === nothing ? (String[], line) : (line[1:(at - 1)], line[(at + 1):end])
    return finish(run_command(line[1], Words(line[2:end])), names)
end

function run_script(lines)
    at = 0
    while at < length(lines)
        at += 1
        (isempty(lines[at]) || startswith(lines[at], "#")) && continue
        println("> ", lines[at])
        line = map(String, split(lines[at], ' '))
        if line[1] == "source" && length(line) == 2
            stop = findnext(==("end"), lines, at)
            TEXTS[line[2]] = join(lines[i] * "\n" for i in (at + 1):(stop - 1))
            at = stop
            println("ok")
            continue
        end
        try
            println(run_line(line))
        catch e
            e isa GridCallError || (println(stderr, "line $at: "); rethrow())
            LAST[] = e
            println("! ", GridCall.status_name(e.status), " ", e.func, ": ", e.message)
        end
    end
end

isempty(ARGS) && (println(stderr, "usage: scenario.jl SCENARIO [NAME=TEXT...]"); exit(2))
for argument in ARGS[2:end]
    name, text = cut(argument, '=')
    TEXTS[name] = text
end
run_script(readlines(ARGS[1]))
