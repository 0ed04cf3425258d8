// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{c_path, c_text, call, string_out, Keep};
use crate::sys;
use crate::Result;
use core::ptr;
use std::path::Path;
use super::*;

handle! {
    /// Compiled code, loaded into a context.
    ///
    /// A module is compiled code with its global variables, loaded into a context. From source it is compiled
    /// by NVRTC for a GPU and by gridcall-cc for the CPU device; both outputs are kept in the compile cache.
    /// No `extern "C"` is needed: kernels are found by the name the source gives them.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Module(gc_module) gc_module_release
}

codes! {
    /// Attributes of a module. Not CUDA's numbers.
    ModuleAttribute {
        /// The time the compiler took, nanoseconds; 0 if the image was cached or given.
        COMPILE_NANOSECONDS = 100001,
        /// The time the driver compiled PTX, nanoseconds; 0 for machine code. It is CU_JIT_WALL_TIME.
        JIT_NANOSECONDS = 100002,
        /// The largest block that the driver compiled PTX for, threads; 0 if `threads_per_block` was not
        /// given.
        JIT_THREADS_PER_BLOCK = 100003,
    }
}

flags! {
    /// Flags of how a source is compiled.
    CompileFlags {
        /// Neither look in the compile cache nor fill it.
        NO_CACHE = 0,
        /// Compile to optimized code at once, also a source that takes long (see [`Module::from_source`]).
        /// `GRIDCALL_DISABLE_TIERING`=1 in the environment does it for all. CPU device only.
        NO_TIERING = 1,
        /// For source that nobody vouches for: the compiler reads no file but its own headers and the
        /// toolkit's. A header that the source names must be one of `headers`; options that name a folder, a
        /// file or a program are refused. On a GPU Thrust is refused too, whose headers can be made to name
        /// any file.
        NO_FILES = 2,
    }
}

flags! {
    /// Flags of how compiled code is loaded. They are for PTX, which a GPU's driver compiles; machine code is
    /// loaded as it is.
    ModuleFlags {
        /// Keep what a debugger needs. It is CU_JIT_GENERATE_DEBUG_INFO.
        DEBUG = 0,
        /// Keep line numbers for profilers. It is CU_JIT_GENERATE_LINE_INFO.
        LINE_INFO = 1,
        /// Write registers and memory of each kernel into the log. It is CU_JIT_LOG_VERBOSE.
        VERBOSE = 2,
        /// Takes another GPU's code, not PTX, where a fatbin has none for this GPU
        /// (CU_JIT_FALLBACK_STRATEGY).
        PREFER_BINARY = 3,
        /// Level 0. It is CU_JIT_OPTIMIZATION_LEVEL.
        NO_OPTIMIZATION = 4,
    }
}

/// A preprocessor definition.
#[derive(Clone, Copy, Debug, Default)]
pub struct Define<'a> {
    /// The macro.
    pub name: &'a str,
    /// Its value. None: 1.
    pub value: Option<&'a str>,
}

impl Define<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_define> {
        Ok(sys::gc_define {
            name: keep.text("define.name", self.name)?,
            value: keep.optional("define.value", self.value)?,
        })
    }
}

/// A header that the source can include, from memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// As #include spells it.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
}

impl Header<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_header> {
        Ok(sys::gc_header {
            name: keep.text("header.name", self.name)?,
            text: keep.text("header.text", self.text)?,
        })
    }
}

/// Options for compiling a source.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompileOptions<'a> {
    /// [`CompileFlags`] bits.
    pub flags: CompileFlags,
    /// The source's name in diagnostics, or its path: headers beside it are found. None: "source.cu".
    pub name: Option<&'a str>,
    /// The architecture, "sm_90" or "compute_90". None: the device's own.
    pub arch: Option<&'a str>,
    /// Further compiler options, NVRTC's; nvcc's are translated or refused by name.
    pub options: &'a [&'a str],
    /// Preprocessor definitions.
    pub defines: &'a [Define<'a>],
    /// Directories to search for headers.
    pub include_dirs: &'a [&'a str],
    /// Headers from memory; they go before files.
    pub headers: &'a [Header<'a>],
    /// Template instances to make, as [`Module::kernel`] will be asked for them: "scale\<float\>".
    pub instances: &'a [&'a str],
    /// The folder of the compile cache for this source; made if it is missing. A cache that is off for the
    /// process (`GRIDCALL_DISABLE_CACHE`) stays off. IO if it cannot be made, or others may write to it.
    /// None: the process's, as `GRIDCALL_CACHE_DIR` says.
    pub cache_dir: Option<&'a str>,
    /// A folder to keep what was compiled in, made if it is missing: NAME.cu, NAME.log and NAME.cubin,
    /// NAME.ptx or NAME.o of a source NAME.cu, with the options in NAME.options; the log also if it does not
    /// compile, the image also if it came from the cache. Files of those names are replaced. IO if they
    /// cannot be written. None: nothing is kept.
    pub keep_dir: Option<&'a str>,
    /// The path of the compiler: libnvrtc.so for a GPU, gridcall-cc for the CPU device. None: as
    /// `GRIDCALL_NVRTC` and `GRIDCALL_CC` say, else the ones that are found.
    pub compiler: Option<&'a str>,
}

impl CompileOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_compile_options> {
        Ok(sys::gc_compile_options {
            struct_size: core::mem::size_of::<sys::gc_compile_options>(),
            flags: self.flags.0,
            name: keep.optional("compile_options.name", self.name)?,
            arch: keep.optional("compile_options.arch", self.arch)?,
            options: keep.texts("compile_options.options", self.options)?,
            option_count: self.options.len(),
            defines: keep.array(self.defines, |item, keep| item.as_c(keep))?,
            define_count: self.defines.len(),
            include_dirs: keep.texts("compile_options.include_dirs", self.include_dirs)?,
            include_dir_count: self.include_dirs.len(),
            headers: keep.array(self.headers, |item, keep| item.as_c(keep))?,
            header_count: self.headers.len(),
            instances: keep.texts("compile_options.instances", self.instances)?,
            instance_count: self.instances.len(),
            cache_dir: keep.optional("compile_options.cache_dir", self.cache_dir)?,
            keep_dir: keep.optional("compile_options.keep_dir", self.keep_dir)?,
            compiler: keep.optional("compile_options.compiler", self.compiler)?,
        })
    }
}

/// Options for loading PTX; machine code, the CPU device's too, is loaded as it is.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModuleOptions<'a> {
    /// [`ModuleFlags`] bits.
    pub flags: ModuleFlags,
    /// The architecture to compile PTX for, "sm_90"; INVALID_OPTIONS for what is none. It excludes
    /// `threads_per_block`. None: the device's own.
    pub arch: Option<&'a str>,
    /// The most registers of a thread; 0: as the driver finds best.
    pub max_registers: u32,
    /// Spare registers so that a block of so many threads can be launched; 0: as the driver finds best.
    /// [`ModuleAttribute::JIT_THREADS_PER_BLOCK`] tells what came of it.
    pub threads_per_block: u32,
    /// 1 to 4; 0: the driver's own, 4. With NO_OPTIMIZATION only 0.
    pub optimization_level: u32,
}

impl ModuleOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_module_options> {
        Ok(sys::gc_module_options {
            struct_size: core::mem::size_of::<sys::gc_module_options>(),
            flags: self.flags.0,
            arch: keep.optional("module_options.arch", self.arch)?,
            max_registers: self.max_registers,
            threads_per_block: self.threads_per_block,
            optimization_level: self.optimization_level,
            reserved: 0,
        })
    }
}

impl Module {
    /// Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line,
    /// column, the source line and a caret. For the CPU device a source whose optimized code takes longer
    /// than 0.3 s is first compiled to baseline code, in which kernels run as in CPU_MODE 1 and slower; the
    /// function returns with it, a thread of the library compiles the optimized code, and launches, running
    /// ones too, continue with that as soon as it is ready. Results, variables and handles stay as they are;
    /// the attribute CPU_IS_BASELINE of a kernel tells which code runs.
    ///
    /// * `source`: CUDA C++ source, UTF-8.
    /// * `options`: Options for compiling it. None: all defaults.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn from_source(context: &Context, source: &str, options: Option<&CompileOptions<'_>>) -> Result<Module> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_module = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_from_source(context.raw, source.as_ptr().cast(), source.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, error) })?;
        Ok(Module::own(out_module))
    }

    /// Loads compiled code: for a GPU PTX, a cubin or a fatbin; for the CPU device what [`Program::image`]
    /// returned. An image that is damaged is INVALID_IMAGE; one for another kind of device, another
    /// architecture, a processor with instructions that this one lacks, or another version of the CPU device
    /// is INCOMPATIBLE_IMAGE. The output of NVIDIA's compilers is UNSUPPORTED on the CPU device.
    ///
    /// * `image`: The code; PTX text needs no NUL at its end.
    /// * `options`: Options for loading it. None: all defaults.
    ///
    /// # Errors
    /// `UNSUPPORTED`, any compile error (4xx), any device error.
    pub fn from_buffer(context: &Context, image: &[u8], options: Option<&ModuleOptions<'_>>) -> Result<Module> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_module = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_from_buffer(context.raw, image.as_ptr().cast(), image.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, error) })?;
        Ok(Module::own(out_module))
    }

    /// Loads a file: compiled code as [`Module::from_buffer`] takes it if its content is PTX, a cubin, a
    /// fatbin or an image of the CPU device, else CUDA C++ source. A regular file of 1 GiB at most: IO if
    /// there is none or it cannot be read, INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE
    /// for a larger one.
    ///
    /// * `path`: The file.
    /// * `options`: Options for compiling source; INVALID_OPTIONS if the file is compiled code and an option
    ///   is given. None: all defaults.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn from_file(context: &Context, path: impl AsRef<Path>, options: Option<&CompileOptions<'_>>) -> Result<Module> {
        let path = c_path("path", path.as_ref())?;
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_module = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_from_file(context.raw, path.as_ptr(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, error) })?;
        Ok(Module::own(out_module))
    }

    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    ///
    /// # Errors
    /// `NOT_FOUND`, any compile error (4xx), any device error.
    pub fn kernel(&self, name: &str) -> Result<Kernel> {
        let name = c_text("name", name)?;
        let mut out_kernel = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_get_kernel(self.raw, name.as_ptr(), &mut out_kernel, error) })?;
        Ok(Kernel::own(out_kernel))
    }

    /// The number of kernels of the module.
    ///
    /// * returns: The count.
    ///
    /// # Errors
    /// `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn kernel_count(&self) -> Result<usize> {
        let mut out_count = 0usize;
        call(|error| unsafe { sys::gc_module_get_kernel_count(self.raw, &mut out_count, error) })?;
        Ok(out_count)
    }

    /// The name of one kernel of the module, as [`Module::kernel`] takes it.
    ///
    /// * `index`: From 0, below [`Module::kernel_count`].
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn kernel_name(&self, index: usize) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_module_get_kernel_name(self.raw, index, buffer, capacity, needed, error) })
    }

    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    ///
    /// * `name`: The variable's name in the source, or its compiled name.
    ///
    /// # Errors
    /// `NOT_FOUND`, any device error.
    pub fn global(&self, name: &str) -> Result<Mem> {
        let name = c_text("name", name)?;
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_get_global(self.raw, name.as_ptr(), &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Binds a texture to a name in a module: a `texture\<...\>` of a source that includes
    /// gridcall_textures.h, or a __constant__ or __device__ variable of type `cudaTextureObject_t`. Launches
    /// that are queued on the stream from now on read it. The module holds the texture until another one, or
    /// none, is bound to the name.
    ///
    /// * `name`: The name in the source, or the compiled name.
    /// * `texture`: The texture; of the module's context. None: none is bound any more.
    /// * `stream`: The stream it is queued on. None: the default stream of the module's context.
    ///
    /// # Errors
    /// `NOT_FOUND`, `WRONG_CONTEXT`, any device error.
    pub fn bind_texture(&self, name: &str, texture: Option<&Texture>, stream: Option<&Stream>) -> Result<()> {
        let name = c_text("name", name)?;
        call(|error| unsafe { sys::gc_module_bind_texture(self.raw, name.as_ptr(), texture.map_or(ptr::null_mut(), |h| h.raw), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Binds a surface to a name in a module, as [`Module::bind_texture`] does a texture: a `surface\<...\>`,
    /// or a variable of type `cudaSurfaceObject_t`.
    ///
    /// * `name`: The name in the source, or the compiled name.
    /// * `surface`: The surface; of the module's context. None: none is bound any more.
    /// * `stream`: The stream it is queued on. None: the default stream of the module's context.
    ///
    /// # Errors
    /// `NOT_FOUND`, `WRONG_CONTEXT`, any device error.
    pub fn bind_surface(&self, name: &str, surface: Option<&Surface>, stream: Option<&Stream>) -> Result<()> {
        let name = c_text("name", name)?;
        call(|error| unsafe { sys::gc_module_bind_surface(self.raw, name.as_ptr(), surface.map_or(ptr::null_mut(), |h| h.raw), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// The texture that [`Module::bind_texture`] bound to a name. NOT_FOUND if none is bound.
    ///
    /// * `name`: The name that it was bound to.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn texture(&self, name: &str) -> Result<Texture> {
        let name = c_text("name", name)?;
        let mut out_texture = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_get_texture(self.raw, name.as_ptr(), &mut out_texture, error) })?;
        Ok(Texture::own(out_texture))
    }

    /// The surface that [`Module::bind_surface`] bound to a name. NOT_FOUND if none is bound.
    ///
    /// * `name`: The name that it was bound to.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn surface(&self, name: &str) -> Result<Surface> {
        let name = c_text("name", name)?;
        let mut out_surface = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_get_surface(self.raw, name.as_ptr(), &mut out_surface, error) })?;
        Ok(Surface::own(out_surface))
    }

    /// The compiler's warnings, then what the driver said when it loaded the image; "" if nothing.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn log(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_module_get_log(self.raw, buffer, capacity, needed, error) })
    }

    /// One attribute of a module.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: ModuleAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_module_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// Whether the code came from the compile cache, so that no compiler ran.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn is_cached(&self) -> Result<bool> {
        let mut out_cached = 0;
        call(|error| unsafe { sys::gc_module_is_cached(self.raw, &mut out_cached, error) })?;
        Ok(out_cached != 0)
    }
}
