// SPDX-License-Identifier: Apache-2.0
//
// Translates the statements of one inline assembly to IR: registers become values, predicated statements
// become selects or branches. Each kind's function returns false for a statement that it does not know; the
// assembly then remains, and check-supported refuses it.

#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

#include "cc/passes/device/assembly/statement.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::assembly {

using llvm::Value;

class Machine {
 public:
  explicit Machine(llvm::CallInst* call);

  // Replaces the call. False: it remains, and `problem` is the unknown statement.
  bool run(std::string& problem);

 private:
  struct Register {
    llvm::Type* type = nullptr;
    Value* value = nullptr;
  };
  // The type that an instruction's suffix names: "u32" is an unsigned integer of 32 bits.
  struct Kind {
    llvm::Type* type = nullptr;
    bool is_signed = false;
    bool is_float() const { return type->isFloatingPointTy(); }
    bool is_integer() const { return type->isIntegerTy(); }
    unsigned bits() const { return type->getScalarSizeInBits(); }
  };

  bool bind_operands();
  bool declare(const Statement& statement);
  bool declare_one(llvm::StringRef name, llvm::Type* type);
  void leave_scope();
  bool translate(const Statement& statement);
  bool translate_plain(const Statement& statement);
  bool has_effects(const Statement& statement) const;
  void replace_call();

  // ---- Registers and operands ----
  std::optional<Kind> kind(llvm::StringRef suffix);
  std::optional<Kind> kind(const Statement& statement) { return kind(statement.type()); }
  // The operand as a value of that type: a register, a special register or a number; NULL where it is none.
  Value* read(llvm::StringRef operand, llvm::Type* type);
  Value* number(llvm::StringRef text, llvm::Type* type);
  Value* special_register(llvm::StringRef name);
  Value* convert(Value* value, llvm::Type* type);
  bool write(llvm::StringRef operand, Value* value);
  // Up to four operands, all of them there.
  template <typename... Types>
  bool read_all(const Statement& statement, std::size_t first, Value** values, Types... types) {
    std::size_t i = 0;
    llvm::Type* list[] = {types...};
    if (statement.operands.size() < first + sizeof...(types)) return false;
    for (llvm::Type* type : list) {
      values[i] = read(statement.operands[first + i], type);
      if (!values[i]) return false;
      ++i;
    }
    return true;
  }
  static bool count(const Statement& statement, std::size_t wanted) {
    return statement.operands.size() == wanted;
  }

  // ---- Kinds of statements: arithmetic.cpp, bits.cpp, conversions.cpp, matrices.cpp, memory.cpp,
  // threads.cpp ----
  bool integer_arithmetic(const Statement& statement, Kind kind);
  bool product(const Statement& statement, Kind kind);
  bool half_function(const Statement& statement);
  bool half_arithmetic(const Statement& statement);
  bool with_carry(const Statement& statement, Kind kind);
  bool float_arithmetic(const Statement& statement, Kind kind);
  bool arithmetic(const Statement& statement);
  bool bits(const Statement& statement);
  bool bit_field(const Statement& statement);
  bool logic(const Statement& statement);
  bool funnel_shift(const Statement& statement);
  bool permutation(const Statement& statement);
  bool video(const Statement& statement);
  bool moves(const Statement& statement);
  bool pack(const Statement& statement);
  bool conversion(const Statement& statement);
  bool short_float(const Statement& statement);
  bool comparison(const Statement& statement);
  bool matrices(const Statement& statement);
  bool matrix_access(const Statement& statement);
  bool matrix_transpose(const Statement& statement);
  bool matrix_product(const Statement& statement);
  bool memory(const Statement& statement);
  bool load(const Statement& statement);
  bool store(const Statement& statement);
  bool atomic(const Statement& statement);
  bool copy(const Statement& statement);
  bool meeting(const Statement& statement);
  Value* change_meeting(Value* at, Value* change);
  bool threads(const Statement& statement);
  bool barrier(const Statement& statement);
  bool shuffle(const Statement& statement);
  bool any_shuffle(const Statement& statement, cpu::ShuffleMode mode, Value* const* v);
  bool vote(const Statement& statement);

  // ---- Helpers ----
  Value* compare(llvm::StringRef operation, Value* a, Value* b, Kind kind);
  // Converts a floating-point number to an integer, as cvt does.
  Value* to_integer(Value* value, Kind kind);
  Value* saturated(Value* value);
  // Numbers of 16 bits in a float, exactly, and back, to the nearest; of 8 bits.
  Value* from_half(Value* bits, bool is_bfloat);
  Value* to_half(Value* value, bool is_bfloat);
  Value* odd_float(Value* value, Value* lost);
  Value* half_product(Value* const* v, bool is_fused, bool is_bfloat);
  Value* pair_of_halves(Value* low, Value* high, bool is_bfloat);
  Value* from_byte(Value* bits, bool is_e4m3);
  Value* to_byte(Value* value, bool is_e4m3);
  llvm::SmallVector<Value*> factors(Value* word, llvm::StringRef type, unsigned bits);
  // Returns the value of another lane, by a shuffle.
  Value* from_lane(Value* value, Value* lane);
  // Subnormal numbers as zeros, where the statement says .ftz.
  Value* flushed(const Statement& statement, Value* value);
  Value* wide(Value* value, unsigned bits, bool is_signed);
  // The address in "[p+4]"; `is_shared`: an offset into the block's shared memory.
  Value* address(llvm::StringRef operand, bool is_shared);
  Value* shared_base();
  Value* call_device(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<Value*> arguments);
  llvm::Type* integer(unsigned bits) { return builder_.getIntNTy(bits); }

  llvm::CallInst* call_;
  llvm::IRBuilder<> builder_;
  llvm::StringMap<Register> registers_;
  // For each open scope, what its registers hide: no type where they hide none.
  llvm::SmallVector<llvm::StringMap<Register>> hidden_ = {{}};
  llvm::SmallVector<std::string> outputs_;
  Value* carry_ = nullptr;
};

// A call of that name in device code is the address of the block's shared memory.
inline constexpr const char* kSharedBase = "__gridcall_shared_base";

}  // namespace gridcall::cc::assembly

namespace gridcall::cc {

// Metadata on an inline assembly that remains: the text of the unknown statement.
inline constexpr const char* kUnknownStatementMetadata = "gridcall-unknown-statement";

}  // namespace gridcall::cc
