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
  std::string name;      // of the source
  Options options;       // translated, with the architecture that was asked for; "" = the device's own
  std::string compiler;  // absolute; "" = the one that is found
  bool is_tiered;        // baseline code may come first
  std::chrono::steady_clock::time_point began;  // the time limit counts from here: a source may be large
};

// Throws Failure: COMPILE, INVALID_COMPILE_OPTION, INVALID_ARGUMENT for a wrong setting in the environment.
CompileJob make_job(const Request& request, const Target& target);

}  // namespace gridcall::compile
