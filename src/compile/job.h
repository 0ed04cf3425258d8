// SPDX-License-Identifier: Apache-2.0
//
// A request made definite: all that decides the image but the compiler itself. It is built once, and each
// compiler gets it with what is its own.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/compiler.h"
#include "compile/entry.h"
#include "compile/includes.h"
#include "compile/options.h"

namespace gridcall::compile {

struct CompileJob {
  std::string source;
  std::string name;
  Options options;   // translated
  std::string arch;  // asked for; "" = the device's own
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> instances;
  Target target;
  bool no_files = false;
  std::string compiler = {};  // the one to use; "" = the one that is found

  // Set for one compiler. What it gets as options, for NVRTC all but the architecture:
  std::vector<std::string> arguments = {};
  // How long it took to make it and its key, which the time limit counts: a source may be large.
  std::int64_t prepared_ms = 0;
  // Whether baseline code may come first.
  bool tiered = false;
  // If not empty: the compiler may read what lies below and nothing else, as far as the kernel can see to it.
  std::vector<std::string> readable = {};
};

// Throws Failure: COMPILE, INVALID_COMPILE_OPTION.
CompileJob make_job(const Request& request, const Target& target);

std::vector<std::string> arguments_of(const CompileJob& job, const std::vector<std::string>& toolkit_dirs);
IncludeClosure includes_of(const CompileJob& job, const std::vector<std::string>& toolkit_dirs);
// To be completed with what the compiler is.
KeyBuilder key_of(const CompileJob& job, const IncludeClosure& closure);

// Refuses a job in which something makes NVRTC open a file outside `toolkit_dirs`, and takes comments out of
// its texts.
void keep_from_files(CompileJob& job, const std::vector<std::string>& toolkit_dirs);

// The words with something between them.
std::string joined(const std::vector<std::string>& words, const char* separator = " ");

}  // namespace gridcall::compile
