// SPDX-License-Identifier: Apache-2.0
//
// A request made definite: all that decides the image but the compiler. It is built once.

#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiler.h"
#include "compile/options.h"

namespace gridcall::compile {

struct CompileJob {
  std::string source;
  std::string name;
  Options options;   // translated
  std::string arch;  // asked for; "" = the device's own
  std::vector<Header> headers;
  std::vector<std::string> instances;
  Target target;
  bool no_files = false;
  std::string compiler_given = {};  // as the caller wrote it
  std::string compiler = {};        // the one to use, absolute; "" = the one that is found
  std::string cache_dir = {};       // absolute; "" = the process's own
  bool tiered = false;              // baseline code may come first

  // Returns whether the caller gave a header of that name.
  bool has_header(const std::string& header) const {
    return std::any_of(headers.begin(), headers.end(),
                       [&](const Header& each) { return each.first == header; });
  }
};

// Throws Failure: COMPILE, INVALID_COMPILE_OPTION.
CompileJob make_job(const Request& request, const Target& target);

}  // namespace gridcall::compile
