// SPDX-License-Identifier: Apache-2.0

#include "base/concat.h"

namespace gridcall {

std::string detail::concat(const Piece* const* pieces, std::size_t count) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += pieces[i]->text().size();
  std::string text;
  text.reserve(size);
  for (std::size_t i = 0; i < count; ++i) text += pieces[i]->text();
  return text;
}

std::string joined(std::span<const std::string> words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (&word != words.data()) text += separator;
    text += word;
  }
  return text;
}

}  // namespace gridcall
