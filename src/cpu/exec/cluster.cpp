// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/cluster.h"

#include <cstdio>
#include <cstring>
#include <new>

#include "cpu/abi/runtime.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

SharedMemory::~SharedMemory() {
  if (pages_.begin == 0) return;
  memory().remove(pages_.begin, nullptr);
  guarded_unmap(pages_);
}

bool SharedMemory::map() noexcept {
  if (pages_.begin != 0) return true;
  GuardedPages pages;
  if (!guarded_map(kMaxSharedBytes, kPageBytes, pages)) return false;
  try {
    memory().add(Range{pages.begin, pages.bytes, RangeKind::kShared, nullptr});
  } catch (const std::bad_alloc&) {
    guarded_unmap(pages);
    return false;
  }
  pages_ = pages;
  return true;
}

bool Cluster::begin(std::uint32_t blocks) noexcept {
  for (std::uint32_t rank = 0; rank < blocks; ++rank) {
    if (!shared[rank].map()) return false;
  }
  all_ = (1u << blocks) - 1;
  arrived_ = ended_ = 0;
  phase_.store(0, std::memory_order_relaxed);
  return true;
}

bool Cluster::complete() noexcept {
  if ((arrived_ | ended_) != all_) return false;
  arrived_ = 0;
  phase_.store(phase_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  return true;
}

bool Cluster::arrive(std::uint32_t rank) noexcept {
  const std::lock_guard lock(lock_);
  arrived_ |= 1u << rank;
  return complete();
}

bool Cluster::end(std::uint32_t rank) noexcept {
  const std::lock_guard lock(lock_);
  ended_ |= 1u << rank;
  if (ended_ == all_) return true;
  if (arrived_ != 0) complete();
  return false;
}

Cluster* Clusters::enter(std::uint64_t number, std::uint32_t blocks) noexcept {
  try {
    const std::lock_guard lock(lock_);
    std::unique_ptr<Cluster>& cluster = running_[number];
    if (cluster) return cluster.get();
    if (idle_.empty()) {
      cluster = std::make_unique<Cluster>();
    } else {
      cluster = std::move(idle_.back());
      idle_.pop_back();
    }
    if (cluster->begin(blocks)) return cluster.get();
    running_.erase(number);
    return nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void Clusters::leave(std::uint64_t number, std::uint32_t rank) noexcept {
  const std::lock_guard lock(lock_);
  const auto found = running_.find(number);
  if (found == running_.end() || !found->second->end(rank)) return;
  try {
    idle_.push_back(std::move(found->second));
  } catch (const std::bad_alloc&) {
    // The cluster is destroyed with its entry.
  }
  running_.erase(found);
}

void Clusters::clear() noexcept {
  const std::lock_guard lock(lock_);
  running_.clear();
  idle_.clear();
}

namespace {

// Returns the cluster; a block of a launch without clusters has one of its own.
Cluster* cluster_of(Block& block) noexcept {
  if (block.cluster) return block.cluster;
  if (!block.alone) {
    const HostSection host(*block.worker);
    block.alone.reset(new (std::nothrow) Cluster);
  }
  return block.alone.get();
}

Block& waiting_block(ThreadContext* thread) noexcept {
  Block& block = block_of(thread);
  if (!block.fibers)
    refuse(thread, Fault::kTrap, "a cluster's barrier in a kernel that its image declares free of barriers");
  if (!cluster_of(block)) {
    FaultNote note;
    note.set_no_memory();
    block.worker->note = note;
    block.worker->abandon_fiber();
  }
  return block;
}

// Reports the block's arrival once all of its threads have arrived or exited.
void arrive_if_complete(Block& block) noexcept {
  if (block.cluster_arrived || block.cluster_arrivals < block.live) return;
  block.cluster_arrived = true;
  const HostSection host(*block.worker);
  if (!cluster_of(block)->arrive(block.cluster_rank)) return;
  // The blocks may read after the barrier the values that others wrote before it.
  if (block.launch->checks.first_block.load(std::memory_order_relaxed) != 0) block.launch->checks.renumber();
}

// Begins the next phase with the first threads that arrive.
void begin_phase(Block& block) noexcept {
  const std::uint32_t now = cluster_of(block)->phase();
  if (block.cluster_phase == now) return;
  block.cluster_phase = now;
  block.cluster_arrivals = block.cluster_waiting = 0;
  block.cluster_arrived = false;
}

// No other thread of the block can run: the threads that are not at the cluster's barrier wait in the block
// for threads that are.
void refuse_deadlock(ThreadContext* thread, Block& block) noexcept {
  if (block.cluster_arrived || block.cluster_waiting == block.live || block.ready.count != 0 ||
      block.next_unstarted != block.context.thread_count || block.polling.count + 1 != block.cluster_waiting)
    return;
  Worker& worker = *block.worker;
  worker.in_kernel.store(false, std::memory_order_relaxed);
  worker.note = FaultNote{};
  worker.note.set = true;
  worker.note.kind = Fault::kDeadlock;
  std::memcpy(worker.note.thread, thread->thread_index, sizeof worker.note.thread);
  block.describe_deadlock(worker.note.detail, sizeof worker.note.detail);
  check_deadlock(block);
  worker.abandon_fiber();
}

}  // namespace

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

void gridcall_rt_cluster_arrive(ThreadContext* thread) {
  Block& block = waiting_block(thread);
  begin_phase(block);
  reinterpret_cast<Thread*>(thread)->cluster_phase = block.cluster_phase;
  ++block.cluster_arrivals;
  arrive_if_complete(block);
}

void gridcall_rt_cluster_wait(ThreadContext* thread) {
  Block& block = waiting_block(thread);
  const std::uint32_t phase = reinterpret_cast<Thread*>(thread)->cluster_phase;
  if (phase == block.cluster_phase) ++block.cluster_waiting;
  while (cluster_of(block)->phase() == phase) {
    arrive_if_complete(block);
    if (cluster_of(block)->phase() != phase) return;
    refuse_deadlock(thread, block);
    gridcall_rt_yield(thread);
  }
}

void* gridcall_rt_cluster_address(ThreadContext* thread, std::uint32_t word) {
  const Block& block = block_of(thread);
  const std::uint32_t offset = word & ((1u << kClusterRankShift) - 1), rank = (word >> kClusterRankShift) - 1;
  if (word >> kClusterRankShift == 0 || (!block.cluster && rank == 0)) return block.context.shared + offset;
  const std::uint32_t blocks = block.launch->cluster_blocks();
  if (rank < blocks) return block.cluster->shared[rank].data() + offset;
  char text[96];
  std::snprintf(text, sizeof text, "illegal address: shared memory of block %u of a cluster of %u", rank,
                blocks);
  refuse(thread, Fault::kIllegalAddress, text);
}

std::uint32_t gridcall_rt_cluster_rank(ThreadContext* thread, void* pointer) {
  const Block& block = block_of(thread);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!block.cluster) return block.shared_memory.holds(address) ? 0 : ~0u;
  for (std::uint32_t rank = 0; rank < block.launch->cluster_blocks(); ++rank) {
    if (block.cluster->shared[rank].holds(address)) return rank;
  }
  return ~0u;
}

std::uint32_t gridcall_rt_special(ThreadContext* thread, std::uint32_t which) {
  const Block& block = block_of(thread);
  const Launch& launch = *block.launch;
  const BlockContext& context = block.context;
  // The first twelve numbers are x, y and z of four registers.
  const std::uint32_t axis = which % 3, size = launch.cluster[axis], index = context.block_index[axis];
  const std::uint32_t shared = (context.static_shared_bytes + 15) / 16 * 16 + context.dynamic_shared_bytes;
  switch (static_cast<Special>(which)) {
    case Special::kClusterBlockX:
    case Special::kClusterBlockY:
    case Special::kClusterBlockZ:
      return index % size;
    case Special::kClusterBlocksX:
    case Special::kClusterBlocksY:
    case Special::kClusterBlocksZ:
      return size;
    case Special::kClusterX:
    case Special::kClusterY:
    case Special::kClusterZ:
      return index / size;
    case Special::kClustersX:
    case Special::kClustersY:
    case Special::kClustersZ:
      return launch.grid[axis] / size;
    case Special::kClusterBlock:
      return block.cluster_rank;
    case Special::kClusterBlocks:
      return launch.cluster_blocks();
    case Special::kIsExplicitCluster:
      return launch.has_clusters ? 1 : 0;
    case Special::kSharedBytes:
    case Special::kAggregateSharedBytes:
      return shared;
    case Special::kDynamicSharedBytes:
      return context.dynamic_shared_bytes;
  }
  return 0;
}
