// SPDX-License-Identifier: Apache-2.0
//
// The identity of one build of a compiler, without starting or loading it: size, time, and the
// build id in its ELF notes.

#pragma once

#include <string>

namespace gridcall::compile {

// One line for the cache key. "" if the file cannot be read.
std::string file_identity(const std::string& path);

}  // namespace gridcall::compile
