// SPDX-License-Identifier: Apache-2.0

#include "core/sampler.h"

#include <bit>
#include <cmath>

#include "base/concat.h"
#include "core/check.h"

namespace gridcall::core {

void Sampling::check() const {
  constexpr std::uint32_t kMaxAnisotropy = 16;
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    if (address[i] < 0 || address[i] > static_cast<std::int32_t>(AddressMode::kBorder))
      throw Failure(status::kInvalidArgument, concat("`address_", kAxis[i], "` is ", address[i],
                                                     ": pass a GRIDCALL_ADDRESS_MODE_* number"));
  for (const std::int32_t mode : {filter, mip_filter})
    if (mode < 0 || mode > static_cast<std::int32_t>(FilterMode::kLinear))
      throw Failure(status::kInvalidArgument,
                    concat("a filter is ", mode, ": pass a GRIDCALL_FILTER_MODE_* number"));
  if (max_anisotropy > kMaxAnisotropy)
    throw Failure(status::kOutOfRange, concat("`max_anisotropy` ", max_anisotropy, " exceeds ",
                                              kMaxAnisotropy, ": pass at most that"));
  if (!std::isfinite(bias) || !std::isfinite(min_level) || !std::isfinite(max_level))
    throw Failure(status::kInvalidArgument,
                  "`bias`, `min_level` or `max_level` is no finite number: pass one");
}

std::uint64_t Sampling::attribute(SamplerAttribute attribute) const {
  const auto bits = [](float value) { return std::uint64_t{std::bit_cast<std::uint32_t>(value)}; };
  const auto number = [](std::int32_t value) { return static_cast<std::uint64_t>(value); };
  switch (attribute) {
    case SamplerAttribute::kFlags:
      return flags;
    case SamplerAttribute::kAddressX:
      return number(address[0]);
    case SamplerAttribute::kAddressY:
      return number(address[1]);
    case SamplerAttribute::kAddressZ:
      return number(address[2]);
    case SamplerAttribute::kFilter:
      return number(filter);
    case SamplerAttribute::kMipFilter:
      return number(mip_filter);
    case SamplerAttribute::kMaxAnisotropy:
      return max_anisotropy;
    case SamplerAttribute::kBias:
      return bits(bias);
    case SamplerAttribute::kMinLevel:
      return bits(min_level);
    case SamplerAttribute::kMaxLevel:
      return bits(max_level);
    case SamplerAttribute::kReferenceCount:
      break;
  }
  refuse_attribute(static_cast<std::int32_t>(attribute), "SAMPLER");
}

std::uint64_t Sampler::attribute(std::int32_t attribute) const {
  const auto which = static_cast<SamplerAttribute>(attribute);
  return which == SamplerAttribute::kReferenceCount ? references() : sampling_.attribute(which);
}

}  // namespace gridcall::core
