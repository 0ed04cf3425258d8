// SPDX-License-Identifier: Apache-2.0
//
// A launch as the code that runs its blocks sees it.

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "cpu/abi/image.h"
#include "cpu/exec/check_reports.h"
#include "cpu/exec/cluster.h"
#include "cpu/exec/warp_block.h"
#include "cpu/runtime/heap.h"
#include "driver/types.h"

namespace gridcall::cpu {

// The code of one of the module's images for a launch.
struct LaunchCode {
  const KernelDescription* kernel = nullptr;  // until the end of the launch, when its module may be unloaded
  bool may_block = false;                     // the blocks run on fibers
  bool is_baseline = false;                   // optimized code may take its place while the launch runs
  WarpChoice warp;                            // without an entry, each thread runs by itself
};

class Launch {
 public:
  // `stop`: the owner sets it to prevent further blocks and to end the running ones. `write`: writes the
  // kernel's output after that of earlier launches, and clears it. `replace`: takes the optimized code, if it
  // is there by now, and returns the newest one.
  Launch(const std::atomic<bool>& stop, void (*write)(std::string& printed),
         const LaunchCode& (*replace)(Launch&)) noexcept
      : write_printed(write), replace_code_(replace), stop_(stop) {}

  bool stopped(std::memory_order order = std::memory_order_relaxed) const noexcept {
    return stop_.load(order);
  }

  // The code that the launch began with, and its optimized successor for the threads that had not begun.
  // `code`: the newest; a late worker still reads it.
  LaunchCode codes[2];
  std::atomic<const LaunchCode*> code{&codes[0]};
  // Returns the code for what begins now. The calling worker has claimed it.
  const LaunchCode& newest_code() noexcept {
    const LaunchCode& newest = *code.load(std::memory_order_acquire);
    return __builtin_expect(newest.is_baseline, 0) ? replace_code_(*this) : newest;
  }
  const KernelDescription& kernel() const noexcept { return *codes[0].kernel; }
  std::uint32_t grid[3] = {};
  std::uint32_t block[3] = {};
  std::uint32_t dynamic_shared_bytes = 0;
  std::size_t stack_bytes = 0;              // the minimum for a thread
  Heap* heap = nullptr;                     // the heap of the launch's context
  std::vector<std::uint64_t> parameters;    // the bytes, 8-byte aligned; the next launch reuses the memory
  std::vector<driver::ArgumentPart> parts;  // one for each parameter, or none; for checked code
  std::mutex print_lock;
  std::string printed;
  void (*const write_printed)(std::string& printed);
  // The state of a cooperative launch: the number of blocks at the grid's barrier, of its completions, and
  // whether a block has ended.
  bool is_cooperative = false;
  std::atomic<std::uint64_t> grid_arrived{0};
  std::atomic<std::uint64_t> grid_generation{0};
  std::atomic<bool> some_block_ended{false};
  std::uint32_t cluster[3] = {1, 1, 1};  // the blocks of one cluster
  bool has_clusters = false;             // the launch asked for clusters
  Clusters clusters;
  std::uint32_t cluster_blocks() const noexcept { return cluster[0] * cluster[1] * cluster[2]; }
  // Returns true if a block may wait for blocks that have not begun.
  bool blocks_meet() const noexcept { return is_cooperative || cluster_blocks() > 1; }
  // `of_cluster`: NULL or 0 in x for no cluster.
  void begin_grid(bool cooperative, const std::uint32_t* of_cluster) noexcept {
    is_cooperative = cooperative;
    has_clusters = of_cluster && of_cluster[0] != 0;
    for (int axis = 0; axis < 3; ++axis) cluster[axis] = has_clusters ? of_cluster[axis] : 1;
    checks.begin(block_count());
    if (!cooperative) return;
    grid_arrived.store(0, std::memory_order_relaxed);
    grid_generation.store(0, std::memory_order_relaxed);
    some_block_ended.store(false, std::memory_order_relaxed);
  }
  std::uint64_t block_count() const noexcept { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }

  CheckReports checks;
  std::atomic<bool> has_suspended{false};  // a thread or warp of the launch was suspended

 private:
  const LaunchCode& (*const replace_code_)(Launch&);
  const std::atomic<bool>& stop_;
};

}  // namespace gridcall::cpu
