/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions of expressions, random numbers, scans and sorts of ndarrays. tests/ndarray compares all of their
 * results with NumPy's.
 */

#include <math.h>
#include <stdlib.h>

#include "gridcall/preview.h"
#include "ndarrays.h"

static gc_ndarray* new_rows(gc_scalar_type type, uint64_t rows, uint64_t columns) {
  return new_ndarray(type, (uint64_t[]){rows, columns}, 2);
}

static gc_ndarray* row_of(gc_ndarray* ndarray, int64_t row) {
  const gc_axis_slice slice = {row, row, 0};
  gc_ndarray* part = NULL;
  CALL(gc_ndarray_slice, ndarray, &slice, 1, &part);
  return part;
}

static gc_random_options random_of(gc_random_distribution distribution, double a, double b) {
  gc_random_options options = GRIDCALL_RANDOM_OPTIONS_INIT;
  options.distribution = distribution;
  options.seed = 0x123456789abcdef;
  options.a = a;
  options.b = b;
  return options;
}

static const gc_reduction kSum = GRIDCALL_REDUCTION_SUM, kMin = GRIDCALL_REDUCTION_MIN,
                          kArgMax = GRIDCALL_REDUCTION_ARG_MAX, kCustom = GRIDCALL_REDUCTION_CUSTOM;

/* Dot products of 2^20 elements, of broadcast ones and with a number; and where a value is. */
static void algorithm_transform_reduce(void** state) {
  (void)state;
  enum { kRows = 4, kColumns = 1 << 18 };
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, kColumns),
             *row = new_rows(GRIDCALL_SCALAR_TYPE_INT32, 1, kColumns),
             *sums = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT64, kRows, 1),
             *places = new_rows(GRIDCALL_SCALAR_TYPE_INT32, kRows, 1),
             *place = new_rows(GRIDCALL_SCALAR_TYPE_UINT64, 1, 1);
  CALL(gc_ndarray_apply, a, "i0 + 1", NULL, 0, NULL, 0, NULL);
  CALL(gc_ndarray_apply, row, "i1 % 8", NULL, 0, NULL, 0, NULL);
  gc_scalar x = {{0}, GRIDCALL_SCALAR_TYPE_FLOAT64, 0};
  const double half = 0.5;
  memcpy(x.bits, &half, sizeof half);
  const uint32_t last[] = {1};
  CALL(gc_ndarray_transform_reduce, &sums, 1, "a * b + x", (gc_ndarray*[]){a, row}, 2, NULL, &x, 1, &kSum, 1,
       last, 1, NULL);
  double got[kRows];
  read_into(sums, got, sizeof got);
  for (int i = 0; i < kRows; ++i) assert_true(got[i] == kColumns * (3.5 * (i + 1) + 0.5));
  /* The greatest of these numbers is that of the element behind index 99, in each row and of all. */
  CALL(gc_ndarray_transform_reduce, &places, 1, "i1 == 100 ? 1e9f : a * b", (gc_ndarray*[]){a, row}, 2, NULL,
       NULL, 0, &kArgMax, 1, last, 1, NULL);
  int32_t at[kRows];
  read_into(places, at, sizeof at);
  for (int i = 0; i < kRows; ++i) assert_int_equal(at[i], 100);
  CALL(gc_ndarray_transform_reduce, &place, 1, "a * (i0 == 2 && i1 == 100)", &a, 1, NULL, NULL, 0, &kArgMax,
       1, NULL, 0, NULL);
  uint64_t of_all = 0;
  read_into(place, &of_all, sizeof of_all);
  assert_true(of_all == 2 * kColumns + 100);

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, &sums, 1, "1", NULL, 0, NULL, NULL, 0,
        &kSum, 1, last, 1, NULL);
  assert_says("`input_count` is 0");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, &sums, 1, "a + b",
        (gc_ndarray*[]){a, places}, 2, NULL, NULL, 0, &kSum, 1, NULL, 0, NULL);
  assert_says("`outputs[0]` has the shape (4, 1), and the common shape of `inputs` reduced along its");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, &sums, 1, "a", &sums, 1, NULL, NULL, 0,
        &kSum, 1, last, 1, NULL);
  assert_says("and `inputs[0]` at");
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_transform_reduce, &sums, 1, "complex(a, a)", &a, 1, NULL, NULL, 0,
        &kMin, 1, last, 1, NULL);
  gc_ndarray* all[] = {a, row, sums, places, place};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

/* Several results of one pass, each of its own type; of no element, what each has then. */
static void algorithm_reductions(void** state) {
  (void)state;
  enum { kRows = 3, kColumns = 40001 };
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, kColumns),
             *none = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, 0),
             *least = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, 1),
             *place = new_rows(GRIDCALL_SCALAR_TYPE_INT32, kRows, 1),
             *sum = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT64, kRows, 1),
             *squares = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT64, kRows, 1),
             *last_odd = new_rows(GRIDCALL_SCALAR_TYPE_INT64, kRows, 1);
  CALL(gc_ndarray_apply, a, "(i1 * 7919 + i0) % 1000 - 500", NULL, 0, NULL, 0, NULL);
  gc_ndarray* outputs[] = {least, place, sum, squares, last_odd};
  const char kExpressions[] = "a; a; a; a * a; (int)a & 1 ? a : 0";
  const gc_reduction kinds[] = {GRIDCALL_REDUCTION_MIN, GRIDCALL_REDUCTION_ARG_MIN, GRIDCALL_REDUCTION_SUM,
                                GRIDCALL_REDUCTION_SUM, GRIDCALL_REDUCTION_CUSTOM};
  gc_reduce_options options = GRIDCALL_REDUCE_OPTIONS_INIT;
  options.combine = "b != 0 ? b : a";
  options.neutral = "0";
  const uint32_t last[] = {1};
  CALL(gc_ndarray_transform_reduce, outputs, 5, kExpressions, &a, 1, &options, NULL, 0, kinds, 5, last, 1,
       NULL);
  float leasts[kRows];
  int32_t places[kRows];
  double sums[kRows], of_squares[kRows];
  int64_t odds[kRows];
  read_into(least, leasts, sizeof leasts);
  read_into(place, places, sizeof places);
  read_into(sum, sums, sizeof sums);
  read_into(squares, of_squares, sizeof of_squares);
  read_into(last_odd, odds, sizeof odds);
  for (int i = 0; i < kRows; ++i) {
    int want_least = 1000, want_place = 0, want_odd = 0;
    double want_sum = 0, want_squares = 0;
    for (int k = 0; k < kColumns; ++k) {
      const int value = (k * 7919 + i) % 1000 - 500;
      if (value < want_least) want_least = value, want_place = k;
      if (value & 1) want_odd = value;
      want_sum += value;
      want_squares += (double)value * value;
    }
    assert_true(leasts[i] == (float)want_least && odds[i] == want_odd);
    assert_int_equal(places[i], want_place);
    assert_true(sums[i] == want_sum && of_squares[i] == want_squares);
  }
  /* One reduction for all. */
  CALL(gc_ndarray_transform_reduce, outputs + 2, 2, "1; a", &none, 1, NULL, NULL, 0, &kSum, 1, last, 1, NULL);
  options.neutral = "77";
  CALL(gc_ndarray_transform_reduce, outputs + 3, 2, "a; a", &none, 1, &options, NULL, 0, kinds + 3, 2, last,
       1, NULL);
  read_into(sum, sums, sizeof sums);
  read_into(squares, of_squares, sizeof of_squares);
  read_into(last_odd, odds, sizeof odds);
  for (int i = 0; i < kRows; ++i) assert_true(sums[i] == 0 && of_squares[i] == 0 && odds[i] == 77);

  const struct {
    size_t outputs, reductions;
    const char *expression, *says;
  } cases[] = {
      {5, 3, "a; a; a; a; a",
       "`reduction_count` is 3, and `output_count` is 5: pass one for each, or one for all"},
      {2, 5, "a; a", "`reduction_count` is 5, and `output_count` is 2"},
      {5, 0, "a; a; a; a; a", "`reduction_count` is 0"},
      {4, 4, "a; a; a", "`expression` has 3 parts, and `output_count` is 4"},
      {0, 1, "a", "`output_count` is 0"},
      {5, 5, "a; a; a; a; a", "`reductions[4]` is 9, CUSTOM, and `options->combine` is not set"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, outputs, cases[i].outputs,
          cases[i].expression, &a, 1, NULL, NULL, 0, kinds, cases[i].reductions, last, 1, NULL);
    assert_says(cases[i].says);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, outputs, 2, "a; a", &none, 1, NULL,
        NULL, 0, kinds, 2, last, 1, NULL);
  assert_says("`reductions[0]` is 3, MIN or MAX, of 0 elements along `axes`: give `inputs` one at least");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, (gc_ndarray*[]){sum, sum}, 2, "a; a",
        &a, 1, NULL, NULL, 0, &kSum, 1, last, 1, NULL);
  assert_says("`outputs[1]`");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, (gc_ndarray*[]){place, sum}, 2, "a; a",
        &a, 1, NULL, NULL, 0, (const gc_reduction[]){GRIDCALL_REDUCTION_SUM, GRIDCALL_REDUCTION_ARG_MAX}, 2,
        last, 1, NULL);
  assert_says("`outputs[1]` is float64, and the indices go to 40000");
  gc_reduce_options broken = GRIDCALL_REDUCE_OPTIONS_INIT;
  broken.preamble = "__device__ float twice(float a) { return 2 * a; }";
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_transform_reduce, outputs + 2, 2, "twice(a); thrice(a)", &a, 1,
        &broken, NULL, 0, &kSum, 1, last, 1, NULL);
  assert_says("expression:2:");
  gc_ndarray* all[] = {a, none, least, place, sum, squares, last_odd};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

/* Maps of x to real * x + imag, one behind the other: their order counts. */
static const char kMaps[] =
    "template <class T> __device__ T then(T a, T b) {\n"
    "  return complex(real(a) * real(b), real(b) * imag(a) + imag(b));\n}";

static void algorithm_custom(void** state) {
  (void)state;
  enum { kRows = 3, kColumns = 30011 };
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_INT32, kRows, kColumns),
             *maps = new_rows(GRIDCALL_SCALAR_TYPE_COMPLEX128, kRows, kColumns),
             *whole = new_rows(GRIDCALL_SCALAR_TYPE_COMPLEX128, kRows, 1),
             *none = new_rows(GRIDCALL_SCALAR_TYPE_COMPLEX128, kRows, 0);
  static double got[kRows][kColumns][2];
  double all[kRows][2];
  CALL(gc_ndarray_apply, a, "(i * 7919 + i0) % 1000", NULL, 0, NULL, 0, NULL);
  CALL(gc_ndarray_apply, maps, "complex(a % 2 ? 1.0 : -1.0, (double)a)", &a, 1, NULL, 0, NULL);
  gc_reduce_options options = GRIDCALL_REDUCE_OPTIONS_INIT;
  options.combine = "then(a, b)";
  options.neutral = "1";
  options.preamble = kMaps;
  const uint32_t last[] = {1};
  CALL(gc_ndarray_transform_reduce, &whole, 1, "complex(a % 2 ? 1.0 : -1.0, (double)a)", &a, 1, &options,
       NULL, 0, &kCustom, 1, last, 1, NULL);
  read_into(whole, all, sizeof all);
  gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
  scan.axis = 1;
  scan.combine = options.combine;
  scan.neutral = options.neutral;
  scan.preamble = kMaps;
  CALL(gc_ndarray_scan, maps, maps, GRIDCALL_REDUCTION_CUSTOM, &scan, NULL);
  read_into(maps, got, sizeof got);
  for (int i = 0; i < kRows; ++i) {
    double factor = 1, sum = 0;
    for (int k = 0; k < kColumns; ++k) {
      const int number = ((i * kColumns + k) * 7919 + i) % 1000;
      const double sign = number % 2 ? 1 : -1;
      factor *= sign;
      sum = sign * sum + number;
      if (got[i][k][0] != factor || got[i][k][1] != sum) fail_msg("element %d, %d", i, k);
    }
    assert_true(all[i][0] == factor && all[i][1] == sum);
  }
  CALL(gc_ndarray_transform_reduce, &whole, 1, "a", &none, 1, &options, NULL, 0, &kCustom, 1, last, 1, NULL);
  read_into(whole, all, sizeof all);
  for (int i = 0; i < kRows; ++i) assert_true(all[i][0] == 1 && all[i][1] == 0);
  gc_ndarray* arrays[] = {a, maps, whole, none};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) gc_ndarray_release(arrays[i]);
}

static void algorithm_custom_refused(void** state) {
  (void)state;
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3),
             *sums = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 1);
  const uint32_t last[] = {1};
  const struct {
    gc_reduction reduction;
    const char *combine, *neutral, *says;
  } cases[] = {
      {GRIDCALL_REDUCTION_CUSTOM, NULL, "0", "CUSTOM, and `options->combine` is not set"},
      {GRIDCALL_REDUCTION_CUSTOM, "a + b", NULL, "CUSTOM, and `options->neutral` is not set"},
      {GRIDCALL_REDUCTION_SUM, "a + b", NULL, "`options->combine` is set, and `"},
      {GRIDCALL_REDUCTION_SUM, NULL, "0", "`options->neutral` is set, and `"},
      {GRIDCALL_REDUCTION_CUSTOM, "", "0", "`options->combine` is empty: write one, such as \"a * b\""},
      {GRIDCALL_REDUCTION_CUSTOM, "a + c", "0",
       "`options->combine` \"a + c\" has \"c\" at column 5, which is neither a, b nor a mathematical "
       "function"},
      {GRIDCALL_REDUCTION_CUSTOM, "a + b * i", "0", "has \"i\" at column 9"},
      {GRIDCALL_REDUCTION_CUSTOM, "a + b", "a",
       "`options->neutral` \"a\" has \"a\" at column 1, which is neither a number nor"},
      {GRIDCALL_REDUCTION_CUSTOM, "least(a, b)", "0", "has \"least\" at column 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    gc_reduce_options options = GRIDCALL_REDUCE_OPTIONS_INIT;
    options.combine = cases[i].combine;
    options.neutral = cases[i].neutral;
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, &sums, 1, "a", &a, 1, &options, NULL,
          0, &cases[i].reduction, 1, last, 1, NULL);
    assert_says(cases[i].says);
    gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
    scan.combine = cases[i].combine;
    scan.neutral = cases[i].neutral;
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_scan, a, a, cases[i].reduction, &scan, NULL);
    assert_says(cases[i].says);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_reduce, sums, a, GRIDCALL_REDUCTION_CUSTOM, last, 1,
        NULL);
  assert_says("takes no combination: call gc_ndarray_transform_reduce");
  gc_reduce_options options = GRIDCALL_REDUCE_OPTIONS_INIT;
  options.combine = "nothing(a, b)";
  options.neutral = "0";
  options.preamble = "__device__ float least(float a, float b) { return a < b ? a : b; }";
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_transform_reduce, &sums, 1, "a", &a, 1, &options, NULL, 0,
        &kCustom, 1, last, 1, NULL);
  assert_says("combine:1:");
  gc_ndarray_release(a);
  gc_ndarray_release(sums);
}

/* Two results of one pass, names, functions of the caller's own, and an input that one of the results
 * overwrites. */
static void algorithm_transform(void** state) {
  (void)state;
  enum { kRows = 3, kColumns = 1001 };
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, kColumns),
             *b = new_rows(GRIDCALL_SCALAR_TYPE_INT32, 1, kColumns),
             *sum = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT64, kRows, kColumns),
             *difference = new_rows(GRIDCALL_SCALAR_TYPE_INT32, kRows, kColumns);
  static double sums[kRows][kColumns];
  static int32_t differences[kRows][kColumns];
  static float numbers[kRows][kColumns];
  CALL(gc_ndarray_apply, a, "i0 * 10", NULL, 0, NULL, 0, NULL);
  CALL(gc_ndarray_apply, b, "i1", NULL, 0, NULL, 0, NULL);
  CALL(gc_ndarray_transform, (gc_ndarray*[]){sum, difference}, 2, "a + b; a - b", (gc_ndarray*[]){a, b}, 2,
       NULL, NULL, 0, NULL);
  read_into(sum, sums, sizeof sums);
  read_into(difference, differences, sizeof differences);
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kColumns; ++k)
      if (sums[i][k] != 10 * i + k || differences[i][k] != 10 * i - k) fail_msg("element %d, %d", i, k);

  static const char* const inputs[] = {"price", "n"};
  static const char* const scalars[] = {"factor"};
  gc_transform_options options = GRIDCALL_TRANSFORM_OPTIONS_INIT;
  options.preamble =
      "__device__ float row(float x) { return 2 * x; }\n"
      "template <class T> __device__ T least(T x, T y) { return x < y ? x : y; }";
  options.input_names = inputs;
  options.input_name_count = 2;
  options.scalar_names = scalars;
  options.scalar_name_count = 1;
  gc_scalar factor = {{0}, GRIDCALL_SCALAR_TYPE_FLOAT32, 0};
  const float half = 0.5f;
  memcpy(factor.bits, &half, sizeof half);
  gc_ndarray* turned = NULL;
  const gc_axis_slice backwards[] = {{INT64_MIN, INT64_MIN, -1}};
  CALL(gc_ndarray_slice, a, backwards, 1, &turned);
  CALL(gc_ndarray_transform, (gc_ndarray*[]){a, difference}, 2, "row(price) * factor + i1 ; least(n, 7) + i0",
       (gc_ndarray*[]){turned, b}, 2, &options, &factor, 1, NULL);
  read_into(a, numbers, sizeof numbers);
  read_into(difference, differences, sizeof differences);
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kColumns; ++k)
      if (numbers[i][k] != (float)(10 * (kRows - 1 - i) + k) || differences[i][k] != (k < 7 ? k : 7) + i)
        fail_msg("element %d, %d is %g and %d", i, k, (double)numbers[i][k], differences[i][k]);

  /* PyCUDA's frexp, ldexp and modf. */
  options = (gc_transform_options)GRIDCALL_TRANSFORM_OPTIONS_INIT;
  options.preamble =
      "__device__ float significand(float x) { int e; return frexpf(x, &e); }\n"
      "__device__ int exponent(float x) { int e; return frexpf(x, &e), e; }";
  CALL(gc_ndarray_apply, a, "i * 0.75f", NULL, 0, NULL, 0, NULL);
  CALL(gc_ndarray_transform, (gc_ndarray*[]){sum, difference}, 2, "significand(a); exponent(a)", &a, 1,
       &options, NULL, 0, NULL);
  read_into(sum, sums, sizeof sums);
  if (sums[0][5] != 0.9375) fail_msg("the significand of 3.75 is %g", sums[0][5]);
  CALL(gc_ndarray_transform, &sum, 1, "ldexpf(a, b) - c", (gc_ndarray*[]){sum, difference, a}, 3, &options,
       NULL, 0, NULL);
  read_into(sum, sums, sizeof sums);
  for (int i = 0; i < kRows * kColumns; ++i)
    if (sums[i / kColumns][i % kColumns] != 0) fail_msg("element %d is another one put together", i);
  CALL(gc_ndarray_transform, (gc_ndarray*[]){sum, difference}, 2, "a - trunc(a); trunc(a)", &a, 1, NULL, NULL,
       0, NULL);
  read_into(sum, sums, sizeof sums);
  read_into(difference, differences, sizeof differences);
  if (sums[0][5] != 0.75 || differences[0][5] != 3)
    fail_msg("3.75 is %g and %d", sums[0][5], differences[0][5]);
  /* "a" is what the caller says, also where a transposed copy of the first input would be fast. */
  enum { kSide = 40 };
  gc_ndarray *square = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kSide, kSide), *sideways = NULL;
  CALL(gc_ndarray_transpose, square, NULL, 0, &sideways);
  gc_ndarray* same = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kSide, kSide);
  options.input_names = (const char*[]){"q"};
  options.scalar_names = (const char*[]){"a"};
  options.input_name_count = options.scalar_name_count = 1;
  CALL(gc_ndarray_transform, &same, 1, "a", &sideways, 1, &options, &factor, 1, NULL);
  float filled[kSide * kSide];
  read_into(same, filled, sizeof filled);
  for (int i = 0; i < kSide * kSide; ++i)
    if (filled[i] != half) fail_msg("element %d is %g", i, (double)filled[i]);
  options.input_names = inputs;
  options.scalar_names = scalars;
  options.input_name_count = 2;

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, (gc_ndarray*[]){a, sum}, 2, "a", &b, 1, NULL,
        NULL, 0, NULL);
  assert_says("`expression` has 1 part, and `output_count` is 2: write one for each");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, (gc_ndarray*[]){a, turned}, 2, "a; a", &b, 1,
        NULL, NULL, 0, NULL);
  assert_says("and `outputs[0]` at");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, (gc_ndarray*[]){a, b}, 2, "a; a", &b, 1, NULL,
        NULL, 0, NULL);
  assert_says("`outputs[1]` has the shape (1, 1001), and `outputs[0]` (3, 1001)");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "twice(a)", &b, 1, NULL, NULL, 0, NULL);
  assert_says("\"twice\" at column 1");
  options.input_name_count = 1;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "price", (gc_ndarray*[]){a, b}, 2,
        &options, &factor, 1, NULL);
  assert_says("`options->input_name_count` is 1, and `input_count` 2");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "cost", &a, 1, &options, &factor, 1,
        NULL);
  assert_says("\"cost\" at column 1, which is neither an input nor a scalar of `options`");
  options.input_names = (const char*[]){"sin"};
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "1", &a, 1, &options, &factor, 1, NULL);
  assert_says("`options->input_names[0]` is \"sin\", which has a meaning in C++ or in expressions");
  options.input_names = (const char*[]){"new"};
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "1", &a, 1, &options, &factor, 1, NULL);
  assert_says("`options->input_names[0]` is \"new\", which has a meaning in C++");
  options.input_names = scalars;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "1", &a, 1, &options, &factor, 1, NULL);
  assert_says("`options->input_names[0]` is \"factor\", which is the name of another operand");
  options.scalar_name_count = 0;
  options.input_names = (const char*[]){"x"};
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform, &a, 1, "x", &a, 1, &options, &factor, 1, NULL);
  assert_says("`options->input_names[0]` is \"x\", which is the name of another operand");
  options.input_names = inputs;
  options.preamble = "__device__ int one() {\n  return nonsense;\n}";
  gc_error* error = NULL;
  assert_int_equal(gc_ndarray_transform(&a, 1, "one()", &a, 1, &options, NULL, 0, NULL, &error),
                   GRIDCALL_ERROR_COMPILE);
  if (!strstr(gc_error_log(error), "preamble") || !strstr(gc_error_log(error), "nonsense"))
    fail_msg("%s", gc_error_log(error));
  gc_error_release(error);
  options.preamble =
      "struct pair { float first, second; };\n__device__ float first(pair p) { return p.first; }";
  assert_int_equal(gc_ndarray_transform((gc_ndarray*[]){a, sum}, 2, "1; first(price)", &a, 1, &options, NULL,
                                        0, NULL, &error),
                   GRIDCALL_ERROR_COMPILE);
  if (!strstr(gc_error_log(error), "expression:2:") && !strstr(gc_error_log(error), "expression(2)"))
    fail_msg("%s", gc_error_log(error));
  gc_error_release(error);
  /* Behind the expression lines count on as the kernel's own. */
  options.preamble = "struct pair { float x, y; };\n__device__ pair both(float x) { return {x, x}; }";
  assert_int_equal(gc_ndarray_transform(&a, 1, "both(price)", &a, 1, &options, NULL, 0, NULL, &error),
                   GRIDCALL_ERROR_COMPILE);
  if (!strstr(gc_error_log(error), "gridcall_kernel.cu") || strstr(gc_error_log(error), "expression:4"))
    fail_msg("%s", gc_error_log(error));
  gc_error_release(error);
  gc_ndarray* all[] = {a, b, sum, difference, turned, square, sideways, same};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

/* A step of a loop whose number changes, on arrays that the program released; in a graph; of no elements. */
static void algorithm_prepared(void** state) {
  (void)state;
  enum { kRows = 3, kColumns = 1001 };
  gc_ndarray *x = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, kColumns),
             *y = new_rows(GRIDCALL_SCALAR_TYPE_INT32, 1, kColumns), *back = NULL, *shifted = NULL;
  static float numbers[kRows][kColumns];
  gc_stream* stream = own_stream();
  CALL(gc_ndarray_apply, y, "i1", NULL, 0, NULL, 0, stream);
  const gc_axis_slice backwards[] = {{0, INT64_MIN, 1}, {INT64_MIN, INT64_MIN, -1}};
  CALL(gc_ndarray_slice, y, backwards, 2, &back);
  CALL(gc_ndarray_slice, x, (gc_axis_slice[]){{INT64_MIN, INT64_MIN, -1}}, 1, &shifted);
  gc_scalar alpha = {{0}, GRIDCALL_SCALAR_TYPE_FLOAT32, 0}, three = {{3}, GRIDCALL_SCALAR_TYPE_INT32, 0};
  float step = 0.5f;
  memcpy(alpha.bits, &step, sizeof step);
  gc_prepared* prepared = NULL;
  CALL(gc_prepared_from_expression, &x, 1, "a + x * b + y * i0", (gc_ndarray*[]){x, back}, 2, NULL,
       (gc_scalar[]){alpha, three}, 2, &prepared);
  gc_ndarray_release(y);
  gc_ndarray_release(back);
  float steps = 0;
  for (int i = 0; i < 8; ++i) {
    CALL(gc_prepared_launch, prepared, NULL, NULL, 0, stream);
    steps += step;
    step = (float)i;
    CALL(gc_prepared_set_arg, prepared, 3, &GRIDCALL_ARG(step), NULL, 0);
  }
  CALL(gc_stream_synchronize, stream);
  read_into(x, numbers, sizeof numbers);
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kColumns; ++k)
      if (numbers[i][k] != steps * (float)(kColumns - 1 - k) + (float)(8 * 3 * i))
        fail_msg("element %d, %d is %g", i, k, (double)numbers[i][k]);

  /* A graph keeps the number that it captured. */
  CALL(gc_stream_begin_capture, stream, GRIDCALL_CAPTURE_MODE_RELAXED);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, stream);
  gc_graph* graph = NULL;
  CALL(gc_stream_end_capture, stream, &graph);
  float zero = 0;
  CALL(gc_prepared_set_arg, prepared, 3, &GRIDCALL_ARG(zero), NULL, 0);
  const float first = numbers[0][0], middle = numbers[2][500];
  read_into(x, numbers, sizeof numbers);
  if (numbers[0][0] != first) fail_msg("a capture ran: %g", (double)numbers[0][0]);

  /* Its arrays and shape are the library's, and a number has the type that it had. */
  const char* const scalars = "of which the scalars are arguments 3 to 4";
  for (size_t i = 0; i < 6; ++i) {
    if (i == 3 || i == 4) continue;
    FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_prepared_set_arg, prepared, i, &GRIDCALL_ARG_NDARRAY(x), NULL, 0);
    assert_says(i == 5 ? "`index` is 5, and" : scalars);
  }
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_prepared_set_arg, prepared, 3, &GRIDCALL_ARG((double){1}), NULL,
        0);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_prepared_set_config, prepared, &config);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_prepared_launch, prepared, &config, NULL, 0, NULL);
  const gc_arg args[7] = {GRIDCALL_ARG(zero)};
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_prepared_launch, prepared, NULL, args, 7, NULL);
  assert_says("`prepared` is an expression on ndarrays, which has the shape and the arguments that it was");

  gc_prepared_release(prepared);
  CALL(gc_graph_launch, graph, stream);
  CALL(gc_graph_launch, graph, stream);
  gc_graph_release(graph);
  CALL(gc_stream_synchronize, stream);
  read_into(x, numbers, sizeof numbers);
  if (numbers[0][0] != first + 2 * step * (kColumns - 1) || numbers[2][500] != middle + 2 * (step * 500 + 6))
    fail_msg("the graph made %g and %g", (double)numbers[0][0], (double)numbers[2][500]);

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_prepared_from_expression, &x, 1, "a", &shifted, 1, NULL, NULL, 0,
        &prepared);
  assert_says("`inputs[0]` shares bytes with an output, and other elements lie there");
  gc_ndarray *none = NULL, *row = row_of(x, 0);
  CALL(gc_ndarray_slice, x, (gc_axis_slice[]){{0, 0, 1}}, 1, &none);
  CALL(gc_prepared_from_expression, (gc_ndarray*[]){none, none}, 2, "a + 1 + i0; a + 1", &row, 1, NULL, NULL,
       0, &prepared);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, stream);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_prepared_set_arg, prepared, 0, &GRIDCALL_ARG_NDARRAY(x), NULL, 0);
  assert_says("of which no argument is a scalar");
  CALL(gc_stream_synchronize, stream);
  const float before = numbers[0][0];
  read_into(x, numbers, sizeof numbers);
  if (numbers[0][0] != before) fail_msg("a launch on no elements wrote %g", (double)numbers[0][0]);
  gc_prepared_release(prepared);
  gc_ndarray* all[] = {x, shifted, none, row};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
  gc_stream_release(stream);
}

enum { kRandom = 1000 };

/* Random123's known answer for a counter and a key of zeros. */
static void algorithm_random_words(void** state) {
  (void)state;
  gc_ndarray* ndarray = new_rows(GRIDCALL_SCALAR_TYPE_UINT32, 1, 4);
  gc_random_options options = random_of(GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 0, 4294967296.0);
  options.seed = 0;
  CALL(gc_ndarray_fill_random, ndarray, &options, NULL);
  uint32_t got[4];
  const uint32_t want[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  read_into(ndarray, got, sizeof got);
  assert_memory_equal(got, want, sizeof got);
  gc_ndarray_release(ndarray);
}

/* The words, and normal numbers up to a rounding, are those that a kernel makes with curand_kernel.h. */
static void algorithm_random_curand(void** state) {
  (void)state;
  static const char text[] =
      "#include <curand_kernel.h>\n"
      "extern \"C\" __global__ void make(unsigned* words, float4* normals, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "  curandStatePhilox4_32_10_t state;\n"
      "  curand_init(0x123456789abcdefull, 0, i, &state);\n"
      "  words[i] = curand(&state);\n"
      "  curand_init(0x123456789abcdefull, 0, 4 * (i / 4), &state);\n"
      "  normals[i / 4] = curand_normal4(&state);\n"
      "}\n";
  gc_module* module = NULL;
  gc_error* error = NULL;
  if (gc_module_from_source(context, text, sizeof text - 1, NULL, &module, &error) != GRIDCALL_OK) {
    gc_error_release(error);
    if (!is_gpu) fail_msg("curand_kernel.h is built in");
    print_message("# SKIP there is no curand_kernel.h for the GPU's compiler\n");
    skip();
  }
  gc_kernel* kernel = kernel_of(module, "make");
  gc_mem *words = zeros(kRandom * 4), *normals = zeros(kRandom * 4);
  run(kernel, 4, 256, ARGS(M(words), M(normals), I(kRandom)));
  static uint32_t want[kRandom], got[kRandom];
  download(words, want, sizeof want);
  gc_ndarray* ndarray = new_rows(GRIDCALL_SCALAR_TYPE_UINT32, 1, kRandom);
  const gc_random_options all = random_of(GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 0, 4294967296.0);
  CALL(gc_ndarray_fill_random, ndarray, &all, NULL);
  read_into(ndarray, got, sizeof got);
  assert_memory_equal(got, want, sizeof got);
  static float wanted[kRandom], made[kRandom];
  download(normals, wanted, sizeof wanted);
  gc_ndarray* floats = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 1, kRandom);
  const gc_random_options normal = random_of(GRIDCALL_RANDOM_DISTRIBUTION_NORMAL, 0, 1);
  CALL(gc_ndarray_fill_random, floats, &normal, NULL);
  read_into(floats, made, sizeof made);
  for (int i = 0; i < kRandom; ++i)
    if (!(fabsf(made[i] - wanted[i]) <= 2e-6f * (1 + fabsf(wanted[i]))))
      fail_msg("number %d is %.9g, cuRAND's %.9g", i, made[i], wanted[i]);
  gc_ndarray_release(ndarray);
  gc_ndarray_release(floats);
  gc_mem_release(words);
  gc_mem_release(normals);
  gc_kernel_release(kernel);
  gc_module_release(module);
}

/* The first words of XORWOW and MRG32k3a are the first of as many subsequences, on every device. */
static void algorithm_random_generators(void** state) {
  (void)state;
  static const char text[] =
      "#include <curand_kernel.h>\n"
      "extern \"C\" __global__ void make(unsigned* xorwow, unsigned* mrg, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "  curandStateXORWOW_t x;\n"
      "  curand_init(7, i, 12, &x);\n"
      "  xorwow[i] = curand(&x);\n"
      "  curandStateMRG32k3a_t m;\n"
      "  curand_init(7, i, 12, &m);\n"
      "  mrg[i] = curand(&m);\n"
      "}\n";
  gc_module* module = NULL;
  gc_error* error = NULL;
  if (gc_module_from_source(context, text, sizeof text - 1, NULL, &module, &error) != GRIDCALL_OK) {
    gc_error_release(error);
    if (!is_gpu) fail_msg("curand_kernel.h is built in");
    print_message("# SKIP there is no curand_kernel.h for the GPU's compiler\n");
    skip();
  }
  gc_kernel* kernel = kernel_of(module, "make");
  gc_mem* words[2] = {zeros(kRandom * 4), zeros(kRandom * 4)};
  run(kernel, 4, 256, ARGS(M(words[0]), M(words[1]), I(kRandom)));
  gc_ndarray* ndarray = new_rows(GRIDCALL_SCALAR_TYPE_UINT32, 1, kRandom);
  gc_random_options options = random_of(GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 0, 4294967296.0);
  options.seed = 7;
  for (int i = 0; i < 2; ++i) {
    static uint32_t want[kRandom], got[kRandom];
    options.generator = i == 0 ? GRIDCALL_RANDOM_GENERATOR_XORWOW : GRIDCALL_RANDOM_GENERATOR_MRG32K3A;
    options.offset = i == 0 ? 12 * 4096 : 12 * 81920;
    CALL(gc_ndarray_fill_random, ndarray, &options, NULL);
    download(words[i], want, sizeof want);
    read_into(ndarray, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
    gc_mem_release(words[i]);
  }
  gc_ndarray_release(ndarray);
  gc_kernel_release(kernel);
  gc_module_release(module);
}

/* Two rows, the second at an offset, equal one array. */
static void algorithm_random_halves(void** state) {
  (void)state;
  static const struct {
    gc_scalar_type type;
    size_t size;
    gc_random_distribution distribution;
    double a, b;
  } cases[] = {
      {GRIDCALL_SCALAR_TYPE_FLOAT32, 4, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, -1, 3},
      {GRIDCALL_SCALAR_TYPE_FLOAT16, 2, GRIDCALL_RANDOM_DISTRIBUTION_NORMAL, 0, 1},
      {GRIDCALL_SCALAR_TYPE_FLOAT64, 8, GRIDCALL_RANDOM_DISTRIBUTION_LOG_NORMAL, 0, 1},
      {GRIDCALL_SCALAR_TYPE_INT16, 2, GRIDCALL_RANDOM_DISTRIBUTION_POISSON, 30, 0},
      {GRIDCALL_SCALAR_TYPE_INT64, 8, GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, -9007199254740992.0, 5},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    static unsigned char got[2 * kRandom * 8], want[2 * kRandom * 8];
    const size_t size = 2 * kRandom * cases[i].size;
    gc_random_options options = random_of(cases[i].distribution, cases[i].a, cases[i].b);
    gc_ndarray *whole = new_rows(cases[i].type, 1, 2 * kRandom), *rows = new_rows(cases[i].type, 2, kRandom);
    options.offset = 3;
    CALL(gc_ndarray_fill_random, whole, &options, NULL);
    for (int row = 0; row < 2; ++row) {
      gc_ndarray* half = row_of(rows, row);
      CALL(gc_ndarray_fill_random, half, &options, NULL);
      gc_ndarray_release(half);
      options.offset += kRandom;
    }
    read_into(whole, want, size);
    read_into(rows, got, size);
    assert_memory_equal(got, want, size);
    gc_ndarray_release(whole);
    gc_ndarray_release(rows);
  }
}

static void algorithm_random_refused(void** state) {
  (void)state;
  gc_ndarray *floats = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3),
             *bytes = new_rows(GRIDCALL_SCALAR_TYPE_INT8, 2, 3),
             *halves = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT16, 2, 3),
             *complexes = new_rows(GRIDCALL_SCALAR_TYPE_COMPLEX64, 2, 3);
  const struct {
    gc_ndarray* ndarray;
    gc_random_distribution distribution;
    double a, b;
    const char* says;
  } cases[] = {
      {complexes, GRIDCALL_RANDOM_DISTRIBUTION_NORMAL, 0, 1, "`ndarray` is complex64: fill its parts"},
      {floats, 0, 0, 1, "`options->distribution` is 0: pass a GRIDCALL_RANDOM_DISTRIBUTION_* number"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 0, 1, "5, INTEGERS, and `ndarray` is float32"},
      {bytes, GRIDCALL_RANDOM_DISTRIBUTION_NORMAL, 0, 1, "2, NORMAL, and `ndarray` is int8"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 1, 1 + 1e-9,
       "which as float32 is not above `options->a`, 1"},
      {halves, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 0, 1e6, "beyond the numbers of `ndarray`, float16"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, -3e38, 3e38, "too far from `options->a`"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, NAN, 1, "`options->a` is nan: pass a finite number"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_NORMAL, 0, -1, "`options->b` is -1, a standard deviation"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_POISSON, -1, 0, "the mean of POISSON: pass 0 to 2^30"},
      {floats, GRIDCALL_RANDOM_DISTRIBUTION_POISSON, 1, 1, "POISSON has no second parameter"},
      {bytes, GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 0.5, 3, "the limits of INTEGERS are integers"},
      {bytes, GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, -128, 129, "int8, of numbers from -128 to 128 - 1"},
      {bytes, GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 3, 3, "no integer is between"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    const gc_random_options options = random_of(cases[i].distribution, cases[i].a, cases[i].b);
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_fill_random, cases[i].ndarray, &options, NULL);
    assert_says(cases[i].says);
  }
  const struct {
    gc_random_generator generator;
    uint32_t dimension;
    gc_random_distribution distribution;
    uint64_t seed;
    gc_status status;
    const char* says;
  } generators[] = {
      {4, 0, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "`options->generator` is 4: pass a GRIDCALL_RANDOM_GENERATOR_* number"},
      {GRIDCALL_RANDOM_GENERATOR_XORWOW, 1, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 0,
       GRIDCALL_ERROR_INVALID_ARGUMENT, "`options->dimension` is 1, and `options->generator` is not SOBOL32"},
      {GRIDCALL_RANDOM_GENERATOR_SOBOL32, 21, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 0,
       GRIDCALL_ERROR_OUT_OF_RANGE, "`options->dimension` is 21, and SOBOL32 has 21"},
      {GRIDCALL_RANDOM_GENERATOR_SOBOL32, 0, GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 5,
       GRIDCALL_ERROR_INVALID_ARGUMENT, "SOBOL32 has no seeds"},
      {GRIDCALL_RANDOM_GENERATOR_SOBOL32, 0, GRIDCALL_RANDOM_DISTRIBUTION_NORMAL, 0,
       GRIDCALL_ERROR_INVALID_ARGUMENT, "apply \"normcdfinv(a)\" for normal numbers"},
  };
  for (size_t i = 0; i < sizeof generators / sizeof *generators; ++i) {
    gc_random_options options = random_of(generators[i].distribution, 0, 1);
    options.generator = generators[i].generator;
    options.dimension = generators[i].dimension;
    options.seed = generators[i].seed;
    FAILS(generators[i].status, gc_ndarray_fill_random, floats, &options, NULL);
    assert_says(generators[i].says);
  }
  gc_random_options far = random_of(GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM, 0, 1);
  far.offset = (UINT64_C(1) << 63) - 5;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_fill_random, floats, &far, NULL);
  assert_says("9223372036854775803 and 6 elements exceed the numbers of a seed");
  far.offset -= 1;
  CALL(gc_ndarray_fill_random, floats, &far, NULL);
  wait_all();
  gc_ndarray_release(floats);
  gc_ndarray_release(bytes);
  gc_ndarray_release(halves);
  gc_ndarray_release(complexes);
}

enum { kMost = 200003 };

/* Random bits, with equal and special floats among them. */
static float key_of(uint32_t* state) {
  static const float special[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f, 1};
  *state = *state * 1664525 + 1013904223;
  if (*state >> 29 == 0) return special[*state >> 26 & 7];
  float key;
  memcpy(&key, state, sizeof key);
  return key;
}

/* Returns 1 if the first is behind the second: NaN is behind all. */
static int is_above(float a, float b) {
  return a > b || (isnan(a) && !isnan(b));
}

/* The places are those of a stable sort, which there is one of, and the keys are those at the places. */
static void check_sorted(const float* keys, const float* got, const int32_t* places, int rows, int count,
                         int down) {
  static unsigned char seen[kMost];
  for (int row = 0; row < rows; ++row) {
    const int first = row * count;
    memset(seen, 0, (size_t)count);
    for (int i = first; i < first + count; ++i) {
      if (places[i] < 0 || places[i] >= count || seen[places[i]]++)
        fail_msg("row %d of %d: place %d is %d", row, count, i - first, places[i]);
      if (memcmp(&got[i], &keys[first + places[i]], sizeof *got) != 0)
        fail_msg("row %d of %d: element %d is %g, not that at its place", row, count, i - first, got[i]);
      if (i == first) continue;
      const int falls = is_above(got[i - 1], got[i]), rises = is_above(got[i], got[i - 1]);
      if (down ? rises : falls) fail_msg("row %d of %d: element %d is out of order", row, count, i - first);
      if (!falls && !rises && places[i - 1] > places[i])
        fail_msg("row %d of %d: equal element %d left its order", row, count, i - first);
    }
  }
}

/* Rows for one thread, one block and several, with the permutation; and in place without it. */
static void algorithm_sort_rows(void** state) {
  (void)state;
  static const int shapes[][2] = {{1, 1},    {3, 20},   {300, 32},  {5, 33},    {7, 2048},
                                  {2, 2049}, {1, 4097}, {3, 32769}, {1, 70000}, {1, kMost}};
  static float keys[kMost], got[kMost], again[kMost];
  static int32_t places[kMost];
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
    const int rows = shapes[i][0], count = shapes[i][1], down = i % 2;
    const size_t size = (size_t)rows * (size_t)count * 4;
    uint32_t random = (uint32_t)i;
    for (int k = 0; k < rows * count; ++k) keys[k] = key_of(&random);
    gc_ndarray *src = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, (uint64_t)rows, (uint64_t)count),
               *to = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, (uint64_t)rows, (uint64_t)count),
               *order = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)count);
    CALL(gc_ndarray_copy_from_host, src, keys, size, NULL, NULL);
    gc_sort_options options = GRIDCALL_SORT_OPTIONS_INIT;
    options.flags = down ? GRIDCALL_SORT_DESCENDING : 0;
    options.axis = 1;
    options.values = order;
    CALL(gc_ndarray_sort, to, src, &options, NULL);
    read_into(to, got, size);
    read_into(order, places, size);
    check_sorted(keys, got, places, rows, count, down);
    options.values = NULL;
    CALL(gc_ndarray_sort, src, src, &options, NULL);
    read_into(src, again, size);
    assert_memory_equal(again, got, size);
    gc_ndarray_release(src);
    gc_ndarray_release(to);
    gc_ndarray_release(order);
  }
}

/* Columns of doubles with bytes that move along, and the temporary memory of a pool. */
static void algorithm_sort_columns(void** state) {
  (void)state;
  enum { kColumns = 3, kHeight = 5000 };
  static double keys[kHeight][kColumns], got[kHeight][kColumns];
  static unsigned char values[kHeight][kColumns], moved[kHeight][kColumns];
  for (int i = 0; i < kHeight; ++i)
    for (int k = 0; k < kColumns; ++k) {
      keys[i][k] = (double)(i * 7919 % 251) - 100;
      values[i][k] = (unsigned char)(i * 7919 % 251);
    }
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  gc_ndarray *src = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT64, kHeight, kColumns),
             *along = new_rows(GRIDCALL_SCALAR_TYPE_UINT8, kHeight, kColumns);
  CALL(gc_ndarray_copy_from_host, src, keys, sizeof keys, NULL, NULL);
  CALL(gc_ndarray_copy_from_host, along, values, sizeof values, NULL, NULL);
  gc_sort_options options = GRIDCALL_SORT_OPTIONS_INIT;
  options.values = options.values_src = along;
  options.pool = pool;
  CALL(gc_ndarray_sort, src, src, &options, NULL);
  read_into(src, got, sizeof got);
  read_into(along, moved, sizeof moved);
  for (int i = 0; i < kHeight; ++i)
    for (int k = 0; k < kColumns; ++k)
      if (got[i][k] != (double)moved[i][k] - 100 || (i > 0 && got[i][k] < got[i - 1][k]))
        fail_msg("column %d: element %d is %g with %d", k, i, got[i][k], moved[i][k]);
  gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_true(statistics.peak_bytes >= sizeof keys);
  CALL(gc_pool_set_limit, pool, 4096);
  CALL(gc_pool_free_held, pool);
  FAILS(GRIDCALL_ERROR_POOL_LIMIT, gc_ndarray_sort, src, src, &options, NULL);
  gc_ndarray_release(src);
  gc_ndarray_release(along);
  gc_pool_release(pool);
}

static void algorithm_scan_rows(void** state) {
  (void)state;
  static const int shapes[][2] = {{1, 1}, {300, 20}, {3, 33}, {2, 2049}, {3, 32769}, {1, kMost}};
  static int32_t host[kMost];
  static int64_t got[kMost];
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
    for (int exclusive = 0; exclusive < 2; ++exclusive) {
      const int rows = shapes[i][0], count = shapes[i][1];
      const size_t all = (size_t)rows * (size_t)count;
      for (size_t k = 0; k < all; ++k) host[k] = (int32_t)(k * 2654435761u >> 4) - 50000000;
      gc_ndarray *src = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)count),
                 *to = new_rows(GRIDCALL_SCALAR_TYPE_INT64, (uint64_t)rows, (uint64_t)count);
      CALL(gc_ndarray_copy_from_host, src, host, all * 4, NULL, NULL);
      gc_scan_options options = GRIDCALL_SCAN_OPTIONS_INIT;
      options.axis = 1;
      options.flags = exclusive ? GRIDCALL_SCAN_EXCLUSIVE : 0;
      for (int max = 0; max < 2; ++max) {
        CALL(gc_ndarray_scan, to, src, max ? GRIDCALL_REDUCTION_MAX : GRIDCALL_REDUCTION_SUM, &options, NULL);
        read_into(to, got, all * 8);
        for (int row = 0; row < rows; ++row) {
          int64_t before = max ? INT64_MIN : 0;
          for (int k = row * count; k < (row + 1) * count; ++k) {
            const int64_t next = !max ? before + host[k] : before > host[k] ? before : host[k];
            if (got[k] != (exclusive ? before : next))
              fail_msg("row %d of %d: element %d is %lld", row, count, k - row * count, (long long)got[k]);
            before = next;
          }
        }
      }
      gc_ndarray_release(src);
      gc_ndarray_release(to);
    }
}

/* Products are scanned, in place of elements, and what is stored is computed from their sums: in place, of
 * rows and of columns, with weights of a row. */
static void algorithm_scan_expressions(void** state) {
  (void)state;
  enum { kRows = 3, kColumns = 40000 };
  static int32_t host[kRows][kColumns], got[kRows][kColumns];
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_INT32, kRows, kColumns),
             *weights = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 1, kColumns);
  CALL(gc_ndarray_apply, weights, "i % 3", NULL, 0, NULL, 0, NULL);
  for (uint32_t axis = 0; axis < 2; ++axis) {
    for (int i = 0; i < kRows; ++i)
      for (int k = 0; k < kColumns; ++k) host[i][k] = (i * kColumns + k) * 7 % 11 - 4;
    CALL(gc_ndarray_copy_from_host, a, host, sizeof host, NULL, NULL);
    gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
    scan.axis = axis;
    scan.map = "scaled(a, b)";
    scan.output = "item > 100 ? prev_item + a : -item + i1";
    scan.preamble = "__device__ int scaled(int x, float y) { return x * (int)y; }";
    scan.b = weights;
    CALL(gc_ndarray_scan, a, a, GRIDCALL_REDUCTION_SUM, &scan, NULL);
    read_into(a, got, sizeof got);
    int64_t before[kColumns] = {0};
    for (int i = 0; i < kRows; ++i)
      for (int k = 0; k < kColumns; ++k) {
        int64_t* const sum = axis == 0 ? &before[k] : &before[i];
        const int64_t item = *sum + host[i][k] * (k % 3);
        if (got[i][k] != (item > 100 ? *sum + host[i][k] : -item + k))
          fail_msg("along %u: element %d, %d is %d", axis, i, k, (int)got[i][k]);
        *sum = item;
      }
  }
  gc_ndarray_release(a);
  gc_ndarray_release(weights);
}

static void algorithm_scan_expressions_refused(void** state) {
  (void)state;
  gc_ndarray *a = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3),
             *wide = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 4);
  const struct {
    const char *map, *output;
    gc_scan_flags flags;
    gc_ndarray* b;
    const char* says;
  } cases[] = {
      {"", NULL, 0, NULL, "`options->map` is empty: write one, such as \"a * a\""},
      {NULL, "", 0, NULL, "`options->output` is empty: write one, such as \"a - prev_item\""},
      {"a * b", NULL, 0, NULL,
       "`options->map` \"a * b\" has \"b\" at column 5, which is neither a, an ndarray of `options` that is "
       "set"},
      {"item", NULL, 0, NULL, "`options->map` \"item\" has \"item\" at column 1"},
      {NULL, "item * i2", 0, NULL,
       "`options->output` \"item * i2\" has \"i2\" at column 8, which is neither item,"},
      {NULL, "item", GRIDCALL_SCAN_EXCLUSIVE, NULL, "`options->flags` has EXCLUSIVE, and `options->output`"},
      {NULL, NULL, 0, a, "`options->b` is set, and neither `map` nor `output` is"},
      {"a * b", NULL, 0, wide,
       "`options->b` of shape (2, 4) cannot be broadcast to the shape (2, 3) of `src`"},
  };
  gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    scan.map = cases[i].map;
    scan.output = cases[i].output;
    scan.flags = cases[i].flags;
    scan.b = cases[i].b;
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_scan, a, a, GRIDCALL_REDUCTION_SUM, &scan, NULL);
    assert_says(cases[i].says);
  }
  scan.map = "complex(a, a)";
  scan.b = NULL;
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_scan, a, a, GRIDCALL_REDUCTION_MAX, &scan, NULL);
  assert_says("complex numbers have no MAX");
  scan.map = "nothing(a)";
  scan.preamble = "__device__ void nothing(float) {}";
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_scan, a, a, GRIDCALL_REDUCTION_SUM, &scan, NULL);
  gc_ndarray_release(a);
  gc_ndarray_release(wide);
}

/* The greatest of each row, of short rows and of long ones, with their places. */
static void algorithm_sort_first(void** state) {
  (void)state;
  static const int shapes[][3] = {{3, 40, 5}, {2, 4096, 7}, {2, 90000, 1000}, {1, kMost, 3}, {1, 5000, 4000}};
  static int32_t keys[kMost], all[kMost], all_places[kMost], got[kMost], places[kMost];
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
    const int rows = shapes[i][0], count = shapes[i][1], kept = shapes[i][2];
    const size_t size = (size_t)rows * (size_t)count * 4, size_kept = (size_t)rows * (size_t)kept * 4;
    for (int k = 0; k < rows * count; ++k) keys[k] = (int32_t)((uint32_t)k * 2654435761u) / 1000;
    gc_ndarray *src = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)count),
               *to = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)count),
               *order = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)count),
               *first = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)kept),
               *first_order = new_rows(GRIDCALL_SCALAR_TYPE_INT32, (uint64_t)rows, (uint64_t)kept);
    CALL(gc_ndarray_copy_from_host, src, keys, size, NULL, NULL);
    gc_sort_options options = GRIDCALL_SORT_OPTIONS_INIT;
    options.flags = GRIDCALL_SORT_DESCENDING;
    options.axis = 1;
    options.values = order;
    CALL(gc_ndarray_sort, to, src, &options, NULL);
    options.values = first_order;
    CALL(gc_ndarray_sort, first, src, &options, NULL);
    read_into(to, all, size);
    read_into(order, all_places, size);
    read_into(first, got, size_kept);
    read_into(first_order, places, size_kept);
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < kept; ++k)
        if (got[row * kept + k] != all[row * count + k] ||
            places[row * kept + k] != all_places[row * count + k])
          fail_msg("row %d of %d: element %d is %d at %d", row, count, k, (int)got[row * kept + k],
                   (int)places[row * kept + k]);
    gc_ndarray* made[] = {src, to, order, first, first_order};
    for (size_t k = 0; k < sizeof made / sizeof *made; ++k) gc_ndarray_release(made[k]);
  }
}

/* Segments of 0, 1, some and many elements, sorted and summed. */
static void algorithm_segments(void** state) {
  (void)state;
  enum { kSegments = 6 };
  static const int32_t offsets[kSegments] = {0, 1, 1, 30, 3000, 90000};
  static int32_t host[100000], got[100000];
  const uint64_t shape[] = {100000}, cuts_shape[] = {kSegments};
  for (int i = 0; i < 100000; ++i) host[i] = (int32_t)((uint32_t)i * 2654435761u >> 12);
  gc_ndarray_options of = GRIDCALL_NDARRAY_OPTIONS_INIT;
  of.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
  of.shape = shape;
  of.shape_count = 1;
  gc_ndarray *keys = NULL, *cuts = NULL;
  CALL(gc_ndarray_from_host, context, host, sizeof host, &of, &keys);
  of.shape = cuts_shape;
  CALL(gc_ndarray_from_host, context, offsets, sizeof offsets, &of, &cuts);
  gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
  scan.segments = cuts;
  CALL(gc_ndarray_scan, keys, keys, GRIDCALL_REDUCTION_SUM, &scan, NULL);
  read_into(keys, got, sizeof got);
  uint32_t sum = 0;
  for (int i = 0, next = 0; i < 100000; ++i) {
    for (; next < kSegments && offsets[next] == i; ++next) sum = 0;
    sum += (uint32_t)host[i];
    if ((uint32_t)got[i] != sum) fail_msg("sum %d is %d, expected %u", i, (int)got[i], sum);
  }
  CALL(gc_ndarray_copy_from_host, keys, host, sizeof host, NULL, NULL);
  gc_sort_options sort = GRIDCALL_SORT_OPTIONS_INIT;
  sort.segments = cuts;
  CALL(gc_ndarray_sort, keys, keys, &sort, NULL);
  read_into(keys, got, sizeof got);
  int64_t sums[kSegments + 1] = {0};
  for (int i = 0, next = 0; i < 100000; ++i) {
    const int before = next;
    while (next < kSegments && offsets[next] == i) ++next;
    if (next == before && i > 0 && got[i] < got[i - 1]) fail_msg("element %d is out of order", i);
    sums[next] += (int64_t)got[i] - host[i];
  }
  for (int i = 0; i <= kSegments; ++i) assert_true(sums[i] == 0);

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_sort, cuts, cuts, &sort, NULL);
  assert_says("`options->segments` at");
  gc_ndarray* floats = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_scan, floats, floats, GRIDCALL_REDUCTION_SUM, &scan,
        NULL);
  assert_says("`options->segments` has 1 dimensions, and `src` 2");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_sort, cuts, keys, &sort, NULL);
  assert_says("with `options->segments` it has as many");
  gc_ndarray_release(floats);
  gc_ndarray_release(keys);
  gc_ndarray_release(cuts);
}

static void algorithm_sort_refused(void** state) {
  (void)state;
  gc_ndarray *floats = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3),
             *others = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3),
             *wide = new_rows(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 4),
             *bytes = new_rows(GRIDCALL_SCALAR_TYPE_INT8, 2, 3),
             *complexes = new_rows(GRIDCALL_SCALAR_TYPE_COMPLEX64, 2, 3);
  const struct {
    gc_ndarray *to, *src, *values, *values_src;
    uint32_t axis;
    gc_status status;
    const char* says;
  } cases[] = {
      {floats, floats, NULL, NULL, 2, GRIDCALL_ERROR_OUT_OF_RANGE,
       "`options->axis` is 2, and `src` has 2 dimensions"},
      {wide, floats, NULL, NULL, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "`ndarray` has the shape (2, 4), and `src` (2, 3)"},
      {bytes, floats, NULL, NULL, 0, GRIDCALL_ERROR_INVALID_ARGUMENT, "`ndarray` is int8, and `src` float32"},
      {complexes, complexes, NULL, NULL, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "`src` is complex64: complex numbers"},
      {floats, floats, NULL, others, 0, GRIDCALL_ERROR_INVALID_ARGUMENT, "`options->values_src` is set"},
      {floats, floats, others, NULL, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "its values are places: make it int32 or int64"},
      {floats, floats, wide, wide, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "`options->values` has the shape (2, 4), and `ndarray` (2, 3)"},
      {floats, floats, bytes, others, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "int8 of 1 bytes, and `options->values_src` float32"},
      {floats, others, floats, others, 0, GRIDCALL_ERROR_INVALID_ARGUMENT,
       "share bytes: sort to another array"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    gc_sort_options options = GRIDCALL_SORT_OPTIONS_INIT;
    options.axis = cases[i].axis;
    options.values = cases[i].values;
    options.values_src = cases[i].values_src;
    FAILS(cases[i].status, gc_ndarray_sort, cases[i].to, cases[i].src, &options, NULL);
    assert_says(cases[i].says);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_scan, wide, floats, GRIDCALL_REDUCTION_SUM, NULL, NULL);
  assert_says("`ndarray` has the shape (2, 4), and `src` (2, 3): make it of that shape");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_scan, floats, complexes, GRIDCALL_REDUCTION_SUM, NULL,
        NULL);
  assert_says("`src` is complex64, and is not converted to float32");
  gc_ndarray_release(floats);
  gc_ndarray_release(others);
  gc_ndarray_release(wide);
  gc_ndarray_release(bytes);
  gc_ndarray_release(complexes);
}

const struct CMUnitTest algorithm_tests[] = {
    cmocka_unit_test(algorithm_transform),
    cmocka_unit_test(algorithm_transform_reduce),
    cmocka_unit_test(algorithm_reductions),
    cmocka_unit_test(algorithm_custom),
    cmocka_unit_test(algorithm_custom_refused),
    cmocka_unit_test(algorithm_random_words),
    cmocka_unit_test(algorithm_random_curand),
    cmocka_unit_test(algorithm_random_halves),
    cmocka_unit_test(algorithm_random_generators),
    cmocka_unit_test(algorithm_random_refused),
    cmocka_unit_test(algorithm_sort_rows),
    cmocka_unit_test(algorithm_sort_columns),
    cmocka_unit_test(algorithm_scan_rows),
    cmocka_unit_test(algorithm_scan_expressions),
    cmocka_unit_test(algorithm_scan_expressions_refused),
    cmocka_unit_test(algorithm_sort_first),
    cmocka_unit_test(algorithm_segments),
    cmocka_unit_test(algorithm_sort_refused),
    cmocka_unit_test(algorithm_prepared),
    {NULL, NULL, NULL, NULL, NULL},
};
