/* SPDX-License-Identifier: Apache-2.0
 *
 * Order: what waits, what does not, and what `query` says meanwhile. A gate, held shut by the host,
 * makes the results certain where clocks would only make them likely.
 */

#include "harness.h"
#include "support/slowdown.h"

#include <time.h>

static void pause_ms(long ms) {
  const struct timespec t = {0, ms * 1000000};
  nanosleep(&t, NULL);
}

static gc_module* helpers(void) {
  static gc_module* m;
  if (m == NULL) {
    m = compile(
        "__global__ void put(int *x, int v) { *x = v; }\n__global__ void take(int *x, const int *y, int add) "
        "{ *x = *y + add; }\n");
    gc_kernel *put = kernel_of(m, "put"), *take = kernel_of(m, "take");
    gc_mem* x = zeros(8); /* loads the code while nothing runs */
    run(put, 1, 1, ARGS(M(x), I(1)));
    run(take, 1, 1, ARGS(M(x), M(x), I(1)));
    gc_mem_release(x);
    gc_kernel_release(put);
    gc_kernel_release(take);
  }
  return m;
}

static void query_tells_the_truth(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream* s = own_stream();
  gc_event *before = new_event(), *after = new_event();
  assert_true(stream_done(s));
  assert_true(event_done(after)); /* never recorded */
  CALL(gc_event_record, before, s);
  gate_close(&gate, s);
  CALL(gc_event_record, after, s);
  pause_ms(30);
  assert_false(stream_done(s));
  assert_false(event_done(after));
  assert_true(event_done(before));
  int64_t time = 0;
  FAILS(GRIDCALL_ERROR_NOT_READY, gc_event_get_elapsed, before, after, &time);
  gate_open(&gate);
  CALL(gc_stream_synchronize, s);
  assert_true(stream_done(s));
  assert_true(event_done(after));
  CALL(gc_event_get_elapsed, before, after, &time);
  assert_true(time >= 20000000 && time < 60000000000);
  int64_t back = 0;
  CALL(gc_event_get_elapsed, after, before, &back);
  assert_true(back <= 0 && back >= -time - 1000);
  gc_event_release(before);
  gc_event_release(after);
  gc_stream_release(s);
  gate_free(&gate);
}

static void launches_do_not_wait(void** state) {
  (void)state;
  gc_module* m = helpers();
  Gate gate = gate_make();
  gc_stream* s = own_stream();
  gc_kernel* put = kernel_of(m, "put");
  gc_mem *x = zeros(4), *h = NULL;
  CALL(alloc_host, context, 4, &h);
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, h, &address);
  volatile int32_t* seen = (volatile int32_t*)(uintptr_t)address;
  *seen = -1;
  gate_close(&gate, s);
  start(put, s, 1, 1, ARGS(M(x), I(5)));
  CALL(gc_memcpy, h, 0, x, 0, 4, s);
  pause_ms(20);
  assert_int_equal(*seen, -1); /* we are here, and nothing has happened */
  assert_false(stream_done(s));
  gate_open(&gate);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(*seen, 5);
  gc_mem_release(x);
  gc_mem_release(h);
  gc_kernel_release(put);
  gc_stream_release(s);
  gate_free(&gate);
}

static void streams_are_independent(void** state) {
  (void)state;
  gc_module* m = helpers();
  Gate gate = gate_make();
  gc_stream *a = own_stream(), *b = own_stream();
  gc_kernel* put = kernel_of(m, "put");
  gc_mem* x = zeros(4);
  gate_close(&gate, a);
  start(put, b, 1, 1, ARGS(M(x), I(6)));
  CALL(gc_stream_synchronize, b); /* ends although `a` is blocked */
  assert_false(stream_done(a));
  gate_open(&gate);
  CALL(gc_stream_synchronize, a);
  int32_t got = 0;
  download(x, &got, 4);
  assert_int_equal(got, 6);
  gc_mem_release(x);
  gc_kernel_release(put);
  gc_stream_release(a);
  gc_stream_release(b);
  gate_free(&gate);
}

static void wait_orders_streams(void** state) {
  (void)state;
  gc_module* m = helpers();
  Gate gate = gate_make();
  gc_stream *a = own_stream(), *b = own_stream();
  gc_kernel *put = kernel_of(m, "put"), *take = kernel_of(m, "take");
  gc_mem *x = zeros(4), *y = zeros(4);
  gc_event* ready = new_event();
  gate_close(&gate, a);
  start(put, a, 1, 1, ARGS(M(x), I(40)));
  CALL(gc_event_record, ready, a);
  CALL(gc_stream_wait_event, b, ready);
  start(take, b, 1, 1, ARGS(M(y), M(x), I(2)));
  pause_ms(20);
  assert_false(stream_done(b));
  gc_event_release(ready); /* the wait stays */
  gate_open(&gate);
  CALL(gc_stream_synchronize, b);
  int32_t got = 0;
  download(y, &got, 4);
  assert_int_equal(got, 42);
  gc_mem_release(x);
  gc_mem_release(y);
  gc_kernel_release(put);
  gc_kernel_release(take);
  gc_stream_release(a);
  gc_stream_release(b);
  gate_free(&gate);
}

/* The default stream waits for streams that are not NON_BLOCKING, and they for it. */
static void default_stream(void** state) {
  (void)state;
  gc_module* m = helpers();
  gc_kernel *put = kernel_of(m, "put"), *take = kernel_of(m, "take");
  gc_stream *blocking = stream_with(context, 0), *free_ = own_stream();
  gc_mem *x = zeros(4), *y = zeros(4);
  gc_event* done = new_event();

  Gate gate = gate_make();
  gate_close(&gate, blocking);
  start(put, blocking, 1, 1, ARGS(M(x), I(10)));
  start(take, NULL, 1, 1, ARGS(M(y), M(x), I(1)));
  CALL(gc_event_record, done, NULL);
  pause_ms(20);
  assert_false(event_done(done)); /* the default stream waits for `blocking` */
  start(take, blocking, 1, 1, ARGS(M(x), M(y), I(100)));
  gate_open(&gate);
  CALL(gc_stream_synchronize, blocking);
  int32_t got = 0;
  download(x, &got, 4);
  assert_int_equal(got, 111); /* and `blocking` for the default stream */
  gate_free(&gate);

  gate = gate_make();
  gate_close(&gate, free_);
  start(put, NULL, 1, 1, ARGS(M(x), I(7)));
  CALL(gc_event_record, done, NULL);
  CALL(gc_event_synchronize, done); /* ends although `free_` is blocked */
  assert_false(stream_done(free_));
  gate_open(&gate);
  CALL(gc_stream_synchronize, free_);
  gate_free(&gate);

  gc_mem_release(x);
  gc_mem_release(y);
  gc_event_release(done);
  gc_stream_release(blocking);
  gc_stream_release(free_);
  gc_kernel_release(put);
  gc_kernel_release(take);
}

static void release_does_not_wait(void** state) {
  (void)state;
  gc_module* m = helpers();
  Gate gate = gate_make();
  gc_stream* s = own_stream();
  gc_kernel *put = kernel_of(m, "put"), *take = kernel_of(m, "take");
  gc_mem *x = zeros(4), *y = zeros(4), *kept = NULL;
  CALL(gc_mem_create_sub_region, y, 0, 4, 0, &kept);
  gc_event* end = new_event();
  gate_close(&gate, s);
  start(put, s, 1, 1, ARGS(M(x), I(30)));
  start(take, s, 1, 1, ARGS(M(y), M(x), I(3)));
  CALL(gc_event_record, end, s);
  /* Everything goes while the work has not begun. */
  gc_mem_release(x);
  gc_mem_release(y);
  gc_kernel_release(put);
  gc_kernel_release(take);
  gc_stream_release(s);
  assert_false(event_done(end));
  gate_open(&gate);
  CALL(gc_event_synchronize, end);
  int32_t got = 0;
  download(kept, &got, 4);
  assert_int_equal(got, 33);
  gc_mem_release(kept);
  gc_event_release(end);
  gate_free(&gate);
}

static void wait_has_a_limit(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream* s = own_stream();
  int32_t done = -1;
  CALL(gc_stream_synchronize_for, s, 0, &done);
  assert_int_equal(done, 1); /* nothing is queued */
  gate_close(&gate, s);
  CALL(gc_stream_synchronize_for, s, 0, &done);
  assert_int_equal(done, 0);
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  CALL(gc_stream_synchronize_for, s, 50000000, &done);
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert_int_equal(done, 0);
  const double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
  assert_true(seconds >= 0.05 && seconds < 30 * slowdown());
  gate_open(&gate);
  CALL(gc_stream_synchronize_for, s, UINT64_MAX, &done);
  assert_int_equal(done, 1);
  assert_true(stream_done(s));
  gc_stream_release(s);
  gate_free(&gate);
}

static void cancel_ends_what_runs(void** state) {
  (void)state;
  gc_stream* s = own_stream();
  if (is_gpu) {
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_stream_cancel, s);
    assert_says("GPU");
    gc_stream_release(s);
    return;
  }
  /* Endless in every way in which the device runs a kernel: each thread alone, warps with and without
   * barriers and with lanes that wait at them apart, threads in turn, threads that wait for each other. `n`
   * is 1, which no compiler knows. */
  gc_module* m = compile(
      "__global__ void alone(int *x, int n) { int i = 0; while (n) { i += n; if (i == -7) x[threadIdx.x] = "
      "i++; } x[0] = i; }\n"
      "__global__ void apart(int *x, int n) { int i = threadIdx.x; while (n) { if (i % 3 == 0) i += n; else "
      "i += 2; "
      "x[threadIdx.x] = i; } x[threadIdx.x] = -1; }\n"
      "__global__ void together(int *x, int n) { while (n) { x[threadIdx.x] += n; __syncthreads(); } }\n"
      "__global__ void parked(int *x, int n) { while (n) { if (threadIdx.x & 1) { x[threadIdx.x] += n; "
      "__syncthreads(); } else { __syncthreads(); x[threadIdx.x] -= n; } } }\n"
      "__global__ void poll(int *x, int n) { while (*(volatile int *)x != n + 1) { } x[1] = 1; }\n"
      "__global__ void nothing_at_all(int *x, int n) { for (;;) { } }\n"
      "__global__ void row(int *x, int n) { int s = 0, end = x[threadIdx.x] - n;\n"
      "  for (unsigned short i = x[threadIdx.x + 1]; i != end; ++i) s += x[i]; x[threadIdx.x] = s; }\n"
      "__global__ void put(int *x, int v) { x[0] = v; }\n");
  const char* const names[] = {"alone", "apart", "together", "parked", "poll", "nothing_at_all", "row"};
  gc_kernel* put = kernel_of(m, "put");
  for (int i = 0; i < 7; ++i) {
    gc_kernel* k = kernel_of(m, names[i]);
    gc_mem *x = zeros(65536 * 4), *y = zeros(4096);
    int32_t done = -1;
    CALL(gc_stream_cancel, s); /* nothing is queued: nothing happens */
    start(k, s, 3, 64, ARGS(M(x), I(1)));
    start(put, s, 1, 1, ARGS(M(y), I(5)));
    CALL(gc_stream_synchronize_for, s, 20000000, &done);
    assert_int_equal(done, 0);
    CALL(gc_stream_cancel, s);
    FAILS(GRIDCALL_ERROR_CANCELLED, gc_stream_synchronize, s);
    assert_says(names[i]);
    int32_t got = -1;
    CALL(gc_stream_synchronize, s); /* said once */
    download(y, &got, 4);
    assert_int_equal(got, 0); /* what was queued behind it was dropped */
    start(put, s, 1, 1, ARGS(M(y), I(6)));
    CALL(gc_stream_synchronize_for, s, UINT64_MAX, &done);
    assert_int_equal(done, 1);
    download(y, &got, 4);
    assert_int_equal(got, 6);
    gc_mem_release(x);
    gc_mem_release(y);
    gc_kernel_release(k);
  }
  gc_kernel_release(put);
  gc_module_release(m);
  gc_stream_release(s);
}

/* The CPU device ends what exceeds its limit; on a GPU the wait returns, once, and the kernel runs on. */
static void time_limit(void** state) {
  (void)state;
  gc_stream* s = own_stream();
  gc_mem* x = zeros(4);
  gc_kernel* put = kernel_of(helpers(), "put");
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 1;
  config.timeout_nanoseconds = stretched(20000000000);
  CALL(gc_launch, put, &config, ARGS(M(x), I(1)), s);
  CALL(gc_stream_synchronize, s);
  config.timeout_nanoseconds = 50000000;
  gc_prepared* prepared = NULL;
  for (int i = 0; i < 4; ++i) {
    Gate gate = gate_make();
    gc_event* e = new_event();
    int32_t done = -1;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    CALL(gc_prepared_create, gate.kernel, &config, ARGS(M(gate.mem)), &prepared);
    if (i % 2 == 0) {
      CALL(gc_launch, gate.kernel, &config, ARGS(M(gate.mem)), s);
    } else {
      CALL(gc_prepared_launch, prepared, NULL, NULL, 0, s);
    }
    gc_prepared_release(prepared);
    CALL(gc_event_record, e, s);
    if (i == 0) FAILS(GRIDCALL_ERROR_LAUNCH_TIMEOUT, gc_stream_synchronize, s);
    if (i == 1) FAILS(GRIDCALL_ERROR_LAUNCH_TIMEOUT, gc_stream_synchronize_for, s, UINT64_MAX, &done);
    if (i == 2) FAILS(GRIDCALL_ERROR_LAUNCH_TIMEOUT, gc_event_synchronize, e);
    if (i == 3) FAILS(GRIDCALL_ERROR_LAUNCH_TIMEOUT, gc_context_synchronize, context);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_says("0.05 s");
    if (is_gpu) {
      assert_says("still runs");
      CALL(gc_stream_synchronize_for, s, 20000000, &done);
      assert_int_equal(done, 0);
    }
    const double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    assert_true(seconds >= 0.045 && seconds < 20 * slowdown());
    gate_open(&gate);
    CALL(gc_stream_synchronize, s); /* the device is not lost */
    gc_event_release(e);
    gate_free(&gate);
  }
  start(put, s, 1, 1, ARGS(M(x), I(2)));
  CALL(gc_stream_synchronize, s);
  int32_t got = 0;
  download(x, &got, 4);
  assert_int_equal(got, 2);
  gc_kernel_release(put);
  gc_mem_release(x);
  gc_stream_release(s);
}

/* It can be queried, waited for with a time limit and, on the CPU device, cancelled. */
static void default_stream_handle(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream* s = NULL;
  gc_mem* x = zeros(4);
  gc_kernel* put = kernel_of(helpers(), "put");
  CALL(gc_context_get_default_stream, context, &s);
  assert_true(stream_done(s));
  gate_close(&gate, NULL);
  start(put, s, 1, 1, ARGS(M(x), I(7)));
  int32_t done = -1, got = -1;
  CALL(gc_stream_synchronize_for, s, 20000000, &done);
  assert_int_equal(done, 0);
  if (is_gpu) {
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_stream_cancel, s);
    gate_open(&gate);
    CALL(gc_stream_synchronize, s);
  } else {
    CALL(gc_stream_cancel, s);
    FAILS(GRIDCALL_ERROR_CANCELLED, gc_stream_synchronize, s);
  }
  assert_true(stream_done(s));
  download(x, &got, 4);
  assert_int_equal(got, is_gpu ? 7 : 0);
  gc_stream_release(s);
  gc_kernel_release(put);
  gc_mem_release(x);
  gate_open(&gate);
  gate_free(&gate);
}

static void flags_and_priorities(void** state) {
  (void)state;
  int32_t least = -1, greatest = 1;
  CALL(gc_context_get_stream_priority_range, context, &least, &greatest);
  assert_true(least >= greatest);
  int32_t supported = -1;
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, &supported);
  assert_int_equal(supported != 0, least != greatest);
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  gc_stream* s = NULL;
  options.priority = greatest - 10; /* moved to the nearest end */
  CALL(gc_stream_create, context, &options, &s);
  CALL(gc_stream_synchronize, s);
  gc_context* of = NULL;
  CALL(gc_handle_get_context, s, &of);
  gc_context_release(of);
  gc_stream_release(s);
  s = NULL;
  options.flags = (uint64_t)1 << 40;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_stream_create, context, &options, &s);
  assert_null(s);
  gc_event_options quiet = GRIDCALL_EVENT_OPTIONS_INIT;
  quiet.flags = GRIDCALL_EVENT_DISABLE_TIMING | GRIDCALL_EVENT_BLOCKING_SYNC;
  gc_event *a = NULL, *b = new_event();
  CALL(gc_event_create, context, &quiet, &a);
  int64_t time = 0;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_event_get_elapsed, a, b, &time);
  CALL(gc_event_record, a, NULL);
  CALL(gc_event_synchronize, a);
  gc_event_release(a);
  gc_event_release(b);
}

const struct CMUnitTest stream_tests[] = {
    {"stream_query_tells_the_truth", query_tells_the_truth, NULL, NULL, NULL},
    {"stream_launches_do_not_wait", launches_do_not_wait, NULL, NULL, NULL},
    {"stream_streams_are_independent", streams_are_independent, NULL, NULL, NULL},
    {"stream_wait_orders_streams", wait_orders_streams, NULL, NULL, NULL},
    {"stream_default_stream", default_stream, NULL, NULL, NULL},
    {"stream_release_does_not_wait", release_does_not_wait, NULL, NULL, NULL},
    {"stream_wait_has_a_limit", wait_has_a_limit, NULL, NULL, NULL},
    {"stream_cancel_ends_what_runs", cancel_ends_what_runs, NULL, NULL, NULL},
    {"stream_time_limit", time_limit, NULL, NULL, NULL},
    {"stream_default_stream_handle", default_stream_handle, NULL, NULL, NULL},
    {"stream_flags_and_priorities", flags_and_priorities, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
