// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/mpich.h"

#include "comm/mpi/adapter.h"

namespace gridcall::comm::mpi {

Mpi* make_mpich(void* library, std::string& missing) {
  return Adapter<MpichAbi>::make(library, missing);
}

}  // namespace gridcall::comm::mpi
