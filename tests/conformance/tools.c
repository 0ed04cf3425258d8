/* SPDX-License-Identifier: Apache-2.0
 *
 * Device data and occupancy, what is kept for a context, deferred cleanup, pools with flags, and the header
 * for programs' own tests.
 */

#include "harness.h"

#include "gridcall/cmocka.h"
#include "gridcall/preview.h"

static gc_device_data data_of(gc_device* of) {
  gc_device_data data = GRIDCALL_DEVICE_DATA_INIT;
  CALL(gc_device_get_data, of, &data);
  return data;
}

static int32_t device_attribute(gc_device_attribute attribute) {
  int32_t value = 0;
  CALL(gc_device_get_attribute, device, attribute, &value);
  return value;
}

static gc_occupancy_record occupancy_of(const gc_device_data* data, uint32_t threads, uint64_t shared,
                                        uint32_t registers) {
  gc_occupancy_record record = GRIDCALL_OCCUPANCY_RECORD_INIT;
  CALL(gc_device_data_get_occupancy, data, threads, shared, registers, &record);
  return record;
}

static void device_data(void** state) {
  (void)state;
  const gc_device_data data = data_of(device);
  assert_int_equal(data.max_threads, device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  assert_int_equal(data.warp_size, 32);
  assert_int_equal(data.warps_per_mp * data.warp_size,
                   device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
  assert_int_equal(data.thread_blocks_per_mp,
                   device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR));
  assert_int_equal(data.registers_per_mp,
                   device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR));
  assert_int_equal(data.registers_per_block,
                   device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK));
  assert_int_equal(data.shared_memory_per_mp,
                   device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
  assert_true(data.shared_memory_per_block >= 48 << 10);
  assert_int_equal(data.smem_granularity, 32);
  assert_true(data.smem_alloc_granularity == 128 || data.smem_alloc_granularity == 256);
  assert_int_equal(data.register_alloc_unit, 256);
}

/* gridcall's numbers equal the driver's. */
static void occupancy_is_the_drivers(void** state) {
  (void)state;
  gc_module* m = compile(
      "__global__ void light(float *p) { p[threadIdx.x] += 1; }\n"
      "__global__ void heavy(float *p) { float a[48];\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < 48; ++i) a[i] = p[threadIdx.x + i * 32];\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < 48; ++i) p[threadIdx.x + i * 64] = a[i] * a[47 - i] + a[(i * 7) % 48]; }\n"
      "__global__ void shared(float *p) { __shared__ float s[5000]; s[threadIdx.x] = p[threadIdx.x]; "
      "__syncthreads(); p[threadIdx.x] = s[1023 - threadIdx.x]; }\n");
  const gc_device_data data = data_of(device);
  const char* const names[] = {"light", "heavy", "shared"};
  for (int k = 0; k < 3; ++k) {
    gc_kernel* kernel = kernel_of(m, names[k]);
    int32_t registers = 0, shared = 0, most = 0;
    CALL(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS, &registers);
    CALL(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES, &shared);
    CALL(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &most);
    for (uint32_t threads = 16; threads <= (uint32_t)most; threads += 16) {
      for (uint32_t dynamic = 0; dynamic <= 20000; dynamic += 5000) {
        uint32_t blocks = 0;
        CALL(gc_kernel_get_occupancy, kernel, threads, dynamic, 0, &blocks);
        const gc_occupancy_record record =
            occupancy_of(&data, threads, (uint64_t)shared + dynamic, (uint32_t)registers);
        if (record.thread_blocks_per_mp != blocks)
          fail_msg("%s of %u threads, %u + %d bytes, %d registers: the driver says %u blocks, the record %u",
                   names[k], threads, dynamic, shared, registers, blocks, record.thread_blocks_per_mp);
      }
    }
    gc_kernel_release(kernel);
  }
  gc_module_release(m);
}

/* An H200, whatever runs here. Expected numbers: NVIDIA's occupancy calculator of CUDA 12. */
static void occupancy_of_a_device_that_is_not_there(void** state) {
  (void)state;
  gc_device_data h200 = GRIDCALL_DEVICE_DATA_INIT;
  h200.max_threads = 1024;
  h200.warp_size = 32;
  h200.warps_per_mp = 64;
  h200.thread_blocks_per_mp = 32;
  h200.registers_per_mp = h200.registers_per_block = 65536;
  h200.registers_per_thread = 255;
  h200.register_alloc_unit = 256;
  h200.register_partitions = 4;
  h200.shared_memory_per_mp = 233472;
  h200.shared_memory_per_block = 232448;
  h200.system_shared = 1024;
  h200.smem_granularity = 32;
  h200.smem_alloc_granularity = 128;
  const struct {
    uint32_t threads;
    uint64_t shared;
    uint32_t registers, blocks, warps;
    gc_occupancy_limit limit;
  } cases[] = {
      {256, 0, 32, 8, 64, GRIDCALL_OCCUPANCY_LIMIT_WARPS},
      {32, 0, 16, 32, 32, GRIDCALL_OCCUPANCY_LIMIT_DEVICE},
      {256, 0, 64, 4, 32, GRIDCALL_OCCUPANCY_LIMIT_REGISTERS},
      {128, 0, 255, 2, 8, GRIDCALL_OCCUPANCY_LIMIT_REGISTERS},
      {128, 49152, 32, 4, 16, GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY},
      {1024, 232448, 32, 1, 32, GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY},
      {1024, 0, 0, 2, 64, GRIDCALL_OCCUPANCY_LIMIT_WARPS},
      {100, 0, 40, 12, 48, GRIDCALL_OCCUPANCY_LIMIT_REGISTERS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const gc_occupancy_record record =
        occupancy_of(&h200, cases[i].threads, cases[i].shared, cases[i].registers);
    assert_int_equal(record.thread_blocks_per_mp, cases[i].blocks);
    assert_int_equal(record.warps_per_mp, cases[i].warps);
    assert_int_equal(record.limited_by, cases[i].limit);
    assert_true(record.occupancy == cases[i].warps / 64.0);
  }
  gc_occupancy_record record = GRIDCALL_OCCUPANCY_RECORD_INIT;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_data_get_occupancy, &h200, 1025, 0, 0, &record);
  assert_says("`threads` is 1025, and a block has at most 1024 (`data->max_threads`): use less");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_data_get_occupancy, &h200, 32, 232449, 0, &record);
  assert_says("`shared_size` is 232449, and a block has at most 232448");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_data_get_occupancy, &h200, 32, 0, 256, &record);
  assert_says("`registers` is 256, and a thread has at most 255");
  /* 1,024 threads of 65 registers are more than a block may have: 64 are not. */
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_data_get_occupancy, &h200, 1024, 0, 65, &record);
  assert_says("`registers` is 65, and each thread of a block of this size has at most 64");
  h200.register_alloc_unit = 0;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_data_get_occupancy, &h200, 32, 0, 0, &record);
  assert_says("`data->register_alloc_unit` is 0");
}

static void alignment(void** state) {
  (void)state;
  uint64_t align = 0, size = 0;
  CALL(gc_device_get_alignment, device, 4, 1000, &align, &size);
  assert_int_equal(align, 128);
  assert_int_equal(size, 1024);
  CALL(gc_device_get_alignment, device, 1, 1, &align, &size);
  assert_int_equal(align, 32);
  assert_int_equal(size, 32);
  /* Words and elements: the alignment is a multiple of each word. */
  for (uint64_t word = 1; word <= 16; word *= 2) {
    CALL(gc_device_get_alignment, device, word, 7 * word, &align, &size);
    assert_int_equal(align % word, 0);
    assert_int_equal(size % align, 0);
    assert_true(size >= 7 * word && size < 7 * word + align);
  }
  CALL(gc_device_get_alignment, device, 8, 0, &align, &size);
  assert_int_equal(size, 0);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_get_alignment, device, 12, 1, &align, &size);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_device_get_alignment, device, 4, UINT64_MAX - 126, &align, &size);
  const uint32_t channels[] = {0, 1, 2, 4, 4, 0};
  for (uint32_t i = 0; i < 6; ++i) assert_int_equal(gc_array_channel_count(i), channels[i]);
}

static void memo(void** state) {
  (void)state;
  uint64_t handle = 7, value = 7;
  int32_t found = 7;
  CALL(gc_context_get_memo, context, "twice", 5, &handle, &value, &found);
  assert_int_equal(found, 0);
  assert_int_equal(handle, 0);
  gc_module* m = compile("__global__ void twice(int *p) { p[threadIdx.x] *= 2; }\n");
  gc_kernel* kernel = kernel_of(m, "twice");
  CALL(gc_context_set_memo, context, "twice", 5, kernel, 42);
  gc_kernel_release(kernel);
  gc_module_release(m);
  collect();
  /* The object lives on: each question makes a handle of it. */
  for (int i = 0; i < 3; ++i) {
    CALL(gc_context_get_memo, context, "twice", 5, &handle, &value, &found);
    assert_int_equal(found, 1);
    assert_int_equal(value, 42);
    gc_kernel* again = (gc_kernel*)(uintptr_t)handle;
    int32_t numbers[32] = {3}, got[32];
    gc_mem* mem = upload(numbers, sizeof numbers);
    run(again, 1, 32, ARGS(M(mem)));
    download(mem, got, sizeof got);
    assert_int_equal(got[0], 6);
    gc_mem_release(mem);
    gc_kernel_release(again);
  }
  /* Keys are bytes, and are all of them. */
  CALL(gc_context_get_memo, context, "twice\0x", 7, &handle, &value, &found);
  assert_int_equal(found, 0);
  /* A number alone takes the place of both. */
  CALL(gc_context_set_memo, context, "twice", 5, NULL, 9);
  CALL(gc_context_get_memo, context, "twice", 5, &handle, &value, &found);
  assert_int_equal(found, 1);
  assert_int_equal(handle, 0);
  assert_int_equal(value, 9);

  gc_context* own = NULL;
  CALL(gc_context_create, device, NULL, &own);
  gc_mem* elsewhere = NULL;
  CALL(gc_mem_alloc, own, 64, &elsewhere);
  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, gc_context_set_memo, context, "k", 1, elsewhere, 0);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_context_set_memo, context, "k", 1, context, 0);
  assert_says("`handle` is a gc_context");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_set_memo, context, "k", 0, NULL, 0);
  assert_says("`key_size` is 0");
  CALL(gc_context_set_memo, own, "k", 1, elsewhere, 1);
  CALL(gc_context_clear_memo, own);
  CALL(gc_context_get_memo, own, "k", 1, &handle, &value, &found);
  assert_int_equal(found, 0);
  CALL(gc_context_set_memo, own, "k", 1, elsewhere, 1);
  CALL(gc_context_get_memo, context, "twice", 5, &handle, &value, &found);
  assert_int_equal(found, 1);
  CALL(gc_context_clear_memo, NULL); /* of every context */
  CALL(gc_context_get_memo, context, "twice", 5, &handle, &value, &found);
  assert_int_equal(found, 0);
  CALL(gc_context_get_memo, own, "k", 1, &handle, &value, &found);
  assert_int_equal(found, 0);
  gc_mem_release(elsewhere);
  gc_context_release(own);
  collect();
}

static uint64_t free_memory(void) {
  uint64_t free_ = 0, total = 0;
  CALL(gc_context_get_memory_info, context, &free_, &total);
  return free_;
}

static uint64_t deferrals(void) {
  uint64_t value = 99;
  CALL(gc_context_get_attribute, context, GRIDCALL_CONTEXT_ATTRIBUTE_DEFERS_CLEANUP, &value);
  return value;
}

static void deferred_cleanup(void** state) {
  (void)state;
  enum { size = 64 << 20 };
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_defer_cleanup, context, 0);
  assert_int_equal(deferrals(), 0);
  CALL(gc_context_defer_cleanup, context, 1);
  CALL(gc_context_defer_cleanup, context, 1);
  assert_int_equal(deferrals(), 2);
  gc_mem *a = make(size), *b = make(size);
  const uint64_t before = free_memory();
  gc_mem_release(a);
  collect();
  assert_true(free_memory() < before + size / 2);
  CALL(gc_mem_free, b); /* now all the same */
  const uint64_t freed = free_memory();
  assert_true(freed >= before + size / 2);
  CALL(gc_context_defer_cleanup, context, 0);
  assert_true(free_memory() < freed + size / 2);
  CALL(gc_context_defer_cleanup, context, 0);
  assert_int_equal(deferrals(), 0);
  assert_true(free_memory() >= freed + size / 2);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_defer_cleanup, context, 0);
}

/* Deferred memory is released where an allocation would fail without it. */
static void deferred_memory_is_no_reason_to_fail(void** state) {
  (void)state;
  CALL(gc_context_defer_cleanup, context, 1);
  const uint64_t most = free_memory() / 10 * 6;
  gc_mem *a = NULL, *b = NULL;
  CALL(gc_mem_alloc, context, most, &a);
  gc_mem_release(a);
  CALL(gc_mem_alloc, context, most, &b);
  gc_mem_release(b);
  CALL(gc_context_defer_cleanup, context, 0);
}

static gc_pool* pool_of(gc_mem_place place, gc_mem_flags flags, uint64_t align) {
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.place = place;
  options.flags = flags;
  options.alignment = align;
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, &options, &pool);
  return pool;
}

/* Each piece is zeros again, also one that was lent before, and of every place. */
static void pools_of_zeros(void** state) {
  (void)state;
  int32_t managed = device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
  gc_stream* s = NULL;
  CALL(gc_stream_create, context, NULL, &s);
  gc_mem* copy = make(5000);
  for (gc_mem_place place = GRIDCALL_MEM_PLACE_DEVICE;
       place <= (managed ? GRIDCALL_MEM_PLACE_MANAGED : GRIDCALL_MEM_PLACE_HOST); ++place) {
    gc_pool* pool = pool_of(place, GRIDCALL_MEM_ZERO, 0);
    for (int round = 0; round < 4; ++round) {
      gc_mem* x = NULL;
      CALL(gc_pool_alloc, pool, 5000, round % 2 ? s : NULL, &x);
      uint64_t flags = 0;
      CALL(gc_mem_get_attribute, x, GRIDCALL_MEM_ATTRIBUTE_FLAGS, &flags);
      assert_true(flags & GRIDCALL_MEM_ZERO);
      unsigned char got[5000];
      /* By another stream than the one that filled it. */
      CALL(gc_memcpy, copy, 0, x, 0, 5000, round % 2 ? NULL : s);
      CALL(fill_u8, x, 0, 0xee, 5000, round % 2 ? NULL : s);
      CALL(gc_stream_synchronize, s);
      wait_all();
      download(copy, got, sizeof got);
      for (size_t i = 0; i < sizeof got; ++i) assert_int_equal(got[i], 0);
      gc_mem_release(x);
      collect();
    }
    gc_pool_release(pool);
  }
  gc_mem_release(copy);
  gc_stream_release(s);
}

/* A fill that still waits behind other work comes first, wherever the memory is used. */
static void zeros_before_the_first_use(void** state) {
  (void)state;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream *a = NULL, *b = NULL;
  CALL(gc_stream_create, context, &options, &a);
  CALL(gc_stream_create, context, &options, &b);
  gc_pool* pool = pool_of(GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_ZERO, 0);
  Gate gate = gate_make();
  gate_close(&gate, a);
  gc_mem* x = NULL;
  CALL(gc_pool_alloc, pool, 64, a, &x);
  CALL(fill_u8, x, 0, 5, 64, b);
  gate_open(&gate);
  wait_all();
  unsigned char got[64];
  download(x, got, sizeof got);
  for (size_t i = 0; i < sizeof got; ++i) assert_int_equal(got[i], 5);
  gc_mem_release(x);
  gc_pool_release(pool);
  gc_stream_release(a);
  gc_stream_release(b);
  gate_free(&gate);
}

static void pools_with_flags(void** state) {
  (void)state;
  gc_pool* pool = pool_of(GRIDCALL_MEM_PLACE_HOST, GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE, 0);
  gc_mem* x = NULL;
  CALL(gc_pool_alloc, pool, 4000, NULL, &x);
  uint64_t host = 0;
  CALL(gc_mem_get_host_address, x, &host);
  memset((void*)(uintptr_t)host, 7, 4000);
  gc_mem* y = zeros(4000);
  CALL(gc_memcpy, y, 0, x, 0, 4000, NULL);
  unsigned char got[4000];
  download(y, got, sizeof got);
  assert_int_equal(got[3999], 7);
  gc_mem_release(x);
  gc_mem_release(y);
  gc_pool_release(pool);

  pool = pool_of(GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_HOST_READ_ONLY, 0);
  CALL(gc_pool_alloc, pool, 64, NULL, &x);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_htod, x, 0, got, 64, NULL);
  gc_mem_release(x);
  gc_pool_release(pool);

  for (uint64_t align = 1; align <= 1 << 20; align *= 4) {
    pool = pool_of(0, 0, align);
    gc_mem* mems[3];
    for (int i = 0; i < 3; ++i) {
      CALL(gc_pool_alloc, pool, 1000, NULL, &mems[i]);
      assert_int_equal(address_of(mems[i]) % (align < 256 ? 256 : align), 0);
      CALL(fill_u8, mems[i], 0, 1, 1000, NULL);
    }
    for (int i = 0; i < 3; ++i) gc_mem_release(mems[i]);
    gc_pool_release(pool);
  }
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.flags = GRIDCALL_MEM_WRITE_COMBINED;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_pool_create, context, &options, &pool);
  options.flags = 0;
  options.alignment = 96;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_pool_create, context, &options, &pool);
  assert_says("`options->alignment` is 96");
}

static void managed_pool(void** state) {
  (void)state;
  if (!device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY)) {
    print_message("# no managed memory here\n");
    skip();
  }
  gc_pool* pool = pool_of(GRIDCALL_MEM_PLACE_MANAGED, 0, 4096);
  gc_mem* x = NULL;
  CALL(gc_pool_alloc, pool, 4096, NULL, &x);
  uint64_t place = 0, host = 0;
  CALL(gc_mem_get_attribute, x, GRIDCALL_MEM_ATTRIBUTE_PLACE, &place);
  assert_int_equal(place, GRIDCALL_MEM_PLACE_MANAGED);
  CALL(gc_mem_get_host_address, x, &host);
  assert_true(host == address_of(x) && host % 4096 == 0);
  CALL(fill_u8, x, 0, 3, 4096, NULL);
  wait_all();
  assert_int_equal(((unsigned char*)(uintptr_t)host)[4095], 3);
  gc_mem_release(x);
  gc_pool_release(pool);
}

/* gridcall/cmocka.h: what it gives a test, and that it notices what a test leaves. */
static void header_for_tests(void** state) {
  (void)state;
  void* own = NULL;
  CALL(gc_context_set_memo, context, "left", 4, NULL, 1);
  assert_int_equal(gridcall_test_setup(&own), 0);
  const gridcall_test* test = own;
  assert_non_null(test->context);
  assert_non_null(test->device);
  gc_mem* mem = NULL;
  GRIDCALL_MUST(gc_mem_alloc, test->context, 64, &mem);
  GRIDCALL_MUST_FAIL(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_alloc, test->context, 0, &mem);
  gc_mem_release(mem);
  assert_int_equal(gridcall_test_teardown(&own), 0);
  assert_null(own);
  /* A memo that was kept is cleared. */
  uint64_t handle = 0, value = 0;
  int32_t found = 1;
  CALL(gc_context_get_memo, context, "left", 4, &handle, &value, &found);
  assert_int_equal(found, 0);

  assert_int_equal(gridcall_test_setup(&own), 0);
  gc_stream* left = NULL;
  CALL(gc_stream_create, context, NULL, &left);
  assert_int_equal(gridcall_test_teardown(&own), -1);
  gc_stream_release(left);
  const struct CMUnitTest entry = GRIDCALL_CUDA_TEST(header_for_tests);
  assert_true(entry.setup_func == gridcall_test_setup && entry.teardown_func == gridcall_test_teardown);
  assert_string_equal(entry.name, "header_for_tests");
}

const struct CMUnitTest tools_tests[] = {
    {"tools_device_data", device_data, NULL, NULL, NULL},
    {"tools_occupancy_is_the_drivers", occupancy_is_the_drivers, NULL, NULL, NULL},
    {"tools_occupancy_of_a_device_that_is_not_there", occupancy_of_a_device_that_is_not_there, NULL, NULL,
     NULL},
    {"tools_alignment", alignment, NULL, NULL, NULL},
    {"tools_memo", memo, NULL, NULL, NULL},
    {"tools_deferred_cleanup", deferred_cleanup, NULL, NULL, NULL},
    {"tools_deferred_memory_is_no_reason_to_fail", deferred_memory_is_no_reason_to_fail, NULL, NULL, NULL},
    {"tools_pools_of_zeros", pools_of_zeros, NULL, NULL, NULL},
    {"tools_zeros_before_the_first_use", zeros_before_the_first_use, NULL, NULL, NULL},
    {"tools_pools_with_flags", pools_with_flags, NULL, NULL, NULL},
    {"tools_managed_pool", managed_pool, NULL, NULL, NULL},
    {"tools_header_for_tests", header_for_tests, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
