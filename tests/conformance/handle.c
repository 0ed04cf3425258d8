/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include "harness.h"

static uint64_t identity(const void* handle) {
  uint64_t number = 0;
  CALL(gc_handle_get_identity, handle, &number);
  assert_true(number != 0);
  return number;
}

static const char source[] =
    "struct Point { float x, y; char name; };\n"
    "__global__ void put(int *to, int value) { *to = value; }\n"
    "__global__ void put_at(unsigned long long to, int value) { *(int *)to = value; }\n"
    "__global__ void all(float *out, float a, double b, short c, Point p, unsigned long long d) {\n"
    "  out[0] = a; out[1] = (float)b; out[2] = c; out[3] = p.x; out[4] = p.y; out[5] = p.name; out[6] = d;\n"
    "}\n"
    "__global__ void slow(int *to, int value) {\n"
    "  long long begin = clock64();\n"
    "  while (clock64() - begin < 20000000) { }\n"
    "  *to = value;\n"
    "}\n";

/* Two handles of one object have the same identity, handles of two objects do not. */
static void handle_identity(void** state) {
  (void)state;
  gc_context* again = NULL;
  gc_device* same = NULL;
  CALL(gc_context_get_default, &again);
  CALL(gc_context_get_device, again, &same);
  assert_true(again != context);
  assert_true(identity(again) == identity(context));
  assert_true(identity(same) == identity(device));
  assert_true(identity(context) != identity(device));
  gc_context_release(again);

  /* No object gets the number of one that is gone, blocks of a pool included. */
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  uint64_t last = identity(pool);
  for (int i = 0; i < 100; ++i) {
    gc_mem* mem = NULL;
    CALL(gc_pool_alloc, pool, 256, NULL, &mem);
    const uint64_t now = identity(mem);
    assert_true(now > last);
    assert_true(now == identity(mem));
    last = now;
    gc_mem_release(mem);
    assert_int_equal(gc_handle_collect(NULL), GRIDCALL_OK);
  }
  gc_pool_release(pool);
}

static void handle_context(void** state) {
  (void)state;
  gc_module* module = compile(source);
  gc_kernel* kernel = kernel_of(module, "put");
  gc_mem* mem = make(4);
  gc_stream* stream = NULL;
  gc_event* event = NULL;
  gc_pool* pool = NULL;
  gc_prepared* prepared = NULL;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  int32_t value = 1;
  gc_arg args[2] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(value)};
  config.grid_x = config.block_x = 1;
  CALL(gc_stream_create, context, NULL, &stream);
  CALL(gc_event_create, context, NULL, &event);
  CALL(gc_pool_create, context, NULL, &pool);
  CALL(gc_prepared_create, kernel, &config, args, 2, &prepared);
  const void* const handles[] = {context, stream, event, mem, module, kernel, prepared, pool};
  for (size_t i = 0; i < sizeof handles / sizeof handles[0]; ++i) {
    gc_context* its = NULL;
    CALL(gc_handle_get_context, handles[i], &its);
    assert_true(identity(its) == identity(context));
    gc_context_release(its);
  }
  gc_context* none = NULL;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_handle_get_context, device, &none);
  assert_says("gc_device");
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_handle_get_context, NULL, &none);
  gc_program* program = NULL;
  CALL(gc_program_compile, device, source, sizeof source - 1, NULL, &program);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_handle_get_context, program, &none);
  assert_says("gc_program");

  uint64_t native = 0, address = 0;
  CALL(gc_mem_get_address, mem, &address);
  CALL(gc_handle_get_native, mem, &native);
  assert_true(native == address);
  const void* const known[] = {context, stream, event, module, kernel};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
    native = 0;
    CALL(gc_handle_get_native, known[i], &native);
    assert_true(native != 0);
  }
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_handle_get_native, pool, &native);
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_handle_get_native, program, &native);
  gc_program_release(program);
  gc_prepared_release(prepared);
  gc_pool_release(pool);
  gc_event_release(event);
  gc_stream_release(stream);
  gc_mem_release(mem);
  gc_kernel_release(kernel);
  gc_module_release(module);
}

/* A context does what it is said to support, and returns UNSUPPORTED for the rest. */
static void handle_features(void** state) {
  (void)state;
  int32_t supported = -1;
  gc_error* error = NULL;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  CALL(gc_context_is_supported, context, GRIDCALL_FEATURE_STREAM_CANCEL, &supported);
  gc_status status = gc_stream_cancel(stream, &error);
  assert_int_equal(status == GRIDCALL_ERROR_UNSUPPORTED, !supported);
  gc_error_release(error);
  gc_stream_release(stream);

  gc_module* module = NULL;
  CALL(gc_context_is_supported, context, GRIDCALL_FEATURE_MODULE_FROM_BUFFER, &supported);
  status = gc_module_from_buffer(context, "no image", 8, NULL, &module, &error);
  assert_int_equal(status == GRIDCALL_ERROR_UNSUPPORTED, !supported);
  gc_error_release(error);

  module = compile(source);
  gc_kernel* kernel = kernel_of(module, "put");
  CALL(gc_context_is_supported, context, GRIDCALL_FEATURE_CPU_MODE, &supported);
  status = gc_kernel_set_attribute(kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, 0, &error);
  assert_int_equal(status == GRIDCALL_ERROR_UNSUPPORTED, !supported);
  gc_error_release(error);
  gc_kernel_release(kernel);
  gc_module_release(module);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_context_is_supported, context, 4711, &supported);
}

/* C's variables as arguments, without a bit pattern in sight. */
static void handle_arguments(void** state) {
  (void)state;
  struct {
    float x, y;
    char name;
  } point = {4.5f, -5.5f, 'z'};
  float a = 1.25f;
  double b = -2.5;
  int16_t c = 3;
  uint64_t d = 7;
  gc_module* module = compile(source);
  gc_kernel* kernel = kernel_of(module, "all");
  gc_mem* out = zeros(7 * sizeof(float));
  gc_arg args[6] = {GRIDCALL_ARG_MEM(out), GRIDCALL_ARG(a),     GRIDCALL_ARG(b),
                    GRIDCALL_ARG(c),       GRIDCALL_ARG(point), GRIDCALL_ARG(d)};
  const float want[7] = {1.25f, -2.5f, 3, 4.5f, -5.5f, 'z', 7};
  for (int way = 0; way < 2; ++way) {
    run(kernel, 1, 1, args, 6);
    float got[7];
    download(out, got, sizeof got);
    for (int i = 0; i < 7; ++i) assert_true(got[i] == want[i]);
    CALL(fill_u8, out, 0, 0, sizeof got, NULL);
    args[0] = GRIDCALL_ARG(out); /* memory, not the number of its handle */
  }

  /* C11 says what the variable is, so a float is not taken for an int of the same size. */
  int32_t number = 1;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  args[1] = GRIDCALL_ARG(number);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, kernel, &config, args, 6, NULL);
  assert_says("argument 1 is a 32-bit integer");
  args[1] = GRIDCALL_ARG(b);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, kernel, &config, args, 6, NULL);
  assert_says("of 8 bytes, parameter 1");
  gc_mem_release(out);
  gc_kernel_release(kernel);
  gc_module_release(module);
}

/* A blocking copy on the stream of the work sees its result, also where the default stream would not wait. */
static void handle_copies_on_a_stream(void** state) {
  (void)state;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, &options, &stream);
  gc_module* module = compile(source);
  gc_kernel* kernel = kernel_of(module, "slow");
  gc_mem* mem = zeros(4);
  wait_all();
  for (int32_t i = 1; i <= 5; ++i) {
    int32_t got = -1;
    start(kernel, stream, 1, 1, ARGS(M(mem), I(100 + i)));
    CALL(gc_memcpy_dtoh, &got, mem, 0, 4, stream);
    assert_int_equal(got, 100 + i);
    start(kernel, stream, 1, 1, ARGS(M(mem), I(200 + i)));
    CALL(gc_memcpy_htod, mem, 0, &i, 4, stream);
    CALL(gc_memcpy_dtoh, &got, mem, 0, 4, stream);
    assert_int_equal(got, i);
  }
  gc_mem_release(mem);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_stream_release(stream);
}

/* A kernel knows a pool's block by its address alone. The block, released, is not reused before that kernel.
 */
static void handle_memory_in_unseen_use(void** state) {
  (void)state;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream *first = NULL, *second = NULL;
  CALL(gc_stream_create, context, &options, &first);
  CALL(gc_stream_create, context, &options, &second);
  gc_module* module = compile(source);
  gc_kernel* kernel = kernel_of(module, "put_at");
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  Gate gate = gate_make();
  gc_mem *block = NULL, *other = NULL;
  uint64_t address = 0;
  CALL(gc_pool_alloc, pool, 4096, first, &block);
  CALL(gc_mem_get_address, block, &address);
  gate_close(&gate, first);
  start(kernel, first, 1, 1, ARGS(L((int64_t)address), I(1)));
  CALL(gc_mem_use, block, first);
  gc_mem_release(block);
  assert_int_equal(gc_handle_collect(NULL), GRIDCALL_OK);
  CALL(gc_pool_alloc, pool, 4096, second, &other);
  CALL(fill_u32, other, 0, 7, 1024, second);
  gate_open(&gate);
  CALL(gc_stream_synchronize, first);
  CALL(gc_stream_synchronize, second);
  uint32_t got[1024];
  download(other, got, sizeof got);
  for (int i = 0; i < 1024; ++i) assert_int_equal(got[i], 7);
  gc_mem_release(other);
  gate_free(&gate);
  gc_pool_release(pool);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_stream_release(first);
  gc_stream_release(second);
}

/* One text has all that an error says. */
static void handle_error_text(void** state) {
  (void)state;
  gc_module* module = NULL;
  gc_error* error = NULL;
  const char wrong[] = "__global__ void k() { int i = nothing; }\n";
  assert_int_equal(gc_module_from_source(context, wrong, sizeof wrong - 1, NULL, &module, &error),
                   GRIDCALL_ERROR_COMPILE);
  const char* text = gc_error_text(error);
  check_says(text, "gc_module_from_source: COMPILE: ", __FILE__, __LINE__);
  check_says(text, gc_error_message(error), __FILE__, __LINE__);
  check_says(text, "nothing", __FILE__, __LINE__);
  assert_true(strlen(text) > strlen(gc_error_message(error)) + 30); /* the log is in it */
  assert_ptr_equal(text, gc_error_text(error));
  gc_error_release(error);
  assert_string_equal(gc_error_text(error), "");
  assert_string_equal(gc_error_text(NULL), "");
}

const struct CMUnitTest handle_tests[] = {
    {"handle_identity", handle_identity, NULL, NULL, NULL},
    {"handle_context", handle_context, NULL, NULL, NULL},
    {"handle_features", handle_features, NULL, NULL, NULL},
    {"handle_arguments", handle_arguments, NULL, NULL, NULL},
    {"handle_copies_on_a_stream", handle_copies_on_a_stream, NULL, NULL, NULL},
    {"handle_memory_in_unseen_use", handle_memory_in_unseen_use, NULL, NULL, NULL},
    {"handle_error_text", handle_error_text, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
