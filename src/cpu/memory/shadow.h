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

// The accesses to the words of a chunk, for the race check; a record belongs to the launch of its block.
// Records are grouped by eight words, which are checked together. A writer clears `block` first and sets it
// last; a reader reads `block` before and after, so that another block's concurrent write is never mistaken
// for its own.
struct RaceCells {
  static constexpr std::size_t kWords = (std::size_t{1} << kShadowChunkBits) / 4;
  // kOtherRead: a read by another thread than kRead. kBytes: the last write of each byte, if kWrite wrote
  // only some bytes of the word.
  enum Kind : unsigned { kWrite, kRead, kOtherRead, kBytes, kKinds = kBytes + 4 };
  struct Eight {
    std::uint32_t block[8];
    std::uint32_t when[8];  // the thread; above 16 bits the block's barrier count
    // The site's number, above 9 bits: the lowest four of CheckAccess, the bytes of the word, whether `value`
    // is known.
    std::uint32_t site[8];
    std::uint32_t order[8];  // the thread's clock in its warp; above 16 bits the block's fence count
  };
  struct alignas(32) Words {
    Eight of[kBytes];
    std::uint32_t value[8];  // the value that kWrite wrote
  };
  Words words[kWords / 8];
  Eight bytes[kWords / 8][kKinds - kBytes];

  // Most accesses to device memory are of whole lines of 16 words by consecutive threads: one record
  // describes the line, while no access of the launch needs single words. It is read and written as a whole.
  static constexpr std::size_t kLineWords = 16;
  static constexpr unsigned kLineShift = 12;  // in LineRecord::when; above all threads' numbers
  struct alignas(16) LineRecord {
    std::uint32_t block;
    // The `when` of the first word; from bit kLineShift on the logarithm of the words per thread.
    std::uint32_t when;
    std::uint32_t site;   // its bytes are those of each word
    std::uint32_t order;  // the words, a bit each; above 16 bits the block's fence count
  };
  struct Line {
    LineRecord write;
    LineRecord read;
  };
  Line lines[kWords / kLineWords];
  std::uint32_t line_values[kWords];
  // The first block of the launch whose line was copied to `words`; kBusy: the copy is in progress.
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
  // Returns the chunks by address, or NULL, for generated code.
  const void* table() const noexcept { return chunks_.load(std::memory_order_acquire); }
  // Returns true if the system has addresses for shadow memory.
  bool turn_on() noexcept;

  void set(std::uintptr_t begin, std::size_t bytes, std::uint8_t value) noexcept;
  // Sets as set() does, without a lock: for a block's own memory, of which nobody asks count_written().
  void set_own(std::uintptr_t begin, std::size_t bytes, std::uint8_t value) noexcept;
  // Does nothing for unknown memory.
  void add(std::uintptr_t begin, std::size_t bytes, std::uint8_t bits) noexcept;
  // Marks a copy as written where its source is.
  void copy_written(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) noexcept;
  std::uint8_t at(std::uintptr_t address) const noexcept {
    const std::uint8_t* chunk = find(address);
    return chunk ? chunk[address % kChunkBytes] : std::uint8_t{0};
  }
  // Returns the number of bytes from `begin` on with the bits `wanted` of `mask`; `bytes` if all have them.
  std::size_t count_with(std::uintptr_t begin, std::size_t bytes, std::uint8_t mask,
                         std::uint8_t wanted) const noexcept;
  // Returns that count for kShadowWritten. A range found to be written is stored, because it is requested
  // repeatedly.
  std::size_t count_written(std::uintptr_t begin, std::size_t bytes) noexcept;
  // Returns a number that changes whenever bytes cease to be written.
  std::uint64_t forgotten() const noexcept { return forgotten_.load(std::memory_order_acquire); }
  // Returns the shadow of bytes that lie in one chunk; NULL if there is none.
  std::uint8_t* find(std::uintptr_t address) const noexcept {
    std::atomic<std::uint8_t*>* const chunks = chunks_.load(std::memory_order_relaxed);
    if (!chunks || address >> kShadowAddressBits != 0) return nullptr;
    return chunks[address >> kShadowChunkBits].load(std::memory_order_acquire);
  }
  // Returns the accesses to the chunk that holds the address, whose word is (address % kChunkBytes) / 4; NULL
  // if memory is short.
  RaceCells* race_cells(std::uintptr_t address) noexcept {
    std::atomic<RaceCells*>* const races = races_.load(std::memory_order_relaxed);
    if (!races || address >> kShadowAddressBits != 0) return nullptr;
    RaceCells* const known = races[address >> kShadowChunkBits].load(std::memory_order_acquire);
    return known ? known : make_cells(races[address >> kShadowChunkBits]);
  }
  // Forgets the accesses to memory that is allocated again, in whole words.
  void forget_accesses(std::uintptr_t begin, std::size_t bytes) noexcept;

 private:
  static constexpr std::size_t kChunks = std::size_t{1} << (kShadowAddressBits - kShadowChunkBits);
  std::uint8_t* make(std::uintptr_t address) noexcept;
  // Forgets stored ranges with bytes that may no longer be written.
  void forget_written(std::uintptr_t begin, std::size_t bytes) noexcept;
  static RaceCells* make_cells(std::atomic<RaceCells*>& place) noexcept;

  std::atomic<std::atomic<std::uint8_t*>*> chunks_{nullptr};
  std::atomic<std::atomic<RaceCells*>*> races_{nullptr};
  // The last ranges whose bytes were all found written.
  struct WrittenRange {
    std::uintptr_t begin;
    std::uintptr_t end;  // 0: no range
  };
  static constexpr std::size_t kWritten = 32;
  WrittenRange written_[kWritten]{};
  std::uint32_t next_written_ = 0;
  std::atomic<std::uint64_t> forgotten_{0};  // the number of calls
  std::mutex written_lock_;
};

extern constinit Shadow the_shadow;
inline Shadow& shadow() noexcept {
  return the_shadow;
}

}  // namespace gridcall::cpu
