/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

#include <stdlib.h>

static gc_kernel* kernel(const char* name) {
  return kernel_of(load("block", NULL, 0), name);
}

static void check_place(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz) {
  gc_kernel* k = kernel("place");
  const size_t threads = (size_t)bx * by * bz, blocks = (size_t)gx * gy * gz;
  gc_mem* out = zeros(threads * blocks * 8);
  run_shape(k, (Shape){{gx, gy, gz}, {bx, by, bz}, 0}, ARGS(M(out)));
  uint64_t* got = malloc(threads * blocks * 8);
  download(out, got, threads * blocks * 8);
  size_t at = 0;
  for (uint64_t z = 0; z < gz; ++z)
    for (uint64_t y = 0; y < gy; ++y)
      for (uint64_t x = 0; x < gx; ++x)
        for (uint64_t tz = 0; tz < bz; ++tz)
          for (uint64_t ty = 0; ty < by; ++ty)
            for (uint64_t tx = 0; tx < bx; ++tx, ++at)
              assert_int_equal(got[at], x | y << 10 | z << 20 | tx << 30 | ty << 40 | tz << 50);
  free(got);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void shapes(void** state) {
  (void)state;
  check_place(1, 1, 1, 1, 1, 1);
  check_place(7, 1, 1, 33, 1, 1);
  check_place(3, 5, 1, 8, 4, 1);
  check_place(3, 4, 5, 7, 3, 2);
  check_place(2, 1, 1, 1024, 1, 1);
  check_place(1, 2, 1, 1, 1024, 1);
  check_place(1, 1, 2, 16, 1, 64);
  check_place(2, 2, 2, 32, 8, 4);
}

static void shape_constants(void** state) {
  (void)state;
  gc_kernel* k = kernel("sizes");
  gc_mem* out = zeros(28);
  run_shape(k, (Shape){{3, 2, 4}, {8, 2, 3}, 0}, ARGS(M(out)));
  int32_t got[7];
  download(out, got, sizeof got);
  const int32_t want[7] = {3, 2, 4, 8, 2, 3, 32};
  assert_memory_equal(got, want, sizeof want);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void large_grids(void** state) {
  (void)state;
  gc_kernel* k = kernel("count_blocks");
  const Shape grids[] = {
      {{100000, 1, 1}, {1, 1, 1}, 0}, {{2, 65535, 1}, {1, 1, 1}, 0}, {{1, 2, 65535}, {2, 1, 1}, 0}};
  for (size_t i = 0; i < 3; ++i) {
    gc_mem* count = zeros(4);
    run_shape(k, grids[i], ARGS(M(count)));
    uint32_t got = 0;
    download(count, &got, 4);
    assert_int_equal(got, grids[i].grid[0] * grids[i].grid[1] * grids[i].grid[2]);
    gc_mem_release(count);
  }
  gc_kernel_release(k);
}

static void shared_static(void** state) {
  (void)state;
  gc_kernel* k = kernel("reverse_static");
  const uint32_t sizes[] = {1, 31, 32, 33, 100, 256, 1023, 1024};
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; ++s) {
    const uint32_t n = sizes[s], blocks = 5;
    int32_t x[5 * 1024];
    for (uint32_t i = 0; i < blocks * n; ++i) x[i] = (int32_t)(i * 7919);
    gc_mem* mem = upload(x, blocks * n * 4);
    run(k, blocks, n, ARGS(M(mem)));
    int32_t got[5 * 1024];
    download(mem, got, blocks * n * 4);
    for (uint32_t b = 0; b < blocks; ++b)
      for (uint32_t i = 0; i < n; ++i) assert_int_equal(got[b * n + i], x[b * n + n - 1 - i]);
    gc_mem_release(mem);
  }
  gc_kernel_release(k);
}

static void shared_dynamic(void** state) {
  (void)state;
  gc_kernel* k = kernel("reverse_dynamic");
  double x[512], gx[512];
  char y[512], gy[512];
  for (int i = 0; i < 512; ++i) {
    x[i] = i * 0.5;
    y[i] = (char)i;
  }
  for (uint32_t n = 1; n <= 512; n *= 8) {
    gc_mem *a = upload(x, n * 8), *b = upload(y, n);
    run_shape(k, (Shape){{1, 1, 1}, {n, 1, 1}, n * 9}, ARGS(M(a), M(b)));
    download(a, gx, n * 8);
    download(b, gy, n);
    for (uint32_t i = 0; i < n; ++i) {
      assert_true(gx[i] == x[n - 1 - i]);
      assert_int_equal(gy[i], y[n - 1 - i]);
    }
    gc_mem_release(a);
    gc_mem_release(b);
  }
  gc_kernel_release(k);
}

/* More than 48 KiB needs the kernel's attribute raised; the most a device has is an attribute of it. */
static void shared_dynamic_large(void** state) {
  (void)state;
  int32_t most = 0;
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &most);
  assert_true(most >= 48 * 1024);
  gc_kernel* k = kernel("reverse_dynamic");
  CALL(gc_kernel_set_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most);
  int32_t now = 0;
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &now);
  assert_int_equal(now, most);
  double x[64], got[64];
  for (int i = 0; i < 64; ++i) x[i] = i;
  gc_mem *a = upload(x, sizeof x), *b = zeros(64);
  run_shape(k, (Shape){{1, 1, 1}, {64, 1, 1}, (uint32_t)most}, ARGS(M(a), M(b)));
  download(a, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_true(got[i] == 63 - i);
  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(k);
}

static void shared_transpose(void** state) {
  (void)state;
  gc_kernel* k = kernel("transpose");
  enum { n = 100 };
  static float in[n * n], got[n * n];
  for (int i = 0; i < n * n; ++i) in[i] = (float)i;
  gc_mem *a = upload(in, sizeof in), *b = zeros(sizeof in);
  run_shape(k, (Shape){{(n + 15) / 16, (n + 15) / 16, 1}, {16, 16, 1}, 0}, ARGS(M(b), M(a), I(n)));
  download(b, got, sizeof got);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) assert_true(got[y * n + x] == in[x * n + y]);
  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(k);
}

static void reduction(void** state) {
  (void)state;
  gc_kernel* k = kernel("sum_block");
  enum { n = 20000 };
  static int32_t in[n];
  uint64_t seed = 1;
  for (int i = 0; i < n; ++i) in[i] = (int32_t)random_u32(&seed);
  gc_mem* a = upload(in, sizeof in);
  for (uint32_t block = 64; block <= 1024; block *= 4) {
    const uint32_t blocks = (n + block - 1) / block;
    gc_mem* out = zeros(blocks * 8);
    run(k, blocks, block, ARGS(M(out), M(a), I(n)));
    int64_t got[400];
    download(out, got, blocks * 8);
    for (uint32_t b = 0; b < blocks; ++b) {
      int64_t want = 0;
      for (uint32_t i = b * block; i < (b + 1) * block && i < n; ++i) want += in[i];
      assert_true(got[b] == want);
    }
    gc_mem_release(out);
  }
  gc_mem_release(a);
  gc_kernel_release(k);
}

static void counting_barriers(void** state) {
  (void)state;
  gc_kernel* k = kernel("counting");
  enum { rounds = 6 };
  const uint32_t sizes[] = {1, 32, 45, 512, 1024};
  static int32_t count[rounds * 1024], all[rounds * 1024], any[rounds * 1024];
  for (size_t s = 0; s < 5; ++s) {
    const uint32_t n = sizes[s];
    gc_mem *c = zeros(rounds * n * 4), *a = zeros(rounds * n * 4), *o = zeros(rounds * n * 4);
    run(k, 1, n, ARGS(M(c), M(a), M(o), I(rounds)));
    download(c, count, rounds * n * 4);
    download(a, all, rounds * n * 4);
    download(o, any, rounds * n * 4);
    for (int r = 0; r < rounds; ++r) {
      int32_t want = 0;
      for (uint32_t t = 0; t < n; ++t) want += (int)t % (r + 2) == 0;
      for (uint32_t t = 0; t < n; ++t) {
        assert_int_equal(count[r * (int)n + (int)t], want);
        assert_int_equal(all[r * (int)n + (int)t], (int)n - 1 < 1000 - 150 * r);
        assert_int_equal(any[r * (int)n + (int)t], 10 * r < (int)n);
      }
    }
    gc_mem_release(c);
    gc_mem_release(a);
    gc_mem_release(o);
  }
  gc_kernel_release(k);
}

static void early_exit(void** state) {
  (void)state;
  gc_kernel* k = kernel("leave_early");
  const int sizes[] = {1, 5, 32, 40, 700};
  for (size_t s = 0; s < 5; ++s) {
    int32_t got[1024];
    gc_mem* out = zeros(sizeof got);
    run(k, 1, 1024, ARGS(M(out), I(sizes[s])));
    download(out, got, sizeof got);
    for (int i = 0; i < 1024; ++i) assert_int_equal(got[i], i < sizes[s] ? sizes[s] - 1 - i : 0);
    gc_mem_release(out);
  }
  gc_kernel_release(k);
}

static void barriers_in_a_loop(void** state) {
  (void)state;
  gc_kernel* k = kernel("many_barriers");
  int32_t got[96];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 96, ARGS(M(out), I(500)));
  download(out, got, sizeof got);
  uint32_t want = 0;
  for (uint32_t r = 0; r < 500; ++r) want = want * 3 + r % 96;
  for (int i = 0; i < 96; ++i) assert_int_equal((uint32_t)got[i], want);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void threads_wait(void** state) {
  (void)state;
  gc_kernel* k = kernel("wait_for_thread");
  const int openers[] = {1, 31, 32, 200};
  for (size_t i = 0; i < 4; ++i) {
    int32_t got[2] = {0, 0};
    gc_mem* out = zeros(8);
    run(k, 1, 256, ARGS(M(out), I(openers[i])));
    download(out, got, 8);
    assert_int_equal(got[0], 8);
    gc_mem_release(out);
  }
  gc_kernel_release(k);
}

static void threads_lock(void** state) {
  (void)state;
  gc_kernel* k = kernel("take_lock");
  gc_mem *lock = zeros(4), *counter = zeros(4);
  run(k, 4, 64, ARGS(M(lock), M(counter)));
  int32_t got = 0;
  download(counter, &got, 4);
  assert_int_equal(got, 256);
  gc_mem_release(lock);
  gc_mem_release(counter);
  gc_kernel_release(k);
}

static void blocks_wait(void** state) {
  (void)state;
  gc_kernel* k = kernel("chain");
  enum { n = 300 };
  gc_mem *flag = zeros(n * 4), *value = zeros(n * 8);
  run(k, n, 32, ARGS(M(flag), M(value)));
  int64_t got[n];
  download(value, got, sizeof got);
  for (int64_t i = 0; i < n; ++i) assert_true(got[i] == (i + 1) * (i + 2) / 2);
  gc_mem_release(flag);
  gc_mem_release(value);
  gc_kernel_release(k);
}

static void last_block(void** state) {
  (void)state;
  gc_kernel* k = kernel("last_adds");
  enum { n = 10000 };
  static int32_t in[n];
  int64_t want = 0;
  for (int i = 0; i < n; ++i) want += in[i] = i % 1000;
  gc_mem *a = upload(in, sizeof in), *parts = zeros(200 * 8), *total = zeros(8);
  for (int round = 0; round < 3; ++round) { /* atomicInc has wrapped: the counter is ready again */
    run(k, (n + 127) / 128, 128, ARGS(M(parts), M(total), M(a), I(n)));
    int64_t got = 0;
    download(total, &got, 8);
    assert_true(got == want);
  }
  gc_mem_release(a);
  gc_mem_release(parts);
  gc_mem_release(total);
  gc_kernel_release(k);
}

static void clock_runs(void** state) {
  (void)state;
  gc_kernel* k = kernel("clocks");
  int64_t got[128];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 64, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_true(got[2 * i] > 0 && got[2 * i] < 10000000000);
  gc_mem_release(out);
  gc_kernel_release(k);
}

const struct CMUnitTest block_tests[] = {
    {"block_shapes", shapes, NULL, NULL, NULL},
    {"block_shape_constants", shape_constants, NULL, NULL, NULL},
    {"block_large_grids", large_grids, NULL, NULL, NULL},
    {"block_shared_static", shared_static, NULL, NULL, NULL},
    {"block_shared_dynamic", shared_dynamic, NULL, NULL, NULL},
    {"block_shared_dynamic_large", shared_dynamic_large, NULL, NULL, NULL},
    {"block_shared_transpose", shared_transpose, NULL, NULL, NULL},
    {"block_reduction", reduction, NULL, NULL, NULL},
    {"block_counting_barriers", counting_barriers, NULL, NULL, NULL},
    {"block_early_exit", early_exit, NULL, NULL, NULL},
    {"block_barriers_in_a_loop", barriers_in_a_loop, NULL, NULL, NULL},
    {"block_threads_wait", threads_wait, NULL, NULL, NULL},
    {"block_threads_lock", threads_lock, NULL, NULL, NULL},
    {"block_blocks_wait", blocks_wait, NULL, NULL, NULL},
    {"block_last_block", last_block, NULL, NULL, NULL},
    {"block_clock", clock_runs, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
