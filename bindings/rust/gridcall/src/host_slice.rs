// SPDX-License-Identifier: Apache-2.0

//! Launches with slices of the host as arguments.

use crate::launch::value_type;
use crate::{
    Arg, Blob, Element, HostArg, HostDirection, Kernel, KernelArg, LaunchConfig, Result, Stream,
    ValueType,
};
use core::marker::PhantomData;
use core::mem::size_of;

/// A slice of the host as an argument of [`launch_staged!`](crate::launch_staged!): [`In`], [`Out`] or [`InOut`] makes it.
#[derive(Debug)]
pub struct HostSlice<'a, T> {
    address: *mut T,
    size: usize,
    direction: HostDirection,
    borrowed: PhantomData<&'a mut [T]>,
}

/// A slice that the kernel reads; it must not write it.
#[allow(non_snake_case)]
pub fn In<T: Element>(slice: &[T]) -> HostSlice<'_, T> {
    HostSlice {
        address: slice.as_ptr().cast_mut(),
        size: core::mem::size_of_val(slice),
        direction: HostDirection::IN,
        borrowed: PhantomData,
    }
}

/// A slice that the kernel writes; what the kernel finds in it is undefined.
#[allow(non_snake_case)]
pub fn Out<T: Element>(slice: &mut [T]) -> HostSlice<'_, T> {
    HostSlice {
        address: slice.as_mut_ptr(),
        size: core::mem::size_of_val(slice),
        direction: HostDirection::OUT,
        borrowed: PhantomData,
    }
}

/// A slice that the kernel reads and writes.
#[allow(non_snake_case)]
pub fn InOut<T: Element>(slice: &mut [T]) -> HostSlice<'_, T> {
    HostSlice {
        direction: HostDirection::IN_OUT,
        ..Out(slice)
    }
}

/// An argument of [`launch_staged!`](crate::launch_staged!) as the library takes it.
#[derive(Debug)]
pub enum Staged<'a> {
    /// One that any launch takes.
    Arg(Arg<'a>),
    /// A slice of the host; the index is set by its place.
    Host(HostArg),
}

/// An argument of [`launch_staged!`](crate::launch_staged!): a [`KernelArg`], or a [`HostSlice`].
pub trait StagedArg {
    /// The argument as the library takes it.
    fn staged<'a>(&'a self, blob: &mut Blob) -> Staged<'a>;
}

impl<T: KernelArg> StagedArg for T {
    fn staged<'a>(&'a self, blob: &mut Blob) -> Staged<'a> {
        Staged::Arg(self.arg(blob))
    }
}

impl<T: Element> StagedArg for HostSlice<'_, T> {
    fn staged<'a>(&'a self, _: &mut Blob) -> Staged<'a> {
        Staged::Host(HostArg {
            index: 0,
            direction: self.direction,
            host_address: self.address as usize as u64,
            size: self.size,
            value_type: if size_of::<T>() == 0 {
                ValueType::UNKNOWN
            } else {
                value_type::<T>()
            },
        })
    }
}

impl Kernel {
    /// Launches and waits; what [`launch_staged!`](crate::launch_staged!) calls. The struct arguments lie in `blob`.
    ///
    /// # Safety
    /// The kernel runs with these arguments: it must accept them, stay inside the memory they name, and not write slices of
    /// direction `IN`.
    pub unsafe fn launch_staged_args(
        &self,
        stream: Option<&Stream>,
        shape: LaunchConfig<'_>,
        staged: &[Staged<'_>],
        blob: &Blob,
    ) -> Result<()> {
        let (mut args, mut hosts) = (Vec::with_capacity(staged.len()), Vec::new());
        for (index, each) in staged.iter().enumerate() {
            match each {
                Staged::Arg(arg) => args.push(*arg),
                Staged::Host(host) => hosts.push(HostArg {
                    index: index as u32,
                    ..*host
                }),
            }
        }
        let config = LaunchConfig {
            bytes: blob.bytes(),
            ..shape
        };
        self.launch_staged(&config, &args, &hosts, stream)
    }
}

/// Launches with slices of the host and waits: `launch_staged!(kernel<<<grid, block>>>(Out(&mut y), In(&x), n))`.
///
/// It is written as [`launch!`](crate::launch!), and takes what that takes. A slice is [`In`], [`Out`] or [`InOut`]: it is
/// copied to the device before, and back behind the kernel; on the CPU device the kernel uses it where it is. When the launch
/// returns, the results are there.
///
/// ```no_run
/// # use gridcall::{launch_staged, In, Kernel, Out};
/// # fn f(multiply: Kernel) -> gridcall::Result<()> {
/// let (a, b, mut product) = ([1.0f32, 2.0], [3.0f32, 4.0], [0.0f32; 2]);
/// // SAFETY: `multiply` takes three float arrays of two elements.
/// unsafe { launch_staged!(multiply<<<1, 2>>>(Out(&mut product), In(&a), In(&b))) }
/// # }
/// ```
#[macro_export]
macro_rules! launch_staged {
    ($($launch:tt)*) => { $crate::__launch!(@kernel staged [] $($launch)*) };
}
