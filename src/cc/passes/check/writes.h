// SPDX-License-Identifier: Apache-2.0
//
// The memory that a kernel's code may write. A read of memory that the kernel does not write races with no
// write.

#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace gridcall::cc::check {

// The contents of a cpu::CheckWrite.
struct Write {
  llvm::GlobalVariable* variable = nullptr;
  std::uint32_t parameter = 0;
  std::uint32_t offset = 0;
  bool operator==(const Write&) const = default;
};

// Returns the kernel and the functions with a body that it may call, in the order of the calls.
llvm::SetVector<llvm::Function*> reached_from(llvm::Function& kernel);
// Returns the writes, except of local and shared memory; nullopt if the kernel may write anywhere.
std::optional<std::vector<Write>> writes_of(llvm::Function& kernel);

}  // namespace gridcall::cc::check
