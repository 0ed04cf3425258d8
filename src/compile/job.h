// SPDX-License-Identifier: Apache-2.0
//
// A request made definite: what has to be worked out of it before a compiler is looked for.

#pragma once

#include <chrono>
#include <string>

#include "compile/options.h"
#include "compile/request.h"

namespace gridcall::compile {

struct CompileJob {
  const Request& request;  // outlives the job
  Target target;
  std::string name;      // the source's name
  Options options;       // the translated options, with the requested architecture; "" = the device's own
  std::string compiler;  // an absolute path; "" = search for the compiler
  bool is_tiered;        // baseline code may be returned first
  // The time limit begins here, because reading a large source takes time.
  std::chrono::steady_clock::time_point began;
};

// Throws Failure: COMPILE, INVALID_COMPILE_OPTION, INVALID_ARGUMENT for a wrong setting in the environment.
CompileJob make_job(const Request& request, const Target& target);

}  // namespace gridcall::compile
