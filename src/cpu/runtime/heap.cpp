// SPDX-License-Identifier: Apache-2.0

#include "cpu/runtime/heap.h"

#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_map>

#include "cpu/base/immortal.h"
#include "cpu/base/machine.h"
#include "cpu/memory/free_ranges.h"
#include "cpu/memory/guarded_pages.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

namespace {

// The records lie outside the arena: a kernel that writes past its allocation damages other kernel data,
// never the host's heap.
struct Heap {
  std::mutex lock;
  GuardedPages arena;
  FreeRanges free;
  std::unordered_map<std::size_t, std::size_t> taken;  // offset -> bytes
};

Heap& heap() noexcept {
  return immortal<Heap>();
}

bool open_arena(Heap& all) {
  const std::size_t bytes = device_facts().heap_bytes & ~(kPageBytes - 1);
  GuardedPages pages;
  if (bytes == 0 || !guarded_map(bytes, kPageBytes, pages)) return false;
  try {
    all.free.give(0, bytes);
    memory().add(Range{pages.begin, pages.bytes, RangeKind::kHeap, nullptr});
  } catch (...) {
    all.free.clear();
    guarded_unmap(pages);
    throw;
  }
  all.arena = pages;
  return true;
}

}  // namespace

void* heap_alloc(std::size_t bytes) noexcept try {
  Heap& all = heap();
  const std::lock_guard<std::mutex> guard(all.lock);
  if (all.arena.begin == 0 && !open_arena(all)) return nullptr;
  if (bytes == 0 || bytes > all.arena.bytes) return nullptr;
  const std::size_t wanted = (bytes + 15) & ~std::size_t{15};
  const std::size_t offset = all.free.take(wanted);
  if (offset == FreeRanges::kNone) return nullptr;
  try {
    all.taken.emplace(offset, wanted);
  } catch (...) {
    all.free.give(offset, wanted);
    throw;
  }
  return reinterpret_cast<void*>(all.arena.begin + offset);
} catch (...) {
  return nullptr;
}

bool heap_free(void* address) noexcept try {
  Heap& all = heap();
  const std::lock_guard<std::mutex> guard(all.lock);
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - all.arena.begin;
  if (all.arena.begin == 0 || offset >= all.arena.bytes) return false;
  const auto found = all.taken.find(offset);
  if (found == all.taken.end()) return false;
  const std::size_t bytes = found->second;
  all.taken.erase(found);
  all.free.give(offset, bytes);
  return true;
} catch (...) {
  return true;  // the records could not grow: the piece stays taken
}

void heap_reset() noexcept {
  Heap& all = heap();
  const std::lock_guard<std::mutex> guard(all.lock);
  if (all.arena.begin == 0) return;
  memory().remove(all.arena.begin, nullptr);
  guarded_unmap(all.arena);
  all.arena = GuardedPages{};
  all.free.clear();
  all.taken.clear();
}

}  // namespace gridcall::cpu
