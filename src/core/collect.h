// SPDX-License-Identifier: Apache-2.0
//
// Calls of a program that concern all contexts at once.

#pragma once

namespace gridcall::core {

// Gives back everything that was released and is not in use, without waiting for a kernel.
void collect_everything();
// Drops the memos of every context.
void clear_all_memos();

}  // namespace gridcall::core
