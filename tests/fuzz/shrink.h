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
// What takes longer is taken to hang: the two runs of one kernel.
constexpr unsigned kLongestReplay = 20;

int replay(const Options& options);
// What a process of its own says of a source: a crash or an endless kernel ends with it.
int replay_apart(const Options& options, const std::string& source, std::uint64_t seed,
                 unsigned seconds = kLongestReplay);
void shrink(const Options& options, const Kernel& kernel);

}  // namespace gridcall::kernels
