/* SPDX-License-Identifier: Apache-2.0
 *
 * The math functions of kernels against the C library in more precision, over all sizes of arguments: NaN,
 * infinities, denormal numbers and zeros with their signs among them.
 *
 *   test_math_accuracy            the tests
 *   test_math_accuracy --print    a number made of all results, for the comparison of the CPU device's modes
 */

#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h requires these before it. */
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gridcall/gridcall.h"

enum { float_step = 4093, random_count = 1 << 17, block = 256 };
static const uint32_t float_count = (uint32_t)((UINT64_C(1) << 32) / float_step);

static const char prologue[] =
    "__device__ float sine_of_sincosf(float x) { float s, c; sincosf(x, &s, &c); return s; }\n"
    "__device__ float cosine_of_sincosf(float x) { float s, c; sincosf(x, &s, &c); return c; }\n"
    "__device__ double sine_of_sincos(double x) { double s, c; sincos(x, &s, &c); return s; }\n"
    "__device__ double cosine_of_sincos(double x) { double s, c; sincos(x, &s, &c); return c; }\n"
    "__device__ float square_of_powf(float x, float) { return powf(x, 2.0f); }\n"
    "__device__ float root_of_powf(float x, float) { return powf(x, 0.5f); }\n"
    "#define INDEX unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n)\n"
    "#define F1(name) extern \"C\" __global__ void on_##name(float* out, const float* x, const float*, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i]); }\n"
    "#define F2(name) extern \"C\" __global__ void on_##name(float* out, const float* x, const float* y, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i], y[i]); }\n"
    "#define D1(name) extern \"C\" __global__ void on_##name(double* out, const double* x, const double*, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i]); }\n";

static const char kernels[] =
#define F1(name, ...) "F1(" #name ")\n"
#define F2(name, ...) "F2(" #name ")\n"
#define D1(name, ...) "D1(" #name ")\n"
#include "functions.def"
#undef F1
#undef F2
#undef D1
    ;

/* x - n/2 is exact, and so is the quadrant. */
static double sinpi_reference(double x) {
  const double n = rint(x + x), r = (x - n / 2) * M_PI, quadrant = n - 4 * floor(n / 4);
  const double value = quadrant == 0 ? sin(r) : quadrant == 1 ? cos(r) : quadrant == 2 ? -sin(r) : -cos(r);
  return value == 0 ? copysign(0.0, x) : value;
}
static double cospi_reference(double x) {
  const double n = rint(x + x), r = (x - n / 2) * M_PI, quadrant = n - 4 * floor(n / 4);
  return (quadrant == 0 ? cos(r) : quadrant == 1 ? -sin(r) : quadrant == 2 ? -cos(r) : sin(r)) + 0.0;
}

#define F1(name, ulp, reference)                  \
  static double want_##name(double x, double y) { \
    (void)y;                                      \
    return reference;                             \
  }
#define F2(name, ulp, reference)                  \
  static double want_##name(double x, double y) { \
    (void)x, (void)y;                             \
    return reference;                             \
  }
#define D1(name, ulp, from, to, reference)        \
  static long double want_##name(long double x) { \
    return reference;                             \
  }
#include "functions.def"
#undef F1
#undef F2
#undef D1

typedef struct FloatFunction {
  const char* name;
  double ulp;
  double (*want)(double x, double y);
} FloatFunction;
typedef struct DoubleFunction {
  const char* name;
  double ulp, from, to;
  long double (*want)(long double x);
} DoubleFunction;
#define F1(name, ulp, reference) {#name, ulp, want_##name},
#define F2(...)
#define D1(...)
static const FloatFunction of_one[] = {
#include "functions.def"
};
#undef F1
#undef F2
#define F1(...)
#define F2(name, ulp, reference) {#name, ulp, want_##name},
static const FloatFunction of_two[] = {
#include "functions.def"
};
#undef F2
#undef D1
#define F2(...)
#define D1(name, ulp, from, to, reference) {#name, ulp, from, to, want_##name},
static const DoubleFunction doubles[] = {
#include "functions.def"
};
enum {
  of_one_count = sizeof of_one / sizeof of_one[0],
  of_two_count = sizeof of_two / sizeof of_two[0],
  double_count = sizeof doubles / sizeof doubles[0]
};

/* --- the device --- */

static gc_context* context;
static gc_module* module;

static void check(gc_status status, gc_error* error, const char* call) {
  if (status != GRIDCALL_OK) {
    fail_msg("%s: %s: %s", call, gc_status_name(status), gc_error_message(error));
  }
}
#define CALL(function, ...)                                           \
  do {                                                                \
    gc_error* call_error = NULL;                                      \
    const gc_status call_status = function(__VA_ARGS__, &call_error); \
    check(call_status, call_error, #function);                        \
  } while (0)

static gc_module* compiled(const char* option) {
  static char text[sizeof prologue + sizeof kernels];
  snprintf(text, sizeof text, "%s%s", prologue, kernels);
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.options = &option;
  options.option_count = option != NULL;
  gc_module* made = NULL;
  CALL(gc_module_from_source, context, text, strlen(text), &options, &made);
  return made;
}

static void open_device(void) {
  CALL(gc_context_get_default, &context);
  module = compiled(NULL);
}

static int is_cpu(void) {
  gc_device* device = NULL;
  gc_device_kind kind = 0;
  CALL(gc_context_get_device, context, &device);
  CALL(gc_device_get_kind, device, &kind);
  return kind == GRIDCALL_DEVICE_KIND_CPU;
}

/* out[i] = function(x[i], y[i]) for numbers of `size` bytes. */
static void apply(const char* name, void* out, const void* x, const void* y, uint32_t count, size_t size) {
  char kernel_name[64];
  snprintf(kernel_name, sizeof kernel_name, "on_%s", name);
  gc_kernel* kernel = NULL;
  CALL(gc_module_get_kernel, module, kernel_name, &kernel);
  gc_mem* mems[3];
  const void* inputs[3] = {NULL, x, y == NULL ? x : y};
  gc_arg args[4];
  for (int i = 0; i < 3; ++i) {
    CALL(gc_mem_alloc, context, count * size, &mems[i]);
    if (inputs[i] != NULL) {
      CALL(gc_memcpy_htod, mems[i], 0, inputs[i], count * size, NULL);
    }
    args[i] = (gc_arg){GRIDCALL_ARG_KIND_MEM, 8, 0, mems[i]};
  }
  args[3] = (gc_arg){GRIDCALL_ARG_KIND_SCALAR, 4, count, NULL};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = (count + block - 1) / block;
  config.grid_y = config.grid_z = 1;
  config.block_x = block;
  config.block_y = config.block_z = 1;
  CALL(gc_launch, kernel, &config, args, 4, NULL);
  CALL(gc_context_synchronize, context);
  CALL(gc_memcpy_dtoh, out, mems[0], 0, count * size, NULL);
  for (int i = 0; i < 3; ++i) {
    gc_mem_release(mems[i]);
  }
  gc_kernel_release(kernel);
}

/* --- arguments --- */

static uint64_t next_random(uint64_t* state) { /* splitmix64 */
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static const double special[] = {0.0,
                                 -0.0,
                                 HUGE_VAL,
                                 -HUGE_VAL,
                                 (double)NAN,
                                 1,
                                 -1,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 0.5,
                                 -0.5,
                                 1e-45,
                                 -1e-45,
                                 5e-324,
                                 -5e-324,
                                 1e-40,
                                 2.2250738585072014e-308,
                                 3.4028234663852886e38,
                                 1.7976931348623157e308,
                                 88.7228394,
                                 -103.97208,
                                 709.782712893384,
                                 -745.1332191019412,
                                 1024,
                                 -1074,
                                 -1075,
                                 308.25,
                                 -323.3,
                                 1e10,
                                 1e22,
                                 16777216,
                                 16777217,
                                 1.5707963267948966,
                                 3.141592653589793,
                                 6.283185307179586,
                                 0x1p50,
                                 0x1p40};
enum { special_count = sizeof special / sizeof special[0] };

static void make_floats(float* x, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t bits = i * (uint32_t)float_step;
    memcpy(&x[i], &bits, 4);
  }
  for (uint32_t i = 0; i < special_count; ++i) {
    x[i * 7 + 1] = (float)special[i];
  }
}
static float any_float(uint64_t* seed) {
  const uint64_t r = next_random(seed);
  const uint32_t bits = (uint32_t)(r >> 32);
  float x;
  memcpy(&x, &bits, 4);
  switch (r & 7) {
    case 0:
      return x;
    case 1:
      return (float)special[bits % special_count];
    case 2:
      return (float)(int32_t)(bits % 61) / 2 - 15; /* whole and half */
    default:
      return ((float)(bits >> 8) * 0x1p-24f - 0.25f) * (float)(1 << (r >> 3) % 8);
  }
}
static void make_doubles(double* x, const DoubleFunction* f) {
  uint64_t seed = 5;
  for (uint32_t i = 0; i < random_count; ++i) {
    const uint64_t bits = next_random(&seed);
    const double unit = (double)(bits >> 11) * 0x1p-53;
    switch (i % 4) {
      case 0:
        memcpy(&x[i], &bits, 8);
        break;
      case 1:
        x[i] = f->from + unit * (f->to - f->from);
        break;
      case 2:
        x[i] = (f->from + unit * (f->to - f->from)) / 64;
        break;
      default:
        x[i] = floor(unit * 1e6) * 1.5707963267948966;
        break; /* near the zeros of sin and cos */
    }
    /* Beyond, the reference in long double is not sure of its last bits. */
    if (fabs(x[i]) > 0x1p60 && (strstr(f->name, "sin") != NULL || strstr(f->name, "cos") != NULL)) {
      x[i] = fmod(x[i], 0x1p60);
    }
  }
  for (uint32_t i = 0; i < special_count; ++i) {
    x[i * 7 + 1] = special[i];
  }
}

/* --- the distance, in steps between neighbours of the type; zeros of different sign are as far as can be
 * --- */

static double steps_f(float got, double exact) {
  const float want = (float)exact;
  if (isnan(want) || isnan(got)) {
    return isnan(want) && isnan(got) ? 0 : HUGE_VAL;
  }
  int32_t a, b;
  memcpy(&a, &got, 4);
  memcpy(&b, &want, 4);
  return (a < 0) != (b < 0) ? HUGE_VAL : fabs((double)a - (double)b);
}
static double steps_d(double got, long double exact) {
  const double want = (double)exact;
  if (isnan(want) || isnan(got)) {
    return isnan(want) && isnan(got) ? 0 : HUGE_VAL;
  }
  int64_t a, b;
  memcpy(&a, &got, 8);
  memcpy(&b, &want, 8);
  return (a < 0) != (b < 0) ? HUGE_VAL : fabs((double)(a - b));
}

static float *floats_x, *floats_y, *floats_out;
static double *doubles_x, *doubles_out;

static void* space(size_t count, size_t size) {
  void* made = calloc(count, size);
  assert_non_null(made);
  return made;
}

/* Calls `judge` for each function with its results. */
typedef void Judge(void* data, const char* name, double ulp, const FloatFunction* f, const DoubleFunction* d,
                   uint32_t count);

static void each_of_one(Judge judge, void* data) {
  make_floats(floats_x, float_count);
  for (int i = 0; i < of_one_count; ++i) {
    apply(of_one[i].name, floats_out, floats_x, NULL, float_count, 4);
    judge(data, of_one[i].name, of_one[i].ulp, &of_one[i], NULL, float_count);
  }
}
static void each_of_two(Judge judge, void* data) {
  uint64_t seed = 3;
  for (uint32_t i = 0; i < random_count; ++i) {
    floats_x[i] = any_float(&seed);
    floats_y[i] = any_float(&seed);
  }
  for (int i = 0; i < of_two_count; ++i) {
    apply(of_two[i].name, floats_out, floats_x, floats_y, random_count, 4);
    judge(data, of_two[i].name, of_two[i].ulp, &of_two[i], NULL, random_count);
  }
}
static void each_double(Judge judge, void* data) {
  for (int i = 0; i < double_count; ++i) {
    make_doubles(doubles_x, &doubles[i]);
    apply(doubles[i].name, doubles_out, doubles_x, NULL, random_count, 8);
    judge(data, doubles[i].name, doubles[i].ulp, NULL, &doubles[i], random_count);
  }
}

static void compare(void* data, const char* name, double ulp, const FloatFunction* f, const DoubleFunction* d,
                    uint32_t count) {
  int* bad = data;
  double worst = 0;
  uint32_t at = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const double steps = f != NULL ? steps_f(floats_out[i], f->want((double)floats_x[i], (double)floats_y[i]))
                                   : steps_d(doubles_out[i], d->want((long double)doubles_x[i]));
    if (steps > worst) {
      worst = steps;
      at = i;
    }
  }
  print_message("# %-18s %g ulp of %g in %u\n", name, worst, ulp, count);
  if (worst > ulp) {
    ++*bad;
    if (f != NULL) {
      const double x = (double)floats_x[at], y = (double)floats_y[at];
      print_error("%s(%.9g, %.9g) = %.9g, not %.9g\n", name, x, y, (double)floats_out[at], f->want(x, y));
    } else {
      print_error("%s(%.17g) = %.17g, not %.17Lg\n", name, doubles_x[at], doubles_out[at],
                  d->want((long double)doubles_x[at]));
    }
  }
}
static void mix(void* data, const char* name, double ulp, const FloatFunction* f, const DoubleFunction* d,
                uint32_t count) {
  (void)name, (void)ulp, (void)d;
  uint64_t* hash = data;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, f != NULL ? (const void*)&floats_out[i] : (const void*)&doubles_out[i], f != NULL ? 4 : 8);
    const int is_nan =
        f != NULL ? isnan(floats_out[i]) : isnan(doubles_out[i]); /* which NaN is not promised */
    *hash = (*hash ^ (is_nan ? 1 : bits)) * 0x100000001b3u;
    *hash ^= *hash >> 29;
  }
}

static void floats_of_one(void** state) {
  (void)state;
  int bad = 0;
  each_of_one(compare, &bad);
  assert_int_equal(bad, 0);
}
static void floats_of_two(void** state) {
  (void)state;
  int bad = 0;
  each_of_two(compare, &bad);
  assert_int_equal(bad, 0);
}
static void doubles_of_one(void** state) {
  (void)state;
  int bad = 0;
  each_double(compare, &bad);
  assert_int_equal(bad, 0);
}

/* -ftz=true flushes the arguments and the result of a float function, and nothing that it computes with. */
static uint32_t flushed(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return fpclassify(value) == FP_SUBNORMAL ? bits & 0x80000000u : bits;
}
static void flush_all(float* values, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t bits = flushed(values[i]);
    memcpy(&values[i], &bits, 4);
  }
}
static int differs_flushed(gc_module* flushing, const FloatFunction* f, const float* x, const float* y,
                           uint32_t count, float* flushed_x, float* flushed_y, float* out) {
  memcpy(flushed_x, x, count * sizeof *x);
  memcpy(flushed_y, y, count * sizeof *y);
  flush_all(flushed_x, count);
  flush_all(flushed_y, count);
  apply(f->name, out, flushed_x, flushed_y, count, 4);
  flush_all(out, count);
  gc_module* const plain = module;
  module = flushing;
  apply(f->name, floats_out, x, y, count, 4);
  module = plain;
  for (uint32_t i = 0; i < count; ++i) {
    if (memcmp(&out[i], &floats_out[i], 4) == 0 || (isnan(out[i]) && isnan(floats_out[i]))) {
      continue;
    }
    print_error("-ftz=true: %s(%a, %a) = %a, not %a\n", f->name, (double)x[i], (double)y[i],
                (double)floats_out[i], (double)out[i]);
    return 1;
  }
  return 0;
}
static void floats_flushed(void** state) {
  (void)state;
  if (!is_cpu()) {
    skip(); /* what approximates there is another function */
  }
  gc_module* flushing = compiled("-ftz=true");
  float* const made[3] = {space(random_count, 4), space(random_count, 4), space(random_count, 4)};
  int bad = 0;
  uint64_t seed = 7;
  for (uint32_t i = 0; i < random_count; ++i) {
    floats_x[i] = any_float(&seed);
    floats_y[i] = any_float(&seed);
    if (i % 4 == 0) { /* subnormal, and next to it */
      const uint32_t bits = (uint32_t)next_random(&seed) & 0x80ffffffu;
      memcpy(&floats_x[i], &bits, 4);
    }
  }
  for (int i = 0; i < of_one_count + of_two_count; ++i) {
    const FloatFunction* f = i < of_one_count ? &of_one[i] : &of_two[i - of_one_count];
    bad += differs_flushed(flushing, f, floats_x, floats_y, random_count, made[0], made[1], made[2]);
  }
  for (int i = 0; i < 3; ++i) {
    free(made[i]);
  }
  gc_module_release(flushing);
  assert_int_equal(bad, 0);
}

static const char* program;
static void number_in_mode(const char* mode, char* text, size_t size) {
  char command[4096];
  snprintf(command, sizeof command, "GRIDCALL_CPU_MODE=%s '%s' --print", mode, program);
  FILE* pipe = popen(command, "r");
  assert_non_null(pipe);
  if (fgets(text, (int)size, pipe) == NULL) {
    text[0] = 0;
  }
  assert_int_equal(pclose(pipe), 0);
}
/* A warp as a vector and each thread by itself compute the same bits. */
static void modes_agree(void** state) {
  (void)state;
  if (!is_cpu()) {
    skip();
  }
  char one_by_one[64], as_vectors[64];
  number_in_mode("reference", one_by_one, sizeof one_by_one);
  number_in_mode("automatic", as_vectors, sizeof as_vectors);
  assert_int_equal(strlen(one_by_one), 17);
  assert_string_equal(one_by_one, as_vectors);
}

int main(int count, char** arguments) {
  program = arguments[0];
  open_device();
  floats_x = space(float_count, 4);
  floats_y = space(float_count, 4);
  floats_out = space(float_count, 4);
  doubles_x = space(random_count, 8);
  doubles_out = space(random_count, 8);
  int failures = 0;
  if (count > 1 && strcmp(arguments[1], "--print") == 0) {
    uint64_t hash = 1;
    each_of_one(mix, &hash);
    each_of_two(mix, &hash);
    each_double(mix, &hash);
    printf("%016llx\n", (unsigned long long)hash);
  } else {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_one),  cmocka_unit_test(floats_of_two), cmocka_unit_test(doubles_of_one),
        cmocka_unit_test(floats_flushed), cmocka_unit_test(modes_agree),
    };
    failures = cmocka_run_group_tests_name("math", tests, NULL, NULL);
  }
  free(floats_x);
  free(floats_y);
  free(floats_out);
  free(doubles_x);
  free(doubles_out);
  return failures;
}
