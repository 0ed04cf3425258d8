/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays that are made without content: in each place, zeroed, aligned, attached, from pools, in the layout
 * of another.
 */

#include <stdlib.h>

#include "harness.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const uint64_t kShape[3] = {3, 5, 7};
enum { kCount = 3 * 5 * 7 };

static gc_ndarray_options options_in(gc_mem_place place) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
  options.place = place;
  options.shape = kShape;
  options.shape_count = 3;
  return options;
}

static gc_ndarray* created(const gc_ndarray_options* options) {
  gc_ndarray* ndarray = NULL;
  CALL(gc_ndarray_create, context, options, &ndarray);
  return ndarray;
}

static gc_mem* mem_of(gc_ndarray* ndarray) {
  gc_mem* mem = NULL;
  CALL(gc_ndarray_get_mem, ndarray, &mem);
  return mem;
}

static uint64_t place_of(gc_mem* mem) {
  uint64_t place = 0;
  CALL(gc_mem_get_attribute, mem, GRIDCALL_MEM_ATTRIBUTE_PLACE, &place);
  return place;
}

/* Each element is `value`; then a fill, content of the host and the way back. */
static void check_use(gc_ndarray* ndarray, const int* value) {
  int got[kCount], sent[kCount];
  if (value) {
    CALL(gc_ndarray_copy_to_host, ndarray, got, sizeof got, NULL, NULL);
    for (int i = 0; i < kCount; ++i) assert_int_equal(got[i], *value);
  }
  const int seven = 7;
  CALL(gc_ndarray_fill, ndarray, &seven, sizeof seven, NULL);
  CALL(gc_ndarray_copy_to_host, ndarray, got, sizeof got, NULL, NULL);
  for (int i = 0; i < kCount; ++i) assert_int_equal(got[i], 7);
  for (int i = 0; i < kCount; ++i) sent[i] = 1000 - i;
  CALL(gc_ndarray_copy_from_host, ndarray, sent, sizeof sent, NULL, NULL);
  CALL(gc_ndarray_copy_to_host, ndarray, got, sizeof got, NULL, NULL);
  assert_memory_equal(got, sent, sizeof got);
}

static void ndarray_created(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED, GRIDCALL_MEM_PLACE_PAGEABLE};
  const int zero = 0;
  for (size_t i = 0; i < COUNT_OF(places); ++i) {
    gc_ndarray_options options = options_in(places[i]);
    gc_ndarray* plain = created(&options);
    check_use(plain, NULL);
    /* Another of its shape, type and order. */
    uint64_t shape[3];
    int64_t strides[3];
    size_t ndim = 0;
    CALL(gc_ndarray_get_shape, plain, shape, 3, &ndim);
    CALL(gc_ndarray_get_strides, plain, strides, 3, &ndim);
    options.shape = shape;
    options.strides = strides;
    options.stride_count = ndim;
    options.mem_flags = GRIDCALL_MEM_ZERO;
    gc_ndarray* like = created(&options);
    check_use(like, &zero);
    gc_mem* mem = mem_of(like);
    assert_int_equal(place_of(mem), (uint64_t)places[i]);
    gc_mem_release(mem);
    gc_ndarray_release(like);
    gc_ndarray_release(plain);
  }
}

static void ndarray_created_in_order_of_columns(void** state) {
  (void)state;
  gc_ndarray_options options = options_in(GRIDCALL_MEM_PLACE_DEVICE);
  options.flags = GRIDCALL_NDARRAY_ORDER_F;
  gc_ndarray* columns = created(&options);
  int64_t strides[3];
  size_t ndim = 0;
  CALL(gc_ndarray_get_strides, columns, strides, 3, &ndim);
  const int64_t want[3] = {4, 12, 60};
  assert_memory_equal(strides, want, sizeof want);
  options.flags = 0;
  options.strides = strides;
  options.stride_count = ndim;
  options.mem_flags = GRIDCALL_MEM_ZERO;
  gc_ndarray* like = created(&options);
  uint64_t is_f = 0;
  CALL(gc_ndarray_get_attribute, like, GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS, &is_f);
  assert_int_equal(is_f, 1);
  check_use(like, &(int){0});
  gc_ndarray_release(like);
  gc_ndarray_release(columns);
}

static void ndarray_created_aligned(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED};
  for (size_t i = 0; i < COUNT_OF(places); ++i) {
    for (uint64_t alignment = 1; alignment <= 8192; alignment *= 8) {
      gc_ndarray_options options = options_in(places[i]);
      options.alignment = alignment;
      options.mem_flags = GRIDCALL_MEM_ZERO;
      gc_ndarray* ndarray = created(&options);
      uint64_t address = 0;
      CALL(gc_ndarray_get_attribute, ndarray, GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS, &address);
      assert_int_equal(address % alignment, 0);
      check_use(ndarray, &(int){0});
      gc_ndarray_release(ndarray);
    }
  }
}

/* Ordinary memory of the host, aligned: the host's own array, and at an end of each copy. */
static void ndarray_created_pageable(void** state) {
  (void)state;
  gc_ndarray_options options = options_in(GRIDCALL_MEM_PLACE_PAGEABLE);
  options.alignment = 1 << 16;
  options.mem_flags = GRIDCALL_MEM_ZERO;
  gc_ndarray *host = created(&options), *other = created(&options);
  check_use(host, &(int){0});
  uint64_t shape[3];
  size_t ndim = 0;
  CALL(gc_ndarray_get_shape, host, shape, 3, &ndim);
  assert_memory_equal(shape, kShape, sizeof shape);
  gc_mem* mem = mem_of(host);
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, mem, &address);
  assert_int_equal(address % (1 << 16), 0);
  int* numbers = (int*)(uintptr_t)address;
  for (int i = 0; i < kCount; ++i) numbers[i] = 5 * i;
  options.place = GRIDCALL_MEM_PLACE_DEVICE;
  gc_ndarray *on_device = created(&options), *turned = NULL, *turned_other = NULL;
  int got[kCount];
  /* To the on_device, from there to another array of the host, and from the one to the other; by boxes too.
   */
  CALL(gc_ndarray_copy, on_device, host, NULL);
  CALL(gc_ndarray_copy, other, on_device, NULL);
  CALL(gc_ndarray_copy_to_host, other, got, sizeof got, NULL, NULL);
  for (int i = 0; i < kCount; ++i) assert_int_equal(got[i], 5 * i);
  numbers[kCount - 1] = -1;
  CALL(gc_ndarray_copy, other, host, NULL);
  CALL(gc_ndarray_copy_to_host, other, got, sizeof got, NULL, NULL);
  assert_int_equal(got[kCount - 1], -1);
  const gc_axis_slice part[3] = {{1, 3, 1}, {1, 4, 1}, {2, 6, 1}};
  CALL(gc_ndarray_slice, host, part, 3, &turned);
  CALL(gc_ndarray_slice, on_device, part, 3, &turned_other);
  const int nine = 9;
  CALL(gc_ndarray_fill, turned, &nine, sizeof nine, NULL);
  CALL(gc_ndarray_copy, turned_other, turned, NULL);
  CALL(gc_ndarray_copy_to_host, on_device, got, sizeof got, NULL, NULL);
  for (int i = 0; i < kCount; ++i) {
    const int z = i / 35, y = i / 7 % 5, x = i % 7;
    const int is_in = z >= 1 && y >= 1 && y < 4 && x >= 2 && x < 6;
    assert_int_equal(got[i], is_in ? 9 : 5 * i);
    assert_int_equal(numbers[i], is_in ? 9 : i == kCount - 1 ? -1 : 5 * i);
  }
  /* The copies of memory that is no array. */
  gc_mem *to = zeros(64), *pages = NULL;
  gc_mem_options pageable = GRIDCALL_MEM_OPTIONS_INIT;
  pageable.size = 64;
  pageable.place = GRIDCALL_MEM_PLACE_PAGEABLE;
  CALL(gc_mem_create, context, &pageable, &pages);
  CALL(fill_u32, pages, 0, 0x01020304, 16, NULL);
  CALL(gc_memcpy, to, 0, pages, 0, 64, NULL);
  download(to, got, 64);
  for (int i = 0; i < 16; ++i) assert_int_equal(got[i], 0x01020304);
  CALL(fill_u8, to, 32, 8, 8, NULL);
  CALL(gc_memcpy, pages, 0, to, 32, 32, NULL);
  download(pages, got, 64);
  for (int i = 0; i < 16; ++i) assert_int_equal(got[i], i == 0 || i == 1 ? 0x08080808 : 0x01020304);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy, pages, 0, to, 0, 65, NULL);
  gc_mem_release(pages);
  gc_mem_release(to);
  gc_mem_release(mem);
  gc_ndarray_release(turned);
  gc_ndarray_release(turned_other);
  gc_ndarray_release(on_device);
  gc_ndarray_release(other);
  gc_ndarray_release(host);
}

static void ndarray_created_attached(void** state) {
  (void)state;
  const gc_mem_attach_mode modes[] = {GRIDCALL_MEM_ATTACH_MODE_GLOBAL, GRIDCALL_MEM_ATTACH_MODE_HOST};
  for (size_t i = 0; i < COUNT_OF(modes); ++i) {
    gc_ndarray_options options = options_in(GRIDCALL_MEM_PLACE_MANAGED);
    options.attach = modes[i];
    gc_ndarray* ndarray = created(&options);
    gc_mem* mem = mem_of(ndarray);
    uint64_t host = 0, address = 0;
    CALL(gc_mem_get_host_address, mem, &host);
    CALL(gc_mem_get_address, mem, &address);
    assert_true(host == address); /* one address for both */
    for (int k = 0; k < kCount; ++k) ((int*)(uintptr_t)host)[k] = k;
    if (modes[i] == GRIDCALL_MEM_ATTACH_MODE_GLOBAL) {
      int got[kCount];
      CALL(gc_ndarray_copy_to_host, ndarray, got, sizeof got, NULL, NULL);
      for (int k = 0; k < kCount; ++k) assert_int_equal(got[k], k);
    }
    gc_mem_release(mem);
    gc_ndarray_release(ndarray);
  }
  gc_ndarray_options options = options_in(GRIDCALL_MEM_PLACE_DEVICE);
  options.attach = GRIDCALL_MEM_ATTACH_MODE_GLOBAL;
  gc_ndarray* none = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_ndarray_create, context, &options, &none);
  assert_null(none);
}

/* The block is active as long as an array of it lives. */
static void ndarray_created_from_pools(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST};
  for (size_t i = 0; i < COUNT_OF(places); ++i) {
    gc_pool_options pool_options = GRIDCALL_POOL_OPTIONS_INIT;
    pool_options.place = places[i];
    gc_pool* pool = NULL;
    CALL(gc_pool_create, context, &pool_options, &pool);
    gc_ndarray_options options = options_in(0);
    options.pool = pool;
    gc_ndarray *ndarray = created(&options), *part = NULL;
    check_use(ndarray, NULL);
    gc_mem* mem = mem_of(ndarray);
    assert_int_equal(place_of(mem), (uint64_t)places[i]);
    if (places[i] == GRIDCALL_MEM_PLACE_HOST) {
      uint64_t host = 0;
      CALL(gc_mem_get_host_address, mem, &host);
      assert_int_equal(*(int*)(uintptr_t)host, 1000); /* as check_use left it */
    }
    gc_mem_release(mem);
    const gc_axis_slice first = {0, 1, 1};
    CALL(gc_ndarray_slice, ndarray, &first, 1, &part);
    gc_ndarray_release(ndarray);
    gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
    CALL(gc_pool_get_statistics, pool, &statistics);
    assert_int_equal(statistics.active_blocks, 1);
    gc_ndarray_release(part);
    CALL(gc_context_synchronize, context);
    collect();
    CALL(gc_pool_get_statistics, pool, &statistics);
    assert_int_equal(statistics.active_blocks, 0);
    gc_pool_release(pool);
  }
}

const struct CMUnitTest ndarray_create_tests[] = {
    cmocka_unit_test(ndarray_created),
    cmocka_unit_test(ndarray_created_in_order_of_columns),
    cmocka_unit_test(ndarray_created_aligned),
    cmocka_unit_test(ndarray_created_pageable),
    cmocka_unit_test(ndarray_created_attached),
    cmocka_unit_test(ndarray_created_from_pools),
    {NULL, NULL, NULL, NULL, NULL},
};
