// SPDX-License-Identifier: Apache-2.0
//
// Accesses outside of memory, one a kernel, at the line that says FAULT. README.md explains the lines with //!.

struct Particle {
  float position[3];
  float mass;
};
struct Table {
  int count;
  int* cells;
};

//! memory kind=device size=124 distance=0 thread=31 access=write | 1 32 | a:124 31
__global__ void write_one_past(int* out, int n) {
  const int i = threadIdx.x;
  if (i <= n) out[i] = i;  // FAULT
}

//! memory kind=device size=128 distance=0 thread=31 access=read | 1 32 | a:128 a:128
__global__ void read_one_past(int* out, const int* in) {
  const int i = threadIdx.x;
  out[i] = in[i + 1];  // FAULT
}

//! memory kind=device size=37 distance=0 thread=0 access=write | 1 1 | a:37 37
__global__ void terminate_one_byte_past(char* text, int length) {
  text[length] = 0;  // FAULT
}

//! memory kind=device size=127 thread=31 access=write | 1 32 | a:127
__global__ void last_byte_outside(int* out) {
  out[threadIdx.x] = 1;  // FAULT
}

//! memory kind=device size=13 distance=0 thread=13 access=read | 1 14 | a:14 a:13
__global__ void read_one_byte_past(char* out, const char* text) {
  out[threadIdx.x] = text[threadIdx.x];  // FAULT
}

//! memory what=unknown,out_of_bounds,host thread=3 access=write | 1 4 | a:64 4194304L
__global__ void far_past(float* out, long long far) {
  out[threadIdx.x == 3 ? far : threadIdx.x] = 1;  // FAULT
}

//! memory what=unknown,out_of_bounds,host thread=2 access=read | 1 4 | a:64 -1099511627776L
__global__ void far_before(int* out, long long far) {
  int* from = out + threadIdx.x;
  if (threadIdx.x == 2) from += far;
  out[threadIdx.x + 4] = *from;  // FAULT
}

//! memory kind=device size=128 distance=-4 thread=0 access=write | 1 32 | a:128
__global__ void write_before_start(int* out) {
  out[(int)threadIdx.x - 1] = 1;  // FAULT
}

//! memory kind=device size=128 distance=-1 thread=0 access=read | 1 32 | a:32 a:128
__global__ void read_one_byte_before(char* out, const char* in) {
  out[threadIdx.x] = in[(int)threadIdx.x - 1];  // FAULT
}

//! memory kind=device size=100 distance=0 thread=25 access=write | 1 26 | pool:100
__global__ void past_pooled(int* out) {
  out[threadIdx.x] = 1;  // FAULT
}

//! memory kind=device size=40 distance=-8 thread=0 access=read | 1 5 | a:40 pool:40
__global__ void before_pooled(double* out, const double* in) {
  out[threadIdx.x] = in[(int)threadIdx.x - 1];  // FAULT
}

//! memory kind=device size=64 distance=0 thread=16 access=write | 1 17 | box:64
__global__ void through_stored_pointer(int** table) {
  table[0][threadIdx.x] = 1;  // FAULT
}

//! memory kind=device size=4000 distance=0 thread=1000 access=read | 1 1001 | a:4004 box:4000
__global__ void through_stored_pointer_read(float* out, float* const* table) {
  out[threadIdx.x] = table[0][threadIdx.x];  // FAULT
}

//! memory kind=device size=128 distance=0 thread=31 stack=put,in_function access=write | 1 32 | a:128
__device__ __noinline__ void put(int* to, int i, int value) {
  to[i] = value;  // FAULT
}
__global__ void in_function(int* out) {
  put(out, threadIdx.x + 1, 1);
}

//! memory kind=device size=128 distance=0 thread=31 stack=store_it,pass_on,in_inlined_functions access=write | 1 32 | a:128
__device__ __forceinline__ void store_it(int* to, int i) {
  to[i + 1] = i;  // FAULT
}
__device__ inline void pass_on(int* to, int i) {
  store_it(to, i);
}
__global__ void in_inlined_functions(int* out) {
  pass_on(out, threadIdx.x);
}

//! memory name=in_template<double,3> kind=device size=72 distance=0 thread=3 access=write | 1 4 | a:72
template <typename T, int kCount>
__global__ void in_template(T* out) {
  for (int i = 0; i < kCount; ++i) {
    out[threadIdx.x * kCount + i] = i;  // FAULT
  }
}

//! memory kind=device size=128 distance=0 thread=31 stack=operator(),in_lambda access=write | 1 32 | a:128
__global__ void in_lambda(int* out) {
  const auto write = [=](int i) {
    out[i] = 1;  // FAULT
  };
  write(threadIdx.x + 1);
}

//! memory kind=device size=128 distance=0 thread=31 stack=operator(),in_functor access=write | 1 32 | a:128
struct Writer {
  int* to;
  __device__ void operator()(int i) const {
    to[i] = 1;  // FAULT
  }
};
__global__ void in_functor(int* out) {
  const Writer write{out};
  write(threadIdx.x + 1);
}

//! memory kind=device size=64 distance=0 thread=16 access=atomic | 1 17 | a:64
__global__ void atomic_past(unsigned* count) {
  atomicAdd(&count[threadIdx.x], 1u);  // FAULT
}

//! memory kind=device size=64 distance=-8 thread=0 access=atomic | 1 8 | a:64
__global__ void exchange_before(unsigned long long* locks) {
  atomicCAS(&locks[(int)threadIdx.x - 1], 0ull, 1ull);  // FAULT
}

//! memory kind=device size=4 distance=0 thread=5 access=atomic | 1 32 | a:4
__global__ void float_atomic_past(float* sum) {
  atomicAdd(sum + (threadIdx.x == 5), 1.0f);  // FAULT
}

//! memory kind=device size=120 thread=7 access=read | 1 8 | a:128 a:120
__global__ void vector_load_partly_outside(float4* out, const float4* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}

//! memory kind=device size=124 thread=7 access=write | 1 8 | a:124
__global__ void vector_store_partly_outside(float4* out) {
  out[threadIdx.x] = make_float4(1, 2, 3, 4);  // FAULT
}

//! memory kind=device size=36 distance=0 thread=3 access=read | 1 4 | a:48 a:36
__global__ void float3_past(float* out, const float3* in) {
  const float3 v = in[threadIdx.x];  // FAULT
  out[threadIdx.x * 3] = v.x + v.y + v.z;
}

//! memory what=misaligned kind=device thread=0 access=read | 1 1 | a:16 a:64
__global__ void misaligned_float4(float4* out, const float* in) {
  *out = *(const float4*)(in + 1);  // FAULT
}

//! memory what=misaligned kind=device thread=1 access=write | 1 2 | a:64
__global__ void misaligned_double(char* out) {
  *(double*)(out + 8 + 4 * threadIdx.x) = 1;  // FAULT
}

//! memory what=misaligned kind=device thread=3 access=read | 1 4 | a:16 a:16
__global__ void misaligned_short(int* out, const char* in) {
  out[threadIdx.x] = *(const short*)(in + 2 * threadIdx.x + (threadIdx.x == 3));  // FAULT
}

//! memory what=misaligned kind=device thread=0 access=atomic | 1 1 | a:16
__global__ void misaligned_atomic(char* out) {
  atomicAdd((int*)(out + 2), 1);  // FAULT
}

//! memory array=weights kind=constant size=32 distance=0 thread=8 access=read | 1 9 | a:36
__constant__ float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__global__ void past_constant(float* out) {
  out[threadIdx.x] = weights[threadIdx.x];  // FAULT
}

//! memory array=cells kind=global size=40 distance=0 thread=10 access=write | 1 11 |
__device__ int cells[10];
__global__ void past_device_array() {
  cells[threadIdx.x] = 1;  // FAULT
}

//! memory array=before_me kind=global size=64 distance=-4 thread=0 access=write | 1 16 |
__device__ int before_me[16];
__global__ void before_device_array() {
  before_me[(int)threadIdx.x - 1] = 1;  // FAULT
}

//! memory array=first kind=global size=32 distance=0 thread=8 access=read | 1 9 | a:36
__device__ int first[8];
__device__ int second[8];
__global__ void past_first_of_two(int* out) {
  out[threadIdx.x] = first[threadIdx.x];  // FAULT
  if (out[threadIdx.x] == 77) out[threadIdx.x] = second[threadIdx.x & 7];
}

//! memory array=tile kind=shared size=128 distance=0 thread=31 access=write | 1 32 | a:128
__global__ void past_shared(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  tile[threadIdx.x + (threadIdx.x == 31)] = 1;  // FAULT
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

//! memory array=tile kind=shared size=128 distance=-4 thread=0 access=read | 1 32 | a:128
__global__ void before_shared(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[(int)threadIdx.x - 1];  // FAULT
}

//! memory array=dynamic kind=shared size=128 distance=0 thread=31 access=read | 1 32 128 | a:128
__global__ void past_dynamic_shared(int* out) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamic[threadIdx.x + 1];  // FAULT
}

//! memory array=left kind=shared size=128 distance=0 thread=31 access=read | 1 32 | a:128
__global__ void from_shared_into_the_next(int* out) {
  __shared__ int left[32];
  __shared__ int right[32];
  left[threadIdx.x] = 1;
  right[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = left[threadIdx.x + 1] + right[threadIdx.x];  // FAULT
}

//! memory array=buckets kind=shared size=64 distance=0 thread=16 access=atomic | 1 17 | a:64
__global__ void shared_atomic_past(int* out) {
  __shared__ int buckets[16];
  if (threadIdx.x < 16) buckets[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&buckets[threadIdx.x], 1);  // FAULT
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = buckets[threadIdx.x];
}

//! memory array=matrix kind=shared size=1024 distance=0 block=1,0,0 thread=15,15,0 access=read | 2 16,16 | a:2048
__global__ void past_shared_matrix(float* out) {
  __shared__ float matrix[16][16];
  matrix[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  const int shift = blockIdx.x;
  out[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x] = matrix[threadIdx.y][threadIdx.x + shift];  // FAULT
}

//! memory array=tile kind=shared size=128 distance=0 thread=31 stack=fetch,shared_in_function access=read | 1 32 | a:128
__device__ __noinline__ int fetch(const int* from, int i) {
  return from[i];  // FAULT
}
__global__ void shared_in_function(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = fetch(tile, threadIdx.x + 1);
}

//! memory array=digits kind=local size=32 distance=0 thread=0 access=write | 1 1 | a:32 8
__global__ void past_local(int* out, int n) {
  int digits[8];
  for (int i = 0; i <= n; ++i) {
    digits[i] = out[i & 7] + i;  // FAULT
  }
  for (int i = 0; i < n; ++i) out[i] = digits[n - 1 - i];
}

//! memory array=stack kind=local size=64 distance=-4 thread=0 access=read | 1 1 | a:64 16
__global__ void before_local(int* out, int n) {
  int stack[16], top = 0;
  for (int i = 0; i < n; ++i) stack[top++] = out[i];
  for (int i = 0; i <= n; ++i) {
    out[i & 15] = stack[--top];  // FAULT
  }
}

//! memory array=values kind=local size=16 distance=0 thread=2 stack=sum_of,local_in_function access=read | 1 3 | a:12
__device__ __noinline__ int sum_of(const int* values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += values[i];  // FAULT
  }
  return sum;
}
__global__ void local_in_function(int* out) {
  int values[4] = {1, 2, 3, 4};
  out[threadIdx.x] = sum_of(values, threadIdx.x == 2 ? 5 : 4);
}

//! memory kind=device size=64 distance=12 thread=4 access=write | 1 5 | a:64
__global__ void struct_member(Particle* particles) {
  particles[threadIdx.x].mass = 1;  // FAULT
}

//! memory kind=device size=64 distance=0 thread=4 access=read | 1 5 | a:20 a:64
__global__ void struct_array_member(float* out, const Particle* particles) {
  out[threadIdx.x] = particles[threadIdx.x].position[0];  // FAULT
}

//! memory kind=device thread=4 access=write | 1 5 | a:64 a:80
__global__ void struct_copy(Particle* out, const Particle* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}

//! memory kind=device size=64 distance=0 thread=16 access=write | 1 17 | a:4 box:64
__global__ void pointer_in_struct_argument(int* out, int** cell) {
  const Table table = {16, cell[0]};
  if (out[0] == 0) {
    table.cells[threadIdx.x] = table.count;  // FAULT
  }
}

//! memory kind=device size=64 thread=0 access=read | 1 1 | a:80 a:64 68
__global__ void memcpy_reads_past(char* out, const char* in, int n) {
  memcpy(out, in, n);  // FAULT
}

//! memory kind=device size=64 thread=0 access=write | 1 1 | a:64 a:80 68
__global__ void memcpy_writes_past(char* out, const char* in, int n) {
  memcpy(out, in, n);  // FAULT
}

//! memory kind=device size=100 thread=0 access=write | 1 1 | a:100 101
__global__ void memset_past(char* out, int n) {
  memset(out, 1, n);  // FAULT
}

//! memory thread=0 access=write what=released | 1 1 | freed:128
__global__ void released(int* out) {
  *out = 1;  // FAULT
}

//! memory thread=3 access=read what=released | 1 4 | a:16 freed:1000000
__global__ void released_large(int* out, const int* in) {
  if (threadIdx.x == 3) out[3] = in[999];  // FAULT
}

//! memory thread=0 access=write what=released | 1 1 | poolfreed:128
__global__ void given_back_to_pool(int* out) {
  *out = 1;  // FAULT
}

//! memory thread=0 access=read what=host | 1 1 | a:4 host:64
__global__ void host_pointer(int* out, const int* in) {
  *out = *in;  // FAULT
}

//! memory thread=7 access=write what=host | 1 8 | host:64
__global__ void host_pointer_written(int* out) {
  if (threadIdx.x == 7) out[threadIdx.x] = 1;  // FAULT
}

//! memory thread=5 access=write what=null | 1 6 | null
__global__ void null_pointer(int* out) {
  if (threadIdx.x == 5) *out = 1;  // FAULT
}

//! memory thread=0 access=read what=null | 1 1 | a:4 null
__global__ void member_of_null(float* out, const Particle* particle) {
  *out = particle->mass;  // FAULT
}

//! memory kind=heap size=40 distance=0 thread=0 access=write | 1 1 | a:4
__global__ void past_heap(int* out) {
  int* const made = (int*)malloc(40);
  for (int i = 0; i <= 10; ++i) {
    made[i] = i;  // FAULT
  }
  *out = made[3];
  free(made);
}

//! memory kind=heap thread=0 access=read what=released,out_of_bounds | 1 1 | a:4
__global__ void heap_after_free(int* out) {
  int* const made = new int[16];
  made[3] = 5;
  delete[] made;
  *out = made[3];  // FAULT
}

//! memory kind=host size=64 distance=0 thread=16 access=read | 1 17 | a:68 locked:64
__global__ void past_page_locked(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}

//! memory kind=managed size=64 distance=0 thread=16 access=read | 1 17 | a:68 managed:64
__global__ void past_managed(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}

//! memory kind=device size=128 distance=0 thread=31 access=read | 1 32 | a:128 a:128
__global__ void past_through_ldg(float* out, const float* __restrict__ in) {
  out[threadIdx.x] = __ldg(in + threadIdx.x + 1);  // FAULT
}

//! memory kind=device size=4 distance=0 thread=0 access=read | 1 1 | a:4 a:4
__global__ void past_volatile(int* out, volatile int* flag) {
  *out = flag[1];  // FAULT
}

//! memory kind=device size=1000 distance=0 block=3 thread=58 access=write | 4 64 | a:1000 250
__global__ void grid_stride_loop(float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x) {
    out[i] = 1;  // FAULT
  }
}

//! memory kind=device size=764 distance=0 block=1,2,1 thread=3,1,1 access=write | 2,3,2 4,2,2 | a:764
__global__ void three_dimensions(int* out) {
  const int block = (blockIdx.z * 3 + blockIdx.y) * 2 + blockIdx.x;
  out[block * 16 + (threadIdx.z * 2 + threadIdx.y) * 4 + threadIdx.x] = 1;  // FAULT
}

//! memory kind=device size=128 distance=0 thread=31 access=write | 1 32 | a:128
__global__ void inline_assembly_store(int* out) {
  asm volatile("st.global.s32 [%0], %1;" ::"l"(out + threadIdx.x + 1), "r"(1) : "memory");  // FAULT
}

//! memory kind=device size=128 distance=0 thread=31 access=read | 1 32 | a:128 a:128
__global__ void inline_assembly_load(int* out, const int* in) {
  int value;
  asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(in + threadIdx.x + 1));  // FAULT
  out[threadIdx.x] = value;
}

//! memory kind=device size=40 distance=0 thread=10 access=read | 1 11 | a:44 a:40
__global__ void past_in_condition(int* out, const int* in) {
  const int i = threadIdx.x;
  if (in[i] == 0) out[i] = 1;  // FAULT
}

//! memory kind=device size=3072 distance=0 thread=15,15 access=read | 2,2 16,16 | a:4096 a:3072 32 32
__global__ void image_of_three_bytes(unsigned char* out, const uchar3* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y * width + x == width * height - 1) {
    const uchar3 pixel = image[y * width + x + 1];  // FAULT
    out[y * width + x] = pixel.x;
  }
}

//! memory kind=device size=40 distance=0 thread=0 access=read | 1 1 | a:4 list:10/10
__global__ void linked_list_leaves(int* out, const int* next) {
  int at = 0, steps = 0;
  while (at >= 0 && steps < 11) {
    at = next[at];  // FAULT
    ++steps;
  }
  *out = steps;
}

//! memory kind=device size=62 thread=15 access=read | 1 16 | a:64 a:62
#include <cuda_fp16.h>
__global__ void half2_partly_outside(float* out, const __half2* halves) {
  out[threadIdx.x] = __low2float(halves[threadIdx.x]);  // FAULT
}

//! memory size=16 access=read thread=0 | 1 1 | a:4 struct:1,2,3,4 4
struct Four {
  int v[4];
};
__global__ void past_value_argument(int* out, Four four, int n) {
  int sum = 0;
  for (int i = 0; i <= n; ++i) {
    sum += four.v[i];  // FAULT
  }
  *out = sum;
}

// ---- Parts of memory

//! memory kind=argument array=part size=256 distance=0 thread=64 access=write | 1 65 | sub:1024/256/256
__global__ void past_sub_region(int* part) {
  part[threadIdx.x] = 1;  // FAULT
}

//! memory kind=argument array=part size=512 distance=-4 thread=0 access=read | 1 8 | a:32 sub:2048/512/512
__global__ void before_sub_region(int* out, const int* part) {
  out[threadIdx.x] = part[(int)threadIdx.x - 1];  // FAULT
}

//! memory kind=argument array=part size=64 distance=0 thread=0 access=read | 1 1 | a:4 sub:256/64/64 16
__global__ void past_sub_region_in_a_loop(int* out, const int* part, int n) {
  int sum = 0;
  for (int i = 0; i <= n; ++i) {
    sum += part[i];  // FAULT
  }
  *out = sum;
}

//! memory kind=argument array=counts size=64 distance=0 thread=15 access=atomic | 1 16 | sub:256/64/64
__global__ void atomic_past_sub_region(int* counts) {
  atomicAdd(&counts[threadIdx.x + 1], 1);  // FAULT
}

//! memory kind=argument array=rows size=100 distance=0 thread=2 access=write | 1 3 | sub:512/128/100
struct Row {
  int of[12];
};
__global__ void row_partly_past_sub_region(Row* rows) {
  Row row;
  for (int i = 0; i < 12; ++i) row.of[i] = i;
  rows[threadIdx.x] = row;  // FAULT
}

//! memory kind=argument array=part size=128 distance=0 thread=32 block=0 access=read | 1 64 | a:256 sub:1024/0/128 64
__global__ void past_sub_region_by_a_walking_pointer(int* out, const int* part, int n) {
  for (const int* at = part + threadIdx.x; at < part + n; at += blockDim.x) {
    out[threadIdx.x] = *at;  // FAULT
  }
}

// ---- Arrays in structs

//! memory kind=member array=Record::values size=16 distance=0 thread=0 access=write | 1 1 | a:20 4
struct Record {
  int values[4];
  int total;
};
__global__ void member_of_a_struct(Record* record, int n) {
  record->values[n] = 1;  // FAULT
}

//! memory kind=member array=Sides::left size=64 distance=0 thread=15 access=write | 1 16 | a:64
struct Sides {
  int left[16];
  int right[16];
};
__global__ void member_of_a_shared_struct(int* out) {
  __shared__ Sides sides;
  sides.left[threadIdx.x] = 0;
  sides.right[threadIdx.x] = 0;
  __syncthreads();
  sides.left[threadIdx.x + 1] = 1;  // FAULT
  __syncthreads();
  out[threadIdx.x] = sides.left[threadIdx.x] + sides.right[threadIdx.x];
}

//! memory kind=member array=Halves::low size=16 distance=0 access=read | 1 1 | a:4 a:32 4
struct Halves {
  int low[4];
  int high[4];
};
__global__ void member_of_a_local_struct(int* out, const int* in, int n) {
  Halves halves;
  for (int i = 0; i < 4; ++i) halves.low[i] = in[i];
  for (int i = 0; i < 4; ++i) halves.high[i] = in[4 + i];
  *out = halves.low[n];  // FAULT
}

//! memory kind=member array=Halves::high size=16 distance=-4 thread=0 access=read | 1 4 | a:16 a:32
__global__ void before_a_member(int* out, const Halves* halves) {
  out[threadIdx.x] = halves->high[(int)threadIdx.x - 1];  // FAULT
}

//! memory kind=member array=Grid::cells size=128 distance=0 access=write thread=0 | 1 8 | a:132 4
struct Grid {
  int cells[4][8];
  int total;
};
__global__ void row_past_a_member(Grid* grid, int y) {
  if (threadIdx.x == 0) grid->cells[y][threadIdx.x] = 1;  // FAULT
}

//! memory kind=member array=Bins::count size=32 distance=0 access=atomic thread=8 | 1 9 | a:64
struct Bins {
  int count[8];
  int rest[8];
};
__global__ void atomic_past_a_member(Bins* bins) {
  atomicAdd(&bins->count[threadIdx.x], 1);  // FAULT
}

//! memory kind=member array=Bodies::at size=24 distance=0 access=read thread=2 | 1 3 | a:12 a:48
struct Place {
  float x, y, z;
};
struct Bodies {
  Place at[2];
  Place to[2];
};
__global__ void struct_past_a_member(float* out, const Bodies* bodies) {
  out[threadIdx.x] = bodies->at[threadIdx.x].x;  // FAULT
}

// Many have read the words before, each where it is aligned.
//! memory what=misaligned kind=shared access=read | 1 32 | a:512 1
__global__ void misaligned_after_readers(float4* out, int n) {
  __shared__ __align__(16) float values[64];
  values[threadIdx.x] = values[threadIdx.x + 32] = 1;
  __syncthreads();
  const float sum = values[n] + values[n + 1] + values[n + 2] + values[n + 3];
  out[threadIdx.x] = *reinterpret_cast<const float4*>(values + n);  // FAULT
  if (sum < 0) out[0].x = sum;
}

// The index counts up by lanes only for some masks.
//! memory array=own kind=shared size=192 distance=0 thread=24 access=write | 1 32 | a:128 3
__global__ void masked_index_past(int* out, unsigned mask) {
  __shared__ int own[48];
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const unsigned i = 2 * threadIdx.x - (threadIdx.x & mask);
  own[i] = 1;  // FAULT
  __syncthreads();
  out[threadIdx.x] = own[threadIdx.x];
}

//! memory kind=device size=252 distance=0 thread=31 access=write | 1 32 | a:252
__global__ void half_of_the_last_pair(float2* pairs) {
  pairs[threadIdx.x].y = 1;  // FAULT
}
