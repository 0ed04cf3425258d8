// SPDX-License-Identifier: Apache-2.0
// Each writes a word per function and pair of words, in the order of the lists in tests/unit/cc/kernels.cpp. The words of a function
// follow one another: of stores apart, as many as there are here, LLVM's schedulers look at each pair.

#define PUT(value) *o = value, o += n

#define FOR_PAIRS \
  for (int i = threadIdx.x; i < n; i += blockDim.x) { \
    unsigned a = x[i], b = y[i], c = x[i] * 2654435761u ^ y[i]; \
    unsigned* o = out + i;

#define PACKED(n) \
    PUT(__vabs##n(a)); PUT(__vabsss##n(a)); PUT(__vneg##n(a)); PUT(__vnegss##n(a)); \
    PUT(__vadd##n(a, b)); PUT(__vaddss##n(a, b)); PUT(__vaddus##n(a, b)); \
    PUT(__vsub##n(a, b)); PUT(__vsubss##n(a, b)); PUT(__vsubus##n(a, b)); \
    PUT(__vabsdiffs##n(a, b)); PUT(__vabsdiffu##n(a, b)); PUT(__vavgs##n(a, b)); PUT(__vavgu##n(a, b)); \
    PUT(__vhaddu##n(a, b)); PUT(__vmaxs##n(a, b)); PUT(__vmaxu##n(a, b)); PUT(__vmins##n(a, b)); \
    PUT(__vminu##n(a, b)); PUT(__vsads##n(a, b)); PUT(__vsadu##n(a, b)); \
    PUT(__vcmpeq##n(a, b)); PUT(__vcmpne##n(a, b)); PUT(__vcmplts##n(a, b)); PUT(__vcmpltu##n(a, b)); \
    PUT(__vcmples##n(a, b)); PUT(__vcmpleu##n(a, b)); PUT(__vcmpgts##n(a, b)); PUT(__vcmpgtu##n(a, b)); \
    PUT(__vcmpges##n(a, b)); PUT(__vcmpgeu##n(a, b)); \
    PUT(__vseteq##n(a, b)); PUT(__vsetne##n(a, b)); PUT(__vsetlts##n(a, b)); PUT(__vsetltu##n(a, b)); \
    PUT(__vsetles##n(a, b)); PUT(__vsetleu##n(a, b)); PUT(__vsetgts##n(a, b)); PUT(__vsetgtu##n(a, b)); \
    PUT(__vsetges##n(a, b)); PUT(__vsetgeu##n(a, b)); \
  }

extern "C" __global__ void packed_halves(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  FOR_PAIRS
  PACKED(2)
}
extern "C" __global__ void packed_bytes(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  FOR_PAIRS
  PACKED(4)
}

#define WORDS(which) \
    PUT((unsigned)__vi##which##_s32_relu(sa, sb)); \
    PUT((unsigned)__vi##which##3_s32(sa, sb, sc)); PUT((unsigned)__vi##which##3_s32_relu(sa, sb, sc)); \
    PUT(__vi##which##3_u32(a, b, c)); \
    PUT((unsigned)__viadd##which##_s32(sa, sb, sc)); PUT((unsigned)__viadd##which##_s32_relu(sa, sb, sc)); \
    PUT(__viadd##which##_u32(a, b, c)); \
    PUT((unsigned)__vib##which##_s32(sa, sb, &first)); PUT(first); \
    PUT(__vib##which##_u32(a, b, &first)); PUT(first);
#define HALVES(which) \
    PUT(__vi##which##_s16x2_relu(a, b)); PUT(__vi##which##3_s16x2(a, b, c)); \
    PUT(__vi##which##3_s16x2_relu(a, b, c)); PUT(__vi##which##3_u16x2(a, b, c)); \
    PUT(__viadd##which##_s16x2(a, b, c)); PUT(__viadd##which##_s16x2_relu(a, b, c)); \
    PUT(__viadd##which##_u16x2(a, b, c)); \
    PUT(__vib##which##_s16x2(a, b, &high, &low)); PUT(2 * high + low); \
    PUT(__vib##which##_u16x2(a, b, &high, &low)); PUT(2 * high + low);

extern "C" __global__ void sums_and_extremes(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  FOR_PAIRS
    int sa = (int)a, sb = (int)b, sc = (int)c;
    bool first, high, low;
    WORDS(max) WORDS(min) HALVES(max) HALVES(min)
  }
}
