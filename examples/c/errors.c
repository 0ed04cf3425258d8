// SPDX-License-Identifier: Apache-2.0
//
// The messages of the library when something is wrong.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kBroken[] =
    "__global__ void scale(float *x, float f) {\n"
    "  x[threadIdx.x] *= factor;\n"
    "}\n";
static const char kRight[] =
    "__global__ void scale(float *x, float f) {\n"
    "  x[threadIdx.x] *= f;\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s: %s\n", gc_status_name(status), gc_error_message(*error));
  gc_error_release(*error);
  exit(1);
}

// Prints an error that is wanted, the compile log indented; ends the program if it is not the one.
static void show(gc_status status, gc_error** error, gc_status wanted) {
  if (status == GRIDCALL_OK) {
    puts("no error");
    exit(1);
  }
  printf("%s: %s\n", gc_status_name(status), gc_error_message(*error));
  for (const char* line = gc_error_log(*error); *line;) {
    size_t length = strcspn(line, "\n");
    printf("| %.*s\n", (int)length, line);
    line += length + (line[length] == '\n');
  }
  gc_error_release(*error);
  if (status != wanted) exit(1);
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* kernel = NULL;
  gc_mem* mem = NULL;
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = "scale.cu";
  check(gc_context_get_default(&context, &error), &error);

  gc_status status = gc_module_from_source(context, kBroken, strlen(kBroken), &options, &module, &error);
  show(status, &error, GRIDCALL_ERROR_COMPILE);

  check(gc_module_from_source(context, kRight, strlen(kRight), &options, &module, &error), &error);
  check(gc_module_get_kernel(module, "scale", &kernel, &error), &error);
  check(gc_mem_alloc(context, 128, &mem, &error), &error);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  double factor = 2;  // the kernel takes a float
  gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(factor)};
  status = gc_launch(kernel, &config, args, 2, NULL, &error);
  show(status, &error, GRIDCALL_ERROR_ARGUMENT_MISMATCH);

  gc_mem_release(mem);
  float values[64] = {0};
  status = gc_memcpy_htod(mem, 0, values, sizeof values, NULL, &error);
  show(status, &error, GRIDCALL_ERROR_INVALID_HANDLE);

  check(gc_mem_alloc(context, 128, &mem, &error), &error);
  status = gc_memcpy_htod(mem, 0, values, sizeof values, NULL, &error);
  show(status, &error, GRIDCALL_ERROR_OUT_OF_RANGE);
  puts("OK");

  gc_mem_release(mem);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
