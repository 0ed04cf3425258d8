// SPDX-License-Identifier: Apache-2.0
// Kernels of test_kernels.cpp: what most programs do.

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void reduce(const float* in, float* out, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = warpSize / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

#define TILE 16
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void histogram(const unsigned char* in, unsigned* out, int n) {
  extern __shared__ unsigned bins[];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}

__global__ void global_histogram(const unsigned char* in, unsigned* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&out[in[i]], 1u);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(static_cast<int>(threadIdx.x)); }

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Disc : Shape {
  float radius;
  __device__ explicit Disc(float r) : radius(r) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};
__global__ void virtual_call(float* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  Shape* shape = i % 2 == 0 ? static_cast<Shape*>(new Square(i)) : static_cast<Shape*>(new Disc(i));
  out[i] = shape->area();
  delete shape;
}

__device__ float twice(float v) { return 2 * v; }
__device__ float thrice(float v) { return 3 * v; }
typedef float (*Function)(float);
__device__ Function functions[] = {twice, thrice, sinf};
__global__ void function_pointers(float* out, int which) { out[threadIdx.x] = functions[which](threadIdx.x); }

struct Parameters {
  char tag;
  double scale;
  float3 offset;
  int values[5];
};
struct Empty {};
__global__ void struct_arguments(Parameters p, bool negate, float* out, Empty, short last) {
  p.values[0] += 1;  // each thread has its own
  float v = p.scale * threadIdx.x + p.offset.z + p.values[threadIdx.x % 5] + p.tag + last;
  out[threadIdx.x] = negate ? -v : v;
}

__constant__ float table[4] = {1, 2, 3, 4};
__device__ int counter = 7;
static __device__ float hidden[2] = {0.5f, 0.25f};
namespace lib {
__constant__ int deep = 11;
}
__global__ void variables(float* out) {
  out[threadIdx.x] = table[threadIdx.x % 4] + hidden[threadIdx.x & 1] + lib::deep;
  atomicAdd(&counter, 1);
}

// NVRTC takes no annotation on a lambda: one made in a kernel is the device's anyway.
#ifdef __GRIDCALL_CPU__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif

template <typename T, int N> __global__ void scale(T* data) {
  auto multiply = [=](T v) { return v * N; };
  data[threadIdx.x] = multiply(data[threadIdx.x]);
}
template __global__ void scale<float, 3>(float*);
namespace lib {
template <typename T> __global__ void fill(T* data, T value) { data[threadIdx.x] = value; }
}
template <typename F> __device__ void apply(float* data, F f) { data[threadIdx.x] = f(data[threadIdx.x]); }
__global__ void functors(float* data, float by) {
  apply(data, [=] ON_DEVICE(float v) { return v + by; });
}

__global__ void wide_shuffles(unsigned long long* out, double* doubles) {
  unsigned lane = threadIdx.x & 31;
  unsigned long long mine = 0x100000000ull * lane + 3 * lane;
  out[threadIdx.x] = __shfl_sync(0xffffffff, mine, (lane + 5) % 32);
  doubles[threadIdx.x] = __shfl_up_sync(0xffffffff, 0.5 * lane, 2, 16);
}

__global__ void votes(unsigned* out) {
  unsigned lane = threadIdx.x & 31;
  unsigned result[10];
  result[0] = __ballot_sync(0xffffffff, lane % 3 == 0);
  result[1] = __any_sync(0xffffffff, lane == 40);
  result[2] = __all_sync(0xffffffff, lane < 32);
  result[3] = __match_any_sync(0xffffffff, lane / 8);
  int equal;
  result[4] = __match_all_sync(0xffffffff, 1, &equal) + equal;
  result[5] = __reduce_add_sync(0xffffffff, lane);
  result[6] = static_cast<unsigned>(__reduce_min_sync(0xffffffff, 5 - static_cast<int>(lane)));
  result[7] = static_cast<unsigned>(__syncthreads_count(lane < 4));
  result[8] = static_cast<unsigned>(__syncthreads_or(threadIdx.x == 1));
  result[9] = 0;
  if (lane < 7) result[9] = __activemask();
  for (int i = 0; i < 10; ++i) out[threadIdx.x * 10 + i] = result[i];
}

__global__ void vectors(const float4* in, float4* out, uchar4* bytes) {
  float4 v = in[threadIdx.x];
  out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
  bytes[threadIdx.x] = make_uchar4(1, 2, 3, static_cast<unsigned char>(threadIdx.x));
}

__global__ void indices(uint3* out) {
  uint3 thread = threadIdx;
  dim3 block = blockDim;
  const uint3& where = blockIdx;
  int i = ((where.y * gridDim.x + where.x) * block.z + thread.z) * block.y * block.x + thread.y * block.x + thread.x;
  out[i] = make_uint3(thread.x + 10 * where.x, thread.y + 10 * where.y, thread.z);
}

// One thread of a block waits for another: only right where each can run while the other waits.
__global__ void handshake(volatile int* flags, int* out) {
  if (threadIdx.x == 0) {
    while (flags[0] == 0) {
    }
    out[0] = 1;
  } else if (threadIdx.x == 1) {
    __threadfence();
    flags[0] = 1;
  }
}
__global__ void lock(int* mutex, int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      *value += 1;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

__global__ void integers(const int* a, const int* b, int* quotient, int* remainder) {
  int i = threadIdx.x;
  quotient[i] = a[i] / b[i];
  remainder[i] = a[i] % b[i];
}
__global__ void checked(const int* v) { assert(v[threadIdx.x] < 3); }
__global__ void stop(int when) {
  if (threadIdx.x == when) __trap();
}
__global__ void say(int n) {
  if (threadIdx.x == 0) printf("n=%d half=%g text=%s %lld%%\n", n, n * 0.5, "inner", 1ll << 40);
}
__global__ void endless() {
  while (true) {
  }
}
__global__ void __launch_bounds__(128) bounded(int* out) { out[0] = 1; }
__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  atomicSub(&i[0], 1);
  atomicMin(&i[1], static_cast<int>(threadIdx.x) - 5);
  atomicMax(&i[2], static_cast<int>(threadIdx.x));
  atomicInc(&u[0], 9);
  atomicDec(&u[1], 9);
  atomicAnd(&u[2], ~(1u << (threadIdx.x % 32)));
  atomicOr(&u[3], 1u << (threadIdx.x % 32));
  atomicXor(&u[4], threadIdx.x);
  atomicAdd(&l[0], 1ull << 33);
  atomicMax(&l[1], 1ull << threadIdx.x % 64);
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
  __shared__ unsigned shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  atomicInc(&shared, 5);
  atomicAdd(&shared, 0);
  __syncthreads();
  if (threadIdx.x == 0) u[5] = shared;
}

__global__ void assembly(const unsigned* in, unsigned* out) {
  unsigned* o = out + 8 * threadIdx.x;
  asm("mov.u32 %0, %%laneid;" : "=r"(o[0]));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(o[1]));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(o[2]) : "r"(in[threadIdx.x]), "r"(threadIdx.x), "r"(7));
  asm("bfe.s32 %0, %1, 3, 5;" : "=r"(o[3]) : "r"(in[threadIdx.x]));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(o[4]) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
  asm("ld.global.nc.u32 %0, [%1];" : "=r"(o[5]) : "l"(in + threadIdx.x));
  float f;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(4.0f));
  o[6] = __float_as_uint(f);
  asm("tanh.approx.f32 %0, %1;" : "=f"(f) : "f"(0.5f * threadIdx.x));
  o[7] = __float_as_uint(f);
  asm volatile("membar.gl;" ::: "memory");
}
