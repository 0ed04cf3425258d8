// SPDX-License-Identifier: Apache-2.0

//! Helpers that the generated layer is written in terms of.

use crate::generated::{Details, IN_RUST};
use crate::{sys, Category, Error, Result, Status};
use core::ffi::{c_char, c_void, CStr};
use core::fmt;
use core::marker::PhantomData;
use core::ptr;
use core::time::Duration;
use std::any::Any;
use std::ffi::CString;
use std::mem::forget;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub(crate) use std::sync::Arc as Shared;

/// The handles of a type of C's, and how they are released.
pub(crate) trait Release {
    /// # Safety
    /// `raw` must be a handle that the caller owns.
    unsafe fn release(raw: *mut Self);
}

/// A handle that is released when this is dropped.
pub(crate) struct Owner<T: Release>(*mut T);

// SAFETY: any thread may use and release a handle.
unsafe impl<T: Release> Send for Owner<T> {}
unsafe impl<T: Release> Sync for Owner<T> {}

impl<T: Release> Owner<T> {
    pub(crate) fn new(raw: *mut T) -> Owner<T> {
        Owner(raw)
    }

    pub(crate) fn into_raw(self) -> *mut T {
        let raw = self.0;
        forget(self);
        raw
    }
}

impl<T: Release> Drop for Owner<T> {
    fn drop(&mut self) {
        // SAFETY: it owns the handle.
        unsafe { T::release(self.0) }
    }
}

#[inline]
pub(crate) fn check(status: sys::gc_status, error: *mut sys::gc_error) -> Result<()> {
    if status == sys::GRIDCALL_OK {
        Ok(())
    } else {
        Err(Error::take(status, error))
    }
}

/// Releases an error of which nobody is told.
fn dismiss(error: *mut sys::gc_error) {
    if !error.is_null() {
        // SAFETY: the caller's own.
        unsafe { sys::gc_error_release(error) };
    }
}

/// A call of a function that may fail.
#[inline]
pub(crate) fn call(function: impl FnOnce(*mut *mut sys::gc_error) -> sys::gc_status) -> Result<()> {
    let mut error = ptr::null_mut();
    let status = function(&mut error);
    check(status, error)
}

/// Text that the library never releases.
pub(crate) fn static_text(text: *const c_char) -> &'static str {
    // SAFETY: the library's own static, NUL-terminated text.
    unsafe { CStr::from_ptr(text) }
        .to_str()
        .unwrap_or("(not UTF-8)")
}

/// # Safety
/// `text` must be NUL-terminated.
pub(crate) unsafe fn owned_text(text: *const c_char) -> String {
    CStr::from_ptr(text).to_string_lossy().into_owned()
}

/// The message of an error; without one, because there is no library, the reason for that.
///
/// # Safety
/// `text` must be NUL-terminated.
pub(crate) unsafe fn message(
    status: sys::gc_status,
    error: *mut sys::gc_error,
    text: *const c_char,
) -> String {
    match sys::load_failure() {
        Some(why) => format!("the library gridcall cannot be opened: {why}: install it, or set GRIDCALL_LIBRARY to the path of libgridcall.so.0"),
        None if error.is_null() => Status(status).text().to_string(),
        None => owned_text(text),
    }
}

/// Text for the library, with its NUL.
pub(crate) fn c_text(name: &str, text: &str) -> Result<CString> {
    CString::new(text).map_err(|e| {
        Error::refuse(
            Status::INVALID_ARGUMENT,
            format!(
                "`{name}` has a NUL at byte {}, where it would end: take it out",
                e.nul_position()
            ),
        )
    })
}

/// The path of a file for the library.
pub(crate) fn c_path(name: &str, path: &Path) -> Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| {
        let message = format!("`{name}` {path:?} has a NUL: no file has such a name");
        Error::refuse(Status::INVALID_ARGUMENT, message)
    })
}

/// A time as the library takes it; what is more than 584 years is without an end.
pub(crate) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Calls with a buffer on the stack, and again with a larger one if the text does not fit.
pub(crate) fn string_out(
    call: impl Fn(*mut c_char, usize, *mut usize, *mut *mut sys::gc_error) -> sys::gc_status,
) -> Result<String> {
    let mut small = [0u8; 256];
    let mut large;
    let mut buffer: &mut [u8] = &mut small;
    loop {
        let (mut needed, mut error) = (0, ptr::null_mut());
        let status = call(
            buffer.as_mut_ptr().cast(),
            buffer.len(),
            &mut needed,
            &mut error,
        );
        if status == sys::GRIDCALL_ERROR_OUT_OF_RANGE && needed > buffer.len() {
            dismiss(error);
            large = vec![0; needed];
            buffer = &mut large;
            continue;
        }
        check(status, error)?;
        let text = &buffer[..needed.saturating_sub(1)];
        return Ok(String::from_utf8_lossy(text).into_owned());
    }
}

/// Returns the array of a call, asking for the count first.
pub(crate) fn array_out<T>(
    call: impl Fn(*mut T, usize, *mut usize, *mut *mut sys::gc_error) -> sys::gc_status,
) -> Result<Vec<T>> {
    let mut items: Vec<T> = Vec::new();
    loop {
        let (mut count, mut error) = (0, ptr::null_mut());
        let buffer = if items.capacity() == 0 {
            ptr::null_mut()
        } else {
            items.as_mut_ptr()
        };
        let status = call(buffer, items.capacity(), &mut count, &mut error);
        if count > items.capacity()
            && (status == sys::GRIDCALL_OK || status == sys::GRIDCALL_ERROR_OUT_OF_RANGE)
        {
            dismiss(error);
            items.reserve_exact(count);
            continue;
        }
        check(status, error)?;
        // SAFETY: the library wrote `count` elements, no more than the capacity.
        unsafe { items.set_len(count) };
        return Ok(items);
    }
}

/// Text in an array of its own, up to its NUL.
#[allow(dead_code)] // used where a struct of the API has one
pub(crate) fn array_text(array: &[c_char]) -> String {
    let bytes: Vec<u8> = array
        .iter()
        .take_while(|&&c| c != 0)
        .map(|&c| c as u8)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Copies text into an array with a NUL behind it, if it fits.
#[allow(dead_code)]
pub(crate) fn fixed_text<const N: usize>(name: &str, text: &str) -> Result<[c_char; N]> {
    let text = c_text(name, text)?;
    let bytes = text.as_bytes_with_nul();
    if bytes.len() > N {
        return Err(Error::refuse(
            Status::INVALID_ARGUMENT,
            format!(
                "`{name}` has {} bytes, {} fit: pass a shorter text",
                bytes.len() - 1,
                N - 1
            ),
        ));
    }
    let mut array = [0; N];
    for (to, from) in array.iter_mut().zip(bytes) {
        *to = *from as c_char;
    }
    Ok(array)
}

/// Host memory that a struct names, borrowed for as long as it does: a `&[u8]`, or a `&mut [u8]` where the library writes. Empty:
/// none.
///
/// ```no_run
/// # use gridcall::{Buffer, CopyEnd, Mem, RectCopy};
/// # fn f(x: Buffer<u8>) -> gridcall::Result<()> {
/// let mut bytes = vec![0u8; 64];
/// let rect = RectCopy {
///     dst: CopyEnd::from(&mut bytes[..]), // or (&mut bytes[..]).into()
///     src: CopyEnd::from(x.mem()),
///     width: 64,
///     ..Default::default()
/// };
/// Mem::memcpy_rect(&rect, None)
/// # }
/// ```
pub struct Host<'a> {
    data: *mut u8,
    size: usize,
    is_writable: bool,
    owner: PhantomData<&'a mut [u8]>,
}

#[allow(dead_code)]
impl Host<'_> {
    pub(crate) fn as_ptr(&self) -> *mut c_void {
        self.data.cast()
    }

    /// Refuses what the library would write and may only read.
    pub(crate) fn written(&self, name: &str) -> Result<*mut c_void> {
        if self.is_writable || self.size == 0 {
            return Ok(self.as_ptr());
        }
        Err(Error::refuse(
            Status::INVALID_ARGUMENT,
            format!("`{name}` is a `&[u8]`, and the library writes there: pass a `&mut [u8]`"),
        ))
    }

    /// Its size in bytes.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }
}

impl Default for Host<'_> {
    fn default() -> Self {
        Host {
            data: ptr::null_mut(),
            size: 0,
            is_writable: false,
            owner: PhantomData,
        }
    }
}

impl<'a> From<&'a [u8]> for Host<'a> {
    fn from(data: &'a [u8]) -> Host<'a> {
        Host {
            data: data.as_ptr().cast_mut(),
            size: data.len(),
            is_writable: false,
            owner: PhantomData,
        }
    }
}

impl<'a> From<&'a mut [u8]> for Host<'a> {
    fn from(data: &'a mut [u8]) -> Host<'a> {
        Host {
            data: data.as_mut_ptr(),
            size: data.len(),
            is_writable: true,
            owner: PhantomData,
        }
    }
}

impl fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at {:p}", self.size, self.data)
    }
}

/// Keeps alive what an options struct points to: text with its NUL, arrays.
#[derive(Default)]
pub(crate) struct Keep(Vec<Box<dyn Any>>);

/// The owner of what C has a pointer to. Not a `Box`, which no other pointer may be used beside.
struct Kept<T: ?Sized>(*mut T);

impl<T: ?Sized> Drop for Kept<T> {
    fn drop(&mut self) {
        // SAFETY: it came from a `Box`, and is taken once.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

impl Keep {
    fn hold<T: ?Sized + 'static>(&mut self, value: Box<T>) -> *mut T {
        let pointer = Box::into_raw(value);
        self.0.push(Box::new(Kept(pointer)));
        pointer
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) -> Result<*const c_char> {
        let text = c_text(name, value)?;
        Ok(self.hold(text.into_boxed_c_str()) as *const c_char)
    }

    pub(crate) fn optional(&mut self, name: &str, value: Option<&str>) -> Result<*const c_char> {
        value.map_or(Ok(ptr::null()), |value| self.text(name, value))
    }

    pub(crate) fn texts(&mut self, name: &str, values: &[&str]) -> Result<*const *const c_char> {
        let pointers = values
            .iter()
            .map(|value| self.text(name, value))
            .collect::<Result<Vec<_>>>()?;
        Ok(self.pointer(pointers))
    }

    pub(crate) fn array<T, C: 'static>(
        &mut self,
        values: &[T],
        convert: impl Fn(&T, &mut Keep) -> Result<C>,
    ) -> Result<*const C> {
        let items = values
            .iter()
            .map(|value| convert(value, self))
            .collect::<Result<Vec<_>>>()?;
        Ok(self.pointer(items))
    }

    fn pointer<T: 'static>(&mut self, items: Vec<T>) -> *const T {
        if items.is_empty() {
            return ptr::null();
        }
        self.hold(items.into_boxed_slice()) as *const T
    }
}

impl Error {
    /// An error of the binding itself, before the library is asked.
    #[cold]
    pub(crate) fn refuse(status: Status, message: String) -> Error {
        let text = format!("{status:?}: {message}");
        Error::from_details(Details {
            status,
            message,
            text,
            function: String::new(),
            driver_code: 0,
            driver_name: String::new(),
            log: String::new(),
            options: String::new(),
            source_name: String::new(),
            notes: Vec::new(),
            #[cfg(feature = "preview")]
            reports: Vec::new(),
        })
    }

    /// The class of the status.
    pub fn category(&self) -> Category {
        self.status().category()
    }
}

/// A message of the library in Rust's words.
fn in_rust(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let phrase = IN_RUST.iter().find(|(c, _)| rest.starts_with(c));
        let length = phrase.map_or(first.len_utf8(), |(c, _)| c.len());
        said.push_str(phrase.map_or(&rest[..length], |(_, rust)| rust));
        rest = &rest[length..];
    }
    said
}

/// The function that failed and the message, in Rust's words, where [`Error::function`] and [`Error::message`] have C's.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.function().is_empty() {
            return f.write_str(self.message());
        }
        f.write_str(&in_rust(&format!(
            "{}: {}",
            self.function(),
            self.message()
        )))
    }
}

/// For people, as `fn main() -> gridcall::Result<()>` prints it: status, message, notes and compile log.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.status())?;
        for note in self.notes() {
            write!(f, "\n  {note}")?;
        }
        if !self.log().is_empty() {
            write!(f, "\n{}", self.log().trim_end())?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parts that call no library: these run under Miri too.
#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn lists_grow_and_fail() {
        // A library that finds more elements each time that it is asked.
        let most = Cell::new(2);
        let fill =
            |buffer: *mut u32, capacity: usize, count: *mut usize, _: *mut *mut sys::gc_error| {
                most.set(most.get() + 1);
                // SAFETY: the caller's own memory.
                unsafe { *count = most.get().min(6) };
                if most.get().min(6) > capacity {
                    return sys::GRIDCALL_ERROR_OUT_OF_RANGE;
                }
                for i in 0..most.get().min(6) {
                    // SAFETY: it fits.
                    unsafe { buffer.add(i).write(i as u32) };
                }
                sys::GRIDCALL_OK
            };
        assert_eq!(array_out(fill).unwrap(), [0, 1, 2, 3, 4, 5]);
        let none = array_out(|_: *mut u8, _, count, _| {
            // SAFETY: the caller's own memory.
            unsafe { *count = 0 };
            sys::GRIDCALL_OK
        });
        assert_eq!(none.unwrap(), []);
    }

    #[test]
    fn texts_grow() {
        let long = "x".repeat(1000);
        let fill = |buffer: *mut c_char,
                    capacity: usize,
                    needed: *mut usize,
                    _: *mut *mut sys::gc_error| {
            // SAFETY: the caller's own memory.
            unsafe { *needed = long.len() + 1 };
            if capacity < long.len() + 1 {
                return sys::GRIDCALL_ERROR_OUT_OF_RANGE;
            }
            // SAFETY: it fits.
            unsafe { ptr::copy_nonoverlapping(long.as_ptr().cast(), buffer, long.len()) };
            sys::GRIDCALL_OK
        };
        assert_eq!(string_out(fill).unwrap(), long);
        assert_eq!(array_text(&[b'a' as c_char, 0, b'b' as c_char]), "a");
        assert_eq!(fixed_text::<4>("name", "abc").unwrap()[2], b'c' as c_char);
        assert!(fixed_text::<3>("name", "abc").is_err());
        assert!(c_text("name", "a\0b").is_err());
        assert!(c_path("name", Path::new("a\0b")).is_err());
    }

    #[test]
    fn kept_memory_stays_where_it_is() {
        let mut keep = Keep::default();
        let texts = keep.texts("names", &["one", "two"]).unwrap();
        let numbers = keep.array(&[1u8, 2, 3], |n, _| Ok(u32::from(*n))).unwrap();
        for _ in 0..100 {
            keep.text("more", "text").unwrap();
        }
        // SAFETY: `keep` is still there.
        unsafe {
            assert_eq!(CStr::from_ptr(*texts.add(1)).to_str(), Ok("two"));
            assert_eq!(*numbers.add(2), 3);
        }
        assert!(keep.texts("none", &[]).unwrap().is_null());
    }

    #[test]
    fn times() {
        assert_eq!(nanoseconds(Duration::from_micros(2)), 2000);
        assert_eq!(nanoseconds(Duration::MAX), u64::MAX);
    }

    #[test]
    fn owners_release_once() {
        static RELEASED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        struct Raw;
        impl Release for Raw {
            unsafe fn release(_: *mut Raw) {
                RELEASED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
        let released = || RELEASED.load(std::sync::atomic::Ordering::Relaxed);
        drop(Owner::new(ptr::null_mut::<Raw>()));
        assert_eq!(released(), 1);
        Owner::new(ptr::null_mut::<Raw>()).into_raw();
        assert_eq!(released(), 1);
        let shared = Shared::new(Owner::new(ptr::null_mut::<Raw>()));
        drop(shared.clone());
        assert_eq!(released(), 1);
        drop(shared);
        assert_eq!(released(), 2);
    }
}
