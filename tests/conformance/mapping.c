/* SPDX-License-Identifier: Apache-2.0
 *
 * Mappings: what the host reads and writes is what kernels write and read, whether it is copied or not.
 */

#include "harness.h"

static gc_mapping* map(gc_mem* mem, uint64_t offset, uint64_t size, uint64_t flags, gc_stream* stream) {
  gc_mapping* mapping = NULL;
  CALL(gc_mem_map, mem, offset, size, flags, stream, &mapping);
  return mapping;
}
static uint64_t attribute(gc_mapping* mapping, gc_mapping_attribute which) {
  uint64_t value = 99;
  CALL(gc_mapping_get_attribute, mapping, which, &value);
  return value;
}
static void* address(gc_mapping* mapping) {
  uint64_t value = 0;
  CALL(gc_mapping_get_address, mapping, &value);
  return (void*)(uintptr_t)value;
}
/* Waits until the host may use it. */
static void* ready(gc_mapping* mapping) {
  gc_event* event = NULL;
  CALL(gc_mapping_get_event, mapping, &event);
  CALL(gc_event_synchronize, event);
  gc_event_release(event);
  return address(mapping);
}
static gc_kernel* doubler(void) {
  static gc_module* m;
  if (m == NULL)
    m = compile("__global__ void twice(int *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }\n");
  return kernel_of(m, "twice");
}

static void reads_and_writes(gc_mem* mem, int direct) {
  gc_stream* s = own_stream();
  gc_kernel* twice = doubler();
  int32_t values[32], got[32];
  for (int i = 0; i < 32; ++i) values[i] = i + 1;
  CALL(gc_memcpy_htod, mem, 0, values, sizeof values, s);
  start(twice, s, 1, 32, ARGS(M(mem), I(32)));
  gc_mapping* m = map(mem, 16, 64, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, s);
  assert_int_equal(attribute(m, GRIDCALL_MAPPING_ATTRIBUTE_SIZE), 64);
  assert_int_equal(attribute(m, GRIDCALL_MAPPING_ATTRIBUTE_FLAGS), 3);
  assert_int_equal(attribute(m, GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT), direct);
  int32_t* seen = ready(m);
  for (int i = 0; i < 16; ++i) {
    assert_int_equal(seen[i], 2 * values[4 + i]); /* the kernel's */
    seen[i] = 1000 + i;
  }
  CALL(gc_mapping_unmap, m, s);
  start(twice, s, 1, 32, ARGS(M(mem), I(32)));
  CALL(gc_memcpy_dtoh, got, mem, 0, sizeof got, s);
  for (int i = 0; i < 32; ++i)
    assert_int_equal(got[i], i >= 4 && i < 20 ? 2 * (1000 + i - 4) : 4 * values[i]);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_mapping_unmap, m, s);
  uint64_t value = 0;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_mapping_get_address, m, &value);
  assert_int_equal(attribute(m, GRIDCALL_MAPPING_ATTRIBUTE_SIZE), 64);
  gc_mapping_release(m);
  gc_kernel_release(twice);
  gc_stream_release(s);
}

static void device_memory(void** state) {
  (void)state;
  gc_mem *mem = make(128), *part = NULL;
  reads_and_writes(mem, !is_gpu);
  gc_mem_release(mem);
  mem = make(4096);
  CALL(gc_mem_create_sub_region, mem, 256, 128, 0, &part);
  reads_and_writes(part, !is_gpu);
  gc_mem_release(part);
  gc_mem_release(mem);
}

static void page_locked_memory(void** state) {
  (void)state;
  gc_mem* mem = NULL;
  CALL(alloc_host, context, 128, &mem);
  reads_and_writes(mem, 1);
  uint64_t host = 0;
  CALL(gc_mem_get_host_address, mem, &host);
  gc_mapping* m = map(mem, 8, 16, GRIDCALL_MAP_READ, NULL);
  assert_ptr_equal(ready(m), (void*)(uintptr_t)(host + 8));
  gc_mapping_release(m);
  gc_mem_release(mem);
}

static void pool_memory(void** state) {
  (void)state;
  gc_pool* pool = NULL;
  gc_mem* mem = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  CALL(gc_pool_alloc, pool, 128, NULL, &mem);
  reads_and_writes(mem, !is_gpu);
  gc_mem_release(mem);
  gc_pool_release(pool);
}

static void module_variable(void** state) {
  (void)state;
  gc_module* module = compile(
      "__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n"
      "__global__ void sum(int *out) { int s = 0; for (int i = 0; i < 8; ++i) s += table[i]; *out = s; }\n");
  gc_mem *table = NULL, *out = zeros(4);
  CALL(gc_module_get_global, module, "table", &table);
  gc_mapping* m = map(table, 0, 32, GRIDCALL_MAP_WRITE, NULL);
  int32_t *values = ready(m), got = 0;
  assert_int_equal(values[7], 8); /* WRITE keeps what it does not write */
  values[0] = 100;
  CALL(gc_mapping_unmap, m, NULL);
  gc_mapping_release(m);
  gc_kernel* sum = kernel_of(module, "sum");
  run(sum, 1, 1, ARGS(M(out)));
  download(out, &got, 4);
  assert_int_equal(got, 135);
  gc_kernel_release(sum);
  gc_mem_release(table);
  gc_mem_release(out);
  gc_module_release(module);
}

static void invalidate_writes_all(void** state) {
  (void)state;
  gc_stream* s = own_stream();
  gc_mem* mem = zeros(4096);
  int32_t got[1024];
  gc_mapping* m = map(mem, 0, 4096, GRIDCALL_MAP_WRITE_INVALIDATE_REGION, s);
  int32_t* values = ready(m);
  for (int i = 0; i < 1024; ++i) values[i] = 3 * i;
  CALL(gc_mapping_unmap, m, s);
  gc_mapping_release(m);
  CALL(gc_memcpy_dtoh, got, mem, 0, sizeof got, s);
  for (int i = 0; i < 1024; ++i) assert_int_equal(got[i], 3 * i);
  gc_mem_release(mem);
  gc_stream_release(s);
}

/* Neither map nor unmap waits, and the mapping's event does. */
static void is_ordered_with_its_stream(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream *a = own_stream(), *b = own_stream();
  gc_kernel* twice = doubler();
  int32_t one = 21, done = -1, got = 0;
  gc_mem* mem = upload(&one, 4);
  gate_close(&gate, a);
  start(twice, a, 1, 1, ARGS(M(mem), I(1)));
  gc_mapping* m = map(mem, 0, 4, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, a);
  gc_event* event = NULL;
  CALL(gc_mapping_get_event, m, &event);
  CALL(gc_event_query, event, &done);
  assert_int_equal(done, 0);
  gate_open(&gate);
  int32_t* value = ready(m);
  assert_int_equal(*value, 42);
  *value = 5;
  gate_free(&gate);
  gate = gate_make();
  gate_close(&gate, b);
  CALL(gc_mapping_unmap, m, b);
  gc_mapping_release(m); /* its copy back is still to come */
  start(twice, b, 1, 1, ARGS(M(mem), I(1)));
  CALL(gc_stream_query, b, &done);
  assert_int_equal(done, 0);
  gate_open(&gate);
  CALL(gc_memcpy_dtoh, &got, mem, 0, 4, b);
  assert_int_equal(got, 10);
  gc_event_release(event);
  gc_mem_release(mem);
  gc_kernel_release(twice);
  gc_stream_release(a);
  gc_stream_release(b);
  gate_free(&gate);
}

/* Bytes that the host wrote arrive wherever the memory is, even without an unmap. */
static void released_while_mapped(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED};
  gc_kernel* twice = doubler();
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    gc_stream* s = own_stream();
    gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
    options.size = 64;
    options.place = places[i];
    options.flags = GRIDCALL_MEM_ZERO;
    gc_mem* mem = NULL;
    CALL(gc_mem_create, context, &options, &mem);
    gc_mapping *written = map(mem, 0, 32, GRIDCALL_MAP_WRITE, s),
               *read = map(mem, 32, 32, GRIDCALL_MAP_READ, s);
    int32_t *values = ready(written), got[16];
    for (int k = 0; k < 8; ++k) values[k] = k + 1;
    assert_int_equal(((int32_t*)ready(read))[7], 0);
    gc_mapping_release(written);
    gc_mapping_release(read);
    gc_mapping_release(written);
    start(twice, s, 1, 16, ARGS(M(mem), I(16)));
    CALL(gc_memcpy_dtoh, got, mem, 0, sizeof got, s);
    for (int k = 0; k < 16; ++k) assert_int_equal(got[k], k < 8 ? 2 * (k + 1) : 0);
    gc_mem_release(mem);
    gc_stream_release(s);
  }
  gc_kernel_release(twice);
}

static uint64_t map_count(gc_mem* mem) {
  uint64_t value = 99;
  CALL(gc_mem_get_attribute, mem, GRIDCALL_MEM_ATTRIBUTE_MAP_COUNT, &value);
  return value;
}

/* OpenCL's MAP_COUNT: of the memory that was mapped, until it is unmapped or the mapping is released. */
static void are_counted(void** state) {
  (void)state;
  gc_mem *mem = zeros(256), *part = NULL;
  CALL(gc_mem_create_sub_region, mem, 64, 64, 0, &part);
  assert_int_equal(map_count(mem), 0);
  gc_mapping *first = map(mem, 0, 64, GRIDCALL_MAP_READ, NULL),
             *second = map(mem, 0, 64, GRIDCALL_MAP_READ, NULL),
             *third = map(part, 0, 64, GRIDCALL_MAP_WRITE, NULL);
  assert_int_equal(map_count(mem), 2);
  assert_int_equal(map_count(part), 1);
  ready(first);
  ready(third);
  CALL(gc_mapping_unmap, first, NULL);
  assert_int_equal(map_count(mem), 1);
  gc_mapping_release(first);
  assert_int_equal(map_count(mem), 1);
  gc_mapping_release(second);
  gc_mapping_release(third);
  collect();
  assert_int_equal(map_count(mem), 0);
  assert_int_equal(map_count(part), 0);
  gc_mapping* none = NULL;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_map, mem, 0, 512, GRIDCALL_MAP_READ, NULL, &none);
  assert_int_equal(map_count(mem), 0);
  gc_mem_release(part);
  gc_mem_release(mem);
}

static void release_in_any_order(void** state) {
  (void)state;
  const uint64_t before = gc_handle_count();
  for (int order = 0; order < 6; ++order) {
    gc_stream* s = own_stream();
    gc_mem* mem = zeros(64);
    gc_mapping* m = map(mem, 0, 64, GRIDCALL_MAP_READ, s);
    gc_event* event = NULL;
    CALL(gc_mapping_get_event, m, &event);
    if (order % 3 == 0) gc_mapping_release(m);
    gc_mem_release(mem);
    if (order % 3 == 1) {
      gc_stream_release(s);
      s = NULL;
      assert_int_equal(((int32_t*)ready(m))[15], 0); /* it keeps the memory */
    }
    if (order >= 3 && order % 3 != 0) CALL(gc_mapping_unmap, m, NULL);
    if (order % 3 != 0) gc_mapping_release(m);
    CALL(gc_event_synchronize, event);
    gc_event_release(event);
    gc_stream_release(s);
    collect();
  }
  assert_int_equal(gc_handle_count(), before);
}

/* Many at once, of many sizes: no two share what the host writes. */
static void many_at_once(void** state) {
  (void)state;
  enum { COUNT = 24 };
  gc_stream* streams[2] = {own_stream(), own_stream()};
  for (int round = 0; round < 4; ++round) {
    gc_mem* mems[COUNT];
    gc_mapping* maps[COUNT];
    for (int i = 0; i < COUNT; ++i) {
      mems[i] = zeros((size_t)64 << (i % 8));
      maps[i] = map(mems[i], 0, (uint64_t)64 << (i % 8), GRIDCALL_MAP_WRITE, streams[i % 2]);
    }
    for (int i = 0; i < COUNT; ++i) memset(ready(maps[i]), i + round + 1, (size_t)64 << (i % 8));
    for (int i = 0; i < COUNT; ++i) {
      CALL(gc_mapping_unmap, maps[i], streams[(i + round) % 2]);
      gc_mapping_release(maps[i]);
    }
    for (int i = 0; i < COUNT; ++i) {
      unsigned char got[64 << 7];
      CALL(gc_memcpy_dtoh, got, mems[i], 0, (size_t)64 << (i % 8), streams[(i + round) % 2]);
      for (int j = 0; j < 64 << (i % 8); ++j) assert_int_equal(got[j], i + round + 1);
      gc_mem_release(mems[i]);
    }
  }
  gc_stream_release(streams[0]);
  gc_stream_release(streams[1]);
}

static void refuses(void** state) {
  (void)state;
  gc_mem* mem = make(64);
  gc_mapping* none = NULL;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_map, mem, 60, 5, GRIDCALL_MAP_READ, NULL, &none);
  assert_says("at most 4 fit");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_map, mem, UINT64_MAX, 1, GRIDCALL_MAP_READ, NULL, &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_map, mem, 0, 0, GRIDCALL_MAP_READ, NULL, &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_map, mem, 0, 4, 0, NULL, &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_map, mem, 0, 4,
        GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE_INVALIDATE_REGION, NULL, &none);
  assert_says("alone");
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_mem_map, mem, 0, 4, 8, NULL, &none);
  assert_null(none);
  gc_mem_release(mem);
}

const struct CMUnitTest mapping_tests[] = {
    {"mapping_device_memory", device_memory, NULL, NULL, NULL},
    {"mapping_page_locked_memory", page_locked_memory, NULL, NULL, NULL},
    {"mapping_pool_memory", pool_memory, NULL, NULL, NULL},
    {"mapping_module_variable", module_variable, NULL, NULL, NULL},
    {"mapping_invalidate_writes_all", invalidate_writes_all, NULL, NULL, NULL},
    {"mapping_is_ordered_with_its_stream", is_ordered_with_its_stream, NULL, NULL, NULL},
    {"mapping_released_while_mapped", released_while_mapped, NULL, NULL, NULL},
    {"mapping_are_counted", are_counted, NULL, NULL, NULL},
    {"mapping_release_in_any_order", release_in_any_order, NULL, NULL, NULL},
    {"mapping_many_at_once", many_at_once, NULL, NULL, NULL},
    {"mapping_refuses", refuses, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
