// SPDX-License-Identifier: Apache-2.0
//
// The two engines: NVIDIA's NCCL for GPUs, libgridcall_mpi.so for the CPU device. Each is opened when a
// communicator, an id or a version is first asked for, once, and never closed. A machine without them is no
// error until then.

#pragma once

#include <string>
#include <vector>

#include "base/failure.h"
#include "comm/nccl_types.h"

namespace gridcall::comm {

// gc_comm_engine.
enum class EngineKind : int { kNccl = 1, kMpi = 2 };

// "2.18.3" of NCCL's number.
std::string version_text(int version);

struct EngineTable {
#define GRIDCALL_ENGINE_FN(need, result, name, parameters) result(*name) parameters = nullptr;
#include "comm/functions.def"
#undef GRIDCALL_ENGINE_FN
};

struct Engine {
  EngineKind kind = EngineKind::kNccl;
  EngineTable table{};
  std::string path;                // the file that was opened
  Status failure = 0;              // 0, or why it cannot be used: COMM_UNAVAILABLE, COMM_TOO_OLD
  std::string reason;              // the same in a sentence
  std::vector<std::string> notes;  // every file tried, with what came of it
  int version = 0;                 // ncclGetVersion: 21803 for NCCL 2.18.3

  // "NCCL 2.18.3".
  std::string name() const;
};

// Environment: GRIDCALL_NCCL and GRIDCALL_MPI_ENGINE name another file to open. Never in a forked child or an
// exiting process: the caller checks.
const Engine& nccl_engine();
const Engine& mpi_engine();
inline const Engine& engine_for(bool is_cpu) {
  return is_cpu ? mpi_engine() : nccl_engine();
}
// Throws COMM_UNAVAILABLE or COMM_TOO_OLD.
const Engine& usable_engine(bool is_cpu);

// An all_gather came to its end without what this rank sends: the engine's fault, and no rank's.
Failure missing_record(const Engine& engine, std::uint32_t rank);

// Whether an engine has been opened already.
bool some_engine_opened() noexcept;

}  // namespace gridcall::comm
