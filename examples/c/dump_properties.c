// SPDX-License-Identifier: Apache-2.0
//
// What is known of a device. Without an argument: the names of its limits, which every device has. With
// --all: everything, with its values, of every device.

#include <gridcall/gridcall.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static gc_error* error;
static gc_device_attribute_entry entries[1000];

static size_t get_attributes(gc_device* device) {
  size_t count;
  check(gc_device_get_attributes(device, entries, sizeof entries / sizeof entries[0], &count, &error),
        &error);
  return count;
}

static void dump(int32_t index) {
  gc_device* device = NULL;
  char name[256];
  size_t needed;
  int32_t major, minor;
  uint64_t memory;
  check(gc_device_get_by_index(index, &device, &error), &error);
  check(gc_device_get_name(device, name, sizeof name, &needed, &error), &error);
  check(gc_device_get_compute_capability(device, &major, &minor, &error), &error);
  check(gc_device_get_total_memory(device, &memory, &error), &error);
  printf("device %d: %s\n", (int)index, name);
  printf("  compute capability: %d.%d\n", (int)major, (int)minor);
  printf("  total memory: %" PRIu64 " KB\n", memory / 1024);
  size_t count = get_attributes(device);
  for (size_t i = 0; i < count; i++)
    printf("  %s: %d\n", gc_device_attribute_name(entries[i].attribute), (int)entries[i].value);
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "--all") == 0) {
    int32_t count;
    check(gc_device_get_count(&count, &error), &error);
    printf("devices: %d\n", (int)count);
    for (int32_t i = 0; i < count; i++) dump(i);
    return 0;
  }
  gc_context* context = NULL;
  gc_device* device = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_context_get_device(context, &device, &error), &error);
  size_t count = get_attributes(device);
  for (size_t i = 0; i < count; i++) {
    const char* name = gc_device_attribute_name(entries[i].attribute);
    if (strncmp(name, "MAX_", 4) == 0) puts(name);
  }
  gc_context_release(context);
  return 0;
}
