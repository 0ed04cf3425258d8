// SPDX-License-Identifier: Apache-2.0
//
// Page-locked chunks through which ordinary host memory is copied, of one context, with an event for each.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "driver/types.h"

namespace gridcall::core {

class Context;

class CopyChunks {
 public:
  // The size of a chunk. An H200's copies of ordinary memory need all kChunks of them for the bus's full
  // speed.
  static constexpr std::size_t kChunkBytes = std::size_t{2} << 20;
  static constexpr unsigned kChunks = 32;
  // The limit of all contexts together.
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

  // The chunks that one copy holds. The context must be current when a lease is made.
  class Lease {
   public:
    Lease(CopyChunks& chunks, Context& context, unsigned wanted);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    unsigned count() const noexcept { return count_; }
    std::byte* chunk(unsigned index) const noexcept;
    driver::CUevent event(unsigned index) const noexcept;
    // Abandons the chunks that work may still use: nobody gets them before the context is idle.
    void abandon() noexcept { abandoned_ = true; }

   private:
    CopyChunks& chunks_;
    unsigned count_ = 0;
    bool abandoned_ = false;
    std::uint8_t indices_[kChunks] = {};
  };

  // Gives all chunks back to the driver unless a copy uses them; the context must be idle and current.
  void free(Context& context) noexcept;
  // Returns true if no copy has used some of the chunks since the last call. Allocating them takes longer
  // than a copy.
  bool are_unused() noexcept;

  // Returns true if the last small copy to ordinary host memory began in this page; asking the driver takes
  // half a microsecond. If the page was page-locked since, that costs only time. 0: none.
  bool is_ordinary(std::uintptr_t page) const noexcept {
    return ordinary_page_.load(std::memory_order_relaxed) == page;
  }
  void note_ordinary(std::uintptr_t page) noexcept {
    if (!is_ordinary(page)) ordinary_page_.store(page, std::memory_order_relaxed);
  }

 private:
  bool make_locked(Context& context, unsigned index) noexcept;

  static constexpr std::uint32_t kAll = ~std::uint32_t{0};

  std::atomic<std::uintptr_t> ordinary_page_{0};
  std::mutex lock_;
  bool is_used_ = false;         // a copy sets it, are_unused clears it
  std::uint32_t made_ = 0;       // the chunks that have memory and an event
  std::uint32_t free_ = kAll;    // the chunks that no copy holds, allocated or not
  std::uint32_t abandoned_ = 0;  // the chunks that work may still use
  std::byte* memory_[kChunks] = {};
  driver::CUevent events_[kChunks] = {};
};

}  // namespace gridcall::core
