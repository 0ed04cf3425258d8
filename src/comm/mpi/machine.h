// SPDX-License-Identifier: Apache-2.0
//
// The machine that this process is on, as a number that ranks compare: processes of one running kernel have
// the same.

#pragma once

#include <cstdint>

namespace gridcall::comm::mpi {

std::uint64_t machine_number() noexcept;
// Sets the number, for tests.
void set_machine_number(std::uint64_t number) noexcept;

}  // namespace gridcall::comm::mpi
