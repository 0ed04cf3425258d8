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
//   call.find<T>(h)                   T*, held; nullptr for anything that is no live T (accessors)
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
//   call.strings(p, count, name)      span<const char* const>, each as str
//   call.enumeration(value, name, {values}), call.flags(value, name, mask)
//   call.any_handle(h, name)          core::AnyObject, held until the call ends
//   call.out(p, name)                 refuses NULL
//   call.out_struct(p, name, size)    refuses NULL and a struct_size that is none; `size` is the least
//   call.give_struct(p, value)        as much of it as the caller's struct_size has room for
//   call.buffer(p, capacity, name)    refuses NULL unless capacity is 0
//   call.give(out, Ref<T>), call.give_borrowed(out, T&)
//   call.out_string(buffer, capacity, out_needed, string_view)
//   call.out_array(buffer, capacity, out_count, span)

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

namespace gridcall::api {

// Lamp
core::Room& room_find(std::string_view name);
core::Ref<core::Lamp> lamp_create(core::Room& room, std::string_view source, const gc_lamp_options& options);
void lamp_paint(core::Lamp& lamp, core::Lamp* other, gc_colour colour, bool bright, const gc_wire& wire,
                std::span<const gc_wire> wires, std::span<const std::byte> paint, std::span<std::byte> old);
void lamp_measure(core::Lamp& lamp, double& out_watts, std::int64_t& out_age);
gc_lamp_state lamp_get_state(core::Lamp& lamp);
void lamp_read(std::span<std::byte> dst, core::Lamp& src, std::uint64_t src_offset);
std::uint64_t handle_owner(core::AnyObject handle);
std::string lamp_name(core::Lamp& lamp);
std::vector<gc_wire> lamp_wires(core::Lamp& lamp);
std::array<std::uint8_t, 16> lamp_id(core::Lamp& lamp);
std::uint32_t lamp_watts(core::Lamp* lamp);

}  // namespace gridcall::api
