# SPDX-License-Identifier: Apache-2.0
# Objects that are made once for each context.

const Memoized = Union{CodeModule,Kernel,Program,Mem,Stream,Event,Prepared}

"""
    memoize(make, context, key, T)

The object of type `T` that is kept for a context under a text; the first call makes it with `make()`. It is kept until
`GridCall.context_clear_memo`. Each call returns an object of its own. Two tasks that are first at once both make one.

    twice = memoize(context, "twice", Kernel) do
        kernel(CodeModule(context, source), "twice")
    end
"""
function memoize(make::Function, context::Context, key::AbstractString, ::Type{T}) where {T<:Memoized}
    bytes = Vector{UInt8}(codeunits(string(nameof(T), ':', key)))  # with the type, so that none comes back as another
    handle, value, found = Ref{UInt64}(0), Ref{UInt64}(0), Ref{Int32}(0)
    out_error = no_error()
    status = LibGridCall.gc_context_get_memo(context, bytes, length(bytes), handle, value, found, out_error)
    status == 0 || throw_error(status, out_error[])
    handle[] == 0 || return T(fieldtype(T, :handle)(UInt(handle[])))
    made = make()::T
    out_error = no_error()
    status = GC.@preserve made LibGridCall.gc_context_set_memo(context, bytes, length(bytes), made, 0, out_error)
    status == 0 || throw_error(status, out_error[])
    return made
end
memoize(make::Function, key::AbstractString, type::Type{<:Memoized}) = memoize(make, default_context(), key, type)
