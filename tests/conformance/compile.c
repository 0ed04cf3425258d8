/* SPDX-License-Identifier: Apache-2.0
 *
 * From source to kernel: names, options, headers, diagnostics.
 */

#define _GNU_SOURCE
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static gc_compile_options named(const char* name) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = name;
  return options;
}

static gc_module* build(const char* text, const gc_compile_options* options) {
  gc_module* module = NULL;
  CALL(gc_module_from_source, context, text, strlen(text), options, &module);
  return module;
}

/* Returns the value that `kernel` writes into its only argument. */
static int32_t result_of(gc_module* module, const char* name) {
  gc_kernel* k = kernel_of(module, name);
  gc_mem* out = zeros(4);
  run(k, 1, 1, ARGS(M(out)));
  int32_t got = 0;
  download(out, &got, 4);
  gc_mem_release(out);
  gc_kernel_release(k);
  return got;
}

static const char many[] =
    "__global__ void first(int *x) { *x = 1; }\n"
    "namespace lib { __global__ void second(int *x) { *x = 2; } namespace deep { __global__ void third(int "
    "*x) { *x = 3; } } }\n"
    "extern \"C\" __global__ void fourth(int *x) { *x = 4; }\n"
    "template <typename T, int N> __global__ void fifth(T *x) { *x = (T)(N + sizeof(T)); }\n"
    "template __global__ void fifth<int, 90>(int *);\n"
    "__global__ void f(int *x) { *x = 6; }\n"
    "static __device__ int helper() { return 7; }\n"
    "__global__ void overloaded(int *x) { *x = helper(); }\n";

static void names(void** state) {
  (void)state;
  const char* const instances[] = {"fifth<int, 50>", "fifth<short, 60>"};
  gc_compile_options options = named("many.cu");
  options.instances = instances;
  options.instance_count = 2;
  gc_module* m = build(many, &options);
  assert_int_equal(result_of(m, "first"), 1);
  assert_int_equal(result_of(m, "lib::second"), 2);
  assert_int_equal(result_of(m, "lib::deep::third"), 3);
  assert_int_equal(result_of(m, "fourth"), 4);
  assert_int_equal(result_of(m, "fifth<int, 50>"), 54);
  assert_int_equal(result_of(m, "fifth<int,50>"), 54); /* spaces are nothing */
  assert_int_equal(result_of(m, "f"), 6);
  assert_int_equal(result_of(m, "overloaded"), 7);
  assert_int_equal(result_of(m, "_Z5firstPi"), 1); /* the compiled name */
  gc_kernel* k = NULL;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_get_kernel, m, "frist", &k);
  assert_says("frist");
  assert_null(k);

  k = kernel_of(m, "lib::second");
  char name[64];
  size_t needed = 0;
  CALL(gc_kernel_get_name, k, name, sizeof name, &needed);
  assert_string_equal(name, "lib::second");
  assert_int_equal(needed, strlen(name) + 1);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_kernel_get_name, k, name, 5, &needed);
  assert_int_equal(needed, strlen("lib::second") + 1);
  CALL(gc_kernel_get_name, k, NULL, 0, &needed);
  gc_kernel_release(k);
  gc_module_release(m);
}

static void kernel_list(void** state) {
  (void)state;
  gc_module* m = build(many, NULL);
  uint64_t count = 0;
  CALL(gc_module_get_kernel_count, m, &count);
  assert_int_equal(count, 7);
  const char* const want[] = {"first",          "lib::second", "lib::deep::third", "fourth",
                              "fifth<int, 90>", "f",           "overloaded"};
  int seen[7] = {0};
  for (uint64_t i = 0; i < count; ++i) {
    char name[128];
    size_t needed = 0;
    CALL(gc_module_get_kernel_name, m, i, name, sizeof name, &needed);
    int known = 0;
    for (int w = 0; w < 7; ++w) {
      if (strcmp(name, want[w]) == 0) {
        ++seen[w];
        known = 1;
      }
    }
    if (!known) fail_msg("kernel %d is called \"%s\"", (int)i, name);
    gc_kernel* k = kernel_of(m, name); /* it is what gc_module_get_kernel takes */
    gc_kernel_release(k);
  }
  for (int w = 0; w < 7; ++w) assert_int_equal(seen[w], 1);
  char name[8];
  size_t needed = 0;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_module_get_kernel_name, m, count, name, sizeof name, &needed);
  gc_module_release(m);
}

static void options(void** state) {
  (void)state;
  const char text[] =
      "#include \"given.h\"\n#include <also/more.h>\n#ifdef FLAG\n#define EXTRA 1000\n#else\n#define EXTRA "
      "0\n#endif\n"
      "__global__ void k(int *x) { *x = GIVEN + ALSO + VALUE + EXTRA; }\n";
  const gc_define defines[] = {{"VALUE", "100"}, {"FLAG", NULL}};
  const gc_header headers[] = {{"given.h", "#pragma once\n#define GIVEN 3\n"},
                               {"also/more.h", "#include \"given.h\"\n#define ALSO (GIVEN * 10)\n"}};
  gc_compile_options o = named("options.cu");
  o.defines = defines;
  o.define_count = 2;
  o.headers = headers;
  o.header_count = 2;
  gc_module* m = build(text, &o);
  assert_int_equal(result_of(m, "k"), 1133);
  gc_module_release(m);
  o.define_count = 1;
  m = build(text, &o);
  assert_int_equal(result_of(m, "k"), 133);
  gc_module_release(m);
  const char* const flags[] = {"-DFLAG", "-UVALUE", "-DVALUE=7", "--std=c++17"};
  o.define_count = 0;
  o.options = flags;
  o.option_count = 4;
  m = build(text, &o);
  assert_int_equal(result_of(m, "k"), 1040);
  gc_module_release(m);
  /* Names that the CPU device's headers use must not be replaced by a caller's macros. NVRTC's own are not so
   * careful.
   */
  if (!is_gpu) {
    const char short_names[] =
        "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n#include <tuple>\n"
        "__global__ void k(int *out) { T v = A + N; *out = (int)v + x; }\n";
    const char* const short_flags[] = {"-DA=40",    "-DN=4", "-DT=float", "-Dx=1",
                                       "-Dvalue=7", "-Dn",   "-DF(a)=a",  "-DFirst=2"};
    o.options = short_flags;
    o.option_count = 8;
    m = build(short_names, &o);
    assert_int_equal(result_of(m, "k"), 45);
    gc_module_release(m);
  }
  const char* const wrong[] = {"--no-such-option"};
  o.options = wrong;
  o.option_count = 1;
  m = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_COMPILE_OPTION, gc_module_from_source, context, text, strlen(text), &o, &m);
  assert_says("--no-such-option");
  assert_null(m);
}

/* Each option that changes code changes it, whatever was compiled before from a text that is the same after
 * preprocessing: NVRTC keeps results of its own. */
static const char arithmetic[] =
    "__global__ void twice(unsigned *out, unsigned bits) {\n"
    "  const float a = __uint_as_float(bits);\n"
    "  *out = __float_as_uint(a + a);\n"
    "}\n"
    "__global__ void product_and_sum(float *out, float a, float b, float c) { *out = a * b + c; }\n"
    "__global__ void inexact(int *out) {\n"
    "  int quotients = 0, roots = 0;\n"
    "  for (int i = 1; i <= 4096; ++i) {\n"
    "    const float a = 1.0f + 0.37f * i, b = 3.0f + 0.013f * i;\n"
    "    quotients += a / b != (float)((double)a / (double)b);\n"
    "    roots += sqrtf(a) != (float)sqrt((double)a);\n"
    "  }\n"
    "  out[0] = quotients;\n"
    "  out[1] = roots;\n"
    "}\n"
    "__global__ void registers(float *x) {\n"
    "  float kept[48];\n"
    "  for (int i = 0; i < 48; ++i) kept[i] = x[i * 32 + threadIdx.x];\n"
    "  __syncthreads();\n"
    "  for (int i = 0; i < 48; ++i) x[i * 32 + threadIdx.x] = kept[47 - i] * kept[(i * 7) % 48];\n"
    "}\n";

/* The CPU device does not fuse for a processor that cannot. */
static int can_fuse(void) {
  const char* const target = getenv("GRIDCALL_CPU_TARGET");
  return is_gpu || target == NULL || strcmp(target, "x86-64") != 0;
}

struct Arithmetic {
  const char* option; /* may be NULL */
  int flushes, fuses, has_exact_quotients, has_exact_roots, max_registers;
};

static void check_arithmetic(const struct Arithmetic* want, int round) {
  char text[sizeof arithmetic + 32];
  snprintf(text, sizeof text, "%s// %d\n", arithmetic, round);
  gc_compile_options o = named("arithmetic.cu");
  o.flags = GRIDCALL_COMPILE_NO_CACHE;
  o.options = &want->option;
  o.option_count = want->option != NULL;
  gc_module* m = build(text, &o);
  gc_mem* out = zeros(8);
  const char* const option = want->option ? want->option : "no option";

  gc_kernel* k = kernel_of(m, "twice");
  uint32_t bits = 1;
  run(k, 1, 1, ARGS(M(out), U(0x123)));
  download(out, &bits, 4);
  if (bits != (want->flushes ? 0 : 0x246u))
    fail_msg("%s, compilation %d: 0x123 twice is 0x%x", option, round, bits);
  gc_kernel_release(k);

  k = kernel_of(m, "product_and_sum");
  const float a = 0x1.001p0f;
  float sum = 1;
  run(k, 1, 1, ARGS(M(out), F(a), F(a), F(-0x1.002p0f)));
  download(out, &sum, 4);
  if (sum != (want->fuses && can_fuse() ? 0x1p-24f : 0))
    fail_msg("%s, compilation %d: the sum is %a", option, round, (double)sum);
  gc_kernel_release(k);

  k = kernel_of(m, "inexact");
  int32_t inexact[2] = {-1, -1};
  run(k, 1, 1, ARGS(M(out)));
  download(out, inexact, 8);
  const int is_exact[2] = {want->has_exact_quotients, want->has_exact_roots};
  for (int i = 0; i < 2; ++i) { /* the CPU device may be exact where it need not be */
    if (is_exact[i] ? inexact[i] != 0 : is_gpu && inexact[i] == 0)
      fail_msg("%s, compilation %d: %d of 4,096 %s are not rounded correctly", option, round, inexact[i],
               i ? "roots" : "quotients");
  }
  gc_kernel_release(k);

  k = kernel_of(m, "registers");
  int32_t registers = 0;
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS, &registers);
  if (is_gpu && (want->max_registers ? registers > want->max_registers : registers <= 24))
    fail_msg("%s, compilation %d: %d registers", option, round, registers);
  gc_kernel_release(k);
  gc_mem_release(out);
  gc_module_release(m);
}

static void options_change_code(void** state) {
  (void)state;
  const struct Arithmetic wants[] = {
      {NULL, 0, 1, 1, 1, 0},
      {"-ftz=true", 1, 1, 1, 1, 0},
      {"-fmad=false", 0, 0, 1, 1, 0},
      {"-prec-div=false", 0, 1, 0, 1, 0},
      {"-prec-sqrt=false", 0, 1, 1, 0, 0},
      {"--use_fast_math", 1, 1, 0, 0, 0},
      {"--maxrregcount=24", 0, 1, 1, 1, 24},
      {"-lineinfo", 0, 1, 1, 1, 0},
  };
  const int count = (int)(sizeof wants / sizeof wants[0]);
  int round = 0;
  for (int i = 0; i < count; ++i) check_arithmetic(&wants[i], round++);
  for (int i = count; i-- > 0;) check_arithmetic(&wants[i], round++);
}

static void include_directories(void** state) {
  (void)state;
  char directory[] = "/tmp/gridcall_conformance_XXXXXX", path[128];
  assert_non_null(mkdtemp(directory));
  snprintf(path, sizeof path, "%s/found.h", directory);
  FILE* file = fopen(path, "w");
  fputs("#define FOUND 31\n", file);
  fclose(file);
  const char* const directories[] = {directory};
  const char text[] = "#include <found.h>\n__global__ void k(int *x) { *x = FOUND; }\n";
  gc_compile_options o = named("include.cu");
  gc_module* m = NULL;
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_from_source, context, text, strlen(text), &o, &m);
  assert_log_says("found.h");
  o.include_dirs = directories;
  o.include_dir_count = 1;
  m = build(text, &o);
  assert_int_equal(result_of(m, "k"), 31);
  gc_module_release(m);
  /* The file changes: the cache must notice. */
  file = fopen(path, "w");
  fputs("#define FOUND 32\n", file);
  fclose(file);
  m = build(text, &o);
  assert_int_equal(result_of(m, "k"), 32);
  gc_module_release(m);
  unlink(path);

  /* The library has a header of this name, which is not CUDA's. */
  const char of_pycuda[] = "#include <pycuda-helpers.hpp>\n__global__ void k(int *x) { *x = OWN; }\n";
  snprintf(path, sizeof path, "%s/pycuda-helpers.hpp", directory);
  file = fopen(path, "w");
  fputs("#define OWN 34\n", file);
  fclose(file);
  m = build(of_pycuda, &o);
  assert_int_equal(result_of(m, "k"), 34);
  gc_module_release(m);
  unlink(path);

  snprintf(path, sizeof path, "%s/source.cu", directory);
  file = fopen(path, "w");
  fputs("__global__ void from_file(int *x) { *x = 33; }\n", file);
  fclose(file);
  CALL(gc_module_from_file, context, path, NULL, &m);
  assert_int_equal(result_of(m, "from_file"), 33);
  gc_module_release(m);
  unlink(path);
  rmdir(directory);
  FAILS(GRIDCALL_ERROR_IO, gc_module_from_file, context, path, NULL, &m);
  assert_says("source.cu");
}

static void diagnostics(void** state) {
  (void)state;
  const char text[] =
      "__device__ int fine;\n\n__global__ void k(float *x) {\n  x[0] = missing_name + 1;\n}\n";
  gc_compile_options o = named("folder/wrong.cu");
  const char* const options[] = {"-DWANTED=1"};
  o.options = options;
  o.option_count = 1;
  gc_module* m = NULL;
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_from_source, context, text, strlen(text), &o, &m);
  assert_says("wrong.cu");
  assert_log_says("wrong.cu");
  assert_log_says("missing_name");
  assert_log_says("4");                        /* the line */
  assert_log_says("x[0] = missing_name + 1;"); /* the text */
  assert_log_says("^");                        /* where in it */
  gc_error* error = NULL;
  assert_int_equal(gc_module_from_source(context, text, strlen(text), &o, &m, &error),
                   GRIDCALL_ERROR_COMPILE);
  assert_string_equal(gc_error_source_name(error), "folder/wrong.cu");
  assert_non_null(strstr(gc_error_options(error), "-DWANTED=1"));
  assert_int_equal(gc_status_category(gc_error_status(error)), GRIDCALL_CATEGORY_COMPILE);
  gc_error_release(error);
  assert_null(m);
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_from_source, context, "#error stop here\n", 17, NULL, &m);
  assert_log_says("stop here");
  assert_log_says("source.cu");
}

static void warnings(void** state) {
  (void)state;
  const char text[] = "#warning look at this\n__global__ void k(int *x) { *x = 1; }\n";
  for (int round = 0; round < 2; ++round) { /* the second from the cache, and it says the same */
    gc_module* m = build(text, NULL);
    char log[4096];
    size_t needed = 0;
    CALL(gc_module_get_log, m, log, sizeof log, &needed);
    check_says(log, "look at this", __FILE__, __LINE__);
    gc_module_release(m);
  }
}

static void cache(void** state) {
  (void)state;
  char text[128];
  snprintf(text, sizeof text, "__global__ void k(int *x) { *x = %d; } // %ld\n", 5, (long)getpid());
  gc_cache_statistics before = GRIDCALL_CACHE_STATISTICS_INIT, after = GRIDCALL_CACHE_STATISTICS_INIT;
  CALL(gc_cache_get_statistics, &before);
  if (!before.enabled) return;
  int32_t cached = -1;
  gc_module *a = build(text, NULL), *b = build(text, NULL);
  CALL(gc_module_is_cached, a, &cached);
  assert_int_equal(cached, 0);
  CALL(gc_module_is_cached, b, &cached);
  assert_int_equal(cached, 1);
  gc_compile_options o = GRIDCALL_COMPILE_OPTIONS_INIT;
  o.flags = GRIDCALL_COMPILE_NO_CACHE;
  gc_module* c = build(text, &o);
  CALL(gc_module_is_cached, c, &cached);
  assert_int_equal(cached, 0);
  CALL(gc_cache_get_statistics, &after);
  assert_true(after.hits >= before.hits + 1 && after.misses >= before.misses + 1);
  assert_int_equal(result_of(a, "k"), 5);
  assert_int_equal(result_of(b, "k"), 5);
  assert_int_equal(result_of(c, "k"), 5);
  gc_module_release(a);
  gc_module_release(b);
  gc_module_release(c);
}

static void kernel_attributes(void** state) {
  (void)state;
  gc_module* m = build(
      "__global__ void k(int *x, char c, double d, short s) { __shared__ int part[300]; part[threadIdx.x] = "
      "c; "
      "__syncthreads(); *x = part[0] + (int)d + s; }\n",
      NULL);
  gc_kernel* k = kernel_of(m, "k");
  int32_t value = 0;
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &value);
  assert_int_equal(value, 1024);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES, &value);
  assert_int_equal(value, 1200);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS, &value);
  assert_true(is_gpu ? value > 0 : value == 0);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES, &value);
  assert_true(value >= 0);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES, &value);
  assert_true(value >= 0);
  int32_t ptx = -1, binary = -1;
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION, &ptx);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION, &binary);
  int32_t major = 0, minor = 0;
  CALL(gc_device_get_compute_capability, device, &major, &minor);
  assert_true(is_gpu ? binary > 0 && binary <= 10 * major + minor && ptx >= 0 : binary >= 0 && ptx >= 0);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA, &value);
  assert_true(value == 0 || value == 1);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, &value);
  assert_int_equal(value, -1); /* none was asked for */
  CALL(gc_kernel_set_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, &value);
  assert_int_equal(value, 50);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_kernel_get_attribute, k, 12345, &value);
  CALL(gc_kernel_set_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 40000);
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &value);
  assert_int_equal(value, 40000);
  size_t count = 0;
  gc_kernel_param param = GRIDCALL_KERNEL_PARAM_INIT;
  CALL(gc_kernel_get_param_count, k, &count);
  assert_int_equal(count, 4);
  const uint64_t want[4][2] = {{0, 8}, {8, 1}, {16, 8}, {24, 2}};
  for (uint64_t i = 0; i < 4; ++i) {
    CALL(gc_kernel_get_param, k, i, &param);
    assert_int_equal(param.offset, want[i][0]);
    assert_int_equal(param.size, want[i][1]);
  }
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_kernel_get_param, k, 4, &param);
  gc_kernel_release(k);
  gc_module_release(m);
}

static void buffers(void** state) {
  (void)state;
  gc_module* m = NULL;
  const char ptx[] =
      ".version 7.0\n.target sm_52\n.address_size 64\n"
      ".visible .entry answer(.param .u64 p) {\n .reg .u64 %a;\n .reg .u32 %v;\n ld.param.u64 %a, [p];\n"
      " cvta.to.global.u64 %a, %a;\n mov.u32 %v, 42;\n st.global.u32 [%a], %v;\n ret;\n}\n";
  if (is_gpu) {
    CALL(gc_module_from_buffer, context, ptx, sizeof ptx - 1, NULL, &m); /* no NUL given */
    assert_int_equal(result_of(m, "answer"), 42);
    gc_module_release(m);
    FAILS(GRIDCALL_ERROR_INVALID_IMAGE, gc_module_from_buffer, context, "nonsense, not code", 18, NULL, &m);
  } else {
    FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_module_from_buffer, context, ptx, sizeof ptx - 1, NULL, &m);
    assert_says("source");
  }
}

const struct CMUnitTest compile_tests[] = {
    {"compile_names", names, NULL, NULL, NULL},
    {"compile_kernel_list", kernel_list, NULL, NULL, NULL},
    {"compile_options_change_code", options_change_code, NULL, NULL, NULL},
    {"compile_options", options, NULL, NULL, NULL},
    {"compile_include_directories", include_directories, NULL, NULL, NULL},
    {"compile_diagnostics", diagnostics, NULL, NULL, NULL},
    {"compile_warnings", warnings, NULL, NULL, NULL},
    {"compile_cache", cache, NULL, NULL, NULL},
    {"compile_kernel_attributes", kernel_attributes, NULL, NULL, NULL},
    {"compile_buffers", buffers, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
