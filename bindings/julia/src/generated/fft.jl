# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    fft(ndarray, src; flags = 0, norm = 0, axes = (), pool = nothing, stream = nothing)

Computes the discrete Fourier transform of an ndarray, NumPy's fftn, queued on a stream; other dimensions are
a batch. COMPLEX64 and COMPLEX128 are transformed into their own type. From FLOAT32 or FLOAT64 to the complex
type of that precision it is rfftn: of the last of the dimensions that are transformed the results have the
first n/2 + 1 of its n elements, and the others are their conjugates. From complex to real, with INVERSE, it
is irfftn: n is the extent of the results, and the imaginary parts of the elements 0 and n/2 do not count.
Preview: may change in any release.

- `ndarray`: The ndarray for the results.
- `src`: The ndarray that is transformed; it may be the same, and may overlap.
- `flags`: `FFT_*` bits. Several of `:INVERSE`, `:OWN_KERNEL`.
- `norm`: The factor of the results. One of `:BACKWARD`, `:ORTHO`, `:FORWARD`.
- `axes`: The dimensions that are transformed, one to three different ones; none: all, of which there are
  three at most.
- `pool`: The pool of device memory for temporaries: a copy of the source where the library that does the work
  overwrites it or does not take its strides, and its workspace. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any
compile error (4xx), any device error.
"""
function fft(
    ndarray::Ndarray, src::Ndarray; flags = 0, norm::Union{FftNorm,Integer,Symbol} = 0, axes = (),
    pool::Union{Nothing,Pool} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    axes_items = pin_all!(roots, UInt32, axes)
    options_struct = LibGridCall.gc_fft_options(
        sizeof(LibGridCall.gc_fft_options), flag_bits(FftFlags, flags), code(FftNorm, norm), 0,
        first_pointer(axes_items), length(axes_items), pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_fft(ndarray, src, Ref(options_struct), raw_stream(stream))
    return nothing
end
