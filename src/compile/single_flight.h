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

// Returns the process's cache. Throws Failure INVALID_ARGUMENT for a wrong setting in the environment.
Cache& the_cache();

enum class CacheUse { kNone, kReadAndFill, kFillOnly };

// The optimized code that follows an image's baseline code, and the cache that stores it.
class TierUp {
 public:
  TierUp(std::shared_ptr<Cache> cache, std::string key, bool stores)
      : cache_(std::move(cache)),
        key_(std::move(key)),
        stores_(stores),
        is_cached_(stores && !cache_->directory().empty()) {}

  // Returns true if baseline code was handed out once before and the process ended too early for the
  // optimized code. Short runs would never get that if none of them waited for it.
  bool was_in_vain() const;
  // Returns the object that is the baseline image's `optimized`.
  std::shared_ptr<image::OptimizedTier> begin();
  // Returns true if the cache or a holder of the image still needs the optimized code.
  bool is_wanted() const { return is_cached_ || !optimized_.expired(); }
  // Ends the tier-up; a thread of the library's own calls it once, with the optimized code or with NULL if
  // there is none. The cache stores the code if it may, and the next request reads the cache.
  void end(const image::Image* made);

 private:
  const std::shared_ptr<Cache> cache_;
  const std::string key_;
  const bool stores_, is_cached_;
  std::weak_ptr<image::OptimizedTier> optimized_;
};

// Makes an image; without a TierUp, with optimized code.
using Work = std::function<image::Image(const std::shared_ptr<TierUp>& tier_up)>;

// Runs `work` unless the cache or another thread has its result. `cache_dir`: the cache's folder; "" = the
// process's own, which is also used if the environment turns every cache off. A baseline image is returned
// until its optimized code is ready. Throws the exceptions of `work`, and IO for an unusable folder.
image::Image through_cache(const std::string& cache_dir, const std::string& key, CacheUse use, bool is_tiered,
                           const Work& work);

}  // namespace gridcall::compile
