// SPDX-License-Identifier: Apache-2.0
//
// Doubles a matrix in three ways: in device memory, in page-locked memory of the host, and by an instance of
// a template.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kSource[] =
    "__global__ void doublify(float *a) {\n"
    "  int i = threadIdx.x + threadIdx.y * 4;\n"
    "  a[i] *= 2;\n"
    "}\n"
    "template <typename T> __global__ void scale(T *a, T factor) {\n"
    "  int i = threadIdx.x + threadIdx.y * 4;\n"
    "  a[i] *= factor;\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static void show(const char* title, const float* a) {
  printf("%s:\n", title);
  for (int i = 0; i < 16; i++) printf("%6.1f%s", a[i], i % 4 == 3 ? "\n" : " ");
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel *doublify = NULL, *scale = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "doublify", &doublify, &error), &error);
  check(gc_module_get_kernel(module, "scale<float>", &scale, &error), &error);

  float a[16];
  for (int i = 0; i < 16; i++) a[i] = (float)i - 7.5f;
  show("original", a);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = config.block_y = 4;

  gc_mem* device = NULL;
  check(gc_mem_alloc(context, sizeof a, &device, &error), &error);
  check(gc_memcpy_htod(device, 0, a, sizeof a, NULL, &error), &error);
  check(gc_launch(doublify, &config, (gc_arg[]){GRIDCALL_ARG_MEM(device)}, 1, NULL, &error), &error);
  check(gc_memcpy_dtoh(a, device, 0, sizeof a, NULL, &error), &error);
  show("doubled in device memory", a);

  // A kernel reaches page-locked memory where it is: nothing is copied. Wait before reading it.
  gc_mem* host = NULL;
  uint64_t address;
  gc_mem_options page_locked = GRIDCALL_MEM_OPTIONS_INIT;
  page_locked.place = GRIDCALL_MEM_PLACE_HOST;
  page_locked.size = sizeof a;
  check(gc_mem_create(context, &page_locked, &host, &error), &error);
  check(gc_mem_get_host_address(host, &address, &error), &error);
  memcpy((void*)address, a, sizeof a);
  check(gc_launch(doublify, &config, (gc_arg[]){GRIDCALL_ARG_MEM(host)}, 1, NULL, &error), &error);
  check(gc_context_synchronize(context, &error), &error);
  show("doubled in page-locked memory", (const float*)address);

  float factor = 2;
  gc_arg args[] = {GRIDCALL_ARG_MEM(host), GRIDCALL_ARG(factor)};
  check(gc_launch(scale, &config, args, 2, NULL, &error), &error);
  check(gc_context_synchronize(context, &error), &error);
  show("doubled by scale<float>", (const float*)address);

  gc_mem_release(device);
  gc_mem_release(host);
  gc_kernel_release(doublify);
  gc_kernel_release(scale);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
