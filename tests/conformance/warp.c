/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

#include <stdlib.h>

enum { lanes = 64 };

static gc_kernel* kernel(const char* name) {
  static const char* const instances[] = {"shuffles<int>",
                                          "shuffles<unsigned>",
                                          "shuffles<float>",
                                          "shuffles<long long>",
                                          "shuffles<unsigned long long>",
                                          "shuffles<double>",
                                          "matches<int>",
                                          "matches<unsigned>",
                                          "matches<long long>",
                                          "matches<unsigned long long>",
                                          "matches<float>",
                                          "matches<double>"};
  return kernel_of(load("warp", instances, sizeof instances / sizeof instances[0]), name);
}

/* The lane a shuffle reads, by the rules of the CUDA C++ Programming Guide. */
static int source_lane(int way, int lane, int operand, int width) {
  const int base = lane & ~(width - 1);
  switch (way) {
    case 0:
      return base + (operand & (width - 1));
    case 1:
      return lane - operand < base ? lane : lane - operand;
    case 2:
      return lane + operand >= base + width ? lane : lane + operand;
    default:
      return (lane ^ operand) >= base + width ? lane : lane ^ operand;
  }
}

static void check_shuffles(const char* name, size_t size) {
  gc_kernel* k = kernel(name);
  uint64_t values[lanes], seed = 5;
  unsigned char in[lanes * 8], got[4 * lanes * 8];
  for (int i = 0; i < lanes; ++i)
    values[i] = (uint64_t)random_u32(&seed) << 32 | (random_u32(&seed) & 0x3fffffffu);
  for (int i = 0; i < lanes; ++i) values[i] &= 0x3fffffffffffffffu; /* no NaN among them */
  for (int i = 0; i < lanes; ++i) memcpy(in + (size_t)i * size, &values[i], size);
  gc_mem *a = upload(in, lanes * size), *out = zeros(4 * lanes * size);
  for (int width = 1; width <= 32; width *= 2) {
    for (int operand = 0; operand < 32; operand += operand < 4 ? 1 : 5) {
      run(k, 1, lanes, ARGS(M(out), M(a), I(operand), I(width)));
      download(out, got, 4 * lanes * size);
      for (int way = 0; way < 4; ++way) {
        for (int t = 0; t < lanes; ++t) {
          const int from = (t & ~31) + source_lane(way, t & 31, operand, width);
          if (memcmp(got + (size_t)(way * lanes + t) * size, in + (size_t)from * size, size) != 0) {
            fail_msg("%s: way %d, width %d, operand %d, thread %d: not lane %d's value", name, way, width,
                     operand, t, from);
          }
        }
      }
    }
  }
  gc_mem_release(a);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void shuffle_4(void** state) {
  (void)state;
  check_shuffles("shuffles<int>", 4);
  check_shuffles("shuffles<unsigned>", 4);
  check_shuffles("shuffles<float>", 4);
}

static void shuffle_8(void** state) {
  (void)state;
  check_shuffles("shuffles<long long>", 8);
  check_shuffles("shuffles<unsigned long long>", 8);
  check_shuffles("shuffles<double>", 8);
}

static void shuffle_gather(void** state) {
  (void)state;
  gc_kernel* k = kernel("gather");
  int32_t in[lanes], source[lanes], got[lanes];
  uint64_t seed = 6;
  for (int i = 0; i < lanes; ++i) {
    in[i] = i * i;
    source[i] = (int32_t)(random_u32(&seed) % 32);
  }
  gc_mem *a = upload(in, sizeof in), *s = upload(source, sizeof source), *out = zeros(sizeof got);
  run(k, 1, lanes, ARGS(M(out), M(a), M(s)));
  download(out, got, sizeof got);
  for (int i = 0; i < lanes; ++i) assert_int_equal(got[i], in[(i & ~31) + source[i]]);
  gc_mem_release(a);
  gc_mem_release(s);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void partial_masks(void** state) {
  (void)state;
  gc_kernel* k = kernel("halves");
  int32_t got[128];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 64, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int t = 0; t < 64; ++t) {
    const int lane = t % 32;
    assert_int_equal(got[t], lane < 16 ? (lane ^ 1) * 10 : (lane ^ 15) * 100);
    assert_int_equal((uint32_t)got[64 + t], lane < 16 ? 0x0000aaaau : 0x11110000u);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void votes(void** state) {
  (void)state;
  gc_kernel* k = kernel("votes");
  uint64_t seed = 9;
  for (int round = 0; round < 8; ++round) {
    int32_t in[lanes];
    uint32_t got[4 * lanes], mask[2] = {0, 0};
    for (int i = 0; i < lanes; ++i) {
      in[i] = round == 0 ? 0 : round == 1 ? 5 : round == 2 ? i == 17 : (random_u32(&seed) & 3) == 0 ? 256 : 0;
      mask[i / 32] |= (uint32_t)(in[i] != 0) << (i % 32);
    }
    gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
    run(k, 1, lanes, ARGS(M(out), M(a)));
    download(out, got, sizeof got);
    for (int i = 0; i < lanes; ++i) {
      assert_int_equal(got[4 * i], mask[i / 32]);
      assert_int_equal(got[4 * i + 1], mask[i / 32] != 0);
      assert_int_equal(got[4 * i + 2], mask[i / 32] == 0xffffffffu);
      assert_int_equal(got[4 * i + 3], __builtin_popcount(mask[i / 32] & ((1u << (i % 32)) - 1)));
    }
    gc_mem_release(a);
    gc_mem_release(out);
  }
  gc_kernel_release(k);
}

static void check_matches(const char* name, size_t size, int is_float) {
  gc_kernel* k = kernel(name);
  for (int kinds = 1; kinds <= 32; kinds += 6) {
    unsigned char in[lanes * 8];
    uint32_t got[3 * lanes];
    for (int i = 0; i < lanes; ++i) {
      const int v = i * i % kinds;
      const float f = (float)v;
      const double d = v;
      const uint64_t u = ((uint64_t)v << 32) + 3u + (size == 4 ? (uint64_t)v : 0);
      memcpy(in + (size_t)i * size,
             !is_float   ? (const void*)&u
             : size == 4 ? (const void*)&f
                         : (const void*)&d,
             size);
    }
    gc_mem *a = upload(in, lanes * size), *out = zeros(sizeof got);
    run(k, 1, lanes, ARGS(M(out), M(a)));
    download(out, got, sizeof got);
    for (int i = 0; i < lanes; ++i) {
      uint32_t same = 0;
      for (int j = i & ~31; j < (i & ~31) + 32; ++j)
        same |= (uint32_t)(j * j % kinds == i * i % kinds) << (j % 32);
      assert_int_equal(got[3 * i], same);
      assert_int_equal(got[3 * i + 1], same == 0xffffffffu ? same : 0);
      assert_int_equal(got[3 * i + 2], same == 0xffffffffu);
    }
    gc_mem_release(a);
    gc_mem_release(out);
  }
  gc_kernel_release(k);
}

static void matches(void** state) {
  (void)state;
  check_matches("matches<int>", 4, 0);
  check_matches("matches<unsigned>", 4, 0);
  check_matches("matches<float>", 4, 1);
  check_matches("matches<long long>", 8, 0);
  check_matches("matches<unsigned long long>", 8, 0);
  check_matches("matches<double>", 8, 1);
}

/* A device may choose which lanes are converged; but a lane is always among its own, and no lane that took
 * the other way is. */
static void active_mask(void** state) {
  (void)state;
  gc_kernel* k = kernel("active");
  for (int below = 1; below <= 32; below += 5) {
    uint32_t got[lanes];
    gc_mem* out = zeros(sizeof got);
    run(k, 1, lanes, ARGS(M(out), I(below)));
    download(out, got, sizeof got);
    const uint32_t most = below == 32 ? 0xffffffffu : (1u << below) - 1;
    for (int i = 0; i < lanes; ++i) {
      if (i % 32 < below) {
        assert_true(got[i] >> (i % 32) & 1);
        assert_int_equal(got[i] & ~most, 0);
      } else {
        assert_int_equal(got[i], 0);
      }
    }
    gc_mem_release(out);
  }
  gc_kernel_release(k);
}

static void reduce(void** state) {
  (void)state;
  gc_kernel *k = kernel("reduce_unsigned"), *s = kernel("reduce_signed");
  uint32_t in[lanes], got[6 * lanes];
  uint64_t seed = 12;
  for (int i = 0; i < lanes; ++i) in[i] = random_u32(&seed);
  gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
  const uint32_t masks[] = {0xffffffffu, 0x0f0f00ffu, 1u << 7, 0x80000001u};
  for (int m = 0; m < 4; ++m) {
    run(k, 1, lanes, ARGS(M(out), M(a), U(masks[m])));
    download(out, got, sizeof got);
    for (int i = 0; i < lanes; ++i) {
      if (!(masks[m] >> (i % 32) & 1)) continue;
      uint32_t want[6] = {0, 0xffffffffu, 0, 0xffffffffu, 0, 0};
      for (int j = i & ~31; j < (i & ~31) + 32; ++j) {
        if (!(masks[m] >> (j % 32) & 1)) continue;
        want[0] += in[j];
        want[1] = in[j] < want[1] ? in[j] : want[1];
        want[2] = in[j] > want[2] ? in[j] : want[2];
        want[3] &= in[j];
        want[4] |= in[j];
        want[5] ^= in[j];
      }
      assert_memory_equal(&got[6 * i], want, sizeof want);
    }
  }
  run(s, 1, lanes, ARGS(M(out), M(a)));
  download(out, got, 3 * lanes * 4);
  for (int i = 0; i < lanes; ++i) {
    uint32_t sum = 0;
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int j = i & ~31; j < (i & ~31) + 32; ++j) {
      const int32_t v = (int32_t)in[j];
      sum += in[j];
      least = v < least ? v : least;
      most = v > most ? v : most;
    }
    assert_int_equal(got[3 * i], sum);
    assert_int_equal((int32_t)got[3 * i + 1], least);
    assert_int_equal((int32_t)got[3 * i + 2], most);
  }
  gc_mem_release(a);
  gc_mem_release(out);
  gc_kernel_release(k);
  gc_kernel_release(s);
}

static void sync_warp(void** state) {
  (void)state;
  gc_kernel* k = kernel("rotate");
  int32_t got[lanes];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, lanes, ARGS(M(out), I(45)));
  download(out, got, sizeof got);
  for (int i = 0; i < lanes; ++i) assert_int_equal(got[i], (i & ~31) + (i + 45) % 32);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void scan(void** state) {
  (void)state;
  gc_kernel* k = kernel("scan");
  int32_t in[lanes], got[lanes];
  for (int i = 0; i < lanes; ++i) in[i] = i * 3 - 50;
  gc_mem *a = upload(in, sizeof in), *out = zeros(sizeof got);
  run(k, 1, lanes, ARGS(M(out), M(a)));
  download(out, got, sizeof got);
  for (int i = 0, sum = 0; i < lanes; ++i) {
    sum = i % 32 == 0 ? in[i] : sum + in[i];
    assert_int_equal(got[i], sum);
  }
  gc_mem_release(a);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void partial_warp(void** state) {
  (void)state;
  gc_kernel* k = kernel("partial");
  for (uint32_t n = 1; n <= 100; n += 11) {
    uint32_t got[128];
    gc_mem* out = zeros(sizeof got);
    run(k, 1, n, ARGS(M(out)));
    download(out, got, sizeof got);
    for (uint32_t i = 0; i < n; ++i) {
      assert_int_equal(got[i], i / 32 < n / 32 ? 0xffffffffu : (1u << (n % 32)) - 1);
    }
    gc_mem_release(out);
  }
  gc_kernel_release(k);
}

const struct CMUnitTest warp_tests[] = {
    {"warp_shuffle_4_bytes", shuffle_4, NULL, NULL, NULL},
    {"warp_shuffle_8_bytes", shuffle_8, NULL, NULL, NULL},
    {"warp_shuffle_gather", shuffle_gather, NULL, NULL, NULL},
    {"warp_partial_masks", partial_masks, NULL, NULL, NULL},
    {"warp_votes", votes, NULL, NULL, NULL},
    {"warp_matches", matches, NULL, NULL, NULL},
    {"warp_active_mask", active_mask, NULL, NULL, NULL},
    {"warp_reduce", reduce, NULL, NULL, NULL},
    {"warp_sync_warp", sync_warp, NULL, NULL, NULL},
    {"warp_scan", scan, NULL, NULL, NULL},
    {"warp_partial_warp", partial_warp, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
