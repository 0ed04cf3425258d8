// SPDX-License-Identifier: Apache-2.0
//
// How much work a module is, told from what the front end made of it.

#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace gridcall::cc {

// Instructions once every call stands for what it calls, which is what inlining comes to.
std::uint64_t expanded_size(const llvm::Module& module);

// Whether a quick version is worth making first, and may stand in for the full one for a while: not where
// functions have addresses, for memory would hold those of the quick one, and the two be told apart.
bool is_large(const llvm::Module& module);

}  // namespace gridcall::cc
