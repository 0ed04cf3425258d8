// SPDX-License-Identifier: Apache-2.0
//
// Two halfwords or four bytes in one word (CUDA Math API, "SIMD Intrinsics"), and minima and maxima of sums and of
// three numbers ("DPX" there). The functions compute all fields at once, with the highest bits apart from the rest, so
// that no carry passes between fields.

#pragma once
#pragma clang system_header

namespace __gc_simd {

template <int bits>
struct fields {
  using word = unsigned int;
  static constexpr word lowest = bits == 8 ? 0x01010101u : 0x00010001u;
  static constexpr word highest = lowest << (bits - 1);

  // Returns all bits of the fields whose highest bit is in `marks`.
  __GC_INLINE word fill(word marks) { return (marks - (marks >> (bits - 1))) | marks; }
  __GC_INLINE word select(word mask, word a, word b) { return (a & mask) | (b & ~mask); }
  __GC_INLINE word ones(word marks) { return marks >> (bits - 1); }

  __GC_INLINE word add(word a, word b) { return ((a & ~highest) + (b & ~highest)) ^ ((a ^ b) & highest); }
  __GC_INLINE word sub(word a, word b) { return ((a | highest) - (b & ~highest)) ^ ((a ^ ~b) & highest); }
  __GC_INLINE word ltu(word a, word b) { return ((~a & b) | (~(a ^ b) & sub(a, b))) & highest; }
  __GC_INLINE word lts(word a, word b) { return ltu(a ^ highest, b ^ highest); }
  __GC_INLINE word leu(word a, word b) { return ~ltu(b, a) & highest; }
  __GC_INLINE word les(word a, word b) { return ~lts(b, a) & highest; }
  __GC_INLINE word ne(word a, word b) { return ((((a ^ b) & ~highest) + ~highest) | (a ^ b)) & highest; }
  __GC_INLINE word eq(word a, word b) { return ~ne(a, b) & highest; }

  // Returns the nearer limit for a result with the sign of `a` that is out of range.
  __GC_INLINE word end_of(word a) { return ~highest + ones(a & highest); }
  __GC_INLINE word addss(word a, word b) {
    const word sum = add(a, b);
    return select(fill(~(a ^ b) & (a ^ sum) & highest), end_of(a), sum);
  }
  __GC_INLINE word subss(word a, word b) {
    const word difference = sub(a, b);
    return select(fill((a ^ b) & (a ^ difference) & highest), end_of(a), difference);
  }
  __GC_INLINE word addus(word a, word b) {
    const word sum = add(a, b);
    return sum | fill(((a & b) | ((a | b) & ~sum)) & highest);
  }
  __GC_INLINE word subus(word a, word b) { return sub(a, b) & ~fill(ltu(a, b)); }

  __GC_INLINE word abs(word a) { return add(a ^ fill(a & highest), ones(a & highest)); }
  __GC_INLINE word absss(word a) {
    const word result = abs(a);
    return result - ones(result & highest);
  }
  __GC_INLINE word distance(word a, word b, word less) {
    return add(sub(a, b) ^ fill(less), ones(less));
  }
  __GC_INLINE word absdiffu(word a, word b) { return distance(a, b, ltu(a, b)); }
  __GC_INLINE word absdiffs(word a, word b) { return distance(a, b, lts(a, b)); }

  __GC_INLINE word haddu(word a, word b) { return (a & b) + (((a ^ b) & ~lowest) >> 1); }
  __GC_INLINE word avgu(word a, word b) { return (a | b) - (((a ^ b) & ~lowest) >> 1); }
  // PTX ISA, vavrg2 and vavrg4: sums that are not negative round up, the others down.
  __GC_INLINE word avgs(word a, word b) {
    const word down = haddu(a ^ highest, b ^ highest) ^ highest;
    const word up = avgu(a ^ highest, b ^ highest) ^ highest;
    return select(fill(down & highest), down, up);
  }

  __GC_INLINE word maxu(word a, word b) { return select(fill(ltu(a, b)), b, a); }
  __GC_INLINE word minu(word a, word b) { return select(fill(ltu(a, b)), a, b); }
  __GC_INLINE word maxs(word a, word b) { return select(fill(lts(a, b)), b, a); }
  __GC_INLINE word mins(word a, word b) { return select(fill(lts(a, b)), a, b); }
  __GC_INLINE word relu(word a) { return a & ~fill(a & highest); }

  __GC_INLINE word total(word a) {
    if (bits == 8) a = (a & 0x00ff00ffu) + ((a >> 8) & 0x00ff00ffu);
    return (a & 0xffff) + (a >> 16);
  }
};

}  // namespace __gc_simd

#define __GC_ONE(name, expression, count, bits) \
  __GC_INLINE unsigned int name##count(unsigned int a) { return __gc_simd::fields<bits>::expression; }
#define __GC_TWO(name, expression, count, bits) \
  __GC_INLINE unsigned int name##count(unsigned int a, unsigned int b) { return __gc_simd::fields<bits>::expression; }
// Comparisons set all bits of a field, or its lowest bit.
#define __GC_COMPARE(suffix, marks, count, bits)                                         \
  __GC_INLINE unsigned int __vcmp##suffix##count(unsigned int a, unsigned int b) {       \
    return __gc_simd::fields<bits>::fill(__gc_simd::fields<bits>::marks);                \
  }                                                                                      \
  __GC_INLINE unsigned int __vset##suffix##count(unsigned int a, unsigned int b) {       \
    return __gc_simd::fields<bits>::ones(__gc_simd::fields<bits>::marks);                \
  }
#define __GC_PACKED(count, bits)                                                                     \
  __GC_ONE(__vabs, abs(a), count, bits)                                                              \
  __GC_ONE(__vabsss, absss(a), count, bits)                                                          \
  __GC_ONE(__vneg, sub(0, a), count, bits)                                                           \
  __GC_ONE(__vnegss, subss(0, a), count, bits)                                                       \
  __GC_TWO(__vadd, add(a, b), count, bits)                                                           \
  __GC_TWO(__vaddss, addss(a, b), count, bits)                                                       \
  __GC_TWO(__vaddus, addus(a, b), count, bits)                                                       \
  __GC_TWO(__vsub, sub(a, b), count, bits)                                                           \
  __GC_TWO(__vsubss, subss(a, b), count, bits)                                                       \
  __GC_TWO(__vsubus, subus(a, b), count, bits)                                                       \
  __GC_TWO(__vabsdiffs, absdiffs(a, b), count, bits)                                                 \
  __GC_TWO(__vabsdiffu, absdiffu(a, b), count, bits)                                                 \
  __GC_TWO(__vavgs, avgs(a, b), count, bits)                                                         \
  __GC_TWO(__vavgu, avgu(a, b), count, bits)                                                         \
  __GC_TWO(__vhaddu, haddu(a, b), count, bits)                                                       \
  __GC_TWO(__vmaxs, maxs(a, b), count, bits)                                                         \
  __GC_TWO(__vmaxu, maxu(a, b), count, bits)                                                         \
  __GC_TWO(__vmins, mins(a, b), count, bits)                                                         \
  __GC_TWO(__vminu, minu(a, b), count, bits)                                                         \
  __GC_TWO(__vsads, total(__gc_simd::fields<bits>::absdiffs(a, b)), count, bits)                     \
  __GC_TWO(__vsadu, total(__gc_simd::fields<bits>::absdiffu(a, b)), count, bits)                     \
  __GC_COMPARE(eq, eq(a, b), count, bits)                                                            \
  __GC_COMPARE(ne, ne(a, b), count, bits)                                                            \
  __GC_COMPARE(lts, lts(a, b), count, bits)                                                          \
  __GC_COMPARE(ltu, ltu(a, b), count, bits)                                                          \
  __GC_COMPARE(les, les(a, b), count, bits)                                                          \
  __GC_COMPARE(leu, leu(a, b), count, bits)                                                          \
  __GC_COMPARE(gts, lts(b, a), count, bits)                                                          \
  __GC_COMPARE(gtu, ltu(b, a), count, bits)                                                          \
  __GC_COMPARE(ges, les(b, a), count, bits)                                                          \
  __GC_COMPARE(geu, leu(b, a), count, bits)
__GC_PACKED(2, 16)
__GC_PACKED(4, 8)
#undef __GC_PACKED
#undef __GC_COMPARE
#undef __GC_TWO
#undef __GC_ONE

// ---- DPX ----

__GC_INLINE int __gc_add(int a, int b) {  // wraps
  return static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}
#define __GC_BOTH(macro) macro(max, >=) macro(min, <=)
#define __GC_WORDS(which, compare)                                                                             \
  __GC_INLINE int __vi##which##_s32_relu(int a, int b) { return max(which(a, b), 0); }                         \
  __GC_INLINE int __vi##which##3_s32(int a, int b, int c) { return which(which(a, b), c); }                    \
  __GC_INLINE int __vi##which##3_s32_relu(int a, int b, int c) { return max(which(which(a, b), c), 0); }       \
  __GC_INLINE unsigned int __vi##which##3_u32(unsigned int a, unsigned int b, unsigned int c) {                \
    return which(which(a, b), c);                                                                              \
  }                                                                                                            \
  __GC_INLINE int __viadd##which##_s32(int a, int b, int c) { return which(__gc_add(a, b), c); }               \
  __GC_INLINE int __viadd##which##_s32_relu(int a, int b, int c) { return max(which(__gc_add(a, b), c), 0); }  \
  __GC_INLINE unsigned int __viadd##which##_u32(unsigned int a, unsigned int b, unsigned int c) {              \
    return which(a + b, c);                                                                                    \
  }                                                                                                            \
  __GC_INLINE int __vib##which##_s32(int a, int b, bool* first) {                                              \
    *first = a compare b;                                                                                      \
    return which(a, b);                                                                                        \
  }                                                                                                            \
  __GC_INLINE unsigned int __vib##which##_u32(unsigned int a, unsigned int b, bool* first) {                   \
    *first = a compare b;                                                                                      \
    return which(a, b);                                                                                        \
  }
__GC_BOTH(__GC_WORDS)
#undef __GC_WORDS

#define __GC_HALVES(which, compare)                                                                            \
  __GC_INLINE unsigned int __vi##which##_s16x2_relu(unsigned int a, unsigned int b) {                          \
    return __gc_simd::fields<16>::relu(__v##which##s2(a, b));                                                  \
  }                                                                                                            \
  __GC_INLINE unsigned int __vi##which##3_s16x2(unsigned int a, unsigned int b, unsigned int c) {              \
    return __v##which##s2(__v##which##s2(a, b), c);                                                            \
  }                                                                                                            \
  __GC_INLINE unsigned int __vi##which##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {         \
    return __gc_simd::fields<16>::relu(__vi##which##3_s16x2(a, b, c));                                         \
  }                                                                                                            \
  __GC_INLINE unsigned int __vi##which##3_u16x2(unsigned int a, unsigned int b, unsigned int c) {              \
    return __v##which##u2(__v##which##u2(a, b), c);                                                            \
  }                                                                                                            \
  __GC_INLINE unsigned int __viadd##which##_s16x2(unsigned int a, unsigned int b, unsigned int c) {            \
    return __v##which##s2(__vadd2(a, b), c);                                                                   \
  }                                                                                                            \
  __GC_INLINE unsigned int __viadd##which##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {       \
    return __gc_simd::fields<16>::relu(__viadd##which##_s16x2(a, b, c));                                       \
  }                                                                                                            \
  __GC_INLINE unsigned int __viadd##which##_u16x2(unsigned int a, unsigned int b, unsigned int c) {            \
    return __v##which##u2(__vadd2(a, b), c);                                                                   \
  }                                                                                                            \
  __GC_INLINE unsigned int __vib##which##_s16x2(unsigned int a, unsigned int b, bool* high, bool* low) {       \
    *high = static_cast<short>(a >> 16) compare static_cast<short>(b >> 16);                                   \
    *low = static_cast<short>(a) compare static_cast<short>(b);                                                \
    return __v##which##s2(a, b);                                                                               \
  }                                                                                                            \
  __GC_INLINE unsigned int __vib##which##_u16x2(unsigned int a, unsigned int b, bool* high, bool* low) {       \
    *high = (a >> 16) compare (b >> 16);                                                                       \
    *low = (a & 0xffff) compare (b & 0xffff);                                                                  \
    return __v##which##u2(a, b);                                                                               \
  }
__GC_BOTH(__GC_HALVES)
#undef __GC_HALVES
#undef __GC_BOTH
