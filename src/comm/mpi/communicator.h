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

// Operations that are started together: a group, or one.
struct Batch {
  Communicator* comm = nullptr;
  BatchKind kind = BatchKind::kOperations;
  std::vector<Operation> operations;
  std::uint64_t sequence = 0;  // of the calls; 0: it is in a graph, and runs with each launch of it
  std::uint32_t streams = 0;
  // Under the lock.
  std::uint32_t arrived = 0;    // streams that have come to it
  std::uint32_t callbacks = 0;  // that are still to come; not of a graph's
  bool is_running = false;
  bool is_dropped = false;
  // The progress thread's.
  enum class State : std::uint8_t { kQueued, kSigned, kSteps, kData, kDone } state = State::kQueued;
  std::int64_t began_ns = 0;
  std::vector<Request> requests;  // of kSplit and kFinalize
  std::vector<int> colors;        // of kSplit: color, key and machine of each rank, the own ones behind
  Communicator* made = nullptr;   // of kSplit
  // In a graph: what its streams wait for, 1 when it is done.
  alignas(8) std::uint64_t word = 0;

  void reset_for_launch();
  static constexpr std::size_t kColorInts = 4;  // of `colors`, for each rank
};

enum class State : std::uint8_t { kCreating, kReady, kFinalizing, kFinalized, kFailed, kAborted };

class Communicator {
 public:
  static constexpr std::uint64_t kGivenUp = std::uint64_t{1} << 62;
  static constexpr std::size_t kTextBytes = 640;

  Communicator(int rank, int count) noexcept { channel.rank = rank, channel.count = count; }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  // Under the lock.
  State state = State::kCreating;
  ncclResult_t error = ncclSuccess;
  char text[kTextBytes] = {};  // written once
  bool is_checked = false;
  bool is_destroyed = false;
  bool is_active = false;  // in the progress thread's list
  bool has_graphs = false;
  std::uint64_t called = 0;     // the newest sequence number
  std::uint32_t callbacks = 0;  // of streams, still to come
  std::deque<Batch*> queue;     // in the order of the calls
  std::deque<Batch*> late;      // of launched graphs, in the order in which they became ready
  std::vector<std::unique_ptr<Batch>> graphs;
  std::vector<ScaledSum> reductions;  // of ncclRedOpCreatePreMulSum
  std::vector<bool> reduction_is_used;
  int local_rank = 0, local_count = 0;  // of the ranks on its machine
  std::uint64_t creator = 0;            // of the id: counter, where this process made it

  Communicator* next_destroyed = nullptr;

  // The progress thread's.
  Channel channel;
  std::deque<Batch*> running;

  // Read by streams: the sequence number up to which all is done.
  alignas(64) std::uint64_t counter = 0;

  bool has_work_locked() const noexcept;
  // Makes some progress; false when nothing moved.
  bool step();
  // Returns the bytes that MPI works on. The progress thread calls it.
  std::int64_t bytes_under_way() const noexcept;
  // The first failure stays. Streams go on waiting until the communicator is aborted.
  void fail(ncclResult_t result, const std::string& why);
  void fail_locked(ncclResult_t result, const std::string& why) noexcept;
  // Everything that is in flight counts as done.
  void give_up_locked() noexcept;
  std::string describe_locked() const;
  // On the progress thread: of one that was aborted or destroyed.
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
