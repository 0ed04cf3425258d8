// SPDX-License-Identifier: Apache-2.0
//
// Address space for buffers that share pages. It is reserved in regions with guard pages at both ends and cut
// into spans of equal slots, a span for each size class. Slots begin at multiples of 256 bytes, those of
// 32 KiB and more at pages; between two buffers lies a red zone. All records lie outside the regions.
// Not synchronized: Memory's lock guards it.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cpu/base/shared_file.h"
#include "cpu/memory/free_ranges.h"
#include "cpu/memory/guarded_pages.h"
#include "cpu/memory/red_zone.h"

namespace gridcall::cpu {

struct Buffer {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::uintptr_t end() const noexcept { return begin + bytes; }
};

// Freed memory that keeps its pages, so that the next user need not fault them in again.
struct IdlePages {
  std::size_t limit = 0;
  std::size_t bytes = 0;
  bool has_room(std::size_t more) const noexcept { return more <= limit && bytes <= limit - more; }
};

class SharedRegions {
  struct Region;
  struct Span;

 public:
  explicit SharedRegions(IdlePages& idle) noexcept : idle_(idle) {}
  ~SharedRegions() { clear(); }
  SharedRegions(const SharedRegions&) = delete;
  SharedRegions& operator=(const SharedRegions&) = delete;

  // A free slot.
  struct Vacancy {
    Span* span = nullptr;  // NULL if the system gives no more
    std::uint32_t slot = 0;
  };
  Vacancy find_vacancy(std::size_t bytes);
  // Damage after the live buffer below, in bytes that become a red zone of the slot.
  struct NeighbourDamage {
    Buffer buffer;
    std::uintptr_t address = 0;  // 0: no damage
  };
  static NeighbourDamage damage_beside(const Vacancy& vacancy) noexcept;
  // Makes the slot a buffer, and returns its address. It writes no other buffer's zone.
  std::uintptr_t take(const Vacancy& vacancy, std::size_t bytes) noexcept;
  // Returns false if no buffer begins there.
  bool give(std::uintptr_t begin) noexcept;

  // Finds the live buffer that holds the address.
  bool find(std::uintptr_t address, Buffer& buffer) const noexcept;
  // Finds the live buffer nearest to an address in a region or in its guard pages.
  bool find_nearest(std::uintptr_t address, Buffer& buffer) const noexcept;
  // Returns true if a part of the range lies in a region.
  bool overlaps(std::uintptr_t begin, std::uintptr_t end) const noexcept {
    for (const auto& region : regions_) {
      const std::uintptr_t first = region->base - kEdgeBytes;
      if (begin < first + region->mapping_bytes && first < end) return true;
    }
    return false;
  }
  // The buffer must be live.
  RedZones red_zones(const Buffer& buffer) const noexcept;
  // Returns the count of Memory when damage next to a live buffer was found last; 0: never.
  std::uint32_t& damaged_at(std::uintptr_t begin) const noexcept;
  // Calls visit(red zones) for every live buffer.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& region : regions_) {
      for (std::size_t unit = 0; unit < region->top; ++unit) {
        const Span* span = region->spans[unit];
        if (!span) continue;
        for (std::uint32_t i = 0; i < span->frontier; ++i) {
          if (span->is_live(i)) visit(span->red_zones(i));
        }
        unit += span->units - 1;
      }
    }
  }

  // The pages of a live buffer and of its neighbours, which move to a file of their own before other
  // processes can open the buffer.
  struct SharedPages {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    int file = -1;  // -1 if the pages have no file yet
  };
  SharedPages pages_of(std::uintptr_t begin) const noexcept;
  void set_file(std::uintptr_t begin, Descriptor&& file) noexcept;
  // Records that other processes can open the live buffer from now on.
  void add_export(std::uintptr_t begin) noexcept;

  // Gives the pages of free spans back to the system.
  void trim() noexcept;
  // Frees everything.
  void clear() noexcept;

 private:
  static constexpr std::size_t kUnit = std::size_t{64} << 10;      // the unit of spans
  static constexpr std::size_t kEdgeBytes = std::size_t{1} << 20;  // inaccessible at both ends of a region
  static constexpr std::size_t kLeastRegion = std::size_t{16} << 20;
  static constexpr std::size_t kMaxRegion = std::size_t{4} << 30;
  static constexpr std::size_t kFineEnd = 2048;  // up to this size the classes are 256 bytes apart
  // Up to this size an octave has eight classes.
  static constexpr std::size_t kOctavesEnd = std::size_t{32} << 10;
  // Up to this size the classes are a page apart.
  static constexpr std::size_t kPagesEnd = std::size_t{260} << 10;
  static constexpr std::uint32_t kClasses = 8 + 4 * 8 + (kPagesEnd - kOctavesEnd) / kPageBytes;
  static constexpr std::uint32_t kSingle = kClasses;  // a span with one slot of any size

  struct SizeClass {
    std::uint32_t number;
    std::size_t stride;  // the distance of slots
  };
  static SizeClass class_of(std::size_t bytes) noexcept;

  struct Span {
    // A slot's word: the difference of its length and its buffer's, or kFree with the next free slot.
    static constexpr std::uint32_t kFree = 1u << 31;
    static constexpr std::uint32_t kTrimmed = 1u << 30;  // its pages were returned to the system
    static constexpr std::uint32_t kEnd = kTrimmed - 1;

    Region* region = nullptr;
    std::uintptr_t first = 0;  // the address of slot 0
    std::size_t stride = 0;
    std::uint32_t number = 0;  // the number of its class
    std::size_t unit = 0;
    std::size_t units = 0;
    std::uint32_t slots = 0;
    std::uint32_t frontier = 0;  // slots from here on were never used
    std::uint32_t live = 0;
    std::uint32_t exported = 0;  // slots that are not reused, because other processes may have them open
    std::uint32_t free_head = kEnd;
    std::unique_ptr<std::uint32_t[]> words;
    std::unique_ptr<std::uint32_t[]> damaged_at;  // one count for each slot
    bool of_file = false;       // its pages belong to a file, because other processes could open them once
    std::uint32_t exports = 0;  // the live buffers that other processes can open
    Descriptor file;            // open while `exports` is not 0
    Span* previous = nullptr;   // the neighbour in the list of its class, while a slot is free
    Span* next = nullptr;

    bool is_full() const noexcept { return live + exported == slots; }
    bool is_live(std::uint32_t slot) const noexcept { return slot < frontier && (words[slot] & kFree) == 0; }
    std::uintptr_t place(std::uint32_t slot) const noexcept { return first + slot * stride; }
    std::uint32_t slot_at(std::uintptr_t address) const noexcept {
      return static_cast<std::uint32_t>((address - first) / stride);
    }
    Buffer buffer(std::uint32_t slot) const noexcept { return {place(slot), stride - words[slot]}; }
    RedZones red_zones(std::uint32_t slot) const noexcept;
    // Returns the bytes of a free slot's pages that can be returned slot by slot; the last page holds red
    // zones.
    std::size_t own_pages() const noexcept { return stride % kPageBytes == 0 ? stride - kPageBytes : 0; }
    std::size_t idle_bytes() const noexcept;
  };

  struct Region {
    void* mapping = nullptr;
    std::size_t mapping_bytes = 0;
    std::uintptr_t base = 0;
    std::size_t bytes = 0;
    std::size_t committed = 0;  // readable and writable from `base` on
    std::size_t top = 0;        // units below were used once
    FreeRanges free;
    std::unique_ptr<Span*[]> spans;         // by unit; NULL if free
    std::unique_ptr<std::uint8_t[]> holds;  // by unit; 1 if it is free, but may have pages
    ~Region();
  };

  Region* region_at(std::uintptr_t address) const noexcept;
  Span* span_at(std::uintptr_t address) const noexcept;
  Region* add_region(std::size_t least);
  std::uintptr_t take_units(std::size_t units, Region*& region);
  void give_units(Region& region, std::size_t unit, std::size_t units) noexcept;
  Span* add_span(const SizeClass& size_class);
  void drop_span(Span* span) noexcept;
  static bool withdraw(Span& span, std::uintptr_t begin) noexcept;
  void link(Span& span) noexcept;
  void unlink(Span& span) noexcept;

  IdlePages& idle_;
  std::vector<std::unique_ptr<Region>> regions_;
  std::size_t reserved_ = 0;
  std::array<Span*, kClasses> partial_{};  // the spans of a class that have a free slot
};

}  // namespace gridcall::cpu
