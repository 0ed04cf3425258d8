// SPDX-License-Identifier: Apache-2.0
//
// The one scanner of C-like text: words, comments, literals, spliced lines and names of headers. It keeps
// a position and advances; the caller decides what a word means.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gridcall {

inline bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
inline bool is_word_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}
// Returns true for a blank within a line.
inline bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

class SourceScanner {
 public:
  explicit SourceScanner(std::string_view text) noexcept : text_(text) {}

  bool at_end() const noexcept { return at_ >= text_.size(); }
  std::size_t at() const noexcept { return at_; }
  // Returns the next character; '\0' at the end.
  char peek() const noexcept { return at_end() ? '\0' : text_[at_]; }
  bool begins(std::string_view with) const noexcept { return text_.substr(at_).starts_with(with); }
  void skip(std::size_t count = 1) noexcept { move_to(at_ + count); }
  void skip_past(std::string_view end, std::size_t from) noexcept {
    const std::size_t found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  bool at_word(std::string_view more = {}) const noexcept { return !at_end() && is_part(text_[at_], more); }
  // Returns the word at the position, "" if there is none. `more`: characters besides letters, digits and
  // `_`.
  std::string_view word(std::string_view more = {}) noexcept {
    const std::size_t begin = at_;
    while (at_word(more)) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Returns the bytes of a backslash and the end of line that it removes; 0 if there is none.
  std::size_t splice() const noexcept { return begins("\\\n") ? 2 : begins("\\\r\n") ? 3 : 0; }

  // Skips a comment. Returns false if there is none. `splices`: a backslash continues a comment of one line.
  bool skip_comment(bool splices = true) noexcept {
    if (begins("/*")) {
      skip_past("*/", at_ + 2);
      return true;
    }
    if (!begins("//")) return false;
    while (!at_end() && text_[at_] != '\n') {
      const std::size_t spliced = splices ? splice() : 0;
      at_ += spliced != 0 ? spliced : 1;
    }
    return true;
  }

  // Skips blanks, spliced lines and comments before a name in a directive.
  void skip_blanks() noexcept {
    while (!at_end()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (const std::size_t spliced = splice(); spliced != 0) {
        at_ += spliced;
      } else if (!begins("/*") || !skip_comment()) {
        return;
      }
    }
  }

  // Skips a string or a character with its quotes; an unfinished one ends before its line does.
  void skip_literal() noexcept {
    const char quote = text_[at_++];
    while (!at_end() && text_[at_] != quote && text_[at_] != '\n') skip(text_[at_] == '\\' ? 2 : 1);
    if (peek() == quote) ++at_;
  }
  // Skips the rest of a literal after its prefix `word`: a raw string, or a digit separator. Returns false if
  // `word` begins no literal.
  bool skip_literal_behind(std::string_view word) {
    if (peek() == '"' && (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R")) {
      skip_raw_string();
      return true;
    }
    if (peek() != '\'' || !is_digit(word.front())) return false;
    ++at_;
    return true;
  }

  // Reads `<name>` or `"name"`. Returns nullopt without a change if it does not end in this line.
  std::optional<std::string_view> header_name() noexcept {
    const char open = peek();
    if (open != '<' && open != '"') return std::nullopt;
    const std::size_t end = text_.find_first_of(open == '<' ? ">\n" : "\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') return std::nullopt;
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return name;
  }

 private:
  static bool is_part(char c, std::string_view more) noexcept {
    return is_word_character(c) || more.find(c) != std::string_view::npos;
  }
  void move_to(std::size_t to) noexcept { at_ = to < text_.size() ? to : text_.size(); }
  void skip_raw_string() {
    constexpr std::size_t kMaxDelimiter = 16;
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > kMaxDelimiter + 1) {
      ++at_;
      return;
    }
    skip_past(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"", open);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Returns the text with blanks instead of comments, and with the same lines.
std::string without_comments(std::string_view text);

}  // namespace gridcall
