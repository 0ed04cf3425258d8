// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gridcall "github.com/gridcall/gridcall/bindings/go"
	"github.com/gridcall/gridcall/bindings/go/internal/cloop"
)

const source = `
struct Pair { int a; float b; double c; };
struct Four { unsigned char bytes[4]; };
__global__ void bytes(unsigned char *out, Four four) { for (int i = 0; i < 4; ++i) out[i] = four.bytes[i]; }
__global__ void add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void fill2(int *x, int n) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void pairs(double *out, Pair p, char k, Pair q) {
  out[0] = p.a; out[1] = p.b; out[2] = p.c; out[3] = k; out[4] = q.a; out[5] = q.b; out[6] = q.c;
}
__global__ void types(double *out, bool z, signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                      long long g, unsigned long long h, float i, double j) {
  double v[] = {(double)z, (double)a, (double)b, (double)c, (double)d, (double)e, (double)f,
                (double)g, (double)h, (double)i, j};
  for (int t = 0; t < 11; t++) out[t] = v[t];
}
__global__ void scale(Pair *x, int n) {
  if (threadIdx.x < n) x[threadIdx.x].a *= 10;
}
__global__ void wait_for(volatile int *flag) { while (*flag == 0) { } }
__global__ void empty(float *c, const float *a, const float *b, int n) {}
__global__ void many(int *out, int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n,
                     int o, int p, int q, int r) {
  *out = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r;
}
`

type pair struct {
	A int32
	B float32
	C float64
}

func must[T any](t testing.TB) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			var e *gridcall.Error
			if errors.As(err, &e) {
				t.Fatal(e.Detail())
			}
			t.Fatal(err)
		}
		return value
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t *testing.T, err error, status gridcall.Status) *gridcall.Error {
	t.Helper()
	var e *gridcall.Error
	if !errors.As(err, &e) || e.Status != status || !errors.Is(err, status) {
		t.Fatalf("%v is wanted, not %v", status, err)
	}
	return e
}

func setup(t testing.TB) (*gridcall.Context, *gridcall.Module) {
	t.Helper()
	context := must[*gridcall.Context](t)(gridcall.ContextDefault())
	return context, must[*gridcall.Module](t)(gridcall.ModuleFromSource(context, source, nil))
}

func kernelOf(t testing.TB, module *gridcall.Module, name string) *gridcall.Kernel {
	t.Helper()
	return must[*gridcall.Kernel](t)(module.Kernel(name))
}

func TestAdd(t *testing.T) {
	context, module := setup(t)
	add := kernelOf(t, module, "add")
	const n = 1000
	a, b := make([]float32, n), make([]float32, n)
	for i := range a {
		a[i], b[i] = float32(i), float32(2*i)
	}
	da := must[*gridcall.Slice[float32]](t)(gridcall.SliceOf(context, a))
	db := must[*gridcall.Slice[float32]](t)(gridcall.SliceOf(context, b))
	dc := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, n))
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, nil))
	check(t, add.Launch(stream, gridcall.Dim((n+127)/128), gridcall.Dim(128), dc, da, db, int32(n)))
	check(t, stream.Synchronize())
	for i, v := range must[[]float32](t)(dc.Values()) {
		if v != float32(3*i) {
			t.Fatalf("c[%d] = %v", i, v)
		}
	}
	check(t, dc.Zero())
	part := must[*gridcall.Slice[float32]](t)(dc.Slice(10, 20))
	check(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(32), part.Mem(), da, db, int32(10)))
	all := must[[]float32](t)(dc.Values())
	if !slices.Equal(all[9:13], []float32{0, 0, 3, 6}) || part.Len() != 10 {
		t.Fatal(all[9:13])
	}
}

func TestShapes(t *testing.T) {
	context, module := setup(t)
	fill := kernelOf(t, module, "fill2")
	x := must[*gridcall.Slice[int32]](t)(gridcall.NewSlice[int32](context, 96))
	check(t, fill.Launch(nil, gridcall.Dim2(3, 2), gridcall.NewDim3(8, 2, 1), x, int32(96)))
	for i, v := range must[[]int32](t)(x.Values()) {
		if int(v) != i {
			t.Fatalf("x[%d] = %d", i, v)
		}
	}
	if err := fill.Launch(nil, gridcall.Dim(-1), gridcall.Dim(1), x, int32(96)); err == nil {
		t.Fatal("a grid of -1 blocks ran")
	}
}

func TestTypesOfArguments(t *testing.T) {
	context, module := setup(t)
	out := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](context, 11))
	check(t, kernelOf(t, module, "types").Launch(nil, gridcall.Dim(1), gridcall.Dim(1), out, true, int8(-1), uint8(255), int16(-2),
		uint16(65535), int32(-3), uint32(math.MaxUint32), int64(-4), uint64(1<<53), float32(1.5), -2.25))
	want := []float64{1, -1, 255, -2, 65535, -3, math.MaxUint32, -4, 1 << 53, 1.5, -2.25}
	if got := must[[]float64](t)(out.Values()); !slices.Equal(got, want) {
		t.Fatal(got)
	}
	p, q := pair{1, 2, 3}, pair{-4, 5.5, -6.25}
	check(t, kernelOf(t, module, "pairs").Launch(nil, gridcall.Dim(1), gridcall.Dim(1), out, gridcall.ValueOf(&p), int8(9),
		gridcall.ValueOf(&q)))
	if got := must[[]float64](t)(out.Values()); !slices.Equal(got[:7], []float64{1, 2, 3, 9, -4, 5.5, -6.25}) {
		t.Fatal(got)
	}
	// Memory of one's own type, and more arguments than fit on the stack.
	pairs := must[*gridcall.Slice[pair]](t)(gridcall.SliceOf(context, []pair{{1, 2, 3}, {4, 5, 6}}))
	check(t, kernelOf(t, module, "scale").Launch(nil, gridcall.Dim(1), gridcall.Dim(2), pairs, int32(2)))
	if got := must[[]pair](t)(pairs.Values()); !slices.Equal(got, []pair{{10, 2, 3}, {40, 5, 6}}) {
		t.Fatal(got)
	}
	sum := must[*gridcall.Slice[int32]](t)(gridcall.NewSlice[int32](context, 1))
	args := []any{sum}
	for i := range 18 {
		args = append(args, int32(i))
	}
	check(t, kernelOf(t, module, "many").Launch(nil, gridcall.Dim(1), gridcall.Dim(1), args...))
	if got := must[[]int32](t)(sum.Values()); got[0] != 17*18/2 {
		t.Fatal(got)
	}
}

func TestWrongArguments(t *testing.T) {
	context, module := setup(t)
	add := kernelOf(t, module, "add")
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, 4))
	one := gridcall.Dim(1)
	e := wants(t, add.Launch(nil, one, one, x, x, x, 4), gridcall.ErrArgumentMismatch)
	if !strings.Contains(e.Message, "use int32") {
		t.Error(e.Message)
	}
	wants(t, add.Launch(nil, one, one, x, x, x, "four"), gridcall.ErrArgumentMismatch)
	wants(t, add.Launch(nil, one, one, x, x, x, nil), gridcall.ErrArgumentMismatch)
	e = wants(t, add.Launch(nil, one, one, x, x, x, int64(4)), gridcall.ErrArgumentMismatch)
	if e.Function != "gc_launch" || e.Status.Category() != gridcall.CategoryLaunch {
		t.Error(e.Function, e.Status.Category())
	}
	wants(t, add.Launch(nil, one, one, x, x, x), gridcall.ErrArgumentMismatch)
	// Handles of the right size and the wrong kind.
	doubles := must[*gridcall.Slice[float64]](t)(gridcall.NewSlice[float64](context, 4))
	for _, args := range [][]any{{x, x, x, float32(4)}, {doubles, x, x, int32(4)}, {uint64(0), x, x, int32(4)}} {
		e = wants(t, add.Launch(nil, one, one, args...), gridcall.ErrArgumentMismatch)
		if !strings.Contains(e.Message, "takes `") {
			t.Error(e.Message)
		}
	}
	wants(t, add.Launch(nil, one, gridcall.Dim(4096), x, x, x, int32(4)), gridcall.ErrInvalidLaunch)
	wants(t, add.Launch(nil, one, one, (*gridcall.Mem)(nil), x, x, int32(4)), gridcall.ErrInvalidHandle)
	wants(t, (*gridcall.Kernel)(nil).Launch(nil, one, one), gridcall.ErrInvalidHandle)
}

func TestErrors(t *testing.T) {
	context, _ := setup(t)
	_, err := gridcall.ModuleFromSource(context, "__global__ void k(float *x) {\n  x[0] = missing;\n}\n",
		&gridcall.CompileOptions{Name: "broken.cu"})
	e := wants(t, err, gridcall.ErrCompile)
	if e.SourceName != "broken.cu" || !strings.Contains(e.Log, "missing") || !strings.Contains(e.Detail(), e.Log[:10]) {
		t.Error(e.Detail())
	}
	_, err = gridcall.MemAlloc(context, 0)
	e = wants(t, err, gridcall.ErrInvalidArgument)
	if e.Error() != "NewSlice: "+e.Message {
		t.Error(e)
	}
	if errors.Is(err, gridcall.ErrOutOfMemory) {
		t.Error("it is every status at once")
	}
	x := must[*gridcall.Slice[uint32]](t)(gridcall.NewSlice[uint32](context, 4))
	wants(t, x.Upload(make([]uint32, 5)), gridcall.ErrOutOfRange)
	_, err = x.Slice(2, 6)
	wants(t, err, gridcall.ErrOutOfRange)
	_, err = gridcall.NewSlice[float64](context, math.MaxInt)
	wants(t, err, gridcall.ErrOutOfRange)
	_, err = gridcall.NewSlice[*int](context, 1)
	wants(t, err, gridcall.ErrInvalidArgument)
	_, err = gridcall.DeviceFind("a\x00b")
	if e = wants(t, err, gridcall.ErrInvalidArgument); !strings.Contains(e.Message, "NUL at byte 1") {
		t.Error(e)
	}
	if s := gridcall.ErrOutOfMemory; s.String() != "OUT_OF_MEMORY" || s.Error() == "" {
		t.Error(s.String(), s.Error())
	}
}

func TestCompileOptions(t *testing.T) {
	context, _ := setup(t)
	module := must[*gridcall.Module](t)(gridcall.ModuleFromSource(context,
		"#include \"two.h\"\ntemplate <typename T> __global__ void put(T *x) { *x = A + B + TWO; }",
		&gridcall.CompileOptions{
			Flags:     gridcall.CompileNoCache,
			Name:      "options.cu",
			Defines:   []gridcall.Define{{Name: "A", Value: "40"}, {Name: "B"}},
			Headers:   []gridcall.Header{{Name: "two.h", Text: "#define TWO (A / 20)\n"}},
			Instances: []string{"put<float>", "put<int>"},
		}))
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, 1))
	check(t, kernelOf(t, module, "put<float>").Launch(nil, gridcall.Dim(1), gridcall.Dim(1), x))
	if got := must[[]float32](t)(x.Values()); got[0] != 43 {
		t.Fatal(got)
	}
	if must[bool](t)(module.IsCached()) || must[int](t)(module.KernelCount()) != 2 {
		t.Error("cached, or not two kernels")
	}
}

func TestTextAndArraysOut(t *testing.T) {
	context, _ := setup(t)
	device := must[*gridcall.Device](t)(context.Device())
	attributes := must[[]gridcall.DeviceAttributeEntry](t)(device.Attributes())
	warp := must[int32](t)(device.Attribute(gridcall.DeviceAttributeWarpSize))
	if len(attributes) < 20 || !slices.Contains(attributes,
		gridcall.DeviceAttributeEntry{Attribute: gridcall.DeviceAttributeWarpSize, Value: warp}) {
		t.Error(attributes)
	}
	if name := gridcall.DeviceAttributeWarpSize.String(); name != gridcall.DeviceAttributeName(gridcall.DeviceAttributeWarpSize) {
		t.Error(name)
	}
	// Longer than the first buffer.
	long := strings.Repeat("k", 700)
	module := must[*gridcall.Module](t)(gridcall.ModuleFromSource(context, "__global__ void "+long+"() {}", nil))
	if name := must[string](t)(kernelOf(t, module, long).Name()); name != long {
		t.Error(name)
	}
}

func TestClose(t *testing.T) {
	context, module := setup(t)
	mem := must[*gridcall.Mem](t)(gridcall.MemAlloc(context, 64))
	mem.Close()
	mem.Close()
	_, err := mem.Size()
	wants(t, err, gridcall.ErrInvalidHandle)
	wants(t, mem.MemcpyHtoD(0, make([]byte, 8), nil), gridcall.ErrInvalidHandle)
	(*gridcall.Mem)(nil).Close()
	_, err = (*gridcall.Mem)(nil).Size()
	wants(t, err, gridcall.ErrInvalidHandle)
	// In any order: what was made of them lives on.
	empty := kernelOf(t, module, "empty")
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, 4))
	context.Close()
	module.Close()
	check(t, empty.Launch(nil, gridcall.Dim(1), gridcall.Dim(1), x, x, x, int32(1)))
	// Borrowed objects are not closed.
	gridcall.BorrowMem(x.Mem().Raw()).Close()
	if must[uint64](t)(x.Mem().Size()) != 16 {
		t.Error("the borrower closed it")
	}
}

// The garbage collector closes objects that no code closes, and leaves those in use alone.
func TestGarbage(t *testing.T) {
	context, module := setup(t)
	add := kernelOf(t, module, "add")
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	before := gridcall.HandleCount()
	for range 50 {
		if _, err := gridcall.MemAlloc(context, 256); err != nil {
			t.Fatal(err)
		}
	}
	for range 200 {
		runtime.GC()
		if gridcall.HandleCount() <= before {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if after := gridcall.HandleCount(); after > before {
		t.Errorf("%d handles before, %d after", before, after)
	}
	// A collector at work all the time, and objects whose last use is the call.
	stop := make(chan struct{})
	var collector sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for i := range 100 {
		a, err := gridcall.SliceOf(context, slices.Repeat([]float32{float32(i)}, 64))
		check(t, err)
		c := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, 64))
		check(t, add.Launch(nil, gridcall.Dim(1), gridcall.Dim(64), c, a, a, int32(64)))
		if got := must[[]float32](t)(c.Values()); got[63] != float32(2*i) {
			t.Fatal(i, got[63])
		}
	}
	close(stop)
	collector.Wait()
	runtime.KeepAlive(module)
}

func TestGoroutines(t *testing.T) {
	context, module := setup(t)
	add := kernelOf(t, module, "add")
	var group sync.WaitGroup
	for g := range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			stream, err := gridcall.StreamCreate(context, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer stream.Close()
			a, err := gridcall.SliceOf(context, slices.Repeat([]float32{float32(g)}, 256))
			if err != nil {
				t.Error(err)
				return
			}
			c, err := gridcall.NewSlice[float32](context, 256)
			if err != nil {
				t.Error(err)
				return
			}
			for range 20 {
				if err := add.Launch(stream, gridcall.Dim(2), gridcall.Dim(128), c, a, a, int32(256)); err != nil {
					t.Error(err)
				}
			}
			if err := stream.Synchronize(); err != nil {
				t.Error(err)
			}
			if got, err := c.Values(); err != nil || got[255] != float32(2*g) {
				t.Error(err, got[255], g)
			}
		}()
	}
	group.Wait()
	runtime.KeepAlive(module)
}

func TestHostMemoryAndPool(t *testing.T) {
	context, _ := setup(t)
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, &gridcall.StreamOptions{Flags: gridcall.StreamNonBlocking}))
	host := must[*gridcall.Slice[int32]](t)(gridcall.NewHostSlice[int32](context, 4, 0))
	pool := must[*gridcall.Pool](t)(gridcall.PoolCreate(context, &gridcall.PoolOptions{Limit: 1 << 20}))
	mem := must[*gridcall.Mem](t)(pool.Alloc(16, nil))
	if place := must[uint64](t)(host.Mem().Attribute(gridcall.MemAttributePlace)); gridcall.MemPlace(place) != gridcall.MemPlaceHost {
		t.Error(place)
	}
	check(t, host.Upload([]int32{1, 2, 3, 4}))
	check(t, mem.Memcpy(0, host.Mem(), 0, 16, stream))
	check(t, stream.Synchronize())
	check(t, host.Zero())
	check(t, context.Synchronize()) // the stream does not wait for the default one
	check(t, host.Mem().Memcpy(0, mem, 0, 16, stream))
	check(t, stream.Synchronize())
	if got := must[[]int32](t)(host.Values()); !slices.Equal(got, []int32{1, 2, 3, 4}) {
		t.Error(got)
	}
	mem.Close()
	check(t, gridcall.HandleCollect()) // a release only queues
	if stats := must[gridcall.PoolStatistics](t)(pool.Statistics()); stats.ActiveBlocks != 0 || stats.Limit != 1<<20 {
		t.Error(stats)
	}
	_, err := pool.Alloc(1<<21, nil)
	wants(t, err, gridcall.ErrPoolLimit)
}

// The loop in C that BenchmarkLaunch compares with.
func TestLoopInC(t *testing.T) {
	context, module := setup(t)
	kernel := kernelOf(t, module, "empty")
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, 4))
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, nil))
	if status := cloop.Launches(kernel.Raw(), stream.Raw(), x.Mem().Raw(), 3); status != 0 {
		t.Fatal(gridcall.Status(status))
	}
	check(t, stream.Synchronize())
}

// Measures a launch through Go beside a loop in C, in turns and the best of each: go test -run none -bench Launch
func BenchmarkLaunch(b *testing.B) {
	const rounds = 500
	context, module := setup(b)
	kernel := kernelOf(b, module, "empty")
	x := must[*gridcall.Slice[float32]](b)(gridcall.NewSlice[float32](context, 4))
	stream := must[*gridcall.Stream](b)(gridcall.StreamCreate(context, nil))
	inGo, inC := math.Inf(1), math.Inf(1)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		start := time.Now()
		for j := range rounds {
			if err := kernel.Launch(stream, gridcall.Dim(1), gridcall.Dim(1), x, x, x, int32(j)); err != nil {
				b.Fatal(err)
			}
		}
		inGo = min(inGo, float64(time.Since(start).Nanoseconds())/rounds)
		check(b, stream.Synchronize())
		start = time.Now()
		if status := cloop.Launches(kernel.Raw(), stream.Raw(), x.Mem().Raw(), rounds); status != 0 {
			b.Fatal(gridcall.Status(status))
		}
		inC = min(inC, float64(time.Since(start).Nanoseconds())/rounds)
		check(b, stream.Synchronize())
	}
	b.ReportMetric(0, "ns/op") // of a round: says nothing
	b.ReportMetric(inC, "c-ns/launch")
	b.ReportMetric(inGo, "go-ns/launch")
	b.ReportMetric(inGo-inC, "go-over-c-ns")
}

// The CPU device ends the kernel; on a GPU it runs until it is let go.
func TestTimeout(t *testing.T) {
	context, module := setup(t)
	kernel := kernelOf(t, module, "wait_for")
	stream := must[*gridcall.Stream](t)(gridcall.StreamCreate(context, &gridcall.StreamOptions{Flags: gridcall.StreamNonBlocking}))
	flag := must[*gridcall.Slice[int32]](t)(gridcall.NewSlice[int32](context, 1))
	options := gridcall.LaunchOptions{Stream: stream, Timeout: 20 * time.Millisecond}
	for range 2 {
		check(t, flag.Upload([]int32{0}))
		check(t, kernel.LaunchWith(options, gridcall.Dim(1), gridcall.Dim(1), flag))
		if e := wants(t, stream.Synchronize(), gridcall.ErrLaunchTimeout); !strings.Contains(e.Message, "0.02 s") {
			t.Error(e)
		}
		check(t, flag.Upload([]int32{1}))
		check(t, stream.Synchronize())
	}
	options.Timeout = -1
	wants(t, kernel.LaunchWith(options, gridcall.Dim(1), gridcall.Dim(1), flag), gridcall.ErrInvalidArgument)
}

func TestLaunchAllocatesNothing(t *testing.T) {
	context, module := setup(t)
	kernel := kernelOf(t, module, "empty")
	x := must[*gridcall.Slice[float32]](t)(gridcall.NewSlice[float32](context, 4))
	n := int32(1000)
	if allocs := testing.AllocsPerRun(100, func() {
		n++
		if err := kernel.Launch(nil, gridcall.Dim(1), gridcall.Dim(1), x, x, x, n); err != nil {
			t.Error(err)
		}
	}); allocs != 0 {
		t.Errorf("%v allocations a launch", allocs)
	}
}
