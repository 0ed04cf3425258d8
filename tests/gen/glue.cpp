// SPDX-License-Identifier: Apache-2.0
//
// The glue of the tiny spec at work: what each form of a parameter or a result does at run time, on the
// library's handles and errors.

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "api/generated/implementation.h"
#include "core/lamp.h"
#include "gridcall/gridcall.h"
#include "support/cmocka.h"

// The library's own; the tiny header declares them alike.
extern "C" uint64_t gc_handle_count(void);

namespace {

namespace core = gridcall::core;

core::Room& hall() {
  static core::Room* const room = new core::Room("hall");
  return *room;
}

// Values that the calls below return or saw.
std::vector<gc_point> points = {{1, 2}, {3, 4}, {5, 6}};
std::size_t seen_lamps = 0;
double seen_weights = 0;
const core::Lamp* seen_partner = nullptr;
std::size_t seen_pixels = 0;
bool lights_too_many = false;

}  // namespace

namespace gridcall::api {

core::Room& room_find(std::string_view) {
  return hall();
}
core::Ref<core::Lamp> lamp_create(core::Room&, std::string_view source, const gc_lamp_options&) {
  return core::make<core::Lamp>(std::string(source));
}
void lamp_paint(core::Lamp&, core::Lamp*, gc_colour, bool, const gc_wire&, const WireObjects&,
                std::span<const gc_wire>, std::span<const WireObjects>, std::span<const std::byte>,
                std::span<std::byte>) {}
void lamp_measure(core::Lamp&, double&, std::int64_t&) {}
gc_lamp_state lamp_get_state(core::Lamp&) {
  gc_lamp_state state{};
  state.watts = 60;
  state.place = {7, 8};
  std::memcpy(state.serial, "S1", 3);
  return state;
}
void lamp_read(std::span<std::byte>, core::Lamp&, std::uint64_t) {}
std::uint64_t handle_owner(core::AnyObject) {
  return 0;
}
std::string lamp_name(core::Lamp& lamp) {
  return lamp.name;
}
std::vector<gc_point> lamp_points(core::Lamp&) {
  return points;
}
std::array<std::uint8_t, 16> lamp_id(core::Lamp&) {
  return {};
}
std::uint32_t lamp_watts(core::Lamp*) {
  return 0;
}
std::vector<gc_colour> lamp_colours(core::Lamp&) {
  return {GRIDCALL_COLOUR_BLUE};
}
void lamp_split(core::Lamp& lamp, const gc_beam& beam, const BeamObjects& beam_objects,
                core::Ref<core::Lamp>& out_left, core::Ref<core::Lamp>& out_right, core::Room*& out_room,
                gc_lamp_state& out_state, std::array<std::uint8_t, 4>& out_id, bool& out_even) {
  seen_partner = beam_objects.partner;
  seen_pixels = beam.pixels_size;
  if (beam.pixels) std::memset(beam.pixels, 7, beam.pixels_size);
  out_left = core::make<core::Lamp>(lamp.name + " left");
  out_right = core::make<core::Lamp>(lamp.name + " right");
  out_room = &hall();
  out_state = lamp_get_state(lamp);
  out_id = {1, 2, 3, 4};
  out_even = true;
}
std::vector<core::Ref<core::Lamp>> room_group(core::Room&, std::span<core::Lamp* const> lamps,
                                              std::span<const char* const> names,
                                              std::span<const double> weights, std::span<const gc_colour>,
                                              std::span<const gc_point>) {
  seen_lamps = lamps.size();
  seen_weights = 0;
  for (const double weight : weights) seen_weights += weight;
  std::vector<core::Ref<core::Lamp>> made;
  for (const char* name : names) made.push_back(core::make<core::Lamp>(name));
  return made;
}
std::vector<core::Ref<core::Lamp>> room_light(core::Room&, std::span<const std::uint64_t> watts,
                                              std::span<core::Lamp* const>) {
  std::vector<core::Ref<core::Lamp>> made;
  for (const std::uint64_t each : watts) made.push_back(core::make<core::Lamp>(std::to_string(each)));
  if (lights_too_many) made.push_back(core::make<core::Lamp>("more"));
  return made;
}
core::Ref<core::Lamp> lamp_twin(core::Lamp& lamp) {
  return lamp.name == "single" ? core::Ref<core::Lamp>() : core::make<core::Lamp>(lamp.name + " twin");
}
std::vector<core::Room*> room_list() {
  return {&hall(), &hall()};
}
std::vector<std::uint8_t> lamp_pixels(core::Lamp&, std::size_t) {
  return {};
}
std::size_t lamp_line_count(core::Lamp&) {
  return 0;
}
void lamp_burn(core::Lamp&, std::uint64_t) {}
std::uint32_t lamp_heat(core::Lamp*) {
  return 0;
}

}  // namespace gridcall::api

namespace {

gc_room* room() {
  gc_room* found = nullptr;
  assert_int_equal(gc_room_find("hall", &found, nullptr), GRIDCALL_OK);
  return found;
}

gc_lamp* lamp(const char* name) {
  gc_lamp* made = nullptr;
  assert_int_equal(gc_lamp_create(room(), name, std::strlen(name), nullptr, &made, nullptr), GRIDCALL_OK);
  return made;
}

// That a call failed so, and that its message has this text.
void expect(gc_status status, gc_error* error, gc_status wanted, const char* text) {
  assert_int_equal(status, wanted);
  if (!std::strstr(gc_error_message(error), text)) fail_msg("no %s in: %s", text, gc_error_message(error));
  gc_error_release(error);
}

void unknown_sizes(void**) {
  gc_lamp* const one = lamp("a lamp");
  std::size_t needed = 0, count = 0;
  assert_int_equal(gc_lamp_name(one, nullptr, 0, &needed, nullptr), GRIDCALL_OK);
  assert_int_equal(needed, 7);
  assert_int_equal(gc_lamp_points(one, nullptr, 0, &count, nullptr), GRIDCALL_OK);
  assert_int_equal(count, 3);

  // One that is too small gets the size alone.
  char text[7] = "xxxxxx";
  gc_point where[3] = {{-1, -1}, {}, {}};
  needed = count = 0;
  gc_error* error = nullptr;
  gc_status status = gc_lamp_name(one, text, 6, &needed, &error);
  expect(status, error, GRIDCALL_ERROR_OUT_OF_RANGE, "`capacity` is 6 bytes, 7 are needed");
  status = gc_lamp_points(one, where, 2, &count, &error);
  expect(status, error, GRIDCALL_ERROR_OUT_OF_RANGE, "`capacity` is 2 elements, 3 are needed");
  assert_int_equal(needed, 7);
  assert_int_equal(count, 3);
  assert_true(text[0] == 'x' && where[0].x == -1);

  assert_int_equal(gc_lamp_name(one, text, sizeof text, nullptr, nullptr), GRIDCALL_OK);
  assert_string_equal(text, "a lamp");
  assert_int_equal(gc_lamp_points(one, where, 3, nullptr, nullptr), GRIDCALL_OK);
  assert_true(where[2].y == 6);
  gc_colour colour = GRIDCALL_COLOUR_RED;
  assert_int_equal(gc_lamp_colours(one, &colour, 1, nullptr, nullptr), GRIDCALL_OK);
  assert_int_equal(colour, GRIDCALL_COLOUR_BLUE);
  status = gc_lamp_name(one, nullptr, 3, &needed, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_ARGUMENT, "`name` is NULL");
  gc_lamp_release(one);
}

void several_handles(void**) {
  gc_lamp* const one = lamp("one");
  const std::uint64_t handles = gc_handle_count();
  gc_beam beam = GRIDCALL_BEAM_INIT;
  gc_lamp *left = nullptr, *right = nullptr;
  gc_room* where = nullptr;
  gc_lamp_state state = GRIDCALL_LAMP_STATE_INIT;
  std::uint8_t id[4] = {};
  std::int32_t even = 0;
  assert_int_equal(gc_lamp_split(one, &beam, &left, &right, &where, &state, id, &even, nullptr), GRIDCALL_OK);
  assert_int_equal(gc_handle_count(), handles + 2);
  assert_ptr_equal(where, room());
  assert_true(state.watts == 60 && state.place.y == 8 && id[3] == 4 && even == 1);
  assert_string_equal(state.serial, "S1");
  char name[16];
  std::size_t needed = 0;
  assert_int_equal(gc_lamp_name(right, name, sizeof name, &needed, nullptr), GRIDCALL_OK);
  assert_string_equal(name, "one right");
  gc_lamp_release(left);
  gc_lamp_release(right);

  gc_error* error = nullptr;
  gc_status status = gc_lamp_split(one, &beam, nullptr, &right, &where, &state, id, &even, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_ARGUMENT, "`out_left` is NULL");
  state.struct_size = 3;
  status = gc_lamp_split(one, &beam, &left, &right, &where, &state, id, &even, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_OPTIONS, "out_state");
  assert_int_equal(gc_handle_count(), handles);
  gc_lamp_release(one);
}

// If a later one of several handles cannot be made, the earlier ones are released.
void handle_that_nobody_took(void**) {
  const std::uint64_t handles = gc_handle_count();
  {
    gridcall::api::NewHandle<gc_lamp> first(core::make<core::Lamp>("first"));
    gridcall::api::NewHandle<gc_lamp> none{core::Ref<core::Lamp>()};
    assert_int_equal(gc_handle_count(), handles + 1);
    assert_null(none.take());
  }
  assert_int_equal(gc_handle_count(), handles);
}

// As many handles as an array has elements, or none.
void a_handle_for_each(void**) {
  const std::uint64_t handles = gc_handle_count();
  const std::uint64_t watts[] = {60, 40, 25};
  gc_lamp* made[4] = {};
  const auto light = [&](const std::uint64_t* which, std::size_t count, gc_lamp** out, gc_error** error) {
    return gc_room_light(room(), which, count, nullptr, 0, out, error);
  };
  assert_int_equal(light(watts, 3, made, nullptr), GRIDCALL_OK);
  assert_int_equal(gc_handle_count(), handles + 3);
  assert_null(made[3]);
  char name[8];
  std::size_t needed = 0;
  assert_int_equal(gc_lamp_name(made[2], name, sizeof name, &needed, nullptr), GRIDCALL_OK);
  assert_string_equal(name, "25");
  for (gc_lamp*& each : made) {
    gc_lamp_release(each);
    each = nullptr;
  }
  assert_int_equal(light(nullptr, 0, nullptr, nullptr), GRIDCALL_OK);
  gc_error* error = nullptr;
  gc_status status = light(watts, 3, nullptr, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_ARGUMENT, "`out_lamps` is NULL");
  // More than there is room for is never written.
  lights_too_many = true;
  status = light(watts, 3, made, &error);
  lights_too_many = false;
  expect(status, error, GRIDCALL_ERROR_OUT_OF_RANGE, "4 are needed");
  for (gc_lamp* each : made) assert_null(each);
  assert_int_equal(gc_handle_count(), handles);
}

void a_handle_that_may_be_none(void**) {
  gc_lamp *const single = lamp("single"), *const one = lamp("one");
  const std::uint64_t handles = gc_handle_count();
  gc_lamp* twin = one;
  assert_int_equal(gc_lamp_twin(single, &twin, nullptr), GRIDCALL_OK);
  assert_null(twin);
  assert_int_equal(gc_handle_count(), handles);
  assert_int_equal(gc_lamp_twin(one, &twin, nullptr), GRIDCALL_OK);
  assert_int_equal(gc_handle_count(), handles + 1);
  gc_lamp_release(twin);
  gc_error* error = nullptr;
  const gc_status status = gc_lamp_twin(one, nullptr, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_ARGUMENT, "`out_twin` is NULL");
  gc_lamp_release(one);
  gc_lamp_release(single);
}

void fields(void**) {
  gc_lamp *const one = lamp("one"), *const other = lamp("other");
  gc_lamp *left = nullptr, *right = nullptr;
  const auto split = [&](const gc_beam& beam, gc_error** error) {
    gc_room* where = nullptr;
    gc_lamp_state state = GRIDCALL_LAMP_STATE_INIT;
    std::uint8_t id[4];
    std::int32_t even = 0;
    return gc_lamp_split(one, &beam, &left, &right, &where, &state, id, &even, error);
  };
  gc_beam beam = GRIDCALL_BEAM_INIT;
  char pixels[5] = {};
  beam.partner = other;
  beam.pixels = pixels;
  beam.pixels_size = sizeof pixels;
  assert_int_equal(split(beam, nullptr), GRIDCALL_OK);
  gc_lamp_release(left);
  gc_lamp_release(right);
  assert_true(seen_partner && seen_partner->name == "other");
  assert_int_equal(seen_pixels, 5);
  assert_int_equal(pixels[4], 7);

  struct {
    gc_status status;
    const char* text;
    void (*spoil)(gc_beam&, gc_lamp*);
  } const wrong[] = {
      {GRIDCALL_ERROR_INVALID_HANDLE, "`beam->partner`",
       [](gc_beam& b, gc_lamp*) { b.partner = (gc_lamp*)&b; }},
      {GRIDCALL_ERROR_INVALID_HANDLE, "`beam->partner`",
       [](gc_beam& b, gc_lamp*) { b.partner = reinterpret_cast<gc_lamp*>(room()); }},
      {GRIDCALL_ERROR_INVALID_ARGUMENT, "`beam->pixels` is NULL",
       [](gc_beam& b, gc_lamp*) { b.pixels = nullptr; }},
      {GRIDCALL_ERROR_INVALID_ARGUMENT, "`beam->shape` is NULL",
       [](gc_beam& b, gc_lamp*) { b.shape_count = 1; }},
      {GRIDCALL_ERROR_INVALID_ARGUMENT, "`beam->plug.label` has no NUL in its 16 bytes",
       [](gc_beam& b, gc_lamp*) { std::memset(b.plug.label, 'x', sizeof b.plug.label); }},
      {GRIDCALL_ERROR_INVALID_ARGUMENT, "`beam->plug.label` is not UTF-8",
       [](gc_beam& b, gc_lamp*) { b.plug.label[0] = '\xff'; }},
      {GRIDCALL_ERROR_INVALID_OPTIONS, "`beam->plug.reserved` is 1",
       [](gc_beam& b, gc_lamp*) { b.plug.reserved = 1; }},
      {GRIDCALL_ERROR_INVALID_OPTIONS, "`beam->more_flags`", [](gc_beam& b, gc_lamp*) { b.more_flags = 1; }},
      {GRIDCALL_ERROR_INVALID_OPTIONS, "`beam` has flags", [](gc_beam& b, gc_lamp*) { b.flags = 1; }},
      {GRIDCALL_ERROR_INVALID_OPTIONS, "`beam->plugs[].reserved`",
       [](gc_beam& b, gc_lamp*) {
         static const gc_plug plugs[2] = {{}, {{}, {}, 1}};
         b.plugs = plugs;
         b.plug_count = 2;
       }},
  };
  for (const auto& each : wrong) {
    gc_beam spoilt = beam;
    each.spoil(spoilt, other);
    gc_error* error = nullptr;
    const gc_status status = split(spoilt, &error);
    expect(status, error, each.status, each.text);
  }
  gc_lamp_release(other);
  gc_lamp_release(one);
}

void arrays(void**) {
  gc_lamp *const one = lamp("one"), *const two = lamp("two"), *const gone = lamp("gone");
  gc_lamp_release(gone);
  const std::uint64_t handles = gc_handle_count();
  gc_lamp* const good[] = {one, two, one};
  const char* const names[] = {"a", "b"};
  const double weights[] = {0.5, 0.25};
  gc_lamp* made[3] = {};
  std::size_t count = 0;
  const auto group = [&](gc_lamp* const* lamps, std::size_t lamp_count, gc_lamp** out, std::size_t capacity,
                         gc_error** error) {
    return gc_room_group(room(), lamps, lamp_count, names, 2, weights, 2, nullptr, 0, nullptr, 0, out,
                         capacity, &count, error);
  };
  assert_int_equal(group(good, 3, made, 3, nullptr), GRIDCALL_OK);
  assert_int_equal(seen_lamps, 3);
  assert_true(seen_weights == 0.75);
  assert_int_equal(count, 2);
  assert_int_equal(gc_handle_count(), handles + 2);
  assert_null(made[2]);
  char name[8];
  std::size_t needed = 0;
  assert_int_equal(gc_lamp_name(made[1], name, sizeof name, &needed, nullptr), GRIDCALL_OK);
  assert_string_equal(name, "b");
  gc_lamp_release(made[0]);
  gc_lamp_release(made[1]);

  // Asking for the size makes no handles, and neither does a buffer that is too small.
  assert_int_equal(group(nullptr, 0, nullptr, 0, nullptr), GRIDCALL_OK);
  assert_int_equal(count, 2);
  gc_error* error = nullptr;
  gc_status status = group(nullptr, 0, made, 1, &error);
  expect(status, error, GRIDCALL_ERROR_OUT_OF_RANGE, "`capacity` is 1 elements, 2 are needed");
  assert_int_equal(gc_handle_count(), handles);

  // The one handle check, and the place in the array.
  gc_lamp* const wrong[][3] = {
      {one, nullptr, two}, {one, two, gone}, {reinterpret_cast<gc_lamp*>(room()), one, two}};
  const char* const texts[] = {"`lamps[1]` is NULL", "`lamps[2]` is a gc_mem that was released",
                               "`lamps[0]` is a gc_device"};
  for (int i = 0; i < 3; ++i) {
    status = group(wrong[i], 3, made, 3, &error);
    expect(status, error, GRIDCALL_ERROR_INVALID_HANDLE, texts[i]);
  }
  status = group(nullptr, 2, made, 3, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_ARGUMENT, "`lamps` is NULL");
  status = group(good, SIZE_MAX, made, 3, &error);
  expect(status, error, GRIDCALL_ERROR_INVALID_ARGUMENT, "`lamps`");

  gc_room* rooms[2] = {};
  assert_int_equal(gc_room_list(rooms, 2, &count, nullptr), GRIDCALL_OK);
  assert_true(rooms[1] == room());
  assert_int_equal(count, 2);
  gc_lamp_release(one);
  gc_lamp_release(two);
}

// Every object that the calls above made is gone.
void nothing_is_left(void**) {
  core::handle_collect_all();
  assert_int_equal(core::Lamp::live, 0);
  assert_int_equal(gc_handle_count(), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(unknown_sizes),
      cmocka_unit_test(several_handles),
      cmocka_unit_test(handle_that_nobody_took),
      cmocka_unit_test(a_handle_for_each),
      cmocka_unit_test(a_handle_that_may_be_none),
      cmocka_unit_test(fields),
      cmocka_unit_test(arrays),
      cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("glue", tests, nullptr, nullptr);
}
