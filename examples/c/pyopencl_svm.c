// SPDX-License-Identifier: Apache-2.0
//
// PyOpenCL's shared virtual memory: the host and kernels use the same addresses. A device that has no memory
// of a kind gets page-locked memory for it.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 8, kSize = kCount * 4, kNodes = 5 };

struct node {
  int64_t value;
  struct node* next;
};

static const char kSource[] =
    "struct node { long long value; node *next; };\n"
    "__global__ void triple(int *a, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] *= 3;\n"
    "}\n"
    "__global__ void walk(node *first) {\n"
    "  long long sum = 0;\n"
    "  for (node *each = first; each; each = each->next) sum += each->value;\n"
    "  first->value = sum;\n"
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

static void triple(gc_kernel* kernel, gc_mem* mem, int n) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(n)};
  check(gc_launch(kernel, &config, args, 2, NULL, &error));
}

static gc_mem* create(gc_context* context, uint64_t size, gc_mem_place place, void* out_values) {
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = size;
  options.place = place;
  gc_mem* mem = NULL;
  uint64_t address;
  check(gc_mem_create(context, &options, &mem, &error));
  check(gc_mem_get_host_address(mem, &address, &error));
  *(void**)out_values = (void*)(uintptr_t)address;
  return mem;
}

static void wait_for(gc_mem* mem) {
  int32_t done = 0;
  check(gc_mem_wait(mem, UINT64_MAX, &done, &error));
}

int main(void) {
  gc_context* context = NULL;
  gc_device* device = NULL;
  gc_module* module = NULL;
  gc_kernel *kernel = NULL, *walk = NULL;
  int32_t has = 0;
  check(gc_context_get_default(&context, &error));
  check(gc_context_get_device(context, &device, &error));
  check(gc_device_get_attribute(device, GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES, &has, &error));
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error));
  check(gc_module_get_kernel(module, "triple", &kernel, &error));
  check(gc_module_get_kernel(module, "walk", &walk, &error));
  const gc_mem_place locked = GRIDCALL_MEM_PLACE_HOST;
  const gc_mem_place by_turns = has & GRIDCALL_SVM_COARSE_GRAIN_BUFFER ? GRIDCALL_MEM_PLACE_MANAGED : locked;
  const gc_mem_place at_once = has & GRIDCALL_SVM_FINE_GRAIN_BUFFER ? GRIDCALL_MEM_PLACE_MANAGED : locked;
  const gc_mem_place any = has & GRIDCALL_SVM_FINE_GRAIN_SYSTEM ? GRIDCALL_MEM_PLACE_PAGEABLE : locked;

  // csvm_empty: the host and kernels use it by turns. The host maps it, or waits until no kernel uses it; a
  // prefetch moves it before it is used.
  int32_t* values;
  uint64_t address;
  gc_mapping* mapping = NULL;
  gc_event* ready = NULL;
  gc_mem* coarse = create(context, kSize, by_turns, &values);
  check(gc_mem_map(coarse, 0, kSize, GRIDCALL_MAP_WRITE_INVALIDATE_REGION, NULL, &mapping, &error));
  check(gc_mapping_get_event(mapping, &ready, &error));
  check(gc_event_synchronize(ready, &error));
  check(gc_mapping_get_address(mapping, &address, &error));
  for (int i = 0; i < kCount; i++) ((int32_t*)(uintptr_t)address)[i] = i;
  check(gc_mapping_unmap(mapping, NULL, &error));
  if (at_once != locked) check(gc_mem_prefetch(coarse, 0, kSize, device, 0, NULL, &error));
  triple(kernel, coarse, kCount);
  if (at_once != locked) check(gc_mem_prefetch(coarse, 0, kSize, NULL, 0, NULL, &error));
  wait_for(coarse);
  show("coarse-grain buffer", values);

  // fsvm_empty: the host writes the second half while the kernel works on the first.
  gc_mem* fine = create(context, kSize, at_once, &values);
  for (int i = 0; i < kCount / 2; i++) values[i] = 100 + i;
  triple(kernel, fine, kCount / 2);
  for (int i = kCount / 2; i < kCount; i++) values[i] = -i;
  wait_for(fine);
  show("fine-grain buffer", values);

  // SVM(array): ordinary memory of the host.
  gc_mem* ordinary = create(context, kSize, any, &values);
  for (int i = 0; i < kCount; i++) values[i] = 10 - i;
  triple(kernel, ordinary, kCount);
  wait_for(ordinary);
  show("fine-grain system", values);

  // A kernel follows the host's pointers.
  struct node* nodes;
  gc_mem* list = create(context, kNodes * sizeof *nodes, by_turns, &nodes);
  for (int i = 0; i < kNodes; i++)
    nodes[i] = (struct node){.value = 1 << i, .next = i + 1 < kNodes ? &nodes[i + 1] : NULL};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  check(gc_launch(walk, &config, (gc_arg[]){GRIDCALL_ARG_MEM(list)}, 1, NULL, &error));
  wait_for(list);
  printf("sum of the list: %d\n", (int)nodes[0].value);

  gc_mem* all[] = {coarse, fine, ordinary, list};
  for (int i = 0; i < 4; i++) gc_mem_release(all[i]);
  gc_event_release(ready);
  gc_mapping_release(mapping);
  gc_kernel_release(kernel);
  gc_kernel_release(walk);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
