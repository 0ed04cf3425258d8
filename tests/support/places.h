// SPDX-License-Identifier: Apache-2.0
//
// Places of this build (gridcall_places of tests/CMakeLists.txt). A program has those that its declaration
// names.

#pragma once

#include <string>

extern "C" {
extern const char kCorpus[];   // tests/corpus
extern const char kPrefix[];   // .prefix
extern const char kLibrary[];  // libgridcall.so
extern const char kCpuLibrary[];
extern const char kMpiLibrary[];
extern const char kCpuImages[];
extern const char kCcProgram[];
extern const char kFakeCuda[];
extern const char kOtherVersion[];
extern const char kDescendingMalloc[];
}

// The path of a file of tests/corpus; it begins with a slash.
inline std::string corpus(const std::string& file) {
  return kCorpus + file;
}
