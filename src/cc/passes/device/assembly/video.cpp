// SPDX-License-Identifier: Apache-2.0
//
// Video instructions (PTX ISA, "Video Instructions"): scalar ones, on words, halves or bytes, and those on
// all halves or bytes of a word.

#include <llvm/IR/Intrinsics.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {
namespace {

struct Selector {
  llvm::StringRef operand;  // without the selector
  llvm::StringRef digits;   // the highest part first; empty: all parts
  unsigned size = 32;       // bits per part
};

// Splits "$1.b3210", "$1.h0" or "-$2".
Selector selector_of(llvm::StringRef operand) {
  auto [name, parts] = operand.rsplit('.');
  Selector result{operand, {}, 32};
  if (parts.size() < 2 || (parts[0] != 'b' && parts[0] != 'h')) return result;
  result = {name, parts.drop_front(), parts[0] == 'b' ? 8u : 16u};
  return result;
}

}  // namespace

// Returns NULL for another name.
Value* Machine::video_operation(llvm::StringRef name, Value* a, Value* b) {
  if (name == "add") return builder_.CreateAdd(a, b);
  if (name == "sub") return builder_.CreateSub(a, b);
  if (name == "absdiff")
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, builder_.CreateSub(a, b),
                                          builder_.getFalse());
  if (name == "min") return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
  if (name == "max") return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
  return nullptr;
}

bool Machine::video(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  if (!opcode.starts_with("v") || opcode == "vote") return false;
  const bool by_bytes = opcode.ends_with("4");
  if (!by_bytes && !opcode.ends_with("2")) return scalar_video(statement);
  // vadd4.u32.u32.u32.add d.b10, a.b7654, b.b0000, c operates on parts of both words. It replaces the parts
  // of c that d's mask selects by the results, or adds the results to c.
  const llvm::StringRef operation = opcode.drop_front().drop_back();
  const bool compares = operation == "set";
  const std::optional<Kind> of_a = kind(statement.type(1)), of_b = kind(statement.type()),
                            to = compares ? Kind{integer(32)} : kind(statement.type(2));
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  if (!to || !of_a || !of_b || to->type != i32 || of_a->type != i32 || of_b->type != i32) return false;
  if (!count(statement, 4)) return false;
  const unsigned size = by_bytes ? 8 : 16, parts = 32 / size;
  Selector selectors[3];
  for (unsigned i = 0; i < 3; ++i) {
    selectors[i] = selector_of(statement.operands[i]);
    const llvm::StringRef digits = selectors[i].digits;
    if (digits.empty()) continue;
    if (selectors[i].size != size || (i > 0 && digits.size() != parts)) return false;
  }
  Value* v[3] = {read(selectors[1].operand, i32), read(selectors[2].operand, i32),
                 read(statement.operands[3], i32)};
  if (!v[0] || !v[1] || !v[2]) return false;
  const bool adds = statement.has("add"), saturates = statement.has("sat");
  if (adds && saturates) return false;
  Value* both = builder_.CreateOr(builder_.CreateZExt(v[0], i64),
                                  builder_.CreateShl(builder_.CreateZExt(v[1], i64), 32));
  // Returns part `index` of the second or third operand.
  const auto take = [&](unsigned operand, unsigned index, bool is_signed) -> Value* {
    const llvm::StringRef digits = selectors[operand].digits;
    unsigned from = index + (operand == 2 ? parts : 0);
    if (!digits.empty()) from = static_cast<unsigned>(digits[parts - 1 - index] - '0');
    if (from >= 2 * parts) return nullptr;
    return wide(part(both, size * from, size), 32, is_signed);
  };
  Value* result = v[2];
  for (unsigned i = 0; i < parts; ++i) {
    if (!selectors[0].digits.empty() && !selectors[0].digits.contains(static_cast<char>('0' + i))) continue;
    Value *a = take(1, i, of_a->is_signed), *b = take(2, i, of_b->is_signed), *one = nullptr;
    if (!a || !b) return false;
    one = video_operation(operation, a, b);
    // The average rounds away from zero: up, or down if it is negative.
    if (operation == "avrg") {
      Value* sum = builder_.CreateAdd(a, b);
      Value* up = builder_.CreateAdd(sum, builder_.getInt32(1));
      one = builder_.CreateAShr(
          builder_.CreateSelect(builder_.CreateICmpSLT(sum, builder_.getInt32(0)), sum, up), 1);
    }
    if (compares) {
      // After extension to 32 bits the parts are in range for a signed comparison.
      one = compare(statement.modifier(kind(statement.modifier(0)) ? 2 : 0), a, b, Kind{i32, true});
      if (one) one = builder_.CreateZExt(one, i32);
    }
    if (!one) return false;
    if (saturates) one = clamped(one, size, to->is_signed);
    if (adds) {
      result = builder_.CreateAdd(result, wide(builder_.CreateTrunc(one, integer(size)), 32, to->is_signed));
    } else {
      const std::uint32_t mask = (1u << size) - 1;
      result = builder_.CreateAnd(result, ~(std::uint64_t{mask} << (size * i)) & 0xffffffff);
      result = builder_.CreateOr(result, builder_.CreateShl(builder_.CreateAnd(one, mask), size * i));
    }
  }
  return write(statement.operands[0].substr(0, selectors[0].operand.size()), result);
}

Value* Machine::selected(llvm::StringRef operand, bool is_signed) {
  const Selector selector = selector_of(operand);
  Value* value = read(selector.operand, integer(32));
  if (!value || selector.digits.size() > 1) return nullptr;
  if (selector.size < 32) {
    const unsigned index = static_cast<unsigned>(selector.digits[0] - '0');
    if (index >= 32 / selector.size) return nullptr;
    value = part(value, index * selector.size, selector.size);
  }
  return wide(value, 64, is_signed);
}

// Translates vadd.s32.u32.s32.sat.max d, a.b0, b.h1, c; vadd.u32.u32.u32 d.b2, a, b, c;
// vmad.u32.u32.u32.po.shr7 d, a, -b, c.
// Long because one statement has all of these parts, in this order.
bool Machine::scalar_video(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  const bool compares = opcode == "vset", multiplies = opcode == "vmad",
             shifts = opcode == "vshl" || opcode == "vshr";
  const bool is_known = opcode == "vadd" || opcode == "vsub" || opcode == "vabsdiff" || opcode == "vmin" ||
                        opcode == "vmax" || compares || multiplies || shifts;
  const std::size_t operands = statement.operands.size();
  if (!is_known || operands < 3 || operands > 4) return false;
  const std::optional<Kind> of_a = kind(statement.type(1)), of_b = kind(statement.type()),
                            to = compares ? Kind{integer(32)} : kind(statement.type(2));
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  if (!to || !of_a || !of_b || to->type != i32 || of_a->type != i32 || of_b->type != i32) return false;
  const Selector target = selector_of(statement.operands[0]);
  if (target.digits.size() > 1 || (operands == 3 && (multiplies || !target.digits.empty()))) return false;
  const bool saturates = statement.has("sat");
  llvm::StringRef names[3];
  bool negated[3] = {};
  for (std::size_t i = 1; i < operands; ++i) {
    names[i - 1] = statement.operands[i];
    negated[i - 1] = multiplies && names[i - 1].consume_front("-");
  }
  Value *a = selected(names[0], of_a->is_signed), *b = selected(names[1], of_b->is_signed), *result = nullptr;
  if (!a || !b) return false;
  const auto of_both = [&](llvm::Intrinsic::ID id, Value* x, Value* y) {
    return builder_.CreateBinaryIntrinsic(id, x, y);
  };
  if (multiplies) {
    // The product and the addend are unsigned only if all inputs are. The sum needs a few more than 66 bits.
    const bool is_negated = negated[0] != negated[1];
    const bool is_signed = of_a->is_signed || of_b->is_signed || is_negated,
               signed_end = is_signed || negated[2];
    llvm::Type* i128 = integer(128);
    Value* addend = read(names[2], i32);
    if (!addend) return false;
    Value* sum = builder_.CreateMul(builder_.CreateSExt(a, i128), builder_.CreateSExt(b, i128));
    if (is_negated) sum = builder_.CreateNeg(sum);
    addend = wide(addend, 128, is_signed);
    sum = negated[2] ? builder_.CreateSub(sum, addend) : builder_.CreateAdd(sum, addend);
    if (statement.has("po")) {
      if (is_negated || negated[0] || negated[2]) return false;
      sum = builder_.CreateAdd(sum, llvm::ConstantInt::get(i128, 1));
    }
    if (statement.has("shr7")) sum = builder_.CreateAShr(sum, 7);
    if (statement.has("shr15")) sum = builder_.CreateAShr(sum, 15);
    if (saturates) sum = clamped(sum, 32, signed_end);
    return write(statement.operands[0], builder_.CreateTrunc(sum, i32));
  }
  result = video_operation(opcode.drop_front(), a, b);
  if (compares) {
    result = compare(statement.modifier(kind(statement.modifier(0)) ? 2 : 0), a, b, Kind{i64, true});
    if (!result) return false;
    result = builder_.CreateZExt(result, i64);
  }
  if (shifts) {
    const bool wraps = statement.has("wrap");
    if (wraps == statement.has("clamp") || of_b->is_signed) return false;
    Value* by = wraps ? builder_.CreateAnd(b, 31) : of_both(llvm::Intrinsic::umin, b, builder_.getInt64(32));
    // A shift of 33 bits by at most 32 may need 65 bits; those beyond 64 matter only to clamping.
    llvm::Type* i128 = integer(128);
    Value* longer = builder_.CreateSExt(a, i128);
    by = builder_.CreateZExt(by, i128);
    result = opcode == "vshl" ? builder_.CreateShl(longer, by) : builder_.CreateAShr(longer, by);
    if (saturates) result = clamped(result, target.size, to->is_signed);
    result = builder_.CreateTrunc(result, i64);
  } else if (saturates) {
    result = clamped(result, target.size, to->is_signed);
  }
  if (operands == 3) return write(statement.operands[0], builder_.CreateTrunc(result, i32));
  Value* other = read(names[2], i32);
  if (!other) return false;
  if (!target.digits.empty()) {
    // The result replaces one part of the last operand.
    const unsigned at = static_cast<unsigned>(target.digits[0] - '0') * target.size;
    if (at >= 32) return false;
    const std::uint64_t mask = ((std::uint64_t{1} << target.size) - 1) << at;
    Value* placed = builder_.CreateAnd(builder_.CreateShl(builder_.CreateTrunc(result, i32), at), mask);
    return write(target.operand, builder_.CreateOr(builder_.CreateAnd(other, ~mask & 0xffffffff), placed));
  }
  other = wide(other, 64, to->is_signed);
  if (statement.has("add")) {
    result = builder_.CreateAdd(result, other);
  } else if (statement.has("min")) {
    result = of_both(llvm::Intrinsic::smin, result, other);
  } else if (statement.has("max")) {
    result = of_both(llvm::Intrinsic::smax, result, other);
  } else {
    return false;
  }
  return write(statement.operands[0], builder_.CreateTrunc(result, i32));
}

}  // namespace gridcall::cc::assembly
