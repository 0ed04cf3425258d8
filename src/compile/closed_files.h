// SPDX-License-Identifier: Apache-2.0
//
// A thread to which the kernel closes the files that a compiler has no need of.

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gridcall::compile {

// Runs `work` on a thread that may open only files below `folders`, if the kernel can enforce that (Landlock,
// Linux 5.13). Exceptions of `work` are thrown to the caller.
void run_with_files_closed(const std::vector<std::string>& folders, const std::function<void()>& work);

}  // namespace gridcall::compile
