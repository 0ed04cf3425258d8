// SPDX-License-Identifier: Apache-2.0

//! Mappings with an element type.

use crate::buffer::aligned;
use crate::{Element, Mapping, Result, Stream};
use core::marker::PhantomData;
use core::slice;

/// Elements of memory that the host reads and writes in place for a while: [`Buffer::map`](crate::Buffer::map) makes it.
///
/// ```no_run
/// # use gridcall::{Buffer, MapFlags};
/// # fn f(x: Buffer<f32>) -> gridcall::Result<()> {
/// let mut mapped = x.map(.., MapFlags::READ | MapFlags::WRITE, None)?;
/// // SAFETY: no queued work uses `x` meanwhile.
/// unsafe { mapped.as_mut_slice()?[0] += 1.0 };
/// mapped.unmap(None)
/// # }
/// ```
#[derive(Debug)]
pub struct Mapped<T> {
    mapping: Mapping,
    len: usize,
    element: PhantomData<fn(T) -> T>,
}

impl<T: Element> Mapped<T> {
    pub(crate) fn new(mapping: Mapping, len: usize) -> Mapped<T> {
        Mapped {
            mapping,
            len,
            element: PhantomData,
        }
    }

    /// How many elements it holds.
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
    /// It was mapped for reading, and no work that writes the memory is queued while the slice lives.
    pub unsafe fn as_slice(&self) -> Result<&[T]> {
        Ok(slice::from_raw_parts(self.ready()?, self.len))
    }

    /// The elements, to write; waits until the host may use them.
    ///
    /// # Safety
    /// It was mapped for writing, and no work that uses the memory is queued while the slice lives.
    pub unsafe fn as_mut_slice(&mut self) -> Result<&mut [T]> {
        Ok(slice::from_raw_parts_mut(self.ready()?, self.len))
    }

    /// Ends the mapping: work that is queued on the stream from now on sees what was written. Dropping it instead loses what
    /// was written, where the host has a copy.
    pub fn unmap(self, stream: Option<&Stream>) -> Result<()> {
        self.mapping.unmap(stream)
    }

    fn ready(&self) -> Result<*mut T> {
        self.mapping.event()?.synchronize()?;
        aligned(self.mapping.address()?)
    }
}
