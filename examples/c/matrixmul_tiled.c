// SPDX-License-Identifier: Apache-2.0
//
// Multiplies two matrices tile by tile: shared memory, a 2-D grid, and a constant of the source from outside.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kSize = 64, kTile = 16 };

static const char kSource[] =
    "__global__ void matrixmul(float *c, const float *a, const float *b, int n) {\n"
    "  __shared__ float as[TILE][TILE], bs[TILE][TILE];\n"
    "  int x = threadIdx.x, y = threadIdx.y;\n"
    "  int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;\n"
    "  float sum = 0;\n"
    "  for (int tile = 0; tile < n; tile += TILE) {\n"
    "    as[y][x] = a[row * n + tile + x];\n"
    "    bs[y][x] = b[(tile + y) * n + column];\n"
    "    __syncthreads();\n"
    "    for (int k = 0; k < TILE; k++) sum += as[y][k] * bs[k][x];\n"
    "    __syncthreads();\n"
    "  }\n"
    "  c[row * n + column] = sum;\n"
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
  gc_kernel* matrixmul = NULL;
  gc_define tile = {"TILE", "16"};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.defines = &tile;
  options.define_count = 1;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), &options, &module, &error), &error);
  check(gc_module_get_kernel(module, "matrixmul", &matrixmul, &error), &error);

  // Small whole numbers: their products and sums are exact.
  static float a[kSize][kSize], b[kSize][kSize], c[kSize][kSize];
  for (int i = 0; i < kSize; i++) {
    for (int j = 0; j < kSize; j++) {
      a[i][j] = (float)((i + 2 * j) % 7 - 3);
      b[i][j] = (float)((3 * i + j) % 5 - 2);
    }
  }
  gc_mem *da = NULL, *db = NULL, *dc = NULL;
  check(gc_mem_alloc(context, sizeof a, &da, &error), &error);
  check(gc_mem_alloc(context, sizeof b, &db, &error), &error);
  check(gc_mem_alloc(context, sizeof c, &dc, &error), &error);
  check(gc_memcpy_htod(da, 0, a, sizeof a, NULL, &error), &error);
  check(gc_memcpy_htod(db, 0, b, sizeof b, NULL, &error), &error);

  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.grid_y = kSize / kTile;
  config.block_x = config.block_y = kTile;
  int n = kSize;
  gc_arg args[] = {GRIDCALL_ARG_MEM(dc), GRIDCALL_ARG_MEM(da), GRIDCALL_ARG_MEM(db), GRIDCALL_ARG(n)};
  check(gc_launch(matrixmul, &config, args, 4, NULL, &error), &error);
  check(gc_memcpy_dtoh(c, dc, 0, sizeof c, NULL, &error), &error);

  int wrong = 0;
  for (int i = 0; i < kSize; i++) {
    for (int j = 0; j < kSize; j++) {
      float sum = 0;
      for (int k = 0; k < kSize; k++) sum += a[i][k] * b[k][j];
      wrong += c[i][j] != sum;
    }
  }
  for (int i = 0; i < 4; i++) printf("%4.0f %4.0f %4.0f %4.0f\n", c[i][0], c[i][1], c[i][2], c[i][3]);
  printf("wrong: %d of %d\n", wrong, kSize * kSize);

  gc_mem_release(da);
  gc_mem_release(db);
  gc_mem_release(dc);
  gc_kernel_release(matrixmul);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
