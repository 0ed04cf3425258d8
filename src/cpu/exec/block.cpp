// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/block.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "cpu/abi/runtime.h"
#include "cpu/base/futex.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

// initial-exec, because the signal handler reads it and must not allocate.
[[gnu::tls_model("initial-exec")]] thread_local Worker* worker_of_thread = nullptr;

}  // namespace

Worker* this_worker() noexcept {
  return worker_of_thread;
}
void set_this_worker(Worker* worker) noexcept {
  worker_of_thread = worker;
}

bool Block::begin(Worker& on, Launch& of, const LaunchCode& by, std::uint64_t index) noexcept {
  worker = &on;
  launch = &of;
  code = &by;
  // The blocks of a cluster have consecutive numbers.
  const std::uint32_t cluster_blocks = of.cluster_blocks();
  const std::uint64_t number = index / cluster_blocks;
  cluster = nullptr;
  cluster_rank = static_cast<std::uint32_t>(index % cluster_blocks);
  cluster_phase = cluster_arrivals = cluster_waiting = 0;
  cluster_arrived = false;
  alone.reset();
  if (cluster_blocks == 1 ? !shared_memory.map() : !(cluster = of.clusters.enter(number, cluster_blocks)))
    return false;
  cluster_number = number;
  std::uint64_t along = number, inside = cluster_rank;
  for (int axis = 0; axis < 3; ++axis) {
    const std::uint32_t size = of.cluster[axis], clusters = of.grid[axis] / size;
    context.block_index[axis] = static_cast<std::uint32_t>(along % clusters * size + inside % size);
    along /= clusters;
    inside /= size;
  }
  std::memcpy(context.block_size, of.block, sizeof context.block_size);
  std::memcpy(context.grid_size, of.grid, sizeof context.grid_size);
  context.thread_count = of.block[0] * of.block[1] * of.block[2];
  context.dynamic_shared_bytes = of.dynamic_shared_bytes;
  context.static_shared_bytes = by.kernel->static_shared_bytes;
  context.shared = (cluster ? cluster->shared[cluster_rank] : shared_memory).data();
  context.shadow = shadow().table();
  context.ranges = ranges;
  if (context.shadow && ranges_of != of.checks.launch) {
    std::memset(ranges, 0, sizeof ranges);
    std::memset(range_misses, 0, sizeof range_misses);
    ranges_of = of.checks.launch;
  }
  if (checks) {
    checks->has_begun = false;
    checks->checks = 0;
  }
  return true;
}

// ---- Strategy 1: threads in sequence -------------------------------------------------------------------

namespace {

void sequential_job(void* raw) {
  auto& block = *static_cast<Block*>(raw);
  const Launch& launch = *block.launch;
  const ThreadEntry entry = block.code->kernel->thread_entry;
  const void* parameters = launch.parameters.data();
  ThreadContext thread{};
  thread.block = &block.context;
  block.worker->current = &thread;
  std::uint32_t* const index = thread.thread_index;
  bool placed = false;
  while (block.next_thread < block.context.thread_count) {
    if (block.code->is_baseline && block.next_thread % kSingleLanes == 0 && block.take_newest_code()) return;
    const std::uint32_t linear = block.next_thread++;
    if (!placed) {
      const std::uint32_t row = linear / launch.block[0];
      index[0] = linear % launch.block[0];
      index[1] = row % launch.block[1];
      index[2] = row / launch.block[1];
    }
    thread.linear_index = linear;
    thread.fuel = block.sequential_fuel();
    block.worker->note_step();
    entry(&thread, parameters);
    // False if this run was suspended and another run has continued.
    placed = block.next_thread == linear + 1;
    if (++index[0] < launch.block[0]) continue;
    index[0] = 0;
    if (++index[1] < launch.block[1]) continue;
    index[1] = 0;
    ++index[2];
  }
}

}  // namespace

std::size_t stack_bytes_for(std::size_t least, const KernelDescription& kernel,
                            std::uint32_t lanes) noexcept {
  // The additional stack is for the callees, the C library's functions and this runtime, and for what vector
  // code spills: as much as without arrays.
  const std::size_t additional = lanes > 1 ? kSequentialStackBytes : std::size_t{32} * 1024;
  std::size_t wanted = std::size_t{kernel.local_bytes} * lanes + additional;
  wanted = (wanted + 65535) / 65536 * 65536;
  return wanted > least && kernel.local_bytes != 0 ? wanted : least;
}

bool Block::take_newest_code() noexcept {
  const HostSection host(*worker);
  const LaunchCode& newest = launch->newest_code();
  if (&newest == code || !newest.warp.entry || next_thread % newest.warp.lanes != 0) return false;
  // The two images may lay shared memory out differently.
  if (suspended_count() != 0 || (code->kernel->static_shared_bytes | newest.kernel->static_shared_bytes) != 0)
    return false;
  const LaunchCode* const old = std::exchange(code, &newest);
  if (!prepare_warps(1)) {
    code = old;
    return false;
  }
  warp_block.next = next_thread / newest.warp.lanes;
  takes_newest = true;
  return true;
}

BlockOutcome Block::run_sequential() noexcept {
  next_thread = 0;
  takes_newest = false;
  const std::size_t least = std::max(kSequentialStackBytes, launch->stack_bytes);
  run_body = sequential_job;
  run_stack_bytes = stack_bytes_for(least, *code->kernel);
  return begin_runs();
}

// ---- Strategies 1 and 3: runs ---------------------------------------------------------------------------

BlockOutcome Block::begin_runs() noexcept {
  fibers = false;
  worker->suspend_requested.store(false, std::memory_order_relaxed);
  return run_slice(0);
}

BlockOutcome Block::run_slice(std::int64_t slice_ns) noexcept {
  worker->block = this;
  worker->note.set = false;
  const std::int64_t until = slice_ns != 0 ? now_ns() + slice_ns : 0;
  for (;;) {
    RunResult end = RunResult::kFinished;
    if (has_unstarted()) {
      end = worker->run_guarded(run_body, this, run_stack_bytes);
    } else {
      if (to_resume.count == 0) to_resume = std::exchange(suspended, {});
      end = worker->resume(*to_resume.pop());
    }
    if (end == RunResult::kAborted)
      return worker->note.set ? BlockOutcome::kFaulted : BlockOutcome::kCancelled;
    if (end == RunResult::kFinished && suspended_count() == 0 && !std::exchange(takes_newest, false))
      return BlockOutcome::kDone;
    if (launch->stopped(std::memory_order_seq_cst)) return BlockOutcome::kCancelled;
    if (end == RunResult::kSuspended &&
        (until == 0 || std::exchange(waits_for_grid, false) || now_ns() >= until))
      return BlockOutcome::kPolling;
  }
}

// Runs on the stack of the run that it suspends.
void Block::suspend() noexcept {
  if (StackPool::overflowed(*worker->running_stack)) {
    worker->note = FaultNote{};
    worker->note.set = true;
    worker->note.kind = Fault::kStackOverflow;
    std::memcpy(worker->note.thread, worker->current->thread_index, sizeof worker->note.thread);
    worker->abandon_fiber();
  }
  launch->has_suspended.store(true, std::memory_order_relaxed);
  VectorWarp* warp =
      code->warp.entry ? &warp_block.split_at_running(VectorWarp::of(*worker->current)) : nullptr;
  worker->suspend(suspended);
  if (warp) warp->suspended = false;
}

// ---- All strategies -------------------------------------------------------------------------------------

void Block::leave_cluster() noexcept {
  if (std::exchange(cluster, nullptr)) launch->clusters.leave(cluster_number, cluster_rank);
}

void Block::abandon() noexcept {
  suspended.drop();
  to_resume.drop();
  if (!fibers || !threads) return;
  for (std::uint32_t i = 0; i < next_unstarted; ++i) {
    if (!threads[i].stack) continue;
    stacks->give(threads[i].stack);
    threads[i].stack = nullptr;
  }
}

std::uint32_t barrier_result(BarrierReduction reduction, std::uint32_t count,
                             std::uint32_t arrived) noexcept {
  switch (reduction) {
    case BarrierReduction::kNone:
    case BarrierReduction::kPaused:
    case BarrierReduction::kArrive:
      break;
    case BarrierReduction::kCount:
      return count;
    case BarrierReduction::kAnd:
      return count == arrived ? 1 : 0;
    case BarrierReduction::kOr:
      return count != 0 ? 1 : 0;
  }
  return 0;
}

void Block::release_barrier_if_complete(std::uint32_t id) noexcept {
  Barrier& barrier = barriers[id];
  const std::uint32_t wanted = barrier.wanted == 0 ? live : barrier.wanted;
  if (barrier.arrived < wanted || barrier.arrived == 0) return;
  Thread* thread = barrier.head;
  const std::uint32_t count = barrier.count;
  const std::uint32_t arrived = barrier.arrived;
  barrier = Barrier{};
  if (checks && thread) check_barrier(*this, id, thread, arrived);
  while (thread) {
    Thread* const following = thread->next;
    thread->predicate = barrier_result(static_cast<BarrierReduction>(thread->site), count, arrived);
    make_ready(thread);
    thread = following;
  }
}

void Block::parked(Thread* self) noexcept {
  Warp& warp = warps[self->context.linear_index / kWarpSize];
  if (warp.at_active_mask != 0) {
    release_active_mask(warp, self->context.linear_index / kWarpSize * kWarpSize, false);
  }
}

void Block::describe_deadlock(char* text, std::size_t capacity) const noexcept {
  std::size_t used = 0;
  const auto add = [&](const char* format, auto... values) {
    if (used >= capacity) return;
    const int written = std::snprintf(text + used, capacity - used, format, values...);
    if (written > 0) used += static_cast<std::size_t>(written);
  };
  add("%s", "deadlock: no thread of the block can go on");
  for (std::uint32_t id = 0; id < kNamedBarriers; ++id) {
    const Barrier& barrier = barriers[id];
    if (barrier.arrived == 0) continue;
    const std::uint32_t wanted = barrier.wanted == 0 ? live : barrier.wanted;
    if (id == 0) {
      add("; %u of %u threads wait at the block barrier", barrier.arrived, wanted);
    } else {
      add("; %u of %u threads wait at named barrier %u", barrier.arrived, wanted, id);
    }
  }
  std::uint32_t shown = 0;
  for (std::uint32_t first = 0; first < context.thread_count; first += kWarpSize) {
    const Warp& warp = warps[first / kWarpSize];
    for (std::uint32_t i = 0; i < warp.group_count; ++i) {
      const WarpGroup& group = warp.groups[i];
      if (group.arrived == 0) continue;
      if (++shown > 3) continue;
      add("; warp %u: lanes 0x%08x wait in a warp function for lanes 0x%08x of mask 0x%08x",
          first / kWarpSize, group.arrived, group.mask & warp.live & ~group.arrived, group.mask);
    }
  }
  if (shown > 3) add("; and %u more warp functions", shown - 3);
  if (cluster_waiting != 0) add("; %u of %u threads wait at the cluster's barrier", cluster_waiting, live);
}

// ---- Runtime functions of blocks ------------------------------------------------------------------------

void refuse(ThreadContext* context, Fault kind, const char* detail) noexcept {
  Worker& worker = *block_of(context).worker;
  worker.in_kernel.store(false, std::memory_order_relaxed);
  worker.note = FaultNote{};
  worker.note.set = true;
  worker.note.kind = kind;
  std::memcpy(worker.note.thread, context->thread_index, sizeof worker.note.thread);
  if (detail) std::snprintf(worker.note.detail, sizeof worker.note.detail, "%s", detail);
  worker.abandon_fiber();
}

namespace {

std::uint32_t barrier(ThreadContext* context, std::uint32_t id, std::uint32_t wanted, std::uint32_t reduction,
                      std::uint32_t predicate) noexcept {
  Block& block = block_of(context);
  if (!block.fibers) {
    // The compiler's flag says that this kernel never waits. A single thread needs no barrier; more threads
    // are a compiler error.
    if (context->block->thread_count == 1 && wanted <= 1) {
      const bool met = predicate != 0;
      return static_cast<BarrierReduction>(reduction) == BarrierReduction::kNone ? 0 : met ? 1 : 0;
    }
    refuse(context, Fault::kTrap, "a barrier in a kernel that its image declares free of barriers");
  }
  auto* self = reinterpret_cast<Thread*>(context);
  Barrier& place = block.barriers[id];
  place.wanted = wanted;
  self->site = reduction;
  self->state = ThreadState::kAtBarrier;
  self->barrier = id;
  self->next = nullptr;
  (place.tail ? place.tail->next : place.head) = self;
  place.tail = self;
  ++place.arrived;
  if (predicate != 0) ++place.count;
  block.release_barrier_if_complete(id);
  if (self->state == ThreadState::kAtBarrier) block.parked(self);
  block.wait(self);
  return self->predicate;
}

}  // namespace

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

std::uint32_t gridcall_rt_barrier(ThreadContext* thread, std::uint32_t reduction, std::uint32_t predicate) {
  return barrier(thread, 0, 0, reduction, predicate);
}

void gridcall_rt_named_barrier(ThreadContext* thread, std::uint32_t id, std::uint32_t count) {
  if (id >= kNamedBarriers) refuse(thread, Fault::kIllegalInstruction, kNoSuchBarrier);
  check_named_barrier(thread, id, count);
  barrier(thread, id, threads_at_named_barrier(count, thread->block->thread_count), 0, 0);
}

std::uint32_t gridcall_rt_any_barrier(ThreadContext* thread, std::uint32_t id, std::uint32_t count,
                                      std::uint32_t reduction, std::uint32_t predicate) {
  if (id >= kNamedBarriers) refuse(thread, Fault::kIllegalInstruction, kNoSuchBarrier);
  check_named_barrier(thread, id, count);
  const std::uint32_t wanted = threads_at_named_barrier(count, thread->block->thread_count);
  Block& block = block_of(thread);
  if (static_cast<BarrierReduction>(reduction) != BarrierReduction::kArrive || !block.fibers)
    return barrier(thread, id, wanted, reduction, predicate);
  block.barriers[id].wanted = wanted;
  ++block.barriers[id].arrived;
  block.release_barrier_if_complete(id);
  return 0;
}

void gridcall_rt_yield(ThreadContext* thread) {
  Block& block = block_of(thread);
  if (block.launch->stopped()) block.worker->abandon_fiber();
  if (!block.fibers) {
    if (block.threads_take_turns() || block.worker->take_suspend_request()) block.suspend();
    thread->fuel = block.sequential_fuel();
    return;
  }
  thread->fuel = kFiberFuel;
  auto* self = reinterpret_cast<Thread*>(thread);
  self->state = ThreadState::kPolling;
  block.polling.push(self);
  block.wait(self);
}

void gridcall_rt_nanosleep(ThreadContext* thread, std::uint32_t nanoseconds) {
  // PTX allows between 0 and twice the requested time, and at most 1 ms.
  const std::int64_t until = now_ns() + std::min<std::uint32_t>(nanoseconds, 1000000);
  do {
    gridcall_rt_yield(thread);
  } while (now_ns() < until);
}

std::uint64_t gridcall_rt_globaltimer(ThreadContext*) {
  return static_cast<std::uint64_t>(now_ns());
}

void gridcall_rt_fault(ThreadContext* thread, std::uint32_t fault) {
  refuse(thread, static_cast<Fault>(fault), nullptr);
}

void gridcall_rt_assert(ThreadContext* thread, const char* expression, const char* file, std::uint32_t line,
                        const char* function) {
  char text[sizeof(FaultNote::detail)];
  std::snprintf(text, sizeof text, "assertion `%.200s' failed, %.150s:%u, %.120s",
                expression ? expression : "?", file ? file : "?", line, function ? function : "?");
  refuse(thread, Fault::kAssert, text);
}
