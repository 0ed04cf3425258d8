// SPDX-License-Identifier: Apache-2.0
//
// Decides whether integer arithmetic wraps inside a warp. An affine value stays affine when it is widened
// only if no lane wraps.

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstddef>
#include <utility>

#include "cc/passes/warp/analysis/vector_shapes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

constexpr unsigned kMaxRangeDepth = 8;

llvm::ConstantRange below(unsigned bits, std::uint64_t end) {
  return llvm::ConstantRange(llvm::APInt(bits, 0), llvm::APInt(bits, end));
}

FieldAccess access_of(const llvm::Value* value) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load ? field_of(*load) : FieldAccess{};
}

llvm::ConstantRange range_of_field(const llvm::LoadInst& load) {
  const unsigned bits = load.getType()->getIntegerBitWidth();
  const FieldAccess access = field_of(load);
  if (bits == 32) {
    switch (access.field) {
      case Field::kThreadX:
      case Field::kThreadY:
      case Field::kThreadZ:
      case Field::kLinearIndex:
        return below(bits, 1024 + 64);
      case Field::kBlockField:
        if (access.offset < offsetof(cpu::BlockContext, block_size)) return below(bits, 0x7fffffff);
        if (access.offset < offsetof(cpu::BlockContext, grid_size)) return below(bits, 1025);
        if (access.offset < offsetof(cpu::BlockContext, thread_count)) return below(bits, 0x80000000u);
        break;
      default:
        break;
    }
  }
  return llvm::ConstantRange::getFull(bits);
}

}  // namespace

Widening VectorShapes::widening(const llvm::CastInst* cast) const {
  const llvm::Value* value = cast->getOperand(0);
  bool is_signed = cast->getOpcode() == llvm::Instruction::SExt;
  if (stays_in_range(value, is_signed)) return Widening::kExact;
  if (overflow_is_undefined(value, is_signed, 0)) return Widening::kActiveExact;
  return Widening::kChecked;
}

bool VectorShapes::counts_exactly(const llvm::Value* value, bool is_signed) const {
  return stays_in_range(value, is_signed) || overflow_is_undefined(value, is_signed, 0);
}

// Returns whether an affine value wraps in no lane, active or not.
bool VectorShapes::stays_in_range(const llvm::Value* value, bool is_signed) const {
  VectorShape shape = of(value);
  unsigned bits = value->getType()->getIntegerBitWidth();
  llvm::ConstantRange values = range(value, 0);
  bool one_piece = !values.isFullSet() && (is_signed ? !values.isSignWrappedSet() : !values.isWrappedSet());
  if (!one_piece) return false;
  // Adjacent lanes differ by `stride` modulo 2^bits, and both are in the interval. If the interval is shorter
  // than 2^bits by the stride, they differ by exactly the stride.
  llvm::APInt length = values.getUpper() - values.getLower();
  std::uint64_t step = static_cast<std::uint64_t>(shape.stride < 0 ? -shape.stride : shape.stride);
  return bits <= 64 && length.ult(llvm::APInt::getMaxValue(bits) - llvm::APInt(bits, step));
}

// Returns whether an affine value, as an unbounded integer, is exactly base + stride * l on active lanes
// because every step that could wrap is marked as undefined if it does.
bool VectorShapes::overflow_is_undefined(const llvm::Value* value, bool is_signed, unsigned depth) const {
  VectorShape shape = of(value);
  if (shape.same_in_row()) return true;
  if (depth > kMaxRangeDepth) return false;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
    return field_of(*load).field != Field::kNone;  // an index, which is below 2^11
  }
  if (const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(value);
      either && either->isDisjoint()) {  // a sum without a carry
    return overflow_is_undefined(either->getOperand(0), is_signed, depth + 1) &&
           overflow_is_undefined(either->getOperand(1), is_signed, depth + 1);
  }
  if (auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(value)) {
    if (!(is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap())) {
      return never_wraps(*operation, is_signed);
    }
    return overflow_is_undefined(operation->getOperand(0), is_signed, depth + 1) &&
           overflow_is_undefined(operation->getOperand(1), is_signed, depth + 1);
  }
  return false;
}

// Returns whether the exact result fits for all values that the operands can have.
bool VectorShapes::never_wraps(const llvm::OverflowingBinaryOperator& operation, bool is_signed) const {
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  const auto wide = [&](const llvm::Value* operand) {
    const llvm::ConstantRange values = range(operand, 0);
    return is_signed ? values.signExtend(4 * bits) : values.zeroExtend(4 * bits);
  };
  const llvm::ConstantRange left = wide(operation.getOperand(0));
  llvm::ConstantRange result = llvm::ConstantRange::getFull(4 * bits);
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
      result = left.add(wide(operation.getOperand(1)));
      break;
    case llvm::Instruction::Sub:
      result = left.sub(wide(operation.getOperand(1)));
      break;
    case llvm::Instruction::Mul:
      result = left.multiply(wide(operation.getOperand(1)));
      break;
    case llvm::Instruction::Shl: {
      auto* by = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
      if (!by || by->getZExtValue() >= bits) return false;
      result = left.multiply(llvm::ConstantRange(
          llvm::APInt::getOneBitSet(4 * bits, static_cast<unsigned>(by->getZExtValue()))));
      break;
    }
    default:
      return false;
  }
  if (result.isFullSet()) return false;
  return is_signed ? result.getSignedMin().isSignedIntN(bits) && result.getSignedMax().isSignedIntN(bits)
                   : !result.getSignedMin().isNegative() && result.getUnsignedMax().isIntN(bits);
}

// Returns all values that any lane, active or not, can hold, without assumptions about overflow. The range
// holds for every launch: a block has at most 1,024 threads, and launches use warp mode only if grid * block
// is below 2^31 - 2048 in each dimension.
llvm::ConstantRange VectorShapes::range(const llvm::Value* value, unsigned depth) const {
  unsigned bits = value->getType()->getIntegerBitWidth();
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) return llvm::ConstantRange(number->getValue());
  if (depth > kMaxRangeDepth || bits < 16) return llvm::ConstantRange::getFull(bits);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) return range_of_field(*load);
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
    if (operation->getOpcode() == llvm::Instruction::Mul && bits == 32) {
      // block_index.d * block_size.d
      FieldAccess a = access_of(operation->getOperand(0));
      FieldAccess b = access_of(operation->getOperand(1));
      if (a.offset > b.offset) std::swap(a, b);
      if (a.field == Field::kBlockField && b.field == Field::kBlockField && a.offset < 12 &&
          b.offset == a.offset + 12) {
        return below(bits, 0x80000000u - 2048);
      }
    }
    llvm::ConstantRange left = range(operation->getOperand(0), depth + 1);
    llvm::ConstantRange right = range(operation->getOperand(1), depth + 1);
    switch (operation->getOpcode()) {
      case llvm::Instruction::Add:
        return left.add(right);
      case llvm::Instruction::Sub:
        return left.sub(right);
      case llvm::Instruction::Mul:
        return left.multiply(right);
      case llvm::Instruction::Shl:
        return left.shl(right);
      case llvm::Instruction::LShr:
        return left.lshr(right);
      case llvm::Instruction::And:
        return left.binaryAnd(right);
      case llvm::Instruction::Or:
        return left.binaryOr(right);
      case llvm::Instruction::UDiv:
        return left.udiv(right);
      case llvm::Instruction::URem:
        return left.urem(right);
      default:
        return llvm::ConstantRange::getFull(bits);
    }
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    if (!cast->getSrcTy()->isIntegerTy()) return llvm::ConstantRange::getFull(bits);
    llvm::ConstantRange inner = range(cast->getOperand(0), depth + 1);
    switch (cast->getOpcode()) {
      case llvm::Instruction::ZExt:
        return inner.zeroExtend(bits);
      case llvm::Instruction::SExt:
        return inner.signExtend(bits);
      case llvm::Instruction::Trunc:
        return inner.truncate(bits);
      default:
        return llvm::ConstantRange::getFull(bits);
    }
  }
  return llvm::ConstantRange::getFull(bits);
}

}  // namespace gridcall::cc::warp
