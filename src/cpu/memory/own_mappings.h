// SPDX-License-Identifier: Apache-2.0
//
// Buffers with pages of their own between guard pages. A buffer ends where its pages end, but for what its
// alignment asks: one step past it faults.
// Not synchronized: Memory's lock guards all but the static functions.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "cpu/memory/guarded_pages.h"
#include "cpu/memory/red_zone.h"
#include "cpu/memory/shared_regions.h"

namespace gridcall::cpu {

struct OwnMapping {
  Buffer buffer;
  GuardedPages pages;
  bool is_host = false;          // page-locked memory of the host
  std::uint32_t damaged_at = 0;  // as SharedRegions has it
  int file = -1;  // of the pages, once other processes can open them (cpu/base/shared_file.h); owned

  RedZones red_zones() const noexcept {
    const std::uintptr_t head =
        buffer.begin - pages.begin > kWideRedZoneBytes ? buffer.begin - kWideRedZoneBytes : pages.begin;
    return {head, buffer.begin, buffer.end(), pages.end()};
  }
};

class OwnMappings {
 public:
  explicit OwnMappings(IdlePages& idle) noexcept : idle_(idle) {}

  // The number of buffers that have pages of their own at once; the others share pages.
  void set_limit(std::size_t limit) noexcept { limit_ = limit; }
  bool has_room() const noexcept { return live_.size() < limit_; }

  // Pages of a freed buffer for one of `bytes`, closed. False: none of that size are kept.
  bool take_kept(std::size_t bytes, GuardedPages& pages) noexcept;
  // New ones. Without the lock.
  static bool map(std::size_t bytes, GuardedPages& pages) noexcept;
  // Returns the address within its pages at which a buffer begins.
  static std::uintptr_t place(const GuardedPages& pages, std::size_t bytes) noexcept;

  void add(const OwnMapping& mapping) { live_.emplace(mapping.buffer.begin, mapping); }
  void remove(std::uintptr_t begin) noexcept { live_.erase(begin); }
  std::uint32_t& damaged_at(std::uintptr_t begin) noexcept { return live_.find(begin)->second.damaged_at; }
  void set_file(std::uintptr_t begin, int file) noexcept { live_.find(begin)->second.file = file; }
  // For a closed mapping that was live: a use of it after its release meets nothing until the pages are taken
  // again, or many others were released. Leaves the lock while pages go back to the system.
  void keep(const OwnMapping& mapping, std::unique_lock<std::mutex>& lock) noexcept;

  const OwnMapping* find_below(std::uintptr_t address) const noexcept;  // the nearest that begins at or below
  const OwnMapping* find_above(std::uintptr_t address) const noexcept;  // the nearest that begins above
  const OwnMapping* find_freed(std::uintptr_t address) const noexcept;
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& [begin, mapping] : live_) visit(mapping);
  }

  // The pages that are kept go.
  void trim() noexcept;
  void clear() noexcept;

 private:
  struct FreedMapping {
    OwnMapping mapping;
    bool has_pages = false;
  };
  void forget(std::size_t index) noexcept;

  IdlePages& idle_;
  std::size_t limit_ = 0;
  std::map<std::uintptr_t, OwnMapping> live_;
  std::array<FreedMapping, 256> freed_;  // oldest first
  std::size_t freed_count_ = 0;
};

}  // namespace gridcall::cpu
