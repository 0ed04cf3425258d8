// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/default_device.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_device_get_count(int32_t* out_count, gc_error** out_error) {
  return api::guard("gc_device_get_count", out_error, [&](api::Call& call) {
    call.out(out_count, "out_count");
    *out_count = api::device_get_count();
  });
}

gc_status gc_device_get_by_index(int32_t index, gc_device** out_device, gc_error** out_error) {
  return api::guard("gc_device_get_by_index", out_error, [&](api::Call& call) {
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, core::device_at(index));
  });
}

gc_status gc_device_find(const char* text, gc_device** out_device, gc_error** out_error) {
  return api::guard("gc_device_find", out_error, [&](api::Call& call) {
    const auto text_ = call.str(text, "text");
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, core::device_find(text_));
  });
}

gc_status gc_device_get_index(gc_device* device, int32_t* out_index, gc_error** out_error) {
  return api::guard_quick("gc_device_get_index", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_index, "out_index");
    *out_index = device_.index();
  });
}

gc_status gc_device_get_kind(gc_device* device, gc_device_kind* out_kind, gc_error** out_error) {
  return api::guard_quick("gc_device_get_kind", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_kind, "out_kind");
    *out_kind = api::device_get_kind(device_);
  });
}

gc_status gc_device_get_name(gc_device* device, char* name, size_t capacity, size_t* out_needed,
                             gc_error** out_error) {
  return api::guard("gc_device_get_name", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.buffer(name, capacity, "name");
    call.needed(name, out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, device_.name());
  });
}

gc_status gc_device_get_pci_bus_id(gc_device* device, char* bus_id, size_t capacity, size_t* out_needed,
                                   gc_error** out_error) {
  return api::guard("gc_device_get_pci_bus_id", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.buffer(bus_id, capacity, "bus_id");
    call.needed(bus_id, out_needed, "out_needed");
    call.out_string(bus_id, capacity, out_needed, device_.pci_bus_id());
  });
}

gc_status gc_device_get_uuid(gc_device* device, uint8_t out_uuid[16], gc_error** out_error) {
  return api::guard("gc_device_get_uuid", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_uuid, "out_uuid");
    const auto out_uuid_ = device_.uuid();
    std::memcpy(out_uuid, out_uuid_.data(), out_uuid_.size());
  });
}

gc_status gc_device_get_compute_capability(gc_device* device, int32_t* out_major, int32_t* out_minor,
                                           gc_error** out_error) {
  return api::guard("gc_device_get_compute_capability", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::device_get_compute_capability(device_, out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

gc_status gc_device_get_total_memory(gc_device* device, uint64_t* out_size, gc_error** out_error) {
  return api::guard("gc_device_get_total_memory", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_size, "out_size");
    *out_size = device_.total_memory();
  });
}

gc_status gc_device_get_attribute(gc_device* device, gc_device_attribute attribute, int32_t* out_value,
                                  gc_error** out_error) {
  return api::guard("gc_device_get_attribute", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_value, "out_value");
    *out_value = device_.attribute(attribute);
  });
}

gc_status gc_device_get_attributes(gc_device* device, gc_device_attribute_entry* values, size_t capacity,
                                   size_t* out_count, gc_error** out_error) {
  return api::guard("gc_device_get_attributes", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.buffer(values, capacity, "values");
    call.needed(values, out_count, "out_count");
    call.out_array(values, capacity, out_count, api::device_get_attributes(device_));
  });
}

const char* gc_device_attribute_name(gc_device_attribute attribute) {
  return api::accessor([&](api::Call&) -> const char* { return api::device_attribute_name(attribute); });
}

gc_status gc_device_attribute_from_name(const char* name, gc_device_attribute* out_attribute,
                                        gc_error** out_error) {
  return api::guard_quick("gc_device_attribute_from_name", out_error, [&](api::Call& call) {
    const auto name_ = call.str(name, "name");
    call.out(out_attribute, "out_attribute");
    *out_attribute = api::device_attribute_from_name(name_);
  });
}

gc_status gc_device_get_default(int32_t fallback, gc_device** out_device, gc_error** out_error) {
  return api::guard("gc_device_get_default", out_error, [&](api::Call& call) {
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, core::default_device(fallback));
  });
}

gc_status gc_device_can_access_peer(gc_device* device, gc_device* peer, int32_t* out_can,
                                    gc_error** out_error) {
  return api::guard("gc_device_can_access_peer", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    auto& peer_ = call.handle<core::Device>(peer, "peer");
    call.out(out_can, "out_can");
    *out_can = device_.can_access_peer(peer_) ? 1 : 0;
  });
}

}  // extern "C"
