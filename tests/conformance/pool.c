/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

static gc_pool* pool_with(uint64_t limit, gc_mem_place place) {
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.limit = limit;
  options.place = place;
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, &options, &pool);
  return pool;
}
static gc_pool_statistics stats(gc_pool* pool) {
  gc_pool_statistics s = GRIDCALL_POOL_STATISTICS_INIT;
  collect(); /* releases are queued */
  CALL(gc_pool_get_statistics, pool, &s);
  return s;
}
static void reuse(void** state) {
  (void)state;
  gc_pool* pool = pool_with(0, 0);
  gc_mem *a = NULL, *b = NULL;
  CALL(gc_pool_alloc, pool, 1000, NULL, &a);
  const uint64_t first = address_of(a);
  assert_true(first % 256 == 0);
  uint64_t size = 0;
  CALL(gc_mem_get_size, a, &size);
  assert_int_equal(size, 1000);
  assert_int_equal(stats(pool).active_blocks, 1);
  assert_true(stats(pool).active_bytes >= 1000);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u8, a, 0, 1, 1001, NULL);
  gc_mem_release(a);
  assert_int_equal(stats(pool).active_blocks, 0);
  assert_int_equal(stats(pool).held_blocks, 1);
  CALL(gc_pool_alloc, pool, 1000, NULL, &b);
  assert_true(address_of(b) == first);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_mem_get_size, a, &size); /* the old handle is not the new one */
  gc_mem_release(b);
  collect();
  CALL(gc_pool_free_held, pool);
  assert_int_equal(stats(pool).held_blocks, 0);
  assert_int_equal(stats(pool).held_bytes, 0);
  CALL(gc_pool_alloc, pool, 500, NULL, &a);
  CALL(gc_pool_stop_holding, pool);
  gc_mem_release(a);
  assert_int_equal(stats(pool).held_blocks, 0);
  gc_mem* bad = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_pool_alloc, pool, 0, NULL, &bad);
  gc_pool_release(pool);
}

static void limit(void** state) {
  (void)state;
  gc_pool* pool = pool_with(1 << 20, GRIDCALL_MEM_PLACE_DEVICE);
  gc_mem *a = NULL, *b = NULL, *c = NULL;
  CALL(gc_pool_alloc, pool, 600000, NULL, &a);
  FAILS(GRIDCALL_ERROR_POOL_LIMIT, gc_pool_alloc, pool, 600000, NULL, &b);
  assert_null(b);
  /* Held memory of another size gives way. */
  gc_mem_release(a);
  CALL(gc_pool_alloc, pool, 900000, NULL, &b);
  assert_true(stats(pool).peak_bytes <= 1 << 20);
  CALL(gc_pool_set_limit, pool, 4 << 20);
  CALL(gc_pool_alloc, pool, 2000000, NULL, &c);
  assert_int_equal(stats(pool).limit, 4 << 20);
  gc_mem_release(b);
  gc_mem_release(c);
  collect();
  CALL(gc_pool_set_limit, pool, 4096);
  assert_true(stats(pool).held_bytes <= 4096);
  gc_pool_release(pool);
}

/* A block that a stream still uses is not handed to another. */
static void across_streams(void** state) {
  (void)state;
  gc_module* m = compile(
      "__global__ void fill(int *x, int v, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = "
      "v; }\n"
      "__global__ void check(int *bad, const int *x, int v, int n) { for (int i = threadIdx.x; i < n; i += "
      "blockDim.x) "
      "if (x[i] != v) atomicAdd(bad, 1); }\n");
  gc_kernel *fill = kernel_of(m, "fill"), *check = kernel_of(m, "check");
  enum { n = 5000, streams = 4 };
  gc_stream* s[streams];
  for (int i = 0; i < streams; ++i) CALL(gc_stream_create, context, NULL, &s[i]);
  gc_mem* bad = zeros(4);
  gc_pool* pool = pool_with(0, 0);
  for (int round = 0; round < 200; ++round) {
    gc_stream* mine = s[round % streams];
    gc_mem* x = NULL;
    CALL(gc_pool_alloc, pool, n * 4, mine, &x);
    start(fill, mine, 1, 64, ARGS(M(x), I(round), I(n)));
    start(check, mine, 1, 64, ARGS(M(bad), M(x), I(round), I(n)));
    gc_mem_release(x); /* at once */
  }
  wait_all();
  int32_t got = -1;
  download(bad, &got, 4);
  assert_int_equal(got, 0);
  assert_true(stats(pool).held_blocks + stats(pool).active_blocks <= 200);
  for (int i = 0; i < streams; ++i) gc_stream_release(s[i]);
  gc_pool_release(pool);
  gc_mem_release(bad);
  gc_kernel_release(fill);
  gc_kernel_release(check);
  gc_module_release(m);
}

static void waits_for_the_gate(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream *a = NULL, *b = NULL;
  CALL(gc_stream_create, context, &options, &a);
  CALL(gc_stream_create, context, &options, &b);
  gc_pool* pool = pool_with(0, 0);
  gc_mem *x = NULL, *y = NULL, *z = NULL;
  CALL(gc_pool_alloc, pool, 4096, a, &x);
  CALL(gc_pool_alloc, pool, 4096, b, &y); /* so that another block is at hand */
  gc_mem_release(y);
  const uint64_t busy = address_of(x);
  gate_close(&gate, a);
  CALL(fill_u8, x, 0, 1, 4096, a); /* behind the gate */
  gc_mem_release(x);
  CALL(gc_pool_alloc, pool, 4096, b, &z);
  assert_true(address_of(z) != busy);
  gate_open(&gate);
  gc_mem_release(z);
  gc_pool_release(pool);
  gc_stream_release(a);
  gc_stream_release(b);
  gate_free(&gate);
}

static void page_locked_pool(void** state) {
  (void)state;
  gc_pool* pool = pool_with(0, GRIDCALL_MEM_PLACE_HOST);
  gc_mem* x = NULL;
  CALL(gc_pool_alloc, pool, 4000, NULL, &x);
  uint64_t host = 0;
  CALL(gc_mem_get_host_address, x, &host);
  memset((void*)(uintptr_t)host, 7, 4000);
  gc_mem* y = zeros(4000);
  CALL(gc_memcpy, y, 0, x, 0, 4000, NULL);
  wait_all();
  unsigned char got[4000];
  download(y, got, sizeof got);
  for (int i = 0; i < 4000; ++i) assert_int_equal(got[i], 7);
  uint64_t size = 0;
  CALL(gc_mem_get_size, x, &size);
  assert_int_equal(size, 4000);
  gc_mem_release(x);
  gc_mem_release(y);
  wait_all();
  gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_int_equal(statistics.active_blocks, 0);
  assert_int_equal(statistics.held_blocks, 1);
  CALL(gc_pool_free_held, pool);
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_int_equal(statistics.held_blocks, 0);
  CALL(gc_pool_stop_holding, pool);
  CALL(gc_pool_alloc, pool, 4000, NULL, &x);
  gc_mem_release(x);
  wait_all();
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_int_equal(statistics.held_blocks, 0);
  gc_pool_release(pool);
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.place = 77;
  gc_error* error = NULL;
  assert_int_not_equal(gc_pool_create(context, &options, &pool, &error), GRIDCALL_OK);
  gc_error_release(error);
}

/* When the device is full, a pool frees what it holds before it fails, and so does a plain
 * allocation. */
static void out_of_memory(void** state) {
  (void)state;
  uint64_t free_ = 0, total = 0;
  CALL(gc_context_get_memory_info, context, &free_, &total);
  assert_true(free_ <= total && total > 0);
  const uint64_t half = free_ / 10 * 6;
  gc_pool* pool = pool_with(0, 0);
  gc_mem *a = NULL, *b = NULL;
  CALL(gc_pool_alloc, pool, half, NULL, &a);
  FAILS(GRIDCALL_ERROR_OUT_OF_MEMORY, gc_pool_alloc, pool, half, NULL, &b);
  assert_null(b);
  gc_mem_release(a);
  CALL(gc_pool_alloc, pool, half + (half >> 3), NULL, &b); /* there is only room if the held block goes */
  gc_mem_release(b);
  CALL(gc_mem_alloc, context, half, &a); /* likewise */
  gc_mem_release(a);
  gc_pool_release(pool);
  collect();
}

static void memory_outlives_the_pool(void** state) {
  (void)state;
  gc_pool* pool = pool_with(0, 0);
  gc_mem* x = NULL;
  CALL(gc_pool_alloc, pool, 100, NULL, &x);
  gc_pool_release(pool);
  collect();
  CALL(fill_u8, x, 0, 5, 100, NULL);
  unsigned char got[100];
  download(x, got, 100);
  assert_int_equal(got[99], 5);
  gc_mem_release(x);
}

const struct CMUnitTest pool_tests[] = {
    {"pool_reuse", reuse, NULL, NULL, NULL},
    {"pool_limit", limit, NULL, NULL, NULL},
    {"pool_across_streams", across_streams, NULL, NULL, NULL},
    {"pool_waits_for_the_gate", waits_for_the_gate, NULL, NULL, NULL},
    {"pool_page_locked", page_locked_pool, NULL, NULL, NULL},
    {"pool_out_of_memory", out_of_memory, NULL, NULL, NULL},
    {"pool_memory_outlives_the_pool", memory_outlives_the_pool, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
