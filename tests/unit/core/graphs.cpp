// SPDX-License-Identifier: Apache-2.0
//
// Graphs over the fake driver: which calls it gets, with what arguments, and what is left when one fails.

#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#include "fixture.h"
#include "support/objects.h"

namespace {

struct Scale {
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;

  Scale() {
    MUST(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &e));
    MUST(gc_module_get_kernel(module, "scale", &kernel, &e));
  }
  ~Scale() {
    gc_kernel_release(kernel);
    gc_module_release(module);
  }
  Scale(const Scale&) = delete;
  Scale& operator=(const Scale&) = delete;
  void launch(gc_mem* data, gc_stream* stream, unsigned grid = 1) const {
    const objects::ScaleArguments arguments(data);
    const gc_launch_config config = objects::shape(grid, 32);
    MUST(gc_launch(kernel, &config, arguments.args, 3, stream, &e));
  }
};

gc_graph* end(gc_stream* stream) {
  gc_graph* graph = nullptr;
  MUST(gc_stream_end_capture(stream, &graph, &e));
  return graph;
}
void begin(gc_stream* stream, gc_capture_mode mode = GRIDCALL_CAPTURE_MODE_RELAXED) {
  MUST(gc_stream_begin_capture(stream, mode, &e));
}

// The fake lists nodes from the last to the first.
void launches_are_numbered_in_their_order(void**) {
  const Scale scale;
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(64);
  begin(stream);
  const auto launches = fake->launches(nullptr);
  for (unsigned grid = 1; grid <= 3; ++grid) {
    scale.launch(mem, stream, grid);
    MUST(fill_u8(mem, 0, 1, 64, stream, &e));
  }
  assert_int_equal(fake->launches(nullptr), launches);
  gc_graph* graph = end(stream);
  std::size_t count = 0;
  MUST(gc_graph_get_node_count(graph, &count, &e));
  assert_int_equal(count, 6);
  // Each launch is told apart: a change of the first one is that of the grid of 1 block.
  std::vector<std::size_t> kernels;
  for (std::size_t i = 0; i < count; ++i) {
    gc_graph_node_kind kind = -1;
    MUST(gc_graph_get_node_kind(graph, i, &kind, &e));
    if (kind == GRIDCALL_GRAPH_NODE_KIND_KERNEL) kernels.push_back(i);
  }
  assert_int_equal(kernels.size(), 3);
  char text[1024];
  std::size_t needed = 0;
  MUST(gc_graph_get_text(graph, text, sizeof text, &needed, &e));
  std::size_t at = 0;
  for (unsigned grid = 1; grid <= 3; ++grid) {
    const std::string name = "n" + std::to_string(kernels[grid - 1]) + " [label=\"scale<<<(" +
                             std::to_string(grid) + ", 1, 1), (32, 1, 1)>>>\"]";
    const auto found = std::string(text).find(name);
    if (found == std::string::npos || found < at)
      fail_msg("%s is not where it belongs in\n%s", name.c_str(), text);
    at = found;
  }
  MUST(gc_graph_launch(graph, stream, &e));
  assert_int_equal(fake->launches(nullptr), launches + 3);
  gc_graph_release(graph);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

void arguments_reach_the_driver(void**) {
  const Scale scale;
  gc_stream* stream = make_stream();
  gc_mem *mem = make_mem(64), *other = make_mem(64);
  begin(stream);
  scale.launch(mem, stream, 7);
  gc_graph* graph = end(stream);
  MUST(gc_graph_launch(graph, stream, &e));
  fake_cuda_launch before{}, after{};
  fake->launches(&before);
  const gc_arg to_other = GRIDCALL_ARG_MEM(other);
  MUST(gc_graph_set_arg(graph, 0, 0, &to_other, nullptr, 0, &e));
  MUST(gc_graph_launch(graph, stream, &e));
  fake->launches(&after);
  assert_int_equal(after.grid[0], 7);
  std::uint64_t first = 0;
  std::memcpy(&first, after.arguments, sizeof first);
  assert_true(first == address_of(other));
  std::memcpy(&first, before.arguments, sizeof first);
  assert_true(first == address_of(mem));
  assert_memory_equal(before.arguments + 8, after.arguments + 8, before.argument_bytes - 8);

  // A change that the driver refuses has no effect, and its arguments are not kept.
  gc_mem* third = make_mem(64);
  const gc_arg to_third = GRIDCALL_ARG_MEM(third);
  fake->fail_only("cuGraphExecKernelNodeSetParams");
  fake->inject(1, 1, 0);
  REFUSED(gc_graph_set_arg(graph, 0, 0, &to_third, nullptr, 0, &e), DRIVER, "cuGraphExecKernelNodeSetParams");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  gc_mem_release(third);
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  MUST(gc_graph_launch(graph, stream, &e));
  fake->launches(&before);
  assert_memory_equal(before.arguments, after.arguments, after.argument_bytes);
  gc_graph_release(graph);
  gc_mem_release(other);
  gc_stream_release(stream);
}

// The fake ends the process where a node uses what is gone.
void what_the_work_uses_lasts_as_long_as_the_graph_runs(void**) {
  gc_stream *stream = make_stream(), *other = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_mem* mem = make_mem(64);
  gc_graph* graph = nullptr;
  {
    const Scale scale;
    begin(stream);
    scale.launch(mem, stream);
    MUST(fill_u8(mem, 0, 1, 64, stream, &e));
    graph = end(stream);
  }
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  assert_int_equal(fake->live("module"), 1);
  fake->hold(1);
  MUST(gc_graph_launch(graph, stream, &e));
  MUST(gc_graph_launch(graph, other, &e));
  gc_graph_release(graph);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("graph exec"), 1);
  assert_int_equal(fake->live("memory"), 1);
  fake->hold(0);
  MUST(gc_handle_collect(&e));
  for (const char* kind : {"graph exec", "graph", "memory", "module"}) assert_int_equal(fake->live(kind), 0);
  gc_stream_release(stream);
  gc_stream_release(other);
}

void failures_leave_nothing(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_graph* graph = nullptr;
  struct Case {
    const char* call;
    bool goes_on;  // the capture, as the driver says
  };
  for (const Case& each : {Case{"cuStreamEndCapture", true}, Case{"cuGraphInstantiateWithFlags", false},
                           Case{"cuGraphGetNodes", false}, Case{"cuGraphNodeGetType", false}}) {
    gc_mem* mem = make_mem(64);
    begin(stream);
    MUST(fill_u8(mem, 0, 1, 64, stream, &e));
    gc_mem_release(mem);
    fake->fail_only(each.call);
    fake->inject(1, 999, 0);
    REFUSED(gc_stream_end_capture(stream, &graph, &e), DRIVER, each.call);
    fake->inject(0, 0, 0);
    fake->fail_only(nullptr);
    MUST(gc_handle_collect(&e));
    assert_int_equal(fake->live("memory"), each.goes_on ? 1 : 0);
    if (each.goes_on) gc_graph_release(end(stream));
    MUST(gc_handle_collect(&e));
    for (const char* kind : {"graph exec", "graph", "memory"}) assert_int_equal(fake->live(kind), 0);
  }
  fake->fail_only("cuStreamBeginCapture");
  fake->inject(1, 999, 0);
  REFUSED(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, &e), DRIVER, "cuStreamBeginCapture");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  begin(stream);
  gc_graph_release(end(stream));
  // With a stream that is released goes a capture that nobody can end any more.
  begin(stream);
  gc_stream_release(stream);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("stream"), 0);
  assert_int_equal(fake->live("graph"), 0);
}

// Also what other threads do, and with the mode that forbids most.
void the_library_ends_no_capture_of_its_own(void**) {
  const auto broken = fake->broken_captures();
  for (const gc_capture_mode mode : {GRIDCALL_CAPTURE_MODE_GLOBAL, GRIDCALL_CAPTURE_MODE_RELAXED}) {
    gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
    gc_stream* busy = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
    gc_pool* pool = nullptr;
    MUST(gc_pool_create(context, nullptr, &pool, &e));
    begin(stream, mode);
    const auto work = [&] {
      for (int i = 0; i < 4; ++i) {
        gc_mem *block = nullptr, *mem = make_mem(100);
        MUST(gc_pool_alloc(pool, 1000, busy, &block, &e));
        MUST(fill_u8(block, 0, 1, 64, busy, &e));
        MUST(fill_u8(mem, 0, 1, 64, busy, &e));
        gc_mem_release(block);
        gc_mem_release(mem);
        MUST(gc_pool_alloc(pool, 1000, stream, &block, &e));
        MUST(fill_u8(block, 0, 1, 64, stream, &e));
        gc_mem_release(block);
        gc_stream_release(make_stream(0));
        MUST(gc_handle_collect(&e));
      }
    };
    work();
    std::thread(work).join();
    assert_int_equal(fake->broken_captures(), broken);
    gc_graph* graph = end(stream);
    MUST(gc_graph_launch(graph, busy, &e));
    gc_graph_release(graph);
    gc_pool_release(pool);
    gc_stream_release(stream);
    gc_stream_release(busy);
  }
}

void captures_are_counted(void**) {
  constexpr std::size_t kMax = 64;
  std::vector<gc_stream*> streams;
  for (std::size_t i = 0; i <= kMax; ++i) streams.push_back(make_stream(GRIDCALL_STREAM_NON_BLOCKING));
  for (std::size_t i = 0; i < kMax; ++i) begin(streams[i]);
  REFUSED(gc_stream_begin_capture(streams[kMax], GRIDCALL_CAPTURE_MODE_RELAXED, &e), INVALID_STATE,
          "64 captures");
  gc_graph_release(end(streams[5]));
  begin(streams[kMax]);
  gc_graph_release(end(streams[kMax]));
  for (std::size_t i = 0; i < kMax; ++i)
    if (i != 5) gc_graph_release(end(streams[i]));
  for (gc_stream* stream : streams) gc_stream_release(stream);
}

// A block whose stream has work goes to a graph, which is launched behind that work.
void launches_come_behind_earlier_uses_of_a_block(void**) {
  gc_pool* pool = nullptr;
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.limit = 4096;
  MUST(gc_pool_create(context, &options, &pool, &e));
  gc_stream *a = make_stream(GRIDCALL_STREAM_NON_BLOCKING), *b = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_mem* block = nullptr;
  fake->hold(1);
  MUST(gc_pool_alloc(pool, 4096, a, &block, &e));
  MUST(fill_u8(block, 0, 1, 64, a, &e));
  gc_mem_release(block);
  MUST(gc_handle_collect(&e));
  begin(b);
  MUST(gc_pool_alloc(pool, 4096, b, &block, &e));  // at the limit: the one that `a` still uses
  MUST(fill_u8(block, 0, 2, 64, b, &e));
  gc_mem_release(block);
  const auto waits = fake->calls_of("cuStreamWaitEvent");
  gc_graph* graph = end(b);
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits);
  MUST(gc_graph_launch(graph, b, &e));
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits + 1);
  MUST(gc_graph_launch(graph, b, &e));
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits + 1);
  fake->hold(0);
  gc_graph_release(graph);
  gc_pool_release(pool);
  gc_stream_release(a);
  gc_stream_release(b);
}

void old_drivers_are_refused(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  REFUSED(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, &e), UNSUPPORTED,
          "cuStreamBeginCapture");
  gc_stream_release(stream);
}

}  // namespace

int main() {
  if (getenv("FAKE_CUDA_MISSING")) {
    const CMUnitTest tests[] = {cmocka_unit_test_teardown(old_drivers_are_refused, nothing_left)};
    return cmocka_run_group_tests_name("core graphs, an old driver", tests, open_context, nullptr);
  }
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(launches_are_numbered_in_their_order, nothing_left),
      cmocka_unit_test_teardown(arguments_reach_the_driver, nothing_left),
      cmocka_unit_test_teardown(what_the_work_uses_lasts_as_long_as_the_graph_runs, nothing_left),
      cmocka_unit_test_teardown(failures_leave_nothing, nothing_left),
      cmocka_unit_test_teardown(the_library_ends_no_capture_of_its_own, nothing_left),
      cmocka_unit_test_teardown(captures_are_counted, nothing_left),
      cmocka_unit_test_teardown(launches_come_behind_earlier_uses_of_a_block, nothing_left),
  };
  return cmocka_run_group_tests_name("core graphs", tests, open_context, nullptr);
}
