// SPDX-License-Identifier: Apache-2.0
//
// Draws the Mandelbrot set as text. Without fused multiply-add every device rounds alike and draws the same.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kWidth = 64, kHeight = 28 };

static const char kSource[] =
    "__global__ void mandelbrot(char *picture, int width, int iterations) {\n"
    "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  float a = -2 + x * 0.0390625f, b = -1.0546875f + y * 0.078125f, u = 0, v = 0;\n"
    "  int n = 0;\n"
    "  for (; n < iterations && u * u + v * v <= 4; n++) {\n"
    "    float next = u * u - v * v + a;\n"
    "    v = 2 * u * v + b;\n"
    "    u = next;\n"
    "  }\n"
    "  picture[y * (width + 1) + x] = n == iterations ? '@' : \" .,:;-=+*#\"[n < 10 ? n : 9];\n"
    "  if (x == 0) picture[y * (width + 1) + width] = '\\n';\n"
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
  gc_kernel* mandelbrot = NULL;
  const char* flags[] = {"--fmad=false"};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.options = flags;
  options.option_count = 1;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), &options, &module, &error), &error);
  check(gc_module_get_kernel(module, "mandelbrot", &mandelbrot, &error), &error);

  char picture[kHeight * (kWidth + 1)];
  gc_mem* mem = NULL;
  check(gc_mem_alloc(context, sizeof picture, &mem, &error), &error);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kWidth / 32;
  config.grid_y = kHeight / 4;
  config.block_x = 32;
  config.block_y = 4;
  int width = kWidth, iterations = 1000;
  gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(width), GRIDCALL_ARG(iterations)};
  check(gc_launch(mandelbrot, &config, args, 3, NULL, &error), &error);
  check(gc_memcpy_dtoh(picture, mem, 0, sizeof picture, NULL, &error), &error);
  fwrite(picture, 1, sizeof picture, stdout);

  gc_mem_release(mem);
  gc_kernel_release(mandelbrot);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
