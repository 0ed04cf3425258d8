// SPDX-License-Identifier: Apache-2.0
//
// Long because it is one analysis, with a case for each opcode in two of its functions.

#include "cc/passes/warp/analysis/vector_shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cstddef>

#include "cc/ir/check_bounds.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

VectorShape uniform() {
  return {VectorShape::kAffine, 0, 1, false};
}
VectorShape varying() {
  return {VectorShape::kVarying, 0, 1, false};
}
VectorShape regular(VectorShape::Kind kind, std::int64_t stride, std::uint64_t alignment, bool checked) {
  return {kind, stride, alignment, checked};
}
VectorShape affine(std::int64_t stride, std::uint64_t alignment, bool checked) {
  return regular(VectorShape::kAffine, stride, alignment, checked);
}

// Returns the kind of a value computed from two regular values.
VectorShape::Kind wider(const VectorShape& a, const VectorShape& b) {
  return a.by_row() || b.by_row() ? VectorShape::kRows : VectorShape::kAffine;
}

// Returns the largest power of two that divides a constant, at most 2^20, which is enough for every use here.
std::uint64_t power_in(std::int64_t value) {
  if (value == 0) return 1u << 20;
  return std::uint64_t{1} << std::min(20, llvm::countr_zero(static_cast<std::uint64_t>(value)));
}

const llvm::ConstantInt* constant(const llvm::Value* value) {
  return llvm::dyn_cast<llvm::ConstantInt>(value);
}

bool fits(std::int64_t value) {
  return value > -(std::int64_t{1} << 40) && value < (std::int64_t{1} << 40);
}

}  // namespace

VectorShapes::VectorShapes(llvm::Function& function, DivergenceAnalysis& divergence,
                           const llvm::LoopInfo& loops, const VectorizeConfig& config)
    : divergence_(divergence), loops_(loops), config_(config) {
  llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function);
  if (config_.resumptions) resume_separately();
  // Shapes change in one direction only (unknown, affine, varying) and divergence only grows, so that the
  // iteration ends.
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock* block : blocks) {
      for (llvm::Instruction& instruction : *block) {
        if (instruction.isTerminator()) {
          auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
          if (!branch || branch->isUnconditional() || is_divergent(branch)) continue;
          if (config_.assumed && config_.assumed->contains(branch)) continue;
          VectorShape condition = of(branch->getCondition());
          if (condition.kind != VectorShape::kUnknown && !condition.uniform()) {
            diverge(*branch);
            changed = true;
          }
          continue;
        }
        if (instruction.getType()->isVoidTy()) continue;
        VectorShape old = of(&instruction);
        if (old.varying()) continue;
        VectorShape now = compute(instruction);
        if (old.regular() && now.regular() && !(old == now)) {
          // Rows, alignment and checks may change alone; a different stride makes the value varying.
          if (old.stride != now.stride) {
            now = varying();
          } else {
            now.kind = wider(old, now);
            now.alignment = std::min(old.alignment, now.alignment);
            now.checked = old.checked || now.checked;
          }
        }
        if (old.regular() && now.kind == VectorShape::kUnknown) now = old;
        if (!(now == old)) {
          shapes_[&instruction] = now;
          changed = true;
        }
      }
    }
  }
}

VectorShape VectorShapes::of(const llvm::Value* value) const {
  if (llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::Argument>(value) ||
      llvm::isa<llvm::MetadataAsValue>(value) || llvm::isa<llvm::InlineAsm>(value) ||
      llvm::isa<llvm::BasicBlock>(value)) {
    return uniform();
  }
  auto found = shapes_.find(value);
  return found == shapes_.end() ? VectorShape{} : found->second;
}

void VectorShapes::diverge(llvm::Instruction& branch) {
  divergent_branches_.insert(&branch);
  const BranchDivergence& divergence = divergence_.of(branch.getParent());
  joins_.insert(divergence.joins.begin(), divergence.joins.end());
  divergent_blocks_.insert(divergence.region.begin(), divergence.region.end());
  for (const llvm::Loop* loop : divergence.temporal) {
    divergent_loops_.insert(loop);
    // The loop's later iterations run with the lanes that have not left it.
    divergent_blocks_.insert(loop->block_begin(), loop->block_end());
  }
}

// When lanes are released, all other lanes wait somewhere: the lanes at a resume point may have come by
// different paths, and after different numbers of iterations.
void VectorShapes::resume_separately() {
  llvm::SmallVector<const llvm::BasicBlock*> work(config_.resumptions->blocks.begin(),
                                                  config_.resumptions->blocks.end());
  llvm::DenseSet<const llvm::BasicBlock*> behind;
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.pop_back_val();
    if (!behind.insert(block).second) continue;
    for (llvm::Loop* loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop()) {
      if (config_.resumptions->contains(block)) divergent_loops_.insert(loop);
    }
    for (const llvm::BasicBlock* successor : llvm::successors(block)) work.push_back(successor);
  }
  for (const llvm::BasicBlock* block : behind) {
    divergent_blocks_.insert(block);
    llvm::SmallPtrSet<const llvm::BasicBlock*, 4> ways;
    for (const llvm::BasicBlock* from : llvm::predecessors(block)) {
      if (behind.contains(from)) ways.insert(from);
    }
    if (ways.size() > 1) joins_.insert(block);
  }
}

// Long because it is one switch with a case for each opcode.
VectorShape VectorShapes::compute(llvm::Instruction& instruction) {
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return compute_phi(*phi);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return compute_load(*load);
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return compute_binary(*operation);
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return compute_call(*call);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) return compute_compare(*compare);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(&instruction)) return varying();
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (!alloca->isStaticAlloca()) return varying();
    return affine(static_cast<std::int64_t>(layout_of(*alloca, config_.lanes).step), 1, false);
  }
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    if (gep->getType()->isVectorTy()) return varying();
    const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
    VectorShape base = of(gep->getPointerOperand());
    if (!base.regular()) return base;
    VectorShape::Kind kind = base.kind;
    llvm::MapVector<llvm::Value*, llvm::APInt> offsets;
    llvm::APInt fixed(64, 0);
    if (!gep->collectOffset(layout, 64, offsets, fixed)) return varying();
    std::int64_t stride = base.stride;
    bool checked = base.checked;
    for (const auto& [index, scale] : offsets) {
      VectorShape shape = of(index);
      if (!shape.regular()) return shape;
      // The GEP would extend a narrower index. InstCombine leaves none, and an affine one could wrap.
      if (shape.stride != 0 && index->getType()->getIntegerBitWidth() != 64) return varying();
      stride += shape.stride * scale.getSExtValue();
      checked = checked || shape.checked;
      if (shape.by_row()) kind = VectorShape::kRows;
    }
    return fits(stride) ? regular(kind, stride, 1, checked) : varying();
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    VectorShape shape = of(cast->getOperand(0));
    if (!shape.regular() || (shape.stride == 0 && !shape.checked)) return shape;
    switch (cast->getOpcode()) {
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::IntToPtr:
      case llvm::Instruction::AddrSpaceCast:
        return cast->getSrcTy()->getScalarSizeInBits() == cast->getDestTy()->getScalarSizeInBits() ||
                       cast->getSrcTy()->isPointerTy() || cast->getDestTy()->isPointerTy()
                   ? shape
                   : varying();
      case llvm::Instruction::BitCast:
        return cast->getSrcTy()->isIntOrPtrTy() && cast->getDestTy()->isIntOrPtrTy() ? shape : varying();
      case llvm::Instruction::Trunc:
        // Truncation is modulo arithmetic: the value remains affine if the stride fits.
        return cast->getDestTy()->getIntegerBitWidth() >= 16 && shape.stride < 256 && shape.stride > -256
                   ? shape
                   : varying();
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt: {
        if (cast->getSrcTy()->getIntegerBitWidth() < 16 || cast->getType()->isVectorTy()) return varying();
        VectorShape result = shape;
        if (widening(cast) == Widening::kChecked) result.checked = true;
        return result;
      }
      default:
        return varying();
    }
  }
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    VectorShape condition = of(select->getCondition());
    VectorShape yes = of(select->getTrueValue());
    VectorShape no = of(select->getFalseValue());
    if (condition.kind == VectorShape::kUnknown || yes.kind == VectorShape::kUnknown ||
        no.kind == VectorShape::kUnknown)
      return {};
    if (!condition.same_in_row() || condition.checked || !yes.regular() || !no.regular() ||
        yes.stride != no.stride) {
      return compute_clamp(*select);
    }
    VectorShape::Kind kind = condition.by_row() ? VectorShape::kRows : wider(yes, no);
    return regular(kind, yes.stride, std::min(yes.alignment, no.alignment), yes.checked || no.checked);
  }
  if (llvm::isa<llvm::FreezeInst>(&instruction)) return of(instruction.getOperand(0));
  return same_as_operands(instruction);
}

// Lanes that fill one aligned group are all on one side of a bound that is a multiple of the group's size, as
// in threadIdx.x < 32.
VectorShape VectorShapes::compute_compare(llvm::ICmpInst& compare) const {
  const VectorShape left = of(compare.getOperand(0));
  const llvm::ConstantInt* bound = constant(compare.getOperand(1));
  if (!bound || !compare.isRelational() || !left.regular() || left.checked || left.stride <= 0)
    return same_as_operands(compare);
  const std::int64_t span =
      left.stride * static_cast<std::int64_t>(left.by_row() ? config_.row_lanes : config_.lanes);
  const auto size = static_cast<std::uint64_t>(span);
  // x > c equals x >= c + 1, and x <= c equals x < c + 1.
  const llvm::CmpInst::Predicate predicate = compare.getPredicate();
  const bool next = predicate == llvm::CmpInst::ICMP_UGT || predicate == llvm::CmpInst::ICMP_SGT ||
                    predicate == llvm::CmpInst::ICMP_ULE || predicate == llvm::CmpInst::ICMP_SLE;
  const llvm::APInt limit = next ? bound->getValue() + 1 : bound->getValue();
  if (!llvm::isPowerOf2_64(size) || left.alignment < size || limit.getBitWidth() < 16 ||
      size > (std::uint64_t{1} << 14) || limit.countr_zero() < llvm::Log2_64(size)) {
    return same_as_operands(compare);
  }
  return regular(left.kind, 0, 1, false);
}

// An instruction that does not access memory has the same result in lanes with the same operands.
VectorShape VectorShapes::same_as_operands(llvm::Instruction& instruction) const {
  bool all = true;
  VectorShape::Kind kind = VectorShape::kAffine;
  for (const llvm::Use& operand : instruction.operands()) {
    VectorShape shape = of(operand);
    if (shape.kind == VectorShape::kUnknown) return {};
    all = all && shape.same_in_row() && !shape.checked;
    if (shape.by_row()) kind = VectorShape::kRows;
  }
  return all ? regular(kind, 0, 1, false) : varying();
}

VectorShape VectorShapes::compute_phi(llvm::PHINode& phi) {
  const llvm::BasicBlock* block = phi.getParent();
  VectorShape result;
  const llvm::Value* only = phi.hasConstantValue();
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::Value* value = phi.getIncomingValue(i);
    if (value == &phi) continue;
    // Lanes that leave a loop in different iterations have different values of its instructions.
    const llvm::Loop* loop = loops_.getLoopFor(phi.getIncomingBlock(i));
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
      for (; loop && !loop->contains(block); loop = loop->getParentLoop()) {
        if (is_divergent(loop) && loop->contains(instruction)) return varying();
      }
    }
    VectorShape shape = of(value);
    if (shape.kind == VectorShape::kUnknown) continue;
    if (!shape.regular()) return shape;
    if (shape.checked) return varying();  // the check is not known here
    if (result.kind == VectorShape::kUnknown) {
      result = shape;
    } else if (result.stride != shape.stride) {
      return varying();
    } else {
      result.kind = wider(result, shape);
      result.alignment = std::min(result.alignment, shape.alignment);
    }
  }
  // The value is live across a wait, separately for each lane.
  if (config_.resumptions && config_.resumptions->contains(block) && result.kind != VectorShape::kUnknown)
    return varying();
  if (joins_.contains(block) && !only && result.kind != VectorShape::kUnknown) return varying();
  return result;
}

VectorShape VectorShapes::compute_load(llvm::LoadInst& load) {
  FieldAccess access = field_of(load);
  switch (access.field) {
    case Field::kThreadX:
      if (config_.layout == BlockLayout::kGeneral) return varying();
      // A row starts at 0.
      if (config_.layout == BlockLayout::kRows) return regular(VectorShape::kRows, 1, power_in(0), false);
      return affine(1, config_.lanes, false);
    case Field::kThreadY:
    case Field::kThreadZ:
      if (config_.layout == BlockLayout::kGeneral) return varying();
      return regular(config_.layout == BlockLayout::kRows ? VectorShape::kRows : VectorShape::kAffine, 0, 1,
                     false);
    case Field::kLinearIndex:
      return affine(1, config_.lanes, false);
    case Field::kBlock:
    case Field::kBlockField:
      return uniform();
    case Field::kNone:
      break;
  }
  VectorShape address = of(load.getPointerOperand());
  if (address.kind == VectorShape::kUnknown) return {};
  if (address.checked) return varying();
  // An address of a row without active lanes must not be read.
  if (address.by_row() && address.stride == 0 && config_.all_on && load.isSimple() &&
      !divergent_blocks_.contains(load.getParent())) {
    return address;
  }
  return address.uniform() ? uniform() : varying();
}

// Long because it is one switch with a case for each opcode.
VectorShape VectorShapes::compute_binary(llvm::BinaryOperator& operation) {
  VectorShape left = of(operation.getOperand(0));
  VectorShape right = of(operation.getOperand(1));
  if (left.kind == VectorShape::kUnknown || right.kind == VectorShape::kUnknown) return {};
  if (!left.regular() || !right.regular()) return varying();
  const VectorShape::Kind kind = wider(left, right);
  bool checked = left.checked || right.checked;
  // A row without active lanes must not divide, because its divisor may be zero.
  const llvm::ConstantInt* divisor = constant(operation.getOperand(1));
  if (operation.isIntDivRem() && kind == VectorShape::kRows && (!divisor || divisor->isZero()) &&
      !(config_.all_on && !divergent_blocks_.contains(operation.getParent()))) {
    return varying();
  }
  const bool same = left.stride == 0 && right.stride == 0;
  if (same && checked) return varying();
  if (!operation.getType()->isIntegerTy()) return same ? regular(kind, 0, 1, false) : varying();
  const llvm::ConstantInt* factor = constant(operation.getOperand(1));
  unsigned bits = operation.getType()->getIntegerBitWidth();
  auto value_alignment = [&](const llvm::Value* value, const VectorShape& shape) {
    if (const llvm::ConstantInt* number = constant(value)) return power_in(number->getSExtValue());
    return shape.alignment;
  };
  std::uint64_t alignment = std::min(value_alignment(operation.getOperand(0), left),
                                     value_alignment(operation.getOperand(1), right));
  if (same) {
    const bool adds =
        operation.getOpcode() == llvm::Instruction::Add || operation.getOpcode() == llvm::Instruction::Sub;
    const bool rows = config_.layout == BlockLayout::kLinear && counts_rows(operation);
    return regular(kind, 0, rows ? config_.lanes : adds ? alignment : 1, false);
  }
  // If value(0) is a multiple of the span of the lanes, the lanes fill one aligned group.
  std::int64_t span =
      left.stride * static_cast<std::int64_t>(kind == VectorShape::kRows ? config_.row_lanes : config_.lanes);
  bool grouped = !checked && left.stride > 0 && llvm::isPowerOf2_64(static_cast<std::uint64_t>(span)) &&
                 left.alignment >= static_cast<std::uint64_t>(span);
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
      return regular(kind, left.stride + right.stride, alignment, checked);
    case llvm::Instruction::Sub:
      return regular(kind, left.stride - right.stride, alignment, checked);
    case llvm::Instruction::Or:
      if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint()) {
        return regular(kind, left.stride + right.stride, alignment, checked);
      }
      return compute_grouping(operation);
    case llvm::Instruction::Xor:
      return compute_grouping(operation);
    case llvm::Instruction::Mul: {
      const llvm::ConstantInt* number = factor ? factor : constant(operation.getOperand(0));
      if (!number || bits > 64) return varying();
      std::int64_t by = number->getSExtValue();
      std::int64_t stride = (factor ? left.stride : right.stride) * by;
      if (!fits(by) || !fits(stride)) return varying();
      return regular(kind, stride, power_in(by) * (factor ? left.alignment : right.alignment), checked);
    }
    case llvm::Instruction::Shl: {
      if (!factor || factor->getZExtValue() >= std::min(bits, 32u)) return varying();
      std::int64_t stride = left.stride << factor->getZExtValue();
      return fits(stride) ? regular(kind, stride, left.alignment << factor->getZExtValue(), checked)
                          : varying();
    }
    case llvm::Instruction::LShr:
      if (factor && grouped && factor->getZExtValue() < bits && factor->getZExtValue() < 40 &&
          (std::int64_t{1} << factor->getZExtValue()) >= span) {
        return regular(kind, 0, 1, false);
      }
      return varying();
    case llvm::Instruction::UDiv:
      if (factor && grouped && llvm::isPowerOf2_64(factor->getZExtValue()) &&
          factor->getSExtValue() >= span) {
        return regular(kind, 0, 1, false);
      }
      return varying();
    case llvm::Instruction::And: {
      if (!factor) return compute_grouping(operation);
      if (!grouped) return varying();
      std::int64_t mask = factor->getSExtValue();
      // The mask has low bits that keep the whole group, or it clears the group's bits.
      if (mask > 0 && llvm::isPowerOf2_64(static_cast<std::uint64_t>(mask) + 1) && mask + 1 >= span)
        return regular(kind, left.stride, left.alignment, false);
      if ((mask & (span - 1)) == 0) return regular(kind, 0, 1, false);
      return varying();
    }
    case llvm::Instruction::URem:
      if (factor && grouped && llvm::isPowerOf2_64(factor->getZExtValue()) &&
          factor->getSExtValue() >= span) {
        return regular(kind, left.stride, left.alignment, false);
      }
      return varying();
    default:
      return varying();
  }
}

VectorShape VectorShapes::compute_grouping(const llvm::BinaryOperator& operation) const {
  const std::optional<Grouping> group = grouping(operation);
  if (!group) return varying();
  const VectorShape lanes = of(group->lanes);
  return regular(wider(lanes, of(group->mask)), lanes.stride, 1, true);
}

VectorShape VectorShapes::compute_clamp(const llvm::Instruction& instruction) const {
  const std::optional<Clamp> found = clamp(instruction);
  if (!found) return varying();
  const llvm::User& all = llvm::cast<llvm::User>(instruction);
  VectorShape::Kind kind = wider(of(found->compared), of(found->bound));
  for (const llvm::Value* operand : all.operands())
    if (of(operand).by_row()) kind = VectorShape::kRows;
  return regular(kind, of(found->moving).stride, 1, true);
}

VectorShape VectorShapes::compute_call(llvm::CallInst& call) {
  bool all = true;
  VectorShape::Kind kind = VectorShape::kAffine;
  for (const llvm::Use& argument : call.args()) {
    if (argument == call.getFunction()->getArg(0)) continue;  // the thread context
    VectorShape shape = of(argument);
    if (shape.kind == VectorShape::kUnknown) return {};
    all = all && shape.same_in_row() && !shape.checked;
    if (shape.by_row()) kind = VectorShape::kRows;
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return varying();
  if (check::Check::is(&call)) {
    VectorShape address = of(check::Check(call).address());
    // The runtime may check each lane, and return another address for it.
    address.checked = address.checked || (address.regular() && !address.uniform());
    return address;
  }
  llvm::StringRef name = callee->getName();
  auto argument_uniform = [&](unsigned i) { return of(call.getArgOperand(i)).uniform(); };
  if (name.consume_front("gridcall_rt_")) {
    if (name == "barrier" || name == "activemask" || name == "globaltimer" || name == "check_enter")
      return uniform();
    // If all active lanes pass one mask, they get one result.
    if (name == "ballot" || name == "match_all" || name == "warp_reduce") {
      return argument_uniform(1) && !of(call.getArgOperand(1)).checked ? uniform() : varying();
    }
    return varying();
  }
  if (callee->isIntrinsic()) {
    switch (callee->getIntrinsicID()) {
      case llvm::Intrinsic::readcyclecounter:
      case llvm::Intrinsic::readsteadycounter:
        return uniform();
      default:
        break;
    }
    if (!all && llvm::isa<llvm::MinMaxIntrinsic>(call)) return compute_clamp(call);
    return all && (kind == VectorShape::kAffine ? !call.mayHaveSideEffects() : call.doesNotAccessMemory())
               ? regular(kind, 0, 1, false)
               : varying();
  }
  // This accepts math functions of the C library. Any other function is called lane by lane.
  return all && call.doesNotAccessMemory() ? regular(kind, 0, 1, false) : varying();
}

}  // namespace gridcall::cc::warp
