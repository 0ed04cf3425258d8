// SPDX-License-Identifier: Apache-2.0
//
// Reads compiler logs: the first error becomes the one-line message of a Failure.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::compile {

// With control characters as "\\x1b", but line ends and tabs: a source has names of its own for what it
// reports, and a terminal would obey them.
std::string printable(std::string log);

std::string first_line(const std::string& text);
// "nvrtc: error: unrecognized option -x" -> "unrecognized option -x"
std::string without_prefix(const std::string& line);

// "vector_add.cu:3:5: error: ...", from "vector_add.cu(3): error: ..." and the caret below it, or as clang
// writes it. "" if the log has none.
std::string first_error(const std::string& log, const std::string& source_name);

struct InstanceError {
  std::string instance;
  std::string what;
};
// The first error is one of a name expression of NVRTC, not of the source.
std::optional<InstanceError> find_instance_error(const std::string& log);

}  // namespace gridcall::compile
