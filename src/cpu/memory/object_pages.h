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
  // Returns a page of zeros; NULL if memory is short. Throws bad_alloc.
  void* take();
  void give(void* page) noexcept;
  // Marks the pages in use in new shadow memory.
  void mark_taken() noexcept;
  // Returns true if the address lies in a released page.
  bool is_released(std::uintptr_t address) noexcept;

 private:
  static constexpr std::size_t kChunkPages = 1024;
  static constexpr std::size_t kLeastReleased = kChunkPages / 2;  // the minimum before a page is reused

  std::mutex lock_;
  std::vector<std::uintptr_t> chunks_;
  std::size_t frontier_ = kChunkPages;  // the pages of the last chunk from here on were never used
  std::list<std::uintptr_t> released_;  // oldest first
};

ObjectPages& object_pages() noexcept;

// A deleter for std::unique_ptr.
struct ToObjectPages {
  void operator()(void* page) const noexcept { object_pages().give(page); }
};

}  // namespace gridcall::cpu
