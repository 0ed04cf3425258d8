# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    to_dlpack(ndarray; flags = 0, stream = nothing)

An ndarray as a tensor of DLPack, which shares its memory and keeps it. Who takes the tensor calls its deleter
once, when its own work is done; that neither blocks nor calls the driver. UNSUPPORTED for records, and for
memory that DLPack has no device for.

- `stream`: The stream that the tensor is used on, which `stream_wrap` makes of another library's: it is
  ordered behind what uses the memory so far. `nothing`: the default stream of the ndarray's context.

Returns: The address of the tensor.

Throws a `GridCallError`: `UNSUPPORTED`, `WRONG_CONTEXT`, any device error.
"""
function to_dlpack(ndarray::Ndarray; flags = 0, stream::Union{Nothing,Stream} = nothing)
    out_tensor = Ref{UInt64}(0)
    @check LibGridCall.gc_ndarray_to_dlpack(ndarray, flag_bits(DlpackFlags, flags), raw_stream(stream), out_tensor)
    return Int(out_tensor[])
end

"""
    ndarray_from_dlpack(context, tensor; flags = 0, stream = nothing)

A tensor of DLPack as an ndarray, which shares its memory. On success the tensor is the library's, which calls
its deleter when no ndarray and no work uses the memory any more: in `handle_collect`, on the thread that
calls it. On failure it stays the caller's. UNSUPPORTED for versions other than 1, devices that the context
cannot reach, and types that `ScalarType` does not have. The memory counts as used on the stream.

- `context`: The context that uses it. Of the CPU device, for memory of kDLCPU; of a GPU for that of the same
  GPU (kDLCUDA), for page-locked memory (kDLCUDAHost) and managed memory (kDLCUDAManaged).
- `tensor`: The address of the tensor.
- `stream`: The stream that it is ordered on: what the producer was told. `nothing`: the default stream of the
  context.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, `WRONG_CONTEXT`, any device error.
"""
function ndarray_from_dlpack(
    context::Context, tensor::Integer; flags = 0, stream::Union{Nothing,Stream} = nothing
)
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    @check LibGridCall.gc_ndarray_from_dlpack(
        context, tensor, flag_bits(DlpackFlags, flags), raw_stream(stream), out_ndarray
    )
    return Ndarray(out_ndarray[])
end
ndarray_from_dlpack(f::Function, arguments...; options...) = with(f, ndarray_from_dlpack(arguments...; options...))
