// SPDX-License-Identifier: Apache-2.0
//
// The engines: NVIDIA's NCCL for GPUs (nccl_engine.cpp), libgridcall_mpi.so for the CPU device
// (mpi_engine.cpp). Each is opened when a communicator, an id or a version is first asked for, once, and
// never closed. A machine without them is no error until then. Where engines differ, a field of Engine says
// so: the rest of src/comm does not ask which one it has.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/status.h"
#include "comm/nccl_types.h"
#include "core/types.h"

namespace gridcall::comm {

// "2.18.3" of NCCL's number.
std::string version_text(int version);

struct EngineTable {
#define GRIDCALL_ENGINE_FN(need, result, name, parameters) result(*name) parameters = nullptr;
#include "comm/functions.def"
#undef GRIDCALL_ENGINE_FN
};

struct Engine {
  core::CommEngine kind{};
  const char* family = "";        // "NCCL"
  const char* versioned_as = "";  // in front of a version: "NCCL", "a libgridcall_mpi.so of"

  // Compares the calls of all ranks by itself. Else the ranks of a checked communicator gather signatures
  // first.
  bool checks_calls = false;
  // Notices by itself that a rank has died. Else the ranks tell each other their processes and versions.
  bool notices_lost_ranks = false;
  // Other ranks read memory of this one, so that its end is agreed upon (ncclCommFinalize) where that is
  // quick.
  bool shares_memory = false;
  // An abort does not take back what the engine was given: the memory of unfinished operations is kept for
  // ever.
  bool may_write_after_abort = false;
  // The first version that combines float8; 0: every one does.
  int float8_since = 0;
  // ncclGetLastError returns a sentence for users, which needs no name of a call and no number.
  bool explains_errors = false;
  // The status of ncclInvalidUsage, and words of the last error that make it COMM_MISMATCH.
  Status invalid_usage = status::kComm;
  std::vector<std::string_view> mismatch_words;
  const char* hint = "";  // behind errors without a cause

  EngineTable table{};
  std::string path;                // the file that was opened
  Status failure = 0;              // 0, or why it cannot be used: COMM_UNAVAILABLE, COMM_TOO_OLD
  std::string reason;              // for that, a sentence
  std::vector<std::string> notes;  // every file tried, with what came of it
  int version = 0;                 // ncclGetVersion: 21803 for NCCL 2.18.3

  // "NCCL 2.18.3".
  std::string name() const;
  // Returns what a result of `call` means. `comm` may be NULL; `who` is the rank, for the message.
  Failure error(ncclResult_t result, const char* call, ncclComm_t comm, std::string_view who) const;
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

// "MPI, between CPU devices": for the number of an engine in an id. Opens none.
const char* engine_carries(std::uint16_t kind) noexcept;

// An all_gather came to its end without what this rank sends: the engine's fault, and no rank's.
Failure missing_record(const Engine& engine, std::uint32_t rank);

inline bool is_error(ncclResult_t result) noexcept {
  return result != ncclSuccess && result != ncclInProgress;
}

}  // namespace gridcall::comm
