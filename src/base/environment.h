// SPDX-License-Identifier: Apache-2.0
//
// The environment variables of gridcall (base/environment.def). Inline, because libgridcall_cpu.so reads
// its own in the same way. Nothing here throws but for memory, and reading a value does not even allocate.

#pragma once

#include <stdlib.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcall::environment {

enum class Kind { kText, kPath, kSwitch, kNumber, kBytes, kSeconds, kChoice, kList, kOther };

enum class Name {
#define GRIDCALL_VARIABLE(name, kind, least, most, words, otherwise, text) name,
#include "base/environment.def"
#undef GRIDCALL_VARIABLE
};

struct Variable {
  const char* name;  // includes GRIDCALL_
  Kind kind;
  std::uint64_t least;
  std::uint64_t most;
  std::string_view words;  // the values of a CHOICE, or of each part of a LIST
};

namespace detail {
inline constexpr Kind TEXT = Kind::kText, PATH = Kind::kPath, SWITCH = Kind::kSwitch, NUMBER = Kind::kNumber,
                      BYTES = Kind::kBytes, SECONDS = Kind::kSeconds, CHOICE = Kind::kChoice,
                      LIST = Kind::kList, OTHER = Kind::kOther;
}  // namespace detail

inline constexpr Variable kVariables[] = {
#define GRIDCALL_VARIABLE(name, kind, least, most, words, otherwise, text) \
  {"GRIDCALL_" #name, detail::kind, least, most, words},
#include "base/environment.def"
#undef GRIDCALL_VARIABLE
};

inline constexpr const Variable& variable(Name name) noexcept {
  return kVariables[static_cast<std::size_t>(name)];
}

// Returns the value; NULL if it is not set or "". In a set-user-ID program no variable is set.
inline const char* text(const char* name) noexcept {
  const char* value = ::secure_getenv(name);
  return !value || *value == '\0' ? nullptr : value;
}
inline const char* text(Name name) noexcept {
  return text(variable(name).name);
}

// Returns the value as a string.
inline std::optional<std::string> value(const char* name) {
  const char* text = environment::text(name);
  return text ? std::optional<std::string>(text) : std::nullopt;
}
inline std::optional<std::string> value(Name name) {
  return value(variable(name).name);
}

// Parses "1048576", "512M", "4G". Returns nullopt for other texts, and for more than 64 bits.
inline std::optional<std::uint64_t> parse_number(std::string_view text, bool takes_unit) noexcept {
  std::uint64_t value = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    const auto digit = static_cast<std::uint64_t>(text[at] - '0');
    if (__builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
        __builtin_add_overflow(value, digit, &value))
      return std::nullopt;
  }
  if (at == 0) return std::nullopt;
  if (at == text.size()) return value;
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t unit = kUnits.find(static_cast<char>(text[at] & ~0x20));
  if (!takes_unit || at + 1 != text.size() || unit == std::string_view::npos) return std::nullopt;
  const unsigned shift = 10 * (static_cast<unsigned>(unit) + 1);
  if (value > (UINT64_MAX >> shift)) return std::nullopt;
  return value << shift;
}

// Parses "0.5", "30" to nanoseconds. Returns nullopt for other texts, and outside of the rule's range.
inline std::optional<std::uint64_t> parse_seconds(std::string_view text, const Variable& rule) noexcept {
  const std::size_t point = text.find('.');
  const std::optional<std::uint64_t> whole = parse_number(text.substr(0, point), false);
  if (!whole || *whole < rule.least || *whole > rule.most) return std::nullopt;
  std::uint64_t nanoseconds = 0;
  std::uint64_t unit = 1'000'000'000;
  if (point != std::string_view::npos) {
    if (point + 1 == text.size()) return std::nullopt;
    for (const char digit : text.substr(point + 1)) {
      if (digit < '0' || digit > '9') return std::nullopt;
      unit /= 10;
      nanoseconds += unit * static_cast<std::uint64_t>(digit - '0');
    }
  }
  return *whole * 1'000'000'000 + nanoseconds;
}

inline std::optional<bool> parse_switch(std::string_view text) noexcept {
  for (std::string_view word : {"1", "on", "yes", "true"})
    if (text == word) return true;
  for (std::string_view word : {"0", "off", "no", "false"})
    if (text == word) return false;
  return std::nullopt;
}

inline bool is_one_of(std::string_view words, std::string_view word) noexcept {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    if (end == std::string_view::npos) break;
    words.remove_prefix(end + 1);
  }
  return false;
}

// Calls visit(word) for each part of a LIST, until it returns false. Returns true if it never did.
template <class Visit>
bool each_word(std::string_view list, Visit&& visit) {
  for (;;) {
    const std::size_t comma = list.find(',');
    if (!visit(list.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    list.remove_prefix(comma + 1);
  }
}

// Returns a NUMBER or BYTES; `otherwise` if it is not set or wrong (see defect).
inline std::uint64_t number(Name name, std::uint64_t otherwise) noexcept {
  const char* value = text(name);
  if (!value) return otherwise;
  const Variable& rule = variable(name);
  const std::optional<std::uint64_t> parsed = parse_number(value, rule.kind == Kind::kBytes);
  return parsed && *parsed >= rule.least && *parsed <= rule.most ? *parsed : otherwise;
}

// Returns the value of a SECONDS.
inline std::uint64_t nanoseconds(Name name, std::uint64_t otherwise) noexcept {
  const char* value = text(name);
  return value ? parse_seconds(value, variable(name)).value_or(otherwise) : otherwise;
}

// Returns the value of a SWITCH.
inline bool is_on(Name name) noexcept {
  const char* value = text(name);
  return value && parse_switch(value).value_or(false);
}

namespace detail {
inline std::string shown(std::uint64_t value, bool takes_unit) {
  unsigned unit = 0;
  while (takes_unit && unit < 4 && value != 0 && value % 1024 == 0) {
    value /= 1024;
    ++unit;
  }
  std::string result = std::to_string(value);
  if (unit != 0) result += "KMGT"[unit - 1];
  return result;
}
}  // namespace detail

// Returns the defect of the value, in a sentence; "" if it has none.
inline std::string defect(const Variable& rule) {
  const char* value = text(rule.name);
  if (!value) return {};
  const bool is_bytes = rule.kind == Kind::kBytes;
  std::string allowed;
  switch (rule.kind) {
    case Kind::kSwitch:
      if (parse_switch(value)) return {};
      allowed = "1 or 0";
      break;
    case Kind::kChoice:
      if (is_one_of(rule.words, value)) return {};
      for (char c : rule.words) allowed += c == ' ' ? std::string(" or ") : std::string(1, c);
      break;
    case Kind::kList:
      if (each_word(value, [&](std::string_view word) { return is_one_of(rule.words, word); })) return {};
      for (char c : rule.words) allowed += c == ' ' ? std::string(", ") : std::string(1, c);
      allowed = "some of these with commas between them: " + allowed;
      break;
    case Kind::kNumber:
    case Kind::kBytes: {
      const std::optional<std::uint64_t> parsed = parse_number(value, is_bytes);
      if (parsed && *parsed >= rule.least && *parsed <= rule.most) return {};
      allowed = is_bytes ? "bytes, with K, M, G or T behind the number if you like" : "a whole number";
      if (rule.most != UINT64_MAX) {
        allowed += ", " + detail::shown(rule.least, is_bytes) + " to " + detail::shown(rule.most, is_bytes);
      } else if (rule.least != 0) {
        allowed += ", " + detail::shown(rule.least, is_bytes) + " at least";
      }
      break;
    }
    case Kind::kSeconds:
      if (parse_seconds(value, rule)) return {};
      allowed = "seconds, as 0.5 or 30, " + detail::shown(rule.least, false) + " to " +
                detail::shown(rule.most, false);
      break;
    case Kind::kText:
    case Kind::kPath:
    case Kind::kOther:
      return {};
  }
  return std::string(rule.name) + " in the environment is \"" + value + "\": write " + allowed +
         ", or unset it";
}
inline std::string defect(Name name) {
  return defect(variable(name));
}

// Returns the defect of the first variable that has one.
inline std::string first_defect() {
  for (const Variable& each : kVariables)
    if (std::string found = defect(each); !found.empty()) return found;
  return {};
}

// The functions below are for libgridcall.so alone (base/environment.cpp).

// Throws Failure INVALID_ARGUMENT if the variable has a value that is not allowed.
void require(Name name);
// Checks every variable, until one check has found no defect. Warns of unknown names on standard error.
void check_all();
// Returns the variables that are set and affect the library, as NAME=VALUE, and a sentence for each unknown
// name that begins with GRIDCALL_.
std::vector<std::string> variables_set();

}  // namespace gridcall::environment
