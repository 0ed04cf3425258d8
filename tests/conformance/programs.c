/* SPDX-License-Identifier: Apache-2.0
 *
 * Source that is compiled without being loaded, its image as bytes, and images that are loaded or refused.
 */

#define _GNU_SOURCE /* memmem */

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

static const char text[] =
    "__constant__ int offset = 5;\n"
    "namespace lib { __global__ void add(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = "
    "threadIdx.x + offset; } }\n"
    "template <class T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value; }\n";

static gc_program* compile_program(void) {
  static const char* const instances[] = {"fill<int>"};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.instances = instances;
  options.instance_count = 1;
  gc_program* program = NULL;
  CALL(gc_program_compile, device, text, sizeof text - 1, &options, &program);
  return program;
}

static size_t image_of(gc_program* program, uint8_t** image) {
  size_t size = 0;
  CALL(gc_program_get_image, program, NULL, 0, &size);
  assert_true(size > 64);
  *image = malloc(size);
  assert_non_null(*image);
  CALL(gc_program_get_image, program, *image, size, &size);
  return size;
}

static void runs(gc_module* module) {
  gc_kernel *add = kernel_of(module, "lib::add"), *fill = kernel_of(module, "fill<int>");
  gc_mem* out = zeros(8 * sizeof(int32_t));
  int32_t got[8];
  run(add, 1, 8, ARGS(M(out), I(8)));
  download(out, got, sizeof got);
  for (int i = 0; i < 8; ++i) assert_int_equal(got[i], i + 5);
  run(fill, 1, 8, ARGS(M(out), I(-3)));
  download(out, got, sizeof got);
  for (int i = 0; i < 8; ++i) assert_int_equal(got[i], -3);
  gc_mem* offset = NULL;
  CALL(gc_module_get_global, module, "offset", &offset);
  download(offset, got, sizeof *got);
  assert_int_equal(got[0], 5);
  gc_mem_release(offset);
  gc_mem_release(out);
  gc_kernel_release(add);
  gc_kernel_release(fill);
}

static void program_is_loaded(void** state) {
  (void)state;
  gc_program* program = compile_program();
  gc_module *module = NULL, *again = NULL;
  CALL(gc_module_from_program, context, program, NULL, &module);
  CALL(gc_module_from_program, context, program, NULL, &again);
  gc_program_release(program);
  runs(module);
  runs(again);
  /* An instance that nobody asked for in time: the module has variables, which a second one would double. */
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_get_kernel, module, "fill<float>", &(gc_kernel*){NULL});
  gc_module_release(module);
  gc_module_release(again);
}

static void later_instance_of_program(void** state) {
  (void)state;
  static const char source[] =
      "template <class T> __global__ void one(T *out) { *out = 1; }\n__global__ void k() {}\n";
  gc_program* program = NULL;
  CALL(gc_program_compile, device, source, sizeof source - 1, NULL, &program);
  gc_module* module = NULL;
  CALL(gc_module_from_program, context, program, NULL, &module);
  gc_program_release(program);
  gc_kernel* one = kernel_of(module, "one<float>");
  gc_mem* out = zeros(4);
  run(one, 1, 1, ARGS(M(out)));
  float got = 0;
  download(out, &got, 4);
  assert_true(got == 1.0f);
  gc_mem_release(out);
  gc_kernel_release(one);
  gc_module_release(module);
}

static void image_is_loaded(void** state) {
  (void)state;
  gc_program* program = compile_program();
  uint8_t* image = NULL;
  const size_t size = image_of(program, &image);
  gc_program_release(program);
  gc_module* module = NULL;
  CALL(gc_module_from_buffer, context, image, size, NULL, &module);
  free(image); /* copied */
  runs(module);
  int32_t cached = -1;
  CALL(gc_module_is_cached, module, &cached);
  assert_int_equal(cached, 0);
  uint64_t value = 1;
  CALL(gc_module_get_attribute, module, GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS, &value);
  assert_true(value == 0);
  char log[256] = "?";
  size_t needed = 0;
  CALL(gc_module_get_log, module, log, sizeof log, &needed);
  assert_string_equal(log, "");
  gc_module_release(module);
}

static void image_file_is_loaded(void** state) {
  (void)state;
  gc_program* program = compile_program();
  uint8_t* image = NULL;
  const size_t size = image_of(program, &image);
  gc_program_release(program);
  char path[] = "/tmp/gridcall-image-XXXXXX";
  const int descriptor = mkstemp(path);
  FILE* file = fdopen(descriptor, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(image, 1, size, file), size);
  fclose(file);
  gc_module* module = NULL;
  CALL(gc_module_from_file, context, path, NULL, &module);
  runs(module);
  gc_module_release(module);
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.arch = "sm_90";
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_file, context, path, &options, &module);
  remove(path);
  free(image);
}

/* A damaged image is refused, and nothing else happens. A GPU's driver cannot be asked that: it trusts
 * cubins. */
static void image_that_is_damaged(void** state) {
  (void)state;
  if (is_gpu) skip();
  gc_program* program = compile_program();
  uint8_t* image = NULL;
  const size_t size = image_of(program, &image);
  gc_program_release(program);
  gc_module* module = NULL;
  uint64_t random = 7;
  uint8_t* damaged = malloc(size + 1);
  assert_non_null(damaged);
  for (int i = 0; i < 3000; ++i) {
    memcpy(damaged, image, size);
    /* Most in the header, which decides what is read. */
    const size_t at = random_u32(&random) % (i % 2 ? 64 : size);
    damaged[at] ^= (uint8_t)(1u << random_u32(&random) % 8);
    gc_error* error = NULL;
    const gc_status status = gc_module_from_buffer(context, damaged, size, NULL, &module, &error);
    if (status != GRIDCALL_ERROR_INVALID_IMAGE && status != GRIDCALL_ERROR_INCOMPATIBLE_IMAGE &&
        status != GRIDCALL_ERROR_UNSUPPORTED)
      fail_msg("a bit of byte %zu: %s", at, gc_status_name(status));
    gc_error_release(error);
  }
  for (size_t cut = 0; cut < size; cut += cut < 128 ? 1 : size / 61) {
    memcpy(damaged, image, cut);
    FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_from_buffer, context, cut ? damaged : image, cut, NULL,
          &module);
  }
  memcpy(damaged, image, size);
  damaged[size] = 0;
  FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_from_buffer, context, damaged, size + 1, NULL, &module);
  assert_says("behind its end");
  free(damaged);
  free(image);
}

static void image_that_is_foreign(void** state) {
  (void)state;
  gc_module* module = NULL;
  static const char cpu_image[64] = "GRIDCPUI";
  static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n";
  FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_from_buffer, context, "nothing of the kind", 19, NULL,
        &module);
  if (is_gpu) {
    FAILS(GRIDCALL_ERROR_INCOMPATIBLE_IMAGE, gc_module_from_buffer, context, cpu_image, sizeof cpu_image,
          NULL, &module);
    assert_says("CPU device");
  } else {
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_module_from_buffer, context, ptx, sizeof ptx - 1, NULL, &module);
    assert_says("licence");
    /* An object of the machine's own compiler. */
    FILE* file = fopen("/proc/self/exe", "rb");
    assert_non_null(file);
    char head[4096];
    const size_t size = fread(head, 1, sizeof head, file);
    fclose(file);
    FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_from_buffer, context, head, size, NULL, &module);
  }
}

static void program_tells_names(void** state) {
  (void)state;
  gc_program* program = compile_program();
  char symbol[256];
  size_t needed = 0;
  CALL(gc_program_get_symbol, program, "lib::add", symbol, sizeof symbol, &needed);
  assert_string_equal(symbol, "_ZN3lib3addEPii");
  CALL(gc_program_get_symbol, program, "fill< int >", symbol, sizeof symbol, &needed);
  assert_string_equal(symbol, "_Z4fillIiEvPT_S0_");
  CALL(gc_program_get_symbol, program, "offset", symbol, sizeof symbol, &needed);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_program_get_symbol, program, "missing", symbol, sizeof symbol, &needed);
  assert_says("lib::add");
  CALL(gc_program_get_log, program, symbol, sizeof symbol, &needed);
  gc_program_release(program);
}

static void program_that_does_not_compile(void** state) {
  (void)state;
  gc_program* program = NULL;
  static const char wrong[] = "__global__ void k() { nonsense }\n";
  FAILS(GRIDCALL_ERROR_COMPILE, gc_program_compile, device, wrong, sizeof wrong - 1, NULL, &program);
  assert_log_says("nonsense");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_program_compile, NULL, text, sizeof text - 1, NULL, &program);
  assert_says("arch");
  /* Without NVRTC there is no answer but that. */
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.arch = "sm_13";
  gc_error* error = NULL;
  const gc_status status = gc_program_compile(NULL, text, sizeof text - 1, &options, &program, &error);
  assert_true(status == GRIDCALL_ERROR_INVALID_COMPILE_OPTION ||
              status == GRIDCALL_ERROR_COMPILER_UNAVAILABLE);
  if (status == GRIDCALL_ERROR_INVALID_COMPILE_OPTION) {
    assert_non_null(strstr(gc_error_message(error), "sm_13"));
    assert_non_null(strstr(gc_error_message(error), "sm_90"));
  }
  gc_error_release(error);
}

static void program_without_device(void** state) {
  (void)state;
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.arch = "compute_90";
  gc_program* program = NULL;
  gc_error* error = NULL;
  const gc_status status = gc_program_compile(NULL, text, sizeof text - 1, &options, &program, &error);
  if (status == GRIDCALL_ERROR_COMPILER_UNAVAILABLE) {
    gc_error_release(error);
    skip(); /* no NVRTC on this machine */
  }
  check_call(status, error, "gc_program_compile", __FILE__, __LINE__);
  uint8_t* image = NULL;
  const size_t size = image_of(program, &image);
  assert_non_null(memmem(image, size, ".version", 8));
  gc_module* module = NULL;
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_INCOMPATIBLE_IMAGE, gc_module_from_program, context, program, NULL, &module);
    assert_says("compiled for a GPU");
  } else {
    gc_module_options how = GRIDCALL_MODULE_OPTIONS_INIT;
    how.flags = GRIDCALL_MODULE_VERBOSE;
    how.threads_per_block = 256;
    how.max_registers = 32;
    CALL(gc_module_from_buffer, context, image, size, &how, &module);
    uint64_t value = 0;
    CALL(gc_module_get_attribute, module, GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK, &value);
    assert_true(value >= 256);
    gc_module_release(module);
  }
  free(image);
  gc_program_release(program);
}

static void module_options_are_checked(void** state) {
  (void)state;
  gc_program* program = compile_program();
  gc_module* module = NULL;
  gc_module_options options = GRIDCALL_MODULE_OPTIONS_INIT;
  options.optimization_level = 5;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_program, context, program, &options, &module);
  assert_says("5");
  options.optimization_level = 1;
  options.flags = GRIDCALL_MODULE_NO_OPTIMIZATION;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_program, context, program, &options, &module);
  options.optimization_level = 0;
  options.arch = "fast";
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_program, context, program, &options, &module);
  assert_says("fast");
  options.arch = "sm_90";
  options.threads_per_block = 64;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_program, context, program, &options, &module);
  gc_program_release(program);
}

static void module_tells_times(void** state) {
  (void)state;
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  gc_module* module = NULL;
  CALL(gc_module_from_source, context, text, sizeof text - 1, &options, &module);
  uint64_t value = 0;
  CALL(gc_module_get_attribute, module, GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS, &value);
  assert_true(value > 1000);
  CALL(gc_module_get_attribute, module, GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK, &value);
  assert_true(value == 0);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_get_attribute, module, 5, &value);
  gc_module_release(module);
}

static void default_options(void** state) {
  (void)state;
  static const char source[] = "#ifndef CHOSEN\n#error not chosen\n#endif\n__global__ void k() {}\n";
  static const char* const chosen[] = {"-DCHOSEN=1", "-DTEXT=\"a b\""};
  static const char* const refused[] = {"-DCHOSEN", "--device-link"};
  char before[1024], now[1024];
  size_t needed = 0;
  gc_program* program = NULL;
  CALL(gc_program_get_default_options, before, sizeof before, &needed);
  FAILS(GRIDCALL_ERROR_COMPILE, gc_program_compile, device, source, sizeof source - 1, NULL, &program);
  CALL(gc_program_set_default_options, chosen, 2);
  CALL(gc_program_compile, device, source, sizeof source - 1, NULL, &program);
  gc_program_release(program);
  CALL(gc_program_get_default_options, now, sizeof now, &needed);
  assert_string_equal(now, "-DCHOSEN=1 \"-DTEXT=\\\"a b\\\"\"");
  FAILS(GRIDCALL_ERROR_INVALID_COMPILE_OPTION, gc_program_set_default_options, refused, 2);
  CALL(gc_program_get_default_options, now, sizeof now, &needed);
  assert_string_equal(now, "-DCHOSEN=1 \"-DTEXT=\\\"a b\\\"\"");
  CALL(gc_program_set_default_options, NULL, 0);
  CALL(gc_program_get_default_options, now, sizeof now, &needed);
  assert_string_equal(now, "");
}

const struct CMUnitTest program_tests[] = {
    cmocka_unit_test(program_is_loaded),      cmocka_unit_test(later_instance_of_program),
    cmocka_unit_test(image_is_loaded),        cmocka_unit_test(image_file_is_loaded),
    cmocka_unit_test(image_that_is_damaged),  cmocka_unit_test(image_that_is_foreign),
    cmocka_unit_test(program_tells_names),    cmocka_unit_test(program_that_does_not_compile),
    cmocka_unit_test(program_without_device), cmocka_unit_test(module_options_are_checked),
    cmocka_unit_test(module_tells_times),     cmocka_unit_test(default_options),
    {NULL, NULL, NULL, NULL, NULL},
};
