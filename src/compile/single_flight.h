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
// Returns the cache in a folder, by its absolute path, or the process's if that is empty or the environment
// turns every cache off. Throws Failure IO, with the path that was given.
std::shared_ptr<Cache> cache_in(const std::string& directory, const std::string& given);

enum class CacheUse { kNone, kReadAndFill, kFillOnly };

// Runs `work` unless the cache or another thread has its result. A baseline image is handed out until
// its optimised code is taken.
image::Image through_cache(Cache& cache, const std::string& key, CacheUse use, bool tiered,
                           const std::function<image::Image()>& work);
// The optimised code of an image whose baseline code came first.
struct TierUp {
  // The image's `optimised` is this one then.
  std::shared_ptr<image::OptimisedTier> optimised;
  // Called once, by a thread of the library's own: with the optimised code or, if none could be made, with
  // NULL.
  std::function<void(const image::Image* made)> take;
  bool is_cached = false;  // it is wanted even if nobody holds `optimised` any more
};
// Returns one that stores the code in the cache if it may, and lets the next request look there.
TierUp tier_up_for(const std::shared_ptr<Cache>& cache, const std::string& key, bool stores);

}  // namespace gridcall::compile
