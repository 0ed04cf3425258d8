// SPDX-License-Identifier: Apache-2.0
//
// One block of a kernel on one worker. Three strategies run it: threads one after another on one stack
// (kernels that never wait), a fiber for each thread (all others), and, where the image has warp entries,
// warps as vectors (warp_block.h).

#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cpu/abi/image.h"
#include "cpu/exec/check.h"
#include "cpu/exec/cluster.h"
#include "cpu/exec/fault.h"
#include "cpu/exec/fiber.h"
#include "cpu/exec/launch.h"
#include "cpu/exec/suspended_run.h"
#include "cpu/exec/warp_block.h"

namespace gridcall::cpu {

struct Block;
struct Worker;

inline constexpr std::uint32_t kMaxWarps = kMaxThreadsPerBlock / kWarpSize;
inline constexpr std::uint32_t kNamedBarriers = 16;

template <class Visit>
void for_each_lane(std::uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

enum class ThreadState : std::uint8_t {
  kNotStarted,
  kRunnable,
  kPolling,  // has no fuel left; runs after all runnable threads
  kAtBarrier,
  kAtWarpFunction,
  kAtActiveMask,
  kExited,
};

struct Thread {
  ThreadContext context;  // the first member, because the runtime functions get its address
  Thread* next = nullptr;
  Stack* stack = nullptr;
  ThreadState state = ThreadState::kNotStarted;
  std::uint32_t barrier = 0;    // valid while it waits at one
  std::uint32_t predicate = 0;  // in: a barrier's predicate; out: its result
  std::uint32_t site = 0;
  std::uint32_t cluster_phase = 0;  // the phase in which it arrived at the cluster's barrier
};

struct WarpGroup {
  std::uint32_t kind = 0;  // a value of warp_function_kind()
  std::uint32_t mask = 0;
  std::uint32_t arrived = 0;
};

struct Warp {
  std::uint32_t live = 0;            // lanes that exist and have not exited
  std::uint32_t at_active_mask = 0;  // lanes that wait in activemask
  std::uint32_t group_count = 0;
  WarpGroup groups[kWarpSize];
  WarpOperands operands;  // each lane adds its own; the last one computes the results

  // For lanes that wait separately as elements of one vector (parking.cpp).
  std::uint32_t released = 0;  // lanes that may continue once the warp is resumed
  std::uint32_t at[kNamedBarriers] = {};
  std::uint32_t reducing = 0;  // the lanes of them that receive a result
  BarrierReduction reduction[kWarpSize];
  bool whole = false;  // the warp waits at the block barrier with all its live lanes

  // Returns the group of lanes that arrive with this mask; the first of them makes a new one.
  std::uint32_t group_of(std::uint32_t kind, std::uint32_t mask) noexcept {
    std::uint32_t index = 0;
    while (index < group_count && (groups[index].kind != kind || groups[index].mask != mask)) ++index;
    if (index == group_count) groups[group_count++] = WarpGroup{kind, mask, 0};
    return index;
  }
};

// Returns the size of a stack on which `lanes` threads of the kernel run at a time, at least `least`.
std::size_t stack_bytes_for(std::size_t least, const KernelDescription& kernel,
                            std::uint32_t lanes = 1) noexcept;
// Returns true if a shuffle reads lane `source` of its segment; otherwise it returns the lane's own value.
bool shuffle_source(ShuffleMode mode, std::uint32_t lane, std::uint32_t operand, std::uint32_t width,
                    std::uint32_t& source) noexcept;
// Computes the results of the lanes that met in a warp function.
void compute_warp_function(std::uint32_t kind, std::uint32_t arrived, WarpOperands& operands) noexcept;
// Returns the count of a named barrier, rounded up to whole warps as in the hardware. 0 means the whole
// block.
constexpr std::uint32_t threads_at_named_barrier(std::uint32_t count, std::uint32_t thread_count) noexcept {
  const std::uint32_t warps = count / kWarpSize + (count % kWarpSize != 0 ? 1 : 0);
  return warps < kMaxWarps && warps * kWarpSize < thread_count ? warps * kWarpSize : thread_count;
}
std::uint32_t barrier_result(BarrierReduction reduction, std::uint32_t count, std::uint32_t arrived) noexcept;

// Ends the thread's launch, for runtime functions.
[[noreturn]] void refuse(ThreadContext* thread, Fault kind, const char* detail) noexcept;

// The messages that reference mode and warp mode share.
inline constexpr char kNoSuchBarrier[] = "a named barrier of a number above 15";
inline constexpr char kNoSuchWidth[] = "a shuffle of width %u: a power of two from 1 to %u is allowed";
inline constexpr char kUnnamedCaller[] =
    "a warp function with mask 0x%08x, which does not name the calling lane %u";

struct Barrier {
  std::uint32_t arrived = 0;
  std::uint32_t wanted = 0;  // 0: every thread that has not exited
  std::uint32_t count = 0;   // the number of true predicates
  Thread* head = nullptr;
  Thread* tail = nullptr;
};

struct ThreadQueue {
  Thread* head = nullptr;
  Thread* tail = nullptr;
  std::uint32_t count = 0;

  void push(Thread* thread) noexcept {
    thread->next = nullptr;
    (tail ? tail->next : head) = thread;
    tail = thread;
    ++count;
  }
  Thread* pop() noexcept {
    Thread* thread = head;
    if (!thread) return nullptr;
    head = thread->next;
    if (!head) tail = nullptr;
    --count;
    return thread;
  }
};

enum class BlockOutcome : std::uint8_t {
  kDone,
  kPolling,    // every thread or run that can continue has had a time slice and needs another
  kFaulted,    // the worker's note has the fault
  kCancelled,  // the launch was stopped
  kNoMemory,
};

struct alignas(64) Block {
  BlockContext context;  // the first member, because generated code and the runtime functions get its address
  Launch* launch = nullptr;
  const LaunchCode* code = nullptr;  // one of the launch's
  Worker* worker = nullptr;
  bool fibers = false;

  std::unique_ptr<Thread[]> threads;
  std::unique_ptr<Warp[]> warps;
  Barrier barriers[kNamedBarriers];
  ThreadQueue ready;
  ThreadQueue polling;
  std::uint32_t next_unstarted = 0;
  std::uint32_t live = 0;
  std::uint32_t round_left = 0;
  std::uint32_t active_mask_waiters = 0;
  bool active_mask_waited = false;  // all threads have polled once since
  StackPool* stacks = nullptr;
  WarpBlock warp_block;
  SharedMemory shared_memory;  // the block's own, unless it belongs to a cluster
  Cluster* cluster = nullptr;  // a cluster of more than this block
  std::unique_ptr<Cluster> alone;
  std::uint64_t cluster_number = 0;
  std::uint32_t cluster_rank = 0;
  std::uint32_t cluster_phase = 0;     // the phase of the next two members
  std::uint32_t cluster_arrivals = 0;  // the threads that have arrived
  std::uint32_t cluster_waiting = 0;   // the threads that wait for the phase to end
  bool cluster_arrived = false;        // the cluster knows that the block has arrived
  std::int64_t started_ns = 0;
  std::unique_ptr<BlockChecks> checks;  // NULL before it runs checked code
  CheckRange ranges[kCheckRanges];
  std::uint32_t range_misses[kCheckRanges];
  std::uint64_t ranges_of = 0;  // the CheckReports::launch of the ranges

  // The suspended runs of strategies 1 and 3.
  SuspendedRuns suspended;
  SuspendedRuns to_resume;  // the runs from `suspended` that are resumed before the next round
  void (*run_body)(void*) = nullptr;
  std::size_t run_stack_bytes = 0;
  bool waits_for_grid = false;    // the last suspended run waits at the grid's barrier
  std::uint32_t next_thread = 0;  // strategy 1: the first thread that has not begun
  bool takes_newest = false;      // warps of the newest code run the others

  // Begins block number `index` of the launch, to be run by that code. Returns false if memory is short.
  bool begin(Worker& on, Launch& of, const LaunchCode& by, std::uint64_t index) noexcept;

  // Strategy 1: runs all threads in sequence. kPolling: the block is suspended, and run_slice must be called
  // until it is not.
  BlockOutcome run_sequential() noexcept;
  // Runs the threads that have not begun, then resumes suspended runs, for `slice_ns` and until a run is
  // suspended.
  BlockOutcome run_slice(std::int64_t slice_ns) noexcept;
  std::uint64_t number() const noexcept {
    const std::uint32_t* const index = context.block_index;
    return index[0] + context.grid_size[0] * (index[1] + std::uint64_t{context.grid_size[1]} * index[2]);
  }
  // Returns true for strategy 1 if threads of the launch wait or take long; then each gets time slices.
  bool threads_take_turns() const noexcept {
    return !code->warp.entry && launch->has_suspended.load(std::memory_order_relaxed);
  }
  std::int32_t sequential_fuel() const noexcept;
  std::uint32_t suspended_count() const noexcept { return suspended.count + to_resume.count; }
  // Suspends the calling run until its next time slice, for runtime functions.
  void suspend() noexcept;

  // Strategy 1: lets warps of optimized code run the threads that have not begun. Returns false if there is
  // no such code, or a part of a warp has begun.
  bool take_newest_code() noexcept;

  // Strategy 2: each thread has a fiber. Call start_fibers, then run_fibers while it returns kPolling.
  bool start_fibers() noexcept;
  BlockOutcome run_fibers() noexcept;
  // Tells the cluster that the block has ended.
  void leave_cluster() noexcept;
  // Frees all stacks after a fault or a cancellation.
  void abandon() noexcept;

  // Strategy 3: runs warps as vectors (warp_block.cpp), for this block and the following ones. kPolling
  // concerns the current block; the caller must run the remaining blocks elsewhere (WarpBlock::blocks_left).
  BlockOutcome run_warps(std::uint64_t blocks) noexcept;

  // Waits on the thread's own fiber, for runtime functions.
  void wait(Thread* self) noexcept;  // self is parked or queued; others run until it is resumed
  void make_ready(Thread* thread) noexcept {
    thread->state = ThreadState::kRunnable;
    ready.push(thread);
  }
  void release_barrier_if_complete(std::uint32_t id) noexcept;
  // Strategy 3: begins to run a block in which lanes of a warp wait separately (parking.cpp).
  void begin_parking() noexcept;
  bool begin_parked_round() noexcept;
  bool release_complete_barriers() noexcept;
  void resume_parked(std::uint32_t warp) noexcept;
  void park(std::uint32_t warp, std::uint32_t lanes, std::uint32_t barrier, std::uint32_t wanted,
            BarrierReduction reduction, std::uint32_t predicates) noexcept;
  void release_parked(std::uint32_t barrier) noexcept;
  void parked(Thread* self) noexcept;          // may complete a pending activemask
  void exit_warp_lane(Thread* self) noexcept;  // warp.cpp
  bool release_active_mask(Warp& warp, std::uint32_t first_thread,
                           bool even_if_some_poll) noexcept;  // warp.cpp
  void describe_deadlock(char* text, std::size_t capacity) const noexcept;

 private:
  Thread* pick() noexcept;
  bool run_on(Thread* next, Thread* from) noexcept;
  static void fiber_main(void* argument);
  Thread* finish(Thread* self) noexcept;
  BlockOutcome begin_runs() noexcept;
  bool has_unstarted() const noexcept {
    if (!code->warp.entry) return next_thread < context.thread_count;
    return warp_block.next < warp_block.count ||
           (warp_block.has_suspended && !code->warp.whole_blocks && warp_block.some_paused());
  }
  void init_thread(std::uint32_t index) noexcept;
  // Sets the job of run_slice to run warps of this block and the following ones. Returns false if memory is
  // short.
  bool prepare_warps(std::uint64_t blocks) noexcept;
};

inline Block& block_of(const ThreadContext* thread) noexcept {
  return *reinterpret_cast<Block*>(thread->block);
}

inline constexpr std::int32_t kFiberFuel = 256;
inline constexpr std::int32_t kSequentialFuel = 1 << 16;
inline constexpr std::int32_t kTurnFuel = 1 << 14;  // for kernels whose threads take turns
inline std::int32_t Block::sequential_fuel() const noexcept {
  return threads_take_turns() ? kTurnFuel : kSequentialFuel;
}
inline constexpr std::size_t kSequentialStackBytes = std::size_t{1} << 20;

// An OS thread of the pool. It does not share a cache line with the next one, because `current` is written
// for every warp.
struct alignas(64) Worker {
  std::uint32_t index = 0;
  Fiber main;
  // Not 0 if the running kernel must check whether its launch was stopped or `suspend_requested` is set.
  // Generated code reads it at back edges of loops. It is set after its reason.
  std::atomic<std::uint8_t> interrupt{0};
  std::atomic<bool> suspend_requested{false};  // the watchdog sets it
  // These are for the watchdog: whether kernels run, the number of begun blocks and rounds, and of suspended
  // runs.
  std::atomic<bool> busy{false};
  std::atomic<std::uint32_t> steps{0};
  std::atomic<std::uint32_t> runs_suspended{0};
  // The signal handler of this OS thread reads it.
  std::atomic<bool> in_kernel{false};
  Fiber* running = nullptr;
  Stack* running_stack = nullptr;
  StackPool* running_pool = nullptr;  // the pool of the running stack
  ThreadContext* current = nullptr;
  FaultNote note;
  Block* block = nullptr;

  std::vector<std::unique_ptr<StackPool>> pools;
  // The stack of the next run.
  StackPool* guarded_pool = nullptr;
  Stack* guarded_stack = nullptr;
  bool guarded_prepared = false;  // the stack waits for its next job
  void (*job)(void*) = nullptr;
  void* job_argument = nullptr;
  bool job_finished = false;
  bool has_suspended = false;

  std::vector<std::unique_ptr<Block>> idle_blocks;

  // Runs what(argument) on a stack of its own, where a fault ends only the run (suspended_run.cpp).
  RunResult run_guarded(void (*what)(void*), void* argument, std::size_t stack_bytes) noexcept;
  RunResult resume(SuspendedRun& run) noexcept;
  StackPool* pool(std::size_t stack_bytes) noexcept;
  void note_step() noexcept {
    steps.store(steps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Takes the request to suspend, for runtime functions on a run's stack.
  bool take_suspend_request() noexcept;
  void suspend(SuspendedRuns& list) noexcept;

  // Ends the thread for good, with the note as the reason; for runtime functions on a kernel's stack.
  [[noreturn]] void abandon_fiber() noexcept;

 private:
  RunResult enter(Stack& stack, StackPool& from) noexcept;
};

// Returns the worker of the calling OS thread, or NULL.
Worker* this_worker() noexcept;
void set_this_worker(Worker* worker) noexcept;

// A scope in which a fault belongs to the host: for locks and the host's allocator inside runtime functions.
class HostSection {
 public:
  explicit HostSection(Worker& worker) noexcept : worker_(worker) {
    worker_.in_kernel.store(false, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~HostSection() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    worker_.in_kernel.store(true, std::memory_order_relaxed);
  }
  HostSection(const HostSection&) = delete;
  HostSection& operator=(const HostSection&) = delete;

 private:
  Worker& worker_;
};

}  // namespace gridcall::cpu
