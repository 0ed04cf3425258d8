// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies, and mbarriers, which track them (PTX ISA, "Data Movement and Conversion Instructions:
// Asynchronous copy", "Parallel Synchronization and Communication Instructions: mbarrier").

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {

// cp.async copies at once, so that the statements that wait for it do nothing.
bool Machine::copy(const Statement& statement) {
  if (statement.opcode != "cp") return false;
  if (statement.has("bulk")) return bulk_copy(statement);
  if (!statement.has("async")) return false;
  ignore_hints(statement);
  if (statement.has("commit_group") || statement.has("wait_group") || statement.has("wait_all")) return true;
  if (statement.has("mbarrier")) {
    // The copies are complete: an arrival that counts itself first changes nothing.
    if (!statement.has("arrive") || !count(statement, 1)) return false;
    statement.ignore({"b64"});
    Value* at = address(statement.operands[0], space_of(statement));
    if (at && statement.has("noinc")) change_meeting(at, llvm::ConstantInt::getAllOnesValue(integer(64)));
    return at != nullptr;
  }
  // The last operand may be a cache policy.
  std::size_t operands = statement.operands.size();
  if (statement.has("L2::cache_hint")) --operands;
  if (operands < 3 || operands > 4) return false;
  Value *to = address(statement.operands[0], space_of(statement)),
        *from = address(statement.operands[1], Space::kGeneric);
  Value* size = read(statement.operands[2], integer(32));
  auto* bytes = llvm::dyn_cast_or_null<llvm::ConstantInt>(size);
  if (!to || !from || !bytes) return false;
  const llvm::MaybeAlign alignment(bytes->getZExtValue());
  if (operands == 3) {
    builder_.CreateMemCpy(to, alignment, from, alignment, bytes->getZExtValue());
    return true;
  }
  // The operand is the number of bytes to copy, or a predicate that copies none. The rest becomes zeros.
  Value* taken = read(statement.operands[3], integer(32));
  if (Value* ignores = taken ? nullptr : read(statement.operands[3], builder_.getInt1Ty()))
    taken = builder_.CreateSelect(ignores, builder_.getInt32(0), size);
  if (!taken) return false;
  builder_.CreateMemSet(to, builder_.getInt8(0), bytes->getZExtValue(), alignment);
  builder_.CreateMemCpy(to, alignment, from, alignment, builder_.CreateZExt(taken, integer(64)));
  return true;
}

void Machine::repeat(Value* count, llvm::function_ref<void(Value*)> body) {
  llvm::BasicBlock* head = builder_.GetInsertBlock();
  llvm::BasicBlock* rest = head->splitBasicBlock(builder_.GetInsertPoint(), "repeated");
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(head->getContext(), "repeat", head->getParent(), rest);
  llvm::Type* type = count->getType();
  Value* zero = llvm::ConstantInt::get(type, 0);
  head->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(head);
  builder_.CreateCondBr(builder_.CreateICmpEQ(count, zero), rest, loop);
  builder_.SetInsertPoint(loop);
  llvm::PHINode* index = builder_.CreatePHI(type, 2);
  index->addIncoming(zero, head);
  // The body is emitted before this instruction.
  auto* next = llvm::cast<llvm::Instruction>(builder_.CreateAdd(index, llvm::ConstantInt::get(type, 1)));
  builder_.CreateCondBr(builder_.CreateICmpEQ(next, count), rest, loop);
  index->addIncoming(next, loop);
  builder_.SetInsertPoint(next);
  body(index);
  builder_.SetInsertPoint(rest, rest->begin());
}

// Translates cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], size, [barrier];
// cp.async.bulk.global.shared::cta.bulk_group [to], [from], size; cp.reduce.async.bulk, which adds, for
// example. .multicast::cluster copies to the blocks of a mask, at equal offsets.
bool Machine::bulk_copy(const Statement& statement) {
  const bool reduces = statement.has("reduce");
  if (!statement.has("async") || statement.has("tensor")) return false;
  ignore_hints(statement);
  if (statement.has("commit_group") || statement.has("wait_group")) {
    statement.ignore({"read"});
    return true;
  }
  if (statement.has("prefetch")) {
    statement.ignore({"L2"});
    return true;
  }
  const std::size_t first = reduces ? 3 : 2, size = statement.modifiers.size();
  if (size < first + 3) return false;
  const auto space = [&](llvm::StringRef name) {
    return name == "shared::cluster" ? Space::kCluster
           : name == "shared::cta"   ? Space::kShared
                                     : Space::kGeneric;
  };
  const Space to_space = space(statement.modifier(first)), from_space = space(statement.modifier(first + 1));
  const bool signals = !statement.has("bulk_group"), is_multicast = statement.has("multicast::cluster");
  if (statement.operands.size() < (signals ? is_multicast ? 5u : 4u : 3u)) return false;
  if (is_multicast && (reduces || to_space != Space::kCluster)) return false;
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  Value* from = address(statement.operands[1], from_space);
  Value* bytes = read(statement.operands[2], i32);
  if (!from || !bytes) return false;
  Value* length = builder_.CreateZExt(bytes, i64);
  if (is_multicast) {
    // Addresses in .shared::cluster are words; their offsets select the target.
    Value* words[2];
    for (unsigned i = 0; i < 2; ++i) {
      llvm::StringRef operand = statement.operands[i == 0 ? 0 : 3];
      if (!operand.consume_front("[") || !operand.consume_back("]")) return false;
      words[i] = read(operand.trim(), i32);
      if (!words[i]) return false;
      words[i] = builder_.CreateAnd(words[i], (1u << cpu::kClusterRankShift) - 1);
    }
    Value* mask = read(statement.operands[4], integer(16));
    if (!mask) return false;
    mask = builder_.CreateZExt(mask, i32);
    repeat(builder_.getInt32(cpu::kMaxClusterBlocks), [&](Value* rank) {
      Value* is_wanted = builder_.CreateTrunc(builder_.CreateLShr(mask, rank), builder_.getInt1Ty());
      llvm::Instruction* next = &*builder_.GetInsertPoint();
      builder_.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_wanted, next->getIterator(), false));
      Value* of_block =
          builder_.CreateShl(builder_.CreateAdd(rank, builder_.getInt32(1)), cpu::kClusterRankShift);
      builder_.CreateMemCpy(cluster_pointer(builder_.CreateOr(words[0], of_block)), llvm::MaybeAlign(16),
                            from, llvm::MaybeAlign(16), length);
      complete_bytes(cluster_pointer(builder_.CreateOr(words[1], of_block)), bytes);
      builder_.SetInsertPoint(next);
    });
    return true;
  }
  Value* to = address(statement.operands[0], to_space);
  Value* barrier = signals ? address(statement.operands[3], to_space) : nullptr;
  if (!to || (signals && !barrier)) return false;
  if (reduces) {
    if (!bulk_reduction(statement, to, from, length)) return false;
  } else {
    builder_.CreateMemCpy(to, llvm::MaybeAlign(16), from, llvm::MaybeAlign(16), length);
  }
  if (signals) complete_bytes(barrier, bytes);
  return true;
}

bool Machine::bulk_reduction(const Statement& statement, Value* to, Value* from, Value* bytes) {
  const llvm::StringRef name = statement.modifiers.back();
  const bool is_half = name == "f16" || name == "bf16";
  statement.ignore({name, "noftz"});
  const std::optional<Kind> type = is_half ? Kind{integer(16)} : kind(name);
  if (!type || (type->bits() != 16 && type->bits() != 32 && type->bits() != 64)) return false;
  const Operation operation = operation_of(statement, type->is_float(), type->is_signed);
  const bool combines = statement.has("add") || statement.has("min") || statement.has("max");
  if (operation == llvm::AtomicRMWInst::BAD_BINOP || (is_half && !combines)) return false;
  if (type->is_float() && operation != llvm::AtomicRMWInst::FAdd) return false;
  const unsigned size = type->bits() / 8;
  repeat(builder_.CreateUDiv(bytes, builder_.getInt64(size)), [&](Value* index) {
    Value* offset = builder_.CreateMul(index, builder_.getInt64(size));
    Value *at = builder_.CreatePtrAdd(to, offset), *what = builder_.CreatePtrAdd(from, offset);
    Value* value = builder_.CreateAlignedLoad(type->type, what, llvm::Align(size));
    if (is_half)
      update(at, type->type,
             [&](Value* word) { return combined_halves(statement, word, value, false, name == "bf16"); });
    else
      builder_.CreateAtomicRMW(operation, at, value, llvm::Align(size), llvm::AtomicOrdering::AcquireRelease);
  });
  return true;
}

void Machine::complete_bytes(Value* at, Value* bytes) {
  change_meeting(at, builder_.CreateNeg(builder_.CreateShl(builder_.CreateZExt(bytes, integer(64)), 42)));
}

// ---- mbarrier: the state of cuda::barrier (device/cuda/barrier). Bits 0 to 19: missing arrivals; 20 to 39:
// those of the next phase; 40: the phase's parity; from 42: announced bytes. ----

// Adds to the state, and begins the next phase if no arrivals or bytes are missing. Returns the state before.
Value* Machine::change_meeting(Value* at, Value* change) {
  llvm::Type* i64 = integer(64);
  const auto word = [&](std::uint64_t bits) { return llvm::ConstantInt::get(i64, bits); };
  const auto add = [&](Value* what) {
    return builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, at, what, llvm::Align(8),
                                    llvm::AtomicOrdering::AcquireRelease);
  };
  constexpr std::uint64_t kCount = (1 << 20) - 1, kParity = std::uint64_t{1} << 40,
                          kBytes = ~((kParity << 2) - 1);
  Value *before = add(change), *now = builder_.CreateAdd(before, change);
  Value* is_over = builder_.CreateICmpEQ(builder_.CreateAnd(now, word(kCount | kBytes)), word(0));
  Value* expected = builder_.CreateAnd(now, word(kCount << 20));
  Value* next = builder_.CreateOr(builder_.CreateOr(expected, builder_.CreateLShr(expected, 20)),
                                  builder_.CreateAnd(builder_.CreateXor(now, word(kParity)), word(kParity)));
  add(builder_.CreateSelect(is_over, builder_.CreateSub(next, now), word(0)));
  return before;
}

bool Machine::meeting(const Statement& statement) {
  if (statement.opcode != "mbarrier" || is_parameter(statement)) return false;
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  ignore_hints(statement);
  statement.ignore({"b64", "noComplete"});
  const std::size_t size = statement.operands.size();
  const auto operand = [&](std::size_t index, llvm::Type* type) {
    return index < size ? read(statement.operands[index], type) : nullptr;
  };
  if (statement.has("pending_count")) {
    Value* state = operand(1, i64);
    return state &&
           write(statement.operands[0], builder_.CreateTrunc(builder_.CreateAnd(state, (1 << 20) - 1), i32));
  }
  const bool arrives = statement.has("arrive"), drops = statement.has("arrive_drop");
  const bool waits = statement.has_one({"test_wait", "try_wait"});
  // "[addr]" follows the operand that the statement writes, which an arrival may omit.
  const std::size_t first =
      waits || ((arrives || drops) && size > 0 && statement.operands[0][0] != '[') ? 1 : 0;
  Value* at = first < size ? address(statement.operands[first], space_of(statement)) : nullptr;
  if (!at) return false;
  if (statement.has("init")) {
    Value* expected = operand(1, i32);
    if (!expected) return false;
    expected = builder_.CreateZExt(expected, i64);
    builder_.CreateAlignedStore(builder_.CreateOr(expected, builder_.CreateShl(expected, 20)), at,
                                llvm::Align(8));
    return true;
  }
  if (statement.has("inval")) return true;
  if (waits) {
    const bool by_parity = statement.has("parity");
    Value* wanted = operand(2, by_parity ? i32 : i64);
    if (!wanted || size > 4) return false;
    llvm::LoadInst* state = builder_.CreateAlignedLoad(i64, at, llvm::Align(8));
    state->setAtomic(llvm::AtomicOrdering::Acquire);
    // Sleeping lets other threads run if this one waits in a loop.
    call_device("nanosleep", builder_.getVoidTy(), {builder_.getInt32(0)});
    const auto parity = [&](Value* word) {
      return builder_.CreateTrunc(builder_.CreateLShr(word, 40), builder_.getInt1Ty());
    };
    wanted = by_parity ? builder_.CreateTrunc(wanted, builder_.getInt1Ty()) : parity(wanted);
    return write(statement.operands[0], builder_.CreateXor(parity(state), wanted));
  }
  const bool expects = statement.has("expect_tx"), completes = statement.has("complete_tx");
  Value* change = llvm::ConstantInt::get(i64, 0);
  if (expects || completes) {
    Value* bytes = operand(first + 1, i32);
    if (!bytes) return false;
    bytes = builder_.CreateShl(builder_.CreateZExt(bytes, i64), 42);
    change = completes ? builder_.CreateNeg(bytes) : bytes;
  }
  if (arrives || drops) {
    Value* arrivals = builder_.getInt32(1);
    if (!expects && size > first + 1) arrivals = operand(first + 1, i32);
    if (!arrivals) return false;
    arrivals = builder_.CreateMul(builder_.CreateZExt(arrivals, i64),
                                  llvm::ConstantInt::get(i64, drops ? (1 << 20) + 1 : 1));
    change = builder_.CreateSub(change, arrivals);
  } else if (!expects && !completes) {
    return false;
  }
  Value* before = change_meeting(at, change);
  return first == 0 || write(statement.operands[0], before);
}

}  // namespace gridcall::cc::assembly
