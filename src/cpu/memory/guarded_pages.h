// SPDX-License-Identifier: Apache-2.0
//
// Pages between guard pages, and how many mappings of them a process can have.

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::cpu {

inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kBufferAlignment = 256;
// Returns the number of bytes that a buffer takes of its pages.
constexpr std::size_t buffer_bytes(std::size_t bytes) noexcept {
  return (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}
inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;
// The inaccessible bytes on either side; an access that misses the pages by less never hits memory of the
// host.
inline constexpr std::size_t kGuardBytes = std::size_t{64} << 10;

struct GuardedPages {
  void* mapping = nullptr;
  std::size_t mapping_bytes = 0;
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::uintptr_t end() const noexcept { return begin + bytes; }
};

// Maps at least `bytes` of readable and writable zeros, aligned to `alignment`, a power of two. Returns false
// if the system gives no more.
bool guarded_map(std::size_t bytes, std::size_t alignment, GuardedPages& made) noexcept;
void guarded_unmap(const GuardedPages& pages) noexcept;
// Makes the pages inaccessible and keeps their contents until they are opened again.
bool guarded_close(const GuardedPages& pages) noexcept;
bool guarded_open(const GuardedPages& pages) noexcept;
// Frees the pages and keeps the addresses reserved. If it returns false, the addresses are free too.
bool guarded_empty(const GuardedPages& pages) noexcept;

// Returns vm.max_map_count.
long system_mapping_limit() noexcept;

}  // namespace gridcall::cpu
