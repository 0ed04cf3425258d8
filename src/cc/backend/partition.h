// SPDX-License-Identifier: Apache-2.0
//
// A large module is compiled in partitions, each in a forked process, so that several cores work. The
// partitions depend on the module alone, so that the object does not depend on the machine's number of cores.

#pragma once

#include <functional>
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace gridcall::cc {

// Returns 1 if the module cannot be split or splitting does not pay.
unsigned count_partitions(const llvm::Module& module);

// Merges the objects that `finish(partition)` returns; each call finds its partition in `module`. Partition 0
// has the thread entries, the variables and the shared functions. Returns no value if a partition fails;
// compiling the whole module then shows why. `module` keeps all its functions, but internal linkage becomes
// hidden visibility.
std::optional<std::string> finish_in_partitions(llvm::Module& module, unsigned partitions,
                                                const std::function<std::string(unsigned partition)>& finish);

}  // namespace gridcall::cc
