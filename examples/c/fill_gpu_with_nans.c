// SPDX-License-Identifier: Apache-2.0
//
// Fills memory with NaN, to find who reads what nobody wrote: half of what is free, but 64 MiB at most.

#include <gridcall/gridcall.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

int main(void) {
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_mem* mem = NULL;
  uint64_t free_size, total_size;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_context_get_memory_info(context, &free_size, &total_size, &error), &error);
  size_t size = 64 << 20;
  if (free_size / 2 < size) size = free_size / 2 / 4 * 4;
  size_t count = size / 4;

  const float nan = NAN;
  uint32_t pattern;
  memcpy(&pattern, &nan, sizeof pattern);
  check(gc_mem_alloc(context, size, &mem, &error), &error);
  check(gc_memset(mem, 0, &(uint32_t){pattern}, 4, count, NULL, &error), &error);
  printf("filled %zu bytes with %08x\n", size, (unsigned)pattern);

  float* host = malloc(size);
  if (!host) return 1;
  check(gc_memcpy_dtoh(host, mem, 0, size, NULL, &error), &error);
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += isnan(host[i]) != 0;
  printf("NaN: %zu of %zu\n", found, count);

  free(host);
  gc_mem_release(mem);
  gc_context_release(context);
  return 0;
}
