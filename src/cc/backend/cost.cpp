// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/cost.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "cc/ir/intrinsics.h"
#include "cc/ir/names.h"

namespace gridcall::cc {
namespace {

// A module of this size, with branches and loops throughout, takes two seconds to compile: a kernel of 1,000
// statements, or of 2,400 sums and products. The largest kernels of common sources have a tenth of it.
constexpr std::uint64_t kLarge = 12000;
// Modules below this size took three seconds at most.
constexpr std::uint64_t kMedium = 500;
constexpr std::uint64_t kMax = 1u << 30;  // the cap for one function, because nested calls multiply

// Barriers multiply the code of a warp, which has a resume point behind each barrier: a kernel of 3,000
// instructions and 35 barriers takes a minute and a half.
constexpr std::uint64_t kBarriersThatDouble = 8;

struct Size {
  std::uint64_t instructions = 0, barriers = 0;
};

Size size_of(const llvm::Function& function, std::map<const llvm::Function*, Size>& known) {
  // A recursive call adds no instructions.
  auto [place, is_new] = known.try_emplace(&function);
  if (!is_new) return place->second;
  Size size;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    ++size.instructions;
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee) continue;
    if (callee->isIntrinsic() && waits_for(callee->getIntrinsicID()) == WaitsFor::kBlock) ++size.barriers;
    if (callee->isDeclaration()) continue;
    const Size inlined = size_of(*callee, known);
    size.instructions = std::min(size.instructions + inlined.instructions, kMax);
    size.barriers = std::min(size.barriers + inlined.barriers, kMax);
  }
  return known[&function] = size;
}

}  // namespace

std::uint64_t expanded_size(const llvm::Module& module) {
  std::map<const llvm::Function*, Size> known;
  std::uint64_t total = 0;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kKernelAttribute)) continue;
    const Size size = size_of(function, known);
    total += std::min(size.instructions * (1 + size.barriers / kBarriersThatDouble), kMax);
  }
  return total;
}

bool is_large(const llvm::Module& module) {
  return expanded_size(module) >= kLarge;
}

bool may_take_long(const llvm::Module& module) {
  return expanded_size(module) >= kMedium;
}

bool may_have_tiers(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    // A dead constant, such as a remainder of llvm.used, takes no address.
    function.removeDeadConstantUsers();
    if (!function.isIntrinsic() && function.hasAddressTaken()) return false;
  }
  return true;
}

}  // namespace gridcall::cc
