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

// Returns "2.18.3" for NCCL's number.
std::string version_text(int version);

struct EngineTable {
#define GRIDCALL_ENGINE_FN(need, result, name, parameters) result(*name) parameters = nullptr;
#include "comm/functions.def"
#undef GRIDCALL_ENGINE_FN
};

struct Engine {
  core::CommEngine kind{};
  const char* family = "";        // "NCCL"
  const char* versioned_as = "";  // the words before a version: "NCCL", "a libgridcall_mpi.so of"

  // The engine compares the calls of all ranks. Otherwise the ranks of a checked communicator gather
  // signatures first.
  bool checks_calls = false;
  // The engine detects the death of a rank. Otherwise the ranks send each other their processes and versions.
  bool notices_lost_ranks = false;
  // Other ranks read memory of this one, so the ranks agree on the end (ncclCommFinalize) if that is quick.
  bool shares_memory = false;
  // An abort does not cancel the operations, so the memory of unfinished ones is never freed.
  bool may_write_after_abort = false;
  // The first version that combines float8; 0: every version does.
  int float8_since = 0;
  // ncclGetLastError returns a sentence for users, which needs neither a call's name nor a number.
  bool explains_errors = false;
  // The status of ncclInvalidUsage, and the words of the last error that make it COMM_MISMATCH.
  Status invalid_usage = status::kComm;
  std::vector<std::string_view> mismatch_words;
  const char* hint = "";  // a hint for errors without a cause

  EngineTable table{};
  std::string path;                // the file that was opened
  Status failure = 0;              // 0, or the status of an unusable engine: COMM_UNAVAILABLE, COMM_TOO_OLD
  std::string reason;              // the reason, in a sentence
  std::vector<std::string> notes;  // every file that was tried, with the result
  int version = 0;                 // ncclGetVersion: 21803 for NCCL 2.18.3

  // Returns "NCCL 2.18.3".
  std::string name() const;
  // Returns the failure for a result of `call`. `comm` may be NULL; `who` is the rank, for the message.
  Failure error(ncclResult_t result, const char* call, ncclComm_t comm, std::string_view who) const;
};

// Return the engines. GRIDCALL_NCCL and GRIDCALL_MPI_ENGINE in the environment name other files. The caller
// checks that the process is neither a forked child nor exiting.
const Engine& nccl_engine();
const Engine& mpi_engine();
inline const Engine& engine_for(bool is_cpu) {
  return is_cpu ? mpi_engine() : nccl_engine();
}
// Throws COMM_UNAVAILABLE or COMM_TOO_OLD.
const Engine& usable_engine(bool is_cpu);

// Returns a text for the number of an engine in an id, such as "MPI, between CPU devices". Opens no engine.
const char* engine_carries(std::uint16_t kind) noexcept;

// Returns the failure of an all_gather that ended without this rank's record, which is the engine's fault.
Failure missing_record(const Engine& engine, std::uint32_t rank);

inline bool is_error(ncclResult_t result) noexcept {
  return result != ncclSuccess && result != ncclInProgress;
}

}  // namespace gridcall::comm
