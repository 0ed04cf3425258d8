# SPDX-License-Identifier: Apache-2.0

"""
A function of a report's call stack.
"""
struct CheckFrame
    func::String
    file::String
    line::Int
    column::Int
end

"""
The earlier access of a race.
"""
struct CheckAccess
    access::String
    block::NTuple{3,Int}
    thread::NTuple{3,Int}
    file::String
    line::Int
    column::Int
end

"""
A report of the CPU device's checks: what a line of GRIDCALL_CPU_CHECK_FILE has, under the same names; blocks and threads
count from 0, as in the kernel. What the report does not have is empty, 0 or `nothing`. `distance` counts bytes from the
end of the array, or, negative, to its beginning; `stack` begins with the innermost function; `other` is the earlier
access of a race. Preview.
"""
struct CheckReport
    check::String
    what::String
    kernel::String
    block::NTuple{3,Int}
    thread::NTuple{3,Int}
    file::String
    line::Int
    column::Int
    access::String
    bytes::Int
    address::String
    array::String
    array_kind::String
    array_bytes::Int
    distance::Int
    stack::Vector{CheckFrame}
    other::Union{CheckAccess,Nothing}
    text::String
end

# A value of a report, of the type of a field.
report_value(::Type{String}, text, key) = text(key)
report_value(::Type{Int}, text, key) = something(tryparse(Int, text(key)), 0)
report_value(::Type{NTuple{3,Int}}, text, key) = ntuple(i -> report_value(Int, text, "$key.$(i - 1)"), 3)
report_value(::Type{Vector{CheckFrame}}, text, key) =
    [report_part(CheckFrame, text, "$key.$(i - 1).") for i in 1:report_value(Int, text, key)]
report_value(::Type{Union{CheckAccess,Nothing}}, text, key) =
    isempty(text("$key.access")) ? nothing : report_part(CheckAccess, text, "$key.")
report_part(::Type{T}, text, prefix) where {T} =
    T((report_value(type, text, string(prefix, name === :func ? :function : name)) for (name, type) in zip(fieldnames(T), fieldtypes(T)))...)

function check_reports(error)
    text(index, key) = unsafe_string(LibGridCall.gc_error_report(error, index, key))
    found = CheckReport[]
    while !isempty(text(length(found), ""))
        push!(found, report_part(CheckReport, key -> text(length(found), key), ""))
    end
    return found
end

"""
Why a call failed.

- `status`: a [`Status`](@ref), to compare with `GridCall.ERROR_OUT_OF_MEMORY` and its like.
- `message`: one line that says what is wrong and what to do.
- `func`: the C function that failed.
- `driver_code`, `driver_name`: what the driver returned; 0 and "" if the library refused the call itself.
- `notes`: further lines, such as the files that were tried.
- `log`: the compiler's log; `options` and `source_name`: what it was given.
- `text`: all of it in one text, to print.
- `reports`: those of the CPU device's checks that made a launch fail, each a [`CheckReport`](@ref).
"""
struct GridCallError <: Exception
    status::Status
    message::String
    func::String
    driver_code::Int
    driver_name::String
    notes::Vector{String}
    log::String
    options::String
    source_name::String
    text::String
    reports::Vector{CheckReport}
end

# Functions whose messages count arguments, which Julia does from 1.
const COUNT_ARGUMENTS = ("gc_launch", "gc_launch_staged", "gc_prepared_create", "gc_prepared_set_arg", "gc_prepared_launch", "gc_graph_set_arg")

# A message of the library in Julia's words: its names, and arguments from 1.
function in_julia(text::AbstractString, func::AbstractString)
    names = Dict(IN_MESSAGES)
    said = replace(text, Regex(join(("\\Q$name\\E" for (name, _) in IN_MESSAGES), "|")) => name -> names[name])
    func in COUNT_ARGUMENTS || return said
    return replace(said, r"(?<=argument |parameter |`index` is |`node` is )\d+" => number -> string(parse(Int, number) + 1))
end

function Base.showerror(io::IO, e::GridCallError)
    print(io, "GridCallError: ", status_name(e.status), " in ", in_julia(string(e.func, ": ", e.message), e.func))
    isempty(e.driver_name) || print(io, "\n  driver: ", e.driver_name, " (", e.driver_code, ")")
    for note in e.notes
        print(io, "\n  note: ", note)
    end
    if !isempty(e.log)
        isempty(e.options) || print(io, "\n  options: ", e.options)
        print(io, "\n", rstrip(e.log))
    end
end

no_error() = Ref{Ptr{LibGridCall.gc_error}}(C_NULL)

# Reads and releases the error object at once, so that none is left for a finalizer.
@noinline function throw_error(status::Int32, error::Ptr{LibGridCall.gc_error})
    text(f) = unsafe_string(f(error))
    notes = [unsafe_string(LibGridCall.gc_error_note(error, i - 1)) for i in 1:LibGridCall.gc_error_note_count(error)]
    e = GridCallError(Status(status), text(LibGridCall.gc_error_message), text(LibGridCall.gc_error_function),
                      LibGridCall.gc_error_driver_code(error), text(LibGridCall.gc_error_driver_name), notes,
                      text(LibGridCall.gc_error_log), text(LibGridCall.gc_error_options),
                      text(LibGridCall.gc_error_source_name), text(LibGridCall.gc_error_text),
                      check_reports(error))
    LibGridCall.gc_error_release(error)
    throw(e)
end

# An array of C's elements: asks with room that nearly always suffices, and again with what it takes.
function read_items(::Type{T}, call) where {T}
    capacity = 256
    while true
        buffer = Vector{T}(undef, capacity)
        needed = Ref{Csize_t}(0)
        out_error = no_error()
        status = call(buffer, capacity, needed, out_error)
        if status == 0
            return resize!(buffer, needed[])
        elseif status == LibGridCall.GRIDCALL_ERROR_OUT_OF_RANGE && needed[] > capacity
            LibGridCall.gc_error_release(out_error[])
            capacity = Int(needed[])
        else
            throw_error(status, out_error[])
        end
    end
end

function read_text(call)
    text = read_items(UInt8, call)
    return String(resize!(text, length(text) - 1))  # without the NUL
end
