// SPDX-License-Identifier: Apache-2.0
//
// A page for each of what kernels know by number and read by themselves: descriptions of textures and
// surfaces. A use of the number after its release is a fault, as long as the page is not taken again.

#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <vector>

namespace gridcall::cpu {

class ObjectPages {
 public:
  // Zeros; NULL: no memory. Throws bad_alloc.
  void* take();
  void give(void* page) noexcept;
  // For shadow memory that begins to be.
  void mark_taken() noexcept;
  // Whether it lies in a page that nobody has.
  bool is_released(std::uintptr_t address) noexcept;

 private:
  static constexpr std::size_t kChunkPages = 1024;
  static constexpr std::size_t kLeastReleased = kChunkPages / 2;  // before one is taken again

  std::mutex lock_;
  std::vector<std::uintptr_t> chunks_;
  std::size_t frontier_ = kChunkPages;  // of the last chunk: pages from here on have never been taken
  std::list<std::uintptr_t> released_;  // oldest first
};

ObjectPages& object_pages() noexcept;

// For std::unique_ptr.
struct ToObjectPages {
  void operator()(void* page) const noexcept { object_pages().give(page); }
};

}  // namespace gridcall::cpu
