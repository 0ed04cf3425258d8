// SPDX-License-Identifier: Apache-2.0
//
// Queued work. Every piece of work is an Op; an Op waits for others (its stream's last one, what the NULL
// stream asks for, an event) by counted edges. An Op with nothing left to wait for is completed at once
// (events), handed to the workers (kernels, copies, fills) or to the host thread that waits for it
// (synchronous copies). One lock guards the graph; kernels' blocks are claimed without it.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "cpu/abi/image.h"
#include "cpu/base/fault_text.h"
#include "cpu/exec/fault.h"
#include "cpu/exec/warp_block.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Module;
struct Op;
struct Stream;

// A fault of a stream's work, reported once. Counted references, under the scheduler's lock. Every Op comes
// with one, so that a fault is never lost for want of memory; its text may be.
struct FaultRecord {
  std::uint32_t references = 0;
  driver::CUresult code = driver::CUDA_SUCCESS;
  bool reported = false;
  std::uint64_t epoch = 0;      // of its stream
  std::uint64_t number = 0;     // faults are reported in the order in which they came
  char* text = nullptr;         // owned; NULL where there was no memory for it
  FaultRecord* next = nullptr;  // in the free list
};

enum class OpKind : std::uint8_t { kMarker, kLaunch, kCopy, kFill };

enum OpState : std::uint32_t {
  kOpQueued = 0,
  kOpReady = 1,  // only for work that a host thread does itself
  kOpDone = 2,
};

struct Edge {
  Op* to;
  Edge* next;
};

struct Op {
  std::atomic<std::uint32_t> state{kOpQueued};
  std::atomic<std::uint32_t> sleepers{0};
  OpKind kind = OpKind::kMarker;
  bool by_host = false;
  bool skipped = false;  // queued behind a fault
  std::uint32_t references = 0;
  std::uint32_t blockers = 0;
  Edge* successors = nullptr;
  Stream* stream = nullptr;
  std::uint64_t epoch = 0;
  std::int64_t done_ns = 0;
  Op* next = nullptr;  // in the ready list or the free list
  Op* previous = nullptr;
  bool listed = false;
  FaultRecord* fault = nullptr;  // its own, or for which it was skipped
  FaultRecord* spare = nullptr;  // for a fault of its own
  Module* modules[2] = {};       // kept loaded until done

  // A launch with a time limit, from when its first block begins.
  std::int64_t limit_ns = 0;  // 0: none
  std::int64_t began_ns = 0;  // 0: it has not
  Op* next_limited = nullptr;

  // Work is cut in parts: a kernel's blocks, a copy's pieces.
  std::uint64_t parts = 0;
  std::uint64_t grain = 1;  // parts that a worker claims at once
  alignas(64) std::atomic<std::uint64_t> next_part{0};
  alignas(64) std::atomic<std::uint64_t> finished_parts{0};
  // Read for every block, written seldom: not beside the counters.
  alignas(64) std::atomic<bool> stop{false};                // faulted or given up: no further part is run
  std::atomic<bool> waits{false};                           // something of it has been set aside
  std::atomic<std::uint64_t> last_over{~std::uint64_t{0}};  // which block of those that waited ended last

  // Launch
  const KernelDescription* kernel = nullptr;
  WarpChoice warp;  // without an entry: each thread by itself
  std::uint32_t grid[3] = {};
  std::uint32_t block[3] = {};
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint64_t> parameters;  // as bytes, 8-byte aligned; keeps its memory when the Op is reused
  std::mutex print_lock;
  std::string printed;

  // Copy and fill
  std::byte* destination = nullptr;
  const std::byte* source = nullptr;
  std::size_t bytes = 0;
  std::uint32_t value = 0;
  std::uint32_t value_bytes = 1;
};

inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

struct Stream {
  bool blocking = true;  // ordered with the NULL stream
  bool legacy = false;   // is the NULL stream
  bool destroyed = false;
  int priority = 0;
  Op* tail = nullptr;     // the last Op, while it is not done
  Op* running = nullptr;  // the Op that the workers have, if any: one at a time, the others wait for it
  std::uint32_t pending = 0;
  // What is queued belongs to the epoch; once a fault of it has been reported, what comes is of the next one.
  std::uint64_t epoch = 1;
  std::uint64_t faulted_epoch = 0;  // Ops of this epoch and before are skipped
  FaultRecord* fault = nullptr;     // the newest, also once it has been reported
  Stream* next_draining = nullptr;
};

struct Event {
  bool timing = true;
  Op* recorded = nullptr;
};

// References to the last Ops of some streams, for a wait without the lock.
class Tails {
 public:
  Tails() = default;
  Tails(const Tails&) = delete;
  Tails& operator=(const Tails&) = delete;

  bool empty() const noexcept { return count_ == 0; }
  // Throws bad_alloc; adding up to `count` does not.
  void reserve(std::size_t count) {
    if (count > kFew) more_.reserve(count - kFew);
  }
  void add(Op* op) noexcept {
    if (count_ < kFew) {
      few_[count_] = op;
    } else {
      more_.push_back(op);
    }
    ++count_;
  }
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < count_ && i < kFew; ++i) visit(few_[i]);
    for (Op* op : more_) visit(op);
  }

 private:
  static constexpr std::size_t kFew = 32;
  Op* few_[kFew];
  std::size_t count_ = 0;
  std::vector<Op*> more_;
};

// Everything about queued work. Methods named *_locked want `lock` held. Those that throw (bad_alloc) have
// done nothing then.
struct Scheduler {
  std::mutex lock;
  Stream legacy;
  std::unordered_set<Stream*> streams;  // live handles
  Stream* draining = nullptr;           // destroyed with work pending
  std::unordered_set<Event*> events;    // live handles
  std::uint64_t fault_count = 0;
  std::atomic<std::uint32_t> unreported{0};  // faults of streams
  Op* ready_head = nullptr;                  // Ops with unclaimed parts
  Op* ready_tail = nullptr;
  std::atomic<std::uint32_t> ready_count{0};
  Op* limited = nullptr;  // launches with a time limit that have begun
  std::atomic<std::uint32_t> limited_count{0};
  Op* free_ops = nullptr;
  Edge* free_edges = nullptr;
  std::size_t free_edge_count = 0;
  FaultRecord* free_records = nullptr;
  std::string printed;  // what finished kernels printed, until a synchronisation writes it

  Scheduler() noexcept {
    legacy.legacy = true;
    legacy.blocking = false;
  }

  // NULL when the handle is none of ours.
  Stream* resolve_locked(driver::CUstream handle) noexcept;

  // One reference, the caller's.
  Op* new_op_locked(OpKind kind, Stream& stream);
  // Queues the Op behind its stream, and behind `also`. Call workers_wake() after unlocking.
  void submit_locked(Op* op, Op* also = nullptr);
  void hand_over_locked(Op* op) noexcept;  // to the workers
  void complete_locked(Op* op) noexcept;
  // What workers have run: with its fault, if it has one.
  void finish_locked(Op* op) noexcept;
  void release_locked(Op* op) noexcept;
  void destroy_locked(Stream* stream) noexcept;

  // Faults (stream_fault.cpp). Polls look; who waits for the stream or queues work on it takes: a fault is
  // reported once. Both leave the text to gridcallFaultText.
  driver::CUresult look_at_fault_locked(const FaultRecord* record) noexcept;
  driver::CUresult take_fault_locked(FaultRecord* record) noexcept;
  // Of a stream that work is about to be queued on: what comes after it is run again.
  driver::CUresult take_fault_locked(Stream& stream) noexcept;
  // The oldest that is not reported, of the default stream and those that are ordered with it, or of all
  // streams. NULL: none.
  FaultRecord* oldest_fault_locked(const Tails& waited_for, bool all) noexcept;
  // Of an Op that was skipped: also if another call has reported it.
  driver::CUresult report_skipped_locked(const Op& op) noexcept;
  // The fault of a running Op, unless it has one already. Takes over the text, which may be NULL.
  void set_fault_locked(Op* op, driver::CUresult code, char* text) noexcept;
  // Ends what runs on the stream and skips what is queued behind it.
  void cancel_locked(Stream& stream) noexcept;
  void unref_record_locked(FaultRecord* record) noexcept;

  // Time limits (stream_fault.cpp). The first block of the launch begins.
  void begin_limit_locked(Op* op, std::int64_t now) noexcept;
  // Ends the launches whose time is over. Answers when the next one's will be.
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::int64_t end_overdue_locked(std::int64_t now) noexcept;

  // For workers: an Op with unclaimed parts, moved to the list's end so that others get their turn.
  // With `others_only`, none of `avoid`; without, those come last.
  Op* claim_locked(const Op* const* avoid, std::size_t avoid_count, bool others_only) noexcept;
  void unlist_locked(Op* op) noexcept;

  // Waits without the lock.
  static void wait_done(Op* op) noexcept;
  static void wait_ready(Op* op) noexcept;
  // References to everything that `stream` (NULL: everything of all streams) has pending.
  void collect_locked(const Stream* stream, Tails& tails);
  void release_locked(const Tails& tails) noexcept;
  bool pending_locked(const Stream& stream) const noexcept;

  // Waits for everything, without reporting.
  void drain(const Stream* stream);
  void flush_printed() noexcept;

 private:
  void reserve_edges_locked(std::size_t count);
  void depend_locked(Op* op, Op* on) noexcept;
  void make_ready_locked(Op* op, Op*& finished) noexcept;
  void keep_printed_locked(std::string& text) noexcept;
  void end_locked(Op* op, driver::CUresult code, char* text) noexcept;
  void give_stream_fault_locked(Stream& stream, FaultRecord* record) noexcept;
};

Scheduler& scheduler() noexcept;

// A new Op, with a reference that is dropped at the end of the scope. Under the lock.
class NewOp {
 public:
  NewOp(Scheduler& queue, OpKind kind, Stream& stream)
      : queue_(queue), op_(queue.new_op_locked(kind, stream)) {}
  ~NewOp() { queue_.release_locked(op_); }
  NewOp(const NewOp&) = delete;
  NewOp& operator=(const NewOp&) = delete;

  Op* get() const noexcept { return op_; }
  Op* operator->() const noexcept { return op_; }

 private:
  Scheduler& queue_;
  Op* const op_;
};

}  // namespace gridcall::cpu
