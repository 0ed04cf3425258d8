// SPDX-License-Identifier: Apache-2.0

#include "compile/cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "base/environment.h"
#include "base/file.h"
#include "base/status.h"
#include "compile/cache_directory.h"
#include "compile/entry.h"
#include "compile/sha256.h"

namespace gridcall::compile {

namespace {

constexpr std::string_view kEntrySuffix = ".gridcall";
constexpr std::string_view kTempPrefix = "tmp-";
constexpr std::string_view kLockPrefix = "lock-";
// In seconds; older temporary files belong to processes that were killed.
constexpr std::time_t kTempLifetime = 600;
constexpr std::time_t kTouchInterval = 86400;  // a hit refreshes the time of an older entry
constexpr int kTurnLimitMilliseconds = 2000;
constexpr std::size_t kMaxRecentBytes = std::size_t{4} << 20;  // in memory, of one cache

std::string entry_name(std::string_view key) {
  return to_hex(sha256(key)).append(kEntrySuffix);
}

bool is_entry_name(std::string_view name) {
  return name.size() == 64 + kEntrySuffix.size() && name.ends_with(kEntrySuffix) &&
         name.substr(0, 64).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::uint64_t random_bits() {
  // The number must only differ between writers; O_EXCL detects all other collisions.
  static std::atomic<std::uint64_t> counter{0};
  struct timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return (static_cast<std::uint64_t>(now.tv_nsec) << 32) ^ (static_cast<std::uint64_t>(::getpid()) << 12) ^
         counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

CacheSettings cache_settings_from_environment() {
  using environment::Name;
  for (Name name : {Name::DISABLE_CACHE, Name::CACHE_SHARED, Name::CACHE_SIZE}) environment::require(name);
  CacheSettings settings;
  settings.shared = environment::is_on(Name::CACHE_SHARED);
  settings.max_bytes = environment::number(Name::CACHE_SIZE, settings.max_bytes);
  const char* off = nullptr;
  if (environment::is_on(Name::DISABLE_CACHE)) {
    off = environment::variable(Name::DISABLE_CACHE).name;
  } else if (const char* value = environment::text("PYCUDA_DISABLE_CACHE");
             value && value != std::string_view("0")) {
    off = "PYCUDA_DISABLE_CACHE";
  }
  if (off) {
    settings.why_off = std::string(off) + " in the environment turns it off";
    settings.disabled = true;
    return settings;
  }
  const struct {
    const char* name;
    const char* below;
  } kPlaces[] = {{environment::variable(Name::CACHE_DIR).name, ""},
                 {"PYCUDA_CACHE_DIR", ""},
                 {"XDG_CACHE_HOME", "/gridcall"},
                 {"HOME", "/.cache/gridcall"}};
  for (const auto& [name, below] : kPlaces) {
    const std::optional<std::string> folder = environment::value(name);
    if (!folder) continue;
    if (folder->front() == '/') {
      settings.directory = *folder + below;
      settings.why_off.clear();
      return settings;
    }
    // A relative path is refused, because the user did not choose the working directory as a place for code.
    settings.why_off = std::string(name) + " in the environment is \"" + *folder +
                       "\", a relative path: write an absolute one";
    if (*below == '\0') return settings;
  }
  if (settings.why_off.empty())
    settings.why_off = "the environment has no HOME: set GRIDCALL_CACHE_DIR to an absolute path";
  return settings;
}

int Cache::open_directory() {
  const std::lock_guard lock(mutex_);
  if (!tried_) {
    tried_ = true;
    if (settings_.directory.empty()) {
      why_ = settings_.why_off;
    } else {
      directory_ = open_cache_directory(settings_.directory, settings_.shared, &why_);
      if (!directory_ && &counts_ == this) count_error();  // the caller reports other folders
    }
  }
  return directory_.get();
}

std::string Cache::directory() {
  return open_directory() < 0 ? "" : settings_.directory;  // not counted: a short text needs no memory
}

std::string Cache::why() {
  open_directory();
  return why_;
}

CacheStats Cache::stats() {
  bool enabled = open_directory() >= 0;
  return {hits_.load(std::memory_order_relaxed), misses_.load(std::memory_order_relaxed),
          errors_.load(std::memory_order_relaxed), enabled};
}

std::optional<std::string> Cache::load_recent(int dir, const std::string& name, std::string_view key) {
  {
    const std::lock_guard lock(mutex_);
    if (!recent_.contains(name)) return std::nullopt;
  }
  struct stat info;
  const bool is_there = os.fstatat(dir, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  const std::lock_guard lock(mutex_);
  const auto found = recent_.find(name);
  if (found == recent_.end()) return std::nullopt;
  // An old entry is read again, which refreshes its time.
  const bool is_old = is_there && ::time(nullptr) - info.st_mtim.tv_sec > kTouchInterval;
  if (is_there && !is_old && found->second.stamp == stamp_of(info) && found->second.key == key)
    return found->second.payload;
  recent_bytes_ -= found->second.key.size() + found->second.payload.size();
  recent_.erase(found);
  return std::nullopt;
}

void Cache::keep_recent(const std::string& name, Recent entry) {
  const std::size_t bytes = entry.key.size() + entry.payload.size();
  if (bytes > kMaxRecentBytes / 4) return;
  const std::lock_guard lock(mutex_);
  if (recent_bytes_ + bytes > kMaxRecentBytes) {
    recent_.clear();
    recent_bytes_ = 0;
  }
  if (recent_.try_emplace(name, std::move(entry)).second) recent_bytes_ += bytes;
}

std::optional<std::string> Cache::load(std::string_view key) {
  int dir = open_directory();
  if (dir < 0) return std::nullopt;
  std::string name = entry_name(key);
  if (std::optional<std::string> recent = load_recent(dir, name, key)) return recent;
  Fd fd = open_at(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (!fd) {
    if (errno != ENOENT) count_error();
    return std::nullopt;
  }
  struct stat info;
  if (os.fstat(fd.get(), &info) != 0) {
    count_error();
    return std::nullopt;
  }
  bool is_trusted =
      S_ISREG(info.st_mode) && info.st_nlink <= 1 &&
      (settings_.shared || (info.st_uid == ::geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0));
  if (is_trusted && info.st_size >= 0 && static_cast<std::uint64_t>(info.st_size) <= kMaxEntryBytes) {
    std::optional<std::string> entry = read_exactly(fd.get(), static_cast<std::size_t>(info.st_size));
    if (!entry) {
      count_error();
      return std::nullopt;
    }
    if (auto payload = parse_entry(*entry, key)) {
      struct timespec now;
      ::clock_gettime(CLOCK_REALTIME, &now);
      if (now.tv_sec - info.st_mtim.tv_sec > kTouchInterval) os.futimens(fd.get(), nullptr);
      // A change within one tick of the file system's clock would leave the stamp as it is.
      if (now.tv_sec - info.st_ctim.tv_sec > 1)
        keep_recent(name, {stamp_of(info), std::string(key), std::string(*payload)});
      return std::string(*payload);
    }
  }
  count_error();
  // Only the file that was read is removed: another process may have stored a good entry under the name.
  struct stat current;
  if (os.fstatat(dir, name.c_str(), &current, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(current.st_mode) &&
      current.st_dev == info.st_dev && current.st_ino == info.st_ino && current.st_size == info.st_size &&
      current.st_mtim.tv_sec == info.st_mtim.tv_sec && current.st_mtim.tv_nsec == info.st_mtim.tv_nsec) {
    os.unlinkat(dir, name.c_str(), 0);
  }
  return std::nullopt;
}

void Cache::store(std::string_view key, std::string_view payload) {
  int dir = open_directory();
  if (dir < 0) return;
  std::string entry = make_entry(key, payload);
  if (entry.size() > kMaxEntryBytes || entry.size() > settings_.max_bytes) return;

  std::string name = entry_name(key);
  std::string temp = std::string(kTempPrefix) + name.substr(0, 16) + "-" + std::to_string(random_bits());
  Fd fd = open_at(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
  if (!fd) {
    count_error();
    return;
  }
  // The umask may have removed bits, which would make the entry unreadable.
  bool written = os.fchmod(fd.get(), settings_.shared ? 0644 : 0600) == 0 &&
                 write_all(fd.get(), entry.data(), entry.size());
  written = fd.reset() && written;
  // There is no fsync, because the checksum turns a torn entry into a miss.
  if (!written || os.renameat(dir, temp.c_str(), dir, name.c_str()) != 0) {
    os.unlinkat(dir, temp.c_str(), 0);
    count_error();
    return;
  }
  std::uint64_t stored = stored_bytes_.fetch_add(entry.size(), std::memory_order_relaxed) + entry.size();
  if (!trimmed_.exchange(true) || stored > settings_.max_bytes / 128) {
    stored_bytes_.store(0, std::memory_order_relaxed);
    trim(dir);
  }
}

void Cache::drop(std::string_view key) {
  int dir = open_directory();
  if (dir >= 0) os.unlinkat(dir, entry_name(key).c_str(), 0);
}

Cache::Wait Cache::take_turn(std::string_view key) {
  Wait none{Turn(Fd()), false};
  int dir = open_directory();
  if (dir < 0) return none;
  // A fixed set of lock files. None is removed, because removing a file that another process waits for would
  // split the lock.
  std::string name = std::string(kLockPrefix) + entry_name(key).substr(0, 2);
  Fd fd = open_at(dir, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, settings_.shared ? 0666 : 0600);
  struct stat info;
  if (!fd || os.fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    count_error();
    return none;
  }
  bool waited = false;
  for (int spent = 0;;) {
    if (os.flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return {Turn(std::move(fd)), waited};
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) {
      count_error();
      return none;
    }
    waited = true;
    if (spent >= kTurnLimitMilliseconds) return {Turn(Fd()), true};
    int step = spent < 50 ? 2 : 20;
    struct timespec pause = {0, step * 1'000'000L};
    ::nanosleep(&pause, nullptr);
    spent += step;
  }
}

namespace {

struct File {
  std::string name;
  std::uint64_t bytes;
  struct timespec time;
};

// Calls visit(name, info) for every regular file. Returns false if the directory could not be read to its
// end.
template <typename Visit>
bool for_each_file(int dir, Visit visit) {
  Fd fd = open_at(dir, ".", O_RDONLY | O_DIRECTORY);
  if (!fd) return false;
  const auto close = [](DIR* open) { os.closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> stream(os.fdopendir(fd.get()), close);  // visit() may throw
  if (!stream) return false;
  fd.release();
  bool complete = true;
  for (;;) {
    errno = 0;
    dirent* item = os.readdir(stream.get());
    if (!item) {
      complete = errno == 0;
      break;
    }
    struct stat info;
    if (os.fstatat(dir, item->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) continue;
    visit(std::string(item->d_name), info);
  }
  return complete;
}

}  // namespace

void Cache::trim(int dir) {
  std::vector<File> entries;
  std::uint64_t total = 0;
  std::time_t now = ::time(nullptr);
  bool complete = for_each_file(dir, [&](std::string name, const struct stat& info) {
    if (name.starts_with(kTempPrefix)) {
      if (now - info.st_mtim.tv_sec > kTempLifetime) os.unlinkat(dir, name.c_str(), 0);
    } else if (is_entry_name(name)) {
      total += static_cast<std::uint64_t>(info.st_size);
      entries.push_back({std::move(name), static_cast<std::uint64_t>(info.st_size), info.st_mtim});
    }
  });
  if (!complete) count_error();
  if (total <= settings_.max_bytes) return;
  std::sort(entries.begin(), entries.end(), [](const File& a, const File& b) {
    return a.time.tv_sec != b.time.tv_sec ? a.time.tv_sec < b.time.tv_sec : a.time.tv_nsec < b.time.tv_nsec;
  });
  // The goal is below the limit, so that not every store must scan the directory again.
  std::uint64_t goal = settings_.max_bytes - settings_.max_bytes / 8;
  for (const File& entry : entries) {
    if (total <= goal) break;
    if (os.unlinkat(dir, entry.name.c_str(), 0) == 0 || errno == ENOENT) total -= entry.bytes;
  }
}

void Cache::clear() {
  int dir = open_directory();
  if (dir < 0) return;
  int error = 0;
  bool complete = for_each_file(dir, [&](const std::string& name, const struct stat&) {
    if (!is_entry_name(name) && !name.starts_with(kTempPrefix)) return;
    if (os.unlinkat(dir, name.c_str(), 0) != 0 && errno != ENOENT) error = errno;
  });
  if (complete && error == 0) return;
  throw Failure(status::kIo, "the compile cache `" + settings_.directory + "` could not be emptied: " +
                                 (error != 0 ? error_text(error) : "reading it failed"));
}

std::optional<image::Image> Cache::load_image(std::string_view key) {
  const std::optional<std::string> payload = load(key);
  if (!payload) return std::nullopt;
  std::optional<image::Image> result = decode_image(*payload);
  if (!result) {
    count_error();
    return std::nullopt;
  }
  count_hit();
  result->from_cache = true;
  return result;
}

void Cache::store_image(std::string_view key, const image::Image& image) {
  store(key, encode_image(image));
}

image::Image Cache::make_image(const std::string& key, bool reads,
                               const std::function<image::Image()>& work) {
  // Another process may compile the same source, and its result can be loaded soon.
  const Wait wait = take_turn(key);
  if (wait.waited && reads) {
    if (std::optional<image::Image> found = load_image(key)) return std::move(*found);
  }
  if (!directory().empty()) count_miss();
  image::Image result = work();
  // With two tiers, TierUp::end stores the optimized code when it is ready.
  if (!result.optimized) store_image(key, result);
  return result;
}

}  // namespace gridcall::compile
