// SPDX-License-Identifier: Apache-2.0
//
// Compiled sources with their logs and images, kept in a folder for a reader.

#pragma once

#include <string>
#include <vector>

#include "compile/job.h"
#include "image/image.h"

namespace gridcall::compile {

// The compiler that was tried last, and its input.
struct Attempt {
  std::string compiler;  // the compiler's path
  std::vector<std::string> arguments;
};

// Writes source, options, log and an image, if there is one, into the job's `keep_dir`, and creates that
// folder. Does nothing for a job without a `keep_dir`. Throws Failure IO.
void keep(const CompileJob& job, const Attempt& last, const std::string& log, const image::Image* image);

}  // namespace gridcall::compile
