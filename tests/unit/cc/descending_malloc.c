// SPDX-License-Identifier: Apache-2.0
//
// malloc() whose addresses descend, to be loaded before gridcall-cc: of two objects the one that is made
// later has the lower address, nearly always the other way round than with libc's. Nothing is given back.

#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

static const size_t kArena = (size_t)1 << 36;
static uintptr_t top, bottom;

// Descends by at least what is asked for; the size stands before the memory.
static void* take(size_t alignment, size_t bytes) {
  if (!__atomic_load_n(&bottom, __ATOMIC_ACQUIRE)) {
    void* arena =
        mmap(NULL, kArena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED) return NULL;
    __atomic_store_n(&top, (uintptr_t)arena + kArena, __ATOMIC_RELEASE);
    __atomic_store_n(&bottom, (uintptr_t)arena, __ATOMIC_RELEASE);
  }
  if (alignment < 16) alignment = 16;
  uintptr_t before = __atomic_load_n(&top, __ATOMIC_ACQUIRE), place;
  do {
    if (bytes > before - bottom - 2 * alignment) {
      errno = ENOMEM;
      return NULL;
    }
    place = (before - bytes) / alignment * alignment;
  } while (!__atomic_compare_exchange_n(&top, &before, place - 16, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  ((size_t*)place)[-1] = bytes;
  return (void*)place;
}

void* malloc(size_t bytes) {
  return take(16, bytes);
}
void free(void* memory) {
  (void)memory;
}
void* calloc(size_t count, size_t bytes) {
  return take(16, count * bytes);
}  // of fresh pages
void* aligned_alloc(size_t alignment, size_t bytes) {
  return take(alignment, bytes);
}
void* memalign(size_t alignment, size_t bytes) {
  return take(alignment, bytes);
}
int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  *memory = take(alignment, bytes);
  return *memory ? 0 : ENOMEM;
}
void* realloc(void* memory, size_t bytes) {
  if (memory && ((size_t*)memory)[-1] >= bytes) return memory;
  void* fresh = take(16, bytes);
  if (memory && fresh) memcpy(fresh, memory, ((size_t*)memory)[-1]);
  return fresh;
}
