// SPDX-License-Identifier: Apache-2.0
//
// Correct kernels, and harmless ones, that a checker could take for faulty: no report. README.md explains the lines with //!.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_adjacent_difference.cuh>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

// ---- memory

//! none | 4 64 | a:1000 250
__global__ void to_the_last_element(float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = 1;
}

//! none | 1 32 | a:128 a:128
__global__ void pointer_to_the_end(int* out, const int* in) {
  const int* const end = in + 32;
  int sum = 0;
  for (const int* p = end; p-- != in;) sum += *p;
  out[threadIdx.x] = sum;
}

//! none | 1 4 | a:64 a:64
__global__ void negative_index_from_the_middle(float* out, const float* in) {
  const float* const middle = in + 8;
  for (int i = -2; i < 2; ++i) out[threadIdx.x * 4 + i + 2] = middle[(int)threadIdx.x * 4 - 8 + i + 2];
}

//! none | 1 8 | a:120 a:128
__global__ void vectors_to_the_end(float* out, const float4* in) {
  const float4 v = in[threadIdx.x];
  if (threadIdx.x < 7) ((float4*)out)[threadIdx.x] = v;
  else ((float2*)out)[14] = make_float2(v.x, v.y);
}

//! none | 1 16 | sub:1024/256/64
__global__ void part_of_memory(int* part) {
  part[threadIdx.x] = threadIdx.x;
}

//! none | 1 13 | pool:13
__global__ void bytes_of_a_pool(char* text) {
  text[threadIdx.x] = 'a' + threadIdx.x;
}

//! none | 1 16 | box:64
__global__ void stored_pointer(int** table) {
  int* const cells = table[0];
  cells[threadIdx.x] = 1;
}

//! none | 1 16 | a:64
__device__ int numbers[16] = {1, 2, 3};
__device__ int* where = numbers + 4;
__constant__ float factors[4] = {1, 2, 3, 4};
__global__ void variables(float* out) {
  if (threadIdx.x < 8) where[threadIdx.x] += 1;
  out[threadIdx.x] = factors[threadIdx.x & 3] + numbers[threadIdx.x & 3];
}

//! none | 2 32 512 | a:512
__global__ void dynamic_shared_in_parts(float* out) {
  extern __shared__ char room[];
  int* const counts = (int*)room;
  double* const sums = (double*)(room + 128);
  char* const marks = room + 384;
  counts[threadIdx.x] = threadIdx.x;
  sums[threadIdx.x] = 0.5 * threadIdx.x;
  marks[threadIdx.x] = 1;
  marks[threadIdx.x + 96] = 2;
  __syncthreads();
  const int other = 31 - threadIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = counts[other] + sums[other] + marks[other] + marks[other + 96];
  out[blockIdx.x * 64 + 32 + threadIdx.x] = 0;
}

//! none | 1 32 | a:128
__global__ void heap_of_kernels(int* out) {
  int* const made = (int*)malloc(40 + threadIdx.x);
  if (!made) return;
  for (int i = 0; i < 10; ++i) made[i] = i * threadIdx.x;
  out[threadIdx.x] = made[9];
  free(made);
}

//! none | 1 32 | a:4
__global__ void heap_shared_by_a_block(int* out) {
  __shared__ int* made;
  if (threadIdx.x == 0) made = new int[32];
  __syncthreads();
  made[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = made[31];
    delete[] made;
  }
}

//! none | 1 3 | a:12
__device__ __noinline__ int depth(int n, int* path) {
  path[n] = n;
  return n == 0 ? path[0] : depth(n - 1, path) + path[n];
}
__global__ void local_array_of_a_caller(int* out) {
  int path[8];
  out[threadIdx.x] = depth(7, path);
}

//! none | 1 32 | locked:128 managed:128
__global__ void memory_of_the_host(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}

//! none | 1 1 | a:4 struct:1,2,3,4 4
struct Four {
  int v[4];
};
__global__ void value_argument(int* out, Four four, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += four.v[i];
  *out = sum;
}

//! none | 1 16 | a:96
#pragma pack(push, 1)
struct Packed {
  char tag;
  int value;
  char end;
};
#pragma pack(pop)
__global__ void packed_members(Packed* out) {
  out[threadIdx.x].value = threadIdx.x;
  out[threadIdx.x].tag = out[threadIdx.x].end = 1;
}

// A piece that one block frees is another's at once.
//! none | 2000 32 | a:256000
__global__ void pieces_of_the_heap(int* out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  int* const piece = (int*)malloc(4 * (50 + i % 7));
  if (!piece) return;
  for (int j = 0; j < 50; ++j) piece[j] = j;
  int sum = 0;
  for (int j = 0; j < 50; ++j) sum += piece[j];
  out[i] = sum;
  free(piece);
}

// ---- init

struct Padded {
  char tag;
  int value;
  short end;
};

//! none | 1 8 | new:96 new:96
__global__ void struct_padding(Padded* out, Padded* by_member) {
  by_member[threadIdx.x].tag = 1;
  by_member[threadIdx.x].value = 2;
  by_member[threadIdx.x].end = 3;
  out[threadIdx.x] = by_member[threadIdx.x];
  out[threadIdx.x].value += 1;
}

//! none | 1 8 | new:96
__device__ __noinline__ Padded made(int i) {
  Padded p;
  p.tag = i;
  p.value = 2 * i;
  p.end = 3;
  return p;
}
__global__ void struct_returned(Padded* out) {
  const Padded p = made(threadIdx.x);
  out[threadIdx.x] = p;
}

//! none | 1 4 | new:48 new:64
__global__ void three_of_four(float3* out, float4* scratch) {
  scratch[threadIdx.x].x = 1;
  scratch[threadIdx.x].y = 2;
  scratch[threadIdx.x].z = 3;
  out[threadIdx.x] = make_float3(scratch[threadIdx.x].x, scratch[threadIdx.x].y, scratch[threadIdx.x].z);
}

//! none | 1 32 | copied:128 copied:128
__global__ void copied_by_the_device(int* out, const int* in) {
  out[threadIdx.x] += in[threadIdx.x];
}

//! none | 1 16 | a:64 part:64/40 10
__global__ void below_what_was_written(int* out, const int* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}

//! none | 1 32 | new:128
__global__ void written_then_read(int* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int left = out[(threadIdx.x + 31) & 31];
  __syncthreads();
  out[threadIdx.x] += left;
}

//! none | 1 1 | new:64
__global__ void written_bytewise(int* out) {
  unsigned char* const bytes = (unsigned char*)out;
  for (int i = 0; i < 32; ++i) bytes[i] = i;
  memset(bytes + 32, 5, 32);
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += out[i];
  out[0] = sum;
}

//! none | 1 8 | new:32 new:96
__global__ void bit_fields(unsigned* out, char* room) {
  struct Bits {
    unsigned a : 3, b : 5, c : 24;
  } bits;
  bits.a = threadIdx.x;
  bits.b = 1;
  bits.c = 77;
  out[threadIdx.x] = bits.a + bits.b + bits.c;
  room[threadIdx.x] = 1;
}

//! none | 1 8 | a:32 5
__global__ void local_array_used_as_far_as_written(int* out, int n) {
  int values[16];
  for (int i = 0; i < n; ++i) values[i] = i;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  out[threadIdx.x] = sum;
}

//! none | 1 1 | a:8
__global__ void union_of_types(unsigned long long* out) {
  union {
    double number;
    unsigned char bytes[8];
  } value;
  value.number = 1.5;
  unsigned long long sum = 0;
  for (int i = 0; i < 8; ++i) sum = sum << 8 | value.bytes[i];
  *out = sum;
}

// ---- race

//! none | 8 128 | a:32 a:4096
__global__ void reduction(float* sum, const float* in) {
  __shared__ float part[128];
  part[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  for (int stride = 64; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[blockIdx.x] = part[0];
}

//! none | 1 64 | a:4
__global__ void last_warp_with_syncwarp(int* out) {
  __shared__ int part[64];
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int stride = 32; stride > 0; stride >>= 1) {
      const int sum = part[threadIdx.x] + part[(threadIdx.x + stride) & 63];
      __syncwarp();
      part[threadIdx.x] = sum;
      __syncwarp();
    }
    if (threadIdx.x == 0) *out = part[0];
  }
}

//! none | 1 64 | a:256 a:1024 4
__global__ void double_buffer(float* out, const float* in, int steps) {
  __shared__ float tile[2][64];
  float sum = 0;
  tile[0][threadIdx.x] = in[threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    __syncthreads();
    if (step + 1 < steps) tile[(step + 1) & 1][threadIdx.x] = in[(step + 1) * 64 + threadIdx.x];
    sum += tile[step & 1][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

//! none | 4 64 | a:64
__global__ void histogram(int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x * 7 & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

//! none | 2 64 | a:256
__global__ void halves_in_place(unsigned short* x) {
  x[blockIdx.x * 64 + threadIdx.x] ^= 3;
}

//! none | 2 64 | a:128
__global__ void bytes_in_place(unsigned char* x) {
  x[blockIdx.x * 64 + threadIdx.x] ^= 3;
}

//! none | 1 32 | a:32
__global__ void bytes_beside_each_other(unsigned char* out) {
  out[threadIdx.x] = threadIdx.x;
}

//! none | 1 64 | a:4
__global__ void same_value_of_all(int* found) {
  __shared__ int any;
  any = 0;
  __syncthreads();
  if (threadIdx.x > 40) any = 1;
  __syncthreads();
  if (any) *found = 1;
}

//! none | 4 64 | a:4 a:1024
__global__ void found_by_several_blocks(int* found, const int* in) {
  if (in[blockIdx.x * 64 + threadIdx.x] == 0) *found = 1;
}

//! none | 8 32 | a:4 new:32 a:4
__global__ void last_block_sums(int* out, volatile int* partial, unsigned* ticket) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    is_last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    __threadfence();
    int sum = 0;
    for (int i = 0; i < (int)gridDim.x; ++i) sum += partial[i];
    *out = sum;
  }
}

//! none | 4 1 | a:4 a:4
__global__ void lock_by_atomics(int* value, int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *value += 1;
  __threadfence();
  atomicExch(lock, 0);
}

//! none | 2 1 | a:4 a:4 a:4
__global__ void flag_between_blocks(int* out, int* data, int* flag) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

//! none cooperative=1 | 4 32 | a:512 a:512
__global__ void grid_stencil(int* a, int* b) {
  const cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank();
  for (int step = 0; step < 3; ++step) {
    b[i] = a[(i + 1) & 127] + step;
    grid.sync();
    a[i] = b[(i + 127) & 127];
    grid.sync();
  }
}

//! none | 1 64 | a:256
__global__ void shared_used_again_as_another_type(float* out) {
  __shared__ double room[64];
  int* const numbers = (int*)room;
  numbers[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int mine = numbers[63 - threadIdx.x];
  __syncthreads();
  room[threadIdx.x] = mine;
  __syncthreads();
  out[threadIdx.x] = room[(threadIdx.x + 1) & 63];
}

//! none | 1 96 | a:256
__global__ void producers_and_consumers(int* out) {
  __shared__ int box[64];
  if (threadIdx.x < 32) {
    for (int i = 0; i < 2; ++i) box[threadIdx.x * 2 + i] = threadIdx.x + i;
    asm volatile("bar.sync 1, 96;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[threadIdx.x - 32] = box[threadIdx.x - 32];
  }
}

//! none | 1 128 | a:512 a:512
__global__ void copied_asynchronously(int* out, const int* in) {
  __shared__ int tile[128];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  cg::wait(block);
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

//! none | 2 64 | a:4 a:512
__global__ void shuffles_and_one_atomic(int* sum, const int* in) {
  int value = in[blockIdx.x * 64 + threadIdx.x] + 1;
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(sum, value);
}

//! none | 1 64 | a:256
__global__ void exchange_in_a_warp(int* out) {
  __shared__ int box[64];
  box[threadIdx.x] = threadIdx.x;
  __syncwarp();
  const int other = box[threadIdx.x ^ 31];
  __syncwarp();
  box[threadIdx.x] = other + 1;
  __syncwarp();
  out[threadIdx.x] = box[threadIdx.x ^ 1];
}

//! none | 4 64 | a:1024
__global__ void in_place(float* x) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  x[i] = x[i] * 2 + 1;
}

//! none | 2 64 | a:4
__device__ int turns;
__global__ void atomic_on_a_variable(int* out) {
  const int turn = atomicAdd(&turns, 1);
  if (turn == 5) *out = turn;
}

//! none | 8 64 | a:512
__global__ void same_values_of_blocks(int* out) {
  out[threadIdx.x] = threadIdx.x;
  ((unsigned char*)out)[256 + threadIdx.x] = 1;
}

// A guess that a compare-and-swap checks.
//! none | 4 64 | a:4
__global__ void compare_and_swap_loop(int* sum) {
  int old = *sum, seen;
  do {
    seen = old;
    old = atomicCAS(sum, seen, seen + (int)threadIdx.x);
  } while (old != seen);
}

//! none | 2 96 | a:8 a:768
__global__ void largest_of_a_block(float* out, const float* in) {
  __shared__ float largest;
  if (threadIdx.x == 0) largest = -1;
  __syncthreads();
  const float mine = in[blockIdx.x * 96 + threadIdx.x] + threadIdx.x;
  float old = largest, seen;
  while (old < mine) {
    seen = old;
    old = __int_as_float(atomicCAS((int*)&largest, __float_as_int(seen), __float_as_int(mine)));
    if (__float_as_int(old) == __float_as_int(seen)) break;
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = largest;
}

//! none | 4 64 | a:8
__device__ __noinline__ double add_to(double* address, double value) {
  unsigned long long* const word = (unsigned long long*)address;
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void sum_of_doubles(double* sum) {
  add_to(sum, threadIdx.x);
}

//! none | 2 64 | a:4
__global__ void half_a_word_by_compare_and_swap(unsigned short* halves) {
  unsigned* const word = (unsigned*)halves;
  const unsigned shift = 16 * (threadIdx.x & 1);
  unsigned old, seen;
  do {
    seen = *word;
    old = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | ((seen >> shift) + 1 & 0xffffu) << shift);
  } while (old != seen);
}

//! none | 4 64 | a:16 a:1024
__global__ void volatile_guess_in_shared_memory(int* sums, int* old_ones) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int old = *(volatile int*)&sum, seen;
  do {
    seen = old;
    old = atomicCAS(&sum, seen, seen + 1);
  } while (old != seen);
  old_ones[blockIdx.x * 64 + threadIdx.x] = old;
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// A volatile word that a loop waits for.
//! none | 1 96 | a:8 70
__global__ void door_of_a_block(int* out, int opener) {
  __shared__ volatile int door;
  if (threadIdx.x == 0) door = 0;
  __syncthreads();
  if (threadIdx.x == opener) {
    out[1] = 7;
    __threadfence_block();
    door = 1;
  } else if (threadIdx.x == 0) {
    while (door == 0) {
    }
    __threadfence_block();
    out[0] = out[1] + 1;
  }
}

//! none | 1 128 | a:4
__global__ void warps_in_turn(int* out) {
  __shared__ volatile int turn;
  const int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (turn != warp) __nanosleep(20);
    __threadfence_block();
    *out += warp;
    __threadfence_block();
    turn = warp + 1;
  }
}

//! none | 2 1 | a:4 a:4 a:4
__global__ void volatile_flag_between_blocks(int* out, volatile int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

// The description of a surface is the program's.
//! none | 2 32 | surface:8/8 a:256
__global__ void through_a_surface(cudaSurfaceObject_t surface, int* out) {
  const int i = blockIdx.x * 32 + threadIdx.x, x = i % 8, y = i / 8;
  surf2Dwrite(i, surface, x * 4, y);
  out[i] = surf2Dread<int>(surface, x * 4, y);
}

// ---- sync

//! none | 2 64 | a:512 3
__global__ void barrier_in_uniform_branch(int* out, int n) {
  if (n > 2) __syncthreads();
  for (int i = 0; i < n + (int)blockIdx.x; ++i) {
    out[blockIdx.x * 64 + threadIdx.x] += 1;
    __syncthreads();
  }
  if (blockIdx.x == 1) return;
  __syncthreads();
}

//! none | 1 32 | a:128
__global__ void masks_of_those_who_come(int* out) {
  if (threadIdx.x < 12) {
    __syncwarp(0x00000fff);
    out[threadIdx.x] = __shfl_sync(0x00000fff, (int)threadIdx.x, 11);
  } else {
    out[threadIdx.x] = __shfl_sync(0xfffff000, (int)threadIdx.x, 31) + __popc(__activemask());
  }
}

//! none | 1 64 | a:256
__global__ void coalesced_threads(int* out) {
  if (threadIdx.x % 3 == 0) {
    const cg::coalesced_group group = cg::coalesced_threads();
    out[threadIdx.x] = cg::reduce(group, 1, cg::plus<int>()) + group.shfl(threadIdx.x, 0);
    group.sync();
  }
}

//! none | 1 64 | a:256
__global__ void tiles_of_their_own(int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (tile.meta_group_rank() & 1) {
    tile.sync();
    out[threadIdx.x] = tile.shfl_down(threadIdx.x, 1) + tile.any(tile.thread_rank() == 3);
  }
}

//! none | 1 128 | a:512
__global__ void named_barriers_of_halves(int* out) {
  __shared__ int box[128];
  box[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync %0, 64;" ::"r"(1 + (int)threadIdx.x / 64) : "memory");
  out[threadIdx.x] = box[threadIdx.x ^ 63];
}

//! none | 1 64 | a:4
__global__ void counting_barriers(int* out) {
  const int all = __syncthreads_count(threadIdx.x > 3), any = __syncthreads_or(threadIdx.x == 9);
  if (threadIdx.x == 0) *out = all + any;
}

//! none | 1 20 | a:80
__global__ void small_block_with_the_full_mask_of_its_lanes(int* out) {
  const unsigned mask = __activemask();
  out[threadIdx.x] = __shfl_sync(mask, (int)threadIdx.x, 19);
}

// ---- Parts of memory, and arrays in structs

//! none | 1 64 | sub:1024/256/256
__global__ void whole_sub_region(int* part) {
  part[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int* at = part + 64; at != part;) *--at = 1;
}

//! none | 1 32 | a:128 sub:512/128/64 sub:512/0/64
__global__ void one_of_two_sub_regions(int* out, const int* even, const int* odd) {
  const int* const from = threadIdx.x % 2 == 0 ? even : odd;
  out[threadIdx.x] = from[threadIdx.x / 2];
}

//! none | 2 32 | a:256 sub:512/128/256
__global__ void copies_a_sub_region(int4* out, const int4* part) {
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = part[blockIdx.x * 8 + threadIdx.x];
}

//! none | 1 1 | a:4 a:20 4
struct Sum {
  int values[4];
  int total;
};
__global__ void end_of_a_member(int* out, const Sum* sum, int n) {
  int total = 0;
  for (const int *at = &sum->values[0], *end = &sum->values[n]; at != end; ++at) total += *at;
  *out = total;
}

// Memory behind a struct whose last array has one element.
//! none | 1 8 | a:36
struct List {
  int count;
  int items[1];
};
__global__ void last_member_goes_on(List* list) {
  list->items[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) list->count = 8;
}

//! none | 1 32 | a:132
struct Square {
  int cells[4][8];
  int total;
};
__global__ void member_row_by_row_as_one(Square* square) {
  square->cells[0][threadIdx.x] = square->cells[threadIdx.x / 8][threadIdx.x % 8] + 1;
}

//! none | 1 8 | a:32 a:32
union Both {
  int all[8];
  struct {
    int low[4];
    int high[4];
  } half;
};
__global__ void member_of_a_union(int* out, const Both* both) {
  out[threadIdx.x] = threadIdx.x < 4 ? both->half.low[threadIdx.x] : both->all[threadIdx.x] + both->half.high[threadIdx.x - 4];
}

//! none | 1 8 | a:48
struct alignas(16) Node {
  int count;
  float items[1];
};
__global__ void last_member_before_padding(Node* node) {
  node->items[threadIdx.x] = 1;
}

//! none | 1 4 | a:16 a:40 8
struct Window {
  float at[8];
  float rest[2];
};
__global__ void back_from_the_end_of_a_member(float* out, const Window* window, int n) {
  out[threadIdx.x] = (&window->at[n])[-1];
}

// ---- parts of words of threads' own, which one record describes for a line

//! none | 1 64 | a:512 a:128
__global__ void rest_of_structs(float4* place, float* out) {
  if (threadIdx.x < 32) {
    float4 p = place[threadIdx.x];
    p.x += 1;
    p.y += 1;
    p.z += 1;
    place[threadIdx.x] = p;
  } else {
    out[threadIdx.x - 32] = place[threadIdx.x - 32].w;
  }
}

//! none | 1 64 | a:128 2
__global__ void halves_of_words_by_bytes(unsigned char* bytes, int n) {
  const int first = 4 * (threadIdx.x & 31) + 2 * (threadIdx.x / 32);
  for (int k = first; k < first + n; ++k) bytes[k] = k + 1;
}

//! none | 1 32 | a:256 a:4 7
__global__ void own_parts_again(float2* pairs, float* out, int at) {
  pairs[threadIdx.x].x = 1;
  if (threadIdx.x == 3) *out = ((float*)pairs)[at];
  pairs[threadIdx.x].x = 2;
}

//! none | 1 32 | a:128 new:256
__global__ void half_of_pairs_written(float* out, float2* pairs) {
  pairs[threadIdx.x].x = threadIdx.x;
  out[threadIdx.x] = pairs[threadIdx.x].x;
}

//! none | 2 32,8 | a:4096 a:4096
__global__ void columns_of_a_tile(float* out, const float* in) {
  __shared__ float tile[32][33];
  for (int y = threadIdx.y; y < 32; y += 8) tile[threadIdx.x][31 - y] = in[y * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int y = 0; y < 32; ++y) sum += tile[threadIdx.x][y] + tile[31 - threadIdx.x][y];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) tile[31 - threadIdx.x][y] = sum;
  __syncthreads();
  if (blockIdx.x == 0)
    for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = tile[threadIdx.x][y];
}

//! none | 1 32 | a:512 a:512
__global__ void differences_at_the_ends_of_a_block(const long long* in, long long* out) {
  typedef cub::BlockAdjacentDifference<long long, 32> Differences;
  __shared__ Differences::TempStorage place;
  long long items[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]};
  Differences(place).SubtractRight(items, items, cuda::std::minus<>(), 5LL);
  __syncthreads();
  Differences(place).SubtractLeft(items, items, cuda::std::minus<>(), 5LL);
  for (int i = 0; i < 2; ++i) out[2 * threadIdx.x + i] = items[i];
}

// ---- a place that is selected, of which the optimizer reads both

//! none | 1 32 | a:2048
template <class T>
struct Items {
  alignas(T) unsigned char bytes[2 * sizeof(T)];
  __device__ T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};
template <class Take>
__device__ void each(const long long (&own)[4], const long long* end, Take take) {
  const int t = threadIdx.x;
  __shared__ long long firsts[32];
  firsts[t] = own[0];
  __syncthreads();
  Items<long long> edges;
  if (t != 0) edges[0] = firsts[t - 1];
  const bool is_last = t == 31;
  if (!is_last) edges[1] = firsts[t + 1];
  for (int i = 0; i < 4; ++i)
    take(i, i != 0 ? &own[i - 1] : t != 0 ? &edges[0] : end, i != 3 ? &own[i + 1] : !is_last ? &edges[1] : end);
}
template <bool kIsLeft>
__device__ void subtract(const long long (&own)[4], long long (&to)[4], const long long* end) {
  long long in[4];
  for (int i = 0; i < 4; ++i) in[i] = own[i];
  each(in, end, [&](int i, const long long* before, const long long* next) {
    const long long* const other = kIsLeft ? before : next;
    to[i] = other ? 3 * in[i] - *other : in[i];
  });
}
__global__ void neighbour_or_end(long long* place) {
  long long own[4], to[4];
  for (int i = 0; i < 4; ++i) own[i] = place[4 * threadIdx.x + i];
  long long end = 5;
  subtract<false>(own, to, &end);
  for (int i = 0; i < 4; ++i) place[128 + 4 * threadIdx.x + i] = to[i];
}
