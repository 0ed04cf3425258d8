// SPDX-License-Identifier: Apache-2.0
//
// Element types of arrays in kernels: how they are stored, what is computed with, and conversions by NumPy's
// rules. A compiler at run time reads this: it needs no header.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <bool kCondition, class A, class B> struct choose { typedef A type; };
template <class A, class B> struct choose<false, A, B> { typedef B type; };
template <bool kCondition, class T = void> struct only_if {};
template <class T> struct only_if<true, T> { typedef T type; };

// Stored as their bits, computed as float.
struct float16 { unsigned short bits; };
struct bfloat16 { unsigned short bits; };
struct alignas(16) unit16 { u64 low, high; };

template <class T> struct complex_number {
  T re, im;
};
template <class T> struct is_complex { static constexpr bool value = false; };
template <class T> struct is_complex<complex_number<T>> { static constexpr bool value = true; };
template <class T> struct is_real { static constexpr bool value = false; };
#define GRIDCALL_REAL(T) template <> struct is_real<T> { static constexpr bool value = true; };
GRIDCALL_REAL(bool) GRIDCALL_REAL(char) GRIDCALL_REAL(signed char) GRIDCALL_REAL(unsigned char) GRIDCALL_REAL(short)
GRIDCALL_REAL(unsigned short) GRIDCALL_REAL(int) GRIDCALL_REAL(unsigned) GRIDCALL_REAL(long)
GRIDCALL_REAL(unsigned long) GRIDCALL_REAL(long long) GRIDCALL_REAL(unsigned long long) GRIDCALL_REAL(float)
GRIDCALL_REAL(double)
#undef GRIDCALL_REAL

__device__ inline float to_float(float16 value) {
  float result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value.bits));
  return result;
}
__device__ inline float to_float(bfloat16 value) {
  return __uint_as_float((u32)value.bits << 16);
}
__device__ inline float16 to_float16(float value) {
  float16 result;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
  return result;
}
__device__ inline float16 to_float16(double value) {
  float16 result;
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(result.bits) : "d"(value));
  return result;
}
// To the nearest, ties to even.
__device__ inline bfloat16 to_bfloat16(float value) {
  const u32 bits = __float_as_uint(value);
  bfloat16 result;
  result.bits = value != value ? (unsigned short)(bits >> 16 | 0x40)
                               : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  return result;
}

// Returns an element as the type that it is computed with.
template <class T> __device__ inline T value_of(T stored) { return stored; }
__device__ inline float value_of(float16 stored) { return to_float(stored); }
__device__ inline float value_of(bfloat16 stored) { return to_float(stored); }

// A truth value is a byte that is not 0.
struct truth { unsigned char byte; };
__device__ inline bool value_of(truth stored) { return stored.byte != 0; }

template <class To> struct convert {
  template <class From> __device__ static To of(From value) { return (To)value; }
};
template <> struct convert<truth> {
  template <class From> __device__ static truth of(From value) {
    truth result;
    result.byte = value != 0 ? 1 : 0;
    return result;
  }
  template <class P> __device__ static truth of(complex_number<P> value) {
    truth result;
    result.byte = value.re != 0 || value.im != 0 ? 1 : 0;
    return result;
  }
};
template <> struct convert<float16> {
  template <class From> __device__ static float16 of(From value) { return to_float16((float)value); }
  __device__ static float16 of(double value) { return to_float16(value); }
};
template <> struct convert<bfloat16> {
  template <class From> __device__ static bfloat16 of(From value) { return to_bfloat16((float)value); }
};
template <class Part> struct convert<complex_number<Part>> {
  template <class From> __device__ static complex_number<Part> of(From value) {
    complex_number<Part> result = {(Part)value, (Part)0};
    return result;
  }
  template <class P> __device__ static complex_number<Part> of(complex_number<P> value) {
    complex_number<Part> result = {(Part)value.re, (Part)value.im};
    return result;
  }
};
// Small integers wrap around, as NumPy's do on the host; a GPU would saturate.
#define GRIDCALL_NARROW(T)                                                                                      \
  template <> struct convert<T> {                                                                               \
    template <class From> __device__ static T of(From value) { return (T)value; }                               \
    __device__ static T of(float value) { return (T)(int)value; }                                               \
    __device__ static T of(double value) { return (T)(int)value; }                                              \
  };
GRIDCALL_NARROW(signed char)
GRIDCALL_NARROW(unsigned char)
GRIDCALL_NARROW(short)
GRIDCALL_NARROW(unsigned short)
#undef GRIDCALL_NARROW
// Beyond 32 bits without a sign a negative number is what its low bits say.
template <> struct convert<u32> {
  template <class From> __device__ static u32 of(From value) { return (u32)value; }
  __device__ static u32 of(float value) { return (u32)(i64)value; }
  __device__ static u32 of(double value) { return (u32)(i64)value; }
};
template <> struct convert<u64> {
  template <class From> __device__ static u64 of(From value) { return (u64)value; }
  __device__ static u64 of(float value) { return value < 0 ? (u64)(i64)value : (u64)value; }
  __device__ static u64 of(double value) { return value < 0 ? (u64)(i64)value : (u64)value; }
};

// --- complex numbers

template <class A, class B> struct wider {
  typedef typename choose<is_same<A, double>::value || is_same<B, double>::value, double, float>::type type;
};
// A part with a number that is no complex one: only a double makes it wider.
template <class P, class R> struct wider_with {
  typedef typename choose<is_same<R, double>::value, double, P>::type type;
};
#define GRIDCALL_COMPLEX(OP)                                                                                    \
  template <class A, class R>                                                                                   \
  __device__ inline typename only_if<is_real<R>::value, complex_number<typename wider_with<A, R>::type>>::type  \
  operator OP(complex_number<A> a, R b) {                                                                       \
    typedef typename wider_with<A, R>::type P;                                                                  \
    complex_number<P> x = {(P)a.re, (P)a.im}, y = {(P)b, (P)0};                                                 \
    return x OP y;                                                                                              \
  }                                                                                                             \
  template <class R, class A>                                                                                   \
  __device__ inline typename only_if<is_real<R>::value, complex_number<typename wider_with<A, R>::type>>::type  \
  operator OP(R a, complex_number<A> b) {                                                                       \
    typedef typename wider_with<A, R>::type P;                                                                  \
    complex_number<P> x = {(P)a, (P)0}, y = {(P)b.re, (P)b.im};                                                 \
    return x OP y;                                                                                              \
  }
template <class A, class B>
__device__ inline complex_number<typename wider<A, B>::type> operator+(complex_number<A> a, complex_number<B> b) {
  typedef typename wider<A, B>::type P;
  complex_number<P> r = {(P)a.re + (P)b.re, (P)a.im + (P)b.im};
  return r;
}
template <class A, class B>
__device__ inline complex_number<typename wider<A, B>::type> operator-(complex_number<A> a, complex_number<B> b) {
  typedef typename wider<A, B>::type P;
  complex_number<P> r = {(P)a.re - (P)b.re, (P)a.im - (P)b.im};
  return r;
}
template <class A, class B>
__device__ inline complex_number<typename wider<A, B>::type> operator*(complex_number<A> a, complex_number<B> b) {
  typedef typename wider<A, B>::type P;
  const P ar = a.re, ai = a.im, br = b.re, bi = b.im;
  complex_number<P> r = {ar * br - ai * bi, ar * bi + ai * br};
  return r;
}
// Smith's way, as NumPy divides.
template <class A, class B>
__device__ inline complex_number<typename wider<A, B>::type> operator/(complex_number<A> a, complex_number<B> b) {
  typedef typename wider<A, B>::type P;
  const P ar = a.re, ai = a.im, br = b.re, bi = b.im;
  const P abs_re = br < 0 ? -br : br, abs_im = bi < 0 ? -bi : bi;
  complex_number<P> r;
  if (abs_re >= abs_im) {
    if (abs_re == 0 && abs_im == 0) {
      r.re = ar / abs_re;
      r.im = ai / abs_re;
      return r;
    }
    const P ratio = bi / br, scale = (P)1 / (br + bi * ratio);
    r.re = (ar + ai * ratio) * scale;
    r.im = (ai - ar * ratio) * scale;
    return r;
  }
  const P ratio = br / bi, scale = (P)1 / (bi + br * ratio);
  r.re = (ar * ratio + ai) * scale;
  r.im = (ai * ratio - ar) * scale;
  return r;
}
GRIDCALL_COMPLEX(+) GRIDCALL_COMPLEX(-) GRIDCALL_COMPLEX(*) GRIDCALL_COMPLEX(/)
#undef GRIDCALL_COMPLEX
template <class A> __device__ inline complex_number<A> operator-(complex_number<A> a) {
  complex_number<A> r = {-a.re, -a.im};
  return r;
}
template <class A> __device__ inline complex_number<A> operator+(complex_number<A> a) { return a; }
template <class A, class B> __device__ inline bool operator==(complex_number<A> a, complex_number<B> b) {
  return a.re == b.re && a.im == b.im;
}
template <class A, class B> __device__ inline bool operator!=(complex_number<A> a, complex_number<B> b) {
  return !(a == b);
}
template <class A> __device__ inline A real(complex_number<A> a) { return a.re; }
template <class A> __device__ inline A imag(complex_number<A> a) { return a.im; }
template <class A> __device__ inline complex_number<A> conj(complex_number<A> a) {
  complex_number<A> r = {a.re, -a.im};
  return r;
}
__device__ inline float abs(complex_number<float> a) { return hypotf(a.re, a.im); }
__device__ inline double abs(complex_number<double> a) { return hypot(a.re, a.im); }
template <class A, class B>
__device__ inline complex_number<typename wider<A, B>::type> complex(A re, B im) {
  typedef typename wider<A, B>::type P;
  complex_number<P> r = {(P)re, (P)im};
  return r;
}

// --- indices

// The quotient by a number that the host knows, of numbers below 2^31.
struct divisor { u32 count, factor, shift; };
__device__ inline u32 divide(u32 value, divisor by) {
  return (__umulhi(value, by.factor) + value) >> by.shift;
}
