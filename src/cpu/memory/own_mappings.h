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
  bool is_host = false;          // true for page-locked memory of the host
  std::uint32_t damaged_at = 0;  // the count of SharedRegions::damaged_at
  int file = -1;  // the owned file of the pages, once other processes can open them (cpu/base/shared_file.h)

  RedZones red_zones() const noexcept {
    const std::uintptr_t head =
        buffer.begin - pages.begin > kWideRedZoneBytes ? buffer.begin - kWideRedZoneBytes : pages.begin;
    return {head, buffer.begin, buffer.end(), pages.end()};
  }
};

class OwnMappings {
 public:
  explicit OwnMappings(IdlePages& idle) noexcept : idle_(idle) {}

  // Limits the number of buffers that have pages of their own; the others share pages.
  void set_limit(std::size_t limit) noexcept { limit_ = limit; }
  bool has_room() const noexcept { return live_.size() < limit_; }

  // Takes the closed pages of a freed buffer for one of `bytes`. Returns false if there are none of that
  // size.
  bool take_kept(std::size_t bytes, GuardedPages& pages) noexcept;
  // Maps new pages; the lock is not needed.
  static bool map(std::size_t bytes, GuardedPages& pages) noexcept;
  // Returns the address within its pages at which a buffer begins.
  static std::uintptr_t place(const GuardedPages& pages, std::size_t bytes) noexcept;

  void add(const OwnMapping& mapping) { live_.emplace(mapping.buffer.begin, mapping); }
  void remove(std::uintptr_t begin) noexcept { live_.erase(begin); }
  std::uint32_t& damaged_at(std::uintptr_t begin) noexcept { return live_.find(begin)->second.damaged_at; }
  void set_file(std::uintptr_t begin, int file) noexcept { live_.find(begin)->second.file = file; }
  // Stores a closed mapping that was live, so that a use after its release hits inaccessible pages until they
  // are reused, or many others were released. Releases the lock while pages go back to the system.
  void keep(const OwnMapping& mapping, std::unique_lock<std::mutex>& lock) noexcept;

  const OwnMapping* find_below(std::uintptr_t address) const noexcept;  // begins at or below it
  const OwnMapping* find_above(std::uintptr_t address) const noexcept;  // begins above it
  const OwnMapping* find_freed(std::uintptr_t address) const noexcept;
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& [begin, mapping] : live_) visit(mapping);
  }

  // Frees the stored pages.
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
