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

// Makes a new id of this process, which replies to ranks that join with it.
ncclUniqueId make_id();
// Returns "" or the defect of the id.
std::string check_id(const ncclUniqueId& id);
void begin_creation(Communicator& comm, const ncclUniqueId& id);
// Returns the ranks that have come so far; "" if another process knows them.
std::string describe_creation_locked(const Communicator& comm);

// Broadcasts over the world and waits, for 300 s at most.
ncclResult_t broadcast(void* bytes, std::size_t count, int root);

}  // namespace gridcall::comm::mpi
