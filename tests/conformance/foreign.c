/* SPDX-License-Identifier: Apache-2.0
 *
 * Foreign memory whose owner is told when the library is done with it; managed memory that is moved without
 * its content; who may make contexts.
 */

#include "harness.h"
#include "support/slowdown.h"

static int token_within(gc_completion* completion, uint64_t ns, uint64_t* token) {
  int32_t done = -1;
  CALL(gc_completion_wait, completion, ns, token, &done);
  return done;
}

static void last_token(void** state) {
  (void)state;
  gc_completion* completion = NULL;
  CALL(gc_completion_create, &completion);
  gc_mem *owner = make(4096), *wrapped = NULL, *part = NULL;
  uint64_t address = 0, token = 0;
  CALL(gc_mem_get_address, owner, &address);
  gc_mem_wrap_options options = GRIDCALL_MEM_WRAP_OPTIONS_INIT;
  options.completion = completion;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);

  /* Not used: as soon as it is released. */
  options.token = 1;
  CALL(gc_mem_wrap, context, address, 4096, &options, &wrapped);
  assert_int_equal(token_within(completion, 20000000, &token), 0);
  gc_mem_release(wrapped);
  assert_int_equal(token_within(completion, stretched(10000000000), &token), 1);
  assert_int_equal(token, 1);

  /* In use by a stream that is held up, and by a part: behind the last of both. */
  options.token = 2;
  CALL(gc_mem_wrap, context, address, 4096, &options, &wrapped);
  CALL(gc_mem_create_sub_region, wrapped, 0, 64, 0, &part);
  Gate gate = gate_make();
  gate_close(&gate, stream);
  CALL(fill_u8, part, 0, 1, 64, stream);
  gc_mem_release(wrapped);
  assert_int_equal(token_within(completion, 20000000, &token), 0);
  gc_mem_release(part);
  assert_int_equal(token_within(completion, 50000000, &token), 0);
  gate_open(&gate);
  assert_int_equal(token_within(completion, stretched(10000000000), &token), 1);
  assert_int_equal(token, 2);

  /* gc_handle_collect posts too, for who only polls the descriptor; so does gc_mem_free. */
  options.token = 3;
  CALL(gc_mem_wrap, context, address, 64, &options, &wrapped);
  CALL(fill_u8, wrapped, 0, 1, 64, stream);
  gc_mem_release(wrapped);
  CALL(gc_stream_synchronize, stream);
  collect();
  assert_int_equal(token_within(completion, 0, &token), 1);
  assert_int_equal(token, 3);
  options.token = 4;
  CALL(gc_mem_wrap, context, address, 64, &options, &wrapped);
  CALL(fill_u8, wrapped, 0, 1, 64, stream);
  CALL(gc_mem_free, wrapped);
  assert_int_equal(token_within(completion, stretched(10000000000), &token), 1);
  assert_int_equal(token, 4);

  /* Memory that was never made posts no token. */
  options.token = 5;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_wrap, context, 0, 64, &options, &wrapped);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_wrap, context, address, UINT64_MAX, &options, &wrapped);
  options.completion = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_mem_wrap, context, address, 64, &options, &wrapped);
  assert_says("`options->token` is 5 without `options->completion`");
  assert_int_equal(token_within(completion, 1000000, &token), 0);

  gate_free(&gate);
  gc_stream_release(stream);
  gc_completion_release(completion);
  gc_mem_release(owner);
}

/* OpenCL's event of enqueue_release: memory of each place tells when it went back. */
static void told_of_release(void** state) {
  (void)state;
  const gc_mem_place places[] = {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST,
                                 GRIDCALL_MEM_PLACE_MANAGED, GRIDCALL_MEM_PLACE_PAGEABLE};
  int32_t has_managed = 0;
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY, &has_managed);
  gc_completion* completion = NULL;
  CALL(gc_completion_create, &completion);
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = 4096;
  options.completion = completion;
  uint64_t token = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    if (places[i] == GRIDCALL_MEM_PLACE_MANAGED && !has_managed) continue;
    gc_mem *mem = NULL, *part = NULL;
    options.place = places[i];
    options.token = 100 + i;
    CALL(gc_mem_create, context, &options, &mem);
    /* In use by a stream that is held up, and by a part: behind the last of both. A copy of ordinary memory
     * waits. */
    const int is_queued = places[i] != GRIDCALL_MEM_PLACE_PAGEABLE;
    CALL(gc_mem_create_sub_region, mem, 0, 64, 0, &part);
    Gate gate = gate_make();
    if (is_queued) {
      gate_close(&gate, stream);
      CALL(fill_u8, part, 0, 1, 64, stream);
    }
    gc_mem_release(mem);
    assert_int_equal(token_within(completion, 20000000, &token), 0);
    gc_mem_release(part);
    if (is_queued) {
      assert_int_equal(token_within(completion, 50000000, &token), 0);
      gate_open(&gate);
    }
    assert_int_equal(token_within(completion, stretched(10000000000), &token), 1);
    assert_int_equal(token, 100 + i);
    gate_free(&gate);
    /* gc_mem_free gives it back before it returns. */
    options.token = 200 + i;
    CALL(gc_mem_create, context, &options, &mem);
    CALL(gc_mem_free, mem);
    assert_int_equal(token_within(completion, 0, &token), 1);
    assert_int_equal(token, 200 + i);
  }
  /* Memory that was never made posts no token. */
  gc_mem* none = NULL;
  options.place = 0;
  options.size = UINT64_MAX / 2;
  FAILS(GRIDCALL_ERROR_OUT_OF_MEMORY, gc_mem_create, context, &options, &none);
  options.size = 64;
  options.completion = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_mem_create, context, &options, &none);
  assert_says("without `options->completion`");
  assert_int_equal(token_within(completion, 1000000, &token), 0);
  gc_stream_release(stream);
  gc_completion_release(completion);
}

static void discard(void** state) {
  (void)state;
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  options.size = 1 << 16;
  int32_t has_managed = 0;
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY, &has_managed);
  gc_mem* plain = make(64);
  CALL(gc_mem_prefetch, plain, 0, 64, device, GRIDCALL_MEM_PREFETCH_DISCARD, NULL); /* it cannot move */
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_mem_prefetch, plain, 0, 64, device, 2, NULL);
  gc_mem_release(plain);
  if (!has_managed) return;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  gc_mem* mem = NULL;
  CALL(gc_mem_create, context, &options, &mem);
  uint64_t address = 0, place = 0;
  CALL(gc_mem_get_host_address, mem, &address);
  for (int with_stream = 0; with_stream < 2; ++with_stream) {
    gc_stream* on = with_stream ? stream : NULL;
    CALL(gc_mem_prefetch, mem, 0, 1 << 16, device, GRIDCALL_MEM_PREFETCH_DISCARD, on);
    CALL(fill_u8, mem, 0, 7, 1 << 16, on);
    CALL(gc_stream_synchronize, stream);
    CALL(gc_context_synchronize, context);
    assert_int_equal(((unsigned char*)(uintptr_t)address)[65535], 7); /* what is written later is there */
    CALL(gc_mem_prefetch, mem, 0, 1 << 16, NULL, GRIDCALL_MEM_PREFETCH_DISCARD, on);
    CALL(gc_context_synchronize, context);
    ((unsigned char*)(uintptr_t)address)[0] = 9;
    assert_int_equal(((unsigned char*)(uintptr_t)address)[0], 9);
  }
  CALL(gc_mem_get_attribute, mem, GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION, &place);
  if (!is_gpu) assert_true((int64_t)place == -1);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

static void compute_mode(void** state) {
  (void)state;
  int32_t mode = -1;
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE, &mode);
  assert_true(mode == GRIDCALL_COMPUTE_MODE_DEFAULT || mode == GRIDCALL_COMPUTE_MODE_EXCLUSIVE_PROCESS);
  assert_int_equal(GRIDCALL_COMPUTE_MODE_PROHIBITED, 2);
}

const struct CMUnitTest foreign_tests[] = {
    {"foreign_last_token", last_token, NULL, NULL, NULL},
    {"foreign_told_of_release", told_of_release, NULL, NULL, NULL},
    {"foreign_prefetch_discard", discard, NULL, NULL, NULL},
    {"foreign_compute_mode", compute_mode, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
