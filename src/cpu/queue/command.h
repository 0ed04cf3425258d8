// SPDX-License-Identifier: Apache-2.0
//
// One piece of queued work. The base holds what every kind has: what it waits for and what waits for it, its
// state, its fault, and the chunks in which workers claim it. The kinds add what is done.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cpu/base/fault_text.h"
#include "cpu/exec/launch.h"
#include "cpu/queue/transfer.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Function;
struct Module;
struct Stream;

// A fault of a stream's work, which is reported once. The references are counted under the scheduler's lock.
// Every command has a spare record, so that lack of memory never loses a fault, though it may lose the text.
struct FaultRecord {
  std::uint32_t references = 0;
  driver::CUresult code = driver::CUDA_SUCCESS;
  bool reported = false;
  std::uint64_t epoch = 0;      // the epoch of the stream
  std::uint64_t number = 0;     // the order in which faults are reported
  char* text = nullptr;         // the owned text; NULL if memory was short
  char* reports = nullptr;      // the owned reports of checks, lines of JSON; NULL if there are none
  FaultRecord* next = nullptr;  // the link of the free list
};

enum class CommandKind : std::uint8_t {
  kMarker,      // a command that is done when its blockers are
  kLaunch,      // a LaunchCommand
  kTransfer,    // a TransferCommand
  kHostCall,    // a HostCallCommand
  kValueWait,   // a ValueWaitCommand
  kValueWrite,  // a ValueWriteCommand
};
inline constexpr std::size_t kCommandKinds = 6;

enum CommandState : std::uint32_t {
  kCommandQueued = 0,
  kCommandReady = 1,  // only for work that a host thread runs itself
  kCommandDone = 2,
};

struct Command;

struct Edge {
  Command* to;
  Edge* next;
};

struct Command {
  static constexpr CommandKind kKind = CommandKind::kMarker;
  explicit Command(CommandKind of = kKind) noexcept : kind(of) {}

  std::atomic<std::uint32_t> state{kCommandQueued};
  std::atomic<std::uint32_t> sleepers{0};
  const CommandKind kind;
  bool by_host = false;
  bool skipped = false;  // the command was queued behind a fault
  std::uint32_t references = 0;
  std::uint32_t blockers = 0;
  Edge* successors = nullptr;
  Stream* stream = nullptr;
  std::uint64_t epoch = 0;
  std::int64_t done_ns = 0;
  Command* next = nullptr;  // the link of the ready list or the free list
  Command* previous = nullptr;
  bool listed = false;
  FaultRecord* fault = nullptr;  // its own fault, or the one for which it was skipped
  FaultRecord* spare = nullptr;  // the record for a fault of its own
  Module* modules[2] = {};       // stay loaded until the command is done

  // Work consists of chunks: a kernel's blocks or a copy's pieces.
  std::uint64_t chunks = 0;
  std::uint64_t grain = 1;  // the chunks that a worker claims at once
  alignas(64) std::atomic<std::uint64_t> next_chunk{0};
  alignas(64) std::atomic<std::uint64_t> finished_chunks{0};
  // This is read for every block and rarely written, so it is in another cache line than the counters.
  alignas(64) std::atomic<bool> stop{false};  // after a fault or a cancellation no further chunk is run
};

struct LaunchCommand final : Command, Launch {
  static constexpr CommandKind kKind = CommandKind::kLaunch;
  LaunchCommand() noexcept;

  static LaunchCommand& of(Launch& launch) noexcept { return static_cast<LaunchCommand&>(launch); }

  // Chooses the code that runs the blocks, and the number of blocks at a time, for the function's present
  // kernel.
  void choose_entry() noexcept;
  // Returns false if the launch asks for more shared memory than the function's present kernel leaves.
  bool fits_newest() const noexcept;
  // Returns true if every cluster with a block that has begun has only such blocks.
  bool all_clusters_have_begun() const noexcept {
    return next_chunk.load(std::memory_order_relaxed) % cluster_blocks() == 0;
  }
  // Replaces the request by another launch's. Throws bad_alloc.
  void take_over(const LaunchCommand& other);

  const Function* function = nullptr;  // a function of modules[0]
  int cpu_mode = 0;                    // the function's when it was launched
  // The number of the suspended block that ended last.
  std::atomic<std::uint64_t> last_ended{~std::uint64_t{0}};

  // The state of the red-zone watch at its first block: queue/zone_watch.h.
  enum : std::uint8_t { kNotWatched, kBeginning, kWatched };
  std::atomic<std::uint8_t> watch{kNotWatched};
  std::uint32_t damage_count = 0;  // the count of Memory at the begin

  // The time limit counts from the begin of its first block.
  std::int64_t limit_ns = 0;  // 0: no limit
  std::int64_t began_ns = 0;  // 0 before the first block
  LaunchCommand* next_limited = nullptr;

 private:
  LaunchCode choose_code() const noexcept;
  static const LaunchCode& replace_code(Launch& launch) noexcept;
};

struct TransferCommand final : Command {
  static constexpr CommandKind kKind = CommandKind::kTransfer;
  TransferCommand() noexcept : Command(kKind) {}

  Transfer transfer;
  std::vector<std::uint64_t> staged;  // a copy of the source, which the caller may change
};

// A marker that calls a function of the host when it is done, even if earlier work failed.
struct HostCallCommand final : Command {
  static constexpr CommandKind kKind = CommandKind::kHostCall;
  HostCallCommand() noexcept : Command(kKind) {}

  driver::CUhostFn function = nullptr;
  void* data = nullptr;
};

// A marker that is done when a word in memory has a value: queue/value_wait.h. It waits after a fault too,
// because the writer of the word may still use the memory of the stream's work; only a cancellation ends it
// early.
struct ValueWaitCommand final : Command {
  static constexpr CommandKind kKind = CommandKind::kValueWait;
  ValueWaitCommand() noexcept : Command(kKind) {}

  const std::uint64_t* word = nullptr;
  std::uint64_t value = 0;
  unsigned condition = 0;  // the CUstreamWaitValue_flags without FLUSH and ANNOUNCED
  bool is_announced = false;
};

// A marker that writes a word when it is done, even if earlier work failed, so that no thread waits for the
// word for ever.
struct ValueWriteCommand final : Command {
  static constexpr CommandKind kKind = CommandKind::kValueWrite;
  ValueWriteCommand() noexcept : Command(kKind) {}

  std::uint64_t* word = nullptr;
  std::uint64_t value = 0;
};

inline LaunchCommand* as_launch(Command* command) noexcept {
  return command->kind == CommandKind::kLaunch ? static_cast<LaunchCommand*>(command) : nullptr;
}
inline TransferCommand* as_transfer(Command* command) noexcept {
  return command->kind == CommandKind::kTransfer ? static_cast<TransferCommand*>(command) : nullptr;
}
inline HostCallCommand* as_host_call(Command* command) noexcept {
  return command->kind == CommandKind::kHostCall ? static_cast<HostCallCommand*>(command) : nullptr;
}
inline ValueWaitCommand* as_value_wait(Command* command) noexcept {
  return command->kind == CommandKind::kValueWait ? static_cast<ValueWaitCommand*>(command) : nullptr;
}
inline ValueWriteCommand* as_value_write(Command* command) noexcept {
  return command->kind == CommandKind::kValueWrite ? static_cast<ValueWriteCommand*>(command) : nullptr;
}

}  // namespace gridcall::cpu
