// SPDX-License-Identifier: Apache-2.0

//go:build cgo

package gridcall

import (
	"context"
	"iter"
)

// inContext is a call that nothing ends: where ctx is done first it goes on alone, and the garbage collector closes what it makes.
func inContext[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	var none T
	if ctx.Err() != nil {
		return none, context.Cause(ctx)
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := call()
		done <- outcome{value, err}
	}()
	select {
	case each := <-done:
		return each.value, each.err
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
}

// ModuleFromSourceContext is [ModuleFromSource], but returns the reason when ctx is done before the compiler. The compiler goes on and
// puts its result into the cache, so that asking again takes little. The options must not change meanwhile.
func ModuleFromSourceContext(ctx context.Context, of *Context, source string, options *CompileOptions) (*Module, error) {
	return inContext(ctx, func() (*Module, error) { return ModuleFromSource(of, source, options) })
}

// ModuleFromFileContext is [ModuleFromFile] as [ModuleFromSourceContext] is [ModuleFromSource].
func ModuleFromFileContext(ctx context.Context, of *Context, path string, options *CompileOptions) (*Module, error) {
	return inContext(ctx, func() (*Module, error) { return ModuleFromFile(of, path, options) })
}

// ProgramCompileContext is [ProgramCompile] as [ModuleFromSourceContext] is [ModuleFromSource].
func ProgramCompileContext(ctx context.Context, device *Device, source string, options *CompileOptions) (*Program, error) {
	return inContext(ctx, func() (*Program, error) { return ProgramCompile(device, source, options) })
}

// each is a list that C has by count and index. It ends behind the first error.
func each[N int | int32, T any](count func() (N, error), item func(N) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		n, err := count()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		for i := N(0); i < n; i++ {
			value, err := item(i)
			if !yield(value, err) || err != nil {
				return
			}
		}
	}
}

// Devices returns the devices of this machine: GPUs first, the CPU device last.
//
//	for device, err := range gridcall.Devices() { ... }
func Devices() iter.Seq2[*Device, error] { return each(DeviceCount, DeviceByIndex) }

// KernelNames returns the names of a module's kernels, as [Module.Kernel] takes them.
func (x *Module) KernelNames() iter.Seq2[string, error] { return each(x.KernelCount, x.KernelName) }

// Params returns the parameters of a kernel, where the module says them.
func (x *Kernel) Params() iter.Seq2[KernelParam, error] { return each(x.ParamCount, x.Param) }

// Nodes returns what the nodes of a graph are.
func (x *Graph) Nodes() iter.Seq2[GraphNodeKind, error] { return each(x.NodeCount, x.NodeKind) }

// Fields returns the fields of a record.
func (x *Dtype) Fields() iter.Seq2[DtypeField, error] { return each(x.FieldCount, x.Field) }
