// SPDX-License-Identifier: Apache-2.0
//
// Processes of the same machine. The system gives a number again once its process has ended; the time at
// which the process began tells the two apart.

#pragma once

#include <cstdint>

namespace gridcall::cpu {

struct PeerProcess {
  std::uint32_t pid = 0;
  std::uint32_t began = 0;  // ticks since the system's boot, the lower bits; 0 if unknown
  bool operator==(const PeerProcess&) const = default;
};

// Returns this process; `began` is 0 if /proc does not have it.
PeerProcess this_process() noexcept;

// Returns false once the process has ended, even before its parent has waited for it. An unknown state counts
// as running.
bool is_running(const PeerProcess& process) noexcept;

}  // namespace gridcall::cpu
