// SPDX-License-Identifier: Apache-2.0
//
// Ranks that a launcher has started.

#pragma once

#include "comm/rank.h"

namespace gridcall::comm {

// Creates a rank; without a context, on the device with the launcher's local rank.
Ref<Rank> from_environment(core::Context* context, const Spec& spec);

}  // namespace gridcall::comm
