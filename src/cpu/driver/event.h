// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

// A new event of the current context. Takes over the reference on what it shares with other processes, if it
// does.
driver::CUresult add_event(std::unique_ptr<Event> created, SharedEvent* shared, driver::CUevent& event);

}  // namespace gridcall::cpu
