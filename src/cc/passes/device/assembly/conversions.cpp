// SPDX-License-Identifier: Apache-2.0
//
// Moves, conversions, comparisons and selections (PTX ISA, "Data Movement and Conversion Instructions",
// "Comparison and Selection Instructions").

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/device/convert_nan.h"

namespace gridcall::cc::assembly {

bool Machine::moves(const Statement& statement) {
  if (statement.opcode == "mov") {
    if (!count(statement, 2)) return false;
    if (llvm::StringRef(statement.operands[0]).starts_with("{") ||
        llvm::StringRef(statement.operands[1]).starts_with("{"))
      return pack(statement);
    const std::optional<Kind> type = kind(statement);
    if (!type) return false;
    Value* value = read(statement.operands[1], type->type);
    // "mov.u32 $0, %clock64" and the like: the special register determines the width.
    if (!value) value = special_register(statement.operands[1]);
    return value && write(statement.operands[0], value);
  }
  if (statement.opcode == "cvta") {
    // Only shared memory has addresses of its own.
    if (!count(statement, 2)) return false;
    const bool is_shared = statement.has("shared") || statement.has("shared::cta");
    statement.ignore({"to", "global", "local", "const"});
    llvm::Type* type = kind(statement) ? kind(statement)->type : nullptr;
    if (!type || !type->isIntegerTy()) return false;
    Value* value = read(statement.operands[1], type);
    if (!value) return false;
    if (is_shared) {
      Value* base = builder_.CreatePtrToInt(shared_base(), integer(64));
      if (type != base->getType()) return false;
      value = statement.has("to") ? builder_.CreateSub(value, base) : builder_.CreateAdd(value, base);
    }
    return write(statement.operands[0], value);
  }
  if (statement.opcode == "selp" || statement.opcode == "slct") {
    const bool by_sign = statement.opcode == "slct";
    const std::optional<Kind> type = kind(by_sign ? statement.result_type() : statement.type());
    const std::optional<Kind> chooser = by_sign ? kind(statement) : kind("pred");
    Value* v[3];
    if (!type || !chooser || !count(statement, 4) ||
        !read_all(statement, 1, v, type->type, type->type, chooser->type))
      return false;
    if (by_sign) {
      Value* zero = llvm::Constant::getNullValue(chooser->type);
      v[2] = flushed(statement, v[2]);
      v[2] = chooser->is_float() ? builder_.CreateFCmpOGE(v[2], zero) : builder_.CreateICmpSGE(v[2], zero);
    }
    return write(statement.operands[0], builder_.CreateSelect(v[2], v[0], v[1]));
  }
  return false;
}

// mov.b64 {low, high}, x and mov.b64 x, {low, high}: of two or four parts.
bool Machine::pack(const Statement& statement) {
  const std::optional<Kind> type = kind(statement);
  if (!type || !type->is_integer() || type->type->isIntegerTy(1)) return false;
  const bool unpacks = llvm::StringRef(statement.operands[0]).starts_with("{");
  llvm::StringRef list = statement.operands[unpacks ? 0 : 1];
  if (!list.consume_front("{") || !list.consume_back("}")) return false;
  const llvm::SmallVector<std::string> parts = split_operands(list);
  if (parts.size() != 2 && parts.size() != 4) return false;
  const unsigned size = type->bits() / static_cast<unsigned>(parts.size());
  if (unpacks) {
    Value* value = read(statement.operands[1], type->type);
    if (!value) return false;
    for (unsigned i = 0; i < parts.size(); ++i) {
      if (!write(parts[i], builder_.CreateTrunc(builder_.CreateLShr(value, size * i), integer(size))))
        return false;
    }
    return true;
  }
  Value* result = llvm::Constant::getNullValue(type->type);
  for (unsigned i = 0; i < parts.size(); ++i) {
    Value* part = read(parts[i], integer(size));
    if (!part) return false;
    result = builder_.CreateOr(result, builder_.CreateShl(builder_.CreateZExt(part, type->type), size * i));
  }
  return write(statement.operands[0], result);
}

Value* Machine::to_integer(Value* value, Kind kind) {
  llvm::CallInst* call =
      builder_.CreateIntrinsic(kind.is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                               {kind.type, value->getType()}, {value});
  return convert_nan(builder_, call);
}

Value* Machine::from_half(Value* bits, bool is_bfloat) {
  llvm::Type* f32 = builder_.getFloatTy();
  if (!is_bfloat) return builder_.CreateFPExt(builder_.CreateBitCast(bits, builder_.getHalfTy()), f32);
  return builder_.CreateBitCast(builder_.CreateShl(builder_.CreateZExt(bits, integer(32)), 16), f32);
}
Value* Machine::to_half(Value* value, bool is_bfloat) {
  Value* rounded = nullptr;
  if (is_bfloat) {
    Value* word = builder_.CreateBitCast(value, integer(32));
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(word, 16), 1);
    word = builder_.CreateAdd(word, builder_.CreateAdd(odd, builder_.getInt32(0x7fff)));
    rounded = builder_.CreateTrunc(builder_.CreateLShr(word, 16), integer(16));
  } else {
    rounded = builder_.CreateBitCast(builder_.CreateFPTrunc(value, builder_.getHalfTy()), integer(16));
  }
  return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), builder_.getInt16(0x7fff), rounded);
}
Value* Machine::pair_of_halves(Value* low, Value* high, bool is_bfloat) {
  Value* upper = builder_.CreateShl(builder_.CreateZExt(to_half(high, is_bfloat), integer(32)), 16);
  return builder_.CreateOr(builder_.CreateZExt(to_half(low, is_bfloat), integer(32)), upper);
}
// e5m2 is the upper half of a half; e4m3 has its exponent 8 lower, and one NaN.
Value* Machine::from_byte(Value* bits, bool is_e4m3) {
  Value* word = builder_.CreateZExt(bits, integer(16));
  if (!is_e4m3) return from_half(builder_.CreateShl(word, 8), false);
  Value *sign = builder_.CreateShl(builder_.CreateAnd(word, 0x80), 8), *code = builder_.CreateAnd(word, 0x7f);
  Value* value = from_half(builder_.CreateOr(sign, builder_.CreateShl(code, 7)), false);
  value = builder_.CreateFMul(value, llvm::ConstantFP::get(value->getType(), 256));
  return builder_.CreateSelect(builder_.CreateICmpEQ(code, builder_.getInt16(0x7f)),
                               llvm::ConstantFP::getNaN(value->getType()), value);
}
// As __nv_cvt_float_to_fp8 of cuda_fp8.h with __NV_SATFINITE.
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
  // Below the smallest normal number: a sum whose last digit is that of the smallest of all.
  llvm::Constant* large = llvm::ConstantFP::get(f32, is_e4m3 ? 16384 : 128);
  Value* sum = builder_.CreateBitCast(builder_.CreateFAdd(builder_.CreateBitCast(abs, f32), large), i32);
  Value* small = builder_.CreateSub(sum, builder_.CreateBitCast(large, i32));
  code = builder_.CreateSelect(builder_.CreateICmpULT(abs, builder_.getInt32(min)), small, code);
  code = builder_.CreateOr(code, builder_.CreateAnd(builder_.CreateLShr(bits, 24), 0x80));
  code = builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), builder_.getInt32(0x7f), code);
  return builder_.CreateTrunc(code, integer(8));
}

// cvt.rn.bf16x2.f32 d, a, b; cvt.rn.bf16.f32; cvt.rna.tf32.f32; cvt.rn.satfinite.e4m3x2.f32 d, a, b and
// .f16x2; cvt.rn.f16x2.e4m3x2.
bool Machine::short_float(const Statement& statement) {
  if (statement.opcode != "cvt" || statement.modifiers.size() < 3) return false;
  const llvm::StringRef to = statement.modifier(statement.modifiers.size() - 2),
                        from = statement.modifier(statement.modifiers.size() - 1);
  llvm::Type *i16 = integer(16), *i32 = integer(32), *f32 = builder_.getFloatTy();
  const bool is_nearest = statement.has("rn"), is_byte = to == "e4m3x2" || to == "e5m2x2";
  Value* v[2];
  if (to == "tf32" && from == "f32" && (is_nearest || statement.has("rna"))) {
    if (!count(statement, 2) || !read_all(statement, 1, v, f32)) return false;
    Value* word = builder_.CreateBitCast(v[0], i32);
    Value* half = is_nearest ? builder_.CreateAdd(builder_.getInt32(0xfff),
                                                  builder_.CreateAnd(builder_.CreateLShr(word, 13), 1))
                             : builder_.getInt32(0x1000);
    Value* rounded = builder_.CreateAnd(builder_.CreateAdd(word, half), 0xffffe000);
    Value* is_finite = builder_.createIsFPClass(v[0], llvm::fcFinite);
    return write(statement.operands[0], builder_.CreateSelect(is_finite, rounded, word));
  }
  if (!is_nearest) return false;
  if (to == "bf16" && from == "f32") {
    return count(statement, 2) && read_all(statement, 1, v, f32) &&
           write(statement.operands[0], to_half(v[0], true));
  }
  if (to == "f16x2" && (from == "e4m3x2" || from == "e5m2x2")) {
    if (!count(statement, 2) || !read_all(statement, 1, v, i16)) return false;
    Value* high = from_byte(builder_.CreateTrunc(builder_.CreateLShr(v[0], 8), integer(8)), from == "e4m3x2");
    Value* low = from_byte(builder_.CreateTrunc(v[0], integer(8)), from == "e4m3x2");
    return write(statement.operands[0], pair_of_halves(low, high, false));
  }
  if (from == "f16x2" && is_byte) {
    if (!count(statement, 2) || !read_all(statement, 1, v, i32)) return false;
    Value* word = v[0];
    for (unsigned i = 0; i < 2; ++i)
      v[1 - i] = from_half(builder_.CreateTrunc(builder_.CreateLShr(word, 16 * i), i16), false);
  } else if (from != "f32" || !count(statement, 3) || !read_all(statement, 1, v, f32, f32)) {
    return false;
  }
  if (statement.has("relu")) {
    for (Value*& value : v) {
      Value* zero = llvm::ConstantFP::get(f32, 0);
      value = builder_.CreateSelect(builder_.CreateFCmpOLE(value, zero), zero, value);
    }
  }
  // The first operand is the upper half.
  if (to == "bf16x2" || to == "f16x2")
    return write(statement.operands[0], pair_of_halves(v[1], v[0], to == "bf16x2"));
  if (!is_byte || !statement.has("satfinite")) return false;
  Value* high = builder_.CreateShl(builder_.CreateZExt(to_byte(v[0], to == "e4m3x2"), i16), 8);
  return write(statement.operands[0],
               builder_.CreateOr(high, builder_.CreateZExt(to_byte(v[1], to == "e4m3x2"), i16)));
}

bool Machine::conversion(const Statement& statement) {
  if (short_float(statement)) return true;
  if (statement.opcode != "cvt" || !count(statement, 2)) return false;
  statement.ignore({"rn"});
  const std::optional<Kind> to = kind(statement.result_type()), from = kind(statement);
  if (!to || !from || to->type->isIntegerTy(1) || from->type->isIntegerTy(1)) return false;
  Value* value = flushed(statement, read(statement.operands[1], from->type));
  if (!value) return false;
  const llvm::Intrinsic::ID rounding = statement.has("rni")   ? llvm::Intrinsic::rint
                                       : statement.has("rzi") ? llvm::Intrinsic::trunc
                                       : statement.has("rmi") ? llvm::Intrinsic::floor
                                       : statement.has("rpi") ? llvm::Intrinsic::ceil
                                                              : llvm::Intrinsic::not_intrinsic;
  const bool saturates = statement.has("sat");
  if (from->is_float() && rounding != llvm::Intrinsic::not_intrinsic)
    value = builder_.CreateUnaryIntrinsic(rounding, value);
  if (from->is_float() && to->is_float()) {
    value = flushed(statement, builder_.CreateFPCast(value, to->type));
    if (saturates) value = saturated(value);
    return write(statement.operands[0], value);
  }
  if (from->is_float()) {
    if (rounding == llvm::Intrinsic::not_intrinsic) return false;
    value = to_integer(value, *to);
  } else if (to->is_float()) {
    value = from->is_signed ? builder_.CreateSIToFP(value, to->type) : builder_.CreateUIToFP(value, to->type);
    return write(statement.operands[0], value);
  } else {
    if (saturates) {
      // Clamps to the bounds of the result, in a type that holds both.
      Value* longer = wide(value, 128, from->is_signed);
      const llvm::APInt least =
          to->is_signed ? llvm::APInt::getSignedMinValue(to->bits()).sext(128) : llvm::APInt(128, 0);
      const llvm::APInt most = to->is_signed ? llvm::APInt::getSignedMaxValue(to->bits()).sext(128)
                                             : llvm::APInt::getMaxValue(to->bits()).zext(128);
      longer = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, longer,
                                              llvm::ConstantInt::get(longer->getType(), least));
      longer = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, longer,
                                              llvm::ConstantInt::get(longer->getType(), most));
      value = builder_.CreateTrunc(longer, to->type);
    } else {
      value = from->is_signed ? builder_.CreateSExtOrTrunc(value, to->type)
                              : builder_.CreateZExtOrTrunc(value, to->type);
    }
  }
  // Into a larger register with the sign of the result.
  auto found = registers_.find(statement.operands[0]);
  if (found != registers_.end() && found->second.type->isIntegerTy() &&
      found->second.type->getIntegerBitWidth() > to->bits())
    value = wide(value, found->second.type->getIntegerBitWidth(), to->is_signed);
  return write(statement.operands[0], value);
}

Value* Machine::compare(llvm::StringRef operation, Value* a, Value* b, Kind kind) {
  using llvm::CmpInst;
  const CmpInst::Predicate none = CmpInst::BAD_ICMP_PREDICATE;
  if (kind.is_float()) {
    const CmpInst::Predicate predicate = llvm::StringSwitch<CmpInst::Predicate>(operation)
                                             .Case("eq", CmpInst::FCMP_OEQ)
                                             .Case("ne", CmpInst::FCMP_ONE)
                                             .Case("lt", CmpInst::FCMP_OLT)
                                             .Case("le", CmpInst::FCMP_OLE)
                                             .Case("gt", CmpInst::FCMP_OGT)
                                             .Case("ge", CmpInst::FCMP_OGE)
                                             .Case("equ", CmpInst::FCMP_UEQ)
                                             .Case("neu", CmpInst::FCMP_UNE)
                                             .Case("ltu", CmpInst::FCMP_ULT)
                                             .Case("leu", CmpInst::FCMP_ULE)
                                             .Case("gtu", CmpInst::FCMP_UGT)
                                             .Case("geu", CmpInst::FCMP_UGE)
                                             .Case("num", CmpInst::FCMP_ORD)
                                             .Case("nan", CmpInst::FCMP_UNO)
                                             .Default(none);
    return predicate == none ? nullptr : builder_.CreateFCmp(predicate, a, b);
  }
  const bool is_signed = kind.is_signed;
  const CmpInst::Predicate predicate = llvm::StringSwitch<CmpInst::Predicate>(operation)
                                           .Case("eq", CmpInst::ICMP_EQ)
                                           .Case("ne", CmpInst::ICMP_NE)
                                           .Case("lt", is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
                                           .Case("le", is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                           .Case("gt", is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
                                           .Case("ge", is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
                                           .Case("lo", CmpInst::ICMP_ULT)
                                           .Case("ls", CmpInst::ICMP_ULE)
                                           .Case("hi", CmpInst::ICMP_UGT)
                                           .Case("hs", CmpInst::ICMP_UGE)
                                           .Default(none);
  return predicate == none ? nullptr : builder_.CreateICmp(predicate, a, b);
}

// setp.lt.and.s32 p|q, a, b, c; set.lt.u32.f32 d, a, b; testp.finite.f32 p, a.
bool Machine::comparison(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  const std::optional<Kind> type = kind(statement);
  if (!type || statement.modifiers.size() < 2 || (opcode != "setp" && opcode != "set" && opcode != "testp"))
    return false;
  if (opcode == "testp") {
    if (!count(statement, 2) || !type->is_float()) return false;
    Value* value = read(statement.operands[1], type->type);
    const unsigned test = llvm::StringSwitch<unsigned>(statement.modifier(0))
                              .Case("finite", llvm::fcFinite)
                              .Case("infinite", llvm::fcInf)
                              .Case("number", ~unsigned{llvm::fcNan} & llvm::fcAllFlags)
                              .Case("notanumber", llvm::fcNan)
                              .Case("normal", llvm::fcNormal | llvm::fcZero)
                              .Case("subnormal", llvm::fcSubnormal)
                              .Default(0);
    return value && test != 0 && write(statement.operands[0], builder_.createIsFPClass(value, test));
  }
  if (statement.operands.size() != 3 && statement.operands.size() != 4) return false;
  Value* v[2];
  if (!read_all(statement, 1, v, type->type, type->type)) return false;
  for (Value*& value : v) value = flushed(statement, value);
  Value* holds = compare(statement.modifier(0), v[0], v[1], *type);
  if (!holds) return false;
  const auto joined = [&](Value* one) -> Value* {
    if (statement.operands.size() == 3) return one;
    Value* other = read(statement.operands[3], builder_.getInt1Ty());
    if (!other) return nullptr;
    if (statement.has("and")) return builder_.CreateAnd(one, other);
    if (statement.has("or")) return builder_.CreateOr(one, other);
    return statement.has("xor") ? builder_.CreateXor(one, other) : nullptr;
  };
  Value* result = joined(holds);
  if (!result) return false;
  if (opcode == "set") {
    const std::optional<Kind> to = kind(statement.result_type());
    if (!to || to->type->isIntegerTy(1)) return false;
    result = to->is_float() ? builder_.CreateUIToFP(result, to->type) : builder_.CreateSExt(result, to->type);
    return write(statement.operands[0], result);
  }
  auto [first, second] = llvm::StringRef(statement.operands[0]).split('|');
  if (!write(first, result)) return false;
  if (second.empty()) return true;
  Value* negated = joined(builder_.CreateNot(holds));
  return negated && write(second, negated);
}

}  // namespace gridcall::cc::assembly
