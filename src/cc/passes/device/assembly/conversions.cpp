// SPDX-License-Identifier: Apache-2.0
//
// Moves, conversions, comparisons and selections (PTX ISA, "Data Movement and Conversion Instructions",
// "Comparison and Selection Instructions").

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "cc/passes/device/assembly/machine.h"
#include "cc/passes/device/convert_nan.h"
#include "cc/passes/device/flush.h"

namespace gridcall::cc::assembly {

namespace {

// Returns `half`, or the upper bits of `source` if that is NaN.
Value* nan_of_double_or(llvm::IRBuilder<>& builder, Value* source, Value* half, bool is_bfloat) {
  const unsigned fraction = is_bfloat ? 7 : 10;
  Value* bits = builder.CreateBitCast(source, builder.getInt64Ty());
  Value* rest = builder.CreateTrunc(builder.CreateLShr(bits, 52 - fraction), builder.getInt16Ty());
  Value* sign = builder.CreateTrunc(builder.CreateLShr(bits, 48), builder.getInt16Ty());
  Value* nan =
      builder.CreateOr(builder.CreateAnd(rest, (1U << fraction) - 1), builder.CreateAnd(sign, 0x8000));
  nan = builder.CreateOr(nan, is_bfloat ? 0x7fc0 : 0x7e00);
  return builder.CreateSelect(builder.CreateFCmpUNO(source, source), nan, half);
}

}  // namespace

bool Machine::moves(const Statement& statement) {
  if (statement.opcode == "mov") {
    if (!count(statement, 2)) return false;
    if (llvm::StringRef(statement.operands[0]).starts_with("{") ||
        llvm::StringRef(statement.operands[1]).starts_with("{"))
      return pack(statement);
    const std::optional<Kind> type = kind(statement);
    if (!type) return false;
    Value* value = read(statement.operands[1], type->type);
    // In "mov.u32 $0, %clock64" and the like the special register determines the width.
    if (!value) value = special_register(statement.operands[1]);
    return value && write(statement.operands[0], value);
  }
  if (statement.opcode == "cvta") {
    // Only shared memory has addresses of its own.
    if (!count(statement, 2)) return false;
    const Space space = space_of(statement);
    statement.ignore({"to", "global", "local", "const", "param", "param::entry"});
    llvm::Type* type = kind(statement) ? kind(statement)->type : nullptr;
    if (!type || !type->isIntegerTy()) return false;
    Value* value = read(statement.operands[1], type);
    if (!value) return false;
    if (space == Space::kCluster) {
      llvm::Type *i32 = integer(32), *i64 = integer(64);
      if (type != i64) return false;
      if (!statement.has("to"))
        return write(statement.operands[0],
                     builder_.CreatePtrToInt(cluster_pointer(builder_.CreateTrunc(value, i32)), i64));
      Value* rank = rank_of(builder_.CreateIntToPtr(value, builder_.getPtrTy()));
      rank = builder_.CreateShl(builder_.CreateAdd(rank, builder_.getInt32(1)), cpu::kClusterRankShift);
      value = builder_.CreateSub(value, builder_.CreatePtrToInt(cluster_pointer(rank), i64));
      return write(statement.operands[0], builder_.CreateOr(value, builder_.CreateZExt(rank, i64)));
    }
    if (space == Space::kShared) {
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

// Translates mov.b64 {low, high}, x and mov.b64 x, {low, high} with two or four parts.
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

// Clamps to the range of a smaller integer.
Value* Machine::clamped(Value* value, unsigned bits, bool is_signed) {
  const unsigned size = value->getType()->getIntegerBitWidth();
  const llvm::APInt least =
      is_signed ? llvm::APInt::getSignedMinValue(bits).sext(size) : llvm::APInt(size, 0);
  const llvm::APInt most =
      is_signed ? llvm::APInt::getSignedMaxValue(bits).sext(size) : llvm::APInt::getMaxValue(bits).zext(size);
  value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value,
                                         llvm::ConstantInt::get(value->getType(), least));
  return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value,
                                        llvm::ConstantInt::get(value->getType(), most));
}

// Translates cvt.pack.sat.u16.s32 d, a, b and cvt.pack.sat.s8.s32.b32 d, a, b, c, with `c` above both.
bool Machine::packed_conversion(const Statement& statement) {
  const std::size_t operands = statement.operands.size();
  if (!statement.has("pack") || !statement.has("sat") || statement.modifiers.size() < 4) return false;
  llvm::StringRef to = statement.modifier(2);
  const bool is_signed = to.consume_front("s");
  unsigned size = 0;
  if ((!is_signed && !to.consume_front("u")) || to.getAsInteger(10, size)) return false;
  if (statement.modifier(3) != "s32" || (size != 2 && size != 4 && size != 8 && size != 16)) return false;
  if (operands != (size == 16 ? 3 : 4)) return false;
  statement.ignore({"b32"});
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  Value* result = builder_.getInt64(0);
  if (operands == 4) {
    Value* above = read(statement.operands[3], i32);
    if (!above) return false;
    result = builder_.CreateShl(builder_.CreateZExt(above, i64), 2 * size);
  }
  for (unsigned i = 0; i < 2; ++i) {
    Value* value = read(statement.operands[2 - i], i32);
    if (!value) return false;
    value = builder_.CreateZExt(builder_.CreateTrunc(clamped(value, size, is_signed), integer(size)), i64);
    result = builder_.CreateOr(result, builder_.CreateShl(value, size * i));
  }
  return write(statement.operands[0], builder_.CreateTrunc(result, i32));
}

// Long because each step, from the types to the rounding and the saturation, reads those before it.
bool Machine::conversion(const Statement& statement) {
  if (statement.opcode != "cvt" || statement.modifiers.size() < 2) return false;
  if (statement.has("pack")) return packed_conversion(statement);
  if (short_float(statement)) return true;
  if (!count(statement, 2)) return false;
  const std::size_t size = statement.modifiers.size();
  const llvm::StringRef to_name = statement.modifier(size - 2), from_name = statement.modifier(size - 1);
  const bool to_bfloat = to_name == "bf16", from_bfloat = from_name == "bf16";
  llvm::Type *i16 = integer(16), *f32 = builder_.getFloatTy(), *f64 = builder_.getDoubleTy();
  const std::optional<Kind> to = to_bfloat ? Kind{f32} : kind(to_name),
                            given = from_bfloat ? Kind{i16} : kind(from_name);
  if (!to || !given || to->type->isIntegerTy(1) || given->type->isIntegerTy(1)) return false;
  const Rounding rounding = rounding_of(statement);
  Value* value = read(statement.operands[1], given->type);
  if (!value) return false;
  Value* const source = value;
  // .ftz flushes subnormal floats only.
  const bool flushes = statement.has("ftz");
  if (flushes && value->getType()->isFloatTy()) value = flush(builder_, value);
  if (from_bfloat) value = from_half(value, true);
  const Kind from = from_bfloat ? Kind{f32} : *given;
  const llvm::Intrinsic::ID whole = statement.has("rni")   ? llvm::Intrinsic::rint
                                    : statement.has("rzi") ? llvm::Intrinsic::trunc
                                    : statement.has("rmi") ? llvm::Intrinsic::floor
                                    : statement.has("rpi") ? llvm::Intrinsic::ceil
                                                           : llvm::Intrinsic::not_intrinsic;
  const bool saturates = statement.has("sat"), is_relu = statement.has("relu"),
             is_finite = statement.has("satfinite");
  if (from.is_float() && whole != llvm::Intrinsic::not_intrinsic)
    value = builder_.CreateUnaryIntrinsic(whole, value);
  const bool to_half_size = to_bfloat || to->type->isHalfTy();
  if ((is_relu || is_finite) && (!to_half_size || !from.is_float())) return false;
  if (to->is_float()) {
    if (to_bfloat) {
      // Rounds to odd as a float first, so that the second rounding is right.
      if (from.type->isDoubleTy()) value = odd_float(value, nullptr);
      if (!from.is_float()) {
        const auto operation = from.is_signed ? cpu::RoundedOperation::kSignedToDouble
                                              : cpu::RoundedOperation::kUnsignedToDouble;
        const auto bits = [&](Rounding mode) {
          return builder_.CreateBitCast(rounded(operation, mode, f64, {wide(value, 64, from.is_signed)}),
                                        integer(64));
        };
        Value* is_exact = builder_.CreateICmpEQ(bits(Rounding::kDown), bits(Rounding::kUp));
        Value* odd = builder_.CreateZExt(builder_.CreateNot(is_exact), integer(64));
        value =
            odd_float(builder_.CreateBitCast(builder_.CreateOr(bits(Rounding::kZero), odd), f64), nullptr);
      } else if (value->getType()->isHalfTy()) {
        value = builder_.CreateFPExt(value, f32);
      }
    } else if (!from.is_float()) {
      const auto by_runtime = [&](llvm::Type* type) {
        using Rounded = cpu::RoundedOperation;
        const Rounded operation = type->isDoubleTy()
                                      ? from.is_signed ? Rounded::kSignedToDouble : Rounded::kUnsignedToDouble
                                  : from.is_signed ? Rounded::kSignedToFloat
                                                   : Rounded::kUnsignedToFloat;
        return rounded(operation, rounding, type, {wide(value, 64, from.is_signed)});
      };
      if (to->type->isHalfTy()) {
        // Integers in the range of a half are exact as floats.
        value = from.is_signed ? builder_.CreateSIToFP(value, f32) : builder_.CreateUIToFP(value, f32);
      } else {
        value = rounding != Rounding::kNearest ? by_runtime(to->type)
                : from.is_signed               ? builder_.CreateSIToFP(value, to->type)
                                               : builder_.CreateUIToFP(value, to->type);
      }
    }
    if (saturates) value = saturated(value);
    if (is_relu) {
      Value* zero = llvm::ConstantFP::get(value->getType(), 0);
      value = builder_.CreateSelect(builder_.CreateFCmpOLE(value, zero), zero, value);
    }
    if (to_bfloat) {
      value = to_half(value, true, rounding);
    } else if (to->type != value->getType()) {
      const bool is_smaller = to->bits() < value->getType()->getScalarSizeInBits();
      value = is_smaller ? narrowed(value, to->type, rounding) : builder_.CreateFPExt(value, to->type);
      if (flushes && to->type->isFloatTy()) value = flush(builder_, value);
    }
    if (to_half_size && from.is_float() && !to_bfloat && !from.type->isHalfTy()) {
      // The result has one NaN.
      value = builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), builder_.getInt16(0x7fff),
                                    builder_.CreateBitCast(value, i16));
    }
    if (to_half_size && from.type->isDoubleTy() && !saturates && !is_relu && !is_finite)
      value = nan_of_double_or(builder_, source, value, to_bfloat);
    if (is_finite) value = finite_half(builder_.CreateBitCast(value, i16), to_bfloat);
    return write(statement.operands[0], value);
  }
  if (from.is_float()) {
    if (whole == llvm::Intrinsic::not_intrinsic) return false;
    value = to_integer(value, *to);
  } else if (saturates) {
    // Clamps in a type that holds the ranges of both.
    value =
        builder_.CreateTrunc(clamped(wide(value, 128, from.is_signed), to->bits(), to->is_signed), to->type);
  } else {
    value = from.is_signed ? builder_.CreateSExtOrTrunc(value, to->type)
                           : builder_.CreateZExtOrTrunc(value, to->type);
  }
  // A larger register is filled with the sign of the result.
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

// Translates setp.lt.and.s32 p|q, a, b, c; set.lt.u32.f32 d, a, b; testp.finite.f32 p, a.
bool Machine::comparison(const Statement& statement) {
  if (half_comparison(statement)) return true;
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
