// SPDX-License-Identifier: Apache-2.0
//
// Queued work. Every piece of work is a Command; a Command waits for others (its stream's last one, what the
// NULL stream asks for, an event) by counted edges. A Command with nothing left to wait for is completed at
// once (events), handed to the workers (kernels, copies, fills) or to the host thread that waits for it
// (synchronous copies). One lock guards the graph; kernels' blocks are claimed without it.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "cpu/queue/command.h"
#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

// References to the last commands of some streams, for a wait without the lock.
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
  void add(Command* command) noexcept {
    if (count_ < kFew) {
      few_[count_] = command;
    } else {
      more_.push_back(command);
    }
    ++count_;
  }
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < count_ && i < kFew; ++i) visit(few_[i]);
    for (Command* command : more_) visit(command);
  }

 private:
  static constexpr std::size_t kFew = 32;
  Command* few_[kFew];
  std::size_t count_ = 0;
  std::vector<Command*> more_;
};

// The queued work. Methods named *_locked require `lock`. One that throws (bad_alloc) has changed nothing.
struct Scheduler {
  std::mutex lock;
  std::uint64_t fault_count = 0;
  std::atomic<std::uint32_t> unreported{0};  // faults of streams
  Command* ready_head = nullptr;             // commands with unclaimed chunks
  Command* ready_tail = nullptr;
  std::atomic<std::uint32_t> ready_count{0};
  std::atomic<std::uint32_t> ready_cooperative{0};  // those of them whose blocks wait for each other
  LaunchCommand* limited = nullptr;                 // launches with a time limit that have begun
  std::atomic<std::uint32_t> limited_count{0};
  Command* free_commands[kCommandKinds] = {};
  Edge* free_edges = nullptr;
  std::size_t free_edge_count = 0;
  FaultRecord* free_records = nullptr;
  std::string printed;  // what finished kernels printed, until a synchronization writes it

  // One reference, the caller's.
  template <class Kind>
  Kind* new_command_locked(Stream& stream) {
    Command* free = take_free_locked(Kind::kKind);
    return static_cast<Kind*>(prepare_locked(free ? free : new Kind, stream));
  }
  // Queues the command behind its stream, and behind `also`; or leaves it to the capture of its stream. Call
  // workers_wake() after unlocking.
  void submit_locked(Command* command, Command* also = nullptr);
  // Queues several commands, one behind the other, of one stream that captures nothing.
  void submit_locked(std::span<Command* const> commands, Command* also);
  void hand_over_locked(Command* command) noexcept;  // to the workers
  // The workers take chunks of what a thread of the host runs. Its fault is that thread's alone.
  void share_locked(Command* command) noexcept;
  // One thing fewer to wait for: another process's event (foreign_wait.h).
  void unblock_locked(Command* command) noexcept;
  void complete_locked(Command* command) noexcept;
  // Words that commands wait for may have been written; the waits of a stream that is cancelled end.
  void values_written_locked() noexcept;
  void complete_waits_of_locked(const Stream& stream) noexcept;
  // Finishes a command that workers have run, with its fault, if it has one.
  void finish_locked(Command* command) noexcept;
  void tell_checks_locked(LaunchCommand& launch) noexcept;
  void release_locked(Command* command) noexcept;
  void destroy_locked(Stream* stream) noexcept;
  void destroy_locked(Event* event) noexcept;

  // Faults (stream_fault.cpp). Polls look; a call that waits for the stream or queues work on it takes: a
  // fault is reported once. Both leave the text to gridcallFaultText.
  driver::CUresult look_at_fault_locked(const FaultRecord* record) noexcept;
  driver::CUresult take_fault_locked(FaultRecord* record) noexcept;
  // Takes the fault of a stream that work is about to be queued on: work that comes after it is run again.
  driver::CUresult take_fault_locked(Stream& stream) noexcept;
  // The oldest that is not reported, of the default stream and those that are ordered with it, or of all
  // streams of the context. NULL: none.
  FaultRecord* oldest_fault_locked(const Context& context, const Tails& waited_for, bool all) noexcept;
  // Reports the fault of a command that was skipped, even if another call has reported it.
  driver::CUresult report_skipped_locked(const Command& command) noexcept;
  // The fault of a running Command, unless it has one already. Takes over the text, which may be NULL.
  void set_fault_locked(Command* command, driver::CUresult code, char* text) noexcept;
  // A command that has not begun never will: it is skipped when it becomes ready, with what is behind it.
  void fail_locked(Command* command, driver::CUresult code, char* text) noexcept;
  // Ends what runs on the stream and skips what is queued behind it.
  void cancel_locked(Stream& stream) noexcept;
  void unref_record_locked(FaultRecord* record) noexcept;

  // Time limits (stream_fault.cpp). The first block of the launch begins.
  void begin_limit_locked(LaunchCommand* launch, std::int64_t now) noexcept;
  // The time between does not count for launches that have a limit.
  void forgive_locked(std::int64_t begin, std::int64_t end) noexcept;
  // Ends the launches whose time is over. Returns when the next one ends.
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::int64_t end_overdue_locked(std::int64_t now) noexcept;

  // For workers: a command with unclaimed chunks, moved to the list's end so that others are claimed too.
  // With `others_only`, none of `avoid`; without, those come last.
  Command* claim_locked(const Command* const* avoid, std::size_t avoid_count, bool others_only) noexcept;
  // Claims among cooperative launches alone, with a block of which to begin here: those of which this worker
  // holds fewer than its share, `held` blocks of all, or any.
  Command* claim_cooperative_locked(std::uint64_t held, bool any) noexcept;
  void unlist_locked(Command* command) noexcept;

  // Waits without the lock.
  static void wait_done(Command* command) noexcept;
  static void wait_ready(Command* command) noexcept;
  // References to everything that the stream, or all streams of the context, have pending.
  void collect_locked(const Stream& stream, Tails& tails);
  void collect_locked(const Context& context, Tails& tails);
  void release_locked(const Tails& tails) noexcept;
  bool pending_locked(const Stream& stream) const noexcept;

  // Waits for everything of the context, without reporting.
  void drain(const Context& context);
  void flush_printed() noexcept;

 private:
  void list_last_locked(Command* command) noexcept;
  Command* take_free_locked(CommandKind kind) noexcept;
  Command* prepare_locked(Command* command, Stream& stream);
  void put_free_locked(Command* command) noexcept;
  void collect_locked(const Context& context, bool all, Tails& tails);
  void reserve_edges_locked(std::size_t count);
  void depend_locked(Command* command, Command* on) noexcept;
  void complete_list_locked(Command* work) noexcept;
  void make_ready_locked(Command* command, Command*& finished) noexcept;
  void keep_printed_locked(std::string& text) noexcept;
  void end_locked(Command* command, driver::CUresult code, char* text) noexcept;
  void give_stream_fault_locked(Stream& stream, FaultRecord* record) noexcept;
};

Scheduler& scheduler() noexcept;

// A new command, with a reference that is dropped at the end of the scope. Under the lock.
template <class Kind>
class NewCommand {
 public:
  NewCommand(Scheduler& queue, Stream& stream)
      : queue_(queue), command_(queue.new_command_locked<Kind>(stream)) {}
  ~NewCommand() { queue_.release_locked(command_); }
  NewCommand(const NewCommand&) = delete;
  NewCommand& operator=(const NewCommand&) = delete;

  Kind* get() const noexcept { return command_; }
  Kind* operator->() const noexcept { return command_; }

 private:
  Scheduler& queue_;
  Kind* const command_;
};

}  // namespace gridcall::cpu
