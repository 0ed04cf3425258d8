// SPDX-License-Identifier: Apache-2.0
//
// An estimate of a module's compile time, from the front end's IR.

#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace gridcall::cc {

// Returns the number of instructions after inlining every call, multiplied by a factor for the barriers of
// each kernel.
std::uint64_t expanded_size(const llvm::Module& module);

// Returns whether a baseline tier may stand in for the optimized one for a while. A module that takes the
// address of a function may not: a kernel could find both tiers' addresses in memory and tell them apart.
bool may_have_tiers(const llvm::Module& module);

// Returns whether the optimized tier is sure to take seconds, which makes a baseline tier worth compiling.
bool is_large(const llvm::Module& module);

// Returns whether the optimized tier may take seconds, judged by the optimized IR of threads.
bool may_take_long(const llvm::Module& module);

}  // namespace gridcall::cc
