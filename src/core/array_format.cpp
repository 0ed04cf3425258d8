// SPDX-License-Identifier: Apache-2.0

#include "core/array_format.h"

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"

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

}  // namespace gridcall::core
