// SPDX-License-Identifier: Apache-2.0
//
// Compiled sources with their logs and images, kept in a folder for a reader.

#pragma once

#include <string>
#include <vector>

#include "image/image.h"

namespace gridcall::compile {

struct KeptSource {
  const std::string& name;
  const std::string& source;
  const std::string& compiler;  // its path
  const std::vector<std::string>& arguments;
  const std::string& log;
  const image::Image* image;  // nullptr: none was made
  bool is_cpu;
};

// Writes source, options, log and, if there is one, image into `folder`, which is made if it is missing.
// Throws Failure IO.
void keep(const std::string& folder, const KeptSource& kept);

}  // namespace gridcall::compile
