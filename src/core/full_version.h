// SPDX-License-Identifier: Apache-2.0
//
// The full version of a module whose quick one is loaded already: a compiler makes it meanwhile. Who waits
// for it holds a share; when nobody does, and no cache wants it, it is given up.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcall::core {

struct FullVersion {
  enum class State : std::uint32_t { kBeingMade, kMade, kFailed };

  std::atomic<State> state{State::kBeingMade};
  std::vector<std::byte> image;  // set before kMade, never after
};

}  // namespace gridcall::core
