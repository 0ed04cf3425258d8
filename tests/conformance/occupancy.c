/* SPDX-License-Identifier: Apache-2.0
 *
 * How many blocks are resident, which block is suggested, and what a kernel prefers.
 */

#include "harness.h"

static const char text[] =
    "__global__ void plain(float *p) { p[threadIdx.x] += 1; }\n"
    "__global__ void __launch_bounds__(64) narrow(float *p) { p[threadIdx.x] += 1; }\n"
    "__global__ void shared(float *p) { __shared__ float s[1024]; s[threadIdx.x] = p[threadIdx.x]; "
    "__syncthreads();\n"
    "  p[threadIdx.x] = s[1023 - threadIdx.x]; }\n";

static gc_module* module(void) {
  static gc_module* m;
  if (m == NULL) m = compile(text);
  return m;
}

static int32_t device_attribute(gc_device_attribute attribute) {
  int32_t value = 0;
  CALL(gc_device_get_attribute, device, attribute, &value);
  return value;
}

static void occupancy(void** state) {
  (void)state;
  gc_kernel *plain = kernel_of(module(), "plain"), *narrow = kernel_of(module(), "narrow");
  const uint32_t most_threads =
      (uint32_t)device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  const uint32_t most_blocks =
      (uint32_t)device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  for (uint32_t size = 32; size <= 1024; size *= 2) {
    uint32_t blocks = 0;
    CALL(gc_kernel_get_occupancy, plain, size, 0, 0, &blocks);
    assert_true(blocks >= 1);
    assert_true(blocks <= most_blocks);
    assert_true(blocks * size <= most_threads);
    uint32_t same = 0;
    CALL(gc_kernel_get_occupancy, plain, size, 0, GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE, &same);
    assert_int_equal(same, blocks);
  }
  uint32_t blocks = 77;
  CALL(gc_kernel_get_occupancy, plain, 1025, 0, 0, &blocks);
  assert_int_equal(blocks, 0);
  CALL(gc_kernel_get_occupancy, narrow, 64, 0, 0, &blocks);
  assert_true(blocks >= 1);
  CALL(gc_kernel_get_occupancy, narrow, 65, 0, 0, &blocks);
  assert_int_equal(blocks, 0);
  CALL(gc_kernel_get_occupancy, plain, 64, 300 << 10, 0, &blocks);
  assert_int_equal(blocks, 0);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_kernel_get_occupancy, plain, 0, 0, 0, &blocks);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_kernel_get_occupancy, plain, 64, UINT64_C(1) << 32, 0, &blocks);
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_kernel_get_occupancy, plain, 64, 0, 2, &blocks);
  gc_kernel_release(plain);
  gc_kernel_release(narrow);
}

static void suggested_block(void** state) {
  (void)state;
  gc_kernel *plain = kernel_of(module(), "plain"), *narrow = kernel_of(module(), "narrow");
  const uint32_t multiprocessors = (uint32_t)device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  uint32_t block = 0, grid = 0, blocks = 0;
  CALL(gc_kernel_suggest_block, plain, 0, 0, &block, &grid);
  assert_true(block >= 32 && block <= 1024 && block % 32 == 0);
  CALL(gc_kernel_get_occupancy, plain, block, 0, 0, &blocks);
  assert_int_equal(grid, blocks * multiprocessors);
  CALL(gc_kernel_suggest_block, plain, 0, 96, &block, &grid);
  assert_true(block >= 32 && block <= 96);
  CALL(gc_kernel_suggest_block, narrow, 0, 0, &block, &grid);
  assert_true(block >= 32 && block <= 64);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_kernel_suggest_block, plain, UINT64_MAX, 0, &block, &grid);
  /* A suggested block can be launched. */
  gc_mem* data = zeros(1024 * 4);
  run(narrow, grid, block, ARGS(M(data)));
  gc_mem_release(data);
  gc_kernel_release(plain);
  gc_kernel_release(narrow);
}

static void preferences(void** state) {
  (void)state;
  gc_kernel *k = kernel_of(module(), "shared"), *same = kernel_of(module(), "shared"),
            *other = kernel_of(module(), "plain");
  static const gc_kernel_attribute attributes[] = {GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG,
                                                   GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG};
  for (int i = 0; i < 2; ++i) {
    int32_t value = -1;
    CALL(gc_kernel_get_attribute, k, attributes[i], &value);
    assert_int_equal(value, 0);
    for (int32_t set = 0; set <= 3 - i; ++set) {
      CALL(gc_kernel_set_attribute, k, attributes[i], set);
      CALL(gc_kernel_get_attribute, same, attributes[i], &value);
      assert_int_equal(value, set);
    }
    CALL(gc_kernel_get_attribute, other, attributes[i], &value);
    assert_int_equal(value, 0);
    FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_kernel_set_attribute, k, attributes[i], 4 - i);
    FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_kernel_set_attribute, k, attributes[i], -1);
  }
  gc_mem* data = zeros(1024 * 4);
  run(k, 1, 1024, ARGS(M(data)));
  gc_mem_release(data);
  gc_kernel_release(k);
  gc_kernel_release(same);
  gc_kernel_release(other);
}

const struct CMUnitTest occupancy_tests[] = {
    cmocka_unit_test(occupancy),
    cmocka_unit_test(suggested_block),
    cmocka_unit_test(preferences),
    {NULL, NULL, NULL, NULL, NULL},
};
