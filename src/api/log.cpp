// SPDX-License-Identifier: Apache-2.0

#include "core/log.h"

#include <algorithm>
#include <string_view>

#include "api/generated/implementation.h"

namespace gridcall::api {

namespace {

// Copies the text, cut before the first character that does not fit completely.
void copy_cut(char* to, std::size_t capacity, std::string_view text) {
  constexpr std::string_view kCut = "...";
  const bool fits = text.size() < capacity;
  std::size_t count = fits ? text.size() : capacity - 1 - kCut.size();
  while (!fits && count > 0 && (static_cast<unsigned char>(text[count]) & 0xC0) == 0x80) --count;
  char* const end = std::copy_n(text.data(), count, to);
  if (!fits) std::copy(kCut.begin(), kCut.end(), end);
}

}  // namespace

void log_read(core::Log& log, std::uint64_t timeout_nanoseconds, gc_log_record& out_record, bool& out_done) {
  const std::optional<core::Log::Entry> entry = log.read(timeout_nanoseconds);
  out_record = {};
  out_record.component = "";
  out_record.level = GRIDCALL_LOG_LEVEL_INFO;
  out_done = entry.has_value();
  if (!entry) return;
  out_record.time_nanoseconds = entry->time_ns;
  out_record.lost = entry->lost;
  out_record.component = entry->component;
  out_record.level = static_cast<gc_log_level>(entry->level);
  copy_cut(out_record.message, sizeof out_record.message, entry->text);
}

}  // namespace gridcall::api
