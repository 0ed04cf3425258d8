// SPDX-License-Identifier: Apache-2.0
//
// One compilation for all that want the same image: the cache on disk, and the threads of this process that
// ask for one key at once.

#pragma once

#include <functional>
#include <string>

#include "compile/cache.h"
#include "image/image.h"

namespace gridcall::compile {

// The process's cache. Throws Failure INVALID_ARGUMENT for a wrong setting in the environment.
Cache& the_cache();

enum class CacheUse { kNone, kReadAndFill, kFillOnly };

// Runs `work` unless the cache or another thread has its result. A baseline image is handed out until
// end_baseline.
image::Image through_cache(const std::string& key, CacheUse use, bool tiered,
                           const std::function<image::Image()>& work);
// The optimised code is there, or will not be: the next request looks into the cache.
void end_baseline(const std::string& key);

}  // namespace gridcall::compile
