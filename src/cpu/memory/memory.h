// SPDX-License-Identifier: Apache-2.0
//
// Every range of memory that the device knows: allocations, page-locked host memory, a module's globals, the
// kernel heap, shared memory. Device and page-locked memory never lies where the host's malloc takes its own:
// small buffers share regions, large ones have pages of their own, and guard pages lie around both.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

#include "cpu/base/shared_file.h"
#include "cpu/memory/managed.h"
#include "cpu/memory/own_mappings.h"
#include "cpu/memory/shared_regions.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Module;
struct GlobalDescription;

// kRegistered: memory of the host program's own.
// kImported: another process's.
enum class RangeKind : std::uint8_t {
  kDevice,
  kHost,
  kManaged,
  kRegistered,
  kImported,
  kGlobal,
  kHeap,
  kShared
};

struct Range {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  RangeKind kind = RangeKind::kDevice;
  Module* module = nullptr;                   // kGlobal
  std::uint32_t owner = 0;                    // the index of the context; 0: the primary one
  const GlobalDescription* global = nullptr;  // kGlobal
  std::uintptr_t end() const noexcept { return begin + bytes; }
};

// A write that was found in red zones.
struct Damage {
  unsigned zones = 0;          // 0: nothing
  bool is_shared = false;      // somebody else found it
  std::uintptr_t address = 0;  // the first byte that was found; 0: that one knew it
  char where[200] = {};        // as Memory::describe has it
};

class Memory {
 public:
  Memory() noexcept;

  // New device or page-locked memory of the context with that index.
  driver::CUresult allocate(std::size_t bytes, RangeKind kind, std::uint32_t owner, std::uintptr_t& address);
  driver::CUresult allocate_managed(std::size_t bytes, std::uint32_t owner, std::uintptr_t& address);
  bool is_allocation(std::uintptr_t begin, RangeKind kind) noexcept;
  // Returns false if no such allocation begins there. No work may use it any more.
  bool free(std::uintptr_t begin, RangeKind kind) noexcept;
  void free_all(std::uint32_t owner) noexcept;

  // Memory that kernels keep for their threads, with no range of its own. Returns NULL without memory.
  void* take_local(std::size_t bytes) noexcept;
  void give_local(void* address) noexcept;

  // Ranges that others have made.
  void add(const Range& range);
  void remove(std::uintptr_t begin, const Module* module) noexcept;

  // Registers a range of the host program's memory.
  driver::CUresult register_host(std::uintptr_t begin, std::size_t bytes, std::uint32_t owner);
  // Returns false if no such range begins there.
  bool unregister_host(std::uintptr_t begin) noexcept;

  // Whether the host program has mapped all of it, and none of it is ours: what it wraps without registering
  // it. An access there that faults is the copy's from now on, not the host's.
  bool admit_host(std::uintptr_t begin, std::size_t bytes) noexcept;

  // The handle with which other processes open the allocation of device memory that holds the address. Its
  // pages are moved to a file at the first time, in place, while kernels and the host may use them.
  driver::CUresult export_handle(std::uintptr_t address, SharedHandle& handle);
  // Memory of another process. Opened again in the same context it has the same address, and is closed when
  // it has been closed as often.
  driver::CUresult open_import(const SharedHandle& handle, std::uint32_t owner, std::uintptr_t& address);
  // The one that holds the address. False: none does. Nothing may use it any more, if this is the last time.
  bool close_import(std::uintptr_t address) noexcept;

  // Calls `use(advice map, begin, end)`, with offsets in the allocation, if [address, address + bytes) lies
  // in managed memory; else false.
  template <class Use>
  bool with_advice(std::uintptr_t address, std::size_t bytes, Use&& use) {
    const std::lock_guard lock(lock_);
    Range range;
    if (bytes == 0 || !find_allocation_locked(address, range) || range.kind != RangeKind::kManaged ||
        bytes > range.end() - address)
      return false;
    const std::size_t begin = address - range.begin;
    use(managed_.find(range.begin)->second, begin, begin + bytes);
    return true;
  }

  // Finds the place of [address, address + bytes): inside of `range`, leaving it, or unknown.
  enum class Place : std::uint8_t { kInside, kLeaves, kUnknown };
  Place place(std::uintptr_t address, std::size_t bytes, Range& range) noexcept;
  bool find(std::uintptr_t address, std::size_t bytes, Range& range) noexcept {
    return place(address, bytes, range) == Place::kInside;
  }

  // "1,024 bytes past the end of the 4,096-byte allocation at 0x7f...", or empty.
  void describe(std::uintptr_t address, char* text, std::size_t capacity) noexcept;

  // The range that holds the address, or the nearest; no `range.begin`: none is near.
  struct Neighbour {
    Range range;
    bool is_released = false;
    bool is_host = false;  // the host program's own
  };
  Neighbour locate(std::uintptr_t address, std::size_t bytes) noexcept;
  // From now on there is shadow memory: what is there already counts as written. False: the system has no
  // room for it.
  bool begin_shadow() noexcept;
  // Somebody who is not seen has written to any of the buffers.
  void mark_written() noexcept;
  template <class Visit>
  void each_device_allocation(Visit visit) {
    const std::lock_guard lock(lock_);
    each_allocation_locked([&](std::uintptr_t begin, RangeKind kind) {
      Range range;
      if (kind == RangeKind::kDevice && find_allocation_locked(begin, range)) visit(begin, range.bytes);
    });
  }

  // A kernel whose arguments are the words ends. Looks at the red zones of the buffers that they point to,
  // with GRIDCALL_CPU_CHECK at those of all buffers. Where one was written all are repaired. What somebody
  // else found beside one of its buffers after the count `since` counts too: it may be this kernel's.
  Damage find_damage(const std::uint64_t* words, std::size_t count, std::uint32_t since) noexcept;
  // Such a kernel begins: what is damaged now is not its fault.
  void note_damage(const std::uint64_t* words, std::size_t count) noexcept;
  // The number of times that damage was found until now.
  std::uint32_t damage_count() const noexcept { return damage_count_.load(std::memory_order_acquire); }

  // Without the lock: false where no range of ours can be.
  bool may_hold(std::uintptr_t address) const noexcept {
    return address >= lowest_.load(std::memory_order_relaxed) &&
           address < highest_.load(std::memory_order_relaxed);
  }

  std::size_t device_bytes() noexcept;  // taken of the device's total
  std::size_t idle_bytes() noexcept;    // free, but not given back to the system

 private:
  bool find_locked(std::uintptr_t address, Range& range) const noexcept;
  void extend_bounds(std::uintptr_t begin, std::uintptr_t end) noexcept;
  bool overlaps_ours_locked(std::uintptr_t begin, std::uintptr_t end) const noexcept;
  bool find_allocation_locked(std::uintptr_t address, Range& range) const noexcept;
  RedZones red_zones_locked(const Range& range) const noexcept;
  Range nearest_locked(std::uintptr_t address, std::uintptr_t most,
                       std::uintptr_t& best_distance) const noexcept;
  void describe_locked(std::uintptr_t address, char* text, std::size_t capacity) const noexcept;
  SharedRegions& shared(RangeKind kind) noexcept { return kind == RangeKind::kDevice ? device_ : host_; }
  // Returns the kind of an allocation that the host reaches.
  RangeKind host_kind_locked(std::uintptr_t begin) const noexcept {
    return managed_.contains(begin) ? RangeKind::kManaged : RangeKind::kHost;
  }
  // NOT_FOUND: no mapping is left for it.
  driver::CUresult map_own(std::size_t bytes, RangeKind kind, std::uintptr_t& address);
  bool share(std::size_t bytes, RangeKind kind, std::uintptr_t& address);
  std::uint32_t owner_locked(std::uintptr_t begin) const noexcept;
  template <class Visit>
  void each_allocation_locked(Visit visit) const;
  void account_locked(const Range& range, bool taken) noexcept;
  template <class Visit>
  void each_argument(const std::uint64_t* words, std::size_t count, std::unique_lock<std::mutex>& lock,
                     Visit visit) noexcept;
  std::uint32_t& damaged_at_locked(const Range& range) noexcept;
  void describe_beside_locked(const Range& range, std::uintptr_t damaged, char* text,
                              std::size_t capacity) const noexcept;
  void mark_damaged_locked(const Range& range) noexcept;
  void report_locked(const Range& range, std::uintptr_t damaged, const char* when) noexcept;
  void trim() noexcept;
  driver::CUresult export_own(const OwnMapping& mapping, SharedHandle& handle);
  driver::CUresult export_shared_locked(const Range& range, SharedHandle& handle);
  void close_imports_locked(std::uint32_t owner) noexcept;

  struct Import {
    GuardedPages pages;
    std::uint64_t inode = 0;
    std::uint64_t nonce = 0;
    std::uint32_t times = 0;
  };

  std::mutex lock_;
  std::mutex export_lock_;  // taken first
  const bool checked_;      // GRIDCALL_CPU_CHECK
  IdlePages idle_;
  SharedRegions device_{idle_};
  SharedRegions host_{idle_};
  SharedRegions local_{idle_};
  OwnMappings own_{idle_};
  std::map<std::uintptr_t, Range> others_;
  std::map<std::uintptr_t, AdviceMap> managed_;  // the allocations of host_ and own_ that are managed memory
  std::unordered_map<std::uintptr_t, std::uint32_t>
      owners_;                                // of allocations that are not the primary context's
  std::map<std::uintptr_t, Import> imports_;  // of the ranges kImported
  std::size_t device_bytes_ = 0;
  std::atomic<std::uint32_t> damage_count_{0};
  // No range lies outside. Read without the lock.
  std::atomic<std::uintptr_t> lowest_{~std::uintptr_t{0}};
  std::atomic<std::uintptr_t> highest_{0};
};

template <class Visit>
void Memory::each_allocation_locked(Visit visit) const {
  device_.for_each([&](const RedZones& zones) { visit(zones.begin, RangeKind::kDevice); });
  host_.for_each([&](const RedZones& zones) { visit(zones.begin, host_kind_locked(zones.begin)); });
  own_.for_each([&](const OwnMapping& own) {
    visit(own.buffer.begin, own.is_host ? host_kind_locked(own.buffer.begin) : RangeKind::kDevice);
  });
}

Memory& memory() noexcept;

// Returns, once for each, the damage that was found in red zones as memory was released and not at a kernel's
// end: CUDA_ERROR_ILLEGAL_ADDRESS, with its text for gridcallFaultText; CUDA_SUCCESS when there is no more.
driver::CUresult memory_take_damage() noexcept;
// Writes to standard error what nobody has asked for.
void memory_print_damage() noexcept;

}  // namespace gridcall::cpu
