// SPDX-License-Identifier: Apache-2.0
//
// Kernels that wait for other warps or blocks in ways that the compiler cannot see: they look through an
// array with plain loads. A block that waits must be suspended, so that the blocks behind it begin. In both
// modes of the CPU device: as vectors, and thread after thread (or on fibers, with a barrier).

#include "support/cmocka.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "kernels/modes.h"
#include "support/slowdown.h"

namespace {

using namespace gridcall::kernels;

constexpr const char* kSource = R"(
// Results in out[0..1023], flags in the 1024 words behind them.
#define KERNEL extern "C" __global__ void

__device__ unsigned* flags_of(unsigned* out) { return out + 1024; }
__device__ void say(unsigned* out, unsigned who) { flags_of(out)[(who * 37 + 5) % 1024] = who + 1; }
__device__ void wait_for(const unsigned* flags, unsigned who) {
  for (unsigned at = threadIdx.x * 31;; ++at) {
    if (flags[at % 1024] == who + 1) return;
  }
}
__device__ void count_up(unsigned* place) { atomicAdd(place, 1); }

KERNEL next_block(unsigned* out) {
  if (blockIdx.x + 1 < gridDim.x) wait_for(flags_of(out), blockIdx.x + 1);
  count_up(out + blockIdx.x);
  say(out, blockIdx.x);
}
KERNEL last_block(unsigned* out) {
  if (blockIdx.x + 1 < gridDim.x) wait_for(flags_of(out), gridDim.x - 1);
  count_up(out + blockIdx.x);
  say(out, blockIdx.x);
}
KERNEL polling_blocks(unsigned* out) {
  volatile unsigned* last = flags_of(out) + ((gridDim.x - 1) * 37 + 5) % 1024;
  while (blockIdx.x + 1 < gridDim.x && !__syncthreads_or(*last == gridDim.x)) {}
  count_up(out + blockIdx.x);
  say(out, blockIdx.x);
}
KERNEL last_block_by_barriers(unsigned* out) {
  __shared__ unsigned done;
  for (unsigned at = 0; blockIdx.x + 1 < gridDim.x; ++at) {
    __syncthreads();
    if (threadIdx.x == 0) done = flags_of(out)[at % 1024] == gridDim.x;
    __syncthreads();
    if (done) break;
  }
  count_up(out + blockIdx.x);
  say(out, blockIdx.x);
}
// Every tenth one waits for the one behind it.
KERNEL some_blocks(unsigned* out) {
  if (blockIdx.x % 10 == 3) wait_for(flags_of(out), blockIdx.x + 1);
  count_up(out + blockIdx.x);
  say(out, blockIdx.x);
}
KERNEL block_in_a_grid(unsigned* out) {
  unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z), n = gridDim.x * gridDim.y * gridDim.z;
  if (b + 1 < n) wait_for(flags_of(out), b + 1);
  count_up(out + b);
  say(out, b);
}
__device__ unsigned thread_of_block() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
KERNEL next_warp(unsigned* out) {
  unsigned t = thread_of_block(), w = t / 32, warps = (threads_of_block() + 31) / 32;
  if (w + 1 < warps) wait_for(flags_of(out), w + 1);
  out[t] = threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1;
  say(out, w);
}
KERNEL warp_between_barriers(unsigned* out, unsigned rounds) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), w = t / 32, warps = (n + 31) / 32, sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    s[t] = t + round;
    __syncthreads();
    sum = sum * 3 + s[(t + 33) % n];
    if ((w + round) % 3 == 0 && w + 1 < warps) wait_for(flags_of(out), 32 * round + w + 1);
    say(out, 32 * round + w);
    sum += (unsigned)__syncthreads_count(t & 1);
  }
  out[t] = sum;
}
// In both arms of a branch, so that lanes wait diverged.
KERNEL warp_beside_lanes_apart(unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = thread_of_block(), n = threads_of_block(), w = t / 32, warps = (n + 31) / 32, v = 0;
  s[t] = 2 * t;
  if (t % 3 == 1) {
    v = (unsigned)__syncthreads_count(1);
    v += s[(t + 1) % n];
  } else {
    if (w + 1 < warps && w % 2 == 0) wait_for(flags_of(out), w + 1);
    say(out, w);
    v = 7 + (unsigned)__syncthreads_count(1);
  }
  __syncthreads();
  if (w % 2 == 1 && w + 1 < warps) wait_for(flags_of(out), 32 + w + 1);
  say(out, 32 + w);
  out[t] = v + (unsigned)__syncthreads_count(t & 1);
}
// One of each pair loops over a grid, where warps pause for those behind them; the other waits for it.
__device__ unsigned zeros[64 * 1024];
KERNEL warp_beside_paused(unsigned* out, unsigned waiting) {
  unsigned t = thread_of_block(), w = t / 32, sum = 0;
  if (w % 2 == waiting) {
    wait_for(flags_of(out), w ^ 1);
    sum = 7;
  } else {
    for (unsigned i = t; i < 30 * 1024; i += gridDim.x * 1024) sum += zeros[i] + 1;
    say(out, w);
  }
  out[t] = sum;
}
// Waits in a function of its own, lane by lane.
__device__ __noinline__ unsigned deep(const unsigned* flags, unsigned who, unsigned depth) {
  if (depth != 0) return deep(flags, who, depth - 1) + 1;
  wait_for(flags, who);
  return 0;
}
KERNEL next_block_by_call(unsigned* out) {
  if (blockIdx.x + 1 < gridDim.x) atomicAdd(out + blockIdx.x, deep(flags_of(out), blockIdx.x + 1, threadIdx.x % 3) & 0);
  count_up(out + blockIdx.x);
  say(out, blockIdx.x);
}
KERNEL fault_behind(unsigned* out, unsigned thread) {
  if (blockIdx.x + 1 < gridDim.x) wait_for(flags_of(out), blockIdx.x + 1);
  if (blockIdx.x == 2 && threadIdx.x == thread) *(volatile unsigned*)(unsigned long long)(out[1] + 64) = 1;
  say(out, blockIdx.x);
}
// Services of the runtime for a kernel, before its block is suspended and after.
KERNEL with_services(unsigned* out) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  auto* before = (unsigned*)malloc(16);
  before[t % 4] = 7 * t;
  if (blockIdx.x + 1 < gridDim.x) wait_for(flags_of(out), blockIdx.x + 1);
  auto* after = (unsigned*)malloc(16);
  after[0] = before[t % 4];
  if (threadIdx.x % 32 == 3) after[0] += printf("# block %u, warp %u\n", blockIdx.x, threadIdx.x / 32);
  free(before);
  out[t] = after[0];
  free(after);
  say(out, blockIdx.x);
}
KERNEL never(unsigned* out) {
  wait_for(flags_of(out), 5000);
  count_up(out + blockIdx.x);
}
KERNEL set(unsigned* out, unsigned value) { out[threadIdx.x] = value + threadIdx.x; }
// Long, and waits for nobody.
KERNEL long_rows(unsigned* out, unsigned rounds) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = t * 2654435761u + 1;
  for (unsigned i = 0; i < rounds; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  out[t] = x;
}
)";

void each_counted(const char* name, std::uint32_t blocks, std::uint32_t threads) {
  for (int mode = 0; mode < modes(); ++mode) {
    const Words out = run(name, mode, {threads, 1, 1, blocks});
    for (std::uint32_t b = 0; b < blocks; ++b) {
      if (out[b] != threads)
        fail_msg("%s, mode %d: block %u ran %u threads of %u", name, mode, b, out[b], threads);
    }
  }
}

// A GPU promises neither that a waiting thread lets others run nor that plain loads see what they write.
void cpu_only() {
  if (on_gpu) skip();
}

void warp_code(void**) {
  cpu_only();
  // None is taken for one that polls: then it would run on fibers, and nothing here would be tested.
  for (const char* name : {"next_block", "last_block", "last_block_by_barriers", "some_blocks", "next_warp",
                           "warp_between_barriers", "warp_beside_lanes_apart", "warp_beside_paused",
                           "next_block_by_call", "with_services", "fault_behind", "never"}) {
    if (!has_warp_code(name)) fail_msg("%s has no warp code", name);
  }
}

void blocks(void**) {
  cpu_only();
  for (const std::uint32_t threads : {32u, 100u, 256u}) each_counted("next_block", 3, threads);
  each_counted("last_block", 40, 64);
  for (const std::uint32_t grid : {3u, 40u}) {
    // Blocks on fibers leave a request to stop behind, which ends nobody's turn.
    each_counted("polling_blocks", 40, 100);
    each_counted("last_block_by_barriers", grid, 64);
  }
  each_counted("some_blocks", 600, 32);
  each_counted("next_block_by_call", 4, 40);
}

void chain_of_blocks(void**) {
  cpu_only();
  each_counted("next_block", 200, 32);
}

void warps(void**) {
  cpu_only();
  for (const Block block :
       {Block{64}, Block{100}, Block{256}, Block{16, 8}, Block{32, 4, 2}, Block{5, 7, 3}}) {
    for (int mode = 0; mode < modes(); ++mode) {
      const Words out = run("next_warp", mode, block);
      for (std::uint32_t t = 0; t < block.x * block.y * block.z; ++t) {
        assert_int_equal(out[t],
                         t % block.x + 100 * (t / block.x % block.y) + 10000 * (t / block.x / block.y) + 1);
      }
    }
  }
}

void warps_and_barriers(void**) {
  cpu_only();
  for (const std::uint32_t threads : {64u, 128u, 330u}) {
    for (const std::uint32_t rounds : {1u, 4u}) {
      expect("warp_between_barriers", {threads}, &rounds, [&](std::uint32_t t, std::uint32_t n) {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < rounds; ++i) sum = sum * 3 + (t + 33) % n + i + n / 2;
        return sum;
      });
    }
  }
  for (const std::uint32_t waiting : {0u, 1u}) {
    for (const std::uint32_t threads : {64u, 256u}) {
      expect("warp_beside_paused", {threads}, &waiting,
             [&](std::uint32_t t, std::uint32_t) { return t / 32 % 2 == waiting ? 7u : 30u; });
    }
  }
  if (on_gpu) return;
  for (const std::uint32_t threads : {64u, 128u, 330u}) {
    assert_true(run("warp_beside_lanes_apart", 0, {threads}) == run("warp_beside_lanes_apart", 1, {threads}));
  }
}

struct LaunchInFlight {
  gc_kernel* kernel;
  gc_stream* stream = nullptr;

  LaunchInFlight(const char* name, int mode, Block block, const std::uint32_t* value = nullptr,
                 bool clears = true)
      : kernel(kernel_in(name, mode)) {
    CALL(gc_stream_create, context, nullptr, &stream);
    if (clears) CALL(fill_u32, memory, 0, 0, kWords, nullptr);
    CALL(launch, kernel, stream, block, value);
  }
  ~LaunchInFlight() {
    gc_kernel_release(kernel);
    gc_stream_release(stream);
  }
  LaunchInFlight(const LaunchInFlight&) = delete;
  LaunchInFlight& operator=(const LaunchInFlight&) = delete;
  bool done_within(std::uint64_t nanoseconds) {
    std::int32_t done = -1;
    CALL(gc_stream_synchronize_for, stream, nanoseconds, &done);
    return done != 0;
  }
  gc_status end(std::string& message) {
    gc_error* error = nullptr;
    const gc_status status = gc_stream_synchronize(stream, &error);
    message = gc_error_message(error);
    gc_error_release(error);
    return status;
  }
};

void cancelled(void**) {
  cpu_only();
  for (int mode = 0; mode < 2; ++mode) {
    for (const std::uint32_t grid : {1u, 5u, 300u}) {
      alarm(alarm_limit(60));
      LaunchInFlight waits("never", mode, {96, 1, 1, grid});
      assert_false(waits.done_within(150000000));
      // Beside it, another stream's kernels run.
      const std::uint32_t value = 7;
      {
        LaunchInFlight other("set", 0, {64}, &value, false);
        std::string message;
        assert_int_equal(other.end(message), GRIDCALL_OK);
      }
      CALL(gc_stream_cancel, waits.stream);
      std::string message;
      assert_int_equal(waits.end(message), GRIDCALL_ERROR_CANCELLED);
      alarm(0);
      const Words out = run("set", 0, {64}, &value);
      for (std::uint32_t t = 0; t < 64; ++t) assert_int_equal(out[t], value + t);
    }
  }
}

void faults(void**) {
  cpu_only();
  for (int mode = 0; mode < 2; ++mode) {
    alarm(alarm_limit(60));
    const std::uint32_t thread = 45;
    LaunchInFlight waits("fault_behind", mode, {96, 1, 1, 6}, &thread);
    std::string message;
    assert_int_equal(waits.end(message), GRIDCALL_ERROR_ILLEGAL_ADDRESS);
    alarm(0);
    if (message.find("block (2,0,0), thread (45,0,0)") == std::string::npos)
      fail_msg("mode %d: %s", mode, message.c_str());
  }
  each_counted("next_block", 3, 64);
}

void services(void**) {
  cpu_only();
  for (int mode = 0; mode < modes(); ++mode) {
    const Words out = run("with_services", mode, {96, 1, 1, 4});
    for (std::uint32_t t = 0; t < 4 * 96; ++t) assert_int_equal(out[t], 7 * t + (t % 32 == 3 ? 2 : 0));
  }
}

// A program of its own, that ends while blocks are suspended.
int leave(int mode) {
  source = kSource;
  open_module(nullptr);
  CALL(fill_u32, memory, 0, 0, kWords, nullptr);
  CALL(launch, kernel_in("never", mode), nullptr, {64, 1, 1, 3}, nullptr);
  usleep(100000);
  std::exit(0);
}

void exits(void**) {
  cpu_only();
  for (const char* mode : {"0", "1"}) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(alarm_limit(20));
      execl("/proc/self/exe", "test_kernel_waiting", "leave", mode, static_cast<char*>(nullptr));
      _exit(98);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      fail_msg("mode %s: wait status 0x%x", mode, static_cast<unsigned>(status));
  }
}

void long_ones(void**) {
  const std::uint32_t rounds = 1 << 23;
  Words expected;
  for (int mode = 0; mode < modes(); ++mode) {
    const Words out = run("long_rows", mode, {96, 1, 1, 3}, &rounds);
    for (std::uint32_t t = 0; t < 3; ++t) {
      std::uint32_t x = t * 96 * 2654435761u + 1;
      for (std::uint32_t i = 0; i < rounds; ++i) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
      }
      assert_int_equal(out[t * 96], x);
    }
    if (mode == 0) expected = out;
    assert_true(out == expected);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) return leave(std::atoi(argv[2]));
  const CMUnitTest tests[] = {
      cmocka_unit_test(warp_code),
      cmocka_unit_test(blocks),
      cmocka_unit_test(chain_of_blocks),
      cmocka_unit_test(warps),
      cmocka_unit_test(warps_and_barriers),
      cmocka_unit_test(cancelled),
      cmocka_unit_test(faults),
      cmocka_unit_test(services),
      cmocka_unit_test(exits),
      cmocka_unit_test(long_ones),
  };
  return run_group("kernel_waiting", kSource, tests);
}
