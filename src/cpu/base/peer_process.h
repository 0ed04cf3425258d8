// SPDX-License-Identifier: Apache-2.0
//
// Processes of the same machine. The system gives a number again once its process has ended; the time at
// which the process began tells the two apart.

#pragma once

#include <cstdint>

namespace gridcall::cpu {

struct PeerProcess {
  std::uint32_t pid = 0;
  std::uint32_t began = 0;  // ticks since the system began, the lower bits; 0: not known
  bool operator==(const PeerProcess&) const = default;
};

// `began` is 0 where /proc does not tell.
PeerProcess this_process() noexcept;

// False once it has ended, also while nobody has waited for it. What cannot be told counts as running.
bool is_running(const PeerProcess& process) noexcept;

}  // namespace gridcall::cpu
