// SPDX-License-Identifier: Apache-2.0
//
// Vector types and dim3, for kernels, and for host code in C and C++ (src/cudart/include).

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif

#ifndef __GC_INLINE
#define __GC_INLINE static inline
#define __GC_HOST_DEVICE
#else
#define __GC_HOST_DEVICE __host__ __device__
#endif

#define __GC_VECTOR_TYPES(element, name, align2, align3, align4)                                             \
  struct name##1 { element x; };                                                                             \
  struct __align__(align2) name##2 { element x, y; };                                                        \
  struct name##3 { element x, y, z; };                                                                       \
  struct __align__(align4) name##4 { element x, y, z, w; };                                                  \
  typedef struct name##1 name##1; typedef struct name##2 name##2;                                            \
  typedef struct name##3 name##3; typedef struct name##4 name##4;                                            \
  __GC_INLINE name##1 make_##name##1(element x) { name##1 v = {x}; return v; }                               \
  __GC_INLINE name##2 make_##name##2(element x, element y) { name##2 v = {x, y}; return v; }                 \
  __GC_INLINE name##3 make_##name##3(element x, element y, element z) { name##3 v = {x, y, z}; return v; }   \
  __GC_INLINE name##4 make_##name##4(element x, element y, element z, element w) { name##4 v = {x, y, z, w}; return v; }
__GC_VECTOR_TYPES(signed char, char, 2, 1, 4)
__GC_VECTOR_TYPES(unsigned char, uchar, 2, 1, 4)
__GC_VECTOR_TYPES(short, short, 4, 2, 8)
__GC_VECTOR_TYPES(unsigned short, ushort, 4, 2, 8)
__GC_VECTOR_TYPES(int, int, 8, 4, 16)
__GC_VECTOR_TYPES(unsigned int, uint, 8, 4, 16)
__GC_VECTOR_TYPES(long, long, 16, 8, 16)
__GC_VECTOR_TYPES(unsigned long, ulong, 16, 8, 16)
__GC_VECTOR_TYPES(long long, longlong, 16, 8, 16)
__GC_VECTOR_TYPES(unsigned long long, ulonglong, 16, 8, 16)
__GC_VECTOR_TYPES(float, float, 8, 4, 16)
__GC_VECTOR_TYPES(double, double, 16, 8, 16)
#undef __GC_VECTOR_TYPES

#define __GC_ALIGNED_TYPE(element, name)                                                                     \
  struct __GC_ALIGN name { element x, y, z, w; };                                                            \
  typedef struct name name;                                                                                  \
  __GC_INLINE name make_##name(element x, element y, element z, element w) { name v = {x, y, z, w}; return v; }
#define __GC_ALIGN __align__(16)
__GC_ALIGNED_TYPE(long, long4_16a)
__GC_ALIGNED_TYPE(unsigned long, ulong4_16a)
__GC_ALIGNED_TYPE(long long, longlong4_16a)
__GC_ALIGNED_TYPE(unsigned long long, ulonglong4_16a)
__GC_ALIGNED_TYPE(double, double4_16a)
#undef __GC_ALIGN
#define __GC_ALIGN __align__(32)
__GC_ALIGNED_TYPE(long, long4_32a)
__GC_ALIGNED_TYPE(unsigned long, ulong4_32a)
__GC_ALIGNED_TYPE(long long, longlong4_32a)
__GC_ALIGNED_TYPE(unsigned long long, ulonglong4_32a)
__GC_ALIGNED_TYPE(double, double4_32a)
#undef __GC_ALIGN
#undef __GC_ALIGNED_TYPE

#ifndef __cplusplus
typedef struct dim3 { unsigned int x, y, z; } dim3;
#else
struct dim3 {
  unsigned int x, y, z;
#if __cplusplus >= 201103L
  __GC_HOST_DEVICE constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __GC_HOST_DEVICE constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __GC_HOST_DEVICE constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __GC_HOST_DEVICE dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __GC_HOST_DEVICE dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __GC_HOST_DEVICE operator uint3() const { return make_uint3(x, y, z); }
#endif
};
#endif  // __cplusplus
