// SPDX-License-Identifier: Apache-2.0
//
// Accesses of warps to rows and columns of shared memory since the block's last barrier, listed and not yet
// noted in SharedCells. Most kernels write a tile, wait and read it: then no two accesses between barriers
// can meet, which one bit for each word shows, and the list is dropped at the barrier.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cpu/abi/image.h"

namespace gridcall::cpu {

// Bits of at most 32 consecutive words of shared memory, in two groups of 64.
struct WordMask {
  WordMask(std::size_t word, std::uint32_t count) noexcept {
    const std::uint64_t mask = count >= 32 ? 0xffffffffu : (1u << count) - 1;
    group = word / 64;
    low = mask << word % 64;
    high = mask >> 1 >> (63 - word % 64);
  }
  std::size_t group;
  std::uint64_t low;
  std::uint64_t high;
};

// A bit for each word of shared memory.
class WordBits {
 public:
  bool any(const WordMask& of) const noexcept {
    return ((bits_[of.group] & of.low) | (bits_[of.group + 1] & of.high)) != 0;
  }
  bool all(const WordMask& of) const noexcept {
    return ((~bits_[of.group] & of.low) | (~bits_[of.group + 1] & of.high)) == 0;
  }
  void set(const WordMask& of) noexcept {
    bits_[of.group] |= of.low;
    bits_[of.group + 1] |= of.high;
  }
  void clear(std::size_t group, std::size_t end) noexcept {
    for (; group < end; ++group) bits_[group] = 0;
  }
  static constexpr std::size_t kGroups = kMaxSharedBytes / 256 + 2;

 private:
  std::uint64_t bits_[kGroups]{};
};

struct PendingAccess {
  std::uint32_t tag;   // of the first word (SharedCells)
  std::uint32_t site;  // as RaceCells::site
  std::uint16_t word;
  std::int16_t stride;  // in words; 1 for a row
  std::uint16_t count;  // of words, at most 32
  std::uint16_t shift;  // each thread accesses 1 << `shift` words
};

class PendingAccesses {
 public:
  // The greatest of an access's parts holds.
  enum class Result {
    kListed,
    kMustNote,  // words that many threads read: noted, others need no look at them
    kMayMeet    // close() first
  };
  // From now on no access is pending.
  void begin(bool is_open) noexcept {
    count_ = 0;
    written_.clear(begin_, end_);
    read_.clear(begin_, end_);
    begin_ = WordBits::kGroups;
    end_ = 0;
    has_writes_ = has_columns_ = false;
    is_open_ = is_open;
  }
  bool is_open() const noexcept { return is_open_; }
  // Ends the list until the next barrier and returns its length, for each access to be noted.
  std::uint32_t close() noexcept {
    is_open_ = false;
    return count_;
  }
  std::uint32_t count() const noexcept { return count_; }
  const PendingAccess& operator[](std::uint32_t i) const noexcept { return accesses_[i]; }

  // Returns true if the state of the words allows every access.
  bool are_set(const WordMask& words) const noexcept { return set_.all(words); }
  void mark_set(const WordMask& words) noexcept { set_.set(words); }
  void forget_set(std::size_t word, std::size_t count) noexcept {
    set_.clear(word / 64, std::min((word + count + 63) / 64, WordBits::kGroups));
  }

  // Lists an access to a row whose words have the right state. `two_read`: another thread has read each word.
  Result add_row(const PendingAccess& row, const WordMask& words, bool is_write, bool& two_read) noexcept {
    two_read = false;
    if (written_.any(words) || count_ == kMaxListed) return Result::kMayMeet;
    if (is_write) {
      if (has_columns_ || read_.any(words)) return Result::kMayMeet;
      has_writes_ = true;
      mark(written_, words);
    } else {
      std::uint16_t& last = last_[row.word % kLast];
      if (read_.all(words)) {
        const PendingAccess& other = accesses_[last];
        const bool is_known = last < count_ && other.word == row.word && other.count >= row.count &&
                              other.stride == 1 && other.shift == row.shift;
        if (!is_known && count_ >= kMaxListed / 2) return Result::kMustNote;
        if (is_known && other.tag == row.tag && other.site == row.site) return Result::kListed;
        two_read = is_known && other.tag != row.tag;
      } else {
        mark(read_, words);
      }
      last = static_cast<std::uint16_t>(count_);
    }
    accesses_[count_++] = row;
    return Result::kListed;
  }
  // Lists a read of a column; returns false if it may meet a write.
  bool add_column(const PendingAccess& column) noexcept {
    if (has_writes_ || count_ == kMaxListed) return false;
    has_columns_ = true;
    accesses_[count_++] = column;
    return true;
  }
  // Lists a read of words that is noted, too; returns false if it may meet a write.
  bool add_noted(const WordMask& words) noexcept {
    if (written_.any(words)) return false;
    mark(read_, words);
    return true;
  }

 private:
  static constexpr std::uint32_t kMaxListed = 512;
  static constexpr std::size_t kLast = 128;
  void mark(WordBits& bits, const WordMask& words) noexcept {
    bits.set(words);
    begin_ = std::min(begin_, words.group);
    end_ = std::max(end_, words.group + 2);
  }
  bool is_open_ = false;
  bool has_writes_ = false;
  bool has_columns_ = false;
  std::uint32_t count_ = 0;
  std::size_t begin_ = WordBits::kGroups;  // the groups with a bit in `written_` or `read_`
  std::size_t end_ = 0;
  WordBits written_;
  WordBits read_;
  WordBits set_;                 // all bytes may be accessed and, if `init` is checked, were written
  std::uint16_t last_[kLast]{};  // the last read of a row, by its first word
  PendingAccess accesses_[kMaxListed];
};

}  // namespace gridcall::cpu
