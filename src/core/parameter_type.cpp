// SPDX-License-Identifier: Apache-2.0

#include "core/parameter_type.h"

#include "base/value_type.h"

namespace gridcall::core {

using namespace value_type;

namespace {

// Integers differ by size alone: a program may pass an `unsigned` for an `int`.
std::uint32_t kind_of(std::uint32_t type) noexcept {
  switch (type) {
    case kUint8:
    case kBool:
      return kInt8;
    case kUint16:
      return kInt16;
    case kUint32:
      return kInt32;
    case kUint64:
      return kInt64;
    default:
      return type;
  }
}

bool are_alike(std::uint32_t a, std::uint32_t b) noexcept {
  a = kind_of(a);
  b = kind_of(b);
  const auto is_half = [](std::uint32_t type) { return type == kFloat16 || type == kBfloat16; };
  // Few languages have half types, so 16-bit integers are accepted.
  return a == b || (is_half(a) && b == kInt16) || (is_half(b) && a == kInt16);
}

}  // namespace

bool accepts(std::uint32_t parameter, std::uint32_t argument) noexcept {
  const std::uint32_t of_parameter = parameter & ~kPointer;
  const std::uint32_t of_argument = argument & ~kPointer;
  const bool is_pointer = (parameter & kPointer) != 0;
  const bool gives_pointer = (argument & kPointer) != 0;
  // A type number of another version is unknown here; a struct takes any bytes of its size.
  const auto is_open = [](std::uint32_t type) { return type == kUnknown || type >= kStruct; };
  if ((!is_pointer && is_open(of_parameter)) || (!gives_pointer && is_open(of_argument))) return true;
  if (is_pointer != gives_pointer) return false;
  if (is_pointer) {
    // void*, char* and pointers to structs take any memory, and bytes may hold any type.
    for (std::uint32_t each : {of_parameter, of_argument})
      if (is_open(each) || kind_of(each) == kInt8) return true;
  }
  return are_alike(of_parameter, of_argument);
}

std::string value_text(std::uint32_t type) {
  const auto noun = [](std::uint32_t each) -> std::string {
    switch (each) {
      case kInt8:
      case kUint8:
        return "8-bit integer";
      case kInt16:
      case kUint16:
        return "16-bit integer";
      case kInt32:
      case kUint32:
        return "32-bit integer";
      case kInt64:
      case kUint64:
        return "64-bit integer";
      case kFloat16:
        return "16-bit float";
      case kBfloat16:
        return "bfloat16";
      case kFloat32:
        return "32-bit float";
      case kFloat64:
        return "64-bit float";
      case kBool:
        return "truth value";
      default:
        return "struct";
    }
  };
  if ((type & kPointer) == 0) return (type == kInt8 || type == kUint8 ? "an " : "a ") + noun(type);
  if (type == kPointer) return "memory";
  return "memory of " + noun(type & ~kPointer) + "s";
}

}  // namespace gridcall::core
