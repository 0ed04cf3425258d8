// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/check/members.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "cc/ir/requested_checks.h"

namespace gridcall::cc::check {

namespace {

// Programs allocate more elements than declared for an array of one element or none. It need not be the last
// member, because padding may follow it.
bool may_be_longer(const llvm::ArrayType& type) {
  return type.getNumElements() <= 1;
}

}  // namespace

Members::Members(llvm::Module& module) : module_(module), layout_(module.getDataLayout()) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types())
    if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) types_.push_back(composite);
}

// Does the work of member_of() for a constant address, whose path to the member may be folded into an offset.
std::optional<Members::Member> Members::member_of_variable(llvm::Constant& address, llvm::Type* row) const {
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(address.getType()), 0);
  const auto* variable =
      llvm::dyn_cast<llvm::GlobalVariable>(address.stripPointerCasts()
                                               ->stripAndAccumulateConstantOffsets(layout_, offset, true)
                                               ->stripPointerCasts());
  if (!variable || offset.isNegative()) return std::nullopt;
  std::uint64_t rest = offset.getZExtValue();
  llvm::Type* type = variable->getValueType();
  while (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* of = layout_.getStructLayout(structure);
    if (rest >= of->getSizeInBytes()) return std::nullopt;
    const unsigned number = of->getElementContainingOffset(rest);
    rest -= of->getElementOffset(number);
    type = structure->getElementType(number);
    if (rest == 0 && type == row) {
      if (may_be_longer(*llvm::cast<llvm::ArrayType>(type))) return std::nullopt;
      return Member{&address, llvm::cast<llvm::ArrayType>(type), structure, number};
    }
  }
  return std::nullopt;
}

// Returns the array in a struct that begins at the address, or that has a row of type `row` there.
std::optional<Members::Member> Members::member_of(llvm::Value* address, llvm::Type* row) const {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(address)) return member_of_variable(*constant, row);
  const auto* step = llvm::dyn_cast<llvm::GEPOperator>(address);
  if (!step) return std::nullopt;
  if (step->getSourceElementType()->isArrayTy()) {
    if (step->getNumIndices() != 2) return std::nullopt;
    return member_of(const_cast<llvm::Value*>(step->getPointerOperand()), step->getSourceElementType());
  }
  auto* structure = llvm::dyn_cast<llvm::StructType>(step->getSourceElementType());
  if (!structure || step->getNumIndices() != 2) return std::nullopt;
  const auto* field = llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(2));
  if (!field) return std::nullopt;
  const auto number = static_cast<unsigned>(field->getZExtValue());
  auto* type = llvm::dyn_cast<llvm::ArrayType>(structure->getElementType(number));
  if (!type) return std::nullopt;
  if (may_be_longer(*type)) return std::nullopt;
  return Member{address, type, structure, number};
}

// Returns whether the index, which is that of the innermost row, may lie outside of the array.
bool Members::may_leave(const llvm::GEPOperator& index, const Member& member) const {
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(index.getType()), 0);
  const llvm::Value* at = &index;
  while (at != member.begin) {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at);
    if (!step || !step->accumulateConstantOffset(layout_, offset)) return true;
    at = step->getPointerOperand();
  }
  const std::uint64_t bytes = layout_.getTypeAllocSize(index.getResultElementType());
  return offset.isNegative() || offset.getZExtValue() + bytes > layout_.getTypeAllocSize(member.type);
}

// Returns whether the memory is read or written. The address after the last element alone is valid.
bool Members::is_accessed(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (llvm::isa<llvm::LoadInst>(user)) return true;
  if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user))
    return use.getOperandNo() == (llvm::isa<llvm::StoreInst>(user) ? 1u : 0u);
  // A step by elements does not count, because another one may lead back.
  if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
    return use.getOperandNo() == 0 && step->getSourceElementType()->isStructTy() &&
           llvm::any_of(user->uses(), is_accessed);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || call->isCallee(&use)) return false;
  if (const auto* moved = llvm::dyn_cast<llvm::MemIntrinsic>(call)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(moved->getLength());
    return length && !length->isZero();
  }
  const std::string name = llvm::demangle(callee->getName());
  const llvm::StringRef bare = llvm::StringRef(name).take_until([](char c) { return c == '(' || c == '<'; });
  return use.getOperandNo() == 0 && bare.substr(bare.find_last_of(": ") + 1).starts_with("atomic");
}

void Members::check(llvm::Function& function) {
  struct ArrayIndex {
    llvm::GetElementPtrInst* index;
    Member member;
  };
  llvm::SmallVector<ArrayIndex> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* index = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (!index || !index->getSourceElementType()->isArrayTy() || index->getNumIndices() != 2) continue;
    // A row's index is checked with the element's.
    if (index->getResultElementType()->isArrayTy()) continue;
    const std::optional<Member> member = member_of(index, nullptr);
    if (member && may_leave(llvm::cast<llvm::GEPOperator>(*index), *member))
      found.push_back({index, *member});
  }
  for (const ArrayIndex& each : found) {
    llvm::SmallVector<llvm::Use*> uses;
    for (llvm::Use& use : each.index->uses())
      if (is_accessed(use)) uses.push_back(&use);
    if (uses.empty()) continue;
    llvm::FunctionCallee check = device_function(module_, "member");
    auto* callee = llvm::cast<llvm::Function>(check.getCallee());
    callee->setDoesNotAccessMemory();
    callee->addFnAttr(llvm::Attribute::WillReturn);
    for (llvm::Use* use : uses) {
      llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use->getUser()));
      use->set(builder.CreateCall(
          check, {each.member.begin, each.index,
                  builder.getInt64(layout_.getTypeAllocSize(each.index->getResultElementType())),
                  object_of(each.member)}));
    }
  }
}

llvm::Constant* Members::object_of(const Member& member) {
  llvm::Constant*& known = objects_[{member.of, member.number}];
  if (!known)
    known = object(module_, name_of(member), layout_.getTypeAllocSize(member.type),
                   cpu::CheckObjectKind::kMember);
  return known;
}

// Returns the name from debug information: "Tile::rows".
std::string Members::name_of(const Member& member) const {
  if (!member.of->hasName()) return "";
  const std::uint64_t offset = layout_.getStructLayout(member.of)->getElementOffsetInBits(member.number);
  llvm::StringRef of = member.of->getName();
  for (const llvm::DICompositeType* type : types_) {
    // In IR a number may follow the struct's name, and its scope may precede it.
    const llvm::StringRef name = type->getName().take_until([](char c) { return c == '<'; });
    const std::size_t at = of.find(name);
    if (name.empty() || at == llvm::StringRef::npos || (at != 0 && of[at - 1] != '.' && of[at - 1] != ':') ||
        type->getSizeInBits() != layout_.getTypeAllocSizeInBits(member.of))
      continue;
    for (const llvm::DINode* element : type->getElements()) {
      const auto* field = llvm::dyn_cast<llvm::DIDerivedType>(element);
      if (field && field->getTag() == llvm::dwarf::DW_TAG_member && !field->isStaticMember() &&
          field->getOffsetInBits() == offset)
        return (type->getName() + "::" + field->getName()).str();
    }
  }
  return "";
}

}  // namespace gridcall::cc::check
