/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static gc_kernel* kernel(const char* name) {
  return kernel_of(load("output", NULL, 0), name);
}

static void formats(void** state) {
  (void)state;
  gc_kernel* k = kernel("formats");
  static char got[8192], want[8192];
  gc_mem* mem = zeros(16);
  uint64_t address = address_of(mem);
  Capture c = capture_begin(1);
  start(k, NULL, 1, 1, ARGS(L(0), M(mem)));
  const gc_status status = gc_context_synchronize(context, NULL);
  capture_end(&c, got, sizeof got);
  assert_int_equal(status, GRIDCALL_OK);
  snprintf(want, sizeof want,
           "plain\n"
           "-5 42 4000000000 beef BEEF 10 q %%\n"
           "   42|42   |00042|+42| 42|007\n"
           "-9000000000 18000000000000000000 123456789abcdef -7 7\n"
           "-3 65535\n"
           "1.500000 3.14 1.234568e+04 0.0001 1E+20      2.000|2.0       |\n"
           "text and      right and left  | and cu\n"
           "0x%" PRIx64
           "\n"
           "     1|2     |\n"
           "01234567890123456789\n",
           address);
  assert_string_equal(got, want);
  gc_mem_release(mem);
  gc_kernel_release(k);
}

static int by_text(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

static void every_thread(void** state) {
  (void)state;
  gc_kernel* k = kernel("lines");
  static char got[65536];
  static char* lines[512];
  Capture c = capture_begin(1);
  start(k, NULL, 4, 64, NULL, 0);
  const gc_status status = gc_context_synchronize(context, NULL);
  capture_end(&c, got, sizeof got);
  assert_int_equal(status, GRIDCALL_OK);
  int count = 0;
  for (char* line = strtok(got, "\n"); line != NULL && count < 512; line = strtok(NULL, "\n"))
    lines[count++] = line;
  assert_int_equal(count, 256);
  static char names[256][32];
  char* want[256];
  for (int i = 0; i < 256; ++i) {
    snprintf(names[i], 32, "block %d thread %d", i / 64, i % 64);
    want[i] = names[i];
  }
  qsort(lines, 256, sizeof lines[0], by_text);
  qsort(want, 256, sizeof want[0], by_text);
  for (int i = 0; i < 256; ++i) assert_string_equal(lines[i], want[i]);
  gc_kernel_release(k);
}

/* CUDA's printf returns the number of arguments, not of characters. */
static void results(void** state) {
  (void)state;
  gc_kernel* k = kernel("counted");
  char got[256];
  int32_t out[2];
  gc_mem* mem = zeros(8);
  Capture c = capture_begin(1);
  start(k, NULL, 1, 1, ARGS(M(mem)));
  const gc_status status = gc_context_synchronize(context, NULL);
  capture_end(&c, got, sizeof got);
  assert_int_equal(status, GRIDCALL_OK);
  assert_string_equal(got, "1 x\nnone\n");
  download(mem, out, 8);
  assert_int_equal(out[0], 2);
  assert_int_equal(out[1], 0);
  gc_mem_release(mem);
  gc_kernel_release(k);
}

static void assert_holds(void** state) {
  (void)state;
  gc_kernel* k = kernel("holds");
  run(k, 2, 32, ARGS(I(3)));
  gc_kernel_release(k);
}

static void heap_use(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(load("heap", NULL, 0), "use");
  int32_t got[512];
  gc_mem* out = zeros(sizeof got);
  for (int n = 1; n <= 300; n += 133) {
    for (int round = 0; round < 3; ++round) { /* what was freed can be allocated again */
      run(k, 4, 128, ARGS(M(out), I(n)));
      download(out, got, sizeof got);
      for (int i = 0; i < 512; ++i) assert_int_equal(got[i], n * i + n * (n - 1) / 2);
    }
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void heap_between_launches(void** state) {
  (void)state;
  gc_module* m = load("heap", NULL, 0);
  gc_kernel *make_ = kernel_of(m, "make"), *look = kernel_of(m, "look"), *drop = kernel_of(m, "drop"),
            *too = kernel_of(m, "too_much");
  int32_t got[64];
  gc_mem* out = zeros(sizeof got);
  run(make_, 1, 64, NULL, 0);
  run(look, 1, 64, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_int_equal(got[i], i * 9);
  run(drop, 1, 64, NULL, 0);
  run(too, 1, 1, ARGS(M(out)));
  download(out, got, 4);
  assert_int_equal(got[0], 1);
  gc_mem_release(out);
  gc_kernel* all[] = {make_, look, drop, too};
  for (int i = 0; i < 4; ++i) gc_kernel_release(all[i]);
}

const struct CMUnitTest output_tests[] = {
    {"output_printf_formats", formats, NULL, NULL, NULL},
    {"output_printf_every_thread", every_thread, NULL, NULL, NULL},
    {"output_printf_results", results, NULL, NULL, NULL},
    {"output_assert_holds", assert_holds, NULL, NULL, NULL},
    {"heap_use", heap_use, NULL, NULL, NULL},
    {"heap_between_launches", heap_between_launches, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
