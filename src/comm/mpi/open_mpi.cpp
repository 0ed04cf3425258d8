// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/open_mpi.h"

#include "comm/mpi/adapter.h"

namespace gridcall::comm::mpi {

Mpi* make_open_mpi(void* library, std::string& missing) {
  return Adapter<OpenMpiAbi>::make(library, missing);
}

}  // namespace gridcall::comm::mpi
