// SPDX-License-Identifier: Apache-2.0

#include "ndarray/keys.h"

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

namespace {

using core::ScalarType;

constexpr std::string_view kKeysText =
#include "keys.cuh.inc"
    ;

// The kernel's constants of these names.
enum class Kind : int { kUnsigned, kSigned, kFloat, kBool };

Kind kind_of(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kInt8:
    case ScalarType::kInt16:
    case ScalarType::kInt32:
    case ScalarType::kInt64:
      return Kind::kSigned;
    case ScalarType::kFloat16:
    case ScalarType::kBfloat16:
    case ScalarType::kFloat32:
    case ScalarType::kFloat64:
      return Kind::kFloat;
    case ScalarType::kBool:
      return Kind::kBool;
    default:
      return Kind::kUnsigned;
  }
}

// Returns the bits of infinity.
const char* infinity_of(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kFloat16:
      return "0x7c00";
    case ScalarType::kBfloat16:
      return "0x7f80";
    case ScalarType::kFloat32:
      return "0x7f800000u";
    case ScalarType::kFloat64:
      return "0x7ff0000000000000ull";
    default:
      return "0";
  }
}

}  // namespace

std::string order_types(const core::Element& element, bool is_descending) {
  return concat("typedef ", unit_name(element.size),
                " bits;\nenum { kKind = ", static_cast<int>(kind_of(element.type)),
                ", kDescending = ", is_descending ? 1 : 0,
                " };\nstatic constexpr u64 kInfinity = ", infinity_of(element.type), ";\n");
}

std::string key_head(const core::Ndarray& keys, Values kind, const core::Ndarray* values,
                     bool is_descending) {
  const bool has_values = kind != Values::kNone;
  return concat(has_values ? "#define GRIDCALL_VALUES\n" : "",
                kind == Values::kPlaces ? "#define GRIDCALL_PLACES\n" : "",
                has_values ? moved_type(values->element()) : "typedef char value;\n",
                order_types(keys.element(), is_descending));
}

std::string_view key_text() noexcept {
  return kKeysText;
}

}  // namespace gridcall::ndarray
