// SPDX-License-Identifier: Apache-2.0
//
// Barriers that diverged lanes of a warp reach, and named ones, in both modes of the CPU device. There
// each thread arrives for itself, and the reference mode says what comes of it. CUDA leaves open what
// __syncthreads() does where a warp has diverged: a GPU runs only those for whole warps and barrier.sync.

#include "support/cmocka.h"

#include <cstdint>
#include <string>

#include "kernels/modes.h"
#include "support/slowdown.h"

namespace {

using namespace gridcall::kernels;

constexpr const char* kSource = R"(
// Each prints one word a thread into out[0..1023].
#define KERNEL extern "C" __global__ void

__device__ unsigned thread_of_block() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

// The phases are in order: what was written before a barrier is read behind it.
KERNEL one_arm(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block();
  s[t] = t * 3;
  if (t % 3 == 1) {
    __syncthreads();
    out[t] = s[(t + 7) % n] + 1;
  } else {
    out[t] = s[t];
  }
}
KERNEL both_arms(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), v;
  if (t & 1) {
    s[t] = t * 5;
    __syncthreads();
    v = s[(t + 1) % n];
  } else {
    s[t] = t * 7 + 2;
    __syncthreads();
    v = s[(t + 1) % n] + 1000;
  }
  __syncthreads();
  s[t] = v;
  __syncthreads();
  out[t] = v + s[n - 1 - t];
}
// One thread in each reaches as many barriers as it has iterations.
KERNEL rounds_of_its_own(unsigned* out) {
  unsigned t = thread_of_block(), sum = 0;
  for (unsigned i = 0; i < t % 5; ++i) sum = sum * 1000 + (unsigned)__syncthreads_count(i == 0 || (t & 1));
  out[t] = sum;
}
KERNEL rounds_apart(unsigned* out, unsigned rounds) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), sum = 0;
  s[t] = 7 * t;
  __syncthreads();
  for (unsigned i = 0; i < rounds + t % 3; ++i) {
    s[t] = i * 100 + t;
    if ((t + i) % 4 == 0) {
      __syncthreads();
      sum += s[(t + i) % n];
      __syncthreads();
    } else if (t % 2) {
      unsigned before = sum * 3;
      __syncthreads();
      sum ^= s[(t + n - i % n) % n] + before;
      __syncthreads();
    } else {
      __syncthreads();
      __syncthreads();
      sum += i;
    }
  }
  out[t] = sum;
}
KERNEL nested(unsigned* out) {
  unsigned t = thread_of_block(), v = t;
  if (t & 1) {
    if (t & 2) {
      v += (unsigned)__syncthreads_count(1);
    } else {
      v += 10 * (unsigned)__syncthreads_count(t & 4);
      if (t & 8) {
        v = v * 3 + (unsigned)__syncthreads_count(1);
        return out[t] = v, (void)0;
      }
    }
    v ^= (unsigned)__syncthreads_or(t == 5) << 8;
  } else {
    v += (unsigned)__syncthreads_and(t != 4) << 12;
  }
  out[t] = v + (unsigned)__syncthreads_count(1) * 65536;
}
KERNEL kinds_apart(unsigned* out) {
  unsigned t = thread_of_block(), v = 0;
  switch (t % 5) {
    case 0: v = 1 + (unsigned)__syncthreads_count(t & 2); break;
    case 1: v = 100 + (unsigned)__syncthreads_and(t < 20); break;
    case 2: v = 200 + (unsigned)__syncthreads_or(t == 2); break;
    case 3: __syncthreads(); v = 300;  // and on
    case 4: v += 400 + (unsigned)__syncthreads_count(1); break;
  }
  out[t] = v;
}
KERNEL kinds_by_warp(unsigned* out) {
  unsigned t = threadIdx.x, v = 7;
  if (t / 32 % 2 == 0) __syncthreads();
  else v = (unsigned)__syncthreads_count(t & 1);
  out[t] = v;
}
// Some leave: from an arm, from a loop, before and between barriers.
KERNEL leave_apart(unsigned* out, unsigned first) {
  unsigned t = thread_of_block(), v = 0;
  out[t] = 77;
  if (t < first) return;
  for (unsigned i = 0; i < 6; ++i) {
    if (t % 6 == i) {
      v = v * 100 + (unsigned)__syncthreads_count(1);
      if (t & 1) { out[t] = v; return; }
    } else if (t % 7 == i) {
      out[t] = v + 5;
      return;
    } else {
      v = v * 100 + (unsigned)__syncthreads_count(0) + i;
    }
  }
  out[t] = v;
}
// Some have left the loop while the others wait in it; then all reach one barrier.
KERNEL some_left_the_loop(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), at = t, last = 0;
  while (at % 4 != 0) {
    s[t] = at;
    last = (unsigned)__syncthreads_count(1);
    ++at;
  }
  s[t] = at * 2 + last;
  __syncthreads();
  __syncthreads();
  __syncthreads();
  out[t] = s[t] + last;
}
// Values that lanes hold while others run the same code: sums, indices, a local array, values that were read.
KERNEL holds_its_own(unsigned* out, unsigned rounds) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), mine[4] = {t, 1, 2, 3}, sum = 0;
  s[t] = t;
  __syncthreads();
  for (unsigned i = 0; i < rounds; ++i) {
    unsigned read = s[i % n], next = s[(t + i) % n] + i;
    mine[i & 3] += read;
    if ((t >> (i & 3)) & 1) __syncthreads();
    sum += read * 3 + next + mine[(i + t) & 3];
    if (t % 3 == 0) {
      double wide = sum * 0.5 + i;
      __syncthreads();
      sum += (unsigned)wide;
    }
  }
  out[t] = sum;
}
KERNEL inner_rounds(unsigned* out) {
  unsigned t = thread_of_block(), sum = 0;
  for (unsigned i = 0; i < 3 + (t & 1); ++i) {
    for (unsigned k = 0; k < (t + i) % 3; ++k) {
      sum = sum * 5 + k;
      if (k == i) sum += (unsigned)__syncthreads_count(k & 1);
    }
    if (i == 1) sum ^= (unsigned)__syncthreads_or(t == 3) << 20;
  }
  out[t] = sum;
}
KERNEL one_alone(unsigned* out) {
  __shared__ unsigned s[32];
  unsigned t = thread_of_block(), n = threads_of_block(), got = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if (t == i * 3) {
      unsigned mine = out[1024 + t] + t * 100 + i;
      s[i] = mine;
      __syncthreads();
      got = mine + (unsigned)__syncthreads_count(1);
    } else {
      __syncthreads();
      got += s[i * 3 < n ? i : 0];
      __syncthreads();
    }
  }
  out[t] = got;
}
KERNEL rows_apart(unsigned* out, int pitch) {
  __shared__ unsigned s[1024];
  int x = (int)threadIdx.x, y = (int)threadIdx.y;
  unsigned t = thread_of_block(), v;
  int place = y * pitch + x;
  for (unsigned k = t; k < 256; k += threads_of_block()) s[k] = k * 3;
  __syncthreads();
  if (y & 1) {
    __syncthreads();
    v = s[place % 256] + 1;
    __syncthreads();
  } else {
    v = s[place % 256] * 2;
    __syncthreads();
    if (x & 1) __syncthreads();
  }
  out[t] = v + s[place % 256];
}
// An index as large as it gets in a row's last lane; the rows of a warp come by one after the other.
KERNEL rows_at_the_end(unsigned* out, int far) {
  __shared__ unsigned s[16];
  int x = (int)threadIdx.x, y = (int)threadIdx.y;
  if (y & 1) __syncthreads();
  long long place = (long long)(x + far) - far;
  s[place] = (unsigned)x;
  __syncthreads();
  out[y * 16 + place] = s[place] + (unsigned)y * 100;
}
// Each goes a way that the others of its warp with it go too, but not those before.
KERNEL ways_of_others(unsigned* out) {
  __shared__ unsigned flag;
  unsigned t = thread_of_block(), v;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t & 1) {
    __syncthreads();
    __syncthreads();
  }
  if (flag == 0) {
    __syncthreads();
    if (t == 0) flag = 1;
    __syncthreads();
    v = 10;
  } else {
    v = 20;
  }
  out[t] = v;
}
// A warp as one beside one in pieces, in turn.
KERNEL mixed_warps(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), sum = 0;
  for (unsigned i = 0; i < 6; ++i) {
    s[t] = t * 10 + i;
    if (t / 32 % 2 == i % 2 || t % 2) {
      sum += (unsigned)__syncthreads_count(t & 4);
      sum += s[(t * 5 + i) % n];
    } else {
      __syncthreads();
      sum ^= s[(t + i) % n];
    }
    __syncthreads();
  }
  out[t] = sum;
}
// More than is worth keeping for each lane: on fibers.
KERNEL keeps_too_much(unsigned* out) {
  unsigned t = thread_of_block(), held[64], sum = 0;
#pragma unroll
  for (unsigned i = 0; i < 64; ++i) held[i] = out[1024 + ((t * i) & 255)] + i;
#pragma unroll
  for (unsigned i = 0; i < 70; ++i) {
    if (((t >> (i % 5)) ^ held[i % 64]) & 1) sum += (unsigned)__syncthreads_count(1) * i;
  }
#pragma unroll
  for (unsigned i = 0; i < 64; ++i) sum = sum * 3 + held[i];
  out[t] = sum;
}

// Warp functions stand beside barriers.
KERNEL shuffles_in_arms(unsigned* out) {
  unsigned t = thread_of_block(), lane = t & 31, v = t;
  unsigned all = __ballot_sync(__activemask(), 1), odd = all & 0xaaaaaaaau, even = all & 0x55555555u;
  for (unsigned i = 0; i < 3; ++i) {
    if (lane & 1) {
      v += __shfl_sync(odd, v, 1) + (unsigned)__syncthreads_count(1);
      v ^= __reduce_add_sync(odd, lane);
    } else {
      v += __reduce_max_sync(even, v) + i;
      __syncthreads();
      v += __popc(__ballot_sync(even, v & 1)) + __shfl_xor_sync(even, v, 0);
    }
    v += __shfl_sync(all, v, 0);
  }
  out[t] = v;
}
// One function stands at two places: lanes are matched by its kind and mask.
KERNEL meets_elsewhere(unsigned* out) {
  unsigned t = thread_of_block(), lane = t & 31, v = t * 3;
  unsigned all = __ballot_sync(__activemask(), 1);
  if (lane & 1) {
    unsigned other = __shfl_xor_sync(all, v, 1);
    if (all >> (lane ^ 1) & 1) v += other;
    __syncthreads();
    v += (unsigned)__match_any_sync(all, v & 3);
  } else {
    unsigned other = __shfl_xor_sync(all, v, 1);
    if (all >> (lane ^ 1) & 1) v ^= other << 4;
    v += (unsigned)__syncthreads_count(1);
    v ^= __match_any_sync(all, v & 3) * 3;
    int same = 9;
    v += __match_all_sync(all & 0x55555555u, t / 32, &same) + (unsigned)same;
  }
  __syncwarp(all);
  out[t] = v;
}
// Found by kernel_fuzz: what is from before a loop in which lanes wait, behind it; and lanes that name fewer, a round
// behind those that name all.
KERNEL kept_through_a_loop(unsigned* out) {
  unsigned t = thread_of_block(), before = out[1024 + t] + t * 3, end = t % 4, n = 0;
  unsigned all = __ballot_sync(__activemask(), 1);
  for (unsigned m = all;; ++n) {
    m = __ballot_sync(m, n < end);
    if (n >= end) break;
  }
  if (t % 32 < 2) n += (unsigned)__syncthreads_count(t & 1);
  else __syncthreads();
  out[t] = before + n;
}
KERNEL a_round_behind(unsigned* out, unsigned rounds) {
  unsigned t = thread_of_block(), v = t;
  unsigned all = __ballot_sync(__activemask(), 1);
  if (t & 1) __syncthreads();
  else v += (unsigned)__syncthreads_count(1);
  for (unsigned i = 0; i < rounds; ++i) {
    unsigned end = (t * 7 + i) % 5, m = all;
    for (unsigned n = 0;; ++n) {
      m = __ballot_sync(m, n < end);
      if (n >= end) break;
      v = v * 3 + (unsigned)__popc(__ballot_sync(m, v & 1));
    }
  }
  out[t] = v;
}
KERNEL shuffle_waits_for_barrier(unsigned* out) {
  unsigned t = threadIdx.x, v = t;
  if (t & 1) __syncthreads();
  v += __shfl_sync(0xffffffffu, v, 3);
  __syncthreads();
  out[t] = v;
}
KERNEL syncwarp_waits_for_barrier(unsigned* out) {
  unsigned t = threadIdx.x;
  if (t % 32 < 16) __syncwarp();
  else __syncthreads();
  out[t] = t;
}
KERNEL waits_for_who_never_comes(unsigned* out) {
  if (threadIdx.x % 32 == 5) {
    asm volatile("bar.sync 3, 64;");
  } else if (threadIdx.x & 1) {
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

// Named barriers.
KERNEL producer_consumer(unsigned* out, unsigned rounds) {
  __shared__ unsigned s[2][32];
  unsigned t = threadIdx.x, lane = t & 31, sum = 0;
  if (t >= 64) {
    out[t] = 9;
    return;
  }
  for (unsigned i = 0; i < rounds; ++i) {
    unsigned* place = s[i & 1];
    if (t < 32) {
      place[lane] = i * 100 + lane;
      asm volatile("bar.sync 1, 64;");
      asm volatile("bar.sync 2, 64;");
    } else {
      asm volatile("bar.sync 1, 64;");
      sum = sum * 3 + place[31 - lane];
      asm volatile("bar.sync 2, 64;");
    }
  }
  out[t] = sum;
}
KERNEL barrier_of_a_pair(unsigned* out, unsigned rounds) {
  __shared__ unsigned s[1024];
  unsigned t = threadIdx.x, pair = t / 64, sum = t;
  for (unsigned i = 0; i < rounds + pair; ++i) {
    s[t] = sum;
    asm volatile("barrier.sync %0, %1;" ::"r"(pair + 1), "r"(64) : "memory");
    sum += s[t ^ 32] + i;
    asm volatile("barrier.sync %0, %1;" ::"r"(pair + 1), "r"(64) : "memory");
  }
  __syncthreads();
  out[t] = sum + s[t ^ 64];
}
// Half a warp for each of two, of a whole block's 32 threads.
KERNEL halves_of_warps(unsigned* out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x, half = t / 16 % 2;
  s[t] = t * 9;
  asm volatile("barrier.sync %0, 32;" ::"r"(half + 4) : "memory");
  out[t] = s[t ^ 32] + 1;
}
KERNEL named_for_all(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block();
  s[t] = t;
  if (t & 1) asm volatile("bar.sync 7;" ::: "memory");
  else asm volatile("barrier.sync 7;" ::: "memory");
  out[t] = s[n - 1 - t];
}
KERNEL no_such_barrier(unsigned* out, unsigned number) {
  if (threadIdx.x & 1) asm volatile("barrier.sync %0;" ::"r"(number + threadIdx.x / 32) : "memory");
  out[threadIdx.x] = 1;
}
)";

constexpr Block kBlocks[] = {{1}, {17}, {32}, {33}, {96}, {256}, {16, 16}, {8, 4, 2}, {48, 2}, {5, 7}};

// Both modes leave the same, and it is no fiber that stands for both.
void same(const char* name, const std::uint32_t* value, const Block* blocks, std::size_t count) {
  if (on_gpu) return;  // it has one mode
  if (!has_warp_code(name)) fail_msg("%s has no warp code", name);
  for (std::size_t i = 0; i < count; ++i) {
    Block block = blocks[i];
    block.grid = 3;
    const Words expected = run(name, 1, block, value), got = run(name, 0, block, value);
    for (std::uint32_t t = 0; t < kWords; ++t) {
      if (got[t] != expected[t]) {
        fail_msg("%s, %ux%ux%u threads: thread %u has %u, not %u as in reference mode", name, block.x,
                 block.y, block.z, t, got[t], expected[t]);
      }
    }
  }
}
void same(const char* name, const std::uint32_t* value = nullptr) {
  same(name, value, kBlocks, sizeof kBlocks / sizeof kBlocks[0]);
}

void arms(void**) {
  if (on_gpu) skip();
  for (const Block block : kBlocks) {
    expect("one_arm", block, nullptr,
           [](std::uint32_t t, std::uint32_t n) { return t % 3 == 1 ? (t + 7) % n * 3 + 1 : t * 3; });
    expect("both_arms", block, nullptr, [](std::uint32_t t, std::uint32_t n) {
      const auto v = [n](std::uint32_t i) {
        const std::uint32_t other = (i + 1) % n, there = other % 2 != 0 ? other * 5 : other * 7 + 2;
        return i % 2 != 0 ? there : there + 1000;
      };
      return v(t) + v(n - 1 - t);
    });
  }
  for (const char* name : {"one_arm", "both_arms", "nested", "kinds_apart"}) same(name);
}

void loops(void**) {
  for (const char* name : {"rounds_of_its_own", "some_left_the_loop", "inner_rounds", "one_alone"})
    same(name);
  for (const std::uint32_t rounds : {0u, 1u, 2u, 9u}) {
    same("rounds_apart", &rounds);
    same("holds_its_own", &rounds);
  }
}

void reductions_by_warp(void**) {
  if (on_gpu) skip();  // barriers of two kinds at once: an illegal instruction there
  for (const std::uint32_t threads : {33u, 64u, 96u, 256u}) {
    expect("kinds_by_warp", {threads}, nullptr, [](std::uint32_t t, std::uint32_t n) {
      std::uint32_t count = 0;
      for (std::uint32_t other = 0; other < n; ++other) count += other / 32 % 2 != 0 && other % 2 != 0;
      return t / 32 % 2 == 0 ? 7 : count;
    });
  }
}

void threads_leave(void**) {
  for (const std::uint32_t first : {0u, 1u, 16u, 31u, 40u}) same("leave_apart", &first);
}

void limits(void**) {
  if (on_gpu) skip();
  if (has_warp_code("keeps_too_much")) fail_msg("keeps_too_much has warp code");
  const Words expected = run("keeps_too_much", 1, {96}), got = run("keeps_too_much", 0, {96});
  for (std::uint32_t t = 0; t < 96; ++t) assert_int_equal(got[t], expected[t]);
}

void layouts(void**) {
  for (const std::uint32_t pitch : {16u, 17u, 0u, 5u}) same("rows_apart", &pitch);
  same("mixed_warps");
  if (on_gpu) return;
  const std::uint32_t far = 0x7fffffff - 15;
  expect("rows_at_the_end", {16, 16}, &far,
         [](std::uint32_t t, std::uint32_t) { return t % 16 + t / 16 * 100; });
  for (const Block block : kBlocks) {
    expect("ways_of_others", block, nullptr,
           [](std::uint32_t t, std::uint32_t) { return t % 2 != 0 ? 20u : 10u; });
  }
}

void warp_functions(void**) {
  // On a GPU too, not all lanes of a block's last warp are there at once.
  same("shuffles_in_arms");
  same("meets_elsewhere");
  same("kept_through_a_loop");
  for (const std::uint32_t rounds : {1u, 4u}) same("a_round_behind", &rounds);
}

struct Report {
  gc_status status;
  std::string message;
};

Report report(const char* name, int mode, std::uint32_t threads, const std::uint32_t* value = nullptr) {
  gc_kernel* kernel = kernel_in(name, mode);
  alarm(alarm_limit(60));
  gc_error* error = nullptr;
  gc_status status = launch(kernel, nullptr, {threads}, value, &error);
  if (status == GRIDCALL_OK) status = gc_context_synchronize(context, &error);
  alarm(0);
  Report result{status, gc_error_message(error)};
  gc_error_release(error);
  gc_kernel_release(kernel);
  return result;
}

void same_fault(const char* name, gc_status status, std::uint32_t threads,
                const std::uint32_t* value = nullptr) {
  if (!has_warp_code(name)) fail_msg("%s has no warp code", name);
  const Report expected = report(name, 1, threads, value), got = report(name, 0, threads, value);
  if (expected.status != status || got.status != status) {
    fail_msg("%s, %u threads: %s; in reference mode: %s", name, threads, got.message.c_str(),
             expected.message.c_str());
  }
  assert_string_equal(got.message.c_str(), expected.message.c_str());
}

void deadlocks(void**) {
  if (on_gpu) skip();
  for (const std::uint32_t threads : {32u, 64u, 80u}) {
    same_fault("shuffle_waits_for_barrier", GRIDCALL_ERROR_KERNEL_DEADLOCK, threads);
    same_fault("syncwarp_waits_for_barrier", GRIDCALL_ERROR_KERNEL_DEADLOCK, threads);
    same_fault("waits_for_who_never_comes", GRIDCALL_ERROR_KERNEL_DEADLOCK, threads);
  }
  expect("both_arms", {1}, nullptr, [](std::uint32_t, std::uint32_t) { return 2 * 1002u; });
}

void named_barriers(void**) {
  for (const std::uint32_t rounds : {1u, 2u, 7u}) {
    for (const std::uint32_t threads : {64u, 96u}) {
      expect("producer_consumer", {threads}, &rounds, [&](std::uint32_t t, std::uint32_t) {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < rounds; ++i) sum = sum * 3 + i * 100 + (31 - t % 32);
        return t >= 64 ? 9 : t < 32 ? 0 : sum;
      });
    }
    const Block whole[] = {{128}, {256}, {512}};
    same("barrier_of_a_pair", &rounds, whole, 3);
  }
  const std::uint32_t rounds = 3;
  const Block halves[] = {{64}};
  same("producer_consumer", &rounds, halves, 1);
  // For a GPU a barrier is for whole warps.
  if (on_gpu) return;
  expect("halves_of_warps", {64}, nullptr, [](std::uint32_t t, std::uint32_t) { return (t ^ 32) * 9 + 1; });
  same("halves_of_warps", nullptr, halves, 1);
  for (const Block block : kBlocks) {
    expect("named_for_all", block, nullptr, [](std::uint32_t t, std::uint32_t n) { return n - 1 - t; });
  }
  same("named_for_all");
  const std::uint32_t number = 14;
  same_fault("no_such_barrier", GRIDCALL_ERROR_LAUNCH_FAILED, 96, &number);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(arms),          cmocka_unit_test(loops),          cmocka_unit_test(reductions_by_warp),
      cmocka_unit_test(threads_leave), cmocka_unit_test(layouts),        cmocka_unit_test(warp_functions),
      cmocka_unit_test(limits),        cmocka_unit_test(named_barriers), cmocka_unit_test(deadlocks),
  };
  return run_group("kernel_parking", kSource, tests);
}
