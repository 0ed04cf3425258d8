# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    dtype_create(entries, size)

Makes the layout of a record from its fields, in any order of their offsets. Fields that overlap, share a name
or exceed the size are refused.

- `entries`: The fields; one at least.
- `size`: The record's size, in bytes, padding included; 0: the end of its last field.

Throws a `GridCallError`: `INVALID_OPTIONS`, `OUT_OF_RANGE`.
"""
function dtype_create(entries, size::Integer)
    roots = Any[]  # what the arguments point to
    entries_items = pin_all!(roots, LibGridCall.gc_dtype_entry, entries)
    out_dtype = Ref{Ptr{LibGridCall.gc_dtype}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_dtype_create(entries_items, length(entries_items), size, out_dtype)
    return Dtype(out_dtype[])
end
dtype_create(f::Function, arguments...; options...) = with(f, dtype_create(arguments...; options...))

"    Dtype(entries, size)\n\nSee `dtype_create`."
Dtype(entries, arguments...; options...) = dtype_create(entries, arguments...; options...)
Dtype(f::Function, arguments...; options...) = with(f, Dtype(arguments...; options...))

"""
    dtype_size(dtype)

The size of a record.

Returns: Its size, in bytes, padding included.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function dtype_size(dtype::Dtype)
    out_size = Ref{UInt64}(0)
    @check LibGridCall.gc_dtype_get_size(dtype, out_size)
    return Int(out_size[])
end

"""
    alignment(dtype)

The alignment of records: the largest alignment of a field, as a struct of C has it, or 1 if an offset or the
size is no multiple of that (a packed record).

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function alignment(dtype::Dtype)
    out_alignment = Ref{UInt64}(0)
    @check LibGridCall.gc_dtype_get_alignment(dtype, out_alignment)
    return Int(out_alignment[])
end

"""
    field_count(dtype)

The number of fields of a record.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function field_count(dtype::Dtype)
    out_count = Ref{Csize_t}(0)
    @check LibGridCall.gc_dtype_get_field_count(dtype, out_count)
    return Int(out_count[])
end

"""
    field(dtype, index)

A field of a record, in the order in which they were given.

- `index`: The index, from 0.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function field(dtype::Dtype, index::Integer)
    out_field = Ref(empty(DtypeField))
    @check LibGridCall.gc_dtype_get_field(dtype, index, out_field)
    return GC.@preserve dtype DtypeField(out_field[])
end

"""
    field_record(dtype, index)

The record of a field of type RECORD. `NOT_FOUND` for a field of scalars.

- `index`: The field, from 0.

Throws a `GridCallError`: `NOT_FOUND`, `OUT_OF_RANGE`.
"""
function field_record(dtype::Dtype, index::Integer)
    out_record = Ref{Ptr{LibGridCall.gc_dtype}}(C_NULL)
    @check LibGridCall.gc_dtype_get_field_record(dtype, index, out_record)
    return Dtype(out_record[])
end

"""
    find_field(dtype, name)

The index of the field that has a name.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function find_field(dtype::Dtype, name::AbstractString)
    out_index = Ref{Csize_t}(0)
    @check LibGridCall.gc_dtype_find_field(dtype, name, out_index)
    return Int(out_index[])
end

"""
    dtype_scalar_size(scalar_type)

The size of a scalar type in bytes; 0 for RECORD and for a number this library does not know.
"""
dtype_scalar_size(
    scalar_type::Union{ScalarType,Integer,Symbol}
) = Int(LibGridCall.gc_dtype_scalar_size(code(ScalarType, scalar_type)))

"""
    dtype_scalar_name(scalar_type)

NumPy's name of a scalar type, which the CUDA array interface has as typestr: "<f4" is FLOAT32, "<c8"
COMPLEX64, "|b1" BOOL. NumPy has no bfloat16: "bfloat16". "" for RECORD and for a number this library does not
know. Static; never released.
"""
dtype_scalar_name(
    scalar_type::Union{ScalarType,Integer,Symbol}
) = unsafe_string(LibGridCall.gc_dtype_scalar_name(code(ScalarType, scalar_type)))

"""
    dtype_scalar_from_name(name)

The scalar type of a name: NumPy's ("<f4", "f4", "float32"), and the codes of Python's struct module with
PyCUDA's F and D for complex numbers ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N", "P", "e",
"f", "d", "?"). Names of other byte orders (">f4") are not found.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function dtype_scalar_from_name(name::AbstractString)
    out_scalar_type = Ref{Int32}(0)
    @check LibGridCall.gc_dtype_scalar_from_name(name, out_scalar_type)
    return ScalarType(out_scalar_type[])
end
