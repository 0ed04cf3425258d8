// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/fault_text.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace gridcall::cpu {

namespace {

// The texts of failed calls. They are not thread-local, because a library that is opened late shares a few
// hundred bytes of such memory with all others.
struct Text {
  std::uint64_t ticket;
  char text[kFaultTextBytes];
  char* reports;  // owned, or NULL
};
constexpr std::size_t kTexts = 64;
constinit std::mutex texts_lock;
constinit Text texts[kTexts] = {};
constinit std::uint64_t tickets = 0;

// The caller holds the lock.
char* new_text() noexcept {
  fault_text_ticket = ++tickets;
  Text& place = texts[fault_text_ticket % kTexts];
  place.ticket = fault_text_ticket;
  std::free(std::exchange(place.reports, nullptr));
  return place.text;
}

}  // namespace

[[gnu::tls_model("initial-exec")]] constinit thread_local std::uint64_t fault_text_ticket = 0;

char* fault_new_text() noexcept {
  return new (std::nothrow) char[kFaultTextBytes];
}

void fault_text_set(const char* text, const char* reports) noexcept {
  const std::lock_guard lock(texts_lock);
  std::snprintf(new_text(), kFaultTextBytes, "%s", text);
  if (reports) texts[fault_text_ticket % kTexts].reports = ::strdup(reports);
}

void fault_text_format(const char* format, ...) noexcept {
  va_list values;
  va_start(values, format);
  const std::lock_guard lock(texts_lock);
  std::vsnprintf(new_text(), kFaultTextBytes, format, values);
  va_end(values);
}

void fault_text_take(char* text, std::size_t capacity) noexcept {
  text[0] = '\0';
  if (fault_text_ticket == 0) return;
  const std::lock_guard lock(texts_lock);
  const Text& own = texts[fault_text_ticket % kTexts];
  // A thread's text is lost once enough other threads have stored theirs.
  if (own.ticket == fault_text_ticket) std::snprintf(text, capacity, "%s", own.text);
  fault_text_ticket = 0;
}

char* fault_reports_take() noexcept {
  if (fault_text_ticket == 0) return nullptr;
  const std::lock_guard lock(texts_lock);
  Text& own = texts[fault_text_ticket % kTexts];
  return own.ticket == fault_text_ticket ? std::exchange(own.reports, nullptr) : nullptr;
}

}  // namespace gridcall::cpu
