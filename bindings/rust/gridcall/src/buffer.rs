// SPDX-License-Identifier: Apache-2.0

//! Memory with an element type.

use crate::support::check;
use crate::{
    sys, Array, Context, CopyEnd, Error, MapFlags, Mapped, Mem, MemFlags, MemOptions, MemPlace,
    Pool, Result, Status, Stream,
};
use core::marker::PhantomData;
use core::mem::{align_of, size_of, size_of_val};
use core::ops::{Bound, RangeBounds};
use core::ptr::NonNull;
use core::slice;

/// An element type of device memory: plain data, of which any bytes are a value.
///
/// With the feature `bytemuck` (a default) these are the types that are [`bytemuck::Pod`], also your own; without it the
/// numbers.
///
/// # Safety
/// Any bytes must be a valid value, and the type must have no padding.
pub unsafe trait Element: Copy + Send + Sync + 'static {}

#[cfg(feature = "bytemuck")]
// SAFETY: this is what Pod promises.
unsafe impl<T: bytemuck::Pod + Send + Sync> Element for T {}

#[cfg(not(feature = "bytemuck"))]
macro_rules! elements {
    ($($t:ty)*) => { $(
        // SAFETY: a number.
        unsafe impl Element for $t {}
    )* };
}
#[cfg(not(feature = "bytemuck"))]
elements!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);
#[cfg(not(feature = "bytemuck"))]
// SAFETY: an array has no padding that its elements have not.
unsafe impl<T: Element, const N: usize> Element for [T; N] {}

fn bytes_of<T: Element>(values: &[T]) -> &[u8] {
    // SAFETY: an Element has no padding, so every byte is initialized.
    unsafe { slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

fn bytes_of_mut<T: Element>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: as above, and any bytes are a valid Element.
    unsafe { slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

fn bytes<T>(count: usize) -> Result<u64> {
    count
        .checked_mul(size_of::<T>())
        .map(|n| n as u64)
        .ok_or_else(|| {
            Error::refuse(
                Status::OUT_OF_RANGE,
                format!(
                    "{count} elements of {} bytes are more than memory can address: ask for less",
                    size_of::<T>()
                ),
            )
        })
}

impl<'a> From<&'a Mem> for CopyEnd<'a> {
    fn from(mem: &'a Mem) -> CopyEnd<'a> {
        CopyEnd {
            mem: Some(mem),
            ..Default::default()
        }
    }
}

impl<'a> From<&'a Array> for CopyEnd<'a> {
    fn from(array: &'a Array) -> CopyEnd<'a> {
        CopyEnd {
            array: Some(array),
            ..Default::default()
        }
    }
}

/// The source of a copy alone: the library does not write there.
impl<'a> From<&'a [u8]> for CopyEnd<'a> {
    fn from(host: &'a [u8]) -> CopyEnd<'a> {
        CopyEnd {
            host: host.into(),
            ..Default::default()
        }
    }
}

impl<'a> From<&'a mut [u8]> for CopyEnd<'a> {
    fn from(host: &'a mut [u8]) -> CopyEnd<'a> {
        CopyEnd {
            host: host.into(),
            ..Default::default()
        }
    }
}

impl Mem {
    /// Queues a fill with `count` copies of `value`, of 128 bytes at most, from `offset` on, in bytes: [`Mem::memset`] for a
    /// value of any type.
    pub fn fill<T: Element>(
        &self,
        offset: u64,
        value: T,
        count: u64,
        stream: Option<&Stream>,
    ) -> Result<()> {
        self.memset(offset, bytes_of(&[value]), count, stream)
    }
}

/// Returns the start of a range of `len` elements, and its number of elements.
fn bounds(range: &impl RangeBounds<usize>, len: usize) -> Result<(usize, usize)> {
    let start = match range.start_bound() {
        Bound::Included(&n) => n,
        Bound::Excluded(&n) => n.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&n) => n.saturating_add(1),
        Bound::Excluded(&n) => n,
        Bound::Unbounded => len,
    };
    let refused = if start > end {
        "it begins behind its end: swap them"
    } else if end > len {
        "it ends behind them: end it there at most"
    } else {
        return Ok((start, end - start));
    };
    Err(Error::refuse(
        Status::OUT_OF_RANGE,
        format!("`range` is {start}..{end} of {len} elements: {refused}"),
    ))
}

/// Refuses more elements than there are.
fn fits(name: &str, count: usize, len: usize) -> Result<()> {
    if count <= len {
        return Ok(());
    }
    Err(Error::refuse(
        Status::OUT_OF_RANGE,
        format!("`{name}` has {count} elements, the memory {len}: at most {len} fit"),
    ))
}

/// The bytes to allocate: at least one, for the library has no memory of none.
fn allocated<T>(len: usize) -> Result<u64> {
    Ok(bytes::<T>(len)?.max(1))
}

/// Refuses an address where an element of type `T` cannot lie: a part may begin anywhere.
pub(crate) fn aligned<T>(address: u64) -> Result<*mut T> {
    if address % align_of::<T>() as u64 != 0 {
        let message = format!(
            "the memory begins at {address:#x}, which is no multiple of {}, the alignment of its elements",
            align_of::<T>()
        );
        return Err(Error::refuse(Status::INVALID_ARGUMENT, message));
    }
    Ok(address as *mut T)
}

macro_rules! typed_memory {
    ($name:ident) => {
        impl<T: Element> $name<T> {
            /// The number of elements.
            pub fn len(&self) -> usize {
                self.len
            }

            /// Whether it holds none. Copies and fills of it do nothing, and a kernel gets an address that it must not use.
            pub fn is_empty(&self) -> bool {
                self.len == 0
            }

            /// The memory without its element type.
            pub fn mem(&self) -> &Mem {
                &self.mem
            }

            /// Gives memory a type; as many elements as fit.
            pub fn from_mem(mem: Mem) -> Result<$name<T>> {
                let len = (mem.size()? as usize)
                    .checked_div(size_of::<T>())
                    .unwrap_or(0);
                Ok($name {
                    mem,
                    len,
                    element: PhantomData,
                })
            }

            /// Copies `values` to its beginning.
            pub fn upload(&self, values: &[T]) -> Result<()> {
                self.upload_on(values, None)
            }

            /// Uploads behind the work queued on a stream; returns when `values` may be changed again.
            pub fn upload_on(&self, values: &[T], stream: Option<&Stream>) -> Result<()> {
                fits("values", values.len(), self.len)?;
                if values.is_empty() {
                    return Ok(());
                }
                self.mem.memcpy_htod(0, bytes_of(values), stream)
            }

            /// Copies from its beginning to `values`.
            pub fn download(&self, values: &mut [T]) -> Result<()> {
                self.download_on(values, None)
            }

            /// Downloads behind the work queued on a stream; returns when `values` are there.
            pub fn download_on(&self, values: &mut [T], stream: Option<&Stream>) -> Result<()> {
                fits("values", values.len(), self.len)?;
                if values.is_empty() {
                    return Ok(());
                }
                self.mem.memcpy_dtoh(bytes_of_mut(values), 0, stream)
            }

            /// Queues a fill: every element becomes `value`, of 128 bytes at most.
            pub fn fill(&self, value: T, stream: Option<&Stream>) -> Result<()> {
                if self.is_empty() {
                    return Ok(());
                }
                self.mem.fill(0, value, self.len as u64, stream)
            }

            /// Maps a part for the host, behind what is queued on the stream; see [`Mapped`].
            pub fn map<'a>(
                &self,
                range: impl RangeBounds<usize>,
                flags: MapFlags,
                stream: Option<&'a Stream>,
            ) -> Result<Mapped<'a, T>> {
                let (start, count) = bounds(&range, self.len)?;
                if count == 0 {
                    let message = format!("`range` is {start}..{start}: there is nothing to map, pass one element at least");
                    return Err(Error::refuse(Status::INVALID_ARGUMENT, message));
                }
                let mapping =
                    self.mem
                        .map(bytes::<T>(start)?, bytes::<T>(count)?, flags, stream)?;
                Ok(Mapped::new(mapping, count, stream))
            }

            /// Gives the memory back before it returns; see [`Mem::free`].
            pub fn free(self) -> Result<()> {
                self.mem.free()
            }

            /// A copy of every element on the host.
            pub fn to_vec(&self) -> Result<Vec<T>> {
                let mut values: Vec<T> = Vec::with_capacity(self.len);
                if self.is_empty() {
                    return Ok(values);
                }
                let mut error = core::ptr::null_mut();
                // SAFETY: the vector has room for `len` elements, and the library writes there alone: no slice is made of
                // what is not initialized.
                let status = unsafe {
                    sys::gc_memcpy_dtoh(
                        values.as_mut_ptr().cast(),
                        self.mem.raw(),
                        0,
                        self.len * size_of::<T>(),
                        core::ptr::null_mut(),
                        &mut error,
                    )
                };
                check(status, error)?;
                // SAFETY: the copy filled them all, and any bytes are a valid Element.
                unsafe { values.set_len(self.len) };
                Ok(values)
            }

            /// Sets every byte to zero.
            pub fn zero(&self) -> Result<()> {
                if self.is_empty() {
                    return Ok(());
                }
                self.mem.memset(0, &[0], bytes::<T>(self.len)?, None)
            }

            /// A part of it, perhaps of no elements. Both see what is written to either.
            pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<$name<T>> {
                let (start, count) = bounds(&range, self.len)?;
                let start = if count == 0 { 0 } else { bytes::<T>(start)? };
                Ok($name {
                    mem: self
                        .mem
                        .sub_region(start, allocated::<T>(count)?, MemFlags::default())?,
                    len: count,
                    element: PhantomData,
                })
            }
        }

        impl<T> core::fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(
                    f,
                    concat!(stringify!($name), "<{}>({} elements)"),
                    core::any::type_name::<T>(),
                    self.len
                )
            }
        }
    };
}

/// Device memory of `len` elements.
///
/// ```no_run
/// # fn main() -> gridcall::Result<()> {
/// # let context = gridcall::Context::default()?;
/// let a = gridcall::Buffer::from_slice(&context, &[1u32, 2, 3])?;
/// assert_eq!(a.slice(1..)?.to_vec()?, [2, 3]);
/// # Ok(())
/// # }
/// ```
pub struct Buffer<T> {
    mem: Mem,
    len: usize,
    element: PhantomData<fn(T) -> T>,
}

typed_memory!(Buffer);

impl<T: Element> Buffer<T> {
    /// Memory for `len` elements; their content is undefined.
    pub fn new(context: &Context, len: usize) -> Result<Buffer<T>> {
        Ok(Buffer {
            mem: Mem::alloc(context, allocated::<T>(len)?)?,
            len,
            element: PhantomData,
        })
    }

    /// Memory with a copy of `values`.
    pub fn from_slice(context: &Context, values: &[T]) -> Result<Buffer<T>> {
        let buffer = Buffer::new(context, values.len())?;
        buffer.upload(values)?;
        Ok(buffer)
    }

    /// Memory from a pool; see [`Pool::alloc`].
    pub fn from_pool(pool: &Pool, len: usize, stream: Option<&Stream>) -> Result<Buffer<T>> {
        Ok(Buffer {
            mem: pool.alloc(allocated::<T>(len)?, stream)?,
            len,
            element: PhantomData,
        })
    }

    /// Queues a copy from page-locked memory of the same length.
    pub fn upload_async(&self, from: &HostBuffer<T>, stream: Option<&Stream>) -> Result<()> {
        self.copy(&from.mem, from.len, stream)
    }

    /// Queues a copy to page-locked memory; read it after waiting for the stream.
    pub fn download_async(&self, to: &HostBuffer<T>, stream: Option<&Stream>) -> Result<()> {
        fits("to", to.len, self.len)?;
        if to.is_empty() {
            return Ok(());
        }
        to.mem.memcpy(0, &self.mem, 0, bytes::<T>(to.len)?, stream)
    }

    /// Queues a copy of all of another buffer to its beginning.
    pub fn copy_from(&self, from: &Buffer<T>, stream: Option<&Stream>) -> Result<()> {
        self.copy(&from.mem, from.len, stream)
    }

    fn copy(&self, from: &Mem, count: usize, stream: Option<&Stream>) -> Result<()> {
        fits("from", count, self.len)?;
        if count == 0 {
            return Ok(());
        }
        self.mem.memcpy(0, from, 0, bytes::<T>(count)?, stream)
    }
}

/// Page-locked host memory of `len` elements: the host side of queued copies ([`Buffer::upload_async`]), and what kernels can reach.
///
/// Its safe methods copy, ordered like work on the default stream. To read and write in place is `unsafe`, because
/// queued work may be doing the same, and so may other objects of this memory: parts ([`HostBuffer::slice`]), mappings, and
/// what was made of [`HostBuffer::mem`]. All of them write through `&self`.
pub struct HostBuffer<T> {
    mem: Mem,
    len: usize,
    element: PhantomData<fn(T) -> T>,
}

typed_memory!(HostBuffer);

impl<T: Element> HostBuffer<T> {
    /// Memory for `len` elements, zeroed.
    pub fn new(context: &Context, len: usize) -> Result<HostBuffer<T>> {
        HostBuffer::with_flags(context, len, MemFlags::default())
    }

    /// [`HostBuffer::new`] with flags, such as [`MemFlags::WRITE_COMBINED`].
    pub fn with_flags(context: &Context, len: usize, flags: MemFlags) -> Result<HostBuffer<T>> {
        let options = MemOptions {
            place: MemPlace::HOST,
            size: allocated::<T>(len)?,
            flags: flags | MemFlags::ZERO,
            ..Default::default()
        };
        Ok(HostBuffer {
            mem: Mem::create(context, &options)?,
            len,
            element: PhantomData,
        })
    }

    /// The elements in place.
    ///
    /// # Safety
    /// While the slice lives nobody may write these elements:
    ///
    /// * work that writes them is done (wait for its stream), and none is queued: no launch, no copy or fill, on any stream;
    /// * no call copies to them or fills them, through this or another object of the memory: [`HostBuffer::upload`],
    ///   [`HostBuffer::fill`], [`HostBuffer::zero`], [`Buffer::download_async`] and those of [`Mem`] do;
    /// * there is no slice to write, of this or another object of the memory, in which one of them lies.
    pub unsafe fn as_slice(&self) -> Result<&[T]> {
        Ok(slice::from_raw_parts(self.address()?, self.len))
    }

    /// The elements in place, to write.
    ///
    /// # Safety
    /// While the slice lives nobody else may use these elements:
    ///
    /// * work that uses them is done (wait for its stream), and none is queued: no launch, no copy or fill, on any stream;
    /// * no call copies to or from them or fills them, through another object of the memory;
    /// * there is no other slice, of another object of the memory, in which one of them lies: of a part
    ///   ([`HostBuffer::slice`]), of memory with the same [`Mem`], or of a mapping.
    pub unsafe fn as_mut_slice(&mut self) -> Result<&mut [T]> {
        Ok(slice::from_raw_parts_mut(self.address()?, self.len))
    }

    /// The address of the elements, if it is aligned for them: a sub-region may begin anywhere.
    fn address(&self) -> Result<*mut T> {
        if self.is_empty() {
            return Ok(NonNull::dangling().as_ptr());
        }
        aligned(self.mem.host_address()?)
    }
}

/// Parts that call no library: these run under Miri too.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(bounds(&(..), 5).unwrap(), (0, 5));
        assert_eq!(bounds(&(2..=3), 5).unwrap(), (2, 2));
        assert_eq!(bounds(&(5..), 5).unwrap(), (5, 0));
        assert!(bounds(&(..=5), 5).is_err());
        assert!(bounds(&(..=usize::MAX), 5).is_err());
        assert!(bounds(&(6..), 5).is_err());
        let excluded = (Bound::Excluded(usize::MAX), Bound::Unbounded);
        assert!(bounds(&excluded, 5).is_err());
    }

    #[test]
    fn bytes_and_alignment() {
        assert_eq!(bytes_of(&[1u16, 2]).len(), 4);
        let mut values = [1u32, 2];
        bytes_of_mut(&mut values)[4..].fill(0);
        assert_eq!(values, [1, 0]);
        assert_eq!(bytes::<u64>(3).unwrap(), 24);
        assert!(bytes::<u64>(usize::MAX).is_err());
        assert_eq!(allocated::<u64>(0).unwrap(), 1);
        assert!(aligned::<u32>(0x1001).is_err());
        assert!(aligned::<u32>(0x1004).is_ok());
        assert!(fits("x", 3, 3).is_ok() && fits("x", 4, 3).is_err());
    }
}
