// SPDX-License-Identifier: Apache-2.0
//
// A large module is compiled in partitions, each in a forked process, so that several cores work. The
// partition depends on the module alone, so the object does not depend on the machine's number of cores.

#pragma once

#include <functional>
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace gridcall::cc {

// 1 if splitting is not worth it or not possible.
unsigned count_partitions(const llvm::Module& module);

// Merges the objects that `finish(partition)` returns, which finds its partition in `module`; partition 0 has
// the thread entries, the variables and what others share. Nothing if a partition fails: compiling the whole
// module then shows why. `module` keeps all its functions, but internal linkage becomes hidden visibility.
std::optional<std::string> finish_in_partitions(llvm::Module& module, unsigned partitions,
                                                const std::function<std::string(unsigned partition)>& finish);

}  // namespace gridcall::cc
