// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/guarded_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

namespace gridcall::cpu {

namespace {

bool protect(const GuardedPages& pages, int access) noexcept {
  return ::mprotect(reinterpret_cast<void*>(pages.begin), pages.bytes, access) == 0;
}

}  // namespace

bool guarded_map(std::size_t bytes, std::size_t alignment, GuardedPages& made) noexcept {
  std::size_t body = 0;
  std::size_t whole = 0;
  if (__builtin_add_overflow(bytes, kPageBytes - 1, &body)) return false;
  body -= body % kPageBytes;
  const std::size_t slack = std::max(alignment, kPageBytes) - kPageBytes;
  if (__builtin_add_overflow(body, 2 * kGuardBytes + slack, &whole)) return false;
  void* mapping = ::mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return false;
  const std::uintptr_t lowest = reinterpret_cast<std::uintptr_t>(mapping) + kGuardBytes;
  const std::uintptr_t begin = (lowest + alignment - 1) / alignment * alignment;
  made = GuardedPages{mapping, whole, begin, body};
  // A core dump has no inaccessible pages anyway. MADV_DONTDUMP on the guards alone prevents the kernel from
  // merging them with closed pages, which would double the cost of closing and opening pages.
  ::madvise(mapping, whole, MADV_DONTDUMP);
  ::madvise(reinterpret_cast<void*>(begin), body, MADV_DODUMP);
  if (guarded_open(made)) return true;
  ::munmap(mapping, whole);
  return false;
}

void guarded_unmap(const GuardedPages& pages) noexcept {
  ::munmap(pages.mapping, pages.mapping_bytes);
}

bool guarded_close(const GuardedPages& pages) noexcept {
  return protect(pages, PROT_NONE);
}

bool guarded_open(const GuardedPages& pages) noexcept {
  return protect(pages, PROT_READ | PROT_WRITE);
}

bool guarded_empty(const GuardedPages& pages) noexcept {
  if (::mmap(pages.mapping, pages.mapping_bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED)
    return true;
  guarded_unmap(pages);
  return false;
}

long system_mapping_limit() noexcept {
  static std::atomic<long> known{0};
  long limit = known.load(std::memory_order_relaxed);
  if (limit != 0) return limit;
  limit = 65530;
  if (std::FILE* file = std::fopen("/proc/sys/vm/max_map_count", "re")) {
    if (std::fscanf(file, "%ld", &limit) != 1 || limit <= 0) limit = 65530;
    std::fclose(file);
  }
  known.store(limit, std::memory_order_relaxed);
  return limit;
}

}  // namespace gridcall::cpu
