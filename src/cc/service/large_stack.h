// SPDX-License-Identifier: Apache-2.0
//
// A stack for clang and LLVM, which recurse as deep as a source nests; the process's own stack may be small
// under a limit of the host.

#pragma once

#include <string>

namespace gridcall::cc {

// Runs `work` on a stack of its own and returns its result. If the system provides none, it runs on the
// caller's.
int run_on_large_stack(int (*work)(void*), void* argument);

// Sets the answer that is written to `descriptor` before this process exits with `exit_code` if that stack
// overflows. Does not apply to child processes. Must be called on that stack.
void set_overflow_answer(int descriptor, std::string answer, int exit_code);

}  // namespace gridcall::cc
