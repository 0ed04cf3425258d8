// SPDX-License-Identifier: Apache-2.0
//
// transpose-rows: where each lane accesses four adjacent words one after another, as the members of a record
// or along a row of its own, four gathers, or scatters of rows that are known to be apart, become one access
// of 16 bytes for each lane and a transposition: a quarter of the accesses, and each line of the cache is
// used at once. A loop that walks a row by one word in each iteration is unrolled by four first. If it also
// writes rows, it does so where a test before it finds them apart from each other and from those it reads.
// Long because loops, tests and groups share one description of an address.

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "cc/ir/loop_headers.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Instruction;
using llvm::IntrinsicInst;
using llvm::Value;
using namespace llvm::PatternMatch;

constexpr unsigned kWords = 4, kWordBytes = 4;
constexpr unsigned kLanesOfPart = 8;      // a transposition's, two rows in each vector of 8
constexpr std::size_t kMaxToUnroll = 64;  // instructions of a loop that is unrolled
constexpr std::uint64_t kLineBytes = 64;
constexpr std::uint64_t kLongestAhead = 4096;  // bytes of a row; the cache keeps 32 of them, and 32 ahead
constexpr std::int64_t kFarthest = 1ll << 30;  // distances beyond it are not compared

// A term of the lanes' addresses in bytes: value * scale, after `extension` to 64 bits if there is one.
struct Term {
  Value* value;
  unsigned extension;  // the opcode of a cast, or 0
  std::int64_t scale;
  bool operator<(const Term& other) const {
    return std::tie(value, extension, scale) < std::tie(other.value, other.extension, other.scale);
  }
  bool operator==(const Term& other) const {
    return std::tie(value, extension, scale) == std::tie(other.value, other.extension, other.scale);
  }
};

// The addresses of an access's lanes: base + terms + offset. Scalar terms are equal for all lanes.
struct Address {
  Value* base = nullptr;
  llvm::SmallVector<Term> terms;  // sorted
  std::int64_t offset = 0;

  bool add_index(Value* index, unsigned extension, std::int64_t scale);
  bool add_gep(llvm::GEPOperator& gep, const llvm::DataLayout& layout);
};

// Adds the parts of a sum that does not wrap before it is extended.
bool Address::add_index(Value* index, unsigned extension, std::int64_t scale) {
  if (Value* same = const_cast<Value*>(llvm::getSplatValue(index))) index = same;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    if (number->getBitWidth() > 64) return false;
    const bool is_unsigned = extension == Instruction::ZExt;
    const std::int64_t value =
        is_unsigned ? static_cast<std::int64_t>(number->getZExtValue()) : number->getSExtValue();
    if (value > kFarthest || value < -kFarthest) return false;
    offset += value * scale;
    return offset <= kFarthest && offset >= -kFarthest;
  }
  if (extension == 0 && index->getType()->getScalarSizeInBits() != 64) extension = Instruction::SExt;
  if (extension == 0 && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index)) {
    auto* cast = llvm::cast<llvm::CastInst>(index);
    const bool is_signed = llvm::isa<llvm::SExtInst>(cast) || cast->hasNonNeg();
    return add_index(cast->getOperand(0), is_signed ? Instruction::SExt : Instruction::ZExt, scale);
  }
  Value *left = nullptr, *right = nullptr;
  const bool adds = extension == Instruction::SExt   ? match(index, m_NSWAdd(m_Value(left), m_Value(right)))
                    : extension == Instruction::ZExt ? match(index, m_NUWAdd(m_Value(left), m_Value(right)))
                                                     : match(index, m_Add(m_Value(left), m_Value(right)));
  if (adds || match(index, m_DisjointOr(m_Value(left), m_Value(right))))
    return add_index(left, extension, scale) && add_index(right, extension, scale);
  terms.push_back({index, extension, scale});
  return true;
}

bool Address::add_gep(llvm::GEPOperator& gep, const llvm::DataLayout& layout) {
  for (auto type = llvm::gep_type_begin(gep); type != llvm::gep_type_end(gep); ++type) {
    Value* const index = type.getOperand();
    if (llvm::StructType* record = type.getStructTypeOrNull()) {
      const auto* member = llvm::dyn_cast<llvm::ConstantInt>(index);
      if (!member) return false;
      offset += static_cast<std::int64_t>(
          layout.getStructLayout(record)->getElementOffset(static_cast<unsigned>(member->getZExtValue())));
      continue;
    }
    const llvm::TypeSize stride = type.getSequentialElementStride(layout);
    if (stride.isScalable() || stride.getFixedValue() > kFarthest ||
        !add_index(index, 0, static_cast<std::int64_t>(stride.getFixedValue())))
      return false;
  }
  return true;
}

// A gather, or a scatter, of words by all lanes.
struct WordAccess {
  IntrinsicInst* call;
  llvm::Align align;
  Address address;
  Value* stored() const {  // NULL for a gather
    return call->getType()->isVoidTy() ? call->getArgOperand(0) : nullptr;
  }
  llvm::FixedVectorType* type() const {
    return llvm::cast<llvm::FixedVectorType>(stored() ? stored()->getType() : call->getType());
  }
};

std::optional<WordAccess> access_of(Instruction& instruction) {
  const llvm::DataLayout& layout = instruction.getDataLayout();
  auto* call = llvm::dyn_cast<IntrinsicInst>(&instruction);
  const auto id = call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
  if (id != llvm::Intrinsic::masked_gather && id != llvm::Intrinsic::masked_scatter) return std::nullopt;
  const unsigned first = id == llvm::Intrinsic::masked_scatter ? 1 : 0;
  WordAccess access = {
      call, llvm::cast<llvm::ConstantInt>(call->getArgOperand(first + 1))->getAlignValue(), {}};
  const auto* mask = llvm::dyn_cast<llvm::Constant>(call->getArgOperand(first + 2));
  const llvm::Type* word = access.type()->getElementType();
  if (!mask || !mask->isAllOnesValue() || access.type()->getNumElements() % kLanesOfPart != 0 ||
      !llvm::isPowerOf2_32(access.type()->getNumElements()) || !(word->isFloatTy() || word->isIntegerTy(32)))
    return std::nullopt;
  Value* pointer = call->getArgOperand(first);
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    if (!access.address.add_gep(*gep, layout)) return std::nullopt;
    pointer = gep->getPointerOperand();
  }
  if (Value* same = const_cast<Value*>(llvm::getSplatValue(pointer))) pointer = same;
  access.address.base = pointer;
  llvm::sort(access.address.terms);
  return access;
}

Value* extended(llvm::IRBuilder<>& build, const Term& term) {
  llvm::Type* const wide = term.value->getType()->getWithNewBitWidth(64);
  Value* const value =
      term.extension != 0
          ? build.CreateCast(static_cast<Instruction::CastOps>(term.extension), term.value, wide)
          : build.CreateSExtOrTrunc(term.value, wide);
  return build.CreateMul(value, llvm::ConstantInt::getSigned(wide, term.scale));
}

// The addresses of a group's lanes. The part that differs between lanes is computed before the loop if it can
// be.
class Rows {
 public:
  Rows(const Address& address, unsigned lanes, Instruction* at, const llvm::Loop* loop) : build_(at) {
    llvm::IRBuilder<> early(at);
    const auto is_early = [&](const Term& term) {
      return !term.value->getType()->isVectorTy() || loop->isLoopInvariant(term.value);
    };
    if (loop && loop->getLoopPreheader() && loop->isLoopInvariant(address.base) &&
        llvm::all_of(address.terms, is_early))
      early.SetInsertPoint(loop->getLoopPreheader()->getTerminator());
    llvm::Type* const wide = llvm::FixedVectorType::get(build_.getInt64Ty(), lanes);
    Value* steps = llvm::ConstantAggregateZero::get(wide);
    offset_ = build_.getInt64(0);
    for (const Term& term : address.terms) {
      if (term.value->getType()->isVectorTy())
        steps = early.CreateAdd(steps, extended(early, term));
      else
        offset_ = build_.CreateAdd(offset_, extended(build_, term));
    }
    Value* all = nullptr;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (auto* known = llvm::dyn_cast<llvm::Constant>(steps);
          known && !address.base->getType()->isVectorTy() && known->getAggregateElement(lane)) {
        lanes_.push_back(early.CreateGEP(early.getInt8Ty(), address.base, known->getAggregateElement(lane)));
        continue;
      }
      if (!all) all = early.CreateGEP(early.getInt8Ty(), address.base, steps);
      lanes_.push_back(early.CreateExtractElement(all, lane));
    }
  }
  Value* at(unsigned lane, std::int64_t offset) {
    return build_.CreateGEP(build_.getInt8Ty(), build_.CreateGEP(build_.getInt8Ty(), lanes_[lane], offset_),
                            llvm::ConstantInt::getSigned(build_.getInt64Ty(), offset));
  }

 private:
  llvm::IRBuilder<> build_;
  llvm::SmallVector<Value*> lanes_;
  Value* offset_;
};

using Parts = std::array<Value*, kWords>;

// Transposes both halves of four vectors of 8, each half a square.
Parts transposed(llvm::IRBuilder<>& build, const Parts& from) {
  const auto mixed = [&](Value* a, Value* b, llvm::ArrayRef<int> order) {
    return build.CreateShuffleVector(a, b, order);
  };
  static constexpr int kLow[] = {0, 8, 1, 9, 4, 12, 5, 13}, kHigh[] = {2, 10, 3, 11, 6, 14, 7, 15};
  static constexpr int kLowPairs[] = {0, 1, 8, 9, 4, 5, 12, 13}, kHighPairs[] = {2, 3, 10, 11, 6, 7, 14, 15};
  Value* const a = mixed(from[0], from[1], kLow);
  Value* const b = mixed(from[0], from[1], kHigh);
  Value* const c = mixed(from[2], from[3], kLow);
  Value* const d = mixed(from[2], from[3], kHigh);
  return {mixed(a, c, kLowPairs), mixed(a, c, kHighPairs), mixed(b, d, kLowPairs), mixed(b, d, kHighPairs)};
}

Value* joined(llvm::IRBuilder<>& build, llvm::SmallVector<Value*> parts) {
  for (; parts.size() > 1; parts.truncate(parts.size() / 2)) {
    llvm::SmallVector<int> both(
        2 * std::size_t{llvm::cast<llvm::FixedVectorType>(parts[0]->getType())->getNumElements()});
    std::iota(both.begin(), both.end(), 0);
    for (std::size_t i = 0; i < parts.size() / 2; ++i)
      parts[i] = build.CreateShuffleVector(parts[2 * i], parts[2 * i + 1], both);
  }
  return parts[0];
}

// Returns true if no two lanes have a word in common. Each lane stores its row at once,
// so that overlapping ones would lose the order that __syncwarp() or volatile gives their words.
bool are_apart(const Address& address, unsigned lanes) {
  if (address.base->getType()->isVectorTy()) return false;
  llvm::SmallVector<std::int64_t> steps(lanes, 0);
  for (const Term& term : address.terms) {
    if (!term.value->getType()->isVectorTy()) continue;
    const auto* known = llvm::dyn_cast<llvm::Constant>(term.value);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto* step =
          known ? llvm::dyn_cast_or_null<llvm::ConstantInt>(known->getAggregateElement(lane)) : nullptr;
      if (!step || step->getValue().getActiveBits() > 31) return false;
      const std::int64_t bytes = term.scale * step->getSExtValue();
      if (bytes > kFarthest || bytes < -kFarthest) return false;
      steps[lane] += bytes;
    }
  }
  llvm::sort(steps);
  return std::adjacent_find(steps.begin(), steps.end(), [](std::int64_t a, std::int64_t b) {
           return b - a < std::int64_t{kWords} * kWordBytes;
         }) == steps.end();
}

// Accesses of one base and of equal terms, which nothing separates that they must not pass.
using Group = llvm::SmallVector<WordAccess>;

// Replaces four accesses of adjacent words, sorted by offset, where the first gather or the last scatter is.
void merge(llvm::ArrayRef<const WordAccess*> four, const llvm::Loop* loop) {
  const bool is_gather = !four[0]->stored();
  Instruction* at = four[0]->call;
  for (const WordAccess* each : four)
    if (each->call->comesBefore(at) == is_gather) at = each->call;
  llvm::IRBuilder<> build(at);
  const unsigned lanes = four[0]->type()->getNumElements();
  auto* const row = llvm::FixedVectorType::get(four[0]->type()->getElementType(), kWords);
  const std::int64_t offset = four[0]->address.offset;
  // The address is computed again, because the one before may have been by gathers that others replace.
  Rows rows(access_of(*four[0]->call)->address, lanes, at, loop);
  static constexpr int kFirst[] = {0, 1, 2, 3}, kSecond[] = {4, 5, 6, 7};
  std::array<llvm::SmallVector<Value*>, kWords> words;
  for (unsigned part = 0; part < lanes; part += kLanesOfPart) {
    Parts parts;
    if (is_gather) {
      const auto load = [&](unsigned lane) -> Value* {
        return build.CreateAlignedLoad(row, rows.at(lane, offset), four[0]->align);
      };
      for (unsigned i = 0; i < kWords; ++i)
        parts[i] = joined(build, {load(part + i), load(part + i + kWords)});
      parts = transposed(build, parts);
      for (unsigned i = 0; i < kWords; ++i) words[i].push_back(parts[i]);
      continue;
    }
    llvm::SmallVector<int> order(kLanesOfPart);
    std::iota(order.begin(), order.end(), static_cast<int>(part));
    for (unsigned i = 0; i < kWords; ++i) parts[i] = build.CreateShuffleVector(four[i]->stored(), order);
    parts = transposed(build, parts);
    for (unsigned i = 0; i < kWords; ++i) {
      build.CreateAlignedStore(build.CreateShuffleVector(parts[i], kFirst), rows.at(part + i, offset),
                               four[0]->align);
      build.CreateAlignedStore(build.CreateShuffleVector(parts[i], kSecond),
                               rows.at(part + i + kWords, offset), four[0]->align);
    }
  }
  // All are made before the call is erased that they are in front of.
  for (unsigned i = 0; i < kWords && is_gather; ++i)
    four[i]->call->replaceAllUsesWith(joined(build, words[i]));
  for (unsigned i = 0; i < kWords; ++i) {
    Value* const pointers = four[i]->call->getArgOperand(is_gather ? 0 : 1);
    four[i]->call->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(pointers);
  }
}

void merge_group(Group& group, const llvm::Loop* loop, bool is_apart) {
  llvm::stable_sort(
      group, [](const WordAccess& a, const WordAccess& b) { return a.address.offset < b.address.offset; });
  if (group.size() < kWords ||
      (group[0].stored() && !is_apart && !are_apart(group[0].address, group[0].type()->getNumElements())))
    return;
  // Scatters of overlapping words keep their order.
  for (std::size_t i = 1; i < group.size(); ++i)
    if (group[i].stored() && group[i].address.offset - group[i - 1].address.offset < kWordBytes) return;
  for (std::size_t i = 0; i + kWords <= group.size();) {
    bool adjacent = true;
    for (unsigned k = 1; k < kWords; ++k)
      adjacent = adjacent && group[i + k].address.offset == group[i].address.offset + kWordBytes * k;
    if (adjacent) merge({&group[i], &group[i + 1], &group[i + 2], &group[i + 3]}, loop);
    i += adjacent ? kWords : 1;
  }
}

// A group's name: gathers or scatters, their type, base and terms.
using Key = std::tuple<bool, llvm::Type*, Value*, std::vector<Term>>;

// `is_apart`: a test has found that accesses may pass each other.
void merge_block(llvm::BasicBlock& block, const llvm::Loop* loop, bool is_apart) {
  std::map<Key, Group> groups;
  const auto close = [&](bool gathers, const Group* except) {
    for (auto& [key, group] : groups) {
      if (&group == except || std::get<0>(key) != gathers) continue;
      merge_group(group, loop, is_apart);
      group.clear();
    }
  };
  for (Instruction& each : llvm::make_early_inc_range(block)) {
    if (match(&each, m_Intrinsic<llvm::Intrinsic::prefetch>())) continue;
    // Gathers move up, past reads. Scatters move down, past those of other words of their group.
    const bool writes = each.mayWriteToMemory() || !llvm::isGuaranteedToTransferExecutionToSuccessor(&each);
    if (writes && !is_apart) close(/*gathers*/ true, nullptr);
    const std::optional<WordAccess> access = access_of(each);
    Group* group = nullptr;
    if (access) {
      const llvm::SmallVector<Term>& terms = access->address.terms;
      group =
          &groups[{!access->stored(), access->type(), access->address.base, {terms.begin(), terms.end()}}];
    }
    if ((writes || each.mayReadFromMemory()) && !is_apart) close(/*gathers*/ false, group);
    if (group) group->push_back(*access);
  }
  close(/*gathers*/ true, nullptr);
  close(/*gathers*/ false, nullptr);
}

// Returns whether the lanes' addresses follow one counter that grows by one word in each iteration.
bool walks(const Address& address, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  unsigned counters = 0;
  if (!loop.isLoopInvariant(address.base)) return false;
  for (const Term& term : address.terms) {
    if (loop.isLoopInvariant(term.value)) continue;
    auto* phi = llvm::dyn_cast<llvm::PHINode>(term.value);
    if (!phi || !evolution.isSCEVable(phi->getType())) return false;
    const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(phi));
    const auto* step = sum && sum->isAffine()
                           ? llvm::dyn_cast<llvm::SCEVConstant>(sum->getStepRecurrence(evolution))
                           : nullptr;
    if (!step || step->getAPInt().getSignificantBits() > 32 ||
        step->getAPInt().getSExtValue() * term.scale != kWordBytes)
      return false;
    const auto* next =
        llvm::dyn_cast<llvm::BinaryOperator>(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    if (term.extension != 0 && !(next && (term.extension == Instruction::SExt ? next->hasNoSignedWrap()
                                                                              : next->hasNoUnsignedWrap())))
      return false;
    ++counters;
  }
  return counters == 1;
}

// The accesses of a loop that walks rows. One with a scatter accesses nothing else.
struct Walk {
  llvm::SmallVector<WordAccess> gathers, scatters;
};

Walk walk_of(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  Walk walk;
  if (loop.getNumBlocks() != 1 || loop.getHeader()->size() > kMaxToUnroll) return {};
  bool reads_others = false;
  for (Instruction& each : *loop.getHeader()) {
    std::optional<WordAccess> access = access_of(each);
    if (access && !walks(access->address, loop, evolution)) access.reset();
    if (access) {
      (access->stored() ? walk.scatters : walk.gathers).push_back(*access);
      continue;
    }
    if (each.mayWriteToMemory() || !llvm::isGuaranteedToTransferExecutionToSuccessor(&each)) return {};
    reads_others = reads_others || each.mayReadFromMemory();
  }
  return walk.scatters.size() > 1 || (walk.scatters.size() == 1 && reads_others) ? Walk() : walk;
}

// The addresses of the lanes in the loop's first iteration, as integers.
Value* first_of(llvm::IRBuilder<>& build, const WordAccess& access, const llvm::Loop& loop) {
  const unsigned lanes = access.type()->getNumElements();
  const auto in_lanes = [&](Value* value) {
    return value->getType()->isVectorTy() ? value : build.CreateVectorSplat(lanes, value);
  };
  Value* const base = in_lanes(access.address.base);
  Value* sum = build.CreatePtrToInt(base, llvm::FixedVectorType::get(build.getInt64Ty(), lanes));
  for (Term term : access.address.terms) {
    if (!loop.isLoopInvariant(term.value))
      term.value = llvm::cast<llvm::PHINode>(term.value)->getIncomingValueForBlock(loop.getLoopPreheader());
    sum = build.CreateAdd(sum, in_lanes(extended(build, term)));
  }
  return build.CreateAdd(sum, llvm::ConstantInt::getSigned(sum->getType(), access.address.offset));
}

// Returns whether no word is written twice in four iterations, or written before it is read in them. Lanes in
// the order of their addresses are enough.
Value* test_apart(llvm::IRBuilder<>& build, const Walk& walk, const llvm::Loop& loop) {
  const WordAccess& scatter = walk.scatters[0];
  Value* const written = first_of(build, scatter, loop);
  const unsigned lanes = scatter.type()->getNumElements();
  Value* const reach = build.getInt64(std::uint64_t{kWords} * kWordBytes);
  llvm::SmallVector<int> here(lanes - 1), next(lanes - 1);
  std::iota(here.begin(), here.end(), 0);
  std::iota(next.begin(), next.end(), 1);
  Value* const above = build.CreateShuffleVector(written, next);
  Value* const steps = build.CreateSub(above, build.CreateShuffleVector(written, here));
  Value* result =
      build.CreateAndReduce(build.CreateICmpSGE(steps, build.CreateVectorSplat(lanes - 1, reach)));
  for (const WordAccess& gather : walk.gathers) {
    if (gather.type()->getNumElements() != lanes) return build.getFalse();
    Value* const read = first_of(build, gather, loop);
    Value* const lowest = build.CreateIntMinReduce(read, /*IsSigned*/ true);
    Value* const highest = build.CreateIntMaxReduce(read, /*IsSigned*/ true);
    Value* const first = build.CreateExtractElement(written, std::uint64_t{0});
    Value* const last = build.CreateExtractElement(written, std::uint64_t{lanes} - 1);
    Value* const is_behind = build.CreateICmpSGE(build.CreateSub(first, reach), highest);
    Value* const end = build.CreateAdd(last, build.getInt64(kWordBytes));
    Value* is_right = build.CreateOr(is_behind, build.CreateICmpSLE(end, lowest));
    if (gather.call->comesBefore(scatter.call))  // each word may be replaced by its lane
      is_right = build.CreateOr(is_right, build.CreateAndReduce(build.CreateICmpEQ(written, read)));
    result = build.CreateAnd(result, is_right);
  }
  return result;
}

// The processor's prefetchers do not follow as many rows as a warp has. Where the lanes' rows follow one
// another, as those of a matrix do, the rows of the next warp are the memory behind them: the loop prefetches
// as much of it as it reads.
void prefetch_next_rows(const WordAccess& access, llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  llvm::BasicBlock* const before = loop.getLoopPreheader();
  llvm::IRBuilder<> build(before->getTerminator());
  const llvm::SCEV* const rounds = evolution.getBackedgeTakenCount(&loop);
  llvm::SCEVExpander expander(evolution, before->getDataLayout(), "rows");
  if (llvm::isa<llvm::SCEVCouldNotCompute>(rounds) || evolution.getTypeSizeInBits(rounds->getType()) > 64 ||
      !expander.isSafeToExpandAt(rounds, before->getTerminator()))
    return;
  const unsigned lanes = access.type()->getNumElements();
  Value* const all = first_of(build, access, loop);
  Value* const first = build.CreateExtractElement(all, std::uint64_t{0});
  Value* const row = build.CreateSub(build.CreateExtractElement(all, std::uint64_t{1}), first);
  Value* const last = build.CreateZExt(
      expander.expandCodeFor(rounds, rounds->getType(), before->getTerminator()), build.getInt64Ty());
  Value* const words = build.CreateAdd(last, build.getInt64(1));
  Value* const follow =
      build.CreateAnd(build.CreateICmpEQ(build.CreateMul(words, build.getInt64(kWordBytes)), row),
                      build.CreateICmpULE(row, build.getInt64(kLongestAhead)));
  Value* const none = build.getInt64(0);
  Value* const from =
      build.CreateAdd(first, build.CreateSelect(follow, build.CreateMul(row, build.getInt64(lanes)), none));
  Value* const step = build.CreateSelect(follow, build.getInt64(std::uint64_t{lanes} * kWordBytes), none);
  build.SetInsertPoint(loop.getHeader(), loop.getHeader()->begin());
  llvm::PHINode* const at = build.CreatePHI(build.getInt64Ty(), 2);
  build.SetInsertPoint(loop.getHeader()->getTerminator());
  for (std::uint64_t line = 0; line < lanes * kWordBytes; line += kLineBytes) {
    Value* const pointer = build.CreateIntToPtr(build.CreateAdd(at, build.getInt64(line)), build.getPtrTy());
    build.CreateIntrinsic(
        llvm::Intrinsic::prefetch, {pointer->getType()},
        {pointer, build.getInt32(access.stored() ? 1 : 0), build.getInt32(3), build.getInt32(1)});
  }
  at->addIncoming(from, before);
  at->addIncoming(build.CreateAdd(at, step), loop.getLoopLatch());
}

}  // namespace

llvm::PreservedAnalyses TransposeRows::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kWarpPrefix)) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    auto& dominators = functions.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& assumptions = functions.getResult<llvm::AssumptionAnalysis>(function);
    auto& target = functions.getResult<llvm::TargetIRAnalysis>(function);
    auto& remarks = functions.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function);
    llvm::SmallPtrSet<const llvm::BasicBlock*, 4> apart;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      Walk walk = walk_of(*loop, evolution);
      if (walk.gathers.empty() && walk.scatters.empty()) continue;
      const llvm::UnrollLoopOptions by_words = {kWords,
                                                /*Force*/ true,
                                                /*Runtime*/ true,
                                                /*AllowExpensiveTripCount*/ true,
                                                /*UnrollRemainder*/ false,
                                                /*ForgetAllSCEV*/ false};
      const auto simplify = [&] {
        llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr,
                           /*PreserveLCSSA*/ true);
        llvm::formLCSSA(*loop, dominators, &loops, &evolution);
      };
      simplify();
      if (!walk.scatters.empty()) {
        if (!loop->getUniqueExitBlock() || !loop->isLoopExiting(loop->getHeader())) continue;
        llvm::IRBuilder<> build(loop->getLoopPreheader()->getTerminator());
        keep_copy(*loop, test_apart(build, walk, *loop), loops, dominators);
        evolution.forgetLoop(loop);
        simplify();  // each has an exit of its own
      }
      for (const auto* accesses : {&walk.gathers, &walk.scatters})
        for (const WordAccess& access : *accesses) prefetch_next_rows(access, *loop, evolution);
      const llvm::BasicBlock* const header = loop->getHeader();
      const auto result =
          llvm::UnrollLoop(loop, by_words, &loops, &evolution, &dominators, &assumptions, &target, &remarks,
                           /*PreserveLCSSA*/ true);
      if (!walk.scatters.empty() && result == llvm::LoopUnrollResult::PartiallyUnrolled) apart.insert(header);
    }
    for (llvm::BasicBlock& block : function)
      merge_block(block, loops.getLoopFor(&block), apart.contains(&block));
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
