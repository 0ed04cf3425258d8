// SPDX-License-Identifier: Apache-2.0
//
// The ABI of Open MPI, 3 to 5: handles are pointers, the predefined ones are addresses of the library's data.

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::comm::mpi {

struct OpenMpiAbi {
  static constexpr const char* kName = "Open MPI";
  using Comm = struct ompi_communicator_t*;
  using Datatype = struct ompi_datatype_t*;
  using Op = struct ompi_op_t*;
  using Group = struct ompi_group_t*;
  using Errhandler = struct ompi_errhandler_t*;
  using Request = struct ompi_request_t*;
  struct Status {
    int source, tag, error, cancelled;
    std::size_t count;
  };
  static int source(const Status& status) noexcept { return status.source; }

  static constexpr std::intptr_t kInPlace = 1;
  static constexpr int kAnySource = -1;
  static constexpr int kUndefined = -32766;
  static constexpr int kErrTruncate = 15;
  static constexpr int kThreads[4] = {0, 1, 2, 3};

  // The order is that of Element and BasicReduction.
  static constexpr const char* kTypes[] = {"ompi_mpi_int8_t",   "ompi_mpi_uint8_t", "ompi_mpi_int32_t",
                                           "ompi_mpi_uint32_t", "ompi_mpi_int64_t", "ompi_mpi_uint64_t",
                                           "ompi_mpi_uint16_t", "ompi_mpi_float",   "ompi_mpi_double"};
  static constexpr const char* kOps[] = {"ompi_mpi_op_sum", "ompi_mpi_op_prod", "ompi_mpi_op_max",
                                         "ompi_mpi_op_min"};
  struct Constants {
    Comm world = nullptr;
    Errhandler errors_return = nullptr;
    Datatype types[9] = {};
    Op ops[4] = {};

    template <class Find>
    void find(Find&& at) {
      world = static_cast<Comm>(at("ompi_mpi_comm_world"));
      errors_return = static_cast<Errhandler>(at("ompi_mpi_errors_return"));
      for (int i = 0; i < 9; ++i) types[i] = static_cast<Datatype>(at(kTypes[i]));
      for (int i = 0; i < 4; ++i) ops[i] = static_cast<Op>(at(kOps[i]));
    }
  };
};

}  // namespace gridcall::comm::mpi
