// SPDX-License-Identifier: Apache-2.0

#include "base/log.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "base/own_file.h"
#include "base/process.h"

namespace gridcall::log {

// The list of receivers, without standard error.
class Sinks {
 public:
  void add(Sink& sink, Level level) {
    static const int watches = ::pthread_atfork(nullptr, nullptr, forget_in_child);
    (void)watches;
    const std::lock_guard lock(lock_);
    process_ = ::getpid();
    sink.level_ = level;
    sink.next_ = std::exchange(first_, &sink);
    want_highest_locked();
  }

  void remove(Sink& sink) noexcept {
    if (!may_lock()) return;
    const std::lock_guard lock(lock_);
    for (Sink** link = &first_; *link; link = &(*link)->next_) {
      if (*link != &sink) continue;
      *link = sink.next_;
      break;
    }
    want_highest_locked();
  }

  void take(const Record& record) noexcept {
    if (!may_lock()) return;
    const std::lock_guard lock(lock_);
    for (Sink* sink = first_; sink; sink = sink->next_)
      if (sink->level_ >= record.level) sink->take(record);
  }

  void set_stderr(Level level) noexcept { on_stderr_.store(level, std::memory_order_relaxed); }
  Level on_stderr() const noexcept { return on_stderr_.load(std::memory_order_relaxed); }

 private:
  static void forget_in_child() noexcept;
  // In a forked child the list is the parent's, and a thread of the parent may hold the lock.
  bool may_lock() const noexcept {
    const pid_t process = process_.load(std::memory_order_relaxed);
    return process != 0 && process == ::getpid();
  }
  void want_highest_locked() noexcept {
    Level highest = on_stderr();
    for (const Sink* sink = first_; sink; sink = sink->next_) highest = std::max(highest, sink->level_);
    detail::wanted.store(static_cast<std::uint8_t>(highest), std::memory_order_relaxed);
  }

  std::mutex lock_;
  Sink* first_ = nullptr;
  std::atomic<pid_t> process_{0};  // 0: no sink was added yet
  std::atomic<Level> on_stderr_{Level::kNone};
};

namespace {

constinit Sinks sinks;

std::uint64_t now_ns() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// Writes a record with one call, so that the lines of threads, and of processes that share a terminal, stay
// whole. The time is UTC.
void write_to_stderr(const Record& record) {
  const std::uint64_t microseconds = record.time_ns / 1000, seconds = microseconds / 1'000'000 % 86400;
  char time[32];
  std::snprintf(time, sizeof time, "%02u:%02u:%02u.%06uZ", static_cast<unsigned>(seconds / 3600),
                static_cast<unsigned>(seconds / 60 % 60), static_cast<unsigned>(seconds % 60),
                static_cast<unsigned>(microseconds % 1'000'000));
  const std::string line =
      concat("gridcall[", ::getpid(), "] ", time, record.level == Level::kDebug ? " debug " : " info ",
             record.component, ": ", record.text, "\n");
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

// Makes the first records of each receiver, which identify the library and list the variables that affect it.
template <class Take>
void introduce(Take&& take) {
  const auto give = [&](const char* component, const std::string& text) {
    take(Record{now_ns(), Level::kInfo, component, text});
  };
  const std::vector<std::string> folders = own_folders();
  give("library", concat("gridcall " GRIDCALL_LOG_VERSION, folders.empty() ? "" : " in " + folders.front()));
  for (const std::string& each : environment::variables_set()) give("environment", each);
}

void read_environment() noexcept {
  const char* value = environment::text(environment::Name::LOG);
  const std::string_view text = value ? value : "";
  const Level level = text == "debug" ? Level::kDebug : text == "info" ? Level::kInfo : Level::kNone;
  sinks.set_stderr(level);
  std::uint8_t unread = detail::kUnread;
  if (!detail::wanted.compare_exchange_strong(unread, static_cast<std::uint8_t>(level))) return;
  if (level == Level::kNone) return;
  try {
    introduce(write_to_stderr);
  } catch (...) {
    // Without memory there is no record.
  }
}

}  // namespace

// The sinks belong to the parent, and so does the thread that may hold the lock.
void Sinks::forget_in_child() noexcept {
  ::new (&sinks.lock_) std::mutex;
  sinks.first_ = nullptr;
  sinks.process_ = 0;
  sinks.want_highest_locked();
}

bool detail::wants(Level level) noexcept {
  if (wanted.load(std::memory_order_relaxed) == kUnread) read_environment();
  return wanted.load(std::memory_order_relaxed) >= static_cast<std::uint8_t>(level);
}

void add(Sink& sink, Level level) {
  detail::wants(level);  // the environment is read first
  introduce([&](const Record& record) { sink.take(record); });
  sinks.add(sink, level);
}

void remove(Sink& sink) noexcept {
  sinks.remove(sink);
}

Hex::Hex(std::uint64_t number) noexcept {
  if (number != 0) std::snprintf(text_, sizeof text_, "0x%" PRIx64, number);
}

void write(Level level, const char* component, std::string text) noexcept {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';  // keeps the text on one line
  const Record record{now_ns(), level, component, text};
  try {
    if (sinks.on_stderr() >= level) write_to_stderr(record);
  } catch (...) {
    // Without memory there is no record.
  }
  sinks.take(record);
}

}  // namespace gridcall::log
