// SPDX-License-Identifier: Apache-2.0
//
// Expressions of gc_ndarray_apply. An expression becomes a part of a kernel, so what is accepted must not
// be able to reach memory: texts by hand, and random ones beside a recognizer that is written another way.

#include "ndarray/expression.h"

#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
}

using namespace gridcall;

namespace {

// Checks an expression of two inputs, a and b, one scalar, x, and two dimensions. Returns the message if it
// is refused.
std::string refusal(std::string_view text) {
  try {
    ndarray::check_expression(text, 2, 1, 2);
  } catch (const Failure& failure) {
    assert_int_equal(failure.status, status::kInvalidArgument);
    return failure.message;
  }
  return "";
}

// Returns true if the expressions are accepted.
bool is_accepted(std::string_view expressions, std::size_t count, const ndarray::Words& words) {
  try {
    ndarray::check_expressions(expressions, count, words);
  } catch (const Failure&) {
    return false;
  }
  return true;
}

// An expression that was right is remembered: it is looked at again where its operands are others.
void remembers_no_other_operands(void**) {
  static constexpr std::string_view kNames[] = {"price", "rate"};
  const auto letters = [](std::size_t inputs, std::size_t scalars, std::size_t dimensions) {
    return ndarray::Words{ndarray::input_letters(inputs), ndarray::scalar_letters(scalars), dimensions};
  };
  const auto named = [](std::size_t inputs, std::size_t scalars, bool calls_any) {
    const std::span<const std::string_view> names(kNames);
    return ndarray::Words{
        names.first(inputs), names.subspan(1, scalars), 1, inputs != 0, scalars != 0, calls_any};
  };
  for (int turn = 0; turn < 2; ++turn) {
    assert_true(is_accepted("a + b * x", 1, letters(2, 1, 1)));
    assert_false(is_accepted("a + b * x", 1, letters(1, 1, 1)));
    assert_false(is_accepted("a + b * x", 1, letters(2, 0, 1)));
    assert_true(is_accepted("i1", 1, letters(1, 0, 2)));
    assert_false(is_accepted("i1", 1, letters(1, 0, 1)));
    assert_true(is_accepted("a; a", 2, letters(1, 0, 1)));
    assert_false(is_accepted("a; a", 1, letters(1, 0, 1)));
    assert_false(is_accepted("a; a", 0, letters(1, 0, 1)));
    assert_true(is_accepted("price", 1, named(1, 0, false)));
    assert_false(is_accepted("price", 1, letters(1, 0, 1)));
    assert_false(is_accepted("rate", 1, named(1, 0, false)));
    assert_true(is_accepted("rate", 1, named(0, 1, false)));
    assert_true(is_accepted("own(price)", 1, named(1, 0, true)));
    assert_false(is_accepted("own(price)", 1, named(1, 0, false)));
  }
}

void takes_expressions(void**) {
  static constexpr const char* kTexts[] = {
      "a",
      "a + 2 * b",
      "i",
      "a * (i0 == i1) + i",
      "x < a ? sqrt(a) : b",
      "a?b:x?a:b",
      "a ? b ? 1 : 2 : 3",
      "-a - -b + +x",
      "!a && ~b || a & b | a ^ b",
      "a<-b",
      "a<<2>>1",
      "a == b != (a <= b) >= x",
      "(float)a",
      "(float)-a",
      "(unsigned long long)(a + b)",
      "(long unsigned int)a",
      "(signed char)(int)a",
      "float(a) + unsigned(b)",
      "(int(a) + 1) % 2",
      "complex(a, (b))",
      "real(conj(a)) * imag(b)",
      "fma(a, b, max(x, 1))",
      "rsqrtf(a) + erff(b) + powf(a, 2.f) + fmaxf(a, b) + j0f(a) + exp10f(b) + normcdff(a)",
      "0x1fULL + 017 + 1e-3f + .5 + 2. + 1.5e+10F",
      "true ? false : a",
      "((((a))))"};
  for (const char* text : kTexts) {
    const std::string why = refusal(text);
    if (!why.empty()) fail_msg("%s", why.c_str());
  }
  std::string deep(100, '('), chain = "a", signs(2000, '-');
  deep += "a" + std::string(100, ')');
  for (int i = 0; i < 500; ++i) chain += " ? b : a";
  for (std::size_t i = 1; i < signs.size(); i += 2) signs[i] = ' ';
  assert_string_equal(refusal(deep).c_str(), "");
  assert_string_equal(refusal(chain).c_str(), "");
  assert_string_equal(refusal(signs + "a").c_str(), "");
}

void refuses_with_place(void**) {
  static constexpr struct {
    const char *text, *says;
  } kTexts[] = {
      {"*(float*)8", "has \"*\" at column 1, where a value must stand: an expression neither reads"},
      {"a + *b", "has \"*\" at column 5"},
      {"&a", "has \"&\" at column 1"},
      {"a && &b", "has \"&\" at column 6"},
      {"a + &&b", "has \"&&\" at column 5"},
      {"(float*)a", "has \"*\" at column 7, in a cast"},
      {"(float&)a", "has \"&\" at column 7, in a cast"},
      {"(int(*)(int))a", "has \"*\" at column 6"},
      {"*(&a + 1000000000)", "has \"*\" at column 1"},
      {"a[0]", "has \"[\" at column 2"},
      {"a<:0:>", "has \"<:\" at column 2"},
      {"a <% b", "has \"<%\" at column 3"},
      {"%: a", "has \"%:\" at column 1"},
      {"a.re", "has \".\" at column 2"},
      {"a->b", "has \"->\" at column 2"},
      {"::a", "has \"::\" at column 1"},
      {"a.*b", "has \".*\" at column 2"},
      {"a, b", "outside of a call"},
      {"(a, b)", "outside of a call"},
      {"sin", "which is a function: write sin(...)"},
      {"sin + 1", "has \"sin\" at column 1"},
      {"(sin)(a)", "has \"sin\" at column 2"},
      {"sin()", "which takes 1 value, not 0"},
      {"pow(a)", "which takes 2 values, not 1"},
      {"sin(a, b)", "which takes 1 value, not 2"},
      {"a(b)", "has \"(\" at column 2, where an operator must stand"},
      {"a b", "has \"b\" at column 3, where an operator must stand"},
      {"a c", "has \"c\" at column 3, which is input 2, and `input_count` is 2"},
      {"y", "which is scalar 1, and `scalar_count` is 1"},
      {"i2", "has \"i2\" at column 1, which is the index in dimension 2, and `ndarray` has 2 dimensions"},
      {"i(a)", "has \"(\" at column 2, where an operator must stand"},
      {"frexp(a, b)", "has \"frexp\" at column 1, which is neither an input"},
      {"maxf(a, b)", "has \"maxf\""},
      {"sizeof(a)", "has \"sizeof\""},
      {"new int", "has \"new\""},
      {"throw a", "has \"throw\""},
      {"__asm__(a)", "has \"__asm__\""},
      {"asm", "has \"asm\""},
      {"static_cast<int>(a)", "has \"static_cast\""},
      {"abs<int>(a)", "has \"abs\""},
      {"[](int i) { return i; }(a)", "has \"[\" at column 1"},
      {"({ a; })", "has \"{\" at column 2"},
      {"int{a}", "has \"{\" at column 4"},
      {"(int)", "ends at column 6, where a value is missing"},
      {"(int", "lacks 1 closing"},
      {"int", "where a value is missing"},
      {"int a", "has \"a\" at column 5"},
      {"unsigned int(a)", "has \"int\" at column 10"},
      {"(float double)a", "makes no type"},
      {"(long long long)a", "makes no type"},
      {"(unsigned float)a", "makes no type"},
      {"(const int)a", "has \"const\""},
      {"(void)a", "has \"void\""},
      {"\"a\"", "has \"\"\" at column 1"},
      {"'a'", "has \"'\" at column 1"},
      {"a \\ b", "has \"\\\" at column 3"},
      {"#a", "has \"#\" at column 1"},
      {"a ## b", "has \"##\""},
      {"a @ b", "has \"@\""},
      {"a; b", "has \";\" at column 2"},
      {"a = b", "an assignment"},
      {"a <<= b", "an assignment"},
      {"a ^= b", "an assignment"},
      {"a <=> b", "has \"<=>\""},
      {"a++", "has \"++\" at column 2"},
      {"--a", "has \"--\" at column 1"},
      {"a /* b", "has \"/*\""},
      {"a // b", "has \"//\""},
      {"a ... b", "has \"...\""},
      {"1_km", "is no number"},
      {"1.0l", "is no number"},
      {"1'0", "is no number"},
      {"0x", "is no number"},
      {"0x1p-3", "is no number"},
      {"08", "is no number"},
      {"1..2", "is no number"},
      {"a +", "ends at column 4, where a value is missing"},
      {"a ? b", "has a \"?\" without its \":\""},
      {"a ? b) : a", "closes no parenthesis"},
      {"a : b", "has \":\" at column 3"},
      {"a ?: b", "has \":\" at column 4, where a value must stand"},
      {"a)", "closes no parenthesis"},
      {"(a", "lacks 1 closing"},
      {"()", "has \")\" at column 2"},
      {"a\n", "a byte of the value 10"},
      {"a\t", "a byte of the value 9"},
      {"\xc3\xa4", "a byte of the value 195"},
      {"", "is empty"},
      {"  ", "is empty"}};
  for (const auto& each : kTexts) {
    const std::string why = refusal(each.text);
    if (why.find(each.says) == std::string::npos)
      fail_msg("\"%s\" gives \"%s\", not \"%s\"", each.text, why.c_str(), each.says);
  }
  assert_true(refusal(std::string(101, '(') + "a" + std::string(101, ')')).find("inside of 100") !=
              std::string::npos);
  assert_true(refusal(std::string(5000, ' ')).find("at most 4096") != std::string::npos);
}

// --- another recognizer: the text in C++'s tokens, then by what may follow what

bool is_word(const std::string& token) {
  return (token[0] >= 'a' && token[0] <= 'z') || (token[0] >= 'A' && token[0] <= 'Z') || token[0] == '_';
}
bool is_number(const std::string& token) {
  return token[0] >= '0' && token[0] <= '9';
}

std::vector<std::string> tokens_of(const std::string& text) {
  static const std::vector<std::string> kLong = {
      "...", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&",
      "||",  "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "->",
      ".*",  "::",  "//",  "/*",  "##",  "<:", ":>", "<%", "%>", "%:"};
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    std::size_t size = 1;
    const std::string first(1, text[i]);
    if (is_word(first) || is_number(first)) {
      // The vocabulary's numbers have no sign and no point.
      while (i + size < text.size() &&
             (is_word(text.substr(i + size, 1)) || is_number(text.substr(i + size, 1))))
        ++size;
    } else {
      for (const std::string& each : kLong)
        if (text.compare(i, each.size(), each) == 0) {
          size = each.size();
          break;
        }
    }
    tokens.push_back(text.substr(i, size));
    i += size;
  }
  return tokens;
}

bool among(const std::string& token, std::initializer_list<const char*> list) {
  for (const char* each : list)
    if (token == each) return true;
  return false;
}

// Decimal, or hexadecimal where tokens grew together; the vocabulary has no octal one.
bool is_integer(const std::string& token) {
  const bool is_hex = token.compare(0, 2, "0x") == 0;
  return is_number(token) && token.size() > (is_hex ? 2 : 0) &&
         token.find_first_not_of(is_hex ? "0123456789abcdef" : "0123456789", is_hex ? 2 : 0) ==
             std::string::npos;
}

// Two states, "a value comes" and "an operator comes", and a stack of what is open.
bool recognizes(const std::string& text) {
  const std::vector<std::string> tokens = tokens_of(text);
  struct Open {
    char kind;  // '(' plain, 'f' a call, '?' a condition
    int wanted = 1, commas = 0;
  };
  std::vector<Open> open;
  bool wants_value = true;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& token = tokens[i];
    const std::string behind = i + 1 < tokens.size() ? tokens[i + 1] : "";
    if (wants_value) {
      if (among(token, {"+", "-", "!", "~"})) continue;
      if (token == "(") {
        if (behind == "int" || behind == "float") {
          if (i + 2 < tokens.size() && tokens[i + 2] == ")") {
            i += 2;
            continue;
          }
        }
        open.push_back({'('});
      } else if (among(token, {"a", "b", "x", "true"}) || is_integer(token)) {
        wants_value = false;
      } else if (among(token, {"sin", "asin", "pow", "int", "float"}) && behind == "(") {
        open.push_back({'f', token == "pow" ? 2 : 1, 0});
        ++i;
      } else {
        return false;
      }
      continue;
    }
    if (token == ")") {
      if (open.empty() || open.back().kind == '?' || open.back().commas + 1 != open.back().wanted)
        return false;
      open.pop_back();
    } else if (token == ",") {
      if (open.empty() || open.back().kind != 'f') return false;
      ++open.back().commas;
      wants_value = true;
    } else if (token == "?") {
      open.push_back({'?'});
      wants_value = true;
    } else if (token == ":") {
      if (open.empty() || open.back().kind != '?') return false;
      open.pop_back();
      wants_value = true;
    } else if (among(token, {"+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "<<",
                             ">>", "&&", "||"})) {
      wants_value = true;
    } else {
      return false;
    }
  }
  return !wants_value && open.empty();
}

std::vector<std::string> random_expression(std::mt19937& random, int depth) {
  const auto part = [&] { return random_expression(random, depth - 1); };
  std::vector<std::string> made;
  const auto add = [&](const std::vector<std::string>& more) {
    made.insert(made.end(), more.begin(), more.end());
  };
  switch (depth <= 0 ? random() % 3 : random() % 10) {
    case 0:
      return {"a"};
    case 1:
      return {"7"};
    case 2:
      return {random() % 2 ? "b" : "x"};
    case 3:
      made = {"(", random() % 2 ? "int" : "float", ")"};
      add(part());
      return made;
    case 4:
      made = {"("};
      break;
    case 5:
      made = {random() % 2 ? "sin" : "int", "("};
      break;
    case 6:
      made = {"pow", "("};
      add(part());
      made.emplace_back(",");
      break;
    case 7:
      made = part();
      made.emplace_back("?");
      add(part());
      made.emplace_back(":");
      add(part());
      return made;
    case 8:
      made = {random() % 2 ? "-" : "!"};
      add(part());
      return made;
    default: {
      static constexpr const char* kBinaries[] = {"+", "*", "&", "&&", "<", ">", "<<", "-", "/", "%", "=="};
      made = part();
      made.emplace_back(kBinaries[random() % std::size(kBinaries)]);
      add(part());
      return made;
    }
  }
  add(part());
  made.emplace_back(")");
  return made;
}

void random_texts_reach_no_memory(void**) {
  static constexpr const char* kVocabulary[] = {
      "a", "b", "x", "7", "0x1f", "true", "sin", "pow", "int", "float", "(",  ")",    "(",  ")",
      "*", "&", "*", "&", "&&",   "?",    ":",   ",",   "+",   "-",     "<",  ">",    "<<", "sizeof",
      "[", "]", "{", "}", "->",   "::",   "=",   "++",  "--",  "new",   ";",  "void", "%",  "~",
      "!", "|", "^", "/", ".",    "\"",   "'",   "\\",  "#",   "<:",    ":>", "%:",   "asm"};
  std::mt19937 random(20260801);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 300000; ++round) {
    std::vector<std::string> tokens = random_expression(random, 3);
    for (unsigned changes = random() % 4; changes > 0; --changes) {
      const auto at = static_cast<std::ptrdiff_t>(random() % tokens.size());
      const char* token = kVocabulary[random() % std::size(kVocabulary)];
      switch (random() % 3) {
        case 0:
          tokens[static_cast<std::size_t>(at)] = token;
          break;
        case 1:
          tokens.insert(tokens.begin() + at, token);
          break;
        default:
          if (tokens.size() > 1) tokens.erase(tokens.begin() + at);
      }
    }
    std::string text;
    const bool is_dense = random() % 2;
    for (const std::string& each : tokens) text += is_dense || text.empty() ? each : " " + each;
    // A point or a quote makes another number of a number; the other recognizer knows none.
    if (text.find('.') != std::string::npos || text.find('\'') != std::string::npos) continue;
    const std::string why = refusal(text);
    if (why.empty() != recognizes(text))
      fail_msg("\"%s\" is %s: %s", text.c_str(), why.empty() ? "accepted" : "refused", why.c_str());
    ++(why.empty() ? accepted : refused);
  }
  assert_in_range(accepted, 50000, 300000);
  assert_in_range(refused, 50000, 300000);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(takes_expressions), cmocka_unit_test(refuses_with_place),
                              cmocka_unit_test(remembers_no_other_operands),
                              cmocka_unit_test(random_texts_reach_no_memory)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
