// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{c_text, call};
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

codes! {
    /// The distribution of random numbers; a and b are numbers of [`RandomOptions`].
    RandomDistribution {
        /// From a, which can occur, to b, which cannot: for floats.
        UNIFORM = 1,
        /// Mean a and standard deviation b: for floats.
        NORMAL = 2,
        /// The exponential function of numbers of mean a and standard deviation b: for floats.
        LOG_NORMAL = 3,
        /// Mean a, from 0 to 2^30; b is 0. For integers and floats; a number beyond the type's greatest one
        /// becomes that one.
        POISSON = 4,
        /// Integers from a to b - 1, each as often as another, for integers and BOOL. a and b are integers;
        /// 2^64 is one.
        INTEGERS = 5,
    }
}

/// Random numbers: their distribution, and which of them.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomOptions {
    /// The distribution.
    pub distribution: RandomDistribution,
    /// The key of the numbers: any.
    pub seed: u64,
    /// The number of the first element. The element behind it, in C's order, has the next number.
    pub offset: u64,
    /// The first parameter of the distribution.
    pub a: f64,
    /// The second parameter of the distribution.
    pub b: f64,
}

impl RandomOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_random_options {
        sys::gc_random_options {
            struct_size: core::mem::size_of::<sys::gc_random_options>(),
            distribution: self.distribution.0,
            reserved: 0,
            seed: self.seed,
            offset: self.offset,
            a: self.a,
            b: self.b,
        }
    }
}

impl Ndarray {
    /// Combines the values of an expression along some dimensions, or all, queued on a stream: SUM of "a * b"
    /// is a dot product, SUM of "(a - x) * (a - x)" a variance, ARG_MIN of "fabs(a - x)" the element nearest
    /// to x. The expression is one of [`Ndarray::apply`], the indices being those in the common shape of the
    /// inputs, to which each is broadcast; no array of its values is made. The rest is as in
    /// [`Ndarray::reduce`], with the type of the expression in the place of the elements'. Preview: may
    /// change in any release.
    ///
    /// * `inputs`: The ndarrays that it reads, 1 to 8; they share no byte with the results.
    /// * `scalars`: The numbers that it reads, up to 6.
    /// * `axes`: The dimensions that are reduced; none: all.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn transform_reduce(&self, expression: &str, inputs: &[&Ndarray], scalars: &[Scalar], reduction: Reduction, axes: &[u32], stream: Option<&Stream>) -> Result<()> {
        let expression = c_text("expression", expression)?;
        let inputs_c: Vec<_> = inputs.iter().map(|h| h.raw).collect();
        let scalars_c: Vec<_> = scalars.iter().map(|item| item.as_c()).collect();
        call(|error| unsafe { sys::gc_ndarray_transform_reduce(self.raw, expression.as_ptr(), if inputs_c.is_empty() { ptr::null() } else { inputs_c.as_ptr() }, inputs.len(), if scalars_c.is_empty() { ptr::null() } else { scalars_c.as_ptr() }, scalars.len(), reduction.0, if axes.is_empty() { ptr::null() } else { axes.as_ptr().cast() }, axes.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Fills an ndarray with random numbers, queued on a stream. Element i in C's order is a function of the
    /// seed, the distribution and `offset` + i alone, so that a fill of two halves equals one of the whole.
    /// They are Philox4x32-10's words, as curand_kernel.h has them for the seed, subsequence 0: element n
    /// takes word n, and of numbers with 53 random bits, or of a range above 2^32, words 2n and 2n + 1.
    /// UNIFORM numbers are a + (b - a) * u, each operation rounded, u being a multiple of 2^-24, of FLOAT64
    /// of 2^-53; FLOAT16 and BFLOAT16 are rounded from FLOAT32. a and b are rounded to the type first; a
    /// number that would be rounded up to b is the one before it. NORMAL ones are pairs by Box and Muller.
    /// Words that are refused, of INTEGERS and POISSON, are replaced by those of the following subsequences.
    /// Preview: may change in any release.
    ///
    /// * `options`: The distribution, the seed and the place of the first number.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn fill_random(&self, options: &RandomOptions, stream: Option<&Stream>) -> Result<()> {
        let options = options.as_c();
        call(|error| unsafe { sys::gc_ndarray_fill_random(self.raw, &options, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
