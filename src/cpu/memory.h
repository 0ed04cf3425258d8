// SPDX-License-Identifier: Apache-2.0
//
// Every range of memory that the device knows: allocations, page-locked host memory, a module's globals.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "driver/types.h"

namespace gridcall::cpu {

struct Module;

enum class RangeKind : std::uint8_t { kDevice, kHost, kGlobal };

struct Range {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  RangeKind kind = RangeKind::kDevice;
  Module* module = nullptr;  // kGlobal
  void* mapping = nullptr;   // unmapped as a whole, when not NULL
  std::size_t mapping_bytes = 0;
  std::uintptr_t end() const noexcept { return begin + bytes; }
};

struct Memory {
  std::mutex lock;
  std::map<std::uintptr_t, Range> ranges;
  std::size_t device_bytes = 0;  // taken of the device's total
  std::size_t host_bytes = 0;

  // The range that holds `address`. Wants the lock.
  const Range* find_locked(std::uintptr_t address) const noexcept;
  // True and a copy of the range if [address, address + bytes) lies in one.
  bool find(std::uintptr_t address, std::size_t bytes, Range& range);
  void add(const Range& range);
  void remove(std::uintptr_t begin) noexcept;
  void free_all() noexcept;
};

Memory& memory() noexcept;

// "1,024 bytes past the end of the 4,096-byte allocation at 0x7f...", or empty.
void memory_describe(std::uintptr_t address, char* text, std::size_t capacity) noexcept;

}  // namespace gridcall::cpu
