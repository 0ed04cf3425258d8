// SPDX-License-Identifier: Apache-2.0
//
// Mathematical functions, shuffles, stores and atomics that __half and __nv_bfloat16 have in common: included once for
// each after gridcall/half_arithmetic.h.

#define __GC_FUNCTION(name, one)                                                                 \
  __GC_INLINE __GC_H h##name(__GC_H __a) { return __GC_FROM_FLOAT(one(__GC_TO_FLOAT(__a))); }     \
  __GC_PAIR1(h2##name, h##name)
__GC_FUNCTION(sin, sinf)
__GC_FUNCTION(cos, cosf)
__GC_FUNCTION(exp, expf)
__GC_FUNCTION(exp2, exp2f)
__GC_FUNCTION(exp10, exp10f)
__GC_FUNCTION(log, logf)
__GC_FUNCTION(log2, log2f)
__GC_FUNCTION(log10, log10f)
__GC_FUNCTION(sqrt, __fsqrt_rn)
__GC_FUNCTION(rsqrt, rsqrtf)
__GC_FUNCTION(rcp, __frcp_rn)
__GC_FUNCTION(floor, floorf)
__GC_FUNCTION(ceil, ceilf)
__GC_FUNCTION(trunc, truncf)
__GC_FUNCTION(rint, rintf)
__GC_FUNCTION(tanh, tanhf)
__GC_FUNCTION(tanh_approx, tanhf)
#undef __GC_FUNCTION

__GC_DEVICE __GC_H __gc_half_of_word(__GC_H, unsigned int __word) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__word));
}
#define __GC_SHUFFLE(name, __T, operand)                                                                              \
  __GC_DEVICE __GC_H name(unsigned int __mask, __GC_H __v, __T operand, int __width = 32) {                            \
    return __gc_half_of_word(__v, name(__mask, static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __v)), operand, __width)); \
  }
__GC_SHUFFLE(__shfl_sync, int, __lane)
__GC_SHUFFLE(__shfl_up_sync, unsigned int, __delta)
__GC_SHUFFLE(__shfl_down_sync, unsigned int, __delta)
__GC_SHUFFLE(__shfl_xor_sync, int, __lanes)
#undef __GC_SHUFFLE
__GC_SHUFFLES(__GC_H2)

__GC_DEVICE __GC_H atomicAdd(__GC_H* __address, __GC_H __value) {
  unsigned short* __bits = reinterpret_cast<unsigned short*>(__address);
  unsigned short __old = __atomic_load_n(__bits, __ATOMIC_RELAXED), __seen;
  do {
    __seen = __old;
    __old = atomicCAS(__bits, __seen, __builtin_bit_cast(unsigned short, __hadd(__builtin_bit_cast(__GC_H, __seen), __value)));
  } while (__old != __seen);
  return __builtin_bit_cast(__GC_H, __old);
}
// The two elements are updated separately.
__GC_DEVICE __GC_H2 atomicAdd(__GC_H2* __address, __GC_H2 __value) {
  return {atomicAdd(&__address->x, __value.x), atomicAdd(&__address->y, __value.y)};
}

// ---- Conversions ----

// `exact` is a float, or a number rounded to odd as a float (gridcall/math_rounding.h).
__GC_INLINE __GC_H __GC_DIRECTED(float __exact, int __mode) {
  __GC_H __r = __GC_FROM_FLOAT(__exact);
  if (__mode == __GC_ROUND_NEAREST) return __r;
  float __value = __GC_TO_FLOAT(__r), __lost = isinf(__value) ? (isinf(__exact) ? 0.0f : -__value) : __fsub_rn(__exact, __value);
  unsigned short __bits = __builtin_bit_cast(unsigned short, __r);
  int __step = __gc_step((__bits & 0x8000) != 0, __lost, __mode);
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__bits + (isnan(__exact) ? 0 : __step)));
}
#define __GC_FROM(from, __T)                                                                                                    \
  __GC_INLINE __GC_H __GC_NAME(__##from##2, _rn)(__T __v) { return __GC_DIRECTED(__gc_odd(__v), __GC_ROUND_NEAREST); }             \
  __GC_INLINE __GC_H __GC_NAME(__##from##2, _rz)(__T __v) { return __GC_DIRECTED(__gc_odd(__v), __GC_ROUND_ZERO); }                \
  __GC_INLINE __GC_H __GC_NAME(__##from##2, _ru)(__T __v) { return __GC_DIRECTED(__gc_odd(__v), __GC_ROUND_UP); }                  \
  __GC_INLINE __GC_H __GC_NAME(__##from##2, _rd)(__T __v) { return __GC_DIRECTED(__gc_odd(__v), __GC_ROUND_DOWN); }
#define __GC_TO(to, __T)                                                                                         \
  __GC_INLINE __T __GC_NAME(__, 2##to##_rn)(__GC_H __h) { return __gc_saturated<__T>(rintf(__GC_TO_FLOAT(__h))); }  \
  __GC_INLINE __T __GC_NAME(__, 2##to##_rz)(__GC_H __h) { return __gc_saturated<__T>(__GC_TO_FLOAT(__h)); }         \
  __GC_INLINE __T __GC_NAME(__, 2##to##_ru)(__GC_H __h) { return __gc_saturated<__T>(ceilf(__GC_TO_FLOAT(__h))); }  \
  __GC_INLINE __T __GC_NAME(__, 2##to##_rd)(__GC_H __h) { return __gc_saturated<__T>(floorf(__GC_TO_FLOAT(__h))); }
#define __GC_INTEGER(name, __T) __GC_FROM(name, __T) __GC_TO(name, __T)
__GC_FROM(float, float)
__GC_INTEGER(short, short)
__GC_INTEGER(ushort, unsigned short)
__GC_INTEGER(int, int)
__GC_INTEGER(uint, unsigned int)
__GC_INTEGER(ll, long long)
__GC_INTEGER(ull, unsigned long long)
#undef __GC_INTEGER
#undef __GC_FROM
#undef __GC_TO
__GC_INLINE signed char __GC_NAME(__, 2char_rz)(__GC_H __h) { return __gc_saturated<signed char>(__GC_TO_FLOAT(__h)); }
__GC_INLINE unsigned char __GC_NAME(__, 2uchar_rz)(__GC_H __h) { return __gc_saturated<unsigned char>(__GC_TO_FLOAT(__h)); }

__GC_INLINE unsigned short __GC_NAME(__, _as_ushort)(__GC_H __h) { return __builtin_bit_cast(unsigned short, __h); }
__GC_INLINE short __GC_NAME(__, _as_short)(__GC_H __h) { return __builtin_bit_cast(short, __h); }
__GC_INLINE __GC_H __GC_NAME(__ushort_as_, )(unsigned short __v) { return __builtin_bit_cast(__GC_H, __v); }
__GC_INLINE __GC_H __GC_NAME(__short_as_, )(short __v) { return __builtin_bit_cast(__GC_H, __v); }

__GC_INLINE float __GC_NAME(__, 2float)(__GC_H __h) { return __GC_TO_FLOAT(__h); }
__GC_INLINE __GC_H __GC_NAME(__float2, )(float __f) { return __GC_FROM_FLOAT(__f); }
__GC_INLINE __GC_H __GC_NAME(__double2, )(double __d) { return __GC_FROM_FLOAT(__gc_odd(__d)); }

__GC_INLINE __GC_H2 __GC_NAME(make_, 2)(__GC_H __a, __GC_H __b) { return {__a, __b}; }
__GC_INLINE __GC_H2 __GC_NAME(__halves2, 2)(__GC_H __a, __GC_H __b) { return {__a, __b}; }
__GC_INLINE __GC_H2 __GC_BOTH(__GC_H __a) { return {__a, __a}; }
__GC_INLINE __GC_H2 __GC_NAME(__float2, 2_rn)(float __f) { return __GC_BOTH(__GC_NAME(__float2, )(__f)); }
__GC_INLINE __GC_H2 __GC_NAME(__floats2, 2_rn)(float __a, float __b) { return {__GC_NAME(__float2, )(__a), __GC_NAME(__float2, )(__b)}; }
__GC_INLINE __GC_H2 __GC_NAME(__float22, 2_rn)(float2 __v) { return {__GC_NAME(__float2, )(__v.x), __GC_NAME(__float2, )(__v.y)}; }
__GC_INLINE float2 __GC_NAME(__, 22float2)(__GC_H2 __h) { return {__GC_NAME(__, 2float)(__h.x), __GC_NAME(__, 2float)(__h.y)}; }
__GC_INLINE __GC_H __GC_NAME(__low2, )(__GC_H2 __h) { return __h.x; }
__GC_INLINE __GC_H __GC_NAME(__high2, )(__GC_H2 __h) { return __h.y; }
__GC_INLINE float __low2float(__GC_H2 __h) { return __GC_NAME(__, 2float)(__h.x); }
__GC_INLINE float __high2float(__GC_H2 __h) { return __GC_NAME(__, 2float)(__h.y); }
__GC_INLINE __GC_H2 __GC_NAME(__low2, 2)(__GC_H2 __h) { return {__h.x, __h.x}; }
__GC_INLINE __GC_H2 __GC_NAME(__high2, 2)(__GC_H2 __h) { return {__h.y, __h.y}; }
__GC_INLINE __GC_H2 __lowhigh2highlow(__GC_H2 __h) { return {__h.y, __h.x}; }
__GC_INLINE __GC_H2 __GC_NAME(__lows2, 2)(__GC_H2 __a, __GC_H2 __b) { return {__a.x, __b.x}; }
__GC_INLINE __GC_H2 __GC_NAME(__highs2, 2)(__GC_H2 __a, __GC_H2 __b) { return {__a.y, __b.y}; }
