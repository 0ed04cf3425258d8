// SPDX-License-Identifier: Apache-2.0

#include "core/ndarray/dtype.h"

#include <algorithm>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"

namespace gridcall::core {

namespace {

std::string name_of(std::size_t index) {
  return concat("`entries`[", index, "]");
}

// Returns the field of an entry, and checks that its end does not overflow.
Dtype::Field checked_field(const Dtype::Entry& entry, std::size_t index) {
  const std::string name = name_of(index);
  if (entry.name.empty())
    throw Failure(status::kInvalidArgument, concat("`name` of ", name, " is empty: give the field one"));
  if (entry.type == ScalarType::kRecord && !entry.record)
    throw Failure(status::kInvalidHandle,
                  concat("`record` of ", name, " is NULL, and its type is RECORD: pass a gc_dtype"));
  if (entry.type != ScalarType::kRecord && entry.record)
    throw Failure(status::kInvalidArgument,
                  concat("`record` of ", name, " is given, and its `scalar_type` is ",
                         static_cast<std::int32_t>(entry.type), ": pass NULL, or RECORD (14)"));
  if (entry.type != ScalarType::kRecord && scalar_size(entry.type) == 0)
    throw Failure(status::kInvalidArgument,
                  concat("`scalar_type` of ", name, " is ", static_cast<std::int32_t>(entry.type),
                         ": pass a GRIDCALL_SCALAR_TYPE_* number"));
  check_array_scalar(entry.type, concat("scalar_type` of `", name));
  Dtype::Field field{std::string(entry.name), Element::of(entry.type), entry.offset,
                     entry.count == 0 ? 1 : entry.count};
  if (entry.record) field.element = Element::of(entry.type, entry.record, "scalar_type", "record");
  std::uint64_t bytes = 0, end = 0;
  if (__builtin_mul_overflow(field.element.size, field.count, &bytes) ||
      __builtin_add_overflow(field.offset, bytes, &end))
    throw Failure(status::kOutOfRange,
                  concat("`count` ", field.count, " of ", name, " with ", field.element.size,
                         " bytes each at `offset` ", field.offset, " exceeds 64 bits: ask for less"));
  return field;
}

void check_overlap(std::span<const Dtype::Field> fields) {
  std::vector<std::size_t> order(fields.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return fields[a].offset < fields[b].offset; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Dtype::Field &before = fields[order[i - 1]], &behind = fields[order[i]];
    if (before.offset + before.size() <= behind.offset) continue;
    throw Failure(status::kInvalidArgument,
                  concat("field \"", behind.name, "\" of `entries` begins at `offset` ", behind.offset,
                         ", and field \"", before.name, "\" ends at ", before.offset + before.size(),
                         ": fields must not overlap"));
  }
}

}  // namespace

Element Element::of(ScalarType type) {
  Element element;
  element.type = type;
  element.size = scalar_size(type);
  element.alignment = scalar_alignment(type);
  return element;
}

Element Element::of(ScalarType type, Dtype* record, const char* type_name, const char* record_name) {
  if (record && (type == ScalarType{} || type == ScalarType::kRecord)) {
    Element element;
    element.type = ScalarType::kRecord;
    element.record = Ref<Dtype>(record);
    element.size = record->size();
    element.alignment = record->alignment();
    return element;
  }
  if (record)
    throw Failure(status::kInvalidArgument,
                  concat("`", record_name, "` is given, and `", type_name, "` is ",
                         static_cast<std::int32_t>(type), " (", scalar_text(type), "): pass one of them"));
  if (type == ScalarType::kRecord)
    throw Failure(status::kInvalidArgument, concat("`", type_name, "` is RECORD, and `", record_name,
                                                   "` is NULL: pass the record, a gc_dtype"));
  if (scalar_size(type) == 0)
    throw Failure(status::kInvalidArgument, concat("`", type_name, "` is ", static_cast<std::int32_t>(type),
                                                   ": pass a GRIDCALL_SCALAR_TYPE_* number"));
  check_array_scalar(type, type_name);
  return of(type);
}

Ref<Dtype> Dtype::create(std::span<const Entry> entries, std::uint64_t size) {
  if (entries.empty())
    throw Failure(status::kInvalidArgument, "`entry_count` is 0: a record has one field at least");
  std::vector<Field> fields;
  fields.reserve(entries.size());
  std::uint64_t end = 0, alignment = 1;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    fields.push_back(checked_field(entries[i], i));
    const Field& field = fields.back();
    for (std::size_t j = 0; j < i; ++j)
      if (fields[j].name == field.name)
        throw Failure(status::kInvalidArgument,
                      concat("`name` of ", name_of(i), " is \"", field.name, "\", as that of ", name_of(j),
                             ": give each field its own"));
    end = std::max(end, field.offset + field.size());
    alignment = std::max(alignment, field.element.alignment);
  }
  check_overlap(fields);
  if (size == 0) size = end;
  if (size < end)
    throw Failure(status::kOutOfRange, concat("`size` ", size, " ends before the fields of `entries`, at ",
                                              end, ": pass at least that, or 0"));
  const bool is_packed =
      size % alignment != 0 || std::any_of(fields.begin(), fields.end(), [](const Field& field) {
        return field.offset % field.element.alignment != 0;
      });
  return make<Dtype>(std::move(fields), size, is_packed ? 1 : alignment);
}

const Dtype::Field& Dtype::field(std::size_t index) const {
  if (index >= fields_.size())
    throw Failure(status::kOutOfRange, concat("`index` is ", index, ", and the record has ", fields_.size(),
                                              " fields: pass less"));
  return fields_[index];
}

std::size_t Dtype::find_field(std::string_view name) const {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].name == name) return i;
  std::string known;
  for (const Field& field : fields_) known += (known.empty() ? "" : ", ") + field.name;
  throw Failure(status::kNotFound,
                concat("`name` \"", name, "\" is no field of the record, which has ", known));
}

}  // namespace gridcall::core
