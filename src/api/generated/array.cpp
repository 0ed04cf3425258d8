// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/array.h"
#include "core/mapping.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_array_create(gc_context* context, const gc_array_options* options, gc_array** out_array,
                          gc_error** out_error) {
  return api::guard("gc_array_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.required_options(options, "options", 56,
                                                GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_SURFACE_LDST | GRIDCALL_ARRAY_CUBEMAP | GRIDCALL_ARRAY_TEXTURE_GATHER);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_array, "out_array");
    call.give(out_array, api::array_create(context_, options_));
  });
}

gc_status gc_array_wrap(gc_context* context, uint64_t native, gc_array** out_array, gc_error** out_error) {
  return api::guard("gc_array_wrap", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_array, "out_array");
    call.give(out_array, core::Array::wrap(context_, native));
  });
}

gc_status gc_array_find_format(gc_channel_order order, gc_channel_type channel_type,
                               gc_image_format_info* out_info, gc_error** out_error) {
  return api::guard_quick("gc_array_find_format", out_error, [&](api::Call& call) {
    call.enumeration(order, "order", {GRIDCALL_CHANNEL_ORDER_R, GRIDCALL_CHANNEL_ORDER_A, GRIDCALL_CHANNEL_ORDER_RG, GRIDCALL_CHANNEL_ORDER_RA, GRIDCALL_CHANNEL_ORDER_RGB, GRIDCALL_CHANNEL_ORDER_RGBA, GRIDCALL_CHANNEL_ORDER_BGRA, GRIDCALL_CHANNEL_ORDER_ARGB, GRIDCALL_CHANNEL_ORDER_INTENSITY, GRIDCALL_CHANNEL_ORDER_LUMINANCE, GRIDCALL_CHANNEL_ORDER_RX, GRIDCALL_CHANNEL_ORDER_RGX, GRIDCALL_CHANNEL_ORDER_RGBX, GRIDCALL_CHANNEL_ORDER_DEPTH, GRIDCALL_CHANNEL_ORDER_DEPTH_STENCIL, GRIDCALL_CHANNEL_ORDER_SRGB, GRIDCALL_CHANNEL_ORDER_SRGBX, GRIDCALL_CHANNEL_ORDER_SRGBA, GRIDCALL_CHANNEL_ORDER_SBGRA, GRIDCALL_CHANNEL_ORDER_ABGR});
    call.enumeration(channel_type, "channel_type", {GRIDCALL_CHANNEL_TYPE_SNORM_INT8, GRIDCALL_CHANNEL_TYPE_SNORM_INT16, GRIDCALL_CHANNEL_TYPE_UNORM_INT8, GRIDCALL_CHANNEL_TYPE_UNORM_INT16, GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_565, GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_555, GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010, GRIDCALL_CHANNEL_TYPE_SIGNED_INT8, GRIDCALL_CHANNEL_TYPE_SIGNED_INT16, GRIDCALL_CHANNEL_TYPE_SIGNED_INT32, GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT8, GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16, GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT32, GRIDCALL_CHANNEL_TYPE_HALF_FLOAT, GRIDCALL_CHANNEL_TYPE_FLOAT, GRIDCALL_CHANNEL_TYPE_UNORM_INT24, GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2});
    call.out_struct(out_info, "out_info", 40);
    call.give_struct(out_info, api::array_find_format(order, channel_type));
  });
}

uint32_t gc_array_channel_count(uint32_t channels) {
  return api::accessor([&](api::Call&) -> uint32_t { return api::array_channel_count(channels); });
}

gc_status gc_array_get_image_formats(gc_context* context, gc_array_flags flags, uint32_t dimensions,
                                     gc_image_format* formats, size_t capacity, size_t* out_count,
                                     gc_error** out_error) {
  return api::guard("gc_array_get_image_formats", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.flags(flags, "flags", GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_SURFACE_LDST | GRIDCALL_ARRAY_CUBEMAP | GRIDCALL_ARRAY_TEXTURE_GATHER);
    call.buffer(formats, capacity, "formats");
    call.needed(formats, out_count, "out_count");
    call.out_array(formats, capacity, out_count, api::array_get_image_formats(context_, flags, dimensions));
  });
}

gc_status gc_array_get_attribute(gc_array* array, gc_array_attribute attribute, uint64_t* out_value,
                                 gc_error** out_error) {
  return api::guard_quick("gc_array_get_attribute", out_error, [&](api::Call& call) {
    auto& array_ = call.handle<core::Array>(array, "array");
    call.out(out_value, "out_value");
    *out_value = array_.attribute(attribute);
  });
}

gc_status gc_array_get_level(gc_array* array, uint32_t level, gc_array** out_array, gc_error** out_error) {
  return api::guard("gc_array_get_level", out_error, [&](api::Call& call) {
    auto& array_ = call.handle<core::Array>(array, "array");
    call.out(out_array, "out_array");
    call.give(out_array, array_.level(level));
  });
}

gc_status gc_array_map(gc_array* array, const gc_array_region* region, gc_map_flags flags, gc_stream* stream,
                       gc_mapping** out_mapping, gc_error** out_error) {
  return api::guard("gc_array_map", out_error, [&](api::Call& call) {
    auto& array_ = call.handle<core::Array>(array, "array");
    const auto region_ = call.options(region, "region", 56, 0);
    call.flags(flags, "flags", GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE | GRIDCALL_MAP_WRITE_INVALIDATE_REGION);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_mapping, "out_mapping");
    call.give(out_mapping, api::array_map(array_, region_, flags, stream_));
  });
}

void gc_array_release(gc_array* array) { api::release<core::Array>(array); }

}  // extern "C"
