// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

#![allow(clippy::too_many_arguments)] // as many as MPI's and NCCL's functions have

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{c_text, call, Keep};
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

codes! {
    /// The generator of random words: the seed's numbers are those of cuRAND's host generators, in their
    /// order.
    RandomGenerator {
        /// Philox4x32-10: the fastest, of 2^64 numbers.
        PHILOX = 0,
        /// XORWOW, of 4096 subsequences in turns. Its low bits fail tests of linear rank.
        XORWOW = 1,
        /// MRG32k3a, of 81920 subsequences in turns.
        MRG32K3A = 2,
        /// Sobol's sequences of 2^32 numbers, which fill a range evenly: for UNIFORM and INTEGERS. There is
        /// no seed.
        SOBOL32 = 3,
    }
}

flags! {
    /// Flags of a sort.
    SortFlags {
        /// The greatest element first; equal ones stay in their order.
        DESCENDING = 0,
    }
}

flags! {
    /// Flags of a scan.
    ScanFlags {
        /// A result combines the elements before its own; the first one is the result of no elements, of MIN
        /// and MAX the greatest and the least number of the type.
        EXCLUSIVE = 0,
    }
}

flags! {
    /// Flags of a search.
    SearchFlags {
        /// A place is behind the equal elements, not before them.
        RIGHT = 0,
    }
}

flags! {
    /// The meaning of indices out of range, and additions in place of assignments.
    IndexFlags {
        /// Indices are taken modulo the extent of the dimension.
        WRAP = 0,
        /// Indices below 0 mean the first element, and those beyond the last one mean that.
        CLIP = 1,
        /// Of [`Ndarray::put`]: values are added to the elements, each one of several to the same element
        /// too; for numbers of 32 and 64 bits that are not complex. Floats are added in any order.
        ADD = 2,
    }
}

/// Random numbers: their distribution, and which of them.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomOptions {
    /// The distribution.
    pub distribution: RandomDistribution,
    /// The generator.
    pub generator: RandomGenerator,
    /// The key of the numbers: any.
    pub seed: u64,
    /// The number of the first element. The element behind it, in C's order, has the next number.
    pub offset: u64,
    /// The first parameter of the distribution.
    pub a: f64,
    /// The second parameter of the distribution.
    pub b: f64,
    /// The dimension of SOBOL32's points, 0 to 20, of Joe and Kuo; else 0.
    pub dimension: u32,
}

impl RandomOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_random_options {
        sys::gc_random_options {
            struct_size: core::mem::size_of::<sys::gc_random_options>(),
            distribution: self.distribution.0,
            generator: self.generator.0,
            seed: self.seed,
            offset: self.offset,
            a: self.a,
            b: self.b,
            dimension: self.dimension,
            reserved: 0,
        }
    }
}

/// The combination of CUSTOM, and the caller's own functions, for [`Ndarray::transform_reduce`].
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReduceOptions<'a> {
    /// The combination of two values, a and b, as an expression: (a * b) of a product. It is associative, but
    /// for rounding; a is of elements before those of b. None: CUSTOM is not among `reductions`.
    pub combine: Option<&'a str>,
    /// The value that changes nothing in a combination, on either side, as an expression of constants: 1 of a
    /// product. It is the result of no elements. None: CUSTOM is not among `reductions`.
    pub neutral: Option<&'a str>,
    /// CUDA C++ with device functions that the expressions may call, as [`Ndarray::transform`] has it. None:
    /// there is none.
    pub preamble: Option<&'a str>,
}

impl ReduceOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_reduce_options> {
        Ok(sys::gc_reduce_options {
            struct_size: core::mem::size_of::<sys::gc_reduce_options>(),
            combine: keep.optional("reduce_options.combine", self.combine)?,
            neutral: keep.optional("reduce_options.neutral", self.neutral)?,
            preamble: keep.optional("reduce_options.preamble", self.preamble)?,
        })
    }
}

/// Names of operands, and the caller's own functions, for [`Ndarray::transform`].
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransformOptions<'a> {
    /// CUDA C++ with device functions that the expressions may call. None: there is none.
    pub preamble: Option<&'a str>,
    /// The names of the inputs, of up to 64 letters, digits and _; none: a, b ... h.
    pub input_names: &'a [&'a str],
    /// The names of the scalars; none: x, y, z, u, v, w.
    pub scalar_names: &'a [&'a str],
}

impl TransformOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_transform_options> {
        Ok(sys::gc_transform_options {
            struct_size: core::mem::size_of::<sys::gc_transform_options>(),
            preamble: keep.optional("transform_options.preamble", self.preamble)?,
            input_names: keep.texts("transform_options.input_names", self.input_names)?,
            input_name_count: self.input_names.len(),
            scalar_names: keep.texts("transform_options.scalar_names", self.scalar_names)?,
            scalar_name_count: self.scalar_names.len(),
        })
    }
}

/// The dimension and the order of a sort, and the values that are sorted by their keys.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SortOptions<'a> {
    /// [`SortFlags`] bits.
    pub flags: SortFlags,
    /// The dimension along which elements are sorted.
    pub axis: u32,
    /// The ndarray for the values, of the shape of the results and of any type, records too. None: the keys
    /// are sorted alone.
    pub values: Option<&'a Ndarray>,
    /// The ndarray with the values of the elements of `src`, of the type of `values`; it may be `values`.
    /// None: the values are the places of the sorted elements in `src`, from 0, along the dimension; they are
    /// integers of 32 or 64 bits.
    pub values_src: Option<&'a Ndarray>,
    /// The pool that temporary memory is taken from. None: the context.
    pub pool: Option<&'a Pool>,
    /// An ndarray of offsets, INT32 or INT64, at which `src`, of one dimension, is cut into segments: each is
    /// sorted by itself. They ascend, from 0 to the number of elements; 0 and that number may be among them.
    /// None: the dimension is one segment.
    pub segments: Option<&'a Ndarray>,
}

impl SortOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_sort_options {
        sys::gc_sort_options {
            struct_size: core::mem::size_of::<sys::gc_sort_options>(),
            flags: self.flags.0,
            axis: self.axis,
            reserved: 0,
            values: self.values.map_or(ptr::null_mut(), |h| h.raw),
            values_src: self.values_src.map_or(ptr::null_mut(), |h| h.raw),
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
            segments: self.segments.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

/// The dimension of a scan, whether an element counts for its own result, the combination of CUSTOM, and
/// expressions around it.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScanOptions<'a> {
    /// [`ScanFlags`] bits.
    pub flags: ScanFlags,
    /// The dimension along which elements are combined.
    pub axis: u32,
    /// The pool that temporary memory is taken from. None: the context.
    pub pool: Option<&'a Pool>,
    /// An ndarray of offsets, INT32 or INT64, at which `src`, of one dimension, is cut into segments: each is
    /// scanned by itself. They ascend, from 0 to the number of elements; 0 and that number may be among them.
    /// None: the dimension is one segment.
    pub segments: Option<&'a Ndarray>,
    /// The combination of two values, a and b, as [`ReduceOptions`] has it. None: `reduction` is not CUSTOM.
    pub combine: Option<&'a str>,
    /// The value that changes nothing in a combination, on either side, as an expression of constants. None:
    /// `reduction` is not CUSTOM.
    pub neutral: Option<&'a str>,
    /// CUDA C++ with device functions that the expressions may call, as [`Ndarray::transform`] has it. None:
    /// there is none.
    pub preamble: Option<&'a str>,
    /// The value of an element that is combined, as an expression. None: the element.
    pub map: Option<&'a str>,
    /// The value that is stored, as an expression. EXCLUSIVE goes without it: write prev_item. None: the
    /// combination.
    pub output: Option<&'a str>,
    /// An ndarray whose elements `map` and `output` name b. It is broadcast to the shape of `src`, and may be
    /// one of the others, and overlap. None: expressions have no b.
    pub b: Option<&'a Ndarray>,
    /// Likewise of c. None: expressions have no c.
    pub c: Option<&'a Ndarray>,
    /// Likewise of d. None: expressions have no d.
    pub d: Option<&'a Ndarray>,
}

impl ScanOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_scan_options> {
        Ok(sys::gc_scan_options {
            struct_size: core::mem::size_of::<sys::gc_scan_options>(),
            flags: self.flags.0,
            axis: self.axis,
            reserved: 0,
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
            segments: self.segments.map_or(ptr::null_mut(), |h| h.raw),
            combine: keep.optional("scan_options.combine", self.combine)?,
            neutral: keep.optional("scan_options.neutral", self.neutral)?,
            preamble: keep.optional("scan_options.preamble", self.preamble)?,
            map: keep.optional("scan_options.map", self.map)?,
            output: keep.optional("scan_options.output", self.output)?,
            b: self.b.map_or(ptr::null_mut(), |h| h.raw),
            c: self.c.map_or(ptr::null_mut(), |h| h.raw),
            d: self.d.map_or(ptr::null_mut(), |h| h.raw),
        })
    }
}

/// The memory of a selection, or of a reduction by key.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SelectOptions<'a> {
    /// The pool that temporary memory is taken from. None: the context.
    pub pool: Option<&'a Pool>,
}

impl SelectOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_select_options {
        sys::gc_select_options {
            struct_size: core::mem::size_of::<sys::gc_select_options>(),
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

/// The bins of a histogram, and what an element counts.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct HistogramOptions<'a> {
    /// The lower edge of the first of bins of one width.
    pub lower: f64,
    /// The upper edge of the last of them.
    pub upper: f64,
    /// The edges between the bins in ascending order, real numbers, in one dimension; one more than there are
    /// bins. `lower` and `upper` are not read then. None: bins of one width.
    pub edges: Option<&'a Ndarray>,
    /// The weights of the elements, real numbers, of the shape of `src`. None: an element counts 1.
    pub weights: Option<&'a Ndarray>,
    /// The pool that temporary memory is taken from. None: the context.
    pub pool: Option<&'a Pool>,
}

impl HistogramOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_histogram_options {
        sys::gc_histogram_options {
            struct_size: core::mem::size_of::<sys::gc_histogram_options>(),
            lower: self.lower,
            upper: self.upper,
            edges: self.edges.map_or(ptr::null_mut(), |h| h.raw),
            weights: self.weights.map_or(ptr::null_mut(), |h| h.raw),
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

/// The dimension of indices, and what they mean.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct IndexOptions {
    /// [`IndexFlags`] bits. Without WRAP and CLIP, negative indices count from the end, an element out of
    /// range is read as 0 and not written.
    pub flags: IndexFlags,
    /// The dimension that indices are of.
    pub axis: u32,
}

impl IndexOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_index_options {
        sys::gc_index_options {
            struct_size: core::mem::size_of::<sys::gc_index_options>(),
            flags: self.flags.0,
            axis: self.axis,
            reserved: 0,
        }
    }
}

impl Ndarray {
    /// Combines the values of expressions along some dimensions, or all, queued on a stream: SUM of "a * b"
    /// is a dot product, ARG_MIN of "fabs(a - x)" the place of the element nearest to x. Several results take
    /// one pass, in which each input is read once: MIN, MAX, SUM and SUM of "a; a; a; a * a". Each expression
    /// is one of [`Ndarray::apply`], with the indices of the common shape of the inputs, to which each is
    /// broadcast; the rest is as in [`Ndarray::reduce`]. CUSTOM combines values of the type of its results,
    /// as expressions compute with it, in C's order of the reduced dimensions, so that a * b may differ from
    /// b * a. Preview: may change in any release.
    ///
    /// * `outputs`: The ndarrays for the results, 1 to 8, of any types: each of the common shape of the
    ///   inputs without the dimensions in `axes`, or with 1 in their place. They share no byte.
    /// * `expression`: The expressions, one for each output, with ";" between them.
    /// * `inputs`: The ndarrays that they read, 1 to 8; they share no byte with the results.
    /// * `options`: The combination of CUSTOM, and functions. None: there is neither a combination nor a
    ///   preamble.
    /// * `scalars`: The numbers that they read, up to 6.
    /// * `reductions`: The reductions: one for each output, or one for all.
    /// * `axes`: The dimensions that are reduced; none: all.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarrays' context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn transform_reduce(outputs: &[&Ndarray], expression: &str, inputs: &[&Ndarray], options: Option<&ReduceOptions<'_>>, scalars: &[Scalar], reductions: &[Reduction], axes: &[u32], stream: Option<&Stream>) -> Result<()> {
        let outputs_c: Vec<_> = outputs.iter().map(|h| h.raw).collect();
        let expression = c_text("expression", expression)?;
        let inputs_c: Vec<_> = inputs.iter().map(|h| h.raw).collect();
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let scalars_c: Vec<_> = scalars.iter().map(|item| item.as_c()).collect();
        call(|error| unsafe { sys::gc_ndarray_transform_reduce(if outputs_c.is_empty() { ptr::null() } else { outputs_c.as_ptr() }, outputs.len(), expression.as_ptr(), if inputs_c.is_empty() { ptr::null() } else { inputs_c.as_ptr() }, inputs.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), if scalars_c.is_empty() { ptr::null() } else { scalars_c.as_ptr() }, scalars.len(), if reductions.is_empty() { ptr::null() } else { reductions.as_ptr().cast() }, reductions.len(), if axes.is_empty() { ptr::null() } else { axes.as_ptr().cast() }, axes.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Computes an expression for each of several ndarrays, in one pass over the inputs, queued on a stream:
    /// "a + b; a - b" for two. Each is one of [`Ndarray::apply`], the shorter call for one result. Here
    /// operands can be 16 of each kind, have names of the caller's in place of letters, and be arguments of
    /// the caller's own functions, in `options-\>preamble`. The inputs are broadcast to the outputs' shape,
    /// and may overlap outputs or be some of them: expressions see them as they are before the call.
    /// Functions of the preamble get elements as expressions compute with them: FLOAT16 and BFLOAT16 as
    /// float, BOOL as bool, complex numbers as complex_number\<float\> and complex_number\<double\>, with
    /// real(), imag() and operators. It stands behind the library's declarations, whose names, u32 and
    /// convert among them, are taken. Unlike an expression it can reach memory: it is trusted as a kernel's
    /// source is. What a compiler refuses is COMPILE, and the log names the line in "preamble", or in
    /// "expression" the number of the expression. Preview: may change in any release.
    ///
    /// * `outputs`: The ndarrays for the results, 1 to 8, of one shape; they share no byte.
    /// * `expression`: The expressions, with ";" between them.
    /// * `inputs`: The ndarrays that they read, up to 16.
    /// * `options`: Names and functions. None: names are letters, and there is no preamble.
    /// * `scalars`: The numbers that they read, up to 16.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarrays' context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn transform(outputs: &[&Ndarray], expression: &str, inputs: &[&Ndarray], options: Option<&TransformOptions<'_>>, scalars: &[Scalar], stream: Option<&Stream>) -> Result<()> {
        let outputs_c: Vec<_> = outputs.iter().map(|h| h.raw).collect();
        let expression = c_text("expression", expression)?;
        let inputs_c: Vec<_> = inputs.iter().map(|h| h.raw).collect();
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let scalars_c: Vec<_> = scalars.iter().map(|item| item.as_c()).collect();
        call(|error| unsafe { sys::gc_ndarray_transform(if outputs_c.is_empty() { ptr::null() } else { outputs_c.as_ptr() }, outputs.len(), expression.as_ptr(), if inputs_c.is_empty() { ptr::null() } else { inputs_c.as_ptr() }, inputs.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), if scalars_c.is_empty() { ptr::null() } else { scalars_c.as_ptr() }, scalars.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Fills an ndarray with random numbers, queued on a stream. Element i in C's order is a function of the
    /// seed, the distribution and `offset` + i alone, so that a fill of two halves equals one of the whole.
    /// They are Philox4x32-10's words, as curand_kernel.h has them for the seed, subsequence 0: element n
    /// takes word n, and of numbers with 53 random bits, or of a range above 2^32, words 2n and 2n + 1.
    /// UNIFORM numbers are a + (b - a) * u, each operation rounded, u being a multiple of 2^-24, of FLOAT64
    /// of 2^-53; FLOAT16 and BFLOAT16 are rounded from FLOAT32. a and b are rounded to the type first; a
    /// number that would be rounded up to b is the one before it. NORMAL ones are pairs by Box and Muller.
    /// Words that are refused, of INTEGERS and POISSON, are replaced by those of the following subsequences.
    /// Other generators' words are taken likewise, of POISSON words 4n to 4n + 3; in place of refused ones
    /// come Philox's. They are made in temporary memory of 64 MiB at most. SOBOL32's element n takes word n
    /// alone, in which UNIFORM numbers of FLOAT64 are multiples of 2^-32, and refuses none. Preview: may
    /// change in any release.
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

    /// Sorts an ndarray along a dimension, queued on a stream. Equal elements keep their order. NaN is
    /// greater than all numbers and equal to NaN, -0.0 equals 0.0, and true is greater than false. It is a
    /// radix sort, of as many passes as a key has bytes; a pass in which all keys have the same byte moves
    /// nothing. If at most half of the elements are kept, these are found first, and sorted alone. A segment
    /// is sorted by one worker or block. Preview: may change in any release.
    ///
    /// * `src`: The ndarray that is sorted, of real numbers; it may be the same, and may overlap.
    /// * `options`: Dimension, order and values. None: ascending along the first dimension.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn sort(&self, src: &Ndarray, options: Option<&SortOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_sort(self.raw, src.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Combines each element of an ndarray with all before it along a dimension, queued on a stream: SUM
    /// gives running sums. Types and conversions are those of [`Ndarray::reduce`], and the same call on the
    /// same device gives the same result each time. CUSTOM combines values of the type of the results, as
    /// expressions compute with it, in their order, so that a * b may differ from b * a. `map` and `output`
    /// of the options are expressions of [`Ndarray::apply`], in which a is the element of `src`. The value of
    /// `map` is combined in place of the element; that of `output` is stored, in which item is the
    /// combination with the element and prev_item that without it, of the elements before: SUM of "a * b"
    /// with "item / (i + 1)" gives running means of products. Both are of the type that is computed with, int
    /// of ANY and ALL, and of segments prev_item begins anew. With `output` CUSTOM combines values of the
    /// type of `map`, of int at least. Preview: may change in any release.
    ///
    /// * `src`: The ndarray that is read; it may be the same, and may overlap.
    /// * `reduction`: The combination; not ARG_MIN and ARG_MAX.
    /// * `options`: Dimension, whether an element counts for its own result, the combination of CUSTOM, and
    ///   expressions. None: inclusive along the first dimension.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn scan(&self, src: &Ndarray, reduction: Reduction, options: Option<&ScanOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        call(|error| unsafe { sys::gc_ndarray_scan(self.raw, src.raw, reduction.0, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Moves the elements whose mask is true to the front of an ndarray, in C's order, queued on a stream.
    /// What is behind them stays as it was. Elements for which there is no room are left out, and `count`
    /// counts them too. Without `src` the results are the places of the true elements in the mask, from 0, as
    /// NumPy's flatnonzero has them. Preview: may change in any release.
    ///
    /// * `src`: The ndarray whose elements are selected; it may be the same, and may overlap. None: the
    ///   results are places.
    /// * `mask`: The ndarray of BOOL, of the shape of `src`.
    /// * `count`: The ndarray for the number of true elements, of INT64 with one element; it shares no byte
    ///   with the results. None: the number is not wanted.
    /// * `options`: The pool. None: memory of the context.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn select(&self, src: Option<&Ndarray>, mask: &Ndarray, count: Option<&Ndarray>, options: Option<&SelectOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_select(self.raw, src.map_or(ptr::null_mut(), |h| h.raw), mask.raw, count.map_or(ptr::null_mut(), |h| h.raw), options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Makes one key of each run of equal keys that follow each other in C's order, and combines the values
    /// of the run, queued on a stream. Equal keys that are apart are several runs: of sorted keys
    /// ([`Ndarray::sort`]) there is one run each. NaN equals NaN, and -0.0 equals 0.0; the first key of a run
    /// stays. Without `src_values` the values are the lengths of the runs, and without `values` too there are
    /// keys alone. What is behind the results stays as it was; runs for which there is no room are left out,
    /// and `count` counts them too. Types and conversions of values are those of [`Ndarray::reduce`], and the
    /// same call on the same device gives the same result each time. Preview: may change in any release.
    ///
    /// * `values`: The ndarray for the reductions, of the shape of `keys`, with which it shares no byte; for
    ///   lengths integers of 32 or 64 bits. None: there are keys alone.
    /// * `src_keys`: The keys, real numbers; it may be one of the results, and may overlap.
    /// * `src_values`: The values, of the shape of `src_keys`; it may be one of the results, and may overlap.
    ///   None: the values are the lengths of the runs.
    /// * `reduction`: The combination; not ARG_MIN, ARG_MAX and CUSTOM.
    /// * `count`: The ndarray for the number of runs, of INT64 with one element; it shares no byte with the
    ///   results. None: the number is not wanted.
    /// * `options`: The pool. None: memory of the context.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn reduce_by_key(&self, values: Option<&Ndarray>, src_keys: &Ndarray, src_values: Option<&Ndarray>, reduction: Reduction, count: Option<&Ndarray>, options: Option<&SelectOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_reduce_by_key(self.raw, values.map_or(ptr::null_mut(), |h| h.raw), src_keys.raw, src_values.map_or(ptr::null_mut(), |h| h.raw), reduction.0, count.map_or(ptr::null_mut(), |h| h.raw), options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Counts the elements in each bin, or adds their weights up, queued on a stream. As by NumPy's
    /// histogram, a bin has its lower edge and not its upper one, but for the last bin, which has both; what
    /// is in no bin, NaN for instance, is not counted. Elements and edges are compared as FLOAT64, and edge i
    /// of bins of one width is i * ((upper - lower) / bins) + lower. Counts, and sums of weights that are
    /// integers, are the same each time. Sums of floats are made in FLOAT64: on the CPU device in the same
    /// order each time, on a GPU in any. Preview: may change in any release.
    ///
    /// * `src`: The ndarray whose elements are counted, real numbers of any shape.
    /// * `options`: Bins and weights.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn histogram(&self, src: &Ndarray, options: &HistogramOptions<'_>, stream: Option<&Stream>) -> Result<()> {
        let options = options.as_c();
        call(|error| unsafe { sys::gc_ndarray_histogram(self.raw, src.raw, &options, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Finds where each value would be in a sorted ndarray, queued on a stream: the place of the first
    /// element that is not less than it, as NumPy's searchsorted. The order is that of [`Ndarray::sort`],
    /// ascending, in which NaN is behind all numbers. Preview: may change in any release.
    ///
    /// * `sorted`: The ndarray that is searched: real numbers in ascending order, in one dimension.
    /// * `values`: The values, of the type of `sorted`.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn search(&self, sorted: &Ndarray, values: &Ndarray, flags: SearchFlags, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_ndarray_search(self.raw, sorted.raw, values.raw, flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Takes elements of a dimension by their indices, queued on a stream: NumPy's take. Where indices have
    /// one dimension and that is the first, row i of the result is row `indices`\[i] of `src`. Preview: may
    /// change in any release.
    ///
    /// * `src`: The ndarray that elements are taken of, records too; it may overlap the result.
    /// * `indices`: The indices: integers of any shape.
    /// * `options`: The dimension, and what indices out of range mean. None: the first dimension, and
    ///   negative indices from the end.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn take(&self, src: &Ndarray, indices: &Ndarray, options: Option<&IndexOptions>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_take(self.raw, src.raw, indices.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Puts values to elements of a dimension by their indices, queued on a stream: row `indices`\[i] of the
    /// ndarray becomes row i of `values`. Of several values for one element one is there in the end, any; of
    /// values of more than 16 bytes it may have parts of several. Preview: may change in any release.
    ///
    /// * `indices`: The indices: integers of any shape.
    /// * `values`: The values, of the type of `ndarray`, records too. They are broadcast to its shape with
    ///   that of `indices` in place of the dimension, and may overlap it.
    /// * `options`: The dimension, what indices out of range mean, and whether values are added. None: the
    ///   first dimension, and negative indices from the end.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn put(&self, indices: &Ndarray, values: &Ndarray, options: Option<&IndexOptions>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_put(self.raw, indices.raw, values.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}

impl Prepared {
    /// Checks and compiles what [`Ndarray::transform`] computes, once, for a loop: [`Prepared::launch_with`]
    /// queues it, at the cost of a prepared launch, on any stream of the ndarrays' context, also while a
    /// graph captures it. It holds the memory of the ndarrays, which may be released, and reads and writes
    /// what is there at each launch; of none of their elements a launch does nothing. An input shares bytes
    /// with an output only if it is the same elements: INVALID_ARGUMENT, because [`Ndarray::transform`] would
    /// copy it first. Its arguments are the outputs, the inputs, then the scalars. [`Prepared::set_arg`]
    /// replaces a scalar by a number of its type, the first one at the index `output_count` + `input_count`;
    /// other arguments are OUT_OF_RANGE, and a shape or arguments with [`Prepared::launch_with`], or
    /// [`Prepared::set_config`], UNSUPPORTED. Preview: may change in any release.
    ///
    /// * `outputs`: The ndarrays for the results, 1 to 8, of one shape; they share no byte.
    /// * `expression`: The expressions, with ";" between them.
    /// * `inputs`: The ndarrays that they read, up to 16.
    /// * `options`: Names and functions. None: names are letters, and there is no preamble.
    /// * `scalars`: The numbers that they read, up to 16.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn from_expression(outputs: &[&Ndarray], expression: &str, inputs: &[&Ndarray], options: Option<&TransformOptions<'_>>, scalars: &[Scalar]) -> Result<Prepared> {
        let outputs_c: Vec<_> = outputs.iter().map(|h| h.raw).collect();
        let expression = c_text("expression", expression)?;
        let inputs_c: Vec<_> = inputs.iter().map(|h| h.raw).collect();
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let scalars_c: Vec<_> = scalars.iter().map(|item| item.as_c()).collect();
        let mut out_prepared = ptr::null_mut();
        call(|error| unsafe { sys::gc_prepared_from_expression(if outputs_c.is_empty() { ptr::null() } else { outputs_c.as_ptr() }, outputs.len(), expression.as_ptr(), if inputs_c.is_empty() { ptr::null() } else { inputs_c.as_ptr() }, inputs.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), if scalars_c.is_empty() { ptr::null() } else { scalars_c.as_ptr() }, scalars.len(), &mut out_prepared, error) })?;
        Ok(Prepared::own(out_prepared))
    }
}
