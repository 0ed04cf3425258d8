// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::{c_char, c_void};

/// Compiled code, loaded into a context. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_module {
    _private: [u8; 0],
}

/// How a source is compiled.
pub type gc_compile_flags = u64;
/// Neither look in the compile cache nor fill it.
pub const GRIDCALL_COMPILE_NO_CACHE: gc_compile_flags = 1 << 0;
/// Compile to optimised code at once, also a very large source (see gc_module_from_source).
/// GRIDCALL_DISABLE_TIERING=1 in the environment does it for all. CPU device only.
pub const GRIDCALL_COMPILE_NO_TIERING: gc_compile_flags = 1 << 1;
/// For source that nobody vouches for: the compiler reads no file but its own headers and the toolkit's. A
/// header that the source names must be one of `headers`; options that name a folder, a file or a program are
/// refused. On a GPU Thrust is refused too, whose headers can be made to name any file.
pub const GRIDCALL_COMPILE_NO_FILES: gc_compile_flags = 1 << 2;

/// A preprocessor definition.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_define {
    /// The macro.
    pub name: *const c_char,
    /// Its value.
    pub value: *const c_char,
}

/// A header that the source can include, from memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_header {
    /// As #include spells it.
    pub name: *const c_char,
    /// Its content.
    pub text: *const c_char,
}

/// How to compile a source.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_compile_options {
    /// sizeof(gc_compile_options).
    pub struct_size: usize,
    /// GRIDCALL_COMPILE_\* bits.
    pub flags: gc_compile_flags,
    /// What diagnostics call the source. If it is a file's path, headers beside that file are found.
    pub name: *const c_char,
    /// The architecture, "sm_90" or "compute_90".
    pub arch: *const c_char,
    /// Further compiler options, NVRTC's spelling; nvcc's are translated where they have a meaning and
    /// refused by name where not.
    pub options: *const *const c_char,
    /// How many options.
    pub option_count: usize,
    /// Preprocessor definitions.
    pub defines: *const gc_define,
    /// How many definitions.
    pub define_count: usize,
    /// Directories to search for headers.
    pub include_dirs: *const *const c_char,
    /// How many directories.
    pub include_dir_count: usize,
    /// Headers from memory; they go before files.
    pub headers: *const gc_header,
    /// How many headers.
    pub header_count: usize,
    /// Template instances to make, as gc_module_get_kernel will be asked for them: "scale\<float\>".
    pub instances: *const *const c_char,
    /// How many instances.
    pub instance_count: usize,
}

/// How to load compiled code.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_module_options {
    /// sizeof(gc_module_options).
    pub struct_size: usize,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line,
    /// column, the source line and a caret. For the CPU device a very large source is first compiled to
    /// baseline code, in which kernels run as in CPU_MODE 1 and slower; the function returns with it, a
    /// thread of the library compiles the optimised code, and launches run that as soon as it is ready.
    /// Results, variables and handles stay as they are; the attribute CPU_IS_BASELINE of a kernel tells which
    /// code runs.
    pub fn gc_module_from_source(context: *mut gc_context, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// Loads compiled code: PTX, a cubin or a fatbin. For the CPU device compile CUDA C++ source with
    /// gc_module_from_source. Only on a GPU: the CPU device returns UNSUPPORTED.
    pub fn gc_module_from_buffer(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin or a
    /// fatbin, else CUDA C++ source. A regular file of 1 GiB at most: NOT_FOUND if there is none,
    /// INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a larger one, IO if it cannot
    /// be read.
    pub fn gc_module_from_file(context: *mut gc_context, path: *const c_char, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    pub fn gc_module_get_kernel(module: *mut gc_module, name: *const c_char, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status;
    /// How many kernels the module has.
    pub fn gc_module_get_kernel_count(module: *mut gc_module, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of one kernel of the module, as gc_module_get_kernel takes it.
    pub fn gc_module_get_kernel_name(module: *mut gc_module, index: usize, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    pub fn gc_module_get_global(module: *mut gc_module, name: *const c_char, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// What the compiler said of a source that compiled: warnings; "" if nothing.
    pub fn gc_module_get_log(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether the code came from the compile cache, so that no compiler ran.
    pub fn gc_module_is_cached(module: *mut gc_module, out_cached: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a module. Its kernels and globals keep it loaded until they are released too.
    pub fn gc_module_release(module: *mut gc_module);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line,
    /// column, the source line and a caret. For the CPU device a very large source is first compiled to
    /// baseline code, in which kernels run as in CPU_MODE 1 and slower; the function returns with it, a
    /// thread of the library compiles the optimised code, and launches run that as soon as it is ready.
    /// Results, variables and handles stay as they are; the attribute CPU_IS_BASELINE of a kernel tells which
    /// code runs.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_source(context: *mut gc_context, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_source) {
            Some(function) => function(context, source, source_size, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Loads compiled code: PTX, a cubin or a fatbin. For the CPU device compile CUDA C++ source with
    /// gc_module_from_source. Only on a GPU: the CPU device returns UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_buffer(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_buffer) {
            Some(function) => function(context, image, size, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin or a
    /// fatbin, else CUDA C++ source. A regular file of 1 GiB at most: NOT_FOUND if there is none,
    /// INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a larger one, IO if it cannot
    /// be read.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_file(context: *mut gc_context, path: *const c_char, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_file) {
            Some(function) => function(context, path, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_kernel(module: *mut gc_module, name: *const c_char, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_kernel) {
            Some(function) => function(module, name, out_kernel, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// How many kernels the module has.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_kernel_count(module: *mut gc_module, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_kernel_count) {
            Some(function) => function(module, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The name of one kernel of the module, as gc_module_get_kernel takes it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_kernel_name(module: *mut gc_module, index: usize, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_kernel_name) {
            Some(function) => function(module, index, name, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_global(module: *mut gc_module, name: *const c_char, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_global) {
            Some(function) => function(module, name, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// What the compiler said of a source that compiled: warnings; "" if nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_log(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_log) {
            Some(function) => function(module, log, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Whether the code came from the compile cache, so that no compiler ran.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_is_cached(module: *mut gc_module, out_cached: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_is_cached) {
            Some(function) => function(module, out_cached, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a module. Its kernels and globals keep it loaded until they are released too.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_release(module: *mut gc_module) {
        if let Some(function) = function!(module_release) {
            function(module)
        }
    }
}
