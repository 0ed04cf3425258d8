// SPDX-License-Identifier: Apache-2.0
//
// The advice that programs gave on managed memory. Its pages never move here, so nothing but
// cuMemRangeGetAttribute depends on it.
// Not synchronized: Memory's lock guards it.

#pragma once

#include <cstddef>
#include <iterator>
#include <map>

#include "driver/types.h"

namespace gridcall::cpu {

struct Advice {
  bool read_mostly = false;
  driver::CUdevice preferred = driver::CU_DEVICE_INVALID;
  driver::CUdevice last_prefetch = driver::CU_DEVICE_INVALID;
  bool operator==(const Advice&) const = default;
};

// A map from offsets in an allocation to the advice for the ranges.
class AdviceMap {
 public:
  template <class Change>
  void change(std::size_t begin, std::size_t end, Change&& change) {
    split(begin);
    split(end);
    for (auto piece = pieces_.find(begin); piece != pieces_.end() && piece->first < end; ++piece)
      change(piece->second);
    for (auto piece = pieces_.begin(); std::next(piece) != pieces_.end();) {
      const auto next = std::next(piece);
      if (next->second == piece->second) {
        pieces_.erase(next);
      } else {
        piece = next;
      }
    }
  }

  // Calls visit(advice) for each piece of the range.
  template <class Visit>
  void each(std::size_t begin, std::size_t end, Visit&& visit) const {
    for (auto piece = std::prev(pieces_.upper_bound(begin)); piece != pieces_.end() && piece->first < end;
         ++piece)
      visit(piece->second);
  }

 private:
  // Makes a piece begin at the offset.
  void split(std::size_t offset) { pieces_.emplace(offset, std::prev(pieces_.upper_bound(offset))->second); }

  std::map<std::size_t, Advice> pieces_{{0, Advice{}}};
};

}  // namespace gridcall::cpu
