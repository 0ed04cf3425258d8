// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{array_out, c_text, call};
use crate::sys;
use crate::Result;
use core::ptr;
use std::ffi::c_void;
use super::*;

handle! {
    /// A typed view of memory: shape, strides and element type.
    ///
    /// An [`Ndarray`] is a type, a shape and strides over a [`Mem`] of any place. It holds the memory;
    /// ndarrays that are sliced, transposed, reshaped or otherwise viewed share it, so that reading and
    /// writing either reads and writes the other. Strides are in bytes and of any sign. An ndarray has up to
    /// 32 dimensions; one of none has one element.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Ndarray(gc_ndarray) gc_ndarray_release
}

codes! {
    /// Attributes of an ndarray.
    NdarrayAttribute {
        /// The type of its elements: a [`ScalarType`] number.
        TYPE = 100001,
        /// The number of its dimensions.
        NDIM = 100002,
        /// The number of its elements.
        COUNT = 100003,
        /// The bytes of an element.
        ELEMENT_SIZE = 100004,
        /// The bytes of all elements, without gaps between them.
        SIZE = 100005,
        /// The bytes from the beginning of its memory to its first element.
        OFFSET = 100006,
        /// The address of its first element, which kernels get as an argument of kind NDARRAY.
        ADDRESS = 100007,
        /// 1 if its elements follow each other in C's order, the last dimension fastest, else 0.
        IS_C_CONTIGUOUS = 100008,
        /// 1 if its elements follow each other in Fortran's order, the first dimension fastest, else 0.
        IS_F_CONTIGUOUS = 100009,
        /// 1 if it came as read-only from another library, else 0.
        IS_READ_ONLY = 100010,
    }
}

codes! {
    /// The result that [`Ndarray::reduce`] computes.
    Reduction {
        /// The sum; 0 of no elements.
        SUM = 1,
        /// The product; 1 of no elements.
        PROD = 2,
        /// The least element; NaN if there is one.
        MIN = 3,
        /// The greatest element; NaN if there is one.
        MAX = 4,
        /// 1 if an element is not zero, else 0.
        ANY = 5,
        /// 1 if no element is zero, else 0.
        ALL = 6,
        /// The index of the first of the least elements, or of the first NaN: from 0, in C's order of the
        /// reduced dimensions. The results are integers.
        ARG_MIN = 7,
        /// The index of the first of the greatest elements, or of the first NaN, counted as by ARG_MIN.
        ARG_MAX = 8,
        /// The combination of the options, for [`Ndarray::transform_reduce`] and [`Ndarray::scan`] alone.
        CUSTOM = 9,
    }
}

flags! {
    /// The order of elements in memory.
    NdarrayFlags {
        /// Fortran's order: the first dimension is the fastest. Without it C's order, the last dimension.
        ORDER_F = 0,
    }
}

flags! {
    /// Flags of how the elements of an ndarray become those of an array.
    ArrayFromFlags {
        /// The last dimension, of 1, 2 or 4, is the channels of an element.
        CHANNELS = 0,
        /// Integers of 8 and 16 bits become formats read as 0 or -1 to 1: UNORM_INT8X1 and so on.
        NORMALIZED = 1,
    }
}

/// Options of a new ndarray. Zero strides means none: the elements follow each other.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NdarrayOptions<'a> {
    /// [`NdarrayFlags`] bits; not with strides.
    pub flags: NdarrayFlags,
    /// The type of the elements; 0 with a record: RECORD.
    pub scalar_type: ScalarType,
    /// The place of its memory; 0 means [`MemPlace::DEVICE`]. Not with a pool.
    pub place: MemPlace,
    /// The layout of elements of type RECORD. None: the elements are scalars.
    pub record: Option<&'a Dtype>,
    /// The elements of each dimension.
    pub shape: &'a [u64],
    /// Bytes from element to element of each dimension.
    pub strides: &'a [i64],
    /// [`MemFlags`] bits of its memory; not with a pool.
    pub mem_flags: MemFlags,
    /// The alignment of its memory, in bytes, as in [`MemOptions`]; not with a pool.
    pub alignment: u64,
    /// The pool that its memory is taken from. None: the context.
    pub pool: Option<&'a Pool>,
    /// The stream that it is used on first: of memory from a pool, and of [`Ndarray::from_host`]. None: the
    /// default stream of the context.
    pub stream: Option<&'a Stream>,
    /// The mode of managed memory, as in [`MemOptions`].
    pub attach: MemAttachMode,
}

impl NdarrayOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_ndarray_options {
        sys::gc_ndarray_options {
            struct_size: core::mem::size_of::<sys::gc_ndarray_options>(),
            flags: self.flags.0,
            scalar_type: self.scalar_type.0,
            place: self.place.0,
            record: self.record.map_or(ptr::null_mut(), |h| h.raw),
            shape: if self.shape.is_empty() { ptr::null() } else { self.shape.as_ptr().cast() },
            shape_count: self.shape.len(),
            strides: if self.strides.is_empty() { ptr::null() } else { self.strides.as_ptr().cast() },
            stride_count: self.strides.len(),
            mem_flags: self.mem_flags.0,
            alignment: self.alignment,
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
            stream: self.stream.map_or(ptr::null_mut(), |h| h.raw),
            attach: self.attach.0,
            reserved: 0,
        }
    }
}

/// The layout of the elements of host memory: of the shape of the ndarray that they are copied to or from.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NdarrayLayout<'a> {
    /// [`NdarrayFlags`] bits; not with strides.
    pub flags: NdarrayFlags,
    /// Bytes from element to element of each dimension, of any sign.
    pub strides: &'a [i64],
    /// From the beginning of the host memory to the first element, in bytes.
    pub offset: u64,
    /// The type of the elements in host memory; 0: as in the ndarray. Elements are converted on the device.
    pub scalar_type: ScalarType,
}

impl NdarrayLayout<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_ndarray_layout {
        sys::gc_ndarray_layout {
            struct_size: core::mem::size_of::<sys::gc_ndarray_layout>(),
            flags: self.flags.0,
            strides: if self.strides.is_empty() { ptr::null() } else { self.strides.as_ptr().cast() },
            stride_count: self.strides.len(),
            offset: self.offset,
            scalar_type: self.scalar_type.0,
            reserved: 0,
        }
    }
}

/// The part that is taken of one dimension: NumPy's start:stop:step. Numbers below 0 count from the end: -1
/// is the last element. The smallest number of 64 bits, INT64_MIN, as start or stop leaves it out: the slice
/// begins, or ends, at that end of the dimension which the sign of the step says.
#[derive(Clone, Copy, Debug, Default)]
pub struct AxisSlice {
    /// The first element.
    pub start: i64,
    /// The first one that is not taken.
    pub stop: i64,
    /// From element to element, of any sign. 0 with a stop equal to the start: the element `start` alone, and
    /// the ndarray that is made has one dimension less.
    pub step: i64,
}

impl AxisSlice {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_axis_slice {
        sys::gc_axis_slice {
            start: self.start,
            stop: self.stop,
            step: self.step,
        }
    }
}

/// A number for [`Ndarray::apply`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar {
    /// Its bytes, from the first on, as a variable of the type has them.
    pub bits: [u64; 2],
    /// Its type; not RECORD.
    pub scalar_type: ScalarType,
}

impl Scalar {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_scalar {
        sys::gc_scalar {
            bits: self.bits,
            scalar_type: self.scalar_type.0,
            reserved: 0,
        }
    }
}

impl Ndarray {
    /// Makes an ndarray and its memory, of any place. Without the flag ZERO of its memory the elements are
    /// undefined.
    ///
    /// * `options`: Type, shape and the rest.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `POOL_LIMIT`, `UNSUPPORTED`, any device error.
    pub fn create(context: &Context, options: &NdarrayOptions<'_>) -> Result<Ndarray> {
        let options = options.as_c();
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_create(context.raw, &options, &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// Makes an ndarray and its memory, and copies host memory to it, in the order of the stream. Returns
    /// when the host memory may be used again.
    ///
    /// * `data`: The elements, without gaps, in the order that the options say (ORDER_F, else C's).
    /// * `options`: Type, shape and the rest. Strides are the new ndarray's; the host memory is in C's order.
    ///
    /// # Errors
    /// `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn from_host(context: &Context, data: &[u8], options: &NdarrayOptions<'_>) -> Result<Ndarray> {
        let options = options.as_c();
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_from_host(context.raw, data.as_ptr().cast(), data.len(), &options, &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// Makes an ndarray of memory that is there: allocated, wrapped (the CUDA array interface of another
    /// library), of another process. It holds the memory. The type, the shape, the strides and the order are
    /// taken of the options, and the rest of them must be zero.
    ///
    /// * `offset`: The first byte of its first element, in bytes; with strides below 0 others lie before it.
    /// * `options`: Type, shape and strides.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`.
    pub fn from_mem(mem: &Mem, offset: u64, options: &NdarrayOptions<'_>) -> Result<Ndarray> {
        let options = options.as_c();
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_from_mem(mem.raw, offset, &options, &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// The memory of an ndarray; the attribute OFFSET has its first element.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn mem(&self) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_get_mem(self.raw, &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// The record of an ndarray's elements. NOT_FOUND for an ndarray of scalars.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn record(&self) -> Result<Dtype> {
        let mut out_dtype = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_get_record(self.raw, &mut out_dtype, error) })?;
        Ok(Dtype::own(out_dtype))
    }

    /// One attribute of an ndarray. NOT_FOUND for a number that is none; UNSUPPORTED for the ADDRESS of
    /// memory that kernels cannot reach.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`.
    pub fn attribute(&self, attribute: NdarrayAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_ndarray_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// The elements of each dimension of an ndarray.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn shape(&self) -> Result<Vec<u64>> {
        array_out(|buffer, capacity, needed, error| unsafe { sys::gc_ndarray_get_shape(self.raw, buffer, capacity, needed, error) })
    }

    /// The bytes from element to element of each dimension of an ndarray.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn strides(&self) -> Result<Vec<i64>> {
        array_out(|buffer, capacity, needed, error| unsafe { sys::gc_ndarray_get_strides(self.raw, buffer, capacity, needed, error) })
    }

    /// A part of an ndarray by NumPy's slices, that shares its memory. A start or stop outside of the
    /// dimension is refused, where NumPy would move it to the end.
    ///
    /// * `slices`: One for each of the first dimensions; those behind them are taken whole.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn slice(&self, slices: &[AxisSlice]) -> Result<Ndarray> {
        let slices_c: Vec<_> = slices.iter().map(|item| item.as_c()).collect();
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_slice(self.raw, if slices_c.is_empty() { ptr::null() } else { slices_c.as_ptr() }, slices.len(), &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// The elements of an ndarray, in C's order or with ORDER_F in Fortran's, as an ndarray of another shape
    /// that shares its memory. INVALID_ARGUMENT if no strides can express it: copy the ndarray to a
    /// contiguous one first.
    ///
    /// * `shape`: The elements of each dimension; -1 for one of them: what is left.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn reshape(&self, shape: &[i64], flags: NdarrayFlags) -> Result<Ndarray> {
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_reshape(self.raw, if shape.is_empty() { ptr::null() } else { shape.as_ptr().cast() }, shape.len(), flags.0, &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// An ndarray with its dimensions in another order, that shares its memory.
    ///
    /// * `axes`: Dimension i of the new ndarray is dimension axes\[i] of this one; none: in reverse order.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn transpose(&self, axes: &[u32]) -> Result<Ndarray> {
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_transpose(self.raw, if axes.is_empty() { ptr::null() } else { axes.as_ptr().cast() }, axes.len(), &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// The bytes of an ndarray as elements of another type, as NumPy's view: nothing is converted. If the
    /// sizes differ, the elements of the last dimension must follow each other, and its bytes be a multiple
    /// of the new size.
    ///
    /// * `scalar_type`: The new type; RECORD with a record.
    /// * `record`: The layout of elements of type RECORD. None: the new elements are scalars.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn view(&self, scalar_type: ScalarType, record: Option<&Dtype>) -> Result<Ndarray> {
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_view(self.raw, scalar_type.0, record.map_or(ptr::null_mut(), |h| h.raw), &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// One field of all records of an ndarray, that shares its memory: NumPy's ndarray\["x"]. A field of
    /// several elements becomes one more dimension, the last.
    ///
    /// * `name`: The name of the field.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn field(&self, name: &str) -> Result<Ndarray> {
        let name = c_text("name", name)?;
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_get_field(self.raw, name.as_ptr(), &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }

    /// Copies the elements of one ndarray to another, of any strides and any two scalar types, queued on a
    /// stream. The source is broadcast to the shape of the destination, as by NumPy's assignment. The
    /// ndarrays may overlap: the source is as before the copy. Records are copied to records of the same
    /// size. Ndarrays of two contexts are copied where their elements form rectangles and have one type.
    ///
    /// * `src`: The ndarray to copy from.
    /// * `stream`: The stream it is queued on. None: the default stream of the destination's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn copy(&self, src: &Ndarray, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_ndarray_copy(self.raw, src.raw, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies from host memory, in the order of the stream; returns when the host memory may be used again.
    ///
    /// * `data`: The elements. Without a layout exactly those of the ndarray, in C's order.
    /// * `layout`: The layout of the elements. None: in C's order, of the ndarray's type.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn copy_from_host(&self, data: &[u8], layout: Option<&NdarrayLayout<'_>>, stream: Option<&Stream>) -> Result<()> {
        let layout = layout.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_copy_from_host(self.raw, data.as_ptr().cast(), data.len(), layout.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies to host memory, behind the work queued on the stream; returns when all elements are there.
    ///
    /// * `data`: The memory for the elements. Bytes between them stay as they are.
    /// * `layout`: The layout of the elements. None: in C's order, of the ndarray's type.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn copy_to_host(&self, data: &mut [u8], layout: Option<&NdarrayLayout<'_>>, stream: Option<&Stream>) -> Result<()> {
        let layout = layout.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_copy_to_host(self.raw, data.as_mut_ptr().cast::<c_void>(), data.len(), layout.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Sets all elements of an ndarray to one value, queued on a stream.
    ///
    /// * `value`: The bytes of one element.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn fill(&self, value: &[u8], stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_ndarray_fill(self.raw, value.as_ptr().cast(), value.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Computes an expression of C++ for each element, queued on a stream: "a + 2 * b", "x \< a ? sqrt(a) :
    /// y". The elements of the inputs are named a, b, c, d, e, f, g and h, the scalars x, y, z, u, v and w,
    /// the index of the element in C's order i and those in the first ten dimensions i0, i1 ... i9 (64 bits;
    /// "x + i * y" is NumPy's arange), and the result is converted to the type of the ndarray. Types are
    /// C++'s, not NumPy's: integers smaller than int become int, float with an integer stays float, and 1 / 2
    /// is 0; FLOAT16 and BFLOAT16 are computed as float; each operation is rounded by itself. The inputs are
    /// broadcast to the shape of the ndarray, as by NumPy, and may be the ndarray itself or overlap it. An
    /// expression is made of these names, numbers, operators without assignment, ?:, parentheses, casts to
    /// types of numbers such as (float)a, and calls of CUDA's mathematical functions, by their names for
    /// float too (rsqrtf), besides real(a), imag(a), conj(a), abs(a), complex(a, b), min and max. Nothing in
    /// it can reach memory: addresses, and all else that C++ has, are refused with their column.
    ///
    /// * `inputs`: The ndarrays that it reads, up to 8.
    /// * `scalars`: The numbers that it reads, up to 6.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn apply(&self, expression: &str, inputs: &[&Ndarray], scalars: &[Scalar], stream: Option<&Stream>) -> Result<()> {
        let expression = c_text("expression", expression)?;
        let inputs_c: Vec<_> = inputs.iter().map(|h| h.raw).collect();
        let scalars_c: Vec<_> = scalars.iter().map(|item| item.as_c()).collect();
        call(|error| unsafe { sys::gc_ndarray_apply(self.raw, expression.as_ptr(), if inputs_c.is_empty() { ptr::null() } else { inputs_c.as_ptr() }, inputs.len(), if scalars_c.is_empty() { ptr::null() } else { scalars_c.as_ptr() }, scalars.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Combines the elements of an ndarray along some dimensions, or all, queued on a stream. The same call
    /// on the same device gives the same result each time. Integers are computed in 64 bits, FLOAT16,
    /// BFLOAT16 and FLOAT32 in float, or in double if the result is FLOAT64; the result is converted to the
    /// type of the ndarray that it goes to. Complex numbers have no MIN, MAX, ARG_MIN and ARG_MAX.
    ///
    /// * `src`: The ndarray that is read; it shares no byte with the results.
    /// * `reduction`: The reduction; not CUSTOM.
    /// * `axes`: The dimensions of `src` that are reduced; none: all.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn reduce(&self, src: &Ndarray, reduction: Reduction, axes: &[u32], stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_ndarray_reduce(self.raw, src.raw, reduction.0, if axes.is_empty() { ptr::null() } else { axes.as_ptr().cast() }, axes.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}

impl Array {
    /// Makes an array of 1, 2 or 3 dimensions of the shape of an ndarray, and copies the elements to it,
    /// queued on the stream. The last dimension becomes the width, the one before it the height and the first
    /// of three the depth; to have the first one as the width, transpose the ndarray. Of no dimensions, it is
    /// one element. With LAYERED the first dimension counts layers. The format follows the type of the
    /// elements: integers of 8, 16 and 32 bits, FLOAT16 and FLOAT32 have a format of their own, BOOL is read
    /// as UINT8, and COMPLEX64 has two channels of FLOAT. Numbers of 64 bits have two channels of
    /// SIGNED_INT32 each, the lower bits first, and COMPLEX128 has four; kernels put them together, as
    /// fp_tex2D of gridcall_textures.h does. BFLOAT16 and records have no format: UNSUPPORTED.
    ///
    /// * `ndarray`: The elements, of any strides.
    /// * `array_flags`: Flags of the array.
    /// * `from_flags`: Flags of its elements.
    /// * `stream`: The stream that the copy is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn from_ndarray(ndarray: &Ndarray, array_flags: ArrayFlags, from_flags: ArrayFromFlags, stream: Option<&Stream>) -> Result<Array> {
        let mut out_array = ptr::null_mut();
        call(|error| unsafe { sys::gc_array_from_ndarray(ndarray.raw, array_flags.0, from_flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_array, error) })?;
        Ok(Array::own(out_array))
    }

    /// Makes an array and copies host memory to it, in the order of the stream of the options, as
    /// [`Ndarray::from_host`] and [`Array::from_ndarray`] do together. Returns when the host memory may be
    /// used again.
    ///
    /// * `data`: The elements, in the order that the options say (ORDER_F, else C's), or with their strides;
    ///   without strides there are no gaps.
    /// * `options`: Type, shape, stream, and order or strides: those of the elements in host memory, whose
    ///   first element is the first (an image's pitches). The rest of them must be zero.
    /// * `array_flags`: Flags of the array.
    /// * `from_flags`: Flags of its elements.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn from_host(context: &Context, data: &[u8], options: &NdarrayOptions<'_>, array_flags: ArrayFlags, from_flags: ArrayFromFlags) -> Result<Array> {
        let options = options.as_c();
        let mut out_array = ptr::null_mut();
        call(|error| unsafe { sys::gc_array_from_host(context.raw, data.as_ptr().cast(), data.len(), &options, array_flags.0, from_flags.0, &mut out_array, error) })?;
        Ok(Array::own(out_array))
    }
}
