/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE
#include "harness.h"

#include <math.h>
#include <stdlib.h>

static gc_module* module(void) {
  static gc_module* made;
  if (made == NULL) {
    const char *text = NULL, *list = NULL;
    for (const Source* s = source_list; s->name != NULL; ++s) {
      if (strcmp(s->name, "math.cu") == 0) text = s->text;
      if (strcmp(s->name, "math_list.def") == 0) list = s->text;
    }
    const gc_header header = {"math_list.def", list};
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.name = "math.cu";
    options.headers = &header;
    options.header_count = 1;
    CALL(gc_module_from_source, context, text, strlen(text), &options, &made);
  }
  return made;
}

static long double sinpi_reference(long double x) {
  const long double r = x - 2 * roundl(x / 2); /* exact, in [-1, 1] */
  return sinl(3.14159265358979323846264338327950288420L * (fabsl(r) > 0.5L ? copysignl(1, r) - r : r));
}
static long double cospi_reference(long double x) {
  return sinpi_reference(0.5L - fabsl(x - 2 * roundl(x / 2)));
}

/* Newton's steps on erf, from a start that is good enough. */
static long double erfcinv_reference(long double p) {
  const long double q = p > 1 ? 2 - p : p; /* the result is >= 0 for q in (0, 1] */
  long double t = sqrtl(-2 * logl(q / 2));
  long double x =
      (t - (2.30753L + t * 0.27061L) / (1 + t * (0.99229L + t * 0.04481L))) * 0.70710678118654752440L;
  for (int i = 0; i < 8; ++i) {
    const long double error = erfcl(x) - q;
    x += error / (1.12837916709551257390L * expl(-x * x) - x * error);
  }
  return p > 1 ? -x : x;
}
static long double erfinv_reference(long double y) {
  if (fabsl(y) < 0.5L) {
    long double x = y * 0.88622692545275801365L;
    for (int i = 0; i < 8; ++i) x -= (erfl(x) - y) / (1.12837916709551257390L * expl(-x * x));
    return x;
  }
  return copysignl(erfcinv_reference(1 - fabsl(y)), y);
}

/* The distance, in steps between neighbours of the type. */
static double steps_f(float got, long double exact) {
  const float want = (float)exact;
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : HUGE_VAL;
  if (got == want) return 0;
  int32_t a, b;
  memcpy(&a, &got, 4);
  memcpy(&b, &want, 4);
  const int64_t x = a < 0 ? (int64_t)INT32_MIN - a : a, y = b < 0 ? (int64_t)INT32_MIN - b : b;
  return fabs((double)(x - y));
}
static double steps_d(double got, long double exact) {
  const double want = (double)exact;
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : HUGE_VAL;
  if (got == want) return 0;
  int64_t a, b;
  memcpy(&a, &got, 8);
  memcpy(&b, &want, 8);
  if ((a < 0) != (b < 0)) return fabs(got) + fabs(want) < 1e-300 ? 2 : HUGE_VAL;
  return fabs((double)(a - b));
}

enum { n = 2000 };

static long double between(double from, double to, uint64_t* seed) {
  const double u = random_unit(seed);
  if (from > 0 && to / from > 1e4) return exp(log(from) + u * (log(to) - log(from)));
  return from + u * (to - from);
}

typedef long double (*Reference)(long double x, long double y);

#define M1(name, ...) static long double ref_##name(long double x, long double y);
#define M2 M1
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
#define M1(name, ulp_f, ulp_d, from, to, reference)             \
  static long double ref_##name(long double x, long double y) { \
    (void)y;                                                    \
    return reference;                                           \
  }
#define M2(name, ulp_f, ulp_d, from, to, from_y, to_y, reference) \
  static long double ref_##name(long double x, long double y) {   \
    return reference;                                             \
  }
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2

static const struct {
  const char* name;
  double ulp_f, ulp_d, from, to, from_y, to_y;
  Reference reference;
} functions[] = {
#define M1(name, ulp_f, ulp_d, from, to, reference) {#name, ulp_f, ulp_d, from, to, 0, 0, ref_##name},
#define M2(name, ulp_f, ulp_d, from, to, from_y, to_y, reference) \
  {#name, ulp_f, ulp_d, from, to, from_y, to_y, ref_##name},
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
};
enum {
#define M1(name, ...) place_##name,
#define M2(name, ...) place_##name,
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
  function_count
};
static size_t places[function_count] = {
#define M1(name, ...) place_##name,
#define M2(name, ...) place_##name,
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
};

/* One function in one type over many values: the worst of them counts. */
static void check_float(void** state) {
  const size_t f = *(const size_t*)*state;
  gc_kernel* k = kernel_of(module(), "floats");
  static float x[n], y[n], got[n];
  uint64_t seed = f;
  for (int i = 0; i < n; ++i) {
    x[i] = (float)between(functions[f].from, functions[f].to, &seed);
    y[i] = (float)between(functions[f].from_y, functions[f].to_y, &seed);
  }
  gc_mem *a = upload(x, sizeof x), *b = upload(y, sizeof y), *out = make(sizeof got);
  signgam = 77;
  run(k, (n + 127) / 128, 128, ARGS(I((int32_t)f), M(out), M(a), M(b), I(n)));
  download(out, got, sizeof got);
  assert_int_equal(signgam, 77); /* the host program's own */
  double worst = 0;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    const double steps = steps_f(got[i], functions[f].reference(x[i], y[i]));
    if (steps > worst) {
      worst = steps;
      at = i;
    }
  }
  if (worst > functions[f].ulp_f) {
    fail_msg("%sf(%.9g, %.9g) = %.9g, not %.9Lg: %g ulp, %g are allowed", functions[f].name, x[at], y[at],
             got[at], functions[f].reference(x[at], y[at]), worst, functions[f].ulp_f);
  }
  gc_mem_release(a);
  gc_mem_release(b);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void check_double(void** state) {
  const size_t f = *(const size_t*)*state;
  gc_kernel* k = kernel_of(module(), "doubles");
  static double x[n], y[n], got[n];
  uint64_t seed = f + 1000;
  for (int i = 0; i < n; ++i) {
    x[i] = (double)between(functions[f].from, functions[f].to, &seed);
    y[i] = (double)between(functions[f].from_y, functions[f].to_y, &seed);
  }
  gc_mem *a = upload(x, sizeof x), *b = upload(y, sizeof y), *out = make(sizeof got);
  signgam = 77;
  run(k, (n + 127) / 128, 128, ARGS(I((int32_t)f), M(out), M(a), M(b), I(n)));
  download(out, got, sizeof got);
  assert_int_equal(signgam, 77); /* the host program's own */
  double worst = 0;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    const double steps = steps_d(got[i], functions[f].reference(x[i], y[i]));
    if (steps > worst) {
      worst = steps;
      at = i;
    }
  }
  if (worst > functions[f].ulp_d) {
    fail_msg("%s(%.17g, %.17g) = %.17g, not %.17Lg: %g ulp, %g are allowed", functions[f].name, x[at], y[at],
             got[at], functions[f].reference(x[at], y[at]), worst, functions[f].ulp_d);
  }
  gc_mem_release(a);
  gc_mem_release(b);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void overloads(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "overloads");
  float got[15];
  gc_mem* out = zeros(sizeof got);
  const float x = 1.7f, y = 2.5f;
  run(k, 1, 1, ARGS(M(out), F(x), F(y)));
  download(out, got, sizeof got);
  const long double want[15] = {sinl(x), powl(x, y), x, y, x, x, 3, 7, 3, 7, sqrtl(x), 0, 0, 1, 1};
  for (int i = 0; i < 15; ++i) {
    if (steps_f(got[i], want[i]) > 4) fail_msg("result %d is %.9g, not %.9Lg", i, got[i], want[i]);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void several_results(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "several");
  double got[27];
  gc_mem* out = zeros(sizeof got);
  const double x = 5.6875;
  const float f = 2.3f;
  run(k, 1, 1, ARGS(M(out), D(x), F(f)));
  download(out, got, sizeof got);
  int e = 0, q = 0;
  const long double rest = remquol(x, 0.75L, &q);
  const long double want[27] = {sinl(x),
                                cosl(x),
                                sinpi_reference(x),
                                cospi_reference(x),
                                0.6875L,
                                5,
                                frexpl(x, &e),
                                e,
                                rest,
                                q & 7,
                                x * 32,
                                x / 8,
                                2,
                                6,
                                6,
                                0,
                                nextafter(x, 1e9),
                                sqrtl((long double)x * x + 13),
                                sqrtl((long double)x * x + 29),
                                sinl(f),
                                cosl(f),
                                (long double)f * f - 1,
                                f / 4,
                                2,
                                nextafterf(f, 0),
                                1 / sqrtl((long double)x * x + 13),
                                sqrtl((long double)f * f + 13)};
  for (int i = 0; i < 27; ++i) {
    const long double w = i == 7 ? e : want[i];
    const double steps = (i >= 19 && i <= 24) || i == 26 ? steps_f((float)got[i], w) : steps_d(got[i], w);
    if (steps > 3) fail_msg("result %d is %.17g, not %.17Lg", i, got[i], w);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

/* i0 and i1 by their series. */
static long double bessel_i(int order, long double x) {
  long double term = order == 0 ? 1 : x / 2, sum = term;
  for (int m = 1; m < 200; ++m) sum += term *= x * x / 4 / m / (m + order);
  return sum;
}

static void bessel(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "bessel");
  double got[12];
  gc_mem* out = zeros(sizeof got);
  for (double x = 0.25; x < 8; x += 0.40625) {
    run(k, 1, 1, ARGS(M(out), D(x)));
    download(out, got, sizeof got);
    const long double want[12] = {j0l(x), j1l(x), jnl(3, x), y0l(x), y1l(x),         ynl(3, x),
                                  j0l(x), j1l(x), y0l(x),    y1l(x), bessel_i(0, x), bessel_i(1, x)};
    for (int i = 0; i < 12; ++i) {
      /* Near a zero of the function what is promised is an absolute error. */
      const long double apart = fabsl(got[i] - want[i]), bound = i >= 6 && i <= 9 ? 2.2e-6L : 5e-12L;
      if (apart > bound * (fabsl(want[i]) > 1 ? fabsl(want[i]) : 1)) {
        fail_msg("result %d of %g is %.17g, not %.17Lg", i, x, got[i], want[i]);
      }
    }
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void specials(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "specials");
  double got[20];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 1, ARGS(M(out), D(0.0)));
  download(out, got, sizeof got);
  const double inf = HUGE_VAL, not_a_number = (double)NAN;
  const double want[20] = {inf,
                           -inf,
                           not_a_number,
                           -inf,
                           0,
                           not_a_number,
                           1,
                           1.5707963267948966,
                           3,
                           3,
                           1,
                           inf,
                           not_a_number,
                           -inf,
                           -0.0,
                           -3,
                           2,
                           5,
                           4.9406564584124654e-324,
                           1.401298464324817e-45};
  for (int i = 0; i < 20; ++i) {
    const int same =
        isnan(want[i]) ? isnan(got[i]) : got[i] == want[i] && !signbit(got[i]) == !signbit(want[i]);
    if (!same) fail_msg("result %d is %.17g, not %.17g", i, got[i], want[i]);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void approximations(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "fast");
  float got[13];
  gc_mem* out = zeros(sizeof got);
  const float x = 1.75f;
  run(k, 1, 1, ARGS(M(out), F(x)));
  download(out, got, sizeof got);
  const double want[13] = {sin(x), cos(x),     exp(x), log(x),      log2(x), log10(x), pow(x, 1.5),
                           x / 3,  pow(10, x), tan(x), 1 / sqrt(x), 0.25,    1};
  for (int i = 0; i < 13; ++i) {
    if (fabs(got[i] - want[i]) > 2e-6 * (1 + fabs(want[i])))
      fail_msg("result %d is %.9g, not %.9g", i, got[i], want[i]);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

const struct CMUnitTest math_tests[] = {
#define M1(name, ...) {"math_float_" #name, check_float, NULL, NULL, &places[place_##name]},
#define M2(name, ...) {"math_float_" #name, check_float, NULL, NULL, &places[place_##name]},
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
#define M1(name, ...) {"math_double_" #name, check_double, NULL, NULL, &places[place_##name]},
#define M2(name, ...) {"math_double_" #name, check_double, NULL, NULL, &places[place_##name]},
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
    {"math_overloads", overloads, NULL, NULL, NULL},
    {"math_several_results", several_results, NULL, NULL, NULL},
    {"math_bessel", bessel, NULL, NULL, NULL},
    {"math_specials", specials, NULL, NULL, NULL},
    {"math_approximations", approximations, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
