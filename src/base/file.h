// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

namespace gridcall {

// Returns the content of a regular file of at most `limit` bytes; `argument` names the file in messages.
// Never waits for a writer and never reads without end. Throws Failure: NOT_FOUND, INVALID_ARGUMENT (no
// regular file), OUT_OF_RANGE, IO.
std::string read_file(const char* argument, const std::string& path, std::uint64_t limit);

// Returns a text that identifies this state of a file, without its content.
std::string stamp_of(const struct stat& info);

// Returns an absolute path, relative to the working directory if `path` is not absolute.
std::string absolute_path(const std::string& path);

}  // namespace gridcall
