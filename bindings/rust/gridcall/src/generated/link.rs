// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, Keep};
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

/// One input of [`Module::link`].
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkInput<'a> {
    /// Its name in messages, such as a file's. None: "input 0", by its place.
    pub name: Option<&'a str>,
    /// Its content. PTX text needs no NUL at its end.
    pub image: &'a [u8],
}

impl LinkInput<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_link_input> {
        Ok(sys::gc_link_input {
            name: keep.optional("link_input.name", self.name)?,
            image: if self.image.is_empty() { ptr::null() } else { self.image.as_ptr().cast() },
            size: self.image.len(),
        })
    }
}

impl Module {
    /// Links relocatable code of several sources and loads it: functions and `extern` variables of one source
    /// are those that another defines. An input is the image of a program that was compiled with the option
    /// "-rdc=true" for the device of the context, an object file that has such code (of gridcall-nvcc -dc,
    /// for a GPU of nvcc -dc), or a library of these; for a GPU also PTX, a cubin or a fatbin. All of a
    /// library is linked for the CPU device, what is needed for a GPU. COMPILE for a symbol that no input
    /// defines or that two define: the message names it and the inputs. Options of the objects, such as -G
    /// and checks, hold for all of the module. Preview: may change in any release.
    ///
    /// * `options`: Options of a GPU's linker and of loading. None: all defaults.
    /// * `inputs`: The inputs; one at least.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `IO`, any compile error (4xx), any device error.
    pub fn link(context: &Context, options: Option<&ModuleOptions<'_>>, inputs: &[LinkInput<'_>]) -> Result<Module> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut keep = Keep::default();
        let inputs_c = keep.array(inputs, |item, keep| item.as_c(keep))?;
        let mut out_module = ptr::null_mut();
        call(|error| unsafe { sys::gc_module_link(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), inputs_c, inputs.len(), &mut out_module, error) })?;
        Ok(Module::own(out_module))
    }
}
