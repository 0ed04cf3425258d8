// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{array_out, c_text, call, string_out, Keep};
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// Compiled code that is not loaded.
    ///
    /// A program is source that was compiled and not loaded. Its image can be kept and loaded later with
    /// [`Module::from_buffer`], by another process too. For a GPU's architecture no GPU and no driver are
    /// needed, NVRTC alone.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Program(gc_program) gc_program_release
}

impl Program {
    /// Compiles CUDA C++ source as [`Module::from_source`] does, with the same options and the same cache,
    /// and loads nothing. On failure the error carries the compiler's log. An architecture that the compiler
    /// does not know is INVALID_COMPILE_OPTION, and the message lists those that it knows. For the CPU device
    /// the code is always the optimized one, and it runs on processors that have the instructions of this
    /// one.
    ///
    /// * `device`: The device to compile for. None: for the GPU architecture that the options name; no device
    ///   is needed.
    /// * `source`: CUDA C++ source, UTF-8.
    /// * `options`: Options for compiling it. None: all defaults.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `IO`, any compile error (4xx), any driver error.
    pub fn compile(device: Option<&Device>, source: &str, options: Option<&CompileOptions<'_>>) -> Result<Program> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_program = ptr::null_mut();
        call(|error| unsafe { sys::gc_program_compile(device.map_or(ptr::null_mut(), |h| h.raw), source.as_ptr().cast(), source.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_program, error) })?;
        Ok(Program::own(out_program))
    }

    /// The image of a program: a cubin, PTX, or an image of the CPU device with its length, its digest and
    /// the processor features it needs. [`Module::from_buffer`] loads it.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn image(&self) -> Result<Vec<u8>> {
        array_out(|buffer, capacity, needed, error| unsafe { sys::gc_program_get_image(self.raw, buffer, capacity, needed, error) })
    }

    /// The compiler's messages on a source that compiled: warnings; "" if nothing.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn log(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_program_get_log(self.raw, buffer, capacity, needed, error) })
    }

    /// The compiled name of a kernel, a __device__ or a __constant__ variable, as the image spells it: what a
    /// linker or another library's loader is asked for. NOT_FOUND lists the names there are.
    ///
    /// * `name`: The name in the source; of a template instance as `instances` has it.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn symbol(&self, name: &str) -> Result<String> {
        let name = c_text("name", name)?;
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_program_get_symbol(self.raw, name.as_ptr(), buffer, capacity, needed, error) })
    }

    /// The compiler options that go before those of every source, quoted as for a shell: what
    /// [`Program::set_default_options`] set last, else those of the environment variable
    /// `GRIDCALL_DEFAULT_OPTIONS`, else of PYCUDA_DEFAULT_NVCC_FLAGS, which as PyCUDA's are for sources
    /// compiled without options of their own.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`.
    pub fn default_options() -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_program_get_default_options(buffer, capacity, needed, error) })
    }

    /// Sets the compiler options that go before those of every source from now on, in this process; no option
    /// at all hides those of the environment. An option that no compiler takes is INVALID_COMPILE_OPTION, and
    /// nothing is changed.
    ///
    /// * `options`: The options, one in each text.
    ///
    /// # Errors
    /// `INVALID_COMPILE_OPTION`.
    pub fn set_default_options(options: &[&str]) -> Result<()> {
        let mut keep = Keep::default();
        let options_c = keep.texts("options", options)?;
        call(|error| unsafe { sys::gc_program_set_default_options(options_c, options.len(), error) })
    }
}

impl Module {
    /// Loads a program. The module is as [`Module::from_source`] would have made it: template instances that
    /// the program lacks are compiled when they are asked for. INCOMPATIBLE_IMAGE if the program was compiled
    /// for another kind of device.
    ///
    /// * `options`: Options for loading it. None: all defaults.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn from_program(context: &Context, program: &Program, options: Option<&ModuleOptions<'_>>) -> Result<Module> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_module = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_from_program(context.raw, program.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, error) })?;
        Ok(Module::own(out_module))
    }
}
