// SPDX-License-Identifier: Apache-2.0
//
// Texts of messages, put together of words and numbers.

#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace gridcall {

namespace detail {

// A piece of a text, with space for a number's digits.
class Piece {
 public:
  Piece(std::string_view text) noexcept : text_(text) {}
  Piece(const std::string& text) noexcept : text_(text) {}
  Piece(const char* text) noexcept : text_(text) {}
  Piece(char one) noexcept : text_(digits_, 1) { digits_[0] = one; }
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
  Piece(T number) noexcept
      : text_(digits_, static_cast<std::size_t>(std::to_chars(digits_, digits_ + sizeof digits_, number).ptr -
                                                digits_)) {}
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;

  std::string_view text() const noexcept { return text_; }

 private:
  char digits_[24];
  std::string_view text_;
};

std::string concat(const Piece* const* pieces, std::size_t count);

template <class... Pieces>
std::string concat_pieces(const Pieces&... pieces) {
  const Piece* const all[] = {&pieces...};
  return concat(all, sizeof...(pieces));
}

}  // namespace detail

// Joins strings, characters and integers: concat("`size` ", 5, " exceeds `mem`").
template <class... Parts>
std::string concat(const Parts&... parts) {
  return detail::concat_pieces(detail::Piece(parts)...);
}

// Returns the words with `separator` between them.
std::string joined(std::span<const std::string> words, std::string_view separator);

}  // namespace gridcall
