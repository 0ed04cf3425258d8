// SPDX-License-Identifier: Apache-2.0

//! Mappings with an element type.

use crate::buffer::aligned;
use crate::{Element, Mapping, Result, Stream};
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::slice;

/// Elements of memory that the host reads and writes in place for a while: [`Buffer::map`](crate::Buffer::map) makes it.
///
/// The end of its scope ends the mapping, on the stream on which it began: work that is queued there from then on sees what was
/// written. [`Mapped::unmap`] ends it earlier, says what failed, and takes another stream.
///
/// ```no_run
/// # use gridcall::{Buffer, MapFlags};
/// # fn f(x: Buffer<f32>) -> gridcall::Result<()> {
/// let mut mapped = x.map(.., MapFlags::READ | MapFlags::WRITE, None)?;
/// // SAFETY: nobody else uses `x` meanwhile.
/// unsafe { mapped.as_mut_slice()?[0] += 1.0 };
/// mapped.unmap(None)
/// # }
/// ```
#[derive(Debug)]
pub struct Mapped<'a, T> {
    mapping: ManuallyDrop<Mapping>, // there until unmap or drop takes it
    len: usize,
    stream: Option<&'a Stream>,
    element: PhantomData<fn(T) -> T>,
}

impl<'a, T: Element> Mapped<'a, T> {
    pub(crate) fn new(mapping: Mapping, len: usize, stream: Option<&'a Stream>) -> Mapped<'a, T> {
        Mapped {
            mapping: ManuallyDrop::new(mapping),
            len,
            stream,
            element: PhantomData,
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none; never true of what was mapped.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The mapping without its element type.
    pub fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// The elements; waits until the host may use them.
    ///
    /// # Safety
    /// It was mapped for reading, and while the slice lives nobody may write these elements: no work that writes the memory is
    /// queued, no call copies to it or fills it, and there is no slice to write, of another mapping or object of the memory, in
    /// which one of them lies.
    pub unsafe fn as_slice(&self) -> Result<&[T]> {
        Ok(slice::from_raw_parts(self.ready()?, self.len))
    }

    /// The elements, to write; waits until the host may use them.
    ///
    /// # Safety
    /// It was mapped for writing, and while the slice lives nobody else may use these elements: no work that uses the memory is
    /// queued, no call copies to or from it or fills it, and there is no other slice, of another mapping or object of the memory,
    /// in which one of them lies.
    pub unsafe fn as_mut_slice(&mut self) -> Result<&mut [T]> {
        Ok(slice::from_raw_parts_mut(self.ready()?, self.len))
    }

    /// Ends the mapping: work that is queued on the stream from now on sees what was written.
    pub fn unmap(self, stream: Option<&Stream>) -> Result<()> {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: `this` is never dropped, so it is taken once.
        unsafe { ManuallyDrop::take(&mut this.mapping) }.unmap(stream)
    }

    fn ready(&self) -> Result<*mut T> {
        self.mapping.event()?.synchronize()?;
        aligned(self.mapping.address()?)
    }
}

impl<T> Drop for Mapped<'_, T> {
    fn drop(&mut self) {
        // SAFETY: `unmap` does not come here, so it is taken once.
        let mapping = unsafe { ManuallyDrop::take(&mut self.mapping) };
        let _ = mapping.unmap(self.stream); // `unmap` reports it
    }
}
