// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and comparisons of one or two 16-bit numbers (PTX ISA, "Half Precision Floating Point
// Instructions", "Half Precision Comparison Instructions").

#include <llvm/IR/Intrinsics.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {

// Returns a double rounded to odd as a float, so that a second rounding is right. `lost` is the difference
// between the exact number and the double; NULL if it is zero.
Value* Machine::odd_float(Value* value, Value* lost) {
  Value *zero = llvm::ConstantFP::get(value->getType(), 0), *one = builder_.getInt32(1);
  Value* rounded = builder_.CreateFPTrunc(value, builder_.getFloatTy());
  Value* rest = builder_.CreateFSub(value, builder_.CreateFPExt(rounded, value->getType()));
  if (lost) rest = builder_.CreateSelect(builder_.CreateFCmpOEQ(rest, zero), lost, rest);
  Value* word = builder_.CreateBitCast(rounded, integer(32));
  Value* is_negative = builder_.CreateICmpSLT(word, builder_.getInt32(0));
  Value* is_larger = builder_.CreateICmpEQ(builder_.CreateFCmpOLT(rest, zero), is_negative);
  Value* step = builder_.CreateSelect(is_larger, one, builder_.getInt32(~0U));
  Value* is_exact = builder_.CreateNot(builder_.CreateFCmpONE(rest, zero));
  Value* is_odd = builder_.CreateICmpEQ(builder_.CreateAnd(word, one), one);
  Value* made =
      builder_.CreateSelect(builder_.CreateOr(is_exact, is_odd), word, builder_.CreateAdd(word, step));
  return builder_.CreateBitCast(made, builder_.getFloatTy());
}

// Returns x y, or x y + z, of 16-bit numbers with one rounding.
Value* Machine::half_product(Value* const* v, bool is_fused, bool is_bfloat) {
  llvm::Type* f64 = builder_.getDoubleTy();
  Value* product = builder_.CreateFMul(builder_.CreateFPExt(v[0], f64), builder_.CreateFPExt(v[1], f64));
  if (!is_fused) return odd_float(product, nullptr);
  Value *z = builder_.CreateFPExt(v[2], f64), *sum = builder_.CreateFAdd(product, z), *lost = nullptr;
  // A sum of f16 that is a tie, or next to one, has at most 53 digits. Knuth's formula gives bf16's error.
  if (is_bfloat) {
    Value* other = builder_.CreateFSub(sum, product);
    lost = builder_.CreateFAdd(builder_.CreateFSub(product, builder_.CreateFSub(sum, other)),
                               builder_.CreateFSub(z, other));
  }
  return odd_float(sum, lost);
}

// Translates arithmetic of one or two 16-bit numbers. Their sums round correctly by way of a float.
// Long because it is one list, with a case for each opcode.
bool Machine::half_arithmetic(const Statement& statement) {
  using namespace llvm::Intrinsic;
  const bool is_pair = statement.has_one({"f16x2", "bf16x2"}),
             is_bfloat = statement.has_one({"bf16", "bf16x2"});
  if (!is_pair && !is_bfloat && !statement.has("f16")) return false;
  const llvm::StringRef opcode = statement.opcode;
  llvm::Type* type = integer(is_pair ? 32 : 16);
  statement.ignore({"rn"});
  const bool flushes = statement.has("ftz");
  Value* word[3];
  if ((opcode == "neg" || opcode == "abs") && count(statement, 2)) {
    if (!read_all(statement, 1, word, type)) return false;
    const auto mask = [&](std::uint32_t bits) {
      return llvm::ConstantInt::get(type, is_pair ? bits : bits & 0xffff);
    };
    for (unsigned at : {0u, 16u}) {
      if (!flushes || (at != 0 && !is_pair)) continue;
      Value* one =
          builder_.CreateZExt(flushed_half(is_pair ? part(word[0], at, 16) : word[0], is_bfloat), type);
      Value* rest = builder_.CreateAnd(
          word[0], builder_.CreateNot(builder_.CreateShl(llvm::ConstantInt::get(type, 0xffff), at)));
      word[0] = builder_.CreateOr(rest, builder_.CreateShl(one, at));
    }
    Value* result = opcode == "neg" ? builder_.CreateXor(word[0], mask(0x80008000))
                                    : builder_.CreateAnd(word[0], mask(0x7fff7fff));
    // The result has one NaN.
    for (unsigned at : {0u, 16u}) {
      if (at != 0 && !is_pair) continue;
      const std::uint32_t nan = 0x7fffU << at, infinity = (is_bfloat ? 0x7f80U : 0x7c00U) << at;
      Value* size = builder_.CreateAnd(word[0], llvm::ConstantInt::get(type, nan));
      Value* is_nan = builder_.CreateICmpUGT(size, llvm::ConstantInt::get(type, infinity));
      Value* rest = builder_.CreateAnd(result, mask(~(0xffffU << at)));
      result =
          builder_.CreateSelect(is_nan, builder_.CreateOr(rest, llvm::ConstantInt::get(type, nan)), result);
    }
    return write(statement.operands[0], result);
  }
  const bool is_fused = opcode == "fma";
  if (!count(statement, is_fused ? 4 : 3)) return false;
  if (is_fused ? !read_all(statement, 1, word, type, type, type) : !read_all(statement, 1, word, type, type))
    return false;
  const bool propagates = statement.has("NaN"), is_relu = statement.has("relu"),
             is_saturated = statement.has("sat"), by_sign = statement.has("xorsign") && statement.has("abs");
  Value* results[2] = {};
  for (unsigned i = 0; i < (is_pair ? 2u : 1u); ++i) {
    Value *v[3], *result = nullptr;
    for (unsigned k = 0; k < (is_fused ? 3u : 2u); ++k) {
      v[k] = is_pair ? part(word[k], 16 * i, 16) : word[k];
      if (flushes) v[k] = flushed_half(v[k], is_bfloat);
      v[k] = from_half(v[k], is_bfloat);
    }
    if (opcode == "add") result = builder_.CreateFAdd(v[0], v[1]);
    if (opcode == "sub") result = builder_.CreateFSub(v[0], v[1]);
    if (opcode == "mul" || is_fused) result = half_product(v, is_fused, is_bfloat);
    if (opcode == "min" || opcode == "max") {
      const bool is_min = opcode == "min";
      Value* signs = builder_.CreateXor(builder_.CreateBitCast(v[0], integer(32)),
                                        builder_.CreateBitCast(v[1], integer(32)));
      signs = builder_.CreateBitCast(signs, v[0]->getType());
      for (unsigned k = 0; by_sign && k < 2; ++k) v[k] = builder_.CreateUnaryIntrinsic(fabs, v[k]);
      result = builder_.CreateBinaryIntrinsic(is_min       ? propagates ? minimum : minnum
                                              : propagates ? maximum
                                                           : maxnum,
                                              v[0], v[1]);
      if (by_sign) result = builder_.CreateBinaryIntrinsic(copysign, result, signs);
    }
    if (!result) return false;
    Value* zero = llvm::ConstantFP::get(result->getType(), 0);
    if (is_relu) result = builder_.CreateSelect(builder_.CreateFCmpOLE(result, zero), zero, result);
    results[i] = to_half(is_saturated ? saturated(result) : result, is_bfloat);
    if (flushes) results[i] = flushed_half(results[i], is_bfloat);
  }
  if (!is_pair) return write(statement.operands[0], results[0]);
  Value* upper = builder_.CreateShl(builder_.CreateZExt(results[1], integer(32)), 16);
  return write(statement.operands[0], builder_.CreateOr(builder_.CreateZExt(results[0], integer(32)), upper));
}

Value* Machine::flushed_half(Value* bits, bool is_bfloat) {
  llvm::Type* i16 = integer(16);
  Value* exponent = builder_.CreateAnd(bits, llvm::ConstantInt::get(i16, is_bfloat ? 0x7f80 : 0x7c00));
  Value* is_small = builder_.CreateICmpEQ(exponent, llvm::ConstantInt::get(i16, 0));
  return builder_.CreateSelect(is_small, builder_.CreateAnd(bits, 0x8000), bits);
}

Value* Machine::part(Value* word, unsigned at, unsigned size) {
  return builder_.CreateTrunc(builder_.CreateLShr(word, at), integer(size));
}

// setp.lt.and.f16x2 p|q, a, b, c compares the lower numbers for p and the upper ones for q; set.lt.u16.f16
// and set.lt.f16x2.f16x2 write numbers. For a single number the q of setp is the complement of p.
bool Machine::half_comparison(const Statement& statement) {
  const std::size_t size = statement.modifiers.size(), operands = statement.operands.size();
  const bool is_set = statement.opcode == "set";
  if ((!is_set && statement.opcode != "setp") || size < 2 || (operands != 3 && operands != 4)) return false;
  const llvm::StringRef type = statement.modifiers.back();
  const bool is_bfloat = type.starts_with("bf16"), is_pair = type.ends_with("f16x2");
  if (!is_pair && type != "bf16") return false;  // f16 is compared like other types
  static_cast<void>(statement.modifier(size - 1));
  Value* word[2];
  llvm::Type *given = integer(is_pair ? 32 : 16), *i1 = builder_.getInt1Ty();
  if (!read_all(statement, 1, word, given, given)) return false;
  Value* other = operands == 4 ? read(statement.operands[3], i1) : nullptr;
  if (operands == 4 && !other) return false;
  const auto joined = [&](Value* one) -> Value* {
    if (!other) return one;
    return statement.has("and")   ? builder_.CreateAnd(one, other)
           : statement.has("or")  ? builder_.CreateOr(one, other)
           : statement.has("xor") ? builder_.CreateXor(one, other)
                                  : nullptr;
  };
  const bool flushes = statement.has("ftz");
  Value* holds[2] = {};
  for (unsigned i = 0; i < (is_pair ? 2u : 1u); ++i) {
    Value* v[2];
    for (unsigned k = 0; k < 2; ++k) {
      v[k] = is_pair ? part(word[k], 16 * i, 16) : word[k];
      v[k] = from_half(flushes ? flushed_half(v[k], is_bfloat) : v[k], is_bfloat);
    }
    Value* one = compare(statement.modifier(0), v[0], v[1], Kind{v[0]->getType()});
    if (!one) return false;
    if (!is_pair && !is_set) holds[1] = joined(builder_.CreateNot(one));
    holds[i] = joined(one);
    if (!holds[i]) return false;
  }
  if (!is_set) {
    auto [first, second] = llvm::StringRef(statement.operands[0]).split('|');
    return write(first, holds[0]) && (second.empty() || write(second, holds[1]));
  }
  // The result is 1, or all bits set, if the comparison holds.
  const llvm::StringRef to = statement.modifier(size - 2);
  const bool is_number = to.contains("f16");
  const unsigned one = !is_number ? 0xffff : to.starts_with("b") ? 0x3f80 : 0x3c00;
  llvm::Type* i32 = integer(32);
  if (!is_pair) {
    const std::optional<Kind> wanted = kind(to);
    llvm::Type* result = is_number ? integer(16) : wanted ? wanted->type : nullptr;
    if (!result || !result->isIntegerTy()) return false;
    llvm::Constant* all =
        is_number ? llvm::ConstantInt::get(result, one) : llvm::Constant::getAllOnesValue(result);
    return write(statement.operands[0],
                 builder_.CreateSelect(holds[0], all, llvm::Constant::getNullValue(result)));
  }
  if (!is_number && to != "u32" && to != "s32") return false;
  Value* low = builder_.CreateSelect(holds[0], builder_.getInt32(one), builder_.getInt32(0));
  Value* high = builder_.CreateSelect(holds[1], builder_.getInt32(one << 16), builder_.getInt32(0));
  return write(statement.operands[0], builder_.CreateOr(builder_.CreateZExt(low, i32), high));
}

// Translates ex2 and tanh of one or two 16-bit numbers.
bool Machine::half_function(const Statement& statement) {
  const bool is_tanh = statement.opcode == "tanh";
  if ((!is_tanh && statement.opcode != "ex2") || !statement.has("approx") || !count(statement, 2))
    return false;
  const bool is_bfloat = statement.has_one({"bf16", "bf16x2"}),
             is_pair = statement.has_one({"f16x2", "bf16x2"});
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
