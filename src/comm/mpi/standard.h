// SPDX-License-Identifier: Apache-2.0
//
// The ABI of the MPI standard itself, from 5.0 on: handles are pointers, the predefined ones small numbers.

#pragma once

#include <cstdint>

namespace gridcall::comm::mpi {

struct StandardAbi {
  static constexpr const char* kName = "MPI 5.0";
  using Comm = struct MPI_ABI_Comm*;
  using Datatype = struct MPI_ABI_Datatype*;
  using Op = struct MPI_ABI_Op*;
  using Group = struct MPI_ABI_Group*;
  using Errhandler = struct MPI_ABI_Errhandler*;
  using Request = struct MPI_ABI_Request*;
  struct Status {
    int source, tag, error, internal[5];
  };
  static int source(const Status& status) noexcept { return status.source; }

  static constexpr std::intptr_t kInPlace = 1;
  static constexpr int kAnySource = -1;
  static constexpr int kUndefined = -32766;
  static constexpr int kErrTruncate = 15;
  static constexpr int kThreads[4] = {0, 1024, 2048, 4096};

  static constexpr std::uintptr_t kWorld = 0x101, kErrorsReturn = 0x143;
  // The order is that of Element and BasicReduction.
  static constexpr std::uintptr_t kTypes[9] = {0x240, 0x241, 0x250, 0x251, 0x258, 0x259, 0x249, 0x210, 0x214};
  static constexpr std::uintptr_t kOps[4] = {0x21, 0x24, 0x23, 0x22};
  struct Constants {
    Comm world = nullptr;
    Errhandler errors_return = nullptr;
    Datatype types[9] = {};
    Op ops[4] = {};

    template <class Find>
    void find(Find&&) {
      world = reinterpret_cast<Comm>(kWorld);
      errors_return = reinterpret_cast<Errhandler>(kErrorsReturn);
      for (int i = 0; i < 9; ++i) types[i] = reinterpret_cast<Datatype>(kTypes[i]);
      for (int i = 0; i < 4; ++i) ops[i] = reinterpret_cast<Op>(kOps[i]);
    }
  };
};

}  // namespace gridcall::comm::mpi
