// SPDX-License-Identifier: Apache-2.0
//
// Error functions and the float normal distribution.

#pragma once
#pragma clang system_header

// erf of |x| <= 1, float grade.
__GC_INLINE double __gc_erf_near(double x) {
  __GC_EXACT
  double z = x * x;
  return x * __GC_POLY9(__builtin_fma, z, 0x1.1c3e80f0a4f3cp-20, -0x1.d2b6d5aaf9ea1p-17, 0x1.f57e54a9eb811p-14,
                        -0x1.bfe1518b0dcd4p-11, 0x1.56588acf71d28p-8, -0x1.b82cbae19146fp-6, 0x1.ce2f20a717397p-4,
                        -0x1.812746ade34c7p-2, 0x1.20dd750428cb6p+0);
}
// erfc of x in [1, 11], float grade: exp(x^2) erfc(x) (1 + 2x) is a smooth function of (x - 2) / (x + 2).
__GC_INLINE double __gc_erfc_far(double x) {
  __GC_EXACT
  double under = x + 2.0, beside = __builtin_fma(x, 2.0, 1.0), inverse = 1.0 / (under * beside);
  double t = (x - 2.0) * (inverse * beside);
  double p = __GC_POLY14(__builtin_fma, t, -0x1.f4be55fb7427bp-16, -0x1.07f226e80e004p-16, 0x1.34effb393e666p-13,
                         0x1.c065c483dd778p-13, -0x1.db6e8c2bcdba1p-12, -0x1.7e712c58cf59fp-10, 0x1.4d3fde649df34p-10,
                         0x1.1dd588b9c7fe7p-7, -0x1.07423497e4c86p-7, -0x1.bc2ba17d6e8b8p-5, 0x1.4ffa1e2545e01p-3,
                         -0x1.5407bea9cfde4p-3, -0x1.7bf5ec17e2a12p-4, 0x1.46e80e2274754p+0);
  return __gc_exp_grade(-(x * x)) * p * (inverse * under);
}
__GC_INLINE double __gc_erfc_grade(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), near = 1.0 - __gc_erf_near(x);
  double bounded = size > 11.0 ? 11.0 : size, far = __gc_erfc_far(bounded), flipped = 2.0 - far;
  far = x < 0.0 ? flipped : far;
  return size < 1.0 ? near : far;
}
// Below 1.1 a polynomial, beyond 1 - p^8 for a polynomial p; their errors are 2^-27.6 of the result and 2^-26.9.
__GC_INLINE float erff(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), a = size > 4.0f ? 4.0f : size, z = a * a, s = a - 2.5f;
  float q = __GC_POLY7(__builtin_fmaf, z, 0x1.2f80b2p-14f, -0x1.9a3de0p-11f, 0x1.52ac24p-8f, -0x1.b7cde0p-6f,
                       0x1.ce2aa6p-4f, -0x1.812734p-2f, 0x1.06eba8p-3f);
  float p = __GC_POLY7(__builtin_fmaf, s, 0x1.507830p-13f, -0x1.7307e4p-13f, -0x1.f5d4a8p-9f, 0x1.54aa74p-7f,
                       0x1.46e0e4p-5f, -0x1.02341ap-2f, 0x1.81eab4p-2f);
  float p2 = p * p, p4 = p2 * p2, near = __builtin_fmaf(a, q, a), far = __builtin_fmaf(-p4, p4, 1.0f);
  return __builtin_copysignf(size < 1.1f ? near : far, x);
}
// The float twin of the double function below.
__GC_INLINE float erfcf(float x) {
  __GC_EXACT
  float size = __builtin_fabsf(x), a = size > 10.2f ? 10.2f : size;
  float t = (a - 2.5f) / (a + 2.5f);
  float p = __GC_POLY10(__builtin_fmaf, t, 0x1.f7a18ap-13f, 0x1.2fde7cp-12f, -0x1.0e3202p-9f, -0x1.354c60p-11f,
                        0x1.11435cp-6f, -0x1.4b7538p-5f, 0x1.163d7ep-5f, 0x1.bdd6fcp-5f, -0x1.da07f6p-3f,
                        0x1.9b7e78p-1f);
  float scaled = p / __builtin_fmaf(a, 1.125f, 1.0f), square = a * a, rest = __builtin_fmaf(a, a, -square);
  float rounded = __builtin_fmaf(square, -0x1.715476p+0f, __GC_ROUND_F), k = rounded - __GC_ROUND_F;
  float r = __builtin_fmaf(k, -0x1.62e400p-1f, -square) + __builtin_fmaf(k, -0x1.7f7d1cp-20f, -rest);
  float q = __GC_POLY5(__builtin_fmaf, r, 0x1.6d117cp-10f, 0x1.120be2p-7f, 0x1.555518p-5f, 0x1.5554dcp-3f, 0x1.0p-1f);
  scaled = __builtin_fmaf(scaled, __builtin_fmaf(r * r, q, r), scaled);
  float tail = scaled * __gc_of_bits((__gc_bits_of(rounded) << 23) + 0x3f800000);
  if (__builtin_expect(a > 9.0f, 0)) tail = __gc_scale(scaled, rounded);  // denormal
  float flipped = 2.0f - tail;
  return __gc_bits_of(x) < 0 ? flipped : tail;
}
__GC_INLINE float normcdff(float x) {
  __GC_EXACT
  return static_cast<float>(0.5 * __gc_erfc_grade(static_cast<double>(x) * -0.70710678118654752440));
}

// The double twin, in four pieces from 0, 11/15, 1.4 and 41/15 on: polynomials of a^2 and of a - 2.75, with errors of
// 2^-56.3, 2^-56.3, 2^-55.0 and 2^-61.5. Even and odd coefficients apart are faster.
__device__ const double __gc_erf_rows[13][4] = {
    {0x1.5fbf1fe8dcc34p-23, 0x1.06ff3fd0916a3p-35, -0x1.12715eeb23bd7p-28, 0x1.be85179380ecdp-30},
    {-0x1.1d3eac6335f50p-21, -0x1.cf5ed9a65851ep-31, -0x1.3b102cbf3fa1bp-25, -0x1.34e5a447dbd83p-26},
    {0x1.9b3af11ef000ap-21, 0x1.c79e375b99fb0p-27, -0x1.5d14c91dc77dbp-25, 0x1.8c82a651281f7p-27},
    {-0x1.a046aa02a1aacp-21, -0x1.561ce89b59ff3p-23, 0x1.54beec6e23f2dp-21, 0x1.86a158ba3e2e2p-21},
    {0x1.075e7d6f48565p-19, 0x1.b785570fbde56p-20, -0x1.5b645931b5092p-19, -0x1.4ed7fd9495bacp-19},
    {-0x1.f87136ba621d8p-17, -0x1.f45fa52d4a0f5p-17, -0x1.535bbad88d480p-16, -0x1.51e1d59200ef8p-16},
    {0x1.f9bd8dbcceea0p-14, 0x1.f993178f867ffp-14, 0x1.2b88d19119cbbp-13, 0x1.2b9fb382c4e1ap-13},
    {-0x1.c02e32d1cbd3dp-11, -0x1.c02c093c4f0f2p-11, 0x1.24a221973a513p-13, 0x1.24ac53dbf40f7p-13},
    {0x1.565bce90e58bep-8, 0x1.565bacaf31fc0p-8, -0x1.e60f567257897p-9, -0x1.e60f2f78fb54ap-9},
    {-0x1.b82ce317f7eabp-6, -0x1.b82cdf96c02efp-6, 0x1.b59bd01f5aae5p-8, 0x1.b59bd38f9b9adp-8},
    {0x1.ce2f21a04cdc8p-4, 0x1.ce2f215fdd484p-4, 0x1.7b52117b74053p-5, 0x1.7b521185ad65ap-5},
    {-0x1.812746b037a5dp-2, -0x1.812746ad6c1e9p-2, -0x1.d80c8373213b3p-3, -0x1.d80c83730328cp-3},
    {0x1.06eba8214db69p-3, 0x1.06eba820dcfdfp-3, 0x1.44117b38ee299p-2, 0x1.44117b38ee60fp-2}};
__GC_INLINE double erf(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 5.96875 ? 5.96875 : size;
  bool is_far = a >= 1.4;
  bool is_upper = a >= (is_far ? 41.0 / 15.0 : 11.0 / 15.0);
  long long piece = static_cast<long long>(is_upper) | (is_far ? 2 : 0);  // of a row
  double u = is_far ? a - 2.75 : a * a, u2 = u * u;
#define __GC_ROW(k) __gc_erf_rows[12 - k][piece]
  double even = __GC_POLY6(__builtin_fma, u2, __GC_ROW(12), __GC_ROW(10), __GC_ROW(8), __GC_ROW(6), __GC_ROW(4),
                           __GC_ROW(2));
  double odd = __GC_POLY5(__builtin_fma, u2, __GC_ROW(11), __GC_ROW(9), __GC_ROW(7), __GC_ROW(5), __GC_ROW(3));
  double p = __GC_POLY3(__builtin_fma, u, __builtin_fma(u, odd, even), __GC_ROW(1), __GC_ROW(0));
#undef __GC_ROW
  double p2 = p * p, p4 = p2 * p2, near = __builtin_fma(a, p, a), far = __builtin_fma(-p4, p4, 1.0);
  return __gc_signed(is_far ? far : near, x);
}
// exp(a^2) erfc(a) for a in [0, 27.5], in four pieces from 0, 9/8, 3 and 29/4 on: polynomials of (a - c) / (a + 3) for
// the c of the last row, with errors of 2^-56.3. Each c is one where the function is a double to 2^-7 of its last digit.
__device__ const double __gc_erfc_rows[14][4] = {
    {0x1.dc1575122278bp-9, -0x1.7c205db312158p-14, 0x1.c75c5f6656388p-25, 0x1.c8a79cba6a869p-35},
    {0x1.3eaedbd07109dp-8, 0x1.bf0a8ec292737p-14, -0x1.cdd8c640171a4p-20, 0x1.100c1ae35e7fap-34},
    {-0x1.2faec249a13b5p-7, 0x1.093c13df3fd32p-11, 0x1.fcf19def3ad68p-20, -0x1.6aaf29832d1f2p-29},
    {-0x1.8b8c321fc3923p-6, -0x1.76031285954fbp-11, 0x1.193f265b54db6p-16, 0x1.03d651607132ap-26},
    {0x1.b5fc2270f422cp-6, -0x1.62d7b08d3efbep-9, -0x1.0ea1403291be1p-14, 0x1.9bfbfe709eca4p-27},
    {0x1.a710cc67eb636p-4, 0x1.e6dc487c2f2e3p-8, -0x1.fb62560efeba3p-16, -0x1.0b8c5d5a9d7e6p-20},
    {-0x1.3daa0f0a2505dp-3, 0x1.fd47d46f63ceap-8, 0x1.2d78220b80868p-10, 0x1.71c5bc4b95604p-17},
    {-0x1.7bbeea2cd47b5p-2, -0x1.4a60ed8890a9ep-4, -0x1.80399e6974abep-8, -0x1.5e49336be6ed3p-14},
    {0x1.8c512536b6d90p+0, 0x1.d9ea5edce0192p-3, 0x1.3ee60cd59588fp-6, 0x1.0d89319260095p-11},
    {-0x1.4e61eaaf6320fp+1, -0x1.aff524574eb79p-2, -0x1.99afec4df2779p-5, -0x1.66b19060d9579p-9},
    {0x1.5a4062ca281bbp+1, 0x1.1f31e415920ecp-1, 0x1.b23531fbee6a3p-4, 0x1.aa359bff65ffep-7},
    {-0x1.d912d76ad74c2p+0, -0x1.23a9e792671b9p-1, -0x1.87f91e23c3eb4p-3, -0x1.cd07d5bc5ddbbp-5},
    {0x1.423b123bdd43fp-1, 0x1.11f1156734157p-2, 0x1.ee7aa8414ed80p-4, 0x1.7549751fcb0f4p-5},
    {0x1.e534000000000p-2, 0x1.e42b000000000p+0, 0x1.2465c00000000p+2, 0x1.8aeb400000000p+3}};
__GC_INLINE double __gc_erfcx_of(double a) {
  __GC_EXACT
  bool is_far = a >= 3.0;
  bool is_upper = a >= (is_far ? 7.25 : 1.125);
  long long piece = static_cast<long long>(is_upper) | (is_far ? 2 : 0);  // of a row
#define __GC_ROW(k) __gc_erfc_rows[12 - k][piece]
  double u = (a - __GC_ROW(-1)) / (a + 3.0), u2 = u * u;
  double even = __GC_POLY6(__builtin_fma, u2, __GC_ROW(12), __GC_ROW(10), __GC_ROW(8), __GC_ROW(6), __GC_ROW(4),
                           __GC_ROW(2));
  double odd = __GC_POLY5(__builtin_fma, u2, __GC_ROW(11), __GC_ROW(9), __GC_ROW(7), __GC_ROW(5), __GC_ROW(3));
  return __GC_POLY3(__builtin_fma, u, __builtin_fma(u, odd, even), __GC_ROW(1), __GC_ROW(0));
#undef __GC_ROW
}
__GC_INLINE double erfc(double x) {
  __GC_EXACT
  double size = __builtin_fabs(x), a = size > 27.5 ? 27.5 : size, square = a * a, scaled = __gc_erfcx_of(a);
  double rounded = __builtin_fma(square, -__GC_LOG2E, __GC_ROUND_D), k = rounded - __GC_ROUND_D;
  double low = __builtin_fma(k, -__GC_LN2_LOW, -__builtin_fma(a, a, -square));
  double r = __builtin_fma(k, -__GC_LN2, -square) + low;
  scaled = __builtin_fma(scaled, __builtin_fma(r * r, __gc_exp_rest(r), r), scaled);
  // The last factor rounds denormal results, once.
  double tail = scaled * __gc_power(rounded + 128.0) * 0x1p-128, flipped = 2.0 - tail;
  return x < 0.0 ? flipped : tail;
}
