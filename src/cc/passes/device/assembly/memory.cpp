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
  return load(statement) || store(statement) || atomic(statement) || copy(statement);
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
  Value* value = read(statement.operands[first + 1], type->type);
  if (!at || !value) return false;
  const llvm::Align alignment(type->bits() / 8);
  constexpr auto kOrder = llvm::AtomicOrdering::AcquireRelease;
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
  if (statement.operands.size() < 3 || statement.has("mbarrier")) return false;
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

}  // namespace gridcall::cc::assembly
