// SPDX-License-Identifier: Apache-2.0

#include "ndarray/expression.h"

#include <algorithm>
#include <iterator>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

namespace {

constexpr std::size_t kMostBytes = 4096;
// Compilers have limits of their own, of 256 and more.
constexpr std::size_t kMostParentheses = 100;

// CUDA's mathematical functions and what kernels/types.cuh has, in order.
constexpr std::string_view kFunctions[] = {
    "abs",     "acos",      "acosh",   "asin",       "asinh", "atan",  "atan2", "atanh",     "cbrt",
    "ceil",    "complex",   "conj",    "copysign",   "cos",   "cosh",  "cospi", "erf",       "erfc",
    "erfcinv", "erfcx",     "erfinv",  "exp",        "exp10", "exp2",  "expm1", "fabs",      "fdim",
    "floor",   "fma",       "fmax",    "fmin",       "fmod",  "hypot", "imag",  "isfinite",  "isinf",
    "isnan",   "j0",        "j1",      "lgamma",     "log",   "log10", "log1p", "log2",      "max",
    "min",     "nearbyint", "normcdf", "normcdfinv", "pow",   "rcbrt", "real",  "remainder", "rint",
    "round",   "rsqrt",     "signbit", "sin",        "sinh",  "sinpi", "sqrt",  "tan",       "tanh",
    "tgamma",  "trunc",     "y0",      "y1"};
constexpr std::string_view kWords[] = {"bool", "char",  "double", "false", "float",   "int",
                                       "long", "short", "signed", "true",  "unsigned"};
// Longer ones first: each is taken as a whole.
constexpr std::string_view kOperators[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+",
                                           "-",  "*",  "/",  "%",  "<",  ">",  "!",  "~",  "&",
                                           "|",  "^",  "?",  ":",  ",",  "(",  ")"};
// What begins like one of these and is something else.
constexpr std::string_view kRefused[] = {
    "<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::", "//", "/*", "<=>"};

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

class Checker {
 public:
  Checker(std::string_view text, std::size_t inputs, std::size_t scalars)
      : text_(text), inputs_(kInputNames.substr(0, inputs)), scalars_(kScalarNames.substr(0, scalars)) {}

  void check() {
    if (text_.size() > kMostBytes)
      throw Failure(status::kInvalidArgument,
                    concat("`expression` has ", text_.size(), " bytes: write at most ", kMostBytes));
    bool is_empty = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ') {
        ++at_;
        continue;
      }
      is_empty = false;
      if (is_letter(c))
        word();
      else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])))
        number();
      else
        sign();
    }
    if (is_empty)
      throw Failure(status::kInvalidArgument, "`expression` is empty: write one, such as \"a + b\"");
    if (depth_ != 0)
      throw Failure(status::kInvalidArgument,
                    concat("`expression` \"", shown(), "\" lacks ", depth_, " closing parentheses"));
  }

 private:
  // For a message of one line.
  std::string shown() const {
    std::string text(text_.substr(0, 100));
    for (char& c : text)
      if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
    return text_.size() > text.size() ? text + "..." : text;
  }

  [[noreturn]] void refuse(std::string_view what, std::string_view why) const {
    throw Failure(status::kInvalidArgument,
                  concat("`expression` \"", shown(), "\" has \"", what, "\" at byte ", at_, ", ", why));
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    const bool is_operand = name.size() == 1 && (inputs_.find(name) != std::string_view::npos ||
                                                 scalars_.find(name) != std::string_view::npos);
    if (!is_operand && !std::binary_search(std::begin(kFunctions), std::end(kFunctions), name) &&
        !std::binary_search(std::begin(kWords), std::end(kWords), name)) {
      if (name.size() == 1 && kInputNames.find(name) != std::string_view::npos)
        refuse(name,
               concat("which is input ", kInputNames.find(name), ", and `input_count` is ", inputs_.size()));
      if (name.size() == 1 && kScalarNames.find(name) != std::string_view::npos)
        refuse(name, concat("which is scalar ", kScalarNames.find(name), ", and `scalar_count` is ",
                            scalars_.size()));
      refuse(name, "which is neither an input (a, b ...), a scalar (x, y ...) nor a mathematical function");
    }
    at_ = end;
  }

  // As the preprocessor sees it, so that nothing else can follow.
  void number() {
    std::size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool is_sign = (c == '+' || c == '-') && end > at_ &&
                           (text_[end - 1] == 'e' || text_[end - 1] == 'E') &&
                           !text_.substr(at_).starts_with("0x") && !text_.substr(at_).starts_with("0X");
      if (!is_digit(c) && !is_letter(c) && c != '.' && !is_sign) break;
      ++end;
    }
    const std::string_view token = text_.substr(at_, end - at_);
    if (!is_number(token)) refuse(token, "which is no number: write 2, 0x10, 2.5, 1e-3f or 7ull");
    at_ = end;
  }

  static bool is_number(std::string_view token) noexcept {
    const auto is_hex = [](char c) {
      return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    std::size_t i = 0;
    const auto take = [&](auto&& fits) {
      const std::size_t from = i;
      while (i < token.size() && fits(token[i])) ++i;
      return i - from;
    };
    bool is_integer = true;
    if (token.starts_with("0x") || token.starts_with("0X")) {
      i = 2;
      if (take(is_hex) == 0) return false;
    } else {
      std::size_t digits = take(is_digit);
      if (i < token.size() && token[i] == '.') {
        is_integer = false;
        ++i;
        digits += take(is_digit);
      }
      if (digits == 0) return false;
      if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
        is_integer = false;
        ++i;
        if (i < token.size() && (token[i] == '+' || token[i] == '-')) ++i;
        if (take(is_digit) == 0) return false;
      }
    }
    const std::string_view rest = token.substr(i);
    if (!is_integer) return rest.empty() || rest == "f" || rest == "F";
    static constexpr std::string_view kSuffixes[] = {"",   "u",   "U",   "l",  "L",  "ul",  "UL", "ll",
                                                     "LL", "ull", "ULL", "lu", "LU", "llu", "LLU"};
    return std::find(std::begin(kSuffixes), std::end(kSuffixes), rest) != std::end(kSuffixes);
  }

  void sign() {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view each : kRefused)
      if (rest.starts_with(each)) refuse(each, "which has no place in an expression");
    for (const std::string_view each : kOperators) {
      if (!rest.starts_with(each)) continue;
      if (each == "(" && ++depth_ > kMostParentheses)
        refuse(each, concat("inside of ", kMostParentheses, " others: write it in several steps"));
      if (each == ")" && depth_-- == 0) refuse(each, "which closes no parenthesis");
      if (each == "," && depth_ == 0) refuse(each, "outside of a call");
      at_ += each.size();
      return;
    }
    // Control characters would end the line of the message.
    const char c = rest[0];
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f)
      refuse("?", concat("a byte of the value ", static_cast<unsigned char>(c),
                         ", which has no place in an expression"));
    refuse(rest.substr(0, 1), c == '=' ? "an assignment: the result goes to `ndarray` without one"
                                       : "which has no place in an expression");
  }

  const std::string_view text_;
  const std::string_view inputs_, scalars_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

void check_expression(std::string_view expression, std::size_t inputs, std::size_t scalars) {
  Checker(expression, inputs, scalars).check();
}

}  // namespace gridcall::ndarray
