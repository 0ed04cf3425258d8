// SPDX-License-Identifier: Apache-2.0
//
// Operations of communicators of one rank that have no engine: copies on the stream.

#pragma once

#include <span>
#include <vector>

#include "comm/operation.h"

namespace gridcall::comm {

void launch_alone(std::span<const Operation> operations, const std::vector<Checked>& checked);

}  // namespace gridcall::comm
