// SPDX-License-Identifier: Apache-2.0

#include "cpu/runtime/print.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace gridcall::cpu {

namespace {

// Reads values from a packed buffer, each at its natural alignment.
struct Reader {
  const std::byte* buffer;
  std::size_t offset = 0;

  template <class T>
  T take() noexcept {
    offset = (offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, buffer + offset, sizeof value);
    offset += sizeof value;
    return value;
  }
};

enum class Length : std::uint8_t { kNone, kChar, kShort, kLong };

constexpr int kMax = static_cast<int>(kPrintedLineBytes);

// A conversion in normalized form, so that snprintf gets only these parts: % flags width .precision
struct Conversion {
  char text[48] = "%";
  std::size_t used = 1;
  Length length = Length::kNone;
  char kind = '\0';        // '\0': the format ends within the conversion
  std::int32_t taken = 0;  // the number of arguments for width and precision

  // Parses a conversion and returns the address after it.
  const char* parse(const char* p, Reader& reader) noexcept {
    while (*p != '\0' && std::strchr("-+ #0", *p)) {
      if (used < 8) text[used++] = *p;
      ++p;
    }
    p = parse_width(p, reader);
    if (*p == '.') p = parse_precision(p + 1, reader);
    for (; *p != '\0' && std::strchr("hlLqjzt", *p); ++p) {
      if (*p == 'h') {
        length = length == Length::kShort ? Length::kChar : Length::kShort;
      } else {
        length = Length::kLong;
      }
    }
    kind = *p;
    return kind != '\0' ? p + 1 : p;
  }

  const char* with(const char* ending) noexcept {
    while (*ending != '\0') text[used++] = *ending++;
    return text;
  }

 private:
  void add_number(int value) noexcept {
    char digits[16];
    const int count = std::snprintf(digits, sizeof digits, "%d", value);
    for (int i = 0; i < count && used < sizeof text - 8; ++i) text[used++] = digits[i];
  }

  static const char* parse_number(const char* p, int& value) noexcept {
    for (; *p >= '0' && *p <= '9'; ++p) value = value < kMax ? value * 10 + (*p - '0') : value;
    return p;
  }

  const char* parse_width(const char* p, Reader& reader) noexcept {
    int width = 0;
    if (*p != '*') {
      const char* const end = parse_number(p, width);
      if (end != p) add_number(width < kMax ? width : kMax);
      return end;
    }
    width = reader.take<std::int32_t>();
    if (width < 0 && used < 8) text[used++] = '-';
    add_number(width < -kMax ? kMax : width < 0 ? -width : width < kMax ? width : kMax);
    ++taken;
    return p + 1;
  }

  const char* parse_precision(const char* p, Reader& reader) noexcept {
    int precision = 0;
    if (*p == '*') {
      precision = reader.take<std::int32_t>();
      ++taken;
      ++p;
    } else {
      p = parse_number(p, precision);
    }
    if (precision >= 0) {
      text[used++] = '.';
      add_number(precision < kMax ? precision : kMax);
    }
    return p;
  }
};

void print_signed(PrintedLine& line, Conversion& as, Reader& reader) noexcept {
  long long value = as.length == Length::kLong ? reader.take<std::int64_t>() : reader.take<std::int32_t>();
  if (as.length == Length::kShort) value = static_cast<short>(value);
  if (as.length == Length::kChar) value = static_cast<signed char>(value);
  line.format(as.with("lld"), value);
}

void print_unsigned(PrintedLine& line, Conversion& as, Reader& reader) noexcept {
  unsigned long long value =
      as.length == Length::kLong ? reader.take<std::uint64_t>() : reader.take<std::uint32_t>();
  if (as.length == Length::kShort) value = static_cast<unsigned short>(value);
  if (as.length == Length::kChar) value = static_cast<unsigned char>(value);
  const char ending[] = {'l', 'l', as.kind, '\0'};
  line.format(as.with(ending), value);
}

// Returns the number of arguments that it printed.
std::int32_t print_value(PrintedLine& line, Conversion& as, Reader& reader) noexcept {
  const char ending[] = {as.kind, '\0'};
  switch (as.kind) {
    case 'd':
    case 'i':
      print_signed(line, as, reader);
      return 1;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      print_unsigned(line, as, reader);
      return 1;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      line.format(as.with(ending), reader.take<double>());
      return 1;
    case 'c':
      line.format(as.with(ending), reader.take<std::int32_t>());
      return 1;
    case 's': {
      const auto* value = reinterpret_cast<const char*>(reader.take<std::uint64_t>());
      line.format(as.with(ending), value ? value : "(null)");
      return 1;
    }
    case 'p':
      line.format(as.with(ending), reinterpret_cast<const void*>(reader.take<std::uint64_t>()));
      return 1;
    default:  // an unknown conversion is printed unchanged; CUDA leaves it undefined
      line.put('%');
      line.put(as.kind);
      return 0;
  }
}

}  // namespace

std::int32_t print(PrintedLine& line, const char* format, const std::byte* arguments) noexcept {
  if (!format) return -1;
  Reader reader{arguments};
  std::int32_t count = 0;
  for (const char* at = format; *at != '\0';) {
    if (*at != '%') {
      line.put(*at++);
      continue;
    }
    if (at[1] == '%') {
      line.put('%');
      at += 2;
      continue;
    }
    Conversion conversion;
    const char* const behind = conversion.parse(at + 1, reader);
    count += conversion.taken;
    if (conversion.kind == '\0') {  // the text is printed unchanged
      while (*at != '\0') line.put(*at++);
      break;
    }
    at = behind;
    count += print_value(line, conversion, reader);
  }
  return count;
}

}  // namespace gridcall::cpu
