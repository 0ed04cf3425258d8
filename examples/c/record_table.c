// SPDX-License-Identifier: Apache-2.0
//
// Sums up a table whose rows are records, without a kernel of its own: fields are arrays, an expression fills
// one of them, and reductions add up.

#include <gridcall/gridcall.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 100000, kRegions = 4 };

typedef struct {
  int32_t number;
  float price;
  uint16_t quantity;
  uint16_t region;
  double total;
} Sale;

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static gc_ndarray* field(gc_ndarray* table, const char* name) {
  gc_error* error = NULL;
  gc_ndarray* made = NULL;
  check(gc_ndarray_get_field(table, name, &made, &error), &error);
  return made;
}

static double reduced(gc_ndarray* one, gc_ndarray* of, gc_reduction how) {
  gc_error* error = NULL;
  double value = 0;
  check(gc_ndarray_reduce(one, of, how, NULL, 0, NULL, &error), &error);
  check(gc_ndarray_copy_to_host(one, &value, sizeof value, NULL, NULL, &error), &error);
  return value;
}

int main(void) {
  static Sale sales[kRows];
  double regions[kRegions] = {0}, all = 0, dearest = 0;
  uint32_t x = 1;
  for (int i = 0; i < kRows; i++) {
    x = x * 1664525u + 1013904223u;
    sales[i].number = i;
    sales[i].price = (float)(x >> 22) / 4;
    sales[i].quantity = (uint16_t)(x >> 10 & 63);
    sales[i].region = (uint16_t)(x >> 16 & 3);
    const double total = (double)sales[i].price * sales[i].quantity;
    all += total;
    regions[sales[i].region] += total;
    if (total > dearest) dearest = total;
  }

  gc_error* error = NULL;
  gc_context* context = NULL;
  check(gc_context_get_default(&context, &error), &error);
  const gc_dtype_entry entries[] = {
      {"number", NULL, offsetof(Sale, number), 1, GRIDCALL_SCALAR_TYPE_INT32, 0},
      {"price", NULL, offsetof(Sale, price), 1, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
      {"quantity", NULL, offsetof(Sale, quantity), 1, GRIDCALL_SCALAR_TYPE_UINT16, 0},
      {"region", NULL, offsetof(Sale, region), 1, GRIDCALL_SCALAR_TYPE_UINT16, 0},
      {"total", NULL, offsetof(Sale, total), 1, GRIDCALL_SCALAR_TYPE_FLOAT64, 0}};
  gc_dtype* record = NULL;
  check(gc_dtype_create(entries, 5, sizeof(Sale), &record, &error), &error);
  const uint64_t shape[] = {kRows};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.record = record;
  options.shape = shape;
  options.shape_count = 1;
  gc_ndarray* table = NULL;
  check(gc_ndarray_from_host(context, sales, sizeof sales, &options, &table, &error), &error);

  gc_ndarray *price = field(table, "price"), *quantity = field(table, "quantity"),
             *region = field(table, "region"), *total = field(table, "total");
  check(gc_ndarray_apply(total, "(double)a * b", (gc_ndarray*[]){price, quantity}, 2, NULL, 0, NULL, &error),
        &error);

  options.record = NULL;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT64;
  gc_ndarray *chosen = NULL, *one = NULL;
  check(gc_ndarray_create(context, &options, &chosen, &error), &error);
  options.shape_count = 0;
  check(gc_ndarray_create(context, &options, &one, &error), &error);

  int right = 1;
  printf("rows: %d of %d bytes\n", kRows, (int)sizeof(Sale));
  for (int i = 0; i < kRegions; i++) {
    const gc_scalar number = {{(uint64_t)i, 0}, GRIDCALL_SCALAR_TYPE_INT32, 0};
    check(gc_ndarray_apply(chosen, "a == x ? b : 0.0", (gc_ndarray*[]){region, total}, 2, &number, 1, NULL,
                           &error),
          &error);
    const double sum = reduced(one, chosen, GRIDCALL_REDUCTION_SUM);
    printf("region %d: %.2f\n", i, sum);
    right = right && sum == regions[i];
  }
  const double sum = reduced(one, total, GRIDCALL_REDUCTION_SUM),
               most = reduced(one, total, GRIDCALL_REDUCTION_MAX);
  printf("all: %.2f\nthe dearest: %.2f\n", sum, most);
  check(gc_ndarray_copy_to_host(table, sales, sizeof sales, NULL, NULL, &error), &error);
  printf("row 7: number %d, %.2f x %d = %.2f\n", (int)sales[7].number, (double)sales[7].price,
         (int)sales[7].quantity, sales[7].total);
  right =
      right && sum == all && most == dearest && sales[7].total == (double)sales[7].price * sales[7].quantity;
  printf("as on the host: %s\n", right ? "yes" : "no");

  gc_ndarray* arrays[] = {table, price, quantity, region, total, chosen, one};
  for (int i = 0; i < 7; i++) gc_ndarray_release(arrays[i]);
  gc_dtype_release(record);
  gc_context_release(context);
  return 0;
}
