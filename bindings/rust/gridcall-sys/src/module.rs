// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::{c_char, c_void};

/// Compiled code, loaded into a context. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_module {
    _private: [u8; 0],
}

/// Attributes of a module. Not CUDA's numbers.
pub type gc_module_attribute = i32;
/// The time the compiler took to make the image of a source, nanoseconds; 0 if it came from the cache or was
/// given.
pub const GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS: gc_module_attribute = 100001;
/// The time the driver compiled PTX, nanoseconds; 0 for machine code. It is CU_JIT_WALL_TIME.
pub const GRIDCALL_MODULE_ATTRIBUTE_JIT_NANOSECONDS: gc_module_attribute = 100002;
/// The largest block that the driver compiled PTX for, threads; 0 if `threads_per_block` was not given.
pub const GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK: gc_module_attribute = 100003;

/// Flags of how a source is compiled.
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

/// Flags of how compiled code is loaded. They are for PTX, which a GPU's driver compiles; machine code is
/// loaded as it is.
pub type gc_module_flags = u64;
/// Keep what a debugger needs. It is CU_JIT_GENERATE_DEBUG_INFO.
pub const GRIDCALL_MODULE_DEBUG: gc_module_flags = 1 << 0;
/// Keep line numbers for profilers. It is CU_JIT_GENERATE_LINE_INFO.
pub const GRIDCALL_MODULE_LINE_INFO: gc_module_flags = 1 << 1;
/// Write registers and memory of each kernel into the log. It is CU_JIT_LOG_VERBOSE.
pub const GRIDCALL_MODULE_VERBOSE: gc_module_flags = 1 << 2;
/// Takes another GPU's code that can run, rather than PTX, from a fatbin without machine code for this GPU.
/// It is CU_JIT_FALLBACK_STRATEGY.
pub const GRIDCALL_MODULE_PREFER_BINARY: gc_module_flags = 1 << 3;
/// Level 0. It is CU_JIT_OPTIMIZATION_LEVEL.
pub const GRIDCALL_MODULE_NO_OPTIMIZATION: gc_module_flags = 1 << 4;

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

/// Options for compiling a source.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_compile_options {
    /// sizeof(gc_compile_options).
    pub struct_size: usize,
    /// GRIDCALL_COMPILE_\* bits.
    pub flags: gc_compile_flags,
    /// The source's name in diagnostics. If it is a file's path, headers beside that file are found.
    pub name: *const c_char,
    /// The architecture, "sm_90" or "compute_90".
    pub arch: *const c_char,
    /// Further compiler options, NVRTC's spelling; nvcc's are translated where they have a meaning and
    /// refused by name where not.
    pub options: *const *const c_char,
    /// The number of options.
    pub option_count: usize,
    /// Preprocessor definitions.
    pub defines: *const gc_define,
    /// The number of definitions.
    pub define_count: usize,
    /// Directories to search for headers.
    pub include_dirs: *const *const c_char,
    /// The number of directories.
    pub include_dir_count: usize,
    /// Headers from memory; they go before files.
    pub headers: *const gc_header,
    /// The number of headers.
    pub header_count: usize,
    /// Template instances to make, as gc_module_get_kernel will be asked for them: "scale\<float\>".
    pub instances: *const *const c_char,
    /// The number of instances.
    pub instance_count: usize,
    /// The folder of the compile cache for this source; made if it is missing. A cache that is off for the
    /// process (GRIDCALL_DISABLE_CACHE) stays off. IO if it cannot be made, or others may write to it.
    pub cache_dir: *const c_char,
    /// A folder to keep what was compiled in, made if it is missing: NAME.cu, NAME.log and NAME.cubin,
    /// NAME.ptx or NAME.o of a source NAME.cu, with the options in NAME.options; the log also if it does not
    /// compile, the image also if it came from the cache. Files of those names are replaced. IO if they
    /// cannot be written.
    pub keep_dir: *const c_char,
    /// The path of the compiler: libnvrtc.so for a GPU, gridcall-cc for the CPU device.
    pub compiler: *const c_char,
}

/// Options for loading compiled code. They are for PTX: machine code, the CPU device's too, is loaded as it
/// is whatever they say.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_module_options {
    /// sizeof(gc_module_options).
    pub struct_size: usize,
    /// GRIDCALL_MODULE_\* bits.
    pub flags: gc_module_flags,
    /// The architecture to compile PTX for, "sm_90"; INVALID_OPTIONS for what is none. It excludes
    /// `threads_per_block`.
    pub arch: *const c_char,
    /// The most registers of a thread; 0: as the driver finds best.
    pub max_registers: u32,
    /// Spare registers so that a block of so many threads can be launched; 0: as the driver finds best.
    /// GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK tells what came of it.
    pub threads_per_block: u32,
    /// 1 to 4; 0: the driver's own, 4. With NO_OPTIMIZATION only 0.
    pub optimization_level: u32,
    /// Zero.
    pub reserved: u32,
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
    /// Loads compiled code: for a GPU PTX, a cubin or a fatbin; for the CPU device what gc_program_get_image
    /// returned. An image that is damaged is INVALID_IMAGE; one for another kind of device, another
    /// architecture, a processor with instructions that this one lacks, or another version of the CPU device
    /// is INCOMPATIBLE_IMAGE. The output of NVIDIA's compilers is UNSUPPORTED on the CPU device.
    pub fn gc_module_from_buffer(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin, a fatbin
    /// or an image of the CPU device, else CUDA C++ source. A regular file of 1 GiB at most: IO if there is
    /// none or it cannot be read, INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a
    /// larger one.
    pub fn gc_module_from_file(context: *mut gc_context, path: *const c_char, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    pub fn gc_module_get_kernel(module: *mut gc_module, name: *const c_char, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of kernels of the module.
    pub fn gc_module_get_kernel_count(module: *mut gc_module, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of one kernel of the module, as gc_module_get_kernel takes it.
    pub fn gc_module_get_kernel_name(module: *mut gc_module, index: usize, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    pub fn gc_module_get_global(module: *mut gc_module, name: *const c_char, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Binds a texture to a name in a module: a `texture\<...\>` of a source that includes
    /// gridcall_textures.h, or a __constant__ or __device__ variable of type `cudaTextureObject_t`. Launches
    /// that are queued on the stream from now on read it. The module holds the texture until another one, or
    /// none, is bound to the name.
    pub fn gc_module_bind_texture(module: *mut gc_module, name: *const c_char, texture: *mut gc_texture, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Binds a surface to a name in a module, as gc_module_bind_texture does a texture: a `surface\<...\>`,
    /// or a variable of type `cudaSurfaceObject_t`.
    pub fn gc_module_bind_surface(module: *mut gc_module, name: *const c_char, surface: *mut gc_surface, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// The texture that gc_module_bind_texture bound to a name. NOT_FOUND if none is bound.
    pub fn gc_module_get_texture(module: *mut gc_module, name: *const c_char, out_texture: *mut *mut gc_texture, out_error: *mut *mut gc_error) -> gc_status;
    /// The surface that gc_module_bind_surface bound to a name. NOT_FOUND if none is bound.
    pub fn gc_module_get_surface(module: *mut gc_module, name: *const c_char, out_surface: *mut *mut gc_surface, out_error: *mut *mut gc_error) -> gc_status;
    /// The messages on code that compiled and loaded: the compiler's warnings, then what the driver said when
    /// it loaded the image; "" if nothing.
    pub fn gc_module_get_log(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a module.
    pub fn gc_module_get_attribute(module: *mut gc_module, attribute: gc_module_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
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

    /// Loads compiled code: for a GPU PTX, a cubin or a fatbin; for the CPU device what gc_program_get_image
    /// returned. An image that is damaged is INVALID_IMAGE; one for another kind of device, another
    /// architecture, a processor with instructions that this one lacks, or another version of the CPU device
    /// is INCOMPATIBLE_IMAGE. The output of NVIDIA's compilers is UNSUPPORTED on the CPU device.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_buffer(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_buffer) {
            Some(function) => function(context, image, size, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin, a fatbin
    /// or an image of the CPU device, else CUDA C++ source. A regular file of 1 GiB at most: IO if there is
    /// none or it cannot be read, INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a
    /// larger one.
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

    /// The number of kernels of the module.
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

    /// Binds a texture to a name in a module: a `texture\<...\>` of a source that includes
    /// gridcall_textures.h, or a __constant__ or __device__ variable of type `cudaTextureObject_t`. Launches
    /// that are queued on the stream from now on read it. The module holds the texture until another one, or
    /// none, is bound to the name.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_bind_texture(module: *mut gc_module, name: *const c_char, texture: *mut gc_texture, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_bind_texture) {
            Some(function) => function(module, name, texture, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Binds a surface to a name in a module, as gc_module_bind_texture does a texture: a `surface\<...\>`,
    /// or a variable of type `cudaSurfaceObject_t`.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_bind_surface(module: *mut gc_module, name: *const c_char, surface: *mut gc_surface, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_bind_surface) {
            Some(function) => function(module, name, surface, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The texture that gc_module_bind_texture bound to a name. NOT_FOUND if none is bound.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_texture(module: *mut gc_module, name: *const c_char, out_texture: *mut *mut gc_texture, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_texture) {
            Some(function) => function(module, name, out_texture, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The surface that gc_module_bind_surface bound to a name. NOT_FOUND if none is bound.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_surface(module: *mut gc_module, name: *const c_char, out_surface: *mut *mut gc_surface, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_surface) {
            Some(function) => function(module, name, out_surface, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The messages on code that compiled and loaded: the compiler's warnings, then what the driver said when
    /// it loaded the image; "" if nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_log(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_log) {
            Some(function) => function(module, log, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of a module.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_attribute(module: *mut gc_module, attribute: gc_module_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_attribute) {
            Some(function) => function(module, attribute, out_value, out_error),
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
