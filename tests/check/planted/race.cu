// SPDX-License-Identifier: Apache-2.0
//
// Races, one a kernel: the accesses are at the lines that say FAULT, or one at FAULT and one at OTHER.
// README.md explains the lines with //!.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//! race array=part kind=shared size=512 | 1 128 | a:4 a:512
__global__ void reduction(float* sum, const float* in) {
  __shared__ float part[128];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int stride = 64; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) {
      part[threadIdx.x] += part[threadIdx.x + stride];  // FAULT
    }
  }
  if (threadIdx.x == 0) *sum = part[0];
}

//! race also=init array=tile kind=shared size=1032 | 2 256 | a:2048 a:2048
__global__ void stencil_tile(float* out, const float* in) {
  __shared__ float tile[258];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (threadIdx.x == 0) tile[0] = tile[257] = 0;
  __syncthreads();
  tile[threadIdx.x + 1] = in[i];  // FAULT
  out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];  // OTHER
}

//! race also=init array=tile kind=shared size=512 | 1 64 | a:256 a:1024 4
__global__ void double_buffer(float* out, const float* in, int steps) {
  __shared__ float tile[2][64];
  float sum = 0;
  tile[0][threadIdx.x] = in[threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    if (step == 0) __syncthreads();
    if (step + 1 < steps) tile[(step + 1) & 1][threadIdx.x] = in[(step + 1) * 64 + threadIdx.x];  // FAULT
    sum += tile[step & 1][63 - threadIdx.x];  // OTHER
  }
  out[threadIdx.x] = sum;
}

//! race array=tile kind=shared | 1 64 | a:256
__global__ void write_after_read(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int right = tile[(threadIdx.x + 1) & 63];  // OTHER
  tile[threadIdx.x] = right + 1;  // FAULT
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// All have read the word before the barrier, too.
//! race array=word kind=shared size=4 | 1 64 | a:256
__global__ void read_again_behind_a_barrier(int* out) {
  __shared__ int word;
  if (threadIdx.x == 0) word = 1;
  __syncthreads();
  int sum = word;
  __syncthreads();
  sum += word;  // OTHER
  if (threadIdx.x == 63) word = sum;  // FAULT
  out[threadIdx.x] = sum;
}

//! race array=last kind=shared | 1 64 | a:4
__global__ void write_after_write(int* out) {
  __shared__ int last;
  last = threadIdx.x;  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) *out = last;
}

//! race array=tile kind=shared | 1 64 | a:256 3
__global__ void loop_without_second_barrier(int* out, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    tile[threadIdx.x] = i * threadIdx.x;  // FAULT
    __syncthreads();
    sum += tile[63 - threadIdx.x];  // OTHER
  }
  out[threadIdx.x] = sum;
}

//! race array=part kind=shared | 1 32 | a:4
__global__ void warp_without_syncwarp(int* out) {
  __shared__ int part[32];
  part[threadIdx.x] = threadIdx.x;
  __syncwarp();
  for (int stride = 16; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];  // FAULT
  }
  if (threadIdx.x == 0) *out = part[0];
}

//! race also=init array=note kind=shared | 1 64 | a:256
__global__ void syncwarp_between_warps(int* out) {
  __shared__ int note[64];
  note[threadIdx.x] = threadIdx.x;  // FAULT
  __syncwarp();
  out[threadIdx.x] = note[(threadIdx.x + 32) & 63];  // OTHER
}

//! race kind=device size=64 | 1 64 | a:64 a:256
__global__ void histogram_of_a_block(int* bins, const int* in) {
  bins[in[threadIdx.x] & 15] += 1;  // FAULT
}

//! race kind=device size=64 | 8 1 | a:64 a:64
__global__ void histogram_of_blocks(int* bins, const int* in) {
  bins[in[blockIdx.x] & 15] += 1;  // FAULT
}

//! race array=bins kind=shared size=64 | 1 64 | a:64
__global__ void shared_histogram(int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  ++bins[threadIdx.x & 15];  // FAULT
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

//! race kind=device | 4 32 | a:516
__global__ void neighbours_in_place(float* x) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  x[i] = x[i + 1] * 0.5f;  // FAULT
}

//! race kind=device | 4 1 | a:4
__global__ void blocks_write_one_word(int* out) {
  *out = blockIdx.x;  // FAULT
}

//! race kind=device | 4 32 | a:4 a:16
__global__ void block_reads_results_of_others(int* out, int* partial) {
  if (threadIdx.x == 0) partial[blockIdx.x] = blockIdx.x + 1;  // FAULT
  __syncthreads();
  if (blockIdx.x == 3 && threadIdx.x == 0) *out = partial[0] + partial[1] + partial[2];  // OTHER
}

//! race kind=device | 1 32 | a:4
__global__ void plain_beside_atomic(int* count) {
  if (threadIdx.x == 7) {
    *count = 0;  // FAULT
  } else {
    atomicAdd(count, 1);  // OTHER
  }
}

//! race kind=device | 1 64 | a:256 a:4
__global__ void read_beside_atomic(int* out, int* count) {
  atomicAdd(count, 1);  // FAULT
  out[threadIdx.x] = *count;  // OTHER
}

//! race array=total kind=shared | 1 64 | a:4
__global__ void shared_read_beside_atomic(int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, 1);  // FAULT
  if (threadIdx.x == 0) *out = total;  // OTHER
}

//! race array=counter kind=global | 4 32 |
__device__ int counter;
__global__ void device_variable() {
  counter += 1;  // FAULT
}

//! race kind=device stack=bump,in_function | 1 32 | a:4
__device__ __noinline__ void bump(int* at) {
  *at += 1;  // FAULT
}
__global__ void in_function(int* out) {
  bump(out);
}

//! race kind=device size=4096 | 1 32,32 | a:4096
__global__ void transpose_in_place(float* matrix) {
  const int x = threadIdx.x, y = threadIdx.y;
  matrix[y * 32 + x] = matrix[x * 32 + y];  // FAULT
}

//! race also=init array=tile kind=shared | 1 64 | a:256
__global__ void vector_over_scalars(float* out) {
  __shared__ float4 tile[16];
  float* const scalars = (float*)tile;
  scalars[threadIdx.x] = threadIdx.x;  // FAULT
  if (threadIdx.x < 16) out[threadIdx.x] = tile[15 - threadIdx.x].w;  // OTHER
}

//! race also=init array=room kind=shared | 1 64 256 | a:256
__global__ void dynamic_shared(int* out) {
  extern __shared__ int room[];
  room[threadIdx.x] = threadIdx.x;  // FAULT
  out[threadIdx.x] = room[63 - threadIdx.x];  // OTHER
}

//! race kind=device | 1 64 | a:512
__global__ void overlapping_memcpy(char* lists) {
  memcpy(lists + 4 * threadIdx.x, lists + 256, 8);  // FAULT
}

//! race also=init array=note kind=shared | 1 64 | a:256
__global__ void tile_group_too_small(int* out) {
  __shared__ int note[64];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  note[threadIdx.x] = threadIdx.x;  // FAULT
  tile.sync();
  out[threadIdx.x] = note[threadIdx.x ^ 16];  // OTHER
}

//! race also=init array=ready kind=shared | 1 64 | a:4
__global__ void flag_without_barrier(int* out) {
  __shared__ int ready;
  if (threadIdx.x == 0) ready = 1;  // FAULT
  if (threadIdx.x == 63) *out = ready;  // OTHER
  __syncthreads();
}

//! race array=edge kind=shared | 1 64 | a:8
__global__ void through_pointer(int* out) {
  __shared__ int edge[2];
  int* const mine = edge + threadIdx.x / 32;
  *mine = threadIdx.x;  // FAULT
  __syncthreads();
  if (threadIdx.x < 2) out[threadIdx.x] = edge[threadIdx.x];
}

//! race kind=device | 1 32 | a:256
__global__ void odd_even_sort_one_barrier_missing(int* keys) {
  const int i = 2 * threadIdx.x;
  if (keys[i] > keys[i + 1]) {  // OTHER
    keys[i] = 1;  // OTHER
    keys[i + 1] = 2;  // OTHER
  }
  if (i + 2 < 64) keys[i + 2] = keys[i + 1] + 1;  // FAULT
}

// Votes and shuffles order no memory.
//! race also=init array=box kind=shared | 1 32 | a:128
__global__ void ballot_is_no_barrier(int* out) {
  __shared__ int box[32];
  box[threadIdx.x] = threadIdx.x;  // FAULT
  const unsigned odd = __ballot_sync(0xffffffff, threadIdx.x & 1);
  out[threadIdx.x] = box[31 - threadIdx.x] + __popc(odd);  // OTHER
}

//! race kind=device | 1 16 | a:32
__global__ void bytes_of_a_word(unsigned* words) {
  unsigned char* const bytes = (unsigned char*)words;
  bytes[threadIdx.x] = threadIdx.x;  // FAULT
  if (threadIdx.x == 3) words[4] = words[0];  // OTHER
}

//! race what=write_after_read | 1 32 | a:64 a:128
__global__ void next_half_overwritten(unsigned short* x, unsigned* out) {
  out[threadIdx.x] = x[threadIdx.x];  // OTHER
  x[(threadIdx.x + 1) % 32] = 7;      // FAULT
}

//! race what=write_after_read | 1 32 | a:32 a:128
__global__ void next_byte_overwritten(unsigned char* x, unsigned* out) {
  out[threadIdx.x] = x[threadIdx.x];  // OTHER
  x[(threadIdx.x + 1) % 32] = 7;      // FAULT
}

//! race kind=device | 1 64 | a:64
__global__ void bytes_written_twice(unsigned char* bytes) {
  bytes[threadIdx.x & 31] = threadIdx.x + 1;  // FAULT
}

//! race also=init array=tile kind=shared | 1 64 | a:256
__global__ void beside_the_own_word(int* out) {
  __shared__ int tile[65];
  if (threadIdx.x == 0) tile[64] = 0;
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;  // FAULT
  out[threadIdx.x] = tile[threadIdx.x + 1];  // OTHER
}

//! race kind=device | 2 64 | a:512
__global__ void halves_of_doubles(double* values) {
  ((float*)values)[threadIdx.x] = blockIdx.x + 1.0f;  // FAULT
}

//! race kind=device | 1 64 | a:256
__global__ void barrier_in_a_branch_of_a_warp(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;  // FAULT
    __syncwarp();
  }
  if (threadIdx.x >= 32) out[threadIdx.x - 32] = 2;  // OTHER
}

//! race array=note kind=shared | 1 128 | a:512
__global__ void named_barrier_of_half(int* out) {
  __shared__ int note[128];
  note[threadIdx.x] = 0;
  __syncthreads();
  note[threadIdx.x] = threadIdx.x;  // FAULT
  asm volatile("bar.sync %0, 64;" ::"r"(1 + (int)threadIdx.x / 64) : "memory");
  out[threadIdx.x] = note[127 - threadIdx.x];  // OTHER
}

// A guess that a compare-and-swap checks is no race, and orders nothing.
//! race array=total kind=shared | 1 64 | a:4
__global__ void read_behind_compare_and_swap(int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  int old = total, seen;
  do {
    seen = old;
    old = atomicCAS(&total, seen, seen + 1);  // FAULT
  } while (old != seen);
  if (threadIdx.x == 0) *out = total;  // OTHER
}

//! race kind=device | 1 32 | a:4
__global__ void plain_write_beside_a_guess(int* count) {
  if (threadIdx.x == 7) {
    *count = 5;  // FAULT
    return;
  }
  int old = *count, seen;  // OTHER
  do {
    seen = old;
    old = atomicCAS(count, seen, seen + 1);  // OTHER
  } while (old != seen);
}

// Volatile accesses of one warp are right where it goes in step, before compute capability 7.0. The threads of
// this kernel run one by one, since its warp function is checked, and it computes something else: an error.
//! race what=warp_synchronous array=part kind=shared | 1 32 | a:4
__global__ void volatile_warp_without_syncwarp(int* out) {
  __shared__ volatile int part[32];
  part[threadIdx.x] = threadIdx.x;
  __syncwarp();
  for (int stride = 16; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];  // FAULT
  }
  if (threadIdx.x == 0) *out = part[0];
}

// A loop waits for the flag, and no fence orders what is written before it.
//! race array=box kind=shared | 1 64 | a:4
__global__ void flag_without_fence(int* out) {
  __shared__ volatile int ready;
  __shared__ int box;
  if (threadIdx.x == 0) ready = box = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    box = 42;  // FAULT
    ready = 1;
  } else if (threadIdx.x == 32) {
    while (ready == 0) {
    }
    *out = box;  // OTHER
  }
}

// The writer of a word has read it last but one: that another thread has read it, too, must be known.
//! race what=write_after_read kind=device size=128 access=write | 1 32 | a:128
__global__ void exchange_within_a_warp(int* a) {
  const int mine = a[threadIdx.x];
  const int neighbour = a[threadIdx.x ^ 1];  // OTHER
  a[threadIdx.x] = mine + neighbour + 1;  // FAULT
}

// As reductions of PyCUDA end.
//! warning what=warp_synchronous array=sums kind=shared | 2 64 | a:8 a:512
__global__ void last_warp_of_a_reduction(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile int* const part = sums;
    part[threadIdx.x] += part[threadIdx.x + 32];  // FAULT
    part[threadIdx.x] += part[threadIdx.x + 16];  // FAULT
    part[threadIdx.x] += part[threadIdx.x + 8];   // FAULT
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// Local variables in memory do not take its step.
//! warning what=warp_synchronous array=sums kind=shared | 1 32 | a:4 a:128
__global__ void last_warp_with_local_memory(int* out, const int* in) {
  __shared__ volatile int sums[32];
  volatile int mine = in[threadIdx.x];
  int digits[8] = {};
  for (int i = 0; i < 8; ++i) digits[mine + i & 7] += i;
  sums[threadIdx.x] = mine + digits[mine & 7] - digits[mine & 7];     // OTHER
  if (threadIdx.x < 16) sums[threadIdx.x] += sums[threadIdx.x + 16];  // FAULT
  if (threadIdx.x < 8) sums[threadIdx.x] += sums[threadIdx.x + 8];    // FAULT
  if (threadIdx.x == 0) *out = sums[0];                               // FAULT
}

//! race array=part kind=shared also=init | 1 64 | a:256
__global__ void volatile_between_warps(int* out) {
  __shared__ volatile int part[64];
  part[threadIdx.x] = threadIdx.x;       // FAULT
  out[threadIdx.x] = part[63 - threadIdx.x];  // FAULT
}

// Both are done at once, in step or not.
//! race what=write_after_write array=last kind=shared | 1 32 | a:4
__global__ void volatile_writes_of_one_instruction(int* out) {
  __shared__ volatile int last;
  last = threadIdx.x;  // FAULT
  __syncthreads();
  *out = last;
}

//! race array=sums kind=shared | 1 32 | a:128
__global__ void volatile_beside_plain(int* out) {
  __shared__ int sums[32];
  *(volatile int*)&sums[threadIdx.x] = threadIdx.x;  // FAULT
  out[threadIdx.x] = sums[31 - threadIdx.x];         // FAULT
}

// The next block reads the word too before it writes it.
//! race kind=device size=4096 | 4 256 | a:4096 1024
__global__ void fold_in_place(float* values, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n - 256) values[i] += values[i + 256] + 1;  // FAULT
}

// A barrier of the block counts the barriers of a warp anew.
//! race array=note kind=shared | 1 32 | a:128
__global__ void after_many_syncwarps(int* out) {
  __shared__ int note[32];
  note[threadIdx.x] = 0;
  for (int i = 0; i < 66000; ++i) __syncwarp();
  __syncthreads();
  note[threadIdx.x] = threadIdx.x + 1;       // FAULT
  out[threadIdx.x] = note[threadIdx.x ^ 1];  // OTHER
}

// Threads with parts of words of their own, which one record describes for a line: three members of each.
//! race what=read_after_write kind=device thread=32 other=5 | 1 64 | a:512 a:4
__global__ void parts_of_structs(float4* place, float* out) {
  if (threadIdx.x < 32) {
    float4 p = place[threadIdx.x];
    p.x += 1;
    p.y += 1;
    p.z += 1;
    place[threadIdx.x] = p;  // FAULT
  } else if (threadIdx.x == 32) {
    *out = place[5].x;  // OTHER
  }
}

// Three bytes of each word, one after the other.
//! race what=read_after_write kind=device thread=32 other=5 | 1 64 | a:128 a:4 3
__global__ void bytes_of_own_words(unsigned char* bytes, int* out, int n) {
  const int first = 4 * (threadIdx.x & 31);
  if (threadIdx.x < 32) {
    for (int k = first; k < first + n; ++k) bytes[k] = k + 1;  // FAULT
  } else if (threadIdx.x == 32) {
    *out = bytes[20];  // OTHER
  }
}

//! race what=read_after_write kind=device thread=32 other=5 | 1 64 | a:256 a:4
__global__ void parts_at_two_lines(float2* pairs, float* out) {
  if (threadIdx.x < 32) {
    pairs[threadIdx.x].x = 1;  // FAULT
    pairs[threadIdx.x].y = 2;
  } else if (threadIdx.x == 32) {
    *out = pairs[5].x;  // OTHER
  }
}

//! race what=write_after_write kind=device thread=32..63 other=0..31 | 1 64 | a:256
__global__ void parts_of_other_threads(float2* pairs) {
  pairs[threadIdx.x & 31].y = threadIdx.x;  // FAULT
}

//! race what=write_after_write,read_after_write kind=device | 2 32 | a:256
__global__ void parts_of_other_blocks(float2* pairs) {
  pairs[threadIdx.x].y = blockIdx.x + 1;  // FAULT
}

//! race what=read_after_write array=row kind=shared size=256 thread=50 other=3 | 1 64 | a:256
__global__ void one_word_of_a_row(int* out) {
  __shared__ int row[64];
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 3) row[50] = 7;  // FAULT
  out[threadIdx.x] = row[threadIdx.x];  // OTHER
}

// Two threads have read the words of each row, but for the last ones.
//! race what=write_after_read array=row kind=shared thread=63 | 1 64 | a:256 5
__global__ void edge_of_a_window(int* out, int n) {
  __shared__ int row[72];
  row[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 8) row[64 + threadIdx.x] = 1;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += row[threadIdx.x + k];  // OTHER
  if (threadIdx.x == 63) row[65] = sum;  // FAULT
  out[threadIdx.x] = sum;
}

// Another thread has written other bytes of the word since.
//! race what=read_after_write kind=device thread=64 other=5 | 1 96 | a:128 a:4 2
__global__ void bytes_before_other_bytes(unsigned char* bytes, int* out, int n) {
  const int first = 4 * (threadIdx.x & 31);
  if (threadIdx.x < 32) {
    for (int k = first; k < first + n; ++k) bytes[k] = k + 1;  // FAULT
  } else if (threadIdx.x < 64) {
    bytes[first + 2] = 1;
  } else if (threadIdx.x == 64) {
    *out = bytes[20];  // OTHER
  }
}

//! race what=read_after_write array=word kind=shared other=3 | 1 32 | a:128
__global__ void one_word_read_by_all(int* out) {
  __shared__ int word;
  if (threadIdx.x == 3) word = 7;  // FAULT
  out[threadIdx.x] = word;  // OTHER
}

// The writer has read the word first, at no regular distance from its neighbours.
//! race what=write_after_read array=row kind=shared | 1 32 | a:128
__global__ void exchange_in_shared_memory(int* out) {
  __shared__ int row[32];
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int own = threadIdx.x * 5 & 31, other = (threadIdx.x ^ 1) * 5 & 31;
  const int mine = row[own];
  const int neighbour = row[other];  // OTHER
  row[own] = mine + neighbour + 1;  // FAULT
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

//! race also=init array=tile kind=shared size=4224 | 1 32,8 | a:4096 a:4096
__global__ void column_of_a_tile(float* out, const float* in) {
  __shared__ float tile[32][33];
  for (int y = threadIdx.y; y < 32; y += 8) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];  // OTHER
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = tile[threadIdx.x][y];  // FAULT
}

//! race array=tile kind=shared size=4224 | 1 32,8 | a:4096 a:4096
__global__ void column_after_a_row(float* out, const float* in) {
  __shared__ float tile[32][33];
  for (int y = threadIdx.y; y < 32; y += 8) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int y = threadIdx.y; y < 32; y += 8) sum += tile[y][threadIdx.x];  // OTHER
  for (int y = threadIdx.y; y < 32; y += 8) tile[threadIdx.x][y] = sum;  // FAULT
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = tile[y][threadIdx.x];
}

//! race what=write_after_read array=row kind=shared | 1 32,3 | a:128
__global__ void row_read_by_every_warp(float* out) {
  __shared__ float row[32];
  if (threadIdx.y == 0) row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float mine = row[threadIdx.x];  // OTHER
  if (threadIdx.y == 2) row[threadIdx.x] = mine + 1;  // FAULT
  if (threadIdx.y == 1) out[threadIdx.x] = mine;
}

// More accesses than are listed.
//! race what=write_after_read array=row kind=shared | 1 64 | a:256 600
__global__ void window_read_many_times(float* out, int n) {
  __shared__ float row[96];
  row[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) row[64 + threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += row[threadIdx.x + k % 32];  // OTHER
  row[threadIdx.x] = sum;  // FAULT
  out[threadIdx.x] = sum;
}

//! race what=write_after_write array=row kind=shared thread=32..63 other=0..31 | 1 64 | a:256
__global__ void rows_that_overlap(int* out) {
  __shared__ int row[64];
  row[threadIdx.x & 31] = threadIdx.x;  // FAULT
  row[32 + (threadIdx.x & 31)] = 7;
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

// Words of a wide row of which the first are noted at once, because the list is half full.
//! race what=write_after_read array=row kind=shared | 1 32,2 | a:512 300
__global__ void wide_row_half_known(long long* out, int n) {
  __shared__ __align__(8) int row[64];
  __shared__ int window[384];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  for (int k = thread; k < 384; k += 64) window[k] = k;
  row[thread] = thread;
  __syncthreads();
  long long sum = 0;
  if (threadIdx.y == 0) {
    for (int k = 0; k < n; ++k) sum += window[threadIdx.x + k];
    sum += row[threadIdx.x] + ((long long*)row)[threadIdx.x];  // OTHER
  } else {
    row[32 + threadIdx.x] = 3;  // FAULT
  }
  out[thread] = sum;
}

//! race what=read_after_write array=row kind=shared | 1 32,2 | a:512 300
__global__ void wide_row_half_written(long long* out, int n) {
  __shared__ __align__(8) int row[64];
  __shared__ int window[384];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  for (int k = thread; k < 384; k += 64) window[k] = k;
  row[thread] = thread;
  __syncthreads();
  long long sum = 0;
  if (threadIdx.y == 0) {
    for (int k = 0; k < n; ++k) sum += window[threadIdx.x + k];
    sum += row[threadIdx.x];
    row[32 + threadIdx.x] = 3;  // OTHER
  } else {
    sum = ((long long*)row)[threadIdx.x];  // FAULT
  }
  out[thread] = sum;
}

//! race what=write_after_read array=tile kind=shared | 1 32,2 | a:256
__global__ void row_after_a_column(float* out) {
  __shared__ float tile[32][33];
  for (int y = threadIdx.y; y < 32; y += 2) tile[y][threadIdx.x] = y;
  __syncthreads();
  float mine = 0;
  if (threadIdx.y == 0)
    mine = tile[threadIdx.x][5];  // OTHER
  else
    tile[7][threadIdx.x] = 3;  // FAULT
  out[threadIdx.y * 32 + threadIdx.x] = mine;
}
