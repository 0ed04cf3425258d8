// SPDX-License-Identifier: Apache-2.0
//
// Ranks that a launcher has started.

#pragma once

#include "comm/comm.h"

namespace gridcall::comm {

// Without a context: on the device that the launcher's local rank says.
core::Ref<core::Comm> from_environment(core::Context* context, const core::CommSpec& spec);

}  // namespace gridcall::comm
