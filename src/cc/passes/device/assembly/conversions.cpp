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

bool Machine::conversion(const Statement& statement) {
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
