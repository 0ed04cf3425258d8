/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources that use each other's functions and variables, compiled one by one and linked.
 */

#include <stdio.h>
#include <stdlib.h>

#include "gridcall/preview.h"
#include "harness.h"

static const char shared_header[] =
    "typedef float (*Function)(float);\n"
    "struct Shape { float size; __device__ explicit Shape(float s) : size(s) {} __device__ virtual float "
    "area() const; };\n"
    "template <class T> __device__ T twice(T x) { static __device__ int uses; ++uses; return x + x; }\n"
    "inline __device__ float half(float x) { return x / 2; }\n"
    "__device__ float apply(float x);\n"
    "__device__ Function pick(int which);\n"
    "__device__ float measure(const Shape& shape);\n"
    "extern __device__ int calls;\n"
    "extern __device__ Function table[2];\n"
    "extern __constant__ float factors[4];\n"
    "extern __shared__ float scratch[];\n";

static const char first_source[] =
    "#include \"shared.h\"\n"
    "static __device__ float secret(float x) { return x + 1; }\n"
    "static __device__ int hidden = 10;\n"
    "__device__ float from_first(float x) { return secret(x) * 100; }\n"
    "struct Square : Shape { __device__ explicit Square(float s) : Shape(s) {} __device__ float area() const "
    "override { return size * size; } };\n"
    "__global__ void first(float* out) {\n"
    "  const int i = threadIdx.x;\n"
    "  atomicAdd(&calls, 1);\n"
    "  out[i] = secret(apply(out[i])) + factors[i % 4] + pick(i & 1)(1.0f) + table[i & 1](2.0f) + hidden;\n"
    "}\n"
    "__global__ void shapes(float* out) {\n"
    "  const Square square(3.0f);\n"
    "  const Shape shape(4.0f);\n"
    "  out[threadIdx.x] = measure(square) + measure(shape);\n"
    "}\n";

static const char second_source[] =
    "#include \"shared.h\"\n"
    "static __device__ float secret(float x) { return x - 1; }\n"
    "static __device__ int hidden = 20;\n"
    "__device__ float from_first(float x);\n"
    "__device__ int calls = 5;\n"
    "__constant__ float factors[4] = {1, 2, 3, 4};\n"
    "static __device__ float add(float x) { return x + hidden; }\n"
    "__device__ Function table[2] = {add, from_first};\n"
    "__device__ float apply(float x) { return secret(twice(x)) + half(x); }\n"
    "__device__ Function pick(int which) { return which ? from_first : add; }\n"
    "__device__ float Shape::area() const { return size; }\n"
    "__device__ float measure(const Shape& shape) { return shape.area(); }\n"
    "__global__ void second(float* out) {\n"
    "  scratch[threadIdx.x] = out[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  out[threadIdx.x] = from_first(scratch[blockDim.x - 1 - threadIdx.x]) + twice(hidden);\n"
    "}\n";

/* An image for the linker, in memory of malloc. */
static gc_link_input object_of(const char* name, const char* source, const char* option) {
  const gc_header headers[] = {{"shared.h", shared_header}};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = name;
  options.headers = headers;
  options.header_count = 1;
  options.options = &option;
  options.option_count = 1;
  gc_program* program = NULL;
  CALL(gc_program_compile, device, source, strlen(source), &options, &program);
  size_t size = 0;
  CALL(gc_program_get_image, program, NULL, 0, &size);
  uint8_t* image = malloc(size);
  assert_non_null(image);
  CALL(gc_program_get_image, program, image, size, &size);
  gc_program_release(program);
  return (gc_link_input){name, image, size};
}

static gc_link_input relocatable(const char* name, const char* source) {
  return object_of(name, source, "-rdc=true");
}

static void release(const gc_link_input* inputs, size_t count) {
  for (size_t i = 0; i < count; ++i) free((void*)inputs[i].image);
}

static gc_module* linked(const gc_link_input* inputs, size_t count) {
  gc_module* module = NULL;
  CALL(gc_module_link, context, NULL, inputs, count, &module);
  return module;
}

static int32_t number_of(gc_module* module, const char* name) {
  gc_mem* mem = NULL;
  int32_t value = 0;
  CALL(gc_module_get_global, module, name, &mem);
  download(mem, &value, sizeof value);
  gc_mem_release(mem);
  return value;
}

static void computes(gc_module* module) {
  enum { N = 64 };
  float values[N], got[N];
  for (int i = 0; i < N; ++i) values[i] = (float)i;
  gc_mem* out = upload(values, sizeof values);
  gc_kernel *first = kernel_of(module, "first"), *second = kernel_of(module, "second"),
            *shapes = kernel_of(module, "shapes");
  run(first, 1, N, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < N; ++i) {
    const float x = (float)i, applied = 2 * x - 1 + x / 2 + 1;
    const float picked = i & 1 ? 200.0f : 21.0f, of_table = i & 1 ? 300.0f : 22.0f;
    assert_true(got[i] == applied + (float)(i % 4 + 1) + picked + of_table + 10);
  }
  assert_int_equal(number_of(module, "calls"), 5 + N);
  CALL(gc_memcpy_htod, out, 0, values, sizeof values, NULL);
  run_shape(second, (Shape){{1, 1, 1}, {N, 1, 1}, sizeof values}, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < N; ++i) assert_true(got[i] == (float)(N - 1 - i + 1) * 100 + 40);
  run(shapes, 1, N, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < N; ++i) assert_true(got[i] == 13);
  gc_mem_release(out);
  gc_kernel_release(first);
  gc_kernel_release(second);
  gc_kernel_release(shapes);
}

static void link_compiled_with(const char* option) {
  gc_link_input inputs[] = {object_of("first.cu", first_source, option),
                            object_of("second.cu", second_source, option)};
  gc_module* module = linked(inputs, 2);
  computes(module);
  size_t kernels = 0;
  CALL(gc_module_get_kernel_count, module, &kernels);
  assert_int_equal(kernels, 3);
  gc_module_release(module);
  const gc_link_input turned[] = {inputs[1], inputs[0]};
  module = linked(turned, 2);
  computes(module);
  gc_module_release(module);
  release(inputs, 2);
}

static void link_several_sources(void** state) {
  (void)state;
  link_compiled_with("-rdc=true");
}

/* On a GPU by nvJitLink, which may not be there. */
static void link_time_optimization(void** state) {
  (void)state;
  static const char source[] = "__global__ void k(float* x) { *x = 1; }";
  gc_link_input alone = object_of("alone.cu", source, "-dlto");
  gc_module* module = NULL;
  const gc_status status = gc_module_link(context, NULL, &alone, 1, &module, NULL);
  gc_module_release(module);
  release(&alone, 1);
  if (is_gpu && status == GRIDCALL_ERROR_COMPILER_UNAVAILABLE) {
    printf("# SKIPPED: no nvJitLink on this machine\n");
    skip();
  }
  assert_int_equal(status, GRIDCALL_OK);
  link_compiled_with("-dlto");
  gc_link_input undefined = object_of("first.cu", first_source, "-dlto");
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, &undefined, 1, &module);
  assert_log_says("apply");
  release(&undefined, 1);
}

/* A source alone needs no call more. */
static void link_of_one(void** state) {
  (void)state;
  static const char source[] =
      "__device__ int one(int x);\n__device__ int calls;\n"
      "template <class T> __global__ void each(T* out) { ++calls; out[threadIdx.x] = one(threadIdx.x); }\n"
      "__device__ int one(int x) { return x + 1; }\n";
  static const char* const options_of[] = {"-rdc=true"};
  static const char* const instances[] = {"each<int>"};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.options = options_of;
  options.option_count = 1;
  options.instances = instances;
  options.instance_count = 1;
  gc_program* program = NULL;
  gc_module* modules[4] = {NULL};
  CALL(gc_module_from_source, context, source, sizeof source - 1, &options, &modules[0]);
  CALL(gc_program_compile, device, source, sizeof source - 1, &options, &program);
  CALL(gc_module_from_program, context, program, NULL, &modules[1]);
  size_t size = 0;
  CALL(gc_program_get_image, program, NULL, 0, &size);
  uint8_t* image = malloc(size);
  assert_non_null(image);
  CALL(gc_program_get_image, program, image, size, &size);
  modules[2] = linked(&(gc_link_input){NULL, image, size}, 1);
  if (!is_gpu) CALL(gc_module_from_buffer, context, image, size, NULL, &modules[3]);
  gc_mem* out = zeros(32 * sizeof(int32_t));
  for (int i = 0; i < 4 - is_gpu; ++i) {
    int32_t got[32];
    gc_kernel* each = kernel_of(modules[i], "each<int>");
    run(each, 1, 32, ARGS(M(out)));
    download(out, got, sizeof got);
    assert_int_equal(got[31], 32);
    assert_true(number_of(modules[i], "calls") != 0);
    gc_kernel_release(each);
    gc_module_release(modules[i]);
  }
  gc_mem_release(out);
  gc_program_release(program);
  free(image);
}

/* A GPU's linker has its own words. */
#define log_says(text) \
  if (!is_gpu) assert_log_says(text)

static void link_of_symbols_that_do_not_fit(void** state) {
  (void)state;
  gc_link_input inputs[] = {
      relocatable("first.cu", first_source), relocatable("second.cu", second_source),
      relocatable("third.cu", "__device__ float apply(float x) { return x; }"),
      relocatable("fourth.cu",
                  "extern __device__ int missing;\n__global__ void k(int* x) { *x = missing; }")};
  gc_module* module = NULL;
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, inputs, 1, &module);
  log_says("Undefined reference to 'apply(float)' in 'first.cu'");
  log_says("Undefined reference to 'calls' in 'first.cu'");
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, inputs, 3, &module);
  log_says("Multiple definition of 'apply(float)' in 'third.cu', first defined in 'second.cu'");
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, &inputs[3], 1, &module);
  log_says("Undefined reference to 'missing' in 'fourth.cu'");
  if (is_gpu) {
    release(inputs, 4);
    return;
  }
  gc_link_input sizes[] = {
      relocatable("a.cu", "__device__ int x[4]; __global__ void k() { x[0] = 1; }"),
      relocatable("b.cu", "extern __device__ int x[8]; __global__ void l() { x[0] = 1; }"),
      relocatable("c.cu", "extern __constant__ int x[4]; __global__ void m(int* y) { *y = x[0]; }")};
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, sizes, 2, &module);
  log_says("Size doesn't match for 'x' in 'b.cu', first specified in 'a.cu'");
  const gc_link_input spaces[] = {sizes[0], sizes[2]};
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, spaces, 2, &module);
  log_says("Memory space doesn't match for 'x' in 'c.cu', first specified in 'a.cu'");
  assert_null(module);
  release(sizes, 3);
  release(inputs, 4);
}

static void link_of_what_is_none(void** state) {
  (void)state;
  gc_module* module = NULL;
  gc_link_input whole = object_of("whole.cu", "__global__ void k() {}", "-rdc=false");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_module_link, context, NULL, NULL, 0, &module);
  FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_link, context, NULL, &(gc_link_input){"nothing", "", 0}, 1,
        &module);
  FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_link, context, NULL, &(gc_link_input){"text", "no code", 7},
        1, &module);
  assert_says("`text` of 7 bytes");
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_link, context, NULL, &whole, 1, &module);
    assert_says("`whole.cu`");
    assert_says("linked already");
    static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n";
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_module_link, context, NULL,
          &(gc_link_input){"ptx", ptx, sizeof ptx - 1}, 1, &module);
    gc_link_input object = relocatable("object.cu", "__global__ void k() {}");
    gc_link_input damaged = object;
    ((uint8_t*)damaged.image)[object.size / 2] ^= 1;
    FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_link, context, NULL, &damaged, 1, &module);
    damaged.size -= 1;
    FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_link, context, NULL, &damaged, 1, &module);
    static const char library[] = "!<arch>\n";
    FAILS(GRIDCALL_ERROR_COMPILE, gc_module_link, context, NULL, &(gc_link_input){"empty.a", library, 8}, 1,
          &module);
    release(&object, 1);
  }
  assert_null(module);
  release(&whole, 1);
}

const struct CMUnitTest link_tests[] = {
    cmocka_unit_test(link_several_sources), cmocka_unit_test(link_time_optimization),
    cmocka_unit_test(link_of_one),          cmocka_unit_test(link_of_symbols_that_do_not_fit),
    cmocka_unit_test(link_of_what_is_none), {NULL, NULL, NULL, NULL, NULL},
};
