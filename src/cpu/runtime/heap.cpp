// SPDX-License-Identifier: Apache-2.0

#include "cpu/runtime/heap.h"

#include <cstdint>

#include "cpu/base/machine.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 40;

std::size_t whole_pages(std::size_t bytes) noexcept {
  return bytes & ~(kPageBytes - 1);
}

}  // namespace

bool Heap::open_arena() {
  const std::size_t bytes = whole_pages(limit_ != 0 ? limit_ : device_facts().heap_bytes);
  GuardedPages pages;
  if (bytes == 0 || !guarded_map(bytes, kPageBytes, pages)) return false;
  try {
    free_.give(0, bytes);
    memory().add(Range{pages.begin, pages.bytes, RangeKind::kHeap, nullptr});
  } catch (...) {
    free_.clear();
    guarded_unmap(pages);
    throw;
  }
  arena_ = pages;
  return true;
}

void* Heap::alloc(std::size_t bytes) noexcept try {
  const std::lock_guard lock(lock_);
  if (arena_.begin == 0 && !open_arena()) return nullptr;
  if (bytes == 0 || bytes > arena_.bytes) return nullptr;
  const std::size_t wanted = (bytes + 15) & ~std::size_t{15};
  const std::size_t offset = free_.take(wanted);
  if (offset == FreeRanges::kNone) return nullptr;
  try {
    taken_.emplace(offset, wanted);
  } catch (...) {
    free_.give(offset, wanted);
    throw;
  }
  return reinterpret_cast<void*>(arena_.begin + offset);
} catch (...) {
  return nullptr;
}

bool Heap::free(void* address) noexcept try {
  const std::lock_guard lock(lock_);
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - arena_.begin;
  if (arena_.begin == 0 || offset >= arena_.bytes) return false;
  const auto found = taken_.find(offset);
  if (found == taken_.end()) return false;
  const std::size_t bytes = found->second;
  taken_.erase(found);
  // The shadow is cleared before another thread may get the memory.
  shadow().set(reinterpret_cast<std::uintptr_t>(address), bytes, 0);
  free_.give(offset, bytes);
  return true;
} catch (...) {
  return true;  // without memory for the records the piece stays taken
}

void Heap::reset() noexcept {
  const std::lock_guard lock(lock_);
  limit_ = 0;
  if (arena_.begin == 0) return;
  memory().remove(arena_.begin, nullptr);
  guarded_unmap(arena_);
  arena_ = GuardedPages{};
  free_.clear();
  taken_.clear();
}

std::size_t Heap::limit() noexcept {
  const std::lock_guard lock(lock_);
  return whole_pages(limit_ != 0 ? limit_ : device_facts().heap_bytes);
}

bool Heap::set_limit(std::size_t bytes) noexcept {
  const std::lock_guard lock(lock_);
  if (arena_.begin != 0 || bytes > kMaxBytes) return false;
  limit_ = whole_pages(bytes + kPageBytes - 1);
  if (limit_ == 0) limit_ = kPageBytes;
  return true;
}

}  // namespace gridcall::cpu
