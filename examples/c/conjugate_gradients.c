// SPDX-License-Identifier: Apache-2.0
//
// Solves Poisson's equation on a square by conjugate gradients: a sparse matrix times a vector, dot products,
// and sums of vectors. What divides these stays on the device, so that the host waits for every 50th step
// alone.

#include <gridcall/preview.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSide = 127, kUnknowns = kSide * kSide, kBetweenChecks = 50 };

static gc_error* error;
static gc_context* context;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

// A vector; of a `count` of 0 a single number, which has no dimension.
static gc_ndarray_options options_of(gc_scalar_type type, const uint64_t* count) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = count;
  options.shape_count = *count ? 1 : 0;
  options.mem_flags = GRIDCALL_MEM_ZERO;
  return options;
}

static gc_ndarray* make(uint64_t count) {
  const gc_ndarray_options options = options_of(GRIDCALL_SCALAR_TYPE_FLOAT64, &count);
  gc_ndarray* made = NULL;
  check(gc_ndarray_create(context, &options, &made, &error));
  return made;
}

static gc_ndarray* from_host(const void* data, uint64_t count, size_t size, gc_scalar_type type) {
  const gc_ndarray_options options = options_of(type, &count);
  gc_ndarray* made = NULL;
  check(gc_ndarray_from_host(context, data, count * size, &options, &made, &error));
  return made;
}

// The 5-point Laplacian of a square of unknowns, by rows (CSR).
static void make_laplacian(gc_ndarray* matrix[3]) {
  static int32_t offsets[kUnknowns + 1], columns[5 * kUnknowns];
  static double values[5 * kUnknowns];
  int count = 0;
  for (int at = 0; at < kUnknowns; at++) {
    const int x = at % kSide, y = at / kSide;
    const int inside[] = {y > 0, x > 0, 1, x < kSide - 1, y < kSide - 1};
    const int steps[] = {-kSide, -1, 0, 1, kSide};
    for (int i = 0; i < 5; i++) {
      if (!inside[i]) continue;
      columns[count] = at + steps[i];
      values[count++] = steps[i] == 0 ? 4 : -1;
    }
    offsets[at + 1] = count;
  }
  matrix[0] = from_host(offsets, kUnknowns + 1, sizeof *offsets, GRIDCALL_SCALAR_TYPE_INT32);
  matrix[1] = from_host(columns, count, sizeof *columns, GRIDCALL_SCALAR_TYPE_INT32);
  matrix[2] = from_host(values, count, sizeof *values, GRIDCALL_SCALAR_TYPE_FLOAT64);
  printf("%d unknowns, %d elements\n", kUnknowns, count);
}

static void dot(gc_ndarray* result, gc_ndarray* a, gc_ndarray* b) {
  gc_ndarray* inputs[] = {a, b};
  const gc_reduction sum = GRIDCALL_REDUCTION_SUM;
  check(gc_ndarray_transform_reduce(&result, 1, "a * b", inputs, 2, NULL, NULL, 0, &sum, 1, NULL, 0, NULL,
                                    &error));
}

// result = a + sign * b / c * d, `b` and `c` being numbers.
static void add(gc_ndarray* result, gc_ndarray* a, char sign, gc_ndarray* b, gc_ndarray* c, gc_ndarray* d) {
  gc_ndarray* inputs[] = {a, b, c, d};
  const char* expression = sign == '+' ? "a + b / c * d" : "a - b / c * d";
  check(gc_ndarray_apply(result, expression, inputs, 4, NULL, 0, NULL, &error));
}

static double number(gc_ndarray* one) {
  double value = 0;
  check(gc_ndarray_copy_to_host(one, &value, sizeof value, NULL, NULL, &error));
  return value;
}

int main(void) {
  check(gc_context_get_default(&context, &error));
  gc_ndarray* matrix[3];
  make_laplacian(matrix);
  gc_ndarray *x = make(kUnknowns), *r = make(kUnknowns), *p = make(kUnknowns), *q = make(kUnknowns);
  gc_ndarray *rr = make(0), *previous = make(0), *pq = make(0);

  const double area = 1.0 / ((kSide + 1) * (kSide + 1));
  check(gc_ndarray_fill(r, &area, sizeof area, NULL, &error));  // the right side, as x is 0
  check(gc_ndarray_copy(p, r, NULL, &error));
  dot(rr, r, r);
  const double first = number(rr);
  int steps = 0;
  for (double last = first; last > 1e-16 * first;) {
    for (int i = 0; i < kBetweenChecks; i++) {
      check(gc_ndarray_sparse_matmul(q, matrix[0], matrix[1], matrix[2], p, NULL, NULL, &error));
      dot(pq, p, q);
      add(x, x, '+', rr, pq, p);
      add(r, r, '-', rr, pq, q);
      gc_ndarray* swapped = rr;
      rr = previous;
      previous = swapped;
      dot(rr, r, r);
      add(p, r, '+', rr, previous, p);
    }
    last = number(rr);
    steps += kBetweenChecks;
    printf("%d steps: residual 10^%.3f\n", steps, log10(last / first) / 2);
  }
  gc_ndarray* results[] = {rr, pq};
  const gc_reduction reductions[] = {GRIDCALL_REDUCTION_MAX, GRIDCALL_REDUCTION_SUM};
  check(gc_ndarray_transform_reduce(results, 2, "a; a", &x, 1, NULL, NULL, 0, reductions, 2, NULL, 0, NULL,
                                    &error));
  printf("greatest %.6f, mean %.6f\n", number(rr), number(pq) * area);

  gc_ndarray* all[] = {matrix[0], matrix[1], matrix[2], x, r, p, q, rr, previous, pq};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) gc_ndarray_release(all[i]);
  gc_context_release(context);
  return 0;
}
