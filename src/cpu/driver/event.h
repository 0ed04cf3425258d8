// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

// Adds an event to the current context. Takes over the reference on `shared`, the part that processes share,
// if any.
driver::CUresult add_event(std::unique_ptr<Event> created, SharedEvent* shared, driver::CUevent& event);

}  // namespace gridcall::cpu
