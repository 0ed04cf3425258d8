// SPDX-License-Identifier: Apache-2.0
//
// Multiplies two vectors: PyCUDA's first example.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 400 };

static const char kSource[] =
    "__global__ void multiply_them(float *dest, const float *a, const float *b) {\n"
    "  int i = threadIdx.x;\n"
    "  dest[i] = a[i] * b[i];\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* multiply_them = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "multiply_them", &multiply_them, &error), &error);

  float a[kCount], b[kCount], dest[kCount];
  for (int i = 0; i < kCount; i++) {
    a[i] = (float)i;
    b[i] = (float)i + 0.5f;
  }
  gc_mem *da = NULL, *db = NULL, *ddest = NULL;
  check(gc_mem_alloc(context, sizeof a, &da, &error), &error);
  check(gc_mem_alloc(context, sizeof b, &db, &error), &error);
  check(gc_mem_alloc(context, sizeof dest, &ddest, &error), &error);
  check(gc_memcpy_htod(da, 0, a, sizeof a, NULL, &error), &error);
  check(gc_memcpy_htod(db, 0, b, sizeof b, NULL, &error), &error);

  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(ddest), GRIDCALL_ARG_MEM(da), GRIDCALL_ARG_MEM(db)};
  check(gc_launch(multiply_them, &config, args, 3, NULL, &error), &error);
  check(gc_memcpy_dtoh(dest, ddest, 0, sizeof dest, NULL, &error), &error);

  int wrong = 0;
  for (int i = 0; i < kCount; i++) wrong += dest[i] != a[i] * b[i];
  printf("dest[1]: %.1f\ndest[399]: %.1f\n", dest[1], dest[399]);
  printf("wrong: %d of %d\n", wrong, kCount);

  gc_mem_release(da);
  gc_mem_release(db);
  gc_mem_release(ddest);
  gc_kernel_release(multiply_them);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
