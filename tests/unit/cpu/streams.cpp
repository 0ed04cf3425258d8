// SPDX-License-Identifier: Apache-2.0
//
// Order, asynchrony and what query and events say of it.

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <thread>

#include "harness.h"

using namespace harness;

namespace {

CUmodule basic;
CUfunction wait_for_host;
CUfunction release;
std::atomic<int> rounding = -1;

void note_rounding(void*) {
  rounding = std::fegetround();
}

int set_up(void** state) {
  if (open_driver(state) != 0) return 1;
  // The workers begin while the host rounds upward.
  std::fesetround(FE_UPWARD);
  const bool is_done =
      cu.gridcallHostWork(nullptr, &note_rounding, "", 1, false) == 0 && cu.cuStreamSynchronize(nullptr) == 0;
  std::fesetround(FE_TONEAREST);
  if (!is_done) return 1;
  basic = load("basic");
  wait_for_host = function(basic, "wait_for_host");
  release = function(basic, "release");
  return 0;
}

CUstream make_stream(unsigned flags = 0) {
  CUstream stream = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, flags, 0), 0);
  return stream;
}

CUevent make_event(unsigned flags = 0) {
  CUevent event = nullptr;
  assert_int_equal(cu.cuEventCreate(&event, flags), 0);
  return event;
}

// A kernel that runs until the host opens it.
struct Gate {
  CUdeviceptr word = alloc(4);
  ~Gate() { cu.cuMemFree(word); }
  void close_in(CUstream stream) { assert_int_equal(launch(wait_for_host, 1, 1, stream, word), 0); }
  void open() { __atomic_store_n(reinterpret_cast<uint32_t*>(word), 1, __ATOMIC_SEQ_CST); }
};

void test_query_tells_the_truth(void**) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  Gate gate;
  assert_int_equal(cu.cuStreamQuery(stream), 0);
  assert_int_equal(cu.cuEventQuery(event), 0);  // never recorded
  gate.close_in(stream);
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  usleep(20000);
  assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  assert_int_equal(cu.cuEventQuery(event), CUDA_ERROR_NOT_READY);
  gate.open();
  assert_int_equal(cu.cuEventSynchronize(event), 0);
  assert_int_equal(cu.cuEventQuery(event), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuStreamQuery(stream), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);
  assert_int_equal(cu.cuEventDestroy(event), 400);
  assert_int_equal(cu.cuStreamDestroy(stream), 0);
  assert_int_equal(cu.cuStreamDestroy(stream), 400);
  assert_int_equal(cu.cuStreamQuery(stream), 400);
}

void test_elapsed(void**) {
  const CUstream stream = make_stream();
  const CUevent first = make_event();
  const CUevent second = make_event();
  const CUevent untimed = make_event(CU_EVENT_DISABLE_TIMING);
  float ms = -1;
  assert_int_equal(cu.cuEventElapsedTime(&ms, first, second), 400);
  Gate gate;
  assert_int_equal(cu.cuEventRecord(first, stream), 0);
  gate.close_in(stream);
  assert_int_equal(cu.cuEventRecord(second, stream), 0);
  assert_int_equal(cu.cuEventRecord(untimed, stream), 0);
  assert_int_equal(cu.cuEventElapsedTime(&ms, first, second), CUDA_ERROR_NOT_READY);
  usleep(30000);
  gate.open();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuEventElapsedTime(&ms, first, second), 0);
  assert_true(ms >= 30.0f && ms < 5000.0f);
  assert_int_equal(cu.cuEventElapsedTime(&ms, first, untimed), 400);
  for (const CUevent event : {first, second, untimed}) cu.cuEventDestroy(event);
  cu.cuStreamDestroy(stream);
}

// The legacy NULL stream waits for blocking streams and they for it; NON_BLOCKING ones go their own way.
void test_null_stream(void**) {
  const CUstream blocking = make_stream();
  const CUstream free = make_stream(CU_STREAM_NON_BLOCKING);
  const CUdeviceptr words = alloc(16);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  {
    Gate gate;
    gate.close_in(blocking);
    assert_int_equal(launch(release, 1, 1, nullptr, words, 1u), 0);
    assert_int_equal(launch(release, 1, 1, free, words + 4, 1u), 0);
    assert_int_equal(cu.cuStreamSynchronize(free), 0);
    usleep(20000);
    auto* now = reinterpret_cast<volatile uint32_t*>(words);
    assert_int_equal(now[0], 0);
    assert_int_equal(now[1], 1);
    assert_int_equal(cu.cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
    gate.open();
    assert_int_equal(cu.cuStreamSynchronize(nullptr), 0);
    assert_int_equal(now[0], 1);
  }
  {
    Gate gate;
    gate.close_in(nullptr);
    assert_int_equal(launch(release, 1, 1, blocking, words + 8, 1u), 0);
    assert_int_equal(launch(release, 1, 1, free, words + 12, 1u), 0);
    assert_int_equal(cu.cuStreamSynchronize(free), 0);
    usleep(20000);
    auto* now = reinterpret_cast<volatile uint32_t*>(words);
    assert_int_equal(now[2], 0);
    assert_int_equal(now[3], 1);
    gate.open();
    assert_int_equal(cu.cuStreamSynchronize(blocking), 0);
    assert_int_equal(now[2], 1);
  }
  cu.cuMemFree(words);
  cu.cuStreamDestroy(blocking);
  cu.cuStreamDestroy(free);
}

void test_wait_event(void**) {
  const CUstream first = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream second = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  const CUdeviceptr words = alloc(8);
  Gate gate;
  gate.close_in(first);
  assert_int_equal(cu.cuEventRecord(event, first), 0);
  assert_int_equal(cu.cuStreamWaitEvent(second, event, 0), 0);
  assert_int_equal(launch(release, 1, 1, second, words, 5u), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);  // pending: the wait stays queued
  usleep(20000);
  assert_int_equal(*reinterpret_cast<volatile uint32_t*>(words), 0);
  assert_int_equal(cu.cuStreamQuery(second), CUDA_ERROR_NOT_READY);
  gate.open();
  assert_int_equal(cu.cuStreamSynchronize(second), 0);
  assert_int_equal(*reinterpret_cast<volatile uint32_t*>(words), 5);
  cu.cuMemFree(words);
  cu.cuStreamDestroy(first);
  cu.cuStreamDestroy(second);
}

// As many waiting kernels as there are workers must not stop the one that lets them go.
void test_no_starvation(void**) {
  int workers = 0;
  assert_int_equal(cu.cuDeviceGetAttribute(&workers, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0), 0);
  const CUdeviceptr flag = alloc(4);
  std::vector<CUstream> streams;
  for (int i = 0; i < 2 * workers + 1; ++i) {
    streams.push_back(make_stream(CU_STREAM_NON_BLOCKING));
    assert_int_equal(launch(wait_for_host, 1, 64, streams.back(), flag), 0);
  }
  const CUstream last = make_stream(CU_STREAM_NON_BLOCKING);
  assert_int_equal(launch(release, 1, 1, last, flag, 1u), 0);
  for (const CUstream stream : streams) assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  for (const CUstream stream : streams) cu.cuStreamDestroy(stream);
  cu.cuStreamDestroy(last);
  cu.cuMemFree(flag);
}

void test_destroy_lets_work_finish(void**) {
  const CUstream stream = make_stream();
  const CUdeviceptr words = alloc(4);
  Gate gate;
  gate.close_in(stream);
  assert_int_equal(launch(release, 1, 1, stream, words, 7u), 0);
  assert_int_equal(cu.cuStreamDestroy(stream), 0);
  gate.open();
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  assert_int_equal(*reinterpret_cast<volatile uint32_t*>(words), 7);
  cu.cuMemFree(words);
}

void test_async_copies(void**) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const size_t bytes = 5 << 20;
  void* pinned = nullptr;
  assert_int_equal(cu.cuMemHostAlloc(&pinned, bytes, 0), 0);
  const CUdeviceptr memory = alloc(bytes);
  const CUdeviceptr second = alloc(bytes);
  auto* words = static_cast<uint32_t*>(pinned);
  for (size_t i = 0; i < bytes / 4; ++i) words[i] = static_cast<uint32_t>(i * 7);
  Gate gate;
  gate.close_in(stream);
  assert_int_equal(cu.cuMemcpyHtoDAsync(memory, pinned, bytes, stream), 0);
  assert_int_equal(cu.cuMemcpyDtoDAsync(second, memory, bytes, stream), 0);
  assert_int_equal(cu.cuMemsetD16Async(memory, 0x1234, bytes / 2, stream), 0);
  assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);  // all of that without waiting
  // Small pageable memory may be reused at once, though the copy has yet to come.
  uint32_t small[16];
  for (uint32_t& value : small) value = 3;
  assert_int_equal(cu.cuMemcpyHtoDAsync(second, small, sizeof small, stream), 0);
  assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  for (uint32_t& value : small) value = 4;
  std::thread opener([&gate] {
    usleep(20000);
    gate.open();
  });
  // A copy the other way, to pageable memory, returns when it is done.
  std::vector<uint32_t> back(bytes / 4);
  assert_int_equal(cu.cuMemcpyDtoHAsync(back.data(), second, bytes, stream), 0);
  for (size_t i = 0; i < back.size(); ++i)
    assert_int_equal(back[i], i < 16 ? 3 : static_cast<uint32_t>(i * 7));
  opener.join();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  for (const uint16_t value : fetch<uint16_t>(memory, bytes / 2)) assert_int_equal(value, 0x1234);
  cu.cuMemFree(memory);
  cu.cuMemFree(second);
  assert_int_equal(cu.cuMemFreeHost(pinned), 0);
  cu.cuStreamDestroy(stream);
}

// Pageable memory that is too large to be kept: the call returns when it has been read.
void test_large_pageable_source(void**) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  std::vector<uint32_t> words(1 << 18, 3);
  const CUdeviceptr memory = alloc(words.size() * 4);
  Gate gate;
  gate.close_in(stream);
  std::thread opener([&gate] {
    usleep(20000);
    gate.open();
  });
  assert_int_equal(cu.cuMemcpyHtoDAsync(memory, words.data(), words.size() * 4, stream), 0);
  for (uint32_t& value : words) value = 4;
  opener.join();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  for (const uint32_t value : fetch<uint32_t>(memory, words.size())) assert_int_equal(value, 3);
  cu.cuMemFree(memory);
  cu.cuStreamDestroy(stream);
}

void test_unload_while_pending(void**) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUmodule module = load("basic");
  const CUdeviceptr words = alloc(4);
  Gate gate;
  assert_int_equal(launch(function(module, "wait_for_host"), 1, 1, stream, gate.word), 0);
  for (unsigned i = 0; i < 100; ++i)
    assert_int_equal(launch(function(module, "release"), 1, 1, stream, words, i), 0);
  const CUfunction gone = function(module, "release");
  assert_int_equal(cu.cuModuleUnload(module), 0);
  assert_int_equal(launch(gone, 1, 1, stream, words, 1u), 400);
  gate.open();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(*reinterpret_cast<volatile uint32_t*>(words), 99);
  cu.cuMemFree(words);
  cu.cuStreamDestroy(stream);
}

void test_long_queue(void**) {
  // Completing a long chain must not recurse.
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  std::vector<CUevent> events;
  Gate gate;
  gate.close_in(stream);
  for (int i = 0; i < 20000; ++i) {
    events.push_back(make_event());
    assert_int_equal(cu.cuEventRecord(events.back(), stream), 0);
  }
  gate.open();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  for (const CUevent event : events) {
    assert_int_equal(cu.cuEventQuery(event), 0);
    cu.cuEventDestroy(event);
  }
  cu.cuStreamDestroy(stream);
}

void test_many_threads(void**) {
  constexpr int kThreads = 6;
  constexpr unsigned kRounds = 200;
  CUcontext context = nullptr;
  cu.cuCtxGetCurrent(&context);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < kThreads; ++n) {
    threads.emplace_back([&, n] {
      CUdeviceptr out = 0;
      CUstream stream = nullptr;
      if (cu.cuMemAlloc(&out, 4) != CUDA_ERROR_INVALID_CONTEXT) ++wrong;  // none is current on a new thread
      if (cu.cuCtxSetCurrent(context) != 0 || cu.cuMemAlloc(&out, 4) != 0 || cu.cuMemsetD32(out, 0, 1) != 0 ||
          cu.cuStreamSynchronize(nullptr) != 0 ||
          cu.cuStreamCreateWithPriority(&stream, n % 2 == 0 ? 0u : 1u, 0) != 0) {
        ++wrong;
        return;
      }
      CUfunction kernel = nullptr;
      CUmodule module = nullptr;
      const std::vector<char> image = read_image("basic");
      for (unsigned i = 0; i < kRounds; ++i) {
        if (i % 20 == 0) {
          if (module && cu.cuModuleUnload(module) != 0) ++wrong;
          if (cu.cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr) != 0) ++wrong;
          if (cu.cuModuleGetFunction(&kernel, module, i % 40 == 0 ? "count_slowly" : "nothing") != 0) ++wrong;
        }
        void* parameters[] = {&out};
        if (cu.cuLaunchKernel(kernel, 2, 1, 1, 16, 1, 1, 0, stream, parameters, nullptr) != 0) ++wrong;
        if (i % 10 == 9 && cu.cuStreamSynchronize(stream) != 0) ++wrong;
      }
      uint32_t got = 0;
      if (cu.cuStreamSynchronize(stream) != 0 || cu.cuMemcpyDtoH(&got, out, 4) != 0) ++wrong;
      if (got != kRounds / 2 * 32) ++wrong, std::fprintf(stderr, "thread %d counted %u\n", n, got);
      if (cu.cuModuleUnload(module) != 0 || cu.cuStreamDestroy(stream) != 0 || cu.cuMemFree(out) != 0)
        ++wrong;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(wrong.load(), 0);
}

// Large fills and copies against each other and against kernels, in one stream: order is all that makes it
// right.
void test_order_in_a_stream(void**) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const unsigned count = 3 << 20;
  const CUdeviceptr a = alloc(count * 4);
  const CUdeviceptr b = alloc(count * 4);
  const CUfunction scale = function(basic, "scale");
  for (int round = 0; round < 3; ++round) {
    assert_int_equal(cu.cuMemsetD32Async(a, 0x3f800000, count, stream), 0);  // 1.0f
    assert_int_equal(launch(scale, (count + 255) / 256, 256, stream, b, a, 2.0f, count), 0);
    assert_int_equal(cu.cuMemcpyDtoDAsync(a, b, count * 4, stream), 0);
    assert_int_equal(launch(scale, (count + 1023) / 1024, 1024, stream, b, a, 2.0f, count), 0);
    assert_int_equal(cu.cuMemcpyDtoDAsync(a, b, count * 4, stream), 0);
  }
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  for (const float value : fetch<float>(a, count)) {
    if (value != 4.0f) fail_msg("%f", static_cast<double>(value));
  }
  cu.cuMemFree(a);
  cu.cuMemFree(b);
  cu.cuStreamDestroy(stream);
}

struct Call {
  std::atomic<uint64_t>* calls;
  uint64_t adds;
};
void add(void* data) {
  const Call& call = *static_cast<const Call*>(data);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  call.calls->fetch_add(call.adds);
}

// Work of the host runs in its place of the stream, with a copy of its data; not after a
// cancellation, and in a graph as often as that is launched.
void test_host_work(void**) {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING), other = make_stream(CU_STREAM_NON_BLOCKING);
  std::atomic<uint64_t> calls = 0;
  Gate gate;
  gate.close_in(stream);
  for (uint64_t i = 1; i <= 3; ++i) {
    Call call = {&calls, i};
    assert_int_equal(cu.gridcallHostWork(stream, &add, &call, sizeof call, false), 0);
    call = {nullptr, 0};
  }
  assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  assert_int_equal(calls.load(), 0);
  gate.open();
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(calls.load(), 6);
  Call last = {&calls, 100};
  Gate closed;
  closed.close_in(stream);
  assert_int_equal(cu.gridcallHostWork(stream, &add, &last, sizeof last, false), 0);
  assert_int_equal(cu.gridcallStreamCancel(stream), 0);
  assert_int_not_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(calls.load(), 6);
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  assert_int_equal(cu.cuStreamBeginCapture(other, CU_STREAM_CAPTURE_MODE_RELAXED), 0);
  assert_int_equal(cu.gridcallHostWork(other, &add, &last, sizeof last, kHostWorkShort), 0);
  last.adds = 5;
  assert_int_equal(cu.cuStreamEndCapture(other, &graph), 0);
  assert_int_equal(cu.cuGraphInstantiateWithFlags(&exec, graph, 0), 0);
  assert_int_equal(cu.cuGraphDestroy(graph), 0);
  for (int i = 0; i < 2; ++i) assert_int_equal(cu.cuGraphLaunch(exec, other), 0);
  assert_int_equal(cu.cuStreamSynchronize(other), 0);
  assert_int_equal(calls.load(), 206);
  assert_int_equal(cu.cuGraphExecDestroy(exec), 0);
  static const char large[8192] = {};
  assert_int_equal(cu.gridcallHostWork(stream, &add, large, sizeof large, false), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.gridcallHostWork(stream, nullptr, large, 1, false), CUDA_ERROR_INVALID_VALUE);
  // Numbers do not depend on the rounding of who starts the workers, or calls.
  assert_int_equal(rounding.load(), FE_TONEAREST);
  std::fesetround(FE_UPWARD);
  assert_int_equal(cu.gridcallHostWork(other, &note_rounding, &last, sizeof last, true), 0);
  assert_int_equal(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  assert_int_equal(rounding.load(), FE_TONEAREST);
  // A fault of it in memory of the device is the call's, also where the host has taken the signal since.
  CUdeviceptr released = alloc(1 << 20);
  assert_int_equal(cu.cuMemFree(released), 0);
  const auto write = [](void* at) { **static_cast<int* volatile*>(at) = 1; };
  std::signal(SIGSEGV, SIG_DFL);
  assert_int_equal(cu.gridcallHostWork(other, write, &released, sizeof released, true),
                   CUDA_ERROR_ILLEGAL_ADDRESS);
  // Short work is done by the calling thread, unless other work is before it.
  static thread_local int here;
  here = 0;
  const auto note = [](void*) { ++here; };
  assert_int_equal(cu.gridcallHostWork(other, note, &last, sizeof last, true), 0);
  assert_int_equal(here, 1);
  Gate before;
  before.close_in(other);
  assert_int_equal(cu.gridcallHostWork(other, note, &last, sizeof last, true), 0);
  assert_int_equal(cu.gridcallHostWork(other, &add, &last, sizeof last, true), 0);
  last.adds = 1000;
  assert_int_equal(here, 1);
  before.open();
  assert_int_equal(cu.cuStreamSynchronize(other), 0);
  assert_int_equal(calls.load(), 211);
  // A thread that waits does the work itself if no worker has begun it, by the numbers of a worker, and its
  // fault is the stream's. A thread with little stack leaves it to a worker, also what is short.
  here = 0;
  const auto wait = [&] { assert_int_equal(cu.cuStreamSynchronize(other), 0); };
  for (int i = 0; i < 1000 && here == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the workers sleep
    assert_int_equal(cu.gridcallHostWork(other, note, &last, sizeof last, 0), 0);
    wait();
  }
  assert_int_equal(here, 1);
  std::fesetround(FE_UPWARD);
  assert_int_equal(cu.gridcallHostWork(other, &note_rounding, &last, sizeof last, 0), 0);
  wait();
  assert_int_equal(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  assert_int_equal(rounding.load(), FE_TONEAREST);
  for (int i = 0; i < 20; ++i) {
    assert_int_equal(cu.gridcallHostWork(other, write, &released, sizeof released, 0), 0);
    assert_int_equal(cu.cuStreamSynchronize(other), CUDA_ERROR_ILLEGAL_ADDRESS);
  }
  pthread_attr_t small;
  pthread_t thread = 0;
  assert_int_equal(::pthread_attr_init(&small), 0);
  assert_int_equal(::pthread_attr_setstacksize(&small, 256 << 10), 0);
  struct Work {
    CUstream stream;
    CUcontext context;
    void (*note)(void*);
  } work = {other, nullptr, note};
  assert_int_equal(cu.cuCtxGetCurrent(&work.context), 0);
  const auto run = [](void* raw) -> void* {
    const Work& of = *static_cast<const Work*>(raw);
    cu.cuCtxSetCurrent(of.context);
    here = 0;
    for (int i = 0; i < 100; ++i)
      for (const unsigned flags : {0U, kHostWorkShort | kHostWorkDeep})
        if (cu.gridcallHostWork(of.stream, of.note, "", 1, flags) != 0 ||
            cu.cuStreamSynchronize(of.stream) != 0)
          here = 1;
    return here == 0 ? raw : nullptr;
  };
  void* passed = nullptr;
  assert_int_equal(::pthread_create(&thread, &small, run, &work), 0);
  assert_int_equal(::pthread_join(thread, &passed), 0);
  assert_non_null(passed);
  ::pthread_attr_destroy(&small);
  cu.cuStreamDestroy(stream);
  cu.cuStreamDestroy(other);
}

void test_refusals(void**) {
  CUstream stream = nullptr;
  CUevent event = nullptr;
  int forged = 0;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, 2, 0), 1);
  assert_int_equal(cu.cuStreamCreateWithPriority(nullptr, 0, 0), 1);
  assert_int_equal(cu.cuEventCreate(&event, 8), 1);
  assert_int_equal(cu.cuStreamSynchronize(reinterpret_cast<CUstream>(&forged)), 400);
  assert_int_equal(cu.cuEventSynchronize(reinterpret_cast<CUevent>(&forged)), 400);
  assert_int_equal(cu.cuEventRecord(nullptr, nullptr), 400);
  assert_int_equal(cu.cuStreamDestroy(nullptr), 400);
  int least = 9;
  int greatest = 9;
  assert_int_equal(cu.cuCtxGetStreamPriorityRange(&least, &greatest), 0);
  assert_true(least >= greatest);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_query_tells_the_truth),
      cmocka_unit_test(test_elapsed),
      cmocka_unit_test(test_null_stream),
      cmocka_unit_test(test_wait_event),
      cmocka_unit_test(test_no_starvation),
      cmocka_unit_test(test_destroy_lets_work_finish),
      cmocka_unit_test(test_async_copies),
      cmocka_unit_test(test_large_pageable_source),
      cmocka_unit_test(test_unload_while_pending),
      cmocka_unit_test(test_long_queue),
      cmocka_unit_test(test_many_threads),
      cmocka_unit_test(test_order_in_a_stream),
      cmocka_unit_test(test_host_work),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests_name("cpu streams", tests, set_up, nullptr);
}
