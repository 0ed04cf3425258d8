// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

func open(t *testing.T) (*gridcall.Context, *gridcall.Module) {
	t.Helper()
	context := must[*gridcall.Context](t)(gridcall.ContextDefault())
	t.Cleanup(func() { context.Close() })
	module := must[*gridcall.Module](t)(gridcall.ModuleFromSource(context, source, nil))
	t.Cleanup(func() { module.Close() })
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
	host := must[*gridcall.Slice[float64]](t)(gridcall.NewHostSlice[float64](context, 100, 0))
	defer host.Close()
	ok(t, host.InPlace(func(here []float64) error {
		for i := range here {
			here[i] = float64(i)
		}
		return nil
	}))
	ok(t, x.UploadAsync(host, stream))
	y := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](context, 100))
	defer y.Close()
	ok(t, y.CopyFrom(x, stream))
	ok(t, host.Fill(0, stream))
	ok(t, y.DownloadAsync(host, stream))
	ok(t, stream.Synchronize())
	ok(t, host.InPlace(func(here []float64) error {
		if here[99] != 99 || len(here) != 100 {
			t.Fatal(here[99])
		}
		return nil
	}))
	enough := errors.New("enough")
	if err := host.InPlace(func([]float64) error { return enough }); err != enough {
		t.Fatal(err)
	}
	if _, err := x.Mem().HostAddress(); err != nil { // a GPU's memory
		if err := x.InPlace(func([]float64) error { return nil }); !errors.Is(err, gridcall.ErrUnsupported) {
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
	ok(t, mapped.InPlace(func(here []int32) error {
		if !slices.Equal(here, []int32{2, 3}) {
			t.Fatal(here)
		}
		here[0] = 20
		if err := mapped.Unmap(nil); !errors.Is(err, gridcall.ErrInvalidState) {
			t.Fatal(err)
		}
		return nil
	}))
	ok(t, mapped.Unmap(nil))
	if err := mapped.Unmap(nil); !errors.Is(err, gridcall.ErrInvalidState) {
		t.Fatal(err)
	}
	if got := values(t, x); !slices.Equal(got, []int32{1, 20, 3, 4}) {
		t.Fatal(got)
	}
	if _, err := x.Map(3, 5, gridcall.MapRead, nil); !errors.Is(err, gridcall.ErrOutOfRange) {
		t.Fatal(err)
	}
}

// An object that is used in place stays, even when it is closed or unreachable.
func TestInPlaceStays(t *testing.T) {
	context, _ := open(t)
	const n = 1 << 16
	lost := func() *gridcall.Slice[int32] {
		host := must[*gridcall.Slice[int32]](t)(gridcall.NewHostSlice[int32](context, n, 0))
		ok(t, host.Fill(1, nil))
		return host
	}
	disturb := func() {
		for range 5 {
			runtime.GC()
			ok(t, gridcall.HandleCollect())
			other := must[*gridcall.Slice[int32]](t)(gridcall.NewHostSlice[int32](context, n, 0))
			ok(t, other.Fill(77, nil))
			other.Close()
		}
	}
	ok(t, lost().InPlace(func(values []int32) error {
		disturb()
		if values[5] != 1 {
			t.Fatal(values[5])
		}
		return nil
	}))
	closed := lost()
	ok(t, closed.InPlace(func(values []int32) error {
		if err := closed.Mem().Free(); !errors.Is(err, gridcall.ErrInvalidState) {
			t.Fatal(err)
		}
		closed.Close()
		disturb()
		if values[5] != 1 {
			t.Fatal(values[5])
		}
		return nil
	}))
	var group sync.WaitGroup
	for range 4 {
		shared := lost()
		mapped := must[*gridcall.Mapped[int32]](t)(shared.Map(0, n, gridcall.MapRead, nil))
		for range 2 {
			group.Add(3)
			go func() {
				defer group.Done()
				_ = shared.InPlace(func(values []int32) error { return expect(values[n-1], 1) })
				runtime.GC()
			}()
			go func() {
				defer group.Done()
				err := mapped.InPlace(func(values []int32) error { return expect(values[n-1], 1) })
				if err != nil && !errors.Is(err, gridcall.ErrInvalidState) {
					t.Error(err)
				}
			}()
			go func() {
				defer group.Done()
				shared.Close()
				mapped.Close()
			}()
		}
	}
	group.Wait()
}

func expect[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("%v, not %v", got, want)
	}
	return nil
}

func TestNilSlices(t *testing.T) {
	context, _ := open(t)
	x := must[*gridcall.Slice[int32]](t)(gridcall.NewSlice[int32](context, 4))
	defer x.Close()
	var none *gridcall.Slice[int32]
	var mapped *gridcall.Mapped[int32]
	var array *gridcall.NdarrayOf[int32]
	last := func(values ...any) error {
		err, _ := values[len(values)-1].(error)
		return err
	}
	use := func([]int32) error { return nil }
	values := []int32{1, 2}
	for name, err := range map[string]error{
		"Upload": none.Upload(values), "Download": none.Download(values), "UploadOn": none.UploadOn(nil, values),
		"DownloadOn": none.DownloadOn(nil, values), "UploadAsync": none.UploadAsync(x, nil), "UploadAsync from": x.UploadAsync(none, nil),
		"DownloadAsync": none.DownloadAsync(x, nil), "DownloadAsync to": x.DownloadAsync(none, nil), "CopyFrom": none.CopyFrom(x, nil),
		"CopyFrom from": x.CopyFrom(none, nil), "Fill": none.Fill(1, nil), "Zero": none.Zero(), "InPlace": none.InPlace(use),
		"Values": last(none.Values()), "Slice": last(none.Slice(0, 1)), "Map": last(none.Map(0, 1, gridcall.MapRead, nil)),
		"SliceFromMem":   last(gridcall.SliceFromMem[int32](nil)),
		"Mapped.InPlace": mapped.InPlace(use), "Mapped.Unmap": mapped.Unmap(nil),
		"NdarrayOf.Values": last(array.Values()), "NdarrayOf.Part": last(array.Part()), "NdarrayOf.Transposed": last(array.Transposed()),
		"NdarrayOf.SetAll": array.SetAll(1, nil), "NdarrayOf.Reduced": last(array.Reduced(gridcall.ReductionSum)),
	} {
		if !errors.Is(err, gridcall.ErrInvalidHandle) {
			t.Errorf("%s of nil: %v", name, err)
		}
	}
	if none.Len() != 0 || none.Mem() != nil || mapped.Len() != 0 || mapped.Mapping() != nil || none.String() == "" {
		t.Error("nil has elements")
	}
	none.Close()
	mapped.Close()
}

// A byte of a device that is neither 0 nor 1 is true, and equal to true.
func TestBools(t *testing.T) {
	context, module := open(t)
	bytes := must[*gridcall.Slice[uint8]](t)(gridcall.SliceOf(context, []uint8{0, 1, 2, 255}))
	defer bytes.Close()
	flags := must[*gridcall.Slice[bool]](t)(gridcall.SliceFromMem[bool](bytes.Mem()))
	same := func(got []bool) {
		t.Helper()
		yes := got[1]
		if got[0] || got[2] != yes || got[3] != yes || !slices.Equal(got, []bool{false, true, true, true}) {
			t.Error(got)
		}
	}
	same(values(t, flags))
	type pair struct {
		N uint8
		B [1]bool
	}
	pairs := must[*gridcall.Slice[pair]](t)(gridcall.SliceFromMem[pair](bytes.Mem()))
	if got := values(t, pairs); got[1] != (pair{2, [1]bool{true}}) {
		t.Error(got)
	}
	array := must[*gridcall.Ndarray](t)(gridcall.NdarrayFromMem(bytes.Mem(), 0,
		&gridcall.NdarrayOptions{ScalarType: gridcall.ScalarTypeBool, Shape: []uint64{4}}))
	defer array.Close()
	same(must[[]bool](t)((&gridcall.NdarrayOf[bool]{Ndarray: array}).Values()))
	host := []bool{false, false, false, false}
	kernel := must[*gridcall.Kernel](t)(module.Kernel("bytes"))
	ok(t, kernel.LaunchStaged(gridcall.LaunchOptions{}, gridcall.Dim(1), gridcall.Dim(1), gridcall.Out(host), gridcall.ValueOf(&[4]uint8{0, 1, 2, 255})))
	same(host)
	if err := flags.InPlace(func([]bool) error { return nil }); err == nil {
		t.Error("bools in place")
	}
}

func TestMappedCloses(t *testing.T) {
	context := must[*gridcall.Context](t)(gridcall.ContextDefault())
	defer context.Close()
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, &gridcall.StreamOptions{Flags: gridcall.StreamNonBlocking}))
	x := must[*gridcall.Slice[int32]](t)(gridcall.SliceOf(context, []int32{1, 2, 3}))
	defer x.Close()
	write := func(value int32, end func(*gridcall.Mapped[int32])) {
		mapped := must[*gridcall.Mapped[int32]](t)(x.Map(0, 3, gridcall.MapRead|gridcall.MapWrite, stream))
		defer mapped.Close()
		ok(t, mapped.InPlace(func(values []int32) error {
			end(mapped)
			values[1] = value
			return nil
		}))
	}
	got := make([]int32, 3)
	write(20, func(*gridcall.Mapped[int32]) {})
	ok(t, x.DownloadOn(stream, got))
	if got[1] != 20 {
		t.Fatal(got)
	}
	write(30, func(mapped *gridcall.Mapped[int32]) { mapped.Close() }) // ends when its use does
	ok(t, x.DownloadOn(stream, got))
	if got[1] != 30 {
		t.Fatal(got)
	}
	write(40, func(*gridcall.Mapped[int32]) { stream.Close() }) // ends on the default stream
	if got := must[[]int32](t)(x.Values()); got[1] != 40 {
		t.Fatal(got)
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

// The text that log.Fatal(err) prints says where the source is wrong.
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
