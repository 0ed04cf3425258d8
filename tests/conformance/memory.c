/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

#include <stdlib.h>

static void allocation(void** state) {
  (void)state;
  const uint64_t sizes[] = {1, 255, 4096, 1 << 20, 100000001};
  for (int i = 0; i < 5; ++i) {
    gc_mem* mem = make(sizes[i]);
    uint64_t size = 0, address = 0;
    uint64_t place = 0;
    CALL(gc_mem_get_size, mem, &size);
    CALL(gc_mem_get_address, mem, &address);
    CALL(gc_mem_get_attribute, mem, GRIDCALL_MEM_ATTRIBUTE_PLACE, &place);
    assert_int_equal(size, sizes[i]);
    assert_true(address != 0 && address % 256 == 0);
    assert_int_equal(place, GRIDCALL_MEM_PLACE_DEVICE);
    gc_mem_release(mem);
  }
  gc_mem* mem = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_alloc, context, 0, &mem);
  FAILS(GRIDCALL_ERROR_OUT_OF_MEMORY, gc_mem_alloc, context, (uint64_t)1 << 60, &mem);
  assert_says("1152921504606846976");
  assert_null(mem);
  uint64_t available = 0, total = 0, device_total = 0;
  CALL(gc_context_get_memory_info, context, &available, &total);
  CALL(gc_device_get_total_memory, device, &device_total);
  assert_true(available > 0 && available <= total);
  assert_true(total <= device_total);
}

static void copies(void** state) {
  (void)state;
  enum { n = 100000 };
  unsigned char *in = malloc(n), *got = malloc(n);
  uint64_t seed = 2;
  for (int i = 0; i < n; ++i) in[i] = (unsigned char)random_u32(&seed);
  gc_mem *a = upload(in, n), *b = zeros(n);
  CALL(gc_memcpy, b, 1001, a, 333, 50000, NULL);
  download(b, got, n);
  for (int i = 0; i < n; ++i) assert_int_equal(got[i], i >= 1001 && i < 51001 ? in[i - 1001 + 333] : 0);
  CALL(gc_memcpy_htod, b, n - 3, in, 3, NULL);
  CALL(gc_memcpy_dtoh, got, b, n - 3, 3, NULL);
  assert_memory_equal(in, got, 3);
  /* A size of 0 is always allowed, also at the end. */
  CALL(gc_memcpy_htod, b, n, in, 0, NULL);
  CALL(gc_memcpy_dtoh, got, b, n, 0, NULL);
  CALL(gc_memcpy, b, n, a, 0, 0, NULL);
  /* One byte too many, and numbers that overflow. */
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy_htod, b, 1, in, n, NULL);
  assert_says("100000");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy_dtoh, got, b, n + 1, 0, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy_dtoh, got, b, UINT64_MAX, 2, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy, b, 0, a, 1, n, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy, b, n - 1, a, 0, 2, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_htod, b, 0, NULL, 4, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_memcpy_htod, (gc_mem*)context, 0, in, 4, NULL);
  gc_mem_release(a);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_memcpy, b, 0, a, 0, 4, NULL);
  gc_mem_release(b);
  free(in);
  free(got);
}

static void fills(void** state) {
  (void)state;
  enum { n = 4096 };
  unsigned char got[n], want[n];
  memset(want, 0xee, n);
  gc_mem* mem = make(n);
  CALL(fill_u8, mem, 0, 0xee, n, NULL);
  CALL(fill_u8, mem, 5, 0x12, 7, NULL);
  memset(want + 5, 0x12, 7);
  const uint16_t h = 0xbeef;
  const uint32_t w = 0x01234567;
  CALL(fill_u16, mem, 102, h, 33, NULL);
  for (int i = 0; i < 33; ++i) memcpy(want + 102 + 2 * i, &h, 2);
  CALL(fill_u32, mem, 1004, w, 500, NULL);
  for (int i = 0; i < 500; ++i) memcpy(want + 1004 + 4 * i, &w, 4);
  CALL(fill_u32, mem, 0, 0, 0, NULL);
  /* No address need be aligned. */
  CALL(fill_u16, mem, 201, h, 3, NULL);
  for (int i = 0; i < 3; ++i) memcpy(want + 201 + 2 * i, &h, 2);
  CALL(fill_u32, mem, 302, w, 5, NULL);
  for (int i = 0; i < 5; ++i) memcpy(want + 302 + 4 * i, &w, 4);
  download(mem, got, n);
  assert_memory_equal(got, want, n);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u8, mem, 1, 0, n, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u32, mem, 4, 0, n / 4, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u32, mem, 0, 0, ((uint64_t)1 << 62) + 1, NULL);
  gc_mem_release(mem);
}

static void sub_regions(void** state) {
  (void)state;
  gc_mem *whole = zeros(1000), *part = NULL, *inner = NULL;
  CALL(gc_mem_create_sub_region, whole, 100, 200, 0, &part);
  CALL(gc_mem_create_sub_region, part, 50, 150, 0, &inner);
  uint64_t size = 0, a = 0, b = 0;
  uint64_t origin = 0;
  CALL(gc_mem_get_size, inner, &size);
  assert_int_equal(size, 150);
  CALL(gc_mem_get_attribute, inner, GRIDCALL_MEM_ATTRIBUTE_ORIGIN, &origin);
  assert_int_equal(origin, GRIDCALL_MEM_ORIGIN_SUB_REGION);
  CALL(gc_mem_get_address, whole, &a);
  CALL(gc_mem_get_address, inner, &b);
  assert_true(b == a + 150);
  gc_mem* bad = NULL;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_create_sub_region, part, 51, 150, 0, &bad);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_create_sub_region, part, UINT64_MAX, 2, 0, &bad);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_create_sub_region, part, 0, 0, 0, &bad);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u8, inner, 100, 0, 51, NULL);
  /* The part keeps the whole. */
  gc_mem_release(whole);
  gc_mem_release(part);
  collect();
  CALL(fill_u8, inner, 0, 9, 150, NULL);
  unsigned char got[150];
  download(inner, got, 150);
  for (int i = 0; i < 150; ++i) assert_int_equal(got[i], 9);
  gc_mem_release(inner);
}

static void wrapped(void** state) {
  (void)state;
  gc_mem *owner = zeros(256), *wrap = NULL;
  uint64_t address = 0, size = 0;
  CALL(gc_mem_get_address, owner, &address);
  CALL(gc_mem_wrap, context, address + 64, 64, NULL, &wrap);
  CALL(gc_mem_get_size, wrap, &size);
  assert_int_equal(size, 64);
  CALL(fill_u8, wrap, 0, 3, 64, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u8, wrap, 0, 3, 65, NULL);
  gc_mem_release(wrap);
  collect();
  unsigned char got[256]; /* the foreign memory is still there */
  download(owner, got, 256);
  for (int i = 0; i < 256; ++i) assert_int_equal(got[i], i >= 64 && i < 128 ? 3 : 0);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_wrap, context, 0, 64, NULL, &wrap);
  gc_mem_release(owner);
}

static void page_locked(void** state) {
  (void)state;
  enum { n = 1 << 16 };
  gc_mem *host = NULL, *back = NULL, *mem = make(n * 4);
  CALL(alloc_host, context, n * 4, &host);
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_HOST;
  options.flags = GRIDCALL_MEM_WRITE_COMBINED;
  options.size = n * 4;
  CALL(gc_mem_create, context, &options, &back);
  uint64_t a = 0, b = 0;
  CALL(gc_mem_get_host_address, host, &a);
  CALL(gc_mem_get_host_address, back, &b);
  int32_t *x = (int32_t*)(uintptr_t)a, *y = (int32_t*)(uintptr_t)b;
  for (int i = 0; i < n; ++i) x[i] = i * 3;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  CALL(gc_memcpy, mem, 0, host, 0, n * 4, stream);
  CALL(fill_u32, mem, 40, 7, 5, stream);
  CALL(gc_memcpy, back, 0, mem, 0, n * 4, stream);
  CALL(gc_stream_synchronize, stream);
  for (int i = 0; i < n; ++i) assert_int_equal(y[i], i >= 10 && i < 15 ? 7 : i * 3);
  /* A kernel receives the address on the device: the host's own where addresses are unified. */
  uint64_t on_device = address_of(host);
  assert_true(on_device == a);
  /* A part of page-locked memory has a host address too, device memory has none. */
  gc_mem* part = NULL;
  CALL(gc_mem_create_sub_region, host, 400, 40, 0, &part);
  uint64_t p = 0;
  CALL(gc_mem_get_host_address, part, &p);
  assert_true(p == a + 400);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_get_host_address, mem, &p);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy, mem, 0, part, 0, 44, stream);
  /* Released while in flight: the copy still ends well. */
  CALL(gc_memcpy, mem, 0, host, 0, n * 4, stream);
  gc_mem_release(host);
  gc_mem_release(part);
  collect();
  int32_t got[4];
  CALL(gc_stream_synchronize, stream);
  CALL(gc_memcpy_dtoh, got, mem, 400, 16, NULL);
  assert_int_equal(got[0], 300);
  gc_mem_release(back);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

static void kernels_see_host_memory(void** state) {
  (void)state;
  gc_module* m = compile(
      "__global__ void twice(int *x, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= 2; "
      "}\n");
  gc_kernel* k = kernel_of(m, "twice");
  gc_mem* host = NULL;
  CALL(alloc_host, context, 400, &host);
  uint64_t a = 0;
  CALL(gc_mem_get_host_address, host, &a);
  int32_t* x = (int32_t*)(uintptr_t)a;
  for (int i = 0; i < 100; ++i) x[i] = i;
  run(k, 1, 32, ARGS(M(host), I(100)));
  for (int i = 0; i < 100; ++i) assert_int_equal(x[i], 2 * i);
  gc_mem_release(host);
  gc_kernel_release(k);
  gc_module_release(m);
}

const struct CMUnitTest memory_tests[] = {
    {"memory_allocation", allocation, NULL, NULL, NULL},
    {"memory_copies", copies, NULL, NULL, NULL},
    {"memory_fills", fills, NULL, NULL, NULL},
    {"memory_sub_regions", sub_regions, NULL, NULL, NULL},
    {"memory_wrapped", wrapped, NULL, NULL, NULL},
    {"memory_page_locked", page_locked, NULL, NULL, NULL},
    {"memory_kernels_see_host_memory", kernels_see_host_memory, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
