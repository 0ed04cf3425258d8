// SPDX-License-Identifier: Apache-2.0
//
// Sorts a table of records by one of their fields: the field is an array, and the records move along with it.

#include <gridcall/preview.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kReadings = 100000 };

typedef struct {
  uint32_t sensor;
  float value;
  uint64_t time;
} Reading;

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

int main(void) {
  static Reading readings[kReadings];
  uint32_t x = 1;
  for (int i = 0; i < kReadings; i++) {
    x = x * 1664525u + 1013904223u;
    readings[i].sensor = x >> 8 & 1023;
    readings[i].value = (float)(x >> 20) / 8;
    readings[i].time = 1000 + (uint64_t)i;
  }

  gc_context* context = NULL;
  check(gc_context_get_default(&context, &error));
  const gc_dtype_entry entries[] = {
      {"sensor", NULL, offsetof(Reading, sensor), 1, GRIDCALL_SCALAR_TYPE_UINT32, 0},
      {"value", NULL, offsetof(Reading, value), 1, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
      {"time", NULL, offsetof(Reading, time), 1, GRIDCALL_SCALAR_TYPE_UINT64, 0}};
  gc_dtype* record = NULL;
  check(gc_dtype_create(entries, 3, sizeof(Reading), &record, &error));
  const uint64_t shape[] = {kReadings};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.record = record;
  options.shape = shape;
  options.shape_count = 1;
  gc_ndarray *table = NULL, *sorted = NULL, *sensor = NULL, *keys = NULL;
  check(gc_ndarray_from_host(context, readings, sizeof readings, &options, &table, &error));
  check(gc_ndarray_create(context, &options, &sorted, &error));
  check(gc_ndarray_get_field(table, "sensor", &sensor, &error));
  options.record = NULL;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_UINT32;
  check(gc_ndarray_create(context, &options, &keys, &error));

  gc_sort_options sort = GRIDCALL_SORT_OPTIONS_INIT;
  sort.values = sorted;
  sort.values_src = table;
  check(gc_ndarray_sort(keys, sensor, &sort, NULL, &error));

  check(gc_ndarray_copy_to_host(sorted, readings, sizeof readings, NULL, NULL, &error));
  int right = 1;
  for (int i = 1; i < kReadings; i++) {
    const Reading *a = &readings[i - 1], *b = &readings[i];
    right = right && (a->sensor < b->sensor || (a->sensor == b->sensor && a->time < b->time));
  }
  printf("%d readings of %d bytes\n", kReadings, (int)sizeof(Reading));
  for (int i = 0; i < kReadings; i += 33333)
    printf("%d: sensor %u at %llu: %.3f\n", i, (unsigned)readings[i].sensor,
           (unsigned long long)readings[i].time, (double)readings[i].value);
  printf("by sensor, and by time for each: %s\n", right ? "yes" : "no");

  gc_ndarray* arrays[] = {table, sorted, sensor, keys};
  for (int i = 0; i < 4; i++) gc_ndarray_release(arrays[i]);
  gc_dtype_release(record);
  gc_context_release(context);
  return 0;
}
