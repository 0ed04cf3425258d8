// SPDX-License-Identifier: Apache-2.0
//
// A function's use of its warp's coroutine frame, which has the values that are live across barriers.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace gridcall::cc {

class FrameUse {
 public:
  void find(llvm::Value* frame);
  // Returns loads and stores with their offsets in the frame.
  const auto& accesses() const { return accesses_; }
  // Returns whether these are all uses, so that no address in the frame escapes.
  bool plain() const { return plain_; }
  // Returns whether only addresses of the fields in `leaks` escape, such as the kernel's local arrays.
  bool bounded() const { return bounded_; }
  const auto& leaks() const { return leaks_; }
  // Returns the offset of the field that the access is in.
  std::uint64_t field_of(const llvm::Instruction* access) const { return fields_.lookup(access); }

 private:
  // Returns whether all uses of the address are loads and stores.
  bool follow(llvm::Value* address, std::uint64_t offset, std::optional<std::uint64_t> field);

  llvm::SmallVector<std::pair<llvm::Instruction*, std::uint64_t>> accesses_;
  llvm::DenseMap<const llvm::Instruction*, std::uint64_t> fields_;
  llvm::SmallDenseSet<std::uint64_t> leaks_;
  bool plain_ = true;
  bool bounded_ = true;
};

}  // namespace gridcall::cc
