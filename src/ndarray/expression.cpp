// SPDX-License-Identifier: Apache-2.0
//
// Long because the grammar, its words and the names that callers give to operands are one.

#include "ndarray/expression.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

namespace {

constexpr std::size_t kMaxBytes = 4096;
// The limit of parentheses; compilers have limits of their own, of 256 and more.
constexpr std::size_t kMaxParentheses = 100;

struct Function {
  std::string_view name;
  std::size_t arguments;
  bool has_float = true;  // CUDA has a float version with an f at the end
};
// The mathematical functions of CUDA and of kernels/types.cuh, in alphabetical order. None takes an address.
constexpr Function kFunctions[] = {{"abs", 1, false},
                                   {"acos", 1},
                                   {"acosh", 1},
                                   {"asin", 1},
                                   {"asinh", 1},
                                   {"atan", 1},
                                   {"atan2", 2},
                                   {"atanh", 1},
                                   {"cbrt", 1},
                                   {"ceil", 1},
                                   {"complex", 2, false},
                                   {"conj", 1, false},
                                   {"copysign", 2},
                                   {"cos", 1},
                                   {"cosh", 1},
                                   {"cospi", 1},
                                   {"erf", 1},
                                   {"erfc", 1},
                                   {"erfcinv", 1},
                                   {"erfcx", 1},
                                   {"erfinv", 1},
                                   {"exp", 1},
                                   {"exp10", 1},
                                   {"exp2", 1},
                                   {"expm1", 1},
                                   {"fabs", 1},
                                   {"fdim", 2},
                                   {"floor", 1},
                                   {"fma", 3},
                                   {"fmax", 2},
                                   {"fmin", 2},
                                   {"fmod", 2},
                                   {"hypot", 2},
                                   {"imag", 1, false},
                                   {"isfinite", 1, false},
                                   {"isinf", 1, false},
                                   {"isnan", 1, false},
                                   {"j0", 1},
                                   {"j1", 1},
                                   {"lgamma", 1},
                                   {"log", 1},
                                   {"log10", 1},
                                   {"log1p", 1},
                                   {"log2", 1},
                                   {"max", 2, false},
                                   {"min", 2, false},
                                   {"nearbyint", 1},
                                   {"normcdf", 1},
                                   {"normcdfinv", 1},
                                   {"pow", 2},
                                   {"rcbrt", 1},
                                   {"real", 1, false},
                                   {"remainder", 2},
                                   {"rint", 1},
                                   {"round", 1},
                                   {"rsqrt", 1},
                                   {"signbit", 1, false},
                                   {"sin", 1},
                                   {"sinh", 1},
                                   {"sinpi", 1},
                                   {"sqrt", 1},
                                   {"tan", 1},
                                   {"tanh", 1},
                                   {"tgamma", 1},
                                   {"trunc", 1},
                                   {"y0", 1},
                                   {"y1", 1}};

static_assert(std::is_sorted(std::begin(kFunctions), std::end(kFunctions),
                             [](const Function& one, const Function& other) {
                               return one.name < other.name;
                             }));

constexpr std::string_view kTypeWords[] = {"bool", "char",  "double", "float",   "int",
                                           "long", "short", "signed", "unsigned"};
// The other keywords of C++20, which no operand can be called, each between spaces.
constexpr std::string_view kReserved =
    " alignas alignof and and_eq asm auto bitand bitor break case catch char16_t char32_t char8_t class "
    "co_await "
    "co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
    "default "
    "delete do dynamic_cast else enum explicit export extern false for friend goto if inline mutable "
    "namespace "
    "new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast "
    "requires return sizeof static static_assert static_cast struct switch template this thread_local throw "
    "true try typedef typeid typename union using virtual void volatile wchar_t while xor xor_eq ";
constexpr std::string_view kPrefixes[] = {"+", "-", "!", "~"};
constexpr std::string_view kBinaries[] = {"+",  "-",  "*",  "/",  "%", "<<", ">>", "<",  ">",
                                          "<=", ">=", "==", "!=", "&", "|",  "^",  "&&", "||"};
// The tokens of C++, longer ones first, so that a text is split here as the compiler splits it.
constexpr std::string_view kSigns[] = {
    "<<=", ">>=", "<=>", "->*", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "->",
    "::",  ".*",  "//",  "/*",  "<:",  ":>", "<%", "%>", "%:", "##"};

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
template <std::size_t N>
bool is_one_of(std::string_view text, const std::string_view (&list)[N]) noexcept {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

const Function* find_function(std::string_view name) noexcept {
  const auto find = [](std::string_view wanted) -> const Function* {
    const auto* at =
        std::lower_bound(std::begin(kFunctions), std::end(kFunctions), wanted,
                         [](const Function& each, std::string_view text) { return each.name < text; });
    return at != std::end(kFunctions) && at->name == wanted ? at : nullptr;
  };
  if (const Function* function = find(name)) return function;
  if (!name.ends_with('f')) return nullptr;
  const Function* function = find(name.substr(0, name.size() - 1));
  return function && function->has_float ? function : nullptr;
}

bool is_number(std::string_view token) noexcept {
  const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
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
  if (is_integer && token.size() > 1 && token[0] == '0' && i > 1 && !token.starts_with("0x") &&
      !token.starts_with("0X") && token.substr(0, i).find_first_of("89") != std::string_view::npos)
    return false;  // an octal number
  const std::string_view rest = token.substr(i);
  if (!is_integer) return rest.empty() || rest == "f" || rest == "F";
  static constexpr std::string_view kSuffixes[] = {"",   "u",   "U",   "l",  "L",  "ul",  "UL", "ll",
                                                   "LL", "ull", "ULL", "lu", "LU", "llu", "LLU"};
  return is_one_of(rest, kSuffixes);
}

// A recognizer by recursive descent of
//
//   expression: prefixed { binary prefixed | '?' expression ':' prefixed }
//   prefixed:   { '+' | '-' | '!' | '~' | '(' type ')' } value
//   value:      number | 'true' | 'false' | operand | '(' expression ')'
//             | function '(' expression { ',' expression } ')' | word-of-a-type '(' expression ')'
//
// Precedence is the compiler's: it changes what an expression is worth, not whether it is one. Each value is
// a number, so no text of this grammar can name, make or follow an address.
class Parser {
 public:
  Parser(std::string_view text, const Words& words) : text_(text), words_(words) {}

  Indices check() {
    if (text_.size() > kMaxBytes)
      throw Failure(status::kInvalidArgument,
                    concat(words_.name, " has ", text_.size(), " bytes: write at most ", kMaxBytes));
    next();
    if (token_.empty())
      throw Failure(status::kInvalidArgument,
                    concat(words_.name, " is empty: write one, such as ", words_.example));
    expression();
    if (!token_.empty()) refuse_operator();
    return indices_;
  }

 private:
  // Returns the token for a message of one line.
  std::string shown() const {
    constexpr std::size_t kMax = 100;
    std::string text(text_.substr(0, kMax));
    for (char& c : text)
      if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
    return text_.size() > kMax ? text + "..." : text;
  }

  [[noreturn]] void refuse(std::string_view why) const {
    throw Failure(status::kInvalidArgument, concat(words_.name, " \"", shown(), "\" has \"", token_,
                                                   "\" at column ", at_ + 1, ", ", why));
  }

  [[noreturn]] void refuse_end() const {
    if (depth_ != 0)
      throw Failure(status::kInvalidArgument,
                    concat(words_.name, " \"", shown(), "\" lacks ", depth_, " closing parentheses"));
    throw Failure(status::kInvalidArgument,
                  concat(words_.name, " \"", shown(), "\" ends at column ", at_ + 1,
                         ", where a value is missing: write one, or end before the operator"));
  }

  // Refuses tokens that no expression has, in any position.
  void refuse_foreign() const {
    if (token_ == "=" || (token_.size() > 1 && token_.ends_with('=') && !is_one_of(token_, kBinaries)))
      refuse("an assignment: the result goes to `ndarray` without one");
    if (token_ == "." || token_ == "->" || token_ == "::" || token_ == ".*" || token_ == "->*")
      refuse("and an expression has no members: real(a) and imag(a) are parts of a complex number");
    static constexpr std::string_view kParts[] = {"(", ")", ",", "?", ":", "!", "~"};
    if (!is_letter(token_[0]) && !is_digit(token_[0]) && token_[0] != '.' && !is_one_of(token_, kBinaries) &&
        !is_one_of(token_, kParts))
      refuse("which has no place in an expression");
  }

  void refuse_parenthesis() const {
    if (token_ == ")" && depth_ == 0) refuse("which closes no parenthesis");
    if (token_ == ",") refuse("outside of a call");
  }

  [[noreturn]] void refuse_value() const {
    if (token_.empty()) refuse_end();
    refuse_foreign();
    if (token_ == "*" || token_ == "&" || token_ == "&&")
      refuse(
          "where a value must stand: an expression neither reads nor takes an address; pass the array as an "
          "input");
    refuse_parenthesis();
    refuse("where a value must stand");
  }

  [[noreturn]] void refuse_operator() const {
    refuse_foreign();
    if (is_letter(token_[0])) check_word();
    refuse_parenthesis();
    refuse("where an operator must stand");
  }

  // Reads the next token.
  void next() {
    at_ += token_.size();
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    const std::string_view rest = text_.substr(at_);
    if (rest.empty()) {
      token_ = rest;
      return;
    }
    const char c = rest[0];
    std::size_t size = 1;
    if (is_letter(c)) {
      while (size < rest.size() && (is_letter(rest[size]) || is_digit(rest[size]))) ++size;
    } else if (is_digit(c) || (c == '.' && rest.size() > 1 && is_digit(rest[1]))) {
      size = number_size(rest);
    } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) {
      // Control characters would break the line of the message.
      token_ = "?";
      refuse(concat("a byte of the value ", static_cast<unsigned char>(c),
                    ", which has no place in an expression"));
    } else {
      for (const std::string_view each : kSigns) {
        if (!rest.starts_with(each)) continue;
        size = each.size();
        break;
      }
    }
    token_ = rest.substr(0, size);
    if (is_digit(c) || (c == '.' && size > 1 && is_digit(rest[1])))
      if (!is_number(token_)) refuse("which is no number: write 2, 0x10, 2.5, 1e-3f or 7ull");
  }

  // Returns the length of a preprocessing number, so that no other token can follow: quotes, which C++
  // allows, belong to it.
  static std::size_t number_size(std::string_view rest) noexcept {
    std::size_t size = 1;
    while (size < rest.size()) {
      const char c = rest[size], before = rest[size - 1];
      const bool is_sign =
          (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P') &&
          !((before == 'e' || before == 'E') && (rest.starts_with("0x") || rest.starts_with("0X")));
      if (!is_digit(c) && !is_letter(c) && c != '.' && c != '\'' && !is_sign) break;
      ++size;
    }
    return size;
  }

  bool take(std::string_view token) {
    if (token_ != token) return false;
    next();
    return true;
  }

  void open() {
    if (++depth_ > kMaxParentheses)
      refuse(concat("inside of ", kMaxParentheses, " others: write it in several steps"));
    next();
  }
  void close() {
    if (token_.empty()) refuse_end();
    if (token_ != ")") refuse_operator();
    --depth_;
    next();
  }

  void expression() {
    while (true) {
      prefixed();
      if (token_ == "?") {
        if (++questions_ > kMaxParentheses)
          refuse(concat("inside of ", kMaxParentheses, " others: write it in several steps"));
        next();
        expression();
        if (token_.empty())
          throw Failure(status::kInvalidArgument,
                        concat(words_.name, " \"", shown(), "\" has a \"?\" without its \":\""));
        if (token_ != ":") refuse_operator();
        --questions_;
      } else if (!is_one_of(token_, kBinaries)) {
        return;
      }
      next();
    }
  }

  void prefixed() {
    while (true) {
      while (is_one_of(token_, kPrefixes)) next();
      if (token_ != "(") return value();
      open();
      const std::size_t at = at_;
      const std::string_view token = token_;
      if (is_one_of(token_, kTypeWords)) {
        type();
        if (token_ == ")") {
          close();
          continue;  // a cast, whose operand follows
        }
        if (token_ != "(") {
          if (token_.empty()) refuse_end();
          refuse("in a cast, which names a type of numbers and nothing else: (float)a");
        }
        // The parentheses contain a value such as `int(a)`, so this is no cast.
        at_ = at;
        token_ = token;
      }
      expression();
      return close();
    }
  }

  // Reads the words of one numeric type, and checks how often each may occur and in which combination.
  void type() {
    std::size_t longs = 0, ints = 0, shorts = 0, signs = 0, chars = 0, others = 0;
    bool is_double = false;
    for (; is_one_of(token_, kTypeWords); next()) {
      if (token_ == "long")
        ++longs;
      else if (token_ == "int")
        ++ints;
      else if (token_ == "short")
        ++shorts;
      else if (token_ == "char")
        ++chars;
      else if (token_ == "signed" || token_ == "unsigned")
        ++signs;
      else {
        ++others;
        is_double = token_ == "double";
      }
      const std::size_t kinds = (longs > 0) + shorts + chars + others;
      const bool is_one = kinds <= 1 || (kinds == 2 && longs == 1 && is_double);
      if (!is_one || longs > 2 || ints > 1 || signs > 1 || (ints > 0 && chars + others > 0) ||
          (signs > 0 && others > 0))
        refuse("which makes no type with the words before it");
    }
  }

  void value() {
    if (token_.empty()) refuse_end();
    if (is_digit(token_[0]) || (token_[0] == '.' && token_.size() > 1 && is_digit(token_[1]))) return next();
    if (!is_letter(token_[0])) refuse_value();
    if (is_index()) {
      indices_ |= token_ == "i" ? 1u : 2u << (token_[1] - '0');
      return next();
    }
    if (token_ == "true" || token_ == "false" || is_operand()) return next();
    if (is_one_of(token_, kTypeWords)) {
      const std::string_view word = token_;
      next();
      if (token_ != "(") {
        if (token_.empty()) refuse_end();
        refuse(concat("behind \"", word, "\": a cast is (", word, ")a"));
      }
      open();
      expression();
      return close();
    }
    check_word();
    call();
  }

  void call() {
    const std::string_view name = token_;
    const Function* function = find_function(name);
    const std::size_t at = at_;
    next();
    if (token_ != "(") {
      at_ = at;
      token_ = name;
      refuse(concat("which is a function: write ", name, "(...)"));
    }
    open();
    std::size_t count = 0;
    if (token_ != ")") {
      do {
        expression();
        ++count;
      } while (take(","));
    }
    close();
    if (!function || words_.calls_any || count == function->arguments) return;
    at_ = at;
    token_ = name;
    refuse(concat("which takes ", function->arguments,
                  function->arguments == 1 ? " value, not " : " values, not ", count));
  }

  bool is_operand() const noexcept {
    const auto is_in = [&](std::span<const std::string_view> names) {
      return std::find(names.begin(), names.end(), token_) != names.end();
    };
    return is_in(words_.inputs) || is_in(words_.scalars);
  }

  bool is_index() const noexcept {
    if (!words_.has_indices) return false;
    return token_ == "i" || (token_.size() == 2 && token_[0] == 'i' && is_digit(token_[1]) &&
                             static_cast<std::size_t>(token_[1] - '0') < words_.dimensions);
  }

  bool is_call() const noexcept {
    const std::size_t next = text_.find_first_not_of(' ', at_ + token_.size());
    return next != std::string_view::npos && text_[next] == '(';
  }

  // Refuses a word that no expression with this number of inputs and scalars has.
  void check_word() const {
    if (token_ == "true" || token_ == "false" || is_operand() || is_index() ||
        is_one_of(token_, kTypeWords) || find_function(token_))
      return;
    if (words_.calls_any && is_call()) return;
    if (!words_.known.empty())
      refuse(concat("which is neither ", words_.known, " nor a mathematical function",
                    words_.calls_any ? ", and is not called as one of the preamble is: name(a)" : ""));
    if (token_.size() == 2 && token_[0] == 'i' && is_digit(token_[1]))
      refuse(concat("which is the index in dimension ", token_.substr(1), ", and `ndarray` has ",
                    words_.dimensions,
                    " dimensions: i is the index in C's order, i0 that in the first dimension"));
    if (words_.names_inputs || words_.names_scalars)
      refuse(concat(
          "which is neither an input nor a scalar of `options`, an index (i, i0 ...) nor a mathematical "
          "function",
          words_.calls_any ? ", and is not called as one of the preamble is: name(a)" : ""));
    if (token_.size() == 1 && kInputNames.find(token_) != std::string_view::npos)
      refuse(concat("which is input ", kInputNames.find(token_), ", and `input_count` is ",
                    words_.inputs.size(), ": pass an array for each letter"));
    if (token_.size() == 1 && kScalarNames.find(token_) != std::string_view::npos)
      refuse(concat("which is scalar ", kScalarNames.find(token_), ", and `scalar_count` is ",
                    words_.scalars.size(), ": pass a number for each letter"));
    refuse(
        "which is neither an input (a, b ...), a scalar (x, y ...), an index (i, i0 ...) nor a mathematical "
        "function: write one of these");
  }

  const std::string_view text_;
  const Words& words_;
  Indices indices_ = 0;
  std::string_view token_;  // the next token; empty at the end
  std::size_t at_ = 0;      // its offset
  std::size_t depth_ = 0;
  std::size_t questions_ = 0;
};

// Throws unless the names can be those of operands; `list` is "`options->input_names", and `others` are names
// of other operands.
void check_names(std::span<const std::string_view> names, const char* list,
                 std::span<const std::string_view> others) {
  constexpr std::size_t kMaxName = 64;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view each = names[i];
    const auto refuse = [&](std::string_view why) {
      throw Failure(status::kInvalidArgument, concat(list, "[", i, "]` is \"", each, "\"", why));
    };
    const bool is_word =
        !each.empty() && each.size() <= kMaxName && is_letter(each[0]) &&
        std::all_of(each.begin(), each.end(), [](char c) { return is_letter(c) || is_digit(c); });
    if (!is_word) refuse(": write letters, digits and _, a letter first, 64 at most");
    const bool is_index = each == "i" || (each.size() == 2 && each[0] == 'i' && is_digit(each[1]));
    if (is_index || is_one_of(each, kTypeWords) || find_function(each) ||
        kReserved.find(concat(" ", each, " ")) != std::string_view::npos)
      refuse(", which has a meaning in C++ or in expressions: write another one");
    // Compilers have macros of such names.
    if (each[0] == '_' || each.find("__") != std::string_view::npos || each.starts_with("gridcall_"))
      refuse(", and names with _ in front, with __ or with gridcall_ are taken: write another one");
    const auto is_in = [&](std::span<const std::string_view> all) {
      return std::find(all.begin(), all.end(), each) != all.end();
    };
    if (is_in(names.first(i)) || is_in(others))
      refuse(", which is the name of another operand too: write another one");
  }
}

constexpr std::string_view kInputLetters[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
constexpr std::string_view kScalarLetters[] = {"x", "y", "z", "u", "v", "w"};

Indices check_new(std::string_view expressions, std::size_t count, const Words& words) {
  if (count == 0) return Parser(expressions, words).check();
  if (words.names_inputs) check_names(words.inputs, "`options->input_names", words.scalars);
  if (words.names_scalars) check_names(words.scalars, "`options->scalar_names", words.inputs);
  const auto parts = static_cast<std::size_t>(1 + std::count(expressions.begin(), expressions.end(), ';'));
  if (parts != count)
    throw Failure(status::kInvalidArgument,
                  concat("`expression` has ", parts, parts == 1 ? " part" : " parts",
                         ", and `output_count` is ", count, ": write one for each, with \";\" between them"));
  Indices indices = 0;
  for (std::size_t i = 0; i < count; ++i) indices |= Parser(take_expression(expressions), words).check();
  return indices;
}

// Expressions that were right, with all that their check depends on: programs call the same few again.
struct KnownExpression {
  std::size_t size;  // 0: none
  Indices indices;
  char text[244];

  // Returns false if they do not fit.
  bool set(std::string_view expressions, std::size_t count, const Words& words) noexcept {
    size = 0;
    const bool has_names = words.names_inputs || words.names_scalars || !words.known.empty();
    bool fits = add(static_cast<char>(count)) && add(static_cast<char>(words.dimensions)) &&
                add(static_cast<char>(words.inputs.size())) && add(static_cast<char>(words.scalars.size())) &&
                add(static_cast<char>(words.names_inputs | words.names_scalars << 1 | words.calls_any << 2 |
                                      words.has_indices << 3 | !words.known.empty() << 4)) &&
                add(expressions);
    if (!has_names) return fits;
    // No name and no expression that is right has a control character.
    for (const std::string_view name : words.inputs) fits = fits && add('\n') && add(name);
    for (const std::string_view name : words.scalars) fits = fits && add('\n') && add(name);
    return fits;
  }
  bool operator==(const KnownExpression& other) const noexcept {
    return size == other.size && std::memcmp(text, other.text, size) == 0;
  }

 private:
  bool add(std::string_view part) noexcept {
    if (part.size() > sizeof text - size) return false;
    std::memcpy(text + size, part.data(), part.size());
    size += part.size();
    return true;
  }
  bool add(char part) noexcept { return add(std::string_view(&part, 1)); }
};
// The list of all threads; while one looks at it, the others check anew. It is not thread-local: the
// library's thread-local memory is taken from what the loader has spare.
constexpr std::size_t kKnownCount = 16;
struct KnownList {
  std::mutex lock;
  std::size_t last;
  KnownExpression all[kKnownCount];
};
constinit KnownList known_list = {};

}  // namespace

std::span<const std::string_view> input_letters(std::size_t count) noexcept {
  return std::span(kInputLetters).first(count);
}
std::span<const std::string_view> scalar_letters(std::size_t count) noexcept {
  return std::span(kScalarLetters).first(count);
}

std::string_view take_expression(std::string_view& expressions) noexcept {
  const std::string_view first = expressions.substr(0, expressions.find(';'));
  expressions.remove_prefix(std::min(first.size() + 1, expressions.size()));
  return first;
}

Indices check_expressions(std::string_view expressions, std::size_t count, const Words& words) {
  KnownExpression now;
  if (!now.set(expressions, count, words)) return check_new(expressions, count, words);
  {
    const std::unique_lock lock(known_list.lock, std::try_to_lock);
    if (lock)
      for (const KnownExpression& known : known_list.all)
        if (known == now) return known.indices;
  }
  now.indices = check_new(expressions, count, words);
  const std::unique_lock lock(known_list.lock, std::try_to_lock);
  if (lock) {
    known_list.last = (known_list.last + 1) % kKnownCount;
    known_list.all[known_list.last] = now;
  }
  return now.indices;
}

Indices check_expression(std::string_view expression, std::size_t inputs, std::size_t scalars,
                         std::size_t dimensions, bool calls_any) {
  Words words{input_letters(inputs), scalar_letters(scalars), dimensions};
  words.calls_any = calls_any;
  return check_expressions(expression, 0, words);
}

}  // namespace gridcall::ndarray
