// SPDX-License-Identifier: Apache-2.0
//
// The choice of the MPI: the process's own if one is loaded, else GRIDCALL_MPI, else the launcher's, else the
// first that is installed. All on the progress thread.

#pragma once

#include <string>

#include "comm/mpi/mpi.h"
#include "comm/nccl_types.h"

namespace gridcall::comm::mpi {

struct Library {
  std::string file;      // the file that was opened
  std::string name;      // "Open MPI 4.1.4"
  std::string launcher;  // "started by mpirun"
  int major = 0, minor = 0;
  ncclResult_t failure = ncclSuccess;  // the result of gridcallMpiOpen
};
Library& library() noexcept;

// Opens and initializes MPI, and fills progress(). Returns "" or the reason of a failure.
std::string open_library();

}  // namespace gridcall::comm::mpi
