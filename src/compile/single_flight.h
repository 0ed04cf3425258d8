// SPDX-License-Identifier: Apache-2.0
//
// One compilation for all that want the same image: the cache on disk, and the threads of this process that
// ask for one key at once.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "compile/cache.h"
#include "image/image.h"

namespace gridcall::compile {

// The process's cache. Throws Failure INVALID_ARGUMENT for a wrong setting in the environment.
Cache& the_cache();
// That in a folder, or the process's if `directory` is empty or the environment turns every cache off. Throws
// Failure IO.
std::shared_ptr<Cache> cache_in(const std::string& directory);

enum class CacheUse { kNone, kReadAndFill, kFillOnly };

// Runs `work` unless the cache or another thread has its result. A baseline image is handed out until
// end_baseline.
image::Image through_cache(Cache& cache, const std::string& key, CacheUse use, bool tiered,
                           const std::function<image::Image()>& work);
// The optimised code is there, or will not be: the next request looks into the cache.
void end_baseline(Cache& cache, const std::string& key);

}  // namespace gridcall::compile
