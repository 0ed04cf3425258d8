// SPDX-License-Identifier: Apache-2.0
//
// The free ranges of an interval of offsets: best fit, with joining of neighbours.

#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace gridcall::cpu {

class FreeRanges {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Takes `bytes` from the smallest range that holds them, the lowest of such ranges. Returns the offset, or
  // kNone.
  std::size_t take(std::size_t bytes) noexcept {
    const auto place = by_size_.lower_bound({bytes, 0});
    if (place == by_size_.end()) return kNone;
    const auto [size, offset] = *place;
    if (size == bytes) {
      erase(offset, size);
    } else {
      change(offset, size, offset + bytes, size - bytes);
    }
    return offset;
  }

  // Marks [offset, offset + bytes) as free. Throws without a change if memory for a record is short.
  void give(std::size_t offset, std::size_t bytes) {
    const auto next = at_.lower_bound(offset);
    const bool joins_next = next != at_.end() && next->first == offset + bytes;
    const std::size_t behind = joins_next ? next->second : 0;
    if (next != at_.begin()) {
      const auto [begin, before] = *std::prev(next);
      if (begin + before == offset) {
        if (joins_next) erase(offset + bytes, behind);
        change(begin, before, begin, before + bytes + behind);
        return;
      }
    }
    if (joins_next) {
      change(offset + bytes, behind, offset, bytes + behind);
      return;
    }
    at_.emplace(offset, bytes);
    try {
      by_size_.emplace(bytes, offset);
    } catch (...) {
      at_.erase(offset);
      throw;
    }
  }

  void clear() noexcept {
    at_.clear();
    by_size_.clear();
  }

 private:
  void erase(std::size_t offset, std::size_t bytes) noexcept {
    at_.erase(offset);
    by_size_.erase({bytes, offset});
  }
  // Changes a range without an allocation, because the nodes are reused.
  void change(std::size_t offset, std::size_t bytes, std::size_t new_offset, std::size_t new_bytes) noexcept {
    auto place = at_.extract(offset);
    place.key() = new_offset;
    place.mapped() = new_bytes;
    at_.insert(std::move(place));
    auto size = by_size_.extract({bytes, offset});
    size.value() = {new_bytes, new_offset};
    by_size_.insert(std::move(size));
  }

  std::map<std::size_t, std::size_t> at_;                  // offset -> bytes
  std::set<std::pair<std::size_t, std::size_t>> by_size_;  // (bytes, offset)
};

}  // namespace gridcall::cpu
