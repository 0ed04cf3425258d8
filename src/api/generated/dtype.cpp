// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/ndarray/dtype.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_dtype_create(const gc_dtype_entry* entries, size_t entry_count, uint64_t size,
                          gc_dtype** out_dtype, gc_error** out_error) {
  return api::guard("gc_dtype_create", out_error, [&](api::Call& call) {
    const auto entries_ = call.array(entries, entry_count, "entries");
    std::vector<api::DtypeEntryObjects> entries_objects;
    entries_objects.reserve(entries_.size());
    for (const gc_dtype_entry& element : entries_) {
      auto& objects = entries_objects.emplace_back();
      call.str(element.name, "entries[].name");
      objects.record = call.optional_handle<core::Dtype>(element.record, "entries[].record");
      call.reserved(element.reserved, "entries[].reserved");
    }
    call.out(out_dtype, "out_dtype");
    call.give(out_dtype, api::dtype_create(entries_, entries_objects, size));
  });
}

gc_status gc_dtype_get_size(gc_dtype* dtype, uint64_t* out_size, gc_error** out_error) {
  return api::guard_quick("gc_dtype_get_size", out_error, [&](api::Call& call) {
    auto& dtype_ = call.handle<core::Dtype>(dtype, "dtype");
    call.out(out_size, "out_size");
    *out_size = dtype_.size();
  });
}

gc_status gc_dtype_get_alignment(gc_dtype* dtype, uint64_t* out_alignment, gc_error** out_error) {
  return api::guard_quick("gc_dtype_get_alignment", out_error, [&](api::Call& call) {
    auto& dtype_ = call.handle<core::Dtype>(dtype, "dtype");
    call.out(out_alignment, "out_alignment");
    *out_alignment = dtype_.alignment();
  });
}

gc_status gc_dtype_get_field_count(gc_dtype* dtype, size_t* out_count, gc_error** out_error) {
  return api::guard_quick("gc_dtype_get_field_count", out_error, [&](api::Call& call) {
    auto& dtype_ = call.handle<core::Dtype>(dtype, "dtype");
    call.out(out_count, "out_count");
    *out_count = dtype_.field_count();
  });
}

gc_status gc_dtype_get_field(gc_dtype* dtype, size_t index, gc_dtype_field* out_field, gc_error** out_error) {
  return api::guard_quick("gc_dtype_get_field", out_error, [&](api::Call& call) {
    auto& dtype_ = call.handle<core::Dtype>(dtype, "dtype");
    call.out_struct(out_field, "out_field", 48);
    call.give_struct(out_field, api::dtype_get_field(dtype_, index));
  });
}

gc_status gc_dtype_get_field_record(gc_dtype* dtype, size_t index, gc_dtype** out_record,
                                    gc_error** out_error) {
  return api::guard("gc_dtype_get_field_record", out_error, [&](api::Call& call) {
    auto& dtype_ = call.handle<core::Dtype>(dtype, "dtype");
    call.out(out_record, "out_record");
    call.give(out_record, api::dtype_get_field_record(dtype_, index));
  });
}

gc_status gc_dtype_find_field(gc_dtype* dtype, const char* name, size_t* out_index, gc_error** out_error) {
  return api::guard_quick("gc_dtype_find_field", out_error, [&](api::Call& call) {
    auto& dtype_ = call.handle<core::Dtype>(dtype, "dtype");
    const auto name_ = call.str(name, "name");
    call.out(out_index, "out_index");
    *out_index = dtype_.find_field(name_);
  });
}

uint32_t gc_dtype_scalar_size(gc_scalar_type scalar_type) {
  return api::accessor([&](api::Call&) -> uint32_t { return api::dtype_scalar_size(scalar_type); });
}

const char* gc_dtype_scalar_name(gc_scalar_type scalar_type) {
  return api::accessor([&](api::Call&) -> const char* { return api::dtype_scalar_name(scalar_type); });
}

gc_status gc_dtype_scalar_from_name(const char* name, gc_scalar_type* out_scalar_type, gc_error** out_error) {
  return api::guard_quick("gc_dtype_scalar_from_name", out_error, [&](api::Call& call) {
    const auto name_ = call.str(name, "name");
    call.out(out_scalar_type, "out_scalar_type");
    *out_scalar_type = core::scalar_from_name(name_);
  });
}

void gc_dtype_release(gc_dtype* dtype) { api::release<core::Dtype>(dtype); }

}  // extern "C"
