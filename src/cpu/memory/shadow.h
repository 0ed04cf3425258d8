// SPDX-License-Identifier: Apache-2.0
//
// Shadow memory (cpu/abi/check.h): for each byte that checked kernels may access, whether it may be, and
// whether somebody has written it. It exists once a check is asked for, in chunks that are made where
// something is marked. Each byte is marked by who owns the memory; kernels of several workers mark different
// bytes, or the same in the same way.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cpu/abi/check.h"

namespace gridcall::cpu {

// An access, for the check of races; valid where `block` is one of the launch that asks.
struct RaceCell {
  std::uint32_t block;
  std::uint32_t site;  // its number, above 8 bits: the bytes of the word, and CheckAccess's lowest four
  std::uint16_t thread;
  std::uint16_t epoch;    // barriers of the block before it
  std::uint16_t clock;    // of the thread, among those of its warp
  std::uint16_t release;  // fences of the block before it
};
struct RaceWord {
  RaceCell write;
  RaceCell reads[2];  // of different threads
};

class Shadow {
 public:
  static constexpr std::size_t kChunkBytes = std::size_t{1} << kShadowChunkBits;

  bool is_on() const noexcept { return chunks_.load(std::memory_order_acquire) != nullptr; }
  // For generated code: by address, the chunks, or NULL.
  const void* table() const noexcept { return chunks_.load(std::memory_order_acquire); }
  // Returns whether the system gives addresses for it.
  bool turn_on() noexcept;

  void set(std::uintptr_t begin, std::size_t bytes, std::uint8_t value) noexcept;
  // Does nothing where no memory is known.
  void add(std::uintptr_t begin, std::size_t bytes, std::uint8_t bits) noexcept;
  // The copy of a range is written where its source is.
  void copy_written(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) noexcept;
  std::uint8_t at(std::uintptr_t address) const noexcept {
    const std::uint8_t* chunk = find(address);
    return chunk ? chunk[address % kChunkBytes] : std::uint8_t{0};
  }
  // Returns how many bytes from `begin` on have the bits `wanted` of `mask`; `bytes` if all do.
  std::size_t count_with(std::uintptr_t begin, std::size_t bytes, std::uint8_t mask,
                         std::uint8_t wanted) const noexcept;
  // The shadow of bytes that lie in one chunk; NULL: none.
  std::uint8_t* find(std::uintptr_t address) const noexcept {
    std::atomic<std::uint8_t*>* const chunks = chunks_.load(std::memory_order_relaxed);
    if (!chunks || address >> kShadowAddressBits != 0) return nullptr;
    return chunks[address >> kShadowChunkBits].load(std::memory_order_acquire);
  }
  // The word of 4 bytes that holds the address; NULL: no memory.
  RaceWord* race_word(std::uintptr_t address) noexcept;
  // Memory that is allocated again has no accesses yet. Whole words.
  void forget_accesses(std::uintptr_t begin, std::size_t bytes) noexcept;

 private:
  static constexpr std::size_t kChunks = std::size_t{1} << (kShadowAddressBits - kShadowChunkBits);
  std::uint8_t* make(std::uintptr_t address) noexcept;

  std::atomic<std::atomic<std::uint8_t*>*> chunks_{nullptr};
  std::atomic<std::atomic<RaceWord*>*> races_{nullptr};
};

Shadow& shadow() noexcept;

}  // namespace gridcall::cpu
