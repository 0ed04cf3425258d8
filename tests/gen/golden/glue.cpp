// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#define GRIDCALL_NO_DEPRECATION_WARNINGS

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/lamp.h"
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
    const auto options_ = call.options(options, "options", 72, GRIDCALL_LAMP_DIM | GRIDCALL_LAMP_OLD);
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
    call.enumeration(colour, "colour", {GRIDCALL_COLOUR_RED, GRIDCALL_COLOUR_BLUE, GRIDCALL_COLOUR_CYAN});
    const auto& wire_ = call.structure(wire, "wire");
    api::WireObjects wire_objects;
    wire_objects.lamp = &call.handle<core::Lamp>(wire_.lamp, "wire->lamp");
    const auto wires_ = call.array(wires, wire_count, "wires");
    std::vector<api::WireObjects> wires_objects;
    wires_objects.reserve(wires_.size());
    for (const gc_wire& element : wires_) {
      auto& objects = wires_objects.emplace_back();
      objects.lamp = &call.handle<core::Lamp>(element.lamp, "wires[].lamp");
    }
    const auto paint_ = call.bytes(paint, paint_size, "paint");
    const auto old_ = call.out_bytes(old, old_size, "old");
    api::lamp_paint(lamp_, other_, colour, bright != 0, wire_, wire_objects, wires_, wires_objects, paint_, old_);
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
    call.needed(name, out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, api::lamp_name(lamp_));
  });
}

gc_status gc_lamp_points(gc_lamp* lamp, gc_point* points, size_t capacity, size_t* out_count,
                         gc_error** out_error) {
  return api::guard_quick("gc_lamp_points", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.buffer(points, capacity, "points");
    call.needed(points, out_count, "out_count");
    call.out_array(points, capacity, out_count, api::lamp_points(lamp_));
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

gc_status gc_lamp_describe(gc_lamp* lamp, char* label, size_t label_capacity, size_t* out_label_needed,
                           gc_point* points, size_t points_capacity, size_t* out_points_count,
                           uint64_t* out_age, gc_error** out_error) {
  return api::guard_quick("gc_lamp_describe", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.buffer(label, label_capacity, "label");
    call.needed(label, out_label_needed, "out_label_needed");
    call.buffer(points, points_capacity, "points");
    call.needed(points, out_points_count, "out_points_count");
    std::string label_{};
    std::vector<gc_point> points_{};
    std::uint64_t out_age_{};
    api::lamp_describe(lamp_, label_, points_, out_age_);
    call.out_several(api::StringOut({label, label_capacity, out_label_needed, "label_capacity"}, label_),
                     api::ArrayOut<gc_point>({points, points_capacity, out_points_count, "points_capacity"}, points_));
    if (out_age) *out_age = out_age_;
  });
}

gc_status gc_lamp_split(gc_lamp* lamp, const gc_beam* beam, gc_lamp** out_left, gc_lamp** out_right,
                        gc_room** out_room, gc_lamp_state* out_state, uint8_t out_id[4], int32_t* out_even,
                        gc_error** out_error) {
  return api::guard("gc_lamp_split", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    const auto beam_ = call.required_options(beam, "beam", 136, GRIDCALL_LAMP_DIM | GRIDCALL_LAMP_OLD);
    api::BeamObjects beam_objects;
    call.flags(beam_.more_flags, "beam->more_flags", GRIDCALL_LAMP_DIM | GRIDCALL_LAMP_OLD);
    call.fixed_text(beam_.plug.label, sizeof beam_.plug.label, "beam->plug.label");
    call.reserved(beam_.plug.reserved, "beam->plug.reserved");
    beam_objects.partner = call.optional_handle<core::Lamp>(beam_.partner, "beam->partner");
    call.out_bytes(beam_.pixels, beam_.pixels_size, "beam->pixels");
    call.array(beam_.shape, beam_.shape_count, "beam->shape");
    for (const gc_plug& element : call.array(beam_.plugs, beam_.plug_count, "beam->plugs")) {
      call.fixed_text(element.label, sizeof element.label, "beam->plugs[].label");
      call.reserved(element.reserved, "beam->plugs[].reserved");
    }
    call.out(out_left, "out_left");
    if (out_state) call.out_struct(out_state, "out_state", 24);
    core::Ref<core::Lamp> out_left_{};
    core::Ref<core::Lamp> out_right_{};
    core::Room* out_room_{};
    gc_lamp_state out_state_{};
    std::array<std::uint8_t, 4> out_id_{};
    bool out_even_{};
    api::lamp_split(lamp_, beam_, beam_objects, out_left_, out_right_, out_room_, out_state_, out_id_, out_even_);
    api::NewHandle<gc_lamp> out_left_handle(std::move(out_left_));
    api::NewHandle<gc_lamp> out_right_handle(out_right ? std::move(out_right_) : core::Ref<core::Lamp>());
    *out_left = out_left_handle.take();
    if (out_right) *out_right = out_right_handle.take();
    if (out_room) call.give_borrowed(out_room, *out_room_);
    if (out_state) call.give_struct(out_state, out_state_);
    if (out_id) std::memcpy(out_id, out_id_.data(), out_id_.size());
    if (out_even) *out_even = out_even_ ? 1 : 0;
  });
}

gc_status gc_room_group(gc_room* room, gc_lamp* const* lamps, size_t lamp_count, const char* const* names,
                        size_t name_count, const double* weights, size_t weight_count,
                        const gc_colour* colours, size_t colour_count, const gc_point* corners,
                        size_t corner_count, gc_lamp** grouped, size_t capacity, size_t* out_count,
                        gc_error** out_error) {
  return api::guard("gc_room_group", out_error, [&](api::Call& call) {
    auto& room_ = call.handle<core::Room>(room, "room");
    const auto lamps_ = call.handles<core::Lamp>(lamps, lamp_count, "lamps");
    const auto names_ = call.strings(names, name_count, "names");
    const auto weights_ = call.array(weights, weight_count, "weights");
    const auto colours_ = call.enumerations(colours, colour_count, "colours", {GRIDCALL_COLOUR_RED, GRIDCALL_COLOUR_BLUE, GRIDCALL_COLOUR_CYAN});
    const auto corners_ = call.array(corners, corner_count, "corners");
    call.buffer(grouped, capacity, "grouped");
    call.needed(grouped, out_count, "out_count");
    call.out_handles(grouped, capacity, out_count,
                     api::room_group(room_, lamps_, names_, weights_, colours_, corners_));
  });
}

gc_status gc_room_light(gc_room* room, const uint64_t* watts, size_t watt_count, gc_lamp* const* lamps,
                        size_t lamp_count, gc_lamp** out_lamps, gc_error** out_error) {
  return api::guard("gc_room_light", out_error, [&](api::Call& call) {
    auto& room_ = call.handle<core::Room>(room, "room");
    const auto watts_ = call.array(watts, watt_count, "watts");
    const auto lamps_ = call.handles<core::Lamp>(lamps, lamp_count, "lamps");
    call.buffer(out_lamps, watt_count, "out_lamps");
    call.give_each(out_lamps, watt_count, api::room_light(room_, watts_, lamps_));
  });
}

gc_status gc_lamp_twin(gc_lamp* lamp, gc_lamp** out_twin, gc_error** out_error) {
  return api::guard("gc_lamp_twin", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.out(out_twin, "out_twin");
    call.give_optional(out_twin, api::lamp_twin(lamp_));
  });
}

gc_status gc_room_list(gc_room** rooms, size_t rooms_capacity, size_t* out_rooms_count, uint64_t* sizes,
                       size_t sizes_capacity, size_t* out_sizes_count, gc_colour* colours,
                       size_t colours_capacity, size_t* out_colours_count, gc_error** out_error) {
  return api::guard_quick("gc_room_list", out_error, [&](api::Call& call) {
    call.buffer(rooms, rooms_capacity, "rooms");
    call.needed(rooms, out_rooms_count, "out_rooms_count");
    call.buffer(sizes, sizes_capacity, "sizes");
    call.needed(sizes, out_sizes_count, "out_sizes_count");
    call.buffer(colours, colours_capacity, "colours");
    call.needed(colours, out_colours_count, "out_colours_count");
    std::vector<core::Room*> rooms_{};
    std::vector<std::uint64_t> sizes_{};
    std::vector<gc_colour> colours_{};
    api::room_list(rooms_, sizes_, colours_);
    call.out_several(api::BorrowedOut<gc_room, core::Room>({rooms, rooms_capacity, out_rooms_count, "rooms_capacity"}, rooms_),
                     api::ArrayOut<uint64_t>({sizes, sizes_capacity, out_sizes_count, "sizes_capacity"}, sizes_),
                     api::ArrayOut<gc_colour>({colours, colours_capacity, out_colours_count, "colours_capacity"}, colours_));
  });
}

gc_status gc_lamp_pixels(gc_lamp* lamp, size_t line, uint8_t* pixels, size_t capacity, size_t* out_count,
                         gc_error** out_error) {
  return api::guard_quick("gc_lamp_pixels", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.buffer(pixels, capacity, "pixels");
    call.needed(pixels, out_count, "out_count");
    call.out_array(pixels, capacity, out_count, api::lamp_pixels(lamp_, line));
  });
}

gc_status gc_lamp_line_count(gc_lamp* lamp, size_t* out_count, gc_error** out_error) {
  return api::guard_quick("gc_lamp_line_count", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    call.out(out_count, "out_count");
    *out_count = api::lamp_line_count(lamp_);
  });
}

gc_status gc_lamp_burn(gc_lamp* lamp, uint64_t size, gc_error** out_error) {
  return api::guard_quick("gc_lamp_burn", out_error, [&](api::Call& call) {
    auto& lamp_ = call.handle<core::Lamp>(lamp, "lamp");
    api::lamp_burn(lamp_, size);
  });
}

uint32_t gc_lamp_heat(gc_lamp* lamp) {
  return api::accessor([&](api::Call& call) -> uint32_t {
    return api::lamp_heat(call.find<core::Lamp>(lamp));
  });
}

void gc_lamp_release(gc_lamp* lamp) { api::release<core::Lamp>(lamp); }

}  // extern "C"
