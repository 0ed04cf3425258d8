/* SPDX-License-Identifier: Apache-2.0
 *
 * Pipes between kernels: OpenCL's functions and what they return, order, capacity, many writers and readers.
 */

#include <stdlib.h>

#include "gridcall/preview.h"
#include "harness.h"

static gc_module* module(void) {
  return load("pipe", NULL, 0);
}
static gc_pipe* make_pipe(uint64_t packet_size, uint64_t max_packets) {
  gc_pipe* pipe = NULL;
  CALL(gc_pipe_create, context, packet_size, max_packets, &pipe);
  return pipe;
}
static gc_arg P(gc_pipe* pipe) {
  return GRIDCALL_ARG_PIPE(pipe);
}

static void pipe_attributes(void** state) {
  (void)state;
  gc_pipe* pipe = make_pipe(12, 1000);
  uint64_t value = 0;
  CALL(gc_pipe_get_attribute, pipe, GRIDCALL_PIPE_ATTRIBUTE_PACKET_SIZE, &value);
  assert_int_equal(value, 12);
  CALL(gc_pipe_get_attribute, pipe, GRIDCALL_PIPE_ATTRIBUTE_MAX_PACKETS, &value);
  assert_int_equal(value, 1000);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_pipe_get_attribute, pipe, 7, &value);
  gc_pipe* none = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_pipe_create, context, 0, 4, &none);
  assert_says("`packet_size` is 0");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_pipe_create, context, 4, 0, &none);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_pipe_create, context, UINT64_C(1) << 32, 1, &none);
  assert_says("4294967296 exceeds 4294967295");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_pipe_create, context, UINT32_MAX, UINT64_MAX, &none);
  gc_pipe_release(pipe);
}

static void pipe_each_function_returns(void** state) {
  (void)state;
  static const int expected[] = {4, -1, 0, 0,  0, 0,  -1, 4, 0,  10, 0,  1, 4, -3, 0,  0,  1,
                                 0, 13, 0, 12, 0, 11, -1, 0, 99, -1, -1, 0, 0, 0,  -2, -2, 0};
  enum { COUNT = sizeof expected / sizeof *expected };
  /* After 99 was read the three places are still taken, and the fourth is free. */
  int values[COUNT + 1] = {0};
  gc_pipe* pipe = make_pipe(sizeof(int), 4);
  gc_mem* out = zeros(sizeof values);
  gc_kernel* kernel = kernel_of(module(), "one_by_one");
  run(kernel, 1, 1, ARGS(P(pipe), M(out)));
  download(out, values, sizeof values);
  for (int i = 0; i < COUNT; ++i)
    if (values[i] != expected[i]) fail_msg("result %d is %d, expected %d", i, values[i], expected[i]);
  gc_kernel_release(kernel);
  gc_mem_release(out);
  gc_pipe_release(pipe);
}

/* Packets that a launch leaves in a pipe are read by the next one, in their order, also past the end of the
 * ring. */
static void pipe_packets_stay(void** state) {
  (void)state;
  gc_pipe* pipe = make_pipe(sizeof(int), 7);
  gc_mem *failed = zeros(4), *out = zeros(64);
  gc_kernel *put = kernel_of(module(), "put"), *get = kernel_of(module(), "get");
  int next = 0, oldest = 0, held = 0;
  for (int round = 0; round < 12; ++round) {
    const int more = 1 + round % 3 * 2, fewer = 1 + round % 4;
    int values[16], refused = 0, before = 0;
    download(failed, &before, 4);
    run(put, 1, 1, ARGS(P(pipe), I(next), I(more), M(failed)));
    download(failed, &refused, 4);
    const int room = 7 - held, written = more < room ? more : room;
    assert_int_equal(refused - before, more - written);
    held += written;
    next += written;
    run(get, 1, 1, ARGS(P(pipe), I(fewer), M(out)));
    download(out, values, sizeof(int) * (size_t)fewer);
    for (int i = 0; i < fewer; ++i) {
      assert_int_equal(values[i], held > 0 ? oldest : -1);
      if (held > 0) ++oldest, --held;
    }
  }
  gc_kernel_release(put);
  gc_kernel_release(get);
  gc_mem_release(failed);
  gc_mem_release(out);
  gc_pipe_release(pipe);
}

static void pipe_blocks_write_and_read_as_one(void** state) {
  (void)state;
  enum { BLOCKS = 9, THREADS = 64 };
  gc_pipe* pipe = make_pipe(sizeof(int), BLOCKS * THREADS + 10);
  gc_mem *failed = zeros(4), *out = zeros((BLOCKS + 1) * THREADS * sizeof(int));
  gc_kernel *write = kernel_of(module(), "write_as_block"), *read = kernel_of(module(), "read_as_block");
  run(write, BLOCKS + 1, THREADS, ARGS(P(pipe), M(failed))); /* one finds no room */
  int count = 0;
  download(failed, &count, 4);
  assert_int_equal(count, 1);
  run(read, BLOCKS + 1, THREADS, ARGS(P(pipe), M(out), M(failed)));
  download(failed, &count, 4);
  assert_in_range(count, 2,
                  3); /* 18 halves for 10 blocks that want two: one finds none, or two find one each */
  static int values[(BLOCKS + 1) * THREADS];
  download(out, values, sizeof values);
  int seen[(BLOCKS + 1) * 1000] = {0}, halves = 0;
  for (int half = 0; half < 2 * (BLOCKS + 1); ++half) {
    const int* from = values + half * THREADS / 2;
    if (from[1] == 0) continue; /* of the block that found nothing */
    ++halves;
    /* Half a reservation that was written, in its order. */
    for (int i = 0; i < THREADS / 2; ++i) {
      assert_int_equal(from[i], from[0] + i);
      ++seen[from[i]];
    }
  }
  assert_int_equal(halves, 2 * BLOCKS);
  for (int i = 0; i < (BLOCKS + 1) * 1000; ++i) assert_in_range(seen[i], 0, 1);
  gc_kernel_release(write);
  gc_kernel_release(read);
  gc_mem_release(failed);
  gc_mem_release(out);
  gc_pipe_release(pipe);
}

/* Every packet arrives once, and those of one writer in their order at each reader. */
static void pipe_no_packet_is_lost(void** state) {
  (void)state;
  enum { BLOCKS = 8, THREADS = 32, EACH = 60, WRITERS = BLOCKS / 2 * THREADS, TOTAL = WRITERS * EACH };
  gc_kernel* kernel = kernel_of(module(), "mix");
  static const uint64_t capacities[] = {4, 37, 5000};
  for (int round = 0; round < 3; ++round) {
    gc_pipe* pipe = make_pipe(16, capacities[round]);
    gc_mem *seen = zeros(TOTAL * 4), *last = zeros((size_t)WRITERS * WRITERS * 4), *taken = zeros(4),
           *wrong = zeros(4);
    run(kernel, BLOCKS, THREADS, ARGS(P(pipe), U(EACH), U(TOTAL), M(seen), M(last), M(taken), M(wrong)));
    static unsigned counts[TOTAL];
    unsigned errors = 1;
    download(wrong, &errors, 4);
    assert_int_equal(errors, 0);
    download(seen, counts, sizeof counts);
    for (int i = 0; i < TOTAL; ++i) assert_int_equal(counts[i], 1);
    gc_mem_release(seen);
    gc_mem_release(last);
    gc_mem_release(taken);
    gc_mem_release(wrong);
    gc_pipe_release(pipe);
  }
  gc_kernel_release(kernel);
}

static void pipe_arguments(void** state) {
  (void)state;
  gc_pipe* pipe = make_pipe(sizeof(int), 4);
  gc_mem* out = zeros(16);
  gc_kernel* get = kernel_of(module(), "get");
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  gc_arg args[] = {P(pipe), I(1), M(out)};
  args[0].bits = 8;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_launch, get, &config, args, 3, NULL);
  assert_says("a PIPE with `bits` 8");
  args[0] = P(pipe);
  args[0].size = 4;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_launch, get, &config, args, 3, NULL);
  args[0] = P(pipe);
  args[0].object = out;
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, get, &config, args, 3, NULL);
  args[0] = P(pipe);
  args[1] = P(pipe);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, get, &config, args, 3, NULL);
  args[1] = I(1);
  /* Released right after the launch, and held by a prepared one. */
  gc_prepared* prepared = NULL;
  CALL(gc_prepared_create, get, &config, args, 3, &prepared);
  CALL(gc_launch, get, &config, args, 3, NULL);
  gc_pipe_release(pipe);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, get, &config, args, 3, NULL);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, NULL);
  wait_all();
  int value = 0;
  download(out, &value, 4);
  assert_int_equal(value, -1);
  gc_prepared_release(prepared);
  gc_kernel_release(get);
  gc_mem_release(out);
}

const struct CMUnitTest pipe_tests[] = {
    cmocka_unit_test(pipe_attributes),        cmocka_unit_test(pipe_each_function_returns),
    cmocka_unit_test(pipe_packets_stay),      cmocka_unit_test(pipe_blocks_write_and_read_as_one),
    cmocka_unit_test(pipe_no_packet_is_lost), cmocka_unit_test(pipe_arguments),
    {NULL, NULL, NULL, NULL, NULL},
};
