// SPDX-License-Identifier: Apache-2.0

//! Arrays with an element type.

use crate::{
    AxisSlice, Context, Element, Ndarray, NdarrayFlags, NdarrayOptions, Reduction, Result, Scalar,
    ScalarType, Stream,
};
use core::marker::PhantomData;
use core::mem::{size_of, size_of_val};
use core::ops::Deref;
use core::slice;

/// A Rust type that is a scalar type of arrays; a complex number is two floats.
///
/// # Safety
/// It must have the layout of that type, and any bytes must be a value.
pub unsafe trait ScalarElement: Element + Default {
    /// The scalar type.
    const TYPE: ScalarType;
}

macro_rules! scalars {
    ($($t:ty: $name:ident)*) => { $(
        // SAFETY: a number of that size.
        unsafe impl ScalarElement for $t {
            const TYPE: ScalarType = ScalarType::$name;
        }
    )* };
}
scalars!(i8: INT8 u8: UINT8 i16: INT16 u16: UINT16 i32: INT32 u32: UINT32 i64: INT64 u64: UINT64 f32: FLOAT32 f64: FLOAT64
    [f32; 2]: COMPLEX64 [f64; 2]: COMPLEX128);
#[cfg(feature = "half")]
scalars!(half::f16: FLOAT16 half::bf16: BFLOAT16);

fn bytes_of<T: ScalarElement>(values: &[T]) -> &[u8] {
    // SAFETY: numbers have no padding.
    unsafe { slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// The number for [`Ndarray::apply`], as `x`, `y` and so on.
pub fn scalar<T: ScalarElement>(value: T) -> Scalar {
    let mut bytes = [0u8; 16];
    bytes[..size_of::<T>()].copy_from_slice(bytes_of(&[value]));
    let half = |at: usize| u64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
    Scalar {
        bits: [half(0), half(8)],
        scalar_type: T::TYPE,
    }
}

/// An [`Ndarray`] whose elements are `T`. Views share its memory.
///
/// It is an `Ndarray` too: `copy`, `apply`, `reduce` and the attributes are that one's.
pub struct NdarrayOf<T: ScalarElement> {
    ndarray: Ndarray,
    element: PhantomData<T>,
}

impl<T: ScalarElement> core::fmt::Debug for NdarrayOf<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let shape = self.shape().unwrap_or_default();
        write!(f, "NdarrayOf<{}>({shape:?})", core::any::type_name::<T>())
    }
}

impl<T: ScalarElement> Deref for NdarrayOf<T> {
    type Target = Ndarray;
    fn deref(&self) -> &Ndarray {
        &self.ndarray
    }
}

impl<T: ScalarElement> NdarrayOf<T> {
    pub(crate) fn of(ndarray: Ndarray) -> NdarrayOf<T> {
        NdarrayOf {
            ndarray,
            element: PhantomData,
        }
    }

    /// An array of zeros, in C's order.
    pub fn zeros(context: &Context, shape: &[u64]) -> Result<NdarrayOf<T>> {
        let options = NdarrayOptions {
            scalar_type: T::TYPE,
            shape,
            mem_flags: crate::MemFlags::ZERO,
            ..Default::default()
        };
        Ok(NdarrayOf::of(Ndarray::create(context, &options)?))
    }

    /// The values in C's order.
    pub fn from_slice(context: &Context, values: &[T], shape: &[u64]) -> Result<NdarrayOf<T>> {
        let options = NdarrayOptions {
            scalar_type: T::TYPE,
            shape,
            ..Default::default()
        };
        Ok(NdarrayOf::of(Ndarray::from_host(
            context,
            bytes_of(values),
            &options,
        )?))
    }

    /// An array of the type `T`; its elements are converted if they are of another.
    pub fn from_ndarray(ndarray: &Ndarray) -> Result<NdarrayOf<T>> {
        let shape = ndarray.shape()?;
        let array = NdarrayOf::zeros(&ndarray.mem()?.context()?, &shape)?;
        array.ndarray.copy(ndarray, None)?;
        Ok(array)
    }

    /// The number of elements.
    pub fn len(&self) -> Result<usize> {
        Ok(self.shape()?.iter().product::<u64>() as usize)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// All elements in C's order.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let mut values = vec![T::default(); self.len()?];
        // SAFETY: numbers have no padding, and any bytes are one.
        let bytes = unsafe {
            slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(&values[..]))
        };
        self.ndarray.copy_to_host(bytes, None, None)?;
        Ok(values)
    }

    /// A part by NumPy's slices.
    pub fn part(&self, slices: &[AxisSlice]) -> Result<NdarrayOf<T>> {
        Ok(NdarrayOf::of(self.ndarray.slice(slices)?))
    }

    /// Returns the elements, in C's order, in another shape; a dimension of -1 takes the rest.
    pub fn reshaped(&self, shape: &[i64]) -> Result<NdarrayOf<T>> {
        Ok(NdarrayOf::of(
            self.ndarray.reshape(shape, NdarrayFlags::default())?,
        ))
    }

    /// The dimensions in reverse order.
    pub fn transposed(&self) -> Result<NdarrayOf<T>> {
        Ok(NdarrayOf::of(self.ndarray.transpose(&[])?))
    }

    /// Sets every element.
    pub fn fill_with(&self, value: T, stream: Option<&Stream>) -> Result<()> {
        self.ndarray.fill(bytes_of(&[value]), stream)
    }

    /// The reduction of all elements.
    pub fn reduced(&self, reduction: Reduction) -> Result<T> {
        let one = NdarrayOf::<T>::zeros(&self.ndarray.mem()?.context()?, &[])?;
        one.ndarray.reduce(&self.ndarray, reduction, &[], None)?;
        Ok(one.to_vec()?[0])
    }
}
