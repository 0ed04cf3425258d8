// SPDX-License-Identifier: Apache-2.0
//
// Compiled code on disk. An entry is native code that will run in this process, so nothing is believed that
// is not checked: who owns the directory and the entry, who may write to them, the length, the checksum and
// the whole key. Whatever fails is a miss and a count; no failure here ever stops a compilation.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/os.h"
#include "compile/request.h"
#include "image/image.h"

namespace gridcall::compile {

struct CacheSettings {
  std::string directory;  // absolute; "" = off
  std::string why_off;    // then the reason, in a sentence
  bool disabled = false;  // by the environment: for every folder
  bool shared = false;    // others may write to it, and are trusted with this process
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
};
// From the environment: GRIDCALL_CACHE_DIR, PYCUDA_CACHE_DIR, XDG_CACHE_HOME, HOME; GRIDCALL_DISABLE_CACHE,
// PYCUDA_DISABLE_CACHE, GRIDCALL_CACHE_SHARED, GRIDCALL_CACHE_SIZE. Throws Failure INVALID_ARGUMENT.
CacheSettings cache_settings_from_environment();

class Cache {
 public:
  // With `counts_for` that one counts what happens here.
  explicit Cache(CacheSettings settings, Cache* counts_for = nullptr)
      : settings_(std::move(settings)), counts_(counts_for ? *counts_for : *this) {}

  // Returns the payload stored under `key`.
  std::optional<std::string> load(std::string_view key);
  void store(std::string_view key, std::string_view payload);
  // Both for images. Each one that is loaded counts as a hit.
  std::optional<image::Image> load_image(std::string_view key);
  void store_image(std::string_view key, const image::Image& image);
  // Runs `work` and stores its result, unless another process stored one while this one waited for it and
  // `reads` allows to use that.
  image::Image make_image(const std::string& key, bool reads, const std::function<image::Image()>& work);
  // Removes the entry of `key`.
  void drop(std::string_view key);
  // Throws Failure IO.
  void clear();

  // Held while one process compiles a key that others want too. It saves work, no more: a process that waits
  // longer than two seconds compiles for itself.
  class Turn {
   public:
    explicit Turn(Fd fd) : fd_(std::move(fd)) {}
    Turn(Turn&&) = default;

   private:
    Fd fd_;  // closing it unlocks
  };
  struct Wait {
    Turn turn;
    bool waited;  // someone else was at it: look again before compiling
  };
  Wait take_turn(std::string_view key);

  // "" if the cache is off or its directory was refused; why() then says the reason, and is "" else.
  std::string directory();
  std::string why();

  void count_hit() { counts_.hits_.fetch_add(1, std::memory_order_relaxed); }
  void count_miss() { counts_.misses_.fetch_add(1, std::memory_order_relaxed); }
  void count_error() { counts_.errors_.fetch_add(1, std::memory_order_relaxed); }
  CacheStats stats();
  const CacheSettings& settings() const { return settings_; }

 private:
  int open_directory();  // a descriptor that stays open, or -1
  void trim(int dir);

  CacheSettings settings_;
  Cache& counts_;
  std::mutex mutex_;
  bool tried_ = false;
  Fd directory_;
  std::string why_;
  std::atomic<std::uint64_t> hits_{0};
  std::atomic<std::uint64_t> misses_{0};
  std::atomic<std::uint64_t> errors_{0};
  std::atomic<std::uint64_t> stored_bytes_{0};  // since the last look at the whole directory
  std::atomic<bool> trimmed_{false};
};

}  // namespace gridcall::compile
