// SPDX-License-Identifier: Apache-2.0
//
// PyOpenCL's memory pools: what a pool holds and what is in use, at each step; a pool of page-locked memory;
// and memory without a pool.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 1000 };

static const char kSource[] =
    "__global__ void iota(int *a, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] = i;\n"
    "}\n";

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

// A release only queues: gc_handle_collect gives the blocks back to the pool now, so that they are counted.
static void show(const char* title, gc_pool* pool) {
  gc_pool_statistics s = GRIDCALL_POOL_STATISTICS_INIT;
  check(gc_handle_collect(&error));
  check(gc_pool_get_statistics(pool, &s, &error));
  printf("%s: held %d blocks, %d bytes; active %d blocks, %d bytes\n", title, (int)s.held_blocks,
         (int)s.held_bytes, (int)s.active_blocks, (int)s.active_bytes);
}

static const char* origin_of(gc_mem* mem) {
  uint64_t origin = 0;
  check(gc_mem_get_attribute(mem, GRIDCALL_MEM_ATTRIBUTE_ORIGIN, &origin, &error));
  return origin == GRIDCALL_MEM_ORIGIN_POOL ? "POOL" : "ALLOCATED";
}

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* iota = NULL;
  check(gc_context_get_default(&context, &error));
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error));
  check(gc_module_get_kernel(module, "iota", &iota, &error));

  // MemoryPool: requests are rounded up to a size class, and released blocks are held.
  gc_pool* pool = NULL;
  gc_mem *a = NULL, *b = NULL, *c = NULL;
  check(gc_pool_create(context, NULL, &pool, &error));
  check(gc_pool_alloc(pool, kCount * 4, NULL, &a, &error));
  check(gc_pool_alloc(pool, 100000, NULL, &b, &error));
  show("two blocks", pool);
  gc_mem_release(a);
  show("one released", pool);
  check(gc_pool_alloc(pool, kCount * 4, NULL, &c, &error));
  show("allocated again", pool);

  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 4;
  config.block_x = 256;
  int n = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(c), GRIDCALL_ARG(n)};
  check(gc_launch(iota, &config, args, 2, NULL, &error));

  // PooledBuffer in page-locked memory, for an asynchronous copy.
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_HOST;
  gc_pool* host_pool = NULL;
  gc_mem* host = NULL;
  gc_stream* stream = NULL;
  uint64_t address;
  check(gc_pool_create(context, &options, &host_pool, &error));
  check(gc_pool_alloc(host_pool, kCount * 4, NULL, &host, &error));
  check(gc_mem_get_host_address(host, &address, &error));
  check(gc_stream_create(context, NULL, &stream, &error));
  check(gc_memcpy(host, 0, c, 0, kCount * 4, stream, &error));
  check(gc_stream_synchronize(stream, &error));
  int sum = 0;
  for (int i = 0; i < kCount; i++) sum += ((const int32_t*)(uintptr_t)address)[i];
  printf("sum: %d\n", sum);
  show("page-locked", host_pool);
  gc_mem_release(host);
  show("page-locked, released", host_pool);

  // free_held, stop_holding
  gc_mem_release(b);
  show("larger one released", pool);
  check(gc_pool_free_held(pool, &error));
  show("free_held", pool);
  check(gc_pool_stop_holding(pool, &error));
  printf("memory of the pool: %s\n", origin_of(c));
  gc_mem_release(c);
  show("stop_holding, released", pool);

  // ImmediateAllocator: memory of the driver, without a pool. gc_mem_free gives it back before it returns.
  gc_mem* immediate = NULL;
  check(gc_mem_alloc(context, kCount * 4, &immediate, &error));
  printf("memory without a pool: %s\n", origin_of(immediate));
  check(gc_mem_free(immediate, &error));

  gc_pool_release(host_pool);
  gc_pool_release(pool);
  gc_stream_release(stream);
  gc_kernel_release(iota);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
