// SPDX-License-Identifier: Apache-2.0
//
// Makes a kernel smaller that differs, each try in a process of its own.

#pragma once

#include <cstdint>
#include <string>

#include "fuzz/bench.h"

namespace gridcall::kernels {

// Exit statuses of a replay.
constexpr int kSame = 0, kDiffers = 10, kDoesNotCompile = 11, kFails = 12, kUndefined = 13;
// The seconds after which the two runs of one kernel are taken to hang.
constexpr unsigned kLongestReplay = 20;

int replay(const Options& options);
// Replays a source in a process of its own: a crash or an endless kernel ends with it.
int replay_apart(const Options& options, const std::string& source, std::uint64_t seed,
                 unsigned seconds = kLongestReplay);
void shrink(const Options& options, const Kernel& kernel);

}  // namespace gridcall::kernels
