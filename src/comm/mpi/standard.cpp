// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/standard.h"

#include "comm/mpi/adapter.h"

namespace gridcall::comm::mpi {

Mpi* make_standard(void* library, std::string& missing) {
  return Adapter<StandardAbi>::make(library, missing);
}

}  // namespace gridcall::comm::mpi
