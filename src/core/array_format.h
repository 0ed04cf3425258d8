// SPDX-License-Identifier: Apache-2.0
//
// Formats of the elements of arrays and textures.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types.h"

namespace gridcall::core {

struct ElementFormat {
  std::uint32_t channel_bytes = 0;  // the bytes of an element, divided by the channels
  std::uint32_t channels = 0;       // 0 if any number of channels is allowed
  ChannelType type{};               // OpenCL's name of a channel
};

// Returns false if the number is no format.
bool element_format(std::int32_t format, ElementFormat& to) noexcept;

// Returns R, RG or RGBA for 1, 2 or 4 channels.
ChannelOrder order_of(std::uint32_t channels) noexcept;

// Returns the bytes of an element. Throws INVALID_ARGUMENT unless the format allows that many channels.
std::uint32_t check_element(std::int32_t format, std::uint32_t channels);

// Returns an element of the colour, which is four numbers of FLOAT32, INT32 or UINT32, rounded and saturated.
// Throws INVALID_ARGUMENT if the format takes another type.
std::array<std::byte, 16> element_of_color(std::int32_t format, std::uint32_t channels, ScalarType type,
                                           std::span<const std::byte> color);

}  // namespace gridcall::core
