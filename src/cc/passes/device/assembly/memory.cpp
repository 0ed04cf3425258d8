// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores, atomics and fences (PTX ISA, "Data Movement and Conversion Instructions", "Parallel
// Synchronization and Communication Instructions"). Cache hints are ignored. All spaces share one memory, but
// addresses in .shared are offsets into the block's shared memory, and in .shared::cluster into that of a
// block of the cluster.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "cc/passes/device/assembly/machine.h"

#include <cstdint>

namespace gridcall::cc::assembly {
namespace {

unsigned element_count(const Statement& statement) {
  return statement.has("v8") ? 8 : statement.has("v4") ? 4 : statement.has("v2") ? 2 : 1;
}

}  // namespace

Operation operation_of(llvm::StringRef name, bool is_float, bool is_signed) {
  return llvm::StringSwitch<Operation>(name)
      .Case("add", is_float ? llvm::AtomicRMWInst::FAdd : llvm::AtomicRMWInst::Add)
      .Case("exch", llvm::AtomicRMWInst::Xchg)
      .Case("and", llvm::AtomicRMWInst::And)
      .Case("or", llvm::AtomicRMWInst::Or)
      .Case("xor", llvm::AtomicRMWInst::Xor)
      .Case("min", is_signed ? llvm::AtomicRMWInst::Min : llvm::AtomicRMWInst::UMin)
      .Case("max", is_signed ? llvm::AtomicRMWInst::Max : llvm::AtomicRMWInst::UMax)
      .Case("inc", llvm::AtomicRMWInst::UIncWrap)
      .Case("dec", llvm::AtomicRMWInst::UDecWrap)
      .Default(llvm::AtomicRMWInst::BAD_BINOP);
}

Operation operation_of(const Statement& statement, bool is_float, bool is_signed) {
  Operation operation = llvm::AtomicRMWInst::BAD_BINOP;
  for (llvm::StringRef modifier : statement.modifiers) {
    const Operation found = operation_of(modifier, is_float, is_signed);
    if (found == llvm::AtomicRMWInst::BAD_BINOP) continue;
    operation = found;
    statement.ignore({modifier});
  }
  return operation;
}

namespace {

constexpr auto kOrder = llvm::AtomicOrdering::AcquireRelease;

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

Machine::Space Machine::space_of(const Statement& statement) {
  if (statement.has("shared::cluster")) return Space::kCluster;
  return statement.has("shared") || statement.has("shared::cta") ? Space::kShared : Space::kGeneric;
}

bool Machine::is_parameter(const Statement& statement) {
  return statement.has("param") || statement.has("param::entry") || statement.has("param::func");
}

// Marks modifiers of a load or store other than its type as known.
void Machine::ignore_hints(const Statement& statement) {
  for (llvm::StringRef modifier : statement.modifiers) {
    const bool is_hint =
        llvm::StringSwitch<bool>(modifier)
            .Cases("global", "const", "local", "shared", "shared::cta", "shared::cluster", true)
            .Cases("nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", true)
            .Cases("weak", "volatile", "relaxed", "acquire", "release", "mmio", true)
            .Cases("cta", "cluster", "gpu", "sys", "async", "bulk", true)
            .StartsWith("L1::", true)
            .StartsWith("L2::", true)
            .StartsWith("level::", true)
            .StartsWith("mbarrier::complete_tx", true)
            .StartsWith("sem::", true)
            .StartsWith("scope::", true)
            .Default(false);
    if (is_hint) statement.ignore({modifier});
  }
}

Value* Machine::pointer(Value* value, Space space) {
  if (space == Space::kGeneric) return convert(value, builder_.getPtrTy());
  if (!value->getType()->isIntegerTy(32) && !value->getType()->isIntegerTy(64)) return nullptr;
  if (space == Space::kCluster) return cluster_pointer(builder_.CreateZExtOrTrunc(value, integer(32)));
  return builder_.CreatePtrAdd(shared_base(), builder_.CreateZExt(value, integer(64)));
}

Value* Machine::address(llvm::StringRef operand, Space space) {
  if (!operand.consume_front("[") || !operand.consume_back("]")) return nullptr;
  auto [name, rest] = operand.split('+');
  std::int64_t offset = 0;
  if (!rest.empty() && rest.trim().getAsInteger(0, offset)) return nullptr;
  auto found = registers_.find(name.trim());
  if (found == registers_.end()) return nullptr;
  Value* at = pointer(value_of(found->second), space);
  return !at || offset == 0 ? at
                            : builder_.CreatePtrAdd(at, llvm::ConstantInt::getSigned(integer(64), offset));
}

bool Machine::memory(const Statement& statement) {
  if (statement.opcode == "membar" || statement.opcode == "fence") {
    statement.ignore_all();
    builder_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    return true;
  }
  // The CPU device has no cache policies to choose from.
  if (statement.opcode == "createpolicy") {
    statement.ignore_all();
    return !statement.operands.empty() && write(statement.operands[0], builder_.getInt64(0));
  }
  return cluster_address(statement) || load(statement) || store(statement) || atomic(statement) ||
         copy(statement) || meeting(statement);
}

// Translates isspacep, mapa and getctarank.
bool Machine::cluster_address(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  if (opcode == "isspacep") {
    if (!count(statement, 2)) return false;
    const Space space = space_of(statement);
    Value* pointer = read(statement.operands[1], builder_.getPtrTy());
    if (!pointer) return false;
    if (space == Space::kCluster)
      return write(statement.operands[0], builder_.CreateICmpNE(rank_of(pointer), builder_.getInt32(~0u)));
    // As __isLocal() and __isConstant() have it.
    if (statement.has("param") || statement.has("param::entry") || statement.has("local") ||
        statement.has("const"))
      return write(statement.operands[0], builder_.getFalse());
    if (space != Space::kShared && !statement.has("global")) return false;
    const auto id = space == Space::kShared ? llvm::Intrinsic::nvvm_isspacep_shared
                                            : llvm::Intrinsic::nvvm_isspacep_global;
    return write(statement.operands[0], builder_.CreateIntrinsic(id, {}, {pointer}));
  }
  if (opcode != "mapa" && opcode != "getctarank") return false;
  const bool is_offset = space_of(statement) == Space::kCluster;
  const std::optional<Kind> type = kind(statement);
  if (!type || !type->is_integer() || (type->bits() != 32 && type->bits() != 64)) return false;
  if (opcode == "getctarank") {
    if (!count(statement, 2)) return false;
    Value* given = read(statement.operands[1], type->type);
    if (!given) return false;
    if (!is_offset) {
      Value* at = convert(given, builder_.getPtrTy());
      return at && write(statement.operands[0], rank_of(at));
    }
    Value* rank = builder_.CreateLShr(builder_.CreateZExtOrTrunc(given, i32), cpu::kClusterRankShift);
    Value* is_own = builder_.CreateICmpEQ(rank, builder_.getInt32(0));
    rank = builder_.CreateSub(rank, builder_.getInt32(1));
    return write(statement.operands[0],
                 builder_.CreateSelect(is_own, special(cpu::Special::kClusterBlock), rank));
  }
  Value* v[2];
  if (!count(statement, 3) || !read_all(statement, 1, v, type->type, i32)) return false;
  Value* rank = builder_.CreateShl(builder_.CreateAdd(v[1], builder_.getInt32(1)), cpu::kClusterRankShift);
  if (is_offset) {
    Value* offset = builder_.CreateAnd(v[0], (1u << cpu::kClusterRankShift) - 1);
    return write(statement.operands[0], builder_.CreateOr(offset, builder_.CreateZExt(rank, type->type)));
  }
  if (type->bits() != 64) return false;
  Value* offset = builder_.CreateSub(v[0], builder_.CreatePtrToInt(shared_base(), i64));
  return write(statement.operands[0],
               builder_.CreateAdd(offset, builder_.CreatePtrToInt(cluster_pointer(rank), i64)));
}

bool Machine::load(const Statement& statement) {
  if (statement.opcode != "ld" && statement.opcode != "ldu") return false;
  const std::optional<Kind> type = kind(statement);
  // A cache policy may follow the address.
  if (!type || statement.operands.size() < 2 || statement.operands.size() > 3 || is_parameter(statement))
    return false;
  ignore_hints(statement);
  Value* from = address(statement.operands[1], space_of(statement));
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
  if (statement.operands.size() < 2 || statement.operands.size() > 3 || is_parameter(statement)) return false;
  ignore_hints(statement);
  const bool is_async = statement.has("async");
  const Space space = is_async ? Space::kCluster : space_of(statement);
  Value* to = address(statement.operands[0], space);
  if (to && statement.has("bulk")) {
    // st.bulk [a], size, 0
    Value* bytes = read(statement.operands[1], integer(64));
    if (!bytes) bytes = builder_.CreateZExt(read(statement.operands[1], integer(32)), integer(64));
    builder_.CreateMemSet(to, builder_.getInt8(0), bytes, llvm::Align(8));
    return true;
  }
  const std::optional<Kind> type = kind(statement);
  if (!type) return false;
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
  if (!is_async) return true;
  // st.async [a], b, [barrier]
  Value* barrier = count(statement, 3) ? address(statement.operands[2], Space::kCluster) : nullptr;
  if (barrier) complete_bytes(barrier, builder_.getInt32(size * static_cast<unsigned>(from.size())));
  return barrier != nullptr;
}

// atom.global.add.u32 d, [a], b and red.global.add.u32 [a], b. Like CUDA's functions, they order the accesses
// around them.
bool Machine::atomic(const Statement& statement) {
  const bool is_red = statement.opcode == "red";
  if ((!is_red && statement.opcode != "atom") || is_parameter(statement)) return false;
  if (half_atomic(statement)) return true;
  const std::optional<Kind> type = kind(statement);
  const bool swaps = statement.has("cas");
  if (!type || (type->bits() != 32 && type->bits() != 64 && !(swaps && type->bits() == 16))) return false;
  const std::size_t first = is_red ? 0 : 1;
  if (statement.operands.size() < first + 2) return false;
  ignore_hints(statement);
  statement.ignore({"acq_rel", "noftz"});
  const bool is_async = is_red && statement.has("async");
  const Space space = is_async ? Space::kCluster : space_of(statement);
  Value* at = address(statement.operands[first], space);
  if (!at) return false;
  const unsigned size = type->bits() / 8;
  const llvm::Align alignment(size);
  if (swaps) {
    Value* value = read(statement.operands[first + 1], type->type);
    if (is_red || !value || statement.operands.size() < 4) return false;
    Value* fresh = read(statement.operands[3], type->type);
    if (!fresh || type->is_float()) return false;
    Value* pair =
        builder_.CreateAtomicCmpXchg(at, value, fresh, alignment, kOrder, llvm::AtomicOrdering::Acquire);
    return write(statement.operands[0], builder_.CreateExtractValue(pair, 0));
  }
  const Operation operation = operation_of(statement, type->is_float(), type->is_signed);
  if (operation == llvm::AtomicRMWInst::BAD_BINOP) return false;
  if (type->is_float() && operation != llvm::AtomicRMWInst::FAdd && operation != llvm::AtomicRMWInst::Xchg)
    return false;
  // red.add.v2.f32 [a], {b, c} updates each element separately.
  const unsigned parts = element_count(statement);
  const llvm::SmallVector<std::string> values = elements(statement.operands[first + 1]);
  const llvm::SmallVector<std::string> results = is_red ? values : elements(statement.operands[0]);
  if (values.size() != parts || results.size() != parts || (parts > 1 && !type->type->isFloatTy()))
    return false;
  for (unsigned i = 0; i < parts; ++i) {
    Value* value = read(values[i], type->type);
    if (!value) return false;
    Value* place = i == 0 ? at : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), at, size * i);
    Value* old = builder_.CreateAtomicRMW(operation, place, value, alignment, kOrder);
    if (!is_red && !write(results[i], old)) return false;
  }
  if (!is_async) return true;
  // red.async [a], b, [barrier]
  Value* barrier = count(statement, 3) ? address(statement.operands[2], Space::kCluster) : nullptr;
  if (barrier) complete_bytes(barrier, builder_.getInt32(size));
  return barrier != nullptr;
}

Value* Machine::update(Value* at, llvm::Type* word, llvm::function_ref<Value*(Value*)> change) {
  const llvm::Align alignment(word->getScalarSizeInBits() / 8);
  llvm::LoadInst* first = builder_.CreateAlignedLoad(word, at, alignment);
  first->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::BasicBlock* head = builder_.GetInsertBlock();
  llvm::BasicBlock* rest = head->splitBasicBlock(builder_.GetInsertPoint(), "updated");
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(head->getContext(), "update", head->getParent(), rest);
  head->getTerminator()->setSuccessor(0, loop);
  builder_.SetInsertPoint(loop);
  llvm::PHINode* old = builder_.CreatePHI(word, 2);
  Value* fresh = change(old);
  Value* pair =
      builder_.CreateAtomicCmpXchg(at, old, fresh, alignment, kOrder, llvm::AtomicOrdering::Acquire);
  old->addIncoming(first, head);
  old->addIncoming(builder_.CreateExtractValue(pair, 0), builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateExtractValue(pair, 1), rest, loop);
  builder_.SetInsertPoint(rest, rest->begin());
  return old;
}

Value* Machine::combined_halves(const Statement& statement, Value* a, Value* b, bool is_pair,
                                bool is_bfloat) {
  const auto id = statement.has("min") ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum;
  Value* numbers[2] = {};
  for (unsigned k = 0; k < (is_pair ? 2u : 1u); ++k) {
    const auto number = [&](Value* word) {
      return from_half(is_pair ? part(word, 16 * k, 16) : word, is_bfloat);
    };
    numbers[k] = statement.has("add") ? builder_.CreateFAdd(number(a), number(b))
                                      : builder_.CreateBinaryIntrinsic(id, number(a), number(b));
  }
  return is_pair ? pair_of_halves(numbers[0], numbers[1], is_bfloat) : to_half(numbers[0], is_bfloat);
}

// atom.add.noftz.f16x2 d, [a], b; red.global.v4.bf16.min.noftz [a], {b, c, d, e}. Elements are separate.
bool Machine::half_atomic(const Statement& statement) {
  const bool is_bfloat = statement.has_one({"bf16", "bf16x2"}),
             is_pair = statement.has_one({"f16x2", "bf16x2"});
  if (!is_bfloat && !is_pair && !statement.has("f16")) return false;
  const bool is_red = statement.opcode == "red";
  const std::size_t first = is_red ? 0 : 1;
  if (statement.has("add") + statement.has("min") + statement.has("max") != 1) return false;
  if (statement.operands.size() < first + 2) return false;
  ignore_hints(statement);
  statement.ignore({"acq_rel", "noftz"});
  Value* at = address(statement.operands[first], space_of(statement));
  const unsigned parts = element_count(statement), size = is_pair ? 4 : 2;
  const llvm::SmallVector<std::string> values = elements(statement.operands[first + 1]);
  const llvm::SmallVector<std::string> results = is_red ? values : elements(statement.operands[0]);
  if (!at || values.size() != parts || results.size() != parts) return false;
  llvm::Type* type = integer(8 * size);
  for (unsigned i = 0; i < parts; ++i) {
    Value* value = read(values[i], type);
    if (!value) return false;
    Value* place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), at, size * i);
    Value* old = update(place, type, [&](Value* word) {
      return combined_halves(statement, word, value, is_pair, is_bfloat);
    });
    if (!is_red && !write(results[i], old)) return false;
  }
  return true;
}

}  // namespace gridcall::cc::assembly
