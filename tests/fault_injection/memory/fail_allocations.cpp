// SPDX-License-Identifier: Apache-2.0
//
// The functions that a program gets memory from, put in front of the C library's: a shared library's calls
// come here too, for the program's symbols are found first.

#include "fail_allocations.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstring>

// NOLINTBEGIN(readability-identifier-naming): names of the C library
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}
// NOLINTEND(readability-identifier-naming)

namespace {

std::atomic<int> armed{-1};
std::atomic<bool> ever{false};
std::atomic<long> left{0};
std::atomic<long> fired{0};
std::atomic<pid_t> process{0};
std::uintptr_t first = 0, last = 0;  // of the library whose calls count; 0: all

bool fails(FailKind kind, const void* caller = nullptr) noexcept {
  if (armed.load(std::memory_order_relaxed) != kind) return false;
  const auto from = reinterpret_cast<std::uintptr_t>(caller);
  if (caller && last != 0 && (from < first || from >= last)) return false;
  if (process.load(std::memory_order_relaxed) != getpid()) return false;  // about to become the compiler
  const long number = left.fetch_sub(1);
  if (number != 1 && !(ever.load() && number < 1)) return false;
  fired.fetch_add(1);
  errno = ENOMEM;
  return true;
}

using PthreadCreate = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
PthreadCreate real_pthread_create;

__attribute__((constructor)) void find_real() {
  real_pthread_create = reinterpret_cast<PthreadCreate>(dlsym(RTLD_NEXT, "pthread_create"));
}

}  // namespace

void fail_arm(FailKind kind, long nth, bool for_ever) {
  process = getpid();
  fired = 0;
  left = nth;
  ever = for_ever;
  armed = kind;
}

bool fail_only_in(const char* library) {
  first = last = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* name) {
        if (!std::strstr(info->dlpi_name, static_cast<const char*>(name))) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
          if (first == 0) first = begin;
          last = begin + info->dlpi_phdr[i].p_memsz;
        }
        return 1;
      },
      const_cast<char*>(library));
  return last != 0;
}
long fail_disarm() {
  armed = -1;
  return fired;
}

#define REPLACES extern "C" __attribute__((visibility("default")))

REPLACES void* malloc(std::size_t size) {
  return fails(kAllocations, __builtin_return_address(0)) ? nullptr : __libc_malloc(size);
}
REPLACES void* calloc(std::size_t count, std::size_t size) {
  return fails(kAllocations, __builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}
REPLACES void* realloc(void* memory, std::size_t size) {
  return fails(kAllocations, __builtin_return_address(0)) ? nullptr : __libc_realloc(memory, size);
}
REPLACES void* memalign(std::size_t alignment, std::size_t size) {
  return fails(kAllocations, __builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
REPLACES void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails(kAllocations, __builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
REPLACES int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails(kAllocations, __builtin_return_address(0))) return ENOMEM;
  void* const made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

REPLACES void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) {
  if (fails(kMappings)) return MAP_FAILED;
  const long made = syscall(SYS_mmap, address, size, protection, flags, file, offset);
  return reinterpret_cast<void*>(made);
}
REPLACES int mprotect(void* address, std::size_t size, int protection) {
  if (fails(kMappings)) return -1;
  if ((protection & PROT_EXEC) != 0 && fails(kExecutable)) {
    errno = EACCES;
    return -1;
  }
  return static_cast<int>(syscall(SYS_mprotect, address, size, protection));
}

REPLACES int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                            void* argument) {
  if (fails(kThreads)) return EAGAIN;
  return real_pthread_create(thread, attributes, start, argument);
}
