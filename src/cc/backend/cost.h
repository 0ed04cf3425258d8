// SPDX-License-Identifier: Apache-2.0
//
// An estimate of what a module costs to compile, from the front end's IR.

#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace gridcall::cc {

// The number of instructions with each call counted as its callee's, as after inlining; times what a kernel's
// barriers make of it.
std::uint64_t expanded_size(const llvm::Module& module);

// Whether a baseline tier may replace the optimized one for a while: not where functions have addresses, for
// memory would hold those of the baseline tier, and a kernel could tell them apart.
bool may_have_tiers(const llvm::Module& module);

// Whether the optimized tier is sure to take seconds, so that a baseline tier is worth compiling first.
bool is_large(const llvm::Module& module);

// Whether the optimized tier may take seconds, from the optimized IR of threads.
bool may_take_long(const llvm::Module& module);

}  // namespace gridcall::cc
