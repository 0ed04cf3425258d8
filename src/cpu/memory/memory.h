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

// kRegistered: memory of the host program. kImported: memory of another process.
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
  Module* module = nullptr;                   // for kGlobal
  std::uint32_t owner = 0;                    // the index of the context; 0: the primary one
  const GlobalDescription* global = nullptr;  // for kGlobal
  std::uintptr_t end() const noexcept { return begin + bytes; }
};

// A write that was found in red zones.
struct Damage {
  unsigned zones = 0;          // 0: no damage
  bool is_shared = false;      // another thread found it
  std::uintptr_t address = 0;  // the first damaged byte; 0: the other thread reported it
  char where[200] = {};        // the text of Memory::describe
};

class Memory {
 public:
  Memory() noexcept;

  // Allocates device or page-locked memory of the context with that index.
  driver::CUresult allocate(std::size_t bytes, RangeKind kind, std::uint32_t owner, std::uintptr_t& address);
  driver::CUresult allocate_managed(std::size_t bytes, std::uint32_t owner, std::uintptr_t& address);
  bool is_allocation(std::uintptr_t begin, RangeKind kind) noexcept;
  // Returns false if no such allocation begins there. No work may use it any more.
  bool free(std::uintptr_t begin, RangeKind kind) noexcept;
  void free_all(std::uint32_t owner) noexcept;

  // Returns memory that kernels use for their threads, without a range of its own; NULL if memory is short.
  void* take_local(std::size_t bytes) noexcept;
  void give_local(void* address) noexcept;

  // Adds a range that another component made.
  void add(const Range& range);
  void remove(std::uintptr_t begin, const Module* module) noexcept;

  // Registers a range of the host program's memory.
  driver::CUresult register_host(std::uintptr_t begin, std::size_t bytes, std::uint32_t owner);
  // Returns false if no registered range begins at the address.
  bool unregister_host(std::uintptr_t begin) noexcept;

  // Returns true if the host program has mapped the whole range and none of it is the library's, as in memory
  // that it wraps without registering it. From now on a fault there belongs to the copy, not the host.
  bool admit_host(std::uintptr_t begin, std::size_t bytes) noexcept;

  // Makes the handle by which other processes open the device memory allocation that holds the address. The
  // first call moves its pages to a file in place, while kernels and the host may use them.
  driver::CUresult export_handle(std::uintptr_t address, SharedHandle& handle);
  // Opens memory of another process. A second opening in the same context has the same address; the memory is
  // closed after as many calls of close_import.
  driver::CUresult open_import(const SharedHandle& handle, std::uint32_t owner, std::uintptr_t& address);
  // Closes the import that holds the address; returns false if there is none. If this is the last time, no
  // work may use it any more.
  bool close_import(std::uintptr_t address) noexcept;

  // Calls `use(advice map, begin, end)`, with offsets in the allocation, if [address, address + bytes) lies
  // in managed memory. Returns false otherwise.
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

  // The place of [address, address + bytes): inside of `range`, partly outside, or unknown.
  enum class Place : std::uint8_t { kInside, kLeaves, kUnknown };
  Place place(std::uintptr_t address, std::size_t bytes, Range& range) noexcept;
  bool find(std::uintptr_t address, std::size_t bytes, Range& range) noexcept {
    return place(address, bytes, range) == Place::kInside;
  }

  // Writes "1,024 bytes past the end of the 4,096-byte allocation at 0x7f...", or "".
  void describe(std::uintptr_t address, char* text, std::size_t capacity) noexcept;

  // The range that holds the address, or the nearest one; without a `range.begin` if none is near.
  struct Neighbour {
    Range range;
    bool is_released = false;
    bool is_host = false;  // memory of the host program
  };
  Neighbour locate(std::uintptr_t address, std::size_t bytes) noexcept;
  // Creates shadow memory, in which existing memory counts as written. Returns false if the system has no
  // addresses for it.
  bool begin_shadow() noexcept;
  // Marks all buffers as written, because a writer that is not tracked may have written them.
  void mark_written() noexcept;
  template <class Visit>
  void each_device_allocation(Visit visit) {
    const std::lock_guard lock(lock_);
    each_allocation_locked([&](std::uintptr_t begin, RangeKind kind) {
      Range range;
      if (kind == RangeKind::kDevice && find_allocation_locked(begin, range)) visit(begin, range.bytes);
    });
  }

  // Checks red zones after a kernel with these argument words: those of the buffers that the words point to,
  // with GRIDCALL_CPU_CHECK those of all buffers. All damaged zones are repaired. Damage that other checks
  // found next to one of its buffers after the count `since` counts too, because this kernel may have caused
  // it.
  Damage find_damage(const std::uint64_t* words, std::size_t count, std::uint32_t since) noexcept;
  // Notes existing damage before such a kernel begins, because it is not this kernel's fault.
  void note_damage(const std::uint64_t* words, std::size_t count) noexcept;
  // Returns the number of times that damage was found.
  std::uint32_t damage_count() const noexcept { return damage_count_.load(std::memory_order_acquire); }

  // A fast test without the lock: returns false if no range can hold the address.
  bool may_hold(std::uintptr_t address) const noexcept {
    return address >= lowest_.load(std::memory_order_relaxed) &&
           address < highest_.load(std::memory_order_relaxed);
  }

  std::size_t device_bytes() noexcept;  // the part of the device's total that is in use
  std::size_t idle_bytes() noexcept;    // free, but not returned to the system

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
  // Returns the kind of an allocation that the host can access.
  RangeKind host_kind_locked(std::uintptr_t begin) const noexcept {
    return managed_.contains(begin) ? RangeKind::kManaged : RangeKind::kHost;
  }
  // Returns NOT_FOUND if no mapping is left.
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
  std::mutex export_lock_;  // must be locked before `lock_`
  const bool checked_;      // GRIDCALL_CPU_CHECK
  IdlePages idle_;
  SharedRegions device_{idle_};
  SharedRegions host_{idle_};
  SharedRegions local_{idle_};
  OwnMappings own_{idle_};
  std::map<std::uintptr_t, Range> others_;
  std::map<std::uintptr_t, AdviceMap> managed_;  // the allocations of host_ and own_ that are managed memory
  std::unordered_map<std::uintptr_t, std::uint32_t>
      owners_;                                // the owners of allocations outside the primary context
  std::map<std::uintptr_t, Import> imports_;  // the ranges of kind kImported
  std::size_t device_bytes_ = 0;
  std::atomic<std::uint32_t> damage_count_{0};
  // The bounds of all ranges, which are read without the lock.
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

// Returns the damage that was found in red zones when memory was released, each once:
// CUDA_ERROR_ILLEGAL_ADDRESS, with its text for gridcallFaultText, or CUDA_SUCCESS when there is no more.
driver::CUresult memory_take_damage() noexcept;
// Writes damage that no call has reported to standard error.
void memory_print_damage() noexcept;

}  // namespace gridcall::cpu
