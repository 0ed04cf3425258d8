// SPDX-License-Identifier: Apache-2.0
//
// A program's queue of log records. A record comes from any thread of the library, under any of its locks: it
// takes the queue's own lock for a moment, and an eventfd is readable while the queue has records.

#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "base/log.h"
#include "core/object.h"

namespace gridcall::core {

class Log final : public Object, public log::Sink {
 public:
  static constexpr HandleType kType = HandleType::kLog;
  static constexpr std::size_t kMaxRecords = 4096;

  struct Entry {
    std::uint64_t time_ns = 0;
    std::uint64_t lost = 0;  // the records that were lost before this one because the queue was full
    log::Level level = log::Level::kNone;
    const char* component = "";
    std::string text;
  };

  // Throws IO if the process has no file descriptor left.
  static Ref<Log> create(std::int32_t level);

  // Returns the oldest record, or nullopt if none arrives in time. Throws INVALID_HANDLE if the log's handle
  // is released meanwhile.
  std::optional<Entry> read(std::uint64_t timeout_ns);
  std::int32_t descriptor() const;
  void take(const log::Record& record) noexcept override;
  // Makes waiting calls return, because the handle is about to be released.
  void close() noexcept;

  explicit Log(int counter) noexcept;

 protected:
  ~Log() override;

 private:
  void check() const;
  std::optional<Entry> pop();

  const int counter_;  // an eventfd: 1 while there are records, and always after close()
  const pid_t process_;
  std::atomic<bool> closed_{false};
  std::mutex lock_;
  std::deque<Entry> entries_;
  std::uint64_t lost_ = 0;
};

}  // namespace gridcall::core
