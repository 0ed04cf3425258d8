// SPDX-License-Identifier: Apache-2.0
//
// The numbers that an element can be: their sizes, names, and what they are to DLPack and to kernels.

#pragma once

#include <cstdint>
#include <string_view>

#include "core/types.h"

namespace gridcall::core {

// 0 for RECORD and for what is no scalar type.
std::uint32_t scalar_size(ScalarType type) noexcept;
// Returns the alignment of its address; for complex numbers that of a part.
std::uint32_t scalar_alignment(ScalarType type) noexcept;
// NumPy's typestr; "" as for the size.
const char* scalar_name(ScalarType type) noexcept;
// "float32", for messages.
const char* scalar_text(ScalarType type) noexcept;
// Throws NOT_FOUND.
std::int32_t scalar_from_name(std::string_view name);

// float8: communicators alone have elements of it.
constexpr bool is_float8(ScalarType type) noexcept {
  return type == ScalarType::kFloat8E4m3 || type == ScalarType::kFloat8E5m2;
}
// Throws INVALID_ARGUMENT if arrays have no elements of it; `name` is what the caller passed, without quotes.
void check_array_scalar(ScalarType type, std::string_view name);

constexpr bool is_complex(ScalarType type) noexcept {
  return type == ScalarType::kComplex64 || type == ScalarType::kComplex128;
}

// DLPack's DLDataTypeCode and bits.
struct DlpackType {
  std::uint8_t code;
  std::uint8_t bits;
};
DlpackType dlpack_type(ScalarType type) noexcept;
// 0: there is none.
ScalarType scalar_of(DlpackType type) noexcept;

}  // namespace gridcall::core
