// SPDX-License-Identifier: Apache-2.0
//
// What the elements of arrays and textures are.

#pragma once

#include <cstdint>

#include "core/types.h"

namespace gridcall::core {

struct ElementFormat {
  std::uint32_t channel_bytes = 0;  // of an element, divided by the channels
  std::uint32_t channels = 0;       // 0: any number
  ChannelType type{};               // OpenCL's name of a channel
};

// False: no format.
bool element_format(std::int32_t format, ElementFormat& to) noexcept;

// R, RG or RGBA.
ChannelOrder order_of(std::uint32_t channels) noexcept;

// Throws INVALID_ARGUMENT unless elements can have so many channels of the format; their bytes.
std::uint32_t check_element(std::int32_t format, std::uint32_t channels);

}  // namespace gridcall::core
