// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/check/reads_ahead.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cc/ir/requested_checks.h"

namespace gridcall::cc::check {
namespace {

using llvm::Value;

constexpr std::uint64_t kMaxRowBytes = 128;
constexpr std::size_t kFewestReads = 3;

// An address without its constant part: a variable and multiples of values.
struct Base {
  const Value* variable = nullptr;
  std::vector<std::pair<const Value*, std::int64_t>> scaled;
  auto operator<=>(const Base&) const = default;
};

struct Read {
  llvm::LoadInst* load;
  std::size_t number;  // the position in the block
  std::int64_t offset;
  std::uint64_t bytes;
};

// Returns false if the address is not in shared memory.
bool take_apart(const Value* address, const llvm::DataLayout& layout, Base& base, std::int64_t& offset) {
  const unsigned bits = 64;
  llvm::MapVector<Value*, llvm::APInt> scaled;
  llvm::APInt constant(bits, 0);
  for (;;) {
    address = address->stripPointerCasts();
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(address);
    if (!step) break;
    if (layout.getIndexTypeSizeInBits(step->getType()) != bits ||
        !step->collectOffset(layout, bits, scaled, constant))
      return false;
    address = step->getPointerOperand();
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(address);
  if (!variable || variable->getAddressSpace() != kSharedSpace) return false;
  base.variable = variable;
  for (const auto& [value, factor] : scaled) base.scaled.emplace_back(value, factor.getSExtValue());
  std::sort(base.scaled.begin(), base.scaled.end());
  offset = constant.getSExtValue();
  return true;
}

// Adds the rows of adjacent reads.
void add_rows(std::vector<Read>& reads, std::vector<ReadsAhead>& found) {
  std::stable_sort(reads.begin(), reads.end(),
                   [](const Read& one, const Read& other) { return one.offset < other.offset; });
  for (std::size_t i = 0; i < reads.size();) {
    std::size_t end = i + 1, first = i;
    std::int64_t reached = reads[i].offset + static_cast<std::int64_t>(reads[i].bytes);
    while (end < reads.size() && reads[end].offset <= reached &&
           reads[end].offset + static_cast<std::int64_t>(reads[end].bytes) - reads[i].offset <=
               static_cast<std::int64_t>(kMaxRowBytes)) {
      reached = std::max(reached, reads[end].offset + static_cast<std::int64_t>(reads[end].bytes));
      if (reads[end].number < reads[first].number) first = end;
      ++end;
    }
    if (end - i >= kFewestReads)
      found.push_back({reads[first].load, reads[i].offset - reads[first].offset,
                       static_cast<std::uint64_t>(reached - reads[i].offset)});
    i = end;
  }
}

}  // namespace

std::vector<ReadsAhead> reads_ahead(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<ReadsAhead> found;
  for (llvm::BasicBlock& block : function) {
    // The reads are in the order of the code, because the keys are ordered by pointers.
    std::map<Base, std::size_t> numbers;
    std::vector<std::vector<Read>> reads;
    const auto end = [&] {
      for (std::vector<Read>& each : reads) add_rows(each, found);
      numbers.clear();
      reads.clear();
    };
    std::size_t number = 0;
    for (llvm::Instruction& instruction : block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && load->isSimple()) {
        const std::uint64_t bytes = layout.getTypeStoreSize(load->getType());
        Base base;
        std::int64_t offset = 0;
        if (bytes % 4 == 0 && bytes <= 16 && load->getAlign() >= 4 &&
            take_apart(load->getPointerOperand(), layout, base, offset)) {
          const std::size_t at = numbers.try_emplace(std::move(base), reads.size()).first->second;
          if (at == reads.size()) reads.emplace_back();
          reads[at].push_back({load, number++, offset, bytes});
        }
      } else if (instruction.mayWriteToMemory() && !llvm::isa<llvm::DbgInfoIntrinsic>(&instruction)) {
        end();  // the instruction may write the memory that is read, or be a barrier
      }
    }
    end();
  }
  return found;
}

}  // namespace gridcall::cc::check
