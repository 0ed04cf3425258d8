// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_room_find(const char* name, gc_room** out_room, gc_error** out_error) {
  return api::guard_quick("gc_room_find", out_error, [&](api::Call& call) {
    const auto name_ = call.str(name, "name");
    call.out(out_room, "out_room");
    call.give_borrowed(out_room, api::room_find(name_));
  });
}

gc_status gc_lamp_create(gc_room* room, const char* source, size_t source_size,
                         const gc_lamp_options* options, gc_lamp** out_lamp, gc_error** out_error) {
  return api::guard("gc_lamp_create", out_error, [&](api::Call& call) {
    auto& room_ = call.handle<core::Room>(room, "room");
    const auto source_ = call.text(source, source_size, "source");
    const auto options_ = call.options(options, "options", 72, GRIDCALL_LAMP_DIM);
    call.optional_str(options_.name, "options->name");
    call.array(options_.wires, options_.wire_count, "options->wires");
    call.strings(options_.tags, options_.tag_count, "options->tags");
    call.bytes(options_.blob, options_.blob_size, "options->blob");
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_lamp, "out_lamp");
    call.give(out_lamp, api::lamp_create(room_, source_, options_));
  });
}

gc_status gc_lamp_paint(gc_lamp* lamp, gc_lamp* other, gc_colour colour, int32_t bright, const gc_wire* wire,
                        const gc_wire* wires, size_t wire_count, const void* paint, size_t paint_size,
                        void* old, size_t old_size, gc_error** out_error) {
  return api::guard_quick("gc_lamp_paint", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    auto* other_ = call.optional_handle<core::Lamp>(other, "other");
    call.enumeration(colour, "colour", {GRIDCALL_COLOUR_RED, GRIDCALL_COLOUR_BLUE});
    const auto& wire_ = call.structure(wire, "wire");
    const auto wires_ = call.array(wires, wire_count, "wires");
    const auto paint_ = call.bytes(paint, paint_size, "paint");
    const auto old_ = call.out_bytes(old, old_size, "old");
    api::lamp_paint(lamp_, other_, colour, bright != 0, wire_, wires_, paint_, old_);
  });
}

gc_status gc_lamp_measure(gc_lamp* lamp, double* out_watts, int64_t* out_age, gc_error** out_error) {
  return api::guard_quick("gc_lamp_measure", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.out(out_watts, "out_watts");
    call.out(out_age, "out_age");
    double out_watts_{};
    std::int64_t out_age_{};
    api::lamp_measure(lamp_, out_watts_, out_age_);
    *out_watts = out_watts_;
    *out_age = out_age_;
  });
}

gc_status gc_lamp_get_state(gc_lamp* lamp, gc_lamp_state* out_state, gc_error** out_error) {
  return api::guard_quick("gc_lamp_get_state", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.out_struct(out_state, "out_state", 24);
    call.give_struct(out_state, api::lamp_get_state(lamp_));
  });
}

gc_status gc_lamp_read(void* dst, gc_lamp* src, uint64_t src_offset, size_t size, gc_error** out_error) {
  return api::guard_quick("gc_lamp_read", out_error, [&](api::Call& call) {
    const auto dst_ = call.out_bytes(dst, size, "dst");
    auto& src_ = call.handle<core::Lamp>(src, "src");
    api::lamp_read(dst_, src_, src_offset);
  });
}

gc_status gc_handle_owner(const void* handle, uint64_t* out_owner, gc_error** out_error) {
  return api::guard_quick("gc_handle_owner", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_owner, "out_owner");
    *out_owner = api::handle_owner(handle_);
  });
}

gc_status gc_lamp_name(gc_lamp* lamp, char* name, size_t capacity, size_t* out_needed, gc_error** out_error) {
  return api::guard_quick("gc_lamp_name", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.buffer(name, capacity, "name");
    call.out(out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, api::lamp_name(lamp_));
  });
}

gc_status gc_lamp_wires(gc_lamp* lamp, gc_wire* wires, size_t capacity, size_t* out_count,
                        gc_error** out_error) {
  return api::guard_quick("gc_lamp_wires", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.buffer(wires, capacity, "wires");
    call.out(out_count, "out_count");
    call.out_array(wires, capacity, out_count, api::lamp_wires(lamp_));
  });
}

gc_status gc_lamp_id(gc_lamp* lamp, uint8_t out_id[16], gc_error** out_error) {
  return api::guard_quick("gc_lamp_id", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.out(out_id, "out_id");
    const auto out_id_ = api::lamp_id(lamp_);
    std::memcpy(out_id, out_id_.data(), out_id_.size());
  });
}

uint32_t gc_lamp_watts(gc_lamp* lamp) {
  return api::accessor([&](api::Call& call) -> uint32_t {
    return api::lamp_watts(call.find<core::Lamp>(lamp));
  });
}

void gc_lamp_release(gc_lamp* lamp) { api::release<core::Lamp>(lamp); }

}  // extern "C"
