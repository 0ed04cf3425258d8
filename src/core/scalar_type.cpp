// SPDX-License-Identifier: Apache-2.0

#include "core/scalar_type.h"

#include <algorithm>
#include <iterator>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "base/value_type.h"

namespace gridcall::core {

namespace {

enum DlpackCode : std::uint8_t {
  kInt = 0,
  kUint = 1,
  kFloat = 2,
  kBfloat = 4,
  kComplex = 5,
  kBool = 6,
  kFloat8E4m3 = 10,
  kFloat8E5m2 = 12
};

struct ScalarRow {
  ScalarType type;
  std::uint32_t size, alignment;
  const char* name;  // NumPy's name
  const char* text;
  const char* codes;  // the codes of Python's struct and of PyCUDA
  DlpackType dlpack;
};
constexpr ScalarRow kRows[] = {
    {ScalarType::kInt8, 1, 1, "|i1", "int8", "b", {kInt, 8}},
    {ScalarType::kUint8, 1, 1, "|u1", "uint8", "B", {kUint, 8}},
    {ScalarType::kInt16, 2, 2, "<i2", "int16", "h", {kInt, 16}},
    {ScalarType::kUint16, 2, 2, "<u2", "uint16", "H", {kUint, 16}},
    {ScalarType::kInt32, 4, 4, "<i4", "int32", "i", {kInt, 32}},
    {ScalarType::kUint32, 4, 4, "<u4", "uint32", "I", {kUint, 32}},
    {ScalarType::kInt64, 8, 8, "<i8", "int64", "lqn", {kInt, 64}},
    {ScalarType::kUint64, 8, 8, "<u8", "uint64", "LQNP", {kUint, 64}},
    {ScalarType::kFloat16, 2, 2, "<f2", "float16", "e", {kFloat, 16}},
    {ScalarType::kBfloat16, 2, 2, "bfloat16", "bfloat16", "", {kBfloat, 16}},
    {ScalarType::kFloat32, 4, 4, "<f4", "float32", "f", {kFloat, 32}},
    {ScalarType::kFloat64, 8, 8, "<f8", "float64", "d", {kFloat, 64}},
    {ScalarType::kBool, 1, 1, "|b1", "bool", "?", {kBool, 8}},
    {ScalarType::kComplex64, 8, 4, "<c8", "complex64", "F", {kComplex, 64}},
    {ScalarType::kComplex128, 16, 8, "<c16", "complex128", "D", {kComplex, 128}},
    {ScalarType::kFloat8E4m3, 1, 1, "float8_e4m3fn", "float8_e4m3", "", {kFloat8E4m3, 8}},
    {ScalarType::kFloat8E5m2, 1, 1, "float8_e5m2", "float8_e5m2", "", {kFloat8E5m2, 8}},
};

const ScalarRow* row_of(ScalarType type) noexcept {
  const ScalarRow* row = std::find_if(std::begin(kRows), std::end(kRows),
                                      [&](const ScalarRow& each) { return each.type == type; });
  return row == std::end(kRows) ? nullptr : row;
}

// A scalar type has the same number as a kernel's parameter type; a complex number is a struct there.
static_assert(static_cast<std::uint32_t>(ScalarType::kInt8) == value_type::kInt8 &&
              static_cast<std::uint32_t>(ScalarType::kUint64) == value_type::kUint64 &&
              static_cast<std::uint32_t>(ScalarType::kFloat16) == value_type::kFloat16 &&
              static_cast<std::uint32_t>(ScalarType::kBfloat16) == value_type::kBfloat16 &&
              static_cast<std::uint32_t>(ScalarType::kFloat64) == value_type::kFloat64 &&
              static_cast<std::uint32_t>(ScalarType::kBool) == value_type::kBool &&
              static_cast<std::uint32_t>(ScalarType::kRecord) == value_type::kStruct);

}  // namespace

std::uint32_t scalar_size(ScalarType type) noexcept {
  const ScalarRow* row = row_of(type);
  return row ? row->size : 0;
}

std::uint32_t scalar_alignment(ScalarType type) noexcept {
  const ScalarRow* row = row_of(type);
  return row ? row->alignment : 1;
}

const char* scalar_name(ScalarType type) noexcept {
  const ScalarRow* row = row_of(type);
  return row ? row->name : "";
}

const char* scalar_text(ScalarType type) noexcept {
  const ScalarRow* row = row_of(type);
  return row ? row->text : type == ScalarType::kRecord ? "a record" : "unknown";
}

void check_array_scalar(ScalarType type, std::string_view name) {
  if (is_float8(type))
    throw Failure(status::kInvalidArgument,
                  concat('`', name, "` is ", static_cast<std::int32_t>(type), " (", scalar_text(type),
                         "), which communicators alone take: pass UINT8 (2), and convert in a kernel"));
}

std::int32_t scalar_from_name(std::string_view name) {
  for (const ScalarRow& row : kRows) {
    const std::string_view typestr = row.name;
    const bool is_code = name.size() == 1 && std::string_view(row.codes).find(name) != std::string_view::npos;
    // "|u1" may be spelled "<u1" too, and either without the byte order.
    const bool is_typestr =
        name == typestr || (typestr.size() > 1 &&
                            (name == typestr.substr(1) || (name.size() == typestr.size() && name[0] == '<' &&
                                                           name.substr(1) == typestr.substr(1))));
    if (is_code || is_typestr || name == row.text) return static_cast<std::int32_t>(row.type);
  }
  throw Failure(status::kNotFound,
                concat("`name` \"", name,
                       "\" is no scalar type: write it as NumPy does, \"<f4\" or \"float32\", "
                       "or as Python's struct module, \"f\""));
}

DlpackType dlpack_type(ScalarType type) noexcept {
  const ScalarRow* row = row_of(type);
  return row ? row->dlpack : DlpackType{};
}

ScalarType scalar_of(DlpackType type) noexcept {
  for (const ScalarRow& row : kRows)
    if (row.dlpack.code == type.code && row.dlpack.bits == type.bits) return row.type;
  return ScalarType{};
}

}  // namespace gridcall::core
