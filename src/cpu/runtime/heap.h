// SPDX-License-Identifier: Apache-2.0
//
// malloc and free inside kernels: an arena of limited size for each context, whose records kernels cannot
// overwrite.

#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>

#include "cpu/memory/free_ranges.h"
#include "cpu/memory/guarded_pages.h"

namespace gridcall::cpu {

class Heap {
 public:
  void* alloc(std::size_t bytes) noexcept;
  // Returns false if `address` is no live allocation of this heap.
  bool free(void* address) noexcept;
  // Frees everything, and sets the default limit.
  void reset() noexcept;

  std::size_t limit() noexcept;
  // Returns false if the heap is in use, or too large.
  bool set_limit(std::size_t bytes) noexcept;

 private:
  bool open_arena();

  std::mutex lock_;
  std::size_t limit_ = 0;  // 0: the default
  // The records lie outside the arena, so that a kernel that writes past its allocation damages other kernel
  // data, never the host's heap.
  GuardedPages arena_;
  FreeRanges free_;
  std::unordered_map<std::size_t, std::size_t> taken_;  // offset -> bytes
};

}  // namespace gridcall::cpu
