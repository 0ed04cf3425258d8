/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

#include <stdio.h>

static const char text[] =
    "__global__ void add(float *c, const float *a, const float *b, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n"
    "struct Pair { int a; double b; };\n"
    "__global__ void pair(double *out, Pair p) { out[0] = p.a + p.b; }\n"
    "__global__ void nothing() {}\n";

static gc_module* module(void) {
  static gc_module* m;
  if (m == NULL) m = compile(text);
  return m;
}
static gc_launch_config shape(uint32_t grid, uint32_t block) {
  gc_launch_config c = GRIDCALL_LAUNCH_CONFIG_INIT;
  c.grid_x = grid;
  c.block_x = block;
  return c;
}

static void arguments_are_checked(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "add");
  gc_mem *a = zeros(64), *gone = zeros(64);
  gc_launch_config c = shape(1, 16);
  gc_arg args[5] = {M(a), M(a), M(a), I(16), I(16)};
  CALL(gc_launch, k, &c, args, 4, NULL);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, k, &c, args, 3, NULL);
  assert_says("3");
  assert_says("4");
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, k, &c, args, 5, NULL);
  args[3] = L(16);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, k, &c, args, 4, NULL);
  assert_says("8");
  assert_says("4");
  args[3] = I(16);
  args[1] = I(16);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, k, &c, args, 4, NULL);
  gc_mem_release(gone);
  args[1] = M(gone);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, k, &c, args, 4, NULL);
  args[1] = M((gc_mem*)context);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_launch, k, &c, args, 4, NULL);
  args[1] = M(a);
  args[1].bits = 65;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_launch, k, &c, args, 4, NULL);
  args[1] = M(a);
  args[1].kind = 77;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_launch, k, &c, args, 4, NULL);
  wait_all();
  gc_mem_release(a);
  gc_kernel_release(k);
}

static void bytes_are_checked(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "pair");
  struct {
    int32_t a;
    double b;
  } p = {3, 0.5};
  gc_mem* out = zeros(8);
  gc_launch_config c = shape(1, 1);
  c.bytes = &p;
  c.bytes_size = sizeof p;
  gc_arg args[2] = {M(out), {GRIDCALL_ARG_KIND_BYTES, sizeof p, 0, NULL}};
  CALL(gc_launch, k, &c, args, 2, NULL);
  double got = 0;
  download(out, &got, 8);
  assert_true(got == 3.5);
  args[1].bits = 1;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_launch, k, &c, args, 2, NULL);
  args[1].bits = UINT64_MAX - 3;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_launch, k, &c, args, 2, NULL);
  args[1].bits = 0;
  args[1].size = 12;
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, k, &c, args, 2, NULL);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void shapes_are_explained(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "nothing");
  gc_launch_config c = shape(1, 1025);
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  assert_says("1025");
  assert_says("1024");
  c = shape(1, 64);
  c.block_y = 64;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  assert_says("4096");
  c = shape(1, 1);
  c.block_z = 65;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  assert_says("65");
  assert_says("64");
  c = shape(1, 1);
  c.grid_y = 65536;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  assert_says("65536");
  assert_says("65535");
  c = shape(2147483648u, 1);
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  assert_says("2147483648");
  assert_says("2147483647");
  c = shape(1, 1);
  c.shared_size = 10000000;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  assert_says("10000000");
  int32_t most = 0;
  CALL(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &most);
  char number[16];
  snprintf(number, sizeof number, "%d", most);
  assert_says(number);
  gc_error* error = NULL;
  c = shape(0, 1);
  assert_int_not_equal(gc_launch(k, &c, NULL, 0, NULL, &error), GRIDCALL_OK);
  gc_error_release(error);
  c = shape(1, 1);
  c.struct_size = 8;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_launch, k, &c, NULL, 0, NULL);
  c = shape(1, 1);
  c.shared_size = UINT64_C(1) << 32;
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &c, NULL, 0, NULL);
  c = shape(1, 1024);
  CALL(gc_launch, k, &c, NULL, 0, NULL); /* and the device is none the worse */
  wait_all();
  gc_kernel_release(k);
}

static void prepared(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "add");
  float x[16], y[16], got[16];
  for (int i = 0; i < 16; ++i) {
    x[i] = (float)i;
    y[i] = (float)(100 * i);
  }
  gc_mem *a = upload(x, sizeof x), *b = upload(y, sizeof y), *c = zeros(64), *d = zeros(64);
  gc_launch_config config = shape(1, 16);
  gc_prepared* p = NULL;
  gc_arg args[4] = {M(c), M(a), M(b), I(16)};
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_prepared_create, k, &config, args, 3, &p);
  CALL(gc_prepared_create, k, &config, args, 4, &p);
  /* It holds what it needs. */
  gc_kernel_release(k);
  gc_mem_release(a);
  collect();
  CALL(gc_prepared_launch, p, NULL, NULL, 0, NULL);
  download(c, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == x[i] + y[i]);
  gc_arg arg = M(b);
  CALL(gc_prepared_set_arg, p, 1, &arg, NULL, 0);
  arg = M(d);
  CALL(gc_prepared_set_arg, p, 0, &arg, NULL, 0);
  arg = I(8);
  CALL(gc_prepared_set_arg, p, 3, &arg, NULL, 0);
  gc_stream* s = NULL;
  CALL(gc_stream_create, context, NULL, &s);
  CALL(gc_prepared_launch, p, NULL, NULL, 0, s);
  CALL(gc_stream_synchronize, s);
  download(d, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == (i < 8 ? 2 * y[i] : 0));
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_prepared_set_arg, p, 4, &arg, NULL, 0);
  arg = L(8);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_prepared_set_arg, p, 3, &arg, NULL, 0);
  gc_prepared_release(p);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_prepared_launch, p, NULL, NULL, 0, NULL);
  gc_mem_release(b);
  gc_mem_release(c);
  gc_mem_release(d);
  gc_stream_release(s);
}

/* A queued launch keeps its arguments as they were. */
static void prepared_keeps_queued_arguments(void** state) {
  (void)state;
  gc_module* m = compile("__global__ void put(int *x, int i, int v) { x[i] = v; }\n");
  gc_kernel* k = kernel_of(m, "put");
  gc_mem* x = zeros(256);
  run(k, 1, 1, ARGS(M(x), I(0), I(0)));
  gc_launch_config config = shape(1, 1);
  gc_arg args[3] = {M(x), I(0), I(0)};
  gc_prepared* p = NULL;
  CALL(gc_prepared_create, k, &config, args, 3, &p);
  Gate gate = gate_make();
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream* s = NULL;
  CALL(gc_stream_create, context, &options, &s);
  gate_close(&gate, s);
  for (int i = 0; i < 64; ++i) {
    gc_arg index = I(i), value = I(i * i);
    CALL(gc_prepared_set_arg, p, 1, &index, NULL, 0);
    CALL(gc_prepared_set_arg, p, 2, &value, NULL, 0);
    CALL(gc_prepared_launch, p, NULL, NULL, 0, s);
  }
  gate_open(&gate);
  CALL(gc_stream_synchronize, s);
  int32_t got[64];
  download(x, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_int_equal(got[i], i * i);
  gc_prepared_release(p);
  gc_stream_release(s);
  gc_mem_release(x);
  gc_kernel_release(k);
  gc_module_release(m);
  gate_free(&gate);
}

/* PyCUDA's prepare("PPPi") and prepared_call(grid, block, *args): types first, values with each launch. */
static void prepared_by_types(void** state) {
  (void)state;
  gc_kernel* k = kernel_of(module(), "add");
  float x[16], got[16];
  for (int i = 0; i < 16; ++i) x[i] = (float)(i + 1);
  gc_mem *a = upload(x, sizeof x), *c = zeros(64), *d = zeros(64);
  gc_launch_config config = shape(1, 16), two = shape(2, 8);
  gc_arg types[4];
  for (int i = 0; i < 4; ++i) {
    const char code[2] = {"PPPi"[i], 0};
    gc_scalar_type type = 0;
    CALL(gc_dtype_scalar_from_name, code, &type);
    types[i] = (gc_arg){.kind = GRIDCALL_ARG_KIND_TYPE, .value_type = (gc_value_type)type};
  }
  gc_prepared* p = NULL;
  CALL(gc_prepared_create, k, &config, types, 4, &p);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_prepared_launch, p, NULL, NULL, 0, NULL);
  assert_says("argument 0 of `prepared` has a type and no value yet");
  /* Another shape and all values in one call, which are kept. */
  gc_arg args[4] = {M(c), M(a), M(a), I(12)};
  CALL(gc_prepared_launch, p, &two, args, 4, NULL);
  download(c, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == (i < 12 ? 2 * x[i] : 0));
  gc_arg arg = M(d);
  CALL(gc_prepared_set_arg, p, 0, &arg, NULL, 0);
  CALL(gc_prepared_launch, p, NULL, NULL, 0, NULL);
  download(d, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == (i < 12 ? 2 * x[i] : 0));
  /* A refused launch changes neither shape nor arguments. */
  gc_launch_config bad = shape(1, 2048);
  CALL(fill_u8, d, 0, 0, 64, NULL);
  args[3] = I(1);
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_prepared_launch, p, &bad, args, 4, NULL);
  args[3] = L(1);
  bad = shape(1, 1);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_prepared_launch, p, &bad, args, 4, NULL);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_prepared_launch, p, &bad, args, 3, NULL);
  CALL(gc_prepared_launch, p, NULL, NULL, 0, NULL);
  download(d, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == (i < 12 ? 2 * x[i] : 0));
  gc_prepared_release(p);
  /* One argument at a time: the last one completes it. */
  CALL(gc_prepared_create, k, &config, types, 4, &p);
  args[3] = I(3);
  for (size_t i = 0; i < 4; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_prepared_launch, p, NULL, NULL, 0, NULL);
    CALL(gc_prepared_set_arg, p, i, &args[i], NULL, 0);
  }
  CALL(fill_u8, c, 0, 0, 64, NULL);
  CALL(gc_prepared_launch, p, NULL, NULL, 0, NULL);
  download(c, got, sizeof got);
  for (int i = 0; i < 16; ++i) assert_true(got[i] == (i < 3 ? 2 * x[i] : 0));
  gc_prepared_release(p);

  /* Types that are not the kernel's. */
#define REFUSE(status, says, change)                                              \
  do {                                                                            \
    gc_arg other[4];                                                              \
    memcpy(other, types, sizeof other);                                           \
    change;                                                                       \
    FAILS(GRIDCALL_ERROR_##status, gc_prepared_create, k, &config, other, 4, &p); \
    assert_says(says);                                                            \
  } while (0)
  REFUSE(ARGUMENT_MISMATCH, "argument 3 is a 64-bit integer of 8 bytes",
         other[3].value_type = GRIDCALL_VALUE_TYPE_INT64);
  REFUSE(ARGUMENT_MISMATCH, "argument 3 is a struct of 16 bytes",
         other[3].value_type = (gc_value_type)GRIDCALL_SCALAR_TYPE_COMPLEX128);
  REFUSE(ARGUMENT_MISMATCH, "of 4 bytes, parameter 1", other[1].size = 4);
  REFUSE(ARGUMENT_MISMATCH, "takes `int`", other[3].value_type = GRIDCALL_VALUE_TYPE_FLOAT32);
  REFUSE(ARGUMENT_MISMATCH, "argument 0 is memory of 64-bit floats",
         other[0].value_type = GRIDCALL_VALUE_TYPE_POINTER + GRIDCALL_VALUE_TYPE_FLOAT64);
  REFUSE(INVALID_ARGUMENT, "a TYPE with a value", other[3].bits = 1);
  REFUSE(INVALID_ARGUMENT, "`value_type` of argument 3", other[3].value_type = 4096);
#undef REFUSE
  args[3] = types[3];
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_launch, k, &config, args, 4, NULL);
  assert_says("argument 3 is a TYPE");
  gc_kernel_release(k);

  /* A struct comes in the bytes of a configuration that has no shape. */
  k = kernel_of(module(), "pair");
  gc_mem* out = zeros(8);
  gc_arg pair[2] = {{.kind = GRIDCALL_ARG_KIND_TYPE, .value_type = GRIDCALL_VALUE_TYPE_POINTER},
                    {.kind = GRIDCALL_ARG_KIND_TYPE, .size = 16}};
  gc_launch_config one = shape(1, 1), bytes = GRIDCALL_LAUNCH_CONFIG_INIT;
  CALL(gc_prepared_create, k, &one, pair, 2, &p);
  const struct {
    int a;
    double b;
  } value = {3, 0.5};
  bytes.bytes = &value;
  bytes.bytes_size = sizeof value;
  pair[0] = M(out);
  pair[1] = (gc_arg){.kind = GRIDCALL_ARG_KIND_BYTES, .size = 16};
  CALL(gc_prepared_launch, p, &bytes, pair, 2, NULL);
  double sum = 0;
  download(out, &sum, sizeof sum);
  assert_true(sum == 3.5);
  gc_prepared_release(p);
  gc_kernel_release(k);
  gc_mem_release(out);
  gc_mem_release(a);
  gc_mem_release(c);
  gc_mem_release(d);
}

static void many_launches(void** state) {
  (void)state;
  gc_module* m = compile("__global__ void step(unsigned *x) { *x = *x * 3 + 1; }\n");
  gc_kernel* k = kernel_of(m, "step");
  gc_mem* x = zeros(4);
  uint32_t want = 0, got = 0;
  for (int i = 0; i < 5000; ++i) {
    start(k, NULL, 1, 1, ARGS(M(x)));
    want = want * 3 + 1;
  }
  download(x, &got, 4);
  assert_int_equal(got, want);
  gc_mem_release(x);
  gc_kernel_release(k);
  gc_module_release(m);
}

static gc_arg elements(gc_mem* mem, gc_value_type type) {
  gc_arg arg = M(mem);
  arg.value_type = type;
  return arg;
}

/* A number of the right size and the wrong kind. */
static void types_are_compared(void** state) {
  (void)state;
  gc_module* m = compile(
      "#include <cuda_fp16.h>\nstruct Point { float x, y; };\nenum Color : int { red };\n"
      "__global__ void typed(float* __restrict__ x, const double* y, void* z, int n, const float f, Point p, "
      "Color c) {}\n"
      "template <class T> __global__ void generic(T* x, T v, unsigned char b, bool t, short s, unsigned long "
      "long u) {}\n"
      "__global__ void halves(__half h, __half* p) {}\n"
      "extern \"C\" __global__ void plain(float* x, int n) {}\n");
  gc_mem* x = make(256);
  gc_kernel* typed = kernel_of(m, "typed");
  gc_launch_config c = GRIDCALL_LAUNCH_CONFIG_INIT;
  c.grid_x = c.block_x = 1;
  float point[2] = {1, 2};
  c.bytes = point;
  c.bytes_size = sizeof point;
  gc_arg args[7] = {elements(x, GRIDCALL_VALUE_TYPE_FLOAT32),
                    elements(x, GRIDCALL_VALUE_TYPE_FLOAT64),
                    elements(x, GRIDCALL_VALUE_TYPE_INT16),
                    I(1),
                    F(1),
                    {GRIDCALL_ARG_KIND_BYTES, 8, 0, NULL},
                    I(0)};
  CALL(gc_launch, typed, &c, args, 7, NULL);
  args[3] = U(1);
  CALL(gc_launch, typed, &c, args, 7, NULL);
  args[3] = F(3);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, typed, &c, args, 7, NULL);
  assert_says("argument 3 is a 32-bit float, parameter 3");
  assert_says("of `typed` takes `int`: pass a 32-bit integer");
  args[3] = I(1);
  args[0] = elements(x, GRIDCALL_VALUE_TYPE_FLOAT64);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, typed, &c, args, 7, NULL);
  assert_says("argument 0 is memory of 64-bit floats");
  args[0] = arg_typed(&(int64_t){4096}, 8, GRIDCALL_VALUE_TYPE_INT64);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, typed, &c, args, 7, NULL);
  assert_says("argument 0 is a 64-bit integer");
  args[0] = M(x);
  CALL(gc_launch, typed, &c, args, 7, NULL);
  gc_kernel_param param = GRIDCALL_KERNEL_PARAM_INIT;
  CALL(gc_kernel_get_param, typed, 1, &param);
  assert_int_equal(param.value_type, GRIDCALL_VALUE_TYPE_POINTER + GRIDCALL_VALUE_TYPE_FLOAT64);
  CALL(gc_kernel_get_param, typed, 4, &param);
  assert_int_equal(param.value_type, GRIDCALL_VALUE_TYPE_FLOAT32);

  gc_kernel* generic = kernel_of(m, "generic<double>");
  gc_arg good[6] = {
      elements(x, GRIDCALL_VALUE_TYPE_FLOAT64),      D(1),
      arg_typed("a", 1, GRIDCALL_VALUE_TYPE_UINT8),  arg_typed("\1", 1, GRIDCALL_VALUE_TYPE_BOOL),
      arg_typed("ab", 2, GRIDCALL_VALUE_TYPE_INT16), arg_typed(&(int64_t){1}, 8, GRIDCALL_VALUE_TYPE_INT64)};
  CALL(gc_launch, generic, &c, good, 6, NULL);
  good[1] = arg_typed(&(int64_t){1}, 8, GRIDCALL_VALUE_TYPE_INT64);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, generic, &c, good, 6, NULL);
  assert_says("`generic<double>`");

  gc_kernel* halves = kernel_of(m, "halves");
  gc_arg half[2] = {arg_typed("ab", 2, GRIDCALL_VALUE_TYPE_FLOAT16),
                    elements(x, GRIDCALL_VALUE_TYPE_FLOAT16)};
  CALL(gc_launch, halves, &c, half, 2, NULL);
  half[0] = arg_typed("ab", 2, GRIDCALL_VALUE_TYPE_UINT16);
  half[1] = elements(x, GRIDCALL_VALUE_TYPE_UINT16);
  CALL(gc_launch, halves, &c, half, 2, NULL);
  half[1] = elements(x, GRIDCALL_VALUE_TYPE_FLOAT32);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, halves, &c, half, 2, NULL);
  half[1] = elements(x, GRIDCALL_VALUE_TYPE_BFLOAT16);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, halves, &c, half, 2, NULL);

  /* The CPU device's compiler reports all types; a GPU's compiled name has nothing of extern "C", enums and
   * names. */
  gc_kernel* plain = kernel_of(m, "plain");
  gc_arg swapped[2] = {elements(x, GRIDCALL_VALUE_TYPE_INT32), F(1)};
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, plain, &c, swapped, 2, NULL);
    assert_says("argument 0 is memory of 32-bit integers, parameter 0, `x`, of `plain` takes `float *`");
    args[6] = F(0);
    FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_launch, typed, &c, args, 7, NULL);
    assert_says("parameter 6, `c`, of `typed` takes `Color`");
    CALL(gc_kernel_get_param, typed, 5, &param);
    assert_string_equal(param.name, "p");
    assert_int_equal(param.value_type, GRIDCALL_VALUE_TYPE_STRUCT);
    CALL(gc_kernel_get_param, typed, 0, &param);
    assert_string_equal(param.type_name, "float *");
  } else {
    CALL(gc_launch, plain, &c, swapped, 2, NULL);
    CALL(gc_kernel_get_param, typed, 5, &param);
    assert_string_equal(param.name, "");
    CALL(gc_kernel_get_param, typed, 0, &param);
    assert_string_equal(param.type_name, "float*");
  }
  wait_all();
  gc_kernel_release(typed);
  gc_kernel_release(generic);
  gc_kernel_release(halves);
  gc_kernel_release(plain);
  gc_module_release(m);
  gc_mem_release(x);
}

/* The macro that chooses by the type of a number in C. */
static void the_macro_tells_types(void** state) {
  (void)state;
  assert_int_equal(GRIDCALL_VALUE_TYPE_OF(1), GRIDCALL_VALUE_TYPE_INT32);
  assert_int_equal(GRIDCALL_VALUE_TYPE_OF(1.0f), GRIDCALL_VALUE_TYPE_FLOAT32);
  assert_int_equal(GRIDCALL_VALUE_TYPE_OF(1.0), GRIDCALL_VALUE_TYPE_FLOAT64);
  assert_int_equal(GRIDCALL_VALUE_TYPE_OF((size_t)1), GRIDCALL_VALUE_TYPE_UINT64);
  assert_int_equal(GRIDCALL_VALUE_TYPE_OF((uint8_t)1), GRIDCALL_VALUE_TYPE_UINT8);
  assert_int_equal(GRIDCALL_VALUE_TYPE_OF("text"), GRIDCALL_VALUE_TYPE_UNKNOWN);
}

const struct CMUnitTest launch_tests[] = {
    {"launch_arguments_are_checked", arguments_are_checked, NULL, NULL, NULL},
    {"launch_bytes_are_checked", bytes_are_checked, NULL, NULL, NULL},
    {"launch_shapes_are_explained", shapes_are_explained, NULL, NULL, NULL},
    {"launch_types_are_compared", types_are_compared, NULL, NULL, NULL},
    {"launch_type_macro", the_macro_tells_types, NULL, NULL, NULL},
    {"launch_prepared", prepared, NULL, NULL, NULL},
    {"launch_prepared_by_types", prepared_by_types, NULL, NULL, NULL},
    {"launch_prepared_keeps_queued_arguments", prepared_keeps_queued_arguments, NULL, NULL, NULL},
    {"launch_many", many_launches, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
