// SPDX-License-Identifier: Apache-2.0

#include "nvcc/alignments.h"

#include <string_view>

namespace gridcall::nvcc {

namespace {

constexpr std::string_view kShared = "__attribute__((shared))", kAlignment = "alignas";

// Returns the end of the alignments that follow the attribute which ends at `begin`; `begin` if there is
// none.
std::size_t end_of_alignments(const std::string& text, std::size_t begin) {
  for (std::size_t end = begin;;) {
    std::size_t at = text.find_first_not_of(" \t\r\n", end);
    if (at == std::string::npos || text.compare(at, kAlignment.size(), kAlignment) != 0) return end;
    at = text.find_first_not_of(" \t\r\n", at + kAlignment.size());
    if (at == std::string::npos || text[at] != '(') return end;
    int depth = 0;
    do {
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    } while (++at < text.size() && depth > 0);
    end = at;
  }
}

// Returns the place of the next attribute with alignments behind it.
std::size_t find_late_alignment(const std::string& text, std::size_t from) {
  do {
    from = text.find(kShared, from);
    if (from == std::string::npos) return from;
    from += kShared.size();
  } while (end_of_alignments(text, from) == from);
  return from - kShared.size();
}

}  // namespace

bool has_late_alignment(const std::string& text) {
  return find_late_alignment(text, 0) != std::string::npos;
}

std::string with_early_alignments(std::string text) {
  for (std::size_t at = 0; (at = find_late_alignment(text, at)) != std::string::npos;) {
    const std::size_t begin = at + kShared.size(), end = end_of_alignments(text, begin);
    const std::string alignments = text.substr(begin, end - begin) + " ";
    text.replace(at, end - at, alignments + std::string(kShared));
    at = end;
  }
  return text;
}

}  // namespace gridcall::nvcc
