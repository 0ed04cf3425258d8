// SPDX-License-Identifier: Apache-2.0
//
// Types of elements: a scalar, or a record of fields.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/object.h"
#include "core/scalar_type.h"

namespace gridcall::core {

class Dtype;

// A scalar type, or RECORD with its layout.
struct Element {
  ScalarType type{};
  Ref<Dtype> record;  // the layout of RECORD
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;

  // Throws INVALID_ARGUMENT for an unknown type, and for a record that is missing or superfluous. A type of 0
  // with a record is RECORD. The names are the parameters'.
  static Element of(ScalarType type, Dtype* record, const char* type_name, const char* record_name);
  // Makes the element of a scalar type, which is not checked.
  static Element of(ScalarType type);
  bool is_record() const noexcept { return type == ScalarType::kRecord; }
};

class Dtype final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kDtype;

  struct Entry {
    std::string_view name;
    Dtype* record;
    std::uint64_t offset, count;
    ScalarType type;
  };
  struct Field {
    std::string name;
    Element element;
    std::uint64_t offset, count;
    std::uint64_t size() const noexcept { return element.size * count; }
  };

  // Throws INVALID_ARGUMENT, INVALID_HANDLE or OUT_OF_RANGE. `size` 0: the record ends with its last field.
  static Ref<Dtype> create(std::span<const Entry> entries, std::uint64_t size);

  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t alignment() const noexcept { return alignment_; }
  std::size_t field_count() const noexcept { return fields_.size(); }
  // Throws OUT_OF_RANGE.
  const Field& field(std::size_t index) const;
  // Throws NOT_FOUND.
  std::size_t find_field(std::string_view name) const;

  Dtype(std::vector<Field> fields, std::uint64_t size, std::uint64_t alignment) noexcept
      : fields_(std::move(fields)), size_(size), alignment_(alignment) {}

 private:
  const std::vector<Field> fields_;
  const std::uint64_t size_;
  const std::uint64_t alignment_;
};

}  // namespace gridcall::core
