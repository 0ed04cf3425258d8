// SPDX-License-Identifier: Apache-2.0
//
// Replaces `operator new` of the program by one that can be made to fail. For one file of a program that
// links the library's objects.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// The number of requests that still succeed; -1: all do.
inline std::atomic<long> memory_left{-1};
// Requests of this size fail, the last one not included.
inline std::size_t refused_from = 0, refused_to = 0;

inline void* request_memory(std::size_t size, std::size_t alignment) {
  if (size >= refused_from && size < refused_to) throw std::bad_alloc();
  if (memory_left >= 0 && memory_left.fetch_sub(1) <= 0) {
    memory_left = 0;
    throw std::bad_alloc();
  }
  void* memory = nullptr;
  if (::posix_memalign(&memory, alignment, size ? size : 1) != 0) throw std::bad_alloc();
  return memory;
}

void* operator new(std::size_t size) {
  return request_memory(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return request_memory(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

// Runs with memory for 0, 1, 2 ... requests until that is enough; returns how many it needs.
template <class Run>
long with_little_memory(Run run) {
  for (long count = 0;; ++count) {
    bool is_enough = true;
    memory_left = count;
    try {
      run();
    } catch (const std::bad_alloc&) {
      is_enough = false;
    }
    memory_left = -1;
    if (is_enough) return count;
  }
}
