// SPDX-License-Identifier: Apache-2.0
//
// A thread to which the kernel closes the files that a compiler has no need of.

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gridcall::compile {

// Runs `work` on a thread of its own, which may open what lies below `folders` and nothing else where the
// kernel can forbid that (Landlock, Linux 5.13). What `work` throws is thrown.
void run_with_files_closed(const std::vector<std::string>& folders, const std::function<void()>& work);

}  // namespace gridcall::compile
