// SPDX-License-Identifier: Apache-2.0
//
// Translates the statements of one inline assembly to IR: registers become values, predicated statements
// become selects or branches. With labels or exits registers are memory, and statements that branch end basic
// blocks. Each kind's function returns false for an unknown statement; the assembly then remains, and
// check-supported refuses it.

#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>
#include <utility>

#include "cc/passes/device/assembly/statement.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::assembly {

using llvm::Value;

// The carry that one assembly of a function leaves to the next.
struct Carry {
  llvm::AllocaInst* place = nullptr;
  bool is_set = false;
};

class Machine {
 public:
  Machine(llvm::CallInst* call, Carry& between);

  // Replaces the call. If it returns false, the call remains, `problem` is the unknown statement (empty if it
  // is the only one), and `reason` says why it is refused, if that is known.
  bool run(std::string& problem, std::string& reason);

 private:
  struct Register {
    llvm::Type* type = nullptr;
    Value* value = nullptr;
    llvm::AllocaInst* place = nullptr;  // the register's memory, if it has some
  };
  // The address space of an address.
  enum class Space { kGeneric, kShared, kCluster };
  enum class Rounding : unsigned { kNearest, kZero, kUp, kDown };
  // The type that an instruction's suffix specifies: "u32" is an unsigned integer of 32 bits.
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
  llvm::AllocaInst* local(llvm::Type* type, const llvm::Twine& name);
  Value* value_of(const Register& from) {
    return from.place ? builder_.CreateLoad(from.type, from.place) : from.value;
  }
  void set(Register& to, Value* value) {
    if (to.place)
      builder_.CreateStore(value, to.place);
    else
      to.value = value;
  }
  Value* carry() { return has_carry_ ? value_of(registers_["%cc"]) : nullptr; }
  void set_carry(Value* value) {
    has_carry_ = true;
    set(registers_["%cc"], value);
  }
  Register make_register(llvm::Type* type, Value* value, const llvm::Twine& name);
  bool translate(const Statement& statement);
  Value* guard_of(const Statement& statement);
  bool translate_plain(const Statement& statement);
  bool has_effects(const Statement& statement) const;
  void replace_call();

  // ---- Branches: control.cpp ----
  static bool is_control(const Statement& statement);
  void collect_labels(llvm::ArrayRef<Statement> statements);
  void enter_scope();
  llvm::BasicBlock* find_label(llvm::StringRef name);
  bool control(const Statement& statement);
  bool label(const Statement& statement);
  // Splits the block at the call. Returns the block before the call and the block of the call.
  std::pair<llvm::BasicBlock*, llvm::BasicBlock*> split();

  // ---- Registers and operands ----
  std::optional<Kind> kind(llvm::StringRef suffix);
  std::optional<Kind> kind(const Statement& statement) { return kind(statement.type()); }
  // Returns a register, a special register or a number as a value of that type; NULL for another operand.
  Value* read(llvm::StringRef operand, llvm::Type* type);
  Value* number(llvm::StringRef text, llvm::Type* type);
  Value* special_register(llvm::StringRef name);
  Value* convert(Value* value, llvm::Type* type);
  bool write(llvm::StringRef operand, Value* value);
  // Reads up to four operands. Returns false if one is missing.
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

  // ---- Kinds of statements: arithmetic.cpp, asynchronous.cpp, bits.cpp, conversions.cpp, halves.cpp,
  // matrices.cpp, memory.cpp, threads.cpp, video.cpp ----
  bool integer_arithmetic(const Statement& statement, Kind kind);
  bool product(const Statement& statement, Kind kind);
  bool packed_integers(const Statement& statement);
  bool half_function(const Statement& statement);
  bool half_comparison(const Statement& statement);
  bool half_arithmetic(const Statement& statement);
  bool with_carry(const Statement& statement, Kind kind);
  bool float_arithmetic(const Statement& statement, Kind kind);
  bool arithmetic(const Statement& statement);
  bool bits(const Statement& statement);
  bool bit_field(const Statement& statement);
  bool find_set_bit(const Statement& statement);
  bool logic(const Statement& statement);
  bool funnel_shift(const Statement& statement);
  bool permutation(const Statement& statement);
  bool video(const Statement& statement);
  bool scalar_video(const Statement& statement);
  llvm::Value* video_operation(llvm::StringRef name, llvm::Value* a, llvm::Value* b);
  // Returns an operand, or the part of it that "a.h1" selects, as 64 bits.
  Value* selected(llvm::StringRef operand, bool is_signed);
  bool moves(const Statement& statement);
  bool pack(const Statement& statement);
  bool conversion(const Statement& statement);
  bool packed_conversion(const Statement& statement);
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
  bool half_atomic(const Statement& statement);
  bool cluster_address(const Statement& statement);
  bool copy(const Statement& statement);
  bool bulk_copy(const Statement& statement);
  bool bulk_reduction(const Statement& statement, Value* to, Value* from, Value* bytes);
  bool meeting(const Statement& statement);
  Value* change_meeting(Value* at, Value* change);
  // Combines the 16-bit numbers of two words one by one.
  Value* combined_halves(const Statement& statement, Value* a, Value* b, bool is_pair, bool is_bfloat);
  // Counts bytes as arrived.
  void complete_bytes(Value* at, Value* bytes);
  // Replaces a word by the result of `change` in one atomic access. Returns the word before.
  Value* update(Value* at, llvm::Type* word, llvm::function_ref<Value*(Value*)> change);
  // Emits a loop that calls `body` for the numbers below `count`.
  void repeat(Value* count, llvm::function_ref<void(Value*)> body);
  bool threads(const Statement& statement);
  bool barrier(const Statement& statement);
  bool cluster(const Statement& statement);
  bool shuffle(const Statement& statement);
  bool any_shuffle(const Statement& statement, cpu::ShuffleMode mode, Value* const* v);
  bool vote(const Statement& statement);

  // ---- Helpers ----
  Value* compare(llvm::StringRef operation, Value* a, Value* b, Kind kind);
  // Converts a floating-point number to an integer, as cvt does.
  Value* to_integer(Value* value, Kind kind);
  Value* saturated(Value* value);
  // Convert 16-bit numbers to float, exactly, and back, by default rounding to nearest.
  Value* from_half(Value* bits, bool is_bfloat);
  Value* to_half(Value* value, bool is_bfloat, Rounding rounding = Rounding::kNearest);
  // Replaces an infinity by the largest number.
  Value* finite_half(Value* bits, bool is_bfloat);
  Value* flushed_half(Value* bits, bool is_bfloat);
  // Returns `size` bits of a 32-bit word from bit `at` on.
  Value* part(Value* word, unsigned at, unsigned size);
  // Returns the direction that rn, rz, rp or rm specifies.
  Rounding rounding_of(const Statement& statement);
  // Returns `nearest`, or its neighbour if `exact`, of a larger type, lies beyond it in that direction.
  Value* directed(Value* nearest, Value* exact, Rounding rounding);
  Value* narrowed(Value* value, llvm::Type* type, Rounding rounding);
  // Computes a RoundedOperation (cpu/abi/image.h) by the runtime.
  Value* rounded(cpu::RoundedOperation operation, Rounding rounding, llvm::Type* type,
                 llvm::ArrayRef<Value*> operands);
  Value* clamped(Value* value, unsigned bits, bool is_signed);
  Value* odd_float(Value* value, Value* lost);
  Value* half_product(Value* const* v, bool is_fused, bool is_bfloat);
  Value* pair_of_halves(Value* low, Value* high, bool is_bfloat);
  Value* from_byte(Value* bits, bool is_e4m3);
  Value* to_byte(Value* value, bool is_e4m3);
  llvm::SmallVector<Value*> factors(Value* word, llvm::StringRef type, unsigned bits);
  // Returns the value of another lane, by a shuffle.
  Value* from_lane(Value* value, Value* lane);
  // Replaces subnormal numbers by zeros if the statement has .ftz.
  Value* flushed(const Statement& statement, Value* value);
  Value* wide(Value* value, unsigned bits, bool is_signed);
  // Returns the address in "[p+4]"; in shared memory it is an offset.
  Value* address(llvm::StringRef operand, Space space);
  Value* pointer(Value* value, Space space);
  // Returns the generic address for a word in .shared::cluster.
  Value* cluster_pointer(Value* word) { return call_device("cluster_address", builder_.getPtrTy(), {word}); }
  // Returns the rank of the block whose shared memory has the address; all bits set if there is none.
  Value* rank_of(Value* pointer) { return call_device("cluster_rank", integer(32), {pointer}); }
  static Space space_of(const Statement& statement);
  static bool is_parameter(const Statement& statement);
  static void ignore_hints(const Statement& statement);
  Value* shared_base();
  Value* call_device(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<Value*> arguments);
  // Returns a result of gridcall_rt_special.
  Value* special(cpu::Special which) {
    return call_device("special", integer(32), {builder_.getInt32(static_cast<std::uint32_t>(which))});
  }
  llvm::Type* integer(unsigned bits) { return builder_.getIntNTy(bits); }

  llvm::CallInst* call_;
  llvm::IRBuilder<> builder_;
  llvm::StringMap<Register> registers_;
  // The registers that each open scope hides; an entry without a type hides none.
  llvm::SmallVector<llvm::StringMap<Register>> hidden_ = {{}};
  llvm::SmallVector<std::string> outputs_;
  Carry& between_;
  bool has_carry_;
  bool has_control_ = false;
  // Keyed by "SCOPE:NAME": a label's block, a placeholder until the label is reached; targets of brx.idx.
  llvm::StringMap<llvm::BasicBlock*> labels_;
  llvm::StringMap<llvm::SmallVector<std::string>> targets_;
  llvm::SmallVector<unsigned> scopes_ = {0};
  unsigned scope_count_ = 0;
};

// Returns the operation that "add", "exch" and so on specify; BAD_BINOP for another name.
using Operation = llvm::AtomicRMWInst::BinOp;
Operation operation_of(llvm::StringRef name, bool is_float, bool is_signed);
// Returns the operation that a modifier specifies, and marks the modifier as known.
Operation operation_of(const Statement& statement, bool is_float, bool is_signed);

// A function whose caller leaves its kernel. After translate-assembly only functions call it whose address is
// taken, or that call themselves.
inline constexpr const char* kExit = "__gridcall_exit";
// A function whose call in device code returns the address of the block's shared memory.
inline constexpr const char* kSharedBase = "__gridcall_shared_base";

}  // namespace gridcall::cc::assembly

namespace gridcall::cc {

// Metadata on an inline assembly that remains: the text of the unknown statement, and the reason; either may
// be empty.
inline constexpr const char* kUnknownStatementMetadata = "gridcall-unknown-statement";

}  // namespace gridcall::cc
