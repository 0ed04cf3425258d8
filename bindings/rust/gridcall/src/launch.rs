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

/// A number of blocks or threads: any integer. One that is negative or larger than a `u32` is refused by the launch.
pub trait Extent: Copy {
    /// The number, 0 for what is negative and the largest for what is too large.
    fn extent(self) -> u32;
}

macro_rules! extents {
    ($($t:ty => $extent:expr;)*) => { $(
        impl Extent for $t {
            #[inline]
            fn extent(self) -> u32 {
                let extent: fn($t) -> u32 = $extent;
                extent(self)
            }
        }

        impl From<$t> for Dim3 {
            #[inline]
            fn from(x: $t) -> Dim3 {
                Dim3 { x: x.extent(), y: 1, z: 1 }
            }
        }
    )* };
}
extents! {
    u32 => |n| n;
    i32 => |n| n.max(0) as u32;
    u64 => |n| u32::try_from(n).unwrap_or(u32::MAX);
    usize => |n| u32::try_from(n).unwrap_or(u32::MAX);
}

impl<X: Extent, Y: Extent> From<(X, Y)> for Dim3 {
    #[inline]
    fn from((x, y): (X, Y)) -> Dim3 {
        Dim3 {
            x: x.extent(),
            y: y.extent(),
            z: 1,
        }
    }
}

impl<X: Extent, Y: Extent, Z: Extent> From<(X, Y, Z)> for Dim3 {
    #[inline]
    fn from((x, y, z): (X, Y, Z)) -> Dim3 {
        Dim3 {
            x: x.extent(),
            y: y.extent(),
            z: z.extent(),
        }
    }
}

/// A part of a launch behind grid and block: the bytes of dynamic shared memory, any integer, or a stream: a
/// [`Stream`], a reference to one, or an `Option` of that.
pub trait LaunchOption {
    /// Bytes of dynamic shared memory.
    #[inline]
    fn shared_size(&self) -> u64 {
        0
    }

    /// The stream; `None` is the default one.
    #[inline]
    fn stream(&self) -> Option<&Stream> {
        None
    }
}

/// A [`LaunchOption`] that is a number of bytes.
pub trait SharedSize: LaunchOption {}

/// A [`LaunchOption`] that is a stream.
pub trait LaunchStream: LaunchOption {}

macro_rules! shared_sizes {
    ($($t:ty)*) => { $(
        impl LaunchOption for $t {
            #[inline]
            fn shared_size(&self) -> u64 {
                *self as u64 // of a negative one more than any device has
            }
        }
        impl SharedSize for $t {}
    )* };
}
shared_sizes! { i32 u32 u64 usize }

impl LaunchOption for Stream {
    #[inline]
    fn stream(&self) -> Option<&Stream> {
        Some(self)
    }
}
impl LaunchStream for Stream {}

macro_rules! streams {
    ($([$($generics:tt)*] $t:ty, $this:ident => $stream:expr;)*) => { $(
        impl<$($generics)*> LaunchOption for $t {
            #[inline]
            fn stream(&self) -> Option<&Stream> {
                let $this = self;
                $stream
            }
        }
        impl<$($generics)*> LaunchStream for $t {}
    )* };
}
streams! {
    [T: LaunchStream + ?Sized] &T, this => (**this).stream();
    [T: LaunchStream + ?Sized] std::sync::Arc<T>, this => (**this).stream();
    [] Option<&Stream>, this => *this;
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
    #[cfg(feature = "half")]
    known! { half::f16 => FLOAT16, half::bf16 => BFLOAT16, }
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
#[cfg(feature = "half")]
scalars! {
    half::f16 => |v| v.to_bits() as u64;
    half::bf16 => |v| v.to_bits() as u64;
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

/// The argument that a reference refers to.
impl<T: KernelArg + ?Sized> KernelArg for &T {
    #[inline]
    fn arg<'a>(&'a self, blob: &mut Blob) -> Arg<'a> {
        (**self).arg(blob)
    }
}
impl<T: KernelArg + ?Sized> KernelArg for &mut T {
    #[inline]
    fn arg<'a>(&'a self, blob: &mut Blob) -> Arg<'a> {
        (**self).arg(blob)
    }
}

macro_rules! objects {
    ($($(#[$attribute:meta])* [$($t:ident: $bound:ident)?] $name:ty: $kind:ident, $of:expr, $this:ident => $object:expr, $why:literal;)*) => { $(
        $(#[$attribute])*
        #[doc = $why]
        impl$(<$t: $bound>)? KernelArg for $name {
            #[inline]
            fn arg<'a>(&'a self, _: &mut Blob) -> Arg<'a> {
                let $this = self;
                let made = Arg::new(ArgKind::$kind, 8, 0, None, $of);
                Arg(sys::gc_arg { object: $object.raw().cast(), ..made.0 }, PhantomData)
            }
        }
    )* };
}
objects! {
    [] Mem: MEM, ValueType::UNKNOWN, m => m, "The address of the memory.";
    [T: Element] Buffer<T>: MEM, value_type::<T>(), b => b.mem(), "The address of the first element.";
    [T: Element] HostBuffer<T>: MEM, value_type::<T>(), b => b.mem(), "The address of the first element.";
    [] Texture: TEXTURE, ValueType::UNKNOWN, t => t, "A `cudaTextureObject_t` of the kernel's.";
    [] Surface: SURFACE, ValueType::UNKNOWN, s => s, "A `cudaSurfaceObject_t` of the kernel's.";
    [] Ndarray: NDARRAY, ValueType::UNKNOWN, n => n, "The address of the first element.";
    [T: ScalarElement] NdarrayOf<T>: NDARRAY, ValueType::UNKNOWN, n => n, "The address of the first element.";
    #[cfg(feature = "preview")]
    [] Pipe: PIPE, ValueType::UNKNOWN, p => p, "A `gridcall::pipe` of gridcall_pipe.h.";
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

/// The bytes of shared memory of a launch; what the macros call.
#[doc(hidden)]
#[inline]
pub fn launch_shared<S: SharedSize>(size: &S) -> u64 {
    size.shared_size()
}

/// The stream of a launch; what the macros call.
#[doc(hidden)]
#[inline]
pub fn launch_stream<S: LaunchStream>(stream: &S) -> Option<&Stream> {
    stream.stream()
}

/// The shape of a launch; what [`launch!`](crate::launch!) calls. `timeout` is how long the kernel may run; `None` is the
/// process's default.
#[inline]
pub fn launch_shape(
    grid: impl Into<Dim3>,
    block: impl Into<Dim3>,
    shared_size: u64,
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
        shared_size,
        bytes: &[],
        // At least a nanosecond: 0 is the default.
        timeout: timeout.map_or(Duration::ZERO, |t| t.max(Duration::from_nanos(1))),
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

/// A launch that is put together by calls: [`Kernel::builder`] begins it.
///
/// ```no_run
/// # use gridcall::{Buffer, Kernel, Stream};
/// # fn f(sum: &Kernel, stream: &Stream, x: &Buffer<f32>, out: &Buffer<f32>) -> gridcall::Result<()> {
/// let count = x.len() as i32;
/// let launch = sum.builder(4, 256).shared_size(256 * 4).stream(stream).arg(out).arg(x).arg(&count);
/// // SAFETY: `sum` takes two float arrays and the length of the second.
/// unsafe { launch.launch() }
/// # }
/// ```
#[must_use = "it does nothing until `launch` or `prepare`"]
pub struct LaunchBuilder<'a> {
    kernel: &'a Kernel,
    config: LaunchConfig<'a>,
    stream: Option<&'a Stream>,
    args: Vec<Arg<'a>>,
    blob: Blob,
}

impl Kernel {
    /// Begins a launch of `grid` blocks of `block` threads, each an integer, a pair or a triple; see [`LaunchBuilder`].
    pub fn builder(&self, grid: impl Into<Dim3>, block: impl Into<Dim3>) -> LaunchBuilder<'_> {
        LaunchBuilder {
            kernel: self,
            config: launch_shape(grid, block, 0, None),
            stream: None,
            args: Vec::new(),
            blob: Blob::new(),
        }
    }
}

impl<'a> LaunchBuilder<'a> {
    /// Appends an argument: any [`KernelArg`], by reference.
    pub fn arg<T: KernelArg + ?Sized>(mut self, value: &'a T) -> Self {
        self.args.push(value.arg(&mut self.blob));
        self
    }

    /// The bytes of dynamic shared memory of a block.
    pub fn shared_size(mut self, size: impl SharedSize) -> Self {
        self.config.shared_size = size.shared_size();
        self
    }

    /// The stream; else it is the default one.
    pub fn stream(mut self, stream: impl Into<Option<&'a Stream>>) -> Self {
        self.stream = stream.into();
        self
    }

    /// The longest that the kernel may run; see [`launch!`](crate::launch!).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.config.timeout = timeout.max(Duration::from_nanos(1));
        self
    }

    /// The rest of the shape by a function: flags, events, clusters.
    ///
    /// ```no_run
    /// # use gridcall::{Kernel, LaunchFlags};
    /// # fn f(kernel: &Kernel) -> gridcall::Result<()> {
    /// let launch = kernel.builder(8, 64).config(|config| config.flags = LaunchFlags::COOPERATIVE);
    /// # Ok(())
    /// # }
    /// ```
    pub fn config(mut self, change: impl FnOnce(&mut LaunchConfig<'a>)) -> Self {
        change(&mut self.config);
        self
    }

    /// Queues the launch.
    ///
    /// # Safety
    /// The kernel runs with these arguments: it must accept them, and stay inside the memory they name.
    pub unsafe fn launch(self) -> Result<()> {
        // SAFETY: what the caller sees to.
        unsafe {
            self.kernel
                .launch_args(self.stream, self.config, &self.args, &self.blob)
        }
    }

    /// Checks the launch once; see [`prepare!`](crate::prepare!). The stream is not used.
    pub fn prepare(self) -> Result<Prepared> {
        self.kernel
            .prepare_args(self.config, &self.args, &self.blob)
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
    ($($launch:tt)*) => { $crate::__launch!(@kernel prepare [] $($launch)*) };
}

/// Queues a launch, written as in CUDA: `launch!(kernel<<<grid, block, shared, stream>>>(arguments...))`.
///
/// Each part is any expression: the kernel as well as `self.kernels[i]` or `module.kernel("sum")?`. `grid` and `block` are an
/// integer, a pair or a triple. Behind them may stand the bytes of dynamic shared memory (an integer), a stream
/// ([`LaunchStream`]: a [`Stream`], a reference to one, an `Option<&Stream>`), or both. Arguments are whatever is [`KernelArg`].
/// [`Kernel::builder`] is the form without a macro.
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
    ($($launch:tt)*) => { $crate::__launch!(@kernel launch [] $($launch)*) };
}

/// Takes a launch apart: `<<<` and `>>>` are no tokens of Rust's, so that what stands before each is gathered one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __launch {
    (@kernel $what:ident [$($kernel:tt)+] <<< $($rest:tt)*) => {
        $crate::__launch!(@shape $what [$($kernel)+] [] $($rest)*)
    };
    (@kernel $what:ident [$($kernel:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__launch!(@kernel $what [$($kernel)* $next] $($rest)*)
    };
    (@kernel $what:ident [$($kernel:tt)*]) => {
        ::core::compile_error!("there is no `<<<`: write `kernel<<<grid, block, shared, stream>>>(arguments...)`")
    };
    (@shape $what:ident $kernel:tt [$($shape:tt)+] >>>($($arg:expr),* $(,)?) $(, timeout = $timeout:expr)? $(,)?) => {
        $crate::__launch!(@parts $what $kernel [$($arg),*] [$($timeout)?] $($shape)+)
    };
    (@shape $what:ident $kernel:tt [$($shape:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__launch!(@shape $what $kernel [$($shape)* $next] $($rest)*)
    };
    (@shape $what:ident $kernel:tt [$($shape:tt)*]) => {
        ::core::compile_error!("there is no `>>>(`: write `kernel<<<grid, block, shared, stream>>>(arguments...)`")
    };
    (@parts $what:ident $kernel:tt $args:tt $timeout:tt $grid:expr, $block:expr $(,)?) => {
        $crate::__launch!(@run $what $kernel $args $timeout $grid, $block, 0, ::core::option::Option::None)
    };
    (@parts prepare $kernel:tt $args:tt $timeout:tt $grid:expr, $block:expr, $shared:expr $(,)?) => {
        $crate::__launch!(@run prepare $kernel $args $timeout $grid, $block, $crate::launch_shared(&$shared),
            ::core::option::Option::None)
    };
    (@parts $what:ident $kernel:tt $args:tt $timeout:tt $grid:expr, $block:expr, $option:expr $(,)?) => {
        match &$option {
            option => $crate::__launch!(@run $what $kernel $args $timeout $grid, $block,
                $crate::LaunchOption::shared_size(option), $crate::LaunchOption::stream(option)),
        }
    };
    (@parts prepare $($rest:tt)*) => {
        ::core::compile_error!("`<<<` of a prepared launch takes grid, block, and perhaps shared memory: its stream is named when it is launched")
    };
    (@parts $what:ident $kernel:tt $args:tt $timeout:tt $grid:expr, $block:expr, $shared:expr, $stream:expr $(,)?) => {
        $crate::__launch!(@run $what $kernel $args $timeout $grid, $block, $crate::launch_shared(&$shared),
            $crate::launch_stream(&$stream))
    };
    (@parts $($rest:tt)*) => {
        ::core::compile_error!("`<<<` takes grid, block, and perhaps shared memory, a stream, or both")
    };
    (@run $what:ident [$kernel:expr] [$($arg:expr),*] [$($timeout:expr)?] $grid:expr, $block:expr, $shared:expr, $stream:expr) => {{
        let mut blob = $crate::Blob::new();
        match (
            $crate::launch_shape($grid, $block, $shared, $crate::__launch!(@timeout $($timeout)?)),
            &[$($crate::__launch!(@arg $what $arg, blob)),*],
        ) {
            (shape, args) => $crate::__launch!(@call $what $kernel, $stream, shape, args, blob),
        }
    }};
    (@timeout) => {
        ::core::option::Option::<::core::time::Duration>::None
    };
    (@timeout $timeout:expr) => {
        ::core::option::Option::<::core::time::Duration>::Some($timeout)
    };
    (@arg staged $arg:expr, $blob:ident) => {
        $crate::StagedArg::staged(&$arg, &mut $blob)
    };
    (@arg $what:ident $arg:expr, $blob:ident) => {
        $crate::KernelArg::arg(&$arg, &mut $blob)
    };
    (@call launch $kernel:expr, $stream:expr, $shape:ident, $args:ident, $blob:ident) => {
        $kernel.launch_args($stream, $shape, $args, &$blob)
    };
    (@call staged $kernel:expr, $stream:expr, $shape:ident, $args:ident, $blob:ident) => {
        $kernel.launch_staged_args($stream, $shape, $args, &$blob)
    };
    (@call prepare $kernel:expr, $stream:expr, $shape:ident, $args:ident, $blob:ident) => {
        $kernel.prepare_args($shape, $args, &$blob)
    };
}

const _: () = assert!(size_of::<Arg<'static>>() == size_of::<sys::gc_arg>());

/// Parts that call no library: these run under Miri too.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_keep_what_was_pushed() {
        let mut blob = Blob::new();
        assert!(blob.bytes().is_empty());
        let mut expected = Vec::new();
        for i in 0..40u8 {
            let value = [[i; 4]; 5]; // 20 bytes: 512 are not a multiple
            assert_eq!(blob.push(&value), expected.len());
            expected.extend_from_slice(&[i; 20]);
            assert_eq!(blob.bytes(), expected);
        }
        let mut large = Blob::new();
        assert_eq!(large.push(&[7u64; 100]), 0);
        assert_eq!(large.push(&1u8), 800);
        assert_eq!(large.bytes().len(), 801);
    }

    #[test]
    fn dimensions() {
        assert_eq!(Dim3::from(3), Dim3 { x: 3, y: 1, z: 1 });
        assert_eq!(Dim3::from((3usize, 2)), Dim3 { x: 3, y: 2, z: 1 });
        assert_eq!(Dim3::from((-1, u64::MAX, 4u32)).x, 0);
        assert_eq!(Dim3::from((-1, u64::MAX, 4u32)).y, u32::MAX);
    }

    #[test]
    fn arguments_hold_their_bits() {
        let mut blob = Blob::new();
        assert_eq!((-1i8).arg(&mut blob).bits(), 255);
        assert_eq!(1.5f32.arg(&mut blob).bits(), u64::from(1.5f32.to_bits()));
        assert_eq!((&&true).arg(&mut blob).value_type(), ValueType::BOOL);
        let arg = Value([1u16, 2, 3]).arg(&mut blob);
        assert_eq!((arg.kind(), arg.size(), arg.bits()), (ArgKind::BYTES, 6, 0));
        assert_eq!(Value(9u8).arg(&mut blob).bits(), 6);
        assert_eq!(launch_shared(&-1), u64::MAX);
        assert!(launch_stream(&None).is_none());
    }

    #[test]
    fn time_limits() {
        let limit = |t| launch_shape(1, 1, 0, t).timeout;
        assert_eq!(limit(None), Duration::ZERO);
        assert_eq!(limit(Some(Duration::ZERO)), Duration::from_nanos(1));
        assert_eq!(limit(Some(Duration::MAX)), Duration::MAX);
    }
}
