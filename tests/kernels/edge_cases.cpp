// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads depend on each other, in both modes of the CPU device: locks, flags, barriers in
// divergent flow, threads that leave early. And what the random kernels of kernel_fuzz found, one small
// kernel each. With GRIDCALL_DEVICE=gpu on a GPU, where CUDA defines the result.

#include "support/cmocka.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "kernels/modes.h"

namespace {

using namespace gridcall::kernels;

// Reads `s`, `w` words, at indices that stay inside it, for thread `x` of a row; `t` chooses who is active.
#define GRIDCALL_CLAMPED                                                                               \
  for (int d = -70; d <= 70; ++d) {                                                                    \
    const int i = x + d, far = (int)(0x7ffffff0u + (unsigned)i), back = w - i;                         \
    const long long wide = (long long)x * 2 + d;                                                       \
    sum = sum * 5u + s[i < 0 ? 0 : i >= w ? w - 1 : i];                                                \
    sum = sum * 5u + s[min(max(i, 0), w - 1)] + s[max(min(w - 1, i), 0)] * 3u;                         \
    sum = sum * 5u + s[min((unsigned)i, (unsigned)w - 1)];                                             \
    sum = sum * 5u + s[min(max(far, 0), w - 1)] + s[max(min(far, w - 1), 0)] * 3u;                     \
    sum = sum * 5u + s[min(max(back, 0), w - 1)] + s[back > w - 1 ? w - 1 : back > 0 ? back : 0] * 3u; \
    sum = sum * 5u + s[wide < 0 ? 0 : wide >= w ? w - 1 : wide];                                       \
    if ((t ^ d) & 2) sum = sum * 5u + s[i >= 0 && i < w ? i : 5] + s[min(max(i + 1, 0), w - 1)];       \
    if (x < w)                                                                                         \
      sum = sum * 5u + s[x == 0 ? w - 1 : x - 1] + s[x + 1 == w ? 0 : x + 1] * 3u + s[x == d ? 0 : x]; \
  }
// Adds up in words of thread `t`, which it also reads, and returns what is in all `w` of them.
#define GRIDCALL_SUMS                                                                             \
  unsigned sum = 0;                                                                               \
  for (int at = 0; at < w; at += 3) {                                                             \
    for (int k = 0; k < w; ++k) row[k] = (unsigned)(t * w + k);                                   \
    for (int k = 0; k < n; ++k) row[at] += row[k + 20] * 3u + 1u;                                 \
    for (int k = 0; k < n; ++k) row[at] = row[at] * 5u + row[60 - k];                             \
    for (int step = -1; step < w / 20; ++step)                                                    \
      for (int k = 0; k < n; ++k) row[at] += row[20 + k * step] ^ (unsigned)k;                    \
    for (int k = 0; k < n; ++k) row[at] += row[k + 30], row[at * 7 % w] ^= row[at] + (unsigned)k; \
    for (int k = 0; k < n; ++k) row[at] = row[k + 9] + (unsigned)k;                               \
    if ((t ^ at) & 1)                                                                             \
      for (int k = 0; k < t % n; ++k) row[at] += row[k + 11] * 7u;                                \
    for (int k = 0; k < w; ++k) sum = sum * 5u + row[k];                                          \
  }                                                                                               \
  return sum;
#define GRIDCALL_TEXT_OF(...) #__VA_ARGS__
#define GRIDCALL_TEXT(...) GRIDCALL_TEXT_OF(__VA_ARGS__)

constexpr const char* kSource = R"(
// Each prints one word a thread into out[0..1023]; words from 1024 on are for locks and flags, and start as 0.
#define KERNEL extern "C" __global__ void

__device__ unsigned thread_of_block() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

// The classic last steps of a reduction: one warp, volatile memory, nothing else.
KERNEL reduce_volatile(unsigned* out) {
  __shared__ volatile unsigned s[64];
  unsigned t = threadIdx.x, first = t & 32, lane = t & 31;
  s[t] = t + 1;
  if (lane < 16) {
    s[first + lane] += s[first + lane + 16];
    s[first + lane] += s[first + lane + 8];
    s[first + lane] += s[first + lane + 4];
    s[first + lane] += s[first + lane + 2];
    s[first + lane] += s[first + lane + 1];
  }
  out[t] = s[first];
}
KERNEL reduce_syncwarp(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), first = t & ~31u, lane = t & 31;
  s[t] = t + 1;
  __syncwarp();
  for (unsigned step = 16; step > 0; step /= 2) {
    unsigned other = lane < step ? s[first + lane + step] : 0;
    __syncwarp();
    s[t] += other;
    __syncwarp();
  }
  out[t] = s[first];
}
KERNEL lock_inside(unsigned* out) {
  bool done = false;
  while (!done) {
    if (atomicExch(&out[1024], 1u) == 0) {
      *(volatile unsigned*)&out[1025] = *(volatile unsigned*)&out[1025] + 1;
      __threadfence();
      atomicExch(&out[1024], 0u);
      done = true;
    }
  }
}
KERNEL lock_before(unsigned* out) {
  while (atomicCAS(&out[1024], 0u, 1u) != 0) {}
  *(volatile unsigned*)&out[1025] = *(volatile unsigned*)&out[1025] + 1;
  __threadfence();
  atomicExch(&out[1024], 0u);
}
__noinline__ __device__ void acquire(unsigned* lock) {
  while (atomicCAS(lock, 0u, 1u) != 0) {}
}
KERNEL lock_in_function(unsigned* out) {
  acquire(&out[1024]);
  *(volatile unsigned*)&out[1025] = *(volatile unsigned*)&out[1025] + 1;
  __threadfence();
  atomicExch(&out[1024], 0u);
}
__noinline__ __device__ void try_acquire(unsigned* lock, bool* got) { *got = atomicExch(lock, 1u) == 0; }
KERNEL lock_through_pointer(unsigned* out) {
  bool got = false;
  while (!got) try_acquire(&out[1024], &got);
  *(volatile unsigned*)&out[1025] = *(volatile unsigned*)&out[1025] + 1;
  __threadfence();
  atomicExch(&out[1024], 0u);
}
KERNEL lock_by_leader(unsigned* out) {
  unsigned lane = threadIdx.x & 31, got = 0;
  while (!got) {
    if (lane == 0) got = atomicExch(&out[1024], 1u) == 0;
    got = __shfl_sync(__activemask(), got, 0);
  }
  atomicAdd(&out[1025], 1u);
  __syncwarp(__activemask());
  __threadfence();
  if (lane == 0) atomicExch(&out[1024], 0u);
}
KERNEL lock_by_ticket(unsigned* out) {
  unsigned mine = atomicAdd(&out[1026], 1u);
  while (*(volatile unsigned*)&out[1024] != mine) {}
  *(volatile unsigned*)&out[1025] = *(volatile unsigned*)&out[1025] + 1;
  __threadfence();
  *(volatile unsigned*)&out[1024] = mine + 1;
}
KERNEL lock_noted_in_shared(unsigned* out) {
  __shared__ unsigned done[128];
  done[threadIdx.x] = 0;
  do {
    if (atomicExch(&out[1024], 1u) == 0) {
      *(volatile unsigned*)&out[1025] = *(volatile unsigned*)&out[1025] + 1;
      done[threadIdx.x] = 1;
      __threadfence();
      atomicExch(&out[1024], 0u);
    }
  } while (done[threadIdx.x] == 0);
}
// These are no locks: a thread fails because another one succeeded.
KERNEL compare_and_swap_again(unsigned* out) {
  unsigned seen, old = out[1025];
  do {
    seen = old;
    old = atomicCAS(&out[1025], seen, __float_as_uint(__uint_as_float(seen) + 1.0f));
  } while (old != seen);
}
KERNEL claim_each_once(unsigned* out, unsigned n) {
  for (unsigned i = threadIdx.x / 2; i < n; ++i) {
    if (atomicCAS(&out[i], 0u, i + 1) == 0) atomicAdd(&out[1025], 1u);
  }
}
// Warps run over memory interleaved, each for its own number of iterations; one has left, none reaches the barrier early.
__device__ unsigned zeros[256 * 1024];
KERNEL over_the_grid(unsigned* out, unsigned step) {
  __shared__ unsigned sums[1024];
  unsigned t = thread_of_block(), warp = t / 32, sum = 0, more = 0;
  if (warp == 1) return;
  for (unsigned i = t; i < (3 + warp * 7) * step; i += step) sum += zeros[i] + 1;
  sums[t] = sum;
  unsigned odd = __syncthreads_count(sum & 1);
  if (warp % 3 == 0) {
    for (unsigned i = t; i < 9 * step; i += step) more += zeros[i] + sums[t & 31];
  }
  __syncthreads();
  out[t] = sum * 10000 + more + odd;
}
KERNEL sleeps_until(unsigned* out) {
  if (threadIdx.x < 32) {
    while (out[1024] == 0) __nanosleep(100);
    out[threadIdx.x] = out[1024];
  } else {
    out[1024] = 7;
  }
}
// Plain loads that no compiler may hoist: a race, but one that ends.
KERNEL stores_until(unsigned* out) {
  if (threadIdx.x < 32) {
    unsigned round = 0;
    while (out[1024] == 0) out[512 + (round++ & (blockDim.x - 1))] = 1;
    out[threadIdx.x] = out[1024];
  } else {
    out[1024] = 7;
  }
}
KERNEL meets_its_warp_until(unsigned* out) {
  if (threadIdx.x < 32) {
    while (out[1024] == 0) __syncwarp();
    out[threadIdx.x] = out[1024];
  } else {
    out[1024] = 7;
  }
}
KERNEL counts_to_a_limit(unsigned* out) {
  for (unsigned i = 0; i < out[1023]; ++i) out[threadIdx.x] = i + 1;
}
KERNEL waits_for_what_it_wrote_down(unsigned* out) {
  __shared__ unsigned seen[64];
  for (;;) {
    seen[threadIdx.x] = atomicAdd(&out[1024], 0u);
    if (threadIdx.x == 63) atomicExch(&out[1024], 7u);
    __threadfence_block();
    if (seen[threadIdx.x] != 0) break;
  }
  out[threadIdx.x] = seen[threadIdx.x];
}
KERNEL blocks_wait_for_the_last(unsigned* out) {
  volatile unsigned* flag = out + 1024;
  if (threadIdx.x == 0) {
    if (blockIdx.x == gridDim.x - 1) *flag = 3;
    while (*flag == 0) {}
    out[blockIdx.x] = *flag;
  }
}
KERNEL blocks_meet(unsigned* out) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&out[1024], 1u);
    while (atomicAdd(&out[1024], 0u) < gridDim.x) {}
  }
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = 3;
}
KERNEL lane_waits_for_lane(unsigned* out) {
  volatile unsigned* flag = out + 1024;
  if (threadIdx.x == 0) {
    while (*flag == 0) {}
    out[0] = *flag;
  } else if (threadIdx.x == 1) {
    __threadfence();
    *flag = 7;
  }
}
KERNEL lane_waits_for_later_lane(unsigned* out) {
  volatile unsigned* flag = out + 1024;
  if (threadIdx.x != 31) {
    while (*flag == 0) {}
    out[threadIdx.x] = *flag;
  } else {
    *flag = 9;
  }
}
KERNEL warp_waits_for_warp(unsigned* out) {
  volatile unsigned* flag = out + 1024;
  if (threadIdx.x < 32) {
    while (*flag == 0) {}
    out[threadIdx.x] = *flag;
  } else {
    __threadfence();
    *flag = 7;
  }
}
KERNEL barriers_apart(unsigned* out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    __syncthreads();
    out[t] = s[t + 32];
  } else {
    s[t] = 2 * t;
    __syncthreads();
    out[t] = s[t - 32];
  }
}
KERNEL barriers_apart_in_loops(unsigned* out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x, sum = 0;
  s[t] = t;
  if (t < 32) {
    for (unsigned i = 0; i < 3; ++i) {
      __syncthreads();
      sum += s[t + 32];
      __syncthreads();
      s[t] += 1;
    }
  } else {
    for (unsigned i = 0; i < 3; ++i) {
      __syncthreads();
      sum += 10 * s[t - 32];
      __syncthreads();
      s[t] += 2;
    }
  }
  out[t] = sum;
}
// Nobody takes the first way; of the others only every other warp asks for a result.
KERNEL results_by_warp(unsigned* out, unsigned nobody) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), v = 0;
  s[t] = t;
  __syncthreads();
  if (t == nobody) {
    s[t] = 1;
    v = (unsigned)__syncthreads_or(0);
    v ^= s[v];
    __syncthreads();
  } else if (t & 32) {
    v = 10 * (unsigned)__syncthreads_and(t & 4);
    v += s[t ^ 32];
    v += 7000 * (unsigned)__syncthreads_or(1);
  } else {
    s[t] = 5;
    v = (unsigned)__syncthreads_and(0);
    __syncthreads();
  }
  out[t] = v;
}
KERNEL barriers_by_warp(unsigned* out, unsigned n) {
  __shared__ unsigned s[1024];
  unsigned t = threadIdx.x, warp = t / 32, v = 0;
  s[t] = t;
  if (warp == 5) {
    out[t] = 77;
    return;
  }
  for (unsigned i = 0; i < 2 + warp % 3; ++i) {
    if ((warp + i) & 1) {
      s[t] += 3;
      v += (unsigned)__syncthreads_count(t & 1);
    } else {
      s[t] += 5;
      __syncthreads();
      v += 1000 * s[(t + 32) % n];
    }
    __syncthreads();
  }
  out[t] = v;
}
KERNEL barrier_both_sides(unsigned* out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  if (t & 1) {
    s[t] = t;
    __syncthreads();
    out[t] = s[t ^ 1];
  } else {
    s[t] = 3 * t;
    __syncthreads();
    out[t] = s[t ^ 1] + 100;
  }
}
KERNEL shuffle_one_side(unsigned* out) {
  unsigned t = threadIdx.x, v = t;
  if ((t & 31) < 16) v += __shfl_down_sync(0x0000ffffu, v, 1, 16);
  else v = ~v;
  out[t] = v;
}
KERNEL shuffle_both_sides(unsigned* out) {
  unsigned t = threadIdx.x, odd = __ballot_sync(~0u, t & 1), v;
  if (t & 1) v = __shfl_sync(odd, t, 31) + __reduce_add_sync(odd, t & 31);
  else v = __shfl_xor_sync(~odd, t, 2) * 1000 + __popc(__ballot_sync(~odd, (t & 31) > 9));
  out[t] = v;
}
// Numbers of 24 bits, from lanes that are not known when this is compiled.
struct Pixel {
  unsigned color : 24;
  unsigned char alpha;
};
KERNEL shuffle_bit_fields(unsigned* out) {
  __shared__ Pixel pixels[1024];
  unsigned t = threadIdx.x;
  pixels[t].color = t * 0x10203;
  pixels[t].alpha = 0xff;
  __syncthreads();
  out[t] = __shfl_sync(~0u, pixels[t].color, out[1024] + t * 7);
}
KERNEL leave_before_barrier(unsigned* out, unsigned n) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block();
  if (t >= n) return;
  s[t] = t * 5;
  __syncthreads();
  out[t] = s[n - 1 - t] + (unsigned)__syncthreads_count(t & 1);
}
// Writes of lanes that leave are seen by those that reach the barrier.
KERNEL tell_and_leave(unsigned* out) {
  __shared__ unsigned sums[16];
  unsigned t = thread_of_block();
  if (t < 16) sums[t] = 0;
  __syncthreads();
  if (t & 2) {
    atomicAdd(&sums[t & 15], t);
    return;
  }
  __syncthreads();
  out[t] = sums[(t | 2) & 15];
}
KERNEL tell_and_leave_in_turn(unsigned* out) {
  __shared__ unsigned sums[4];
  unsigned t = thread_of_block(), total = 0;
  if (t < 4) sums[t] = 0;
  for (unsigned i = 0; i < 3; ++i) {
    __syncthreads();
    if (t % 4 == i + 1) {
      atomicAdd(&sums[i], t);
      return;
    }
    __syncthreads();
    total = total * 3 + sums[i];
  }
  out[t] = total;
}
KERNEL leave_in_turn(unsigned* out) {
  unsigned t = thread_of_block(), left = 0;
  for (unsigned i = 0; i < 8; ++i) {
    left = (unsigned)__syncthreads_count(1);
    if (t % 8 == i) {
      out[t] = left;
      return;
    }
  }
}
// Found by kernel_fuzz: bits that do not overlap in the lanes that are on, and do in lane 0; zeros of two signs; a shift that
// loses bits; a loop with a divergent exit inside of one with a uniform one.
KERNEL bits_of_the_even(unsigned* out, unsigned n) {
  unsigned t = thread_of_block(), v = t + n;
  out[t] = (v & 1) != 0 ? v : v % (v | 1);
}
KERNEL least_of_zeros(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  float zero = __uint_as_float(n), other = t % 2 ? -0.0f : 0.0f;
  unsigned least = __float_as_uint(fminf(zero, other)), greatest = __float_as_uint(fmaxf(zero, other));
  unsigned wide_least = __double2hiint(fmin((double)zero, (double)other));
  unsigned wide_greatest = __double2hiint(fmax((double)zero, (double)other));
  out[t] = least | greatest >> 1 | wide_least >> 31 | wide_greatest >> 30;
}
// LLVM 19 ends where the same arguments have a maximum and something else.
KERNEL beside_a_maximum(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  float x = t, y = n, z = t % 5;
  float most = fmaxf(fmaxf(x, y), copysignf(x, y)) + fmaxf(fmaf(x, y, z), fmaxf(x, y));
  double wide_x = x, wide_y = y;
  out[t] = (unsigned)(most + fminf(fminf(x, y), powf(x, y)) + (float)fmin(fma(wide_y, wide_x, 1.0), fmin(wide_x, wide_y)));
}
KERNEL shifted_out(unsigned* out) {
  unsigned t = thread_of_block();
  out[t] = __umulhi(t, 0x80000000u * t);
}
KERNEL divided_by_row(unsigned* out, unsigned n) {
  unsigned t = thread_of_block(), row = threadIdx.y + threadIdx.z;
  if (t % 3 == n) out[t] = t;
  if (row != 0) out[t] = n / row + t % row;
}
KERNEL divided_where_it_fits(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  short s = (short)(t + n);
  out[t] = (t + n >> 1 & 1) != 0 ? 1 : (int)(t & 31) / (((int)s & 255) + 1);
}
KERNEL rounds_apart(unsigned* out, unsigned n) {
  unsigned t = thread_of_block(), v = 0;
  for (unsigned i = 0; i < n % 7; ++i) {
    unsigned some = ~0u;
    for (unsigned k = 0;; ++k) {
      some = __ballot_sync(some, k < t % 3);
      if (k >= t % 3) break;
      ++v;
    }
  }
  out[t] = v;
}
// Sums down columns, of which several warps' run as one loop, unless a thread reads what it stored before.
__device__ float of_threads[1024], columns[64 * 1024];
KERNEL sums_down_columns(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += columns[k * n + threadIdx.x] + (float)(t + k);
  out[t] = (unsigned)sum;
}
KERNEL sums_of_own(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  of_threads[t] = (float)(t + n);
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += of_threads[t + (n - 64) * k] + columns[k * n + threadIdx.x];
  out[t] = (unsigned)sum;
}
// Functions that lack a return statement, also of a type with a copy constructor, and on one path.
struct Pair {
  float x, y;
  __device__ Pair(float x, float y) : x(x), y(y) {}
  __device__ Pair(const Pair& other) : x(other.x), y(other.y) {}
  __device__ Pair& operator+=(const Pair& other) { x += other.x; y += other.y; }
  __device__ Pair doubled() { x *= 2; y *= 2; }
  __device__ int larger() { x += 1; if (x > 50) return 1; y += 1; }
};
KERNEL returns_nothing(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  Pair sum(t, 1);
  sum += Pair(n, 2);
  sum.doubled();
  sum.larger();
  out[t] = (unsigned)sum.x * 16 + (unsigned)sum.y;
}
// Branches on variables that nobody set, also in a function or a constructor.
__device__ void sets_seldom(unsigned* x, unsigned n) {
  if (n > 1000) *x = n;
}
struct Open {
  unsigned set, unset;
  __device__ Open() {}
};
KERNEL decides_by_nothing(unsigned* out, unsigned n) {
  unsigned t = thread_of_block(), unset, chosen;
  out[t] = n;
  if (unset) n += 2;
  switch (chosen) {
    case 3: n += 4;
  }
  unsigned seldom;
  sets_seldom(&seldom, n);
  if (seldom) n += 16;
  Open open;
  open.set = n;
  if (open.unset) n += 32;
  out[t] = n & ~54u;
}
// And on memory that nobody wrote: a long local array, the heap, the block's.
KERNEL decides_by_unset_memory(unsigned* out, unsigned n) {
  __shared__ unsigned of_block[64];
  unsigned t = thread_of_block(), local[32], *heap = (unsigned*)malloc(64);
  for (unsigned i = 0; i < 32; ++i) {
    if (local[i] == 12345) break;
    out[t] = i;
  }
  for (unsigned i = 0; i < 16; ++i) {
    if (heap[i] == 12345) break;
    out[t] = i;
  }
  free(heap);
  if (of_block[(t + n) % 64] == 77) n += 2; else out[t] = 1;
  out[t] = n & ~2u;
}
struct Link {
  Link* next;
  unsigned value;
  __device__ unsigned sum() { return next ? value + next->sum() : value; }
  __device__ __noinline__ bool is_last() const { return !next || !&next->value; }
};
__device__ __noinline__ bool is_null(const unsigned& value) { return !&value; }
KERNEL calls_members_of_null(unsigned* out, unsigned n) {
  Link last = {nullptr, n}, first = {&last, thread_of_block()};
  unsigned* nobody = n > 1000 ? out : nullptr;
  out[first.value] = first.sum() * 4 + first.is_last() + is_null(*nobody) * 2;
}
// Numbers that do not fit the type: of 8 and 16 bits their 32 bits' lower ones.
KERNEL narrow_numbers(unsigned* out, unsigned n) {
  const float numbers[8] = {300.7f, -3.5f, 256, 255.9f, 1e10f, -1e10f, 70000, -129};
  unsigned t = thread_of_block();
  float x = numbers[(t + n) & 7];
  double y = x;
  unsigned char a = x;
  a += 0.25 * (t & 1);
  out[t] = a + ((unsigned)(unsigned short)y << 8) + ((unsigned)(signed char)y & 255) * 3 + ((unsigned)(short)x & 0xffff) * 5;
}
// In round k warp k ends between two barriers; the others read what it left.
KERNEL warps_end_in_rounds(unsigned* out, unsigned n) {
  __shared__ unsigned box[1024];
  unsigned t = thread_of_block(), threads = blockDim.x * blockDim.y * blockDim.z, v = t;
  for (unsigned k = 0; k < n; ++k) {
    box[t] = v;
    __syncthreads();
    v = v * 3 + box[(t + 40) % threads];
    out[t] = v;
    if (t / 32 == k) return;
    __syncthreads();
  }
  out[t] = v + 1;
}
// Shifts by the width and more; `n` is 32.
KERNEL shifts_far(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  int minus = -64 - (int)t;
  out[t] = (0x81u << t) + (0x80000005u >> t) + (unsigned)(minus >> t) + (unsigned)((0x10001ull << t) >> 16) +
           (t << n) + (t >> n) + (unsigned)(minus >> n) + (unsigned)(1ll << 2 * n);
}
// Bytes of a bool that are neither 0 nor 1.
KERNEL whole_bools(unsigned* out, unsigned n) {
  unsigned t = thread_of_block();
  out[t] = n + 2 * t;
  __syncthreads();
  out[t] = *(const bool*)(out + t) ? 5 : 6;
}
// A join at a branch's own successor; a local array across a barrier; half warps and __syncwarp.
KERNEL joined_by_successor(unsigned* out) {
  unsigned t = thread_of_block(), v = t;
  unsigned some = __ballot_sync(~0u, t & 2);
  if (t & 2) {
    __ballot_sync(some, 1);
    v = t + 1000;
  }
  out[t] = v;
}
KERNEL local_across_barrier(unsigned* out, unsigned n) {
  unsigned t = thread_of_block(), mine[4] = {n, 5, t, 255};
  __shared__ unsigned s[1024];
  s[t] = t;
  __syncthreads();
  atomicOr(&out[1024 + (t & 15)], t);
  out[t] = mine[s[(t + 1) % n] & 3];
}
// Small tables, of which each lane takes a number: of sizes around those of registers, in rows, and some lanes only.
template <typename T, unsigned count> struct Rows { T rows[2][count]; };
template <typename T, unsigned count> __device__ constexpr Rows<T, count> rows_of() {
  Rows<T, count> made{};
  for (unsigned i = 0; i < count; ++i) {
    made.rows[0][i] = static_cast<T>(i * i % 37u + 1u);
    made.rows[1][i] = static_cast<T>(-100000.0 + i * 3u);
  }
  return made;
}
template <typename T, unsigned count> __device__ void take_of(unsigned t, unsigned& sum) {
  static constexpr Rows<T, count> table = rows_of<T, count>();
  if ((t ^ count) % 3u != 0) sum = sum * 5u + (unsigned)(table.rows[0][t * 7u % count] * 2);
  sum = sum * 5u + (unsigned)(int)table.rows[1][(int)((t + sum) % count)];
  sum = sum * 5u + (unsigned)(int)table.rows[0][(t + sum) % (2u * count)];  // the rows behind each other
  sum = sum * 5u + (unsigned)(int)table.rows[1][(int)((t + sum) % (2u * count)) - (int)count];
}
template <typename T> __device__ void take(unsigned t, unsigned& sum) {
  take_of<T, 1>(t, sum), take_of<T, 3>(t, sum), take_of<T, 4>(t, sum), take_of<T, 5>(t, sum), take_of<T, 8>(t, sum);
  take_of<T, 9>(t, sum), take_of<T, 16>(t, sum), take_of<T, 17>(t, sum), take_of<T, 32>(t, sum), take_of<T, 33>(t, sum);
}
KERNEL small_tables(unsigned* out) {
  unsigned t = thread_of_block(), sum = t;
  take<float>(t, sum), take<double>(t, sum), take<int>(t, sum), take<long long>(t, sum);
  out[t] = sum;
}
// A thread walks two rows of its own memory, of which it may read what it wrote before.
__device__ unsigned walked[1024 * 64];
__device__ unsigned* all_rows = walked;
__device__ int words_of_row = 64;
KERNEL rows_of_threads(unsigned* out) {
  const int t = (int)thread_of_block(), words = words_of_row, count = words / 3;
  unsigned sum = 0, *to = all_rows + 22;
  for (int away = -20; away <= 20; ++away) {
    const unsigned* from = to + away;
    for (int i = 0; i < 64; ++i) walked[t * 64 + i] = (unsigned)(t * 64 + i);
    for (int i = 0; i < count; ++i) to[t * words + i] = from[t * words + i] * 3u + (unsigned)i;
    for (int i = 0; i < 64; ++i) sum = sum * 5u + walked[t * 64 + i];
  }
  out[t] = sum;
}
KERNEL clamped_reads(unsigned* out) {
  __shared__ unsigned s[64];
  const int t = (int)thread_of_block(), x = (int)threadIdx.x, w = words_of_row;
  for (int k = t; k < w; k += (int)(blockDim.x * blockDim.y * blockDim.z)) s[k] = (unsigned)k * 2654435761u;
  __syncthreads();
  unsigned sum = 0;
  )" GRIDCALL_TEXT(GRIDCALL_CLAMPED) R"(
  out[t] = sum;
}
// Threads that are clamped to one place write one value there.
KERNEL clamped_writes(unsigned* out) {
  __shared__ unsigned last[64];
  const int t = (int)thread_of_block(), w = words_of_row;
  unsigned sum = 0;
  for (int d = -70; d <= 70; ++d) {
    for (int k = t; k < w; k += (int)(blockDim.x * blockDim.y * blockDim.z)) last[k] = 7;
    __syncthreads();
    last[min(max(t + d, 0), w - 1)] = (unsigned)max(min(t + d, w - 1), 0);
    if (t + d != w) last[t + d >= 0 && t + d < w ? t + d : 0] = (unsigned)(t + d >= 0 && t + d < w ? t + d : 0);
    __syncthreads();
    for (int k = 0; k < w; ++k) sum = sum * 5u + last[k];
    __syncthreads();
  }
  out[t] = sum;
}
struct Column {
  unsigned* first;
  __device__ unsigned& operator[](int k) const { return first[k * 1024]; }
};
template <typename Row>
__device__ unsigned sums(Row row, int t, int w, int n) {
  )" GRIDCALL_TEXT(GRIDCALL_SUMS) R"(
}
KERNEL sums_in_rows(unsigned* out) {
  const int t = (int)thread_of_block(), w = words_of_row;
  out[t] = sums(all_rows + t * w, t, w, w / 3);
}
KERNEL sums_in_columns(unsigned* out) {
  const int t = (int)thread_of_block(), w = words_of_row;
  out[t] = sums(Column{all_rows + t}, t, w, w / 3);
}
KERNEL half_warps_meet(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block();
  s[t] = t * 3;
  __syncwarp();
  out[t] = s[t ^ 31];
}
)";

void warp_synchronous_reduction(void**) {
  // Without __syncwarp only lanes in step can be right: CUDA promises nothing since threads have counters of
  // their own.
  if (!on_gpu) {
    assert_true(has_warp_code("reduce_volatile"));
    const Words out = run("reduce_volatile", 0, {64});
    for (std::uint32_t t = 0; t < 64; ++t) assert_int_equal(out[t], t < 32 ? 528 : 528 + 1024);
  }
  for (const Block block : {Block{64}, Block{32, 8}, Block{16, 16}, Block{8, 8, 8}, Block{1024}}) {
    expect("reduce_syncwarp", block, nullptr,
           [](std::uint32_t t, std::uint32_t) { return 528 + (t & ~31u) * 32; });
  }
}

void locks(void**) {
  for (const char* name : {"lock_inside", "lock_before", "lock_in_function", "lock_through_pointer",
                           "lock_by_leader", "lock_by_ticket", "lock_noted_in_shared"}) {
    for (int mode = 0; mode < modes(); ++mode) {
      for (const std::uint32_t threads : {1u, 17u, 64u, 96u}) {
        const Words out = run(name, mode, {threads});
        if (out[1025] != threads)
          fail_msg("%s, mode %d: the counter is %u, not %u", name, mode, out[1025], threads);
      }
    }
  }
}

void waits(void**) {
  expect("lane_waits_for_lane", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return t == 0 ? 7u : 0u; });
  expect("lane_waits_for_later_lane", {32}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return t == 31 ? 0u : 9u; });
  expect("warp_waits_for_warp", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return t < 32 ? 7u : 0u; });
}

void waits_that_look_like_counting(void**) {
  if (!on_gpu) {
    for (const char* name : {"stores_until", "meets_its_warp_until"}) {
      expect(name, {64}, nullptr, [](std::uint32_t t, std::uint32_t) { return t < 32 ? 7u : 0u; });
    }
    if (!has_warp_code("counts_to_a_limit")) fail_msg("counts_to_a_limit has no warp code");
  }
  expect("sleeps_until", {64}, nullptr, [](std::uint32_t t, std::uint32_t) { return t < 32 ? 7u : 0u; });
  expect("waits_for_what_it_wrote_down", {64}, nullptr, [](std::uint32_t, std::uint32_t) { return 7u; });
}

void atomics_that_need_nobody(void**) {
  for (const char* name : {"compare_and_swap_again", "claim_each_once"}) {
    if (!on_gpu && !has_warp_code(name)) fail_msg("%s has no warp code", name);
  }
  const std::uint32_t n = 40;
  for (int mode = 0; mode < modes(); ++mode) {
    for (const std::uint32_t threads : {1u, 17u, 96u, 1024u}) {
      Words out = run("compare_and_swap_again", mode, {threads});
      const auto count = static_cast<float>(threads);
      assert_memory_equal(&out[1025], &count, 4);
      out = run("claim_each_once", mode, {threads}, &n);
      assert_int_equal(out[1025], n);
      for (std::uint32_t i = 0; i < n; ++i) assert_int_equal(out[i], i + 1);
    }
  }
}

void waits_between_blocks(void**) {
  for (const char* name : {"blocks_wait_for_the_last", "blocks_meet"}) {
    for (const std::uint32_t grid : {2u, 16u, 64u, 1000u}) {
      const Words out = run(name, 0, {64, 1, 1, grid});
      for (std::uint32_t i = 0; i < grid; ++i) {
        if (out[i] != 3) fail_msg("%s, %u blocks: block %u left %u", name, grid, i, out[i]);
      }
    }
  }
}

void barriers_in_divergent_flow(void**) {
  expect("barriers_apart", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return t < 32 ? 2 * (t + 32) : t - 32; });
  expect("barriers_apart_in_loops", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return t < 32 ? 3 * (t + 32) + 6 : 10 * (3 * (t - 32) + 3); });
  // CUDA leaves it open what this does: the lanes of a warp are at different barriers.
  if (on_gpu) return;
  // And this: some threads count at a barrier and others do not.
  for (const std::uint32_t n : {32u, 64u, 200u, 992u}) {
    const auto rounds = [](std::uint32_t t) { return t / 32 == 5 ? 0 : 2 + t / 32 % 3; };
    const auto counts = [](std::uint32_t t, std::uint32_t i) { return ((t / 32 + i) & 1) != 0; };
    expect("barriers_by_warp", {n}, &n, [&](std::uint32_t t, std::uint32_t) {
      std::uint32_t v = t / 32 == 5 ? 77 : 0;
      for (std::uint32_t i = 0; i < rounds(t); ++i) {
        if (counts(t, i)) {
          for (std::uint32_t u = 1; u < n; u += 2) v += i < rounds(u) && counts(u, i);
        } else {
          const std::uint32_t u = (t + 32) % n;
          v += 1000 * u;
          for (std::uint32_t j = 0; j <= i && j < rounds(u); ++j) v += counts(u, j) ? 3000 : 5000;
        }
      }
      return v;
    });
  }
  const std::uint32_t nobody = 5000;
  expect("results_by_warp", {256}, &nobody,
         [](std::uint32_t t, std::uint32_t) { return (t & 32) != 0 ? 7005u : 0u; });
  expect("barrier_both_sides", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return (t & 1) != 0 ? 3 * (t ^ 1) : (t ^ 1) + 100; });
}

void shuffles_in_divergent_flow(void**) {
  expect("shuffle_one_side", {64}, nullptr, [](std::uint32_t t, std::uint32_t) {
    const std::uint32_t lane = t & 31;
    return lane >= 16 ? ~t : lane == 15 ? 2 * t : 2 * t + 1;
  });
  expect("shuffle_both_sides", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return (t & 1) != 0 ? (t | 31) + 256 : (t ^ 2) * 1000 + 11; });
  expect("shuffle_bit_fields", {64}, nullptr,
         [](std::uint32_t t, std::uint32_t) { return (((t & 32) + t * 7 % 32) * 0x10203) & 0xffffff; });
}

void early_exits(void**) {
  for (const Block block : {Block{64}, Block{17}, Block{16, 16}, Block{8, 8, 8}, Block{33}, Block{5, 7}}) {
    const std::uint32_t all = block.x * block.y * block.z;
    for (const std::uint32_t n : {1u, all / 2, all - 1, all}) {
      expect("leave_before_barrier", block, &n,
             [&](std::uint32_t t, std::uint32_t) { return t < n ? (n - 1 - t) * 5 + n / 2 : 0; });
    }
    expect("leave_in_turn", block, nullptr, [](std::uint32_t t, std::uint32_t threads) {
      std::uint32_t left = 0;
      for (std::uint32_t other = 0; other < threads; ++other) left += other % 8 >= t % 8;
      return left;
    });
    // A GPU does not promise it of lanes that leave their warp.
    if (on_gpu) continue;
    const auto told = [all](std::uint32_t of, std::uint32_t which) {
      std::uint32_t sum = 0;
      for (std::uint32_t other = which; other < all; other += of) sum += other;
      return sum;
    };
    expect("tell_and_leave", block, nullptr,
           [&](std::uint32_t t, std::uint32_t) { return (t & 2) != 0 ? 0 : told(16, (t | 2) & 15); });
    expect("tell_and_leave_in_turn", block, nullptr, [&](std::uint32_t t, std::uint32_t) {
      return t % 4 != 0 ? 0 : (told(4, 1) * 3 + told(4, 2)) * 3 + told(4, 3);
    });
  }
}

void warps_side_by_side(void**) {
  for (const Block block : {Block{1024}, Block{96}, Block{16, 16}, Block{8, 8, 8}, Block{33}, Block{5, 7}}) {
    const std::uint32_t all = block.x * block.y * block.z;
    const std::uint32_t step = 1024;
    expect("over_the_grid", block, &step, [&](std::uint32_t t, std::uint32_t) {
      const auto rounds = [](std::uint32_t thread) { return 3 + thread / 32 * 7; };
      std::uint32_t odd = 0;
      for (std::uint32_t other = 0; other < all; ++other) odd += other / 32 == 1 ? 0 : rounds(other) & 1;
      if (t / 32 == 1) return 0u;
      return rounds(t) * 10000 + (t / 32 % 3 == 0 ? 9 * rounds(0) : 0) + odd;
    });
  }
}

// Numbers of small constant tables, which come out of registers.
std::uint32_t taken(std::uint32_t t) {
  std::uint32_t sum = t;
  for (int type = 0; type < 4; ++type) {
    for (const std::uint32_t count : {1u, 3u, 4u, 5u, 8u, 9u, 16u, 17u, 32u, 33u}) {
      const std::uint32_t at = t * 7 % count;
      if ((t ^ count) % 3 != 0) sum = sum * 5 + (at * at % 37 + 1) * 2;
      sum = sum * 5 + ((t + sum) % count * 3 - 100000u);
      for (int whole = 0; whole < 2; ++whole) {
        const std::uint32_t place = (t + sum) % (2 * count);
        sum = sum * 5 + (place < count ? place * place % 37 + 1 : (place - count) * 3 - 100000u);
      }
    }
  }
  return sum;
}
void rows_that_read_what_they_wrote(void**) {
  const auto walked = [](std::uint32_t t, std::uint32_t) {
    std::uint32_t sum = 0;
    for (int away = -20; away <= 20; ++away) {
      std::array<std::uint32_t, 64> row;
      for (std::uint32_t i = 0; i < 64; ++i) row[i] = t * 64 + i;
      const int count = 64 / 3;
      for (int i = 22; i < 22 + count; ++i)
        row[static_cast<std::size_t>(i)] =
            row[static_cast<std::size_t>(i + away)] * 3 + static_cast<std::uint32_t>(i - 22);
      for (std::uint32_t each : row) sum = sum * 5 + each;
    }
    return sum;
  };
  for (const Block block : {Block{32}, Block{45}, Block{256}, Block{16, 16}})
    expect("rows_of_threads", block, nullptr, walked);
}

std::uint32_t summed(int t) {
  constexpr int w = 64, n = 21;
  unsigned row[w];
  GRIDCALL_SUMS
}
void sums_in_memory(void**) {
  for (const Block block : {Block{32}, Block{45}, Block{16, 16}, Block{3, 5, 7}}) {
    for (const char* name : {"sums_in_rows", "sums_in_columns"})
      expect(name, block, nullptr,
             [](std::uint32_t t, std::uint32_t) { return summed(static_cast<int>(t)); });
  }
}

void clamped_indices(void**) {
  using std::max, std::min;
  constexpr int w = 64;
  unsigned s[w];
  for (unsigned k = 0; k < w; ++k) s[k] = k * 2654435761u;
  for (const Block block :
       {Block{32}, Block{45}, Block{256}, Block{16, 16}, Block{8, 8}, Block{3, 5, 7}, Block{64, 2}}) {
    expect("clamped_reads", block, nullptr, [&](std::uint32_t thread, std::uint32_t) {
      const int t = static_cast<int>(thread), x = static_cast<int>(thread % block.x);
      unsigned sum = 0;
      GRIDCALL_CLAMPED
      return sum;
    });
    expect("clamped_writes", block, nullptr, [&](std::uint32_t, std::uint32_t threads) {
      unsigned sum = 0;
      for (int d = -70; d <= 70; ++d) {
        std::array<unsigned, w> last;
        last.fill(7);
        for (int t = 0; t < static_cast<int>(threads); ++t) {
          const auto at = static_cast<unsigned>(std::clamp(t + d, 0, w - 1));
          last[at] = at;
          if (t + d > w) last[0] = 0;
        }
        for (unsigned each : last) sum = sum * 5 + each;
      }
      return sum;
    });
  }
}

void numbers_of_small_tables(void**) {
  for (const Block block : {Block{32}, Block{45}, Block{16, 16}, Block{3, 5, 7}})
    expect("small_tables", block, nullptr, [](std::uint32_t t, std::uint32_t) { return taken(t); });
}

void found_by_random_kernels(void**) {
  for (const Block block : {Block{96}, Block{16, 16}, Block{48, 2}, Block{8, 8, 8}}) {
    const std::uint32_t all = block.x * block.y * block.z;
    expect("joined_by_successor", block, nullptr,
           [](std::uint32_t t, std::uint32_t) { return (t & 2) != 0 ? t + 1000 : t; });
    expect("local_across_barrier", block, &all, [&](std::uint32_t t, std::uint32_t) {
      const std::uint32_t mine[4] = {all, 5, t, 255};
      return mine[(t + 1) % all & 3];
    });
    for (const std::uint32_t first : {0u, 33u}) {
      expect("bits_of_the_even", block, &first, [&](std::uint32_t t, std::uint32_t) { return t + first; });
    }
    for (const std::uint32_t zero : {0u, 0x80000000u}) {
      expect("least_of_zeros", block, &zero, [&](std::uint32_t t, std::uint32_t) {
        const bool minus = t % 2 != 0, either = minus || zero != 0, both = minus && zero != 0;
        return (either ? 0x80000001u : 0u) | (both ? 0x40000002u : 0u);
      });
    }
    const std::uint32_t two = 2;
    expect("beside_a_maximum", block, &two, [](std::uint32_t t, std::uint32_t) {
      const std::uint32_t most = std::max(t, 2u), least = std::min(t, 2u);
      return most + std::max(2 * t + t % 5, most) + std::min(least, t * t) + std::min(2 * t + 1, least);
    });
    expect("shifted_out", block, nullptr,
           [](std::uint32_t t, std::uint32_t) { return t % 2 != 0 ? t / 2 : 0; });
    const std::uint32_t dividend = 1000;
    expect("divided_by_row", block, &dividend, [&](std::uint32_t t, std::uint32_t) {
      const std::uint32_t row = t / block.x % block.y + t / block.x / block.y;
      return row == 0 ? 0 : dividend / row + t % row;
    });
    const std::uint32_t by = 250;
    expect("divided_where_it_fits", block, &by, [&](std::uint32_t t, std::uint32_t) {
      return ((t + by) >> 1 & 1) != 0 ? 1 : (t & 31) / (((t + by) & 255) + 1);
    });
    const std::uint32_t rounds = 5;
    expect("rounds_apart", block, &rounds, [](std::uint32_t t, std::uint32_t) { return t % 3 * 5; });
    expect("half_warps_meet", block, nullptr, [](std::uint32_t t, std::uint32_t) { return (t ^ 31) * 3; });
  }
}

void sums_down_columns(void**) {
  const std::uint32_t rounds = 64;
  for (const Block block :
       {Block{16, 16}, Block{16, 4}, Block{32, 8}, Block{64, 3}, Block{17, 5}, Block{256}}) {
    expect("sums_down_columns", block, &rounds,
           [](std::uint32_t t, std::uint32_t) { return 64 * t + 64 * 63 / 2; });
    expect("sums_of_own", block, &rounds, [](std::uint32_t t, std::uint32_t) { return 64 * (t + 64); });
  }
}

void functions_without_return(void**) {
  const std::uint32_t n = 7;
  for (const Block block : {Block{64}, Block{17, 5}})
    expect("returns_nothing", block, &n, [](std::uint32_t t, std::uint32_t) {
      const std::uint32_t x = 2 * (t + 7) + 1;
      return 16 * x + (x > 50 ? 6 : 7);
    });
  const std::uint32_t eight = 8;
  expect("decides_by_nothing", Block{64}, &eight, [](std::uint32_t, std::uint32_t) { return 8u; });
  expect("decides_by_unset_memory", Block{64}, &eight, [](std::uint32_t, std::uint32_t) { return 8u; });
  expect("calls_members_of_null", Block{64}, &eight,
         [](std::uint32_t t, std::uint32_t) { return (t + 8) * 4 + 2; });
  // PTX's cvt of NVRTC's code saturates at 32 bits.
  expect("narrow_numbers", Block{64}, &eight, [](std::uint32_t t, std::uint32_t) {
    constexpr std::uint32_t kUnsigned[] = {300, 0, 256, 255, ~0u, 0, 70000, 0};
    constexpr std::int32_t kSigned[] = {300, -3, 256, 255, INT32_MAX, INT32_MIN, 70000, -129};
    const std::uint32_t u = kUnsigned[t & 7], i = static_cast<std::uint32_t>(kSigned[t & 7]);
    return (u & 255) + ((u & 0xffff) << 8) + (i & 255) * 3 + (i & 0xffff) * 5;
  });
}

void warps_end_in_rounds(void**) {
  for (const std::uint32_t rounds : {1u, 3u, 9u})
    for (const Block block : {Block{64}, Block{256}, Block{100}, Block{16, 16}, Block{5, 17}, Block{320}})
      expect("warps_end_in_rounds", block, &rounds, [&](std::uint32_t thread, std::uint32_t threads) {
        std::array<unsigned, 1024> v, box;
        for (unsigned t = 0; t < threads; ++t) v[t] = t;
        for (unsigned k = 0; k < rounds; ++k) {
          for (unsigned t = k * 32; t < threads; ++t) box[t] = v[t];
          for (unsigned t = k * 32; t < threads; ++t) v[t] = v[t] * 3 + box[(t + 40) % threads];
        }
        return v[thread] + (thread / 32 < rounds ? 0 : 1);
      });
}

void shifts_and_bools(void**) {
  const std::uint32_t width = 32, base = 256;
  for (const Block block : {Block{64}, Block{17, 5}}) {
    expect("shifts_far", block, &width, [](std::uint32_t t, std::uint32_t) {
      const std::int32_t minus = -64 - static_cast<std::int32_t>(t);
      const std::uint32_t words = t < 32 ? (0x81u << t) + (0x80000005u >> t) : 0;
      const std::uint64_t high = t < 64 ? (std::uint64_t{0x10001} << t) >> 16 : 0;
      return words + static_cast<std::uint32_t>(minus >> std::min(t, 31u)) +
             static_cast<std::uint32_t>(high) - 1;
    });
    expect("whole_bools", block, &base, [](std::uint32_t t, std::uint32_t) { return t == 0 ? 6u : 5u; });
  }
}

void mode_attribute(void**) {
  if (on_gpu) skip();
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module_, "half_warps_meet", &kernel);
  for (const int wrong : {-1, 2}) {
    gc_error* error = nullptr;
    assert_int_equal(gc_kernel_set_attribute(kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, wrong, &error),
                     GRIDCALL_ERROR_OUT_OF_RANGE);
    gc_error_release(error);
  }
  gc_error* error = nullptr;
  assert_int_equal(gc_kernel_set_attribute(kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS, 0, &error),
                   GRIDCALL_ERROR_INVALID_ARGUMENT);
  gc_error_release(error);
  gc_kernel_release(kernel);
  // Threads that wait for each other are no warp's.
  for (const char* name :
       {"lock_inside", "lock_before", "lock_in_function", "lane_waits_for_lane", "warp_waits_for_warp",
        "lock_through_pointer", "lock_by_leader", "lock_by_ticket", "lock_noted_in_shared", "sleeps_until",
        "waits_for_what_it_wrote_down", "stores_until", "meets_its_warp_until", "blocks_wait_for_the_last",
        "blocks_meet"}) {
    if (has_warp_code(name)) fail_msg("%s has warp code", name);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(warp_synchronous_reduction),
      cmocka_unit_test(locks),
      cmocka_unit_test(waits),
      cmocka_unit_test(waits_that_look_like_counting),
      cmocka_unit_test(atomics_that_need_nobody),
      cmocka_unit_test(waits_between_blocks),
      cmocka_unit_test(barriers_in_divergent_flow),
      cmocka_unit_test(shuffles_in_divergent_flow),
      cmocka_unit_test(early_exits),
      cmocka_unit_test(warps_side_by_side),
      cmocka_unit_test(found_by_random_kernels),
      cmocka_unit_test(numbers_of_small_tables),
      cmocka_unit_test(clamped_indices),
      cmocka_unit_test(sums_in_memory),
      cmocka_unit_test(rows_that_read_what_they_wrote),
      cmocka_unit_test(sums_down_columns),
      cmocka_unit_test(functions_without_return),
      cmocka_unit_test(warps_end_in_rounds),
      cmocka_unit_test(shifts_and_bools),
      cmocka_unit_test(mode_attribute),
  };
  return run_group("kernel_edge_cases", kSource, tests);
}
