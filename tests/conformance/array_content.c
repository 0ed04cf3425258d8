/* SPDX-License-Identifier: Apache-2.0
 *
 * What arrays are filled with: patterns, elements of ndarrays and of host memory, packed channels, and
 * numbers that kernels read through gridcall_textures.h.
 */

#include <stdlib.h>

#include "arrays.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static gc_array* array_of(uint64_t width, uint64_t height, uint64_t depth, gc_array_format format,
                          uint32_t channels, gc_array_flags flags) {
  return array_with_levels(width, height, depth, format, channels, flags, 0);
}

static void get(gc_array* array, void* data, size_t size, gc_stream* stream) {
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_SIZE), size);
  copy.src.array = array;
  copy.dst.host = data;
  copy.dst.host_size = size;
  copy.width = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_WIDTH) *
               attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE);
  copy.height = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT);
  copy.depth = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_DEPTH);
  CALL(gc_memcpy_rect, &copy, stream);
}

static void expect_extent(gc_array* array, uint64_t width, uint64_t height, uint64_t depth,
                          gc_array_format format, uint64_t channels) {
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_WIDTH), width);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT), height);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_DEPTH), depth);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_FORMAT), format);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_CHANNELS), channels);
}

/* --- fills --- */

static void array_fills(void** state) {
  (void)state;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  static const struct {
    uint64_t width, height, depth; /* of the array, elements */
    gc_array_flags flags;
    uint64_t x, y, z, w, h, d; /* of the box, elements */
    size_t pattern;
  } kBoxes[] = {
      {16, 0, 0, 0, 3, 0, 0, 9, 1, 1, 4},
      {16, 8, 0, 0, 2, 1, 0, 12, 5, 1, 2},
      {16, 8, 0, 0, 0, 0, 0, 16, 8, 1, 1},
      {13, 7, 5, 0, 1, 2, 1, 9, 4, 3, 4},
      {13, 7, 5, GRIDCALL_ARRAY_LAYERED, 0, 0, 2, 13, 7, 2, 2},
      {64, 0, 6, GRIDCALL_ARRAY_LAYERED, 8, 0, 1, 32, 1, 4, 1},
      {3000, 300, 0, 0, 100, 10, 0, 2800, 280, 1, 4}, /* longer than one piece */
      {300, 30, 40, 0, 20, 3, 5, 270, 25, 33, 2},     /* pieces of several slices */
  };
  for (size_t i = 0; i < COUNT_OF(kBoxes); ++i) {
    const uint64_t W = kBoxes[i].width, H = kBoxes[i].height ? kBoxes[i].height : 1,
                   D = kBoxes[i].depth ? kBoxes[i].depth : 1;
    gc_array* array =
        array_of(W, kBoxes[i].height, kBoxes[i].depth, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, kBoxes[i].flags);
    unsigned char pattern[128];
    for (size_t at = 0; at < sizeof pattern; ++at) pattern[at] = (unsigned char)(at * 7 + i + 1);
    gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
    fill.dst.array = array;
    fill.width = W * 4;
    fill.height = H;
    fill.depth = D;
    fill.value = "\xee";
    fill.value_size = 1;
    CALL(gc_memset_rect, &fill, stream);
    fill.dst.x = kBoxes[i].x * 4;
    fill.dst.y = kBoxes[i].y;
    fill.dst.z = kBoxes[i].z;
    fill.width = kBoxes[i].w * 4;
    fill.height = kBoxes[i].h;
    fill.depth = kBoxes[i].d;
    fill.value = pattern;
    fill.value_size = kBoxes[i].pattern;
    CALL(gc_memset_rect, &fill, stream);
    const size_t size = W * H * D * 4;
    unsigned char* got = malloc(size);
    assert_non_null(got);
    get(array, got, size, stream);
    for (uint64_t z = 0; z < D; ++z)
      for (uint64_t y = 0; y < H; ++y)
        for (uint64_t x = 0; x < W * 4; ++x) {
          const int inside = x >= fill.dst.x && x < fill.dst.x + fill.width && y >= fill.dst.y &&
                             y < fill.dst.y + fill.height && z >= fill.dst.z && z < fill.dst.z + fill.depth;
          const unsigned char want = inside ? pattern[(x - fill.dst.x) % kBoxes[i].pattern] : 0xee;
          if (got[(z * H + y) * W * 4 + x] != want)
            fail_msg("box %zu: byte %d of row %d of slice %d is %d, expected %d", i, (int)x, (int)y, (int)z,
                     got[(z * H + y) * W * 4 + x], want);
        }
    free(got);
    gc_array_release(array);
  }

  gc_array* array = array_of(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 4, 0);
  gc_mem* mem = zeros(256);
#define REFUSE(status, says, ...)                                 \
  do {                                                            \
    gc_rect_fill bad = GRIDCALL_RECT_FILL_INIT;                   \
    bad.dst.array = array;                                        \
    bad.width = 64;                                               \
    bad.height = 2;                                               \
    bad.value = "ab";                                             \
    bad.value_size = 2;                                           \
    __VA_ARGS__;                                                  \
    FAILS(GRIDCALL_ERROR_##status, gc_memset_rect, &bad, stream); \
    assert_says(says);                                            \
  } while (0)
  REFUSE(OUT_OF_RANGE, "`dst.x` 128 and `width` 64", bad.dst.x = 128);
  REFUSE(OUT_OF_RANGE, "`dst.y` 3 and `height` 2", bad.dst.y = 3);
  REFUSE(OUT_OF_RANGE, "`dst.z` 0 and `depth` 2", bad.depth = 2);
  REFUSE(INVALID_ARGUMENT, "no multiple of 16", bad.dst.x = 8);
  REFUSE(INVALID_ARGUMENT, "no multiple of 16", bad.width = 40);
  REFUSE(INVALID_ARGUMENT, "`value_size` is 32, and an element of `dst.array` has 16 bytes",
         (bad.value = "0123456789abcdef0123456789abcdef", bad.value_size = 32));
  REFUSE(INVALID_ARGUMENT, "four numbers of float32",
         (bad.value = "0123456789abcdef", bad.value_size = 16, bad.color_type = GRIDCALL_SCALAR_TYPE_INT32));
  REFUSE(INVALID_ARGUMENT, "`value_size` is 2, and a colour", bad.color_type = GRIDCALL_SCALAR_TYPE_FLOAT32);
  REFUSE(INVALID_ARGUMENT, "without `dst.array`",
         (bad.dst.array = NULL, bad.dst.mem = mem, bad.color_type = GRIDCALL_SCALAR_TYPE_FLOAT32));
  REFUSE(INVALID_ARGUMENT, "2 of `dst.mem`", bad.dst.mem = mem);
  REFUSE(INVALID_ARGUMENT, "`dst.offset` is 4", bad.dst.offset = 4);
  REFUSE(INVALID_ARGUMENT, "`dst.slice_pitch` is 64", bad.dst.slice_pitch = 64);
  REFUSE(INVALID_ARGUMENT, "without `dst.array`", (bad.dst.array = NULL, bad.dst.mem = mem, bad.dst.y = 1));
  REFUSE(INVALID_ARGUMENT, "none of `dst.mem`", bad.dst.array = NULL);
#undef REFUSE
  gc_mem_release(mem);
  gc_array_release(array);
  gc_stream_release(stream);
}

/* OpenCL's fill with a colour: converted to the format, rounded to the nearest and saturated. */
static void array_fills_with_colors(void** state) {
  (void)state;
  const float half[4] = {1.0f, -0.5f, 65520.0f, 0x1.8p-24f}, unit[4] = {0.5f, -1.0f, 2.0f, 0.25f},
              tenth[4] = {1.0f, 0.5f, 0.0f, 1.0f};
  const int32_t numbers[4] = {-3, 300, -70000, INT32_MAX};
  const uint32_t counts[4] = {3, 300, 70000, UINT32_MAX};
  static const struct {
    gc_array_format format;
    uint32_t channels;
    gc_scalar_type type;
    const char* want; /* of an element */
  } kCases[] = {
      {GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4, 4, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x80\x00\xff\x40"},
      {GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2, 2, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x80\x00"},
      {GRIDCALL_ARRAY_FORMAT_SNORM_INT8X4, 4, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x40\x81\x7f\x20"},
      {GRIDCALL_ARRAY_FORMAT_UNORM_INT16X1, 1, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x00\x80"},
      {GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2, 2, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x00\x40\x01\x80"},
      {GRIDCALL_ARRAY_FORMAT_SIGNED_INT8, 4, GRIDCALL_SCALAR_TYPE_INT32, "\xfd\x7f\x80\x7f"},
      {GRIDCALL_ARRAY_FORMAT_SIGNED_INT16, 2, GRIDCALL_SCALAR_TYPE_INT32, "\xfd\xff\x2c\x01"},
      {GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1, GRIDCALL_SCALAR_TYPE_INT32, "\xfd\xff\xff\xff"},
      {GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 4, GRIDCALL_SCALAR_TYPE_UINT32, "\x03\xff\xff\xff"},
      {GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, 4, GRIDCALL_SCALAR_TYPE_UINT32,
       "\x03\x00\x2c\x01\xff\xff\xff\xff"},
      {GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32, 2, GRIDCALL_SCALAR_TYPE_UINT32,
       "\x03\x00\x00\x00\x2c\x01\x00\x00"},
      {GRIDCALL_ARRAY_FORMAT_FLOAT, 1, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x00\x00\x00\x3f"},
      {GRIDCALL_ARRAY_FORMAT_HALF, 4, GRIDCALL_SCALAR_TYPE_FLOAT32, "\x00\x3c\x00\xb8\x00\x7c\x02\x00"},
      {GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2, 4, GRIDCALL_SCALAR_TYPE_FLOAT32, "\xff\x03\x08\xc0"},
  };
  for (size_t i = 0; i < COUNT_OF(kCases); ++i) {
    gc_array* array = array_of(8, 4, 0, kCases[i].format, kCases[i].channels, 0);
    const uint64_t element = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE);
    gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
    fill.dst.array = array;
    fill.width = 8 * element;
    fill.height = 4;
    fill.value = kCases[i].type == GRIDCALL_SCALAR_TYPE_INT32                   ? (const void*)numbers
                 : kCases[i].type == GRIDCALL_SCALAR_TYPE_UINT32                ? (const void*)counts
                 : kCases[i].format == GRIDCALL_ARRAY_FORMAT_HALF               ? (const void*)half
                 : kCases[i].format == GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2 ? (const void*)tenth
                                                                                : (const void*)unit;
    fill.value_size = 16;
    fill.color_type = kCases[i].type;
    CALL(gc_memset_rect, &fill, NULL);
    unsigned char got[8 * 4 * 16];
    get(array, got, 8 * 4 * element, NULL);
    for (size_t at = 0; at < 8 * 4 * element; ++at)
      if (got[at] != (unsigned char)kCases[i].want[at % element])
        fail_msg("case %zu: byte %zu is 0x%02x, expected 0x%02x", i, at, got[at],
                 (unsigned char)kCases[i].want[at % element]);
    gc_array_release(array);
  }
}

/* --- arrays of elements --- */

static gc_ndarray* ndarray_of(gc_scalar_type type, const uint64_t* shape, size_t ndim, const void* data,
                              size_t size) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape;
  options.shape_count = ndim;
  gc_ndarray* made = NULL;
  CALL(gc_ndarray_from_host, context, data, size, &options, &made);
  return made;
}

static void array_of_elements(void** state) {
  (void)state;
  static int data[3][4][6], got[3 * 4 * 6];
  for (int i = 0; i < 72; ++i) (&data[0][0][0])[i] = i * 3 + 1;
  static const uint64_t kShape[] = {3, 4, 6};
  gc_ndarray* whole = ndarray_of(GRIDCALL_SCALAR_TYPE_INT32, kShape, 3, data, sizeof data);
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);

  gc_array* array = NULL;
  CALL(gc_array_from_ndarray, whole, GRIDCALL_ARRAY_SURFACE_LDST, 0, stream, &array);
  expect_extent(array, 6, 4, 3, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_FLAGS), GRIDCALL_ARRAY_SURFACE_LDST);
  get(array, got, sizeof got, stream);
  assert_memory_equal(got, data, sizeof data);
  gc_array_release(array);

  /* Every second row of two slices: rows at a pitch. */
  const gc_axis_slice kRows[] = {{1, 3, 1}, {0, 4, 2}, {0, 6, 1}};
  gc_ndarray* rows = NULL;
  CALL(gc_ndarray_slice, whole, kRows, 3, &rows);
  CALL(gc_array_from_ndarray, rows, 0, 0, stream, &array);
  expect_extent(array, 6, 2, 2, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1);
  get(array, got, 2 * 2 * 6 * sizeof *got, stream);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 6; ++x) assert_int_equal(got[(z * 2 + y) * 6 + x], data[z + 1][y * 2][x]);
  gc_array_release(array);
  gc_ndarray_release(rows);

  /* One column, whose rows are of one element; and backwards. */
  const gc_axis_slice kColumn[] = {{1, 1, 0}, {0, 4, 1}, {5, 6, 1}},
                      kBack[] = {{2, 2, 0}, {3, INT64_MIN, -1}};
  gc_ndarray *column = NULL, *back = NULL;
  CALL(gc_ndarray_slice, whole, kColumn, 3, &column);
  CALL(gc_array_from_ndarray, column, 0, 0, stream, &array);
  expect_extent(array, 1, 4, 0, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1);
  get(array, got, 4 * sizeof *got, stream);
  for (int y = 0; y < 4; ++y) assert_int_equal(got[y], data[1][y][5]);
  gc_array_release(array);
  gc_ndarray_release(column);
  CALL(gc_ndarray_slice, whole, kBack, 2, &back);
  CALL(gc_array_from_ndarray, back, 0, 0, stream, &array);
  get(array, got, 24 * sizeof *got, stream);
  for (int i = 0; i < 24; ++i) assert_int_equal(got[i], data[2][3 - i / 6][i % 6]);
  gc_array_release(array);
  gc_ndarray_release(back);

  /* Transposed: the first dimension is the width. */
  gc_ndarray* turned = NULL;
  CALL(gc_ndarray_transpose, whole, NULL, 0, &turned);
  CALL(gc_array_from_ndarray, turned, 0, 0, stream, &array);
  expect_extent(array, 3, 4, 6, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1);
  get(array, got, sizeof got, stream);
  for (int i = 0; i < 72; ++i) assert_int_equal(got[i], data[i % 3][i / 3 % 4][i / 12]);
  gc_array_release(array);
  gc_ndarray_release(turned);

  /* Layers of one row each, whole and of every second row. */
  const gc_axis_slice kPlane[] = {{1, 1, 0}, {0, 4, 2}};
  gc_ndarray *plane = NULL, *second = NULL;
  CALL(gc_ndarray_slice, whole, kPlane, 1, &plane);
  CALL(gc_ndarray_slice, whole, kPlane, 2, &second);
  CALL(gc_array_from_ndarray, plane, GRIDCALL_ARRAY_LAYERED, 0, stream, &array);
  expect_extent(array, 6, 0, 4, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1);
  get(array, got, 24 * sizeof *got, stream);
  assert_memory_equal(got, data[1], sizeof data[1]);
  gc_array_release(array);
  CALL(gc_array_from_ndarray, second, GRIDCALL_ARRAY_LAYERED, 0, stream, &array);
  expect_extent(array, 6, 0, 2, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1);
  get(array, got, 12 * sizeof *got, stream);
  assert_memory_equal(got, data[1][0], sizeof data[1][0]);
  assert_memory_equal(got + 6, data[1][2], sizeof data[1][2]);
  gc_array_release(array);
  gc_ndarray_release(plane);
  gc_ndarray_release(second);

  gc_ndarray_release(whole);
  gc_stream_release(stream);
}

static void array_of_host_memory(void** state) {
  (void)state;
  /* Each type's format, as it is and normalized. */
  static const struct {
    gc_scalar_type type;
    gc_array_format format, normalized;
    uint32_t channels;
  } kTypes[] = {
      {GRIDCALL_SCALAR_TYPE_INT8, GRIDCALL_ARRAY_FORMAT_SIGNED_INT8, GRIDCALL_ARRAY_FORMAT_SNORM_INT8X2, 1},
      {GRIDCALL_SCALAR_TYPE_UINT8, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2,
       1},
      {GRIDCALL_SCALAR_TYPE_INT16, GRIDCALL_ARRAY_FORMAT_SIGNED_INT16, GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2,
       1},
      {GRIDCALL_SCALAR_TYPE_UINT16, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, GRIDCALL_ARRAY_FORMAT_UNORM_INT16X2,
       1},
      {GRIDCALL_SCALAR_TYPE_INT32, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 0, 1},
      {GRIDCALL_SCALAR_TYPE_UINT32, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32, 0, 1},
      {GRIDCALL_SCALAR_TYPE_INT64, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 0, 2},
      {GRIDCALL_SCALAR_TYPE_UINT64, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 0, 2},
      {GRIDCALL_SCALAR_TYPE_FLOAT16, GRIDCALL_ARRAY_FORMAT_HALF, 0, 1},
      {GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_ARRAY_FORMAT_FLOAT, 0, 1},
      {GRIDCALL_SCALAR_TYPE_FLOAT64, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 0, 2},
      {GRIDCALL_SCALAR_TYPE_COMPLEX64, GRIDCALL_ARRAY_FORMAT_FLOAT, 0, 2},
      {GRIDCALL_SCALAR_TYPE_COMPLEX128, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 0, 4},
      {GRIDCALL_SCALAR_TYPE_BOOL, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 0, 1},
  };
  static unsigned char bytes[3 * 5 * 2 * 16], got[sizeof bytes];
  for (size_t i = 0; i < sizeof bytes; ++i) bytes[i] = (unsigned char)(i * 5 + 1);
  gc_array* array = NULL;
  for (size_t i = 0; i < COUNT_OF(kTypes); ++i) {
    const uint32_t size = gc_dtype_scalar_size(kTypes[i].type);
    const uint64_t shape[] = {3, 5, 2};
    gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
    options.scalar_type = kTypes[i].type;
    options.shape = shape;
    options.shape_count = 2;
    CALL(gc_array_from_host, context, bytes, 15 * size, &options, 0, 0, &array);
    expect_extent(array, 5, 3, 0, kTypes[i].format, kTypes[i].channels);
    get(array, got, 15 * size, NULL);
    assert_memory_equal(got, bytes, 15 * size);
    gc_array_release(array);
    options.shape_count = 3;
    if (kTypes[i].channels < 4) {
      CALL(gc_array_from_host, context, bytes, 30 * size, &options, 0, GRIDCALL_ARRAY_FROM_CHANNELS, &array);
      expect_extent(array, 5, 3, 0, kTypes[i].format, kTypes[i].channels * 2);
      get(array, got, 30 * size, NULL);
      assert_memory_equal(got, bytes, 30 * size);
      gc_array_release(array);
    } else {
      FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_array_from_host, context, bytes, 30 * size, &options, 0,
            GRIDCALL_ARRAY_FROM_CHANNELS, &array);
      assert_says("128 bits");
    }
    const gc_array_from_flags both = GRIDCALL_ARRAY_FROM_CHANNELS | GRIDCALL_ARRAY_FROM_NORMALIZED;
    if (kTypes[i].normalized) {
      CALL(gc_array_from_host, context, bytes, 30 * size, &options, 0, both, &array);
      expect_extent(array, 5, 3, 0, kTypes[i].normalized, 2);
      gc_array_release(array);
    } else {
      FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_array_from_host, context, bytes, 30 * size, &options, 0, both,
            &array);
    }
  }

  /* Fortran's order, on a stream; a cube; one element. */
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  const uint64_t shape[] = {3, 5, 2};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.flags = GRIDCALL_NDARRAY_ORDER_F;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_UINT8;
  options.shape = shape;
  options.shape_count = 3;
  options.stream = stream;
  CALL(gc_array_from_host, context, bytes, 30, &options, 0, 0, &array);
  expect_extent(array, 2, 5, 3, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 1);
  get(array, got, 30, stream);
  for (int i = 0; i < 30; ++i) assert_int_equal(got[i], bytes[i / 10 + i / 2 % 5 * 3 + i % 2 * 15]);
  gc_array_release(array);
  const uint64_t cube[] = {6, 4, 4};
  options.flags = 0;
  options.shape = cube;
  CALL(gc_array_from_host, context, bytes, 96, &options, GRIDCALL_ARRAY_CUBEMAP, 0, &array);
  expect_extent(array, 4, 4, 6, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 1);
  gc_array_release(array);
  options.shape_count = 0;
  CALL(gc_array_from_host, context, bytes, 1, &options, 0, 0, &array);
  expect_extent(array, 1, 0, 0, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 1);
  gc_array_release(array);

  /* An image's pitches, and strides that are no rows. */
  const uint64_t image[] = {2, 3, 5}; /* slices, rows, elements */
  const int64_t pitches[] = {60, 16, 2}, columns[] = {2, 4, 12}, layers[] = {60, 2};
  options = (gc_ndarray_options)GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_UINT16;
  options.shape = image;
  options.shape_count = options.stride_count = 3;
  options.stream = stream;
  const int64_t* const kLayouts[] = {pitches, columns};
  for (size_t i = 0; i < 2; ++i) {
    options.strides = kLayouts[i];
    CALL(gc_array_from_host, context, bytes, 60 + 2 * 16 + 10, &options, 0, 0, &array);
    expect_extent(array, 5, 3, 2, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, 1);
    get(array, got, 60, stream);
    for (int64_t z = 0; z < 2; ++z)
      for (int64_t y = 0; y < 3; ++y)
        for (int64_t x = 0; x < 5; ++x)
          assert_memory_equal(got + (z * 15 + y * 5 + x) * 2,
                              bytes + z * kLayouts[i][0] + y * kLayouts[i][1] + x * kLayouts[i][2], 2);
    gc_array_release(array);
  }
  options.shape_count = options.stride_count = 2;
  options.shape = image + 1;
  options.strides = layers;
  CALL(gc_array_from_host, context, bytes, 130, &options, GRIDCALL_ARRAY_LAYERED, 0, &array);
  expect_extent(array, 5, 0, 3, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, 1);
  get(array, got, 30, stream);
  for (int z = 0; z < 3; ++z) assert_memory_equal(got + 10 * z, bytes + 60 * z, 10);
  gc_array_release(array);

#define REFUSE(status, says, size, array_flags, from_flags, ...)                                            \
  do {                                                                                                      \
    gc_ndarray_options bad = GRIDCALL_NDARRAY_OPTIONS_INIT;                                                 \
    bad.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;                                                         \
    bad.shape = shape;                                                                                      \
    bad.shape_count = 2;                                                                                    \
    __VA_ARGS__;                                                                                            \
    FAILS(GRIDCALL_ERROR_##status, gc_array_from_host, context, bytes, size, &bad, array_flags, from_flags, \
          &array);                                                                                          \
    assert_says(says);                                                                                      \
  } while (0)
  const uint64_t kFour[] = {2, 2, 2, 2}, kEmpty[] = {3, 0}, kThree[] = {4, 3};
  const int64_t kStrides[] = {24, 4}, kBackwards[] = {20, -4};
  REFUSE(INVALID_ARGUMENT, "60", 56, 0, 0, (void)bad);
  REFUSE(INVALID_ARGUMENT, "has 4 dimensions", 64, 0, 0, (bad.shape = kFour, bad.shape_count = 4));
  REFUSE(INVALID_ARGUMENT, "(3, 0) has no elements", 0, 0, 0, bad.shape = kEmpty);
  REFUSE(INVALID_ARGUMENT, "pass 1, 2 or 4", 48, 0, GRIDCALL_ARRAY_FROM_CHANNELS, bad.shape = kThree);
  REFUSE(INVALID_ARGUMENT, "there is no dimension", 4, 0, GRIDCALL_ARRAY_FROM_CHANNELS, bad.shape_count = 0);
  REFUSE(INVALID_ARGUMENT, "`from_flags` has NORMALIZED, and the elements are float32", 60, 0,
         GRIDCALL_ARRAY_FROM_NORMALIZED, (void)bad);
  REFUSE(INVALID_ARGUMENT, "LAYERED", 12, GRIDCALL_ARRAY_LAYERED, 0, bad.shape_count = 1);
  REFUSE(INVALID_ARGUMENT, "squares", 60, GRIDCALL_ARRAY_CUBEMAP, 0, (void)bad);
  REFUSE(UNSUPPORTED, "bfloat16", 30, 0, 0, bad.scalar_type = GRIDCALL_SCALAR_TYPE_BFLOAT16);
  REFUSE(INVALID_OPTIONS, "`options->place`", 60, 0, 0, bad.place = GRIDCALL_MEM_PLACE_HOST);
  REFUSE(OUT_OF_RANGE, "reach byte 68 of `data`, which has 67", 67, 0, 0,
         (bad.strides = kStrides, bad.stride_count = 2));
  REFUSE(INVALID_ARGUMENT, "before the beginning of `data`", 60, 0, 0,
         (bad.strides = kBackwards, bad.stride_count = 2));
  REFUSE(INVALID_OPTIONS, "array_flags", 60, 1 << 10, 0, (void)bad);
  REFUSE(INVALID_OPTIONS, "from_flags", 60, 0, 1 << 10, (void)bad);
#undef REFUSE
  gc_stream_release(stream);
}

/* --- what kernels read of them --- */

static gc_texture* texture_of(gc_array* array, gc_filter_mode filter) {
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = array;
  options.sampling.filter = filter;
  options.sampling.address_x = options.sampling.address_y = options.sampling.address_z =
      GRIDCALL_ADDRESS_MODE_CLAMP;
  gc_texture* texture = NULL;
  CALL(gc_texture_create, context, &options, &texture);
  return texture;
}

static void array_packed_channels(void** state) {
  (void)state;
  gc_image_format_info info = GRIDCALL_IMAGE_FORMAT_INFO_INIT;
  CALL(gc_array_find_format, GRIDCALL_CHANNEL_ORDER_RGBA, GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2, &info);
  assert_int_equal(info.format, GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2);
  assert_int_equal(info.channels, 4);
  assert_int_equal(info.channel_size, 0);
  assert_int_equal(info.element_size, 4);
  assert_string_equal(info.order_name, "RGBA");
  assert_string_equal(info.type_name, "UNORM_INT_101010_2");
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_array_find_format, GRIDCALL_CHANNEL_ORDER_RG,
        GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2, &info);
  assert_says("pass RGBA");
  gc_image_format formats[64];
  size_t count = 0, found = 0;
  CALL(gc_array_get_image_formats, context, 0, 2, formats, 64, &count);
  for (size_t i = 0; i < count; ++i)
    found += formats[i].channel_type == GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2;
  if (!found) { /* a device that does not have it says so */
    assert_true(is_gpu);
    return;
  }

  gc_module* module = compile(
      "extern \"C\" __global__ void read(cudaTextureObject_t t, float4* to, int n) {\n"
      "  int i = threadIdx.x;\n"
      "  if (i < n) to[i] = tex2D<float4>(t, i % 8 + 0.5f, i / 8 + 0.5f);\n"
      "}\n"
      "extern \"C\" __global__ void write(cudaSurfaceObject_t s, int n) {\n"
      "  int i = threadIdx.x;\n"
      "  if (i < n) surf2Dwrite(~surf2Dread<unsigned>(s, i % 8 * 4, i / 8), s, i % 8 * 4, i / 8);\n"
      "}\n");
  uint32_t words[32], got[32];
  uint64_t random = 3;
  for (int i = 0; i < 32; ++i) words[i] = random_u32(&random);
  words[0] = 0;
  words[1] = ~0U;
  gc_array* array = array_of(8, 4, 0, info.format, 4, GRIDCALL_ARRAY_SURFACE_LDST);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE), 4);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_TYPE),
                   GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.host = words;
  copy.src.host_size = sizeof words;
  copy.width = 32;
  copy.height = 4;
  CALL(gc_memcpy_rect, &copy, NULL);
  gc_texture* texture = texture_of(array, GRIDCALL_FILTER_MODE_POINT);
  gc_mem* out = zeros(32 * 4 * sizeof(float));
  float texels[32][4];
  run(kernel_of(module, "read"), 1, 32, ARGS((gc_arg)GRIDCALL_ARG_TEXTURE(texture), M(out), I(32)));
  download(out, texels, sizeof texels);
  for (int i = 0; i < 32; ++i) {
    const float want[4] = {(float)(words[i] & 1023) / 1023.0f, (float)(words[i] >> 10 & 1023) / 1023.0f,
                           (float)(words[i] >> 20 & 1023) / 1023.0f, (float)(words[i] >> 30) / 3.0f};
    for (int c = 0; c < 4; ++c)
      if (texels[i][c] != want[c])
        fail_msg("channel %d of %08x is %.9g, expected %.9g", c, words[i], (double)texels[i][c],
                 (double)want[c]);
  }
  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  run(kernel_of(module, "write"), 1, 32, ARGS((gc_arg)GRIDCALL_ARG_SURFACE(surface), I(32)));
  get(array, got, sizeof got, NULL);
  for (int i = 0; i < 32; ++i) assert_int_equal(got[i], ~words[i]);
  gc_surface_release(surface);
  gc_texture_release(texture);
  gc_array_release(array);
  gc_mem_release(out);
  gc_module_release(module);
}

/* PyCUDA's helpers for numbers that textures do not have. */
static const char kHelpers[] =
    "#include <pycuda-helpers.hpp>\n"
    "texture<fp_tex_double, 2, cudaReadModeElementType> reals;\n"
    "texture<fp_tex_cfloat, cudaTextureType2DLayered, cudaReadModeElementType> pairs;\n"
    "texture<fp_tex_cdouble, 3, cudaReadModeElementType> wides;\n"
    "surface<void, cudaSurfaceType2D> canvas;\n"
    "surface<void, cudaSurfaceType3D> volume;\n"
    "surface<void, cudaSurfaceType2DLayered> layers;\n"
    "__global__ void read(double *a, float2 *b, double2 *c) {\n"
    "  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, i = (z * 3 + y) * 4 + x;\n"
    "  if (z == 0) a[i] = fp_tex2D(reals, x, y);\n"
    "  b[i] = fp_tex2DLayered(pairs, x, y, z);\n"
    "  c[i] = fp_tex3D(wides, x, y, z);\n"
    "}\n"
    "__global__ void twice() {\n"
    "  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;\n"
    "  double a; float2 b; double2 c;\n"
    "  if (z == 0) {\n"
    "    fp_surf2Dread(&a, canvas, x, y, cudaBoundaryModeClamp);\n"
    "    fp_surf2Dwrite(a * 2, canvas, x, y, cudaBoundaryModeClamp);\n"
    "  }\n"
    "  fp_surf2DLayeredread(&b, layers, x, y, z, cudaBoundaryModeClamp);\n"
    "  b.y = -b.y;\n"
    "  fp_surf2DLayeredwrite(b, layers, x, y, z, cudaBoundaryModeClamp);\n"
    "  fp_surf3Dread(&c, volume, x, y, z, cudaBoundaryModeClamp);\n"
    "  c.x += c.y;\n"
    "  fp_surf3Dwrite(c, volume, x, y, z, cudaBoundaryModeClamp);\n"
    "}\n";

static void texture_helpers(void** state) {
  (void)state;
  enum { N = 2 * 3 * 4 };
  double reals[12], wides[N][2];
  float pairs[N][2];
  for (int i = 0; i < N; ++i) {
    if (i < 12) reals[i] = i / 3.0 - 1;
    pairs[i][0] = (float)i / 7;
    pairs[i][1] = 3 - (float)i;
    wides[i][0] = i / 7.0;
    wides[i][1] = 1e300 / (i + 1);
  }
  const uint64_t kShape[] = {2, 3, 4};
  const struct {
    gc_scalar_type type;
    const uint64_t* shape;
    size_t ndim;
    const void* data;
    size_t size;
    gc_array_flags flags;
    const char *texture, *surface;
  } kArrays[3] = {{GRIDCALL_SCALAR_TYPE_FLOAT64, kShape + 1, 2, reals, sizeof reals, 0, "reals", "canvas"},
                  {GRIDCALL_SCALAR_TYPE_COMPLEX64, kShape, 3, pairs, sizeof pairs, GRIDCALL_ARRAY_LAYERED,
                   "pairs", "layers"},
                  {GRIDCALL_SCALAR_TYPE_COMPLEX128, kShape, 3, wides, sizeof wides, 0, "wides", "volume"}};
  gc_module* module = compile(kHelpers);
  gc_array* arrays[3];
  gc_texture* textures[3];
  gc_surface* surfaces[3];
  for (int i = 0; i < 3; ++i) {
    gc_ndarray* from =
        ndarray_of(kArrays[i].type, kArrays[i].shape, kArrays[i].ndim, kArrays[i].data, kArrays[i].size);
    CALL(gc_array_from_ndarray, from, kArrays[i].flags | GRIDCALL_ARRAY_SURFACE_LDST, 0, NULL, &arrays[i]);
    gc_ndarray_release(from);
    textures[i] = texture_of(arrays[i], GRIDCALL_FILTER_MODE_POINT);
    CALL(gc_surface_create, arrays[i], &surfaces[i]);
    CALL(gc_module_bind_texture, module, kArrays[i].texture, textures[i], NULL);
    CALL(gc_module_bind_surface, module, kArrays[i].surface, surfaces[i], NULL);
  }
  gc_mem *a = zeros(sizeof reals), *b = zeros(sizeof pairs), *c = zeros(sizeof wides);
  run_shape(kernel_of(module, "read"), (Shape){{1, 1, 1}, {4, 3, 2}, 0}, ARGS(M(a), M(b), M(c)));
  double got_reals[12], got_wides[N][2];
  float got_pairs[N][2];
  download(a, got_reals, sizeof got_reals);
  download(b, got_pairs, sizeof got_pairs);
  download(c, got_wides, sizeof got_wides);
  assert_memory_equal(got_reals, reals, sizeof reals);
  assert_memory_equal(got_pairs, pairs, sizeof pairs);
  assert_memory_equal(got_wides, wides, sizeof wides);
  run_shape(kernel_of(module, "twice"), (Shape){{1, 1, 1}, {4, 3, 2}, 0}, NULL, 0);
  get(arrays[0], got_reals, sizeof got_reals, NULL);
  get(arrays[1], got_pairs, sizeof got_pairs, NULL);
  get(arrays[2], got_wides, sizeof got_wides, NULL);
  for (int i = 0; i < N; ++i) {
    if (i < 12) assert_true(got_reals[i] == reals[i] * 2);
    assert_true(got_pairs[i][0] == pairs[i][0] && got_pairs[i][1] == -pairs[i][1]);
    assert_true(got_wides[i][0] == wides[i][0] + wides[i][1] && got_wides[i][1] == wides[i][1]);
  }
  gc_module_release(module);
  for (int i = 0; i < 3; ++i) {
    gc_surface_release(surfaces[i]);
    gc_texture_release(textures[i]);
    gc_array_release(arrays[i]);
  }
  gc_mem_release(a);
  gc_mem_release(b);
  gc_mem_release(c);
}

const struct CMUnitTest array_content_tests[] = {
    cmocka_unit_test(array_fills_with_colors),
    cmocka_unit_test(array_fills),
    cmocka_unit_test(array_of_elements),
    cmocka_unit_test(array_of_host_memory),
    cmocka_unit_test(array_packed_channels),
    cmocka_unit_test(texture_helpers),
    {NULL, NULL, NULL, NULL, NULL},
};
