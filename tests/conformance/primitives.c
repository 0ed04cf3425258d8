/* SPDX-License-Identifier: Apache-2.0
 *
 * Selections, runs of keys and the like, with what they refuse. tests/ndarray compares all of their results
 * with NumPy's.
 */

#include "gridcall/preview.h"
#include "ndarrays.h"

enum { kMany = 70001 };

static gc_ndarray* new_line(gc_scalar_type type, uint64_t count, const void* data, size_t size) {
  gc_ndarray* ndarray = new_ndarray(type, &count, 1);
  if (data) CALL(gc_ndarray_copy_from_host, ndarray, data, size * count, NULL, NULL);
  return ndarray;
}

static void release_all(gc_ndarray* const* all, size_t count) {
  for (size_t i = 0; i < count; ++i) gc_ndarray_release(all[i]);
}
#define RELEASE(...) \
  release_all((gc_ndarray*[]){__VA_ARGS__}, sizeof(gc_ndarray*[]){__VA_ARGS__} / sizeof(gc_ndarray*))

/* Elements and places, with the temporary memory of a pool; and a result with less room. */
static void algorithm_select(void** state) {
  (void)state;
  static int32_t values[kMany], got[kMany], places[kMany];
  static unsigned char taken[kMany];
  int64_t wanted = 0, counted = 0;
  for (int i = 0; i < kMany; ++i) {
    values[i] = 3 * i - kMany;
    taken[i] = (unsigned char)((uint32_t)i * 2654435761u >> 31);
    wanted += taken[i];
  }
  gc_ndarray *src = new_line(GRIDCALL_SCALAR_TYPE_INT32, kMany, values, 4),
             *mask = new_line(GRIDCALL_SCALAR_TYPE_BOOL, kMany, taken, 1),
             *to = new_line(GRIDCALL_SCALAR_TYPE_INT32, kMany, NULL, 0),
             *at = new_line(GRIDCALL_SCALAR_TYPE_INT32, 1000, NULL, 0),
             *count = new_line(GRIDCALL_SCALAR_TYPE_INT64, 1, NULL, 0);
  gc_select_options options = GRIDCALL_SELECT_OPTIONS_INIT;
  CALL(gc_pool_create, context, NULL, &options.pool);
  CALL(gc_ndarray_select, to, src, mask, count, &options, NULL);
  read_into(to, got, sizeof got);
  read_into(count, &counted, sizeof counted);
  assert_true(counted == wanted);
  CALL(gc_ndarray_select, at, NULL, mask, NULL, &options, NULL);
  read_into(at, places, 1000 * 4);
  int64_t n = 0;
  for (int i = 0; i < kMany; ++i) {
    if (!taken[i]) continue;
    if (got[n] != values[i]) fail_msg("element %d is %d, expected %d", (int)n, got[n], values[i]);
    if (n < 1000 && places[n] != i) fail_msg("place %d is %d, expected %d", (int)n, places[n], i);
    ++n;
  }
  for (; n < kMany; ++n) assert_int_equal(got[n], 0);
  gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
  CALL(gc_pool_get_statistics, options.pool, &statistics);
  assert_true(statistics.peak_bytes > 0);
  gc_pool_release(options.pool);
  RELEASE(src, mask, to, at, count);
}

/* Runs of 1 to 3 elements, and one of more than a chunk. */
static void algorithm_runs(void** state) {
  (void)state;
  static int32_t keys[kMany], got[kMany];
  static int64_t values[kMany], sums[kMany];
  static int32_t lengths[kMany];
  for (int i = 0; i < kMany; ++i) {
    keys[i] = i < 30000 ? 3 * i / 5 : i < 60000 ? -1 : i;
    values[i] = i % 1000 - 300;
  }
  gc_ndarray *src = new_line(GRIDCALL_SCALAR_TYPE_INT32, kMany, keys, 4),
             *from = new_line(GRIDCALL_SCALAR_TYPE_INT64, kMany, values, 8),
             *to = new_line(GRIDCALL_SCALAR_TYPE_INT32, kMany, NULL, 0),
             *sum = new_line(GRIDCALL_SCALAR_TYPE_INT64, kMany, NULL, 0),
             *length = new_line(GRIDCALL_SCALAR_TYPE_INT32, kMany, NULL, 0),
             *count = new_line(GRIDCALL_SCALAR_TYPE_INT64, 1, NULL, 0);
  CALL(gc_ndarray_reduce_by_key, to, sum, src, from, GRIDCALL_REDUCTION_SUM, count, NULL, NULL);
  CALL(gc_ndarray_reduce_by_key, to, length, src, NULL, GRIDCALL_REDUCTION_SUM, NULL, NULL, NULL);
  read_into(to, got, sizeof got);
  read_into(sum, sums, sizeof sums);
  read_into(length, lengths, sizeof lengths);
  int64_t counted = 0, n = 0;
  read_into(count, &counted, sizeof counted);
  for (int i = 0; i < kMany; ++n) {
    int64_t wanted = 0;
    int end = i;
    for (; end < kMany && keys[end] == keys[i]; ++end) wanted += values[end];
    if (got[n] != keys[i] || sums[n] != wanted || lengths[n] != end - i)
      fail_msg("run %d: %d of %d with %lld", (int)n, got[n], lengths[n], (long long)sums[n]);
    i = end;
  }
  assert_true(counted == n);
  RELEASE(src, from, to, sum, length, count);
}

static void algorithm_select_refused(void** state) {
  (void)state;
  gc_ndarray *floats = new_line(GRIDCALL_SCALAR_TYPE_FLOAT32, 6, NULL, 0),
             *others = new_line(GRIDCALL_SCALAR_TYPE_FLOAT32, 6, NULL, 0),
             *few = new_line(GRIDCALL_SCALAR_TYPE_FLOAT32, 5, NULL, 0),
             *mask = new_line(GRIDCALL_SCALAR_TYPE_BOOL, 6, NULL, 0),
             *bytes = new_line(GRIDCALL_SCALAR_TYPE_INT8, 6, NULL, 0),
             *places = new_line(GRIDCALL_SCALAR_TYPE_INT32, 6, NULL, 0),
             *complexes = new_line(GRIDCALL_SCALAR_TYPE_COMPLEX64, 6, NULL, 0), *grid = NULL;
  CALL(gc_ndarray_reshape, floats, (int64_t[]){2, 3}, 2, 0, &grid);
  const struct {
    gc_ndarray *to, *src, *mask, *count;
    const char* says;
  } selections[] = {
      {floats, others, bytes, NULL, "`mask` is int8: make it bool"},
      {bytes, others, mask, NULL, "`ndarray` is int8 of 1 bytes, and `src` float32 of 4"},
      {floats, few, mask, NULL, "`mask` has the shape (6), and `src` (5)"},
      {grid, others, mask, NULL, "`ndarray` has the shape (2, 3), and the number of results"},
      {floats, NULL, mask, NULL, "`ndarray` is float32, and without `src`"},
      {floats, others, mask, places, "`count` is int32 of the shape (6)"},
  };
  for (size_t i = 0; i < sizeof selections / sizeof *selections; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_select, selections[i].to, selections[i].src,
          selections[i].mask, selections[i].count, NULL, NULL);
    assert_says(selections[i].says);
  }
  const struct {
    gc_ndarray *keys, *values, *src_keys, *src_values;
    const char* says;
  } reductions[] = {
      {complexes, places, complexes, NULL, "`src_keys` is complex64: pass real numbers"},
      {bytes, places, floats, NULL, "`keys` is int8 of 1 bytes, and `src_keys` float32"},
      {floats, NULL, others, others, "`src_values` is set, and `values` is not"},
      {floats, few, others, others, "`values` has the shape (5), and `keys` (6)"},
      {floats, others, others, NULL, "`values` is float32, and without `src_values`"},
      {floats, floats, others, others, "share bytes: pass arrays that do not"},
      {floats, bytes, others, complexes, "`src` is complex64, and is not converted to int8"},
  };
  for (size_t i = 0; i < sizeof reductions / sizeof *reductions; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reduce_by_key, reductions[i].keys, reductions[i].values,
          reductions[i].src_keys, reductions[i].src_values, GRIDCALL_REDUCTION_SUM, NULL, NULL, NULL);
    assert_says(reductions[i].says);
  }
  RELEASE(floats, others, few, mask, bytes, places, complexes, grid);
}

/* Counts by bins of one width and by edges, with values on the edges, and places of values. */
static void algorithm_histogram(void** state) {
  (void)state;
  enum { kBins = 10 };
  static float values[kMany];
  static int32_t places[kMany];
  int32_t want[kBins] = {0}, got[kBins];
  float edges[kBins + 1];
  for (int i = 0; i <= kBins; ++i) edges[i] = (float)(i - 2);
  for (int i = 0; i < kMany; ++i) {
    values[i] = (float)(i * 7919LL % 53) / 4 - 3;
    if (values[i] >= -2 && values[i] <= 8) ++want[values[i] == 8 ? kBins - 1 : (int)(values[i] + 2)];
  }
  gc_ndarray *src = new_line(GRIDCALL_SCALAR_TYPE_FLOAT32, kMany, values, 4),
             *counts = new_line(GRIDCALL_SCALAR_TYPE_INT32, kBins, NULL, 0),
             *at = new_line(GRIDCALL_SCALAR_TYPE_INT32, kMany, NULL, 0);
  gc_histogram_options options = GRIDCALL_HISTOGRAM_OPTIONS_INIT;
  options.lower = -2;
  options.upper = 8;
  for (int by_edges = 0; by_edges < 2; ++by_edges) {
    CALL(gc_ndarray_histogram, counts, src, &options, NULL);
    read_into(counts, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
    if (!by_edges) options.edges = new_line(GRIDCALL_SCALAR_TYPE_FLOAT32, kBins + 1, edges, 4);
  }
  for (int right = 0; right < 2; ++right) {
    CALL(gc_ndarray_search, at, options.edges, src, right ? GRIDCALL_SEARCH_RIGHT : 0, NULL);
    read_into(at, places, sizeof places);
    for (int i = 0; i < kMany; ++i) {
      int place = 0;
      while (place <= kBins && (right ? edges[place] <= values[i] : edges[place] < values[i])) ++place;
      if (places[i] != place) fail_msg("%g is at %d, expected %d", values[i], places[i], place);
    }
  }
  const struct {
    double lower, upper;
    gc_ndarray *counts, *edges, *weights;
    const char* says;
  } cases[] = {
      {1, 1, counts, NULL, NULL, "`options->lower` is 1, and `options->upper` 1: pass finite numbers"},
      {0, 1, src, NULL, NULL, "`counts` is float32: make it int32 or int64, or pass weights"},
      {0, 1, counts, src, NULL, "`options->edges` has the shape (70001), and `counts` (10)"},
      {0, 1, counts, NULL, src, "`counts` is int32, and `options->weights` float32"},
      {0, 1, counts, NULL, counts, "`options->weights` has the shape (10), and `src` (70001)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    gc_histogram_options wrong = GRIDCALL_HISTOGRAM_OPTIONS_INIT;
    wrong.lower = cases[i].lower;
    wrong.upper = cases[i].upper;
    wrong.edges = cases[i].edges;
    wrong.weights = cases[i].weights;
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_histogram, cases[i].counts, src, &wrong, NULL);
    assert_says(cases[i].says);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_search, at, at, src, 0, NULL);
  assert_says("`values` is float32 of 4 bytes, and `sorted` int32 of 4");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_search, src, src, src, 0, NULL);
  assert_says("`ndarray` is float32, and is for places");
  RELEASE(src, counts, at, options.edges);
}

/* Rows of records by indices, some out of range, put where others are, and counted by additions. */
static void algorithm_take(void** state) {
  (void)state;
  enum { kRows = 1000, kTaken = 3000 };
  typedef struct {
    float x;
    unsigned char tag[8];
  } Row;
  static Row rows[kRows], taken[kTaken];
  static int32_t indices[kTaken], counts[kRows], wanted[kRows];
  const gc_dtype_entry fields[] = {{"x", NULL, 0, 0, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
                                   {"tag", NULL, 4, 8, GRIDCALL_SCALAR_TYPE_UINT8, 0}};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  CALL(gc_dtype_create, fields, 2, sizeof(Row), &options.record);
  for (int i = 0; i < kRows; ++i) {
    rows[i].x = (float)i;
    memset(rows[i].tag, i % 251, sizeof rows[i].tag);
  }
  for (int i = 0; i < kTaken; ++i) indices[i] = (int32_t)(i * 7919LL % (3 * kRows)) - 2 * kRows;
  gc_ndarray *src = NULL, *to = NULL, *by = new_line(GRIDCALL_SCALAR_TYPE_INT32, kTaken, indices, 4),
             *hits = new_line(GRIDCALL_SCALAR_TYPE_INT32, kRows, NULL, 0),
             *one = new_line(GRIDCALL_SCALAR_TYPE_INT32, 1, (int32_t[]){1}, 4);
  options.shape_count = 1;
  options.shape = (uint64_t[]){kRows};
  CALL(gc_ndarray_from_host, context, rows, sizeof rows, &options, &src);
  options.shape = (uint64_t[]){kTaken};
  CALL(gc_ndarray_create, context, &options, &to);
  CALL(gc_ndarray_take, to, src, by, NULL, NULL);
  read_into(to, taken, sizeof taken);
  gc_index_options add = GRIDCALL_INDEX_OPTIONS_INIT;
  add.flags = GRIDCALL_INDEX_ADD;
  CALL(gc_ndarray_put, hits, by, one, &add, NULL);
  read_into(hits, counts, sizeof counts);
  static const Row none;
  for (int i = 0; i < kTaken; ++i) {
    const int at = indices[i] < 0 ? indices[i] + kRows : indices[i];
    if (at >= 0) ++wanted[at];
    if (memcmp(&taken[i], at < 0 ? &none : &rows[at], sizeof(Row)) != 0)
      fail_msg("row %d is not that at %d", i, (int)indices[i]);
  }
  assert_memory_equal(counts, wanted, sizeof counts);

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_take, src, src, by, NULL, NULL);
  assert_says("`ndarray` has the shape (1000), and the elements of `src` by `indices` (3000)");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_take, to, src, to, NULL, NULL);
  assert_says("`indices` is a record: pass integers");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_take, by, hits, by, &add, NULL);
  assert_says("INDEX_ADD: it is for gc_ndarray_put");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_put, src, by, to, &add, NULL);
  assert_says("pass real numbers of 32 or 64 bits");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_put, hits, one, by, NULL, NULL);
  assert_says("`values` of shape (3000) cannot be broadcast to the elements of `ndarray` by `indices`, (1)");
  add.axis = 1;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_put, hits, by, one, &add, NULL);
  assert_says("`options->axis` is 1, and `ndarray` has 1 dimension");
  gc_dtype_release(options.record);
  RELEASE(src, to, by, hits, one);
}

const struct CMUnitTest primitive_tests[] = {
    cmocka_unit_test(algorithm_select),         cmocka_unit_test(algorithm_runs),
    cmocka_unit_test(algorithm_select_refused), cmocka_unit_test(algorithm_histogram),
    cmocka_unit_test(algorithm_take),           {NULL, NULL, NULL, NULL, NULL},
};
