// SPDX-License-Identifier: Apache-2.0
//
// The one place that turns source into a module image: NVRTC for a GPU, gridcall-cc for the CPU device,
// the compile cache in front of both.

#pragma once

#include <string>

#include "compile/request.h"
#include "image/image.h"

namespace gridcall::compile {

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION,
// IO.
image::Image compile(const Request& request, const Target& target);

// Compiles without reading the cache, and replaces the entry: for a cached image that the driver refused.
image::Image recompile(const Request& request, const Target& target);

// Throws Failure COMPILER_UNAVAILABLE with the files that were tried as notes.
NvrtcVersion nvrtc_version();

CacheStats cache_stats();
std::string cache_directory();        // "" if the cache is off
std::string cache_disabled_reason();  // "" if it is on
void cache_clear();                   // throws Failure IO

}  // namespace gridcall::compile
