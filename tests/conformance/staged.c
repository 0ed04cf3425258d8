/* SPDX-License-Identifier: Apache-2.0
 *
 * Launches with arrays of the host as arguments.
 */

#include "harness.h"

#include <stdlib.h>

static const char text[] =
    "__global__ void add(float *sum, const float *a, const float *b, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) sum[i] = a[i] + b[i];\n"
    "}\n"
    "__global__ void twice(int *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }\n"
    "__global__ void swap(int *x, int *y) { int t = x[threadIdx.x]; x[threadIdx.x] = y[threadIdx.x]; "
    "y[threadIdx.x] = t; }\n"
    "__global__ void spin(int *x) { x[0] = 1; while (*(volatile int *)x) { } }\n"
    "__global__ void only_numbers(int n) { }\n"
    "__global__ void trap(int *x) { x[0] = 5; __trap(); }\n"
    "__global__ void mixed(double scale, double *x, int n, const double *y) {\n"
    "  if (threadIdx.x < n) x[threadIdx.x] = scale * y[threadIdx.x];\n"
    "}\n";

static gc_kernel* kernel(const char* name) {
  static gc_module* module;
  if (module == NULL) module = compile(text);
  return kernel_of(module, name);
}
static gc_launch_config shape(uint32_t grid, uint32_t block) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid;
  config.block_x = block;
  return config;
}
#define HOST(...) (gc_host_arg[]){__VA_ARGS__}, sizeof((gc_host_arg[]){__VA_ARGS__}) / sizeof(gc_host_arg)

static void in_and_out(void** state) {
  (void)state;
  enum { N = 1000 };
  static float a[N + 1], b[N + 1], sum[N + 1];
  gc_kernel* add = kernel("add");
  gc_stream* stream = NULL;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  CALL(gc_stream_create, context, &options, &stream);
  const gc_launch_config config = shape(8, 128);
  /* At every alignment that floats can have: the CPU device copies some of them and has the others. */
  for (int shift = 0; shift < 2; ++shift) {
    for (int i = 0; i < N; ++i) {
      a[shift + i] = (float)i;
      b[shift + i] = (float)(3 * i + shift);
      sum[shift + i] = -1;
    }
    CALL(gc_launch_staged, add, &config, ARGS(I(N)),
         HOST(GRIDCALL_HOST_ARG(2, IN, b + shift, sizeof b - sizeof *b),
              GRIDCALL_HOST_ARG(0, OUT, sum + shift, sizeof sum - sizeof *sum),
              GRIDCALL_HOST_ARG(1, IN, a + shift, sizeof a - sizeof *a)),
         shift ? stream : NULL);
    for (int i = 0; i < N; ++i) {
      assert_true(sum[shift + i] == (float)(4 * i + shift));
      assert_true(a[shift + i] == (float)i && b[shift + i] == (float)(3 * i + shift));
    }
  }
  gc_stream_release(stream);
  gc_kernel_release(add);
}

static void in_out(void** state) {
  (void)state;
  int32_t x[32], y[32];
  for (int i = 0; i < 32; ++i) {
    x[i] = i;
    y[i] = 100 + i;
  }
  gc_kernel* twice = kernel("twice");
  gc_kernel* swap = kernel("swap");
  const gc_launch_config config = shape(1, 32);
  for (int round = 1; round <= 3; ++round) {
    CALL(gc_launch_staged, twice, &config, ARGS(I(32)), HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x)),
         NULL);
    for (int i = 0; i < 32; ++i) assert_int_equal(x[i], i << round);
  }
  CALL(gc_launch_staged, swap, &config, NULL, 0,
       HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x), GRIDCALL_HOST_ARG(1, IN_OUT, y, sizeof y)), NULL);
  for (int i = 0; i < 32; ++i) {
    assert_int_equal(x[i], 100 + i);
    assert_int_equal(y[i], i << 3);
  }
  gc_kernel_release(twice);
  gc_kernel_release(swap);
}

/* Memory of the device beside arrays of the host, and arguments by value on both sides of them. */
static void mixed(void** state) {
  (void)state;
  double y[16], got[16];
  for (int i = 0; i < 16; ++i) y[i] = i;
  gc_mem* x = zeros(sizeof got);
  gc_kernel* k = kernel("mixed");
  const gc_launch_config config = shape(1, 16);
  gc_event *start = NULL, *end = NULL;
  CALL(gc_event_create, context, NULL, &start);
  CALL(gc_event_create, context, NULL, &end);
  gc_launch_config timed = config;
  timed.start_event = start;
  timed.end_event = end;
  gc_host_arg in = GRIDCALL_HOST_ARG(3, IN, y, sizeof y);
  in.value_type = GRIDCALL_VALUE_TYPE_FLOAT64;
  CALL(gc_launch_staged, k, &timed, ARGS(D(0.5), M(x), I(16)), &in, 1, NULL);
  int64_t ns = -1;
  CALL(gc_event_get_elapsed, start, end, &ns);
  assert_true(ns >= 0);
  download(x, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == 0.5 * i);
  gc_event_release(start);
  gc_event_release(end);
  gc_mem_release(x);
  gc_kernel_release(k);
}

/* It runs behind what its stream has to do, and nothing of the context is needed for it. */
static void is_ordered(void** state) {
  (void)state;
  int32_t x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  gc_mem* scale = zeros(4);
  gc_module* module = compile("__global__ void add(int *x, const int *by) { x[threadIdx.x] += *by; }\n");
  gc_kernel* add = kernel_of(module, "add");
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  CALL(fill_u32, scale, 0, 10, 1, stream);
  const gc_launch_config config = shape(1, 8);
  CALL(gc_launch_staged, add, &config, ARGS(M(scale)), HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x)),
       stream);
  for (int i = 0; i < 8; ++i) assert_int_equal(x[i], 11 + i);
  gc_stream_release(stream);
  gc_kernel_release(add);
  gc_module_release(module);
  gc_mem_release(scale);
}

static void refused(void** state) {
  (void)state;
  float a[4] = {0}, b[4] = {0}, sum[4] = {7, 7, 7, 7};
  gc_kernel* add = kernel("add");
  const gc_launch_config config = shape(1, 4);
  const gc_host_arg good[] = {GRIDCALL_HOST_ARG(0, OUT, sum, sizeof sum),
                              GRIDCALL_HOST_ARG(1, IN, a, sizeof a), GRIDCALL_HOST_ARG(2, IN, b, sizeof b)};
  gc_host_arg bad[3];
#define BAD(set, status, words)                                              \
  do {                                                                       \
    memcpy(bad, good, sizeof bad);                                           \
    set;                                                                     \
    FAILS(status, gc_launch_staged, add, &config, ARGS(I(4)), bad, 3, NULL); \
    assert_says(words);                                                      \
  } while (0)
  BAD(bad[1].index = 4, GRIDCALL_ERROR_OUT_OF_RANGE,
      "`host_args[1].index` is 4, and `add` takes 4 parameters");
  BAD(bad[1].index = 0, GRIDCALL_ERROR_INVALID_ARGUMENT, "`host_args[1].index` is 0, as that of another one");
  BAD(bad[1].index = 3, GRIDCALL_ERROR_ARGUMENT_MISMATCH, "of `add` takes 4");
  BAD(bad[2].direction = 4, GRIDCALL_ERROR_INVALID_ARGUMENT, "`host_args[2].direction` is 4: pass IN (1)");
  BAD(bad[2].host_address = 0, GRIDCALL_ERROR_INVALID_ARGUMENT, "`host_args[2].host_address` is 0");
  BAD(bad[2].size = 0, GRIDCALL_ERROR_INVALID_ARGUMENT, "`host_args[2].size` is 0");
  BAD(bad[2].size = SIZE_MAX, GRIDCALL_ERROR_OUT_OF_RANGE, "`host_args[2].size` is 18446744073709551615");
  BAD(bad[2].reserved = 1, GRIDCALL_ERROR_INVALID_OPTIONS, "`reserved` of argument 2 is 1");
  BAD(bad[2].host_address = good[0].host_address + 4, GRIDCALL_ERROR_INVALID_ARGUMENT,
      "`host_args[2]`, 16 bytes, overlaps `host_args[0]`, 16 bytes, by 12, and one");
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch_staged, add, &config, NULL, 0, good, 3, NULL);
  assert_says("`arg_count` is 0 and `host_arg_count` 3, and `add` takes 4 parameters");
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch_staged, add, &config, ARGS(I(4)), good, 2, NULL);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch_staged, add, &config, ARGS(D(4)), good, 3, NULL);
  const gc_launch_config too_large = shape(1, 100000);
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch_staged, add, &too_large, ARGS(I(4)), good, 3, NULL);
  for (int i = 0; i < 4; ++i) assert_true(sum[i] == 7); /* nothing was launched */
  /* Two that are only read may overlap. */
  memcpy(bad, good, sizeof bad);
  bad[2].host_address = good[1].host_address;
  CALL(gc_launch_staged, add, &config, ARGS(I(4)), bad, 3, NULL);
  gc_kernel_release(add);
  /* Without arrays it is a launch that waits. */
  gc_kernel* numbers = kernel("only_numbers");
  CALL(gc_launch_staged, numbers, &config, ARGS(I(4)), NULL, 0, NULL);
  gc_kernel_release(numbers);
}

/* A kernel that exceeds its time: the call returns, and on the CPU device nothing uses the array any more. */
static void time_limit(void** state) {
  (void)state;
  if (is_gpu) skip(); /* it would run for ever */
  gc_kernel* spin = kernel("spin");
  int32_t* x = aligned_alloc(64, 64);
  gc_launch_config config = shape(1, 1);
  config.timeout_nanoseconds = 50000000;
  FAILS(GRIDCALL_ERROR_LAUNCH_TIMEOUT, gc_launch_staged, spin, &config, NULL, 0,
        HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, 64)), NULL);
  free(x);
  gc_kernel_release(spin);
}

/* A fault is reported by the call, once, and the next call works. */
static void fault(void** state) {
  (void)state;
  if (is_gpu) skip(); /* the process would lose the GPU */
  gc_kernel* trap = kernel("trap");
  int32_t x[4] = {0};
  const gc_launch_config config = shape(1, 1);
  for (int round = 0; round < 2; ++round) {
    FAILS(GRIDCALL_ERROR_KERNEL_TRAP, gc_launch_staged, trap, &config, NULL, 0,
          HOST(GRIDCALL_HOST_ARG(0, OUT, x, sizeof x)), NULL);
    assert_says("trap");
  }
  gc_kernel* twice = kernel("twice");
  CALL(gc_launch_staged, twice, &config, ARGS(I(1)), HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x)), NULL);
  gc_kernel_release(twice);
  gc_kernel_release(trap);
}

/* An argument that is an expression, in every language mode of this file's compiler. */
static void values(void** state) {
  (void)state;
  int32_t x[4] = {1, 2, 3, 4};
  const int three = 3;
  gc_kernel* twice = kernel("twice");
  const gc_launch_config config = shape(1, 4);
  CALL(gc_launch_staged, twice, &config, (gc_arg[]){GRIDCALL_ARG(three - 1)}, 1,
       HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x)), NULL);
  CALL(gc_launch_staged, twice, &config, (gc_arg[]){GRIDCALL_ARG(1)}, 1,
       HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x)), NULL);
  CALL(gc_launch_staged, twice, &config, (gc_arg[]){GRIDCALL_ARG(three)}, 1,
       HOST(GRIDCALL_HOST_ARG(0, IN_OUT, x, sizeof x)), NULL);
  assert_int_equal(x[0], 8);
  assert_int_equal(x[1], 8);
  assert_int_equal(x[2], 6);
  assert_int_equal(x[3], 4);
  gc_kernel_release(twice);
}

const struct CMUnitTest staged_tests[] = {
    {"staged_in_and_out", in_and_out, NULL, NULL, NULL},
    {"staged_in_out", in_out, NULL, NULL, NULL},
    {"staged_mixed", mixed, NULL, NULL, NULL},
    {"staged_is_ordered", is_ordered, NULL, NULL, NULL},
    {"staged_refused", refused, NULL, NULL, NULL},
    {"staged_time_limit", time_limit, NULL, NULL, NULL},
    {"staged_fault", fault, NULL, NULL, NULL},
    {"staged_values", values, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
