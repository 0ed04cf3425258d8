// SPDX-License-Identifier: Apache-2.0
//
// The double functions that kernels use most: exponentials, logarithms, powers, sine, cosine and tangent, tanh, cube
// roots, lengths.
// A second number has the part of a result that its leading term loses.

#pragma once
#pragma clang system_header

// e^(most + low) - 1 = result + *tail for |most| <= log(2)/2.
__GC_INLINE double __gc_expm1_parts(double most, double low, double* tail) {
  __GC_EXACT
  double r = most + low;
  low = (most - r) + low;
  double r2 = r * r;
  double odd = __GC_POLY4(__builtin_fma, r2, 0x1.1f7340dbc3382p-29, 0x1.27e4db46cddd1p-22, 0x1.a01a01a6e1e2ap-16,
      0x1.6c16c16c162c3p-10);
  double even = __GC_POLY4(__builtin_fma, r2, 0x1.af4e554377204p-26, 0x1.71de01fdbf9cap-19, 0x1.a01a01abf85abp-13,
      0x1.11111111100bep-7);
  double q = __GC_POLY4(__builtin_fma, r, __builtin_fma(r, odd, even), 0x1.5555555555556p-5, 0x1.5555555555557p-3, 0.5);
  *tail = __builtin_fma(r2, q, low);
  return r;
}
__GC_INLINE double __gc_expm1_near(double most, double low) {
  __GC_EXACT
  double tail, r = __gc_expm1_parts(most, low, &tail);
  return r + tail;
}
// p 2^k for integer k, in two steps, so that a denormal result is rounded once.
__GC_INLINE double __gc_times_power(double p, double k) {
  __GC_EXACT
  double half = __builtin_fma(k, 0.5, __GC_ROUND_D), rest = (k - (half - __GC_ROUND_D)) + __GC_ROUND_D;
  unsigned long long first = (static_cast<unsigned long long>(__gc_bits_of(half)) << 52) + 0x3ff0000000000000ull;
  unsigned long long second = (static_cast<unsigned long long>(__gc_bits_of(rest)) << 52) + 0x3ff0000000000000ull;
  return p * __gc_of_bits(static_cast<long long>(first)) * __gc_of_bits(static_cast<long long>(second));
}
__GC_INLINE double __gc_exp_of(double most, double low, double k) {
  __GC_EXACT
  return __gc_times_power(1.0 + __gc_expm1_near(most, low), k);
}
// e^(most + low) for |most| < 708.
__GC_INLINE double __gc_exp_usual(double most, double low) {
  __GC_EXACT
  double rounded = __builtin_fma(most, __GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double part = __gc_expm1_near(__builtin_fma(k, -__GC_LN2, most), __builtin_fma(k, -__GC_LN2_LOW, low));
  double scale = __gc_power(rounded);
  return __builtin_fma(scale, part, scale);
}
__GC_INLINE double __gc_exp_rare(double x) {
  __GC_EXACT
  double a = x > 710.0 ? 710.0 : x;
  a = a < -746.0 ? -746.0 : a;
  double k = __builtin_fma(a, __GC_LOG2E, __GC_ROUND_D) - __GC_ROUND_D;
  double r = __builtin_fma(k, -__GC_LN2, a);
  return __gc_exp_of(r, k * -__GC_LN2_LOW, k);
}
// (e^r - 1 - r) / r^2 for |r| <= log(2)/2, whose share of the error is 2^-58.
__GC_INLINE double __gc_exp_rest(double r) {
  __GC_EXACT
  return __GC_POLY10(__builtin_fma, r, 0x1.af856e6adcd13p-26, 0x1.28afb4237646ep-22, 0x1.71dddfd986892p-19,
                     0x1.a019974fb4d43p-16, 0x1.a01a01badd14cp-13, 0x1.6c16c185536ccp-10, 0x1.111111110d646p-7,
                     0x1.555555555021dp-5, 0x1.5555555555561p-3, 0x1.000000000000bp-1);
}
// The remainder is added in two parts, so that exp(1) is e.
__GC_INLINE double exp(double x) {
  __GC_EXACT
  double rounded = __builtin_fma(x, __GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double most = __builtin_fma(k, -__GC_LN2, x), r = __builtin_fma(k, -__GC_LN2_LOW, most);
  double scale = __gc_power(rounded), tail = __builtin_fma(r * r, __gc_exp_rest(r), k * -__GC_LN2_LOW);
  double result = __builtin_fma(scale, most + tail, scale);
  if (__builtin_expect(!(__builtin_fabs(x) < 708.0), 0)) result = __gc_exp_rare(x);
  return result;
}
__GC_INLINE double __gc_clamped(double x, double least, double most) {
  x = x > most ? most : x;
  return x < least ? least : x;
}
// 2^r - 1 for |r| <= 1/2, with an error of 2^-57.9.
__GC_INLINE double __gc_exp2_part(double r) {
  __GC_EXACT
  return r * __GC_POLY11(__builtin_fma, r, 0x1.ea6c796eb6a02p-32, 0x1.e617657377deap-28, 0x1.b52486da4175bp-24,
                         0x1.62bfca3fdcfa0p-20, 0x1.ffcbfcaa1a610p-17, 0x1.4309130d9620ap-13, 0x1.5d87fe7892f5fp-10,
                         0x1.3b2ab6fba0915p-7, 0x1.c6b08d704a154p-5, 0x1.ebfbdff82c5a0p-3, 0x1.62e42fefa39efp-1);
}
__GC_INLINE double exp2(double x) {
  __GC_EXACT
  double rounded = x + __GC_ROUND_D, scale = __gc_power(rounded);
  double result = __builtin_fma(scale, __gc_exp2_part(x - (rounded - __GC_ROUND_D)), scale);
  if (__builtin_expect(!(__builtin_fabs(x) < 1021.0), 0)) {
    double a = __gc_clamped(x, -1076.0, 1025.0), k = (a + __GC_ROUND_D) - __GC_ROUND_D;
    result = __gc_times_power(1.0 + __gc_exp2_part(a - k), k);
  }
  return result;
}
// 10^r - 1 for |r| <= log10(2)/2, with an error of 2^-57.5; x is r + k log10(2).
__GC_INLINE double __gc_exp10_part(double x, double k) {
  __GC_EXACT
  double r = __builtin_fma(k, __GC_LOG10_2_LOW, __builtin_fma(k, -__GC_LOG10_2, x));
  return r * __GC_POLY11(__builtin_fma, r, 0x1.fabe7cc3e32a2p-13, 0x1.2f6a7808449cdp-10, 0x1.4898493c896e4p-8,
                         0x1.411667b4ca991p-6, 0x1.16e4df74f2bc8p-4, 0x1.a7ed709bbc5bap-3, 0x1.1429ffd1f96a7p-1,
                         0x1.2bd7609fd69c2p+0, 0x1.0470591de2bbap+1, 0x1.53524c73cea6ep+1, 0x1.26bb1bbb55516p+1);
}
__GC_INLINE double exp10(double x) {
  __GC_EXACT
  double rounded = __builtin_fma(x, 0x1.a934f0979a371p+1, __GC_ROUND_D), scale = __gc_power(rounded);
  double result = __builtin_fma(scale, __gc_exp10_part(x, rounded - __GC_ROUND_D), scale);
  if (__builtin_expect(!(__builtin_fabs(x) < 307.0), 0)) {
    double a = __gc_clamped(x, -324.0, 309.0);
    double k = __builtin_fma(a, 0x1.a934f0979a371p+1, __GC_ROUND_D) - __GC_ROUND_D;
    result = __gc_times_power(1.0 + __gc_exp10_part(a, k), k);
  }
  return result;
}

// log(1 + f) = *high + result for 1 + f in [sqrt(1/2), sqrt(2)), with all its digits.
__GC_INLINE double __gc_log_near(double f, double* high) {
  __GC_EXACT
  double s = f / (f + 2.0), z = s * s;
  double p = __GC_POLY8(__builtin_fma, z, 0x1.0c0aff1483a0ap-4, 0x1.0fbde0f2e2637p-4, 0x1.3b1c3c1c960c9p-4,
                        0x1.745cf8e4bb2cfp-4, 0x1.c71c7201a55edp-4, 0x1.2492492476a1ap-3, 0x1.9999999999a39p-3,
                        0x1.5555555555555p-2);
  // log(1 + f) = f - f^2/2 + s (f^2/2 + 2 z p)
  double half_square = 0.5 * f * f;
  *high = f - half_square;
  return __builtin_fma(s, __builtin_fma(z + z, p, half_square), (f - *high) - half_square);
}
// x is not a positive normal number.
__GC_INLINE bool __gc_special(double x) {
  return static_cast<long long>(static_cast<unsigned long long>(__gc_bits_of(x)) + 0x7ff0000000000000ull) >=
         static_cast<long long>(0xffe0000000000000ull);
}
// x = 2^(k + less) (1 + f) for normal positive x; the result is log(1 + f) = high + *low.
__GC_INLINE double __gc_log_of(double x, double less, double* k, double* low) {
  __GC_EXACT
  double m, high, exponent = __gc_split(x, &m);
  *k = exponent - less;
  *low = __gc_log_near(m - 1.0, &high);
  return high;
}
// log(1 + f) = f - result likewise, as a double; the polynomial's share of the error is 2^-59.5.
__GC_INLINE double __gc_log_rest(double f) {
  __GC_EXACT
  double s = f / (f + 2.0), z = s * s, half_square = 0.5 * f * f;
  double p = __GC_POLY7(__builtin_fma, z, 0x1.2f04b93ae4880p-3, 0x1.39a1d25fe15d1p-3, 0x1.74663dad29ffdp-3,
                        0x1.c71c52114e265p-3, 0x1.24924941e4210p-2, 0x1.999999997fefbp-2, 0x1.5555555555592p-1);
  return __builtin_fma(-s, __builtin_fma(z, p, half_square), half_square);
}
__GC_INLINE double __gc_log_usual(double x, double less) {
  __GC_EXACT
  double m, k = __gc_split(x, &m) - less, f = m - 1.0;
  return __builtin_fma(k, __GC_LN2, f - __builtin_fma(k, -__GC_LN2_LOW, __gc_log_rest(f)));
}
__GC_INLINE double log(double x) {
  __GC_EXACT
  double result = __gc_log_usual(x, 0.0);
  if (__builtin_expect(__gc_special(x), 0)) result = __gc_log_specials(x, __gc_log_usual(x * 0x1p54, 54.0));
  return result;
}
__GC_INLINE double __gc_log2_usual(double x, double less) {
  __GC_EXACT
  double m, k = __gc_split(x, &m) - less, f = m - 1.0;
  double low = __builtin_fma(__gc_log_rest(f), -__GC_LOG2E, f * 0x1.777d0ffda0d24p-56);
  return k + __builtin_fma(f, __GC_LOG2E, low);
}
__GC_INLINE double log2(double x) {
  __GC_EXACT
  double result = __gc_log2_usual(x, 0.0);
  if (__builtin_expect(__gc_special(x), 0)) result = __gc_log_specials(x, __gc_log2_usual(x * 0x1p54, 54.0));
  return result;
}
__GC_INLINE double __gc_log10_usual(double x, double less) {
  __GC_EXACT
  double m, k = __gc_split(x, &m) - less, f = m - 1.0;
  double low = __builtin_fma(__gc_log_rest(f), -0x1.bcb7b1526e50ep-2, f * 0x1.95355baaafad3p-57);
  low = __builtin_fma(k, -__GC_LOG10_2_LOW, low);
  return __builtin_fma(k, __GC_LOG10_2, __builtin_fma(f, 0x1.bcb7b1526e50ep-2, low));
}
__GC_INLINE double log10(double x) {
  __GC_EXACT
  double result = __gc_log10_usual(x, 0.0);
  if (__builtin_expect(__gc_special(x), 0)) result = __gc_log_specials(x, __gc_log10_usual(x * 0x1p54, 54.0));
  return result;
}

// log(x) - less log(2) = result + *low with 64 bits and more, for normal positive x: log(m) = 2 (s + s^3/3 + s^5 q) for
// m = (1 + s) / (1 - s).
__GC_INLINE double __gc_log_long(double x, double less, double* low) {
  __GC_EXACT
  double m, k = __gc_split(x, &m) - less;
  double f = m - 1.0, d = m + 1.0, inverse = 1.0 / d, s = f * inverse;
  double s_low = __builtin_fma(-s, m - (d - 1.0), __builtin_fma(-s, d, f)) * inverse;
  double z = s * s, w = s * z, third = 0x1.5555555555555p-2, z2 = z * z;
  double odd = __GC_POLY3(__builtin_fma, z2, 0x1.0f7fd65fdf97ep-4, 0x1.745ce9e035969p-4, 0x1.2492492457d42p-3);
  double even = __GC_POLY4(__builtin_fma, z2, 0x1.0e437131c6be0p-4, 0x1.3b1eecc1ba890p-4, 0x1.c71c722d6c7b7p-4,
                           0x1.9999999999b30p-3);
  double part = z * __builtin_fma(z, odd, even);
  double c = third + part, c_low = ((third - c) + part) + 0x1.5555555555555p-56;
  double w_low = __builtin_fma(s, __builtin_fma(s, s, -z), __builtin_fma(s, z, -w)) + 3.0 * z * s_low;
  double p = w * c, p_low = __builtin_fma(w, c, -p) + __builtin_fma(w, c_low, w_low * c);
  double half = s + p, half_low = ((s - half) + p) + (s_low + p_low), log_m = half + half;
  double whole = k * 0x1.62e42fefp-1, sum = whole + log_m;  // the product is exact
  *low = __builtin_fma(k, 0x1.473de6af278edp-34, half_low + half_low) + ((whole - sum) + log_m);
  return sum;
}
// Every case.
__GC_INLINE double __gc_pow_rare(double x, double y) {
  __GC_EXACT
  const double inf = __builtin_inf();
  double size = __builtin_fabs(x), y_size = __builtin_fabs(y), scaled = size * 0x1p54;
  bool tiny = size < 0x1p-1022;
  double low, logarithm = __gc_log_long(tiny ? scaled : size, tiny ? 54.0 : 0.0, &low);
  logarithm = size < inf ? logarithm : size;
  logarithm = size == 0.0 ? -inf : logarithm;
  double most = y * logarithm, rest = __builtin_fma(y, low, __builtin_fma(y, logarithm, -most));
  rest = __builtin_fabs(most) < 800.0 ? rest : 0.0;
  most = most > 710.0 ? 710.0 : most;
  most = most < -746.0 ? -746.0 : most;
  double k = __builtin_fma(most, __GC_LOG2E, __GC_ROUND_D) - __GC_ROUND_D;
  double result = __gc_exp_of(__builtin_fma(k, -__GC_LN2, most), __builtin_fma(k, -__GC_LN2_LOW, rest), k);
  double half = y * 0.5;
  bool whole = __builtin_rint(y) == y, odd = whole & (__builtin_rint(half) != half);
  long long sign = odd ? __gc_bits_of(x) & static_cast<long long>(0x8000000000000000ull) : 0;
  result = __gc_of_bits(__gc_bits_of(result) | sign);
  result = (x < 0.0) & (x > -inf) & !whole ? __builtin_nan("") : result;
  bool one = (x == 1.0) | (y == 0.0) | ((size == 1.0) & (y_size == inf));
  return one ? 1.0 : result;
}
// log2(x) = result + *low with 63 bits, for positive normal x: C1 s + C3 s^3 + s^5 q with m = (1 + s) / (1 - s). The first
// 12 bits of s have exact products with those of C1 and C3; the polynomial's error is 2^-66 of the result.
__GC_INLINE double __gc_log2_long(double x, double* low) {
  __GC_EXACT
  double m, k = __gc_split(x, &m), f = m - 1.0, d = m + 1.0, inverse = 1.0 / d;
  double first = __gc_of_bits(__gc_bits_of(f * inverse) & static_cast<long long>(0xfffffe0000000000ull));
  double second = __builtin_fma(-first, m - (d - 1.0), __builtin_fma(-first, d, f)) * inverse;
  double s = first + second, z = s * s, z2 = z * z, square = first * first;
  double odd = __GC_POLY3(__builtin_fma, z2, 0x1.87b0eb9fe5de1p-3, 0x1.0c9a63da468e0p-2, 0x1.a61762a75989ep-2);
  double even = __GC_POLY4(__builtin_fma, z2, 0x1.85e76b9ed7cd5p-3, 0x1.c69f8a88770a3p-3, 0x1.484b142191965p-2,
                           0x1.2776c50ef9d24p-1);
  double a = first * 0x1.71547654p+1, b = first * 0x1.ec70p-1 * square, sum = k + a, high = sum + b;
  double slope = __builtin_fma(__builtin_fma(first, s + first, z), 0x1.ec709dc3a03fdp-1, 0x1.71547652b82fep+1);
  double rest = first * __builtin_fma(square, 0x1.3b87407fae94p-18, -0x1.47d01e8882fp-31);
  rest = __builtin_fma(s * z2, __builtin_fma(z, odd, even), __builtin_fma(second, slope, rest));
  *low = (((k - sum) + a) + ((sum - high) + b)) + rest;
  return high;
}
__GC_INLINE double __gc_pow(double x, double y) {
  __GC_EXACT
  double low, logarithm = __gc_log2_long(x, &low), most = y * logarithm;
  double rest = __builtin_fma(y, low, __builtin_fma(y, logarithm, -most)), sum = most + rest;
  double rounded = sum + __GC_ROUND_D, scale = __gc_power(rounded);
  double result = __builtin_fma(scale, __gc_exp2_part((most - (rounded - __GC_ROUND_D)) + rest), scale);
  if (__builtin_expect(__gc_special(x) | !(__builtin_fabs(sum) < 1021.0), 0)) result = __gc_pow_rare(x, y);
  return result;
}
// Common arguments that are compile-time constants are here.
__GC_INLINE double pow(double x, double y) {
  __GC_EXACT
  if (__builtin_constant_p(y)) {
    if (y == 2.0) return x * x;
    if (y == 1.0) return x;
    if (y == -1.0) return 1.0 / x;
    if (y == 0.5) {
      double root = __builtin_fabs(__builtin_sqrt(x));
      return x == -__builtin_inf() ? __builtin_inf() : root;
    }
  }
  if (__builtin_constant_p(x) && x == 2.0) return exp2(y);
  return __gc_pow(x, y);
}

__GC_INLINE double __gc_sin_of(double r, double low) {
  __GC_EXACT
  double z = r * r, half = 0.5 * z;
  double p = __GC_POLY6(__builtin_fma, z, 0x1.5e098556bd80cp-33, -0x1.ae60069e53a5fp-26, 0x1.71de379251ffep-19,
                        -0x1.a01a019e80693p-13, 0x1.1111111110ba5p-7, -0x1.5555555555555p-3);
  return r + __builtin_fma(r * z, p, __builtin_fma(-half, low, low));
}
__GC_INLINE double __gc_cos_of(double r, double low) {
  __GC_EXACT
  double z = r * r, half = 0.5 * z, high = 1.0 - half;
  double p = __GC_POLY6(__builtin_fma, z, -0x1.907c0e639834cp-37, 0x1.1eeb66b682ddfp-29, -0x1.27e4fa15bd811p-22,
                        0x1.a01a019f4d0edp-16, -0x1.6c16c16c16960p-10, 0x1.5555555555555p-5);
  return high + (((1.0 - high) - half) + __builtin_fma(z * z, p, -r * low));
}
// The double twin of the float function; the polynomial's relative error is 2^-61.6.
__GC_INLINE double __gc_sin_of_rest(double x, double n, long long sign) {
  __GC_EXACT
  double r = __builtin_fma(n, -0x1.1a62633145c06p-53, __builtin_fma(n, -0x1.921fb54442d18p+1, x));
  r = __builtin_fma(n, -0x1.c1cd129024e09p-106, r);
  double z = r * r;
  double p = __GC_POLY8(__builtin_fma, z, 0x1.882655e0323c5p-49, -0x1.ae42fee5fa758p-41, 0x1.6123cab5ab300p-33,
                        -0x1.ae6454c9972eap-26, 0x1.71de3a52840d0p-19, -0x1.a01a01a014835p-13, 0x1.11111111110c0p-7,
                        -0x1.5555555555555p-3);
  double value = __builtin_fma(r * z, p, r);
  return __gc_of_bits(__gc_bits_of(value) ^ static_cast<long long>(static_cast<unsigned long long>(sign) << 63));
}
__GC_INLINE double sin(double x) {
  __GC_EXACT
  double rounded = __builtin_fma(x, 0x1.45f306dc9c883p-2, __GC_ROUND_D);
  double result = __gc_sin_of_rest(x, rounded - __GC_ROUND_D, __gc_bits_of(rounded));
  result = x == 0.0 ? x : result;
  if (__builtin_expect(!(__builtin_fabs(x) < 0x1p40), 0)) result = __gc_libm_sin(x);
  return result;
}
__GC_INLINE double cos(double x) {
  __GC_EXACT
  double rounded = __builtin_fma(x, 0x1.45f306dc9c883p-2, 0.5) + __GC_ROUND_D;
  double result = __gc_sin_of_rest(x, (rounded - __GC_ROUND_D) - 0.5, __gc_bits_of(rounded));
  if (__builtin_expect(!(__builtin_fabs(x) < 0x1p40), 0)) result = __gc_libm_cos(x);
  return result;
}
__GC_INLINE void sincos(double x, double* s, double* c) {
  *s = sin(x);
  *c = cos(x);
}

// The double twin of the float function, with an error of 2^-55.4. first - second + (first - r) is exact: both are
// multiples of what r loses. Valid to 2^40.
__GC_INLINE double tan(double x) {
  __GC_EXACT
  double rounded = __builtin_fma(x, 0x1.45f306dc9c883p-1, __GC_ROUND_D), n = rounded - __GC_ROUND_D;
  double first = __builtin_fma(n, -__GC_PI_2, x), second = n * __GC_PI_2_LOW, r = first - second, z = r * r;
  double low = ((first - r) - second) - __builtin_fma(n, __GC_PI_2_LOW, -second);
  low = __builtin_fma(n, 0x1.f1976b7ed8fbcp-110, low);
  double p = __GC_POLY3(__builtin_fma, z, -0x1.f62590f7b34e8p-18, 0x1.6fc34e03fd98ep-9, -0x1.06b8f78d16cfep-3);
  double num = r + __builtin_fma(r * z, p, low);
  double den = __GC_POLY4(__builtin_fma, z, -0x1.b51d37ba3bfa9p-13, 0x1.7e7991cca19b2p-6, -0x1.d8b1d11be0bb1p-2, 1.0);
  long long odd = static_cast<long long>(static_cast<unsigned long long>(__gc_bits_of(rounded)) << 63);
  double result = (odd < 0 ? den : num) / (odd < 0 ? num : den);
  result = __gc_of_bits(__gc_bits_of(result) ^ odd);
  result = x == 0.0 ? x : result;
  if (__builtin_expect(!(__builtin_fabs(x) < 0x1p40), 0)) result = __gc_libm_tan(x);
  return result;
}

__GC_INLINE double tanh(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), z = size * size;
  double p = __GC_POLY11(__builtin_fma, z, -0x1.599620875533dp-16, 0x1.64f707cc1dd70p-14, -0x1.ec0e954f2082dp-13,
                         0x1.34c57de460ce3p-11, -0x1.7d97cb7a8fd9cp-10, 0x1.d6d338edc5a55p-9, -0x1.226e32eebbb04p-7,
                         0x1.664f48770be75p-6, -0x1.ba1ba1b9feb3cp-5, 0x1.1111111111032p-3, -0x1.5555555555555p-2);
  double near = __builtin_fma(size * z, p, size);
  double far = 1.0 - 2.0 / (__gc_exp_usual(size > 20.0 ? 40.0 : size + size, 0.0) + 1.0);
  far = size <= __builtin_inf() ? far : size;
  return __builtin_copysign(size < 0.55 ? near : far, x);
}

__GC_INLINE double rsqrt(double x) {
  __GC_EXACT
  unsigned long long half = static_cast<unsigned long long>(__gc_bits_of(x)) >> 1;
  double y = __gc_of_bits(static_cast<long long>(0x5fe6eb50c7b537a9ull - half));
  for (int i = 0; i < 2; ++i) {
    double h = __builtin_fma(-(x * y), y, 1.0);
    y = __builtin_fma(y * h, __builtin_fma(h, 0.375, 0.5), y);
  }
  y = __builtin_fma(y * 0.5, __builtin_fma(-(x * y), y, 1.0), y);
  if (__builtin_expect(__gc_special(x), 0)) y = 1.0 / __builtin_sqrt(x);
  return y;
}
// x^(-1/3) of a normal positive x: the steps of the float function and one more with the exact remainder.
__GC_INLINE double __gc_rcbrt_of(double x) {
  __GC_EXACT
  double y = __gc_rcbrt_grade(x), a = x * y, b = y * y;
  double h = __builtin_fma(-a, b, 1.0);
  h = h - __builtin_fma(__builtin_fma(x, y, -a), b, a * __builtin_fma(y, y, -b));
  return __builtin_fma(y * h, 1.0 / 3.0, y);
}
// The root of a normal positive number: two steps of third order for its inverse, then one of second order.
__GC_INLINE double __gc_cbrt_of(double x) {
  __GC_EXACT
  double y = __gc_rcbrt_guess(x);
  for (int i = 0; i < 2; ++i) {
    double h = __builtin_fma(-(x * y), y * y, 1.0);
    y = __builtin_fma(y * h, __builtin_fma(h, 2.0 / 9.0, 1.0 / 3.0), y);
  }
  double square = y * y, root = x * square;
  return __builtin_fma(__builtin_fma(-(root * root), root, x) * square, 1.0 / 3.0, root);
}
__GC_INLINE double cbrt(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), result = __gc_cbrt_of(size);
  if (__builtin_expect(__gc_special(size), 0)) {
    result = __gc_cbrt_of(size * 0x1p54) * 0x1p-18;
    result = (size > 0.0) & (size < __builtin_inf()) ? result : x;
  }
  return __builtin_copysign(result, x);
}
__GC_INLINE double rcbrt(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), scaled = size * 0x1p54;
  bool tiny = size < 0x1p-1022;
  double result = __gc_rcbrt_of(tiny ? scaled : size) * (tiny ? 0x1p18 : 1.0);
  result = size == 0.0 ? __builtin_inf() : result;
  result = size == __builtin_inf() ? 0.0 : result;
  return size <= __builtin_inf() ? __builtin_copysign(result, x) : x;
}

// a^2 + b^2 + c^2 + d^2 = (result + *low) 4^k for the exponent k of the largest, of which *up is 2^k and *down 2^-k.
__GC_INLINE double __gc_square_sum(double most, double x, double* low) {
  __GC_EXACT
  double square = x * x, sum = most + square, taken = sum - most;
  *low += __builtin_fma(x, x, -square) + ((most - (sum - taken)) + (square - taken));
  return sum;
}
__GC_INLINE double __gc_length_of(double a, double b, double c, double d, double* low, double* up, double* down) {
  __GC_EXACT
  a = __builtin_fabs(a), b = __builtin_fabs(b), c = __builtin_fabs(c), d = __builtin_fabs(d);
  double ab = a > b ? a : b, cd = c > d ? c : d, largest = ab > cd ? ab : cd;
  long long exponent = __gc_bits_of(largest) & 0x7ff0000000000000ll;
  exponent = exponent > 0x7fd0000000000000ll ? 0x7fd0000000000000ll : exponent;
  exponent = exponent < 0x0010000000000000ll ? 0x0010000000000000ll : exponent;
  *up = __gc_of_bits(exponent);
  *down = __gc_of_bits(0x7fe0000000000000ll - exponent);
  *low = 0.0;
  double sum = __gc_square_sum(0.0, a * *down, low);
  sum = __gc_square_sum(sum, b * *down, low);
  sum = __gc_square_sum(sum, c * *down, low);
  sum = __gc_square_sum(sum, d * *down, low);
  bool infinite = (a == __builtin_inf()) | (b == __builtin_inf()) | (c == __builtin_inf()) | (d == __builtin_inf());
  return infinite ? __builtin_inf() : sum;
}
__GC_INLINE double norm4d(double a, double b, double c, double d) {
  __GC_EXACT
  double low, up, down, sum = __gc_length_of(a, b, c, d, &low, &up, &down), root = __builtin_sqrt(sum);
  double better = root + (__builtin_fma(-root, root, sum) + low) / (root + root);
  return ((sum > 0.0) & (sum < __builtin_inf()) ? better : root) * up;
}
__GC_INLINE double rnorm4d(double a, double b, double c, double d) {
  __GC_EXACT
  double low, up, down, sum = __gc_length_of(a, b, c, d, &low, &up, &down), y = 1.0 / __builtin_sqrt(sum);
  double part = sum * y, rest = __builtin_fma(-part, y, 1.0) - __builtin_fma(sum, y, -part) * y - low * y * y;
  double better = __builtin_fma(0.5 * y, rest, y);
  return ((sum > 0.0) & (sum < __builtin_inf()) ? better : y) * down;
}
__GC_INLINE double norm3d(double a, double b, double c) { return norm4d(a, b, c, 0.0); }
__GC_INLINE double rnorm3d(double a, double b, double c) { return rnorm4d(a, b, c, 0.0); }
__GC_INLINE double hypot(double x, double y) {
  __GC_EXACT
  double a = __builtin_fabs(x), b = __builtin_fabs(y), most = a > b ? a : b, least = a > b ? b : a;
  double square = __builtin_fma(most, most, least * least), result = __builtin_sqrt(square);
  if (__builtin_expect(!((square > 0x1p-900) & (square < __builtin_inf())), 0)) result = norm4d(x, y, 0.0, 0.0);
  return result;
}
__GC_INLINE double rhypot(double x, double y) { return rnorm4d(x, y, 0.0, 0.0); }
