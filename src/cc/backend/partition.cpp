// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/partition.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <sched.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <utility>
#include <vector>

#include "cc/backend/forked_task.h"
#include "cc/backend/merge_objects.h"
#include "cc/ir/names.h"

namespace gridcall::cc {
namespace {

// A partition of this size takes half a second; splitting takes a few hundredths.
constexpr unsigned kInstructionsPerPartition = 10000;
constexpr unsigned kMaxPartitions = 8;

bool is_warp_entry(const llvm::Function& function) {
  return !function.isDeclaration() && function.getName().starts_with(kWarpPrefix);
}

// Assigns each warp entry to the partition with the least work, and all other functions to partition 0.
std::map<const llvm::Function*, unsigned> assign(const llvm::Module& module, unsigned partitions) {
  std::vector<std::uint64_t> work(partitions);
  std::vector<std::pair<std::uint64_t, const llvm::Function*>> entries;
  for (const llvm::Function& function : module) {
    if (is_warp_entry(function)) {
      entries.emplace_back(function.getInstructionCount(), &function);
    } else {
      work[0] += function.getInstructionCount();
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::map<const llvm::Function*, unsigned> places;
  for (const auto& [size, function] : entries) {
    const auto least = static_cast<unsigned>(std::min_element(work.begin(), work.end()) - work.begin());
    places[function] = least;
    work[least] += size;
  }
  return places;
}

// Gives all partitions one name space, in which no internal name occurs in two of them.
void share_names(llvm::Module& module) {
  const auto share = [](llvm::GlobalObject& value, const char* name) {
    value.setComdat(nullptr);
    if (!value.hasLocalLinkage()) return;
    if (!value.hasName()) value.setName(name);
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    value.setDSOLocal(true);
  };
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) share(function, "gridcall_function");
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    // Each partition that reads a private constant has its own copy.
    if (!variable.isDeclaration() && !(variable.hasPrivateLinkage() && variable.isConstant()))
      share(variable, "gridcall_data");
  }
}

void keep(llvm::Module& module, const std::map<const llvm::Function*, unsigned>& places, unsigned partition) {
  llvm::SmallVector<llvm::GlobalValue*> described;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    auto place = places.find(&function);
    if ((place == places.end() ? 0 : place->second) == partition) continue;
    function.deleteBody();
    function.setDSOLocal(true);
    if (partition == 0) described.push_back(&function);
  }
  if (partition == 0) {
    // The module description refers to these functions; until it is written they have no other use.
    llvm::appendToCompilerUsed(module, described);
    return;
  }
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (variable.isDeclaration() || variable.hasPrivateLinkage()) continue;
    if (variable.hasAppendingLinkage()) {
      variable.eraseFromParent();
    } else if (variable.isConstant()) {
      variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
    } else {
      variable.setInitializer(nullptr);
    }
  }
}

unsigned usable_cores() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

}  // namespace

unsigned count_partitions(const llvm::Module& module) {
  if (!module.alias_empty() || !module.ifunc_empty()) return 1;
  unsigned instructions = 0;
  unsigned entries = 0;
  for (const llvm::Function& function : module) {
    instructions += function.getInstructionCount();
    entries += is_warp_entry(function);
  }
  return std::clamp(std::min(instructions / kInstructionsPerPartition, entries + 1), 1u, kMaxPartitions);
}

std::optional<std::string> finish_in_partitions(
    llvm::Module& module, unsigned partitions, const std::function<std::string(unsigned partition)>& finish) {
  share_names(module);
  const auto places = assign(module, partitions);
  const unsigned at_once = usable_cores();
  std::vector<ForkedTask> tasks(partitions);
  const auto start = [&](unsigned partition) {
    return tasks[partition].start([&] {
      keep(module, places, partition);
      return finish(partition);
    });
  };
  bool good = true;
  unsigned running = 0;
  const auto finish_one = [&] {
    int status = 0;
    const pid_t ended = ::wait(&status);
    if (ended < 0) return errno == EINTR;
    --running;
    good = good && status == 0;
    return true;
  };
  // Starts the partitions in order, because they are about equal in size.
  for (unsigned partition = 0; partition < partitions && good; ++partition) {
    while (running >= at_once && finish_one()) {
    }
    good = good && start(partition);
    running += good;
  }
  while (running > 0 && finish_one()) {
  }
  std::vector<std::string> objects(partitions);
  for (unsigned partition = 0; partition < partitions; ++partition) {
    std::optional<std::string> object = tasks[partition].result();
    good = good && object.has_value();
    if (good) objects[partition] = std::move(*object);
  }
  if (!good) return std::nullopt;
  return merge_objects(objects);
}

}  // namespace gridcall::cc
