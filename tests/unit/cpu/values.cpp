// SPDX-License-Identifier: Apache-2.0
//
// Words in memory that streams write and wait for.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "harness.h"

using namespace harness;

namespace {

CUfunction release;

int set_up(void** state) {
  if (open_driver(state) != 0) return 1;
  release = function(load("basic"), "release");
  return 0;
}

struct Stream {
  CUstream stream = nullptr;
  Stream() { assert_int_equal(cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0), 0); }
  ~Stream() { cu.cuStreamDestroy(stream); }
  operator CUstream() const { return stream; }
  bool is_done() const { return cu.cuStreamQuery(stream) == CUDA_SUCCESS; }
};

struct Word {
  alignas(8) uint64_t value = 0;
  CUdeviceptr address() const { return reinterpret_cast<CUdeviceptr>(&value); }
  uint64_t get() const { return __atomic_load_n(&value, __ATOMIC_SEQ_CST); }
  void set(uint64_t to) { __atomic_store_n(&value, to, __ATOMIC_SEQ_CST); }
};

CUresult wait(CUstream stream, const Word& word, uint64_t value, unsigned flags) {
  return cu.cuStreamWaitValue64(stream, word.address(), value, flags);
}

// The host's store is found without a word to the driver; what is behind the wait runs only then.
void test_conditions(void**) {
  struct {
    unsigned condition;
    uint64_t value, not_yet, reached;
  } const cases[] = {
      {CU_STREAM_WAIT_VALUE_GEQ, 5, 4, 7},
      {CU_STREAM_WAIT_VALUE_GEQ, 2, UINT64_MAX, 3},  // cyclic
      {CU_STREAM_WAIT_VALUE_EQ, 5, 6, 5},
      {CU_STREAM_WAIT_VALUE_AND, 6, 9, 4},
      {CU_STREAM_WAIT_VALUE_NOR, 0xff, UINT64_MAX << 8, 0},
      {CU_STREAM_WAIT_VALUE_GEQ | CU_STREAM_WAIT_VALUE_FLUSH, 1, 0, 1},
  };
  const Stream stream;
  for (const auto& each : cases) {
    Word word, behind;
    word.set(each.not_yet);
    assert_int_equal(wait(stream, word, each.value, each.condition), 0);
    assert_int_equal(cu.cuStreamWriteValue64(stream, behind.address(), 1, 0), 0);
    usleep(5000);
    assert_false(stream.is_done());
    assert_int_equal(behind.get(), 0);
    word.set(each.reached);
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
    assert_int_equal(behind.get(), 1);
    // Reached already.
    assert_int_equal(wait(stream, word, each.value, each.condition), 0);
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  }
}

void test_refused(void**) {
  const Stream stream;
  Word word;
  assert_int_equal(wait(stream, word, 1, 4), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuStreamWaitValue64(stream, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuStreamWaitValue64(stream, word.address() + 4, 0, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuStreamWriteValue64(stream, word.address() + 1, 0, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuStreamWriteValue64(stream, word.address(), 0, 2), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(wait(reinterpret_cast<CUstream>(&word), word, 0, 0), CUDA_ERROR_INVALID_HANDLE);
  assert_true(stream.is_done());
}

// Two streams hand a word back and forth.
void test_between_streams(void**) {
  const Stream first, second;
  Word word;
  for (uint64_t i = 0; i < 200; i += 2) {
    assert_int_equal(wait(first, word, i, CU_STREAM_WAIT_VALUE_EQ), 0);
    assert_int_equal(cu.cuStreamWriteValue64(first, word.address(), i + 1, 0), 0);
    assert_int_equal(wait(second, word, i + 1, CU_STREAM_WAIT_VALUE_EQ), 0);
    assert_int_equal(cu.cuStreamWriteValue64(second, word.address(), i + 2, 0), 0);
  }
  assert_int_equal(cu.cuStreamSynchronize(second), 0);
  assert_int_equal(cu.cuStreamSynchronize(first), 0);
  assert_int_equal(word.get(), 200);
}

// A kernel's store counts too.
void test_written_by_kernel(void**) {
  const Stream first, second;
  const CUdeviceptr word = alloc(8);
  assert_int_equal(cu.cuStreamWaitValue64(first, word, 7, CU_STREAM_WAIT_VALUE_EQ), 0);
  assert_int_equal(launch(release, 1, 1, second, word, 7u), 0);
  assert_int_equal(cu.cuStreamSynchronize(first), 0);
  cu.cuMemFree(word);
}

// gridcallValuesWritten ends the wait at once: far sooner than a thread that looks each millisecond would.
void test_told(void**) {
  const Stream stream;
  Word word;
  double worst_of_best = 1e9;
  for (uint64_t i = 1; i <= 20; ++i) {
    assert_int_equal(wait(stream, word, i, CU_STREAM_WAIT_VALUE_GEQ), 0);
    if (i == 1) usleep(150000);  // the thread looks seldom by now
    word.set(i);
    const auto began = std::chrono::steady_clock::now();
    assert_int_equal(cu.gridcallValuesWritten(), 0);
    assert_true(stream.is_done());
    worst_of_best = std::min(worst_of_best,
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
  assert_true(worst_of_best < 0.001);
}

// Nobody looks at a word of which the writer says so: the thread that would costs a core that is needed.
void test_announced(void**) {
  const Stream stream, other;
  Word word, looked_at;
  constexpr unsigned kAnnounced = CU_STREAM_WAIT_VALUE_GEQ | GRIDCALL_STREAM_WAIT_VALUE_ANNOUNCED;
  usleep(50000);  // what looked for others sleeps by now
  assert_int_equal(wait(stream, word, 1, kAnnounced), 0);
  word.set(1);
  usleep(20000);
  assert_false(stream.is_done());
  assert_int_equal(cu.gridcallValuesWritten(), 0);
  assert_true(stream.is_done());
  // NeighbourDamage one that is looked at.
  assert_int_equal(wait(stream, word, 2, kAnnounced), 0);
  assert_int_equal(wait(other, looked_at, 1, CU_STREAM_WAIT_VALUE_GEQ), 0);
  looked_at.set(1);
  assert_int_equal(cu.cuStreamSynchronize(other), 0);
  assert_false(stream.is_done());
  assert_int_equal(cu.cuStreamWriteValue64(other, word.address(), 2, 0), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
}

// Behind a fault the wait stands, for its memory may still be in use; a cancelled stream waits no longer.
void test_cancelled(void**) {
  const Stream stream;
  Word word, behind;
  assert_int_equal(wait(stream, word, 1, CU_STREAM_WAIT_VALUE_GEQ), 0);
  assert_int_equal(cu.cuStreamWriteValue64(stream, behind.address(), 9, 0), 0);
  assert_int_equal(wait(stream, word, 1, CU_STREAM_WAIT_VALUE_GEQ), 0);
  assert_int_equal(cu.gridcallStreamCancel(stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), GRIDCALL_DRIVER_ERROR_CANCELLED);
  assert_int_equal(behind.get(), 9);
  word.set(1);
  assert_int_equal(wait(stream, word, 1, CU_STREAM_WAIT_VALUE_GEQ), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
}

void test_behind_fault(void**) {
  const Stream stream;
  Word word;
  const CUfunction trap = function(load("faults"), "trap");
  assert_int_equal(launch(trap, 1, 1, stream), 0);
  assert_int_equal(wait(stream, word, 1, CU_STREAM_WAIT_VALUE_GEQ), 0);
  std::atomic<bool> done = false;
  std::thread late([&] {
    usleep(30000);
    done = true;
    word.set(1);
  });
  assert_int_not_equal(cu.cuStreamSynchronize(stream), 0);
  assert_true(done);
  late.join();
}

// In a graph each launch waits and writes anew.
void test_captured(void**) {
  const Stream stream;
  Word word, behind;
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  assert_int_equal(cu.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED), 0);
  assert_int_equal(wait(stream, word, 1, CU_STREAM_WAIT_VALUE_EQ), 0);
  assert_int_equal(cu.cuStreamWriteValue64(stream, word.address(), 0, 0), 0);
  assert_int_equal(cu.cuStreamWriteValue64(stream, behind.address(), 1, 0), 0);
  assert_int_equal(cu.cuStreamEndCapture(stream, &graph), 0);
  CUgraphNode nodes[4] = {};
  size_t count = 4;
  assert_int_equal(cu.cuGraphGetNodes(graph, nodes, &count), 0);
  assert_int_equal(count, 3);
  CUgraphNodeType type{};
  assert_int_equal(cu.cuGraphNodeGetType(nodes[0], &type), 0);
  assert_int_equal(type, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  assert_int_equal(cu.cuGraphInstantiateWithFlags(&exec, graph, 0), 0);
  for (int i = 0; i < 10; ++i) {
    behind.set(0);
    assert_int_equal(cu.cuGraphLaunch(exec, stream), 0);
    usleep(1000);
    assert_int_equal(behind.get(), 0);
    word.set(1);
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
    assert_int_equal(behind.get(), 1);
    assert_int_equal(word.get(), 0);
  }
  assert_int_equal(cu.cuGraphExecDestroy(exec), 0);
  assert_int_equal(cu.cuGraphDestroy(graph), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_between_streams),
      cmocka_unit_test(test_written_by_kernel),
      cmocka_unit_test(test_told),
      cmocka_unit_test(test_announced),
      cmocka_unit_test(test_cancelled),
      cmocka_unit_test(test_behind_fault),
      cmocka_unit_test(test_captured),
  };
  return cmocka_run_group_tests_name("cpu_values", tests, set_up, nullptr);
}
