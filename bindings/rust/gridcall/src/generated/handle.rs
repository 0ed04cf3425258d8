// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::check;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

impl Stream {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Event {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Mem {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Mapping {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Pipe {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Array {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Texture {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Surface {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Sampler {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Module {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Kernel {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Prepared {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Graph {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Pool {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Ndarray {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Comm {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Device {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Context {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Completion {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Program {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Dtype {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

/// The number of handles that are live in this process: created and not yet released. Errors are counted,
/// devices are not. For leak checks.
pub fn handle_count() -> u64 {
    unsafe { sys::gc_handle_count() }
}

/// Gives back to the driver, now, what was released since the last call that created something. Releases only
/// queue their work (they may run in a finalizer), and every creating call does this first, so a program
/// rarely needs it.
///
/// # Errors
/// `FORKED`, `EXITING`.
pub fn handle_collect() -> Result<()> {
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_handle_collect(&mut error) };
    check(status, error)
}
