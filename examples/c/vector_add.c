// SPDX-License-Identifier: Apache-2.0
//
// Adds two vectors on the default device, and tells how long everything took. ../README.md explains the
// output.

#include <gridcall/gridcall.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kCount = 10000000 };

static const char kSource[] =
    "__global__ void vector_add(float *c, const float *a, const float *b, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n";

// Ends the program if a call failed, with all that is known.
static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s: %s: %s\n", gc_status_name(status), gc_error_function(*error),
          gc_error_message(*error));
  for (size_t i = 0; i < gc_error_note_count(*error); i++)
    fprintf(stderr, "  %s\n", gc_error_note(*error, i));
  fputs(gc_error_log(*error), stderr);
  gc_error_release(*error);
  exit(1);
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void print_transfer(const char* what, double time, double bytes) {
  printf("%s: %.3f ms, %.2f GB/s\n", what, time, bytes / time / 1e6);
}

static gc_module* compile(gc_context* context, uint64_t flags) {
  gc_error* error = NULL;
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = "vector_add.cu";
  options.flags = flags;
  gc_module* module = NULL;
  check(gc_module_from_source(context, kSource, strlen(kSource), &options, &module, &error), &error);
  return module;
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_device* device = NULL;
  char text[512];
  size_t needed;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_context_get_device(context, &device, &error), &error);
  check(gc_device_get_name(device, text, sizeof text, &needed, &error), &error);
  printf("device: %s\n", text);
  check(gc_context_get_device_reason(context, text, sizeof text, &needed, &error), &error);
  printf("chosen: %s\n", text);

  double start = milliseconds();
  gc_module* module = compile(context, GRIDCALL_COMPILE_NO_CACHE);
  printf("compile: %.3f ms\n", milliseconds() - start);
  gc_module_release(module);
  gc_module_release(compile(context, 0));
  start = milliseconds();
  module = compile(context, 0);
  double again = milliseconds() - start;
  int32_t cached;
  check(gc_module_is_cached(module, &cached, &error), &error);
  printf("compile again: %.3f ms (%s)\n", again, cached ? "from the cache" : "not from the cache");
  gc_kernel* kernel = NULL;
  check(gc_module_get_kernel(module, "vector_add", &kernel, &error), &error);

  const int32_t n = kCount;
  const uint64_t size = (uint64_t)n * sizeof(float);
  float* host = malloc(3 * size);
  if (!host) return 1;
  float *a = host, *b = host + n, *c = host + 2 * n;
  uint32_t x = 1;
  for (int32_t i = 0; i < 2 * n; i++) {
    x = x * 1664525u + 1013904223u;
    host[i] = (float)(x >> 8) / 16777216.0f;
  }
  printf("elements: %d\n", (int)n);

  gc_mem *da = NULL, *db = NULL, *dc = NULL;
  check(gc_mem_alloc(context, size, &da, &error), &error);
  check(gc_mem_alloc(context, size, &db, &error), &error);
  check(gc_mem_alloc(context, size, &dc, &error), &error);
  start = milliseconds();
  check(gc_memcpy_htod(da, 0, a, size, NULL, &error), &error);
  check(gc_memcpy_htod(db, 0, b, size, NULL, &error), &error);
  print_transfer("to the device", milliseconds() - start, 2.0 * (double)size);

  gc_event *before = NULL, *after = NULL;
  check(gc_event_create(context, NULL, &before, &error), &error);
  check(gc_event_create(context, NULL, &after, &error), &error);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = ((uint32_t)n + 127) / 128;
  config.block_x = 128;
  int count = (int)n;
  gc_arg args[] = {GRIDCALL_ARG_MEM(dc), GRIDCALL_ARG_MEM(da), GRIDCALL_ARG_MEM(db), GRIDCALL_ARG(count)};
  check(gc_launch(kernel, &config, args, 4, NULL, &error), &error);
  check(gc_event_record(before, NULL, &error), &error);
  check(gc_launch(kernel, &config, args, 4, NULL, &error), &error);
  check(gc_event_record(after, NULL, &error), &error);
  check(gc_event_synchronize(after, &error), &error);
  int64_t nanoseconds;
  check(gc_event_get_elapsed(before, after, &nanoseconds, &error), &error);
  print_transfer("kernel", (double)nanoseconds / 1e6, 3.0 * (double)size);

  start = milliseconds();
  check(gc_memcpy_dtoh(c, dc, 0, size, NULL, &error), &error);
  print_transfer("to the host", milliseconds() - start, (double)size);

  double largest = 0;
  for (int32_t i = 0; i < n; i++) {
    double difference = fabs((double)c[i] - (double)(a[i] + b[i]));
    if (!(difference <= largest)) largest = difference;  // a NaN counts
  }
  printf("largest error: %g\n", largest);
  int right = largest <= 1e-6;
  puts(right ? "OK" : "WRONG");

  free(host);
  gc_event_release(before);
  gc_event_release(after);
  gc_mem_release(da);
  gc_mem_release(db);
  gc_mem_release(dc);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return right ? 0 : 1;
}
