// SPDX-License-Identifier: Apache-2.0
//
// A large module is finished in parts, each by a process of its own: cores, not one, do the work. How it is
// cut depends on the module alone, so the object does not depend on the machine's cores.

#pragma once

#include <functional>
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace gridcall::cc {

// 1: not worth cutting, or it cannot be.
unsigned count_parts(const llvm::Module& module);

// The object that `finish(part)` makes of each part, which it finds in `module`; part 0 has the thread
// entries, the variables and what both share. Nothing if a part fails: then the whole shows why. `module`
// stays whole, but what was internal is hidden instead.
std::optional<std::string> finish_in_parts(llvm::Module& module, unsigned parts,
                                           const std::function<std::string(unsigned part)>& finish);

}  // namespace gridcall::cc
