// SPDX-License-Identifier: Apache-2.0
//
// The ranks of an id find each other: each sends its rank to the id's creator, which replies to all of them
// with the list once they are complete, or with what is wrong; then the members make a communicator of MPI.

#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "comm/mpi/communicator.h"
#include "comm/mpi/progress.h"

namespace gridcall::comm::mpi {

// A new id of this process, which replies to those that come with it.
ncclUniqueId make_id();
// "" or what is wrong with it.
std::string check_id(const ncclUniqueId& id);
void begin_creation(Communicator& comm, const ncclUniqueId& id);
// Returns which ranks have come so far; "" where another process knows.
std::string describe_creation_locked(const Communicator& comm);

// Waits until it has been done, for 300 s at most.
ncclResult_t broadcast(void* bytes, std::size_t count, int root);

}  // namespace gridcall::comm::mpi
