// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores, atomics, copies and fences (PTX ISA, "Data Movement and Conversion Instructions", "Parallel
// Synchronization and Communication Instructions"). Cache hints are left out; all memory is one, but
// addresses in .shared are offsets into the block's shared memory.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "cc/passes/device/assembly/machine.h"

#include <cstdint>

namespace gridcall::cc::assembly {
namespace {

bool is_shared(const Statement& statement) {
  return statement.has("shared") || statement.has("shared::cta");
}
// Spaces whose addresses are not those that a pointer holds.
bool is_known_space(const Statement& statement) {
  return !statement.has("param") && !statement.has("param::entry") && !statement.has("shared::cluster");
}

// Modifiers of a load or store besides its type.
bool is_known_hint(llvm::StringRef modifier) {
  return llvm::StringSwitch<bool>(modifier)
      .Cases("global", "const", "local", "shared", "shared::cta", true)
      .Cases("nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", true)
      .Cases("weak", "volatile", "relaxed", "acquire", "release", "mmio", true)
      .Cases("cta", "cluster", "gpu", "sys", true)
      .StartsWith("L1::", true)
      .StartsWith("L2::", true)
      .StartsWith("level::", true)
      .Default(false);
}
void ignore_hints(const Statement& statement) {
  for (llvm::StringRef modifier : statement.modifiers) {
    if (is_known_hint(modifier)) statement.ignore({modifier});
  }
}

unsigned element_count(const Statement& statement) {
  return statement.has("v4") ? 4 : statement.has("v2") ? 2 : 1;
}

}  // namespace

Value* Machine::shared_base() {
  llvm::FunctionCallee callee = call_->getModule()->getOrInsertFunction(
      kSharedBase, llvm::FunctionType::get(builder_.getPtrTy(), false));
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
  }
  return builder_.CreateCall(callee);
}

Value* Machine::address(llvm::StringRef operand, bool is_shared) {
  if (!operand.consume_front("[") || !operand.consume_back("]")) return nullptr;
  auto [name, rest] = operand.split('+');
  std::int64_t offset = 0;
  if (!rest.empty() && rest.trim().getAsInteger(0, offset)) return nullptr;
  auto found = registers_.find(name.trim());
  if (found == registers_.end()) return nullptr;
  Value* value = found->second.value;
  llvm::Type* i64 = integer(64);
  if (is_shared) {
    if (!value->getType()->isIntegerTy(32) && !value->getType()->isIntegerTy(64)) return nullptr;
    value = builder_.CreatePtrAdd(shared_base(), builder_.CreateZExt(value, i64));
  } else {
    value = convert(value, builder_.getPtrTy());
    if (!value) return nullptr;
  }
  return offset == 0 ? value : builder_.CreatePtrAdd(value, llvm::ConstantInt::getSigned(i64, offset));
}

bool Machine::memory(const Statement& statement) {
  if (statement.opcode == "membar" || statement.opcode == "fence") {
    statement.ignore_all();
    builder_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    return true;
  }
  if (statement.opcode == "isspacep") {
    const bool shared = is_shared(statement);
    if (!count(statement, 2) || (!shared && !statement.has("global"))) return false;
    Value* pointer = read(statement.operands[1], builder_.getPtrTy());
    if (!pointer) return false;
    const auto id = shared ? llvm::Intrinsic::nvvm_isspacep_shared : llvm::Intrinsic::nvvm_isspacep_global;
    return write(statement.operands[0], builder_.CreateIntrinsic(id, {}, {pointer}));
  }
  return load(statement) || store(statement) || atomic(statement) || copy(statement) || meeting(statement);
}

bool Machine::load(const Statement& statement) {
  if (statement.opcode != "ld" && statement.opcode != "ldu") return false;
  const std::optional<Kind> type = kind(statement);
  // A cache policy may follow the address.
  if (!type || statement.operands.size() < 2 || statement.operands.size() > 3 || !is_known_space(statement))
    return false;
  ignore_hints(statement);
  Value* from = address(statement.operands[1], is_shared(statement));
  const llvm::SmallVector<std::string> to = elements(statement.operands[0]);
  if (!from || to.size() != element_count(statement)) return false;
  const unsigned size = type->bits() / 8;
  for (unsigned i = 0; i < to.size(); ++i) {
    Value* at = i == 0 ? from : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), from, i * size);
    llvm::LoadInst* loaded =
        builder_.CreateAlignedLoad(type->type, at, llvm::Align(size), statement.has("volatile"));
    if (statement.has("relaxed") || statement.has("mmio")) loaded->setAtomic(llvm::AtomicOrdering::Monotonic);
    if (statement.has("acquire")) loaded->setAtomic(llvm::AtomicOrdering::Acquire);
    Value* value = loaded;
    auto found = registers_.find(to[i]);
    if (found == registers_.end()) return false;
    llvm::Type* wanted = found->second.type;
    if (type->is_integer() && wanted->isIntegerTy() && wanted->getIntegerBitWidth() > type->bits())
      value = wide(value, wanted->getIntegerBitWidth(), type->is_signed);
    if (!write(to[i], value)) return false;
  }
  return true;
}

bool Machine::store(const Statement& statement) {
  if (statement.opcode != "st") return false;
  const std::optional<Kind> type = kind(statement);
  if (!type || statement.operands.size() < 2 || statement.operands.size() > 3 || !is_known_space(statement))
    return false;
  ignore_hints(statement);
  Value* to = address(statement.operands[0], is_shared(statement));
  const llvm::SmallVector<std::string> from = elements(statement.operands[1]);
  if (!to || from.size() != element_count(statement)) return false;
  const unsigned size = type->bits() / 8;
  for (unsigned i = 0; i < from.size(); ++i) {
    Value* value = read(from[i], type->type);
    if (!value) return false;
    Value* at = i == 0 ? to : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), to, i * size);
    llvm::StoreInst* stored =
        builder_.CreateAlignedStore(value, at, llvm::Align(size), statement.has("volatile"));
    if (statement.has("relaxed") || statement.has("mmio")) stored->setAtomic(llvm::AtomicOrdering::Monotonic);
    if (statement.has("release")) stored->setAtomic(llvm::AtomicOrdering::Release);
  }
  return true;
}

// atom.global.add.u32 d, [a], b and red.global.add.u32 [a], b. As the functions of CUDA, they order the
// accesses around them.
bool Machine::atomic(const Statement& statement) {
  const bool is_red = statement.opcode == "red";
  if ((!is_red && statement.opcode != "atom") || !is_known_space(statement)) return false;
  const std::optional<Kind> type = kind(statement);
  if (!type || (type->bits() != 32 && type->bits() != 64)) return false;
  const std::size_t first = is_red ? 0 : 1;
  if (statement.operands.size() < first + 2) return false;
  ignore_hints(statement);
  statement.ignore({"acq_rel", "noftz"});
  Value* at = address(statement.operands[first], is_shared(statement));
  const llvm::Align alignment(type->bits() / 8);
  constexpr auto kOrder = llvm::AtomicOrdering::AcquireRelease;
  // red.add.v2.f32 [a], {b, c}: each element by itself.
  if (const unsigned parts = element_count(statement); parts > 1) {
    const llvm::SmallVector<std::string> values = elements(statement.operands[first + 1]);
    if (!is_red || !at || !type->type->isFloatTy() || !statement.has("add") || values.size() != parts)
      return false;
    for (unsigned i = 0; i < parts; ++i) {
      Value* value = read(values[i], type->type);
      if (!value) return false;
      builder_.CreateAtomicRMW(llvm::AtomicRMWInst::FAdd,
                               builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), at, 4 * i), value,
                               alignment, kOrder);
    }
    return true;
  }
  Value* value = read(statement.operands[first + 1], type->type);
  if (!at || !value) return false;
  if (statement.has("cas")) {
    if (is_red || !count(statement, 4)) return false;
    Value* fresh = read(statement.operands[3], type->type);
    if (!fresh || type->is_float()) return false;
    Value* pair =
        builder_.CreateAtomicCmpXchg(at, value, fresh, alignment, kOrder, llvm::AtomicOrdering::Acquire);
    return write(statement.operands[0], builder_.CreateExtractValue(pair, 0));
  }
  using Operation = llvm::AtomicRMWInst::BinOp;
  Operation operation = llvm::AtomicRMWInst::BAD_BINOP;
  for (llvm::StringRef modifier : statement.modifiers) {
    const Operation found =
        llvm::StringSwitch<Operation>(modifier)
            .Case("add", type->is_float() ? llvm::AtomicRMWInst::FAdd : llvm::AtomicRMWInst::Add)
            .Case("exch", llvm::AtomicRMWInst::Xchg)
            .Case("and", llvm::AtomicRMWInst::And)
            .Case("or", llvm::AtomicRMWInst::Or)
            .Case("xor", llvm::AtomicRMWInst::Xor)
            .Case("min", type->is_signed ? llvm::AtomicRMWInst::Min : llvm::AtomicRMWInst::UMin)
            .Case("max", type->is_signed ? llvm::AtomicRMWInst::Max : llvm::AtomicRMWInst::UMax)
            .Case("inc", llvm::AtomicRMWInst::UIncWrap)
            .Case("dec", llvm::AtomicRMWInst::UDecWrap)
            .Default(llvm::AtomicRMWInst::BAD_BINOP);
    if (found == llvm::AtomicRMWInst::BAD_BINOP) continue;
    operation = found;
    statement.ignore({modifier});
  }
  if (operation == llvm::AtomicRMWInst::BAD_BINOP || !count(statement, first + 2)) return false;
  if (type->is_float() && operation != llvm::AtomicRMWInst::FAdd && operation != llvm::AtomicRMWInst::Xchg)
    return false;
  Value* old = builder_.CreateAtomicRMW(operation, at, value, alignment, kOrder);
  return is_red || write(statement.operands[0], old);
}

// cp.async copies at once, so the functions that wait for it do nothing.
bool Machine::copy(const Statement& statement) {
  if (statement.opcode != "cp" || !statement.has("async") || statement.has("bulk")) return false;
  ignore_hints(statement);
  if (statement.has("commit_group") || statement.has("wait_group") || statement.has("wait_all")) return true;
  if (statement.has("mbarrier")) {
    // The copies are done: what counts itself and then arrives changes nothing.
    if (!statement.has("arrive") || !count(statement, 1)) return false;
    statement.ignore({"b64"});
    Value* at = address(statement.operands[0], is_shared(statement));
    if (at && statement.has("noinc")) change_meeting(at, llvm::ConstantInt::getAllOnesValue(integer(64)));
    return at != nullptr;
  }
  if (statement.operands.size() < 3) return false;
  Value *to = address(statement.operands[0], is_shared(statement)),
        *from = address(statement.operands[1], false);
  Value* size = read(statement.operands[2], integer(32));
  auto* bytes = llvm::dyn_cast_or_null<llvm::ConstantInt>(size);
  if (!to || !from || !bytes) return false;
  const llvm::MaybeAlign alignment(bytes->getZExtValue());
  if (count(statement, 3)) {
    builder_.CreateMemCpy(to, alignment, from, alignment, bytes->getZExtValue());
    return true;
  }
  // Copies this many bytes and fills the rest with zeros.
  Value* taken = read(statement.operands[3], integer(32));
  if (!taken || !count(statement, 4)) return false;
  builder_.CreateMemSet(to, builder_.getInt8(0), bytes->getZExtValue(), alignment);
  builder_.CreateMemCpy(to, alignment, from, alignment, builder_.CreateZExt(taken, integer(64)));
  return true;
}

// ---- mbarrier: the state of cuda::barrier (device/cuda/barrier). Bits 0 to 19: arrivals that are missing;
// 20 to 39: those of the next phase; 40: the phase's parity; from 42: bytes announced. ----

// Adds to the state, and begins the next phase where nothing is missing any more. Returns the state before.
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
  if (statement.opcode != "mbarrier" || !is_known_space(statement)) return false;
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
  const bool waits = statement.has("test_wait") | statement.has("try_wait");
  // "[addr]" follows what the statement writes; an arrival may leave that out.
  const std::size_t first =
      waits || ((arrives || drops) && size > 0 && statement.operands[0][0] != '[') ? 1 : 0;
  Value* at = first < size ? address(statement.operands[first], is_shared(statement)) : nullptr;
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
    // A thread that waits in a loop lets others run.
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
