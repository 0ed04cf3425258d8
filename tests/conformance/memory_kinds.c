/* SPDX-License-Identifier: Apache-2.0
 *
 * Every kind of memory that gc_mem_create, gc_mem_register and gc_mem_wrap make, how it is asked about,
 * waited for and freed.
 */

#include "harness.h"
#include "support/slowdown.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static const char kKernels[] =
    "__global__ void add(int *x, int n, int k) {\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += k;\n"
    "}\n";

static gc_mem* create(gc_mem_options options) {
  gc_mem* mem = NULL;
  options.struct_size = sizeof options;
  CALL(gc_mem_create, context, &options, &mem);
  return mem;
}
#define CREATE(...) create((gc_mem_options){__VA_ARGS__})

static uint64_t attribute(gc_mem* mem, gc_mem_attribute which) {
  uint64_t value = 0;
  CALL(gc_mem_get_attribute, mem, which, &value);
  return value;
}
#define ATTRIBUTE(mem, name) attribute(mem, GRIDCALL_MEM_ATTRIBUTE_##name)

static int device_attribute(gc_device_attribute which) {
  int32_t value = 0;
  CALL(gc_device_get_attribute, device, which, &value);
  return value;
}

static void* host_of(gc_mem* mem) {
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, mem, &address);
  return (void*)(uintptr_t)address;
}

static int waited(gc_mem* mem, uint64_t nanoseconds) {
  int32_t done = -1;
  CALL(gc_mem_wait, mem, nanoseconds, &done);
  return done;
}

static void refused(gc_mem_options options, gc_status expected, const char* says) {
  gc_mem* mem = NULL;
  options.struct_size = sizeof options;
  FAILS(expected, gc_mem_create, context, &options, &mem);
  assert_says(says);
  assert_null(mem);
}

static void page_locked_flags(void** state) {
  (void)state;
  gc_mem* mem = CREATE(.place = GRIDCALL_MEM_PLACE_HOST, .size = 4096,
                       .flags = GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_WRITE_COMBINED);
  assert_int_equal(ATTRIBUTE(mem, FLAGS),
                   GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_WRITE_COMBINED);
  memset(host_of(mem), 5, 4096);
  gc_mem* device_mem = CREATE(.place = GRIDCALL_MEM_PLACE_DEVICE, .size = 4096);
  CALL(gc_memcpy, device_mem, 0, mem, 0, 4096, NULL);
  unsigned char got[4096];
  download(device_mem, got, sizeof got);
  for (int i = 0; i < 4096; ++i) assert_int_equal(got[i], 5);
  gc_mem_release(device_mem);
  gc_mem_release(mem);
}

static void places(void** state) {
  (void)state;
  gc_module* module = compile(kKernels);
  gc_kernel* kernel = kernel_of(module, "add");
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED, GRIDCALL_MEM_PLACE_PAGEABLE};
  enum { n = 1000, bytes = n * 4 };
  for (int i = 0; i < 4; ++i) {
    const int managed = places[i] == GRIDCALL_MEM_PLACE_MANAGED;
    if (managed && !device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY)) continue;
    int in[n], got[n];
    for (int j = 0; j < n; ++j) in[j] = j;
    /* Half of it is content, the other zeros. */
    gc_mem* mem = CREATE(.place = places[i], .size = bytes, .flags = GRIDCALL_MEM_ZERO, .content = in,
                         .content_size = bytes / 2);
    assert_int_equal(ATTRIBUTE(mem, PLACE), places[i]);
    assert_int_equal(ATTRIBUTE(mem, ORIGIN), GRIDCALL_MEM_ORIGIN_ALLOCATED);
    assert_int_equal(ATTRIBUTE(mem, PITCH), 0);
    assert_int_equal(ATTRIBUTE(mem, HEIGHT), 0);
    assert_int_equal(ATTRIBUTE(mem, IS_REGISTERED), 0);
    assert_true((ATTRIBUTE(mem, FLAGS) & GRIDCALL_MEM_ZERO) != 0);
    assert_true(ATTRIBUTE(mem, ALIGNMENT) >= 256);
    const int pageable = places[i] == GRIDCALL_MEM_PLACE_PAGEABLE;
    const int reached = !pageable || device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
    if (reached) {
      run(kernel, 4, 64, ARGS(M(mem), I(n), I(7)));
    } else {
      uint64_t none = 0;
      FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_get_address, mem, &none);
    }
    if (places[i] == GRIDCALL_MEM_PLACE_DEVICE) {
      uint64_t none = 0;
      FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_get_host_address, mem, &none);
      download(mem, got, bytes);
    } else {
      assert_int_equal(waited(mem, stretched(1000000000)), 1);
      memcpy(got, host_of(mem), bytes);
    }
    for (int j = 0; j < n; ++j) assert_int_equal(got[j], (j < n / 2 ? j : 0) + (reached ? 7 : 0));
    /* Copies and fills take it, from and to every other place. */
    CALL(fill_u32, mem, 8, 0x01020304, 2, NULL);
    download(mem, got, 16);
    assert_int_equal(got[2], 0x01020304);
    assert_int_equal(got[3], 0x01020304);
    gc_mem_release(mem);
  }
  gc_kernel_release(kernel);
  gc_module_release(module);
}

/* OpenCL's Buffer(context, COPY_HOST_PTR, hostbuf=...): the size is that of the content. */
static void size_of_content(void** state) {
  (void)state;
  unsigned char got[11];
  gc_mem* mem = CREATE(.content = "0123456789", .content_size = sizeof got);
  uint64_t size = 0;
  CALL(gc_mem_get_size, mem, &size);
  assert_int_equal(size, sizeof got);
  download(mem, got, sizeof got);
  assert_memory_equal(got, "0123456789", sizeof got);
  gc_mem_release(mem);
}

static void create_refuses(void** state) {
  (void)state;
  gc_mem* mem = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_create, context, NULL, &mem);
  refused((gc_mem_options){.size = 0}, GRIDCALL_ERROR_INVALID_ARGUMENT, "`size` is 0");
  refused((gc_mem_options){.size = 4, .place = 9}, GRIDCALL_ERROR_INVALID_OPTIONS, "`options->place` is 9");
  refused((gc_mem_options){.size = 4, .alignment = 48}, GRIDCALL_ERROR_INVALID_ARGUMENT, "alignment` is 48");
  refused((gc_mem_options){.size = 4, .alignment = (uint64_t)1 << 40}, GRIDCALL_ERROR_INVALID_ARGUMENT,
          "power of two up to 1073741824");
  refused((gc_mem_options){.size = 4, .element_size = 4}, GRIDCALL_ERROR_INVALID_OPTIONS, "height` is 0");
  refused((gc_mem_options){.size = 4, .height = 2, .element_size = 1}, GRIDCALL_ERROR_INVALID_ARGUMENT,
          "element_size` is 1: pass 4, 8 or 16");
  /* Products that do not fit 64 bits, also by the padding of a row alone. */
  refused((gc_mem_options){.size = (uint64_t)1 << 33, .height = (uint64_t)1 << 31},
          GRIDCALL_ERROR_OUT_OF_RANGE, "2147483648 rows of `options->size` 8589934592");
  refused((gc_mem_options){.size = 1, .height = (uint64_t)1 << 56}, GRIDCALL_ERROR_OUT_OF_RANGE,
          "exceed 64 bits");
  refused((gc_mem_options){.size = UINT64_MAX - 3, .height = 1}, GRIDCALL_ERROR_OUT_OF_RANGE,
          "exceed 64 bits");
  refused((gc_mem_options){.size = UINT64_MAX, .alignment = 1 << 20}, GRIDCALL_ERROR_OUT_OF_MEMORY,
          "18446744073709551615");
  refused((gc_mem_options){.size = 4, .content = "abcdefgh", .content_size = 8}, GRIDCALL_ERROR_OUT_OF_RANGE,
          "content_size` 8 exceeds `options->size` 4");
  refused((gc_mem_options){.size = 4, .height = 2, .content = "abcd", .content_size = 4},
          GRIDCALL_ERROR_INVALID_OPTIONS, "do not go together");
  refused((gc_mem_options){.size = 4, .flags = GRIDCALL_MEM_WRITE_COMBINED}, GRIDCALL_ERROR_INVALID_OPTIONS,
          "page-locked");
  refused((gc_mem_options){.size = 4, .flags = GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS},
          GRIDCALL_ERROR_INVALID_OPTIONS, "one of them");
  refused(
      (gc_mem_options){.size = 4, .flags = GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY},
      GRIDCALL_ERROR_INVALID_OPTIONS, "one of them");
  refused((gc_mem_options){.size = 4, .attach = GRIDCALL_MEM_ATTACH_MODE_HOST},
          GRIDCALL_ERROR_INVALID_OPTIONS, "managed memory");
  refused(
      (gc_mem_options){
          .size = 4, .place = GRIDCALL_MEM_PLACE_MANAGED, .attach = GRIDCALL_MEM_ATTACH_MODE_SINGLE},
      GRIDCALL_ERROR_INVALID_OPTIONS, "gc_mem_attach");
  refused((gc_mem_options){.size = (uint64_t)1 << 62, .place = GRIDCALL_MEM_PLACE_PAGEABLE},
          GRIDCALL_ERROR_OUT_OF_HOST_MEMORY, "4611686018427387904");
}

static void pitched(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_PAGEABLE};
  for (int i = 0; i < 3; ++i) {
    for (uint32_t element = 0; element <= 16; element = element == 0 ? 4 : element * 2) {
      gc_mem* mem = CREATE(.place = places[i], .size = 700, .height = 9, .element_size = element);
      const uint64_t pitch = ATTRIBUTE(mem, PITCH);
      uint64_t size = 0;
      CALL(gc_mem_get_size, mem, &size);
      assert_true(pitch >= 700 && pitch % 512 == 0);
      assert_int_equal(size, pitch * 9);
      assert_int_equal(ATTRIBUTE(mem, ROW_SIZE), 700);
      assert_int_equal(ATTRIBUTE(mem, HEIGHT), 9);
      if (places[i] == GRIDCALL_MEM_PLACE_DEVICE) {
        /* All of it is there. */
        CALL(fill_u8, mem, 0, 1, size, NULL);
        CALL(fill_u8, mem, 8 * pitch, 2, 700, NULL);
        unsigned char row[2];
        CALL(gc_memcpy_dtoh, row, mem, 8 * pitch - 1, 2, NULL);
        assert_int_equal(row[0], 1);
        assert_int_equal(row[1], 2);
        FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, fill_u8, mem, size, 1, 1, NULL);
      }
      gc_mem_release(mem);
    }
  }
  gc_mem* aligned = CREATE(.size = 100, .height = 3, .alignment = 8192, .flags = GRIDCALL_MEM_ZERO);
  assert_int_equal(address_of(aligned) % 8192, 0);
  assert_int_equal(ATTRIBUTE(aligned, PITCH) % 512, 0);
  gc_mem_release(aligned);
}

static void alignment(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED, GRIDCALL_MEM_PLACE_PAGEABLE};
  gc_mem* all[4 * 8];
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    if (places[i] == GRIDCALL_MEM_PLACE_MANAGED &&
        !device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY))
      continue;
    for (int bits = 0; bits < 24; bits += 3) {
      const uint64_t align = (uint64_t)1 << bits;
      gc_mem* mem = CREATE(.place = places[i], .size = 5000, .alignment = align, .flags = GRIDCALL_MEM_ZERO);
      const uint64_t have = ATTRIBUTE(mem, ALIGNMENT);
      assert_true(have >= align && have >= 256);
      uint64_t size = 0;
      CALL(gc_mem_get_size, mem, &size);
      assert_int_equal(size, 5000);
      if (places[i] != GRIDCALL_MEM_PLACE_PAGEABLE) {
        assert_int_equal(address_of(mem) % align, 0);
        unsigned char last = 9;
        CALL(gc_memcpy_dtoh, &last, mem, 4999, 1, NULL);
        assert_int_equal(last, 0);
      }
      all[count++] = mem;
    }
  }
  while (count > 0) {
    --count;
    if (count % 2)
      gc_mem_release(all[count]);
    else
      CALL(gc_mem_free, all[count]);
  }
}

static void promises(void** state) {
  (void)state;
  unsigned char bytes[16] = "0123456789abcde", got[16];
  uint64_t address = 0;
  gc_mem* other = zeros(16);
  gc_mem* read_only =
      CREATE(.size = 16, .flags = GRIDCALL_MEM_HOST_READ_ONLY, .content = bytes, .content_size = 16);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_htod, read_only, 0, bytes, 4, NULL);
  assert_says("`dst` was made with HOST_READ_ONLY");
  download(read_only, got, 16);
  assert_memory_equal(got, bytes, 16);
  gc_mem* write_only = CREATE(.size = 16, .flags = GRIDCALL_MEM_HOST_WRITE_ONLY);
  CALL(gc_memcpy_htod, write_only, 0, bytes, 16, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_dtoh, got, write_only, 0, 4, NULL);
  assert_says("`src` was made with HOST_WRITE_ONLY");
  gc_mem* none = CREATE(.place = GRIDCALL_MEM_PLACE_HOST, .size = 16, .flags = GRIDCALL_MEM_HOST_NO_ACCESS);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_htod, none, 0, bytes, 4, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_dtoh, got, none, 0, 4, NULL);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_get_host_address, none, &address);
  assert_says("HOST_NO_ACCESS");
  /* The device is not the host; and a part has the promises of its whole. */
  CALL(gc_memcpy, none, 0, write_only, 0, 16, NULL);
  CALL(gc_memcpy, other, 0, none, 0, 16, NULL);
  download(other, got, 16);
  assert_memory_equal(got, bytes, 16);
  gc_mem* part = NULL;
  CALL(gc_mem_create_sub_region, read_only, 4, 8, 0, &part);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_htod, part, 0, bytes, 4, NULL);
  assert_int_equal(ATTRIBUTE(read_only, FLAGS), GRIDCALL_MEM_HOST_READ_ONLY);
  gc_mem_release(part);
  /* A part may promise more than its whole; its own parts promise that too. */
  gc_mem* inner = NULL;
  CALL(gc_mem_create_sub_region, other, 4, 8, GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_KERNEL_READ_ONLY,
       &part);
  CALL(gc_mem_create_sub_region, part, 0, 4, 0, &inner);
  const uint64_t promised = GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_KERNEL_READ_ONLY;
  assert_int_equal(ATTRIBUTE(part, FLAGS) & promised, promised);
  assert_int_equal(ATTRIBUTE(inner, FLAGS) & promised, promised);
  assert_int_equal(ATTRIBUTE(other, FLAGS) & promised, 0);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_htod, inner, 0, bytes, 4, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_dtoh, got, part, 0, 4, NULL);
  CALL(gc_memcpy_htod, other, 0, bytes, 16, NULL);
  gc_mem_release(inner);
  gc_mem_release(part);
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_mem_create_sub_region, other, 0, 4, GRIDCALL_MEM_ZERO, &part);
  assert_says("`flags` is 8, which says how memory is made");
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_mem_create_sub_region, other, 0, 4,
        GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY, &part);
  assert_says("`flags` has several of");
  gc_mem_release(read_only);
  gc_mem_release(write_only);
  gc_mem_release(none);
  gc_mem_release(other);
}

/* Each way by which the host reads or writes keeps each promise. */
static void promises_of_every_copy(void** state) {
  (void)state;
  const uint64_t flags[] = {0, GRIDCALL_MEM_HOST_READ_ONLY, GRIDCALL_MEM_HOST_WRITE_ONLY,
                            GRIDCALL_MEM_HOST_NO_ACCESS};
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED};
  unsigned char bytes[16] = {0};
  gc_mem* host = CREATE(.place = GRIDCALL_MEM_PLACE_HOST, .size = 16);
  for (size_t place = 0; place < sizeof places / sizeof *places; ++place) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
      gc_mem* mem = CREATE(.place = places[place], .size = 16, .flags = flags[i]);
      const gc_status reads = i < 2 ? GRIDCALL_OK : GRIDCALL_ERROR_INVALID_ARGUMENT,
                      writes = i % 2 == 0 && i != 3 ? GRIDCALL_OK : GRIDCALL_ERROR_INVALID_ARGUMENT;
      gc_rect_copy in = GRIDCALL_RECT_COPY_INIT, out = GRIDCALL_RECT_COPY_INIT;
      in.width = out.width = 4;
      in.height = out.height = 2;
      in.dst.mem = out.src.mem = mem;
      in.src.host = out.dst.host = bytes;
      in.src.host_size = out.dst.host_size = sizeof bytes;
      assert_int_equal(gc_memcpy_htod(mem, 0, bytes, 16, NULL, NULL), writes);
      assert_int_equal(gc_memcpy_rect(&in, NULL, NULL), writes);
      assert_int_equal(gc_memcpy_dtoh(bytes, mem, 0, 16, NULL, NULL), reads);
      assert_int_equal(gc_memcpy_rect(&out, NULL, NULL), reads);
      /* The device is not the host. */
      CALL(gc_memcpy, mem, 0, host, 0, 16, NULL);
      CALL(gc_memcpy, host, 0, mem, 0, 16, NULL);
      const uint64_t uses[] = {GRIDCALL_MAP_READ, GRIDCALL_MAP_WRITE, GRIDCALL_MAP_WRITE_INVALIDATE_REGION};
      for (size_t use = 0; use < 3; ++use) {
        gc_mapping* mapping = NULL;
        assert_int_equal(gc_mem_map(mem, 0, 16, uses[use], NULL, &mapping, NULL), use == 0 ? reads : writes);
        gc_mapping_release(mapping);
      }
      CALL(gc_context_synchronize, context);
      gc_mem_release(mem);
    }
  }
  gc_mem_release(host);
}

static void parents(void** state) {
  (void)state;
  gc_mem *whole = zeros(1000), *part = NULL, *inner = NULL, *up = NULL, *top = NULL;
  CALL(gc_mem_create_sub_region, whole, 100, 200, 0, &part);
  CALL(gc_mem_create_sub_region, part, 50, 100, 0, &inner);
  assert_int_equal(ATTRIBUTE(whole, REFERENCE_COUNT), 2);
  assert_int_equal(ATTRIBUTE(whole, OFFSET), 0);
  assert_int_equal(ATTRIBUTE(part, OFFSET), 100);
  assert_int_equal(ATTRIBUTE(inner, OFFSET), 50);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_mem_get_parent, whole, &up);
  uint64_t identity = 0, other = 0;
  CALL(gc_handle_get_identity, whole, &identity);
  gc_mem_release(whole);
  collect();
  /* The handle is gone, the memory is not. */
  CALL(gc_mem_get_parent, inner, &up);
  CALL(gc_mem_get_parent, up, &top);
  CALL(gc_handle_get_identity, top, &other);
  assert_int_equal(identity, other);
  uint64_t size = 0;
  CALL(gc_mem_get_size, top, &size);
  assert_int_equal(size, 1000);
  gc_mem_release(up);
  gc_mem_release(part);
  gc_mem_release(inner);
  collect();
  assert_int_equal(ATTRIBUTE(top, REFERENCE_COUNT), 1);
  CALL(fill_u8, top, 0, 3, 1000, NULL);
  gc_mem_release(top);
  /* A chain as long as one likes goes without recursion. */
  gc_mem* last = zeros(64);
  for (int i = 0; i < 100000; ++i) {
    gc_mem* next = NULL;
    CALL(gc_mem_create_sub_region, last, 0, 64, 0, &next);
    gc_mem_release(last);
    last = next;
  }
  gc_mem_release(last);
  collect();
}

static void registered(void** state) {
  (void)state;
  enum { n = 5000 };
  gc_module* module = compile(kKernels);
  gc_kernel* kernel = kernel_of(module, "add");
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  int* x = malloc(n * sizeof *x + 1);
  for (int i = 0; i < n; ++i) x[i] = i;
  const uint64_t address = (uintptr_t)x;
  gc_mem *mem = NULL, *again = NULL, *copy = make(n * sizeof *x);
  CALL(gc_mem_register, context, address, n * sizeof *x, NULL, &mem);
  assert_int_equal(ATTRIBUTE(mem, PLACE), GRIDCALL_MEM_PLACE_HOST);
  assert_int_equal(ATTRIBUTE(mem, ORIGIN), GRIDCALL_MEM_ORIGIN_REGISTERED);
  assert_int_equal(ATTRIBUTE(mem, IS_REGISTERED), 1);
  assert_true((ATTRIBUTE(mem, FLAGS) & GRIDCALL_MEM_MAPPED) != 0);
  assert_ptr_equal(host_of(mem), x);
  uint64_t on_device = address_of(mem);
  assert_true(on_device != 0);
  CALL(gc_memcpy, copy, 0, mem, 0, n * sizeof *x, stream);
  start(kernel, stream, 4, 64, ARGS(M(mem), I(n), I(1000)));
  assert_int_equal(waited(mem, stretched(10000000000)), 1);
  for (int i = 0; i < n; ++i) assert_int_equal(x[i], i + 1000);
  CALL(gc_memcpy, mem, 0, copy, 0, n * sizeof *x, stream);
  CALL(gc_stream_synchronize, stream);
  for (int i = 0; i < n; ++i) assert_int_equal(x[i], i);

  /* A range again, one that overlaps it, and one around it. */
  char mine[64], theirs[64];
  snprintf(mine, sizeof mine, "`size` 8 at `host_address` %llu", (unsigned long long)address + 16);
  snprintf(theirs, sizeof theirs, "%llu bytes at address %llu", (unsigned long long)(n * sizeof *x),
           (unsigned long long)address);
  FAILS(GRIDCALL_ERROR_ALREADY_REGISTERED, gc_mem_register, context, address, n * sizeof *x, NULL, &again);
  FAILS(GRIDCALL_ERROR_ALREADY_REGISTERED, gc_mem_register, context, address + 16, 8, NULL, &again);
  assert_says(mine);
  assert_says(theirs);
  assert_null(again);
  /* Beside it there is room. */
  CALL(gc_mem_register, context, address + n * sizeof *x, 1, NULL, &again);
  CALL(gc_mem_free, again);
  /* Freed while work uses it: done first, and then it is free for the next. */
  start(kernel, stream, 4, 64, ARGS(M(mem), I(n), I(5)));
  CALL(gc_mem_free, mem);
  for (int i = 0; i < n; ++i) assert_int_equal(x[i], i + 5);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_mem_free, mem);
  uint64_t size = 0;
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_mem_get_size, mem, &size);
  gc_mem_release(mem); /* nothing */
  CALL(gc_mem_register, context, address, n * sizeof *x, NULL, &mem);
  /* Released and not yet given back: the next registration sees to it. */
  gc_mem_release(mem);
  CALL(gc_mem_register, context, address + 4, 100, NULL, &mem);
  CALL(gc_mem_free, mem);

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_register, context, 0, 64, NULL, &again);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_register, context, address, 0, NULL, &again);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_register, context, address, UINT64_MAX, NULL, &again);
  /* Page-locked already. */
  gc_mem* host = NULL;
  CALL(alloc_host, context, 4096, &host);
  FAILS(GRIDCALL_ERROR_ALREADY_REGISTERED, gc_mem_register, context, (uintptr_t)host_of(host), 64, NULL,
        &again);
  assert_says("page-locked already");
  gc_mem_release(host);
  /* Nobody's memory. */
  void* nothing = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(nothing, 8192);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_register, context, (uintptr_t)nothing, 8192, NULL, &again);
  assert_says("is not host memory of this program");
  /* Ordinary memory is no device's: a GPU's driver refuses it, too. */
  gc_mem_register_options io = GRIDCALL_MEM_REGISTER_OPTIONS_INIT;
  io.flags = GRIDCALL_MEM_REGISTER_IO_MEMORY;
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_register, context, address, 64, &io, &again);
    assert_says("registers no memory with IO_MEMORY");
  }
  gc_mem_release(copy);
  gc_stream_release(stream);
  gc_kernel_release(kernel);
  gc_module_release(module);
  free(x);
}

static void freed(void** state) {
  (void)state;
  gc_mem *mem = zeros(4096), *part = NULL, *parent = NULL;
  CALL(gc_mem_create_sub_region, mem, 0, 64, 0, &part);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_mem_free, mem);
  assert_says("1 more");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_free, part);
  assert_says("part");
  CALL(gc_mem_get_parent, part, &parent);
  gc_mem_release(part);
  collect();
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_mem_free, mem); /* two handles */
  gc_mem_release(parent);
  collect();
  CALL(gc_mem_free, mem);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, fill_u8, mem, 0, 0, 1, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_mem_free, NULL);

  /* It waits for the work that uses it, and wait says when that is done. */
  Gate gate = gate_make();
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  mem = make(4096);
  gate_close(&gate, stream);
  CALL(fill_u8, mem, 0, 1, 4096, stream);
  assert_int_equal(waited(mem, 0), 0);
  assert_int_equal(waited(mem, 5000000), 0);
  gc_mem* other = make(64); /* which nothing uses */
  assert_int_equal(waited(other, 0), 1);
  gate_open(&gate);
  assert_int_equal(waited(mem, UINT64_MAX), 1);
  CALL(gc_mem_free, mem);
  CALL(gc_mem_free, other);
  gc_stream_release(stream);
  gate_free(&gate);

  /* From a pool, and a variable of a module. */
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  CALL(gc_pool_alloc, pool, 1000, NULL, &mem);
  CALL(gc_mem_free, mem);
  gc_pool_statistics statistics = {.struct_size = sizeof statistics};
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_int_equal(statistics.active_blocks, 0);
  assert_int_equal(statistics.held_blocks, 1);
  gc_pool_release(pool);
  gc_module* module = compile("__device__ int counter[4];\n__global__ void touch() { counter[0] = 1; }\n");
  CALL(gc_module_get_global, module, "counter", &mem);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_free, mem);
  assert_says("module");
  gc_mem_release(mem);
  gc_module_release(module);
}

static void wrapped_kinds(void** state) {
  (void)state;
  gc_mem *host = NULL, *wrap = NULL;
  CALL(alloc_host, context, 4096, &host);
  CALL(gc_mem_wrap, context, address_of(host), 100, NULL, &wrap);
  assert_int_equal(ATTRIBUTE(wrap, PLACE), GRIDCALL_MEM_PLACE_HOST);
  assert_ptr_equal(host_of(wrap), host_of(host));
  gc_mem_release(wrap);
  gc_mem_wrap_options owned = GRIDCALL_MEM_WRAP_OPTIONS_INIT;
  owned.flags = GRIDCALL_MEM_WRAP_OWNED;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_wrap, context, address_of(host) + 64, 64, &owned, &wrap);
  assert_says("lies inside the allocation");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_wrap, context, address_of(host), 4097, &owned, &wrap);
  int on_the_stack = 0;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_wrap, context, (uintptr_t)&on_the_stack, 4, &owned, &wrap);
  assert_says("no allocation of the driver");
  gc_mem_release(host);
  if (!device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY)) return;
  gc_mem* managed = CREATE(.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 4096);
  CALL(gc_mem_wrap, context, address_of(managed), 100, NULL, &wrap);
  assert_int_equal(ATTRIBUTE(wrap, PLACE), GRIDCALL_MEM_PLACE_MANAGED);
  assert_ptr_equal(host_of(wrap), host_of(managed));
  gc_mem_release(wrap);
  gc_mem_release(managed);
}

static void managed(void** state) {
  (void)state;
  if (!device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY)) {
    refused((gc_mem_options){.size = 64, .place = GRIDCALL_MEM_PLACE_MANAGED}, GRIDCALL_ERROR_UNSUPPORTED,
            "MANAGED_MEMORY is 0");
    return;
  }
  enum { n = 1 << 16 };
  gc_module* module = compile(kKernels);
  gc_kernel* kernel = kernel_of(module, "add");
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  gc_mem* mem =
      CREATE(.place = GRIDCALL_MEM_PLACE_MANAGED, .size = n * 4, .attach = GRIDCALL_MEM_ATTACH_MODE_GLOBAL);
  assert_int_equal(ATTRIBUTE(mem, USES_SVM), 1);
  int* x = host_of(mem);
  assert_int_equal(address_of(mem), (uintptr_t)x);
  for (int i = 0; i < n; ++i) x[i] = i;
  CALL(gc_mem_prefetch, mem, 0, n * 4, device, 0, stream);
  start(kernel, stream, 8, 128, ARGS(M(mem), I(n), I(3)));
  CALL(gc_mem_prefetch, mem, 0, n * 4, NULL, 0, stream);
  assert_int_equal(waited(mem, UINT64_MAX), 1);
  for (int i = 0; i < n; ++i) assert_int_equal(x[i], i + 3);
  assert_true((int64_t)ATTRIBUTE(mem, LAST_PREFETCH_LOCATION) == -1);

  assert_int_equal(ATTRIBUTE(mem, READ_MOSTLY), 0);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY, NULL);
  assert_int_equal(ATTRIBUTE(mem, READ_MOSTLY), 1);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY, NULL);
  assert_int_equal(ATTRIBUTE(mem, READ_MOSTLY), 0);
  assert_true((int64_t)ATTRIBUTE(mem, PREFERRED_LOCATION) == -2);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION, NULL);
  assert_true((int64_t)ATTRIBUTE(mem, PREFERRED_LOCATION) == -1);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION, device);
  assert_true((int64_t)ATTRIBUTE(mem, PREFERRED_LOCATION) >= 0);
  /* A part has advice of its own; the whole then has none in common. */
  gc_mem* part = NULL;
  CALL(gc_mem_create_sub_region, mem, n * 2, n * 2, 0, &part);
  CALL(gc_mem_advise, part, 0, n * 2, GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION, NULL);
  assert_true((int64_t)ATTRIBUTE(part, PREFERRED_LOCATION) == -1);
  assert_true((int64_t)ATTRIBUTE(mem, PREFERRED_LOCATION) == -2);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION, NULL);
  assert_true((int64_t)ATTRIBUTE(part, PREFERRED_LOCATION) == -2);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY, device);
  CALL(gc_mem_advise, mem, 0, n * 4, GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY, device);

  CALL(gc_mem_attach, mem, GRIDCALL_MEM_ATTACH_MODE_HOST, NULL);
  CALL(gc_mem_attach, mem, GRIDCALL_MEM_ATTACH_MODE_SINGLE, stream);
  CALL(gc_mem_attach, mem, GRIDCALL_MEM_ATTACH_MODE_GLOBAL, stream);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_attach, mem, GRIDCALL_MEM_ATTACH_MODE_SINGLE, NULL);
  assert_says("default stream");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_attach, part, GRIDCALL_MEM_ATTACH_MODE_HOST, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_attach, mem, 3, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_advise, mem, 0, 64, 7, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_advise, mem, 64, n * 4, GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY,
        NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_prefetch, mem, 64, n * 4, NULL, 0, stream);
  gc_mem_release(part);
  collect();
  /* Aligned more than the driver does: what it attaches is its whole allocation. */
  gc_mem* aligned = CREATE(.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 100, .alignment = 1 << 16);
  CALL(gc_mem_attach, aligned, GRIDCALL_MEM_ATTACH_MODE_HOST, NULL);
  CALL(gc_mem_free, aligned);

  gc_mem* plain = make(64);
  uint64_t value = 0;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_attach, plain, GRIDCALL_MEM_ATTACH_MODE_HOST, NULL);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_advise, plain, 0, 64, GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY, NULL);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_mem_get_attribute, plain, GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY, &value);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_mem_get_attribute, plain, 12345, &value);
  CALL(gc_mem_prefetch, plain, 0, 64, device, 0, NULL); /* it cannot move */
  gc_mem_release(plain);
  CALL(gc_mem_free, mem);

  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, &options, &pool);
  CALL(gc_pool_alloc, pool, 4000, NULL, &mem);
  assert_int_equal(ATTRIBUTE(mem, PLACE), GRIDCALL_MEM_PLACE_MANAGED);
  x = host_of(mem);
  for (int i = 0; i < 1000; ++i) x[i] = i;
  start(kernel, stream, 1, 64, ARGS(M(mem), I(1000), I(1)));
  assert_int_equal(waited(mem, UINT64_MAX), 1);
  assert_int_equal(x[999], 1000);
  gc_mem_release(mem);
  gc_pool_release(pool);
  gc_stream_release(stream);
  gc_kernel_release(kernel);
  gc_module_release(module);
}

static void svm_capabilities(void** state) {
  (void)state;
  const int svm = device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES);
  const int has_managed = device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
  assert_int_equal((svm & (int)GRIDCALL_SVM_COARSE_GRAIN_BUFFER) != 0, has_managed);
  assert_int_equal((svm & (int)GRIDCALL_SVM_FINE_GRAIN_BUFFER) != 0,
                   has_managed && device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS));
  assert_int_equal((svm & (int)GRIDCALL_SVM_FINE_GRAIN_SYSTEM) != 0,
                   device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS));
  if (!is_gpu) assert_int_equal(svm, 15);
}

/* Made where the device has it, refused elsewhere; and never of another place. */
static void svm_flags(void** state) {
  (void)state;
  if (!device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY)) {
    refused((gc_mem_options){.size = 64, .place = GRIDCALL_MEM_PLACE_MANAGED}, GRIDCALL_ERROR_UNSUPPORTED,
            "MANAGED_MEMORY");
    return;
  }
  const int svm = device_attribute(GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES);
  const int fine = (svm & (int)GRIDCALL_SVM_FINE_GRAIN_BUFFER) != 0;
  const struct {
    gc_mem_flags flag;
    int has;
    const char* says;
  } kFlags[] = {
      {GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER, fine, "CONCURRENT_MANAGED_ACCESS"},
      {GRIDCALL_MEM_SVM_ATOMICS, fine && (svm & (int)GRIDCALL_SVM_ATOMICS) != 0, "SVM_ATOMICS"},
  };
  for (size_t i = 0; i < sizeof kFlags / sizeof *kFlags; ++i) {
    gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
    options.size = 64;
    options.place = GRIDCALL_MEM_PLACE_MANAGED;
    options.flags = kFlags[i].flag;
    gc_pool_options pool_options = GRIDCALL_POOL_OPTIONS_INIT;
    pool_options.place = GRIDCALL_MEM_PLACE_MANAGED;
    pool_options.flags = kFlags[i].flag;
    gc_pool* pool = NULL;
    if (kFlags[i].has) {
      gc_mem* mem = create(options);
      assert_int_equal(ATTRIBUTE(mem, FLAGS), kFlags[i].flag);
      assert_int_equal(ATTRIBUTE(mem, USES_SVM), 1);
      gc_mem_release(mem);
      CALL(gc_pool_create, context, &pool_options, &pool);
      gc_pool_release(pool);
    } else {
      refused(options, GRIDCALL_ERROR_UNSUPPORTED, kFlags[i].says);
      FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_pool_create, context, &pool_options, &pool);
    }
    options.place = GRIDCALL_MEM_PLACE_HOST;
    refused(options, GRIDCALL_ERROR_INVALID_OPTIONS, "`options->place` is HOST");
  }
}

const struct CMUnitTest memory_kinds_tests[] = {
    {"memory_kinds_places", places, NULL, NULL, NULL},
    {"memory_kinds_page_locked_flags", page_locked_flags, NULL, NULL, NULL},
    {"memory_kinds_size_of_content", size_of_content, NULL, NULL, NULL},
    {"memory_kinds_create_refuses", create_refuses, NULL, NULL, NULL},
    {"memory_kinds_pitched", pitched, NULL, NULL, NULL},
    {"memory_kinds_alignment", alignment, NULL, NULL, NULL},
    {"memory_kinds_promises", promises, NULL, NULL, NULL},
    {"memory_kinds_promises_of_every_copy", promises_of_every_copy, NULL, NULL, NULL},
    {"memory_kinds_parents", parents, NULL, NULL, NULL},
    {"memory_kinds_registered", registered, NULL, NULL, NULL},
    {"memory_kinds_freed", freed, NULL, NULL, NULL},
    {"memory_kinds_wrapped", wrapped_kinds, NULL, NULL, NULL},
    {"memory_kinds_managed", managed, NULL, NULL, NULL},
    {"memory_kinds_svm_capabilities", svm_capabilities, NULL, NULL, NULL},
    {"memory_kinds_svm_flags", svm_flags, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
