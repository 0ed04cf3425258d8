// SPDX-License-Identifier: Apache-2.0

#include "compile/single_flight.h"

#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/failure.h"
#include "base/file.h"
#include "base/status.h"

namespace gridcall::compile {

using image::Image;

namespace {

// The key of the note that baseline code was handed out is this and the image's key.
constexpr const char* kBegun = "begun ";
constexpr const char* kOnce = "once";

// A compilation whose result several threads wait for.
struct Compilation {
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  std::shared_ptr<const Image> result;
  std::exception_ptr failure;
};

struct InFlight {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<Compilation>> by_key;
};
InFlight& in_flight() {
  static InFlight* instance = new InFlight;
  return *instance;
}

bool is_being_made(const Image* result) {
  return result && result->optimized && result->optimized->state() == image::OptimizedTier::State::kBeingMade;
}

// Returns a key that two requests share only if both may get baseline code or neither may, and if their
// results go to one folder.
std::string compilation_key(Cache& cache, const std::string& key, bool tiered) {
  return key + cache.directory() + (tiered ? " tiered" : " optimized");
}

// Removes the baseline when the optimized code is ready or has failed; the next request reads the cache.
void end_baseline(Cache& cache, const std::string& key) {
  const std::lock_guard lock(in_flight().mutex);
  auto place = in_flight().by_key.find(compilation_key(cache, key, true));
  if (place == in_flight().by_key.end()) return;
  const std::shared_ptr<Compilation> compilation = place->second;  // outlives its lock
  const std::lock_guard compilation_lock(compilation->mutex);
  if (compilation->is_done) in_flight().by_key.erase(place);
}

// Returns the cache of a folder, or the process's, which has no reference count because it is never
// destroyed.
std::shared_ptr<Cache> cache_in(const std::string& directory) {
  Cache& own = the_cache();
  const std::shared_ptr<Cache> of_process(&own, [](Cache*) {});
  if (directory.empty() || own.settings().disabled) return of_process;
  CacheSettings settings = own.settings();
  settings.directory = absolute_path(directory);
  settings.why_off.clear();
  if (settings.directory == own.settings().directory) return of_process;
  auto cache = std::make_shared<Cache>(std::move(settings), &own);
  if (cache->directory().empty())
    throw Failure(status::kIo, "`options->cache_dir` \"" + directory + "\" cannot be used: " + cache->why());
  return cache;
}

}  // namespace

// The object is leaked, so that no destructor runs at exit.
Cache& the_cache() {
  static Cache* cache = new Cache(cache_settings_from_environment());
  return *cache;
}

bool TierUp::was_in_vain() const {
  return is_cached_ && cache_->load(kBegun + key_) == kOnce;
}

std::shared_ptr<image::OptimizedTier> TierUp::begin() {
  if (is_cached_) cache_->store(kBegun + key_, cache_->load(kBegun + key_) ? "again" : kOnce);
  auto optimized = std::make_shared<image::OptimizedTier>();
  optimized_ = optimized;
  return optimized;
}

void TierUp::end(const Image* made) {
  if (made && stores_) {
    cache_->store_image(key_, *made);
    cache_->drop(kBegun + key_);
  }
  if (const auto waited_for = optimized_.lock())
    waited_for->end(made ? made->bytes : std::vector<std::byte>());
  end_baseline(*cache_, key_);
}

Image through_cache(const std::string& cache_dir, const std::string& key, CacheUse use, bool is_tiered,
                    const Work& work) {
  const std::shared_ptr<Cache> shared = cache_in(cache_dir);
  Cache& cache = *shared;
  if (use == CacheUse::kReadAndFill) {
    if (std::optional<Image> found = cache.load_image(key)) return std::move(*found);
  }
  const auto make = [&] {
    return work(is_tiered ? std::make_shared<TierUp>(shared, key, use != CacheUse::kNone) : nullptr);
  };
  if (use == CacheUse::kNone) return make();

  const std::string shared_key = compilation_key(cache, key, is_tiered);
  std::shared_ptr<Compilation> compilation;
  bool is_mine = false;
  {
    const std::lock_guard lock(in_flight().mutex);
    // The object is made first, so that no empty entry stays if memory is short.
    auto own = std::make_shared<Compilation>();
    auto [place, is_new] = in_flight().by_key.try_emplace(shared_key, std::move(own));
    compilation = place->second;
    is_mine = is_new;
  }
  if (!is_mine) {
    std::unique_lock lock(compilation->mutex);
    compilation->done.wait(lock, [&] { return compilation->is_done; });
    if (!compilation->result) {
      // Each caller gets a copy, because callers modify the exceptions that they catch.
      try {
        std::rethrow_exception(compilation->failure);
      } catch (const Failure& failure) {
        throw Failure(failure);
      }
    }
    cache.count_hit();
    Image result = *compilation->result;
    result.from_cache = true;
    return result;
  }

  std::shared_ptr<const Image> made;
  std::exception_ptr thrown;
  try {
    made = std::make_shared<const Image>(cache.make_image(key, use == CacheUse::kReadAndFill, make));
  } catch (...) {
    thrown = std::current_exception();
  }
  {
    // A baseline image is returned until the optimized one is there.
    const std::lock_guard lock(in_flight().mutex);
    if (!is_being_made(made.get())) in_flight().by_key.erase(shared_key);
    const std::lock_guard compilation_lock(compilation->mutex);
    compilation->result = made;
    if (thrown) {
      // The waiters get a copy of the exception object.
      try {
        std::rethrow_exception(thrown);
      } catch (const Failure& failure) {
        compilation->failure = std::make_exception_ptr(Failure(failure));
      } catch (...) {
        compilation->failure = thrown;
      }
    }
    compilation->is_done = true;
  }
  compilation->done.notify_all();
  if (thrown) std::rethrow_exception(thrown);
  return *made;
}

}  // namespace gridcall::compile
