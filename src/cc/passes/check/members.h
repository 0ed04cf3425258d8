// SPDX-License-Identifier: Apache-2.0
//
// Indices of arrays that are members of structs, found while the code still contains the member: a call of
// gridcall_rt_check_member, which returns its argument, stands between the index and its use until
// check-accesses replaces it by a check.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcall::cc::check {

class Members {
 public:
  explicit Members(llvm::Module& module);

  void check(llvm::Function& function);

 private:
  struct Member {
    llvm::Value* begin;
    llvm::ArrayType* type;
    llvm::StructType* of;
    unsigned number;
  };

  static bool is_accessed(const llvm::Use& use);
  std::optional<Member> member_of(llvm::Value* address, llvm::Type* row) const;
  std::optional<Member> member_of_variable(llvm::Constant& address, llvm::Type* row) const;
  bool may_leave(const llvm::GEPOperator& index, const Member& member) const;
  llvm::Constant* object_of(const Member& member);
  std::string name_of(const Member& member) const;

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  std::vector<const llvm::DICompositeType*> types_;
  llvm::DenseMap<std::pair<llvm::StructType*, unsigned>, llvm::Constant*> objects_;
};

}  // namespace gridcall::cc::check
