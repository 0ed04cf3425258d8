// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

func open(t *testing.T) (*gridcall.Context, *gridcall.Module) {
	t.Helper()
	context := must[*gridcall.Context](t)(gridcall.ContextDefault())
	t.Cleanup(context.Close)
	module := must[*gridcall.Module](t)(gridcall.ModuleFromSource(context, source, nil))
	t.Cleanup(module.Close)
	return context, module
}

func values[T any](t *testing.T, s *gridcall.Slice[T]) []T {
	t.Helper()
	return must[[]T](t)(s.Values())
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTypedPreparedLaunches(t *testing.T) {
	context, module := open(t)
	fill := must[*gridcall.Kernel](t)(module.Kernel("fill2"))
	x := must[*gridcall.Slice[int32]](t)(gridcall.NewSlice[int32](context, 64))
	defer x.Close()
	ok(t, x.Fill(-1, nil))
	prepared := must[*gridcall.Prepared](t)(fill.Prepare(gridcall.Dim(2), gridcall.Dim(32), x, int32(10)))
	defer prepared.Close()
	ok(t, prepared.Launch(nil))
	if got := values(t, x)[8:12]; !slices.Equal(got, []int32{8, 9, -1, -1}) {
		t.Fatal(got)
	}
	ok(t, prepared.Set(1, int32(11)))
	ok(t, prepared.Launch(nil))
	if got := values(t, x)[8:12]; !slices.Equal(got, []int32{8, 9, 10, -1}) {
		t.Fatal(got)
	}
	if err := prepared.Set(1, float32(1)); !errors.Is(err, gridcall.ErrArgumentMismatch) {
		t.Fatal(err)
	}
	if err := prepared.Set(-1, int32(1)); !errors.Is(err, gridcall.ErrOutOfRange) {
		t.Fatal(err)
	}
	if _, err := fill.Prepare(gridcall.Dim(2), gridcall.Dim(32), x); err == nil {
		t.Fatal("an argument is missing")
	}
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	if _, err := fill.PrepareWith(gridcall.LaunchOptions{Stream: stream}, gridcall.Dim(1), gridcall.Dim(1), x, int32(1)); err == nil {
		t.Fatal("a stream was accepted")
	}

	pairs := must[*gridcall.Kernel](t)(module.Kernel("pairs"))
	out := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](context, 7))
	defer out.Close()
	p, q := pair{1, 2, 3}, pair{5, 6, 7}
	prepared = must[*gridcall.Prepared](t)(pairs.Prepare(gridcall.Dim(1), gridcall.Dim(1), out, gridcall.ValueOf(&p), int8(4), gridcall.ValueOf(&q)))
	defer prepared.Close()
	q.A = 9
	ok(t, prepared.Launch(stream))
	ok(t, prepared.Set(3, gridcall.ValueOf(&q)))
	got := make([]float64, 7)
	ok(t, out.DownloadOn(stream, got))
	if !slices.Equal(got, []float64{1, 2, 3, 4, 5, 6, 7}) {
		t.Fatal(got)
	}
	ok(t, prepared.Launch(stream))
	ok(t, out.DownloadOn(stream, got))
	if got[4] != 9 {
		t.Fatal(got)
	}
}

func TestTypedCopies(t *testing.T) {
	context, _ := open(t)
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, &gridcall.StreamOptions{Flags: gridcall.StreamNonBlocking}))
	defer stream.Close()
	x := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](context, 100))
	defer x.Close()
	ok(t, x.Fill(2.5, stream))
	ok(t, x.UploadOn(stream, []float64{1, 2}))
	got := make([]float64, 4)
	ok(t, x.DownloadOn(stream, got))
	if !slices.Equal(got, []float64{1, 2, 2.5, 2.5}) {
		t.Fatal(got)
	}
	// Page-locked memory, read and written in place.
	host := must[*gridcall.Slice[float64]](t)(gridcall.NewHostSlice[float64](context, 100, nil))
	defer host.Close()
	here := must[[]float64](t)(host.InPlace())
	for i := range here {
		here[i] = float64(i)
	}
	ok(t, x.UploadAsync(host, stream))
	y := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](context, 100))
	defer y.Close()
	ok(t, y.CopyFrom(x, stream))
	ok(t, host.Fill(0, stream))
	ok(t, y.DownloadAsync(host, stream))
	ok(t, stream.Synchronize())
	if here[99] != 99 || len(here) != 100 {
		t.Fatal(here[99])
	}
	if _, err := x.Mem().HostAddress(); err != nil { // a GPU's memory
		if _, err := x.InPlace(); !errors.Is(err, gridcall.ErrUnsupported) {
			t.Fatal(err)
		}
	}
	large := must[*gridcall.Slice[[17]uint64]](t)(gridcall.NewSlice[[17]uint64](context, 2))
	defer large.Close()
	if err := large.Fill([17]uint64{}, nil); !errors.Is(err, gridcall.ErrOutOfRange) {
		t.Fatal(err)
	}
}

func TestMapped(t *testing.T) {
	context, _ := open(t)
	x := must[*gridcall.Slice[int32]](t)(gridcall.SliceOf(context, []int32{1, 2, 3, 4}))
	defer x.Close()
	mapped := must[*gridcall.Mapped[int32]](t)(x.Map(1, 3, gridcall.MapRead|gridcall.MapWrite, nil))
	defer mapped.Close()
	here := must[[]int32](t)(mapped.InPlace())
	if !slices.Equal(here, []int32{2, 3}) {
		t.Fatal(here)
	}
	here[0] = 20
	ok(t, mapped.Unmap(nil))
	if got := values(t, x); !slices.Equal(got, []int32{1, 20, 3, 4}) {
		t.Fatal(got)
	}
	if _, err := x.Map(3, 5, gridcall.MapRead, nil); !errors.Is(err, gridcall.ErrOutOfRange) {
		t.Fatal(err)
	}
}

func TestMemoize(t *testing.T) {
	context, module := open(t)
	made := 0
	find := func() (*gridcall.Kernel, error) {
		made++
		return module.Kernel("fill2")
	}
	for range 3 {
		kernel := must[*gridcall.Kernel](t)(gridcall.Memoize(context, "memoized fill2", find))
		if name := must[string](t)(kernel.Name()); name != "fill2" {
			t.Fatal(name)
		}
		kernel.Close()
	}
	if made != 1 {
		t.Fatal(made)
	}
	// Another type of the same key is another object.
	again := must[*gridcall.Module](t)(gridcall.Memoize(context, "memoized fill2", func() (*gridcall.Module, error) {
		return gridcall.ModuleFromSource(context, source, nil)
	}))
	again.Close()
	ok(t, gridcall.ContextClearMemo(context))
	kernel := must[*gridcall.Kernel](t)(gridcall.Memoize(context, "memoized fill2", find))
	kernel.Close()
	if made != 2 {
		t.Fatal(made)
	}
	if _, err := gridcall.Memoize(context, "never", func() (*gridcall.Kernel, error) { return module.Kernel("none") }); err == nil {
		t.Fatal("it was made")
	}
	ok(t, gridcall.ContextClearMemo(nil))
}

// What log.Fatal(err) prints says where the source is wrong.
func TestErrorShowsTheLog(t *testing.T) {
	context, _ := open(t)
	text := "__global__ void f(int *x) {\n"
	for i := 0; i < 30; i++ { // a compiler may name an identifier only once
		text += fmt.Sprintf("  undeclared%d();\n", i)
	}
	text += "}\n"
	_, err := gridcall.ModuleFromSource(context, text, nil)
	var e *gridcall.Error
	if !errors.As(err, &e) || e.Log == "" {
		t.Fatal(err)
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 12 || !strings.Contains(err.Error(), "undeclared") || !strings.HasSuffix(lines[11], "more lines: Detail returns all)") {
		t.Fatalf("%d lines: %v", len(lines), err)
	}
	if detail := e.Detail(); strings.Contains(detail, "more lines") || !strings.Contains(detail, strings.TrimSpace(e.Log)) || strings.Count(detail, "();") != strings.Count(e.Log, "();") {
		t.Fatal(detail)
	}
	if _, err := gridcall.MemAlloc(context, 0); strings.Contains(err.Error(), "\n") {
		t.Fatal(err)
	}
}
