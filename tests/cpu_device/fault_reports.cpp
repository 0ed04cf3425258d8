// SPDX-License-Identifier: Apache-2.0
//
// A fault or a cancellation belongs to its stream: it is reported once, to a call that waits for that stream
// or queues work on it. No call that works for something else takes it, and a call that reports it did
// nothing itself.

#include "fixture.h"
#include "support/slowdown.h"

namespace {

// Until the kernel has failed, without taking the report.
void fail_on(gc_stream* stream) {
  start(boom, stream);
  for (;;) {
    std::int32_t done = 0;
    gc_error* error = nullptr;
    const gc_status status = gc_stream_query(stream, &done, &error);
    gc_error_release(error);
    if (status == GRIDCALL_ERROR_ILLEGAL_ADDRESS) return;
    assert_int_equal(status, GRIDCALL_OK);
    if (done != 0) fail_msg("a query says that the work is done, and nothing of its fault");
    usleep(200);
  }
}

void expect_fault(gc_stream* stream) {
  FAILS(ILLEGAL_ADDRESS, "kernel `boom`|illegal address 0x8", gc_stream_synchronize, stream);
  OK(gc_stream_synchronize, stream);
}

void default_stream_work_after_memory_was_reclaimed(void**) {
  gc_stream* stream = make_stream();
  gc_mem* other = make_mem(4096);
  gc_mem* released = make_mem(4096);
  const int value = 42;
  start(boom, stream);
  usleep(20000);
  gc_mem_release(released);
  gc_mem* made = make_mem(8192);
  OK(gc_memcpy_htod, other, 0, &value, sizeof value, nullptr);
  assert_int_equal(read_word(other), 42);
  expect_fault(stream);
  gc_mem_release(other);
  gc_mem_release(made);
  gc_stream_release(stream);
}

void queries_take_nothing(void**) {
  gc_stream* stream = make_stream();
  gc_event* event = nullptr;
  OK(gc_event_create, context, nullptr, &event);
  fail_on(stream);
  OK(gc_event_record, event, stream);
  std::int32_t done = 0;
  for (int i = 0; i < 3; ++i) {
    FAILS(ILLEGAL_ADDRESS, "kernel `boom`", gc_stream_query, stream, &done);
    FAILS(ILLEGAL_ADDRESS, "kernel `boom`", gc_event_query, event, &done);
  }
  FAILS(ILLEGAL_ADDRESS, "kernel `boom`", gc_stream_synchronize_for, stream, stretched(1000000000), &done);
  OK(gc_stream_synchronize_for, stream, 0, &done);
  assert_int_equal(done, 1);
  OK(gc_event_query, event, &done);
  gc_event_release(event);
  gc_stream_release(stream);
}

void calls_that_create_take_nothing(void**) {
  gc_stream* stream = make_stream();
  fail_on(stream);
  for (int i = 0; i < 3; ++i) {
    gc_mem_release(make_mem(1 << 20));
    gc_stream_release(make_stream());
    gc_stream_release(make_stream(0));
    gc_event* event = nullptr;
    OK(gc_event_create, context, nullptr, &event);
    gc_event_release(event);
    gc_mem* host = nullptr;
    OK(alloc_host, context, 4096, &host);
    gc_mem_release(host);
    const char source[] = "__global__ void nothing() { }";
    gc_module* module = nullptr;
    OK(gc_module_from_source, context, source, std::strlen(source), nullptr, &module);
    gc_kernel* kernel = nullptr;
    OK(gc_module_get_kernel, module, "nothing", &kernel);
    const gc_launch_config config = shape(1, 1);
    gc_prepared* prepared = nullptr;
    OK(gc_prepared_create, kernel, &config, nullptr, 0, &prepared);
    gc_prepared_release(prepared);
    gc_kernel_release(kernel);
    gc_module_release(module);
    gc_error* error = nullptr;
    check_ok("gc_handle_collect", gc_handle_collect(&error), error);
  }
  expect_fault(stream);
  gc_stream_release(stream);
}

void pools_take_nothing(void**) {
  for (const gc_mem_place place : {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST}) {
    gc_stream* stream = make_stream();
    gc_stream* other = make_stream();
    gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
    options.place = place;
    options.limit = 1 << 20;
    gc_pool* pool = nullptr;
    OK(gc_pool_create, context, &options, &pool);
    // A block that the stream at fault has used goes to another stream.
    gc_mem* block = nullptr;
    OK(gc_pool_alloc, pool, 1 << 20, stream, &block);
    OK(start_put, block, 1, stream);
    fail_on(stream);
    gc_mem_release(block);
    OK(gc_pool_alloc, pool, 1 << 20, other, &block);
    OK(start_put, block, 2, other);
    OK(gc_stream_synchronize, other);
    FAILS(POOL_LIMIT, "limit", gc_pool_alloc, pool, 4096, other, &block);
    OK(gc_pool_set_limit, pool, 2 << 20);
    OK(gc_pool_free_held, pool);
    OK(gc_pool_stop_holding, pool);
    gc_mem_release(block);
    gc_pool_release(pool);
    expect_fault(stream);
    gc_stream_release(stream);
    gc_stream_release(other);
  }
}

// An allocation waits for all streams before it returns OUT_OF_MEMORY.
void running_out_of_memory_takes_nothing(void**) {
  gc_stream* stream = make_stream();
  gc_mem* word = make_mem(4);
  OK(fill_u32, word, 0, 5, 1, nullptr);
  fail_on(stream);
  std::uint64_t free = 0, total = 0;
  OK(gc_context_get_memory_info, context, &free, &total);
  gc_mem* none = nullptr;
  FAILS(OUT_OF_MEMORY, "out of memory allocating", gc_mem_alloc, context, total + 4096, &none);
  assert_int_equal(read_word(word), 5);
  expect_fault(stream);
  gc_mem_release(word);
  gc_stream_release(stream);
}

void the_default_stream_hears_of_blocking_streams(void**) {
  gc_stream* stream = make_stream(0);
  gc_mem* word = make_mem(4);
  int value = 3;
  OK(gc_memcpy_htod, word, 0, &value, 4, nullptr);
  fail_on(stream);
  value = 4;
  FAILS(ILLEGAL_ADDRESS, "kernel `boom`|this copy was not made", gc_memcpy_htod, word, 0, &value, 4, nullptr);
  assert_int_equal(read_word(word), 3);
  OK(gc_stream_synchronize, stream);
  fail_on(stream);
  FAILS(ILLEGAL_ADDRESS, "this copy was not made", gc_memcpy_dtoh, &value, word, 0, 4, nullptr);
  assert_int_equal(value, 4);
  OK(gc_memcpy_dtoh, &value, word, 0, 4, nullptr);
  assert_int_equal(value, 3);
  // A cancellation too: an ndarray that is made meanwhile is not, and is at the next try.
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  gc_ndarray* made = nullptr;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
  start(loop, stream);
  OK(gc_stream_cancel, stream);
  FAILS(CANCELLED, "kernel `loop`", gc_ndarray_from_host, context, &value, 4, &options, &made);
  assert_null(made);
  OK(gc_stream_synchronize, stream);
  OK(gc_ndarray_from_host, context, &value, 4, &options, &made);
  gc_ndarray_release(made);
  gc_mem_release(word);
  gc_stream_release(stream);
}

void what_reports_a_fault_says_that_it_did_nothing(void**) {
  gc_stream* stream = make_stream();
  gc_mem* word = make_mem(4);
  OK(fill_u32, word, 0, 1, 1, nullptr);
  fail_on(stream);
  FAILS(ILLEGAL_ADDRESS, "kernel `boom`|this launch was not queued", start_put, word, 2, stream);
  fail_on(stream);
  FAILS(ILLEGAL_ADDRESS, "this fill was not queued", fill_u32, word, 0, 2, 1, stream);
  gc_mem* host = nullptr;
  OK(alloc_host, context, 4, &host);
  fail_on(stream);
  FAILS(ILLEGAL_ADDRESS, "this copy was not made", gc_memcpy, word, 0, host, 0, 4, stream);
  OK(gc_stream_synchronize, stream);
  assert_int_equal(read_word(word), 1);
  OK(start_put, word, 2, stream);
  OK(gc_stream_synchronize, stream);
  assert_int_equal(read_word(word), 2);
  gc_mem_release(host);
  gc_mem_release(word);
  gc_stream_release(stream);
}

void no_report_outlives_its_stream(void**) {
  gc_mem* word = make_mem(4);
  for (int i = 0; i < 70; ++i) {  // more than there are lanes
    gc_stream* stream = make_stream(i % 2 == 0 ? GRIDCALL_STREAM_NON_BLOCKING : 0);
    if (i < 4) {
      // Nobody asks about it before it is released.
      start(boom, stream);
      usleep(30000);
    } else {
      fail_on(stream);
    }
    gc_stream_release(stream);
    gc_error* error = nullptr;
    if (i % 4 != 0) check_ok("gc_handle_collect", gc_handle_collect(&error), error);
    gc_stream* next = make_stream();  // takes the place of the one before
    OK(start_put, word, i, next);
    OK(gc_stream_synchronize, next);
    assert_int_equal(read_word(word), i);
    check_ok("gc_handle_collect", gc_handle_collect(&error), error);
    if (i >= 4) OK(gc_context_synchronize, context);
    gc_stream_release(next);
  }
  gc_mem_release(word);
}

void the_context_reports_the_oldest(void**) {
  gc_stream* first = make_stream();
  gc_stream* second = make_stream();
  start(loop, second);
  fail_on(first);
  OK(gc_stream_cancel, second);
  FAILS(ILLEGAL_ADDRESS, "kernel `boom`", gc_context_synchronize, context);
  OK(gc_stream_synchronize, first);
  FAILS(CANCELLED, "kernel `loop`", gc_stream_synchronize, second);
  OK(gc_context_synchronize, context);
  gc_stream_release(first);
  gc_stream_release(second);
}

void a_handle_for_the_default_stream(void**) {
  gc_stream *stream = nullptr, *again = nullptr;
  gc_mem* word = make_mem(4);
  std::int32_t done = -1;
  OK(gc_context_get_default_stream, context, &stream);
  OK(gc_context_get_default_stream, context, &again);
  gc_context* its = nullptr;
  OK(gc_handle_get_context, stream, &its);
  assert_ptr_equal(its != nullptr, true);
  gc_context_release(its);
  start(loop, nullptr);
  OK(start_put, word, 1, stream);  // behind it
  OK(gc_stream_query, again, &done);
  assert_int_equal(done, 0);
  OK(gc_stream_synchronize_for, stream, 20000000, &done);
  assert_int_equal(done, 0);
  OK(fill_u32, word, 0, 9, 1, again);
  OK(gc_stream_cancel, stream);
  FAILS(CANCELLED, "kernel `loop`", gc_stream_synchronize, again);
  OK(gc_stream_synchronize, stream);
  // Waiting for it waits for blocking streams, and reports their faults.
  gc_stream* blocking = make_stream(0);
  start(boom, blocking);
  FAILS(ILLEGAL_ADDRESS, "kernel `boom`", gc_stream_synchronize, stream);
  OK(gc_stream_synchronize, blocking);
  OK(start_put, word, 3, stream);
  gc_stream_release(stream);
  gc_stream_release(again);
  gc_error* error = nullptr;
  check_ok("gc_handle_collect", gc_handle_collect(&error), error);
  OK(gc_context_synchronize, context);
  assert_int_equal(read_word(word), 3);
  gc_stream_release(blocking);
  gc_mem_release(word);
}

// Threads that copy and launch on blocking streams beside one whose kernels are cancelled or fail on streams
// that do not block: no other call reports that, and its own calls always do.
void threads_do_not_hear_of_each_other(void**) {
  std::atomic<bool> stop{false};
  std::atomic<long> told_to_others{0}, not_told{0}, wrong_data{0}, faults{0}, copies{0};
  constexpr int kCount = 2048;
  std::vector<std::thread> threads;
  for (int id = 0; id < 2; ++id) {
    threads.emplace_back([&, id] {
      gc_stream* stream = nullptr;
      if (gc_stream_create(context, nullptr, &stream, nullptr) != GRIDCALL_OK) ++told_to_others;
      gc_launch_config config = shape(kCount / 256, 256);
      std::vector<int> out(kCount);
      for (int value = id; !stop; value += 2) {
        gc_mem* mem = nullptr;
        if (gc_mem_alloc(context, kCount * 4, &mem, nullptr) != GRIDCALL_OK) ++told_to_others;
        const gc_arg args[] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, mem},
                               {GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint32_t>(value), nullptr}};
        if (gc_memcpy_htod(mem, 0, out.data(), kCount * 4, nullptr, nullptr) != GRIDCALL_OK) ++told_to_others;
        if (gc_launch(put, &config, args, 2, stream, nullptr) != GRIDCALL_OK) ++told_to_others;
        if (gc_memcpy_dtoh(out.data(), mem, 0, kCount * 4, nullptr, nullptr) != GRIDCALL_OK) ++told_to_others;
        for (const int each : out)
          if (each != value) {
            ++wrong_data;
            break;
          }
        gc_mem_release(mem);
        ++copies;
      }
      gc_stream_release(stream);
    });
  }
  threads.emplace_back([&] {
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = GRIDCALL_STREAM_NON_BLOCKING;
    const gc_launch_config config = shape(1, 32);
    for (unsigned i = 0; !stop; ++i) {
      gc_stream* stream = nullptr;
      if (gc_stream_create(context, &options, &stream, nullptr) != GRIDCALL_OK) ++told_to_others;
      const bool cancelled = i % 4 == 0;
      gc_launch(cancelled ? loop : boom, &config, nullptr, 0, stream, nullptr);
      if (cancelled) gc_stream_cancel(stream, nullptr);
      if (gc_stream_synchronize(stream, nullptr) !=
          (cancelled ? GRIDCALL_ERROR_CANCELLED : GRIDCALL_ERROR_ILLEGAL_ADDRESS))
        ++not_told;
      gc_stream_release(stream);
      ++faults;
    }
  });
  usleep(2000000);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  print_message("%ld faults and cancellations beside %ld rounds of copies\n", faults.load(), copies.load());
  assert_int_equal(told_to_others.load(), 0);
  assert_int_equal(not_told.load(), 0);
  assert_int_equal(wrong_data.load(), 0);
  assert_true(faults > 10 && copies > 10);
}

// A kernel that kept the number of a texture or a surface longer than the program kept the object: it reads
// nothing of the host's, and what is made next has another number.
void released_textures_are_faults(void**) {
  static const char source[] =
      "__global__ void read(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex2D<float>(t, 1, 1); "
      "}\n"
      "__global__ void write(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 0, 0, cudaBoundaryModeZero); }\n";
  gc_module* module = nullptr;
  OK(gc_module_from_source, context, source, sizeof source - 1, nullptr, &module);
  gc_kernel *read = nullptr, *write = nullptr;
  OK(gc_module_get_kernel, module, "read", &read);
  OK(gc_module_get_kernel, module, "write", &write);
  gc_stream* stream = make_stream();
  gc_mem* out = make_mem(128);
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.flags = GRIDCALL_ARRAY_SURFACE_LDST;
  options.width = options.height = 16;
  options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  options.channels = 1;
  for (const std::uint32_t threads : {1u, 32u}) {
    for (int round = 0; round < 3; ++round) {
      gc_array* array = nullptr;
      OK(gc_array_create, context, &options, &array);
      gc_texture_options texture_options = GRIDCALL_TEXTURE_OPTIONS_INIT;
      texture_options.array = array;
      gc_texture *texture = nullptr, *next = nullptr;
      gc_surface* surface = nullptr;
      OK(gc_texture_create, context, &texture_options, &texture);
      OK(gc_surface_create, array, &surface);
      std::uint64_t numbers[2] = {};
      OK(gc_handle_get_native, texture, &numbers[0]);
      OK(gc_handle_get_native, surface, &numbers[1]);
      const gc_arg args[] = {{GRIDCALL_ARG_KIND_SCALAR, 8, numbers[0], nullptr},
                             {GRIDCALL_ARG_KIND_MEM, 8, 0, out}};
      const gc_arg surface_arg = {GRIDCALL_ARG_KIND_SCALAR, 8, numbers[1], nullptr};
      const gc_launch_config config = shape(1, threads);
      OK(gc_launch, read, &config, args, 2, stream);
      OK(gc_launch, write, &config, &surface_arg, 1, stream);
      OK(gc_stream_synchronize, stream);
      gc_texture_release(texture);
      gc_surface_release(surface);
      OK(gc_context_synchronize, context);
      gc_handle_collect(nullptr);
      OK(gc_texture_create, context, &texture_options, &next);
      std::uint64_t number = 0;
      OK(gc_handle_get_native, next, &number);
      assert_true(number != numbers[0] && number != numbers[1]);
      OK(gc_launch, read, &config, args, 2, stream);
      FAILS(ILLEGAL_ADDRESS, "kernel `read`|texture or surface that was released", gc_stream_synchronize,
            stream);
      OK(gc_launch, write, &config, &surface_arg, 1, stream);
      FAILS(ILLEGAL_ADDRESS, "kernel `write`|texture or surface that was released", gc_stream_synchronize,
            stream);
      gc_texture_release(next);
      gc_array_release(array);
    }
  }
  gc_stream_release(stream);
  gc_mem_release(out);
  gc_kernel_release(read);
  gc_kernel_release(write);
  gc_module_release(module);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(default_stream_work_after_memory_was_reclaimed),
      cmocka_unit_test(queries_take_nothing),
      cmocka_unit_test(calls_that_create_take_nothing),
      cmocka_unit_test(pools_take_nothing),
      cmocka_unit_test(running_out_of_memory_takes_nothing),
      cmocka_unit_test(the_default_stream_hears_of_blocking_streams),
      cmocka_unit_test(what_reports_a_fault_says_that_it_did_nothing),
      cmocka_unit_test(no_report_outlives_its_stream),
      cmocka_unit_test(the_context_reports_the_oldest),
      cmocka_unit_test(a_handle_for_the_default_stream),
      cmocka_unit_test(threads_do_not_hear_of_each_other),
      cmocka_unit_test(released_textures_are_faults),
  };
  return cmocka_run_group_tests_name("cpu_device_fault_reports", tests, open_cpu, nullptr);
}
