// SPDX-License-Identifier: Apache-2.0

//! Arrays of the crate `ndarray` to and from arrays on the device: feature `ndarray`.

use crate::{
    Context, Error, Ndarray, NdarrayFlags, NdarrayLayout, NdarrayOf, NdarrayOptions, Result,
    ScalarElement, Stream,
};
use core::mem::size_of_val;
use core::slice;
use ndarray::{ArrayBase, ArrayD, ArrayViewMut, Data, Dimension, IxDyn};

fn bytes<T: ScalarElement>(values: &[T]) -> &[u8] {
    // SAFETY: numbers have no padding.
    unsafe { slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

// The elements without a gap, in C's order, or in Fortran's where they lie so.
fn with_elements<T: ScalarElement, S: Data<Elem = T>, D: Dimension, R>(
    array: &ArrayBase<S, D>,
    then: impl FnOnce(&[u8], NdarrayFlags) -> R,
) -> R {
    if let Some(values) = array.as_slice() {
        return then(bytes(values), NdarrayFlags::default());
    }
    let turned = array.t();
    if let Some(values) = turned.as_slice() {
        return then(bytes(values), NdarrayFlags::ORDER_F);
    }
    let values: Vec<T> = array.iter().copied().collect();
    then(bytes(&values), NdarrayFlags::default())
}

impl<T: ScalarElement> NdarrayOf<T> {
    /// An array of the shape and the values of one of the host, in Fortran's order if that is.
    pub fn from_array<S: Data<Elem = T>, D: Dimension>(
        context: &Context,
        array: &ArrayBase<S, D>,
    ) -> Result<NdarrayOf<T>> {
        let shape: Vec<u64> = array.shape().iter().map(|&n| n as u64).collect();
        with_elements(array, |data, flags| {
            let options = NdarrayOptions {
                flags,
                scalar_type: T::TYPE,
                shape: &shape,
                ..Default::default()
            };
            Ok(NdarrayOf::of(Ndarray::from_host(context, data, &options)?))
        })
    }

    /// Copies an array of the host of the same shape to it, in the order of the stream.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for another shape, and those of [`Ndarray::copy_from_host`].
    pub fn copy_from_array<S: Data<Elem = T>, D: Dimension>(
        &self,
        array: &ArrayBase<S, D>,
        stream: Option<&Stream>,
    ) -> Result<()> {
        self.check_shape(array.shape())?;
        with_elements(array, |data, flags| {
            let layout = NdarrayLayout {
                flags,
                ..Default::default()
            };
            self.copy_from_host(data, Some(&layout), stream)
        })
    }

    /// Copies it to an array of the host of the same shape, and returns when all elements are there.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for another shape, and those of [`Ndarray::copy_to_host`].
    pub fn copy_to_array<D: Dimension>(
        &self,
        mut array: ArrayViewMut<'_, T, D>,
        stream: Option<&Stream>,
    ) -> Result<()> {
        self.check_shape(array.shape())?;
        if let Some(values) = array.as_slice_mut() {
            // SAFETY: numbers have no padding, and any bytes are one.
            let bytes = unsafe {
                slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values))
            };
            return self.copy_to_host(bytes, None, stream);
        }
        let mut values = vec![T::default(); array.len()];
        // SAFETY: as above.
        let bytes = unsafe {
            slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(&values[..]))
        };
        self.copy_to_host(bytes, None, stream)?;
        for (to, from) in array.iter_mut().zip(values) {
            *to = from;
        }
        Ok(())
    }

    /// All elements as an array of the host.
    pub fn to_array(&self) -> Result<ArrayD<T>> {
        let shape: Vec<usize> = self.shape()?.iter().map(|&n| n as usize).collect();
        let mut array = ArrayD::from_elem(IxDyn(&shape), T::default());
        self.copy_to_array(array.view_mut(), None)?;
        Ok(array)
    }

    fn check_shape(&self, shape: &[usize]) -> Result<()> {
        let own = self.shape()?;
        if own.iter().copied().eq(shape.iter().map(|&n| n as u64)) {
            return Ok(());
        }
        Err(Error::refuse(
            crate::Status::INVALID_ARGUMENT,
            format!("the array on the device has the shape {own:?}, that of the host {shape:?}: pass one of the same"),
        ))
    }
}
