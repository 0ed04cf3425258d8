// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.
//
// The types of a value: the numbers of gc_value_type, which images of the CPU device hold too.

#pragma once

#include <cstdint>

namespace gridcall::value_type {

inline constexpr std::uint32_t kUnknown = 0;
inline constexpr std::uint32_t kInt8 = 1;
inline constexpr std::uint32_t kUint8 = 2;
inline constexpr std::uint32_t kInt16 = 3;
inline constexpr std::uint32_t kUint16 = 4;
inline constexpr std::uint32_t kInt32 = 5;
inline constexpr std::uint32_t kUint32 = 6;
inline constexpr std::uint32_t kInt64 = 7;
inline constexpr std::uint32_t kUint64 = 8;
inline constexpr std::uint32_t kFloat16 = 9;
inline constexpr std::uint32_t kBfloat16 = 10;
inline constexpr std::uint32_t kFloat32 = 11;
inline constexpr std::uint32_t kFloat64 = 12;
inline constexpr std::uint32_t kBool = 13;
inline constexpr std::uint32_t kStruct = 14;
inline constexpr std::uint32_t kPointer = 256;

}  // namespace gridcall::value_type
