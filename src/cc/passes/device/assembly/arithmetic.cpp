// SPDX-License-Identifier: Apache-2.0
//
// Integer and floating-point arithmetic (PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision
// Integer Arithmetic Instructions", "Floating Point Instructions"). The runtime computes operations that
// round other than to nearest.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/device/flush.h"

namespace gridcall::cc::assembly {

bool Machine::arithmetic(const Statement& statement) {
  const std::optional<Kind> type = kind(statement);
  if (!type || type->type->isIntegerTy(1)) return false;
  if (type->is_float()) return !type->type->isHalfTy() && float_arithmetic(statement, *type);
  if (type->bits() == 8) return false;
  return with_carry(statement, *type) || product(statement, *type) || integer_arithmetic(statement, *type);
}

bool Machine::integer_arithmetic(const Statement& statement, Kind kind) {
  const llvm::StringRef opcode = statement.opcode;
  llvm::Type* type = kind.type;
  Value* v[3];
  if (opcode == "abs" || opcode == "neg") {
    if (!count(statement, 2) || !read_all(statement, 1, v, type)) return false;
    Value* negated = builder_.CreateNeg(v[0]);
    Value* is_negative = builder_.CreateICmpSLT(v[0], llvm::Constant::getNullValue(type));
    return write(statement.operands[0],
                 opcode == "neg" ? negated : builder_.CreateSelect(is_negative, negated, v[0]));
  }
  if (opcode == "sad") {
    if (!count(statement, 4) || !read_all(statement, 1, v, type, type, type)) return false;
    Value* less = kind.is_signed ? builder_.CreateICmpSLT(v[0], v[1]) : builder_.CreateICmpULT(v[0], v[1]);
    Value* apart =
        builder_.CreateSelect(less, builder_.CreateSub(v[1], v[0]), builder_.CreateSub(v[0], v[1]));
    return write(statement.operands[0], builder_.CreateAdd(v[2], apart));
  }
  if (!count(statement, 3) || statement.has("cc") || !read_all(statement, 1, v, type, type)) return false;
  const bool saturates = statement.has("sat");
  if (saturates && (!kind.is_signed || kind.bits() != 32)) return false;
  Value* result = nullptr;
  if (opcode == "add") {
    result = saturates ? builder_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, v[0], v[1])
                       : builder_.CreateAdd(v[0], v[1]);
  } else if (opcode == "sub") {
    result = saturates ? builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, v[0], v[1])
                       : builder_.CreateSub(v[0], v[1]);
  } else if (opcode == "min") {
    result = builder_.CreateBinaryIntrinsic(kind.is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin,
                                            v[0], v[1]);
  } else if (opcode == "max") {
    result = builder_.CreateBinaryIntrinsic(kind.is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax,
                                            v[0], v[1]);
  } else if (opcode == "div") {
    result = kind.is_signed ? builder_.CreateSDiv(v[0], v[1]) : builder_.CreateUDiv(v[0], v[1]);
  } else if (opcode == "rem") {
    result = kind.is_signed ? builder_.CreateSRem(v[0], v[1]) : builder_.CreateURem(v[0], v[1]);
  }
  if (result && statement.has("relu")) {
    if (!kind.is_signed || (opcode != "min" && opcode != "max")) return false;
    result = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, result,
                                            llvm::Constant::getNullValue(kind.type));
  }
  return result && write(statement.operands[0], result);
}

// Translates add.u16x2 or min.relu.s16x2, which apply to each half separately.
bool Machine::packed_integers(const Statement& statement) {
  const bool is_signed = statement.has("s16x2");
  if (!is_signed && !statement.has("u16x2")) return false;
  const llvm::StringRef opcode = statement.opcode;
  auto* pair = llvm::FixedVectorType::get(integer(16), 2);
  Value* v[2];
  if (!count(statement, 3) || !read_all(statement, 1, v, integer(32), integer(32))) return false;
  for (Value*& one : v) one = builder_.CreateBitCast(one, pair);
  Value* result = nullptr;
  if (opcode == "add") result = builder_.CreateAdd(v[0], v[1]);
  if (opcode == "sub") result = builder_.CreateSub(v[0], v[1]);
  if (opcode == "min" || opcode == "max") {
    const bool is_min = opcode == "min";
    result = builder_.CreateBinaryIntrinsic(is_signed ? is_min ? llvm::Intrinsic::smin : llvm::Intrinsic::smax
                                            : is_min  ? llvm::Intrinsic::umin
                                                      : llvm::Intrinsic::umax,
                                            v[0], v[1]);
    if (is_signed && statement.has("relu"))
      result =
          builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, result, llvm::Constant::getNullValue(pair));
  }
  return result && write(statement.operands[0], builder_.CreateBitCast(result, integer(32)));
}

// Translates mul, mad, mul24 and mad24, whose result is the low half, the high half, or all of the product.
bool Machine::product(const Statement& statement, Kind kind) {
  const llvm::StringRef opcode = statement.opcode;
  const bool is_24 = opcode == "mul24" || opcode == "mad24",
             adds = opcode == "mad" || opcode == "mad24" || opcode == "madc";
  if (opcode != "mul" && opcode != "mad" && opcode != "madc" && !is_24) return false;
  const bool is_low = statement.has("lo"), is_high = statement.has("hi"), is_wide = statement.has("wide");
  if (is_low + is_high + is_wide != 1 || (is_wide && kind.bits() == 64)) return false;
  // Only mad.hi.sat.s32 saturates.
  const bool saturates = statement.has("sat");
  if (saturates && (!is_high || !adds || !kind.is_signed || kind.bits() != 32)) return false;
  if (is_24 && (kind.bits() != 32 || is_wide)) return false;
  const bool sets_carry = statement.has("cc"), takes_carry = opcode == "madc";
  if ((sets_carry || takes_carry) && (is_wide || !adds)) return false;
  if (takes_carry && !has_carry_) return false;
  const unsigned bits = kind.bits();
  llvm::Type* result_type = is_wide ? integer(2 * bits) : kind.type;
  Value* v[3];
  if (!count(statement, adds ? 4 : 3) || !read_all(statement, 1, v, kind.type, kind.type)) return false;
  if (is_24) {
    for (int i = 0; i < 2; ++i) {
      Value* up = builder_.CreateShl(v[i], 8);
      v[i] = kind.is_signed ? builder_.CreateAShr(up, 8) : builder_.CreateLShr(up, 8);
    }
  }
  Value* full =
      builder_.CreateMul(wide(v[0], 2 * bits, kind.is_signed), wide(v[1], 2 * bits, kind.is_signed));
  // The high half of a 24-bit product is the upper 32 of its 48 bits.
  Value* half = is_wide ? full
                        : builder_.CreateTrunc(is_high ? builder_.CreateLShr(full, is_24 ? 16 : bits) : full,
                                               kind.type);
  if (!adds) return write(statement.operands[0], half);
  Value* addend = read(statement.operands[3], result_type);
  if (!addend) return false;
  if (saturates)
    return write(statement.operands[0],
                 builder_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, half, addend));
  if (!sets_carry && !takes_carry) return write(statement.operands[0], builder_.CreateAdd(half, addend));
  llvm::Type* longer = integer(bits + 1);
  Value* sum = builder_.CreateAdd(builder_.CreateZExt(half, longer), builder_.CreateZExt(addend, longer));
  if (takes_carry) sum = builder_.CreateAdd(sum, builder_.CreateZExt(carry(), longer));
  if (sets_carry) set_carry(builder_.CreateTrunc(builder_.CreateLShr(sum, bits), builder_.getInt1Ty()));
  return write(statement.operands[0], builder_.CreateTrunc(sum, kind.type));
}

// A difference sets the carry to the borrow.
bool Machine::with_carry(const Statement& statement, Kind kind) {
  const llvm::StringRef opcode = statement.opcode;
  const bool takes = opcode == "addc" || opcode == "subc", sets = statement.has("cc");
  if ((opcode != "add" && opcode != "sub" && !takes) || (!sets && !takes)) return false;
  if (takes && !has_carry_) return false;
  const unsigned bits = kind.bits();
  llvm::Type* longer = integer(bits + 1);
  Value* v[2];
  if (!count(statement, 3) || !read_all(statement, 1, v, kind.type, kind.type)) return false;
  Value *a = builder_.CreateZExt(v[0], longer), *b = builder_.CreateZExt(v[1], longer);
  if (takes) b = builder_.CreateAdd(b, builder_.CreateZExt(carry(), longer));
  Value* result = opcode.starts_with("add") ? builder_.CreateAdd(a, b) : builder_.CreateSub(a, b);
  if (sets) set_carry(builder_.CreateTrunc(builder_.CreateLShr(result, bits), builder_.getInt1Ty()));
  return write(statement.operands[0], builder_.CreateTrunc(result, kind.type));
}

// Saturates to [0, 1]; NaN becomes 0.
Value* Machine::saturated(Value* value) {
  llvm::Type* type = value->getType();
  value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::maxnum, value, llvm::ConstantFP::get(type, 0));
  return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::minnum, value, llvm::ConstantFP::get(type, 1));
}

Value* Machine::flushed(const Statement& statement, Value* value) {
  const bool flushes = value && statement.has("ftz");
  if (!flushes || !value->getType()->isFloatingPointTy() || value->getType()->isDoubleTy()) return value;
  if (value->getType()->isFloatTy()) return flush(builder_, value);
  return builder_.CreateBitCast(flushed_half(builder_.CreateBitCast(value, integer(16)), false),
                                value->getType());
}

Machine::Rounding Machine::rounding_of(const Statement& statement) {
  statement.ignore({"rn"});
  return statement.has("rz")   ? Rounding::kZero
         : statement.has("rp") ? Rounding::kUp
         : statement.has("rm") ? Rounding::kDown
                               : Rounding::kNearest;
}

Value* Machine::rounded(cpu::RoundedOperation operation, Rounding rounding, llvm::Type* type,
                        llvm::ArrayRef<Value*> operands) {
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  llvm::FunctionCallee callee = call_->getModule()->getOrInsertFunction(
      "gridcall_rounded", llvm::FunctionType::get(i64, {i32, i64, i64, i64}, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setDoesNotAccessMemory();
  Value* arguments[] = {
      builder_.getInt32(static_cast<unsigned>(operation) | static_cast<unsigned>(rounding) << 8),
      builder_.getInt64(0), builder_.getInt64(0), builder_.getInt64(0)};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const unsigned bits = operands[i]->getType()->getScalarSizeInBits();
    arguments[i + 1] = builder_.CreateZExt(builder_.CreateBitCast(operands[i], integer(bits)), i64);
  }
  Value* result = builder_.CreateCall(callee, arguments);
  return builder_.CreateBitCast(builder_.CreateTrunc(result, integer(type->getScalarSizeInBits())), type);
}

// Long because it is one list, with a case for each opcode.
bool Machine::float_arithmetic(const Statement& statement, Kind kind) {
  using namespace llvm::Intrinsic;
  using Rounded = cpu::RoundedOperation;
  const llvm::StringRef opcode = statement.opcode;
  llvm::Type* type = kind.type;
  const bool is_double = type->isDoubleTy();
  // An exact result is a valid approximation.
  const bool is_approximate = statement.has("approx");
  statement.ignore({"full"});
  const Rounding rounding = rounding_of(statement);
  // An approximate double has only the upper word of the result.
  const bool is_coarse = is_double && is_approximate;
  Value* v[3];
  Value* result = nullptr;
  const ID of_one = llvm::StringSwitch<ID>(opcode)
                        .Case("sqrt", sqrt)
                        .Case("sin", sin)
                        .Case("cos", cos)
                        .Case("lg2", log2)
                        .Case("ex2", exp2)
                        .Case("tanh", llvm::Intrinsic::tanh)
                        .Case("abs", fabs)
                        .Default(not_intrinsic);
  const auto flush_one = [&](Value* value) -> Value* {
    if (!is_coarse || !statement.has("ftz")) return flushed(statement, value);
    Value* is_small = builder_.createIsFPClass(value, llvm::fcSubnormal);
    Value* zero = builder_.CreateBinaryIntrinsic(copysign, llvm::ConstantFP::get(type, 0), value);
    return builder_.CreateSelect(is_small, zero, value);
  };
  const auto read_operands = [&](auto... types) {
    if (!read_all(statement, 1, v, types...)) return false;
    for (std::size_t i = 0; i < sizeof...(types); ++i) v[i] = flush_one(v[i]);
    return true;
  };
  const std::optional<Rounded> directed = llvm::StringSwitch<std::optional<Rounded>>(opcode)
                                              .Cases("add", "sub", Rounded::kAdd32)
                                              .Case("mul", Rounded::kMul32)
                                              .Cases("fma", "mad", Rounded::kFma32)
                                              .Cases("div", "rcp", Rounded::kDiv32)
                                              .Case("sqrt", Rounded::kSqrt32)
                                              .Default(std::nullopt);
  if (rounding != Rounding::kNearest && !directed) return false;
  // Computes the operation by the runtime, whose list has no differences and no reciprocals.
  const auto by_runtime = [&](llvm::ArrayRef<Value*> operands) {
    const unsigned first =
        static_cast<unsigned>(*directed) + (is_double ? static_cast<unsigned>(Rounded::kAdd64) : 0);
    return rounded(static_cast<Rounded>(first), rounding, type, operands);
  };
  const bool is_directed = rounding != Rounding::kNearest;
  Value* one = llvm::ConstantFP::get(type, 1.0);
  const std::size_t operands = statement.operands.size();
  if (operands == 2) {
    if (!read_operands(type)) return false;
    if (of_one != not_intrinsic) result = builder_.CreateUnaryIntrinsic(of_one, v[0]);
    if (opcode == "neg") result = builder_.CreateFNeg(v[0]);
    if (opcode == "rcp") result = builder_.CreateFDiv(one, v[0]);
    if (opcode == "rsqrt") result = builder_.CreateFDiv(one, builder_.CreateUnaryIntrinsic(sqrt, v[0]));
    if (result && is_directed)
      result = opcode == "rcp" ? by_runtime({one, v[0]}) : opcode == "sqrt" ? by_runtime({v[0]}) : nullptr;
  } else if (opcode == "min" || opcode == "max") {
    // The result for three operands is that of the first two, combined with the third.
    if (operands != 3 && operands != 4) return false;
    if (operands == 3 ? !read_operands(type, type) : !read_operands(type, type, type)) return false;
    const bool by_sign = statement.has("xorsign") && statement.has("abs"), propagates = statement.has("NaN");
    const bool by_size = by_sign || statement.has("abs");
    const ID id = opcode == "min" ? propagates ? minimum : minnum : propagates ? maximum : maxnum;
    Value* signs =
        builder_.CreateBitCast(builder_.CreateXor(builder_.CreateBitCast(v[0], integer(kind.bits())),
                                                  builder_.CreateBitCast(v[1], integer(kind.bits()))),
                               type);
    for (std::size_t i = 0; by_size && i + 1 < operands; ++i)
      v[i] = builder_.CreateUnaryIntrinsic(fabs, v[i]);
    result = builder_.CreateBinaryIntrinsic(id, v[0], v[1]);
    if (operands == 4) result = builder_.CreateBinaryIntrinsic(id, result, v[2]);
    if (by_sign) result = builder_.CreateBinaryIntrinsic(copysign, result, signs);
  } else if (operands == 3) {
    if (!read_operands(type, type)) return false;
    // The result has the sign of the first operand.
    if (opcode == "copysign") result = builder_.CreateBinaryIntrinsic(copysign, v[1], v[0]);
    if (is_directed && opcode == "sub") v[1] = builder_.CreateFNeg(v[1]);
    if (is_directed) {
      result = by_runtime({v[0], v[1]});
    } else {
      if (opcode == "add") result = builder_.CreateFAdd(v[0], v[1]);
      if (opcode == "sub") result = builder_.CreateFSub(v[0], v[1]);
      if (opcode == "mul") result = builder_.CreateFMul(v[0], v[1]);
      if (opcode == "div") result = builder_.CreateFDiv(v[0], v[1]);
    }
  } else if (operands == 4 && (opcode == "fma" || opcode == "mad")) {
    if (!read_operands(type, type, type)) return false;
    result = is_directed ? by_runtime({v[0], v[1], v[2]})
                         : builder_.CreateIntrinsic(fma, {type}, {v[0], v[1], v[2]});
  }
  if (!result) return false;
  result = flush_one(result);
  // The result keeps only the upper word of the double.
  if (is_coarse && statement.has("ftz") && (opcode == "rcp" || opcode == "rsqrt")) {
    Value* upper = builder_.CreateAnd(builder_.CreateBitCast(result, integer(64)), ~std::uint64_t{0} << 32);
    result = builder_.CreateBitCast(upper, type);
  }
  return write(statement.operands[0], statement.has("sat") ? saturated(result) : result);
}

}  // namespace gridcall::cc::assembly
