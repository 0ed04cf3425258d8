/* SPDX-License-Identifier: Apache-2.0
 *
 * Launches with attributes: cooperative ones, whose blocks wait for each other, clusters, and launches
 * between two events.
 */

#include "harness.h"
#include "support/slowdown.h"

#include <stdio.h>

static const char text[] =
    "#include <cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    /* Each round every block reads what all others wrote in the round before. */
    "__global__ void rounds(unsigned *a, unsigned *b, int n) {\n"
    "  cg::grid_group grid = cg::this_grid();\n"
    "  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;\n"
    "  for (int i = 0; i < n; ++i) {\n"
    "    unsigned sum = 0;\n"
    "    for (unsigned j = threadIdx.x; j < blocks; j += blockDim.x) sum += a[j];\n"
    "    __shared__ unsigned total;\n"
    "    if (threadIdx.x == 0) total = 0;\n"
    "    __syncthreads();\n"
    "    atomicAdd(&total, sum);\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x == 0) b[grid.block_rank()] = total + 1;\n"
    "    grid.sync();\n"
    "    unsigned *c = a; a = b; b = c;\n"
    "  }\n"
    "}\n"
    "__global__ void valid(int *out) { out[0] = cg::this_grid().is_valid(); }\n"
    "__global__ void sync() { cg::this_grid().sync(); }\n"
    "__global__ void leaves() { if (blockIdx.x != 0) cg::this_grid().sync(); }\n"
    "__global__ void traps() { if (blockIdx.x == 1) __trap(); cg::this_grid().sync(); }\n"
    "__global__ void store(int *out) { out[blockIdx.x] = 1; }\n";

static gc_module* module(void) {
  static gc_module* m;
  if (m == NULL) m = compile(text);
  return m;
}
static gc_launch_config cooperative(uint32_t grid, uint32_t block) {
  gc_launch_config c = GRIDCALL_LAUNCH_CONFIG_INIT;
  c.grid_x = grid;
  c.block_x = block;
  c.flags = GRIDCALL_LAUNCH_COOPERATIVE;
  return c;
}
static uint32_t resident(gc_kernel* kernel, uint32_t block) {
  uint32_t blocks = 0;
  int32_t multiprocessors = 0;
  CALL(gc_kernel_get_occupancy, kernel, block, 0, 0, &blocks);
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &multiprocessors);
  return blocks * (uint32_t)multiprocessors;
}

/* Every block has 1 + the sum over all of the round before. */
static void check_rounds(gc_mem* a, gc_mem* b, uint32_t blocks, int rounds) {
  uint32_t want = 0, got = 0;
  for (int i = 0; i < rounds; ++i) want = want * blocks + 1;
  gc_mem* last = rounds % 2 ? b : a;
  for (uint32_t i = 0; i < blocks; ++i) {
    CALL(gc_memcpy_dtoh, &got, last, i * sizeof got, sizeof got, NULL);
    if (got != want) fail_msg("block %u of %u has %u after %d rounds, not %u", i, blocks, got, rounds, want);
  }
}

static void grid_waits(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "rounds");
  for (uint32_t block = 1; block <= 1024; block *= 4) {
    const uint32_t most = resident(k, block);
    const uint32_t grids[] = {1, 2, most / 2 + 1, most};
    for (int i = 0; i < 4; ++i) {
      gc_mem *a = zeros(most * 4), *b = zeros(most * 4);
      const gc_launch_config c = cooperative(grids[i], block);
      CALL(gc_launch, k, &c, ARGS(M(a), M(b), I(21)), NULL);
      check_rounds(a, b, grids[i], 21);
      gc_mem_release(a);
      gc_mem_release(b);
    }
  }
  gc_kernel_release(k);
}

static void grids_wait_side_by_side(void** state) {
  (void)state;
  enum { STREAMS = 3, TIMES = 6 };
  gc_kernel* k = kernel_of(module(), "rounds");
  const uint32_t most = resident(k, 64);
  gc_stream* streams[STREAMS];
  gc_mem *a[STREAMS], *b[STREAMS];
  for (int i = 0; i < STREAMS; ++i) {
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = GRIDCALL_STREAM_NON_BLOCKING;
    CALL(gc_stream_create, context, &options, &streams[i]);
    a[i] = zeros(most * 4);
    b[i] = zeros(most * 4);
  }
  const gc_launch_config c = cooperative(most, 64);
  for (int time = 0; time < TIMES; ++time)
    for (int i = 0; i < STREAMS; ++i) CALL(gc_launch, k, &c, ARGS(M(a[i]), M(b[i]), I(8)), streams[i]);
  wait_all();
  for (int i = 0; i < STREAMS; ++i) {
    check_rounds(a[i], b[i], most, 8 * TIMES);
    gc_mem_release(a[i]);
    gc_mem_release(b[i]);
    gc_stream_release(streams[i]);
  }
  gc_kernel_release(k);
}

static void grid_tells_whether_it_can_wait(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "valid");
  gc_mem* out = zeros(4);
  int32_t got = -1, can = 0;
  CALL(gc_context_is_supported, context, GRIDCALL_FEATURE_COOPERATIVE_LAUNCH, &can);
  assert_int_equal(can, 1);
  gc_launch_config c = cooperative(1, 1);
  CALL(gc_launch, k, &c, ARGS(M(out)), NULL);
  download(out, &got, 4);
  assert_int_equal(got, 1);
  c.flags = 0;
  CALL(gc_launch, k, &c, ARGS(M(out)), NULL);
  download(out, &got, 4);
  if (!is_gpu) assert_int_equal(got, 0); /* an H200's grid of an ordinary launch says that it is valid */
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void grid_that_is_too_large(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "sync");
  const uint32_t most = resident(k, 128);
  gc_launch_config c = cooperative(most + 1, 128);
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  char number[32];
  snprintf(number, sizeof number, "%u blocks", most + 1);
  assert_says(number);
  snprintf(number, sizeof number, "%u are resident", most);
  assert_says(number);
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_prepared_create, k, &c, NULL, 0, &(gc_prepared*){NULL});
  assert_says(number);
  c.grid_x = most;
  CALL(gc_launch, k, &c, NULL, 0, NULL);
  wait_all();
  gc_kernel_release(k);
}

static void grid_with_time_limit(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "rounds");
  const uint32_t most = resident(k, 32);
  gc_mem *a = zeros(most * 4), *b = zeros(most * 4);
  gc_launch_config c = cooperative(most, 32);
  c.timeout_nanoseconds = stretched(UINT64_C(60000000000));
  CALL(gc_launch, k, &c, ARGS(M(a), M(b), I(5)), NULL);
  wait_all();
  check_rounds(a, b, most, 5);
  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(k);
}

/* On a GPU each of these ends the context, or never ends. */
static void grid_that_cannot_wait(void** state) {
  (void)state;
  if (is_gpu) skip();
  gc_kernel* k = kernel_of(module(), "sync");
  gc_launch_config c = cooperative(2, 32);
  c.flags = 0;
  CALL(gc_launch, k, &c, NULL, 0, NULL);
  FAILS(GRIDCALL_ERROR_KERNEL_TRAP, gc_context_synchronize, context);
  assert_says("COOPERATIVE");
  gc_kernel_release(k);
  k = kernel_of(module(), "leaves");
  c = cooperative(4, 32);
  CALL(gc_launch, k, &c, NULL, 0, NULL);
  FAILS(GRIDCALL_ERROR_KERNEL_DEADLOCK, gc_context_synchronize, context);
  assert_says("this_grid().sync()");
  gc_kernel_release(k);
  k = kernel_of(module(), "traps");
  CALL(gc_launch, k, &c, NULL, 0, NULL);
  FAILS(GRIDCALL_ERROR_KERNEL_TRAP, gc_context_synchronize, context);
  gc_kernel_release(k);
  k = kernel_of(module(), "sync");
  CALL(gc_launch, k, &c, NULL, 0, NULL);
  wait_all();
  gc_kernel_release(k);
}

static void clusters(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "store");
  gc_mem* out = zeros(8 * 4);
  int32_t got[8], can = 0;
  gc_launch_config c = GRIDCALL_LAUNCH_CONFIG_INIT;
  c.grid_x = 8;
  c.block_x = 1;
  c.cluster_x = 2;
  CALL(gc_context_is_supported, context, GRIDCALL_FEATURE_CLUSTERS, &can);
  if (!is_gpu) assert_int_equal(can, 1);
  if (can) {
    CALL(gc_launch, k, &c, ARGS(M(out)), NULL);
    download(out, got, sizeof got);
    for (int i = 0; i < 8; ++i) assert_int_equal(got[i], 1);
    c.cluster_x = 3;
    FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, ARGS(M(out)), NULL);
    assert_says("cluster_x");
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void launch_between_events(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "store");
  gc_mem* out = zeros(64 * 4);
  gc_event *begin = NULL, *end = NULL;
  CALL(gc_event_create, context, NULL, &begin);
  CALL(gc_event_create, context, NULL, &end);
  gc_launch_config c = GRIDCALL_LAUNCH_CONFIG_INIT;
  c.grid_x = 64;
  c.block_x = 32;
  c.start_event = begin;
  c.end_event = end;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  int64_t took = -1;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_event_get_elapsed, begin, end, &took);
  CALL(gc_launch, k, &c, ARGS(M(out)), stream);
  CALL(gc_event_synchronize, end);
  CALL(gc_event_get_elapsed, begin, end, &took);
  assert_true(took >= 0 && took < (int64_t)stretched(10000000000));
  /* A prepared launch holds them. */
  gc_prepared* prepared = NULL;
  CALL(gc_prepared_create, k, &c, ARGS(M(out)), &prepared);
  gc_event_release(begin);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, stream);
  CALL(gc_event_synchronize, end);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_prepared_set_config, prepared, &c);
  assert_says("start_event");
  gc_event_release(end);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, stream);
  wait_all();
  gc_prepared_release(prepared);
  gc_stream_release(stream);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void prepared_shape(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "rounds");
  const uint32_t most = resident(k, 32);
  gc_mem *a = zeros(most * 4), *b = zeros(most * 4);
  gc_launch_config c = GRIDCALL_LAUNCH_CONFIG_INIT;
  c.grid_x = 1;
  c.block_x = 32;
  c.flags = GRIDCALL_LAUNCH_COOPERATIVE;
  gc_prepared* prepared = NULL;
  CALL(gc_prepared_create, k, &c, ARGS(M(a), M(b), I(2)), &prepared);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, NULL);
  check_rounds(a, b, 1, 2);
  gc_mem *fresh_a = zeros(most * 4), *fresh_b = zeros(most * 4);
  const gc_arg fresh[] = {M(fresh_a), M(fresh_b)};
  CALL(gc_prepared_set_arg, prepared, 0, &fresh[0], NULL, 0);
  CALL(gc_prepared_set_arg, prepared, 1, &fresh[1], NULL, 0);
  c.grid_x = most;
  CALL(gc_prepared_set_config, prepared, &c);
  c.block_x = 5000;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_prepared_set_config, prepared, &c);
  c.block_x = 32;
  c.grid_x = most + 1;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_prepared_set_config, prepared, &c);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, NULL);
  check_rounds(fresh_a, fresh_b, most, 2);
  gc_prepared_release(prepared);
  gc_mem_release(fresh_a);
  gc_mem_release(fresh_b);
  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(k);
}

const struct CMUnitTest cooperative_tests[] = {
    cmocka_unit_test(grid_waits),
    cmocka_unit_test(grids_wait_side_by_side),
    cmocka_unit_test(grid_tells_whether_it_can_wait),
    cmocka_unit_test(grid_that_is_too_large),
    cmocka_unit_test(grid_with_time_limit),
    cmocka_unit_test(grid_that_cannot_wait),
    cmocka_unit_test(clusters),
    cmocka_unit_test(launch_between_events),
    cmocka_unit_test(prepared_shape),
    {NULL, NULL, NULL, NULL, NULL},
};
