// SPDX-License-Identifier: Apache-2.0
//
// Multiplies two vectors of the host: the launch copies them, as PyCUDA's drv.In and drv.Out do.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 400 };

static const char kSource[] =
    "__global__ void multiply_them(float *dest, const float *a, const float *b, float by) {\n"
    "  int i = threadIdx.x;\n"
    "  dest[i] = a[i] * b[i] * by;\n"
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
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = kCount;
  const gc_arg by[] = {GRIDCALL_ARG(2.0f)};
  const gc_host_arg arrays[] = {GRIDCALL_HOST_ARG(0, OUT, dest, sizeof dest),
                                GRIDCALL_HOST_ARG(1, IN, a, sizeof a), GRIDCALL_HOST_ARG(2, IN, b, sizeof b)};
  check(gc_launch_staged(multiply_them, &config, by, 1, arrays, 3, NULL, &error), &error);

  int wrong = 0;
  for (int i = 0; i < kCount; i++) wrong += dest[i] != a[i] * b[i] * 2;
  printf("dest[1]: %.1f\ndest[399]: %.1f\n", dest[1], dest[399]);
  printf("wrong: %d of %d\n", wrong, kCount);

  gc_kernel_release(multiply_them);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
