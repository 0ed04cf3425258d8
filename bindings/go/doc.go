// SPDX-License-Identifier: Apache-2.0

// Package gridcall is GPU compute from Go: CUDA C++ source in, results out, on an NVIDIA GPU or on this machine's cores.
//
//	context, err := gridcall.ContextDefault()
//	module, err := gridcall.ModuleFromSource(context, source, nil)
//	kernel, err := module.Kernel("vector_add")
//	a, err := gridcall.NewSlice[float32](context, n)
//	err = a.Upload(data)
//	err = kernel.Launch(nil, gridcall.Dim((n+127)/128), gridcall.Dim(128), c, a, b, int32(n))
//	err = c.Download(result)
//
// The nouns ([Context], [Stream], [Mem], [Module] ...) are generated from the library's own description. [Slice] and
// [Kernel.Launch] are what Go adds: typed memory and typed launches.
//
// Every error of the library is an [*Error]; errors.Is(err, gridcall.ErrOutOfMemory) asks for its status.
//
// Any goroutine may call anything. Close releases a handle at once; a handle that is not closed is released after the
// garbage collector finds it unused. Releasing never waits: what was queued finishes first. A call with a closed handle
// fails with [ErrInvalidHandle].
//
// Elements of page-locked, managed or mapped memory are lent to a function, [Slice.InPlace] and [Mapped.InPlace], and stay
// until it returns. What takes or returns an address as a number ([MemWrap], [MemRegister], [Mem.HostAddress] ...) is for programs
// that import unsafe.
//
// A declaration that its documentation calls a preview may change or go in any release: communicators, pipes, profiler files and
// [Memoize] are.
//
// The package finds the library by pkg-config (`gridcall`). The build tag gridcall_static links it statically.
package gridcall
