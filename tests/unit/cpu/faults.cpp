// SPDX-License-Identifier: Apache-2.0
//
// A kernel's fault becomes one status of one call; the process and the stream continue.

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "harness.h"

using namespace harness;

namespace {

CUmodule faults;
CUmodule basic;
CUstream stream;

int set_up(void** state) {
  if (open_driver(state) != 0) return 1;
  faults = load("faults");
  basic = load("basic");
  return cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0);
}

void assert_contains(const std::string& text, const char* part) {
  if (text.find(part) == std::string::npos) fail_msg("`%s' is not in `%s'", part, text.c_str());
}

// The stream reports once, then works again.
void expect_fault(int code, std::initializer_list<const char*> parts) {
  assert_int_equal(cu.cuStreamSynchronize(stream), code);
  const std::string text = fault_text();
  for (const char* part : parts) assert_contains(text, part);
  assert_true(text.find('\n') == std::string::npos);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_string_equal(fault_text().c_str(), "");
  assert_int_equal(launch(function(basic, "nothing"), 4, 32, stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
}

void test_null_store(void**) {
  for (const char* kernel : {"store", "store_fiber"}) {
    assert_int_equal(launch(function(faults, kernel), 3, 64, stream, CUdeviceptr{16}, 5u), 0);
    expect_fault(700, {kernel, "thread (5,0,0)", "illegal address 0x10", "write", "null pointer"});
  }
}

void test_load(void**) {
  assert_int_equal(launch(function(faults, "load"), 1, 32, stream, CUdeviceptr{0x10000}, 0u), 0);
  expect_fault(700, {"0x10000", "read"});
  assert_int_equal(launch(function(faults, "load"), 1, 32, stream, CUdeviceptr{0xdead00000000beef}, 0u), 0);
  expect_fault(700, {"kernel `load`", "0xdead00000000beef"});
}

void test_past_the_end(void**) {
  const size_t bytes = 1 << 20;
  const CUdeviceptr memory = alloc(bytes);
  assert_int_equal(launch(function(faults, "store"), 1, 1, stream, memory + bytes + 40, 0u), 0);
  expect_fault(700, {"40 bytes past the end of the 1048576-byte allocation"});
  assert_int_equal(cu.cuMemFree(memory), 0);
  assert_int_equal(launch(function(faults, "store"), 1, 1, stream, memory, 0u), 0);
  expect_fault(700, {"illegal address"});
}

void test_fault_in_a_called_function(void**) {
  assert_int_equal(launch(function(faults, "copy"), 1, 1, stream, CUdeviceptr{64}), 0);
  expect_fault(700, {"kernel `copy`"});
  assert_int_equal(launch(function(faults, "bad_string"), 1, 1, stream), 0);
  expect_fault(700, {"kernel `bad_string`", "0x10"});
}

void test_trap(void**) {
  assert_int_equal(launch(function(faults, "trap"), 2, 2, stream), 0);
  expect_fault(719, {"kernel `trap`", "trap"});
}

void test_assert(void**) {
  for (const char* kernel : {"assertion", "assertion_fiber"}) {
    assert_int_equal(launch(function(faults, kernel), 1, 32, stream, 5), 0);
    assert_int_equal(cu.cuStreamSynchronize(stream), 710);
    const std::string expected =
        std::string("kernel `") + kernel +
        "`: block (0,0,0), thread (5,0,0): assertion `x < n' failed, kernel.cu:12, assertion";
    assert_string_equal(fault_text().c_str(), expected.c_str());
  }
}

void test_divide(void**) {
  assert_int_equal(launch(function(faults, "divide"), 1, 1, stream, 7), 0);
#if defined(__x86_64__)
  expect_fault(GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO, {"kernel `divide`", "division by zero"});
#endif
}

void test_stack_overflow(void**) {
  for (const char* kernel : {"overflow", "overflow_fiber"}) {
    assert_int_equal(launch(function(faults, kernel), 1, 32, stream, 20u), 0);
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
    assert_int_equal(launch(function(faults, kernel), 1, 32, stream, 10000000u), 0);
    expect_fault(714, {kernel, "stack overflow"});
  }
}

void test_illegal_instruction(void**) {
  assert_int_equal(launch(function(faults, "illegal"), 1, 1, stream), 0);
#if defined(__x86_64__)
  expect_fault(715, {"kernel `illegal`", "illegal instruction"});
#endif
}

void test_misaligned(void**) {
#if defined(__x86_64__)
  const CUdeviceptr memory = alloc(256);
  assert_int_equal(launch(function(faults, "misaligned"), 1, 1, stream, memory), 0);
  expect_fault(716, {"misaligned"});
  cu.cuMemFree(memory);
#endif
}

void test_deadlock(void**) {
  assert_int_equal(launch(function(faults, "deadlock"), 2, 64, stream), 0);
  expect_fault(GRIDCALL_DRIVER_ERROR_DEADLOCK,
               {"deadlock", "16 of 32 threads wait at the block barrier", "warp 0", "mask 0xffffffff"});
}

void test_misuse(void**) {
  assert_int_equal(launch(function(faults, "bad_mask"), 1, 32, stream), 0);
  expect_fault(715, {"mask 0x00000001", "lane 1"});
  assert_int_equal(launch(function(faults, "bad_free"), 1, 1, stream, CUdeviceptr{4096}), 0);
  expect_fault(719, {"free("});
  assert_int_equal(launch(function(faults, "barrier_undeclared"), 1, 32, stream), 0);
  expect_fault(719, {"barrier"});
}

// Work queued behind the fault before it was reported is skipped; after it, it is not.
void test_skips_what_was_queued(void**) {
  const CUdeviceptr memory = alloc(8);
  const CUdeviceptr gate = alloc(4);
  const CUfunction release = function(basic, "release");
  assert_int_equal(launch(function(basic, "wait_for_host"), 1, 1, stream, gate), 0);
  assert_int_equal(launch(function(faults, "trap"), 1, 1, stream), 0);
  assert_int_equal(launch(release, 1, 1, stream, memory, 1u), 0);
  assert_int_equal(cu.cuMemsetD32Async(memory + 4, 2, 1, stream), 0);
  CUevent event = nullptr;
  assert_int_equal(cu.cuEventCreate(&event, 0), 0);
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  *reinterpret_cast<volatile uint32_t*>(gate) = 1;
  assert_int_equal(cu.cuEventSynchronize(event), 719);
  assert_contains(fault_text(), "kernel `trap`");
  assert_int_equal(cu.cuEventQuery(event), 0);
  assert_int_equal(launch(release, 1, 1, stream, memory, 3u), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  const auto got = fetch<uint32_t>(memory, 2);
  assert_int_equal(got[0], 3);
  assert_int_equal(got[1], 0);
  cu.cuEventDestroy(event);
  cu.cuMemFree(memory);
  cu.cuMemFree(gate);
}

void test_reported_by_other_calls(void**) {
  const CUfunction trap = function(faults, "trap");
  const auto settle = [] {
    while (cu.cuStreamQuery(stream) == CUDA_ERROR_NOT_READY) usleep(100);
  };
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 719);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  CUresult result = CUDA_SUCCESS;
  while ((result = cu.cuStreamQuery(stream)) == CUDA_ERROR_NOT_READY) usleep(100);
  assert_int_equal(result, 719);  // a poll, which leaves it to who waits
  assert_int_equal(cu.cuStreamSynchronize(stream), 719);
  assert_int_equal(cu.cuStreamQuery(stream), 0);
  settle();
  // Another stream does not notice.
  CUstream other = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&other, CU_STREAM_NON_BLOCKING, 0), 0);
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  assert_int_equal(launch(function(basic, "nothing"), 1, 1, other), 0);
  assert_int_equal(cu.cuStreamSynchronize(other), 0);
  // The next launch on the stream that is at fault does.
  while ((result = launch(function(basic, "nothing"), 1, 1, stream)) == CUDA_SUCCESS) usleep(100);
  assert_int_equal(result, 719);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuStreamDestroy(other), 0);
  // A copy through the NULL stream reports the faults of the streams it waits for.
  CUstream blocking = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&blocking, 0, 0), 0);
  assert_int_equal(launch(trap, 1, 1, blocking), 0);
  const CUdeviceptr memory = 0;
  (void)memory;
  uint32_t word = 0;
  CUdeviceptr address = 0;
  assert_int_equal(cu.cuMemAlloc(&address, 4), 0);
  assert_int_equal(cu.cuMemcpyDtoH(&word, address, 4), 719);
  assert_int_equal(cu.cuMemcpyDtoH(&word, address, 4), 0);
  assert_int_equal(cu.cuStreamSynchronize(blocking), 0);
  cu.cuMemFree(address);
  cu.cuStreamDestroy(blocking);
}

// A launch of many blocks ends soon after one of them fails.
void test_abandons_the_rest(void**) {
  const CUdeviceptr flag = alloc(4);
  assert_int_equal(launch(function(faults, "trap"), 2000000000u, 1024, stream), 0);
  expect_fault(719, {"kernel `trap`"});
  cu.cuMemFree(flag);
}

void* volatile no_memory = reinterpret_cast<void*>(64);
volatile std::sig_atomic_t host_faults = 0;
sigjmp_buf back;
void on_host_fault(int) {
  host_faults = host_faults + 1;
  siglongjmp(back, 1);
}

// A fault of the host's own code goes to the handler that stood there before.
// It is set while the library runs already, as cmocka sets its own before every test here: each launch puts
// the library's back in front.
void test_chains(void**) {
  struct sigaction action = {};
  action.sa_handler = on_host_fault;
  sigaction(SIGSEGV, &action, nullptr);
  assert_int_equal(launch(function(basic, "nothing"), 1, 1, stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  if (sigsetjmp(back, 1) == 0) raise(SIGSEGV);
  assert_int_equal(host_faults, 1);
  if (sigsetjmp(back, 1) == 0) *static_cast<volatile int*>(no_memory) = 1;
  assert_int_equal(host_faults, 2);
  assert_int_equal(launch(function(faults, "store"), 1, 1, stream, CUdeviceptr{16}, 0u), 0);
  expect_fault(700, {"store"});
  assert_int_equal(host_faults, 2);
}

void test_many(void**) {
  for (int i = 0; i < 300; ++i) {
    assert_int_equal(
        launch(function(faults, i % 2 == 0 ? "store" : "store_fiber"), 5, 64, stream, CUdeviceptr{16}, 63u),
        0);
    assert_int_equal(cu.cuStreamSynchronize(stream), 700);
  }
}

// Streams that fail and streams that do not, side by side.
void test_streams_side_by_side(void**) {
  CUcontext context = nullptr;
  cu.cuCtxGetCurrent(&context);
  const CUfunction kernels[] = {function(basic, "count_slowly"), function(faults, "store_fiber")};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n) {
    threads.emplace_back([&, n] {
      CUstream own = nullptr;
      CUdeviceptr count = 0;
      if (cu.cuCtxSetCurrent(context) != 0 || cu.cuMemAlloc(&count, 4) != 0 ||
          cu.cuStreamCreateWithPriority(&own, CU_STREAM_NON_BLOCKING, 0) != 0 ||
          cu.cuMemsetD32Async(count, 0, 1, own) != 0) {
        ++wrong;
        return;
      }
      for (int i = 0; i < 100; ++i) {
        if (n % 2 == 0) {
          if (launch(kernels[n % 2], 4, 8, own, count) != 0 || cu.cuStreamSynchronize(own) != 0) ++wrong;
        } else {
          if (launch(kernels[n % 2], 4, 40, own, CUdeviceptr{16}, 39u) != 0 ||
              cu.cuStreamSynchronize(own) != 700)
            ++wrong;
          if (fault_text().find("thread (39,0,0)") == std::string::npos) ++wrong;
        }
      }
      uint32_t got = 0;
      if (cu.cuMemcpyDtoHAsync(&got, count, 4, own) != 0 || got != (n % 2 == 0 ? 3200u : 0u)) ++wrong;
      if (cu.cuStreamDestroy(own) != 0 || cu.cuMemFree(count) != 0) ++wrong;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(wrong.load(), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_null_store),
      cmocka_unit_test(test_load),
      cmocka_unit_test(test_past_the_end),
      cmocka_unit_test(test_fault_in_a_called_function),
      cmocka_unit_test(test_trap),
      cmocka_unit_test(test_assert),
      cmocka_unit_test(test_divide),
      cmocka_unit_test(test_stack_overflow),
      cmocka_unit_test(test_illegal_instruction),
      cmocka_unit_test(test_misaligned),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_misuse),
      cmocka_unit_test(test_skips_what_was_queued),
      cmocka_unit_test(test_reported_by_other_calls),
      cmocka_unit_test(test_abandons_the_rest),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_streams_side_by_side),
      cmocka_unit_test(test_chains),
  };
  return cmocka_run_group_tests_name("cpu faults", tests, set_up, nullptr);
}
