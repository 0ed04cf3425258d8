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
  std::atomic<std::uint32_t> unreported{0};  // the number of faults
  Command* ready_head = nullptr;             // the commands with unclaimed chunks
  Command* ready_tail = nullptr;
  std::atomic<std::uint32_t> ready_count{0};
  std::atomic<std::uint32_t> ready_cooperative{0};  // the number of them whose blocks wait for each other
  LaunchCommand* limited = nullptr;                 // the launches with a time limit that have begun
  std::atomic<std::uint32_t> limited_count{0};
  Command* free_commands[kCommandKinds] = {};
  Edge* free_edges = nullptr;
  std::size_t free_edge_count = 0;
  FaultRecord* free_records = nullptr;
  std::string printed;  // the output of finished kernels, until a synchronization writes it

  // Makes a command with one reference, the caller's.
  template <class Kind>
  Kind* new_command_locked(Stream& stream) {
    Command* free = take_free_locked(Kind::kKind);
    return static_cast<Kind*>(prepare_locked(free ? free : new Kind, stream));
  }
  // Queues the command behind its stream and `also`, or records it if its stream captures. Call
  // workers_wake() after unlocking.
  void submit_locked(Command* command, Command* also = nullptr);
  // Queues several commands, each behind the previous one, of one stream that does not capture.
  void submit_locked(std::span<Command* const> commands, Command* also);
  void hand_over_locked(Command* command) noexcept;  // gives the command to the workers
  // Lets workers take chunks of a command that a host thread runs. Only that thread gets its fault.
  void share_locked(Command* command) noexcept;
  // Removes one blocker: another process's event (foreign_wait.h).
  void unblock_locked(Command* command) noexcept;
  void complete_locked(Command* command) noexcept;
  // Checks waiting commands after a write to memory; the waits of a cancelled stream end.
  void values_written_locked() noexcept;
  void complete_waits_of_locked(const Stream& stream) noexcept;
  // Finishes a command that workers have run, with its fault, if it has one.
  void finish_locked(Command* command) noexcept;
  void tell_checks_locked(LaunchCommand& launch) noexcept;
  void release_locked(Command* command) noexcept;
  void destroy_locked(Stream* stream) noexcept;
  void destroy_locked(Event* event) noexcept;

  // Faults (stream_fault.cpp). A poll looks at a fault; a call that waits for the stream or queues work takes
  // it, so that it is reported once. Both set the text of gridcallFaultText.
  driver::CUresult look_at_fault_locked(const FaultRecord* record) noexcept;
  driver::CUresult take_fault_locked(FaultRecord* record) noexcept;
  // Takes the fault of a stream before work is queued on it, so that the new work runs.
  driver::CUresult take_fault_locked(Stream& stream) noexcept;
  // Returns the oldest unreported fault of the default stream and the streams ordered with it, or of all
  // streams of the context; NULL if none.
  FaultRecord* oldest_fault_locked(const Context& context, const Tails& waited_for, bool all) noexcept;
  // Reports the fault of a command that was skipped, even if another call has reported it.
  driver::CUresult report_skipped_locked(const Command& command) noexcept;
  // Sets the fault of a running command that has none. Takes over the text, which may be NULL.
  void set_fault_locked(Command* command, driver::CUresult code, char* text) noexcept;
  // Fails a command that has not begun: it is skipped when it becomes ready, with the commands behind it.
  void fail_locked(Command* command, driver::CUresult code, char* text) noexcept;
  // Ends the running work of the stream and skips the queued work.
  void cancel_locked(Stream& stream) noexcept;
  void unref_record_locked(FaultRecord* record) noexcept;

  // Time limits (stream_fault.cpp). This is called when the first block of the launch begins.
  void begin_limit_locked(LaunchCommand* launch, std::int64_t now) noexcept;
  // Excludes the time between from the limits of launches.
  void forgive_locked(std::int64_t begin, std::int64_t end) noexcept;
  // Ends the launches whose time is over. Returns the time when the next one ends.
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::int64_t end_overdue_locked(std::int64_t now) noexcept;

  // Claims a command with unclaimed chunks and moves it to the list's end, so that others are claimed too.
  // With `others_only` it claims none of `avoid`; otherwise those come last.
  Command* claim_locked(const Command* const* avoid, std::size_t avoid_count, bool others_only) noexcept;
  // Claims a cooperative launch with a block to begin here: one of which this worker holds fewer blocks than
  // its share, `held` blocks in all, or any.
  Command* claim_cooperative_locked(std::uint64_t held, bool any) noexcept;
  void unlist_locked(Command* command) noexcept;

  // Waits for the command without the lock.
  static void wait_done(Command* command) noexcept;
  static void wait_ready(Command* command) noexcept;
  // Adds references to all pending commands of the stream, or of all streams of the context.
  void collect_locked(const Stream& stream, Tails& tails);
  void collect_locked(const Context& context, Tails& tails);
  void release_locked(const Tails& tails) noexcept;
  bool pending_locked(const Stream& stream) const noexcept;

  // Waits for the commands and writes what was printed, without the lock. Returns false if there is nothing
  // to wait for, and the lock was held all the time.
  bool wait(const Tails& tails, std::unique_lock<std::mutex>& held) noexcept;
  // Waits for all work of the context, without a report.
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

// A new command, whose reference is dropped at the end of the scope. The lock must be held.
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
