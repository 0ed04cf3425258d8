/* SPDX-License-Identifier: Apache-2.0 */

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

enum { ADD, SUB, EXCH, MIN, MAX, INC, DEC, CAS, AND, OR, XOR, op_count };
static const char* const op_names[] = {"add", "sub", "exch", "min", "max", "inc",
                                       "dec", "cas", "and",  "or",  "xor"};
enum { blocks = 8, threads = 100, total = blocks * threads };

#define BIT(op) (1u << (op))
static const struct {
  const char* name;
  size_t size;
  uint32_t ops;
} types[] = {
    {"int", 4,
     BIT(ADD) | BIT(SUB) | BIT(EXCH) | BIT(MIN) | BIT(MAX) | BIT(CAS) | BIT(AND) | BIT(OR) | BIT(XOR)},
    {"unsigned", 4,
     BIT(ADD) | BIT(SUB) | BIT(EXCH) | BIT(MIN) | BIT(MAX) | BIT(INC) | BIT(DEC) | BIT(CAS) | BIT(AND) |
         BIT(OR) | BIT(XOR)},
    {"unsigned long long", 8,
     BIT(ADD) | BIT(EXCH) | BIT(MIN) | BIT(MAX) | BIT(CAS) | BIT(AND) | BIT(OR) | BIT(XOR)},
    {"long long", 8, BIT(MIN) | BIT(MAX)},
    {"unsigned short", 2, BIT(CAS)},
    {"float", 4, BIT(ADD) | BIT(EXCH)},
    {"double", 8, BIT(ADD)},
};
enum { type_count = sizeof types / sizeof types[0], t_int = 0, t_llong = 3, t_float = 5, t_double = 6 };

static gc_kernel* kernel(const char* name) {
  static char names[2 * type_count][64];
  static const char* instances[2 * type_count];
  for (int i = 0; i < type_count; ++i) {
    snprintf(names[2 * i], 64, "on_global<%s>", types[i].name);
    snprintf(names[2 * i + 1], 64, "on_shared<%s>", types[i].name);
    instances[2 * i] = names[2 * i];
    instances[2 * i + 1] = names[2 * i + 1];
  }
  return kernel_of(load("atomic", instances, 2 * type_count), name);
}

/* A value as its bits; float and double are held as whole numbers, so that sums are exact in any order. */
static uint64_t pack(int type, int64_t v) {
  uint64_t bits = 0;
  if (type == t_float) {
    const float f = (float)v;
    memcpy(&bits, &f, 4);
  } else if (type == t_double) {
    const double d = (double)v;
    memcpy(&bits, &d, 8);
  } else {
    memcpy(&bits, &v, types[type].size);
  }
  return bits;
}

static int64_t unpack(int type, const void* at) {
  if (type == t_float) {
    float f;
    memcpy(&f, at, 4);
    return (int64_t)f;
  }
  if (type == t_double) {
    double d;
    memcpy(&d, at, 8);
    return (int64_t)d;
  }
  uint64_t v = 0;
  memcpy(&v, at, types[type].size);
  if (type == t_int) return (int32_t)v;
  return (int64_t)v;
}

static int less(int type, int64_t a, int64_t b) {
  return type == t_int || type == t_llong ? a < b : (uint64_t)a < (uint64_t)b;
}

/* Returns the value that the cell must hold after these values in any order; EXCH is checked by its sum. */
static int64_t expected(int type, int op, int64_t cell, const int64_t* value, int n) {
  for (int i = 0; i < n; ++i) {
    const int64_t v = value[i];
    switch (op) {
      case ADD:
      case CAS:
        cell = (int64_t)((uint64_t)cell + (uint64_t)v);
        break;
      case SUB:
        cell = (int64_t)((uint64_t)cell - (uint64_t)v);
        break;
      case MIN:
        cell = less(type, v, cell) ? v : cell;
        break;
      case MAX:
        cell = less(type, cell, v) ? v : cell;
        break;
      case INC:
        cell = (uint64_t)cell >= 1000 ? 0 : cell + 1;
        break;
      case DEC:
        cell = cell == 0 || (uint64_t)cell > 1000 ? 1000 : cell - 1;
        break;
      case AND:
        cell &= v;
        break;
      case OR:
        cell |= v;
        break;
      case XOR:
        cell ^= v;
        break;
      default:
        break;
    }
  }
  /* As wide as the type. */
  const uint64_t bits = pack(type, cell);
  return unpack(type, &bits);
}

static int64_t value_for(int type, int op, uint64_t* seed, int i) {
  const int64_t wide = (int64_t)((uint64_t)random_u32(seed) << 32 | random_u32(seed));
  if (type == t_float || type == t_double) return (int64_t)(random_u32(seed) % 1000);
  int64_t v = op == AND ? ~((int64_t)1 << (i % 61)) : wide;
  if (op == OR) v = (int64_t)1 << (i % 7 * 9);
  const uint64_t bits = pack(type, v);
  return unpack(type, &bits);
}

static void check(int type, int op, int shared) {
  char name[64];
  snprintf(name, sizeof name, "on_%s<%s>", shared ? "shared" : "global", types[type].name);
  gc_kernel* k = kernel(name);
  const size_t size = types[type].size;
  static int64_t value[total];
  static unsigned char bytes[total * 8];
  uint64_t seed = (uint64_t)(type * 100 + op);
  for (int i = 0; i < total; ++i) {
    value[i] = value_for(type, op, &seed, i);
    const uint64_t bits = pack(type, value[i]);
    memcpy(bytes + (size_t)i * size, &bits, size);
  }
  int64_t first = op == AND ? -1 : op == MIN ? value[3] : op == INC ? 990 : op == DEC ? 5 : 17;
  const uint64_t first_bits = pack(type, first);
  first = unpack(type, &first_bits);
  const int cells = shared ? blocks : 1, each = shared ? threads : total;
  unsigned char cell_bytes[blocks * 8];
  for (int c = 0; c < cells; ++c) memcpy(cell_bytes + (size_t)c * size, &first_bits, size);
  gc_mem *cell = upload(cell_bytes, (size_t)cells * size), *old = zeros(total * size),
         *values = upload(bytes, total * size);
  run(k, blocks, threads, ARGS(I(op), M(cell), M(old), M(values)));
  download(cell, cell_bytes, (size_t)cells * size);
  download(old, bytes, total * size);
  for (int c = 0; c < cells; ++c) {
    const int64_t got = unpack(type, cell_bytes + (size_t)c * size);
    uint64_t sum_in = (uint64_t)first, sum_out = (uint64_t)got;
    int seen_first = 0;
    for (int i = c * each; i < (c + 1) * each; ++i) {
      const int64_t was = unpack(type, bytes + (size_t)i * size);
      sum_in += (uint64_t)value[i];
      sum_out += (uint64_t)was;
      seen_first += was == first;
    }
    if (op == EXCH) {
      assert_true(seen_first >= 1);
      if (size == 4) {
        sum_in &= 0xffffffffu;
        sum_out &= 0xffffffffu;
      }
      if (sum_in != sum_out) fail_msg("%s exch: a value was lost or doubled", name);
    } else {
      const int64_t want = expected(type, op, first, value + c * each, each);
      if (got != want) {
        fail_msg("%s %s: cell %d is %lld, not %lld", name, op_names[op], c, (long long)got, (long long)want);
      }
      if (seen_first < 1) fail_msg("%s %s: nobody got the first value back", name, op_names[op]);
    }
  }
  gc_mem_release(cell);
  gc_mem_release(old);
  gc_mem_release(values);
  gc_kernel_release(k);
}

static void check_all(int shared) {
  for (int type = 0; type < type_count; ++type) {
    for (int op = 0; op < op_count; ++op) {
      if (types[type].ops & BIT(op)) check(type, op, shared);
    }
  }
}

static void on_global(void** state) {
  (void)state;
  check_all(0);
}

static void on_shared(void** state) {
  (void)state;
  check_all(1);
}

static void neighbours(void** state) {
  (void)state;
  gc_kernel* k = kernel("neighbours");
  gc_mem* two = zeros(4);
  run(k, 10, 200, ARGS(M(two)));
  uint16_t got[2];
  download(two, got, 4);
  assert_int_equal(got[0], 1000);
  assert_int_equal(got[1], 1000);
  gc_mem_release(two);
  gc_kernel_release(k);
}

static void histogram(void** state) {
  (void)state;
  gc_kernel* k = kernel("histogram");
  enum { n = 100000 };
  unsigned char* in = malloc(n);
  uint32_t want[256] = {0}, got[256];
  uint64_t seed = 3;
  for (int i = 0; i < n; ++i) {
    in[i] = (unsigned char)(random_u32(&seed) & random_u32(&seed));
    ++want[in[i]];
  }
  gc_mem *a = upload(in, n), *bins = zeros(sizeof got);
  run(k, 16, 128, ARGS(M(bins), M(a), I(n)));
  download(bins, got, sizeof got);
  assert_memory_equal(got, want, sizeof want);
  free(in);
  gc_mem_release(a);
  gc_mem_release(bins);
  gc_kernel_release(k);
}

static void scoped(void** state) {
  (void)state;
  gc_kernel* k = kernel("scoped");
  gc_mem* out = zeros(12);
  run(k, 5, 70, ARGS(M(out)));
  uint32_t got[3];
  download(out, got, 12);
  assert_int_equal(got[0], 350);
  assert_int_equal(got[1], 349);
  assert_int_equal(got[2], 350);
  gc_mem_release(out);
  gc_kernel_release(k);
}

const struct CMUnitTest atomic_tests[] = {
    {"atomic_on_global", on_global, NULL, NULL, NULL},   {"atomic_on_shared", on_shared, NULL, NULL, NULL},
    {"atomic_neighbours", neighbours, NULL, NULL, NULL}, {"atomic_histogram", histogram, NULL, NULL, NULL},
    {"atomic_scoped", scoped, NULL, NULL, NULL},         {NULL, NULL, NULL, NULL, NULL},
};
