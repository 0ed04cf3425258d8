// SPDX-License-Identifier: Apache-2.0
//
// A separable filter, first along the rows and then along the columns of an image. The weights are in
// constant memory.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kWidth = 128, kHeight = 64, kTile = 32, kRadius = 4 };

static const char kSource[] =
    "__constant__ float weights[2 * RADIUS + 1];\n"
    "// Lines of length elements, step apart; each begins line_step after the one before.\n"
    "__global__ void convolve(float *out, const float *in, int length, int step, int line_step) {\n"
    "  __shared__ float part[TILE + 2 * RADIUS];\n"
    "  int first = blockIdx.x * TILE, line = blockIdx.y * line_step;\n"
    "  for (int i = threadIdx.x; i < TILE + 2 * RADIUS; i += TILE) {\n"
    "    int at = first + i - RADIUS;\n"
    "    part[i] = at >= 0 && at < length ? in[line + at * step] : 0;\n"
    "  }\n"
    "  __syncthreads();\n"
    "  float sum = 0;\n"
    "  for (int k = 0; k <= 2 * RADIUS; k++) sum += part[threadIdx.x + k] * weights[k];\n"
    "  out[line + (first + threadIdx.x) * step] = sum;\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static gc_error* error;

static void convolve(gc_kernel* kernel, gc_mem* out, gc_mem* in, int length, int lines, int step,
                     int line_step) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = (uint32_t)(length / kTile);
  config.grid_y = (uint32_t)lines;
  config.block_x = kTile;
  gc_arg args[] = {GRIDCALL_ARG_MEM(out), GRIDCALL_ARG_MEM(in), GRIDCALL_ARG(length), GRIDCALL_ARG(step),
                   GRIDCALL_ARG(line_step)};
  check(gc_launch(kernel, &config, args, 5, NULL, &error), &error);
}

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* kernel = NULL;
  gc_mem *constant = NULL, *image = NULL, *between = NULL;
  gc_define defines[] = {{"RADIUS", "4"}, {"TILE", "32"}};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.defines = defines;
  options.define_count = 2;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), &options, &module, &error), &error);
  check(gc_module_get_kernel(module, "convolve", &kernel, &error), &error);

  // Close to a Gaussian, and exact: 8 over k, by 256.
  float weights[2 * kRadius + 1] = {1, 8, 28, 56, 70, 56, 28, 8, 1};
  for (int k = 0; k <= 2 * kRadius; k++) weights[k] /= 256;
  check(gc_module_get_global(module, "weights", &constant, &error), &error);
  check(gc_memcpy_htod(constant, 0, weights, sizeof weights, NULL, &error), &error);

  // One bright point becomes the filter itself.
  static float pixels[kHeight][kWidth];
  pixels[31][62] = 65536;
  check(gc_mem_alloc(context, sizeof pixels, &image, &error), &error);
  check(gc_mem_alloc(context, sizeof pixels, &between, &error), &error);
  check(gc_memcpy_htod(image, 0, pixels, sizeof pixels, NULL, &error), &error);
  convolve(kernel, between, image, kWidth, kHeight, 1, kWidth);
  convolve(kernel, image, between, kHeight, kWidth, kWidth, 1);
  check(gc_memcpy_dtoh(pixels, image, 0, sizeof pixels, NULL, &error), &error);

  for (int y = 31 - kRadius; y <= 31 + kRadius; y++)
    for (int x = 62 - kRadius; x <= 62 + kRadius; x++)
      printf("%5.0f%s", pixels[y][x], x == 62 + kRadius ? "\n" : " ");
  double sum = 0;
  for (int y = 0; y < kHeight; y++)
    for (int x = 0; x < kWidth; x++) sum += pixels[y][x];
  printf("sum: %.0f\n", sum);

  gc_mem_release(constant);
  gc_mem_release(image);
  gc_mem_release(between);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
