/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices, by the library's kernel and by the BLAS that the machine has. tests/ndarray/matmul.py
 * compares them with NumPy's.
 */

#include <stdlib.h>

#include "gridcall/preview.h"
#include "ndarrays.h"

enum { kRows = 67, kDepth = 45, kColumns = 71 };
static float left[kRows][kDepth], right[kDepth][kColumns];
static float got[kRows][kColumns];

/* Integers, of which every order gives the same sum. */
static void make_operands(gc_ndarray** a, gc_ndarray** b) {
  uint64_t seed = 5;
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kDepth; ++k) left[i][k] = (float)(random_u32(&seed) % 19) - 9;
  for (int k = 0; k < kDepth; ++k)
    for (int j = 0; j < kColumns; ++j) right[k][j] = (float)(random_u32(&seed) % 19) - 9;
  *a = NEW(FLOAT32, kRows, kDepth);
  *b = NEW(FLOAT32, kDepth, kColumns);
  CALL(gc_ndarray_copy_from_host, *a, left, sizeof left, NULL, NULL);
  CALL(gc_ndarray_copy_from_host, *b, right, sizeof right, NULL, NULL);
}

static void check_product(gc_ndarray* product, float times) {
  CALL(gc_ndarray_copy_to_host, product, got, sizeof got, NULL, NULL);
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      float want = 0;
      for (int k = 0; k < kDepth; ++k) want += left[i][k] * right[k][j];
      if (got[i][j] != want * times) fail_msg("at %d, %d is %g, expected %g", i, j, got[i][j], want * times);
    }
}

static const gc_matmul_flags ways[] = {0, GRIDCALL_MATMUL_OWN_KERNEL, GRIDCALL_MATMUL_TF32};

static gc_matmul_options options_of(gc_matmul_flags flags) {
  gc_matmul_options options = GRIDCALL_MATMUL_OPTIONS_INIT;
  options.flags = flags;
  return options;
}

/* Queues a product with work before and behind it. */
static void start_product(gc_ndarray* product, gc_ndarray* a, gc_ndarray* b, gc_matmul_flags flags,
                          gc_stream* stream) {
  const gc_matmul_options options = options_of(flags);
  CALL(gc_ndarray_apply, a, "2 * a", &a, 1, NULL, 0, stream);
  CALL(gc_ndarray_matmul, product, a, b, &options, stream);
  CALL(gc_ndarray_apply, product, "a / 2", &product, 1, NULL, 0, stream);
  CALL(gc_ndarray_apply, a, "a / 2", &a, 1, NULL, 0, stream);
}

/* Work of the stream before a product is done before, and work behind it behind: nobody waits between, but
   for the first one, for which a GPU's driver may load code and wait for the device to do so. */
static void linalg_product_on_stream(void** state) {
  (void)state;
  gc_ndarray *a, *b, *product = NEW(FLOAT32, kRows, kColumns);
  make_operands(&a, &b);
  gc_stream* stream = own_stream();
  for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
    start_product(product, a, b, ways[i], stream);
    CALL(gc_stream_synchronize, stream);
    Gate gate = gate_make();
    gate_close(&gate, stream);
    start_product(product, a, b, ways[i], stream);
    assert_false(stream_done(stream));
    gate_open(&gate);
    CALL(gc_stream_synchronize, stream);
    check_product(product, 1);
    gate_free(&gate);
  }
  gc_stream_release(stream);
  gc_ndarray_release(a);
  gc_ndarray_release(b);
  gc_ndarray_release(product);
}

/* Transposed views, and a result whose rows are every other row of its memory, from the last one on. */
static void linalg_product_of_views(void** state) {
  (void)state;
  gc_ndarray *a, *b, *turned_a, *turned_b, *turned, *whole = NEW(FLOAT32, 2 * kRows, kColumns), *part;
  make_operands(&a, &b);
  gc_ndarray* memory_a = NEW(FLOAT32, kDepth, kRows);
  CALL(gc_ndarray_transpose, memory_a, NULL, 0, &turned_a);
  CALL(gc_ndarray_copy, turned_a, a, NULL);
  CALL(gc_ndarray_transpose, a, NULL, 0, &turned);
  CALL(gc_ndarray_transpose, b, NULL, 0, &turned_b);
  const gc_axis_slice every_other = {INT64_MIN, INT64_MIN, -2};
  CALL(gc_ndarray_slice, whole, &every_other, 1, &part);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
    const gc_matmul_options options = options_of(ways[i]);
    CALL(gc_ndarray_fill, whole, &(float){0}, 4, NULL);
    CALL(gc_ndarray_matmul, part, turned_a, b, &options, NULL);
    check_product(part, 1);
  }
  gc_ndarray *backwards = NEW(FLOAT32, kColumns, kRows), *forwards;
  CALL(gc_ndarray_matmul, backwards, turned_b, turned, NULL, NULL);
  CALL(gc_ndarray_transpose, backwards, NULL, 0, &forwards);
  check_product(forwards, 1);
  gc_ndarray* all[] = {a, b, turned_a, turned_b, turned, whole, part, memory_a, backwards, forwards};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

/* A graph computes anew with what the operands hold when it is launched. */
static void linalg_product_in_a_graph(void** state) {
  (void)state;
  gc_ndarray *a, *b, *product = NEW(FLOAT32, kRows, kColumns);
  make_operands(&a, &b);
  gc_stream* stream = own_stream();
  CALL(gc_ndarray_matmul, product, a, b, NULL, stream); /* kernels and libraries are there now */
  CALL(gc_stream_begin_capture, stream, GRIDCALL_CAPTURE_MODE_RELAXED);
  CALL(gc_ndarray_matmul, product, a, b, NULL, stream);
  gc_graph* graph = NULL;
  CALL(gc_stream_end_capture, stream, &graph);
  for (int times = 1; times <= 4; times *= 2) {
    CALL(gc_graph_launch, graph, stream);
    CALL(gc_ndarray_apply, a, "2 * a", &a, 1, NULL, 0, stream);
    CALL(gc_stream_synchronize, stream);
    check_product(product, (float)times);
  }
  gc_graph_release(graph);
  gc_stream_release(stream);
  gc_ndarray_release(a);
  gc_ndarray_release(b);
  gc_ndarray_release(product);
}

/* Temporaries come from the pool of the options. */
static void linalg_product_with_pool(void** state) {
  (void)state;
  gc_ndarray *a, *b, *part_a, *part_b, *product = NEW(FLOAT32, kRows, kColumns);
  make_operands(&a, &b);
  const gc_axis_slice backwards[] = {{INT64_MIN, INT64_MIN, -1}, {INT64_MIN, INT64_MIN, -1}};
  CALL(gc_ndarray_slice, a, backwards, 2, &part_a);
  CALL(gc_ndarray_slice, b, backwards, 2, &part_b);
  gc_matmul_options options = GRIDCALL_MATMUL_OPTIONS_INIT;
  CALL(gc_pool_create, context, NULL, &options.pool);
  CALL(gc_ndarray_matmul, product, part_a, part_b, &options, NULL);
  wait_all();
  CALL(gc_ndarray_copy_to_host, product, got, sizeof got, NULL, NULL);
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      float want = 0;
      for (int k = 0; k < kDepth; ++k) want += left[kRows - 1 - i][k] * right[k][kColumns - 1 - j];
      assert_true(got[i][j] == want);
    }
  gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
  CALL(gc_pool_get_statistics, options.pool, &statistics);
  int32_t numbers[3];
  const gc_version_component blas =
      is_gpu ? GRIDCALL_VERSION_COMPONENT_CUBLAS : GRIDCALL_VERSION_COMPONENT_BLAS;
  const int has_blas = gc_version_get(blas, &numbers[0], &numbers[1], &numbers[2], NULL) == GRIDCALL_OK;
  assert_int_equal(statistics.peak_bytes >= sizeof left + sizeof right, has_blas);
  gc_pool_release(options.pool);
  gc_ndarray* all[] = {a, b, part_a, part_b, product};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

static void linalg_refused(void** state) {
  (void)state;
  gc_ndarray *rows = NEW(FLOAT32, 2, 3), *other = NEW(FLOAT32, 2, 3), *square = NEW(FLOAT32, 3, 3),
             *number = new_ndarray(GRIDCALL_SCALAR_TYPE_FLOAT32, NULL, 0), *doubles = NEW(FLOAT64, 3, 3),
             *third = NEW(FLOAT32, 3, 3), *two = NEW(FLOAT32, 2, 3, 3), *four = NEW(FLOAT32, 4, 3, 3),
             *out = NEW(FLOAT32, 2, 3);
  const struct {
    gc_ndarray *out, *a, *b;
    const char* says;
  } cases[] = {
      {out, rows, other, "`left` of shape (2, 3) has 3 columns, and `right` of shape (2, 3) 2 rows"},
      {square, third, square, "and `right` at"},
      {rows, rows, square, "and `left` at"},
      {two, rows, square,
       "has the shape (2, 3, 3), and the product of `left` (2, 3) and `right` (3, 3) (2, 3)"},
      {out, rows, doubles, "`right` is float64, and `left` float32"},
      {doubles, rows, square, "`ndarray` is float64, and `left` float32"},
      {two, two, four, "are not broadcast: 2 and 4 differ"},
      {out, number, square, "`left` has 0 dimensions"},
      {out, square, number, "`right` has 0 dimensions"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_matmul, cases[i].out, cases[i].a, cases[i].b, NULL,
          NULL);
    assert_says(cases[i].says);
  }
  gc_ndarray* all[] = {rows, other, square, number, doubles, two, four, out, third};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

enum { kSide = 3000 };
static int32_t offsets[kSide + 1], columns[3 * kSide + kSide];
static double elements[4 * kSide], vector[kSide], product_of_vector[kSide];

/* A row with as many elements as there are columns, between rows of up to three and empty ones. */
static void linalg_sparse_product(void** state) {
  (void)state;
  int count = 0;
  for (int i = 0; i < kSide; ++i) {
    offsets[i] = count;
    const int begin = i == 7 ? 0 : i - 1 < 0 ? 0 : i - 1, end = i == 7 ? kSide : i % 5 == 0 ? begin : i + 1;
    for (int j = begin; j < end; ++j) columns[count] = j, elements[count++] = j % 7 - i % 3;
    vector[i] = i % 11 - 5;
  }
  offsets[kSide] = count;
  gc_ndarray *rows = NEW(INT32, kSide + 1), *places = NEW(INT32, 4 * kSide),
             *values = NEW(FLOAT64, 4 * kSide), *x = NEW(FLOAT64, kSide), *y = NEW(FLOAT64, kSide);
  CALL(gc_ndarray_copy_from_host, rows, offsets, sizeof offsets, NULL, NULL);
  CALL(gc_ndarray_copy_from_host, places, columns, sizeof columns, NULL, NULL);
  CALL(gc_ndarray_copy_from_host, values, elements, sizeof elements, NULL, NULL);
  gc_sparse_matmul_options options = GRIDCALL_SPARSE_MATMUL_OPTIONS_INIT;
  CALL(gc_pool_create, context, NULL, &options.pool);
  gc_stream* stream = own_stream();
  Gate gate = gate_make();
  for (int is_gated = 0; is_gated < 2; ++is_gated) { /* kernels are loaded the first time */
    CALL(gc_ndarray_copy_from_host, x, vector, sizeof vector, NULL, stream);
    if (is_gated) gate_close(&gate, stream);
    CALL(gc_ndarray_apply, x, "2 * a", &x, 1, NULL, 0, stream);
    CALL(gc_ndarray_sparse_matmul, y, rows, places, values, x, &options, stream);
    CALL(gc_ndarray_apply, x, "0", NULL, 0, NULL, 0, stream);
  }
  assert_false(stream_done(stream));
  gate_open(&gate);
  CALL(gc_stream_synchronize, stream);
  gate_free(&gate);
  CALL(gc_ndarray_copy_to_host, y, product_of_vector, sizeof product_of_vector, NULL, NULL);
  for (int i = 0; i < kSide; ++i) {
    double want = 0;
    for (int k = offsets[i]; k < offsets[i + 1]; ++k) want += 2 * elements[k] * vector[columns[k]];
    if (product_of_vector[i] != want) fail_msg("row %d is %g, expected %g", i, product_of_vector[i], want);
  }
  gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
  CALL(gc_pool_get_statistics, options.pool, &statistics);
  assert_true(statistics.peak_bytes != 0);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_sparse_matmul, y, rows, places, values, y, NULL, NULL);
  assert_says("and `right` at");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_sparse_matmul, y, rows, rows, values, x, NULL, NULL);
  assert_says("`columns` has the shape (3001), and `values` (12000)");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_sparse_matmul, y, values, places, values, x, NULL, NULL);
  assert_says("`row_offsets` is float64: pass int32 or int64");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_sparse_matmul, values, rows, places, values, x, NULL,
        NULL);
  assert_says(
      "`ndarray` has the shape (12000), and the product of a matrix of 3000 rows and `right` (3000) (3000)");
  gc_stream_release(stream);
  gc_pool_release(options.pool);
  gc_ndarray* all[] = {rows, places, values, x, y};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

/* Two matrices, of which the second is singular, behind work of the stream; the operands stay as they are. */
static void linalg_solve(void** state) {
  (void)state;
  static const double matrices[2][3][3] = {{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}},
                                           {{1, 2, 3}, {2, 4, 6}, {0, 1, 1}}};
  static const double side[3] = {4, 10, 14};
  gc_ndarray *a = NEW(FLOAT64, 2, 3, 3), *b = NEW(FLOAT64, 3), *x = NEW(FLOAT64, 2, 3), *info = NEW(INT32, 2);
  CALL(gc_ndarray_copy_from_host, a, matrices, sizeof matrices, NULL, NULL);
  CALL(gc_ndarray_copy_from_host, b, side, sizeof side, NULL, NULL);
  gc_factor_options options = GRIDCALL_FACTOR_OPTIONS_INIT;
  options.info = info;
  CALL(gc_pool_create, context, NULL, &options.pool);
  gc_stream* stream = own_stream();
  Gate gate = gate_make();
  if (!is_gpu) gate_close(&gate, stream); /* cuSOLVER may wait for the device */
  CALL(gc_ndarray_apply, b, "2 * a", &b, 1, NULL, 0, stream);
  CALL(gc_ndarray_solve, x, a, b, &options, stream);
  if (!is_gpu) assert_false(stream_done(stream));
  gate_open(&gate);
  CALL(gc_stream_synchronize, stream);
  gate_free(&gate);
  double solution[2][3], same[2][3][3];
  int32_t infos[2];
  CALL(gc_ndarray_copy_to_host, x, solution, sizeof solution, NULL, NULL);
  CALL(gc_ndarray_copy_to_host, a, same, sizeof same, NULL, NULL);
  CALL(gc_ndarray_copy_to_host, info, infos, sizeof infos, NULL, NULL);
  assert_memory_equal(same, matrices, sizeof same);
  assert_int_equal(infos[0], 0);
  assert_int_equal(infos[1], 3);
  for (int i = 0; i < 3; ++i) {
    double sum = -2 * side[i];
    for (int j = 0; j < 3; ++j) sum += matrices[0][i][j] * solution[0][j];
    assert_true(sum < 1e-12 && sum > -1e-12);
    assert_true(solution[1][i] != solution[1][i]);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_solve, x, a, x, NULL, NULL);
  assert_says(
      "`b` has the shape (2, 3), and `a` (2, 3, 3): pass a vector of 3 elements, or matrices of 3 rows");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_cholesky, a, x, NULL, NULL);
  assert_says("`a` has the shape (2, 3), matrices of 2 rows and 3 columns: pass square ones");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_eigh, b, NULL, a, NULL, NULL);
  assert_says(
      "`values` has the shape (3), and for `a` of the shape (2, 3, 3) it is (2, 3): make it of that shape");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_svd, x, a, NULL, a, NULL, NULL);
  assert_says("`vt` is NULL, and `u` is not: pass both or neither");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_qr, a, a, a, NULL, NULL);
  assert_says("share bytes: pass arrays that do not");
  options.info = b;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_solve, x, a, b, &options, NULL);
  assert_says("`options->info` is float64: pass one of int32");
  gc_stream_release(stream);
  gc_pool_release(options.pool);
  gc_ndarray* all[] = {a, b, x, info};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

const struct CMUnitTest linalg_tests[] = {
    cmocka_unit_test(linalg_product_on_stream),
    cmocka_unit_test(linalg_product_of_views),
    cmocka_unit_test(linalg_product_in_a_graph),
    cmocka_unit_test(linalg_product_with_pool),
    cmocka_unit_test(linalg_refused),
    cmocka_unit_test(linalg_sparse_product),
    cmocka_unit_test(linalg_solve),
    {NULL, NULL, NULL, NULL, NULL},
};
