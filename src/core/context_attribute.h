// SPDX-License-Identifier: Apache-2.0
//
// Limits and other attributes of a context, and what its driver knows of an address.

#pragma once

#include <cstdint>

namespace gridcall::core {

class Context;

std::uint64_t context_attribute(Context& context, std::int32_t attribute);
void set_context_attribute(Context& context, std::int32_t attribute, std::uint64_t value);
std::uint64_t pointer_attribute(Context& context, std::int32_t attribute, std::uint64_t address);

}  // namespace gridcall::core
