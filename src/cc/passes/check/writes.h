// SPDX-License-Identifier: Apache-2.0
//
// The memory that a kernel may write, as far as that is seen in its code: where it writes nothing its reads
// race with nobody.

#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace gridcall::cc::check {

// As cpu::CheckWrite.
struct Write {
  llvm::GlobalVariable* variable = nullptr;
  std::uint32_t parameter = 0;
  std::uint32_t offset = 0;
  bool operator==(const Write&) const = default;
};

// The kernel and the functions that it may call, which have a body, in the order of the calls.
llvm::SetVector<llvm::Function*> reached_from(llvm::Function& kernel);
// nullopt: it may write anywhere. Local and shared memory is left out.
std::optional<std::vector<Write>> writes_of(llvm::Function& kernel);

}  // namespace gridcall::cc::check
