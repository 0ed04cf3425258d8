// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/cost.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "cc/ir/names.h"

namespace gridcall::cc {
namespace {

// Code of this size, with branches and loops throughout, takes two seconds to compile: a kernel of 1,000
// statements, or of 2,400 sums and products. The largest kernels of common sources have a tenth of it.
constexpr std::uint64_t kLarge = 12000;
constexpr std::uint64_t kMax = 1u << 30;  // the cap for one function: nested calls multiply

std::uint64_t size_of(const llvm::Function& function, std::map<const llvm::Function*, std::uint64_t>& known) {
  // A recursive call counts as nothing.
  auto [place, is_new] = known.try_emplace(&function, 0);
  if (!is_new) return place->second;
  std::uint64_t size = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    ++size;
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration()) size += size_of(*callee, known);
  }
  return known[&function] = std::min(size, kMax);
}

}  // namespace

std::uint64_t expanded_size(const llvm::Module& module) {
  std::map<const llvm::Function*, std::uint64_t> known;
  std::uint64_t size = 0;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(kKernelAttribute))
      size += size_of(function, known);
  }
  return size;
}

bool is_large(const llvm::Module& module) {
  if (expanded_size(module) < kLarge) return false;
  for (const llvm::Function& function : module) {
    // The remaining list of functions to keep is not used.
    function.removeDeadConstantUsers();
    if (!function.isIntrinsic() && function.hasAddressTaken()) return false;
  }
  return true;
}

}  // namespace gridcall::cc
