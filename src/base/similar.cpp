// SPDX-License-Identifier: Apache-2.0

#include "base/similar.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gridcall {

namespace {

// Returns the number of letters to insert, delete, replace or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) last[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] != b[k - 1])});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        row[k] = std::min(row[k], before[k - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view most_similar(std::string_view given, std::span<const std::string_view> words) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, given.size() / 4) + 1;
  for (const std::string_view word : words) {
    const std::size_t far = distance(given, word);
    // A word with changes in more than half of it is a different word.
    if (far >= least || far > word.size() / 2) continue;
    least = far;
    best = word;
  }
  return best;
}

}  // namespace gridcall
