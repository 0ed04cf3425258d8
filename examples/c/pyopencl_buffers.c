// SPDX-License-Identifier: Apache-2.0
//
// What PyOpenCL does with buffers: content at creation, sub-buffers, fills, copies also of rectangles,
// mapping, and the program's own memory as a buffer.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 12 };

static const char kSource[] =
    "__global__ void twice(int *a, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] *= 2;\n"
    "}\n";

static gc_error* error;
static gc_kernel* kernel;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static void twice(gc_mem* mem, int n) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(n)};
  check(gc_launch(kernel, &config, args, 2, NULL, &error));
}

static void print(const char* title, const int32_t* values, int count) {
  printf("%s:", title);
  for (int i = 0; i < count; i++) printf(" %d", (int)values[i]);
  printf("\n");
}

static void show(const char* title, gc_mem* mem, int count) {
  int32_t values[kCount];
  check(gc_memcpy_dtoh(values, mem, 0, (size_t)count * 4, NULL, &error));
  print(title, values, count);
}

// Maps a whole buffer, and waits until the host may use it.
static int32_t* map(gc_mem* mem, uint64_t flags, gc_mapping** mapping) {
  gc_event* ready = NULL;
  uint64_t address;
  check(gc_mem_map(mem, 0, kCount * 4, flags, NULL, mapping, &error));
  check(gc_mapping_get_event(*mapping, &ready, &error));
  check(gc_event_synchronize(ready, &error));
  gc_event_release(ready);
  check(gc_mapping_get_address(*mapping, &address, &error));
  return (int32_t*)(uintptr_t)address;
}

static void unmap(gc_mapping* mapping) {
  check(gc_mapping_unmap(mapping, NULL, &error));
  gc_mapping_release(mapping);
}

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  check(gc_context_get_default(&context, &error));
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error));
  check(gc_module_get_kernel(module, "twice", &kernel, &error));

  // Buffer(context, READ_WRITE | COPY_HOST_PTR, hostbuf=values)
  static int32_t values[kCount];
  for (int i = 0; i < kCount; i++) values[i] = i;
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = options.content_size = sizeof values;
  options.content = values;
  gc_mem *a = NULL, *part = NULL, *b = NULL, *own = NULL;
  check(gc_mem_create(context, &options, &a, &error));
  show("content", a, kCount);

  // a.get_sub_region(16, 16): elements 4 to 7
  check(gc_mem_create_sub_region(a, 16, 16, 0, &part, &error));
  twice(part, 4);
  show("sub-buffer", a, kCount);

  // enqueue_fill_buffer, enqueue_copy
  const int32_t pattern[] = {7, -1};
  check(gc_mem_alloc(context, sizeof values, &b, &error));
  check(gc_memset(b, 0, pattern, sizeof pattern, kCount / 2, NULL, &error));
  show("fill", b, kCount);
  check(gc_memcpy(b, 8, a, 16, 16, NULL, &error));
  show("copy", b, kCount);

  // enqueue_copy of a rectangle: columns 1 and 2 of the 3 rows of 4 elements in `a` become the 3 rows of 2
  // elements at the end of `b`.
  gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
  rect.src.mem = a;
  rect.src.offset = 4;
  rect.src.row_pitch = 16;
  rect.dst.mem = b;
  rect.dst.offset = 24;
  rect.dst.row_pitch = 8;
  rect.width = 8;
  rect.height = 3;
  check(gc_memcpy_rect(&rect, NULL, &error));
  show("rectangle", b, kCount);

  // enqueue_map_buffer: write everything, then read and write.
  gc_mapping* mapping = NULL;
  int32_t* mapped = map(b, GRIDCALL_MAP_WRITE_INVALIDATE_REGION, &mapping);
  for (int i = 0; i < kCount; i++) mapped[i] = 100 + i;
  unmap(mapping);
  twice(b, kCount);
  mapped = map(b, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, &mapping);
  for (int i = 0; i < kCount; i++) mapped[i] = mapped[i] - 200;
  unmap(mapping);
  show("map", b, kCount);

  // Buffer(context, READ_WRITE | USE_HOST_PTR, hostbuf=values): kernels use the program's own memory.
  check(gc_mem_register(context, (uint64_t)(uintptr_t)values, sizeof values, NULL, &own, &error));
  twice(own, kCount);
  check(gc_mem_free(own, &error));  // waits for the kernel, and ends the registration
  print("the program's own memory", values, kCount);

  gc_mem_release(part);
  gc_mem_release(a);
  gc_mem_release(b);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
