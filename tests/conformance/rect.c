/* SPDX-License-Identifier: Apache-2.0
 *
 * Rectangles and patterns: what they move, and what is refused.
 */

#include "harness.h"

#include <stdlib.h>

enum { kSize = 4096 };

static void fill_random(unsigned char* bytes, size_t size, uint64_t seed) {
  for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)random_u32(&seed);
}

/* `copy` made by hand, byte by byte. */
static void expect(const gc_rect_copy* copy, unsigned char* dst, const unsigned char* src) {
  const uint64_t height = copy->height ? copy->height : 1, depth = copy->depth ? copy->depth : 1;
  const uint64_t dst_row = copy->dst.row_pitch ? copy->dst.row_pitch : copy->width;
  const uint64_t src_row = copy->src.row_pitch ? copy->src.row_pitch : copy->width;
  const uint64_t dst_slice = copy->dst.slice_pitch ? copy->dst.slice_pitch : height * dst_row;
  const uint64_t src_slice = copy->src.slice_pitch ? copy->src.slice_pitch : height * src_row;
  for (uint64_t z = 0; z < depth; ++z)
    for (uint64_t y = 0; y < height; ++y)
      memcpy(dst + copy->dst.offset + z * dst_slice + y * dst_row,
             src + copy->src.offset + z * src_slice + y * src_row, copy->width);
}

/* One, two and three dimensions; rows with and without gaps at either end. */
static const gc_rect_copy kShapes[] = {
    {.width = 100, .dst.offset = 7, .src.offset = 1000},
    {.width = 1, .height = 60, .dst.row_pitch = 3, .src.row_pitch = 17},
    {.width = 16, .height = 20, .dst.row_pitch = 16, .src.row_pitch = 48, .src.offset = 5},
    {.width = 33, .height = 9, .dst.offset = 11, .dst.row_pitch = 100},
    {.width = 8, .height = 4, .depth = 3},
    {.width = 8, .height = 4, .depth = 3, .dst.row_pitch = 8, .dst.slice_pitch = 32, .src.slice_pitch = 64},
    {.width = 8,
     .height = 4,
     .depth = 3,
     .dst.row_pitch = 10,
     .dst.slice_pitch = 60,
     .src.row_pitch = 64,
     .src.slice_pitch = 320,
     .src.offset = 3},
    {.width = 5, .depth = 6, .dst.slice_pitch = 13, .src.slice_pitch = 71},
    {.width = 12, .height = 5, .depth = 2, .dst.row_pitch = 20, .dst.slice_pitch = 100, .src.row_pitch = 12},
    {.width = 0, .height = 5, .depth = 2},
};
enum { kShapeCount = sizeof kShapes / sizeof kShapes[0] };

static gc_rect_copy shape_of(int number) {
  gc_rect_copy copy = kShapes[number];
  copy.struct_size = sizeof copy;
  return copy;
}

static void rectangles(void** state) {
  (void)state;
  unsigned char in[kSize], start[kSize], want[kSize], got[kSize];
  fill_random(in, kSize, 1);
  fill_random(start, kSize, 2);
  gc_mem *src = upload(in, kSize), *dst = make(kSize), *host = NULL;
  CALL(alloc_host, context, kSize, &host);
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, host, &address);
  unsigned char* const locked = (unsigned char*)(uintptr_t)address;
  gc_stream* stream = NULL;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  CALL(gc_stream_create, context, &options, &stream);
  for (int i = 0; i < kShapeCount; ++i) {
    gc_stream* const queue = i % 2 ? stream : NULL;
    gc_rect_copy copy = shape_of(i);
    memcpy(want, start, kSize);
    expect(&copy, want, in);

    /* Between memories, by both functions. */
    for (int is_async = 0; is_async < 2; ++is_async) {
      CALL(gc_memcpy_htod, dst, 0, start, kSize, queue);
      copy.src.mem = src;
      copy.dst.mem = dst;
      if (is_async)
        CALL(gc_memcpy_rect, &copy, queue);
      else
        CALL(gc_memcpy_rect, &copy, queue);
      CALL(gc_memcpy_dtoh, got, dst, 0, kSize, queue);
      assert_memory_equal(got, want, kSize);
    }

    /* From host memory, which may be written over at once, and to it. */
    unsigned char* const gone = malloc(kSize);
    memcpy(gone, in, kSize);
    CALL(gc_memcpy_htod, dst, 0, start, kSize, queue);
    copy.src.mem = NULL;
    copy.src.host = gone;
    copy.src.host_size = kSize;
    CALL(gc_memcpy_rect, &copy, queue);
    memset(gone, 0x55, kSize);
    CALL(gc_memcpy_dtoh, got, dst, 0, kSize, queue);
    assert_memory_equal(got, want, kSize);
    free(gone);
    memcpy(got, start, kSize);
    copy = shape_of(i);
    copy.src.mem = src;
    copy.dst.host = got;
    copy.dst.host_size = kSize;
    CALL(gc_memcpy_rect, &copy, queue);
    assert_memory_equal(got, want, kSize);

    /* To and from page-locked memory. */
    memcpy(locked, start, kSize);
    copy = shape_of(i);
    copy.src.mem = src;
    copy.dst.mem = host;
    CALL(gc_memcpy_rect, &copy, stream);
    CALL(gc_stream_synchronize, stream);
    assert_memory_equal(locked, want, kSize);
    memcpy(locked, in, kSize);
    CALL(gc_memcpy_htod, dst, 0, start, kSize, stream);
    copy.src.mem = host;
    copy.dst.mem = dst;
    CALL(gc_memcpy_rect, &copy, stream);
    CALL(gc_memcpy_dtoh, got, dst, 0, kSize, stream);
    assert_memory_equal(got, want, kSize);
  }
  gc_stream_release(stream);
  gc_mem_release(src);
  gc_mem_release(dst);
  gc_mem_release(host);
}

/* A rectangle of many megabytes, in rows that are no power of two. */
static void large_rectangle(void** state) {
  (void)state;
  enum { width = 3001, height = 1500, pitch = 3072 };
  unsigned char *in = malloc((size_t)width * height), *got = malloc((size_t)width * height);
  fill_random(in, (size_t)width * height, 3);
  gc_mem *first = zeros((size_t)pitch * height), *second = zeros((size_t)pitch * height + 5);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.src.host = in;
  copy.src.host_size = (size_t)width * height;
  copy.dst.mem = first;
  copy.dst.row_pitch = pitch;
  copy.width = width;
  copy.height = height;
  CALL(gc_memcpy_rect, &copy, NULL);
  gc_rect_copy between = GRIDCALL_RECT_COPY_INIT;
  between.src.mem = first;
  between.src.row_pitch = pitch;
  between.dst.mem = second;
  between.dst.offset = 5;
  between.width = width;
  between.height = height;
  CALL(gc_memcpy_rect, &between, NULL);
  CALL(gc_memcpy_dtoh, got, second, 5, (size_t)width * height, NULL);
  assert_memory_equal(got, in, (size_t)width * height);
  gc_mem_release(first);
  gc_mem_release(second);
  free(in);
  free(got);
}

/* Columns of one memory beside each other share no byte; one column further they do. */
static void interleaved(void** state) {
  (void)state;
  unsigned char in[kSize], want[kSize], got[kSize];
  fill_random(in, kSize, 4);
  gc_mem* mem = upload(in, kSize);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.mem = copy.src.mem = mem;
  copy.dst.row_pitch = copy.src.row_pitch = 64;
  copy.src.offset = 16;
  copy.width = 16;
  copy.height = 30;
  memcpy(want, in, kSize);
  expect(&copy, want, in);
  CALL(gc_memcpy_rect, &copy, NULL);
  download(mem, got, kSize);
  assert_memory_equal(got, want, kSize);
  copy.src.offset = 15;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_rect, &copy, NULL);
  assert_says("overlap");
  /* Rows of another distance meet somewhere. */
  copy.src.offset = 16;
  copy.src.row_pitch = 53;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_rect, &copy, NULL);
  /* A part of a memory is where it is. */
  gc_mem* part = NULL;
  CALL(gc_mem_create_sub_region, mem, 32, 2048, 0, &part);
  copy.src.row_pitch = 64;
  copy.src.mem = part;
  copy.src.offset = 0;
  CALL(gc_memcpy_rect, &copy, NULL);
  copy.src.offset = 40;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_rect, &copy, NULL);
  gc_mem_release(part);
  gc_mem_release(mem);
}

/* Every refusal has both numbers and the next step, and nothing is copied. */
static void refusals(void** state) {
  (void)state;
  unsigned char bytes[256], got[1000];
  memset(bytes, 7, sizeof bytes);
  gc_mem *mem = zeros(1000), *other = zeros(1000);
  gc_rect_copy right = GRIDCALL_RECT_COPY_INIT, copy;
  right.dst.mem = mem;
  right.src.mem = other;
  right.width = 10;
  right.height = 5;
  right.depth = 3;
  right.dst.row_pitch = 20;

#define REFUSE(status, change, ...)                                               \
  do {                                                                            \
    copy = right;                                                                 \
    change;                                                                       \
    FAILS(GRIDCALL_ERROR_##status, gc_memcpy_rect, &copy, NULL);                  \
    const char* const said[] = {__VA_ARGS__};                                     \
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) assert_says(said[i]); \
  } while (0)

  REFUSE(INVALID_ARGUMENT, copy.dst.row_pitch = 9, "`dst.row_pitch` is 9", "`width` 10", "pass");
  REFUSE(INVALID_ARGUMENT, copy.dst.slice_pitch = 80, "`dst.slice_pitch` is 80", "90 bytes", "pass");
  REFUSE(INVALID_ARGUMENT, copy.dst.slice_pitch = 101, "`dst.slice_pitch` is 101", "row pitch, 20", "pass");
  REFUSE(OUT_OF_RANGE, copy.dst.offset = 711, "`dst.offset` 711", "290 bytes", "has 289", "pass");
  REFUSE(OUT_OF_RANGE, copy.src.offset = 1001, "`src.offset` 1001", "1000", "pass");
  REFUSE(OUT_OF_RANGE, copy.src.row_pitch = UINT64_MAX / 4, "`width` 10", "more than 2^64");
  REFUSE(OUT_OF_RANGE, copy.depth = UINT64_MAX, "`depth` 18446744073709551615");
  REFUSE(INVALID_ARGUMENT, copy.dst.mem = NULL, "`dst.mem`", "`dst.host`", "pass");
  REFUSE(INVALID_ARGUMENT, (copy.src.host = bytes, copy.src.host_size = 256), "2 of `src.mem`", "`src.host`",
         "pass");
  REFUSE(INVALID_ARGUMENT,
         (copy.dst.mem = copy.src.mem = NULL, copy.src.host = bytes, copy.src.host_size = 256,
          copy.dst.host = got, copy.dst.host_size = 1000),
         "`dst.host`", "`src.host`", "pass");
  REFUSE(OUT_OF_RANGE, (copy.src.mem = NULL, copy.src.host = bytes, copy.src.host_size = 149), "150 bytes",
         "has 149");
  REFUSE(INVALID_HANDLE, copy.src.mem = (gc_mem*)context, "src.mem");

  gc_rect_fill full = GRIDCALL_RECT_FILL_INIT, fill;
  full.dst.mem = mem;
  full.value = bytes;
  full.value_size = 3;
  full.width = 9;
  full.height = 4;
#define REFUSE_FILL(status, change, ...)                                          \
  do {                                                                            \
    fill = full;                                                                  \
    change;                                                                       \
    FAILS(GRIDCALL_ERROR_##status, gc_memset_rect, &fill, NULL);                  \
    const char* const said[] = {__VA_ARGS__};                                     \
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) assert_says(said[i]); \
  } while (0)
  REFUSE_FILL(INVALID_ARGUMENT, fill.width = 10, "`width` 10", "`value_size` 3", "pass");
  REFUSE_FILL(INVALID_ARGUMENT, fill.value_size = 0, "`value_size` is 0", "128", "pass");
  REFUSE_FILL(OUT_OF_RANGE, fill.value_size = 129, "`value_size` 129", "128", "pass");
  REFUSE_FILL(OUT_OF_RANGE, fill.dst.row_pitch = 400, "1209 bytes", "has 1000", "pass");
  REFUSE_FILL(INVALID_ARGUMENT, (fill.dst.mem = NULL, fill.dst.host = got, fill.dst.host_size = 1000),
              "`dst.host`", "1000 bytes", "pass");
  REFUSE_FILL(INVALID_ARGUMENT, fill.dst.mem = NULL, "`dst.mem`", "`dst.array`", "pass");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memset, mem, 4, bytes, 100, 10, NULL);
  assert_says("`count` 10 of 100 bytes");
  assert_says("at most 9 fit");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memset, mem, 0, bytes, 128, UINT64_MAX / 64, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memset, mem, 1001, bytes, 1, 0, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memset, mem, 0, bytes, 0, 1, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memset, mem, 0, bytes, 129, 1, NULL);

  download(mem, got, 1000);
  for (int i = 0; i < 1000; ++i) assert_int_equal(got[i], 0);
  gc_mem_release(mem);
  gc_mem_release(other);
}

/* Every size of pattern, at addresses of every alignment. */
static void patterns(void** state) {
  (void)state;
  enum { size = 40000 };
  unsigned char pattern[128], *want = malloc(size), *got = malloc(size);
  fill_random(pattern, sizeof pattern, 5);
  gc_mem* mem = make(size);
  for (unsigned length = 1; length <= 128; ++length) {
    const unsigned offset = length % 9;
    const uint64_t count = length % 3 == 0 ? (size - offset) / length : 1 + length % 50;
    memset(want, 0xaa, size);
    CALL(fill_u8, mem, 0, 0xaa, size, NULL);
    for (uint64_t i = 0; i < count; ++i) memcpy(want + offset + i * length, pattern, length);
    unsigned char own[128];
    memcpy(own, pattern, sizeof own);
    CALL(gc_memset, mem, offset, own, length, count, NULL);
    memset(own, 0, sizeof own); /* it has been copied */
    download(mem, got, size);
    assert_memory_equal(got, want, size);
  }
  CALL(gc_memset, mem, size, pattern, 5, 0, NULL);
  gc_mem_release(mem);
  free(want);
  free(got);
}

static void filled_rectangles(void** state) {
  (void)state;
  enum { size = 20000 };
  static const struct {
    uint64_t offset, row_pitch, slice_pitch, width, height, depth;
    size_t pattern_size;
  } kFills[] = {
      {0, 64, 0, 16, 20, 0, 1},      {2, 62, 0, 16, 20, 0, 2},     {4, 64, 0, 16, 20, 0, 4},
      {3, 64, 0, 16, 20, 0, 4},      {8, 64, 640, 16, 5, 4, 4},    {8, 64, 320, 16, 5, 4, 1},
      {0, 32, 64, 32, 2, 60, 2},     {0, 32, 640, 24, 12, 20, 4},  {1, 130, 0, 129, 40, 0, 3},
      {0, 128, 0, 128, 100, 0, 128}, {5, 50, 500, 48, 10, 20, 16}, {0, 0, 0, 12, 3, 4, 12},
      {0, 0, 100, 20, 0, 30, 5},     {0, 40, 0, 0, 3, 4, 7},       {0, 64, 0, 64, 64, 4, 8},
  };
  unsigned char pattern[128], *want = malloc(size), *got = malloc(size);
  fill_random(pattern, sizeof pattern, 6);
  gc_mem* mem = make(size);
  for (size_t i = 0; i < sizeof kFills / sizeof *kFills; ++i) {
    gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
    fill.dst.mem = mem;
    fill.dst.offset = kFills[i].offset;
    fill.dst.row_pitch = kFills[i].row_pitch;
    fill.dst.slice_pitch = kFills[i].slice_pitch;
    fill.width = kFills[i].width;
    fill.height = kFills[i].height;
    fill.depth = kFills[i].depth;
    fill.value = pattern;
    fill.value_size = kFills[i].pattern_size;
    memset(want, 0xaa, size);
    const uint64_t height = fill.height ? fill.height : 1,
                   row = fill.dst.row_pitch ? fill.dst.row_pitch : fill.width;
    const uint64_t slice = fill.dst.slice_pitch ? fill.dst.slice_pitch : height * row;
    for (uint64_t z = 0; z < (fill.depth ? fill.depth : 1); ++z)
      for (uint64_t y = 0; y < height; ++y)
        for (uint64_t x = 0; x < fill.width; ++x)
          want[fill.dst.offset + z * slice + y * row + x] = pattern[x % fill.value_size];
    CALL(fill_u8, mem, 0, 0xaa, size, NULL);
    CALL(gc_memset_rect, &fill, NULL);
    download(mem, got, size);
    assert_memory_equal(got, want, size);
  }
  gc_mem_release(mem);
  free(want);
  free(got);
}

/* All of them wait for what their stream has been given, and keep their memory. */
static void in_the_streams_order(void** state) {
  (void)state;
  gc_stream* stream = NULL;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  CALL(gc_stream_create, context, &options, &stream);
  gc_mem *first = zeros(kSize), *second = zeros(kSize), *host = NULL;
  CALL(alloc_host, context, kSize, &host);
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, host, &address);
  volatile unsigned char* const locked = (volatile unsigned char*)(uintptr_t)address;
  for (int i = 0; i < kSize; ++i) locked[i] = 0;
  wait_all();

  Gate gate = gate_make();
  gate_close(&gate, stream);
  const unsigned char pattern[3] = {1, 2, 3};
  CALL(gc_memset, first, 1, pattern, 3, 100, stream);
  gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
  fill.dst.mem = first;
  fill.dst.offset = 1024;
  fill.dst.row_pitch = 64;
  fill.width = 9;
  fill.height = 10;
  fill.value = pattern;
  fill.value_size = 3;
  CALL(gc_memset_rect, &fill, stream);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.src.mem = first;
  copy.src.row_pitch = 64;
  copy.dst.mem = second;
  copy.dst.row_pitch = 32;
  copy.width = 32;
  copy.height = 64;
  CALL(gc_memcpy_rect, &copy, stream);
  gc_rect_copy back = GRIDCALL_RECT_COPY_INIT;
  back.src.mem = second;
  back.src.row_pitch = 32;
  back.dst.mem = host;
  back.dst.row_pitch = 64;
  back.width = 32;
  back.height = 64;
  CALL(gc_memcpy_rect, &back, stream);
  gc_mem_release(first);
  gc_mem_release(second);
  collect();
  for (int i = 0; i < kSize; ++i) assert_int_equal(locked[i], 0);
  gate_open(&gate);
  CALL(gc_stream_synchronize, stream);
  for (int i = 0; i < kSize; ++i) {
    const int column = i % 64;
    int want = 0;
    if (column < 32 && i >= 1 && i < 301) want = 1 + (i - 1) % 3;
    if (i >= 1024 && i < 1024 + 640 && column < 9) want = 1 + column % 3;
    assert_int_equal(locked[i], want);
  }
  gate_free(&gate);
  gc_stream_release(stream);
  gc_mem_release(host);
}

/* There and back again, each time on a stream of either context. */
static void between(gc_context* peer) {
  unsigned char in[kSize], start[kSize], want[kSize], got[kSize];
  fill_random(in, kSize, 8);
  fill_random(start, kSize, 9);
  gc_mem *here = upload(in, kSize), *there = NULL;
  gc_stream *stream = NULL, *peer_stream = NULL;
  CALL(gc_mem_alloc, peer, kSize, &there);
  CALL(gc_stream_create, context, NULL, &stream);
  CALL(gc_stream_create, peer, NULL, &peer_stream);
  gc_stream* const streams[] = {NULL, stream, peer_stream};
  for (int s = 0; s < 3; ++s) {
    CALL(gc_memcpy_htod, there, 0, start, kSize, NULL);
    memcpy(want, start, kSize);
    memcpy(want + 100, in + 7, 2000);
    CALL(gc_memcpy, there, 100, here, 7, 2000, streams[s]);
    CALL(gc_memcpy_dtoh, got, there, 0, kSize, streams[s] == peer_stream ? peer_stream : NULL);
    assert_memory_equal(got, want, kSize);
    for (int shape = 0; shape < kShapeCount; ++shape) {
      gc_rect_copy copy = shape_of(shape);
      copy.dst.mem = there;
      copy.src.mem = here;
      CALL(gc_memcpy_rect, &copy, streams[s]);
      expect(&copy, want, in);
      CALL(gc_memcpy_dtoh, got, there, 0, kSize, streams[s] == peer_stream ? peer_stream : NULL);
      assert_memory_equal(got, want, kSize);
    }
    CALL(gc_memcpy, here, 0, there, 0, kSize, streams[s]);
    CALL(gc_memcpy_dtoh, got, here, 0, kSize, streams[s] == stream ? stream : NULL);
    assert_memory_equal(got, want, kSize);
    CALL(gc_memcpy_htod, here, 0, in, kSize, NULL);
  }
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy, there, 1, here, 0, kSize, NULL);
  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, fill_u8, there, 0, 0, 1, stream);
  gc_mem_release(here);
  gc_mem_release(there);
  gc_stream_release(stream);
  gc_stream_release(peer_stream);
}

static void between_contexts(void** state) {
  (void)state;
  gc_context* peer = NULL;
  CALL(gc_context_create, device, NULL, &peer);
  between(peer);
  gc_context_release(peer);
}

/* Copies between all devices of this process: GPUs, and the CPU device. */
static void between_devices(void** state) {
  (void)state;
  int32_t count = 0;
  CALL(gc_device_get_count, &count);
  for (int32_t i = 0; i < count; ++i) {
    gc_device* peer_device = NULL;
    gc_context* peer = NULL;
    CALL(gc_device_get_by_index, i, &peer_device);
    if (peer_device == device) continue;
    CALL(gc_context_get_primary, peer_device, NULL, &peer);
    between(peer);
    gc_context_release(peer);
  }
}

const struct CMUnitTest rect_tests[] = {
    {"rect_shapes", rectangles, NULL, NULL, NULL},
    {"rect_large_rectangle", large_rectangle, NULL, NULL, NULL},
    {"rect_interleaved", interleaved, NULL, NULL, NULL},
    {"rect_refusals", refusals, NULL, NULL, NULL},
    {"rect_patterns", patterns, NULL, NULL, NULL},
    {"rect_filled_rectangles", filled_rectangles, NULL, NULL, NULL},
    {"rect_in_the_streams_order", in_the_streams_order, NULL, NULL, NULL},
    {"rect_between_contexts", between_contexts, NULL, NULL, NULL},
    {"rect_between_devices", between_devices, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
