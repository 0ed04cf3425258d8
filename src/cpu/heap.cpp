// SPDX-License-Identifier: Apache-2.0

#include "cpu/heap.h"

#include <sys/mman.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>

#include "cpu/device.h"
#include "cpu/immortal.h"

namespace gridcall::cpu {

namespace {

// Best fit with joining of neighbours. The records lie outside the arena: a kernel that writes past its
// allocation damages other kernel data, never the host's heap.
struct Heap {
  std::mutex lock;
  std::byte* arena = nullptr;
  std::size_t bytes = 0;
  std::map<std::size_t, std::size_t> free_at;                  // offset -> bytes
  std::set<std::pair<std::size_t, std::size_t>> free_by_size;  // (bytes, offset)
  std::unordered_map<std::size_t, std::size_t> taken;          // offset -> bytes

  void insert(std::size_t offset, std::size_t size) {
    free_at.emplace(offset, size);
    free_by_size.emplace(size, offset);
  }
  void erase(std::size_t offset, std::size_t size) {
    free_at.erase(offset);
    free_by_size.erase({size, offset});
  }
};

Heap& heap() noexcept {
  return immortal<Heap>();
}

}  // namespace

void* heap_take(std::size_t bytes) noexcept try {
  Heap& all = heap();
  const std::lock_guard<std::mutex> guard(all.lock);
  if (all.arena == nullptr) {
    const std::size_t size = device_facts().heap_bytes & ~std::size_t{4095};
    void* arena =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED) return nullptr;
    all.arena = static_cast<std::byte*>(arena);
    all.bytes = size;
    all.insert(0, size);
  }
  if (bytes == 0 || bytes > all.bytes) return nullptr;
  const std::size_t wanted = (bytes + 15) & ~std::size_t{15};
  const auto place = all.free_by_size.lower_bound({wanted, 0});
  if (place == all.free_by_size.end()) return nullptr;
  const auto [size, offset] = *place;
  all.taken.emplace(offset, wanted);
  all.erase(offset, size);
  if (size > wanted) all.insert(offset + wanted, size - wanted);
  return all.arena + offset;
} catch (...) {
  return nullptr;
}

bool heap_give(void* address) noexcept try {
  Heap& all = heap();
  const std::lock_guard<std::mutex> guard(all.lock);
  auto* bytes = static_cast<std::byte*>(address);
  if (all.arena == nullptr || bytes < all.arena || bytes >= all.arena + all.bytes) return false;
  auto offset = static_cast<std::size_t>(bytes - all.arena);
  const auto found = all.taken.find(offset);
  if (found == all.taken.end()) return false;
  std::size_t size = found->second;
  all.taken.erase(found);
  auto next = all.free_at.lower_bound(offset);
  if (next != all.free_at.end() && next->first == offset + size) {
    const auto [at, more] = *next;
    all.erase(at, more);
    size += more;
  }
  next = all.free_at.lower_bound(offset);
  if (next != all.free_at.begin()) {
    const auto [at, before] = *std::prev(next);
    if (at + before == offset) {
      all.erase(at, before);
      offset = at;
      size += before;
    }
  }
  all.insert(offset, size);
  return true;
} catch (...) {
  return true;  // the records could not grow: the piece stays taken
}

void heap_reset() noexcept {
  Heap& all = heap();
  const std::lock_guard<std::mutex> guard(all.lock);
  if (all.arena == nullptr) return;
  munmap(all.arena, all.bytes);
  all.arena = nullptr;
  all.free_at.clear();
  all.free_by_size.clear();
  all.taken.clear();
}

}  // namespace gridcall::cpu
