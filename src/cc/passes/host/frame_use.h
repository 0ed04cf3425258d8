// SPDX-License-Identifier: Apache-2.0
//
// A function's use of its warp's coroutine frame, which has the values that are live across its barriers.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <utility>

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace gridcall::cc {

class FrameUse {
 public:
  void find(llvm::Value* frame) { follow(frame, 0); }
  // Loads and stores with their offsets in the frame.
  const auto& accesses() const { return accesses_; }
  // Whether these are all uses: no address in the frame escapes.
  bool plain() const { return plain_; }

 private:
  void follow(llvm::Value* address, std::uint64_t offset);

  llvm::SmallVector<std::pair<llvm::Instruction*, std::uint64_t>> accesses_;
  bool plain_ = true;
};

}  // namespace gridcall::cc
