// SPDX-License-Identifier: Apache-2.0
//
// The ABI that MPICH, Intel MPI, MVAPICH and Cray MPI share: handles are ints.

#pragma once

#include <cstdint>

namespace gridcall::comm::mpi {

struct MpichAbi {
  static constexpr const char* kName = "MPICH";
  using Comm = int;
  using Datatype = int;
  using Op = int;
  using Group = int;
  using Errhandler = int;
  using Request = int;
  struct Status {
    int count_low, count_high_and_cancelled, source, tag, error;
  };
  static int source(const Status& status) noexcept { return status.source; }

  static constexpr std::intptr_t kInPlace = -1;
  static constexpr int kAnySource = -2;
  static constexpr int kUndefined = -32766;
  static constexpr int kErrTruncate = 14;
  static constexpr int kThreads[4] = {0, 1, 2, 3};

  struct Constants {
    Comm world = 0x44000000;
    Errhandler errors_return = 0x54000001;
    // The order is that of Element and BasicReduction.
    Datatype types[9] = {0x4c000137, 0x4c00013b, 0x4c000439, 0x4c00043d, 0x4c00083a,
                         0x4c00083e, 0x4c00023c, 0x4c00040a, 0x4c00080b};
    Op ops[4] = {0x58000003, 0x58000004, 0x58000001, 0x58000002};

    template <class Find>
    void find(Find&&) {}
  };
};

}  // namespace gridcall::comm::mpi
