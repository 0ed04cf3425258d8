// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cpu/queue/context.h"

namespace gridcall::cpu {

// Destroys the captures and graphs of a context that ends. The caller holds the scheduler's lock.
void destroy_graphs_locked(Context& context) noexcept;

}  // namespace gridcall::cpu
