// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cpu/queue/context.h"

namespace gridcall::cpu {

// The context ends: its captures and graphs go. Under the scheduler's lock.
void destroy_graphs_locked(Context& context) noexcept;

}  // namespace gridcall::cpu
