// SPDX-License-Identifier: Apache-2.0

#include "fuzz/interpreter/lexer.h"

#include <bit>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include "fuzz/interpreter/interpreter.h"

namespace gridcall::kernels {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The longest first.
constexpr std::string_view kSigns[] = {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                       "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

Token number_at(const std::string& source, std::size_t& at) {
  Token token;
  token.kind = Token::kNumber;
  const std::size_t begin = at;
  const bool hexadecimal = source.compare(at, 2, "0x") == 0;
  bool real = false;
  while (at < source.size() && (is_word(source[at]) || source[at] == '.')) real |= source[at++] == '.';
  token.text = source.substr(begin, at - begin);
  if (real && !hexadecimal) {
    token.type = Type::kFloat;
    token.value = std::bit_cast<std::uint32_t>(std::strtof(token.text.c_str(), nullptr));
    return token;
  }
  char* end = nullptr;
  token.value = std::strtoull(token.text.c_str(), &end, 0);
  const std::string_view suffix = end;
  if (suffix == "ull") {
    token.type = Type::kU64;
  } else if (suffix == "u") {
    token.type = Type::kU32;
  } else if (suffix.empty()) {
    // A hexadecimal number that no int holds is unsigned.
    token.type = token.value > 0x7fffffffu ? Type::kU32 : Type::kI32;
  } else {
    throw Undefined{"the number `" + token.text + "`"};
  }
  return token;
}

}  // namespace

std::vector<Token> tokens_of(const std::string& source) {
  std::vector<Token> result;
  for (std::size_t at = 0; at < source.size();) {
    const char c = source[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
    } else if (source.compare(at, 2, "//") == 0) {
      while (at < source.size() && source[at] != '\n') ++at;
    } else if (is_digit(c)) {
      result.push_back(number_at(source, at));
    } else if (is_word(c)) {
      const std::size_t begin = at;
      while (at < source.size() && is_word(source[at])) ++at;
      result.push_back({Token::kName, source.substr(begin, at - begin)});
    } else if (c == '"') {
      const std::size_t end = source.find('"', at + 1);
      if (end == std::string::npos) throw Undefined{"a text without an end"};
      result.push_back({Token::kText, source.substr(at, end + 1 - at)});
      at = end + 1;
    } else {
      std::string text(1, c);
      for (const std::string_view sign : kSigns) {
        if (source.compare(at, sign.size(), sign) == 0) {
          text = sign;
          break;
        }
      }
      at += text.size();
      result.push_back({Token::kSign, std::move(text)});
    }
  }
  result.emplace_back();
  return result;
}

}  // namespace gridcall::kernels
