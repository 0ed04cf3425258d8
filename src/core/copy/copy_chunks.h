// SPDX-License-Identifier: Apache-2.0
//
// Page-locked chunks through which ordinary host memory is copied, of one context, with an event for each.

#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "driver/types.h"

namespace gridcall::core {

class Context;

class CopyChunks {
 public:
  static constexpr std::size_t kChunkBytes = std::size_t{512} << 10;
  static constexpr unsigned kChunks = 32;
  // Of all contexts together.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  // Chunks that one copy has for itself. The context must be current where one is made.
  class Lease {
   public:
    Lease(Context& context, unsigned wanted) noexcept;
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    unsigned count() const noexcept { return count_; }
    std::byte* chunk(unsigned index) const noexcept;
    driver::CUevent event(unsigned index) const noexcept;
    // Work may still use the chunks: nobody gets them before the context has no work.
    void abandon() noexcept { abandoned_ = true; }

   private:
    CopyChunks& chunks_;
    unsigned count_ = 0;
    bool abandoned_ = false;
    std::uint8_t indices_[kChunks] = {};
  };

  // Gives all back to the driver unless a copy uses them; the context, which has no work, must be current.
  void free(Context& context) noexcept;
  bool is_made() const noexcept;

 private:
  void make_locked(Context& context) noexcept;
  void free_locked(Context& context) noexcept;

  mutable std::mutex lock_;
  std::byte* memory_ = nullptr;
  std::uint32_t free_ = 0;       // chunks that nobody has
  std::uint32_t abandoned_ = 0;  // chunks that work may still use
  driver::CUevent events_[kChunks] = {};
};

}  // namespace gridcall::core
