// SPDX-License-Identifier: Apache-2.0
//
// The optimised code of a module whose baseline code is loaded already, while a compiler still makes it. Each
// module that waits for it holds a share; without a share, and without a cache to fill, it is given up.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcall::core {

struct OptimisedTier {
  enum class State : std::uint32_t { kBeingMade, kMade, kFailed };

  std::atomic<State> state{State::kBeingMade};
  std::vector<std::byte> image;  // set before kMade, never after
};

}  // namespace gridcall::core
