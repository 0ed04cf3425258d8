// SPDX-License-Identifier: Apache-2.0
//
// Lists where numbers exceed a limit. Blocks append to the list in any order, by atomics: it is sorted at the
// end.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 655360, kBlock = 512 };

static const char kSource[] =
    "__global__ void select_them(int *list, int *count, const float *a, float limit, int n) {\n"
    "  __shared__ int mine[512], found, start;\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (threadIdx.x == 0) found = 0;\n"
    "  __syncthreads();\n"
    "  if (i < n && a[i] > limit) mine[atomicAdd(&found, 1)] = i;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) start = atomicAdd(count, found);\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x < found) list[start + threadIdx.x] = mine[threadIdx.x];\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static int compare(const void* a, const void* b) {
  return *(const int32_t*)a - *(const int32_t*)b;
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* select_them = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "select_them", &select_them, &error), &error);

  static float values[kCount];
  uint32_t x = 1;
  for (int i = 0; i < kCount; i++) {
    x = x * 1664525u + 1013904223u;
    values[i] = (float)(x >> 8) / 16777216.0f;
  }
  gc_mem *a = NULL, *list = NULL, *count = NULL;
  check(gc_mem_alloc(context, sizeof values, &a, &error), &error);
  check(gc_mem_alloc(context, sizeof values, &list, &error), &error);
  check(gc_mem_alloc(context, 4, &count, &error), &error);
  check(gc_memcpy_htod(a, 0, values, sizeof values, NULL, &error), &error);
  check(gc_memset(count, 0, &(uint32_t){0}, 4, 1, NULL, &error), &error);

  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kCount / kBlock;
  config.block_x = kBlock;
  float limit = 0.9f;
  int n = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(list), GRIDCALL_ARG_MEM(count), GRIDCALL_ARG_MEM(a), GRIDCALL_ARG(limit),
                   GRIDCALL_ARG(n)};
  check(gc_launch(select_them, &config, args, 5, NULL, &error), &error);

  static int32_t selected[kCount];
  int32_t found = 0;
  check(gc_memcpy_dtoh(&found, count, 0, sizeof found, NULL, &error), &error);
  check(gc_memcpy_dtoh(selected, list, 0, (size_t)found * sizeof selected[0], NULL, &error), &error);
  qsort(selected, (size_t)found, sizeof selected[0], compare);

  int32_t expected = 0;
  int right = 1;
  for (int32_t i = 0; i < kCount; i++) {
    if (values[i] <= limit) continue;
    right = right && expected < found && selected[expected] == i;
    expected++;
  }
  right = right && expected == found;
  printf("selected: %d of %d\nfirst:", (int)found, kCount);
  for (int i = 0; i < 5; i++) printf(" %d", (int)selected[i]);
  printf("\nas on the host: %s\n", right ? "yes" : "no");

  gc_mem_release(a);
  gc_mem_release(list);
  gc_mem_release(count);
  gc_kernel_release(select_them);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
