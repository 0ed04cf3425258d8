# SPDX-License-Identifier: Apache-2.0

"""
The C functions of gridcall, as they are. `GridCall` is the package to use; this is for what it does not offer.
"""
module LibGridCall

# Found by its soname: GridCall opens the file that the environment names before the first call.
const libgridcall = "libgridcall.so.0"

# A ccall that may block. While it runs, other threads can collect garbage without waiting for this one, so what
# touches Julia's memory (conversions) happens before.
macro blocking(call)
    f, result, types, arguments = call.args[2], call.args[3], call.args[4].args, call.args[5:end]
    roots = [gensym(:root) for _ in arguments]
    values = [gensym(:value) for _ in arguments]
    return esc(quote
        $((:($root = Base.cconvert($type, $argument)) for (root, type, argument) in zip(roots, types, arguments))...)
        GC.@preserve $(roots...) begin
            $((:($value = Base.unsafe_convert($type, $root)) for (value, type, root) in zip(values, types, roots))...)
            gc_state = ccall(:jl_gc_safe_enter, Int8, ())
            status = ccall($f, $result, ($(types...),), $(values...))
            ccall(:jl_gc_safe_leave, Cvoid, (Int8,), gc_state)
        end
        status
    end)
end

# A function of C, `@c gc_x(a::T, b::U)::R`; `@c blocking gc_x(a::T)::R` may block.
macro c(words...)
    call, result = words[end].args
    name, names, types = call.args[1], [a.args[1] for a in call.args[2:end]], [a.args[2] for a in call.args[2:end]]
    made = Expr(:call, :ccall, Expr(:tuple, QuoteNode(name), :libgridcall), result, Expr(:tuple, types...), names...)
    return esc(:($name($(names...)) = $(length(words) == 1 ? made : :(@blocking $made))))
end

# The constants of an enum or of flags, whose names begin alike.
macro constants(type, prefix, values...)
    return esc(Expr(:block, (:(const $(Symbol(prefix, value.args[1])) = $type($(value.args[2]))) for value in values)...))
end

# Holds the size and the offsets that the header has against Julia's.
function layout(T::Type, size::Int, offsets::Int...)
    sizeof(T) == size || error("$T has $(sizeof(T)) bytes here, $size in the header")
    made = ntuple(i -> Int(fieldoffset(T, i)), fieldcount(T))
    made == offsets || error("the fields of $T are at $made here, at $offsets in the header")
    return nothing
end

include("generated/raw.jl")

end
