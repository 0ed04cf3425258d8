/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

static gc_kernel* kernel(const char* name) {
  static const char* const instances[] = {"fill<float, 5>", "fill<long long, 33>"};
  return kernel_of(load("language", instances, 2), name);
}

/* Runs kernel(out, ...) with `threads` threads and compares `count` ints. */
#define CHECK_INTS(name, threads, want, ...)                                    \
  do {                                                                          \
    gc_kernel* k_ = kernel(name);                                               \
    int32_t got_[sizeof(want) / 4];                                             \
    gc_mem* out_ = zeros(sizeof(want));                                         \
    const gc_arg args_[] = {M(out_), ##__VA_ARGS__};                            \
    run(k_, 1, threads, args_, sizeof args_ / sizeof args_[0]);                 \
    download(out_, got_, sizeof got_);                                          \
    for (size_t i_ = 0; i_ < sizeof got_ / 4; ++i_) {                           \
      if (got_[i_] != (want)[i_]) {                                             \
        fail_msg("%s: out[%zu] is %d, not %d", name, i_, got_[i_], (want)[i_]); \
      }                                                                         \
    }                                                                           \
    gc_mem_release(out_);                                                       \
    gc_kernel_release(k_);                                                      \
  } while (0)

static void names(void** state) {
  (void)state;
  CHECK_INTS("c_name", 1, ((const int32_t[]){1}));
  CHECK_INTS("outer::inner::deep", 1, ((const int32_t[]){2}));
}

static void device_functions(void** state) {
  (void)state;
  CHECK_INTS("helpers", 1, ((const int32_t[]){12, 20, 28, 44}), I(4));
}

static void templates(void** state) {
  (void)state;
  CHECK_INTS("templates", 1, ((const int32_t[]){1, 2, 22, 1 + 2 + 'a' + 4, 2}));
  gc_kernel *f = kernel("fill<float, 5>"), *l = kernel("fill<long long, 33>");
  float floats[8];
  int64_t longs[64];
  gc_mem *a = zeros(sizeof floats), *b = zeros(sizeof longs);
  run(f, 1, 8, ARGS(M(a), F(1.5f)));
  run(l, 1, 64, ARGS(M(b), L(-3)));
  download(a, floats, sizeof floats);
  download(b, longs, sizeof longs);
  for (int i = 0; i < 8; ++i) assert_true(floats[i] == (i < 5 ? 1.5f + (float)i : 0));
  for (int i = 0; i < 64; ++i) assert_true(longs[i] == (i < 33 ? i - 3 : 0));
  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(f);
  gc_kernel_release(l);
}

static void lambdas(void** state) {
  (void)state;
  CHECK_INTS("lambdas", 1, ((const int32_t[]){11, 12, 2, 7, 25}), I(5));
}

static void recursion(void** state) {
  (void)state;
  CHECK_INTS("recursion", 1, ((const int32_t[]){610, 1, 0, 9}));
}

static void function_pointers(void** state) {
  (void)state;
  int32_t want[2 * 40];
  for (int i = 0; i < 40; ++i) {
    want[i] = i % 3 == 0 ? 20 : i % 3 == 1 ? 14 : 51;
    want[40 + i] = i % 2 ? 20 : 51;
  }
  CHECK_INTS("pointers", 40, want, I(17), I(3));
}

static void virtual_functions(void** state) {
  (void)state;
  gc_kernel *k = kernel("virtuals"), *n = kernel("made_with_new");
  float got[64];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 64, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_true(got[i] == (float)(i % 2 ? i * i : 3 * i * i));
  run(n, 1, 64, ARGS(M(out)));
  download(out, got, sizeof got);
  for (int i = 0; i < 64; ++i) assert_true(got[i] == (float)(i % 2 ? 4 : 12) + 9);
  gc_mem_release(out);
  gc_kernel_release(k);
  gc_kernel_release(n);
}

static void struct_arguments(void** state) {
  (void)state;
  struct Odd {
    char c;
    short s;
    char d;
  };
  struct Mixed {
    char a;
    double b;
    int c[3];
    uint64_t where;
  };
  struct Large {
    int values[250];
  };
  gc_kernel* k = kernel("structs");
  float got[9];
  gc_mem* out = zeros(sizeof got);
  uint64_t address = address_of(out);
  unsigned char bytes[2048] = {0};
  struct Odd odd = {1, -2, 3};
  struct Mixed mixed = {4, 5.5, {0, 0, -6}, address};
  struct Large large;
  int32_t sum = 0;
  for (int i = 0; i < 250; ++i) sum += large.values[i] = i * 3 - 100;
  memcpy(bytes, &odd, sizeof odd);
  memcpy(bytes + 64, &mixed, sizeof mixed);
  memcpy(bytes + 128, &large, sizeof large);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 100;
  config.bytes = bytes;
  config.bytes_size = sizeof bytes;
  const gc_arg args[] = {
      M(out),
      {GRIDCALL_ARG_KIND_BYTES, sizeof odd, 0, NULL},
      {GRIDCALL_ARG_KIND_BYTES, sizeof mixed, 64, NULL},
      I(77),
      {GRIDCALL_ARG_KIND_BYTES, sizeof large, 128, NULL},
      arg_scalar("z", 1),
  };
  CALL(gc_launch, k, &config, args, 6, NULL);
  memset(bytes, 0xff, sizeof bytes); /* it was copied */
  download(out, got, sizeof got);
  const float want[9] = {1, -2, 3, 4, 5.5f, -6, 77, (float)sum, 'z'};
  for (int i = 0; i < 9; ++i) assert_true(got[i] == want[i]);

  size_t count = 0;
  gc_kernel_param param = GRIDCALL_KERNEL_PARAM_INIT;
  CALL(gc_kernel_get_param_count, k, &count);
  assert_int_equal(count, 6);
  const uint64_t offsets[] = {0, 8, 16, 56, 60, 1060},
                 sizes[] = {8, sizeof odd, sizeof mixed, 4, sizeof large, 1};
  for (uint64_t i = 0; i < 6; ++i) {
    CALL(gc_kernel_get_param, k, i, &param);
    assert_int_equal(param.offset, offsets[i]);
    assert_int_equal(param.size, sizes[i]);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void scalar_arguments(void** state) {
  (void)state;
  gc_kernel* k = kernel("every_scalar");
  double got[14];
  gc_mem* out = zeros(sizeof got);
  const uint8_t yes = 1;
  const char b = 'b';
  const int8_t c = -3;
  const uint8_t d = 250;
  const int16_t e = -500;
  const uint16_t f = 65000;
  const uint64_t j = (uint64_t)1 << 52;
  run(k, 1, 1,
      ARGS(M(out), arg_scalar(&yes, 1), arg_scalar(&b, 1), arg_scalar(&c, 1), arg_scalar(&d, 1),
           arg_scalar(&e, 2), arg_scalar(&f, 2), I(-7), U(4000000000u), L(-9), arg_scalar(&j, 8),
           L(-1099511627776), arg_scalar(&j, 8), F(1.5f), D(-2.25)));
  download(out, got, sizeof got);
  const double want[14] = {1,  'b',    -3,      250,    -500, 65000, -7, 4000000000.0,
                           -9, 0x1p52, -0x1p40, 0x1p52, 1.5,  -2.25};
  for (int i = 0; i < 14; ++i) assert_true(got[i] == want[i]);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void references(void** state) {
  (void)state;
  CHECK_INTS("by_reference_inside", 1, ((const int32_t[]){100, 7}), I(5));
}

static void control_flow(void** state) {
  (void)state;
  int32_t want[192];
  for (int t = 0; t < 192; ++t) {
    int v = 0;
    switch (t % 6) {
      case 0:
        v = 1;
        break;
      case 1:
        v = 5;
        break;
      case 2:
        v = 3;
        break;
      case 3:
        for (int i = 0; i < t; ++i) {
          if (i % 3 == 0) continue;
          if (i > 40) break;
          v += i;
        }
        break;
      case 4: {
        int i = t;
        do {
          v ^= i;
          i /= 2;
        } while (i > 0);
        break;
      }
      default:
        v = (0 + 1 + 2 + 3 + 4) * t;
    }
    want[t] = v;
  }
  CHECK_INTS("control", 192, want);
}

static void odds_and_ends(void** state) {
  (void)state;
  CHECK_INTS("odds_and_ends", 1, ((const int32_t[]){5, -7, 0xff, 0x3f800000, 5, 7, 11, 22, 8, 8}));
}

static void arithmetic(void** state) {
  (void)state;
  gc_kernel* k = kernel("arithmetic");
  const int32_t a = -123457, b = 31;
  volatile int64_t c = -1234567890123456789, d = 987654321; /* not to be folded */
  const uint8_t e = 99;
  int64_t got[16];
  gc_mem* out = zeros(sizeof got);
  run(k, 1, 1, ARGS(M(out), I(a), I(b), L(c), L(d), arg_scalar(&e, 1)));
  download(out, got, sizeof got);
  const int64_t want[16] = {(uint8_t)(e + 200),
                            (int8_t)(e + 200),
                            (int16_t)(a * 1000),
                            a / b,
                            a % b,
                            c / d,
                            c % d,
                            (uint32_t)a / 3u,
                            a >> 3,
                            (uint32_t)a >> 3,
                            (int64_t)((uint64_t)c << 7),
                            (int64_t)((uint64_t)c * (uint64_t)d),
                            -c,
                            ~a,
                            (a < b) + 2 * (a == b) + 4 * (c > d),
                            (int64_t)((uint64_t)c / 7u)};
  for (int i = 0; i < 16; ++i) {
    if (got[i] != want[i]) fail_msg("result %d is %lld, not %lld", i, (long long)got[i], (long long)want[i]);
  }
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void launch_bounds(void** state) {
  (void)state;
  gc_kernel* k = kernel("bounded");
  int32_t most = 0;
  CALL(gc_kernel_get_attribute, k, GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &most);
  assert_true(most >= 128 && most <= 1024);
  gc_mem* out = zeros(512);
  run(k, 1, 128, ARGS(M(out)));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = (uint32_t)most + 1;
  const gc_arg args[] = {M(out)};
  FAILS(GRIDCALL_ERROR_INVALID_LAUNCH, gc_launch, k, &config, args, 1, NULL);
  gc_mem_release(out);
  gc_kernel_release(k);
}

static void local_arrays(void** state) {
  (void)state;
  int32_t want[96];
  const int n = 13;
  for (int t = 0; t < 96; ++t) {
    int a[200];
    for (int i = 0; i < 200; ++i) a[i] = i * n + t;
    for (int i = 1; i < 200; ++i) a[i] += a[(i * 7) % 200] % 5;
    want[t] = a[199] + a[n % 200];
  }
  CHECK_INTS("local_array", 96, want, I(n));
}

/* --- variables of the module --- */

static gc_mem* global(gc_module* module, const char* name, uint64_t size) {
  gc_mem* mem = NULL;
  CALL(gc_module_get_global, module, name, &mem);
  uint64_t got = 0;
  CALL(gc_mem_get_size, mem, &got);
  assert_int_equal(got, size);
  uint64_t origin = 0;
  CALL(gc_mem_get_attribute, mem, GRIDCALL_MEM_ATTRIBUTE_ORIGIN, &origin);
  assert_int_equal(origin, GRIDCALL_MEM_ORIGIN_GLOBAL);
  return mem;
}

static void module_variables(void** state) {
  (void)state;
  gc_module* m = load("memory_space", NULL, 0);
  gc_kernel *read = kernel_of(m, "read_all"), *write = kernel_of(m, "write_all");
  gc_mem *scalar = global(m, "scalar", 4), *table = global(m, "table", 32),
         *weights = global(m, "weights", 32), *limit = global(m, "limit", 4),
         *config = global(m, "config", 16), *changed = global(m, "changed", 16),
         *inside = global(m, "lib::inside", 4), *fixed = global(m, "lib::fixed", 4);
  double got[11];
  gc_mem* out = zeros(sizeof got);

  run(read, 1, 1, ARGS(M(out)));
  download(out, got, sizeof got);
  const double first[11] = {41, 8, 0.0625, 0, 7, 2.5, 'o', 0, 5, 3, 9};
  for (int i = 0; i < 11; ++i) assert_true(got[i] == first[i]);

  /* The host writes them, also in part. */
  const int32_t new_scalar = 100, new_limit = 55;
  const double last_weight = -8;
  const char letter = 'O';
  CALL(gc_memcpy_htod, scalar, 0, &new_scalar, 4, NULL);
  CALL(gc_memcpy_htod, limit, 0, &new_limit, 4, NULL);
  CALL(gc_memcpy_htod, weights, 24, &last_weight, 8, NULL);
  CALL(gc_memcpy_htod, config, 12, &letter, 1, NULL);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_memcpy_htod, weights, 28, &last_weight, 8, NULL);
  run(read, 1, 1, ARGS(M(out)));
  download(out, got, sizeof got);
  const double second[11] = {100, 8, -8, 55, 7, 2.5, 'O', 0, 5, 3, 9};
  for (int i = 0; i < 11; ++i) assert_true(got[i] == second[i]);

  /* A kernel writes them, and the host and the next kernel read. */
  run(write, 1, 1, ARGS(I(6)));
  float table_now[8];
  download(table, table_now, sizeof table_now);
  assert_true(table_now[0] == 6 && table_now[7] == 8);
  int32_t scalar_now = 0, inside_now = 0, changed_now[2];
  download(scalar, &scalar_now, 4);
  download(inside, &inside_now, 4);
  CALL(gc_memcpy_dtoh, changed_now, changed, 0, 8, NULL);
  assert_int_equal(scalar_now, 6);
  assert_int_equal(inside_now, -6);
  assert_int_equal(changed_now[0], 13);
  run(read, 1, 1, ARGS(M(out)));
  download(out, got, sizeof got);
  const double third[11] = {6, 8, -8, 55, 7, 2.5, 'O', 13, 11, -6, 9};
  for (int i = 0; i < 11; ++i) assert_true(got[i] == third[i]);

  /* The address is what the kernel has. */
  gc_module* small = compile(
      "__device__ int here[4];\n"
      "__global__ void where(unsigned long long *out) { *out = (unsigned long long)here; }\n");
  gc_kernel* where = kernel_of(small, "where");
  gc_mem* here = global(small, "here", 16);
  uint64_t address = 0, address_there = 0;
  CALL(gc_mem_get_address, here, &address);
  run(where, 1, 1, ARGS(M(out)));
  download(out, &address_there, 8);
  assert_true(address != 0 && address == address_there);
  gc_mem_release(here);
  gc_kernel_release(where);
  gc_module_release(small);

  gc_mem* nothing = NULL;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_module_get_global, m, "no_such_variable", &nothing);
  assert_null(nothing);
  gc_mem* all[] = {scalar, table, weights, limit, config, changed, inside, fixed, out};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) gc_mem_release(all[i]);
  gc_kernel_release(read);
  gc_kernel_release(write);
}

static void module_pointers(void** state) {
  (void)state;
  gc_module* m = load("memory_space", NULL, 0);
  gc_kernel *set = kernel_of(m, "set_address"), *through = kernel_of(m, "through_address"),
            *count = kernel_of(m, "count_zeroed"), *lookup = kernel_of(m, "lookup");
  gc_mem *target = global(m, "target", 16), *zeroed = global(m, "zeroed", 4000),
         *address = global(m, "address", 8);
  run(set, 1, 1, NULL, 0);
  run(through, 1, 1, ARGS(I(9)));
  int32_t now[4];
  download(target, now, sizeof now);
  assert_int_equal(now[2], 9);
  /* The host points it elsewhere. */
  uint64_t where = address_of(target);
  where += 4;
  CALL(gc_memcpy_htod, address, 0, &where, 8, NULL);
  run(through, 1, 1, ARGS(I(10)));
  download(target, now, sizeof now);
  assert_int_equal(now[1], 10);
  int32_t n = 0;
  gc_mem* out = zeros(64 * 8);
  run(count, 1, 1, ARGS(M(out)));
  download(out, &n, 4);
  assert_int_equal(n, 1000);
  double weights[64];
  run(lookup, 1, 64, ARGS(M(out)));
  download(out, weights, sizeof weights);
  for (int i = 0; i < 60; ++i) assert_true(weights[i] == weights[i + 4]);
  assert_true(weights[0] == 0.5 && weights[1] == 0.25);
  gc_mem* all[] = {target, zeroed, address, out};
  for (size_t i = 0; i < 4; ++i) gc_mem_release(all[i]);
  gc_kernel* kernels[] = {set, through, count, lookup};
  for (size_t i = 0; i < 4; ++i) gc_kernel_release(kernels[i]);
}

const struct CMUnitTest language_tests[] = {
    {"language_names", names, NULL, NULL, NULL},
    {"language_device_functions", device_functions, NULL, NULL, NULL},
    {"language_templates", templates, NULL, NULL, NULL},
    {"language_lambdas", lambdas, NULL, NULL, NULL},
    {"language_recursion", recursion, NULL, NULL, NULL},
    {"language_function_pointers", function_pointers, NULL, NULL, NULL},
    {"language_virtual_functions", virtual_functions, NULL, NULL, NULL},
    {"language_struct_arguments", struct_arguments, NULL, NULL, NULL},
    {"language_scalar_arguments", scalar_arguments, NULL, NULL, NULL},
    {"language_references", references, NULL, NULL, NULL},
    {"language_control_flow", control_flow, NULL, NULL, NULL},
    {"language_odds_and_ends", odds_and_ends, NULL, NULL, NULL},
    {"language_arithmetic", arithmetic, NULL, NULL, NULL},
    {"language_launch_bounds", launch_bounds, NULL, NULL, NULL},
    {"language_local_arrays", local_arrays, NULL, NULL, NULL},
    {"language_module_variables", module_variables, NULL, NULL, NULL},
    {"language_module_pointers", module_pointers, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
