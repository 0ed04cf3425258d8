// SPDX-License-Identifier: Apache-2.0
//
// Two processes and one memory. The program starts itself again with the argument `other`, and writes the
// handles of the memory and of an event to its standard input.

#include <gridcall/gridcall.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 1024, kHandleBytes = 64 };

static const char kSource[] =
    "__global__ void twice(unsigned *numbers) { numbers[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static void write_hex(FILE* file, const uint8_t* bytes) {
  for (int i = 0; i < kHandleBytes; i++) fprintf(file, "%02x", bytes[i]);
  fprintf(file, "\n");
}

static void read_hex(uint8_t* bytes) {
  unsigned byte = 0;
  for (int i = 0; i < kHandleBytes; i++) {
    if (scanf("%2x", &byte) != 1) exit(1);
    bytes[i] = (uint8_t)byte;
  }
}

static uint32_t sum(gc_mem* mem, gc_error** error) {
  static uint32_t numbers[kCount];
  check(gc_memcpy_dtoh(numbers, mem, 0, sizeof numbers, NULL, error), error);
  uint32_t total = 0;
  for (int i = 0; i < kCount; i++) total += numbers[i];
  return total;
}

// Waits for the event, doubles the numbers, and records the event behind that.
static void other(gc_context* context, gc_error** error) {
  uint8_t mem_handle[kHandleBytes], event_handle[kHandleBytes];
  unsigned long long offset = 0;
  read_hex(mem_handle);
  if (scanf("%llu", &offset) != 1) exit(1);
  read_hex(event_handle);
  gc_mem* mem = NULL;
  gc_event* event = NULL;
  check(gc_mem_open_ipc(context, mem_handle, kHandleBytes, offset, kCount * sizeof(uint32_t), NULL, &mem,
                        error),
        error);
  check(gc_event_open_ipc(context, event_handle, kHandleBytes, &event, error), error);
  gc_stream* stream = NULL;
  check(gc_stream_create(context, NULL, &stream, error), error);
  check(gc_stream_wait_event(stream, event, error), error);
  gc_module* module = NULL;
  gc_kernel* twice = NULL;
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, error), error);
  check(gc_module_get_kernel(module, "twice", &twice, error), error);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kCount / 128;
  config.block_x = 128;
  gc_arg args[] = {GRIDCALL_ARG_MEM(mem)};
  check(gc_launch(twice, &config, args, 1, stream, error), error);
  check(gc_event_record(event, stream, error), error);
  check(gc_stream_synchronize(stream, error), error);
  printf("the other process sees %u\n", sum(mem, error));
  gc_kernel_release(twice);
  gc_module_release(module);
  gc_stream_release(stream);
  gc_event_release(event);
  gc_mem_release(mem);
}

static void first(gc_context* context, const char* program, gc_error** error) {
  uint32_t numbers[kCount];
  for (uint32_t i = 0; i < kCount; i++) numbers[i] = i;
  gc_mem* mem = NULL;
  gc_event* event = NULL;
  check(gc_mem_alloc(context, sizeof numbers, &mem, error), error);
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING;
  check(gc_event_create(context, &options, &event, error), error);
  check(gc_memcpy_htod(mem, 0, numbers, sizeof numbers, NULL, error), error);
  check(gc_event_record(event, NULL, error), error);
  printf("this process has %u\n", sum(mem, error));
  fflush(stdout);

  uint8_t mem_handle[kHandleBytes], event_handle[kHandleBytes];
  uint64_t offset = 0;
  check(gc_mem_get_ipc_handle(mem, mem_handle, &offset, error), error);
  check(gc_event_get_ipc_handle(event, event_handle, error), error);
  char command[4200];
  snprintf(command, sizeof command, "'%s' other", program);
  FILE* input = popen(command, "w");
  if (!input) exit(1);
  write_hex(input, mem_handle);
  fprintf(input, "%llu\n", (unsigned long long)offset);
  write_hex(input, event_handle);
  if (pclose(input) != 0) exit(1);
  check(gc_event_synchronize(event, error), error);
  printf("and so does this one: %u\n", sum(mem, error));
  gc_event_release(event);
  gc_mem_release(mem);
}

int main(int argc, char** argv) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  check(gc_context_get_default(&context, &error), &error);
  if (argc > 1) {
    other(context, &error);
  } else {
    first(context, argv[0], &error);
  }
  gc_context_release(context);
  return 0;
}
