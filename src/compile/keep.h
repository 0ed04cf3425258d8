// SPDX-License-Identifier: Apache-2.0
//
// What was compiled, kept in a folder for who wants to look at it.

#pragma once

#include <string>
#include <vector>

#include "compile/job.h"
#include "image/image.h"

namespace gridcall::compile {

// What a compiler was given.
struct Given {
  std::string compiler;  // its path
  std::vector<std::string> arguments;
};

// Writes source, options, log and, if there is one, image into `folder`, which is made if it is missing.
// Throws Failure IO.
void keep(const std::string& folder, const CompileJob& job, const Given& given, const std::string& log,
          const image::Image* image);

}  // namespace gridcall::compile
