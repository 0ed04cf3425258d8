/* SPDX-License-Identifier: Apache-2.0
 *
 * The math functions of kernels against the C library in more precision, over all sizes of arguments: NaN,
 * infinities, denormal numbers and zeros with their signs among them.
 *
 *   test_math_accuracy                   the tests
 *   test_math_accuracy --print           a number made of all results, for the comparison of the CPU device's
 * modes test_math_accuracy --all [NAME...]   every float there is, for all float functions of one argument or
 * those named: some minutes each
 */

#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h requires these before it. */
#include <cmocka.h>

#include <math.h>
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gridcall/gridcall.h"
#include "math/references.h"

enum { float_step = 4093, random_count = 1 << 17, block = 256 };
static const uint32_t float_count = (uint32_t)((UINT64_C(1) << 32) / float_step);

static const char prologue[] =
    "__device__ float sine_of_sincosf(float x) { float s, c; sincosf(x, &s, &c); return s; }\n"
    "__device__ float cosine_of_sincosf(float x) { float s, c; sincosf(x, &s, &c); return c; }\n"
    "__device__ double sine_of_sincos(double x) { double s, c; sincos(x, &s, &c); return s; }\n"
    "__device__ double cosine_of_sincos(double x) { double s, c; sincos(x, &s, &c); return c; }\n"
    "__device__ float square_of_powf(float x, float) { return powf(x, 2.0f); }\n"
    "__device__ float root_of_powf(float x, float) { return powf(x, 0.5f); }\n"
    "__device__ float norm3df_of_two(float x, float y) { return norm3df(x, y, x); }\n"
    "__device__ float norm4df_of_two(float x, float y) { return norm4df(x, y, x, y); }\n"
    "__device__ float rnorm3df_of_two(float x, float y) { return rnorm3df(x, y, x); }\n"
    "__device__ float rnorm4df_of_two(float x, float y) { return rnorm4df(x, y, x, y); }\n"
    "__device__ double norm3d_of_two(double x, double y) { return norm3d(x, y, x); }\n"
    "__device__ double norm4d_of_two(double x, double y) { return norm4d(x, y, x, y); }\n"
    "__device__ double rnorm3d_of_two(double x, double y) { return rnorm3d(x, y, x); }\n"
    "__device__ double rnorm4d_of_two(double x, double y) { return rnorm4d(x, y, x, y); }\n"
    "#define INDEX unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n)\n"
    "#define F1(name) extern \"C\" __global__ void on_##name(float* out, const float* x, const float*, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i]); }\n"
    "#define F2(name) extern \"C\" __global__ void on_##name(float* out, const float* x, const float* y, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i], y[i]); }\n"
    "#define D1(name) extern \"C\" __global__ void on_##name(double* out, const double* x, const double*, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i]); }\n"
    "#define D2(name) extern \"C\" __global__ void on_##name(double* out, const double* x, const double* y, "
    "unsigned n) "
    "{ INDEX out[i] = name(x[i], y[i]); }\n";

static const char kernels[] =
#define F1(name, ...) "F1(" #name ")\n"
#define F2(name, ...) "F2(" #name ")\n"
#define D1(name, ...) "D1(" #name ")\n"
#define D2(name, ...) "D2(" #name ")\n"
#include "functions.def"
#undef F1
#undef F2
#undef D1
#undef D2
    ;

#define WANT(name, type, reference)         \
  static type want_##name(type x, type y) { \
    (void)x, (void)y;                       \
    return reference;                       \
  }
#define F1(name, ulp, reference) WANT(name, double, reference)
#define F2(name, ulp, reference) WANT(name, double, reference)
#define D1(name, ulp, from, to, reference) WANT(name, long double, reference)
#define D2(name, ulp, reference) WANT(name, long double, reference)
#include "functions.def"
#undef F1
#undef F2
#undef D1
#undef D2

typedef struct Function {
  const char* name;
  double ulp;
  int arguments;
  double (*want_float)(double x, double y); /* or */
  long double (*want_double)(long double x, long double y);
  double from, to;
} Function;
#define F1(name, ulp, reference) {#name, ulp, 1, want_##name, NULL, 0, 0},
#define F2(name, ulp, reference) {#name, ulp, 2, want_##name, NULL, 0, 0},
#define D1(name, ulp, from, to, reference) {#name, ulp, 1, NULL, want_##name, from, to},
#define D2(name, ulp, reference) {#name, ulp, 2, NULL, want_##name, 0, 0},
static const Function functions[] = {
#include "functions.def"
};
enum { function_count = sizeof functions / sizeof functions[0] };

/* --- the device --- */

static gc_context* context;
static gc_module* plain;

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
  plain = compiled(NULL);
}

static int is_cpu(void) {
  gc_device* device = NULL;
  gc_device_kind kind = 0;
  CALL(gc_context_get_device, context, &device);
  CALL(gc_device_get_kind, device, &kind);
  return kind == GRIDCALL_DEVICE_KIND_CPU;
}

/* out[i] = function(x[i], y[i]) */
static void apply(gc_module* module, const Function* f, void* out, const void* x, const void* y,
                  uint32_t count) {
  const size_t size = f->want_float != NULL ? 4 : 8;
  char kernel_name[64];
  snprintf(kernel_name, sizeof kernel_name, "on_%s", f->name);
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
static double any_double(uint64_t* seed, const Function* f, uint32_t i) {
  const uint64_t bits = next_random(seed);
  const double unit = (double)(bits >> 11) * 0x1p-53, from = f->arguments == 1 ? f->from : -4,
               to = f->arguments == 1 ? f->to : 12;
  double x;
  switch (i % 4) {
    case 0:
      memcpy(&x, &bits, 8);
      break;
    case 1:
      x = from + unit * (to - from);
      break;
    case 2:
      x = (from + unit * (to - from)) / 64;
      break;
    default:
      /* whole and half, or near the zeros of sin and cos */
      x = f->arguments == 2 ? (double)(bits % 61) / 2 - 15 : floor(unit * 1e6) * 1.5707963267948966;
      break;
  }
  /* Beyond, the reference in long double is not sure of its last bits. */
  const int periodic =
      strstr(f->name, "sin") != NULL || strstr(f->name, "cos") != NULL || strcmp(f->name, "tan") == 0;
  return fabs(x) > 0x1p60 && periodic ? fmod(x, 0x1p60) : x;
}
static void make_doubles(double* x, double* y, const Function* f) {
  uint64_t seed = 5;
  for (uint32_t i = 0; i < random_count; ++i) {
    x[i] = any_double(&seed, f, i);
    y[i] = any_double(&seed, f, i / 4);
  }
  for (uint32_t i = 0; i < special_count * special_count; ++i) {
    x[i * 7 + 1] = special[i % special_count];
    y[i * 7 + 1] = special[i / special_count];
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

static void *xs, *ys, *outs; /* room for numbers of both types */

static void* space(size_t count, size_t size) {
  void* made = calloc(count, size);
  assert_non_null(made);
  return made;
}

static double steps_at(const Function* f, uint32_t i) {
  if (f->want_float != NULL) {
    const float *x = xs, *y = ys, *out = outs;
    return steps_f(out[i], f->want_float((double)x[i], (double)y[i]));
  }
  const double *x = xs, *y = ys, *out = outs;
  return steps_d(out[i], f->want_double((long double)x[i], (long double)y[i]));
}
static void print_wrong(const Function* f, uint32_t i) {
  const int is_float = f->want_float != NULL;
  const double x = is_float ? (double)((float*)xs)[i] : ((double*)xs)[i];
  const double y = is_float ? (double)((float*)ys)[i] : ((double*)ys)[i];
  const double out = is_float ? (double)((float*)outs)[i] : ((double*)outs)[i];
  const double want =
      is_float ? (double)(float)f->want_float(x, y) : (double)f->want_double((long double)x, (long double)y);
  print_error("%s(%a", f->name, x);
  if (f->arguments == 2) {
    print_error(", %a", y);
  }
  print_error(") = %.17g (%a), not %.17g (%a)\n", out, out, want, want);
}
/* The largest distance of the results, and that of `worst`, with its place. */
static double farther(const Function* f, uint32_t count, double worst, uint32_t* at) {
  for (uint32_t i = 0; i < count; ++i) {
    const double steps = steps_at(f, i);
    if (steps > worst) {
      worst = steps;
      *at = i;
    }
  }
  return worst;
}

/* Fills `outs` with the results for the arguments of the tests; returns how many. */
static uint32_t results(const Function* f) {
  uint32_t count = random_count;
  if (f->want_double != NULL) {
    make_doubles(xs, ys, f);
  } else if (f->arguments == 1) {
    count = float_count;
    make_floats(xs, count);
  } else {
    uint64_t seed = 3;
    for (uint32_t i = 0; i < random_count; ++i) {
      ((float*)xs)[i] = any_float(&seed);
      ((float*)ys)[i] = any_float(&seed);
    }
  }
  apply(plain, f, outs, xs, f->arguments == 1 ? NULL : ys, count);
  return count;
}

static int compare(const Function* f) {
  uint32_t at = 0;
  const uint32_t count = results(f);
  const double worst = farther(f, count, 0, &at);
  print_message("# %-18s %g ulp of %g in %u\n", f->name, worst, f->ulp, count);
  if (worst > f->ulp) {
    print_wrong(f, at);
  }
  return worst > f->ulp;
}
/* Every float there is. */
static int compare_all(const Function* f) {
  double worst = 0;
  for (uint64_t first = 0; first < UINT64_C(1) << 32; first += float_count) {
    uint32_t count = float_count, at = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t bits = (uint32_t)(first + i); /* the last ones once more from 0 */
      memcpy((char*)xs + i * sizeof bits, &bits, sizeof bits);
    }
    apply(plain, f, outs, xs, NULL, count);
    const double before = worst;
    worst = farther(f, count, worst, &at);
    if (worst > before && worst > f->ulp) {
      print_wrong(f, at);
    }
  }
  print_message("# %-18s %g ulp of %g in all\n", f->name, worst, f->ulp);
  return worst > f->ulp;
}
static uint64_t mixed(uint64_t hash, const Function* f) {
  const uint32_t count = results(f);
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    const size_t size = f->want_float != NULL ? 4 : 8;
    memcpy(&bits, (char*)outs + i * size, size);
    const int is_nan =
        size == 4 ? isnan(((float*)outs)[i]) : isnan(((double*)outs)[i]); /* which NaN is not promised */
    hash = (hash ^ (is_nan ? 1 : bits)) * 0x100000001b3u;
    hash ^= hash >> 29;
  }
  return hash;
}

static void expect_near(int is_float, int arguments) {
  int bad = 0;
  for (int i = 0; i < function_count; ++i) {
    if ((functions[i].want_float != NULL) == is_float && functions[i].arguments == arguments) {
      bad += compare(&functions[i]);
    }
  }
  assert_int_equal(bad, 0);
}
static void floats_of_one(void** state) {
  (void)state;
  expect_near(1, 1);
}
static void floats_of_two(void** state) {
  (void)state;
  expect_near(1, 2);
}
static void doubles_of_one(void** state) {
  (void)state;
  expect_near(0, 1);
}
static void doubles_of_two(void** state) {
  (void)state;
  expect_near(0, 2);
}

/* --- arguments that random numbers do not meet, with libquadmath's results --- */

typedef __float128 Quad;
static double unit_of(uint64_t* seed) {
  return (double)(next_random(seed) >> 11) * 0x1p-53;
}
static double sign_of(uint64_t* seed) {
  return next_random(seed) & 1 ? -1 : 1;
}
/* A number with any exponent from `least` to `most`. */
static double any_size(uint64_t* seed, int least, int most) {
  const int exponent = least + (int)(next_random(seed) % (uint64_t)(most - least + 1));
  return ldexp(1 + unit_of(seed), exponent);
}
/* x^y is near `power` of two, or a little off; y has the digits of `digits` bits. */
static double exponent_for(double x, double power, int digits) {
  const double y = (double)(power * M_LN2q / logq(x)), unit = ldexp(1, ilogb(y) + 1 - digits);
  return isfinite(y) ? rint(y / unit) * unit : y;
}
/* Powers: of numbers next to 1; that overflow, vanish or are denormal; exact ones; of negative numbers, with
 * exponents up to where all are even. `digits` and the exponents are those of the type. */
static void powers(uint64_t* seed, uint32_t i, int digits, int most, int least, double* x, double* y) {
  const double step = ldexp(1, 1 - digits);
  switch (i % 5) {
    case 0:
      *x = 1 + (double)(next_random(seed) % (UINT64_C(1) << i / 5 % (unsigned)(digits - 1))) * step +
           (i % 2 == 0 ? step : -1.5 * step);
      *y = exponent_for(*x, (unit_of(seed) * 2.2 - 1.1) * most, digits);
      break;
    case 1:
      *x = any_size(seed, least, most - 1);
      *y = exponent_for(*x, i % 2 == 0 ? most + unit_of(seed) * 1e-3 - 5e-4 : least - digits * unit_of(seed),
                        digits);
      break;
    case 2:
      *x = ldexp((double)(next_random(seed) % 200), (int)(next_random(seed) % 9) - 4);
      *y = (double)((int64_t)(next_random(seed) % 41) - 20) / (1 << i / 5 % 3);
      break;
    case 3:
      *x = -(1 + (double)(next_random(seed) % 64) * step);
      *y = (ldexp(1, digits - 1 + (int)(i / 5 % 3)) + (double)(next_random(seed) % 16) - 8) * sign_of(seed);
      break;
    default:
      *x = i % 2 == 0 ? 0.0 : (i / 5 % 3 == 0 ? 1.0 : HUGE_VAL);
      *x *= sign_of(seed);
      *y = (ldexp(1, digits - 1 + (int)(i / 10 % 3)) + (double)(next_random(seed) % 4) - 2) * sign_of(seed);
      break;
  }
}
static void powers_d(uint64_t* seed, uint32_t i, double* x, double* y) {
  powers(seed, i, 53, 1024, -1022, x, y);
}
static void powers_f(uint64_t* seed, uint32_t i, double* x, double* y) {
  powers(seed, i, 24, 128, -126, x, y);
}
/* Multiples of a quarter of pi and of ln(2), of every size, and the double next to a multiple of pi/2 of all.
 */
static void angles(uint64_t* seed, uint32_t i, double* x, double* y) {
  (void)y;
  static const double known[] = {6381956970095103.0 * 0x1p797, 0x1.6ac5b262ca1ffp+849, 0x1.921fb54442d18p+62,
                                 0x1p1023};
  const Quad multiple = floorq((Quad)any_size(seed, 0, 60)) * M_PI_4q;
  *x = i < 4        ? known[i]
       : i % 3 == 0 ? any_size(seed, 60, 1023)
       : i % 3 == 1 ? (double)multiple
                    : any_size(seed, -1074, 60);
  *x *= sign_of(seed);
}
static void ratios(uint64_t* seed, uint32_t i, double* x, double* y) {
  *x = any_size(seed, i % 3 == 0 ? 1000 : -1074, i % 3 == 1 ? -1000 : 1023) * sign_of(seed);
  *y = i % 2 == 0 ? ldexp(*x, (int)(next_random(seed) % 120) - 60) * (0.5 + unit_of(seed))
                  : any_size(seed, -1074, 1023) * sign_of(seed);
}
static void lengths(uint64_t* seed, uint32_t i, double* x, double* y) {
  *x = i % 2 == 0 ? any_size(seed, 1018, 1023) : any_size(seed, -1074, -500);
  *y = *x * any_size(seed, -30, 2);
}
static void poles(uint64_t* seed, uint32_t i, double* x, double* y) {
  (void)y;
  const double whole = -(double)(next_random(seed) % 180), off = any_size(seed, -60, -2) * sign_of(seed);
  *x = i % 4 == 0   ? 171.5 + unit_of(seed)
       : i % 4 == 1 ? any_size(seed, -1074, -3) * sign_of(seed)
                    : whole + off;
}
/* Near the places where erf changes its polynomial. */
static void pieces(uint64_t* seed, uint32_t i, double* x, double* y) {
  (void)y;
  static const double ends[] = {11.0 / 15.0, 1.4, 41.0 / 15.0, 5.96875, 0.5, 1.0, 4.0};
  *x = (ends[i % 7] + any_size(seed, -52, -3) * sign_of(seed)) * sign_of(seed);
}
static Quad lgamma_want(Quad x, Quad y) {
  (void)y;
  return lgammaq(x);
}
#define QUAD1(name, function)               \
  static Quad name##_want(Quad x, Quad y) { \
    (void)y;                                \
    return function(x);                     \
  }
QUAD1(sin, sinq)
QUAD1(cos, cosq)
QUAD1(tan, tanq)
QUAD1(tgamma, tgammaq)
QUAD1(erf, erfq)
QUAD1(erfc, erfcq)
#undef QUAD1

typedef struct Hard {
  const char* name;
  void (*fill)(uint64_t* seed, uint32_t i, double* x, double* y);
  Quad (*want)(Quad x, Quad y);
} Hard;
static const Hard hard[] = {{"pow", powers_d, powq},
                            {"powf", powers_f, powq},
                            {"sin", angles, sin_want},
                            {"cos", angles, cos_want},
                            {"tan", angles, tan_want},
                            {"sine_of_sincos", angles, sin_want},
                            {"cosine_of_sincos", angles, cos_want},
                            {"atan2", ratios, atan2q},
                            {"fmod", ratios, fmodq},
                            {"remainder", ratios, remainderq},
                            {"hypot", ratios, hypotq},
                            {"hypot", lengths, hypotq},
                            {"tgamma", poles, tgamma_want},
                            {"lgamma", poles, lgamma_want},
                            {"erf", pieces, erf_want},
                            {"erfc", pieces, erfc_want}};

static const Function* function_of(const char* name) {
  for (int i = 0; i < function_count; ++i) {
    if (strcmp(functions[i].name, name) == 0) {
      return &functions[i];
    }
  }
  fail_msg("%s is not in functions.def", name);
  return NULL;
}
/* CUDA documents no error for lgamma where it is near its zeros. */
static int is_documented(const Hard* row, double x) {
  return strcmp(row->name, "lgamma") != 0 || x < -11.0001 || x > -2.2637;
}
static int compare_hard(const Hard* row) {
  const Function* f = function_of(row->name);
  const int is_float = f->want_float != NULL;
  uint64_t seed = 11;
  for (uint32_t i = 0; i < random_count; ++i) {
    double x = 0, y = 0;
    row->fill(&seed, i, &x, &y);
    if (is_float) {
      ((float*)xs)[i] = (float)x;
      ((float*)ys)[i] = (float)y;
    } else {
      ((double*)xs)[i] = x;
      ((double*)ys)[i] = y;
    }
  }
  apply(plain, f, outs, xs, ys, random_count);
  double worst = 0;
  for (uint32_t i = 0; i < random_count; ++i) {
    const double x = is_float ? (double)((float*)xs)[i] : ((double*)xs)[i];
    const double y = is_float ? (double)((float*)ys)[i] : ((double*)ys)[i];
    const Quad want = row->want(x, y);
    const double steps =
        is_float ? steps_f(((float*)outs)[i], (float)want) : steps_d(((double*)outs)[i], (double)want);
    if (steps > worst && is_documented(row, x)) {
      worst = steps;
      if (worst > f->ulp) {
        print_error("%s(%a, %a) = %a, not %a\n", f->name, x, y,
                    is_float ? (double)((float*)outs)[i] : ((double*)outs)[i],
                    is_float ? (double)(float)want : (double)want);
      }
    }
  }
  print_message("# %-18s %g ulp of %g in %d hard arguments\n", f->name, worst, f->ulp, random_count);
  return worst > f->ulp;
}
static void hard_arguments(void** state) {
  (void)state;
  int bad = 0;
  for (size_t i = 0; i < sizeof hard / sizeof *hard; ++i) {
    bad += compare_hard(&hard[i]);
  }
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
static int differs_flushed(gc_module* flushing, const Function* f, const float* x, const float* y,
                           float* flushed_x, float* flushed_y, float* want) {
  const float* got = outs;
  memcpy(flushed_x, x, random_count * sizeof *x);
  memcpy(flushed_y, y, random_count * sizeof *y);
  flush_all(flushed_x, random_count);
  flush_all(flushed_y, random_count);
  apply(plain, f, want, flushed_x, flushed_y, random_count);
  flush_all(want, random_count);
  apply(flushing, f, outs, x, y, random_count);
  for (uint32_t i = 0; i < random_count; ++i) {
    if (memcmp(&want[i], &got[i], 4) == 0 || (isnan(want[i]) && isnan(got[i]))) {
      continue;
    }
    print_error("-ftz=true: %s(%a, %a) = %a, not %a\n", f->name, (double)x[i], (double)y[i], (double)got[i],
                (double)want[i]);
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
  float *const x = xs, *const y = ys;
  int bad = 0;
  uint64_t seed = 7;
  for (uint32_t i = 0; i < random_count; ++i) {
    x[i] = any_float(&seed);
    y[i] = any_float(&seed);
    if (i % 4 == 0) { /* subnormal, and next to it */
      const uint32_t bits = (uint32_t)next_random(&seed) & 0x80ffffffu;
      memcpy(&x[i], &bits, 4);
    }
  }
  for (int i = 0; i < function_count; ++i) {
    if (functions[i].want_float != NULL) {
      bad += differs_flushed(flushing, &functions[i], x, y, made[0], made[1], made[2]);
    }
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

/* Values that programs compare with ==, and that lie on the edge of what is allowed elsewhere. */
static void simple_values(void** state) {
  (void)state;
  static const struct {
    const char* name;
    double x, y, value;
  } simple[] = {
      {"cosf", 0, 0, 1},
      {"sinf", 1.57079637, 0, 1},
      {"cosf", 3.14159274, 0, -1},
      {"exp10f", 0, 0, 1},
      {"exp10f", 1, 0, 10},
      {"exp10f", 3, 0, 1000},
      {"log10f", 1000, 0, 3},
      {"log2f", 1024, 0, 10},
      {"logf", 1, 0, 0},
      {"hypotf", 3, 4, 5},
      {"hypotf", 5, 12, 13},
      {"coshf", 0, 0, 1},
      {"tanhf", 20, 0, 1},
      {"erfcf", 0, 0, 1},
      {"tgammaf", 5, 0, 24},
      {"lgammaf", 2, 0, 0},
      {"fmodf", 7, 3, 1},
      {"powf", 2, 10, 1024},
      {"powf", 10, 2, 100},
      {"cos", 0, 0, 1},
      {"sin", M_PI_2, 0, 1},
      {"cos", M_PI, 0, -1},
      {"exp", 0, 0, 1},
      {"pow", 10, 15, 1e15},
      {"pow", 9, 0.5, 3},
      {"log", 1, 0, 0},
      {"log10", 1000, 0, 3},
      {"log2", 8, 0, 3},
      {"cosh", 0, 0, 1},
      {"erfc", 0, 0, 1},
      {"tgamma", 5, 0, 24},
      {"lgamma", 2, 0, 0},
      {"hypot", 3, 4, 5},
      {"exp2", 10, 0, 1024},
      {"sinpif", -3.5, 0, 1},
      {"sinpif", 7, 0, 0},
      {"cospif", 7, 0, -1},
      {"cospif", 2.5, 0, 0},
      {"erff", 4, 0, 1},
      {"erf", 6, 0, 1},
      {"cbrtf", -27, 0, -3},
      {"cbrt", 8, 0, 2},
      {"exp10", 3, 0, 1000},
      {"exp10", 22, 0, 1e22},
      {"exp", 1, 0, M_E},
      {"log", M_E, 0, 1},
      {"log10", 1e22, 0, 22},
      {"log2f", 8, 0, 3},
      {"atan", 1, 0, M_PI_4},
      {"acos", -1, 0, M_PI},
      {"acos", 0, 0, M_PI_2},
      {"acosh", 1, 0, 0},
      {"acoshf", 1, 0, 0},
      {"hypot", 5, 12, 13},
      {"hypot", 3e300, 4e300, 5e300},
  };
  for (size_t k = 0; k < sizeof simple / sizeof *simple; ++k) {
    int f = 0;
    while (f < function_count && strcmp(functions[f].name, simple[k].name) != 0) {
      ++f;
    }
    assert_true(f < function_count);
    double got = 0;
    if (functions[f].want_float != NULL) {
      const float x = (float)simple[k].x, y = (float)simple[k].y;
      float value = 0;
      apply(plain, &functions[f], &value, &x, &y, 1);
      got = value;
    } else {
      apply(plain, &functions[f], &got, &simple[k].x, &simple[k].y, 1);
    }
    if (got != simple[k].value) {
      fail_msg("%s(%g, %g) is %.17g, not %g", simple[k].name, simple[k].x, simple[k].y, got, simple[k].value);
    }
  }
}

int main(int count, char** arguments) {
  program = arguments[0];
  open_device();
  xs = space(float_count, 8);
  ys = space(float_count, 8);
  outs = space(float_count, 8);
  int failures = 0;
  if (count > 1 && strcmp(arguments[1], "--print") == 0) {
    uint64_t hash = 1;
    for (int i = 0; i < function_count; ++i) {
      hash = mixed(hash, &functions[i]);
    }
    printf("%016llx\n", (unsigned long long)hash);
  } else if (count > 1 && strcmp(arguments[1], "--all") == 0) {
    for (int i = 0; i < function_count; ++i) {
      int wanted = count == 2;
      for (int k = 2; k < count; ++k) {
        wanted |= strcmp(arguments[k], functions[i].name) == 0;
      }
      if (wanted && functions[i].want_float != NULL && functions[i].arguments == 1) {
        failures += compare_all(&functions[i]);
      }
    }
  } else {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_one),  cmocka_unit_test(floats_of_two),  cmocka_unit_test(doubles_of_one),
        cmocka_unit_test(doubles_of_two), cmocka_unit_test(floats_flushed), cmocka_unit_test(modes_agree),
        cmocka_unit_test(simple_values),  cmocka_unit_test(hard_arguments),
    };
    failures = cmocka_run_group_tests_name("math", tests, NULL, NULL);
  }
  free(xs);
  free(ys);
  free(outs);
  return failures;
}
