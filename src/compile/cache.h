// SPDX-License-Identifier: Apache-2.0
//
// Compiled code on disk. An entry is native code that will run in this process, so nothing is believed that
// is not checked: who owns the directory and the entry, who may write to them, the length, the checksum and
// the whole key. Whatever fails is a miss and a count; no failure here ever stops a compilation.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/os.h"
#include "compile/request.h"
#include "image/image.h"

namespace gridcall::compile {

struct CacheSettings {
  std::string directory;  // an absolute path; "" if the cache is off
  std::string why_off;    // the reason in a sentence if the cache is off
  bool disabled = false;  // true if the environment turns off the cache of every folder
  bool shared = false;    // other users may write to it, and are trusted with this process
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
};
// Reads GRIDCALL_CACHE_DIR, PYCUDA_CACHE_DIR, XDG_CACHE_HOME, HOME; GRIDCALL_DISABLE_CACHE,
// PYCUDA_DISABLE_CACHE, GRIDCALL_CACHE_SHARED and GRIDCALL_CACHE_SIZE. Throws Failure INVALID_ARGUMENT.
CacheSettings cache_settings_from_environment();

class Cache {
 public:
  // With `counts_for` the hits and misses count in that cache.
  explicit Cache(CacheSettings settings, Cache* counts_for = nullptr)
      : settings_(std::move(settings)), counts_(counts_for ? *counts_for : *this) {}

  // Returns the payload stored under `key`.
  std::optional<std::string> load(std::string_view key);
  void store(std::string_view key, std::string_view payload);
  // Load and store an image. Each image that is loaded counts as a hit.
  std::optional<image::Image> load_image(std::string_view key);
  void store_image(std::string_view key, const image::Image& image);
  // Runs `work` and stores its result. With `reads` it returns instead the result that another process stored
  // while this one waited.
  image::Image make_image(const std::string& key, bool reads, const std::function<image::Image()>& work);
  // Removes the entry of `key`.
  void drop(std::string_view key);
  // Throws Failure IO.
  void clear();

  // A lock that one process holds while it compiles a key. It only saves work: a process that waits longer
  // than two seconds compiles too.
  class Turn {
   public:
    explicit Turn(Fd fd) : fd_(std::move(fd)) {}
    Turn(Turn&&) = default;

   private:
    Fd fd_;  // closing it unlocks
  };
  struct Wait {
    Turn turn;
    bool waited;  // another process compiled, so the cache is read again before compiling
  };
  Wait take_turn(std::string_view key);

  // Returns "" if the cache is off or its directory was refused; why() then returns the reason, else "".
  std::string directory();
  std::string why();

  void count_hit() { counts_.hits_.fetch_add(1, std::memory_order_relaxed); }
  void count_miss() { counts_.misses_.fetch_add(1, std::memory_order_relaxed); }
  void count_error() { counts_.errors_.fetch_add(1, std::memory_order_relaxed); }
  CacheStats stats();
  const CacheSettings& settings() const { return settings_; }

 private:
  // An entry that was read and checked, until its file changes.
  struct Recent {
    std::string stamp, key, payload;
  };

  int open_directory();  // returns a descriptor that stays open, or -1
  std::optional<std::string> load_recent(int dir, const std::string& name, std::string_view key);
  void keep_recent(const std::string& name, Recent entry);
  void trim(int dir);

  CacheSettings settings_;
  Cache& counts_;
  std::mutex mutex_;
  bool tried_ = false;
  Fd directory_;
  std::string why_;
  std::map<std::string, Recent> recent_;  // by the name of the file
  std::size_t recent_bytes_ = 0;
  std::atomic<std::uint64_t> hits_{0};
  std::atomic<std::uint64_t> misses_{0};
  std::atomic<std::uint64_t> errors_{0};
  std::atomic<std::uint64_t> stored_bytes_{0};  // the bytes since the last scan of the directory
  std::atomic<bool> trimmed_{false};
};

}  // namespace gridcall::compile
