// SPDX-License-Identifier: Apache-2.0
//
// A pipeline of chunks on two streams: while one chunk is copied another is computed. The host sleeps in poll
// until a chunk is done, takes its result, and queues the next one on that stream.

#include <gridcall/gridcall.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kStreams = 2, kChunks = 8, kCount = 16384, kBlock = 256, kSize = kCount * 4 };

static const char kSource[] =
    "__global__ void step(unsigned *x, unsigned long long *total, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  x[i] = x[i] % 1000 + 1;\n"
    "  atomicAdd(total, x[i]);\n"
    "}\n"
    "__global__ void join(unsigned long long *total, const unsigned long long *other) { *total += *other; "
    "}\n";

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static uint32_t input(uint32_t chunk, uint32_t i) {
  return (chunk * kCount + i) * 2654435761u >> 8;
}

struct slot {  // a stream, and the memory of the chunk that is on it
  gc_stream* stream;
  gc_mem *host, *device, *total;
  uint32_t* values;
};

static void start(struct slot* slot, uint32_t chunk, gc_kernel* step, gc_completion* completion) {
  for (uint32_t i = 0; i < kCount; i++) slot->values[i] = input(chunk, i);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kCount / kBlock;
  config.block_x = kBlock;
  int n = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(slot->device), GRIDCALL_ARG_MEM(slot->total), GRIDCALL_ARG(n)};
  check(gc_memcpy(slot->device, 0, slot->host, 0, kSize, slot->stream, &error));
  check(gc_launch(step, &config, args, 3, slot->stream, &error));
  check(gc_memcpy(slot->host, 0, slot->device, 0, kSize, slot->stream, &error));
  check(gc_stream_notify(slot->stream, completion, chunk, &error));
}

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel *step = NULL, *join = NULL;
  gc_completion* completion = NULL;
  check(gc_context_get_default(&context, &error));
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error));
  check(gc_module_get_kernel(module, "step", &step, &error));
  check(gc_module_get_kernel(module, "join", &join, &error));
  check(gc_completion_create(&completion, &error));

  gc_mem_options page_locked = GRIDCALL_MEM_OPTIONS_INIT;
  page_locked.place = GRIDCALL_MEM_PLACE_HOST;
  page_locked.size = kSize;
  struct slot slots[kStreams] = {0};
  for (int i = 0; i < kStreams; i++) {
    struct slot* slot = &slots[i];
    uint64_t address;
    check(gc_stream_create(context, NULL, &slot->stream, &error));
    check(gc_mem_create(context, &page_locked, &slot->host, &error));
    check(gc_mem_get_host_address(slot->host, &address, &error));
    slot->values = (uint32_t*)(uintptr_t)address;
    check(gc_mem_alloc(context, kSize, &slot->device, &error));
    check(gc_mem_alloc(context, 8, &slot->total, &error));
    check(gc_memset(slot->total, 0, &(uint8_t){0}, 1, 8, slot->stream, &error));
    start(slot, (uint32_t)i, step, completion);
  }

  uint64_t sums[kChunks] = {0}, host_total = 0;
  struct pollfd descriptor = {.fd = -1, .events = POLLIN};
  check(gc_completion_get_descriptor(completion, &descriptor.fd, &error));
  for (int left = kChunks; left > 0;) {
    uint64_t chunk;
    int32_t done = 0;
    poll(&descriptor, 1, 1000);
    check(gc_completion_wait(completion, 0, &chunk, &done, &error));
    if (!done) continue;
    struct slot* slot = &slots[chunk % kStreams];
    for (int i = 0; i < kCount; i++) sums[chunk] += slot->values[i];
    if (chunk + kStreams < kChunks) start(slot, (uint32_t)chunk + kStreams, step, completion);
    left--;
  }

  // One stream waits for the other by an event: the host does not.
  gc_event* event = NULL;
  uint64_t total;
  check(gc_event_create(context, NULL, &event, &error));
  check(gc_event_record(event, slots[1].stream, &error));
  check(gc_stream_wait_event(slots[0].stream, event, &error));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  gc_arg args[] = {GRIDCALL_ARG_MEM(slots[0].total), GRIDCALL_ARG_MEM(slots[1].total)};
  check(gc_launch(join, &config, args, 2, slots[0].stream, &error));
  check(gc_memcpy_dtoh(&total, slots[0].total, 0, 8, slots[0].stream, &error));

  for (uint32_t chunk = 0; chunk < kChunks; chunk++) {
    for (uint32_t i = 0; i < kCount; i++) host_total += input(chunk, i) % 1000 + 1;
    printf("chunk %u: %llu\n", (unsigned)chunk, (unsigned long long)sums[chunk]);
  }
  printf("total: %llu\nas on the host: %s\n", (unsigned long long)total, total == host_total ? "yes" : "no");

  for (int i = 0; i < kStreams; i++) {
    gc_mem_release(slots[i].host);
    gc_mem_release(slots[i].device);
    gc_mem_release(slots[i].total);
    gc_stream_release(slots[i].stream);
  }
  gc_event_release(event);
  gc_completion_release(completion);
  gc_kernel_release(step);
  gc_kernel_release(join);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
