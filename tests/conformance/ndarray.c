/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays: records, views, copies of any strides with conversions, fills, expressions, reductions, DLPack.
 */

#include <math.h>
#include <stdlib.h>

#include "ndarrays.h"

typedef struct Shape8 {
  uint64_t n[8];
  size_t count;
} Shape8;
#define SHAPE(...) ((Shape8){{__VA_ARGS__}, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)})
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static gc_ndarray_options options_of(gc_scalar_type type, const Shape8* shape) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape->n;
  options.shape_count = shape->count;
  return options;
}

static gc_ndarray* from_host(gc_scalar_type type, Shape8 shape, const void* data, size_t size) {
  const gc_ndarray_options options = options_of(type, &shape);
  gc_ndarray* ndarray = NULL;
  CALL(gc_ndarray_from_host, context, data, size, &options, &ndarray);
  return ndarray;
}

static gc_ndarray* zeros_of(gc_scalar_type type, Shape8 shape) {
  const gc_ndarray_options options = options_of(type, &shape);
  return new_ndarray(type, options.shape, options.shape_count);
}

static uint64_t attribute(gc_ndarray* ndarray, gc_ndarray_attribute which) {
  uint64_t value = 0;
  CALL(gc_ndarray_get_attribute, ndarray, which, &value);
  return value;
}

static void expect_ints(gc_ndarray* ndarray, const int* want, size_t count) {
  int got[64];
  read_into(ndarray, got, count * sizeof *got);
  for (size_t i = 0; i < count; ++i)
    if (got[i] != want[i]) fail_msg("element %zu is %d, expected %d", i, got[i], want[i]);
}
#define expect(ndarray, ...) expect_ints(ndarray, (int[]){__VA_ARGS__}, COUNT_OF(((int[]){__VA_ARGS__})))

static void expect_layout(gc_ndarray* ndarray, const uint64_t* shape, const int64_t* strides, size_t count) {
  uint64_t its_shape[32];
  int64_t its_strides[32];
  size_t ndim = 0;
  CALL(gc_ndarray_get_shape, ndarray, its_shape, 32, &ndim);
  assert_int_equal(ndim, count);
  CALL(gc_ndarray_get_strides, ndarray, its_strides, 32, &ndim);
  assert_int_equal(ndim, count);
  for (size_t i = 0; i < count; ++i) {
    assert_int_equal(its_shape[i], shape[i]);
    assert_int_equal(its_strides[i], strides[i]);
  }
}

static gc_ndarray* iota(uint64_t rows, uint64_t columns) {
  int data[64];
  for (int i = 0; i < 64; ++i) data[i] = i;
  return from_host(GRIDCALL_SCALAR_TYPE_INT32, SHAPE(rows, columns), data, rows * columns * sizeof(int));
}

#define ALL INT64_MIN
static gc_ndarray* slice2(gc_ndarray* ndarray, gc_axis_slice first, gc_axis_slice second) {
  const gc_axis_slice slices[2] = {first, second};
  gc_ndarray* part = NULL;
  CALL(gc_ndarray_slice, ndarray, slices, 2, &part);
  return part;
}

/* --- types --- */

static void ndarray_scalar_types(void** state) {
  (void)state;
  static const struct {
    gc_scalar_type type;
    uint32_t size;
    const char *name, *other, *code;
  } rows[] = {{GRIDCALL_SCALAR_TYPE_INT8, 1, "|i1", "int8", "b"},
              {GRIDCALL_SCALAR_TYPE_UINT16, 2, "<u2", "uint16", "H"},
              {GRIDCALL_SCALAR_TYPE_INT64, 8, "<i8", "int64", "n"},
              {GRIDCALL_SCALAR_TYPE_UINT64, 8, "<u8", "uint64", "P"},
              {GRIDCALL_SCALAR_TYPE_FLOAT16, 2, "<f2", "float16", "e"},
              {GRIDCALL_SCALAR_TYPE_FLOAT32, 4, "<f4", "f4", "f"},
              {GRIDCALL_SCALAR_TYPE_BOOL, 1, "|b1", "bool", "?"},
              {GRIDCALL_SCALAR_TYPE_COMPLEX64, 8, "<c8", "complex64", "F"},
              {GRIDCALL_SCALAR_TYPE_COMPLEX128, 16, "<c16", "complex128", "D"}};
  for (size_t i = 0; i < COUNT_OF(rows); ++i) {
    assert_int_equal(gc_dtype_scalar_size(rows[i].type), rows[i].size);
    assert_string_equal(gc_dtype_scalar_name(rows[i].type), rows[i].name);
    const char* names[] = {rows[i].name, rows[i].other, rows[i].code};
    for (int j = 0; j < 3; ++j) {
      gc_scalar_type type = 0;
      CALL(gc_dtype_scalar_from_name, names[j], &type);
      assert_int_equal(type, rows[i].type);
    }
  }
  gc_scalar_type type = 0;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_dtype_scalar_from_name, ">f4", &type);
}

typedef struct Point {
  float x, y;
} Point;
typedef struct Row {
  int32_t id;
  int32_t gap;
  Point at[2];
  double weight;
} Row;

static gc_dtype* point_type(void) {
  const gc_dtype_entry entries[2] = {{"x", NULL, 0, 0, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
                                     {"y", NULL, 4, 0, GRIDCALL_SCALAR_TYPE_FLOAT32, 0}};
  gc_dtype* dtype = NULL;
  CALL(gc_dtype_create, entries, 2, 0, &dtype);
  return dtype;
}
static gc_dtype* row_type(void) {
  gc_dtype* point = point_type();
  const gc_dtype_entry entries[3] = {
      {"weight", NULL, offsetof(Row, weight), 1, GRIDCALL_SCALAR_TYPE_FLOAT64, 0},
      {"id", NULL, offsetof(Row, id), 1, GRIDCALL_SCALAR_TYPE_INT32, 0},
      {"at", point, offsetof(Row, at), 2, GRIDCALL_SCALAR_TYPE_RECORD, 0}};
  gc_dtype* dtype = NULL;
  CALL(gc_dtype_create, entries, 3, sizeof(Row), &dtype);
  gc_dtype_release(point); /* the record keeps it */
  return dtype;
}

static void ndarray_records(void** state) {
  (void)state;
  gc_dtype* dtype = row_type();
  uint64_t value = 0;
  CALL(gc_dtype_get_size, dtype, &value);
  assert_int_equal(value, sizeof(Row));
  CALL(gc_dtype_get_alignment, dtype, &value);
  assert_int_equal(value, 8);
  size_t index = 0;
  CALL(gc_dtype_find_field, dtype, "at", &index);
  assert_int_equal(index, 2);
  gc_dtype_field field = GRIDCALL_DTYPE_FIELD_INIT;
  CALL(gc_dtype_get_field, dtype, index, &field);
  assert_string_equal(field.name, "at");
  assert_int_equal(field.offset, offsetof(Row, at));
  assert_int_equal(field.count, 2);
  assert_int_equal(field.size, 16);
  assert_int_equal(field.scalar_type, GRIDCALL_SCALAR_TYPE_RECORD);
  gc_dtype* inner = NULL;
  CALL(gc_dtype_get_field_record, dtype, index, &inner);
  CALL(gc_dtype_get_size, inner, &value);
  assert_int_equal(value, 8);

  Row rows[5];
  memset(rows, 0, sizeof rows);
  for (int i = 0; i < 5; ++i) rows[i] = (Row){i, 0, {{(float)i, 1}, {2, (float)-i}}, i * 0.5};
  const Shape8 shape = SHAPE(5);
  gc_ndarray_options options = options_of(0, &shape);
  options.record = dtype;
  gc_ndarray* table = NULL;
  CALL(gc_ndarray_from_host, context, rows, sizeof rows, &options, &table);
  gc_ndarray *ids = NULL, *at = NULL, *ys = NULL;
  CALL(gc_ndarray_get_field, table, "id", &ids);
  expect(ids, 0, 1, 2, 3, 4);
  CALL(gc_ndarray_get_field, table, "at", &at);
  CALL(gc_ndarray_get_field, at, "y", &ys);
  expect_layout(ys, (uint64_t[]){5, 2}, (int64_t[]){sizeof(Row), 8}, 2);
  gc_ndarray *weights = NULL, *total = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT64, (Shape8){{0}, 0});
  CALL(gc_ndarray_get_field, table, "weight", &weights);
  CALL(gc_ndarray_reduce, total, weights, GRIDCALL_REDUCTION_SUM, NULL, 0, NULL);
  double sum = 0;
  read_into(total, &sum, sizeof sum);
  assert_true(sum == 5.0);
  CALL(gc_ndarray_apply, ys, "a + 1", (gc_ndarray*[]){ys}, 1, NULL, 0, NULL);
  Row back[5];
  read_into(table, back, sizeof back);
  for (int i = 0; i < 5; ++i) {
    assert_int_equal(back[i].id, i);
    assert_true(back[i].at[0].y == 2 && back[i].at[1].y == (float)(1 - i) && back[i].at[1].x == 2);
  }
  /* Every second record of another array, backwards. */
  gc_ndarray *sparse = NULL, *other = NULL;
  const gc_axis_slice backwards = {ALL, ALL, -2};
  CALL(gc_ndarray_slice, table, &backwards, 1, &sparse);
  const Shape8 three = SHAPE(3);
  gc_ndarray_options of_three = options_of(0, &three);
  of_three.record = dtype;
  CALL(gc_ndarray_create, context, &of_three, &other);
  CALL(gc_ndarray_copy, other, sparse, NULL);
  read_into(other, back, 3 * sizeof(Row));
  assert_int_equal(back[0].id, 4);
  assert_int_equal(back[1].id, 2);
  assert_int_equal(back[2].id, 0);
  CALL(gc_ndarray_fill, other, &rows[3], sizeof(Row), NULL);
  read_into(other, back, 3 * sizeof(Row));
  assert_memory_equal(&back[2], &rows[3], sizeof(Row));
  CALL(gc_ndarray_copy_from_host, other, rows, 3 * sizeof(Row), NULL, NULL);
  read_into(other, back, 3 * sizeof(Row));
  assert_memory_equal(back, rows, 3 * sizeof(Row));
  gc_ndarray* none = NULL;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_ndarray_get_field, table, "nothing", &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_copy, ids, table, NULL);
  assert_says("records are copied to records of the same size");

  const gc_dtype_entry overlapping[2] = {{"x", NULL, 0, 2, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
                                         {"y", NULL, 4, 1, GRIDCALL_SCALAR_TYPE_FLOAT32, 0}};
  gc_dtype* refused = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_dtype_create, overlapping, 2, 0, &refused);
  assert_says("begins at `offset` 4, and field \"x\" ends at 8");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_dtype_create, overlapping, 1, 7, &refused);
  gc_ndarray* all[] = {table, ids, at, ys, weights, total, sparse, other};
  for (size_t i = 0; i < COUNT_OF(all); ++i) gc_ndarray_release(all[i]);
  gc_dtype_release(inner);
  gc_dtype_release(dtype);
}

/* --- views --- */

static void ndarray_views(void** state) {
  (void)state;
  gc_ndarray* a = iota(4, 6);
  assert_int_equal(attribute(a, GRIDCALL_NDARRAY_ATTRIBUTE_COUNT), 24);
  assert_int_equal(attribute(a, GRIDCALL_NDARRAY_ATTRIBUTE_SIZE), 96);
  assert_int_equal(attribute(a, GRIDCALL_NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS), 1);
  assert_int_equal(attribute(a, GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS), 0);
  gc_ndarray* part = slice2(a, (gc_axis_slice){3, ALL, -2}, (gc_axis_slice){1, -1, 3});
  expect_layout(part, (uint64_t[]){2, 2}, (int64_t[]){-48, 12}, 2);
  expect(part, 19, 22, 7, 10);
  assert_int_equal(attribute(part, GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS),
                   attribute(a, GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS) + 76);
  gc_ndarray* column = slice2(a, (gc_axis_slice){ALL, ALL, 1}, (gc_axis_slice){-1, -1, 0});
  expect_layout(column, (uint64_t[]){4}, (int64_t[]){24}, 1);
  expect(column, 5, 11, 17, 23);
  gc_ndarray *turned = NULL, *flat = NULL, *cube = NULL, *none = NULL;
  CALL(gc_ndarray_transpose, a, NULL, 0, &turned);
  expect_layout(turned, (uint64_t[]){6, 4}, (int64_t[]){4, 24}, 2);
  assert_int_equal(attribute(turned, GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS), 1);
  CALL(gc_ndarray_reshape, a, (int64_t[]){2, -1, 3}, 3, 0, &cube);
  expect_layout(cube, (uint64_t[]){2, 4, 3}, (int64_t[]){48, 12, 4}, 3);
  CALL(gc_ndarray_reshape, a, (int64_t[]){-1}, 1, 0, &flat);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reshape, turned, (int64_t[]){-1}, 1, 0, &none);
  assert_says("copy it to a contiguous array first");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reshape, a, (int64_t[]){5, -1}, 2, 0, &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reshape, a, (int64_t[]){5, 5}, 2, 0, &none);
  assert_says("has 25 elements, and the array 24");
  gc_ndarray *bytes = NULL, *in_f = NULL;
  CALL(gc_ndarray_view, a, GRIDCALL_SCALAR_TYPE_UINT8, NULL, &bytes);
  expect_layout(bytes, (uint64_t[]){4, 24}, (int64_t[]){24, 1}, 2);
  CALL(gc_ndarray_reshape, turned, (int64_t[]){24}, 1, GRIDCALL_NDARRAY_ORDER_F, &in_f);
  int all[24];
  read_into(in_f, all, sizeof all);
  for (int i = 0; i < 24; ++i) assert_int_equal(all[i], i);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_view, column, GRIDCALL_SCALAR_TYPE_INT64, NULL, &none);
  const gc_axis_slice beyond = {0, 5, 1}, before = {-5, ALL, 1};
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_slice, a, &beyond, 1, &none);
  assert_says("`stop` of `slices`[0] is 5, and the dimension has 4 elements");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_slice, a, &before, 1, &none);
  gc_ndarray_release(a); /* the views hold the memory */
  expect(part, 19, 22, 7, 10);
  gc_ndarray* rest[] = {part, column, turned, flat, cube, bytes, in_f};
  for (size_t i = 0; i < COUNT_OF(rest); ++i) gc_ndarray_release(rest[i]);
}

static void ndarray_of_memory(void** state) {
  (void)state;
  gc_mem* mem = zeros(64);
  const Shape8 shape = SHAPE(2, 3);
  gc_ndarray_options options = options_of(GRIDCALL_SCALAR_TYPE_INT32, &shape);
  const int64_t strides[2] = {-32, 8};
  options.strides = strides;
  options.stride_count = 2;
  gc_ndarray *a = NULL, *none = NULL;
  CALL(gc_ndarray_from_mem, mem, 32, &options, &a);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_from_mem, mem, 28, &options, &none);
  assert_says("reach 32 bytes before `offset` 28");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_from_mem, mem, 48, &options, &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_from_mem, mem, 34, &options, &none);
  const int value = 5;
  CALL(gc_ndarray_fill, a, &value, sizeof value, NULL);
  int all[16];
  download(mem, all, sizeof all);
  for (int i = 0; i < 16; ++i) assert_int_equal(all[i], i % 8 % 2 == 0 && i % 8 < 6 ? 5 : 0);
  /* Elements of which several lie in the same bytes are read and not written. */
  const int64_t zero[2] = {0, 4};
  options.strides = zero;
  gc_ndarray* rows = NULL;
  CALL(gc_ndarray_from_mem, mem, 0, &options, &rows);
  expect(rows, 5, 0, 5, 5, 0, 5);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_fill, rows, &value, sizeof value, NULL);
  assert_says("several elements may share a byte");
  const Shape8 huge = SHAPE(UINT64_C(1) << 40, UINT64_C(1) << 40);
  gc_ndarray_options too_large = options_of(GRIDCALL_SCALAR_TYPE_INT32, &huge);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_create, context, &too_large, &none);
  options.place = GRIDCALL_MEM_PLACE_HOST;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_ndarray_from_mem, mem, 0, &options, &none);
  gc_ndarray_release(a);
  gc_ndarray_release(rows);
  gc_mem_release(mem);
}

/* Every place that memory has, and a pool. */
static void ndarray_places(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED};
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  int data[12];
  for (int i = 0; i < 12; ++i) data[i] = i;
  for (size_t i = 0; i <= COUNT_OF(places); ++i) {
    const Shape8 shape = SHAPE(3, 4);
    gc_ndarray_options options = options_of(GRIDCALL_SCALAR_TYPE_INT32, &shape);
    options.flags = GRIDCALL_NDARRAY_ORDER_F;
    if (i < COUNT_OF(places))
      options.place = places[i];
    else
      options.pool = pool;
    gc_ndarray *a = NULL, *turned = NULL;
    CALL(gc_ndarray_from_host, context, data, sizeof data, &options, &a);
    CALL(gc_ndarray_transpose, a, NULL, 0, &turned);
    expect(turned, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    expect(a, 0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11);
    CALL(gc_ndarray_apply, a, "2 * a", (gc_ndarray*[]){a}, 1, NULL, 0, NULL);
    expect(turned, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22);
    gc_mem* mem = NULL;
    CALL(gc_ndarray_get_mem, a, &mem);
    uint64_t place = 0;
    CALL(gc_mem_get_attribute, mem, GRIDCALL_MEM_ATTRIBUTE_PLACE, &place);
    assert_int_equal(place, i < COUNT_OF(places) ? (uint64_t)places[i] : GRIDCALL_MEM_PLACE_DEVICE);
    gc_mem_release(mem);
    gc_ndarray_release(turned);
    gc_ndarray_release(a);
  }
  gc_pool_release(pool);
}

/* --- copies --- */

static void ndarray_copies(void** state) {
  (void)state;
  gc_ndarray *a = iota(4, 6), *b = zeros_of(GRIDCALL_SCALAR_TYPE_INT32, SHAPE(6, 4)), *turned = NULL;
  CALL(gc_ndarray_transpose, a, NULL, 0, &turned);
  CALL(gc_ndarray_copy, b, turned, NULL);
  expect(b, 0, 6, 12, 18, 1, 7, 13, 19, 2, 8, 14, 20, 3, 9, 15, 21, 4, 10, 16, 22, 5, 11, 17, 23);
  /* Overlapping: the source is as before. */
  gc_ndarray* forwards = slice2(a, (gc_axis_slice){1, ALL, 1}, (gc_axis_slice){ALL, ALL, 1});
  gc_ndarray* backwards = slice2(a, (gc_axis_slice){2, ALL, -1}, (gc_axis_slice){ALL, ALL, -1});
  CALL(gc_ndarray_copy, forwards, backwards, NULL);
  expect(a, 0, 1, 2, 3, 4, 5, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  /* Broadcast and converted. */
  float row[6] = {0.5f, 1.75f, -2.5f, 3.f, -0.25f, 100.9f};
  gc_ndarray* r = from_host(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(6), row, sizeof row);
  CALL(gc_ndarray_copy, a, r, NULL);
  expect(a, 0, 1, -2, 3, 0, 100, 0, 1, -2, 3, 0, 100, 0, 1, -2, 3, 0, 100, 0, 1, -2, 3, 0, 100);
  gc_ndarray *half = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT16, SHAPE(6)),
             *truth = zeros_of(GRIDCALL_SCALAR_TYPE_BOOL, SHAPE(6)),
             *brain = zeros_of(GRIDCALL_SCALAR_TYPE_BFLOAT16, SHAPE(6)),
             *complex = zeros_of(GRIDCALL_SCALAR_TYPE_COMPLEX64, SHAPE(6));
  CALL(gc_ndarray_copy, half, r, NULL);
  uint16_t bits[6];
  read_into(half, bits, sizeof bits);
  static const uint16_t halves[6] = {0x3800, 0x3f00, 0xc100, 0x4200, 0xb400, 0x564e};
  for (int i = 0; i < 6; ++i) assert_int_equal(bits[i], halves[i]);
  CALL(gc_ndarray_copy, brain, r, NULL);
  read_into(brain, bits, sizeof bits);
  static const uint16_t brains[6] = {0x3f00, 0x3fe0, 0xc020, 0x4040, 0xbe80, 0x42ca};
  for (int i = 0; i < 6; ++i) assert_int_equal(bits[i], brains[i]);
  CALL(gc_ndarray_copy, complex, half, NULL);
  float pairs[12];
  read_into(complex, pairs, sizeof pairs);
  assert_true(pairs[2] == 1.75f && pairs[3] == 0);
  gc_ndarray* line = slice2(a, (gc_axis_slice){0, 0, 0}, (gc_axis_slice){ALL, ALL, 1});
  CALL(gc_ndarray_copy, truth, line, NULL);
  unsigned char bytes[6];
  read_into(truth, bytes, sizeof bytes);
  assert_true(!bytes[0] && bytes[1] == 1 && bytes[2] == 1 && !bytes[4]);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_copy, r, complex, NULL);
  assert_says("take real(a), imag(a) or abs(a)");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_copy, b, a, NULL);
  assert_says("`src` of shape (4, 6) cannot be broadcast to the shape (6, 4) of `dst`");
  /* To and from host memory with gaps, of another type. */
  double wide[12];
  for (int i = 0; i < 12; ++i) wide[i] = -1;
  gc_ndarray_layout layout = GRIDCALL_NDARRAY_LAYOUT_INIT;
  const int64_t strides[1] = {-16};
  layout.strides = strides;
  layout.stride_count = 1;
  layout.offset = 88;
  layout.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT64;
  CALL(gc_ndarray_copy_to_host, r, wide, sizeof wide, &layout, NULL);
  for (int i = 0; i < 12; ++i) assert_true(wide[i] == (i % 2 ? (double)row[(11 - i) / 2] : -1));
  for (int i = 1; i < 12; i += 2) wide[i] = i;
  CALL(gc_ndarray_copy_from_host, r, wide, sizeof wide, &layout, NULL);
  float back[6];
  read_into(r, back, sizeof back);
  for (int i = 0; i < 6; ++i) assert_true(back[i] == (float)(11 - 2 * i));
  layout.offset = 72;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_copy_from_host, r, wide, sizeof wide, &layout, NULL);
  assert_says("80 bytes before `layout->offset` 72");
  gc_ndarray* all[] = {a, b, turned, forwards, backwards, r, half, truth, brain, complex, line};
  for (size_t i = 0; i < COUNT_OF(all); ++i) gc_ndarray_release(all[i]);
}

/* Large ones of each kernel: in a line, in rows, transposed, with a rest behind full blocks. */
static void ndarray_large_copies(void** state) {
  (void)state;
  enum { ROWS = 501, COLUMNS = 1003, COUNT = ROWS * COLUMNS };
  short* data = malloc(COUNT * sizeof *data);
  double* got = malloc(COUNT * sizeof *got);
  assert_true(data != NULL && got != NULL);
  for (int i = 0; i < COUNT; ++i) data[i] = (short)(i % 30011 - 15000);
  gc_ndarray *a = from_host(GRIDCALL_SCALAR_TYPE_INT16, SHAPE(ROWS, COLUMNS), data, COUNT * sizeof *data),
             *turned = NULL;
  gc_ndarray *d = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT64, SHAPE(ROWS, COLUMNS)),
             *t = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT64, SHAPE(COLUMNS, ROWS));
  CALL(gc_ndarray_copy, d, a, NULL);
  read_into(d, got, COUNT * sizeof *got);
  for (int i = 0; i < COUNT; ++i)
    if (got[i] != data[i]) fail_msg("in a line: element %d is %g", i, got[i]);
  CALL(gc_ndarray_transpose, a, NULL, 0, &turned);
  CALL(gc_ndarray_copy, t, turned, NULL);
  read_into(t, got, COUNT * sizeof *got);
  for (int i = 0; i < COUNT; ++i)
    if (got[i] != data[i % ROWS * COLUMNS + i / ROWS]) fail_msg("transposed: element %d is %g", i, got[i]);
  /* Every second column, whose elements no more follow each other: the same but for that. */
  gc_ndarray *half = slice2(a, (gc_axis_slice){ALL, ALL, 1}, (gc_axis_slice){0, ALL, 2}), *turned_half = NULL;
  gc_ndarray* h = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT64, SHAPE((COLUMNS + 1) / 2, ROWS));
  CALL(gc_ndarray_transpose, half, NULL, 0, &turned_half);
  CALL(gc_ndarray_copy, h, turned_half, NULL);
  read_into(h, got, (COLUMNS + 1) / 2 * ROWS * sizeof *got);
  for (int i = 0; i < (COLUMNS + 1) / 2 * ROWS; ++i)
    if (got[i] != data[i % ROWS * COLUMNS + i / ROWS * 2])
      fail_msg("every second one, transposed: element %d is %g", i, got[i]);
  gc_ndarray* part = slice2(a, (gc_axis_slice){ALL, ALL, -1}, (gc_axis_slice){1, ALL, 3});
  gc_ndarray* p = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT64, SHAPE(ROWS, COLUMNS / 3));
  CALL(gc_ndarray_copy, p, part, NULL);
  read_into(p, got, ROWS * (COLUMNS / 3) * sizeof *got);
  for (int i = 0; i < ROWS * (COLUMNS / 3); ++i) {
    const int row = ROWS - 1 - i / (COLUMNS / 3), column = 1 + 3 * (i % (COLUMNS / 3));
    if (got[i] != data[row * COLUMNS + column]) fail_msg("in rows: element %d is %g", i, got[i]);
  }
  gc_ndarray* all[] = {a, turned, d, t, half, turned_half, h, part, p};
  for (size_t i = 0; i < COUNT_OF(all); ++i) gc_ndarray_release(all[i]);
  free(data);
  free(got);
}

/* --- expressions --- */

static gc_scalar scalar_float(float value) {
  gc_scalar scalar = {{0, 0}, GRIDCALL_SCALAR_TYPE_FLOAT32, 0};
  memcpy(scalar.bits, &value, sizeof value);
  return scalar;
}

static void ndarray_expressions(void** state) {
  (void)state;
  enum { COUNT = 100003 };
  float* data = malloc(COUNT * sizeof *data);
  assert_non_null(data);
  for (int i = 0; i < COUNT; ++i) data[i] = (float)(i % 1000) * 0.25f;
  gc_ndarray *a = from_host(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(COUNT), data, COUNT * sizeof *data),
             *b = from_host(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(1), (float[]){3}, sizeof(float)),
             *out = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(COUNT));
  const gc_scalar x = scalar_float(0.5f);
  CALL(gc_ndarray_apply, out, "a > 100.f ? sqrt(a) : x * a + 2 * b", (gc_ndarray*[]){a, b}, 2, &x, 1, NULL);
  float* got = malloc(COUNT * sizeof *got);
  assert_non_null(got);
  read_into(out, got, COUNT * sizeof *got);
  for (int i = 0; i < COUNT; ++i) {
    const float want = data[i] > 100.f ? sqrtf(data[i]) : 0.5f * data[i] + 6;
    if (got[i] != want) fail_msg("element %d is %g, expected %g", i, (double)got[i], (double)want);
  }
  /* In place, and from a shifted view of itself. */
  gc_ndarray *head = NULL, *tail = NULL;
  const gc_axis_slice all_but_last = {0, -1, 1}, all_but_first = {1, ALL, 1};
  CALL(gc_ndarray_slice, a, &all_but_last, 1, &head);
  CALL(gc_ndarray_slice, a, &all_but_first, 1, &tail);
  CALL(gc_ndarray_apply, tail, "a + b", (gc_ndarray*[]){head, tail}, 2, NULL, 0, NULL);
  read_into(a, got, COUNT * sizeof *got);
  for (int i = 1; i < COUNT; ++i) assert_true(got[i] == data[i] + data[i - 1]);
  /* Complex numbers; C++'s integers. */
  float pairs[4] = {1, 2, -3, 0.5f};
  gc_ndarray *c = from_host(GRIDCALL_SCALAR_TYPE_COMPLEX64, SHAPE(2), pairs, sizeof pairs),
             *real = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(2)), *n = iota(1, 4);
  CALL(gc_ndarray_apply, c, "a * a + 1", (gc_ndarray*[]){c}, 1, NULL, 0, NULL);
  read_into(c, pairs, sizeof pairs);
  assert_true(pairs[0] == -2 && pairs[1] == 4 && pairs[2] == 9.75f && pairs[3] == -3);
  CALL(gc_ndarray_apply, real, "imag(a)", (gc_ndarray*[]){c}, 1, NULL, 0, NULL);
  read_into(real, pairs, 2 * sizeof(float));
  assert_true(pairs[0] == 4 && pairs[1] == -3);
  CALL(gc_ndarray_apply, n, "(a + 1) / 2", (gc_ndarray*[]){n}, 1, NULL, 0, NULL);
  expect(n, 0, 1, 1, 2);
  static const struct {
    const char *text, *says;
  } refused[] = {{"a; b", "\";\""},
                 {"a }", "\"}\""},
                 {"#include", "\"#\""},
                 {"\"a\"", "\"\"\""},
                 {"a = 2", "an assignment"},
                 {"a++", "\"++\""},
                 {"a // b", "\"//\""},
                 {"asm(a)", "\"asm\""},
                 {"printf(a)", "\"printf\""},
                 {"a)", "closes no parenthesis"},
                 {"(a", "lacks 1 closing"},
                 {"a, a", "outside of a call"},
                 {"1x", "is no number"},
                 {"a + \xc3\xa4", "which has no place"},
                 {"b", "`input_count` is 1"},
                 {"x", "`scalar_count` is 0"},
                 {"", "is empty"},
                 {"a\n", "which has no place"},
                 {"a +", "ends at column 4"},
                 {"*(float*)8", "\"*\" at column 1"},
                 {"a + *(&a + 1)", "\"*\" at column 5"},
                 {"(float*)8", "\"*\" at column 7"},
                 {"a && &a", "\"&\" at column 6"}};
  for (size_t i = 0; i < COUNT_OF(refused); ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_apply, n, refused[i].text, (gc_ndarray*[]){n}, 1, NULL,
          0, NULL);
    assert_says(refused[i].says);
  }
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_apply, n, "a % 0.5", (gc_ndarray*[]){n}, 1, NULL, 0, NULL);
  /* Every function, by both names, of the type that it is for. */
  static const char* const functions =
      "acos(a) + acosh(a) + asin(a) + asinh(a) + atan(a) + atan2(a, b) + atanh(a) + cbrt(a) + ceil(a) + "
      "copysign(a, b) + cos(a) + cosh(a) + cospi(a) + erf(a) + erfc(a) + erfcinv(a) + erfcx(a) + erfinv(a) + "
      "exp(a) + exp10(a) + exp2(a) + expm1(a) + fabs(a) + fdim(a, b) + floor(a) + fma(a, b, a) + fmax(a, b) "
      "+ "
      "fmin(a, b) + fmod(a, b) + hypot(a, b) + j0(a) + j1(a) + lgamma(a) + log(a) + log10(a) + log1p(a) + "
      "log2(a) + nearbyint(a) + normcdf(a) + normcdfinv(a) + pow(a, b) + rcbrt(a) + remainder(a, b) + "
      "rint(a) + "
      "round(a) + rsqrt(a) + sin(a) + sinh(a) + sinpi(a) + sqrt(a) + tan(a) + tanh(a) + tgamma(a) + trunc(a) "
      "+ "
      "y0(a) + y1(a)";
  char with_f[2048], *to = with_f;
  for (const char* from = functions; *from; ++from) {
    if (*from == '(') *to++ = 'f';
    *to++ = *from;
  }
  *to = '\0';
  CALL(gc_ndarray_apply, out, functions, (gc_ndarray*[]){a, b}, 2, NULL, 0, NULL);
  CALL(gc_ndarray_apply, out, with_f, (gc_ndarray*[]){a, b}, 2, NULL, 0, NULL);
  CALL(gc_ndarray_apply, out,
       "abs(a) + max(a, b) + min(a, b) + isfinite(a) + isinf(a) + isnan(a) + signbit(a)",
       (gc_ndarray*[]){a, b}, 2, NULL, 0, NULL);
  CALL(gc_ndarray_apply, c, "complex(real(a), imag(a)) * conj(a)", (gc_ndarray*[]){c}, 1, NULL, 0, NULL);
  /* Without blanks, and with more than one cast. */
  CALL(gc_ndarray_apply, n, "(int)-1.5f+(unsigned char)(int(a)<2?300:a)-bool(a)*(long long)2&~0",
       (gc_ndarray*[]){n}, 1, NULL, 0, NULL);
  expect(n, 43, 41, 41, -1);
  gc_ndarray* all[] = {a, b, out, head, tail, c, real, n};
  for (size_t i = 0; i < COUNT_OF(all); ++i) gc_ndarray_release(all[i]);
  free(data);
  free(got);
}

/* --- reductions --- */

static void ndarray_reductions(void** state) {
  (void)state;
  gc_ndarray *a = iota(4, 6), *rows = zeros_of(GRIDCALL_SCALAR_TYPE_INT32, SHAPE(4)),
             *columns = zeros_of(GRIDCALL_SCALAR_TYPE_INT32, SHAPE(1, 6)),
             *one = zeros_of(GRIDCALL_SCALAR_TYPE_INT32, (Shape8){{0}, 0});
  CALL(gc_ndarray_reduce, rows, a, GRIDCALL_REDUCTION_SUM, (uint32_t[]){1}, 1, NULL);
  expect(rows, 15, 51, 87, 123);
  CALL(gc_ndarray_reduce, columns, a, GRIDCALL_REDUCTION_MAX, (uint32_t[]){0}, 1, NULL);
  expect(columns, 18, 19, 20, 21, 22, 23);
  CALL(gc_ndarray_reduce, one, a, GRIDCALL_REDUCTION_SUM, NULL, 0, NULL);
  expect(one, 276);
  CALL(gc_ndarray_reduce, rows, a, GRIDCALL_REDUCTION_ALL, (uint32_t[]){1}, 1, NULL);
  expect(rows, 0, 1, 1, 1);
  gc_ndarray* backwards = slice2(a, (gc_axis_slice){ALL, ALL, -1}, (gc_axis_slice){ALL, ALL, -2});
  CALL(gc_ndarray_reduce, rows, backwards, GRIDCALL_REDUCTION_MIN, (uint32_t[]){1}, 1, NULL);
  expect(rows, 19, 13, 7, 1);
  CALL(gc_ndarray_reduce, rows, backwards, GRIDCALL_REDUCTION_ARG_MIN, (uint32_t[]){1}, 1, NULL);
  expect(rows, 2, 2, 2, 2);
  CALL(gc_ndarray_reduce, one, backwards, GRIDCALL_REDUCTION_ARG_MIN, NULL, 0, NULL);
  expect(one, 11);
  gc_ndarray* few = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(4));
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reduce, few, a, GRIDCALL_REDUCTION_ARG_MAX,
        (uint32_t[]){1}, 1, NULL);
  assert_says("`ndarray` is float32, and the indices go to 5: make it of integers that hold them");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reduce, rows, a, GRIDCALL_REDUCTION_SUM, (uint32_t[]){0},
        1, NULL);
  assert_says("`ndarray` has the shape (4), and `src` reduced along its `axis_count` 1 dimensions (6)");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_reduce, rows, a, GRIDCALL_REDUCTION_SUM, (uint32_t[]){2}, 1,
        NULL);
  gc_ndarray* empty = zeros_of(GRIDCALL_SCALAR_TYPE_INT32, SHAPE(4, 0));
  CALL(gc_ndarray_reduce, rows, empty, GRIDCALL_REDUCTION_PROD, (uint32_t[]){1}, 1, NULL);
  expect(rows, 1, 1, 1, 1);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reduce, rows, empty, GRIDCALL_REDUCTION_MIN,
        (uint32_t[]){1}, 1, NULL);
  /* Large ones, of each way: they are exact, and the same each time. */
  enum { COUNT = 1 << 20 };
  float* data = malloc(COUNT * sizeof *data);
  assert_non_null(data);
  uint64_t seed = 1;
  for (int i = 0; i < COUNT; ++i) data[i] = (float)random_unit(&seed);
  static const uint64_t shapes[][2] = {
      {1, COUNT}, {16, COUNT / 16}, {COUNT / 16, 16}, {COUNT / 128, 128}, {COUNT / 2, 2}};
  for (size_t s = 0; s < COUNT_OF(shapes); ++s) {
    const uint64_t n0 = shapes[s][0], n1 = shapes[s][1];
    gc_ndarray* m = from_host(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(n0, n1), data, COUNT * sizeof *data);
    for (uint32_t axis = 0; axis < 2; ++axis) {
      const uint64_t outs = axis == 0 ? n1 : n0;
      gc_ndarray* sums = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT64, SHAPE(outs));
      double* got = malloc(2 * outs * sizeof *got);
      assert_non_null(got);
      for (uint64_t again = 0; again < 2; ++again) {
        CALL(gc_ndarray_reduce, sums, m, GRIDCALL_REDUCTION_SUM, &axis, 1, NULL);
        read_into(sums, got + again * outs, outs * sizeof *got);
      }
      assert_memory_equal(got, got + outs, outs * sizeof *got);
      for (uint64_t o = 0; o < outs; o += 1 + outs / 100) {
        double want = 0;
        for (uint64_t i = 0; i < COUNT / outs; ++i) want += data[axis == 0 ? i * n1 + o : o * n1 + i];
        if (fabs(got[o] - want) > 1e-9 * want)
          fail_msg("%llu of axis %u: %.17g, expected %.17g", (unsigned long long)o, axis, got[o], want);
      }
      free(got);
      gc_ndarray_release(sums);
    }
    gc_ndarray_release(m);
  }
  data[COUNT / 2] = (float)NAN;
  gc_ndarray *m = from_host(GRIDCALL_SCALAR_TYPE_FLOAT32, SHAPE(COUNT), data, COUNT * sizeof *data),
             *least = zeros_of(GRIDCALL_SCALAR_TYPE_FLOAT32, (Shape8){{0}, 0});
  CALL(gc_ndarray_reduce, least, m, GRIDCALL_REDUCTION_MIN, NULL, 0, NULL);
  float value = 0;
  read_into(least, &value, sizeof value);
  assert_true(value != value);
  /* The first NaN of two, and without them the first of equal elements, also across blocks. */
  data[COUNT - 7] = (float)NAN;
  CALL(gc_ndarray_copy_from_host, m, data, COUNT * sizeof *data, NULL, NULL);
  CALL(gc_ndarray_reduce, one, m, GRIDCALL_REDUCTION_ARG_MAX, NULL, 0, NULL);
  expect(one, COUNT / 2);
  data[COUNT - 7] = data[COUNT / 2] = data[COUNT / 3] = 2;
  CALL(gc_ndarray_copy_from_host, m, data, COUNT * sizeof *data, NULL, NULL);
  CALL(gc_ndarray_reduce, one, m, GRIDCALL_REDUCTION_ARG_MAX, NULL, 0, NULL);
  expect(one, COUNT / 3);
  gc_ndarray* small = zeros_of(GRIDCALL_SCALAR_TYPE_UINT16, (Shape8){{0}, 0});
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reduce, small, m, GRIDCALL_REDUCTION_ARG_MAX, NULL, 0,
        NULL);
  gc_ndarray* all[] = {a, rows, columns, one, backwards, empty, m, least, few, small};
  for (size_t i = 0; i < COUNT_OF(all); ++i) gc_ndarray_release(all[i]);
  free(data);
}

/* --- launches, DLPack --- */

static void ndarray_as_argument(void** state) {
  (void)state;
  gc_module* module = compile(
      "extern \"C\" __global__ void twice(int* a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }\n"
      "__global__ void typed(float* a) { a[0] = 1; }\n");
  gc_kernel *kernel = kernel_of(module, "twice"), *typed = kernel_of(module, "typed");
  gc_ndarray* a = iota(2, 4);
  gc_ndarray* row = slice2(a, (gc_axis_slice){1, 1, 0}, (gc_axis_slice){ALL, ALL, 1});
  run(kernel, 1, 32, ARGS(GRIDCALL_ARG_NDARRAY(row), I(4)));
  expect(a, 0, 1, 2, 3, 8, 10, 12, 14);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  gc_arg args[1] = {GRIDCALL_ARG_NDARRAY(a)};
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, typed, &config, args, 1, NULL);
  args[0].bits = 4;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_launch, typed, &config, args, 1, NULL);
  gc_ndarray_release(row);
  gc_ndarray_release(a);
  gc_kernel_release(kernel);
  gc_kernel_release(typed);
  gc_module_release(module);
}

/* DLPack's DLManagedTensorVersioned and, from `data` to `byte_offset` and then manager and deleter,
 * DLManagedTensor. */
typedef struct Tensor {
  void* data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} Tensor;
typedef struct Versioned {
  uint32_t major, minor;
  void* manager;
  void (*deleter)(struct Versioned*);
  uint64_t flags;
  Tensor tensor;
} Versioned;
typedef struct Legacy {
  Tensor tensor;
  void* manager;
  void (*deleter)(struct Legacy*);
} Legacy;
static int deleted;
static void count_deletion(Versioned* tensor) {
  (void)tensor;
  ++deleted;
}

static void ndarray_dlpack(void** state) {
  (void)state;
  gc_ndarray *a = iota(4, 6), *back = NULL, *none = NULL;
  gc_ndarray* part = slice2(a, (gc_axis_slice){1, 3, 1}, (gc_axis_slice){ALL, ALL, 2});
  uint64_t address = 0;
  CALL(gc_ndarray_to_dlpack, part, 0, NULL, &address);
  Versioned* tensor = (Versioned*)(uintptr_t)address;
  assert_int_equal(tensor->major, 1);
  assert_int_equal(tensor->tensor.device_type, is_gpu ? 2 : 1);
  assert_true(tensor->tensor.code == 0 && tensor->tensor.bits == 32 && tensor->tensor.lanes == 1 &&
              tensor->tensor.ndim == 2);
  assert_true(tensor->tensor.shape[0] == 2 && tensor->tensor.shape[1] == 3 &&
              tensor->tensor.strides[0] == 6 && tensor->tensor.strides[1] == 2);
  CALL(gc_ndarray_from_dlpack, context, address, 0, NULL, &back);
  expect(back, 6, 8, 10, 12, 14, 16);
  gc_ndarray_release(part);
  CALL(gc_ndarray_apply, back, "a + 1", (gc_ndarray*[]){back}, 1, NULL, 0, NULL);
  wait_all();
  expect(a, 0, 1, 2, 3, 4, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 17, 17, 18, 19, 20, 21, 22, 23);
  gc_ndarray_release(back);
  collect();
  CALL(gc_ndarray_to_dlpack, a, GRIDCALL_DLPACK_LEGACY, NULL, &address);
  Legacy* legacy = (Legacy*)(uintptr_t)address;
  assert_int_equal(legacy->tensor.shape[1], 6);
  legacy->deleter(legacy);

  /* A tensor of another library: its deleter runs once, when nothing uses it, in gc_handle_collect. */
  Versioned own = {1,
                   0,
                   NULL,
                   count_deletion,
                   1,
                   {(void*)(uintptr_t)attribute(a, GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS), is_gpu ? 2 : 1, 0, 1,
                    0, 32, 1, (int64_t[]){24}, NULL, 0}};
  if (is_gpu) {
    uint64_t ordinal = 0;
    CALL(gc_handle_get_native, device, &ordinal);
    own.tensor.device_id = (int32_t)ordinal;
  }
  CALL(gc_ndarray_from_dlpack, context, (uintptr_t)&own, 0, NULL, &back);
  assert_int_equal(attribute(back, GRIDCALL_NDARRAY_ATTRIBUTE_IS_READ_ONLY), 1);
  const int zero = 0;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_fill, back, &zero, sizeof zero, NULL);
  assert_says("read-only");
  gc_ndarray_release(back);
  wait_all();
  collect();
  assert_int_equal(deleted, 1);
  collect();
  assert_int_equal(deleted, 1);

  own.major = 2;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_ndarray_from_dlpack, context, (uintptr_t)&own, 0, NULL, &none);
  assert_says("of version 2.0 of DLPack");
  own.major = 1;
  own.tensor.device_type = 7;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_ndarray_from_dlpack, context, (uintptr_t)&own, 0, NULL, &none);
  assert_says("DLPack's device 7");
  own.tensor.device_type = is_gpu ? 2 : 1;
  own.tensor.lanes = 4;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_ndarray_from_dlpack, context, (uintptr_t)&own, 0, NULL, &none);
  assert_says("32 bits and 4 lanes");
  own.tensor.lanes = 1;
  own.tensor.bits = 24;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_ndarray_from_dlpack, context, (uintptr_t)&own, 0, NULL, &none);
  // float8_e4m3fn and float8_e5m2, which communicators alone have.
  own.tensor.bits = 8;
  for (int i = 0; i < 2; ++i) {
    own.tensor.code = i == 0 ? 10 : 12;
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_ndarray_from_dlpack, context, (uintptr_t)&own, 0, NULL, &none);
    assert_says(i == 0 ? "float8_e4m3" : "float8_e5m2");
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_from_dlpack, context, 8, 0, NULL, &none);
  assert_int_equal(deleted, 1);
  gc_ndarray_release(a);
}

const struct CMUnitTest ndarray_tests[] = {
    cmocka_unit_test(ndarray_scalar_types), cmocka_unit_test(ndarray_records),
    cmocka_unit_test(ndarray_views),        cmocka_unit_test(ndarray_of_memory),
    cmocka_unit_test(ndarray_places),       cmocka_unit_test(ndarray_copies),
    cmocka_unit_test(ndarray_large_copies), cmocka_unit_test(ndarray_expressions),
    cmocka_unit_test(ndarray_reductions),   cmocka_unit_test(ndarray_as_argument),
    cmocka_unit_test(ndarray_dlpack),       {NULL, NULL, NULL, NULL, NULL},
};
