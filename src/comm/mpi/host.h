// SPDX-License-Identifier: Apache-2.0
//
// The functions that libgridcall_mpi.so exports beside the names of NCCL (comm/functions.def).
// gridcallMpiHost is in comm/nccl_types.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "comm/nccl_types.h"

#define GRIDCALL_MPI_EXPORT extern "C" __attribute__((visibility("default")))

// Opens MPI once; a second call returns the first result. Returns ncclSuccess; ncclSystemError if there is no
// MPI; ncclInvalidUsage if it is too old; ncclInvalidArgument if the launcher belongs to another MPI;
// ncclInternalError if the host program has initialized it without threads. `message` is then one sentence.
GRIDCALL_MPI_EXPORT int gridcallMpiOpen(const gridcall::comm::gridcallMpiHost* host, char* message,
                                        std::size_t capacity);
GRIDCALL_MPI_EXPORT void gridcallMpiDescribe(char* text, std::size_t capacity);
GRIDCALL_MPI_EXPORT int gridcallMpiVersion(int* major, int* minor);
GRIDCALL_MPI_EXPORT int gridcallMpiWorld(int* rank, int* count);
GRIDCALL_MPI_EXPORT int gridcallMpiBroadcast(void* bytes, std::size_t count, int root);
GRIDCALL_MPI_EXPORT int gridcallMpiLocal(gridcall::comm::ncclComm_t comm, int* rank, int* count);
GRIDCALL_MPI_EXPORT int gridcallMpiSetChecked(gridcall::comm::ncclComm_t comm, int on);
// Sets the machine that this process reports, for tests.
GRIDCALL_MPI_EXPORT void gridcallMpiSetMachine(std::uint64_t number);
// Sets the largest number of elements that one call of MPI moves, for tests; 0: no limit but MPI's.
GRIDCALL_MPI_EXPORT void gridcallMpiSetPiece(std::size_t elements);
