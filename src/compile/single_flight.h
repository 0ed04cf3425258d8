// SPDX-License-Identifier: Apache-2.0
//
// One compilation for all that want the same image: the cache on disk, and the threads of this process that
// ask for one key at once.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "compile/cache.h"
#include "image/image.h"

namespace gridcall::compile {

// The process's cache. Throws Failure INVALID_ARGUMENT for a wrong setting in the environment.
Cache& the_cache();

enum class CacheUse { kNone, kReadAndFill, kFillOnly };

// The optimized code of an image whose baseline code came first, and the cache that gets it.
class TierUp {
 public:
  TierUp(std::shared_ptr<Cache> cache, std::string key, bool stores)
      : cache_(std::move(cache)),
        key_(std::move(key)),
        stores_(stores),
        is_cached_(stores && !cache_->directory().empty()) {}

  // Returns the `optimized` of the baseline image.
  std::shared_ptr<image::OptimizedTier> begin();
  // Returns whether the optimized code is still of use: to the cache, or to a holder of the image.
  bool is_wanted() const { return is_cached_ || !optimized_.expired(); }
  // Called once, by a thread of the library's own: with the optimized code or, if none could be made, with
  // NULL. The cache gets it if it may, and the next request looks there.
  void end(const image::Image* made);

 private:
  const std::shared_ptr<Cache> cache_;
  const std::string key_;
  const bool stores_, is_cached_;
  std::weak_ptr<image::OptimizedTier> optimized_;
};

// Makes an image; without a TierUp at once as it is to be.
using Work = std::function<image::Image(const std::shared_ptr<TierUp>& tier_up)>;

// Runs `work` unless the cache or another thread has its result. `cache_dir`: the cache's folder; "" = the
// process's own, as also where the environment turns every cache off. A baseline image is handed out until
// its optimized code is taken. Throws what `work` throws, and IO for a folder that cannot be used.
image::Image through_cache(const std::string& cache_dir, const std::string& key, CacheUse use, bool is_tiered,
                           const Work& work);

}  // namespace gridcall::compile
