/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays, textures, surfaces and samplers: what they hold, copy and refuse. What reads return, texel by
 * texel, is tests/textures.
 */

#include <stdlib.h>

#include "arrays.h"

/* All of it, from and to memory without gaps. */
static void put(gc_array* array, const void* data) {
  const uint64_t height = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT),
                 depth = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_DEPTH);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.host = (void*)data;
  copy.src.host_size = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_SIZE);
  copy.width = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_WIDTH) *
               attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE);
  copy.height = height;
  copy.depth = depth;
  CALL(gc_memcpy_rect, &copy, NULL);
}

static void get(gc_array* array, void* data) {
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.src.array = array;
  copy.dst.host = data;
  copy.dst.host_size = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_SIZE);
  copy.width = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_WIDTH) *
               attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE);
  copy.height = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT);
  copy.depth = attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_DEPTH);
  CALL(gc_memcpy_rect, &copy, NULL);
}

static gc_texture* texture_of(gc_array* array, gc_filter_mode filter, gc_address_mode mode) {
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = array;
  options.sampling.filter = filter;
  options.sampling.address_x = options.sampling.address_y = options.sampling.address_z = mode;
  gc_texture* texture = NULL;
  CALL(gc_texture_create, context, &options, &texture);
  return texture;
}

static gc_arg arg_texture(gc_texture* texture) {
  return (gc_arg)GRIDCALL_ARG_TEXTURE(texture);
}
static gc_arg arg_surface(gc_surface* surface) {
  return (gc_arg)GRIDCALL_ARG_SURFACE(surface);
}
#define T(texture) arg_texture(texture)
#define S(surface) arg_surface(surface)

static gc_kernel* kernel(const char* name) {
  return kernel_of(load("texture", NULL, 0), name);
}

static void array_attributes(void** state) {
  (void)state;
  gc_array* array = array_with_levels(16, 8, 12, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, 2,
                                      GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_SURFACE_LDST, 0);
  static const struct {
    gc_array_attribute which;
    uint64_t value;
  } kExpected[] = {
      {GRIDCALL_ARRAY_ATTRIBUTE_WIDTH, 16},
      {GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT, 8},
      {GRIDCALL_ARRAY_ATTRIBUTE_DEPTH, 12},
      {GRIDCALL_ARRAY_ATTRIBUTE_FORMAT, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16},
      {GRIDCALL_ARRAY_ATTRIBUTE_CHANNELS, 2},
      {GRIDCALL_ARRAY_ATTRIBUTE_FLAGS, GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_SURFACE_LDST},
      {GRIDCALL_ARRAY_ATTRIBUTE_LEVELS, 0},
      {GRIDCALL_ARRAY_ATTRIBUTE_LEVEL, 0},
      {GRIDCALL_ARRAY_ATTRIBUTE_LAYERS, 12},
      {GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE, 4},
      {GRIDCALL_ARRAY_ATTRIBUTE_SIZE, 16 * 8 * 12 * 4},
      {GRIDCALL_ARRAY_ATTRIBUTE_SAMPLES, 0},
      {GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_ORDER, GRIDCALL_CHANNEL_ORDER_RG},
      {GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_TYPE, GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16},
      {GRIDCALL_ARRAY_ATTRIBUTE_ROW_PITCH, 16 * 4},
      {GRIDCALL_ARRAY_ATTRIBUTE_SLICE_PITCH, 16 * 8 * 4},
      {GRIDCALL_ARRAY_ATTRIBUTE_REFERENCE_COUNT, 1},
      {GRIDCALL_ARRAY_ATTRIBUTE_MAP_COUNT, 0},
  };
  for (size_t i = 0; i < sizeof kExpected / sizeof *kExpected; ++i)
    assert_int_equal(attribute(array, kExpected[i].which), kExpected[i].value);
  uint64_t value = 0;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_array_get_attribute, array, 7, &value);
  gc_context* its = NULL;
  CALL(gc_handle_get_context, array, &its);
  gc_context_release(its);

  gc_array* flat = array_with_levels(16, 8, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 0);
  assert_int_equal(attribute(flat, GRIDCALL_ARRAY_ATTRIBUTE_SLICE_PITCH), 0);
  gc_array_release(flat);

  gc_array* wrapped = NULL;
  uint64_t native = 0;
  CALL(gc_handle_get_native, array, &native);
  CALL(gc_array_wrap, context, native, &wrapped);
  assert_int_equal(attribute(wrapped, GRIDCALL_ARRAY_ATTRIBUTE_DEPTH), 12);
  gc_array_release(wrapped);
  gc_array_release(array);
  if (!is_gpu) {  // a GPU's driver takes any number for an address
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_array_wrap, context, 12345, &wrapped);
    assert_says("`native`");
  }
}

static void array_levels(void** state) {
  (void)state;
  gc_array* array = array_with_levels(20, 6, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 4);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_LEVELS), 4);
  gc_array* level = NULL;
  CALL(gc_array_get_level, array, 2, &level);
  assert_int_equal(attribute(level, GRIDCALL_ARRAY_ATTRIBUTE_WIDTH), 5);
  assert_int_equal(attribute(level, GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT), 1);
  assert_int_equal(attribute(level, GRIDCALL_ARRAY_ATTRIBUTE_LEVEL), 2);
  const float texels[5] = {1, 2, 3, 4, 5};
  put(level, texels);
  gc_array* again = NULL;
  CALL(gc_array_get_level, array, 2, &again);
  gc_array_release(array); /* its levels hold it */
  float got[5] = {0};
  get(again, got);
  assert_memory_equal(got, texels, sizeof got);
  gc_array_release(again);
  gc_array_release(level);

  array = array_with_levels(8, 8, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 2);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_array_get_level, array, 2, &level);
  assert_says("`level` is 2");
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.host = (void*)texels;
  copy.src.host_size = sizeof texels;
  copy.width = 4;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_memcpy_rect, &copy, NULL);
  assert_says("2 levels");
  gc_surface* surface = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_surface_create, array, &surface);
  gc_array_release(array);
}

static void array_refusals(void** state) {
  (void)state;
  gc_array* array = NULL;
#define REFUSE(status, says, ...)                                         \
  do {                                                                    \
    gc_array_options o = GRIDCALL_ARRAY_OPTIONS_INIT;                     \
    o.width = o.height = 8;                                               \
    o.format = GRIDCALL_ARRAY_FORMAT_FLOAT;                               \
    o.channels = 1;                                                       \
    __VA_ARGS__;                                                          \
    FAILS(GRIDCALL_ERROR_##status, gc_array_create, context, &o, &array); \
    assert_says(says);                                                    \
  } while (0)
  REFUSE(INVALID_ARGUMENT, "`width` is 0", o.width = 0);
  REFUSE(INVALID_ARGUMENT, "`channels` is 3", o.channels = 3);
  REFUSE(INVALID_ARGUMENT, "`depth` is 4 and `height` 0", (o.height = 0, o.depth = 4));
  REFUSE(INVALID_ARGUMENT, "`depth` is 5", (o.flags = GRIDCALL_ARRAY_CUBEMAP, o.depth = 5));
  REFUSE(INVALID_ARGUMENT, "`height` 4", (o.flags = GRIDCALL_ARRAY_CUBEMAP, o.depth = 6, o.height = 4));
  REFUSE(INVALID_ARGUMENT, "LAYERED", o.flags = GRIDCALL_ARRAY_LAYERED);
  REFUSE(INVALID_ARGUMENT, "TEXTURE_GATHER", (o.flags = GRIDCALL_ARRAY_TEXTURE_GATHER, o.depth = 4));
  REFUSE(INVALID_ARGUMENT, "`levels` is 5", o.levels = 5);
  REFUSE(OUT_OF_RANGE, "`width` 4294967296", o.width = UINT64_C(1) << 32);
  REFUSE(OUT_OF_RANGE, "`depth` 100000", o.depth = 100000);
  REFUSE(INVALID_ARGUMENT, "`channels` is 2",
         (o.format = GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4, o.channels = 2));
#undef REFUSE
}

static void array_formats(void** state) {
  (void)state;
  gc_image_format_info info = GRIDCALL_IMAGE_FORMAT_INFO_INIT;
  CALL(gc_array_find_format, GRIDCALL_CHANNEL_ORDER_RGBA, GRIDCALL_CHANNEL_TYPE_UNORM_INT8, &info);
  assert_int_equal(info.format, GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4);
  assert_int_equal(info.channels, 4);
  assert_int_equal(info.channel_size, 1);
  assert_int_equal(info.element_size, 4);
  assert_string_equal(info.order_name, "RGBA");
  assert_string_equal(info.type_name, "UNORM_INT8");
  CALL(gc_array_find_format, GRIDCALL_CHANNEL_ORDER_RG, GRIDCALL_CHANNEL_TYPE_HALF_FLOAT, &info);
  assert_int_equal(info.format, GRIDCALL_ARRAY_FORMAT_HALF);
  assert_int_equal(info.channels, 2);
  assert_int_equal(info.channel_size, 2);
  assert_int_equal(info.element_size, 4);
  assert_string_equal(info.order_name, "RG");
  assert_string_equal(info.type_name, "HALF_FLOAT");
  static const struct {
    gc_channel_order order;
    gc_channel_type type;
    const char* says;
  } kNone[] = {
      {GRIDCALL_CHANNEL_ORDER_RGB, GRIDCALL_CHANNEL_TYPE_UNORM_INT8, "RGB"},
      {GRIDCALL_CHANNEL_ORDER_A, GRIDCALL_CHANNEL_TYPE_FLOAT, "`order` is A"},
      {GRIDCALL_CHANNEL_ORDER_BGRA, GRIDCALL_CHANNEL_TYPE_UNORM_INT8, "BGRA"},
      {GRIDCALL_CHANNEL_ORDER_LUMINANCE, GRIDCALL_CHANNEL_TYPE_FLOAT, "LUMINANCE"},
      {GRIDCALL_CHANNEL_ORDER_RGBA, GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_565, "UNORM_SHORT_565"},
      {GRIDCALL_CHANNEL_ORDER_R, GRIDCALL_CHANNEL_TYPE_UNORM_INT24, "UNORM_INT24"},
  };
  for (size_t i = 0; i < sizeof kNone / sizeof *kNone; ++i) {
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_array_find_format, kNone[i].order, kNone[i].type, &info);
    assert_says(kNone[i].says);
  }
  assert_int_equal(info.format, GRIDCALL_ARRAY_FORMAT_HALF); /* untouched */
  /* Each format of a list can be had: of OpenCL's image types, and of cubes and arrays for gathers. */
  static const struct {
    gc_array_flags flags;
    uint32_t dimensions, depth;
  } kKinds[] = {
      {0, 1, 0},
      {0, 2, 0},
      {0, 3, 4},
      {GRIDCALL_ARRAY_LAYERED, 1, 3},
      {GRIDCALL_ARRAY_LAYERED, 2, 3},
      {GRIDCALL_ARRAY_CUBEMAP, 2, 6},
      {GRIDCALL_ARRAY_CUBEMAP | GRIDCALL_ARRAY_LAYERED, 2, 12},
  };
  for (size_t kind = 0; kind < sizeof kKinds / sizeof *kKinds; ++kind)
    for (int surface = 0; surface < 2; ++surface) {
      const gc_array_flags flags = kKinds[kind].flags | (surface ? GRIDCALL_ARRAY_SURFACE_LDST : 0);
      const uint32_t dimensions = kKinds[kind].dimensions;
      gc_image_format formats[64];
      size_t count = 0, again = 0;
      CALL(gc_array_get_image_formats, context, flags, dimensions, formats, 64, &count);
      assert_true(count >= 24); /* 8 formats of integers and floats with 1, 2 and 4 channels */
      for (size_t i = 0; i < count; ++i) {
        CALL(gc_array_find_format, formats[i].order, formats[i].channel_type, &info);
        gc_array* array = array_with_levels(4, dimensions > 1 ? 4 : 0, kKinds[kind].depth, info.format,
                                            info.channels, flags, 0);
        assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE), info.element_size);
        gc_array_release(array);
      }
      CALL(gc_array_get_image_formats, context, flags, dimensions, formats, 64, &again);
      assert_int_equal(count, again);
    }
  size_t count = 0;
  CALL(gc_array_get_image_formats, context, GRIDCALL_ARRAY_TEXTURE_GATHER, 2, NULL, 0, &count);
  assert_true(count >= 3);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_array_get_image_formats, context, 0, 4, NULL, 0, &count);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_array_get_image_formats, context, GRIDCALL_ARRAY_LAYERED, 3, NULL,
        0, &count);
  assert_says("LAYERED");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_array_get_image_formats, context, GRIDCALL_ARRAY_CUBEMAP, 1, NULL,
        0, &count);
  assert_says("CUBEMAP");
}

/* Between host memory, linear memory and arrays, whole and in parts. */
static void array_copies(void** state) {
  (void)state;
  enum { W = 12, H = 7, D = 5 };
  static unsigned short data[D][H][W], got[D][H][W];
  uint64_t random = 5;
  for (size_t i = 0; i < (size_t)D * H * W; ++i) (&data[0][0][0])[i] = (unsigned short)random_u32(&random);
  gc_array* first = array_with_levels(W, H, D, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, 1, 0, 0);
  gc_array* second =
      array_with_levels(W, H, D, GRIDCALL_ARRAY_FORMAT_SIGNED_INT16, 1, GRIDCALL_ARRAY_LAYERED, 0);
  put(first, data);
  get(first, got);
  assert_memory_equal(got, data, sizeof data);

  /* A box in the middle, array to array, by a stream. */
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  static unsigned short zero[D][H][W];
  put(second, zero);
  gc_rect_copy box = GRIDCALL_RECT_COPY_INIT;
  box.dst.array = second;
  box.dst.x = 2;
  box.dst.y = 1;
  box.dst.z = 1;
  box.src.array = first;
  box.src.x = 6;
  box.src.y = 2;
  box.src.z = 3;
  box.width = 10;
  box.height = 4;
  box.depth = 2;
  CALL(gc_memcpy_rect, &box, stream);
  /* To linear memory with pitches, behind it. */
  gc_mem* mem = zeros(64 * 10 * 5);
  gc_rect_copy out = GRIDCALL_RECT_COPY_INIT;
  out.src.array = second;
  out.dst.mem = mem;
  out.dst.offset = 6;
  out.dst.row_pitch = 64;
  out.dst.slice_pitch = 640;
  out.width = W * 2;
  out.height = H;
  out.depth = D;
  CALL(gc_memcpy_rect, &out, stream);
  CALL(gc_stream_synchronize, stream);
  static unsigned char linear[64 * 10 * 5];
  download(mem, linear, sizeof linear);
  for (size_t z = 0; z < D; ++z)
    for (size_t y = 0; y < H; ++y)
      for (size_t x = 0; x < W; ++x) {
        unsigned short value = 0;
        memcpy(&value, linear + 6 + z * 640 + y * 64 + x * 2, 2);
        const int inside = x >= 1 && x < 6 && y >= 1 && y < 5 && z >= 1 && z < 3;
        assert_int_equal(value, inside ? data[z + 2][y + 1][x + 2] : 0);
      }
  /* And back. */
  out.dst.mem = NULL;
  out.dst.offset = out.dst.row_pitch = out.dst.slice_pitch = 0;
  out.src.array = NULL;
  out.src.mem = mem;
  out.src.offset = 6;
  out.src.row_pitch = 64;
  out.src.slice_pitch = 640;
  out.dst.array = first;
  CALL(gc_memcpy_rect, &out, stream);
  get(first, got);
  assert_int_equal(got[1][1][1], data[3][2][3]);

#define REFUSE(status, says, change)                              \
  do {                                                            \
    gc_rect_copy bad = box;                                       \
    change;                                                       \
    FAILS(GRIDCALL_ERROR_##status, gc_memcpy_rect, &bad, stream); \
    assert_says(says);                                            \
  } while (0)
  REFUSE(OUT_OF_RANGE, "`dst.x` 16", bad.dst.x = 16);
  REFUSE(OUT_OF_RANGE, "`src.y` 4", bad.src.y = 4);
  REFUSE(OUT_OF_RANGE, "`dst.z` 4", bad.dst.z = 4);
  REFUSE(OUT_OF_RANGE, "`height` 18446744073709551615", bad.height = UINT64_MAX);
  REFUSE(INVALID_ARGUMENT, "no multiple of 2", bad.src.x = 5);
  REFUSE(INVALID_ARGUMENT, "`src.offset` is 2", bad.src.offset = 2);
  REFUSE(INVALID_ARGUMENT, "`dst.row_pitch` is 64", bad.dst.row_pitch = 64);
  REFUSE(INVALID_ARGUMENT, "2 of `src.mem`", bad.src.mem = mem);
  REFUSE(INVALID_ARGUMENT, "overlap", (bad.dst.array = first, bad.src.z = 2));
  REFUSE(INVALID_ARGUMENT, "without `dst.array`", (bad.dst.array = NULL, bad.dst.mem = mem));
#undef REFUSE
  gc_stream_release(stream);
  gc_array_release(first);
  gc_array_release(second);
  gc_mem_release(mem);
}

static void array_mapping(void** state) {
  (void)state;
  float texels[4][8], *host;
  for (int i = 0; i < 32; ++i) (&texels[0][0])[i] = (float)i;
  gc_array* array = array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 0);
  put(array, texels);
  gc_array_region region = GRIDCALL_ARRAY_REGION_INIT;
  region.x = 8;
  region.y = 1;
  region.width = 12;
  gc_mapping* mapping = NULL;
  CALL(gc_array_map, array, &region, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, NULL, &mapping);
  gc_event* ready = NULL;
  CALL(gc_mapping_get_event, mapping, &ready);
  CALL(gc_event_synchronize, ready);
  uint64_t address = 0, pitch = 0, slice = 0, size = 0;
  CALL(gc_mapping_get_address, mapping, &address);
  CALL(gc_mapping_get_attribute, mapping, GRIDCALL_MAPPING_ATTRIBUTE_ROW_PITCH, &pitch);
  CALL(gc_mapping_get_attribute, mapping, GRIDCALL_MAPPING_ATTRIBUTE_SLICE_PITCH, &slice);
  CALL(gc_mapping_get_attribute, mapping, GRIDCALL_MAPPING_ATTRIBUTE_SIZE, &size);
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_MAP_COUNT), 1);
  assert_int_equal(pitch, 12);
  assert_int_equal(slice, 36);
  assert_int_equal(size, 36);
  host = (float*)(uintptr_t)address;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) {
      assert_true(host[y * 3 + x] == texels[y + 1][x + 2]);
      host[y * 3 + x] = -1;
    }
  gc_mapping_release(mapping); /* unmaps */
  collect();
  assert_int_equal(attribute(array, GRIDCALL_ARRAY_ATTRIBUTE_MAP_COUNT), 0);
  gc_event_release(ready);
  float got[4][8];
  get(array, got);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x) assert_true(got[y][x] == (y >= 1 && x >= 2 && x < 5 ? -1 : texels[y][x]));
  region.x = 32;
  region.width = 0;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_array_map, array, &region, GRIDCALL_MAP_READ, NULL, &mapping);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_array_map, array, NULL, 0, NULL, &mapping);
  gc_array_release(array);
}

static void texture_of_array(void** state) {
  (void)state;
  float texels[4][8], got[32];
  for (int i = 0; i < 32; ++i) (&texels[0][0])[i] = (float)(i * i);
  gc_array* array = array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 0);
  put(array, texels);
  gc_texture* texture = texture_of(array, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  gc_array* its = NULL;
  CALL(gc_texture_get_array, texture, &its);
  uint64_t a = 0, b = 0, value = 0;
  CALL(gc_handle_get_identity, its, &a);
  CALL(gc_handle_get_identity, array, &b);
  assert_int_equal(a, b);
  gc_array_release(its);
  gc_array_release(array); /* the texture holds it */
  CALL(gc_texture_get_attribute, texture, GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_X, &value);
  assert_int_equal(value, GRIDCALL_ADDRESS_MODE_CLAMP);
  CALL(gc_texture_get_attribute, texture, GRIDCALL_TEXTURE_ATTRIBUTE_FORMAT, &value);
  assert_int_equal(value, GRIDCALL_ARRAY_FORMAT_FLOAT);
  CALL(gc_handle_get_native, texture, &value);
  gc_mem* out = zeros(sizeof got);
  run(kernel("read_2d"), 1, 32, ARGS(T(texture), M(out), I(8), I(4), F(1.0f), F(0.5f)));
  download(out, got, sizeof got);
  assert_memory_equal(got, texels, sizeof got);

  /* Half way between four texels. */
  gc_texture* linear = NULL;
  CALL(gc_texture_get_array, texture, &its);
  linear = texture_of(its, GRIDCALL_FILTER_MODE_LINEAR, GRIDCALL_ADDRESS_MODE_CLAMP);
  gc_array_release(its);
  run(kernel("read_2d"), 1, 32, ARGS(T(linear), M(out), I(7), I(3), F(1.0f), F(1.0f)));
  download(out, got, sizeof got);
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 7; ++x)
      assert_true(got[y * 7 + x] ==
                  (texels[y][x] + texels[y][x + 1] + texels[y + 1][x] + texels[y + 1][x + 1]) / 4);
  gc_texture_release(linear);
  gc_texture_release(texture);
  gc_mem_release(out);
}

static void texture_of_memory(void** state) {
  (void)state;
  float texels[1024], got[64];
  for (int i = 0; i < 1024; ++i) texels[i] = (float)i;
  gc_mem *mem = upload(texels, sizeof texels), *out = zeros(sizeof got);
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.mem = mem;
  options.width = 20;
  options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  options.channels = 1;
  gc_texture* texture = NULL;
  CALL(gc_texture_create, context, &options, &texture);
  run(kernel("read_1d"), 1, 32, ARGS(T(texture), M(out), I(32)));
  download(out, got, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) assert_true(got[i] == (i >= 1 && i <= 20 ? (float)(i - 1) : 0));
  gc_array* none = NULL;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_texture_get_array, texture, &none);
  gc_texture_release(texture);

  /* Rows. */
  options.height = 4;
  options.row_pitch = 512;
  options.sampling.address_x = options.sampling.address_y = GRIDCALL_ADDRESS_MODE_BORDER;
  options.sampling.border_r = -3;
  CALL(gc_texture_create, context, &options, &texture);
  run(kernel("read_2d"), 1, 64, ARGS(T(texture), M(out), I(8), I(8), F(1.0f), F(0.5f)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_true(got[i] == (i / 8 < 4 ? (float)(i % 8 + i / 8 * 128) : -3));
  /* The attributes of an image over a buffer, as OpenCL has it. */
  uint64_t address = address_of(mem);
  const struct {
    gc_texture_attribute which;
    uint64_t value;
  } kLinear[] = {
      {GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS, address},
      {GRIDCALL_TEXTURE_ATTRIBUTE_WIDTH, 20},
      {GRIDCALL_TEXTURE_ATTRIBUTE_HEIGHT, 4},
      {GRIDCALL_TEXTURE_ATTRIBUTE_ROW_PITCH, 512},
  };
  for (size_t i = 0; i < sizeof kLinear / sizeof *kLinear; ++i) {
    uint64_t value = 0;
    CALL(gc_texture_get_attribute, texture, kLinear[i].which, &value);
    assert_int_equal(value, kLinear[i].value);
  }
  gc_texture_release(texture);

  /* A texture that begins behind the start of its memory. */
  options.height = 0;
  options.row_pitch = 0;
  options.offset = 4;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_texture_create, context, &options, &texture);
  assert_says("ALLOW_OFFSET");
  options.flags = GRIDCALL_TEXTURE_ALLOW_OFFSET;
  CALL(gc_texture_create, context, &options, &texture);
  uint64_t offset = 0;
  CALL(gc_texture_get_attribute, texture, GRIDCALL_TEXTURE_ATTRIBUTE_OFFSET, &offset);
  assert_int_equal(offset, 4);
  CALL(gc_texture_get_attribute, texture, GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS, &offset);
  assert_int_equal(offset, address + 4);
  gc_texture_release(texture);
  options.flags = 0;
  options.offset = 0;

#define REFUSE(status, says, change)                                            \
  do {                                                                          \
    gc_texture_options bad = options;                                           \
    change;                                                                     \
    FAILS(GRIDCALL_ERROR_##status, gc_texture_create, context, &bad, &texture); \
    assert_says(says);                                                          \
  } while (0)
  REFUSE(OUT_OF_RANGE, "needs 4100 bytes", bad.width = 1025);
  REFUSE(OUT_OF_RANGE, "`width` 18446744073709551615", bad.width = UINT64_MAX);
  REFUSE(INVALID_ARGUMENT, "`row_pitch` 512", (bad.width = 200, bad.height = 2, bad.row_pitch = 512));
  REFUSE(INVALID_ARGUMENT, "no multiple of", (bad.height = 2, bad.row_pitch = 81));
  REFUSE(INVALID_ARGUMENT, "`format` is 5", bad.format = 5);
  REFUSE(INVALID_ARGUMENT, "neither", bad.mem = NULL);
  REFUSE(INVALID_ARGUMENT, "`address_y` is 4", bad.sampling.address_y = 4);
  REFUSE(OUT_OF_RANGE, "`max_anisotropy` 17", bad.sampling.max_anisotropy = 17);
#undef REFUSE
  gc_mem_release(mem);
  options.mem = mem;
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_texture_create, context, &options, &texture);
  gc_mem_release(out);
}

/* The CPU device refuses textures that it would read otherwise than a GPU, whatever the kernels do with them.
 * */
static void texture_gpu_sampling(void** state) {
  (void)state;
  gc_array* cube = array_with_levels(8, 8, 6, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, GRIDCALL_ARRAY_CUBEMAP, 2);
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = cube;
  options.sampling.flags = GRIDCALL_SAMPLING_NORMALIZED_COORDINATES;
  options.sampling.filter = options.sampling.mip_filter = GRIDCALL_FILTER_MODE_LINEAR;
  options.sampling.max_level = 1;
  gc_texture* texture = NULL;
  for (uint32_t anisotropy = 0; anisotropy <= 1; ++anisotropy) {
    options.sampling.max_anisotropy = anisotropy;
    CALL(gc_texture_create, context, &options, &texture);
    gc_texture_release(texture);
  }
  gc_sampler_options how = GRIDCALL_SAMPLER_OPTIONS_INIT;
  how.sampling = options.sampling;
  how.sampling.max_anisotropy = 16;
  gc_sampler* sampler = NULL;
  CALL(gc_sampler_create, context, &how, &sampler);
  gc_texture_options seamless = options, anisotropic = options, sampled = options;
  seamless.flags = GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP;
  anisotropic.sampling.max_anisotropy = 2;
  sampled.sampling = (gc_sampling){0};
  sampled.sampler = sampler;
  gc_texture_options both = seamless;
  both.sampling.max_anisotropy = 16;
  const struct {
    const gc_texture_options* options;
    const char* says[3];
  } kCases[] = {
      {&seamless, {"SEAMLESS_CUBEMAP", "the edges of a cube's faces", "leave it out"}},
      {&anisotropic, {"`max_anisotropy` is 2", "no anisotropic filter", "pass 0 or 1"}},
      {&sampled, {"`max_anisotropy` is 16", "no anisotropic filter", "pass 0 or 1"}},
      {&both, {"SEAMLESS_CUBEMAP", "", ""}},
  };
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; ++i) {
    if (is_gpu) {
      CALL(gc_texture_create, context, kCases[i].options, &texture);
      gc_texture_release(texture);
      continue;
    }
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_texture_create, context, kCases[i].options, &texture);
    for (int k = 0; k < 3; ++k) assert_says(kCases[i].says[k]);
  }
  gc_sampler_release(sampler);
  gc_array_release(cube);
}

/* A texture holds its memory, and a launch its texture. */
static void texture_in_flight(void** state) {
  (void)state;
  float texels[32], got[32];
  for (int i = 0; i < 32; ++i) texels[i] = (float)(i + 1);
  gc_array* array = array_with_levels(32, 1, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 0);
  put(array, texels);
  gc_texture* texture = texture_of(array, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  gc_mem* out = zeros(sizeof got);
  gc_mem* flag = NULL;
  CALL(alloc_host, context, 4, &flag);
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, flag, &address);
  volatile int* const open = (volatile int*)(uintptr_t)address;
  *open = 0;
  start(kernel("wait_then_read"), NULL, 1, 32, ARGS(M(flag), T(texture), M(out), I(32)));
  gc_texture_release(texture);
  gc_array_release(array);
  collect();
  *open = 1;
  wait_all();
  download(out, got, sizeof got);
  assert_memory_equal(got, texels, sizeof got);
  gc_mem_release(out);
  gc_mem_release(flag);
}

static void texture_integers(void** state) {
  (void)state;
  unsigned char texels[4 * 8 * 4], got[4 * 8 * 4];
  for (size_t i = 0; i < sizeof texels; ++i) texels[i] = (unsigned char)(i * 37);
  gc_array* array = array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 4, 0, 0);
  put(array, texels);
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = array;
  options.flags = GRIDCALL_TEXTURE_READ_AS_INTEGER;
  gc_texture* texture = NULL;
  CALL(gc_texture_create, context, &options, &texture);
  gc_mem* out = zeros(sizeof got);
  run(kernel("read_bytes"), 1, 32, ARGS(T(texture), M(out), I(8), I(4)));
  download(out, got, sizeof got);
  assert_memory_equal(got, texels, sizeof got);
  gc_texture_release(texture);
  /* Reads of normalized values, from 0 to 1. */
  options.flags = 0;
  CALL(gc_texture_create, context, &options, &texture);
  float reds[32];
  gc_mem* numbers = zeros(sizeof reds);
  run(kernel("read_2d"), 1, 32, ARGS(T(texture), M(numbers), I(8), I(4), F(1.0f), F(0.0f)));
  download(numbers, reds, sizeof reds);
  for (int i = 0; i < 32; ++i) assert_true(reds[i] == (float)texels[i * 4] / 255.0f);
  gc_texture_release(texture);
  gc_array_release(array);
  gc_mem_release(out);
  gc_mem_release(numbers);
}

/* Channels of 10 bits are filtered as 16 bits, whose last 6 are their first again: an H200's answers. */
static void texture_ten_bits(void** state) {
  (void)state;
  enum { FIRST = 334, SECOND = 689, COUNT = 257 };
  const uint32_t texels[2] = {FIRST | 1u << 30, SECOND | 2u << 30};
  gc_array* array = array_with_levels(2, 1, 0, GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2, 4, 0, 0);
  put(array, texels);
  gc_texture* points = texture_of(array, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  gc_texture* linear = texture_of(array, GRIDCALL_FILTER_MODE_LINEAR, GRIDCALL_ADDRESS_MODE_CLAMP);
  float reds[COUNT];
  gc_mem* out = zeros(sizeof reds);
  run(kernel("read_2d"), 2, 256, ARGS(T(points), M(out), I(2), I(1), F(1.0f), F(0.5f)));
  download(out, reds, sizeof reds);
  assert_true(reds[0] == FIRST / 1023.0f && reds[1] == SECOND / 1023.0f);
  run(kernel("read_2d"), 2, 256, ARGS(T(linear), M(out), I(COUNT), I(1), F(1.0f / 256), F(0.5f)));
  download(out, reds, sizeof reds);
  const int first = FIRST << 6 | FIRST >> 4, second = SECOND << 6 | SECOND >> 4;
  for (int i = 0; i < COUNT; ++i)
    assert_true(reds[i] == (float)((first * (256 - i) + second * i + 128) / 256) / 65535.0f);
  gc_texture_release(points);
  gc_texture_release(linear);
  gc_array_release(array);
  gc_mem_release(out);
}

static void sampler_objects(void** state) {
  (void)state;
  gc_sampler_options options = GRIDCALL_SAMPLER_OPTIONS_INIT;
  options.sampling.flags = GRIDCALL_SAMPLING_NORMALIZED_COORDINATES;
  options.sampling.address_x = GRIDCALL_ADDRESS_MODE_WRAP;
  options.sampling.address_y = GRIDCALL_ADDRESS_MODE_MIRROR;
  options.sampling.filter = GRIDCALL_FILTER_MODE_LINEAR;
  options.sampling.max_level = 2;
  gc_sampler* sampler = NULL;
  CALL(gc_sampler_create, context, &options, &sampler);
  static const struct {
    gc_sampler_attribute which;
    uint64_t value;
  } kExpected[] = {
      {GRIDCALL_SAMPLER_ATTRIBUTE_FLAGS, GRIDCALL_SAMPLING_NORMALIZED_COORDINATES},
      {GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_X, GRIDCALL_ADDRESS_MODE_WRAP},
      {GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Y, GRIDCALL_ADDRESS_MODE_MIRROR},
      {GRIDCALL_SAMPLER_ATTRIBUTE_FILTER, GRIDCALL_FILTER_MODE_LINEAR},
      {GRIDCALL_SAMPLER_ATTRIBUTE_MAX_LEVEL, 0x40000000},
      {GRIDCALL_SAMPLER_ATTRIBUTE_REFERENCE_COUNT, 1},
  };
  for (size_t i = 0; i < sizeof kExpected / sizeof *kExpected; ++i) {
    uint64_t value = 0;
    CALL(gc_sampler_get_attribute, sampler, kExpected[i].which, &value);
    assert_int_equal(value, kExpected[i].value);
  }
  gc_array* array = array_with_levels(8, 8, 0, GRIDCALL_ARRAY_FORMAT_HALF, 1, 0, 0);
  gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
  how.array = array;
  how.sampler = sampler;
  gc_texture* texture = NULL;
  CALL(gc_texture_create, context, &how, &texture);
  uint64_t value = 0;
  CALL(gc_texture_get_attribute, texture, GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Y, &value);
  assert_int_equal(value, GRIDCALL_ADDRESS_MODE_MIRROR);
  for (gc_texture_attribute which = GRIDCALL_TEXTURE_ATTRIBUTE_SAMPLING_FLAGS;
       which <= GRIDCALL_TEXTURE_ATTRIBUTE_MAX_LEVEL; ++which) {
    uint64_t want = 0;
    CALL(gc_sampler_get_attribute, sampler, which, &want);
    CALL(gc_texture_get_attribute, texture, which, &value);
    assert_int_equal(value, want);
  }
  gc_sampler_release(sampler);
  gc_texture_release(texture);
  CALL(gc_sampler_create, context, NULL, &sampler);
  how.sampler = sampler;
  how.sampling.bias = 1;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_texture_create, context, &how, &texture);
  gc_sampler_release(sampler);
  gc_array_release(array);
}

static void surface_reads_and_writes(void** state) {
  (void)state;
  float texels[4][8], got[4][8];
  for (int i = 0; i < 32; ++i) (&texels[0][0])[i] = (float)i - 3.5f;
  gc_array* array =
      array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  put(array, texels);
  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  gc_array* its = NULL;
  CALL(gc_surface_get_array, surface, &its);
  gc_array_release(its);
  run(kernel("doubled"), 1, 32, ARGS(S(surface), I(8), I(4)));
  get(array, got);
  for (int i = 0; i < 32; ++i) assert_true((&got[0][0])[i] == 2 * (&texels[0][0])[i]);

  /* A prepared launch holds it. */
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  gc_prepared* prepared = NULL;
  const gc_arg args[] = {S(surface), I(8), I(4)};
  CALL(gc_prepared_create, kernel("doubled"), &config, args, 3, &prepared);
  gc_surface_release(surface);
  collect();
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, NULL);
  gc_prepared_release(prepared);
  get(array, got);
  for (int i = 0; i < 32; ++i) assert_true((&got[0][0])[i] == 4 * (&texels[0][0])[i]);
  gc_array_release(array);

  array = array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 0, 0);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_surface_create, array, &surface);
  assert_says("SURFACE_LDST");
  gc_array_release(array);
}

/* In a three-dimensional array z is clamped as a signed number: below the first slice lies the first. */
static void surface_below_the_first_slice(void** state) {
  (void)state;
  uint32_t texels[4][4][4], after[4][4][4], got[4];
  for (uint32_t i = 0; i < 64; ++i) (&texels[0][0][0])[i] = i / 16 * 100 + i / 4 % 4 * 10 + i % 4;
  gc_array* array =
      array_with_levels(4, 4, 4, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  put(array, texels);
  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  gc_mem* out = zeros(sizeof got);
  gc_module* module = compile(
      "__global__ void k(cudaSurfaceObject_t s, unsigned *out) {\n"
      "  out[0] = surf3Dread<unsigned>(s, 0, 0, -1, cudaBoundaryModeClamp);\n"
      "  out[1] = surf3Dread<unsigned>(s, 12, 2, 7, cudaBoundaryModeClamp);\n"
      "  out[2] = surf3Dread<unsigned>(s, 4, 2, -5, cudaBoundaryModeClamp);\n"
      "  out[3] = surf3Dread<unsigned>(s, 4, 2, -5, cudaBoundaryModeZero);\n"
      "  surf3Dwrite(7u, s, 8, 3, -2, cudaBoundaryModeClamp);\n"
      "}\n");
  gc_kernel* k = kernel_of(module, "k");
  run(k, 1, 1, ARGS(S(surface), M(out)));
  download(out, got, sizeof got);
  const uint32_t want[4] = {0, 323, 21, 0};
  assert_memory_equal(got, want, sizeof got);
  get(array, after);
  texels[0][3][2] = 7;
  assert_memory_equal(after, texels, sizeof after);
  gc_kernel_release(k);
  gc_module_release(module);
  gc_surface_release(surface);
  gc_array_release(array);
  gc_mem_release(out);
}

static void surface_edges(void** state) {
  (void)state;
  int texels[4][8], got[8];
  for (int i = 0; i < 32; ++i) (&texels[0][0])[i] = i + 1;
  gc_array* array =
      array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  put(array, texels);
  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  gc_mem* out = zeros(sizeof got);
  static const int kZero[8] = {0, 1, 32, 0, 0, 0, 0, 0};
  static const int kClamped[8] = {1, 1, 32, 8, 2, 26, 24, 17};
  run(kernel("edges"), 1, 32, ARGS(S(surface), M(out), I(0)));
  download(out, got, sizeof got);
  assert_memory_equal(got, kZero, sizeof got);
  run(kernel("edges"), 1, 32, ARGS(S(surface), M(out), I(1)));
  download(out, got, sizeof got);
  assert_memory_equal(got, kClamped, sizeof got);
  run(kernel("write_edges"), 1, 32, ARGS(S(surface)));
  int after[4][8];
  get(array, after);
  texels[1][0] = -2;
  assert_memory_equal(after, texels, sizeof after);
  gc_surface_release(surface);
  gc_array_release(array);
  gc_mem_release(out);
}

static void surface_slices(void** state) {
  (void)state;
  enum { W = 5, H = 3, D = 4 };
  for (int layered = 0; layered < 2; ++layered) {
    gc_array* array =
        array_with_levels(W, H, D, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 4,
                          GRIDCALL_ARRAY_SURFACE_LDST | (layered ? GRIDCALL_ARRAY_LAYERED : 0), 0);
    gc_surface* surface = NULL;
    CALL(gc_surface_create, array, &surface);
    run(kernel("fill_slices"), 1, 64, ARGS(S(surface), I(W), I(H), I(D), I(layered)));
    unsigned char got[D][H][W][4];
    get(array, got);
    for (int z = 0; z < D; ++z)
      for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
          const unsigned char want[4] = {(unsigned char)x, (unsigned char)y, (unsigned char)z, 7};
          assert_memory_equal(got[z][y][x], want, 4);
        }
    gc_surface_release(surface);
    gc_array_release(array);
  }
  /* Values of another size than the element. */
  unsigned char texels[16], bytes[16];
  for (int i = 0; i < 16; ++i) texels[i] = (unsigned char)(i * 11);
  unsigned whole[4];
  gc_array* array =
      array_with_levels(16, 1, 0, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  put(array, texels);
  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  gc_mem *out = zeros(16), *words = zeros(16);
  run(kernel("bytes_of"), 1, 32, ARGS(S(surface), M(out), M(words), I(16)));
  download(out, bytes, 16);
  download(words, whole, 16);
  assert_memory_equal(bytes, texels, 16);
  assert_memory_equal(whole, texels, 16);
  gc_surface_release(surface);
  gc_array_release(array);
  gc_mem_release(out);
  gc_mem_release(words);
}

static void module_bindings(void** state) {
  (void)state;
  gc_module* module = load("texture", NULL, 0);
  float texels[8], got[8];
  for (int i = 0; i < 8; ++i) texels[i] = (float)(i * 3);
  gc_array* array =
      array_with_levels(8, 1, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  put(array, texels);
  gc_texture* texture = texture_of(array, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  CALL(gc_module_bind_texture, module, "bound_texture", texture, NULL);
  CALL(gc_module_bind_surface, module, "bound_surface", surface, NULL);
  gc_texture* bound = NULL;
  gc_surface* bound_surface = NULL;
  CALL(gc_module_get_texture, module, "bound_texture", &bound);
  CALL(gc_module_get_surface, module, "bound_surface", &bound_surface);
  uint64_t a = 0, b = 0;
  CALL(gc_handle_get_identity, texture, &a);
  CALL(gc_handle_get_identity, bound, &b);
  assert_int_equal(a, b);
  gc_texture_release(bound);
  gc_surface_release(bound_surface);
  /* The module holds them. */
  gc_texture_release(texture);
  gc_surface_release(surface);
  collect();
  gc_mem* out = zeros(sizeof got);
  run(kernel("read_bound"), 1, 32, ARGS(M(out), I(8)));
  download(out, got, sizeof got);
  assert_memory_equal(got, texels, sizeof got);
  run(kernel("write_bound"), 1, 32, ARGS(I(8)));
  get(array, got);
  for (int i = 0; i < 8; ++i) assert_true(got[i] == 100.0f + (float)i);
  CALL(gc_module_bind_texture, module, "bound_texture", NULL, NULL);
  CALL(gc_module_bind_surface, module, "bound_surface", NULL, NULL);
  /* A name that nothing is bound to, and one that the module has not. */
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_get_texture, module, "bound_texture", &bound);
  assert_says("no texture is bound to `name` \"bound_texture\", which the module has");
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_get_surface, module, "no_such_name", &bound_surface);
  assert_says("the module has no");
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_bind_texture, module, "no_such_name", NULL, NULL);
  gc_array_release(array);
  gc_mem_release(out);
}

/* PyCUDA's own programs (test_driver.py, examples), unchanged but for the kernels' names. */
static const char kReferences[] =
    "texture<float, 2, cudaReadModeElementType> mtx_tex;\n"
    "texture<uchar4, 2, cudaReadModeNormalizedFloat> colors;\n"
    "texture<float, 1, cudaReadModeElementType> line;\n"
    "texture<fp_tex_double, 1, cudaReadModeElementType> doubles;\n"
    "surface<void, cudaSurfaceType2D> mtx_surf;\n"
    "__global__ void copy_texture(float *dest) {\n"
    "  int row = threadIdx.x;\n"
    "  int col = threadIdx.y;\n"
    "  int w = blockDim.y;\n"
    "  dest[row*w+col] = tex2D(mtx_tex, row, col);\n"
    "}\n"
    "__global__ void reds(float *dest) { dest[threadIdx.x] = tex2D(colors, threadIdx.x, 0).x; }\n"
    "__global__ void fetch(float *dest, double *wide) {\n"
    "  dest[threadIdx.x] = tex1Dfetch(line, threadIdx.x);\n"
    "  wide[threadIdx.x] = fp_tex1Dfetch(doubles, threadIdx.x);\n"
    "}\n"
    "__global__ void write_surface() { surf2Dwrite(2.0f * threadIdx.x, mtx_surf, threadIdx.x * 4, 1, "
    "cudaBoundaryModeTrap); }\n";

static void texture_references(void** state) {
  (void)state;
  gc_module* module = compile(kReferences);
  float texels[4][8], got[32];
  for (int i = 0; i < 32; ++i) (&texels[0][0])[i] = (float)i * 1.5f;
  gc_array* array =
      array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  put(array, texels);
  gc_texture* texture = texture_of(array, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  CALL(gc_module_bind_texture, module, "mtx_tex", texture, NULL);
  gc_mem* out = zeros(sizeof got);
  gc_kernel* copy = kernel_of(module, "copy_texture");
  run_shape(copy, (Shape){{1, 1, 1}, {8, 4, 1}, 0}, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 4; ++y) assert_true(got[x * 4 + y] == texels[y][x]);

  unsigned char bytes[8 * 4];
  for (int i = 0; i < 32; ++i) bytes[i] = (unsigned char)(i * 7);
  gc_array* pixels = array_with_levels(8, 1, 0, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 4, 0, 0);
  put(pixels, bytes);
  gc_texture* colors = texture_of(pixels, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  CALL(gc_module_bind_texture, module, "colors", colors, NULL);
  run(kernel_of(module, "reds"), 1, 8, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < 8; ++i) assert_true(got[i] == (float)bytes[i * 4] / 255.0f);

  double wide[8], doubled[8];
  for (int i = 0; i < 8; ++i) wide[i] = i / 3.0;
  gc_mem *floats = upload(texels, sizeof texels), *numbers = upload(wide, sizeof wide),
         *result = zeros(sizeof wide);
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.mem = floats;
  options.width = 32;
  options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  options.channels = 1;
  gc_texture *line = NULL, *pairs = NULL;
  CALL(gc_texture_create, context, &options, &line);
  options.mem = numbers;
  options.width = 8;
  options.format = GRIDCALL_ARRAY_FORMAT_SIGNED_INT32;
  options.channels = 2;
  CALL(gc_texture_create, context, &options, &pairs);
  CALL(gc_module_bind_texture, module, "line", line, NULL);
  CALL(gc_module_bind_texture, module, "doubles", pairs, NULL);
  run(kernel_of(module, "fetch"), 1, 8, ARGS(M(out), M(result)));
  download(out, got, sizeof got);
  download(result, doubled, sizeof doubled);
  assert_memory_equal(got, texels, 8 * sizeof(float));
  assert_memory_equal(doubled, wide, sizeof wide);

  gc_surface* surface = NULL;
  CALL(gc_surface_create, array, &surface);
  CALL(gc_module_bind_surface, module, "mtx_surf", surface, NULL);
  run(kernel_of(module, "write_surface"), 1, 8, NULL, 0);
  get(array, got);
  for (int i = 0; i < 8; ++i) assert_true(got[8 + i] == 2.0f * (float)i);
  gc_module_release(module);
  gc_surface_release(surface);
  gc_texture_release(line);
  gc_texture_release(pairs);
  gc_texture_release(colors);
  gc_texture_release(texture);
  gc_array_release(pixels);
  gc_array_release(array);
  gc_mem_release(floats);
  gc_mem_release(numbers);
  gc_mem_release(result);
  gc_mem_release(out);
}

static void texture_arguments(void** state) {
  (void)state;
  gc_array* array =
      array_with_levels(8, 4, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, GRIDCALL_ARRAY_SURFACE_LDST, 0);
  gc_texture* texture = texture_of(array, GRIDCALL_FILTER_MODE_POINT, GRIDCALL_ADDRESS_MODE_CLAMP);
  gc_mem* out = zeros(256);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  gc_arg args[] = {T(texture), M(out), I(8)};
  args[0].object = out;
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, kernel("read_1d"), &config, args, 3, NULL);
  assert_says("argument 0");
  args[0].object = texture;
  args[0].bits = 4;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_launch, kernel("read_1d"), &config, args, 3, NULL);
  args[0].bits = 0;
  args[0].kind = GRIDCALL_ARG_KIND_SURFACE;
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, kernel("read_1d"), &config, args, 3, NULL);
  args[0] = T(texture);
  args[2] = T(texture);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, kernel("read_1d"), &config, args, 3, NULL);
  gc_texture_release(texture);
  args[2] = I(8);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, kernel("read_1d"), &config, args, 3, NULL);
  gc_array_release(array);
  gc_mem_release(out);
}

const struct CMUnitTest texture_tests[] = {
    cmocka_unit_test(array_attributes),
    cmocka_unit_test(array_levels),
    cmocka_unit_test(array_refusals),
    cmocka_unit_test(array_formats),
    cmocka_unit_test(array_copies),
    cmocka_unit_test(array_mapping),
    cmocka_unit_test(texture_of_array),
    cmocka_unit_test(texture_of_memory),
    cmocka_unit_test(texture_gpu_sampling),
    cmocka_unit_test(texture_in_flight),
    cmocka_unit_test(texture_integers),
    cmocka_unit_test(texture_ten_bits),
    cmocka_unit_test(sampler_objects),
    cmocka_unit_test(surface_reads_and_writes),
    cmocka_unit_test(surface_edges),
    cmocka_unit_test(surface_below_the_first_slice),
    cmocka_unit_test(surface_slices),
    cmocka_unit_test(texture_references),
    cmocka_unit_test(module_bindings),
    cmocka_unit_test(texture_arguments),
    {0},
};
