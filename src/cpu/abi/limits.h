// SPDX-License-Identifier: Apache-2.0
//
// Limits of what a source defines: the compiler refuses more, with its place in the source, and the
// loader does for images that did not come from it.

#pragma once

#include <cstdint>

namespace gridcall::cpu {

inline constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 30;  // the limit of code and variables
inline constexpr std::uint64_t kMaxVariableAlignment = 65536;
inline constexpr std::uint64_t kMaxArgumentBytes = 32764;  // the limit of a kernel's arguments, as in CUDA
inline constexpr std::uint64_t kMaxLocalBytes = std::uint64_t{64} << 20;  // the limit of a thread

}  // namespace gridcall::cpu
