// SPDX-License-Identifier: Apache-2.0

//! Code that the compiler refuses, each piece beside the nearest that it accepts: for the tests of the documentation.

/// Memory cannot be freed while a slice of it lives.
///
/// ```no_run
/// # fn f(h: gridcall::HostBuffer<f32>) -> gridcall::Result<()> {
/// let s = unsafe { h.as_slice()? };
/// println!("{}", s[5]);
/// h.free()
/// # }
/// ```
/// ```compile_fail,E0505
/// # fn f(h: gridcall::HostBuffer<f32>) -> gridcall::Result<()> {
/// let s = unsafe { h.as_slice()? };
/// h.free()?;
/// println!("{}", s[5]);
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0507
/// # fn f(h: gridcall::HostBuffer<f32>) -> gridcall::Result<()> {
/// let s = unsafe { h.as_slice()? };
/// println!("{}", s[5]);
/// h.mem().free()
/// # }
/// ```
struct Free;

/// A mapping cannot end while a slice of it lives, nor behind its owner's back.
///
/// ```no_run
/// # fn f(mut m: gridcall::Mapped<'_, f32>) -> gridcall::Result<()> {
/// let s = unsafe { m.as_mut_slice()? };
/// s[0] = 1.0;
/// m.unmap(None)
/// # }
/// ```
/// ```compile_fail,E0505
/// # fn f(mut m: gridcall::Mapped<'_, f32>) -> gridcall::Result<()> {
/// let s = unsafe { m.as_mut_slice()? };
/// m.unmap(None)?;
/// s[0] = 1.0;
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0507
/// # fn f(m: gridcall::Mapped<'_, f32>) -> gridcall::Result<()> {
/// m.mapping().unmap(None)
/// # }
/// ```
struct Unmap;

/// A mapping ends on its stream, so that outlives it.
///
/// ```no_run
/// # use gridcall::*;
/// # fn f(x: &Buffer<f32>, stream: Stream) -> Result<()> {
/// let mapped = x.map(.., MapFlags::READ, Some(&stream))?;
/// drop(mapped);
/// drop(stream);
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0505
/// # use gridcall::*;
/// # fn f(x: &Buffer<f32>, stream: Stream) -> Result<()> {
/// let mapped = x.map(.., MapFlags::READ, Some(&stream))?;
/// drop(stream);
/// drop(mapped);
/// # Ok(())
/// # }
/// ```
struct Scope;

/// One object gives one slice to write at a time.
///
/// ```compile_fail,E0499
/// # fn f(mut h: gridcall::HostBuffer<f32>) -> gridcall::Result<()> {
/// let (a, b) = unsafe { (h.as_mut_slice()?, h.as_mut_slice()?) };
/// a[0] = b[0];
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0499
/// # fn f(mut m: gridcall::Mapped<'_, f32>) -> gridcall::Result<()> {
/// let (a, b) = unsafe { (m.as_mut_slice()?, m.as_mut_slice()?) };
/// a[0] = b[0];
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0502
/// # fn f(mut h: gridcall::HostBuffer<f32>) -> gridcall::Result<()> {
/// let s = unsafe { h.as_mut_slice()? };
/// h.upload(&[1.0])?;
/// s[0] = 2.0;
/// # Ok(())
/// # }
/// ```
struct Slices;

/// Numbers of other libraries' objects, and addresses, are taken on trust.
///
/// ```no_run
/// # use gridcall::*;
/// # fn f(context: &Context, device: &Device, n: u64) -> Result<()> {
/// unsafe {
///     Stream::wrap(context, n)?;
///     Event::wrap(context, n)?;
///     Array::wrap(context, n)?;
///     Context::wrap(device, n)?;
///     Mem::wrap(context, n, 4, None)?;
///     Mem::register(context, n, 4, None)?;
///     Ndarray::from_dlpack(context, n, DlpackFlags::default(), None)?;
/// }
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0133
/// # fn f(context: &gridcall::Context, n: u64) { let _ = gridcall::Stream::wrap(context, n); }
/// ```
/// ```compile_fail,E0133
/// # fn f(context: &gridcall::Context, n: u64) { let _ = gridcall::Event::wrap(context, n); }
/// ```
/// ```compile_fail,E0133
/// # fn f(context: &gridcall::Context, n: u64) { let _ = gridcall::Array::wrap(context, n); }
/// ```
/// ```compile_fail,E0133
/// # fn f(device: &gridcall::Device, n: u64) { let _ = gridcall::Context::wrap(device, n); }
/// ```
/// ```compile_fail,E0133
/// # fn f(context: &gridcall::Context, n: u64) { let _ = gridcall::Mem::wrap(context, n, 4, None); }
/// ```
/// ```compile_fail,E0133
/// # fn f(context: &gridcall::Context, n: u64) { let _ = gridcall::Mem::register(context, n, 4, None); }
/// ```
/// ```compile_fail,E0133
/// # use gridcall::*;
/// # fn f(context: &Context, n: u64) { let _ = Ndarray::from_dlpack(context, n, DlpackFlags::default(), None); }
/// ```
struct Foreign;

/// A launch that is put together borrows its arguments, and a launch is unsafe in each of its forms.
///
/// ```no_run
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, x: Buffer<f32>) -> Result<()> {
/// let launch = kernel.builder(1, 32).arg(&x);
/// unsafe { launch.launch()? };
/// unsafe { launch!(kernel<<<1, 32>>>(&x))? };
/// let prepared = prepare!(kernel<<<1, 32>>>(&x))?;
/// drop(x);
/// unsafe { prepared.launch(None) }
/// # }
/// ```
/// ```compile_fail,E0505
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, x: Buffer<f32>) -> Result<()> {
/// let launch = kernel.builder(1, 32).arg(&x);
/// drop(x);
/// unsafe { launch.launch() }
/// # }
/// ```
/// ```compile_fail,E0133
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, x: Buffer<f32>) -> Result<()> { kernel.builder(1, 32).arg(&x).launch() }
/// ```
/// ```compile_fail,E0133
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, x: Buffer<f32>) -> Result<()> { launch!(kernel<<<1, 32>>>(&x)) }
/// ```
/// ```compile_fail,E0133
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, x: &mut [f32]) -> Result<()> { launch_staged!(kernel<<<1, 32>>>(Out(x))) }
/// ```
/// ```compile_fail,E0133
/// # use gridcall::*;
/// # fn f(prepared: &Prepared) -> Result<()> { prepared.launch(None) }
/// ```
/// ```compile_fail,E0133
/// # use gridcall::*;
/// # fn f(graph: &Graph) -> Result<()> { graph.launch(None) }
/// ```
struct Launches;

/// A slice that a launch copies is borrowed as what the kernel does with it.
///
/// ```compile_fail,E0502
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, mut x: Vec<f32>) -> Result<()> { unsafe { launch_staged!(kernel<<<1, 32>>>(InOut(&mut x), In(&x))) } }
/// ```
/// ```compile_fail,E0277
/// # use gridcall::*;
/// # fn f(kernel: &Kernel, x: Vec<String>) -> Result<()> { unsafe { launch_staged!(kernel<<<1, 32>>>(In(&x))) } }
/// ```
struct Staged;

/// Elements are plain data: any bytes are a value of theirs, and all their bytes are set.
///
/// ```no_run
/// # fn f(x: gridcall::Buffer<[u32; 3]>) -> gridcall::Result<Vec<[u32; 3]>> { x.to_vec() }
/// ```
/// ```compile_fail,E0599
/// # fn f(x: gridcall::Buffer<bool>) -> gridcall::Result<Vec<bool>> { x.to_vec() }
/// ```
/// ```compile_fail,E0599
/// # fn f(x: gridcall::Buffer<&'static str>) -> gridcall::Result<Vec<&'static str>> { x.to_vec() }
/// ```
/// ```compile_fail,E0599
/// # fn f(x: gridcall::Buffer<(u8, u32)>) -> gridcall::Result<Vec<(u8, u32)>> { x.to_vec() }
/// ```
/// ```compile_fail,E0277
/// # use gridcall::*;
/// # fn f(kernel: &Kernel) -> Result<()> { unsafe { launch!(kernel<<<1, 32>>>(Value((1u8, 2u32)))) } }
/// ```
struct Elements;

/// Memory has one owner: who frees it has the only value that names it.
///
/// ```compile_fail,E0599
/// # fn f(mem: gridcall::Mem) -> gridcall::Result<()> { mem.clone().free() }
/// ```
/// ```compile_fail,E0382
/// # fn f(mem: gridcall::Mem) -> gridcall::Result<u64> { mem.free()?; mem.size() }
/// ```
struct Owner;

#[doc = include_str!("../README.md")]
struct Readme;
