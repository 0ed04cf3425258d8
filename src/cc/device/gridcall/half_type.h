// SPDX-License-Identifier: Apache-2.0
//
// The types __half and __half2, or those of bfloat16: included once for each.

struct __GC_RAW { unsigned short x; };
struct __align__(4) __GC_RAW2 { unsigned short x, y; };

struct __GC_H;
__GC_INLINE float __GC_TO_FLOAT(__GC_H __h);
__GC_INLINE __GC_H __GC_FROM_FLOAT(float __f);

// A 16-bit number. Numbers convert to it rounded to nearest, and from it towards zero.
struct __align__(2) __GC_H {
  __GC_H() = default;
  __host__ __device__ constexpr __GC_H(const __GC_RAW& __raw) : __x(__raw.x) {}
  __host__ __device__ __GC_H& operator=(const __GC_RAW& __raw) {
    __x = __raw.x;
    return *this;
  }
  __host__ __device__ void operator=(const __GC_RAW& __raw) volatile { __x = __raw.x; }
  __host__ __device__ void operator=(const volatile __GC_RAW& __raw) volatile { __x = __raw.x; }
  __host__ __device__ operator __GC_RAW() const { return {__x}; }
  __host__ __device__ operator __GC_RAW() const volatile { return {__x}; }
#define __GC_HALF_FROM(__T) \
  __host__ __device__ __GC_H(__T __v) { *this = __GC_FROM_FLOAT(__gc_odd(__v)); }
  __GC_HALF_FROM(float)
  __GC_HALF_FROM(double)
  __GC_HALF_FROM(short)
  __GC_HALF_FROM(unsigned short)
  __GC_HALF_FROM(int)
  __GC_HALF_FROM(unsigned int)
  __GC_HALF_FROM(long)
  __GC_HALF_FROM(unsigned long)
  __GC_HALF_FROM(long long)
  __GC_HALF_FROM(unsigned long long)
#undef __GC_HALF_FROM
  __host__ __device__ operator float() const { return __GC_TO_FLOAT(*this); }
#define __GC_HALF_TO(__T) \
  __host__ __device__ explicit operator __T() const { return __gc_saturated<__T>(__GC_TO_FLOAT(*this)); }
  __GC_HALF_TO(bool)
  __GC_HALF_TO(signed char)
  __GC_HALF_TO(unsigned char)
  __GC_HALF_TO(char)
  __GC_HALF_TO(short)
  __GC_HALF_TO(unsigned short)
  __GC_HALF_TO(int)
  __GC_HALF_TO(unsigned int)
  __GC_HALF_TO(long)
  __GC_HALF_TO(unsigned long)
  __GC_HALF_TO(long long)
  __GC_HALF_TO(unsigned long long)
#undef __GC_HALF_TO

 protected:
  unsigned short __x;
};
struct __align__(4) __GC_H2 {
  __GC_H x, y;
  __GC_H2() = default;
  __host__ __device__ constexpr __GC_H2(const __GC_H& __a, const __GC_H& __b) : x(__a), y(__b) {}
  __host__ __device__ constexpr __GC_H2(const __GC_RAW2& __raw) : x(__GC_RAW{__raw.x}), y(__GC_RAW{__raw.y}) {}
  __host__ __device__ operator __GC_RAW2() const {
    return {static_cast<__GC_RAW>(x).x, static_cast<__GC_RAW>(y).x};
  }
};
