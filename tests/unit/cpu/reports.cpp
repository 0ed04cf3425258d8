// SPDX-License-Identifier: Apache-2.0
//
// The call that reports a fault, a cancellation or a time limit: the next one that waits for the stream or
// queues work on it, once; and no other.

#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "harness.h"
#include "support/slowdown.h"

using namespace harness;

namespace {

constexpr int kTrap = 719;

CUmodule faults;
CUmodule basic;
CUfunction trap;
CUfunction nothing;
CUfunction endless;

int set_up(void** state) {
  if (open_driver(state) != 0) return 1;
  faults = load("faults");
  basic = load("basic");
  trap = function(faults, "trap");
  nothing = function(basic, "nothing");
  endless = function(basic, "endless");
  return 0;
}

CUstream make_stream(unsigned flags = CU_STREAM_NON_BLOCKING) {
  CUstream stream = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, flags, 0), 0);
  return stream;
}

CUevent make_event() {
  CUevent event = nullptr;
  assert_int_equal(cu.cuEventCreate(&event, 0), 0);
  return event;
}

void assert_contains(const std::string& text, const char* part) {
  if (text.find(part) == std::string::npos) fail_msg("`%s' is not in `%s'", part, text.c_str());
}

// Until the kernel has failed, without taking the report.
void fail_on(CUstream stream) {
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  while (cu.cuStreamQuery(stream) == CUDA_ERROR_NOT_READY) usleep(100);
}

// A kernel that runs until the host opens it.
struct Gate {
  CUdeviceptr word = alloc(4);
  ~Gate() { cu.cuMemFree(word); }
  void close_in(CUstream stream) {
    assert_int_equal(launch(function(basic, "wait_for_host"), 1, 1, stream, word), 0);
  }
  void open() { __atomic_store_n(reinterpret_cast<uint32_t*>(word), 1, __ATOMIC_SEQ_CST); }
};

void polls_take_nothing(void**) {
  const CUstream stream = make_stream();
  const CUevent event = make_event();
  fail_on(stream);
  for (int i = 0; i < 3; ++i) {
    assert_int_equal(cu.cuStreamQuery(stream), kTrap);
    assert_contains(fault_text(), "kernel `trap`");
  }
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  for (int i = 0; i < 3; ++i) assert_int_equal(cu.cuEventQuery(event), kTrap);
  assert_int_equal(cu.cuStreamSynchronize(stream), kTrap);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuStreamQuery(stream), 0);
  assert_int_equal(cu.cuEventQuery(event), 0);
  cu.cuEventDestroy(event);
  cu.cuStreamDestroy(stream);
}

// Pools and memory reclamation wait, order streams by events and free memory: all for something else.
void work_for_memory_takes_nothing(void**) {
  const CUstream stream = make_stream();
  const CUstream other = make_stream();
  const CUevent event = make_event();
  const CUdeviceptr memory = alloc(1 << 20);
  fail_on(stream);
  assert_int_equal(cu.gridcallCtxWait(), 0);
  assert_int_equal(cu.cuMemFree(memory), 0);
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  assert_int_equal(cu.cuStreamWaitEvent(other, event, 0), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);
  assert_int_equal(cu.cuStreamSynchronize(other), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), kTrap);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  cu.cuStreamDestroy(stream);
  cu.cuStreamDestroy(other);
}

void the_context_hears_of_the_oldest(void**) {
  const CUstream first = make_stream();
  const CUstream second = make_stream();
  fail_on(first);
  assert_int_equal(launch(function(faults, "deadlock"), 1, 64, second), 0);
  assert_int_equal(cu.cuCtxSynchronize(), kTrap);
  assert_int_equal(cu.cuStreamSynchronize(first), 0);
  assert_int_equal(cu.cuStreamSynchronize(second), GRIDCALL_DRIVER_ERROR_DEADLOCK);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  cu.cuStreamDestroy(first);
  cu.cuStreamDestroy(second);
}

// A call that reports an earlier fault did nothing itself, and the same call works afterwards.
void what_reports_a_fault_does_nothing(void**) {
  const CUdeviceptr memory = alloc(4, 0);
  const uint32_t one = 1;
  uint32_t got = 7;
  const CUstream free = make_stream();
  const CUstream blocking = make_stream(0);
  fail_on(free);
  // The default stream is not ordered with a NON_BLOCKING one.
  assert_int_equal(cu.cuMemcpyHtoD(memory, &one, 4), 0);
  assert_int_equal(cu.cuMemcpyDtoH(&got, memory, 4), 0);
  assert_int_equal(got, 1);
  assert_int_equal(cu.cuStreamSynchronize(nullptr), 0);
  assert_int_equal(launch(nothing, 1, 1, free), kTrap);
  assert_int_equal(cu.cuStreamSynchronize(free), 0);

  const uint32_t two = 2;
  fail_on(blocking);
  assert_int_equal(cu.cuMemcpyHtoD(memory, &two, 4), kTrap);
  assert_contains(fault_text(), "kernel `trap`");
  assert_int_equal(cu.cuMemcpyDtoH(&got, memory, 4), 0);
  assert_int_equal(got, 1);
  assert_int_equal(cu.cuStreamSynchronize(blocking), 0);  // reported
  fail_on(blocking);
  got = 7;
  assert_int_equal(cu.cuMemcpyDtoH(&got, memory, 4), kTrap);
  assert_int_equal(got, 7);
  for (const CUstream stream : {blocking, free}) {
    fail_on(stream);
    assert_int_equal(cu.cuMemsetD32Async(memory, 3, 1, stream), kTrap);
    fail_on(stream);
    assert_int_equal(cu.cuMemcpyHtoDAsync(memory, &two, 4, stream), kTrap);
    fail_on(stream);
    assert_int_equal(launch(function(basic, "release"), 1, 1, stream, memory, 4u), kTrap);
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  }
  assert_int_equal(cu.cuMemcpyDtoH(&got, memory, 4), 0);
  assert_int_equal(got, 1);
  cu.cuStreamDestroy(free);
  cu.cuStreamDestroy(blocking);
  cu.cuMemFree(memory);
}

// A host thread waits with its copy behind a fault, and another call reports that first.
void a_skipped_copy_is_never_done(void**) {
  CUcontext context = nullptr;
  cu.cuCtxGetCurrent(&context);
  const CUstream stream = make_stream();
  const CUstream other = make_stream();
  const CUdeviceptr memory = alloc(4, 5);
  const CUevent behind_fault = make_event();
  const CUevent behind_gate = make_event();
  Gate gate;
  gate.close_in(other);
  assert_int_equal(cu.cuEventRecord(behind_gate, other), 0);
  Gate first;
  first.close_in(stream);
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  assert_int_equal(cu.cuEventRecord(behind_fault, stream), 0);
  assert_int_equal(cu.cuStreamWaitEvent(stream, behind_gate, 0), 0);
  uint32_t got = 7;
  std::atomic<int> result{-1};
  std::thread waiter([&] {
    cu.cuCtxSetCurrent(context);
    result = cu.cuMemcpyDtoHAsync(&got, memory, 4, stream);
  });
  usleep(50000);
  first.open();
  assert_int_equal(cu.cuEventSynchronize(behind_fault), kTrap);
  gate.open();
  waiter.join();
  assert_int_equal(result.load(), kTrap);
  assert_int_equal(got, 7);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuMemcpyDtoHAsync(&got, memory, 4, stream), 0);
  assert_int_equal(got, 0x05050505);
  cu.cuEventDestroy(behind_fault);
  cu.cuEventDestroy(behind_gate);
  cu.cuStreamDestroy(stream);
  cu.cuStreamDestroy(other);
  cu.cuMemFree(memory);
}

void no_report_outlives_its_stream(void**) {
  for (const unsigned flags : {0u, unsigned{CU_STREAM_NON_BLOCKING}}) {
    const CUstream stream = make_stream(flags);
    fail_on(stream);
    assert_int_equal(cu.cuStreamDestroy(stream), 0);
    const CUstream next = make_stream(flags);
    assert_int_equal(cu.cuStreamSynchronize(next), 0);
    assert_int_equal(cu.cuStreamSynchronize(nullptr), 0);
    assert_int_equal(cu.cuCtxSynchronize(), 0);
    cu.cuStreamDestroy(next);
  }
  // A call that waited for it while it was destroyed reports it.
  const CUstream stream = make_stream();
  Gate gate;
  gate.close_in(stream);
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  assert_int_equal(cu.cuStreamDestroy(stream), 0);
  std::thread opener([&] {
    usleep(20000);
    gate.open();
  });
  assert_int_equal(cu.cuCtxSynchronize(), kTrap);
  opener.join();
  assert_int_equal(cu.cuCtxSynchronize(), 0);
}

size_t used_by_host() {
  return mallinfo2().uordblks;
}

void cancelling_again_and_again_takes_no_memory(void**) {
  const CUstream stream = make_stream();
  const CUstream waiting = make_stream();
  const CUevent event = make_event();
  assert_int_equal(launch(endless, 1, 1, stream), 0);
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  assert_int_equal(cu.cuStreamWaitEvent(waiting, event, 0), 0);
  assert_int_equal(launch(nothing, 1, 1, waiting), 0);
  for (int i = 0; i < 100; ++i) assert_int_equal(cu.gridcallStreamCancel(waiting), 0);
  const size_t before = used_by_host();
  for (int i = 0; i < 20000; ++i) assert_int_equal(cu.gridcallStreamCancel(waiting), 0);
  const size_t after = used_by_host();
  if (after > before + 100000) fail_msg("20000 cancels took %zu bytes", after - before);
  assert_int_equal(cu.gridcallStreamCancel(stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(waiting), GRIDCALL_DRIVER_ERROR_CANCELLED);
  assert_int_equal(cu.cuStreamSynchronize(waiting), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), GRIDCALL_DRIVER_ERROR_CANCELLED);
  assert_int_equal(launch(nothing, 1, 1, waiting), 0);
  assert_int_equal(cu.cuStreamSynchronize(waiting), 0);
  cu.cuEventDestroy(event);
  cu.cuStreamDestroy(stream);
  cu.cuStreamDestroy(waiting);
}

// After one cancellation work is queued behind what still waits, and is cancelled as well.
void what_comes_after_a_cancellation_can_be_cancelled(void**) {
  const CUstream stream = make_stream();
  const CUstream waiting = make_stream();
  const CUevent event = make_event();
  const CUdeviceptr word = alloc(4, 0);
  assert_int_equal(launch(endless, 1, 1, stream), 0);
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  assert_int_equal(cu.cuStreamWaitEvent(waiting, event, 0), 0);
  for (unsigned i = 1; i <= 3; ++i) {
    assert_int_equal(launch(function(basic, "release"), 1, 1, waiting, word, i), 0);
    assert_int_equal(cu.gridcallStreamCancel(waiting), 0);
    // Also where nothing was queued since.
    assert_int_equal(cu.gridcallStreamCancel(waiting), 0);
    assert_int_equal(launch(function(basic, "release"), 1, 1, waiting, word, 10u),
                     GRIDCALL_DRIVER_ERROR_CANCELLED);
    assert_int_equal(cu.gridcallStreamCancel(waiting), 0);
  }
  assert_int_equal(launch(function(basic, "release"), 1, 1, waiting, word, 20u), 0);
  assert_int_equal(cu.gridcallStreamCancel(stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(waiting), 0);
  assert_int_equal(fetch<uint32_t>(word, 1)[0], 20);
  assert_int_equal(cu.cuStreamSynchronize(stream), GRIDCALL_DRIVER_ERROR_CANCELLED);
  cu.cuEventDestroy(event);
  cu.cuStreamDestroy(stream);
  cu.cuStreamDestroy(waiting);
  cu.cuMemFree(word);
}

void the_default_stream_can_be_cancelled(void**) {
  assert_int_equal(launch(endless, 3, 64, nullptr), 0);
  assert_int_equal(cu.gridcallStreamCancel(nullptr), 0);
  assert_int_equal(cu.cuStreamSynchronize(nullptr), GRIDCALL_DRIVER_ERROR_CANCELLED);
  assert_int_equal(cu.cuStreamSynchronize(nullptr), 0);
}

// --- time limits

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

CUresult launch_limited(CUfunction kernel, unsigned grid, unsigned block, CUstream stream, double seconds) {
  const unsigned grids[] = {grid, 1, 1};
  const unsigned blocks[] = {block, 1, 1};
  void* none = nullptr;
  return cu.gridcallLaunchLimited(kernel, grids, blocks, 0, stream, &none,
                                  static_cast<std::uint64_t>(seconds * 1e9));
}

void a_kernel_ends_at_its_limit(void**) {
  const CUstream stream = make_stream();
  for (const double limit : {0.001, 0.03, 0.2}) {
    for (const unsigned grid : {1u, 1000u}) {
      const Clock::time_point begin = Clock::now();
      assert_int_equal(launch_limited(endless, grid, 64, stream, limit), 0);
      // Behind a short limit this call may come late, and be the one that is told.
      if (limit > 0.1) assert_int_equal(launch(nothing, 1, 1, stream), 0);
      assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_ERROR_LAUNCH_TIMEOUT);
      const double took = seconds_since(begin);
      if (took < limit || took > limit + 5 * slowdown()) fail_msg("%g s, the limit was %g s", took, limit);
      const std::string text = fault_text();
      assert_contains(text, "kernel `endless`: ended after ");
      assert_contains(text,
                      ("its time limit is " + std::to_string(limit).substr(0, limit < 0.01 ? 5 : 3)).c_str());
      assert_int_equal(cu.cuStreamSynchronize(stream), 0);
    }
  }
  // A launch that ends in time is not touched.
  for (int i = 0; i < 100; ++i) {
    assert_int_equal(launch_limited(nothing, 10, 32, stream, 10), 0);
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  }
  assert_int_equal(launch(nothing, 1, 1, stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  cu.cuStreamDestroy(stream);
}

void the_queue_does_not_count(void**) {
  const CUstream stream = make_stream();
  Gate gate;
  gate.close_in(stream);
  assert_int_equal(launch_limited(nothing, 10, 32, stream, 0.01), 0);
  usleep(100000);
  gate.open();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  cu.cuStreamDestroy(stream);
}

void limits_of_several_streams(void**) {
  constexpr int kStreams = 6;
  CUstream streams[kStreams];
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < kStreams; ++i) {
    streams[i] = make_stream();
    assert_int_equal(launch_limited(endless, 2, 32, streams[i], i % 2 == 0 ? 0.05 : 0.15), 0);
  }
  for (const CUstream stream : streams)
    assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_ERROR_LAUNCH_TIMEOUT);
  assert_true(seconds_since(begin) < 20 * slowdown());
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  // It is cancelled before its time.
  assert_int_equal(launch_limited(endless, 2, 32, streams[0], 100), 0);
  usleep(2000);
  assert_int_equal(cu.gridcallStreamCancel(streams[0]), 0);
  assert_int_equal(cu.cuStreamSynchronize(streams[0]), GRIDCALL_DRIVER_ERROR_CANCELLED);
  for (const CUstream stream : streams) cu.cuStreamDestroy(stream);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(polls_take_nothing),
      cmocka_unit_test(work_for_memory_takes_nothing),
      cmocka_unit_test(the_context_hears_of_the_oldest),
      cmocka_unit_test(what_reports_a_fault_does_nothing),
      cmocka_unit_test(a_skipped_copy_is_never_done),
      cmocka_unit_test(no_report_outlives_its_stream),
      cmocka_unit_test(cancelling_again_and_again_takes_no_memory),
      cmocka_unit_test(what_comes_after_a_cancellation_can_be_cancelled),
      cmocka_unit_test(the_default_stream_can_be_cancelled),
      cmocka_unit_test(a_kernel_ends_at_its_limit),
      cmocka_unit_test(the_queue_does_not_count),
      cmocka_unit_test(limits_of_several_streams),
  };
  return cmocka_run_group_tests_name("cpu reports", tests, set_up, nullptr);
}
