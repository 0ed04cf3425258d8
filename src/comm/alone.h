// SPDX-License-Identifier: Apache-2.0
//
// Operations of communicators of one rank that have no engine: copies on the stream.

#pragma once

#include <span>

#include "comm/operation.h"

namespace gridcall::comm {

void launch_alone(std::span<const Operation> operations, std::span<const EngineOperation> checked);

}  // namespace gridcall::comm
