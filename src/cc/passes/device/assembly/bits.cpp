// SPDX-License-Identifier: Apache-2.0
//
// Logic, shifts, bit fields, permutations and packed dot products (PTX ISA, "Logic and Shift Instructions",
// "Integer Arithmetic Instructions", "Data Movement: prmt").

#include <llvm/IR/Intrinsics.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {

bool Machine::bits(const Statement& statement) {
  return logic(statement) || find_set_bit(statement) || bit_field(statement) || funnel_shift(statement) ||
         permutation(statement) || video(statement);
}

// Long because it is one list, with a case for each opcode.
bool Machine::logic(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  const std::optional<Kind> type = kind(statement);
  if (!type || type->is_float()) return false;
  Value* v[3];
  Value* result = nullptr;
  if (opcode == "not" || opcode == "cnot") {
    if (!count(statement, 2) || !read_all(statement, 1, v, type->type)) return false;
    Value* is_zero = builder_.CreateICmpEQ(v[0], llvm::Constant::getNullValue(type->type));
    result = opcode == "not" ? builder_.CreateNot(v[0]) : builder_.CreateZExt(is_zero, type->type);
  } else if (opcode == "and" || opcode == "or" || opcode == "xor") {
    if (!count(statement, 3) || !read_all(statement, 1, v, type->type, type->type)) return false;
    result = opcode == "and"  ? builder_.CreateAnd(v[0], v[1])
             : opcode == "or" ? builder_.CreateOr(v[0], v[1])
                              : builder_.CreateXor(v[0], v[1]);
  } else if (opcode == "shl" || opcode == "shr") {
    // A logical shift by the width or more gives 0, an arithmetic shift copies of the sign bit.
    if (!count(statement, 3) || !read_all(statement, 1, v, type->type, integer(32))) return false;
    const unsigned size = type->bits();
    Value* by = builder_.CreateZExtOrTrunc(
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, v[1], builder_.getInt32(size - 1)), type->type);
    Value* is_over = builder_.CreateICmpUGE(v[1], builder_.getInt32(size));
    if (opcode == "shr" && type->is_signed) {
      result = builder_.CreateAShr(v[0], by);
    } else {
      Value* shifted = opcode == "shl" ? builder_.CreateShl(v[0], by) : builder_.CreateLShr(v[0], by);
      result = builder_.CreateSelect(is_over, llvm::Constant::getNullValue(type->type), shifted);
    }
  } else if (opcode == "lop3") {
    // The table operand is the truth table of a function of three bits.
    const bool joins = statement.has("or"), meets = statement.has("and");
    if (!count(statement, joins || meets ? 6 : 5) ||
        !read_all(statement, 1, v, type->type, type->type, type->type))
      return false;
    auto* table = llvm::dyn_cast_or_null<llvm::ConstantInt>(read(statement.operands[4], integer(32)));
    if (!table) return false;
    result = llvm::Constant::getNullValue(type->type);
    for (unsigned row = 0; row < 8; ++row) {
      if (((table->getZExtValue() >> row) & 1) == 0) continue;
      Value* term = (row & 4) != 0 ? v[0] : builder_.CreateNot(v[0]);
      term = builder_.CreateAnd(term, (row & 2) != 0 ? v[1] : builder_.CreateNot(v[1]));
      term = builder_.CreateAnd(term, (row & 1) != 0 ? v[2] : builder_.CreateNot(v[2]));
      result = builder_.CreateOr(result, term);
    }
    if (joins || meets) {
      // lop3.or.b32 d|p, a, b, c, table, q: p is (some bit is set) or (and) q.
      auto [to, predicate] = llvm::StringRef(statement.operands[0]).split('|');
      Value* other = read(statement.operands[5], builder_.getInt1Ty());
      if (!other) return false;
      Value* some = builder_.CreateICmpNE(result, llvm::Constant::getNullValue(type->type));
      some = joins ? builder_.CreateOr(some, other) : builder_.CreateAnd(some, other);
      return write(to, result) && write(predicate, some);
    }
  } else if (opcode == "szext") {
    // A length of 0 gives 0; one of 32 or more is clamped or taken modulo 32.
    if (!count(statement, 3) || !read_all(statement, 1, v, type->type, type->type)) return false;
    const bool clamps = statement.has("clamp");
    if (type->bits() != 32 || clamps == statement.has("wrap")) return false;
    Value *zero = builder_.getInt32(0), *length = builder_.CreateAnd(v[1], 31);
    Value* off = builder_.CreateAnd(builder_.CreateSub(builder_.getInt32(32), length), 31);
    Value* up = builder_.CreateShl(v[0], off);
    result = type->is_signed ? builder_.CreateAShr(up, off) : builder_.CreateLShr(up, off);
    result = builder_.CreateSelect(builder_.CreateICmpEQ(length, zero), zero, result);
    if (clamps)
      result = builder_.CreateSelect(builder_.CreateICmpUGE(v[1], builder_.getInt32(32)), v[0], result);
  } else if (opcode == "popc" || opcode == "clz" || opcode == "brev" || opcode == "bfind") {
    if (!count(statement, 2) || !read_all(statement, 1, v, type->type)) return false;
    Value* word = v[0];
    if (opcode == "popc") result = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, word);
    if (opcode == "brev") result = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, word);
    if (opcode == "clz" || opcode == "bfind") {
      // bfind finds the highest bit that differs from the sign, or -1.
      if (opcode == "bfind" && type->is_signed)
        word = builder_.CreateXor(word, builder_.CreateAShr(word, type->bits() - 1));
      result = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, word, builder_.getFalse());
    }
    if (opcode != "brev") result = builder_.CreateZExtOrTrunc(result, integer(32));
    if (opcode == "bfind") {
      Value* position = builder_.CreateSub(builder_.getInt32(type->bits() - 1), result);
      Value* none = builder_.CreateICmpEQ(result, builder_.getInt32(type->bits()));
      result =
          builder_.CreateSelect(none, builder_.getInt32(~0u), statement.has("shiftamt") ? result : position);
    }
  }
  return result && write(statement.operands[0], result);
}

bool Machine::bit_field(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  const std::optional<Kind> type = kind(statement);
  if (!type || type->is_float() || (type->bits() != 32 && type->bits() != 64)) return false;
  const unsigned size = type->bits();
  llvm::Type *i32 = integer(32), *twice = integer(2 * size);
  const auto clamped = [&](Value* v) {
    v = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateAnd(v, 255),
                                       builder_.getInt32(size));
    return builder_.CreateZExt(v, twice);
  };
  // Returns a mask of `length` ones from `position` on.
  const auto mask = [&](Value* position, Value* length) {
    Value* ones = builder_.CreateSub(builder_.CreateShl(llvm::ConstantInt::get(twice, 1), length),
                                     llvm::ConstantInt::get(twice, 1));
    return builder_.CreateTrunc(builder_.CreateShl(ones, position), type->type);
  };
  Value* v[4];
  if (opcode == "bfe") {
    // Bits of a field beyond the topmost bit are zeros or copies of the sign.
    if (!count(statement, 4) || !read_all(statement, 1, v, type->type, i32, i32)) return false;
    Value *position = clamped(v[1]), *length = clamped(v[2]), *word = wide(v[0], 2 * size, type->is_signed);
    Value* shifted =
        type->is_signed ? builder_.CreateAShr(word, position) : builder_.CreateLShr(word, position);
    // Shifting left and right again makes the field's top bit the sign; length 0 gives 0.
    Value* empty = builder_.CreateICmpEQ(length, llvm::ConstantInt::get(twice, 0));
    Value* rest = builder_.CreateSub(llvm::ConstantInt::get(twice, 2 * size), length);
    rest = builder_.CreateSelect(empty, llvm::ConstantInt::get(twice, 0), rest);
    Value* up = builder_.CreateShl(shifted, rest);
    Value* down = type->is_signed ? builder_.CreateAShr(up, rest) : builder_.CreateLShr(up, rest);
    Value* field = builder_.CreateSelect(empty, llvm::ConstantInt::get(twice, 0), down);
    return write(statement.operands[0], builder_.CreateTrunc(field, type->type));
  }
  if (opcode == "bfi") {
    if (!count(statement, 5) || !read_all(statement, 1, v, type->type, type->type, i32, i32)) return false;
    Value *position = clamped(v[2]), *length = clamped(v[3]), *field = mask(position, length);
    Value* placed =
        builder_.CreateTrunc(builder_.CreateShl(builder_.CreateZExt(v[0], twice), position), type->type);
    return write(statement.operands[0],
                 builder_.CreateOr(builder_.CreateAnd(placed, field),
                                   builder_.CreateAnd(v[1], builder_.CreateNot(field))));
  }
  if (opcode == "bmsk" && statement.has_one({"clamp", "wrap"})) {
    const bool wraps = statement.has("wrap");
    if (!count(statement, 3) || !read_all(statement, 1, v, i32, i32)) return false;
    const auto limited = [&](Value* value) {
      return builder_.CreateZExt(
          wraps ? builder_.CreateAnd(value, size - 1)
                : builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, builder_.getInt32(size)),
          twice);
    };
    return write(statement.operands[0], mask(limited(v[0]), limited(v[1])));
  }
  return false;
}

// fns.b32 d, mask, base, n: the n-th set bit, counted from 1, from bit `base` upwards or, for a negative n,
// downwards; for n = 0 the bit `base` itself if it is set. The result has all bits set if there is none.
bool Machine::find_set_bit(const Statement& statement) {
  if (statement.opcode != "fns" || statement.type() != "b32" || !count(statement, 4)) return false;
  llvm::Type* i32 = integer(32);
  Value* v[3];
  if (!read_all(statement, 1, v, i32, i32, i32)) return false;
  Value *zero = builder_.getInt32(0), *one = builder_.getInt32(1), *base = builder_.CreateAnd(v[1], 31);
  Value *is_down = builder_.CreateICmpSLT(v[2], zero), *found = builder_.getInt32(~0u);
  Value* left = builder_.CreateSelect(is_down, builder_.CreateNeg(v[2]), v[2]);
  for (unsigned i = 0; i < 32; ++i) {
    Value* distance = builder_.getInt32(i);
    Value* at = builder_.CreateSelect(is_down, builder_.CreateSub(base, distance),
                                      builder_.CreateAdd(base, distance));
    Value* bit = builder_.CreateAnd(builder_.CreateLShr(v[0], builder_.CreateAnd(at, 31)), one);
    bit = builder_.CreateSelect(builder_.CreateICmpULT(at, builder_.getInt32(32)), bit, zero);
    left = builder_.CreateSub(left, bit);
    Value* is_it = builder_.CreateAnd(builder_.CreateICmpEQ(left, zero), builder_.CreateICmpNE(bit, zero));
    found = builder_.CreateSelect(is_it, at, found);
    if (i == 0) {
      Value* own = builder_.CreateSelect(builder_.CreateICmpNE(bit, zero), base, found);
      found = builder_.CreateSelect(builder_.CreateICmpEQ(v[2], zero), own, found);
    }
  }
  return write(statement.operands[0], found);
}

// Translates shf.l and shf.r, which select 32 bits out of 64.
bool Machine::funnel_shift(const Statement& statement) {
  if (statement.opcode != "shf" || statement.type() != "b32") return false;
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  Value* v[3];
  if (!count(statement, 4) || !read_all(statement, 1, v, i32, i32, i32)) return false;
  statement.ignore({"clamp", "r"});
  Value* by = statement.has("wrap")
                  ? builder_.CreateAnd(v[2], 31)
                  : builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, v[2], builder_.getInt32(32));
  by = builder_.CreateZExt(by, i64);
  Value* both = builder_.CreateOr(builder_.CreateShl(builder_.CreateZExt(v[1], i64), 32),
                                  builder_.CreateZExt(v[0], i64));
  Value* shifted = statement.has("l") ? builder_.CreateLShr(builder_.CreateShl(both, by), 32)
                                      : builder_.CreateLShr(both, by);
  return write(statement.operands[0], builder_.CreateTrunc(shifted, i32));
}

// Translates prmt, with or without a mode, dp4a and dp2a.
bool Machine::permutation(const Statement& statement) {
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  Value* v[3];
  if (statement.opcode == "prmt") {
    if (!count(statement, 4) || !read_all(statement, 1, v, i32, i32, i32)) return false;
    Value* bytes = builder_.CreateOr(builder_.CreateShl(builder_.CreateZExt(v[1], i64), 32),
                                     builder_.CreateZExt(v[0], i64));
    const auto byte = [&](Value* index) {
      Value* by = builder_.CreateShl(builder_.CreateZExt(builder_.CreateAnd(index, 7), i64), 3);
      return builder_.CreateTrunc(builder_.CreateAnd(builder_.CreateLShr(bytes, by), 255), i32);
    };
    Value* result = builder_.getInt32(0);
    for (unsigned i = 0; i < 4; ++i) {
      Value* one = nullptr;
      Value *at = builder_.getInt32(i), *low = builder_.CreateAnd(v[2], 3);
      if (statement.modifiers.size() == 1) {
        Value* pick = builder_.CreateLShr(v[2], 4 * i);
        Value* picked = byte(pick);
        // Bit 3 selects the byte's sign.
        Value* sign = builder_.CreateAnd(builder_.CreateAShr(builder_.CreateShl(picked, 24), 31), 255);
        one = builder_.CreateSelect(builder_.CreateICmpNE(builder_.CreateAnd(pick, 8), builder_.getInt32(0)),
                                    sign, picked);
      } else if (statement.has("f4e")) {
        one = byte(builder_.CreateAdd(low, at));
      } else if (statement.has("b4e")) {
        one = byte(builder_.CreateSub(low, at));
      } else if (statement.has("rc8")) {
        one = byte(low);
      } else if (statement.has("ecl")) {
        one = byte(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, low, at));
      } else if (statement.has("ecr")) {
        one = byte(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, low, at));
      } else if (statement.has("rc16")) {
        one = byte(builder_.CreateOr(builder_.CreateShl(builder_.CreateAnd(v[2], 1), 1), i & 1));
      } else {
        return false;
      }
      result = builder_.CreateOr(result, builder_.CreateShl(one, 8 * i));
    }
    return write(statement.operands[0], result);
  }
  const bool is_dp4a = statement.opcode == "dp4a";
  if (!is_dp4a && statement.opcode != "dp2a") return false;
  // ".u32.s32" are the types of the two operands; the sum is signed if one of them is.
  if (!count(statement, 4) || !read_all(statement, 1, v, i32, i32, i32)) return false;
  const bool a_signed = statement.result_type() == "s32", b_signed = statement.type() == "s32";
  const auto part = [&](Value* word, unsigned index, unsigned size, bool is_signed) {
    Value* up = builder_.CreateShl(word, 32 - size * (index + 1));
    return is_signed ? builder_.CreateAShr(up, 32 - size) : builder_.CreateLShr(up, 32 - size);
  };
  const unsigned first = statement.has("hi") ? 2 : 0;
  if (!is_dp4a && statement.has("lo") == statement.has("hi")) return false;
  Value* sum = v[2];
  for (unsigned i = 0; i < (is_dp4a ? 4u : 2u); ++i) {
    Value* a = part(v[0], i, is_dp4a ? 8 : 16, a_signed);
    Value* b = part(v[1], is_dp4a ? i : first + i, 8, b_signed);
    sum = builder_.CreateAdd(sum, builder_.CreateMul(a, b));
  }
  return write(statement.operands[0], sum);
}

}  // namespace gridcall::cc::assembly
