// SPDX-License-Identifier: Apache-2.0
//
// Streams that another library captures into a CUDA graph, with the mode that forbids most: no call of the
// library's own ends the capture, and memory that captured work may use is kept until the capture is over.

#include <cstdint>

#include "fixture.h"
#include "support/objects.h"

namespace {

class Capture {
 public:
  explicit Capture(gc_stream* stream) {
    std::uint64_t native = 0;
    MUST(gc_handle_get_native(stream, &native, &e));
    native_ = reinterpret_cast<void*>(native);
    broken_ = fake->broken_captures();
    fake->capture(native_, 2);
  }
  ~Capture() {
    if (native_) fake->capture(native_, 0);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  void end() {
    fake->capture(native_, 0);
    native_ = nullptr;
    check();
  }
  void check() const { assert_int_equal(fake->broken_captures(), broken_); }

 private:
  void* native_ = nullptr;
  std::uint64_t broken_ = 0;
};

std::uint64_t is_capturing(gc_stream* stream) {
  std::int64_t value = 0;
  MUST(gc_stream_get_attribute(stream, GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING, &value, &e));
  return static_cast<std::uint64_t>(value);
}

// Everything by which the library asks streams of its own accord: giving back, statistics, new objects, and
// memory that is short.
void ask_everything() {
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, nullptr, &pool, &e));
  for (int i = 0; i < 4; ++i) {
    gc_mem* mem = nullptr;
    MUST(gc_pool_alloc(pool, 1000, nullptr, &mem, &e));
    gc_mem_release(mem);
    gc_mem_release(make_mem(1000));
    gc_stream_release(make_stream(GRIDCALL_STREAM_NON_BLOCKING));
    MUST(gc_handle_collect(&e));
  }
  std::uint64_t free_bytes = 0, total = 0;
  MUST(gc_context_get_memory_info(context, &free_bytes, &total, &e));
  gc_mem* none = nullptr;
  gc_error* error = nullptr;
  assert_int_equal(gc_mem_alloc(context, std::uint64_t{8} << 30, &none, &error),
                   GRIDCALL_ERROR_OUT_OF_MEMORY);
  gc_error_release(error);
  gc_pool_release(pool);
}

void nothing_asks_a_stream_that_captures(void**) {
  for (const std::uint64_t flags : {std::uint64_t{0}, std::uint64_t{GRIDCALL_STREAM_NON_BLOCKING}}) {
    gc_stream* stream = make_stream(flags);
    gc_mem* mem = make_mem(64);
    {
      Capture capture(stream);
      assert_int_equal(is_capturing(stream), 1);
      MUST(fill_u8(mem, 0, 1, 64, stream, &e));
      ask_everything();
      capture.check();
      capture.end();
    }
    assert_int_equal(is_capturing(stream), 0);
    gc_mem_release(mem);
    gc_stream_release(stream);
  }
}

// Memory and the stream itself are released in the middle of a capture.
void what_is_released_in_a_capture_is_kept_until_its_end(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_mem* mem = make_mem(64);
  Capture capture(stream);
  MUST(fill_u8(mem, 0, 1, 64, stream, &e));
  gc_mem_release(mem);
  gc_stream_release(stream);
  ask_everything();
  assert_int_equal(fake->live("memory"), 1);
  assert_int_equal(fake->live("stream"), 1);
  capture.end();
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
  assert_int_equal(fake->live("stream"), 0);
}

// An event between the two would merge them.
// gc_mem_free calls the driver at once. Memory that the driver refused to free would outlive its context.
void memory_is_freed_beside_a_capture(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_mem* mem = make_mem(1000);
  const Calls freed("cuMemFree");
  Capture capture(stream);
  MUST(gc_mem_free(mem, &e));
  capture.end();
  assert_int_equal(freed.made(), 1);
  gc_stream_release(stream);
}

void no_order_is_made_across_a_capture(void**) {
  gc_stream* a = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_stream* b = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.flags = GRIDCALL_MEM_ZERO;
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, &options, &pool, &e));
  fake->hold(1);
  gc_mem* mem = nullptr;
  MUST(gc_pool_alloc(pool, 64, a, &mem, &e));  // its fill has not run
  {
    Capture capture(b);
    REFUSED(fill_u8(mem, 0, 1, 64, b, &e), INVALID_STATE,
            "memory of a pool|captures a graph|before the capture");
    capture.end();
  }
  MUST(fill_u8(mem, 0, 1, 64, b, &e));
  fake->hold(0);
  gc_mem_release(mem);
  gc_pool_release(pool);
  gc_stream_release(a);
  gc_stream_release(b);
}

// A time limit would ask the stream when the kernel begins.
void launches_with_a_limit_are_captured(void**) {
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  MUST(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &e));
  MUST(gc_module_get_kernel(module, "scale", &kernel, &e));
  gc_mem* data = make_mem(64);
  const objects::ScaleArguments arguments(data);
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_launch_config config = objects::shape(1, 32);
  config.timeout_nanoseconds = 1'000'000'000;
  const auto launches = fake->launches(nullptr);
  Capture capture(stream);
  MUST(gc_launch(kernel, &config, arguments.args, 3, stream, &e));
  assert_int_equal(fake->launches(nullptr), launches + 1);
  capture.end();
  gc_stream_release(stream);
  gc_mem_release(data);
  gc_kernel_release(kernel);
  gc_module_release(module);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(nothing_asks_a_stream_that_captures, nothing_left),
      cmocka_unit_test_teardown(what_is_released_in_a_capture_is_kept_until_its_end, nothing_left),
      cmocka_unit_test_teardown(memory_is_freed_beside_a_capture, nothing_left),
      cmocka_unit_test_teardown(no_order_is_made_across_a_capture, nothing_left),
      cmocka_unit_test_teardown(launches_with_a_limit_are_captured, nothing_left),
  };
  return cmocka_run_group_tests_name("core capture", tests, open_context, nullptr);
}
