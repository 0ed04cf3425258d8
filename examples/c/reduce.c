// SPDX-License-Identifier: Apache-2.0
//
// Sums a vector: shuffles within a warp, shared memory within a block, an atomic between blocks.

#include <gridcall/gridcall.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 1000000, kBlock = 256, kGrid = 64 };

static const char kSource[] =
    "__global__ void sum(unsigned long long *out, const unsigned *x, int n) {\n"
    "  extern __shared__ unsigned long long warps[];\n"
    "  unsigned long long mine = 0;\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += "
    "x[i];\n"
    "  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);\n"
    "  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) {\n"
    "    for (int w = 1; w < blockDim.x / 32; w++) mine += warps[w];\n"
    "    atomicAdd(out, mine);\n"
    "  }\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s: %s: %s\n%s", gc_status_name(status), gc_error_function(*error),
          gc_error_message(*error), gc_error_log(*error));
  gc_error_release(*error);
  exit(1);
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

  gc_module* module = NULL;
  gc_kernel* kernel = NULL;
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "sum", &kernel, &error), &error);

  static uint32_t values[kCount];
  uint32_t x = 1;
  uint64_t expected = 0;
  for (int i = 0; i < kCount; i++) {
    x = x * 1664525u + 1013904223u;
    values[i] = x >> 8;
    expected += values[i];
  }
  printf("elements: %d\n", kCount);

  gc_mem *in = NULL, *out = NULL;
  check(gc_mem_alloc(context, sizeof values, &in, &error), &error);
  check(gc_mem_alloc(context, 8, &out, &error), &error);
  check(gc_memcpy_htod(in, 0, values, sizeof values, NULL, &error), &error);
  check(gc_memset(out, 0, &(uint8_t){0}, 1, 8, NULL, &error), &error);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kGrid;
  config.block_x = kBlock;
  config.shared_size = kBlock / 32 * 8;
  int count = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(out), GRIDCALL_ARG_MEM(in), GRIDCALL_ARG(count)};
  check(gc_launch(kernel, &config, args, 3, NULL, &error), &error);
  uint64_t sum = 0;
  check(gc_memcpy_dtoh(&sum, out, 0, 8, NULL, &error), &error);
  printf("sum: %" PRIu64 "\nhost: %" PRIu64 "\n", sum, expected);
  puts(sum == expected ? "OK" : "WRONG");

  gc_mem_release(in);
  gc_mem_release(out);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return sum == expected ? 0 : 1;
}
