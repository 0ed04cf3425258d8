// SPDX-License-Identifier: Apache-2.0
// Each writes a word per function and pair of words, in the order of the lists in test_kernels.cpp.

#define FOR_PAIRS(count) \
  for (int i = threadIdx.x; i < n; i += blockDim.x) { \
    unsigned a = x[i], b = y[i], c = x[i] * 2654435761u ^ y[i]; \
    unsigned* o = out + count * i;

#define PACKED(n) \
    *o++ = __vabs##n(a); *o++ = __vabsss##n(a); *o++ = __vneg##n(a); *o++ = __vnegss##n(a); \
    *o++ = __vadd##n(a, b); *o++ = __vaddss##n(a, b); *o++ = __vaddus##n(a, b); \
    *o++ = __vsub##n(a, b); *o++ = __vsubss##n(a, b); *o++ = __vsubus##n(a, b); \
    *o++ = __vabsdiffs##n(a, b); *o++ = __vabsdiffu##n(a, b); *o++ = __vavgs##n(a, b); *o++ = __vavgu##n(a, b); \
    *o++ = __vhaddu##n(a, b); *o++ = __vmaxs##n(a, b); *o++ = __vmaxu##n(a, b); *o++ = __vmins##n(a, b); \
    *o++ = __vminu##n(a, b); *o++ = __vsads##n(a, b); *o++ = __vsadu##n(a, b); \
    *o++ = __vcmpeq##n(a, b); *o++ = __vcmpne##n(a, b); *o++ = __vcmplts##n(a, b); *o++ = __vcmpltu##n(a, b); \
    *o++ = __vcmples##n(a, b); *o++ = __vcmpleu##n(a, b); *o++ = __vcmpgts##n(a, b); *o++ = __vcmpgtu##n(a, b); \
    *o++ = __vcmpges##n(a, b); *o++ = __vcmpgeu##n(a, b); \
    *o++ = __vseteq##n(a, b); *o++ = __vsetne##n(a, b); *o++ = __vsetlts##n(a, b); *o++ = __vsetltu##n(a, b); \
    *o++ = __vsetles##n(a, b); *o++ = __vsetleu##n(a, b); *o++ = __vsetgts##n(a, b); *o++ = __vsetgtu##n(a, b); \
    *o++ = __vsetges##n(a, b); *o++ = __vsetgeu##n(a, b); \
  }

extern "C" __global__ void packed_halves(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  FOR_PAIRS(41)
  PACKED(2)
}
extern "C" __global__ void packed_bytes(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  FOR_PAIRS(41)
  PACKED(4)
}

#define WORDS(which) \
    *o++ = (unsigned)__vi##which##_s32_relu(sa, sb); \
    *o++ = (unsigned)__vi##which##3_s32(sa, sb, sc); *o++ = (unsigned)__vi##which##3_s32_relu(sa, sb, sc); \
    *o++ = __vi##which##3_u32(a, b, c); \
    *o++ = (unsigned)__viadd##which##_s32(sa, sb, sc); *o++ = (unsigned)__viadd##which##_s32_relu(sa, sb, sc); \
    *o++ = __viadd##which##_u32(a, b, c); \
    *o++ = (unsigned)__vib##which##_s32(sa, sb, &first); *o++ = first; \
    *o++ = __vib##which##_u32(a, b, &first); *o++ = first;
#define HALVES(which) \
    *o++ = __vi##which##_s16x2_relu(a, b); *o++ = __vi##which##3_s16x2(a, b, c); \
    *o++ = __vi##which##3_s16x2_relu(a, b, c); *o++ = __vi##which##3_u16x2(a, b, c); \
    *o++ = __viadd##which##_s16x2(a, b, c); *o++ = __viadd##which##_s16x2_relu(a, b, c); \
    *o++ = __viadd##which##_u16x2(a, b, c); \
    *o++ = __vib##which##_s16x2(a, b, &high, &low); *o++ = 2 * high + low; \
    *o++ = __vib##which##_u16x2(a, b, &high, &low); *o++ = 2 * high + low;

extern "C" __global__ void sums_and_extremes(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  FOR_PAIRS(44)
    int sa = (int)a, sb = (int)b, sc = (int)c;
    bool first, high, low;
    WORDS(max) WORDS(min) HALVES(max) HALVES(min)
  }
}
