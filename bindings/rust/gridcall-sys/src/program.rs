// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// Compiled code that is not loaded. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_program {
    _private: [u8; 0],
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Compiles CUDA C++ source as gc_module_from_source does, with the same options and the same cache, and
    /// loads nothing. On failure the error carries the compiler's log. An architecture that the compiler does
    /// not know is INVALID_COMPILE_OPTION, and the message lists those that it knows. For the CPU device the
    /// code is always the optimised one, and it runs on processors that have the instructions of this one.
    pub fn gc_program_compile(device: *mut gc_device, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_program: *mut *mut gc_program, out_error: *mut *mut gc_error) -> gc_status;
    /// The image of a program: a cubin, PTX, or an image of the CPU device with its length, its digest and
    /// the processor features it needs. gc_module_from_buffer loads it.
    pub fn gc_program_get_image(program: *mut gc_program, image: *mut u8, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The compiler's messages on a source that compiled: warnings; "" if nothing.
    pub fn gc_program_get_log(program: *mut gc_program, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The compiled name of a kernel, a __device__ or a __constant__ variable, as the image spells it: what a
    /// linker or another library's loader is asked for. NOT_FOUND lists the names there are.
    pub fn gc_program_get_symbol(program: *mut gc_program, name: *const c_char, symbol: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Loads a program. The module is as gc_module_from_source would have made it: template instances that
    /// the program lacks are compiled when they are asked for. INCOMPATIBLE_IMAGE if the program was compiled
    /// for another kind of device.
    pub fn gc_module_from_program(context: *mut gc_context, program: *mut gc_program, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// The compiler options that go before those of every source, quoted as for a shell: what
    /// gc_program_set_default_options set last, else those of the environment variable
    /// GRIDCALL_DEFAULT_OPTIONS, else of PYCUDA_DEFAULT_NVCC_FLAGS, which as PyCUDA's are for sources
    /// compiled without options of their own.
    pub fn gc_program_get_default_options(options: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Sets the compiler options that go before those of every source from now on, in this process; no option
    /// at all hides those of the environment. An option that no compiler takes is INVALID_COMPILE_OPTION, and
    /// nothing is changed.
    pub fn gc_program_set_default_options(options: *const *const c_char, option_count: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a program. Modules that were made of it stay.
    pub fn gc_program_release(program: *mut gc_program);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Compiles CUDA C++ source as gc_module_from_source does, with the same options and the same cache, and
    /// loads nothing. On failure the error carries the compiler's log. An architecture that the compiler does
    /// not know is INVALID_COMPILE_OPTION, and the message lists those that it knows. For the CPU device the
    /// code is always the optimised one, and it runs on processors that have the instructions of this one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_compile(device: *mut gc_device, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_program: *mut *mut gc_program, out_error: *mut *mut gc_error) -> gc_status {
        match function!(program_compile) {
            Some(function) => function(device, source, source_size, options, out_program, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The image of a program: a cubin, PTX, or an image of the CPU device with its length, its digest and
    /// the processor features it needs. gc_module_from_buffer loads it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_get_image(program: *mut gc_program, image: *mut u8, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(program_get_image) {
            Some(function) => function(program, image, capacity, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The compiler's messages on a source that compiled: warnings; "" if nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_get_log(program: *mut gc_program, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(program_get_log) {
            Some(function) => function(program, log, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The compiled name of a kernel, a __device__ or a __constant__ variable, as the image spells it: what a
    /// linker or another library's loader is asked for. NOT_FOUND lists the names there are.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_get_symbol(program: *mut gc_program, name: *const c_char, symbol: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(program_get_symbol) {
            Some(function) => function(program, name, symbol, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Loads a program. The module is as gc_module_from_source would have made it: template instances that
    /// the program lacks are compiled when they are asked for. INCOMPATIBLE_IMAGE if the program was compiled
    /// for another kind of device.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_program(context: *mut gc_context, program: *mut gc_program, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_program) {
            Some(function) => function(context, program, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The compiler options that go before those of every source, quoted as for a shell: what
    /// gc_program_set_default_options set last, else those of the environment variable
    /// GRIDCALL_DEFAULT_OPTIONS, else of PYCUDA_DEFAULT_NVCC_FLAGS, which as PyCUDA's are for sources
    /// compiled without options of their own.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_get_default_options(options: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(program_get_default_options) {
            Some(function) => function(options, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Sets the compiler options that go before those of every source from now on, in this process; no option
    /// at all hides those of the environment. An option that no compiler takes is INVALID_COMPILE_OPTION, and
    /// nothing is changed.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_set_default_options(options: *const *const c_char, option_count: usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(program_set_default_options) {
            Some(function) => function(options, option_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a program. Modules that were made of it stay.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_program_release(program: *mut gc_program) {
        if let Some(function) = function!(program_release) {
            function(program)
        }
    }
}
