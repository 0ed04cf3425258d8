// SPDX-License-Identifier: Apache-2.0
//
// Records of what the library does, a line each: for standard error (GRIDCALL_LOG) and for the logs of the
// program (core/log.h). While nobody wants them a record costs a relaxed load, and its text is not made.
//
//     log::info("module", "loaded ", count, " kernels");
//     if (log::wants(log::Level::kDebug)) log::debug("memory", shown(mem));  // where making the text costs
//
// The component is a noun of the library and a literal.

#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/concat.h"
#include "base/each_call.h"

namespace gridcall::log {

// The values of GRIDCALL_LOG_LEVEL_*; each level includes the lower ones.
enum class Level : std::uint8_t { kNone, kInfo, kDebug };

struct Record {
  std::uint64_t time_ns;  // since 1970
  Level level;
  const char* component;
  std::string_view text;
};

// A receiver of records. Its lock is the innermost one, so take() calls no function of the library.
class Sink {
 public:
  virtual void take(const Record& record) noexcept = 0;

 protected:
  virtual ~Sink() = default;

 private:
  friend class Sinks;

  Level level_ = Level::kNone;
  Sink* next_ = nullptr;
};

// Adds a receiver, which gets the records up to a level, first those that identify the library.
void add(Sink& sink, Level level);
// Removes a receiver, which is not called after this returns. Does nothing for one that was not added.
void remove(Sink& sink) noexcept;

namespace detail {
// The highest level that is requested; kUnread until the environment was read.
inline constexpr std::uint8_t kUnread = 255;
inline constexpr std::atomic<std::uint8_t>& wanted = each_call.log_level;
bool wants(Level level) noexcept;
}  // namespace detail

[[gnu::always_inline]] inline bool wants(Level level) noexcept {
  return __builtin_expect(detail::wanted.load(std::memory_order_relaxed) >= static_cast<std::uint8_t>(level),
                          0) &&
         detail::wants(level);
}

// A number in the form of an address; "" for 0.
class Hex {
 public:
  explicit Hex(std::uint64_t number) noexcept;
  explicit Hex(const void* pointer) noexcept : Hex(reinterpret_cast<std::uintptr_t>(pointer)) {}
  operator std::string_view() const noexcept { return text_; }  // NOLINT: it is a text

 private:
  char text_[24] = "";
};

// Passes a record to all receivers of its level.
void write(Level level, const char* component, std::string text) noexcept;

template <class... Parts>
void write_parts(Level level, const char* component, const Parts&... parts) noexcept {
  if (!wants(level)) return;
  try {
    write(level, component, concat(parts...));
  } catch (...) {
    // Without memory there is no record.
  }
}
template <class... Parts>
void info(const char* component, const Parts&... parts) noexcept {
  write_parts(Level::kInfo, component, parts...);
}
template <class... Parts>
void debug(const char* component, const Parts&... parts) noexcept {
  write_parts(Level::kDebug, component, parts...);
}

}  // namespace gridcall::log
