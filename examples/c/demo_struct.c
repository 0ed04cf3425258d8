// SPDX-License-Identifier: Apache-2.0
//
// Structs in device memory that point to arrays there, and a prepared launch.

#include <gridcall/gridcall.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kSource[] =
    "struct DoubleOperation {\n"
    "  int size, reserved;\n"
    "  float *data;\n"
    "};\n"
    "__global__ void double_array(DoubleOperation *operations) {\n"
    "  DoubleOperation *a = operations + blockIdx.x;\n"
    "  for (int i = threadIdx.x; i < a->size; i += blockDim.x) a->data[i] *= 2;\n"
    "}\n";

struct double_operation {  // as the kernel has it
  int32_t size, reserved;
  uint64_t data;
};

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static gc_error* error;

static void show(const char* title, gc_mem* first, gc_mem* second) {
  float x[3], y[2];
  check(gc_memcpy_dtoh(x, first, 0, sizeof x, NULL, &error), &error);
  check(gc_memcpy_dtoh(y, second, 0, sizeof y, NULL, &error), &error);
  printf("%s: %.0f %.0f %.0f | %.0f %.0f\n", title, x[0], x[1], x[2], y[0], y[1]);
}

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* double_array = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "double_array", &double_array, &error), &error);

  const float x[] = {1, 2, 3}, y[] = {0, 4};
  gc_mem *first = NULL, *second = NULL, *operations = NULL;
  check(gc_mem_alloc(context, sizeof x, &first, &error), &error);
  check(gc_mem_alloc(context, sizeof y, &second, &error), &error);
  check(gc_memcpy_htod(first, 0, x, sizeof x, NULL, &error), &error);
  check(gc_memcpy_htod(second, 0, y, sizeof y, NULL, &error), &error);

  // The library does not see addresses in structs: keep the arrays until the work is done.
  struct double_operation structs[] = {{3, 0, 0}, {2, 0, 0}};
  check(gc_mem_get_address(first, &structs[0].data, &error), &error);
  check(gc_mem_get_address(second, &structs[1].data, &error), &error);
  check(gc_mem_alloc(context, sizeof structs, &operations, &error), &error);
  check(gc_memcpy_htod(operations, 0, structs, sizeof structs, NULL, &error), &error);
  show("original", first, second);

  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 2;
  config.block_x = 32;
  gc_arg all = GRIDCALL_ARG_MEM(operations);
  check(gc_launch(double_array, &config, &all, 1, NULL, &error), &error);
  show("doubled", first, second);

  gc_arg last = all;
  last.bits = sizeof structs[0];  // an offset
  config.grid_x = 1;
  check(gc_launch(double_array, &config, &last, 1, NULL, &error), &error);
  show("doubled the second only", first, second);

  gc_prepared* prepared = NULL;
  config.grid_x = 2;
  check(gc_prepared_create(double_array, &config, &all, 1, &prepared, &error), &error);
  for (int i = 0; i < 3; i++) check(gc_prepared_launch(prepared, NULL, NULL, 0, NULL, &error), &error);
  show("doubled three times, prepared", first, second);

  gc_prepared_release(prepared);
  gc_mem_release(operations);
  gc_mem_release(first);
  gc_mem_release(second);
  gc_kernel_release(double_array);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
