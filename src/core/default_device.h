// SPDX-License-Identifier: Apache-2.0
//
// The device that a program gets which names none: by the environment, a file in the user's home, or the
// first that works.

#pragma once

#include <cstdint>

#include "core/device.h"

namespace gridcall::core {

// Returns the device that the user chooses, else the one at an index.
Device& default_device(std::int32_t fallback);
// Returns the context on the device that the user or the machine chooses.
Context& default_context();

}  // namespace gridcall::core
