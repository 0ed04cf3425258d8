// SPDX-License-Identifier: Apache-2.0

#include "nvcc/attributes.h"

#include <string_view>

namespace gridcall::nvcc {

namespace {

constexpr std::string_view kGnu = "__attribute__((", kBrackets = "[[", kAlignment = "alignas",
                           kSpaces = " \t\r\n";

struct Range {
  std::size_t begin, end;
};

// Returns the end of the parentheses or brackets that open at `at`.
std::size_t end_of_group(const std::string& text, std::size_t at) {
  int depth = 0;
  do {
    depth += text[at] == '(' || text[at] == '[' ? 1 : text[at] == ')' || text[at] == ']' ? -1 : 0;
  } while (++at < text.size() && depth > 0);
  return at;
}

bool has(const std::string& text, std::size_t at, std::string_view word) {
  return text.compare(at, word.size(), word) == 0;
}

// Returns the end of the attributes that follow `begin`, of GNU's form or of C++'s; `begin` if there is none.
std::size_t end_of_attributes(const std::string& text, std::size_t begin, bool is_gnu) {
  for (std::size_t end = begin;;) {
    std::size_t at = text.find_first_not_of(kSpaces, end);
    if (at == std::string::npos) return end;
    if (is_gnu ? has(text, at, kGnu) : has(text, at, kAlignment))
      at = text.find_first_not_of(kSpaces, at + (is_gnu ? kGnu.size() - 2 : kAlignment.size()));
    else if (is_gnu || !has(text, at, kBrackets))
      return end;
    if (at == std::string::npos || (text[at] != '(' && text[at] != '[')) return end;
    end = end_of_group(text, at);
  }
}

// Returns the place of the next attributes of CUDA with some of C++ behind them: where they begin and where
// C++'s begin; npos if there is none.
Range find_late(const std::string& text, std::size_t from) {
  for (std::size_t at = from; (at = text.find(kGnu, at)) != std::string::npos;) {
    const std::size_t end = end_of_attributes(text, at, /*is_gnu*/ true), name = at + kGnu.size();
    bool is_cuda = false;
    for (const char* each : {"shared))", "device))", "host))", "global))", "constant))"})
      is_cuda = is_cuda || has(text, name, each);
    const std::size_t before = at == 0 ? at : text.find_last_not_of(kSpaces, at - 1);
    const bool is_of_lambda = before != std::string::npos && text[before] == ']';
    if (is_cuda && !is_of_lambda && end_of_attributes(text, end, /*is_gnu*/ false) != end) return {at, end};
    at = end;
  }
  return {std::string::npos, std::string::npos};
}

// Returns the place of the next `extern` before or behind the attributes of a __shared__ variable with a
// size; npos if there is none.
std::size_t find_sized_extern(const std::string& text, std::size_t from) {
  constexpr std::string_view kShared = "__attribute__((shared))", kExtern = "extern";
  for (std::size_t at = from; (at = text.find(kShared, at)) != std::string::npos; ++at) {
    std::size_t begin = text.find_first_not_of(kSpaces, end_of_attributes(text, at, /*is_gnu*/ true));
    if (begin == std::string::npos || !has(text, begin, "extern ")) {
      const std::size_t last = at == 0 ? std::string::npos : text.find_last_not_of(kSpaces, at - 1);
      if (last == std::string::npos || last + 1 < kExtern.size()) continue;
      begin = last + 1 - kExtern.size();
      if (!has(text, begin, kExtern)) continue;
    }
    const std::size_t end = text.find_first_of(";{", at), open = text.find('[', at);
    if (open >= end || text.find_first_not_of(kSpaces, open + 1) != text.find(']', open)) return begin;
  }
  return std::string::npos;
}

}  // namespace

bool has_late_attribute(const std::string& text) {
  return find_late(text, 0).begin != std::string::npos || find_sized_extern(text, 0) != std::string::npos;
}

std::string with_early_attributes(std::string text) {
  for (Range cuda{0, 0}; (cuda = find_late(text, cuda.begin)).begin != std::string::npos;) {
    const std::size_t end = end_of_attributes(text, cuda.end, /*is_gnu*/ false);
    const std::string late = text.substr(cuda.end, end - cuda.end) + " ";
    text.replace(cuda.begin, end - cuda.begin, late + text.substr(cuda.begin, cuda.end - cuda.begin));
    cuda.begin = end;
  }
  for (std::size_t at = 0; (at = find_sized_extern(text, at)) != std::string::npos;)
    text.replace(at, 6, 6, ' ');
  return text;
}

}  // namespace gridcall::nvcc
