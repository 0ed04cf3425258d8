// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

codes! {
    /// The factor of a Fourier transform along n elements, by NumPy's names.
    FftNorm {
        /// 1, and 1/n of the inverse transform.
        BACKWARD = 0,
        /// 1/sqrt(n) of both.
        ORTHO = 1,
        /// 1/n, and 1 of the inverse transform.
        FORWARD = 2,
    }
}

flags! {
    /// Flags of [`Ndarray::fft`].
    FftFlags {
        /// The inverse transform, whose exponent is positive.
        INVERSE = 0,
        /// The library's kernels do the work, also where cuFFT, FFTW or MKL could.
        OWN_KERNEL = 1,
    }
}

/// Options of a Fourier transform.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct FftOptions<'a> {
    /// [`FftFlags`] bits.
    pub flags: FftFlags,
    /// The factor of the results.
    pub norm: FftNorm,
    /// The dimensions that are transformed, one to three different ones; none: all, of which there are three
    /// at most.
    pub axes: &'a [u32],
    /// The pool of device memory for temporaries: a copy of the source where the library that does the work
    /// overwrites it or does not take its strides, and its workspace. None: a pool that the context keeps.
    pub pool: Option<&'a Pool>,
}

impl FftOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_fft_options {
        sys::gc_fft_options {
            struct_size: core::mem::size_of::<sys::gc_fft_options>(),
            flags: self.flags.0,
            norm: self.norm.0,
            reserved: 0,
            axes: if self.axes.is_empty() { ptr::null() } else { self.axes.as_ptr().cast() },
            axis_count: self.axes.len(),
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

impl Ndarray {
    /// Computes the discrete Fourier transform of an ndarray, NumPy's fftn, queued on a stream; other
    /// dimensions are a batch. COMPLEX64 and COMPLEX128 are transformed into their own type. From FLOAT32 or
    /// FLOAT64 to the complex type of that precision it is rfftn: of the last of the dimensions that are
    /// transformed the results have the first n/2 + 1 of its n elements, and the others are their conjugates.
    /// From complex to real, with INVERSE, it is irfftn: n is the extent of the results, and the imaginary
    /// parts of the elements 0 and n/2 do not count. Preview: may change in any release.
    ///
    /// * `src`: The ndarray that is transformed; it may be the same, and may overlap.
    /// * `options`: Direction, factor, dimensions, and a pool for temporaries. None: forward, along all
    ///   dimensions.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn fft(&self, src: &Ndarray, options: Option<&FftOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_fft(self.raw, src.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
