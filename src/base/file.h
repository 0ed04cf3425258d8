// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

namespace gridcall {

// The whole of a regular file of `limit` bytes at most; `argument` names it in messages. Never waits for a
// writer and never reads without end. Throws Failure: NOT_FOUND, INVALID_ARGUMENT (no regular file),
// OUT_OF_RANGE, IO.
std::string read_file(const char* argument, const std::string& path, std::uint64_t limit);

// Returns what tells this state of a file from others, without its content.
std::string stamp_of(const struct stat& info);

// Returns the path below the working directory, if it is no absolute one already.
std::string absolute_path(const std::string& path);

}  // namespace gridcall
