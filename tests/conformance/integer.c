/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE
#include "harness.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#pragma GCC optimize("-frounding-math")

static gc_kernel* kernel(const char* name) {
  return kernel_of(load("integer", NULL, 0), name);
}

static uint32_t reverse32(uint32_t x) {
  uint32_t r = 0;
  for (int i = 0; i < 32; ++i) r |= (x >> i & 1) << (31 - i);
  return r;
}
static uint64_t reverse64(uint64_t x) {
  return (uint64_t)reverse32((uint32_t)x) << 32 | reverse32((uint32_t)(x >> 32));
}
static int32_t low24(uint32_t x) {
  return (int32_t)(x << 8) >> 8;
}
static uint32_t permute(uint32_t x, uint32_t y, uint32_t s) {
  const uint64_t both = (uint64_t)y << 32 | x;
  uint32_t r = 0;
  for (int i = 0; i < 4; ++i) r |= (uint32_t)(both >> (s >> (4 * i) & 7) * 8 & 0xff) << (8 * i);
  return r;
}

static void bit_functions(void** state) {
  (void)state;
  enum { n = 500, each = 28 };
  gc_kernel* k = kernel("bits");
  static uint32_t a[n], b[n];
  static uint64_t c[n], d[n], got[n * each];
  uint64_t seed = 77;
  for (int i = 0; i < n; ++i) {
    a[i] = i < 4 ? (uint32_t[]){0, 1, 0xffffffffu, 0x80000000u}[i] : random_u32(&seed) >> (i % 32);
    b[i] = i < 4 ? (uint32_t[]){0, 0xffffffffu, 1, 0x80000000u}[i] : random_u32(&seed);
    c[i] = i < 4 ? (uint64_t[]){0, 1, UINT64_MAX, (uint64_t)1 << 63}[i]
                 : ((uint64_t)random_u32(&seed) << 32 | random_u32(&seed)) >> (i % 64);
    d[i] = (uint64_t)random_u32(&seed) << 32 | random_u32(&seed);
  }
  gc_mem *ma = upload(a, sizeof a), *mb = upload(b, sizeof b), *mc = upload(c, sizeof c),
         *md = upload(d, sizeof d), *out = zeros(sizeof got);
  run(k, 4, 128, ARGS(M(out), M(ma), M(mb), M(mc), M(md), I(n)));
  download(out, got, sizeof got);
  for (int i = 0; i < n; ++i) {
    const uint32_t x = a[i], y = b[i], s = (uint32_t)d[i];
    const uint64_t v = c[i], w = d[i];
    const int32_t sx = (int32_t)x, sy = (int32_t)y;
    const uint64_t pair = (uint64_t)y << 32 | x;
    const uint32_t sc = (s & 63) > 32 ? 32 : s & 63;
    uint32_t dot_s = 7, dot_u = 7;
    for (int j = 0; j < 32; j += 8) {
      dot_s += (uint32_t)((int8_t)(x >> j) * (int8_t)(y >> j));
      dot_u += (x >> j & 255) * (y >> j & 255);
    }
    const uint64_t want[each] = {x ? (uint64_t)__builtin_clz(x) : 32,
                                 v ? (uint64_t)__builtin_clzll(v) : 64,
                                 (uint64_t)__builtin_popcount(x),
                                 (uint64_t)__builtin_popcountll(v),
                                 reverse32(x),
                                 reverse64(v),
                                 (uint64_t)__builtin_ffs(sx),
                                 (uint64_t)__builtin_ffsll((long long)v),
                                 (uint32_t)(low24(x) * (int64_t)low24(y)),
                                 (uint32_t)((uint64_t)(x & 0xffffff) * (y & 0xffffff)),
                                 (uint32_t)((int64_t)sx * sy >> 32),
                                 (uint32_t)((uint64_t)x * y >> 32),
                                 (uint64_t)((__int128)(int64_t)v * (int64_t)w >> 64),
                                 (uint64_t)((unsigned __int128)v * w >> 64),
                                 (uint32_t)(sx > sy ? x - y : y - x) + 5u,
                                 (x > y ? x - y : y - x) + 5u,
                                 permute(x, y, (uint32_t)v & 0x7777),
                                 (uint32_t)(pair << (s & 31) >> 32),
                                 (uint32_t)(pair >> (s & 31)),
                                 (uint32_t)(sc == 32 ? pair : pair << sc >> 32),
                                 (uint32_t)(pair >> sc),
                                 (uint32_t)(((int64_t)sx + sy) >> 1),
                                 (uint32_t)(((int64_t)sx + sy + 1) >> 1),
                                 (uint32_t)(((uint64_t)x + y) >> 1),
                                 (uint32_t)(((uint64_t)x + y + 1) >> 1),
                                 dot_s,
                                 dot_u,
                                 (uint32_t)abs(sx >> 1)};
    for (int j = 0; j < each; ++j) {
      const uint64_t g = j >= 14 && j <= 15 ? (uint32_t)got[i * each + j] : got[i * each + j];
      if (g != (j == 14 || j == 15 ? (uint32_t)want[j] : want[j])) {
        fail_msg("function %d of %x %x %llx %llx is %llx, not %llx", j, x, y, (unsigned long long)v,
                 (unsigned long long)w, (unsigned long long)g, (unsigned long long)want[j]);
      }
    }
  }
  gc_mem* all[] = {ma, mb, mc, md, out};
  for (int i = 0; i < 5; ++i) gc_mem_release(all[i]);
  gc_kernel_release(k);
}

static int32_t bits_f(float f) {
  int32_t i;
  memcpy(&i, &f, 4);
  return i;
}
static int64_t bits_d(double d) {
  int64_t i;
  memcpy(&i, &d, 8);
  return i;
}
static float narrow(double d, int mode) {
  volatile double v = d;
  fesetround(mode);
  volatile float f = (float)v;
  fesetround(FE_TONEAREST);
  return f;
}

static void conversions(void** state) {
  (void)state;
  enum { n = 12, each = 24 };
  gc_kernel* k = kernel("convert");
  const double in[n] = {0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.7, 1234567.89, -98765.4321, 1e9 + 0.75, 0.1, -0.3};
  int64_t got[n * each];
  gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
  run(k, 1, 32, ARGS(M(out), M(a), I(n)));
  download(out, got, sizeof got);
  for (int i = 0; i < n; ++i) {
    const double d = in[i];
    const float f = (float)d;
    const int64_t want[each] = {(int64_t)rintf(f),
                                (int64_t)truncf(f),
                                (int64_t)ceilf(f),
                                (int64_t)floorf(f),
                                (int64_t)rint(d),
                                (int64_t)trunc(d),
                                (int64_t)ceil(d),
                                (int64_t)floor(d),
                                (int64_t)rint(d),
                                (int64_t)trunc(d),
                                (int64_t)ceil(d),
                                (int64_t)floor(d),
                                bits_f(f),
                                bits_d(d),
                                bits_d(d) >> 32,
                                (int64_t)(uint32_t)bits_d(d),
                                bits_d(d),
                                bits_f(narrow(d, FE_TOWARDZERO)),
                                bits_f(narrow(d, FE_UPWARD)),
                                bits_f(narrow(d, FE_DOWNWARD)),
                                bits_f(narrow(d, FE_TONEAREST)),
                                bits_f(f),
                                (int64_t)f,
                                (int64_t)d};
    for (int j = 0; j < each; ++j) {
      if (got[i * each + j] != want[j])
        fail_msg("conversion %d of %.17g is %lld, not %lld", j, d, (long long)got[i * each + j],
                 (long long)want[j]);
    }
  }
  gc_mem_release(a);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static float from_ll(int64_t v, int mode) {
  volatile int64_t x = v;
  fesetround(mode);
  volatile float f = (float)x;
  fesetround(FE_TONEAREST);
  return f;
}
static double from_ll_d(int64_t v, int mode) {
  volatile int64_t x = v;
  fesetround(mode);
  volatile double d = (double)x;
  fesetround(FE_TONEAREST);
  return d;
}

static void conversions_of_integers(void** state) {
  (void)state;
  enum { n = 8, each = 8 };
  gc_kernel* k = kernel("from_integers");
  const int64_t in[n] = {0, 1, -1, 16777217, -33554433, 2147483647, 9007199254740993, -1234567890123456789};
  int32_t got[n * each];
  gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
  run(k, 1, 32, ARGS(M(out), M(a), I(n)));
  download(out, got, sizeof got);
  for (int i = 0; i < n; ++i) {
    const int64_t v = in[i];
    const int32_t w = (int32_t)v;
    const int32_t want[each] = {bits_f(from_ll(w, FE_TONEAREST)),
                                bits_f(from_ll(w, FE_TOWARDZERO)),
                                bits_f(from_ll(w, FE_UPWARD)),
                                bits_f(from_ll(w, FE_DOWNWARD)),
                                bits_f(from_ll(v, FE_TONEAREST)),
                                bits_f(from_ll(v, FE_TOWARDZERO)),
                                (int32_t)(bits_d(from_ll_d(v, FE_UPWARD)) >> 20),
                                bits_f((float)(uint32_t)w)};
    for (int j = 0; j < each; ++j) {
      if (got[i * each + j] != want[j])
        fail_msg("conversion %d of %lld is %x, not %x", j, (long long)v, got[i * each + j], want[j]);
    }
  }
  gc_mem_release(a);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void rounded_arithmetic(void** state) {
  (void)state;
  gc_kernel* k = kernel("rounded");
  const int modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
  gc_mem *fo = zeros(80), *dout = zeros(160);
  uint64_t seed = 4;
  for (int round = 0; round < 40; ++round) {
    const double sign = round % 3 == 1 ? -1 : 1;
    volatile double u = random_unit(&seed) * 100, v = sign * random_unit(&seed), w = random_unit(&seed) * 10;
    volatile float x = (float)u, y = (float)v, z = (float)w;
    run(k, 1, 1, ARGS(M(fo), M(dout), F(x), F(y), F(z), D(u), D(v), D(w)));
    float f[20];
    double d[20];
    download(fo, f, sizeof f);
    download(dout, d, sizeof d);
    for (int m = 0; m < 4; ++m) {
      volatile float wf[5];
      volatile double wd[5];
      fesetround(modes[m]);
      wf[0] = x + y;
      wf[1] = x * y;
      wf[2] = fmaf(x, y, z);
      wf[3] = x / y;
      wf[4] = sqrtf(x);
      wd[0] = u + v;
      wd[1] = u * v;
      wd[2] = fma(u, v, w);
      wd[3] = u / v;
      wd[4] = sqrt(u);
      fesetround(FE_TONEAREST);
      for (int j = 0; j < 5; ++j) {
        if (f[4 * j + m] != wf[j])
          fail_msg("float operation %d, rounding %d: %.9g, not %.9g", j, m, f[4 * j + m], wf[j]);
        if (d[4 * j + m] != wd[j])
          fail_msg("double operation %d, rounding %d: %.17g, not %.17g", j, m, d[4 * j + m], wd[j]);
      }
    }
  }
  gc_mem_release(fo);
  gc_mem_release(dout);
  gc_kernel_release(k);
}

/* --- vector types --- */

static void vector_sizes(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(load("vector", NULL, 0), "sizes");
  static const int32_t want[] = {1, 1, 2,  2, 3,  1,  4,  4,  1,  1,  2,  2,  3,  1,  4,  4,  2,  2,  4,  4,
                                 6, 2, 8,  8, 4,  4,  6,  2,  8,  8,  4,  4,  8,  8,  12, 4,  16, 16, 4,  4,
                                 8, 8, 12, 4, 16, 16, 16, 16, 16, 16, 8,  8,  16, 16, 24, 8,  32, 16, 16, 16,
                                 4, 4, 8,  8, 12, 4,  16, 16, 8,  8,  16, 16, 24, 8,  32, 16, 12, 4};
  int32_t got[sizeof want / 4];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 1, ARGS(M(out)));
  download(out, got, sizeof got);
  for (size_t i = 0; i < sizeof want / 4; ++i) {
    if (got[i] != want[i])
      fail_msg("%s of type %zu is %d, not %d", i % 2 ? "alignment" : "size", i / 2, got[i], want[i]);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void vector_values(void** state) {
  (void)state;
  gc_module* m = load("vector", NULL, 0);
  gc_kernel *add = kernel_of(m, "add4"), *swap = kernel_of(m, "swap_bytes"), *mixed = kernel_of(m, "mixed");
  float a[64], b[64], got[64];
  for (int i = 0; i < 64; ++i) {
    a[i] = (float)i;
    b[i] = (float)(i % 7) + 0.5f;
  }
  gc_mem *ma = upload(a, sizeof a), *mb = upload(b, sizeof b), *out = zeros(sizeof got);
  run(add, 1, 16, ARGS(M(out), M(ma), M(mb)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; i += 4) {
    assert_true(got[i] == a[i] + b[i] && got[i + 1] == a[i + 1] - b[i + 1]);
    assert_true(got[i + 2] == a[i + 2] * b[i + 2] && got[i + 3] == a[i + 3] / b[i + 3]);
  }
  uint32_t words[8];
  for (uint32_t i = 0; i < 8; ++i) words[i] = 0x01020304u * (i + 1);
  gc_mem* w = upload(words, sizeof words);
  run(swap, 1, 8, ARGS(M(w)));
  uint32_t swapped[8];
  download(w, swapped, sizeof swapped);
  for (int i = 0; i < 8; ++i) assert_int_equal(swapped[i], __builtin_bswap32(words[i]));

  struct {
    int32_t x, y, z;
  } i3 = {1, -2, 3};
  struct {
    double x, y;
  } d2 = {0.5, -0.25};
  struct {
    int16_t x, y, z, w;
  } s4 = {-7, 0, 0, 8};
  struct {
    int64_t x, y;
  } l2 = {(int64_t)1 << 40, -9};
  unsigned char bytes[64];
  memcpy(bytes, &i3, 12);
  memcpy(bytes + 16, &d2, 16);
  memcpy(bytes + 32, &s4, 8);
  memcpy(bytes + 48, &l2, 16);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  config.bytes = bytes;
  config.bytes_size = sizeof bytes;
  gc_mem* o = zeros(15 * 8);
  const gc_arg args[] = {M(o),
                         {GRIDCALL_ARG_KIND_BYTES, 12, 0, NULL},
                         {GRIDCALL_ARG_KIND_BYTES, 16, 16, NULL},
                         {GRIDCALL_ARG_KIND_BYTES, 8, 32, NULL},
                         {GRIDCALL_ARG_KIND_BYTES, 16, 48, NULL}};
  CALL(gc_launch, mixed, &config, args, 5, NULL);
  double values[15];
  download(o, values, sizeof values);
  const double want[15] = {1, -2, 3, 0.5, -0.25, -7, 8, 0x1p40, -9, 2, 3, 1, -30, 0, 3};
  for (int i = 0; i < 15; ++i) assert_true(values[i] == want[i]);
  gc_mem* all[] = {ma, mb, out, w, o};
  for (int i = 0; i < 5; ++i) gc_mem_release(all[i]);
  gc_kernel_release(add);
  gc_kernel_release(swap);
  gc_kernel_release(mixed);
}

const struct CMUnitTest integer_tests[] = {
    {"integer_bit_functions", bit_functions, NULL, NULL, NULL},
    {"integer_conversions", conversions, NULL, NULL, NULL},
    {"integer_conversions_of_integers", conversions_of_integers, NULL, NULL, NULL},
    {"integer_rounded_arithmetic", rounded_arithmetic, NULL, NULL, NULL},
    {"vector_sizes", vector_sizes, NULL, NULL, NULL},
    {"vector_values", vector_values, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
