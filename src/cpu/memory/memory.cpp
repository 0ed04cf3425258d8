// SPDX-License-Identifier: Apache-2.0
//
// One file, and so a little longer than others, because every range is looked up and marked here.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <new>

#include "cpu/base/immortal.h"
#include "cpu/base/machine.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/object_pages.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The size from which a buffer has pages of its own.
constexpr std::size_t kOwnPagesFrom = std::size_t{256} << 10;
// The size from which the available memory is checked, because Linux overcommits and ends processes later.
constexpr std::size_t kAskFrom = std::size_t{256} << 20;
constexpr std::size_t kMaxIdle = std::size_t{256} << 20;
// The byte that new memory is filled with under GRIDCALL_CPU_CHECK.
constexpr int kNewByte = 0xfd;
// The shadow bits of memory that may be accessed and read.
constexpr std::uint8_t kSeen = kShadowValid | kShadowWritten;

// Returns true if the whole range is mapped; `end` is the end of the mapped part.
bool is_mapped(std::uintptr_t begin, std::size_t bytes, std::uintptr_t& end) noexcept {
  if (bytes == 0 || __builtin_add_overflow(begin, bytes, &end)) return false;
  const std::uintptr_t first_page = begin / kPageBytes * kPageBytes;
  // The call has no other effect.
  const int error = errno;
  const bool is = ::msync(reinterpret_cast<void*>(first_page), end - first_page, MS_ASYNC) == 0;
  errno = error;
  return is;
}

}  // namespace

Memory& memory() noexcept {
  return immortal<Memory>();
}

Memory::Memory() noexcept : checked_(device_facts().check_memory) {
  if ((device_facts().checks & kCheckAll) != 0) shadow().turn_on();
  idle_.limit = std::min(kMaxIdle, device_facts().total_bytes / 16);
  // Each buffer has two mappings, and the host program needs some of the system's limit too.
  own_.set_limit(static_cast<std::size_t>(system_mapping_limit()) / (checked_ ? 6 : 16));
}

// ---- Allocation ------------------------------------------------------------------------------------------

void Memory::account_locked(const Range& range, bool taken) noexcept {
  if (range.kind != RangeKind::kDevice) return;
  const std::size_t bytes = buffer_bytes(range.bytes);
  device_bytes_ = taken ? device_bytes_ + bytes : device_bytes_ - bytes;
}

CUresult Memory::map_own(std::size_t bytes, RangeKind kind, std::uintptr_t& address) {
  OwnMapping mapping;
  mapping.is_host = kind == RangeKind::kHost;
  bool kept = false;
  {
    const std::lock_guard lock(lock_);
    if (!own_.has_room()) return CUDA_ERROR_NOT_FOUND;
    kept = own_.take_kept(bytes, mapping.pages);
  }
  if (kept && !guarded_open(mapping.pages)) {
    guarded_unmap(mapping.pages);
    kept = false;
  }
  if (!kept) {
    if (bytes >= kAskFrom && bytes > system_available_bytes()) {
      trim();
      if (bytes > system_available_bytes()) return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (!OwnMappings::map(bytes, mapping.pages)) {
      trim();
      if (!OwnMappings::map(bytes, mapping.pages)) return CUDA_ERROR_NOT_FOUND;
    }
  }
  mapping.buffer = Buffer{OwnMappings::place(mapping.pages, bytes), bytes};
  mapping.red_zones().fill();
  const std::lock_guard lock(lock_);
  try {
    own_.add(mapping);
  } catch (...) {
    guarded_unmap(mapping.pages);
    throw;
  }
  address = mapping.buffer.begin;
  return CUDA_SUCCESS;
}

bool Memory::share(std::size_t bytes, RangeKind kind, std::uintptr_t& address) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (attempt != 0) trim();
    const std::lock_guard lock(lock_);
    const SharedRegions::Vacancy vacancy = shared(kind).find_vacancy(bytes);
    if (!vacancy.span) continue;
    if (const SharedRegions::NeighbourDamage beside = SharedRegions::damage_beside(vacancy);
        beside.address != 0)
      report_locked(Range{beside.buffer.begin, beside.buffer.bytes, kind}, beside.address,
                    "when memory beside it was allocated");
    address = shared(kind).take(vacancy, bytes);
    return true;
  }
  return false;
}

CUresult Memory::allocate(std::size_t bytes, RangeKind kind, std::uint32_t owner, std::uintptr_t& address) {
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  const Range range{0, bytes, kind, nullptr, owner};
  const std::size_t total = device_facts().total_bytes;
  if (bytes > total || buffer_bytes(bytes) > total) return CUDA_ERROR_OUT_OF_MEMORY;
  {
    const std::lock_guard lock(lock_);
    if (kind == RangeKind::kDevice && buffer_bytes(bytes) > total - std::min(device_bytes_, total))
      return CUDA_ERROR_OUT_OF_MEMORY;
    account_locked(range, true);
  }
  const auto refuse = [&](CUresult result) {
    const std::lock_guard lock(lock_);
    account_locked(range, false);
    return result;
  };
  address = 0;
  try {
    CUresult result = CUDA_ERROR_NOT_FOUND;
    if (checked_ || bytes >= kOwnPagesFrom) result = map_own(bytes, kind, address);
    // If mappings are scarce, large buffers share pages too.
    if (result == CUDA_ERROR_NOT_FOUND)
      result = share(bytes, kind, address) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS) return refuse(result);
  } catch (...) {
    refuse(CUDA_ERROR_OUT_OF_MEMORY);
    throw;
  }
  if (owner != 0) {
    try {
      const std::lock_guard lock(lock_);
      owners_.emplace(address, owner);
    } catch (...) {
      free(address, kind);
      throw;
    }
  }
  if (checked_) std::memset(reinterpret_cast<void*>(address), kNewByte, bytes);
  // The host's writes to its own memory are not tracked.
  shadow().set(address, bytes, kind == RangeKind::kDevice ? std::uint8_t{kShadowValid} : kSeen);
  extend_bounds(address, address + bytes);
  return CUDA_SUCCESS;
}

void Memory::extend_bounds(std::uintptr_t begin, std::uintptr_t end) noexcept {
  const auto extend = [](std::atomic<std::uintptr_t>& bound, std::uintptr_t to, auto beyond) {
    std::uintptr_t now = bound.load(std::memory_order_relaxed);
    while (beyond(to, now) && !bound.compare_exchange_weak(now, to, std::memory_order_relaxed)) {
    }
  };
  extend(lowest_, begin, std::less<>());
  extend(highest_, end, std::greater<>());
}

CUresult Memory::allocate_managed(std::size_t bytes, std::uint32_t owner, std::uintptr_t& address) {
  if (const CUresult refused = allocate(bytes, RangeKind::kHost, owner, address)) return refused;
  try {
    const std::lock_guard lock(lock_);
    managed_.emplace(address, AdviceMap());
  } catch (...) {
    free(address, RangeKind::kHost);
    throw;
  }
  return CUDA_SUCCESS;
}

bool Memory::is_allocation(std::uintptr_t begin, RangeKind kind) noexcept {
  const std::lock_guard lock(lock_);
  Range range;
  return find_allocation_locked(begin, range) && range.begin == begin && range.kind == kind;
}

bool Memory::free(std::uintptr_t begin, RangeKind kind) noexcept {
  std::unique_lock lock(lock_);
  Range range;
  if (!find_allocation_locked(begin, range) || range.begin != begin || range.kind != kind) return false;
  const RedZones zones = red_zones_locked(range);
  if (const std::uintptr_t damaged = zones.damage()) {
    report_locked(range, damaged, "when the memory was released");
    zones.fill();  // the head zone is checked for the buffer below from now on
  }
  account_locked(range, false);
  shadow().set(range.begin, range.bytes, 0);
  managed_.erase(begin);
  if (!owners_.empty()) owners_.erase(begin);
  if (shared(kind).give(begin)) return true;
  const OwnMapping mapping = *own_.find_below(begin);
  own_.remove(begin);
  lock.unlock();
  if (mapping.file >= 0) {
    // Other processes may still have the pages, so they are not reused.
    ::close(mapping.file);
    guarded_unmap(mapping.pages);
    return true;
  }
  if (!guarded_close(mapping.pages)) {
    guarded_unmap(mapping.pages);
    return true;
  }
  lock.lock();
  own_.keep(mapping, lock);
  return true;
}

void* Memory::take_local(std::size_t bytes) noexcept try {
  const std::lock_guard lock(lock_);
  const SharedRegions::Vacancy vacancy = local_.find_vacancy(bytes);
  return vacancy.span ? reinterpret_cast<void*>(local_.take(vacancy, bytes)) : nullptr;
} catch (...) {
  return nullptr;
}

void Memory::give_local(void* address) noexcept {
  if (!address) return;
  const std::lock_guard lock(lock_);
  local_.give(reinterpret_cast<std::uintptr_t>(address));
}

void Memory::trim() noexcept {
  const std::lock_guard lock(lock_);
  device_.trim();
  host_.trim();
  local_.trim();
  own_.trim();
}

std::uint32_t Memory::owner_locked(std::uintptr_t begin) const noexcept {
  if (owners_.empty()) return 0;
  const auto found = owners_.find(begin);
  return found != owners_.end() ? found->second : 0;
}

void Memory::free_all(std::uint32_t owner) noexcept {
  {
    const std::lock_guard lock(lock_);
    std::erase_if(others_, [&](const auto& other) {
      return other.second.kind == RangeKind::kRegistered && other.second.owner == owner;
    });
    close_imports_locked(owner);
  }
  if (owner == 0) {
    const std::lock_guard lock(lock_);
    if (owners_.empty()) {
      each_allocation_locked([&](std::uintptr_t begin, RangeKind) {
        Range range;
        if (shadow().is_on() && find_allocation_locked(begin, range)) shadow().set(begin, range.bytes, 0);
      });
      device_.clear();
      host_.clear();
      own_.clear();
      managed_.clear();
      device_bytes_ = 0;
      return;
    }
  }
  // A few allocations are handled at a time, because a list of all would need memory.
  struct Allocation {
    std::uintptr_t begin;
    RangeKind kind;
  };
  std::array<Allocation, 256> found;
  for (;;) {
    std::size_t count = 0;
    {
      const std::lock_guard lock(lock_);
      each_allocation_locked([&](std::uintptr_t begin, RangeKind kind) {
        if (count < found.size() && owner_locked(begin) == owner) found[count++] = {begin, kind};
      });
    }
    for (std::size_t i = 0; i < count; ++i) free(found[i].begin, found[i].kind);
    if (count < found.size()) return;
  }
}

std::size_t Memory::device_bytes() noexcept {
  const std::lock_guard lock(lock_);
  return device_bytes_;
}

std::size_t Memory::idle_bytes() noexcept {
  const std::lock_guard lock(lock_);
  return idle_.bytes;
}

// ---- Ranges by address -----------------------------------------------------------------------------------

void Memory::add(const Range& range) {
  const std::lock_guard lock(lock_);
  others_.emplace(range.begin, range);
  extend_bounds(range.begin, range.end());
}

void Memory::remove(std::uintptr_t begin, const Module* module) noexcept {
  const std::lock_guard lock(lock_);
  const auto place = others_.find(begin);
  if (place != others_.end() && place->second.module == module) others_.erase(place);
}

bool Memory::overlaps_ours_locked(std::uintptr_t begin, std::uintptr_t end) const noexcept {
  const OwnMapping* below = own_.find_below(end - 1);
  return device_.overlaps(begin, end) || host_.overlaps(begin, end) || local_.overlaps(begin, end) ||
         (below && below->pages.end() > begin);
}

bool Memory::admit_host(std::uintptr_t begin, std::size_t bytes) noexcept {
  std::uintptr_t end = 0;
  if (!is_mapped(begin, bytes, end)) return false;
  const std::lock_guard lock(lock_);
  for (auto other = others_.lower_bound(end); other != others_.begin();) {
    const Range& range = (--other)->second;
    if (range.end() <= begin) break;
    if (range.kind != RangeKind::kRegistered) return false;
  }
  if (overlaps_ours_locked(begin, end) || own_.find_freed(begin)) return false;
  shadow().set(begin, bytes, kSeen);
  extend_bounds(begin, end);
  return true;
}

CUresult Memory::register_host(std::uintptr_t begin, std::size_t bytes, std::uint32_t owner) {
  std::uintptr_t end = 0;
  if (!is_mapped(begin, bytes, end)) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(lock_);
  auto next = others_.lower_bound(end);
  if (next != others_.begin() && std::prev(next)->second.end() > begin)
    return std::prev(next)->second.kind == RangeKind::kRegistered ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
                                                                  : CUDA_ERROR_INVALID_VALUE;
  Range range;
  if (find_allocation_locked(begin, range) && range.kind == RangeKind::kHost)
    return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  if (overlaps_ours_locked(begin, end)) return CUDA_ERROR_INVALID_VALUE;
  others_.emplace(begin, Range{begin, bytes, RangeKind::kRegistered, nullptr, owner});
  shadow().set(begin, bytes, kSeen);
  extend_bounds(begin, end);
  return CUDA_SUCCESS;
}

bool Memory::unregister_host(std::uintptr_t begin) noexcept {
  const std::lock_guard lock(lock_);
  const auto place = others_.find(begin);
  if (place == others_.end() || place->second.kind != RangeKind::kRegistered) return false;
  shadow().set(begin, place->second.bytes, 0);
  others_.erase(place);
  return true;
}

bool Memory::find_allocation_locked(std::uintptr_t address, Range& range) const noexcept {
  Buffer buffer;
  if (device_.find(address, buffer)) {
    range = Range{buffer.begin, buffer.bytes, RangeKind::kDevice, nullptr, owner_locked(buffer.begin)};
    return true;
  }
  if (const OwnMapping* own = own_.find_below(address); own && address < own->buffer.end()) {
    range = Range{own->buffer.begin, own->buffer.bytes,
                  own->is_host ? host_kind_locked(own->buffer.begin) : RangeKind::kDevice, nullptr,
                  owner_locked(own->buffer.begin)};
    return true;
  }
  if (host_.find(address, buffer)) {
    range = Range{buffer.begin, buffer.bytes, host_kind_locked(buffer.begin), nullptr,
                  owner_locked(buffer.begin)};
    return true;
  }
  return false;
}

bool Memory::find_locked(std::uintptr_t address, Range& range) const noexcept {
  if (find_allocation_locked(address, range)) return true;
  const auto next = others_.upper_bound(address);
  if (next == others_.begin() || address >= std::prev(next)->second.end()) return false;
  range = std::prev(next)->second;
  // Ranges of other kinds are internal to kernels, so the host copies nothing there.
  return range.kind == RangeKind::kGlobal || range.kind == RangeKind::kRegistered ||
         range.kind == RangeKind::kImported;
}

Memory::Place Memory::place(std::uintptr_t address, std::size_t bytes, Range& range) noexcept {
  if (!may_hold(address)) return Place::kUnknown;
  const std::lock_guard lock(lock_);
  if (!find_locked(address, range)) return Place::kUnknown;
  return bytes <= range.end() - address ? Place::kInside : Place::kLeaves;
}

RedZones Memory::red_zones_locked(const Range& range) const noexcept {
  if (const OwnMapping* own = own_.find_below(range.begin); own && own->buffer.begin == range.begin)
    return own->red_zones();
  return (range.kind == RangeKind::kDevice ? device_ : host_).red_zones(Buffer{range.begin, range.bytes});
}

Memory::Neighbour Memory::locate(std::uintptr_t address, std::size_t bytes) noexcept {
  const std::lock_guard lock(lock_);
  Neighbour located;
  std::uintptr_t distance = 0;
  located.range = nearest_locked(address, std::uintptr_t{1} << 24, distance);
  if (distance != 0) {
    if (const OwnMapping* freed = own_.find_freed(address)) {
      located.is_released = true;
      located.range = Range{freed->buffer.begin, freed->buffer.bytes,
                            freed->is_host ? RangeKind::kHost : RangeKind::kDevice};
    } else if (std::uintptr_t end = 0; distance > kGuardBytes && is_mapped(address, bytes, end)) {
      // The address is outside of the library's memory, though a range may be near.
      located.range = Range{};
      located.is_host = true;
    }
  }
  return located;
}

bool Memory::begin_shadow() noexcept {
  const std::lock_guard lock(lock_);
  if (shadow().is_on()) return true;
  if (!shadow().turn_on()) return false;
  each_allocation_locked([&](std::uintptr_t begin, RangeKind) {
    Range range;
    if (find_allocation_locked(begin, range)) shadow().set(begin, range.bytes, kSeen);
  });
  for (const auto& [begin, range] : others_)
    if (range.kind == RangeKind::kRegistered || range.kind == RangeKind::kImported ||
        range.kind == RangeKind::kGlobal)
      shadow().set(begin, range.bytes, kSeen);
  object_pages().mark_taken();
  return true;
}

void Memory::mark_written() noexcept {
  if (!shadow().is_on()) return;
  const std::lock_guard lock(lock_);
  each_allocation_locked([&](std::uintptr_t begin, RangeKind) {
    Range range;
    if (find_allocation_locked(begin, range)) shadow().add(begin, range.bytes, kShadowWritten);
  });
}

// Returns the nearest range if it is nearer than `most`, else one without a begin.
Range Memory::nearest_locked(std::uintptr_t address, std::uintptr_t most,
                             std::uintptr_t& best_distance) const noexcept {
  Range best;
  best_distance = most;
  const auto consider = [&](const Range& range) {
    const std::uintptr_t distance = address < range.begin    ? range.begin - address
                                    : address >= range.end() ? address - range.end() + 1
                                                             : 0;
    if (distance >= best_distance) return;
    best = range;
    best_distance = distance;
  };
  Buffer buffer;
  if (device_.find_nearest(address, buffer))
    consider({buffer.begin, buffer.bytes, RangeKind::kDevice, nullptr});
  if (host_.find_nearest(address, buffer))
    consider({buffer.begin, buffer.bytes, host_kind_locked(buffer.begin), nullptr});
  for (const OwnMapping* own : {own_.find_below(address), own_.find_above(address)}) {
    if (!own) continue;
    consider({own->buffer.begin, own->buffer.bytes,
              own->is_host ? host_kind_locked(own->buffer.begin) : RangeKind::kDevice, nullptr});
  }
  const auto next = others_.upper_bound(address);
  if (next != others_.end()) consider(next->second);
  if (next != others_.begin()) consider(std::prev(next)->second);
  return best;
}

void Memory::describe_locked(std::uintptr_t address, char* text, std::size_t capacity) const noexcept {
  if (capacity != 0) text[0] = '\0';
  std::uintptr_t best_distance = 0;
  const Range best =
      nearest_locked(address, std::uintptr_t{1} << 30, best_distance);  // a more distant range has no meaning
  if (best_distance != 0) {
    if (const OwnMapping* freed = own_.find_freed(address)) {
      std::snprintf(text, capacity, "%zu bytes into the %zu-byte %sallocation at 0x%llx, which was released",
                    address - freed->buffer.begin, freed->buffer.bytes, freed->is_host ? "page-locked " : "",
                    static_cast<unsigned long long>(freed->buffer.begin));
      return;
    }
  }
  if (best.begin == 0) return;
  const char* what = best.kind == RangeKind::kDevice       ? "allocation"
                     : best.kind == RangeKind::kHost       ? "page-locked allocation"
                     : best.kind == RangeKind::kManaged    ? "managed allocation"
                     : best.kind == RangeKind::kRegistered ? "registered host memory"
                     : best.kind == RangeKind::kImported   ? "memory of another process"
                     : best.kind == RangeKind::kGlobal     ? "global"
                     : best.kind == RangeKind::kHeap       ? "kernel heap"
                                                           : "shared memory";
  const char* where = best_distance == 0 ? "into" : address < best.begin ? "before" : "past the end of";
  const std::uintptr_t distance = best_distance == 0     ? address - best.begin
                                  : address < best.begin ? best_distance
                                                         : best_distance - 1;
  std::snprintf(text, capacity, "%zu bytes %s the %zu-byte %s at 0x%llx", distance, where, best.bytes, what,
                static_cast<unsigned long long>(best.begin));
}

void Memory::describe(std::uintptr_t address, char* text, std::size_t capacity) noexcept {
  if (object_pages().is_released(address)) {
    std::snprintf(text, capacity, "%s",
                  "by the number of a texture or surface that was released, or is none");
    return;
  }
  const std::lock_guard lock(lock_);
  describe_locked(address, text, capacity);
}

}  // namespace gridcall::cpu
