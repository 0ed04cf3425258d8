// SPDX-License-Identifier: Apache-2.0
//
// The kinds of memory: arrays of the host that a launch copies, memory of the device, page-locked memory for
// queued copies, mapped memory, managed memory.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 10 };

static const char kSource[] =
    "__global__ void square(int *y, const int *x, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i] = x[i] * x[i];\n"
    "}\n";

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static void show(const char* title, const int32_t* values) {
  printf("%s:", title);
  for (int i = 0; i < kCount; i++) printf(" %d", (int)values[i]);
  printf("\n");
}

static void square(gc_kernel* kernel, gc_mem* y, gc_mem* x, gc_stream* stream) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  int n = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(y), GRIDCALL_ARG_MEM(x), GRIDCALL_ARG(n)};
  check(gc_launch(kernel, &config, args, 3, stream, &error));
}

static int32_t* host_address(gc_mem* mem) {
  uint64_t address;
  check(gc_mem_get_host_address(mem, &address, &error));
  return (int32_t*)(uintptr_t)address;
}

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* kernel = NULL;
  check(gc_context_get_default(&context, &error));
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error));
  check(gc_module_get_kernel(module, "square", &kernel, &error));

  // Arrays of the host: the launch copies them, as PyCUDA's In and Out do.
  int32_t values[kCount], result[kCount];
  for (int i = 0; i < kCount; i++) values[i] = i;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  int n = kCount;
  const gc_arg others[] = {GRIDCALL_ARG(n)};
  const gc_host_arg arrays[] = {GRIDCALL_HOST_ARG(0, OUT, result, sizeof result),
                                GRIDCALL_HOST_ARG(1, IN, values, sizeof values)};
  check(gc_launch_staged(kernel, &config, others, 1, arrays, 2, NULL, &error));
  show("staged", result);

  // Copied to the device and back (Numba: to_device, copy_to_host, device_array).
  gc_mem *x = NULL, *y = NULL;
  check(gc_mem_alloc(context, sizeof values, &x, &error));
  check(gc_memcpy_htod(x, 0, values, sizeof values, NULL, &error));
  check(gc_memcpy_dtoh(result, x, 0, sizeof result, NULL, &error));
  show("copied", result);
  check(gc_mem_alloc(context, sizeof values, &y, &error));
  square(kernel, y, x, NULL);
  check(gc_memcpy_dtoh(result, y, 0, sizeof result, NULL, &error));
  show("on the device", result);

  // Page-locked memory (pinned_array): the host queues the copies and the kernel, and waits once.
  gc_stream* stream = NULL;
  gc_mem* pinned = NULL;
  check(gc_stream_create(context, NULL, &stream, &error));
  gc_mem_options page_locked = GRIDCALL_MEM_OPTIONS_INIT;
  page_locked.place = GRIDCALL_MEM_PLACE_HOST;
  page_locked.size = sizeof values;
  check(gc_mem_create(context, &page_locked, &pinned, &error));
  int32_t* numbers = host_address(pinned);
  for (int i = 0; i < kCount; i++) numbers[i] = 10 - i;
  check(gc_memcpy(x, 0, pinned, 0, sizeof values, stream, &error));
  square(kernel, y, x, stream);
  check(gc_memcpy(pinned, 0, y, 0, sizeof values, stream, &error));
  check(gc_stream_synchronize(stream, &error));
  show("page-locked", numbers);

  // Mapped (mapped_array): the kernel reads and writes the host's memory, nothing is copied. The host waits
  // for that memory.
  gc_mem* mapped = NULL;
  int32_t done = 0;
  check(gc_mem_create(context, &page_locked, &mapped, &error));
  numbers = host_address(mapped);
  for (int i = 0; i < kCount; i++) numbers[i] = i + 10;
  square(kernel, mapped, mapped, stream);
  check(gc_mem_wait(mapped, UINT64_MAX, &done, &error));
  show("mapped", numbers);

  // Managed (managed_array): it belongs to the host, then to one stream. A device without such memory gets
  // page-locked memory.
  gc_device* device = NULL;
  int32_t has_managed = 0;
  check(gc_context_get_device(context, &device, &error));
  check(gc_device_get_attribute(device, GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY, &has_managed, &error));
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = sizeof values;
  options.place = has_managed ? GRIDCALL_MEM_PLACE_MANAGED : GRIDCALL_MEM_PLACE_HOST;
  options.attach = has_managed ? GRIDCALL_MEM_ATTACH_MODE_HOST : 0;
  gc_mem* managed = NULL;
  check(gc_mem_create(context, &options, &managed, &error));
  numbers = host_address(managed);
  for (int i = 0; i < kCount; i++) numbers[i] = 2 * i;
  if (has_managed) check(gc_mem_attach(managed, GRIDCALL_MEM_ATTACH_MODE_SINGLE, stream, &error));
  square(kernel, managed, managed, stream);
  check(gc_mem_wait(managed, UINT64_MAX, &done, &error));
  show("managed", numbers);

  gc_mem* all[] = {x, y, pinned, mapped, managed};
  for (int i = 0; i < 5; i++) gc_mem_release(all[i]);
  gc_stream_release(stream);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
