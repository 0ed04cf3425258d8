// SPDX-License-Identifier: Apache-2.0
//
// A communicator and what was queued on it. The thread that calls queues; streams tell when they have come to
// an operation; the progress thread (progress.h) starts what is first in the order of the calls, and says in
// a word of memory, for which the streams wait, how far it came. One lock guards all communicators; nothing
// calls the driver or MPI under it.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "comm/mpi/operation.h"

namespace gridcall::comm::mpi {

class Communicator;

enum class BatchKind : std::uint8_t { kOperations, kSplit, kFinalize };

// Operations that start together: a group or a single one.
struct Batch {
  Communicator* comm = nullptr;
  BatchKind kind = BatchKind::kOperations;
  std::vector<Operation> operations;
  std::uint64_t sequence = 0;  // the number of the call; 0 in a graph, whose launches each run it
  std::uint32_t streams = 0;
  // The lock guards these.
  std::uint32_t arrived = 0;    // the streams that have reached it
  std::uint32_t callbacks = 0;  // the outstanding callbacks, except those of a graph
  bool is_running = false;
  bool is_dropped = false;
  // The progress thread owns the members below.
  enum class State : std::uint8_t { kQueued, kSigned, kSteps, kData, kDone } state = State::kQueued;
  std::int64_t began_ns = 0;
  std::vector<Request> requests;  // for kSplit and kFinalize
  std::vector<int> colors;        // for kSplit: color, key and machine of each rank, with the own ones last
  Communicator* made = nullptr;   // for kSplit
  // The word that the streams of a graph wait for; 1 when the batch is done.
  alignas(8) std::uint64_t word = 0;

  void reset_for_launch();
  static constexpr std::size_t kColorInts = 4;  // the size of `colors` for each rank
};

enum class State : std::uint8_t { kCreating, kReady, kFinalizing, kFinalized, kFailed, kAborted };

class Communicator {
 public:
  static constexpr std::uint64_t kGivenUp = std::uint64_t{1} << 62;
  static constexpr std::size_t kTextBytes = 640;

  Communicator(int rank, int count) noexcept { channel.rank = rank, channel.count = count; }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  // The lock guards these.
  State state = State::kCreating;
  ncclResult_t error = ncclSuccess;
  char text[kTextBytes] = {};  // does not change once written
  bool is_checked = false;
  bool is_destroyed = false;
  bool is_active = false;  // the progress thread's list has it
  bool has_graphs = false;
  std::uint64_t called = 0;     // the newest sequence number
  std::uint32_t callbacks = 0;  // the outstanding callbacks of streams
  std::deque<Batch*> queue;     // in the order of the calls
  std::deque<Batch*> late;      // the batches of launched graphs, in the order in which they became ready
  std::vector<std::unique_ptr<Batch>> graphs;
  std::vector<ScaledSum> reductions;  // the reductions of ncclRedOpCreatePreMulSum
  std::vector<bool> reduction_is_used;
  int local_rank = 0, local_count = 0;  // the place among the ranks of its machine
  std::uint64_t creator = 0;            // the counter of the id, if this process made it

  Communicator* next_destroyed = nullptr;

  // The progress thread owns these.
  Channel channel;
  std::deque<Batch*> running;

  // The sequence number up to which all operations are done; streams read it.
  alignas(64) std::uint64_t counter = 0;

  bool has_work_locked() const noexcept;
  // Makes some progress; returns false if no operation advanced.
  bool step();
  // Returns the bytes that MPI works on. The progress thread calls it.
  std::int64_t bytes_under_way() const noexcept;
  // Stores the first failure. Streams wait until the communicator is aborted.
  void fail(ncclResult_t result, const std::string& why);
  void fail_locked(ncclResult_t result, const std::string& why) noexcept;
  // Marks all operations in flight as done.
  void give_up_locked() noexcept;
  std::string describe_locked() const;
  // Frees an aborted or destroyed communicator, on the progress thread.
  void drop_locked() noexcept;

 private:
  bool start_next();
  void start(Batch& batch);
  void start_data(Batch& batch);
  void advance(Batch& batch, bool& moved);
  void finish_split(Batch& batch);
  void look_for_other_order(Batch& batch);
  void fail_by_mpi(const Batch& batch, int code);
  std::int64_t next_look_ns_ = 0;
};

const char* text_of(ncclResult_t result) noexcept;

}  // namespace gridcall::comm::mpi
