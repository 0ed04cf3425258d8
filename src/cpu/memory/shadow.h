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
#include <mutex>

#include "cpu/abi/check.h"

namespace gridcall::cpu {

// The accesses to the words of a chunk, for the check of races; one is of the launch that asks where its
// block is. By eight words, which are looked at together. Who writes one clears `block` before and sets it
// after the rest; who reads one reads `block` before and after: what another block writes meanwhile is never
// taken for one's own.
struct RaceCells {
  static constexpr std::size_t kWords = (std::size_t{1} << kShadowChunkBits) / 4;
  // kOtherRead: by another thread than kRead. kBytes: where kWrite is of some bytes of the word, the last
  // write of each byte.
  enum Kind : unsigned { kWrite, kRead, kOtherRead, kBytes, kKinds = kBytes + 4 };
  struct Eight {
    std::uint32_t block[8];
    std::uint32_t when[8];  // the thread; above 16 bits the barriers of the block before it
    // Its number, above 9 bits: CheckAccess's lowest four, the bytes of the word, whether `value` is known.
    std::uint32_t site[8];
    std::uint32_t order[8];  // the thread's clock in its warp; above 16 bits the fences of the block
  };
  struct alignas(32) Words {
    Eight of[kBytes];
    std::uint32_t value[8];  // that kWrite wrote
  };
  Words words[kWords / 8];
  Eight bytes[kWords / 8][kKinds - kBytes];

  // Most accesses to device memory are of whole lines of 16 words, by threads that follow each other: one
  // record says it of all, as long as no access of the launch needs the words. It is read and written as a
  // whole.
  static constexpr std::size_t kLineWords = 16;
  struct alignas(16) LineRecord {
    std::uint32_t block;
    std::uint32_t when;  // of the first word
    std::uint32_t site;
    std::uint32_t order;  // in place of the clock how many words a thread has, as a power
  };
  struct Line {
    LineRecord write;
    LineRecord read;
  };
  Line lines[kWords / kLineWords];
  std::uint32_t line_values[kWords];
  // The first block of the launch for which `words` has the line; kBusy: it is being copied there.
  static constexpr std::uint32_t kBusy = 0xffffffffu;
  std::uint32_t in_words[kWords / kLineWords];

  Eight& eight(unsigned kind, std::size_t word) noexcept {
    return kind < kBytes ? words[word / 8].of[kind] : bytes[word / 8][kind - kBytes];
  }
  std::uint32_t& block(unsigned kind, std::size_t word) noexcept { return eight(kind, word).block[word % 8]; }
  std::uint32_t& when(unsigned kind, std::size_t word) noexcept { return eight(kind, word).when[word % 8]; }
  std::uint32_t& site(unsigned kind, std::size_t word) noexcept { return eight(kind, word).site[word % 8]; }
  std::uint32_t& order(unsigned kind, std::size_t word) noexcept { return eight(kind, word).order[word % 8]; }
  std::uint32_t& value(std::size_t word) noexcept { return words[word / 8].value[word % 8]; }
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
  // Returns that of kShadowWritten. A range that was found so is kept: it is asked for again and again.
  std::size_t count_written(std::uintptr_t begin, std::size_t bytes) noexcept;
  // The shadow of bytes that lie in one chunk; NULL: none.
  std::uint8_t* find(std::uintptr_t address) const noexcept {
    std::atomic<std::uint8_t*>* const chunks = chunks_.load(std::memory_order_relaxed);
    if (!chunks || address >> kShadowAddressBits != 0) return nullptr;
    return chunks[address >> kShadowChunkBits].load(std::memory_order_acquire);
  }
  // Accesses to the chunk that holds the address, whose word is (address % kChunkBytes) / 4; NULL: no memory.
  RaceCells* race_cells(std::uintptr_t address) noexcept {
    std::atomic<RaceCells*>* const races = races_.load(std::memory_order_relaxed);
    if (!races || address >> kShadowAddressBits != 0) return nullptr;
    RaceCells* const known = races[address >> kShadowChunkBits].load(std::memory_order_acquire);
    return known ? known : make_cells(races[address >> kShadowChunkBits]);
  }
  // Memory that is allocated again has no accesses yet. Whole words.
  void forget_accesses(std::uintptr_t begin, std::size_t bytes) noexcept;

 private:
  static constexpr std::size_t kChunks = std::size_t{1} << (kShadowAddressBits - kShadowChunkBits);
  std::uint8_t* make(std::uintptr_t address) noexcept;
  // Bytes there may be no longer written.
  void forget_written(std::uintptr_t begin, std::size_t bytes) noexcept;
  static RaceCells* make_cells(std::atomic<RaceCells*>& place) noexcept;

  std::atomic<std::atomic<std::uint8_t*>*> chunks_{nullptr};
  std::atomic<std::atomic<RaceCells*>*> races_{nullptr};
  // The last ranges whose bytes were all found written.
  struct WrittenRange {
    std::uintptr_t begin;
    std::uintptr_t end;  // 0: none
  };
  static constexpr std::size_t kWritten = 32;
  WrittenRange written_[kWritten]{};
  std::uint32_t next_written_ = 0;
  std::uint64_t forgotten_ = 0;  // how often
  std::mutex written_lock_;
};

extern constinit Shadow the_shadow;
inline Shadow& shadow() noexcept {
  return the_shadow;
}

}  // namespace gridcall::cpu
