// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs that gridcall-nvcc is made of.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcall::nvcc {

using Command = std::vector<std::string>;

// The status of a command that was ended because it took too long.
inline constexpr int kTookTooLong = -1;

// Returns the exit status. Standard error goes to the file `log`, if there is one, and standard output to
// `out`. A limit is in seconds.
int run_command(const Command& command, const std::filesystem::path& log, const std::filesystem::path& out,
                std::optional<int> limit);

}  // namespace gridcall::nvcc
