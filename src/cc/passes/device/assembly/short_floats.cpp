// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 8 and 16 bits, and of 32 bits of which 19 are used (PTX ISA, "Alternate Floating-Point Data
// Formats", "Data Movement and Conversion Instructions: cvt").

#include <llvm/IR/Intrinsics.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {

Value* Machine::from_half(Value* bits, bool is_bfloat) {
  llvm::Type* f32 = builder_.getFloatTy();
  if (!is_bfloat) return builder_.CreateFPExt(builder_.CreateBitCast(bits, builder_.getHalfTy()), f32);
  return builder_.CreateBitCast(builder_.CreateShl(builder_.CreateZExt(bits, integer(32)), 16), f32);
}
Value* Machine::to_half(Value* value, bool is_bfloat, Rounding rounding) {
  Value* result = nullptr;
  if (is_bfloat) {
    Value* word = builder_.CreateBitCast(value, integer(32));
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(word, 16), 1);
    Value* up = builder_.getInt32(0xffff);
    Value* is_negative = builder_.CreateICmpSLT(word, builder_.getInt32(0));
    Value* none = builder_.getInt32(0);
    Value* add = rounding == Rounding::kNearest ? builder_.CreateAdd(odd, builder_.getInt32(0x7fff))
                 : rounding == Rounding::kUp    ? builder_.CreateSelect(is_negative, none, up)
                 : rounding == Rounding::kDown  ? builder_.CreateSelect(is_negative, up, none)
                                                : none;
    word = builder_.CreateAdd(word, add);
    result = part(word, 16, 16);
  } else {
    result = builder_.CreateBitCast(narrowed(value, builder_.getHalfTy(), rounding), integer(16));
  }
  return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), builder_.getInt16(0x7fff), result);
}

Value* Machine::finite_half(Value* bits, bool is_bfloat) {
  Value* infinity = builder_.getInt16(is_bfloat ? 0x7f80 : 0x7c00);
  Value* is_infinite = builder_.CreateICmpEQ(builder_.CreateAnd(bits, 0x7fff), infinity);
  return builder_.CreateSelect(is_infinite, builder_.CreateSub(bits, builder_.getInt16(1)), bits);
}

// Adds a step to the bits; a step of 1 leads away from zero.
Value* Machine::directed(Value* nearest, Value* exact, Rounding rounding) {
  llvm::Type *type = nearest->getType(), *word = integer(type->getScalarSizeInBits());
  Value* bits = builder_.CreateBitCast(nearest, word);
  Value* wide_nearest = builder_.CreateFPExt(nearest, exact->getType());
  Value *is_above = builder_.CreateFCmpOGT(exact, wide_nearest),
        *is_below = builder_.CreateFCmpOLT(exact, wide_nearest);
  Value* is_negative = builder_.CreateICmpSLT(bits, llvm::ConstantInt::get(word, 0));
  Value *one = llvm::ConstantInt::get(word, 1), *none = llvm::ConstantInt::get(word, 0),
        *less = builder_.CreateNeg(one);
  Value* outwards = builder_.CreateSelect(is_negative, is_below, is_above);
  Value* inwards = builder_.CreateSelect(is_negative, is_above, is_below);
  Value* out_step = builder_.CreateSelect(outwards, one, none);
  Value* in_step = builder_.CreateSelect(inwards, less, none);
  Value* step = rounding == Rounding::kZero ? in_step
                : rounding == Rounding::kUp ? builder_.CreateSelect(is_negative, in_step, out_step)
                                            : builder_.CreateSelect(is_negative, out_step, in_step);
  return builder_.CreateBitCast(builder_.CreateAdd(bits, step), type);
}

Value* Machine::narrowed(Value* value, llvm::Type* type, Rounding rounding) {
  Value* nearest = builder_.CreateFPTrunc(value, type);
  return rounding == Rounding::kNearest ? nearest : directed(nearest, value, rounding);
}

Value* Machine::pair_of_halves(Value* low, Value* high, bool is_bfloat) {
  Value* upper = builder_.CreateShl(builder_.CreateZExt(to_half(high, is_bfloat), integer(32)), 16);
  return builder_.CreateOr(builder_.CreateZExt(to_half(low, is_bfloat), integer(32)), upper);
}
// e5m2 is the upper byte of a half; e4m3 has an exponent bias that is 8 lower, and one NaN.
Value* Machine::from_byte(Value* bits, bool is_e4m3) {
  Value* word = builder_.CreateZExt(bits, integer(16));
  if (!is_e4m3) return from_half(builder_.CreateShl(word, 8), false);
  Value *sign = builder_.CreateShl(builder_.CreateAnd(word, 0x80), 8), *code = builder_.CreateAnd(word, 0x7f);
  Value* value = from_half(builder_.CreateOr(sign, builder_.CreateShl(code, 7)), false);
  value = builder_.CreateFMul(value, llvm::ConstantFP::get(value->getType(), 256));
  return builder_.CreateSelect(builder_.CreateICmpEQ(code, builder_.getInt16(0x7f)),
                               llvm::ConstantFP::getNaN(value->getType()), value);
}
// Converts like __nv_cvt_float_to_fp8 of cuda_fp8.h with __NV_SATFINITE.
Value* Machine::to_byte(Value* value, bool is_e4m3) {
  llvm::Type *i32 = integer(32), *f32 = value->getType();
  const std::uint32_t drop = is_e4m3 ? 20 : 21, min = (is_e4m3 ? 127u - 6 : 127u - 14) << 23,
                      max = is_e4m3 ? 0x7e : 0x7b;
  Value *bits = builder_.CreateBitCast(value, i32), *abs = builder_.CreateAnd(bits, 0x7fffffff);
  Value* odd = builder_.CreateAnd(builder_.CreateLShr(abs, drop), 1);
  Value* code = builder_.CreateAdd(builder_.CreateAdd(abs, builder_.getInt32((1u << (drop - 1)) - 1)), odd);
  code = builder_.CreateSub(builder_.CreateLShr(code, drop),
                            builder_.getInt32((is_e4m3 ? 127u - 7 : 127u - 15) << (23 - drop)));
  code = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, code, builder_.getInt32(max));
  // A subnormal result is rounded by a sum whose last digit is that of the smallest subnormal number.
  llvm::Constant* large = llvm::ConstantFP::get(f32, is_e4m3 ? 16384 : 128);
  Value* sum = builder_.CreateBitCast(builder_.CreateFAdd(builder_.CreateBitCast(abs, f32), large), i32);
  Value* small = builder_.CreateSub(sum, builder_.CreateBitCast(large, i32));
  code = builder_.CreateSelect(builder_.CreateICmpULT(abs, builder_.getInt32(min)), small, code);
  code = builder_.CreateOr(code, builder_.CreateAnd(builder_.CreateLShr(bits, 24), 0x80));
  code = builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), builder_.getInt32(0x7f), code);
  return builder_.CreateTrunc(code, integer(8));
}

// Translates cvt.rn.bf16x2.f32 d, a, b; cvt.rna.tf32.f32; cvt.rn.satfinite.e4m3x2.f32 d, a, b and .f16x2;
// cvt.rn.f16x2.e4m3x2.
bool Machine::short_float(const Statement& statement) {
  const std::size_t size = statement.modifiers.size();
  if (size < 3) return false;
  const llvm::StringRef to = statement.modifiers[size - 2], from = statement.modifiers[size - 1];
  const bool is_byte = to == "e4m3x2" || to == "e5m2x2", is_pair = to == "bf16x2" || to == "f16x2";
  if (!is_byte && !is_pair && to != "tf32") return false;
  statement.ignore({to, from});
  llvm::Type *i16 = integer(16), *i32 = integer(32), *f32 = builder_.getFloatTy();
  const bool away = statement.has("rna"), is_relu = statement.has("relu"),
             is_finite = statement.has("satfinite");
  const Rounding rounding = rounding_of(statement);
  const bool to_nearest = rounding == Rounding::kNearest;
  if (!to_nearest && (rounding != Rounding::kZero || is_byte)) return false;
  const auto positive = [&](Value* value) {
    Value* zero = llvm::ConstantFP::get(f32, 0);
    return is_relu ? builder_.CreateSelect(builder_.CreateFCmpOLE(value, zero), zero, value) : value;
  };
  Value* v[2];
  if (to == "tf32") {
    if (from != "f32" || !count(statement, 2) || !read_all(statement, 1, v, f32)) return false;
    v[0] = positive(v[0]);
    Value* word = builder_.CreateBitCast(v[0], i32);
    Value* half = away         ? builder_.getInt32(0x1000)
                  : to_nearest ? builder_.CreateAdd(builder_.getInt32(0xfff),
                                                    builder_.CreateAnd(builder_.CreateLShr(word, 13), 1))
                               : builder_.getInt32(0);
    Value* result = builder_.CreateAnd(builder_.CreateAdd(word, half), 0xffffe000);
    Value* is_number = builder_.createIsFPClass(v[0], llvm::fcFinite);
    result = builder_.CreateSelect(is_number, result, word);
    if (is_finite) {
      Value* is_infinite =
          builder_.CreateICmpEQ(builder_.CreateAnd(result, 0x7fffffff), builder_.getInt32(0x7f800000));
      result =
          builder_.CreateSelect(is_infinite, builder_.CreateSub(result, builder_.getInt32(0x2000)), result);
    }
    return write(statement.operands[0], result);
  }
  if (away) return false;
  if (to == "f16x2" && (from == "e4m3x2" || from == "e5m2x2")) {
    if (!to_nearest || !count(statement, 2) || !read_all(statement, 1, v, i16)) return false;
    Value* high = positive(from_byte(part(v[0], 8, 8), from == "e4m3x2"));
    Value* low = positive(from_byte(part(v[0], 0, 8), from == "e4m3x2"));
    return write(statement.operands[0], pair_of_halves(low, high, false));
  }
  if (from == "f16x2" && is_byte) {
    if (!count(statement, 2) || !read_all(statement, 1, v, i32)) return false;
    Value* word = v[0];
    for (unsigned i = 0; i < 2; ++i) v[1 - i] = from_half(part(word, 16 * i, 16), false);
  } else if (from != "f32" || !count(statement, 3) || !read_all(statement, 1, v, f32, f32)) {
    return false;
  }
  // The first operand is the upper half.
  const bool is_bfloat = to == "bf16x2", is_e4m3 = to == "e4m3x2";
  if (is_byte && !is_finite) return false;
  for (Value*& value : v) {
    value = positive(value);
    value = is_byte ? to_byte(value, is_e4m3) : to_half(value, is_bfloat, rounding);
    if (is_pair && is_finite) value = finite_half(value, is_bfloat);
  }
  llvm::Type* type = integer(is_byte ? 16 : 32);
  Value* upper = builder_.CreateShl(builder_.CreateZExt(v[0], type), is_byte ? 8 : 16);
  return write(statement.operands[0], builder_.CreateOr(upper, builder_.CreateZExt(v[1], type)));
}

}  // namespace gridcall::cc::assembly
