// SPDX-License-Identifier: Apache-2.0
//
// The calls that queue: single operations, groups of them, splits and ends.

#pragma once

#include <string>

#include "comm/mpi/communicator.h"

namespace gridcall::comm::mpi {

// Stores the text for this thread's ncclGetLastError(NULL), and returns the result.
ncclResult_t refuse_call(ncclResult_t result, const std::string& why) noexcept;
const char* last_refusal() noexcept;
// Stores a text that `write` makes.
template <class Write>
const char* guarded_text(const Write& write) noexcept;

void begin_group() noexcept;
// Queues all operations at the outermost end.
ncclResult_t end_group();
// Queues the operation, or stores it until the end of the group.
ncclResult_t add_to_group(Communicator* comm, const Arguments& arguments);

ncclResult_t submit_split(Communicator& comm, int color, int key, Communicator* made,
                          std::uint64_t& sequence);
ncclResult_t submit_finalize(Communicator& comm);
// Waits until the call with this number is done, or the communicator has failed.
ncclResult_t await_sequence(Communicator& comm, std::uint64_t sequence);

ncclRedOp_t add_scaled(Communicator& comm, const ScaledSum& scaled);
ncclResult_t remove_scaled(Communicator& comm, ncclRedOp_t reduction);

template <class Write>
const char* guarded_text(const Write& write) noexcept {
  try {
    std::string text;
    write(text);
    refuse_call(ncclSuccess, text);
  } catch (...) {
    refuse_call(ncclSuccess, "");
  }
  return last_refusal();
}

}  // namespace gridcall::comm::mpi
