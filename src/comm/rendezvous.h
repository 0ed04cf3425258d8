// SPDX-License-Identifier: Apache-2.0
//
// The ranks of this process meet those of all others: when they are made, and before each operation of a
// checked communicator whose engine does not compare the calls. Each step is one group of the engine for all
// ranks of the process, which would else wait for each other in one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank.h"
#include "core/stream.h"

namespace gridcall::comm {

ncclConfig_t config_of(const Spec& spec) noexcept;

class Rendezvous {
 public:
  // All ranks share one engine. They are sorted by address if other threads may hold them.
  explicit Rendezvous(std::vector<Ref<Rank>> ranks);

  // Makes the engine's part of new ranks, and joins. Throws COMM_TIMEOUT if not all ranks of the communicator
  // come, and drops the ranks then.
  void connect(const ncclUniqueId& id);
  // Exchanges the records of a new communicator's ranks that the engine does not exchange. Throws as
  // connect() does.
  void join();

  struct Call {
    Signature signature;
    core::Queue queue;
  };
  // Compares the calls of all ranks; `calls` has one for each rank of this process. Throws COMM_MISMATCH,
  // COMM_TIMEOUT.
  void compare(std::span<const Call> calls);

 private:
  // The memory in which one rank of this process receives the records of all.
  struct GatherMemory {
    Ref<core::Mem> records;
    driver::CUstream stream = nullptr;
  };
  void connect_by(const ncclUniqueId& id);
  void join_all();
  void exchange_peers();
  // Stores the rank's own record.
  template <class Record>
  static GatherMemory gathered(Rank& rank, const Record& own, driver::CUstream stream);
  template <class Record>
  static std::vector<Record> read(const Rank& rank, const GatherMemory& from);
  void queue_gather(std::span<const GatherMemory> gathered, std::size_t record_bytes);
  // Returns false after the timeout.
  bool wait_for_gather(std::span<const GatherMemory> gathered, std::uint64_t timeout_ns);
  void check_not_ended();

  const std::vector<Ref<Rank>> ranks_;
  std::vector<Session*> sessions_;
};

}  // namespace gridcall::comm
