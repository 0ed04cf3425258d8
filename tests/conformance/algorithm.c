/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions of expressions, random numbers, scans and sorts of ndarrays. tests/ndarray compares all of their
 * results with NumPy's.
 */

#define GRIDCALL_ENABLE_PREVIEW
#include <math.h>
#include <stdlib.h>

#include "harness.h"

static gc_ndarray* new_ndarray(gc_scalar_type type, uint64_t rows, uint64_t columns) {
  const uint64_t shape[] = {rows, columns};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape;
  options.shape_count = 2;
  options.mem_flags = GRIDCALL_MEM_ZERO;
  gc_ndarray* ndarray = NULL;
  CALL(gc_ndarray_create, context, &options, &ndarray);
  return ndarray;
}

static gc_ndarray* row_of(gc_ndarray* ndarray, int64_t row) {
  const gc_axis_slice slice = {row, row, 0};
  gc_ndarray* part = NULL;
  CALL(gc_ndarray_slice, ndarray, &slice, 1, &part);
  return part;
}

static void read_into(gc_ndarray* ndarray, void* data, size_t size) {
  memset(data, 0xee, size);
  CALL(gc_ndarray_copy_to_host, ndarray, data, size, NULL, NULL);
}

static gc_random_options random_of(gc_random_distribution distribution, double a, double b) {
  gc_random_options options = GRIDCALL_RANDOM_OPTIONS_INIT;
  options.distribution = distribution;
  options.seed = 0x123456789abcdef;
  options.a = a;
  options.b = b;
  return options;
}

/* Dot products of 2^20 elements, of broadcast ones and with a number; and where a value is. */
static void algorithm_transform_reduce(void** state) {
  (void)state;
  enum { kRows = 4, kColumns = 1 << 18 };
  gc_ndarray *a = new_ndarray(GRIDCALL_SCALAR_TYPE_FLOAT32, kRows, kColumns),
             *row = new_ndarray(GRIDCALL_SCALAR_TYPE_INT32, 1, kColumns),
             *sums = new_ndarray(GRIDCALL_SCALAR_TYPE_FLOAT64, kRows, 1),
             *places = new_ndarray(GRIDCALL_SCALAR_TYPE_INT32, kRows, 1),
             *place = new_ndarray(GRIDCALL_SCALAR_TYPE_UINT64, 1, 1);
  CALL(gc_ndarray_apply, a, "i0 + 1", NULL, 0, NULL, 0, NULL);
  CALL(gc_ndarray_apply, row, "i1 % 8", NULL, 0, NULL, 0, NULL);
  gc_scalar x = {{0}, GRIDCALL_SCALAR_TYPE_FLOAT64, 0};
  const double half = 0.5;
  memcpy(x.bits, &half, sizeof half);
  const uint32_t last[] = {1};
  CALL(gc_ndarray_transform_reduce, sums, "a * b + x", (gc_ndarray*[]){a, row}, 2, &x, 1,
       GRIDCALL_REDUCTION_SUM, last, 1, NULL);
  double got[kRows];
  read_into(sums, got, sizeof got);
  for (int i = 0; i < kRows; ++i) assert_true(got[i] == kColumns * (3.5 * (i + 1) + 0.5));
  /* The greatest of these numbers is that of the element behind index 99, in each row and of all. */
  CALL(gc_ndarray_transform_reduce, places, "i1 == 100 ? 1e9f : a * b", (gc_ndarray*[]){a, row}, 2, NULL, 0,
       GRIDCALL_REDUCTION_ARG_MAX, last, 1, NULL);
  int32_t at[kRows];
  read_into(places, at, sizeof at);
  for (int i = 0; i < kRows; ++i) assert_int_equal(at[i], 100);
  CALL(gc_ndarray_transform_reduce, place, "a * (i0 == 2 && i1 == 100)", &a, 1, NULL, 0,
       GRIDCALL_REDUCTION_ARG_MAX, NULL, 0, NULL);
  uint64_t of_all = 0;
  read_into(place, &of_all, sizeof of_all);
  assert_true(of_all == 2 * kColumns + 100);

  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, sums, "1", NULL, 0, NULL, 0,
        GRIDCALL_REDUCTION_SUM, last, 1, NULL);
  assert_says("`input_count` is 0");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, sums, "a + b",
        (gc_ndarray*[]){a, places}, 2, NULL, 0, GRIDCALL_REDUCTION_SUM, NULL, 0, NULL);
  assert_says("`ndarray` has the shape (4, 1), and the common shape of `inputs` reduced along its");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_transform_reduce, sums, "a", &sums, 1, NULL, 0,
        GRIDCALL_REDUCTION_SUM, last, 1, NULL);
  assert_says("and `inputs[0]` at");
  FAILS(GRIDCALL_ERROR_COMPILE, gc_ndarray_transform_reduce, sums, "complex(a, a)", &a, 1, NULL, 0,
        GRIDCALL_REDUCTION_MIN, last, 1, NULL);
  gc_ndarray* all[] = {a, row, sums, places, place};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

enum { kRandom = 1000 };

/* Random123's known answer for a counter and a key of zeros. */
static void algorithm_random_words(void** state) {
  (void)state;
  gc_ndarray* ndarray = new_ndarray(GRIDCALL_SCALAR_TYPE_UINT32, 1, 4);
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
  gc_ndarray* ndarray = new_ndarray(GRIDCALL_SCALAR_TYPE_UINT32, 1, kRandom);
  const gc_random_options all = random_of(GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS, 0, 4294967296.0);
  CALL(gc_ndarray_fill_random, ndarray, &all, NULL);
  read_into(ndarray, got, sizeof got);
  assert_memory_equal(got, want, sizeof got);
  static float wanted[kRandom], made[kRandom];
  download(normals, wanted, sizeof wanted);
  gc_ndarray* floats = new_ndarray(GRIDCALL_SCALAR_TYPE_FLOAT32, 1, kRandom);
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
    gc_ndarray *whole = new_ndarray(cases[i].type, 1, 2 * kRandom),
               *rows = new_ndarray(cases[i].type, 2, kRandom);
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
  gc_ndarray *floats = new_ndarray(GRIDCALL_SCALAR_TYPE_FLOAT32, 2, 3),
             *bytes = new_ndarray(GRIDCALL_SCALAR_TYPE_INT8, 2, 3),
             *halves = new_ndarray(GRIDCALL_SCALAR_TYPE_FLOAT16, 2, 3),
             *complexes = new_ndarray(GRIDCALL_SCALAR_TYPE_COMPLEX64, 2, 3);
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

const struct CMUnitTest algorithm_tests[] = {
    cmocka_unit_test(algorithm_transform_reduce),
    cmocka_unit_test(algorithm_random_words),
    cmocka_unit_test(algorithm_random_curand),
    cmocka_unit_test(algorithm_random_halves),
    cmocka_unit_test(algorithm_random_refused),
    {NULL, NULL, NULL, NULL, NULL},
};
