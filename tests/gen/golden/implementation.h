// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

// One function for each of the public header: what the hand-written files in src/api/ implement. By the time
// they run every argument has been checked and every handle is held for the length of the call. They throw
// Failure; the glue writes out parameters only if they return.
//
// The glue is written against src/api/boundary.h:
//   guard(function, out_error, f)     calls f(Call&), makes a status and a gc_error of what it throws
//   accessor(f)                       the same for functions that cannot fail: R{}, or "", if f throws
//   release<T>(handle)                noexcept; ignores what is no live T
//   call.handle<T>(h, name)           T&, held until the call ends; INVALID_HANDLE
//   call.optional_handle<T>(h, name)  T*; nullptr for NULL
//   call.handles<T>(p, count, name)   vector<T*>, each as handle; the message names the element
//   call.find<T>(h)                   T*, held; nullptr for anything that is no live T (accessors)
//                                     A handle in a struct is looked up once, here: `x_objects` holds what it
//                                     names, nullptr for NULL; the implementation does not read the field
//   call.options(p, name, size, mask), call.required_options(p, name, size, mask)
//                                     a copy, zeros for NULL or refused; `size` is the least struct_size, `mask`
//                                     the known bits of the field `flags`
//   call.reserved(value, name)        INVALID_OPTIONS unless 0
//   call.structure(p, name)           const T&, refuses NULL
//   call.str(p, name)                 string_view; refuses NULL and what is not UTF-8
//   call.optional_str(p, name)        the same, for NULL a view whose data() is nullptr
//   call.text(p, size, name)          string_view
//   call.bytes(p, size, name)         span<const std::byte>; NULL only if size is 0
//   call.out_bytes(p, size, name)     span<std::byte>
//   call.array(p, count, name)        span<const T>; NULL only if count is 0
//   call.max_count(count, max, name)  refuses a larger count, before an element is read
//   call.strings(p, count, name)      span<const char* const>, each as str
//   call.fixed_text(p, size, name)    string_view of text in an array of its own
//   call.enumeration(value, name, {values}), call.flags(value, name, mask)
//   call.any_handle(h, name)          core::AnyObject, held until the call ends
//   call.out(p, name)                 refuses NULL
//   call.out_struct(p, name, size)    refuses NULL and a struct_size that is none; `size` is the least
//   call.give_struct(p, value)        as much of it as the caller's struct_size has room for
//   call.buffer(p, capacity, name)    refuses NULL unless capacity is 0
//   call.give(out, Ref<T>), call.give_optional(out, Ref<T>), call.give_borrowed(out, T&)
//   call.give_each(outs, count, vector<Ref<T>>)    all of them or none
//   call.out_string(buffer, capacity, out_needed, string_view)
//   call.out_array(buffer, capacity, out_count, span), call.out_handles, call.out_borrowed
//   call.out_several(StringOut, ArrayOut, ...), NewHandle    all of them or none

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/boundary.h"
#include "gridcall/gridcall.h"

namespace gridcall::core {
class Error;
class Room;
class Lamp;
}  // namespace gridcall::core

namespace gridcall::api {

// What the handles in a gc_wire name.
struct WireObjects {
  core::Lamp* lamp = nullptr;
};

// What the handles in a gc_beam name.
struct BeamObjects {
  core::Lamp* partner = nullptr;
};

// Status
gc_status error_status(core::Error* error);
const char* error_message(core::Error* error);
const char* error_text(core::Error* error);
const char* error_function(core::Error* error);
std::int32_t error_driver_code(core::Error* error);
const char* error_driver_name(core::Error* error);
std::size_t error_note_count(core::Error* error);
const char* error_log(core::Error* error);
const char* error_options(core::Error* error);
const char* error_source_name(core::Error* error);
const char* error_note(core::Error* error, std::size_t index);
const char* status_name(gc_status status);
const char* status_text(gc_status status);
gc_category status_category(gc_status status);

// Lamp
core::Room& room_find(std::string_view name);
core::Ref<core::Lamp> lamp_create(core::Room& room, std::string_view source, const gc_lamp_options& options);
void lamp_paint(core::Lamp& lamp, core::Lamp* other, gc_colour colour, bool bright, const gc_wire& wire,
                const WireObjects& wire_objects, std::span<const gc_wire> wires,
                std::span<const WireObjects> wires_objects, std::span<const std::byte> paint,
                std::span<std::byte> old);
void lamp_measure(core::Lamp& lamp, double& out_watts, std::int64_t& out_age);
gc_lamp_state lamp_get_state(core::Lamp& lamp);
void lamp_read(std::span<std::byte> dst, core::Lamp& src, std::uint64_t src_offset);
std::uint64_t handle_owner(core::AnyObject handle);
std::string lamp_name(core::Lamp& lamp);
std::vector<gc_point> lamp_points(core::Lamp& lamp);
std::array<std::uint8_t, 16> lamp_id(core::Lamp& lamp);
std::uint32_t lamp_watts(core::Lamp* lamp);
void lamp_describe(core::Lamp& lamp, std::string& label, std::vector<gc_point>& points,
                   std::uint64_t& out_age);
void lamp_split(core::Lamp& lamp, const gc_beam& beam, const BeamObjects& beam_objects,
                core::Ref<core::Lamp>& out_left, core::Ref<core::Lamp>& out_right, core::Room*& out_room,
                gc_lamp_state& out_state, std::array<std::uint8_t, 4>& out_id, bool& out_even);
std::vector<core::Ref<core::Lamp>> room_group(core::Room& room, std::span<core::Lamp* const> lamps,
                                              std::span<const char* const> names,
                                              std::span<const double> weights,
                                              std::span<const gc_colour> colours,
                                              std::span<const gc_point> corners);
std::vector<core::Ref<core::Lamp>> room_light(core::Room& room, std::span<const std::uint64_t> watts,
                                              std::span<core::Lamp* const> lamps);
core::Ref<core::Lamp> lamp_twin(core::Lamp& lamp);
void room_list(std::vector<core::Room*>& rooms, std::vector<std::uint64_t>& sizes,
               std::vector<gc_colour>& colours);
std::vector<std::uint8_t> lamp_pixels(core::Lamp& lamp, std::size_t line);
std::size_t lamp_line_count(core::Lamp& lamp);
void lamp_burn(core::Lamp& lamp, std::uint64_t size);
std::uint32_t lamp_heat(core::Lamp* lamp);

// Lantern
std::uint32_t lantern_measure(core::Room& room);
void lantern_resize(core::Room& room, const gc_lantern_size& size);
std::uint32_t lantern_find(core::Room& room);
std::uint32_t lantern_count();

}  // namespace gridcall::api
