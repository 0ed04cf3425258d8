// SPDX-License-Identifier: Apache-2.0
//
// Integer and floating-point arithmetic (PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision
// Integer Arithmetic Instructions", "Floating Point Instructions"). A floating-point instruction that rounds
// other than to nearest is not known.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>

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
  return result && write(statement.operands[0], result);
}

// mul, mad and mul24, mad24: the low half of the product, the high one, or all of it.
bool Machine::product(const Statement& statement, Kind kind) {
  const llvm::StringRef opcode = statement.opcode;
  const bool is_24 = opcode == "mul24" || opcode == "mad24",
             adds = opcode == "mad" || opcode == "mad24" || opcode == "madc";
  if (opcode != "mul" && opcode != "mad" && opcode != "madc" && !is_24) return false;
  const bool is_low = statement.has("lo"), is_high = statement.has("hi"), is_wide = statement.has("wide");
  if (is_low + is_high + is_wide != 1 || (is_wide && kind.bits() == 64) || statement.has("sat")) return false;
  if (is_24 && (kind.bits() != 32 || is_wide)) return false;
  const bool sets_carry = statement.has("cc"), takes_carry = opcode == "madc";
  if ((sets_carry || takes_carry) && (is_wide || !adds)) return false;
  if (takes_carry && !carry_) return false;
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
  // The high half of a 24-bit product is its upper 32 bits of 48.
  Value* half = is_wide ? full
                        : builder_.CreateTrunc(is_high ? builder_.CreateLShr(full, is_24 ? 16 : bits) : full,
                                               kind.type);
  if (!adds) return write(statement.operands[0], half);
  Value* addend = read(statement.operands[3], result_type);
  if (!addend) return false;
  if (!sets_carry && !takes_carry) return write(statement.operands[0], builder_.CreateAdd(half, addend));
  llvm::Type* longer = integer(bits + 1);
  Value* sum = builder_.CreateAdd(builder_.CreateZExt(half, longer), builder_.CreateZExt(addend, longer));
  if (takes_carry) sum = builder_.CreateAdd(sum, builder_.CreateZExt(carry_, longer));
  if (sets_carry) carry_ = builder_.CreateTrunc(builder_.CreateLShr(sum, bits), builder_.getInt1Ty());
  return write(statement.operands[0], builder_.CreateTrunc(sum, kind.type));
}

// The carry passes between the statements of one assembly. Of a difference it is the borrow.
bool Machine::with_carry(const Statement& statement, Kind kind) {
  const llvm::StringRef opcode = statement.opcode;
  const bool takes = opcode == "addc" || opcode == "subc", sets = statement.has("cc");
  if ((opcode != "add" && opcode != "sub" && !takes) || (!sets && !takes)) return false;
  if (takes && !carry_) return false;
  const unsigned bits = kind.bits();
  llvm::Type* longer = integer(bits + 1);
  Value* v[2];
  if (!count(statement, 3) || !read_all(statement, 1, v, kind.type, kind.type)) return false;
  Value *a = builder_.CreateZExt(v[0], longer), *b = builder_.CreateZExt(v[1], longer);
  if (takes) b = builder_.CreateAdd(b, builder_.CreateZExt(carry_, longer));
  Value* result = opcode.starts_with("add") ? builder_.CreateAdd(a, b) : builder_.CreateSub(a, b);
  if (sets) carry_ = builder_.CreateTrunc(builder_.CreateLShr(result, bits), builder_.getInt1Ty());
  return write(statement.operands[0], builder_.CreateTrunc(result, kind.type));
}

// To [0, 1]; NaN gives 0.
Value* Machine::saturated(Value* value) {
  llvm::Type* type = value->getType();
  value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::maxnum, value, llvm::ConstantFP::get(type, 0));
  return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::minnum, value, llvm::ConstantFP::get(type, 1));
}

Value* Machine::flushed(const Statement& statement, Value* value) {
  const bool flushes = value && value->getType()->isFloatTy() && statement.has("ftz");
  return flushes ? flush(builder_, value) : value;
}

bool Machine::float_arithmetic(const Statement& statement, Kind kind) {
  using namespace llvm::Intrinsic;
  const llvm::StringRef opcode = statement.opcode;
  // To nearest, and what is exact may stand for an approximation.
  statement.ignore({"rn", "approx", "full"});
  llvm::Type* type = kind.type;
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
  const auto read_operands = [&](auto... types) {
    if (!read_all(statement, 1, v, types...)) return false;
    for (std::size_t i = 0; i < sizeof...(types); ++i) v[i] = flushed(statement, v[i]);
    return true;
  };
  if (count(statement, 2)) {
    if (!read_operands(type)) return false;
    Value* one = llvm::ConstantFP::get(type, 1.0);
    if (of_one != not_intrinsic) result = builder_.CreateUnaryIntrinsic(of_one, v[0]);
    if (opcode == "neg") result = builder_.CreateFNeg(v[0]);
    if (opcode == "rcp") result = builder_.CreateFDiv(one, v[0]);
    if (opcode == "rsqrt") result = builder_.CreateFDiv(one, builder_.CreateUnaryIntrinsic(sqrt, v[0]));
  } else if (count(statement, 3)) {
    if (!read_operands(type, type)) return false;
    const bool propagates = statement.has("NaN");
    if (opcode == "add") result = builder_.CreateFAdd(v[0], v[1]);
    if (opcode == "sub") result = builder_.CreateFSub(v[0], v[1]);
    if (opcode == "mul") result = builder_.CreateFMul(v[0], v[1]);
    if (opcode == "div") result = builder_.CreateFDiv(v[0], v[1]);
    if (opcode == "min") result = builder_.CreateBinaryIntrinsic(propagates ? minimum : minnum, v[0], v[1]);
    if (opcode == "max") result = builder_.CreateBinaryIntrinsic(propagates ? maximum : maxnum, v[0], v[1]);
    // The sign of the first.
    if (opcode == "copysign") result = builder_.CreateBinaryIntrinsic(copysign, v[1], v[0]);
  } else if (count(statement, 4) && (opcode == "fma" || opcode == "mad")) {
    if (!read_operands(type, type, type)) return false;
    result = builder_.CreateIntrinsic(fma, {type}, {v[0], v[1], v[2]});
  }
  if (!result) return false;
  result = flushed(statement, result);
  return write(statement.operands[0], statement.has("sat") ? saturated(result) : result);
}

// A double as a float, made odd where it is not exact, so that a second rounding is right. `lost` is what the
// double lacks of the exact number; NULL: nothing.
Value* Machine::odd_float(Value* value, Value* lost) {
  Value *zero = llvm::ConstantFP::get(value->getType(), 0), *one = builder_.getInt32(1);
  Value* rounded = builder_.CreateFPTrunc(value, builder_.getFloatTy());
  Value* rest = builder_.CreateFSub(value, builder_.CreateFPExt(rounded, value->getType()));
  if (lost) rest = builder_.CreateSelect(builder_.CreateFCmpOEQ(rest, zero), lost, rest);
  Value* word = builder_.CreateBitCast(rounded, integer(32));
  Value* is_negative = builder_.CreateICmpSLT(word, builder_.getInt32(0));
  Value* is_larger = builder_.CreateICmpEQ(builder_.CreateFCmpOLT(rest, zero), is_negative);
  Value* step = builder_.CreateSelect(is_larger, one, builder_.getInt32(-1));
  Value* is_exact = builder_.CreateNot(builder_.CreateFCmpONE(rest, zero));
  Value* is_odd = builder_.CreateICmpEQ(builder_.CreateAnd(word, one), one);
  Value* made =
      builder_.CreateSelect(builder_.CreateOr(is_exact, is_odd), word, builder_.CreateAdd(word, step));
  return builder_.CreateBitCast(made, builder_.getFloatTy());
}

// x y, or x y + z, of numbers of 16 bits: one rounding.
Value* Machine::half_product(Value* const* v, bool is_fused, bool is_bfloat) {
  llvm::Type* f64 = builder_.getDoubleTy();
  Value* product = builder_.CreateFMul(builder_.CreateFPExt(v[0], f64), builder_.CreateFPExt(v[1], f64));
  if (!is_fused) return odd_float(product, nullptr);
  Value *z = builder_.CreateFPExt(v[2], f64), *sum = builder_.CreateFAdd(product, z), *lost = nullptr;
  // A sum of f16 that is a tie, or next to one, has at most 53 digits. The error of a sum is Knuth's.
  if (is_bfloat) {
    Value* other = builder_.CreateFSub(sum, product);
    lost = builder_.CreateFAdd(builder_.CreateFSub(product, builder_.CreateFSub(sum, other)),
                               builder_.CreateFSub(z, other));
  }
  return odd_float(sum, lost);
}

// Arithmetic of one or two numbers of 16 bits. Sums of them are rounded right by way of a float.
bool Machine::half_arithmetic(const Statement& statement) {
  using namespace llvm::Intrinsic;
  const bool is_pair = statement.has("f16x2") | statement.has("bf16x2"),
             is_bfloat = statement.has("bf16") | statement.has("bf16x2");
  if (!is_pair && !is_bfloat && !statement.has("f16")) return false;
  const llvm::StringRef opcode = statement.opcode;
  llvm::Type* type = integer(is_pair ? 32 : 16);
  statement.ignore({"rn"});
  Value* word[3];
  if ((opcode == "neg" || opcode == "abs") && count(statement, 2)) {
    if (!read_all(statement, 1, word, type)) return false;
    const auto mask = [&](std::uint32_t bits) {
      return llvm::ConstantInt::get(type, is_pair ? bits : bits & 0xffff);
    };
    return write(statement.operands[0], opcode == "neg" ? builder_.CreateXor(word[0], mask(0x80008000))
                                                        : builder_.CreateAnd(word[0], mask(0x7fff7fff)));
  }
  const bool is_fused = opcode == "fma";
  if (!count(statement, is_fused ? 4 : 3)) return false;
  if (is_fused ? !read_all(statement, 1, word, type, type, type) : !read_all(statement, 1, word, type, type))
    return false;
  const bool propagates = statement.has("NaN"), is_relu = statement.has("relu"),
             is_saturated = statement.has("sat");
  Value* results[2];
  for (unsigned i = 0; i < (is_pair ? 2u : 1u); ++i) {
    Value *v[3], *result = nullptr;
    for (unsigned k = 0; k < (is_fused ? 3u : 2u); ++k) {
      v[k] = is_pair ? builder_.CreateTrunc(builder_.CreateLShr(word[k], 16 * i), integer(16)) : word[k];
      v[k] = from_half(v[k], is_bfloat);
    }
    if (opcode == "add") result = builder_.CreateFAdd(v[0], v[1]);
    if (opcode == "sub") result = builder_.CreateFSub(v[0], v[1]);
    if (opcode == "mul" || is_fused) result = half_product(v, is_fused, is_bfloat);
    if (opcode == "min") result = builder_.CreateBinaryIntrinsic(propagates ? minimum : minnum, v[0], v[1]);
    if (opcode == "max") result = builder_.CreateBinaryIntrinsic(propagates ? maximum : maxnum, v[0], v[1]);
    if (!result) return false;
    Value* zero = llvm::ConstantFP::get(result->getType(), 0);
    if (is_relu) result = builder_.CreateSelect(builder_.CreateFCmpOLE(result, zero), zero, result);
    results[i] = is_saturated ? saturated(result) : result;
  }
  return write(statement.operands[0],
               is_pair ? pair_of_halves(results[0], results[1], is_bfloat) : to_half(results[0], is_bfloat));
}

// ex2 and tanh of one or two numbers of 16 bits.
bool Machine::half_function(const Statement& statement) {
  const bool is_tanh = statement.opcode == "tanh";
  if ((!is_tanh && statement.opcode != "ex2") || !statement.has("approx") || !count(statement, 2))
    return false;
  const bool is_bfloat = statement.has("bf16") | statement.has("bf16x2"),
             is_pair = statement.has("f16x2") | statement.has("bf16x2");
  if (!is_bfloat && !is_pair && !statement.has("f16")) return false;
  statement.ignore({"ftz"});
  Value* word = read(statement.operands[1], integer(is_pair ? 32 : 16));
  if (!word) return false;
  Value* v[2];
  for (unsigned i = 0; i < (is_pair ? 2u : 1u); ++i) {
    Value* half = is_pair ? builder_.CreateTrunc(builder_.CreateLShr(word, 16 * i), integer(16)) : word;
    v[i] = builder_.CreateUnaryIntrinsic(is_tanh ? llvm::Intrinsic::tanh : llvm::Intrinsic::exp2,
                                         from_half(half, is_bfloat));
  }
  return write(statement.operands[0],
               is_pair ? pair_of_halves(v[0], v[1], is_bfloat) : to_half(v[0], is_bfloat));
}

}  // namespace gridcall::cc::assembly
