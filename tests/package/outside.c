/* SPDX-License-Identifier: Apache-2.0
 *
 * What a user's program looks like: it knows the header and the library, nothing of this tree. It fills
 * memory on the CPU device with a kernel, where a compiler for it is installed, and else with a memset.
 */

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <string.h>

static int failed(const char* what, gc_error* error) {
  fprintf(stderr, "%s: %s: %s\n", what, gc_status_name(gc_error_status(error)), gc_error_message(error));
  gc_error_release(error);
  return 1;
}

int main(int argc, char** argv) {
  static const char source[] =
      "__global__ void fill(int* out, int value, int n) {"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = value + i; }";
  enum { N = 1000 };
  int with_kernel = argc > 1 && strcmp(argv[1], "kernel") == 0;
  gc_error* error = NULL;
  gc_device* device = NULL;
  gc_context* context = NULL;
  gc_mem* mem = NULL;
  int32_t host[N];
  int i;

  if (gc_version() / 100 != GRIDCALL_VERSION / 100) return fprintf(stderr, "another version\n"), 1;
  if (gc_device_find("cpu", &device, &error)) return failed("device", error);
  if (gc_context_get_primary(device, NULL, &context, &error)) return failed("context", error);
  if (gc_mem_alloc(context, sizeof host, &mem, &error)) return failed("memory", error);
  if (with_kernel) {
    gc_module* module = NULL;
    gc_kernel* kernel = NULL;
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    int start = 7, count = N;
    gc_arg args[3];
    args[0] = GRIDCALL_ARG_MEM(mem);
    args[1] = GRIDCALL_ARG(start);
    args[2] = GRIDCALL_ARG(count);
    config.grid_x = (N + 127) / 128;
    config.block_x = 128;
    if (gc_module_from_source(context, source, sizeof source - 1, NULL, &module, &error))
      return failed("module", error);
    if (gc_module_get_kernel(module, "fill", &kernel, &error)) return failed("kernel", error);
    if (gc_launch(kernel, &config, args, 3, NULL, &error)) return failed("launch", error);
    gc_kernel_release(kernel);
    gc_module_release(module);
  } else if (gc_memset(mem, 0, &(uint32_t){7}, 4, N, NULL, &error)) {
    return failed("memset", error);
  }
  if (gc_memcpy_dtoh(host, mem, 0, sizeof host, NULL, &error)) return failed("copy", error);
  for (i = 0; i < N; ++i)
    if (host[i] != 7 + (with_kernel ? i : 0))
      return fprintf(stderr, "element %d is %d\n", i, (int)host[i]), 1;
  gc_mem_release(mem);
  gc_context_release(context);
  if (gc_handle_count() != 0) return fprintf(stderr, "handles are left\n"), 1;
  printf("gridcall %s filled %d elements by a %s\n", gc_version_text(), N, with_kernel ? "kernel" : "memset");
  return 0;
}
