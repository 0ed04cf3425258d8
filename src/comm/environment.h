// SPDX-License-Identifier: Apache-2.0
//
// Ranks that a launcher has started.

#pragma once

#include "comm/rank.h"

namespace gridcall::comm {

// Without a context, on the device that the launcher's local rank says.
Ref<Rank> from_environment(core::Context* context, const Spec& spec);

}  // namespace gridcall::comm
