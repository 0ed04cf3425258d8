// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

codes! {
    /// The direction in which the content of an array of the host goes.
    HostDirection {
        /// To the kernel, before it runs. The kernel must not write it.
        IN = 1,
        /// From the kernel, when it has ended; what the kernel finds in it is undefined.
        OUT = 2,
        /// To the kernel, and back when it has ended.
        IN_OUT = 3,
    }
}

/// One array of the host as an argument: plain data. In C: `GRIDCALL_HOST_ARG`(0, IN, array, sizeof array).
#[derive(Clone, Copy, Debug, Default)]
pub struct HostArg {
    /// The parameter of the kernel that takes it, from 0: a pointer.
    pub index: u32,
    /// The direction in which its content goes.
    pub direction: HostDirection,
    /// The address of the array in the host's memory; not 0.
    pub host_address: u64,
    /// Its size, in bytes; not 0.
    pub size: usize,
    /// The type of its elements, compared as that of an [`Arg`]; UNKNOWN is not compared.
    pub value_type: ValueType,
}

impl HostArg {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_host_arg {
        sys::gc_host_arg {
            index: self.index,
            direction: self.direction.0,
            host_address: self.host_address,
            size: self.size,
            value_type: self.value_type.0,
            reserved: 0,
        }
    }
}

impl Kernel {
    /// Launches with arrays of the host as arguments, and waits. For each array there is device memory while
    /// the call lasts, from a pool that the context keeps; arrays of direction IN and IN_OUT are copied to
    /// it, the kernel runs behind what the stream has to do, and arrays of direction OUT and IN_OUT are
    /// copied back. On the CPU device the kernel gets the array itself and nothing is copied, if its address
    /// is a multiple of 16; device memory is aligned to 256 bytes, an array of the host only as the program
    /// has it. Else, and in the checked mode of the CPU device, it is copied too. Do not read or write the
    /// arrays meanwhile. If the call fails before the kernel was launched the arrays are untouched. If the
    /// kernel fails or exceeds its time limit, or a copy back fails, the content of arrays of direction OUT
    /// and IN_OUT is unspecified, and nothing uses the arrays any more when the call returns.
    ///
    /// * `config`: The shape: grid, block and shared memory.
    /// * `args`: The arguments of the other parameters, in the kernel's order.
    /// * `host_args`: The arrays of the host, in any order. One that is written (OUT, IN_OUT) must not
    ///   overlap another.
    /// * `stream`: The stream it is queued on; of the kernel's context. None: the default stream of the
    ///   kernel's context.
    ///
    /// # Safety
    /// The kernel runs with these arguments: it must accept them, stay inside the memory they name, and not
    /// write arrays of direction IN. Each array is `size` bytes at `host_address`, which nobody else uses
    /// meanwhile.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error.
    pub unsafe fn launch_staged(&self, config: &LaunchConfig<'_>, args: &[Arg<'_>], host_args: &[HostArg], stream: Option<&Stream>) -> Result<()> {
        let config = config.as_c();
        let host_args_c: Vec<_> = host_args.iter().map(|item| item.as_c()).collect();
        call(|error| unsafe { sys::gc_launch_staged(self.raw, &config, if args.is_empty() { ptr::null() } else { args.as_ptr().cast() }, args.len(), if host_args_c.is_empty() { ptr::null() } else { host_args_c.as_ptr() }, host_args.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
