// SPDX-License-Identifier: Apache-2.0
//
// Integer and bit functions, bit casts.

#pragma once
#pragma clang system_header

__GC_INLINE int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
__GC_INLINE unsigned int __float_as_uint(float v) { return __builtin_bit_cast(unsigned int, v); }
__GC_INLINE float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
__GC_INLINE float __uint_as_float(unsigned int v) { return __builtin_bit_cast(float, v); }
__GC_INLINE long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
__GC_INLINE double __longlong_as_double(long long v) { return __builtin_bit_cast(double, v); }
__GC_INLINE int __double2hiint(double v) { return static_cast<int>(__double_as_longlong(v) >> 32); }
__GC_INLINE int __double2loint(double v) { return static_cast<int>(__double_as_longlong(v)); }
__GC_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double((static_cast<long long>(high) << 32) | static_cast<unsigned int>(low));
}

__GC_INLINE int __clz(int v) { return v == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(v)); }
__GC_INLINE int __clzll(long long v) { return v == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(v)); }
__GC_INLINE int __ffs(int v) { return v == 0 ? 0 : __builtin_ctz(static_cast<unsigned int>(v)) + 1; }
__GC_INLINE int __ffsll(long long v) { return v == 0 ? 0 : __builtin_ctzll(static_cast<unsigned long long>(v)) + 1; }
__GC_INLINE int __popc(unsigned int v) { return __builtin_popcount(v); }
__GC_INLINE int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
__GC_INLINE unsigned int __brev(unsigned int v) { return __builtin_bitreverse32(v); }
__GC_INLINE unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }

__GC_INLINE unsigned short __nv_bswap16(unsigned short v) { return __builtin_bswap16(v); }
__GC_INLINE unsigned int __nv_bswap32(unsigned int v) { return __builtin_bswap32(v); }
__GC_INLINE unsigned long long __nv_bswap64(unsigned long long v) { return __builtin_bswap64(v); }
__GC_INLINE unsigned int __byte_perm(unsigned int low, unsigned int high, unsigned int selector) {
  unsigned long long bytes = (static_cast<unsigned long long>(high) << 32) | low;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned int pick = selector >> (4 * i);
    unsigned int byte = static_cast<unsigned int>(bytes >> ((pick & 7) * 8)) & 0xff;
    if (pick & 8) byte = (byte & 0x80) ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

__GC_INLINE int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
__GC_INLINE unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) * b) >> 32);
}
__GC_INLINE long long __mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
__GC_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
// Multiply the low 24 bits of each operand, sign or zero extended.
__GC_INLINE int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned int>((a << 8) >> 8) * static_cast<unsigned int>((b << 8) >> 8));
}
__GC_INLINE unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
__GC_INLINE unsigned int __sad(int a, int b, unsigned int c) {
  return (a > b ? static_cast<unsigned int>(a) - static_cast<unsigned int>(b)
                : static_cast<unsigned int>(b) - static_cast<unsigned int>(a)) + c;
}
__GC_INLINE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
__GC_INLINE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
__GC_INLINE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
__GC_INLINE unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
__GC_INLINE unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }

__GC_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return static_cast<unsigned int>((((static_cast<unsigned long long>(high) << 32) | low) << (shift & 31)) >> 32);
}
__GC_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return static_cast<unsigned int>(((static_cast<unsigned long long>(high) << 32) | low) >> (shift & 31));
}
__GC_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__GC_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// Returns the position of the `offset`-th set bit from `base`, upwards for positive offsets; 0xffffffff for none.
__GC_INLINE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return (mask >> (base & 31)) & 1 ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int i = static_cast<int>(base & 31); i >= 0 && i < 32; i += step) {
    if (((mask >> i) & 1) && --left == 0) return static_cast<unsigned int>(i);
  }
  return 0xffffffffu;
}

// ---- Dot products of packed bytes ----

#define __GC_BYTE(type, word, i) (static_cast<int>(static_cast<type>((word) >> (8 * (i)))))
__GC_INLINE int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i) c += __GC_BYTE(signed char, a, i) * __GC_BYTE(signed char, b, i);
  return c;
}
__GC_INLINE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 4; ++i) {
    c += static_cast<unsigned int>(__GC_BYTE(unsigned char, a, i) * __GC_BYTE(unsigned char, b, i));
  }
  return c;
}
__GC_INLINE int __dp4a(char4 a, char4 b, int c) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + c; }
__GC_INLINE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return static_cast<unsigned int>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) + c;
}
__GC_INLINE int __dp2a_lo(int a, int b, int c) {
  return c + static_cast<short>(a) * __GC_BYTE(signed char, b, 0) + static_cast<short>(a >> 16) * __GC_BYTE(signed char, b, 1);
}
__GC_INLINE int __dp2a_hi(int a, int b, int c) {
  return c + static_cast<short>(a) * __GC_BYTE(signed char, b, 2) + static_cast<short>(a >> 16) * __GC_BYTE(signed char, b, 3);
}
__GC_INLINE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * ((b >> 8) & 0xff);
}
__GC_INLINE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffff) * ((b >> 16) & 0xff) + (a >> 16) * (b >> 24);
}
__GC_INLINE int __dp2a_lo(short2 a, char4 b, int c) { return a.x * b.x + a.y * b.y + c; }
__GC_INLINE int __dp2a_hi(short2 a, char4 b, int c) { return a.x * b.z + a.y * b.w + c; }
__GC_INLINE unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) { return a.x * b.x + a.y * b.y + c; }
__GC_INLINE unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) { return a.x * b.z + a.y * b.w + c; }
#undef __GC_BYTE

// ---- min, max, abs ----

#define __GC_MIN_MAX(type, a_type, b_type)                                                                     \
  __GC_OVERRIDABLE __GC_NAMED type min(a_type a, b_type b) {                                                                   \
    return static_cast<type>(a) < static_cast<type>(b) ? static_cast<type>(a) : static_cast<type>(b);          \
  }                                                                                                            \
  __GC_OVERRIDABLE __GC_NAMED type max(a_type a, b_type b) {                                                                   \
    return static_cast<type>(a) > static_cast<type>(b) ? static_cast<type>(a) : static_cast<type>(b);          \
  }
__GC_MIN_MAX(int, int, int)
__GC_MIN_MAX(unsigned int, unsigned int, unsigned int)
__GC_MIN_MAX(unsigned int, int, unsigned int)
__GC_MIN_MAX(unsigned int, unsigned int, int)
__GC_MIN_MAX(long, long, long)
__GC_MIN_MAX(unsigned long, unsigned long, unsigned long)
__GC_MIN_MAX(unsigned long, long, unsigned long)
__GC_MIN_MAX(unsigned long, unsigned long, long)
__GC_MIN_MAX(long long, long long, long long)
__GC_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
__GC_MIN_MAX(unsigned long long, long long, unsigned long long)
__GC_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef __GC_MIN_MAX
__GC_OVERRIDABLE __GC_INLINE unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
__GC_OVERRIDABLE __GC_INLINE unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
__GC_OVERRIDABLE __GC_INLINE long long llmin(long long a, long long b) { return a < b ? a : b; }
__GC_OVERRIDABLE __GC_INLINE long long llmax(long long a, long long b) { return a > b ? a : b; }
__GC_OVERRIDABLE __GC_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__GC_OVERRIDABLE __GC_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

// As on the machine, the most negative number is its own absolute value.
extern "C" {
__GC_NAMED int abs(int v) { return v < 0 ? static_cast<int>(0u - static_cast<unsigned int>(v)) : v; }
__GC_NAMED long labs(long v) { return v < 0 ? static_cast<long>(0ul - static_cast<unsigned long>(v)) : v; }
__GC_NAMED long long llabs(long long v) {
  return v < 0 ? static_cast<long long>(0ull - static_cast<unsigned long long>(v)) : v;
}
}
__GC_NAMED long abs(long v) { return labs(v); }
__GC_NAMED long long abs(long long v) { return llabs(v); }
