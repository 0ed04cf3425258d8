// SPDX-License-Identifier: Apache-2.0
//
// Reads compiler logs: the first error becomes the one-line message of a Failure.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::compile {

// Replaces control characters by "\\x1b" and the like, except line ends and tabs, because a source controls
// the names in a report and a terminal would obey them.
std::string printable(std::string log);

std::string first_line(const std::string& text);
// Strips NVRTC's prefix: "nvrtc: error: unrecognized option -x" -> "unrecognized option -x"
std::string without_prefix(const std::string& line);

// Returns "vector_add.cu:3:5: error: ...", from "vector_add.cu(3): error: ..." and the caret below it, or
// from clang's form. "" if the log has no error.
std::string first_error(const std::string& log, const std::string& source_name);

struct InstanceError {
  std::string instance;
  std::string what;
};
// Returns the first error if it concerns a name expression of NVRTC and not the source.
std::optional<InstanceError> find_instance_error(const std::string& log);

}  // namespace gridcall::compile
