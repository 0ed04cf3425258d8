// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace gridcall::comm::mpi {

// While one lives, Open MPI begins reductions of two ranks as a ring. Its own choice is a tree that sends all
// elements and combines them at both: 1 MiB takes 264 us so and 143 us as a ring, which the blocking call
// uses. Does nothing for more ranks, with another MPI, or where the user has chosen an algorithm.
class RingOfTwo {
 public:
  // Looks for the choice in an MPI that is initialized.
  static void find(void* library) noexcept;

  explicit RingOfTwo(int ranks) noexcept;
  ~RingOfTwo();
  RingOfTwo(const RingOfTwo&) = delete;
  RingOfTwo& operator=(const RingOfTwo&) = delete;

 private:
  bool is_chosen_ = false;
};

}  // namespace gridcall::comm::mpi
