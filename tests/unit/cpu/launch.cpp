// SPDX-License-Identifier: Apache-2.0
//
// Images, launches, blocks and warps.

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "harness.h"

using namespace harness;

namespace {

CUmodule basic;
CUmodule warp;

int set_up(void** state) {
  if (open_driver(state) != 0) return 1;
  basic = load("basic");
  warp = load("warp");
  return 0;
}

void test_scale(void**) {
  constexpr unsigned kCount = 100003;
  std::vector<float> in(kCount);
  std::iota(in.begin(), in.end(), 0.0f);
  const CUdeviceptr from = alloc(kCount * 4);
  const CUdeviceptr to = alloc(kCount * 4);
  assert_int_equal(cu.cuMemcpyHtoD(from, in.data(), kCount * 4), 0);
  assert_int_equal(
      launch(function(basic, "scale"), (kCount + 255) / 256, 256, nullptr, to, from, 3.0f, kCount), 0);
  const auto out = fetch<float>(to, kCount);
  for (unsigned i = 0; i < kCount; ++i) assert_true(out[i] == in[i] * 3.0f);
  assert_int_equal(cu.cuMemFree(from), 0);
  assert_int_equal(cu.cuMemFree(to), 0);
}

void test_extra_parameters(void**) {
  const CUdeviceptr from = alloc(64, 0x3f);
  const CUdeviceptr to = alloc(64);
  struct {
    CUdeviceptr out, in;
    float factor;
    unsigned count;
  } values{to, from, 2.0f, 16};
  size_t bytes = sizeof values;
  void* extra[] = {reinterpret_cast<void*>(1), &values, reinterpret_cast<void*>(2), &bytes, nullptr};
  assert_int_equal(cu.cuLaunchKernel(function(basic, "scale"), 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra),
                   0);
  const auto in = fetch<float>(from, 16);
  const auto out = fetch<float>(to, 16);
  for (int i = 0; i < 16; ++i) assert_true(out[i] == in[i] * 2.0f);
  bytes = 20;
  assert_int_equal(cu.cuLaunchKernel(function(basic, "scale"), 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra),
                   1);
  cu.cuMemFree(from);
  cu.cuMemFree(to);
}

void test_grids(void**) {
  const unsigned shapes[][6] = {{1, 1, 1, 1, 1, 1},   {3, 4, 5, 2, 3, 4},    {7, 1, 2, 33, 3, 1},
                                {1, 65, 1, 1, 1, 64}, {5, 1, 1, 1024, 1, 1}, {2, 2, 2, 8, 8, 16}};
  for (const auto& s : shapes) {
    const size_t blocks = size_t{s[0]} * s[1] * s[2];
    const size_t threads = size_t{s[3]} * s[4] * s[5];
    const CUdeviceptr out = alloc(blocks * threads * 8);
    CUdeviceptr value = out;
    void* parameters[] = {&value};
    assert_int_equal(cu.cuLaunchKernel(function(basic, "indices"), s[0], s[1], s[2], s[3], s[4], s[5], 0,
                                       nullptr, parameters, nullptr),
                     0);
    const auto got = fetch<uint64_t>(out, blocks * threads);
    for (size_t b = 0; b < blocks; ++b) {
      for (size_t t = 0; t < threads; ++t) assert_int_equal(got[b * threads + t], 1 + t + b * 1000);
    }
    cu.cuMemFree(out);
  }
}

void test_math(void**) {
  const CUdeviceptr out = alloc(32 * 8);
  assert_int_equal(launch(function(basic, "math"), 1, 32, nullptr, out, 2.5), 0);
  const auto got = fetch<double>(out, 32);
  for (int i = 0; i < 32; ++i) assert_true(std::fabs(got[i] - (std::sin(2.5 + i) + 6.25 + 2.0)) < 1e-12);
  cu.cuMemFree(out);
}

void test_block_sum(void**) {
  for (const unsigned threads : {1u, 2u, 32u, 64u, 256u, 1024u}) {
    const unsigned blocks = 9;
    std::vector<uint32_t> in(threads * blocks);
    for (unsigned i = 0; i < in.size(); ++i) in[i] = i * 2654435761u;
    const CUdeviceptr from = alloc(in.size() * 4);
    const CUdeviceptr to = alloc(blocks * 4);
    cu.cuMemcpyHtoD(from, in.data(), in.size() * 4);
    assert_int_equal(launch(function(basic, "block_sum"), blocks, threads, nullptr, from, to), 0);
    const auto got = fetch<uint32_t>(to, blocks);
    for (unsigned b = 0; b < blocks; ++b) {
      const auto first = in.begin() + b * threads;
      assert_int_equal(got[b], std::accumulate(first, first + threads, 0u));
    }
    cu.cuMemFree(from);
    cu.cuMemFree(to);
  }
}

void test_shared_limits(void**) {
  const CUfunction kernel = function(basic, "dynamic_shared");
  const CUdeviceptr out = alloc(4);
  CUdeviceptr value = out;
  void* parameters[] = {&value};
  const auto run = [&](unsigned bytes) {
    return cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, bytes, nullptr, parameters, nullptr);
  };
  int attribute = 0;
  assert_int_equal(cu.cuFuncGetAttribute(&attribute, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel),
                   0);
  assert_int_equal(attribute, 48 * 1024 - 100);
  assert_int_equal(run(48 * 1024 - 100), 0);
  assert_int_equal(fetch<uint32_t>(out, 1)[0], 48 * 1024 - 100);
  assert_int_equal(run(48 * 1024 - 99), 1);
  assert_int_equal(run(1 << 20), 1);
  assert_int_equal(
      cu.cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 * 1024 - 99), 1);
  assert_int_equal(
      cu.cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 * 1024 - 112), 0);
  assert_int_equal(run(227 * 1024 - 112), 0);
  assert_int_equal(fetch<uint32_t>(out, 1)[0], 227 * 1024 - 112);
  cu.cuMemFree(out);
}

void test_refused_launches(void**) {
  const CUfunction nothing = function(basic, "nothing");
  const auto run = [&](unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz) {
    return cu.cuLaunchKernel(nothing, gx, gy, gz, bx, by, bz, 0, nullptr, nullptr, nullptr);
  };
  assert_int_equal(run(0, 1, 1, 1, 1, 1), 1);
  assert_int_equal(run(1, 1, 1, 0, 1, 1), 1);
  assert_int_equal(run(1, 1, 1, 2048, 1, 1), 1);
  assert_int_equal(run(1, 1, 1, 1, 1, 65), 1);
  assert_int_equal(run(1, 1, 1, 512, 4, 1), 1);
  assert_int_equal(run(1, 65536, 1, 1, 1, 1), 1);
  assert_int_equal(run(1u << 31, 1, 1, 1, 1, 1), 1);
  assert_int_equal(run(1, 1, 1, 1024, 1, 1), 0);
  assert_int_equal(
      cu.cuLaunchKernel(function(basic, "bounded"), 1, 1, 1, 65, 1, 1, 0, nullptr, nullptr, nullptr),
      CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  assert_int_equal(
      cu.cuLaunchKernel(function(basic, "scale"), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), 1);
  void* holes[] = {nullptr};
  assert_int_equal(
      cu.cuLaunchKernel(function(basic, "indices"), 1, 1, 1, 1, 1, 1, 0, nullptr, holes, nullptr), 1);
  int forged = 0;
  assert_int_equal(cu.cuLaunchKernel(reinterpret_cast<CUfunction>(&forged), 1, 1, 1, 1, 1, 1, 0, nullptr,
                                     nullptr, nullptr),
                   400);
  assert_int_equal(
      cu.cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, reinterpret_cast<CUstream>(&forged), nullptr, nullptr),
      400);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
}

void test_module_queries(void**) {
  unsigned count = 0;
  assert_int_equal(cu.cuModuleGetFunctionCount(&count, basic), 0);
  assert_int_equal(count, 16);
  std::vector<CUfunction> all(count);
  assert_int_equal(cu.cuModuleEnumerateFunctions(all.data(), count, basic), 0);
  const char* name = nullptr;
  assert_int_equal(cu.cuFuncGetName(&name, all[0]), 0);
  assert_string_equal(name, "scale");
  assert_ptr_equal(function(basic, "_Z5scalePfPKffj"), function(basic, "scale"));
  CUfunction none = nullptr;
  assert_int_equal(cu.cuModuleGetFunction(&none, basic, "nowhere"), CUDA_ERROR_NOT_FOUND);
  size_t offset = 0;
  size_t size = 0;
  assert_int_equal(cu.cuFuncGetParamInfo(all[0], 2, &offset, &size), 0);
  assert_int_equal(offset, 16);
  assert_int_equal(size, 4);
  assert_int_equal(cu.cuFuncGetParamInfo(all[0], 4, &offset, &size), 1);
  int value = 0;
  assert_int_equal(
      cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function(basic, "bounded")), 0);
  assert_int_equal(value, 64);
  assert_int_equal(
      cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function(basic, "filled")), 0);
  assert_int_equal(value, 48 * 1024);
  assert_int_equal(
      cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function(basic, "filled")), 0);
  assert_int_equal(value, 128);
}

void test_globals(void**) {
  const CUmodule first = load("basic");
  const CUmodule second = load("basic");
  const CUdeviceptr out = alloc(16);
  const auto use = [&](CUmodule module) {
    assert_int_equal(launch(function(module, "use_globals"), 1, 1, nullptr, out), 0);
    return fetch<int>(out, 4);
  };
  assert_int_equal(use(first)[0], 5);
  assert_int_equal(use(first)[0], 6);
  const auto fresh = use(second);  // its own copy of the initialized data
  assert_int_equal(fresh[0], 5);
  assert_int_equal(fresh[1], 0);
  assert_int_equal(fresh[2], 8);
  assert_int_equal(fresh[3], 80);
  CUdeviceptr address = 0;
  size_t bytes = 0;
  assert_int_equal(cu.cuModuleGetGlobal(&address, &bytes, first, "constant_memory"), 0);
  assert_int_equal(bytes, 8);
  const int values[2] = {1, 81};
  assert_int_equal(cu.cuMemcpyHtoD(address, values, 8), 0);
  assert_int_equal(cu.cuMemcpyHtoD(address, values, 9), 1);
  assert_int_equal(use(first)[3], 81);
  assert_int_equal(use(second)[3], 80);
  assert_int_equal(cu.cuModuleGetGlobal(&address, &bytes, first, "zeroed"), 0);
  assert_int_equal(bytes, 4096);
  assert_int_equal(cu.cuMemsetD32(address, 9, 1024), 0);
  assert_int_equal(use(first)[1], 9);
  assert_int_equal(cu.cuMemFree(address), 1);
  assert_int_equal(cu.cuModuleGetGlobal(&address, &bytes, first, "table"), CUDA_ERROR_NOT_FOUND);
  assert_int_equal(cu.cuModuleUnload(first), 0);
  assert_int_equal(cu.cuModuleUnload(first), 400);
  assert_int_equal(cu.cuModuleUnload(second), 0);
  cu.cuMemFree(out);
}

void test_blocks_wait_in_order(void**) {
  const unsigned blocks = 300;
  const CUdeviceptr out = alloc(blocks * 4);
  assert_int_equal(launch(function(basic, "chain"), blocks, 1, nullptr, out), 0);
  const auto got = fetch<uint32_t>(out, blocks);
  for (const uint32_t value : got) assert_int_equal(value, 1);
  cu.cuMemFree(out);
}

void test_heap(void**) {
  const CUdeviceptr out = alloc(64 * 8);
  assert_int_equal(launch(function(basic, "heap"), 1, 64, nullptr, out), 0);
  for (const uint64_t value : fetch<uint64_t>(out, 64)) assert_int_equal(value, 7);
  cu.cuMemFree(out);
}

// PTX's shfl.sync, spelled as its documentation does, for comparison.
uint64_t expected_shuffle(unsigned lane, unsigned operand, unsigned width, unsigned mode, bool& in_range) {
  const unsigned segment = ~(width - 1) & 31;
  const unsigned b = operand & 31;
  const unsigned c = mode == 1 ? 0 : 31;
  const unsigned max_lane = (lane & segment) | (c & ~segment & 31);
  const unsigned min_lane = lane & segment;
  int j = 0;
  switch (mode) {
    case 1:
      j = static_cast<int>(lane) - static_cast<int>(b);
      in_range = j >= static_cast<int>(max_lane);
      break;
    case 2:
      j = static_cast<int>(lane + b);
      in_range = j <= static_cast<int>(max_lane);
      break;
    case 3:
      j = static_cast<int>(lane ^ b);
      in_range = j <= static_cast<int>(max_lane);
      break;
    default:
      j = static_cast<int>(min_lane | (b & ~segment & 31));
      in_range = j <= static_cast<int>(max_lane);
      break;
  }
  return in_range ? static_cast<unsigned>(j) : lane;
}

void test_shuffle(void**) {
  const CUfunction kernel = function(warp, "shuffle");
  const CUdeviceptr out = alloc(64 * 16);
  for (const unsigned width : {1u, 2u, 4u, 8u, 16u, 32u}) {
    for (unsigned mode = 0; mode < 4; ++mode) {
      for (const unsigned operand : {0u, 1u, 3u, 8u, 15u, 16u, 31u, 32u, 37u}) {
        assert_int_equal(launch(kernel, 1, 64, nullptr, out, 0xffffffffu, operand, width, mode), 0);
        const auto got = fetch<uint64_t>(out, 128);
        for (unsigned i = 0; i < 64; ++i) {
          bool in_range = false;
          const uint64_t source = expected_shuffle(i % 32, operand, width, mode, in_range);
          assert_int_equal(got[2 * i], 1000 + i / 32 * 32 + source);
          assert_int_equal(got[2 * i + 1], in_range ? 1 : 0);
        }
      }
    }
  }
  // Half a warp, and a warp that the block does not fill.
  assert_int_equal(launch(kernel, 1, 40, nullptr, out, 0x0000ffffu, 1u, 16u, 2u), 0);
  const auto got = fetch<uint64_t>(out, 80);
  assert_int_equal(got[0], 1001);
  assert_int_equal(got[2 * 32], 1033);
  cu.cuMemFree(out);
}

void test_votes(void**) {
  const CUdeviceptr out = alloc(64 * 64);
  for (const unsigned exit_from : {32u, 20u, 4u}) {
    for (const unsigned threads : {32u, 64u, 40u}) {
      cu.cuMemsetD8(out, 0xee, 64 * 64);
      assert_int_equal(launch(function(warp, "votes"), 1, threads, nullptr, out, exit_from), 0);
      const auto got = fetch<uint32_t>(out, 64 * 16);
      for (unsigned i = 0; i < threads; ++i) {
        const uint32_t* v = &got[16 * i];
        const unsigned lane = i % 32;
        if (lane >= exit_from) {
          assert_int_equal(v[14], 0xeeeeeeee);
          continue;
        }
        const unsigned lanes = std::min({exit_from, 32u, threads - i / 32 * 32});
        uint32_t thirds = 0, same = 0, all = 0, add = 0, minimum = ~0u, maximum = 0, and_ = ~0u, or_ = 0,
                 xor_ = 0;
        int smin = 0x7fffffff, smax = -0x7fffffff;
        for (unsigned l = 0; l < lanes; ++l) {
          const uint32_t x = l == 3 ? 0xfffffff0u : l + 1;
          all |= 1u << l;
          if (l % 3 == 0) thirds |= 1u << l;
          if (l % 4 == lane % 4) same |= 1u << l;
          add += x, minimum = std::min(minimum, x), maximum = std::max(maximum, x), and_ &= x, or_ |= x,
                    xor_ ^= x;
          smin = std::min(smin, static_cast<int>(x)), smax = std::max(smax, static_cast<int>(x));
        }
        assert_int_equal(v[0], thirds);
        assert_int_equal(v[1], same);
        assert_int_equal(v[2], all);
        assert_int_equal(v[3], 1);
        assert_int_equal(v[4], lanes == 1 ? all : 0);
        assert_int_equal(v[5], lanes == 1 ? 1 : 0);
        const uint32_t reduced[8] = {
            add, static_cast<uint32_t>(smin), static_cast<uint32_t>(smax), minimum, maximum, and_, or_, xor_};
        for (int r = 0; r < 8; ++r) assert_int_equal(v[6 + r], reduced[r]);
      }
    }
  }
  cu.cuMemFree(out);
}

void test_divergence(void**) {
  const CUdeviceptr out = alloc(64 * 4);
  assert_int_equal(launch(function(warp, "diverged"), 1, 32, nullptr, out), 0);
  const auto got = fetch<uint32_t>(out, 64);
  for (unsigned i = 0; i < 32; ++i) {
    assert_int_equal(got[2 * i], i % 2 == 0 ? 0x5555 : 0xaaaa);
    assert_int_equal(got[2 * i + 1], i % 2 == 0 ? 240 : 256);
  }
  cu.cuMemFree(out);
}

void test_active_mask(void**) {
  const CUdeviceptr out = alloc(64 * 4);
  assert_int_equal(launch(function(warp, "active"), 1, 40, nullptr, out), 0);
  auto got = fetch<uint32_t>(out, 40);
  for (unsigned i = 0; i < 32; ++i) assert_int_equal(got[i], i < 8 ? 0xffu : 0xffffff00u);
  for (unsigned i = 32; i < 40; ++i) assert_int_equal(got[i], 0xff);
  cu.cuMemsetD8(out, 0, 64 * 4);
  assert_int_equal(launch(function(warp, "active_beside_poller"), 1, 32, nullptr, out), 0);
  got = fetch<uint32_t>(out, 33);
  assert_int_equal(got[0], 77);
  for (unsigned i = 1; i < 32; ++i) assert_int_equal(got[i], 0xfffffffe);
  cu.cuMemFree(out);
}

void test_threads_that_wait(void**) {
  for (const unsigned threads : {2u, 64u, 1024u}) {
    const CUdeviceptr out = alloc(1024 * 4);
    assert_int_equal(launch(function(warp, "wait_for_next_lane"), 1, threads, nullptr, out), 0);
    const auto got = fetch<uint32_t>(out, threads);
    for (const uint32_t value : got) assert_int_equal(value, 1);
    cu.cuMemFree(out);
  }
  const CUdeviceptr memory = alloc(8);
  assert_int_equal(launch(function(warp, "lock"), 8, 64, nullptr, memory), 0);
  assert_int_equal(fetch<uint32_t>(memory, 2)[1], 512);
  cu.cuMemFree(memory);
}

void test_barriers(void**) {
  const CUdeviceptr out = alloc(1024 * 16);
  for (const unsigned threads : {32u, 100u, 1024u}) {
    assert_int_equal(launch(function(warp, "barrier_both_sides"), 3, threads, nullptr, out), 0);
    const auto got = fetch<uint32_t>(out, threads);
    for (unsigned i = 0; i < threads; ++i) assert_int_equal(got[i], (i + 1) % threads + 1);
  }
  assert_int_equal(launch(function(warp, "barrier_reduce"), 1, 64, nullptr, out), 0);
  const auto got = fetch<uint32_t>(out, 64 * 4);
  for (unsigned i = 0; i < 64; ++i) {
    if (i % 8 == 7) continue;
    assert_int_equal(got[4 * i], 24);  // odd numbers below 64 but those that went
    assert_int_equal(got[4 * i + 1], 1);
    assert_int_equal(got[4 * i + 2], 1);
    assert_int_equal(got[4 * i + 3], 0);
  }
  assert_int_equal(launch(function(warp, "named"), 1, 96, nullptr, out), 0);
  const auto named = fetch<uint32_t>(out, 32);
  for (unsigned i = 0; i < 32; ++i) assert_int_equal(named[i], i * 10);
  cu.cuMemFree(out);
}

void test_sleep(void**) {
  const CUdeviceptr out = alloc(64 * 8);
  assert_int_equal(launch(function(warp, "sleep"), 1, 64, nullptr, out), 0);
  for (const uint64_t value : fetch<uint64_t>(out, 64)) assert_true(value >= 200000);
  cu.cuMemFree(out);
}

void test_blocks_that_wait_for_each_other(void**) {
  int workers = 0;
  cu.cuDeviceGetAttribute(&workers, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  const CUdeviceptr out = alloc(4);
  assert_int_equal(
      launch(function(warp, "grid_barrier"), static_cast<unsigned>(4 * workers), 64, nullptr, out), 0);
  assert_int_equal(fetch<uint32_t>(out, 1)[0], 4 * workers * 64);
  cu.cuMemFree(out);
}

void test_printf(void**) {
  // Lines that kernels print appear whole, once a thread synchronizes.
  char path[] = "/tmp/gridcall-printf-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  std::fflush(stdout);
  const int saved = dup(1);
  dup2(file, 1);
  const CUdeviceptr out = alloc(4);
  const CUresult launched = launch(function(basic, "print"), 1, 3, nullptr, out);
  cu.cuCtxSynchronize();
  std::fflush(stdout);
  dup2(saved, 1);
  close(saved);
  assert_int_equal(launched, 0);
  char text[512] = {};
  assert_true(pread(file, text, sizeof text - 1, 0) > 0);
  close(file);
  unlink(path);
  assert_string_equal(text,
                      "thread 0 real   1.50 text large 1099511627776 100%\n"
                      "thread 1 real   1.50 text large 1099511627776 100%\n"
                      "thread 2 real   1.50 text large 1099511627776 100%\n");
  assert_int_equal(fetch<int>(out, 1)[0], 4);
  cu.cuMemFree(out);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_scale),
      cmocka_unit_test(test_extra_parameters),
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_math),
      cmocka_unit_test(test_block_sum),
      cmocka_unit_test(test_shared_limits),
      cmocka_unit_test(test_refused_launches),
      cmocka_unit_test(test_module_queries),
      cmocka_unit_test(test_globals),
      cmocka_unit_test(test_blocks_wait_in_order),
      cmocka_unit_test(test_heap),
      cmocka_unit_test(test_shuffle),
      cmocka_unit_test(test_votes),
      cmocka_unit_test(test_divergence),
      cmocka_unit_test(test_active_mask),
      cmocka_unit_test(test_threads_that_wait),
      cmocka_unit_test(test_barriers),
      cmocka_unit_test(test_sleep),
      cmocka_unit_test(test_blocks_that_wait_for_each_other),
      cmocka_unit_test(test_printf),
  };
  return cmocka_run_group_tests_name("cpu launch", tests, set_up, nullptr);
}
