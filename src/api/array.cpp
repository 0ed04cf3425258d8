// SPDX-License-Identifier: Apache-2.0

#include "core/array.h"

#include <algorithm>
#include <bit>

#include "api/generated/implementation.h"
#include "base/concat.h"
#include "core/array_format.h"

namespace gridcall::api {

namespace {

static_assert(GRIDCALL_ARRAY_LAYERED == driver::kArrayLayered &&
              GRIDCALL_ARRAY_SURFACE_LDST == driver::kArraySurface &&
              GRIDCALL_ARRAY_CUBEMAP == driver::kArrayCubemap &&
              GRIDCALL_ARRAY_TEXTURE_GATHER == driver::kArrayGather);

struct NameEntry {
  std::int32_t number;
  const char* name;
};
constexpr NameEntry kOrders[] = {
#define GRIDCALL_CHANNEL_ORDER(number, name) {number, name},
#include "api/generated/channel_order_table.inc"
#undef GRIDCALL_CHANNEL_ORDER
};
constexpr NameEntry kTypes[] = {
#define GRIDCALL_CHANNEL_TYPE(number, name) {number, name},
#include "api/generated/channel_type_table.inc"
#undef GRIDCALL_CHANNEL_TYPE
};

template <std::size_t kCount>
const char* name_in(const NameEntry (&table)[kCount], std::int32_t number) {
  for (const NameEntry& entry : table)
    if (entry.number == number) return entry.name;
  return "?";
}

struct Twin {
  gc_channel_type type;
  gc_array_format formats[3];  // the formats of 1, 2 and 4 channels
};
constexpr Twin same(gc_channel_type type, gc_array_format format) {
  return {type, {format, format, format}};
}
constexpr gc_array_format kNoFormat = 0;
constexpr Twin kTwins[] = {
    {GRIDCALL_CHANNEL_TYPE_SNORM_INT8,
     {GRIDCALL_ARRAY_FORMAT_SNORM_INT8X1, GRIDCALL_ARRAY_FORMAT_SNORM_INT8X2,
      GRIDCALL_ARRAY_FORMAT_SNORM_INT8X4}},
    {GRIDCALL_CHANNEL_TYPE_SNORM_INT16,
     {GRIDCALL_ARRAY_FORMAT_SNORM_INT16X1, GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2,
      GRIDCALL_ARRAY_FORMAT_SNORM_INT16X4}},
    {GRIDCALL_CHANNEL_TYPE_UNORM_INT8,
     {GRIDCALL_ARRAY_FORMAT_UNORM_INT8X1, GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2,
      GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4}},
    {GRIDCALL_CHANNEL_TYPE_UNORM_INT16,
     {GRIDCALL_ARRAY_FORMAT_UNORM_INT16X1, GRIDCALL_ARRAY_FORMAT_UNORM_INT16X2,
      GRIDCALL_ARRAY_FORMAT_UNORM_INT16X4}},
    same(GRIDCALL_CHANNEL_TYPE_SIGNED_INT8, GRIDCALL_ARRAY_FORMAT_SIGNED_INT8),
    same(GRIDCALL_CHANNEL_TYPE_SIGNED_INT16, GRIDCALL_ARRAY_FORMAT_SIGNED_INT16),
    same(GRIDCALL_CHANNEL_TYPE_SIGNED_INT32, GRIDCALL_ARRAY_FORMAT_SIGNED_INT32),
    same(GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT8, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8),
    same(GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16),
    same(GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT32, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32),
    same(GRIDCALL_CHANNEL_TYPE_HALF_FLOAT, GRIDCALL_ARRAY_FORMAT_HALF),
    same(GRIDCALL_CHANNEL_TYPE_FLOAT, GRIDCALL_ARRAY_FORMAT_FLOAT),
    {GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2,
     {kNoFormat, kNoFormat, GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2}},
};
constexpr gc_channel_order kPlainOrders[] = {GRIDCALL_CHANNEL_ORDER_R, GRIDCALL_CHANNEL_ORDER_RG,
                                             GRIDCALL_CHANNEL_ORDER_RGBA};

// Returns true if the device makes an array of the format. A failure for lack of memory is not an answer.
bool can_make(core::Context& context, const core::ArraySpec& spec) {
  try {
    core::Array::create(context, spec);
    return true;
  } catch (const Failure& failure) {
    if (failure.status != status::kUnsupported) throw;
    return false;
  }
}

}  // namespace

core::Ref<core::Array> array_create(core::Context& context, const gc_array_options& options) {
  return core::Array::create(context, {options.flags, options.width, options.height, options.depth,
                                       options.format, options.channels, options.levels});
}

gc_image_format_info array_find_format(gc_channel_order order, gc_channel_type channel_type) {
  const auto* const plain = std::find(std::begin(kPlainOrders), std::end(kPlainOrders), order);
  if (plain == std::end(kPlainOrders))
    throw Failure(status::kUnsupported, concat("`order` is ", name_in(kOrders, order),
                                               ", which arrays do not have: pass R, RG or RGBA, and order "
                                               "the channels so before they are copied"));
  const auto* const twin = std::find_if(std::begin(kTwins), std::end(kTwins),
                                        [&](const Twin& each) { return each.type == channel_type; });
  if (twin == std::end(kTwins))
    throw Failure(status::kUnsupported,
                  concat("`channel_type` is ", name_in(kTypes, channel_type),
                         ", which arrays do not have: pass one whose channels have 8, 16 or 32 bits each, or "
                         "UNORM_INT_101010_2"));
  const auto number = static_cast<std::uint32_t>(plain - kPlainOrders);
  if (twin->formats[number] == kNoFormat)
    throw Failure(status::kUnsupported, concat("`channel_type` is ", name_in(kTypes, channel_type),
                                               ", which has four channels, and `order` ",
                                               name_in(kOrders, order), " has not: pass RGBA"));
  gc_image_format_info info = GRIDCALL_IMAGE_FORMAT_INFO_INIT;
  info.format = twin->formats[number];
  info.channels = 1U << number;
  info.element_size = core::check_element(info.format, info.channels);
  if (channel_type != GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2)
    info.channel_size = info.element_size / info.channels;
  info.order_name = name_in(kOrders, order);
  info.type_name = name_in(kTypes, channel_type);
  return info;
}

namespace {

// Returns the smallest array of so many dimensions that may have the flags.
core::ArraySpec sample_of(gc_array_flags flags, std::uint32_t dimensions) {
  constexpr std::uint64_t kExtent = 8;
  core::ArraySpec spec;
  spec.flags = flags;
  spec.width = kExtent;
  spec.height = dimensions > 1 ? kExtent : 0;
  spec.depth = dimensions > 2 ? kExtent : 0;
  const auto refuse = [&](const char* flag, const char* wanted) {
    throw Failure(status::kInvalidArgument,
                  concat("`flags` has ", flag, ", and `dimensions` is ", dimensions, ": pass ", wanted));
  };
  if ((flags & GRIDCALL_ARRAY_TEXTURE_GATHER) != 0 && dimensions != 2) refuse("TEXTURE_GATHER", "2");
  if ((flags & GRIDCALL_ARRAY_CUBEMAP) != 0) {
    if (dimensions != 2) refuse("CUBEMAP", "2, those of a face");
    spec.depth = 6;
  } else if ((flags & GRIDCALL_ARRAY_LAYERED) != 0) {
    if (dimensions == 3) refuse("LAYERED", "1 or 2, those of a layer");
    spec.depth = 2;
  }
  return spec;
}

}  // namespace

std::vector<gc_image_format> array_get_image_formats(core::Context& context, gc_array_flags flags,
                                                     std::uint32_t dimensions) {
  if (dimensions < 1 || dimensions > 3)
    throw Failure(status::kOutOfRange, concat("`dimensions` is ", dimensions, ": pass 1, 2 or 3"));
  core::ArraySpec spec = sample_of(flags, dimensions);
  if (const auto known = context.device().image_formats(flags, dimensions); !known.empty()) {
    std::vector<gc_image_format> formats;
    for (const std::uint64_t each : known)
      formats.push_back({static_cast<gc_channel_order>(each >> 32), static_cast<gc_channel_type>(each)});
    return formats;
  }
  std::vector<gc_image_format> formats;
  std::vector<std::uint64_t> found;
  for (std::uint32_t number = 0; number < std::size(kPlainOrders); ++number)
    for (const Twin& twin : kTwins) {
      if (twin.formats[number] == kNoFormat) continue;
      const gc_channel_order order = kPlainOrders[number];
      spec.format = twin.formats[number];
      spec.channels = 1U << number;
      if (!can_make(context, spec)) continue;
      formats.push_back({order, twin.type});
      found.push_back(static_cast<std::uint64_t>(order) << 32 | static_cast<std::uint32_t>(twin.type));
    }
  context.device().keep_image_formats(flags, dimensions, std::move(found));
  return formats;
}

std::uint32_t array_channel_count(std::uint32_t channels) {
  return channels == 0 || channels > 4 ? 0 : std::bit_ceil(channels);
}

}  // namespace gridcall::api
