// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and comparisons that __half and __nv_bfloat16 have in common: included once for each, with __GC_H the type,
// __GC_H2 its pair, and their conversions. The arithmetic is that of floats, which have more than twice the digits
// of either type, so that rounding one operation again is correct. A fused operation, whose exact result may be longer, and a
// bfloat16 product, which may be too small for a float's digits, are rounded to odd first.
//
//   __GC_TO_FLOAT(h)            exact
//   __GC_FROM_FLOAT(f)          to nearest
//   __GC_PRODUCT(x, y)          the product of two floats that were converted, to be rounded again
//   __GC_FUSED(x, y, z)         x y + z of such floats, to be rounded again

__GC_INLINE __GC_H __hadd(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__fadd_rn(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __hsub(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__fsub_rn(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __hmul(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__GC_PRODUCT(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __hdiv(__GC_H __a, __GC_H __b) { return __GC_FROM_FLOAT(__fdiv_rn(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b))); }
__GC_INLINE __GC_H __hfma(__GC_H __a, __GC_H __b, __GC_H __c) {
  return __GC_FROM_FLOAT(__GC_FUSED(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b), __GC_TO_FLOAT(__c)));
}
__GC_INLINE __GC_H __hneg(__GC_H __a) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__builtin_bit_cast(unsigned short, __a) ^ 0x8000));
}
__GC_INLINE __GC_H __habs(__GC_H __a) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__builtin_bit_cast(unsigned short, __a) & 0x7fff));
}
// Additions are never contracted here, so that the _rn functions equal the plain ones.
__GC_INLINE __GC_H __hadd_rn(__GC_H __a, __GC_H __b) { return __hadd(__a, __b); }
__GC_INLINE __GC_H __hsub_rn(__GC_H __a, __GC_H __b) { return __hsub(__a, __b); }
__GC_INLINE __GC_H __hmul_rn(__GC_H __a, __GC_H __b) { return __hmul(__a, __b); }

// Saturate to [0, 1], with +0 for NaN, and to [0, inf), with the canonical NaN for NaN.
__GC_INLINE __GC_H __gc_saturate(__GC_H __a) { return __GC_FROM_FLOAT(fminf(fmaxf(__GC_TO_FLOAT(__a), 0.0f), 1.0f)); }
__GC_INLINE bool __hisnan(__GC_H __a) { return isnan(__GC_TO_FLOAT(__a)); }
__GC_INLINE __GC_H __gc_canonical(__GC_H __a) {
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>(__hisnan(__a) ? 0x7fff : __builtin_bit_cast(unsigned short, __a)));
}
__GC_INLINE __GC_H __gc_relu(__GC_H __a) {
  unsigned short __bits = __builtin_bit_cast(unsigned short, __gc_canonical(__a));
  return __builtin_bit_cast(__GC_H, static_cast<unsigned short>((__bits & 0x8000) != 0 ? 0 : __bits));
}
__GC_INLINE __GC_H __hadd_sat(__GC_H __a, __GC_H __b) { return __gc_saturate(__hadd(__a, __b)); }
__GC_INLINE __GC_H __hsub_sat(__GC_H __a, __GC_H __b) { return __gc_saturate(__hsub(__a, __b)); }
__GC_INLINE __GC_H __hmul_sat(__GC_H __a, __GC_H __b) { return __gc_saturate(__hmul(__a, __b)); }
__GC_INLINE __GC_H __hfma_sat(__GC_H __a, __GC_H __b, __GC_H __c) { return __gc_saturate(__hfma(__a, __b, __c)); }
__GC_INLINE __GC_H __hfma_relu(__GC_H __a, __GC_H __b, __GC_H __c) { return __gc_relu(__hfma(__a, __b, __c)); }

__GC_INLINE int __hisinf(__GC_H __a) {
  float __v = __GC_TO_FLOAT(__a);
  return isinf(__v) ? (__v > 0 ? 1 : -1) : 0;
}
// These return the number for a number and a NaN, and the canonical NaN for two NaNs.
__GC_INLINE __GC_H __hmin(__GC_H __a, __GC_H __b) { return __gc_canonical(__GC_FROM_FLOAT(fminf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b)))); }
__GC_INLINE __GC_H __hmax(__GC_H __a, __GC_H __b) { return __gc_canonical(__GC_FROM_FLOAT(fmaxf(__GC_TO_FLOAT(__a), __GC_TO_FLOAT(__b)))); }
__GC_INLINE __GC_H __hmin_nan(__GC_H __a, __GC_H __b) { return __hisnan(__a) ? __gc_canonical(__a) : (__hisnan(__b) ? __gc_canonical(__b) : __hmin(__a, __b)); }
__GC_INLINE __GC_H __hmax_nan(__GC_H __a, __GC_H __b) { return __hisnan(__a) ? __gc_canonical(__a) : (__hisnan(__b) ? __gc_canonical(__b) : __hmax(__a, __b)); }

// ---- Comparisons: ordered ones are false for NaN, unordered ones (u) true ----

__GC_INLINE bool __heq(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) == __GC_TO_FLOAT(__b); }
__GC_INLINE bool __hlt(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) < __GC_TO_FLOAT(__b); }
__GC_INLINE bool __hle(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) <= __GC_TO_FLOAT(__b); }
__GC_INLINE bool __hgt(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) > __GC_TO_FLOAT(__b); }
__GC_INLINE bool __hge(__GC_H __a, __GC_H __b) { return __GC_TO_FLOAT(__a) >= __GC_TO_FLOAT(__b); }
__GC_INLINE bool __hne(__GC_H __a, __GC_H __b) { return __hlt(__a, __b) || __hgt(__a, __b); }
__GC_INLINE bool __hequ(__GC_H __a, __GC_H __b) { return !__hne(__a, __b); }
__GC_INLINE bool __hltu(__GC_H __a, __GC_H __b) { return !__hge(__a, __b); }
__GC_INLINE bool __hleu(__GC_H __a, __GC_H __b) { return !__hgt(__a, __b); }
__GC_INLINE bool __hgtu(__GC_H __a, __GC_H __b) { return !__hle(__a, __b); }
__GC_INLINE bool __hgeu(__GC_H __a, __GC_H __b) { return !__hlt(__a, __b); }
__GC_INLINE bool __hneu(__GC_H __a, __GC_H __b) { return !__heq(__a, __b); }
__GC_INLINE bool operator==(__GC_H __a, __GC_H __b) { return __heq(__a, __b); }
__GC_INLINE bool operator!=(__GC_H __a, __GC_H __b) { return __hneu(__a, __b); }
__GC_INLINE bool operator<(__GC_H __a, __GC_H __b) { return __hlt(__a, __b); }
__GC_INLINE bool operator<=(__GC_H __a, __GC_H __b) { return __hle(__a, __b); }
__GC_INLINE bool operator>(__GC_H __a, __GC_H __b) { return __hgt(__a, __b); }
__GC_INLINE bool operator>=(__GC_H __a, __GC_H __b) { return __hge(__a, __b); }

// Comparisons of pairs: 1 or 0 for each element, all ones or zeros for each element, or whether both hold.
__GC_INLINE __GC_H __gc_truth(__GC_H, bool __yes) { return __GC_FROM_FLOAT(__yes ? 1.0f : 0.0f); }
#define __GC_COMPARE(name)                                                                                             \
  __GC_INLINE __GC_H2 __h##name##2(__GC_H2 __a, __GC_H2 __b) {                                                          \
    return {__gc_truth(__a.x, __h##name(__a.x, __b.x)), __gc_truth(__a.y, __h##name(__a.y, __b.y))};                    \
  }                                                                                                                    \
  __GC_INLINE unsigned int __h##name##2_mask(__GC_H2 __a, __GC_H2 __b) {                                                \
    return (__h##name(__a.x, __b.x) ? 0x0000ffffu : 0u) | (__h##name(__a.y, __b.y) ? 0xffff0000u : 0u);                 \
  }                                                                                                                    \
  __GC_INLINE bool __hb##name##2(__GC_H2 __a, __GC_H2 __b) { return __h##name(__a.x, __b.x) && __h##name(__a.y, __b.y); }
__GC_COMPARE(eq)
__GC_COMPARE(ne)
__GC_COMPARE(lt)
__GC_COMPARE(le)
__GC_COMPARE(gt)
__GC_COMPARE(ge)
__GC_COMPARE(equ)
__GC_COMPARE(neu)
__GC_COMPARE(ltu)
__GC_COMPARE(leu)
__GC_COMPARE(gtu)
__GC_COMPARE(geu)
#undef __GC_COMPARE
__GC_INLINE __GC_H2 __hisnan2(__GC_H2 __a) { return {__gc_truth(__a.x, __hisnan(__a.x)), __gc_truth(__a.y, __hisnan(__a.y))}; }
__GC_INLINE bool operator==(__GC_H2 __a, __GC_H2 __b) { return __hbeq2(__a, __b); }
__GC_INLINE bool operator!=(__GC_H2 __a, __GC_H2 __b) { return __hbneu2(__a, __b); }
__GC_INLINE bool operator<(__GC_H2 __a, __GC_H2 __b) { return __hblt2(__a, __b); }
__GC_INLINE bool operator<=(__GC_H2 __a, __GC_H2 __b) { return __hble2(__a, __b); }
__GC_INLINE bool operator>(__GC_H2 __a, __GC_H2 __b) { return __hbgt2(__a, __b); }
__GC_INLINE bool operator>=(__GC_H2 __a, __GC_H2 __b) { return __hbge2(__a, __b); }

// ---- Operators ----

__GC_INLINE __GC_H operator+(__GC_H __a) { return __a; }
__GC_INLINE __GC_H operator-(__GC_H __a) { return __hneg(__a); }
__GC_INLINE __GC_H2 operator+(__GC_H2 __a) { return __a; }
__GC_INLINE __GC_H2 operator-(__GC_H2 __a) { return {__hneg(__a.x), __hneg(__a.y)}; }
#define __GC_OPERATOR(op, one)                                                                                    \
  __GC_INLINE __GC_H operator op(__GC_H __a, __GC_H __b) { return one(__a, __b); }                                  \
  __GC_INLINE __GC_H2 operator op(__GC_H2 __a, __GC_H2 __b) { return {one(__a.x, __b.x), one(__a.y, __b.y)}; }       \
  __GC_INLINE __GC_H& operator op##=(__GC_H& __a, __GC_H __b) { return __a = one(__a, __b); }                       \
  __GC_INLINE __GC_H2& operator op##=(__GC_H2& __a, __GC_H2 __b) { return __a = {one(__a.x, __b.x), one(__a.y, __b.y)}; }
__GC_OPERATOR(+, __hadd)
__GC_OPERATOR(-, __hsub)
__GC_OPERATOR(*, __hmul)
__GC_OPERATOR(/, __hdiv)
#undef __GC_OPERATOR
#define __GC_STEP(op, one)                                                                       \
  __GC_INLINE __GC_H& operator op(__GC_H& __a) { return __a = one(__a, __GC_FROM_FLOAT(1.0f)); }    \
  __GC_INLINE __GC_H operator op(__GC_H& __a, int) { __GC_H __old = __a; op __a; return __old; }    \
  __GC_INLINE __GC_H2& operator op(__GC_H2& __a) { op __a.x; op __a.y; return __a; }               \
  __GC_INLINE __GC_H2 operator op(__GC_H2& __a, int) { __GC_H2 __old = __a; op __a; return __old; }
__GC_STEP(++, __hadd)
__GC_STEP(--, __hsub)
#undef __GC_STEP

// ---- Arithmetic of pairs ----

#define __GC_PAIR1(name, one) \
  __GC_INLINE __GC_H2 name(__GC_H2 __a) { return {one(__a.x), one(__a.y)}; }
#define __GC_PAIR2(name, one) \
  __GC_INLINE __GC_H2 name(__GC_H2 __a, __GC_H2 __b) { return {one(__a.x, __b.x), one(__a.y, __b.y)}; }
#define __GC_PAIR3(name, one) \
  __GC_INLINE __GC_H2 name(__GC_H2 __a, __GC_H2 __b, __GC_H2 __c) { return {one(__a.x, __b.x, __c.x), one(__a.y, __b.y, __c.y)}; }
__GC_PAIR1(__hneg2, __hneg)
__GC_PAIR1(__habs2, __habs)
__GC_PAIR2(__hadd2, __hadd)
__GC_PAIR2(__hsub2, __hsub)
__GC_PAIR2(__hmul2, __hmul)
__GC_PAIR2(__h2div, __hdiv)
__GC_PAIR2(__hadd2_rn, __hadd)
__GC_PAIR2(__hsub2_rn, __hsub)
__GC_PAIR2(__hmul2_rn, __hmul)
__GC_PAIR2(__hadd2_sat, __hadd_sat)
__GC_PAIR2(__hsub2_sat, __hsub_sat)
__GC_PAIR2(__hmul2_sat, __hmul_sat)
__GC_PAIR2(__hmin2, __hmin)
__GC_PAIR2(__hmax2, __hmax)
__GC_PAIR2(__hmin2_nan, __hmin_nan)
__GC_PAIR2(__hmax2_nan, __hmax_nan)
__GC_PAIR3(__hfma2, __hfma)
__GC_PAIR3(__hfma2_sat, __hfma_sat)
__GC_PAIR3(__hfma2_relu, __hfma_relu)
// Returns a b + c of complex numbers.
__GC_INLINE __GC_H2 __hcmadd(__GC_H2 __a, __GC_H2 __b, __GC_H2 __c) {
  return {__hfma(__hneg(__a.y), __b.y, __hfma(__a.x, __b.x, __c.x)), __hfma(__a.y, __b.x, __hfma(__a.x, __b.y, __c.y))};
}
