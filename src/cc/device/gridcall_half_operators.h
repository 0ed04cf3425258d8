// SPDX-License-Identifier: Apache-2.0
//
// What __half and __nv_bfloat16 have in common: included once for each, with __GC_H the type, __GC_H2 its
// pair, __GC_TO_FLOAT and __GC_FROM_FLOAT the conversions. Arithmetic goes through float; since float has
// more than twice the digits of either, one operation rounded again is the correctly rounded one.

__GC_INLINE __GC_H __GC_N(__hadd)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__GC_TO_FLOAT(__a) + __GC_TO_FLOAT(__b)); }
__GC_INLINE __GC_H __GC_N(__hsub)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__GC_TO_FLOAT(__a) - __GC_TO_FLOAT(__b)); }
__GC_INLINE __GC_H __GC_N(__hmul)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__GC_TO_FLOAT(__a) * __GC_TO_FLOAT(__b)); }
__GC_INLINE __GC_H __GC_N(__hdiv)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__GC_TO_FLOAT(__a) / __GC_TO_FLOAT(__b)); }
__GC_INLINE __GC_H __GC_N(__hadd_rn)(__GC_H __a, __GC_H __b) { return __hadd(__a, __b); }
__GC_INLINE __GC_H __GC_N(__hsub_rn)(__GC_H __a, __GC_H __b) { return __hsub(__a, __b); }
__GC_INLINE __GC_H __GC_N(__hmul_rn)(__GC_H __a, __GC_H __b) { return __hmul(__a, __b); }
__GC_INLINE __GC_H __GC_N(__hfma)(__GC_H __a, __GC_H __b, __GC_H __c) {
  return __GC_FROM_FLOAT(fmaf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b), __GC_TO_FLOAT(__c)));
}
__GC_INLINE __GC_H __GC_N(__hneg)(__GC_H __a) { return __GC_FROM_FLOAT(-__GC_TO_FLOAT(__a)); }
__GC_INLINE __GC_H __GC_N(__habs)(__GC_H __a) { return __GC_FROM_FLOAT(fabsf(__GC_TO_FLOAT(__a))); }
__GC_INLINE __GC_H __GC_N(__hadd_sat)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__saturatef(__GC_TO_FLOAT(__a) + __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __GC_N(__hsub_sat)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__saturatef(__GC_TO_FLOAT(__a) - __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __GC_N(__hmul_sat)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__saturatef(__GC_TO_FLOAT(__a) * __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __GC_N(__hfma_sat)(__GC_H __a, __GC_H __b, __GC_H __c) {
  return __GC_FROM_FLOAT(__saturatef(fmaf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b), __GC_TO_FLOAT(__c))));
}
__GC_INLINE __GC_H __GC_N(__hfma_relu)(__GC_H __a, __GC_H __b, __GC_H __c) {
  return __GC_FROM_FLOAT(fmaxf(fmaf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b), __GC_TO_FLOAT(__c)), 0.0f));
}
__GC_INLINE bool __GC_N(__hisnan)(__GC_H __a) { return isnan(__GC_TO_FLOAT(__a)); }
__GC_INLINE int __GC_N(__hisinf)(__GC_H __a) {
  float __v = __GC_TO_FLOAT(__a);
  return isinf(__v) ? (__v > 0 ? 1 : -1) : 0;
}
__GC_INLINE __GC_H __GC_N(__hmin)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(fminf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __GC_N(__hmax)(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(fmaxf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __GC_N(__hmin_nan)(__GC_H __a, __GC_H __b) { return __hisnan(__a) ? __a : (__hisnan(__b) ? __b : __hmin(__a, __b)); }
__GC_INLINE __GC_H __GC_N(__hmax_nan)(__GC_H __a, __GC_H __b) { return __hisnan(__a) ? __a : (__hisnan(__b) ? __b : __hmax(__a, __b)); }

#define __GC_COMPARE(name, op)                                                                                       \
  __GC_INLINE bool __h##name(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) op __GC_TO_FLOAT(__b); }                    \
  __GC_INLINE bool __h##name##u(__GC_H __a, __GC_H __b) { return __hisnan(__a) || __hisnan(__b) || (__GC_TO_FLOAT(__a) op __GC_TO_FLOAT(__b)); } \
  __GC_INLINE bool operator op(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) op __GC_TO_FLOAT(__b); }                  \
  __GC_INLINE __GC_H2 __h##name##2(__GC_H2 __a, __GC_H2 __b) {                                                           \
    return {__GC_FROM_FLOAT(__h##name(__a.x, __b.x) ? 1.0f : 0.0f), __GC_FROM_FLOAT(__h##name(__a.y, __b.y) ? 1.0f : 0.0f)}; \
  }                                                                                                                  \
  __GC_INLINE bool __hb##name##2(__GC_H2 __a, __GC_H2 __b) { return __h##name(__a.x, __b.x) && __h##name(__a.y, __b.y); }
__GC_COMPARE(eq, ==)
__GC_COMPARE(lt, <)
__GC_COMPARE(le, <=)
__GC_COMPARE(gt, >)
__GC_COMPARE(ge, >=)
#undef __GC_COMPARE
// "Not equal" is false for NaN in the ordered form and true in C++.
__GC_INLINE bool __hne(__GC_H __a, __GC_H __b) { return !__hisnan(__a) && !__hisnan(__b) && __GC_TO_FLOAT(__a) != __GC_TO_FLOAT(__b); }
__GC_INLINE bool __hneu(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) != __GC_TO_FLOAT(__b); }
__GC_INLINE bool operator!=(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) != __GC_TO_FLOAT(__b); }
__GC_INLINE __GC_H2 __hne2(__GC_H2 __a, __GC_H2 __b) {
  return {__GC_FROM_FLOAT(__hne(__a.x, __b.x) ? 1.0f : 0.0f), __GC_FROM_FLOAT(__hne(__a.y, __b.y) ? 1.0f : 0.0f)};
}
__GC_INLINE bool __hbne2(__GC_H2 __a, __GC_H2 __b) { return __hne(__a.x, __b.x) && __hne(__a.y, __b.y); }

__GC_INLINE __GC_H operator+(__GC_H __a, __GC_H __b) { return __hadd(__a, __b); }
__GC_INLINE __GC_H operator-(__GC_H __a, __GC_H __b) { return __hsub(__a, __b); }
__GC_INLINE __GC_H operator*(__GC_H __a, __GC_H __b) { return __hmul(__a, __b); }
__GC_INLINE __GC_H operator/(__GC_H __a, __GC_H __b) { return __hdiv(__a, __b); }
__GC_INLINE __GC_H operator+(__GC_H __a) { return __a; }
__GC_INLINE __GC_H operator-(__GC_H __a) { return __hneg(__a); }
__GC_INLINE __GC_H& operator+=(__GC_H& __a, __GC_H __b) { return __a = __hadd(__a, __b); }
__GC_INLINE __GC_H& operator-=(__GC_H& __a, __GC_H __b) { return __a = __hsub(__a, __b); }
__GC_INLINE __GC_H& operator*=(__GC_H& __a, __GC_H __b) { return __a = __hmul(__a, __b); }
__GC_INLINE __GC_H& operator/=(__GC_H& __a, __GC_H __b) { return __a = __hdiv(__a, __b); }
__GC_INLINE __GC_H& operator++(__GC_H& __a) { return __a = __hadd(__a, __GC_FROM_FLOAT(1.0f)); }
__GC_INLINE __GC_H& operator--(__GC_H& __a) { return __a = __hsub(__a, __GC_FROM_FLOAT(1.0f)); }
__GC_INLINE __GC_H operator++(__GC_H& __a, int) { __GC_H old = __a; ++__a; return old; }
__GC_INLINE __GC_H operator--(__GC_H& __a, int) { __GC_H old = __a; --__a; return old; }

#define __GC_PAIRWISE(name, one)                                                                       \
  __GC_INLINE __GC_H2 name(__GC_H2 __a, __GC_H2 __b) { return {one(__a.x, __b.x), one(__a.y, __b.y)}; }
__GC_PAIRWISE(__hadd2, __hadd)
__GC_PAIRWISE(__hsub2, __hsub)
__GC_PAIRWISE(__hmul2, __hmul)
__GC_PAIRWISE(__h2div, __hdiv)
__GC_PAIRWISE(__hadd2_rn, __hadd)
__GC_PAIRWISE(__hsub2_rn, __hsub)
__GC_PAIRWISE(__hmul2_rn, __hmul)
__GC_PAIRWISE(__hadd2_sat, __hadd_sat)
__GC_PAIRWISE(__hsub2_sat, __hsub_sat)
__GC_PAIRWISE(__hmul2_sat, __hmul_sat)
__GC_PAIRWISE(__hmin2, __hmin)
__GC_PAIRWISE(__hmax2, __hmax)
__GC_PAIRWISE(operator+, __hadd)
__GC_PAIRWISE(operator-, __hsub)
__GC_PAIRWISE(operator*, __hmul)
__GC_PAIRWISE(operator/, __hdiv)
#undef __GC_PAIRWISE
__GC_INLINE __GC_H2 __hfma2(__GC_H2 __a, __GC_H2 __b, __GC_H2 __c) { return {__hfma(__a.x, __b.x, __c.x), __hfma(__a.y, __b.y, __c.y)}; }
__GC_INLINE __GC_H2 __hfma2_relu(__GC_H2 __a, __GC_H2 __b, __GC_H2 __c) { return {__hfma_relu(__a.x, __b.x, __c.x), __hfma_relu(__a.y, __b.y, __c.y)}; }
__GC_INLINE __GC_H2 __hneg2(__GC_H2 __a) { return {__hneg(__a.x), __hneg(__a.y)}; }
__GC_INLINE __GC_H2 __habs2(__GC_H2 __a) { return {__habs(__a.x), __habs(__a.y)}; }
__GC_INLINE __GC_H2 operator-(__GC_H2 __a) { return __hneg2(__a); }
__GC_INLINE __GC_H2& operator+=(__GC_H2& __a, __GC_H2 __b) { return __a = __a + __b; }
__GC_INLINE __GC_H2& operator-=(__GC_H2& __a, __GC_H2 __b) { return __a = __a - __b; }
__GC_INLINE __GC_H2& operator*=(__GC_H2& __a, __GC_H2 __b) { return __a = __a * __b; }
__GC_INLINE __GC_H2& operator/=(__GC_H2& __a, __GC_H2 __b) { return __a = __a / __b; }
__GC_INLINE bool operator==(__GC_H2 __a, __GC_H2 __b) { return __hbeq2(__a, __b); }
__GC_INLINE bool operator!=(__GC_H2 __a, __GC_H2 __b) { return !__hbeq2(__a, __b); }

#define __GC_FUNCTION(name, one)                                                                 \
  __GC_INLINE __GC_H __h##name(__GC_H __a) { return __GC_FROM_FLOAT(one(__GC_TO_FLOAT(__a))); }        \
  __GC_INLINE __GC_H2 h2##name(__GC_H2 __a) { return {__h##name(__a.x), __h##name(__a.y)}; }
__GC_FUNCTION(sin, sinf)
__GC_FUNCTION(cos, cosf)
__GC_FUNCTION(exp, expf)
__GC_FUNCTION(exp2, exp2f)
__GC_FUNCTION(exp10, exp10f)
__GC_FUNCTION(log, logf)
__GC_FUNCTION(log2, log2f)
__GC_FUNCTION(log10, log10f)
__GC_FUNCTION(sqrt, sqrtf)
__GC_FUNCTION(rsqrt, rsqrtf)
__GC_FUNCTION(rcp, 1.0f /)
__GC_FUNCTION(floor, floorf)
__GC_FUNCTION(ceil, ceilf)
__GC_FUNCTION(trunc, truncf)
__GC_FUNCTION(rint, rintf)
__GC_FUNCTION(tanh, tanhf)
#undef __GC_FUNCTION

// Conversions from and to integers; a 64-bit integer rounds to odd in float first, so that the second
// rounding is the right one.
__GC_INLINE float __GC_N(__gc_odd)(double x) {
  float __r = __double2float_rz(x);
  if (static_cast<double>(__r) != x && !isnan(__r) && !isinf(__r)) __r = __int_as_float(__float_as_int(__r) | 1);
  return __r;
}

__GC_DEVICE __GC_H __shfl_sync(unsigned int mask, __GC_H __v, int lane, int width = 32) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__shfl_sync(mask, static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __v)), lane, width)));
}
__GC_DEVICE __GC_H __shfl_up_sync(unsigned int mask, __GC_H __v, unsigned int delta, int width = 32) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__shfl_up_sync(mask, static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __v)), delta, width)));
}
__GC_DEVICE __GC_H __shfl_down_sync(unsigned int mask, __GC_H __v, unsigned int delta, int width = 32) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__shfl_down_sync(mask, static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __v)), delta, width)));
}
__GC_DEVICE __GC_H __shfl_xor_sync(unsigned int mask, __GC_H __v, int lanes, int width = 32) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__shfl_xor_sync(mask, static_cast<unsigned int>(__builtin_bit_cast(unsigned short, __v)), lanes, width)));
}
__GC_SHUFFLES(__GC_H2)

__GC_DEVICE __GC_H atomicAdd(__GC_H* address, __GC_H value) {
  unsigned short* bits = reinterpret_cast<unsigned short*>(address);
  unsigned short old = __atomic_load_n(bits, __ATOMIC_RELAXED), seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __builtin_bit_cast(unsigned short, __hadd(__builtin_bit_cast(__GC_H, seen), value)));
  } while (old != seen);
  return __builtin_bit_cast(__GC_H, old);
}
__GC_DEVICE __GC_H2 atomicAdd(__GC_H2* address, __GC_H2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
