// SPDX-License-Identifier: Apache-2.0
//
// clang and LLVM recurse as deep as a source nests, and the stack that a process is started with may be as
// small as a limit of the host's says.

#pragma once

#include <string>

namespace gridcall::cc {

// Runs `work` on a stack of its own and returns what it returns. Where the system gives none, on the one
// there is.
int run_on_large_stack(int (*work)(void*), void* argument);

// Sets the answer that is written to `descriptor` before this process (not a child of it) exits with
// `exit_code`, should that stack overflow. Called on that stack.
void set_overflow_answer(int descriptor, std::string answer, int exit_code);

}  // namespace gridcall::cc
