// SPDX-License-Identifier: Apache-2.0

#include "core/ndarray/dtype.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Dtype> dtype_create(std::span<const gc_dtype_entry> entries,
                                    std::span<const DtypeEntryObjects> entries_objects, std::uint64_t size) {
  std::vector<core::Dtype::Entry> made;
  made.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    made.push_back({entries[i].name, entries_objects[i].record, entries[i].offset, entries[i].count,
                    static_cast<core::ScalarType>(entries[i].scalar_type)});
  return core::Dtype::create(made, size);
}

gc_dtype_field dtype_get_field(core::Dtype& dtype, std::size_t index) {
  const core::Dtype::Field& field = dtype.field(index);
  gc_dtype_field result = GRIDCALL_DTYPE_FIELD_INIT;
  result.name = field.name.c_str();
  result.offset = field.offset;
  result.count = field.count;
  result.size = field.size();
  result.scalar_type = static_cast<gc_scalar_type>(field.element.type);
  return result;
}

core::Ref<core::Dtype> dtype_get_field_record(core::Dtype& dtype, std::size_t index) {
  const core::Dtype::Field& field = dtype.field(index);
  if (!field.element.record)
    throw Failure(status::kNotFound, "field `index` " + std::to_string(index) + ", \"" + field.name +
                                         "\", is of type " + core::scalar_text(field.element.type) +
                                         " and no record");
  return field.element.record;
}

std::uint32_t dtype_scalar_size(gc_scalar_type scalar_type) {
  return core::scalar_size(static_cast<core::ScalarType>(scalar_type));
}

const char* dtype_scalar_name(gc_scalar_type scalar_type) {
  return core::scalar_name(static_cast<core::ScalarType>(scalar_type));
}

}  // namespace gridcall::api
