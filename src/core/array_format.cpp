// SPDX-License-Identifier: Apache-2.0

#include "core/array_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "core/scalar_type.h"

namespace gridcall::core {

namespace {

struct Row {
  ArrayFormat format;
  ElementFormat element;
};

constexpr Row kFormats[] = {
    {ArrayFormat::kUnsignedInt8, {1, 0, ChannelType::kUnsignedInt8}},
    {ArrayFormat::kUnsignedInt16, {2, 0, ChannelType::kUnsignedInt16}},
    {ArrayFormat::kUnsignedInt32, {4, 0, ChannelType::kUnsignedInt32}},
    {ArrayFormat::kSignedInt8, {1, 0, ChannelType::kSignedInt8}},
    {ArrayFormat::kSignedInt16, {2, 0, ChannelType::kSignedInt16}},
    {ArrayFormat::kSignedInt32, {4, 0, ChannelType::kSignedInt32}},
    {ArrayFormat::kHalf, {2, 0, ChannelType::kHalfFloat}},
    {ArrayFormat::kFloat, {4, 0, ChannelType::kFloat}},
    {ArrayFormat::kUnormInt1010102, {1, 4, ChannelType::kUnormInt1010102}},
    {ArrayFormat::kUnormInt8x1, {1, 1, ChannelType::kUnormInt8}},
    {ArrayFormat::kUnormInt8x2, {1, 2, ChannelType::kUnormInt8}},
    {ArrayFormat::kUnormInt8x4, {1, 4, ChannelType::kUnormInt8}},
    {ArrayFormat::kUnormInt16x1, {2, 1, ChannelType::kUnormInt16}},
    {ArrayFormat::kUnormInt16x2, {2, 2, ChannelType::kUnormInt16}},
    {ArrayFormat::kUnormInt16x4, {2, 4, ChannelType::kUnormInt16}},
    {ArrayFormat::kSnormInt8x1, {1, 1, ChannelType::kSnormInt8}},
    {ArrayFormat::kSnormInt8x2, {1, 2, ChannelType::kSnormInt8}},
    {ArrayFormat::kSnormInt8x4, {1, 4, ChannelType::kSnormInt8}},
    {ArrayFormat::kSnormInt16x1, {2, 1, ChannelType::kSnormInt16}},
    {ArrayFormat::kSnormInt16x2, {2, 2, ChannelType::kSnormInt16}},
    {ArrayFormat::kSnormInt16x4, {2, 4, ChannelType::kSnormInt16}},
};

// Rounds to the nearest integer, ties to even, and saturates; NaN becomes 0.
template <class To>
To saturated(double value) noexcept {
  constexpr double kLeast = std::numeric_limits<To>::min(), kMax = std::numeric_limits<To>::max();
  return std::isnan(value) ? To{0} : static_cast<To>(std::nearbyint(std::clamp(value, kLeast, kMax)));
}

std::uint16_t half_of(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  if (rest > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7fff);
  if (rest >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00);  // such values round to infinity
  if (rest < 0x38800000) {
    // Values below the smallest normal half are multiples of 2^-24.
    const double steps = std::nearbyint(static_cast<double>(std::bit_cast<float>(rest)) * 0x1p24);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(steps));
  }
  const std::uint32_t rounded = rest + 0xfff + (rest >> 13 & 1);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000) >> 13));
}

ScalarType color_type_of(ChannelType type) noexcept {
  switch (type) {
    case ChannelType::kSignedInt8:
    case ChannelType::kSignedInt16:
    case ChannelType::kSignedInt32:
      return ScalarType::kInt32;
    case ChannelType::kUnsignedInt8:
    case ChannelType::kUnsignedInt16:
    case ChannelType::kUnsignedInt32:
      return ScalarType::kUint32;
    default:
      return ScalarType::kFloat32;
  }
}

// Converts a channel to the low bits of a word.
std::uint32_t channel_of(ChannelType type, std::uint32_t bits) noexcept {
  const auto number = std::bit_cast<float>(bits);
  const auto scaled = [&](double most) { return std::clamp(static_cast<double>(number), -1.0, 1.0) * most; };
  const auto integer = static_cast<std::int32_t>(bits);
  switch (type) {
    case ChannelType::kUnormInt8:
      return saturated<std::uint8_t>(scaled(255));
    case ChannelType::kUnormInt16:
      return saturated<std::uint16_t>(scaled(65535));
    case ChannelType::kSnormInt8:
      return static_cast<std::uint8_t>(saturated<std::int8_t>(scaled(127)));
    case ChannelType::kSnormInt16:
      return static_cast<std::uint16_t>(saturated<std::int16_t>(scaled(32767)));
    case ChannelType::kHalfFloat:
      return half_of(number);
    case ChannelType::kSignedInt8:
      return static_cast<std::uint8_t>(saturated<std::int8_t>(integer));
    case ChannelType::kSignedInt16:
      return static_cast<std::uint16_t>(saturated<std::int16_t>(integer));
    case ChannelType::kUnsignedInt8:
      return saturated<std::uint8_t>(bits);
    case ChannelType::kUnsignedInt16:
      return saturated<std::uint16_t>(bits);
    default:
      return bits;
  }
}

}  // namespace

bool element_format(std::int32_t format, ElementFormat& to) noexcept {
  for (const Row& row : kFormats) {
    if (static_cast<std::int32_t>(row.format) != format) continue;
    to = row.element;
    return true;
  }
  return false;
}

ChannelOrder order_of(std::uint32_t channels) noexcept {
  return channels == 1 ? ChannelOrder::kR : channels == 2 ? ChannelOrder::kRg : ChannelOrder::kRgba;
}

std::uint32_t check_element(std::int32_t format, std::uint32_t channels) {
  ElementFormat element;
  if (!element_format(format, element))
    throw Failure(status::kInvalidArgument,
                  concat("`format` is ", format, " and `channels` ", channels,
                         ", and there is no such format: pass a GRIDCALL_ARRAY_FORMAT_* number"));
  if (channels != 1 && channels != 2 && channels != 4)
    throw Failure(status::kInvalidArgument, concat("`channels` is ", channels, ": pass 1, 2 or 4"));
  if (element.channels != 0 && element.channels != channels)
    throw Failure(status::kInvalidArgument, concat("`channels` is ", channels, ", and `format` ", format,
                                                   " has ", element.channels, ": pass that"));
  return element.channel_bytes * channels;
}

std::array<std::byte, 16> element_of_color(std::int32_t format, std::uint32_t channels, ScalarType type,
                                           std::span<const std::byte> color) {
  ElementFormat element;
  element_format(format, element);
  const ScalarType wanted = color_type_of(element.type);
  if (type != wanted)
    throw Failure(
        status::kInvalidArgument,
        concat("`color_type` is ", scalar_text(type), ", and a colour of `dst.array` is four numbers of ",
               scalar_text(wanted), ": pass those, or 0 and the bytes of an element"));
  if (color.size() != 16)
    throw Failure(status::kInvalidArgument, concat("`value_size` is ", color.size(),
                                                   ", and a colour has 4 numbers of 4 bytes: pass 16"));
  std::array<std::uint32_t, 4> words{};
  std::memcpy(words.data(), color.data(), 16);
  std::array<std::byte, 16> made{};
  if (element.type == ChannelType::kUnormInt1010102) {
    const auto part = [&](std::size_t i, double most) {
      const auto number = static_cast<double>(std::bit_cast<float>(words[i]));
      return saturated<std::uint16_t>(std::clamp(number, 0.0, 1.0) * most);
    };
    const std::uint32_t packed =
        part(0, 1023) | part(1, 1023) << 10 | part(2, 1023) << 20 | std::uint32_t{part(3, 3)} << 30;
    std::memcpy(made.data(), &packed, 4);
    return made;
  }
  for (std::size_t i = 0; i < channels; ++i) {
    const std::uint32_t channel = channel_of(element.type, words[i]);
    std::memcpy(made.data() + i * element.channel_bytes, &channel, element.channel_bytes);
  }
  return made;
}

}  // namespace gridcall::core
