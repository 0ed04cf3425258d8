// SPDX-License-Identifier: Apache-2.0
//
// The numbers that an element can be: their sizes, names, and what they are to DLPack and to kernels.

#pragma once

#include <cstdint>
#include <string_view>

#include "core/types.h"

namespace gridcall::core {

// Returns the size in bytes; 0 for RECORD and for an unknown type.
std::uint32_t scalar_size(ScalarType type) noexcept;
// Returns the alignment of an address, which for complex numbers is that of a part.
std::uint32_t scalar_alignment(ScalarType type) noexcept;
// Returns NumPy's typestr; "" for RECORD and for an unknown type.
const char* scalar_name(ScalarType type) noexcept;
// Returns the name for messages, such as "float32".
const char* scalar_text(ScalarType type) noexcept;
// Throws NOT_FOUND.
std::int32_t scalar_from_name(std::string_view name);

// Returns true for float8 types, which only communicators support.
constexpr bool is_float8(ScalarType type) noexcept {
  return type == ScalarType::kFloat8E4m3 || type == ScalarType::kFloat8E5m2;
}
// Throws INVALID_ARGUMENT if arrays do not support the type; `name`: the parameter, without quotes.
void check_array_scalar(ScalarType type, std::string_view name);

constexpr bool is_complex(ScalarType type) noexcept {
  return type == ScalarType::kComplex64 || type == ScalarType::kComplex128;
}

// The DLDataTypeCode and the bits of DLPack's type.
struct DlpackType {
  std::uint8_t code;
  std::uint8_t bits;
};
DlpackType dlpack_type(ScalarType type) noexcept;
// Returns 0 if there is no such type.
ScalarType scalar_of(DlpackType type) noexcept;

}  // namespace gridcall::core
