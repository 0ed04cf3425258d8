// SPDX-License-Identifier: Apache-2.0

//! Objects that are made once for each context.

use crate::support::check;
use crate::{sys, Context, Event, Kernel, Mem, Module, Prepared, Program, Result, Stream};
use core::ptr;

mod sealed {
    pub trait Kept: Sized {
        const NAME: &'static str;
        fn handle(&self) -> *const core::ffi::c_void;
        /// # Safety
        /// The handle is of this type, and nobody else releases it.
        unsafe fn own(handle: u64) -> Self;
    }
}
use sealed::Kept;

/// An object that [`Context::memoize`] can keep.
pub trait Memoized: Kept {}

macro_rules! kept {
    ($($name:ident)*) => { $(
        impl Kept for $name {
            const NAME: &'static str = stringify!($name);
            fn handle(&self) -> *const core::ffi::c_void {
                self.raw().cast()
            }
            unsafe fn own(handle: u64) -> $name {
                $name::from_raw(handle as usize as *mut _)
            }
        }
        impl Memoized for $name {}
    )* };
}
kept!(Module Kernel Program Mem Stream Event Prepared);

impl Context {
    /// The object that is kept for this context under a key; the first call makes it. It is kept until
    /// [`Context::clear_memo`]. Two threads that are first at once both make one.
    ///
    /// ```no_run
    /// # use gridcall::{Context, Module};
    /// # fn f(context: &Context, source: &str) -> gridcall::Result<()> {
    /// let twice = context.memoize("twice", || Module::from_source(context, source, None)?.kernel("twice"))?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn memoize<T: Memoized>(&self, key: &str, make: impl FnOnce() -> Result<T>) -> Result<T> {
        let key = format!("{}:{key}", T::NAME); // so that no handle comes back as another type
        let (mut handle, mut value, mut found) = (0u64, 0u64, 0i32);
        let mut error = ptr::null_mut();
        // SAFETY: the key is `len` bytes, and the results are ours.
        let status = unsafe {
            sys::gc_context_get_memo(
                self.raw(),
                key.as_ptr().cast(),
                key.len(),
                &mut handle,
                &mut value,
                &mut found,
                &mut error,
            )
        };
        check(status, error)?;
        if handle != 0 {
            // SAFETY: the library made the handle for us; the key says of which type.
            return Ok(unsafe { T::own(handle) });
        }
        let made = make()?;
        let mut error = ptr::null_mut();
        // SAFETY: the key is `len` bytes, and the library retains the object.
        let status = unsafe {
            sys::gc_context_set_memo(
                self.raw(),
                key.as_ptr().cast(),
                key.len(),
                made.handle(),
                0,
                &mut error,
            )
        };
        check(status, error)?;
        Ok(made)
    }
}
