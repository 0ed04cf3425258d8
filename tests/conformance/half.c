/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE
#include "harness.h"

#include <math.h>

static gc_kernel* kernel(const char* name) {
  return kernel_of(load("half", NULL, 0), name);
}

/* To the nearest half, ties to even. */
static uint16_t to_half(float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  const double a = fabs((double)f);
  if (isnan(f)) return (uint16_t)0x7fff;
  if (a >= 65520) return (uint16_t)(sign | 0x7c00);
  int e = 0;
  if (a > 0)
    frexp(a, &e);
  else
    e = -100;
  const int shift = (e < -13 ? -14 : e - 1) - 10; /* weight of the last place */
  const uint32_t q = (uint32_t)nearbyint(ldexp(a, -shift));
  uint32_t h = q; /* subnormal, or with its implicit bit */
  if (shift > -24) h = q + (uint32_t)((shift + 24) << 10);
  return (uint16_t)(sign | h);
}
static float from_half(uint16_t h) {
  const int e = h >> 10 & 31, m = h & 1023;
  double v = e == 31 ? (m ? (double)NAN : HUGE_VAL) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
  return (float)(h & 0x8000 ? -v : v);
}
static int same(uint16_t a, uint16_t b) {
  return a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
}

static void conversions(void** state) {
  (void)state;
  enum { n = 1000 };
  gc_kernel *k = kernel("halves"), *b = kernel("back");
  static float in[n], floats[65536];
  static uint16_t got[3 * n], all[65536];
  const float fixed[] = {0,     -0.0f, 1,     -2,      65504, 65519, 65520, 1e10f,
                         6e-8f, 2e-8f, 3e-8f, 6.1e-5f, 0.1f,  2049,  2051,  -1e-9f};
  uint64_t seed = 8;
  for (int i = 0; i < n; ++i) {
    in[i] = i < 16 ? fixed[i] : (float)((random_unit(&seed) - 0.5) * exp2(random_unit(&seed) * 40 - 24));
  }
  gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
  run(k, (n + 127) / 128, 128, ARGS(M(out), M(a), I(n)));
  download(out, got, sizeof got);
  for (int i = 0; i < n; ++i) {
    const uint16_t h = to_half(in[i]);
    const float f = from_half(h);
    if (!same(got[3 * i], h)) fail_msg("%.9g becomes %x, not %x", in[i], got[3 * i], h);
    if (!same(got[3 * i + 1], to_half(f + 1)))
      fail_msg("%.9g + 1 is %x, not %x", f, got[3 * i + 1], to_half(f + 1));
    if (!same(got[3 * i + 2], to_half(f * f)))
      fail_msg("%.9g squared is %x, not %x", f, got[3 * i + 2], to_half(f * f));
  }
  for (int i = 0; i < 65536; ++i) all[i] = (uint16_t)i;
  gc_mem *h = upload(all, sizeof all), *f = zeros(sizeof floats);
  run(b, 512, 128, ARGS(M(f), M(h), I(65536)));
  download(f, floats, sizeof floats);
  for (int i = 0; i < 65536; ++i) {
    const float want = from_half((uint16_t)i);
    if (isnan(want) ? !isnan(floats[i]) : memcmp(&want, &floats[i], 4) != 0)
      fail_msg("half %x is %.9g, not %.9g", i, floats[i], want);
  }
  gc_mem* mems[] = {a, out, h, f};
  for (int i = 0; i < 4; ++i) gc_mem_release(mems[i]);
  gc_kernel_release(k);
  gc_kernel_release(b);
}

static void pairs(void** state) {
  (void)state;
  gc_kernel* k = kernel("pairs");
  uint16_t a[64], b[64], got[64];
  for (int i = 0; i < 64; ++i) {
    a[i] = to_half((float)i * 0.25f);
    b[i] = to_half(3 - (float)i);
  }
  gc_mem *ma = upload(a, sizeof a), *mb = upload(b, sizeof b), *out = zeros(sizeof got);
  run(k, 1, 32, ARGS(M(out), M(ma), M(mb)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_int_equal(got[i], to_half(from_half(a[i]) * from_half(b[i]) + 0.5f));
  gc_mem* mems[] = {ma, mb, out};
  for (int i = 0; i < 3; ++i) gc_mem_release(mems[i]);
  gc_kernel_release(k);
}

static void brain_floats(void** state) {
  (void)state;
  gc_kernel* k = kernel("brains");
  const float in[8] = {0, 1, -2.5f, 3.14159274f, 1e38f, 1.00390625f, 1.01171875f, -1e-40f};
  uint16_t got[8];
  gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
  run(k, 1, 8, ARGS(M(out), M(a), I(8)));
  download(out, got, sizeof got);
  for (int i = 0; i < 8; ++i) {
    uint32_t bits;
    memcpy(&bits, &in[i], 4);
    assert_int_equal(got[i], (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
  gc_mem_release(a);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void atomics(void** state) {
  (void)state;
  gc_kernel* k = kernel("add_atomically");
  gc_mem* sum = zeros(4);
  run(k, 10, 100, ARGS(M(sum)));
  uint16_t got[2];
  download(sum, got, 4);
  assert_true(from_half(got[0]) == 1000);
  assert_int_equal(got[1], 0);
  gc_mem_release(sum);
  gc_kernel_release(k);
}

const struct CMUnitTest half_tests[] = {
    {"half_conversions", conversions, NULL, NULL, NULL},
    {"half_pairs", pairs, NULL, NULL, NULL},
    {"half_brain_floats", brain_floats, NULL, NULL, NULL},
    {"half_atomics", atomics, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
