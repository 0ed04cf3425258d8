// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/mapping.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_mem_map(gc_mem* mem, uint64_t offset, uint64_t size, gc_map_flags flags, gc_stream* stream,
                     gc_mapping** out_mapping, gc_error** out_error) {
  return api::guard("gc_mem_map", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.flags(flags, "flags", GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE | GRIDCALL_MAP_WRITE_INVALIDATE_REGION);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_mapping, "out_mapping");
    call.give(out_mapping, api::mem_map(mem_, offset, size, flags, stream_));
  });
}

gc_status gc_mapping_get_address(gc_mapping* mapping, uint64_t* out_address, gc_error** out_error) {
  return api::guard_quick("gc_mapping_get_address", out_error, [&](api::Call& call) {
    auto& mapping_ = call.handle<core::Mapping>(mapping, "mapping");
    call.out(out_address, "out_address");
    *out_address = mapping_.address();
  });
}

gc_status gc_mapping_get_attribute(gc_mapping* mapping, gc_mapping_attribute attribute, uint64_t* out_value,
                                   gc_error** out_error) {
  return api::guard_quick("gc_mapping_get_attribute", out_error, [&](api::Call& call) {
    auto& mapping_ = call.handle<core::Mapping>(mapping, "mapping");
    call.out(out_value, "out_value");
    *out_value = api::mapping_get_attribute(mapping_, attribute);
  });
}

gc_status gc_mapping_get_event(gc_mapping* mapping, gc_event** out_event, gc_error** out_error) {
  return api::guard("gc_mapping_get_event", out_error, [&](api::Call& call) {
    auto& mapping_ = call.handle<core::Mapping>(mapping, "mapping");
    call.out(out_event, "out_event");
    call.give(out_event, mapping_.event());
  });
}

gc_status gc_mapping_unmap(gc_mapping* mapping, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_mapping_unmap", out_error, [&](api::Call& call) {
    auto& mapping_ = call.handle<core::Mapping>(mapping, "mapping");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    mapping_.unmap(stream_);
  });
}

void gc_mapping_release(gc_mapping* mapping) { api::release<core::Mapping>(mapping); }

}  // extern "C"
