// SPDX-License-Identifier: Apache-2.0
//
// Compiled sources with their logs and images, kept in a folder for a reader.

#pragma once

#include <string>
#include <vector>

#include "compile/job.h"
#include "image/image.h"

namespace gridcall::compile {

// The compiler that was tried last, and what it got.
struct Attempt {
  std::string compiler;  // its path
  std::vector<std::string> arguments;
};

// Writes source, options, log and, if there is one, image into the job's `keep_dir`, which is made if it is
// missing; does nothing for a job without one. Throws Failure IO.
void keep(const CompileJob& job, const Attempt& last, const std::string& log, const image::Image* image);

}  // namespace gridcall::compile
