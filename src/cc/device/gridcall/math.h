// SPDX-License-Identifier: Apache-2.0
//
// Mathematical functions. Frequent ones are in one header for each family, written so that warps become vector code.
// Other functions of the C library are only declared (cpu/abi/math.def); the compiler replaces those that a processor
// has by its instructions. All others are defined here.

#pragma once
#pragma clang system_header

// -ftz=true flushes float arguments and results of these functions, and no intermediate value
// (passes/device/flush_denormals.cpp).
#pragma clang attribute push(__attribute__((annotate("gridcall-flushed-outside"))), apply_to = function)
#include "math_core.h"
#include "math_exponential.h"
#include "math_trigonometric.h"
#include "math_roots.h"
#include "math_double.h"
#include "math_error.h"
#include "math_angles.h"
#include "math_hyperbolic.h"
#include "math_remainder.h"
#include "math_gamma.h"
#include "math_rounding.h"
#pragma clang attribute pop

template <typename T> struct __gc_if_integral {};
#define __GC_INTEGRAL(T) template <> struct __gc_if_integral<T> { typedef double type; };
__GC_INTEGRAL(bool)
__GC_INTEGRAL(char)
__GC_INTEGRAL(signed char)
__GC_INTEGRAL(unsigned char)
__GC_INTEGRAL(short)
__GC_INTEGRAL(unsigned short)
__GC_INTEGRAL(int)
__GC_INTEGRAL(unsigned int)
__GC_INTEGRAL(long)
__GC_INTEGRAL(unsigned long)
__GC_INTEGRAL(long long)
__GC_INTEGRAL(unsigned long long)
#undef __GC_INTEGRAL

// The result type of a function of two arguments of different types: float for two floats, otherwise double.
template <typename T, typename Yes = double> struct __gc_if_arithmetic : __gc_if_integral<T> {};
template <typename Yes> struct __gc_if_arithmetic<float, Yes> { typedef double type; };
template <typename Yes> struct __gc_if_arithmetic<double, Yes> { typedef double type; };
template <typename A, typename B, typename = typename __gc_if_arithmetic<A>::type, typename T = typename __gc_if_arithmetic<B>::type>
struct __gc_promote {
  typedef T type;
};

// ---- Functions of one argument: double, float, and an integer converted to double ----

#define __GC_MATH_OVERLOADS(name)                                                                               \
  __GC_INLINE float name(float x) { return name##f(x); }                                                        \
  template <typename T> __GC_INLINE typename __gc_if_integral<T>::type name(T x) { return name(static_cast<double>(x)); }
// The float and the double functions are our own.
__GC_MATH_OVERLOADS(sin)
__GC_MATH_OVERLOADS(cos)
__GC_MATH_OVERLOADS(tanh)
__GC_MATH_OVERLOADS(exp)
__GC_MATH_OVERLOADS(exp2)
__GC_MATH_OVERLOADS(exp10)
__GC_MATH_OVERLOADS(log)
__GC_MATH_OVERLOADS(log2)
__GC_MATH_OVERLOADS(log10)
__GC_MATH_OVERLOADS(cbrt)
__GC_MATH_OVERLOADS(tan)
__GC_MATH_OVERLOADS(asin)
__GC_MATH_OVERLOADS(acos)
__GC_MATH_OVERLOADS(atan)
__GC_MATH_OVERLOADS(erf)
__GC_MATH_OVERLOADS(erfc)
__GC_MATH_OVERLOADS(sinh)
__GC_MATH_OVERLOADS(cosh)
__GC_MATH_OVERLOADS(expm1)
__GC_MATH_OVERLOADS(log1p)
__GC_MATH_OVERLOADS(asinh)
__GC_MATH_OVERLOADS(acosh)
__GC_MATH_OVERLOADS(atanh)
__GC_MATH_OVERLOADS(tgamma)
__GC_MATH_OVERLOADS(lgamma)
#define __GC_MATH_1(name)                              \
  __GC_LIBM(double, name, (double x), x) \
  __GC_LIBM(float, name##f, (float x), x) \
  __GC_MATH_OVERLOADS(name)
__GC_MATH_1(logb)
__GC_MATH_1(sqrt)
__GC_MATH_1(ceil)
__GC_MATH_1(floor)
__GC_MATH_1(trunc)
__GC_MATH_1(round)
__GC_MATH_1(rint)
__GC_MATH_1(nearbyint)
__GC_MATH_1(fabs)
#undef __GC_MATH_1
#undef __GC_MATH_OVERLOADS

#define __GC_MATH_BESSEL(name)                                  \
  extern "C" __host__ __device__ double name(double);           \
  extern "C" __host__ __device__ float name##f(float);
__GC_MATH_BESSEL(j0)
__GC_MATH_BESSEL(j1)
__GC_MATH_BESSEL(y0)
__GC_MATH_BESSEL(y1)
#undef __GC_MATH_BESSEL

#define __GC_MATH_TO(name, result)                              \
  __GC_LIBM(result, name, (double x), x)                        \
  __GC_LIBM(result, name##f, (float x), x)                      \
  __GC_INLINE result name(float x) { return name##f(x); }
__GC_MATH_TO(ilogb, int)
#undef __GC_MATH_TO

#define __GC_MATH_OVERLOADS(name)                                                                  \
  __GC_INLINE float name(float x, float y) { return name##f(x, y); }                               \
  template <typename A, typename B> __GC_INLINE typename __gc_promote<A, B>::type name(A x, B y) { \
    return name(static_cast<double>(x), static_cast<double>(y));                                   \
  }
// Both functions are our own.
__GC_MATH_OVERLOADS(pow)
__GC_MATH_OVERLOADS(atan2)
__GC_MATH_OVERLOADS(fmod)
__GC_MATH_OVERLOADS(remainder)
__GC_MATH_OVERLOADS(hypot)

#define __GC_MATH_2(name)                                     \
  __GC_LIBM(double, name, (double x, double y), x, y) \
  __GC_LIBM(float, name##f, (float x, float y), x, y) \
  __GC_MATH_OVERLOADS(name)
__GC_MATH_2(fmin)
__GC_MATH_2(fmax)
__GC_MATH_2(fdim)
__GC_MATH_2(copysign)
__GC_MATH_2(nextafter)
#undef __GC_MATH_2
#undef __GC_MATH_OVERLOADS

#define __GC_LIBM_BOTH(name, type, type_f) \
  __GC_LIBM(double, name, (double x, type y), x, y) \
  __GC_LIBM(float, name##f, (float x, type_f y), x, y)
__GC_LIBM_BOTH(ldexp, int, int)
__GC_LIBM_BOTH(scalbn, int, int)
__GC_LIBM_BOTH(scalbln, long, long)
__GC_LIBM_BOTH(frexp, int*, int*)
__GC_LIBM_BOTH(modf, double*, float*)
#undef __GC_LIBM_BOTH
__GC_LIBM(double, remquo, (double x, double y, int* n), x, y, n)
__GC_LIBM(float, remquof, (float x, float y, int* n), x, y, n)
__GC_LIBM(double, fma, (double x, double y, double z), x, y, z)
__GC_LIBM(float, fmaf, (float x, float y, float z), x, y, z)
extern "C" {
__host__ __device__ double jn(int, double);
__host__ __device__ float jnf(int, float);
__host__ __device__ double yn(int, double);
__host__ __device__ float ynf(int, float);
}
__GC_INLINE float ldexp(float x, int n) { return ldexpf(x, n); }
__GC_INLINE float scalbn(float x, int n) { return scalbnf(x, n); }
__GC_INLINE float scalbln(float x, long n) { return scalblnf(x, n); }
__GC_INLINE float frexp(float x, int* n) { return frexpf(x, n); }
__GC_INLINE float modf(float x, float* whole) { return modff(x, whole); }
__GC_INLINE float remquo(float x, float y, int* n) { return remquof(x, y, n); }
__GC_INLINE float fma(float x, float y, float z) { return fmaf(x, y, z); }
__GC_INLINE void sincos(float x, float* s, float* c) { sincosf(x, s, c); }

__GC_INLINE float abs(float x) { return fabsf(x); }
__GC_INLINE double abs(double x) { return fabs(x); }
__GC_OVERRIDABLE __GC_INLINE float min(float a, float b) { return fminf(a, b); }
__GC_OVERRIDABLE __GC_INLINE float max(float a, float b) { return fmaxf(a, b); }
__GC_OVERRIDABLE __GC_INLINE double min(double a, double b) { return fmin(a, b); }
__GC_OVERRIDABLE __GC_INLINE double max(double a, double b) { return fmax(a, b); }
__GC_OVERRIDABLE __GC_INLINE double min(float a, double b) { return fmin(static_cast<double>(a), b); }
__GC_OVERRIDABLE __GC_INLINE double max(float a, double b) { return fmax(static_cast<double>(a), b); }
__GC_OVERRIDABLE __GC_INLINE double min(double a, float b) { return fmin(a, static_cast<double>(b)); }
__GC_OVERRIDABLE __GC_INLINE double max(double a, float b) { return fmax(a, static_cast<double>(b)); }

__GC_INLINE bool isnan(float x) { return __builtin_isnan(x); }
__GC_INLINE bool isnan(double x) { return __builtin_isnan(x); }
__GC_INLINE bool isnan(long double x) { return __builtin_isnan(x); }
__GC_INLINE int __isnanf(float x) { return __builtin_isnan(x); }
__GC_INLINE int __isnan(double x) { return __builtin_isnan(x); }
__GC_INLINE int __isinff(float x) { return __builtin_isinf(x); }
__GC_INLINE int __isinf(double x) { return __builtin_isinf(x); }
__GC_INLINE int __finitef(float x) { return __builtin_isfinite(x); }
__GC_INLINE int __finite(double x) { return __builtin_isfinite(x); }
__GC_INLINE bool isinf(float x) { return __builtin_isinf(x); }
__GC_INLINE bool isinf(double x) { return __builtin_isinf(x); }
__GC_INLINE bool isinf(long double x) { return __builtin_isinf(x); }
__GC_INLINE bool isfinite(float x) { return __builtin_isfinite(x); }
__GC_INLINE bool isfinite(double x) { return __builtin_isfinite(x); }
__GC_INLINE bool isfinite(long double x) { return __builtin_isfinite(x); }
__GC_INLINE bool isnormal(float x) { return __builtin_isnormal(x); }
__GC_INLINE bool isnormal(double x) { return __builtin_isnormal(x); }
__GC_INLINE bool signbit(float x) { return __builtin_signbit(x) != 0; }
__GC_INLINE bool signbit(double x) { return __builtin_signbit(x) != 0; }
__GC_INLINE bool signbit(long double x) { return __builtin_signbit(x) != 0; }
__GC_INLINE int __signbitf(float x) { return __builtin_signbit(x) != 0; }
__GC_INLINE int __signbit(double x) { return __builtin_signbit(x) != 0; }
__GC_INLINE int __signbitl(double x) { return __signbit(x); }
__GC_INLINE int __isnanl(double x) { return __isnan(x); }
__GC_INLINE int __isinfl(double x) { return __isinf(x); }
__GC_INLINE int __finitel(double x) { return __finite(x); }
__GC_INLINE int finite(double x) { return __builtin_isfinite(x); }
__GC_INLINE int finitef(float x) { return __builtin_isfinite(x); }
__GC_INLINE double nan(const char*) { return __builtin_nan(""); }
__GC_INLINE float nanf(const char*) { return __builtin_nanf(""); }

// ---- Roots and norms ----

__GC_INLINE float rsqrt(float x) { return rsqrtf(x); }
__GC_INLINE float rcbrt(float x) { return rcbrtf(x); }
// No float's square overflows or vanishes as a double.
__GC_INLINE double __gc_square(float a) { return static_cast<double>(a) * static_cast<double>(a); }
// A length with an infinite part is infinite, whatever the others are.
__GC_INLINE double __gc_length(float a, float b, float c, float d) {
  double sum = __gc_square(a) + __gc_square(b) + __gc_square(c) + __gc_square(d);
  float largest = fmaxf(fmaxf(fabsf(a), fabsf(b)), fmaxf(fabsf(c), fabsf(d)));
  return sqrt(largest == __builtin_inff() ? __builtin_inf() : sum);
}
__GC_INLINE float norm3df(float a, float b, float c) { return static_cast<float>(__gc_length(a, b, c, 0.0f)); }
__GC_INLINE float norm4df(float a, float b, float c, float d) { return static_cast<float>(__gc_length(a, b, c, d)); }
__GC_INLINE float rnorm3df(float a, float b, float c) { return static_cast<float>(1.0 / __gc_length(a, b, c, 0.0f)); }
__GC_INLINE float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(1.0 / __gc_length(a, b, c, d));
}
__GC_INLINE double norm(int count, const double* values) {
  double result = 0;
  for (int i = 0; i < count; ++i) result = hypot(result, values[i]);
  return result;
}
__GC_INLINE float normf(int count, const float* values) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += __gc_square(values[i]);
  return static_cast<float>(sqrt(sum));
}
__GC_INLINE double rnorm(int count, const double* values) { return 1.0 / norm(count, values); }
__GC_INLINE float rnormf(int count, const float* values) { return 1.0f / normf(count, values); }

// ---- sin and cos of multiples of pi ----

// x - n/2 for the nearest n is exact, so that the reduced argument is rounded only once.
__GC_INLINE void sincospi(double x, double* s, double* c) {
  double n = rint(x + x);
  double f = fma(n, -0.5, x), t = __GC_PI * f, low = fma(__GC_PI, f, -t) + __GC_PI_LOW * f;
  double sine = __gc_sin_of(t, low), cosine = __gc_cos_of(t, low);
  double quadrant = n - 4.0 * floor(n * 0.25);
  if (quadrant == 1.0 || quadrant == 3.0) {
    double other = sine;
    sine = cosine;
    cosine = -other;
  }
  if (quadrant == 2.0 || quadrant == 3.0) {
    sine = -sine;
    cosine = -cosine;
  }
  // Zeros are exact: sin(pi n) keeps the argument's sign, cos(pi (n + 1/2)) is +0.
  if (sine == 0.0) sine = copysign(0.0, x);
  *s = sine;
  *c = cosine + 0.0;
}
__GC_INLINE double sinpi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}
__GC_INLINE double cospi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}
__GC_INLINE float sinpi(float x) { return sinpif(x); }
__GC_INLINE float cospi(float x) { return cospif(x); }
__GC_INLINE void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }

// ---- Error functions: the inverse ones by Halley's method on erf and erfc ----

#define __GC_TWO_OVER_SQRT_PI 1.12837916709551257390

static __inline__ __host__ __device__ double erfcx(double x);
static __inline__ __host__ __device__ double erfcinv(double z);
static __inline__ __host__ __device__ double erfinv(double x) {
  double magnitude = fabs(x);
  if (magnitude >= 0.5) return copysign(erfcinv(1.0 - magnitude), x);
  if (!(magnitude > 1e-160)) return x / __GC_TWO_OVER_SQRT_PI + x * 0.0;
  // The first guess is the series of erfinv, accurate to 1e-5 here.
  double t = 0.5 / __GC_TWO_OVER_SQRT_PI * 2.0 * x, q = __GC_PI * x * x / 4.0;
  double y = t * (1.0 + q * (1.0 / 3.0 + q * (7.0 / 30.0 + q * (127.0 / 630.0 + q * (4369.0 / 22680.0)))));
  for (int i = 0; i < 3; ++i) {
    double step = (erf(y) - x) / (__GC_TWO_OVER_SQRT_PI * exp(-y * y));
    y -= step / (1.0 + y * step);
  }
  return y;
}
static __inline__ __host__ __device__ double erfcinv(double z) {
  if (!(z >= 0.0 && z <= 2.0)) return __builtin_nan("");
  if (z == 0.0) return __builtin_inf();
  if (z > 1.0) return -erfcinv(2.0 - z);
  if (z > 0.5) return erfinv(1.0 - z);
  // The first guess is Abramowitz and Stegun 26.2.23, with an absolute error of 4.5e-4.
  double t = sqrt(-2.0 * (log(z) - __GC_LN2));
  double y = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) *
             0.70710678118654752440;
  if (z < 1e-200) {  // erfc loses digits towards the denormal numbers; its logarithm does not
    for (int i = 0; i < 3; ++i) {
      double scaled = erfcx(y);
      y += (log(scaled) - y * y - log(z)) * scaled / __GC_TWO_OVER_SQRT_PI;
    }
    return y;
  }
  for (int i = 0; i < 3; ++i) {
    double step = (z - erfc(y)) / (__GC_TWO_OVER_SQRT_PI * exp(-y * y));
    y -= step / (1.0 + y * step);
  }
  return y;
}
static __inline__ __host__ __device__ double erfcx(double x) {
  if (x >= 0.0 && x <= 27.5) return __gc_erfcx_of(x);
  if (x < 0.0) {
    double square = x * x;
    double rest = fma(x, x, -square);
    double power = exp(square);
    return isinf(power) ? power : power * erfc(x) * (1.0 + rest);
  }
  if (x > 1e8) return 0.5 * __GC_TWO_OVER_SQRT_PI / x;
  double h = 0.5 / (x * x), term = 1.0, sum = 1.0;
  for (int k = 1; k < 24 && fabs(term) > 1e-18; ++k) {
    term *= -(2 * k - 1) * h;
    sum += term;
  }
  return 0.5 * __GC_TWO_OVER_SQRT_PI / x * sum;
}
static __inline__ __host__ __device__ double normcdf(double x) {
  // -x / sqrt(2) has two parts, because the tail is steep and would magnify the rounding error of one.
  double high = -x * 0.70710678118654752440;
  double low = fma(-x, 0.70710678118654752440, -high) + x * 4.8336466567264567e-17;
  double tail = erfc(high);
  if (fabs(high) < 27.0) tail -= __GC_TWO_OVER_SQRT_PI * exp(-high * high) * low;
  return 0.5 * tail;
}
__GC_INLINE double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2.0 * p); }
__GC_INLINE float erfinvf(float x) { return static_cast<float>(erfinv(static_cast<double>(x))); }
__GC_INLINE float erfcinvf(float x) { return static_cast<float>(erfcinv(static_cast<double>(x))); }
__GC_INLINE float erfcxf(float x) { return static_cast<float>(erfcx(static_cast<double>(x))); }
__GC_INLINE float normcdfinvf(float x) { return static_cast<float>(normcdfinv(static_cast<double>(x))); }
__GC_INLINE float erfinv(float x) { return erfinvf(x); }
__GC_INLINE float erfcinv(float x) { return erfcinvf(x); }
__GC_INLINE float erfcx(float x) { return erfcxf(x); }
__GC_INLINE float normcdf(float x) { return normcdff(x); }
__GC_INLINE float normcdfinv(float x) { return normcdfinvf(x); }

// ---- Modified Bessel functions: a series with positive terms only; beyond 30 its asymptotic form ----

static __inline__ __host__ __device__ double __gc_bessel_i(int order, double x) {
  double a = fabs(x);
  double result;
  if (a < 30.0) {
    double q = 0.25 * a * a, term = order == 0 ? 1.0 : 0.5 * a;
    result = term;
    for (int k = 1; k < 200 && term > result * 1e-17; ++k) {
      term *= q / (static_cast<double>(k) * (k + order));
      result += term;
    }
  } else {
    double mu = 4.0 * order * order, term = 1.0;
    result = 1.0;
    for (int k = 1; k < 40 && fabs(term) > 1e-17; ++k) {
      term *= -(mu - (2.0 * k - 1.0) * (2.0 * k - 1.0)) / (8.0 * k * a);
      result += term;
    }
    double half = exp(0.5 * a);  // exp(a) is two factors, because it overflows before the result does
    result = half * (result / sqrt(2.0 * __GC_PI * a)) * half;
  }
  return order == 1 && x < 0 ? -result : result;
}
__GC_INLINE double cyl_bessel_i0(double x) { return __gc_bessel_i(0, x); }
__GC_INLINE double cyl_bessel_i1(double x) { return __gc_bessel_i(1, x); }
__GC_INLINE float cyl_bessel_i0f(float x) { return static_cast<float>(__gc_bessel_i(0, static_cast<double>(x))); }
__GC_INLINE float cyl_bessel_i1f(float x) { return static_cast<float>(__gc_bessel_i(1, static_cast<double>(x))); }

// ---- Fast intrinsics: here the accurate functions are fast ----

__GC_INLINE float __sinf(float x) { return sinf(x); }
__GC_INLINE float __cosf(float x) { return cosf(x); }
__GC_INLINE float __tanf(float x) { return tanf(x); }
__GC_INLINE float __tanhf(float x) { return tanhf(x); }
__GC_INLINE void __sincosf(float x, float* s, float* c) { sincosf(x, s, c); }
__GC_INLINE float __expf(float x) { return expf(x); }
__GC_INLINE float __exp10f(float x) { return exp10f(x); }
__GC_INLINE float __logf(float x) { return logf(x); }
__GC_INLINE float __log2f(float x) { return log2f(x); }
__GC_INLINE float __log10f(float x) { return log10f(x); }
__GC_INLINE float __powf(float x, float y) { return powf(x, y); }
__GC_INLINE float __fdividef(float x, float y) { return x / y; }
__GC_INLINE float fdividef(float x, float y) { return x / y; }
__GC_INLINE double fdivide(double x, double y) { return x / y; }
__GC_INLINE float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
__GC_INLINE float __sin2pif(float x) { return sinpif(2 * x); }
__GC_INLINE float __cos2pif(float x) { return cospif(2 * x); }
__GC_INLINE void __sincos2pif(float x, float* s, float* c) { sincospif(2 * x, s, c); }

// ---- Older names, with the rounding as an argument ----

#define __GC_BY_MODE(result, name, usual, intrinsic, names, ...)                       \
  __GC_OVERRIDABLE __GC_DEVICE result name(__VA_ARGS__, cudaRoundMode mode = usual) {  \
    return mode == cudaRoundZero     ? intrinsic##_rz names                            \
           : mode == cudaRoundPosInf ? intrinsic##_ru names                            \
           : mode == cudaRoundMinInf ? intrinsic##_rd names                            \
                                     : intrinsic##_rn names;                           \
  }
__GC_BY_MODE(double, dadd, cudaRoundNearest, __dadd, (a, b), double a, double b)
__GC_BY_MODE(double, dsub, cudaRoundNearest, __dsub, (a, b), double a, double b)
__GC_BY_MODE(double, dmul, cudaRoundNearest, __dmul, (a, b), double a, double b)
__GC_BY_MODE(int, double2int, cudaRoundZero, __double2int, (a), double a)
__GC_BY_MODE(unsigned int, double2uint, cudaRoundZero, __double2uint, (a), double a)
__GC_BY_MODE(long long, double2ll, cudaRoundZero, __double2ll, (a), double a)
__GC_BY_MODE(unsigned long long, double2ull, cudaRoundZero, __double2ull, (a), double a)
__GC_BY_MODE(double, ll2double, cudaRoundNearest, __ll2double, (a), long long a)
__GC_BY_MODE(double, ull2double, cudaRoundNearest, __ull2double, (a), unsigned long long a)
#undef __GC_BY_MODE
__GC_OVERRIDABLE __GC_DEVICE double int2double(int a, cudaRoundMode = cudaRoundNearest) { return a; }
__GC_OVERRIDABLE __GC_DEVICE double uint2double(unsigned int a, cudaRoundMode = cudaRoundNearest) { return a; }
__GC_OVERRIDABLE __GC_DEVICE double float2double(float a, cudaRoundMode = cudaRoundNearest) { return a; }
