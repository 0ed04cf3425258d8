// SPDX-License-Identifier: Apache-2.0
//
// Four threads, each with a context, a stream, a module and memory of its own. No lock is needed.

#include <gridcall/gridcall.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kThreads = 4, kCount = 512 };

static const char kSource[] =
    "__global__ void add(float *x, float y) {\n"
    "  x[threadIdx.x] += y;\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

struct work {
  pthread_t thread;
  gc_device* device;
  float y, result[kCount];
};

static void* run(void* argument) {
  struct work* work = argument;
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_stream* stream = NULL;
  gc_module* module = NULL;
  gc_kernel* add = NULL;
  gc_mem* x = NULL;
  check(gc_context_get_primary(work->device, NULL, &context, &error), &error);
  check(gc_stream_create(context, NULL, &stream, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "add", &add, &error), &error);
  check(gc_mem_alloc(context, sizeof work->result, &x, &error), &error);
  check(gc_memset(x, 0, &(uint32_t){0}, 4, kCount, stream, &error), &error);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(x), GRIDCALL_ARG(work->y)};
  for (int i = 0; i < 10; i++) check(gc_launch(add, &config, args, 2, stream, &error), &error);
  check(gc_memcpy_dtoh(work->result, x, 0, sizeof work->result, stream, &error), &error);
  gc_mem_release(x);
  gc_kernel_release(add);
  gc_module_release(module);
  gc_stream_release(stream);
  gc_context_release(context);
  return NULL;
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_device* device = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_context_get_device(context, &device, &error), &error);
  static struct work works[kThreads];
  for (int i = 0; i < kThreads; i++) {
    works[i].device = device;
    works[i].y = (float)i + 1;
    if (pthread_create(&works[i].thread, NULL, run, &works[i])) return 1;
  }
  for (int i = 0; i < kThreads; i++) {
    pthread_join(works[i].thread, NULL);
    float sum = 0;
    for (int j = 0; j < kCount; j++) sum += works[i].result[j];
    printf("thread %d: %d elements, sum %.0f\n", i, kCount, sum);
  }
  gc_context_release(context);
  return 0;
}
