// SPDX-License-Identifier: Apache-2.0

#include "random_copies/model.h"

bool share_a_byte(const Rect& first, std::uint64_t first_begin, const Rect& second,
                  std::uint64_t second_begin, std::size_t size) {
  const std::uint64_t first_at = first_begin + first.offset, second_at = second_begin + second.offset;
  if (first.extent() == 0 || second.extent() == 0 || first_at + first.extent() <= second_at ||
      second_at + second.extent() <= first_at)
    return false;
  static std::vector<bool> taken;
  taken.assign(size, false);
  first.each([&](std::uint64_t at) { taken[first_begin + at] = true; });
  bool shared = false;
  second.each([&](std::uint64_t at) { shared = shared || taken[second_begin + at]; });
  return shared;
}

void copy_rect(unsigned char* dst, const Rect& to, const unsigned char* src, const Rect& from) {
  std::vector<std::uint64_t> at;
  at.reserve(to.width * to.height * to.depth);
  from.each([&](std::uint64_t each) { at.push_back(each); });
  std::size_t next = 0;
  to.each([&](std::uint64_t each) { dst[each] = src[at[next++]]; });
}

void fill_rect(unsigned char* dst, const Rect& to, const std::vector<unsigned char>& pattern) {
  std::size_t next = 0;
  to.each([&](std::uint64_t each) { dst[each] = pattern[next++ % pattern.size()]; });
}
