// SPDX-License-Identifier: Apache-2.0

#include "image/ptx.h"

#include <charconv>

#include "base/source_scanner.h"

namespace gridcall::image {

namespace {

constexpr std::string_view kMoreOfWords = "$%";

std::uint32_t number_in(std::string_view text) noexcept {
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

struct Token {
  enum class Kind { kEnd, kDirective, kWord, kCharacter } kind = Kind::kEnd;
  std::string_view text;  // the text of a directive without its dot

  bool is(char c) const noexcept { return kind == Kind::kCharacter && text[0] == c; }
  bool is_directive(std::string_view name) const noexcept { return kind == Kind::kDirective && text == name; }
};

class Reader {
 public:
  explicit Reader(std::string_view ptx) noexcept : ptx_(ptx), scanner_(ptx) {}

  Token next() noexcept {
    skip();
    if (scanner_.at_end()) return {};
    if (scanner_.peek() == '.') {
      scanner_.skip();
      return {Token::Kind::kDirective, scanner_.word(kMoreOfWords)};
    }
    if (scanner_.at_word(kMoreOfWords)) return {Token::Kind::kWord, scanner_.word(kMoreOfWords)};
    const std::size_t at = scanner_.at();
    scanner_.skip();
    return {Token::Kind::kCharacter, ptx_.substr(at, 1)};
  }

 private:
  // Skips blanks, comments and strings.
  void skip() noexcept {
    while (!scanner_.at_end()) {
      if (is_blank(scanner_.peek()) || scanner_.peek() == '\n') {
        scanner_.skip();
      } else if (scanner_.peek() == '"') {
        scanner_.skip_past("\"", scanner_.at() + 1);
      } else if (!scanner_.skip_comment(false)) {
        return;
      }
    }
  }

  std::string_view ptx_;
  SourceScanner scanner_;
};

// Returns the bits of a type: "b8", "u64", "f32".
std::uint32_t bits_of(std::string_view directive) noexcept {
  const bool is_type = directive.size() > 1 && is_digit(directive[1]) &&
                       std::string_view("bsuf").find(directive[0]) != std::string_view::npos;
  return is_type ? number_in(directive.substr(1)) : 0;
}

// Reads parameters after "(": ".param .u64 data, .param .align 8 .b8 point[24])". The types give the sizes,
// and size and alignment the offsets, as in C.
std::vector<PtxParameter> read_parameters(Reader& reader) {
  struct {
    bool begun = false;
    bool is_pointer = false;  // the next directives describe the pointee
    std::uint32_t element = 8, alignment = 0, count = 1;
  } one;
  std::vector<PtxParameter> parameters;
  std::uint32_t offset = 0;
  const auto end_one = [&] {
    if (!one.begun) return;
    const std::uint32_t element = one.element ? one.element : 1;
    const std::uint32_t alignment = one.alignment ? one.alignment : element;
    offset = (offset + alignment - 1) / alignment * alignment;
    parameters.push_back({offset, element * one.count});
    offset += element * one.count;
    one = {};
  };
  for (;;) {
    const Token token = reader.next();
    if (token.kind == Token::Kind::kEnd || token.is(')')) break;
    if (token.is(',')) {
      end_one();
    } else if (token.is('[')) {
      one.count = number_in(reader.next().text);
    } else if (token.is_directive("param")) {
      one.begun = true;
    } else if (token.is_directive("ptr")) {
      one.is_pointer = true;
    } else if (token.is_directive("align")) {
      const std::uint32_t alignment = number_in(reader.next().text);
      if (!one.is_pointer) one.alignment = alignment;
    } else if (token.kind == Token::Kind::kDirective && !one.is_pointer) {
      if (const std::uint32_t bits = bits_of(token.text)) one.element = bits / 8;
    }
  }
  end_one();
  return parameters;
}

}  // namespace

std::vector<PtxSymbol> ptx_symbols(std::string_view ptx) {
  std::vector<PtxSymbol> symbols;
  Reader reader(ptx);
  int depth = 0;
  enum class AwaitedToken { kNothing, kKernel, kParameters, kVariable } awaited = AwaitedToken::kNothing;
  for (Token token = reader.next(); token.kind != Token::Kind::kEnd; token = reader.next()) {
    if (awaited == AwaitedToken::kParameters) {
      awaited = AwaitedToken::kNothing;
      if (token.is('(')) {
        symbols.back().parameters = read_parameters(reader);
        continue;
      }
    }
    if (token.is('{')) ++depth;
    if (token.is('}')) --depth;
    if (depth != 0) continue;
    if (token.kind == Token::Kind::kDirective) {
      if (token.text == "entry") awaited = AwaitedToken::kKernel;
      if (token.text == "global" || token.text == "const") awaited = AwaitedToken::kVariable;
      if (token.text == "func" || token.text == "extern") awaited = AwaitedToken::kNothing;
    } else if (token.kind == Token::Kind::kWord && awaited != AwaitedToken::kNothing &&
               !is_digit(token.text[0])) {
      const bool is_kernel = awaited == AwaitedToken::kKernel;
      symbols.push_back({token.text, is_kernel, {}});
      awaited = is_kernel ? AwaitedToken::kParameters : AwaitedToken::kNothing;
    }
  }
  return symbols;
}

bool begins_as_ptx(std::string_view text) noexcept {
  return Reader(text).next().is_directive("version");
}

}  // namespace gridcall::image
