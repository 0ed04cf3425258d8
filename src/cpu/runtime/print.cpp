// SPDX-License-Identifier: Apache-2.0

#include "cpu/runtime/print.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace gridcall::cpu {

namespace {

// Takes values from a packed buffer, each at its natural alignment.
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

}  // namespace

std::int32_t print(PrintedLine& line, const char* format, const std::byte* arguments) noexcept {
  if (format == nullptr) return -1;
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
    // The conversion is spelled anew, so that nothing but these parts reaches snprintf: % flags width
    // .precision
    char spec[48] = "%";
    std::size_t n = 1;
    const char* p = at + 1;
    const auto add_number = [&](int value) {
      char digits[16];
      const int length = std::snprintf(digits, sizeof digits, "%d", value);
      for (int i = 0; i < length && n < sizeof spec - 8; ++i) spec[n++] = digits[i];
    };
    while (*p != '\0' && std::strchr("-+ #0", *p) != nullptr) {
      if (n < 8) spec[n++] = *p;
      ++p;
    }
    constexpr int kMost = static_cast<int>(kPrintedLineBytes);
    if (*p == '*') {
      const int width = reader.take<std::int32_t>();
      if (width < 0 && n < 8) spec[n++] = '-';
      add_number(width < -kMost ? kMost : width < 0 ? -width : width < kMost ? width : kMost);
      ++count;
      ++p;
    } else {
      int width = 0;
      const char* first = p;
      for (; *p >= '0' && *p <= '9'; ++p) width = width < kMost ? width * 10 + (*p - '0') : width;
      if (p != first) add_number(width < kMost ? width : kMost);
    }
    if (*p == '.') {
      ++p;
      int precision = 0;
      if (*p == '*') {
        precision = reader.take<std::int32_t>();
        ++count;
        ++p;
      } else {
        for (; *p >= '0' && *p <= '9'; ++p)
          precision = precision < kMost ? precision * 10 + (*p - '0') : precision;
      }
      if (precision >= 0) {
        spec[n++] = '.';
        add_number(precision < kMost ? precision : kMost);
      }
    }
    Length length = Length::kNone;
    for (; *p != '\0' && std::strchr("hlLqjzt", *p) != nullptr; ++p) {
      if (*p == 'h') {
        length = length == Length::kShort ? Length::kChar : Length::kShort;
      } else {
        length = Length::kLong;
      }
    }
    const char conversion = *p;
    if (conversion == '\0') {  // the format ends inside a conversion: printed as it is
      while (*at != '\0') line.put(*at++);
      break;
    }
    at = p + 1;
    switch (conversion) {
      case 'd':
      case 'i': {
        spec[n++] = 'l';
        spec[n++] = 'l';
        spec[n++] = 'd';
        long long value = length == Length::kLong ? reader.take<std::int64_t>() : reader.take<std::int32_t>();
        if (length == Length::kShort) value = static_cast<short>(value);
        if (length == Length::kChar) value = static_cast<signed char>(value);
        line.format(spec, value);
        ++count;
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        spec[n++] = 'l';
        spec[n++] = 'l';
        spec[n++] = conversion;
        unsigned long long value =
            length == Length::kLong ? reader.take<std::uint64_t>() : reader.take<std::uint32_t>();
        if (length == Length::kShort) value = static_cast<unsigned short>(value);
        if (length == Length::kChar) value = static_cast<unsigned char>(value);
        line.format(spec, value);
        ++count;
        break;
      }
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        spec[n++] = conversion;
        line.format(spec, reader.take<double>());
        ++count;
        break;
      case 'c':
        spec[n++] = 'c';
        line.format(spec, reader.take<std::int32_t>());
        ++count;
        break;
      case 's': {
        spec[n++] = 's';
        const auto* value = reinterpret_cast<const char*>(reader.take<std::uint64_t>());
        line.format(spec, value != nullptr ? value : "(null)");
        ++count;
        break;
      }
      case 'p':
        spec[n++] = 'p';
        line.format(spec, reinterpret_cast<const void*>(reader.take<std::uint64_t>()));
        ++count;
        break;
      default:  // unknown: printed as it is, as CUDA leaves it open
        line.put('%');
        line.put(conversion);
        break;
    }
  }
  return count;
}

}  // namespace gridcall::cpu
