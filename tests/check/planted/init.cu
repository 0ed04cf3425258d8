// SPDX-License-Identifier: Apache-2.0
//
// Reads of memory that nobody wrote, one a kernel, at the line that says FAULT. README.md explains the lines with //!.

#include <cuda_fp16.h>

//! init kind=device size=128 thread=0..31 | 1 32 | a:128 new:128
__global__ void never_written(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x] + 1;  // FAULT
}

//! init kind=device size=128 thread=16..31 | 1 32 | a:128 part:128/64
__global__ void half_written(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // FAULT
}

//! init kind=device size=128 thread=31 | 1 32 | a:128 part:128/124
__global__ void last_not_written(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // FAULT
}

//! init kind=device size=128 thread=31 | 1 32 | a:128 part:128/127
__global__ void last_byte_not_written(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // FAULT
}

//! init kind=device size=40 thread=0..9 | 1 10 | new:40
__global__ void added_to(float* x) {
  x[threadIdx.x] += 1;  // FAULT
}

//! init kind=device size=16 thread=0..3 | 1 32 | new:16
__global__ void counted_by_atomics(unsigned* count) {
  atomicAdd(&count[threadIdx.x & 3], 1u);  // FAULT
}

//! init kind=device size=256 thread=0..31 | 1 32 | new:256
__global__ void reads_what_another_writes_later(int* out) {
  out[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] += out[threadIdx.x + 32];  // FAULT
}

//! init kind=device size=64 thread=0..15 | 1 16 | a:64 recycled:64
__global__ void old_bytes_of_a_pool(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}

//! init kind=device thread=3 stack=take,in_function | 1 4 | a:16 part:16/12
__device__ __noinline__ int take(const int* from) {
  return *from;  // FAULT
}
__global__ void in_function(int* out, const int* in) {
  out[threadIdx.x] = take(in + threadIdx.x);
}

//! init kind=device thread=2 | 1 3 | a:12 part:48/44
__global__ void one_component(float* out, const float4* in) {
  const float4 v = in[threadIdx.x];  // FAULT
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

//! init kind=device thread=0 | 1 1 | a:4 part:64/40 16
__global__ void reads_to_capacity(int* sum, const int* in, int capacity) {
  int total = 0;
  for (int i = 0; i < capacity; ++i) {
    total += in[i];  // FAULT
  }
  *sum = total;
}

//! init kind=device size=128 | 1 32 | a:128 new:128
__global__ void decides_a_branch(int* out, const int* in) {
  if (in[threadIdx.x] > 0) out[threadIdx.x] = 1;  // FAULT
}

//! init kind=device size=4 thread=0 | 1 1 | a:64 part:4/2
__global__ void decides_an_address(int* out, const int* where) {
  out[*where & 15] = 1;  // FAULT
}

//! init kind=device size=128 | 1 32 | a:128 new:128
__global__ void through_ldg(float* out, const float* __restrict__ in) {
  out[threadIdx.x] = __ldg(in + threadIdx.x) + 1;  // FAULT
}

//! init kind=device size=64 | 1 16 | a:64 new:64
__global__ void halves(float* out, const __half2* in) {
  out[threadIdx.x] = __low2float(in[threadIdx.x]);  // FAULT
}

//! init array=tile kind=shared size=128 thread=0..31 | 1 32 | a:128 0
__global__ void shared_never_written(int* out, int n) {
  __shared__ int tile[32];
  out[threadIdx.x] = tile[threadIdx.x] + out[threadIdx.x];  // FAULT
  if (n == 77) tile[threadIdx.x] = 1;
}

//! init array=tile kind=shared size=132 thread=31 | 1 32 | a:128 a:128
__global__ void shared_without_halo(float* out, const float* in) {
  __shared__ float tile[33];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 1];  // FAULT
}

//! init array=part kind=shared size=256 thread=0..31 | 1 64 | a:256
__global__ void shared_written_by_some(int* out) {
  __shared__ int part[64];
  if (threadIdx.x < 32) part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + 32];  // FAULT
}

//! init array=room kind=shared thread=16..31 | 1 32 128 | a:128
__global__ void dynamic_shared(int* out) {
  extern __shared__ int room[];
  if (threadIdx.x < 16) room[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = room[threadIdx.x] + 1;  // FAULT
}

//! init array=bins kind=shared size=64 | 1 32 | a:64
__global__ void shared_histogram_not_cleared(int* out) {
  __shared__ int bins[16];
  atomicAdd(&bins[threadIdx.x & 15], 1);  // FAULT
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

//! init array=note kind=shared size=4 block=1..63 thread=0 | 64 1 | a:256
__global__ void shared_of_another_block(int* out) {
  __shared__ int note;
  if (blockIdx.x == 0) note = 5;
  __syncthreads();
  out[blockIdx.x] = note + 1;  // FAULT
}

//! init array=values kind=local size=32 thread=0 | 1 1 | a:32 7
__global__ void local_partly_written(int* out, int n) {
  int values[8];
  for (int i = 0; i < n; ++i) values[i] = out[i] + i;
  for (int i = 0; i < 8; ++i) {
    out[i] = values[(i + n) & 7] + 1;  // FAULT
  }
}

//! init array=heap kind=local size=64 thread=0 | 1 1 | a:4 3
__global__ void local_written_elsewhere(int* out, int n) {
  int heap[16];
  for (int i = 0; i < n; ++i) heap[(i * 5 + out[0]) & 15] = i;
  *out = heap[(n * 5) & 15] + 1;  // FAULT
}

//! init array=values kind=local size=16 thread=2 stack=sum_of,local_in_function | 1 3 | a:12
__device__ __noinline__ int sum_of(const int* values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += values[i];  // FAULT
  }
  return sum;
}
__global__ void local_in_function(int* out) {
  int values[4];
  for (unsigned i = 0; i < 4 - (threadIdx.x == 2); ++i) values[i] = i;
  out[threadIdx.x] = sum_of(values, 4);
}

//! init array=edge kind=local size=12 thread=1 stack=weight,struct_field | 1 2 | a:8
struct Edge {
  int from, to, weight;
};
__device__ __noinline__ int weight(const Edge& edge) {
  return edge.weight + 1;  // FAULT
}
__global__ void struct_field(int* out) {
  Edge edge;
  edge.from = threadIdx.x;
  edge.to = 1;
  if (threadIdx.x == 0) edge.weight = 2;
  out[threadIdx.x] = weight(edge);
}

//! init kind=device | 1 4 | a:16 part:64/8
__global__ void doubles(float* out, const double* in) {
  out[threadIdx.x] = in[threadIdx.x] > 0 ? 1 : 2;  // FAULT
}

//! init array=value kind=local size=4 | 1 4 | a:16 0
__global__ void scalar_never_written(int* out, int n) {
  int value;
  if (n > 0) value = n;
  out[threadIdx.x] = value;  // FAULT
}

// A copy of the whole is no use of each part.
//! init array=record kind=shared size=64 | 1 32 | a:2048 a:128
struct Wide {
  int some[15];
  int never;
};
__global__ void unset_after_a_copy(Wide* out, int* last) {
  __shared__ Wide record;
  if (threadIdx.x < 15) record.some[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = record;
  last[threadIdx.x] = record.never;  // FAULT
}

//! init kind=device size=256 thread=0..31 | 1 32 | a:128 new:256
__global__ void half_of_own_pairs(float* out, float2* pairs) {
  pairs[threadIdx.x].x = threadIdx.x;
  out[threadIdx.x] = pairs[threadIdx.x].y;  // FAULT
}

//! init kind=device size=256 thread=20..31 | 1 32 | part:256/160
__global__ void added_to_half_of_pairs(float2* pairs) {
  pairs[threadIdx.x].y += 1;  // FAULT
}

//! init array=row kind=shared size=256 thread=50 | 1 64 | a:256
__global__ void one_word_of_a_row(int* out) {
  __shared__ int row[64];
  if (threadIdx.x != 50) row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];  // FAULT
}

//! init array=word kind=shared size=4 | 1 64 | a:256
__global__ void one_word_read_by_all(int* out) {
  __shared__ int word;
  if (blockDim.x > 64) word = 1;
  __syncthreads();
  out[threadIdx.x] = word;  // FAULT
}

//! init array=tile kind=shared size=4224 thread=31 access=read | 1 32 | a:128 a:4096 1
__global__ void column_partly_written(float* out, const float* in, int column) {
  __shared__ float tile[32][33];
  if (threadIdx.x < 31)
    for (int x = 0; x < 32; ++x) tile[threadIdx.x][x] = in[threadIdx.x * 32 + x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][column];  // FAULT
}

//! init array=rows kind=shared thread=16..31 | 1 32 | a:128
struct Sixteen {
  int at[16];
};
__global__ void unset_by_a_copy(int* out) {
  __shared__ Sixteen rows[2], never;
  int* const own = (int*)rows + threadIdx.x;
  *own = threadIdx.x;
  __syncthreads();
  const int before = *own;
  __syncthreads();
  if (threadIdx.x == 0) rows[1] = never;
  __syncthreads();
  out[threadIdx.x] = *own + before;  // FAULT
}

//! init array=near kind=local size=8 thread=15 stack=behind,each,end_instead_of_neighbour | 1 16 | a:128 a:132
struct Near {
  float of[2];
  __device__ float& at(int i) { return of[i]; }
};
__device__ float behind(float here, const float* next) { return next ? here - *next : here; }  // FAULT
__device__ void each(const float (&own)[2], float* out, const float* in, const float* end) {
  const bool is_last = threadIdx.x == 15;
  Near near;
  if (!is_last) near.at(1) = in[2 * threadIdx.x + 2];
  for (int i = 0; i < 2; ++i) out[2 * threadIdx.x + i] = behind(own[i], i != 1 ? &own[i + 1] : is_last ? &near.at(1) : end);
}
__global__ void end_instead_of_neighbour(float* out, const float* in) {
  float own[2];
  for (int i = 0; i < 2; ++i) own[i] = in[2 * threadIdx.x + i];
  float end = 5;
  each(own, out, in, &end);
}

//! init kind=heap size=64 thread=0 | 1 1 | a:4
__global__ void heap_never_written(int* out) {
  int* const made = (int*)malloc(64);
  made[0] = 1;
  *out = made[0] + made[7];  // FAULT
  free(made);
}
