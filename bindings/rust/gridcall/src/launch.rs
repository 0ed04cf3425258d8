// SPDX-License-Identifier: Apache-2.0

//! Launches with typed arguments, without an allocation.

#[cfg(feature = "preview")]
use crate::Pipe;
use crate::{
    sys, Arg, ArgKind, Buffer, Element, HostBuffer, Kernel, LaunchConfig, Mem, Ndarray, NdarrayOf,
    Prepared, Result, ScalarElement, Stream, Surface, Texture, ValueType,
};
use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::{size_of, MaybeUninit};
use core::ptr;
use core::time::Duration;

/// The size of a grid or a block: a number, a pair or a triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// In x.
    pub x: u32,
    /// In y.
    pub y: u32,
    /// In z.
    pub z: u32,
}

impl From<u32> for Dim3 {
    #[inline]
    fn from(x: u32) -> Dim3 {
        Dim3 { x, y: 1, z: 1 }
    }
}

impl From<(u32, u32)> for Dim3 {
    #[inline]
    fn from((x, y): (u32, u32)) -> Dim3 {
        Dim3 { x, y, z: 1 }
    }
}

impl From<(u32, u32, u32)> for Dim3 {
    #[inline]
    fn from((x, y, z): (u32, u32, u32)) -> Dim3 {
        Dim3 { x, y, z }
    }
}

/// Gathers the values of struct arguments for one launch: on the stack, as long as they fit.
pub struct Blob {
    len: usize,
    small: [MaybeUninit<u8>; 512],
    large: Vec<u8>,
}

impl Blob {
    /// An empty one.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Blob {
        Blob {
            len: 0,
            small: [MaybeUninit::uninit(); 512],
            large: Vec::new(),
        }
    }

    /// Appends a value, and says where it begins.
    fn push<T: Element>(&mut self, value: &T) -> usize {
        let (start, size) = (self.len, size_of::<T>());
        if start + size <= self.small.len() {
            // SAFETY: it fits, and an Element is plain bytes.
            unsafe {
                ptr::copy_nonoverlapping(
                    (value as *const T).cast::<u8>(),
                    self.small.as_mut_ptr().add(start).cast(),
                    size,
                )
            };
        } else {
            if self.large.is_empty() {
                self.large = self.bytes().to_vec();
            }
            // SAFETY: an Element has no padding.
            self.large.extend_from_slice(unsafe {
                core::slice::from_raw_parts((value as *const T).cast::<u8>(), size)
            });
        }
        self.len += size;
        start
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        if self.large.is_empty() {
            // SAFETY: the first `len` bytes were written.
            unsafe { core::slice::from_raw_parts(self.small.as_ptr().cast(), self.len) }
        } else {
            &self.large
        }
    }
}

/// Returns the type that a kernel sees in a value of the type `T`. The compiler works it out.
#[inline]
pub(crate) fn value_type<T: 'static>() -> ValueType {
    let id = TypeId::of::<T>();
    macro_rules! known {
        ($($t:ty => $value:ident,)*) => {
            $( if id == TypeId::of::<$t>() { return ValueType::$value; } )*
        };
    }
    known! {
        f32 => FLOAT32, f64 => FLOAT64,
        i32 => INT32, u32 => UINT32, i64 => INT64, u64 => UINT64, isize => INT64, usize => UINT64,
        i8 => INT8, u8 => UINT8, i16 => INT16, u16 => UINT16, bool => BOOL,
    }
    ValueType::UNKNOWN
}

/// An argument of a kernel: numbers by value, memory, arrays, textures and surfaces by reference, structs as [`Value`].
///
/// A number must have exactly the size of the kernel's parameter, `n as i32` for `int n`, and be of its kind: a float is
/// refused for an `int`, a `Buffer<f64>` for a `float *`, an integer for a pointer. An address is a raw pointer.
pub trait KernelArg {
    /// The argument as the library takes it.
    fn arg<'a>(&'a self, blob: &mut Blob) -> Arg<'a>;
}

macro_rules! scalars {
    ($($t:ty => $bits:expr;)*) => { $(
        impl KernelArg for $t {
            #[inline]
            fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
                let bits: fn($t) -> u64 = $bits;
                Arg::new(ArgKind::SCALAR, size_of::<$t>() as u32, bits(*self), None, value_type::<$t>())
            }
        }
    )* };
}
scalars! {
    u8 => u64::from;
    u16 => u64::from;
    u32 => u64::from;
    u64 => |v| v;
    usize => |v| v as u64;
    i8 => |v| v as u8 as u64;
    i16 => |v| v as u16 as u64;
    i32 => |v| v as u32 as u64;
    i64 => |v| v as u64;
    isize => |v| v as u64;
    f32 => |v| v.to_bits() as u64;
    f64 => f64::to_bits;
    bool => |v| v as u64;
}

macro_rules! addresses {
    ($($t:ty)*) => { $(
        /// An address of the device's.
        impl<T> KernelArg for $t {
            #[inline]
            fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
                Arg::new(ArgKind::SCALAR, 8, *self as usize as u64, None, ValueType::POINTER)
            }
        }
    )* };
}
addresses! { *const T *mut T }

macro_rules! memories {
    ($([$($t:ident)?] $name:ty, $mem:ident => $value:expr, $of:expr;)*) => { $(
        impl$(<$t: Element>)? KernelArg for &$name {
            #[inline]
            fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
                let $mem = *self;
                Arg::new(ArgKind::MEM, 8, 0, Some($value), $of)
            }
        }
        impl$(<$t: Element>)? KernelArg for &mut $name {
            #[inline]
            fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
                let $mem = &**self;
                Arg::new(ArgKind::MEM, 8, 0, Some($value), $of)
            }
        }
    )* };
}
memories! {
    [] Mem, m => m, ValueType::UNKNOWN;
    [T] Buffer<T>, b => b.mem(), value_type::<T>();
    [T] HostBuffer<T>, b => b.mem(), value_type::<T>();
}

macro_rules! objects {
    ($($(#[$attribute:meta])* $name:ident: $kind:ident, $why:literal;)*) => { $(
        $(#[$attribute])*
        #[doc = $why]
        impl KernelArg for &$name {
            #[inline]
            fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
                let made = Arg::new(ArgKind::$kind, 8, 0, None, ValueType::UNKNOWN);
                Arg(sys::gc_arg { object: self.raw().cast(), ..made.0 }, PhantomData)
            }
        }
    )* };
}
objects! {
    Texture: TEXTURE, "A `cudaTextureObject_t` of the kernel's.";
    Surface: SURFACE, "A `cudaSurfaceObject_t` of the kernel's.";
    Ndarray: NDARRAY, "The address of the first element.";
    #[cfg(feature = "preview")]
    Pipe: PIPE, "A `gridcall::pipe` of gridcall_pipe.h.";
}
impl<T: ScalarElement> KernelArg for &NdarrayOf<T> {
    #[inline]
    fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
        let ndarray: &'a Ndarray = self;
        let made = Arg::new(ArgKind::NDARRAY, 8, 0, None, ValueType::UNKNOWN);
        Arg(
            sys::gc_arg {
                object: ndarray.raw().cast(),
                ..made.0
            },
            PhantomData,
        )
    }
}

/// A struct as an argument, of any plain type: `Value(parameters)`.
#[derive(Clone, Copy, Debug)]
pub struct Value<T>(pub T);

impl<T: Element> KernelArg for Value<T> {
    #[inline]
    fn arg<'a>(&'a self, blob: &mut Blob) -> Arg<'a> {
        let start = blob.push(&self.0);
        Arg::new(
            ArgKind::BYTES,
            size_of::<T>() as u32,
            start as u64,
            None,
            value_type::<T>(),
        )
    }
}

/// An argument made by hand.
impl KernelArg for Arg<'_> {
    #[inline]
    fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
        *self
    }
}

/// The shape of a launch; what [`launch!`](crate::launch!) calls. `timeout` is how long the kernel may run; `None` is the
/// process's default.
#[inline]
pub fn launch_shape(
    grid: impl Into<Dim3>,
    block: impl Into<Dim3>,
    shared_size: u32,
    timeout: Option<Duration>,
) -> LaunchConfig<'static> {
    let (grid, block) = (grid.into(), block.into());
    LaunchConfig {
        grid_x: grid.x,
        grid_y: grid.y,
        grid_z: grid.z,
        block_x: block.x,
        block_y: block.y,
        block_z: block.z,
        shared_size: shared_size.into(),
        bytes: &[],
        // At least a nanosecond: 0 is the default.
        timeout_nanoseconds: timeout.map_or(0, |t| {
            u64::try_from(t.as_nanos()).unwrap_or(u64::MAX).max(1)
        }),
        ..LaunchConfig::default()
    }
}

impl Kernel {
    /// Queues a launch; what [`launch!`](crate::launch!) calls. The struct arguments lie in `blob`.
    ///
    /// # Safety
    /// The kernel runs with these arguments: it must accept them, and stay inside the memory they name.
    #[inline]
    pub unsafe fn launch_args(
        &self,
        stream: Option<&Stream>,
        shape: LaunchConfig<'_>,
        args: &[Arg<'_>],
        blob: &Blob,
    ) -> Result<()> {
        let config = LaunchConfig {
            bytes: blob.bytes(),
            ..shape
        };
        self.launch(&config, args, stream)
    }
}

impl Kernel {
    /// Prepares a launch; what [`prepare!`](crate::prepare!) calls. The struct arguments lie in `blob`.
    pub fn prepare_args(
        &self,
        shape: LaunchConfig<'_>,
        args: &[Arg<'_>],
        blob: &Blob,
    ) -> Result<Prepared> {
        let config = LaunchConfig {
            bytes: blob.bytes(),
            ..shape
        };
        Prepared::create(self, &config, args)
    }
}

impl Prepared {
    /// Queues the prepared launch as it stands, on a stream or the default one.
    ///
    /// # Safety
    /// The kernel runs with the prepared arguments: it must stay inside the memory they name.
    #[inline]
    pub unsafe fn launch(&self, stream: Option<&Stream>) -> Result<()> {
        // SAFETY: what the caller sees to.
        unsafe { self.launch_with(None, &[], stream) }
    }

    /// Replaces an argument, from 0, by any [`KernelArg`]; launches already queued keep the old one.
    pub fn set(&self, index: usize, value: impl KernelArg) -> Result<()> {
        let mut blob = Blob::new();
        let arg = value.arg(&mut blob);
        let bytes = blob.bytes();
        self.set_arg(index, &arg, (!bytes.is_empty()).then_some(bytes))
    }
}

/// Checks a launch once: `prepare!(kernel<<<grid, block, shared>>>(arguments...))` is a [`Result`] of a
/// [`Prepared`](crate::Prepared), which holds the kernel and the memory.
///
/// It is written as [`launch!`](crate::launch!), without a stream: [`Prepared::launch`](crate::Prepared::launch) takes that.
///
/// ```no_run
/// # use gridcall::{prepare, Buffer, Kernel};
/// # fn f(step: Kernel, x: Buffer<f32>) -> gridcall::Result<()> {
/// let prepared = prepare!(step<<<4, 256>>>(&x, 0i32))?;
/// for i in 0..100i32 {
///     prepared.set(1, i)?;
///     // SAFETY: `step` takes a float array and a number.
///     unsafe { prepared.launch(None)? };
/// }
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! prepare {
    ($kernel:tt<<<$grid:expr, $block:tt>>>($($arg:expr),* $(,)?) $(, timeout = $timeout:expr)?) => {
        $crate::prepare!(@run [$($timeout)?] $kernel, $grid, $block, 0, $($arg),*)
    };
    ($kernel:tt<<<$grid:expr, $block:expr, $shared:tt>>>($($arg:expr),* $(,)?) $(, timeout = $timeout:expr)?) => {
        $crate::prepare!(@run [$($timeout)?] $kernel, $grid, $block, $shared, $($arg),*)
    };
    (@run [$($timeout:expr)?] $kernel:expr, $grid:expr, $block:expr, $shared:expr, $($arg:expr),*) => {{
        let mut blob = $crate::Blob::new();
        let shape = $crate::launch_shape($grid, $block, $shared, $crate::launch!(@timeout $($timeout)?));
        match &[$($crate::KernelArg::arg(&$arg, &mut blob)),*] {
            args => $kernel.prepare_args(shape, args, &blob),
        }
    }};
}

/// Queues a launch, written as in CUDA: `launch!(kernel<<<grid, block, shared, stream>>>(arguments...))`.
///
/// `grid` and `block` are a `u32`, a pair or a triple. After them may stand the bytes of dynamic shared memory, a stream,
/// or both. A single name there is a stream (a [`Stream`] or a reference to one); so put shared memory that is a name
/// into parentheses, and likewise a last `block` that is more than a number, a name or a tuple. The kernel is a name, or
/// an expression in parentheses. Arguments are whatever is [`KernelArg`].
///
/// Behind the arguments may stand `, timeout = ` and a [`Duration`]: how long the kernel may run. The CPU device ends one
/// that exceeds it; on a GPU the call that waits for it returns while it still runs. Either is a `LAUNCH_TIMEOUT`.
///
/// The launch is a [`Result`], and `unsafe` to make.
///
/// ```no_run
/// # use gridcall::{launch, Buffer, Kernel, Stream};
/// # fn f(sum: Kernel, stream: Stream, x: Buffer<f32>, out: Buffer<f32>) -> gridcall::Result<()> {
/// // SAFETY: `sum` takes two float arrays and the length of the first.
/// unsafe { launch!(sum<<<4, 256, 256 * 4, stream>>>(&out, &x, x.len() as i32))? }
/// // SAFETY: as above.
/// unsafe { launch!(sum<<<4, 256>>>(&out, &x, 3i32), timeout = std::time::Duration::from_millis(500)) }
/// # }
/// ```
#[macro_export]
macro_rules! launch {
    ($kernel:tt<<<$grid:expr, $block:tt>>>($($arg:expr),* $(,)?) $(, timeout = $timeout:expr)?) => {
        $crate::launch!(@run [$($timeout)?] $kernel, $grid, $block, 0, ::core::option::Option::None, $($arg),*)
    };
    ($kernel:tt<<<$grid:expr, $block:expr, $stream:ident>>>($($arg:expr),* $(,)?) $(, timeout = $timeout:expr)?) => {
        $crate::launch!(@run [$($timeout)?] $kernel, $grid, $block, 0, ::core::option::Option::Some(&$stream), $($arg),*)
    };
    ($kernel:tt<<<$grid:expr, $block:expr, $shared:tt>>>($($arg:expr),* $(,)?) $(, timeout = $timeout:expr)?) => {
        $crate::launch!(@run [$($timeout)?] $kernel, $grid, $block, $shared, ::core::option::Option::None, $($arg),*)
    };
    ($kernel:tt<<<$grid:expr, $block:expr, $shared:expr, $stream:ident>>>($($arg:expr),* $(,)?)
        $(, timeout = $timeout:expr)?) => {
        $crate::launch!(@run [$($timeout)?] $kernel, $grid, $block, $shared, ::core::option::Option::Some(&$stream),
            $($arg),*)
    };
    (@run [$($timeout:expr)?] $kernel:expr, $grid:expr, $block:expr, $shared:expr, $stream:expr, $($arg:expr),*) => {{
        let mut blob = $crate::Blob::new();
        let shape = $crate::launch_shape($grid, $block, $shared, $crate::launch!(@timeout $($timeout)?));
        match &[$($crate::KernelArg::arg(&$arg, &mut blob)),*] {
            args => $kernel.launch_args($stream, shape, args, &blob),
        }
    }};
    (@timeout) => {
        ::core::option::Option::<::core::time::Duration>::None
    };
    (@timeout $timeout:expr) => {
        ::core::option::Option::<::core::time::Duration>::Some($timeout)
    };
}

const _: () = assert!(size_of::<Arg<'static>>() == size_of::<sys::gc_arg>());
