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
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "cpu/fault.h"
#include "cpu/image.h"
#include "cpu/warp_block.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Module;
struct Op;
struct Stream;

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
  FaultRecord* fault = nullptr;
  Module* modules[2] = {};  // kept loaded until done

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
  std::uint64_t epoch = 1;
  std::uint64_t faulted_epoch = 0;  // Ops of this epoch and before are skipped
  FaultRecord* fault = nullptr;
};

struct Event {
  bool timing = true;
  Op* recorded = nullptr;
};

// Everything about queued work. Methods named *_locked want `lock` held.
struct Scheduler {
  std::mutex lock;
  Stream legacy;
  std::unordered_set<Stream*> streams;  // live handles
  std::vector<Stream*> draining;        // destroyed with work pending
  std::unordered_set<Event*> events;    // live handles
  std::vector<FaultRecord*> faults;     // not reported yet, oldest first
  Op* ready_head = nullptr;             // Ops with unclaimed parts
  Op* ready_tail = nullptr;
  std::atomic<std::uint32_t> ready_count{0};
  Op* free_ops = nullptr;
  Edge* free_edges = nullptr;
  std::string printed;  // what finished kernels printed, until a synchronisation writes it

  Scheduler() {
    legacy.legacy = true;
    legacy.blocking = false;
  }

  // NULL when the handle is none of ours.
  Stream* resolve_locked(driver::CUstream handle) noexcept;
  // Ends the reporting of a fault: answers its code once and leaves its text to gridcallFaultText.
  driver::CUresult take_fault_locked(Stream& stream) noexcept;
  driver::CUresult take_record_locked(FaultRecord* record) noexcept;
  driver::CUresult take_any_fault_locked() noexcept;

  Op* new_op_locked(OpKind kind, Stream& stream);
  void depend_locked(Op* op, Op* on);
  // Queues the Op behind its stream. Call workers_wake() after unlocking.
  void submit_locked(Op* op);
  void hand_over_locked(Op* op) noexcept;  // to the workers
  void complete_locked(Op* op) noexcept;
  void release_locked(Op* op) noexcept;
  // Ends what runs on the stream and skips what is queued behind it.
  void cancel_locked(Stream& stream);
  void unref_record_locked(FaultRecord* record) noexcept;
  // Sets what a stream reports. Takes over one reference.
  void fault_locked(Op* op, FaultRecord* record) noexcept;

  // For workers: an Op with unclaimed parts, moved to the list's end so that others get their turn.
  // With `others_only`, none of `avoid`; without, those come last.
  Op* claim_locked(const Op* const* avoid, std::size_t avoid_count, bool others_only) noexcept;
  void unlist_locked(Op* op) noexcept;

  // Waits without the lock.
  static void wait_done(Op* op) noexcept;
  static void wait_ready(Op* op) noexcept;
  // References to everything that `stream` (NULL: everything of all streams) has pending.
  void collect_locked(const Stream* stream, std::vector<Op*>& ops);
  bool pending_locked(const Stream& stream) const noexcept;

  // Waits for the stream (NULL: for all), without reporting.
  void drain(const Stream* stream);
  void flush_printed() noexcept;

 private:
  void make_ready_locked(Op* op, Op*& finished) noexcept;
};

Scheduler& scheduler() noexcept;

}  // namespace gridcall::cpu
