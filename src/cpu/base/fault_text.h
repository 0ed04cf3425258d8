// SPDX-License-Identifier: Apache-2.0
//
// The text of what a call reports or refuses, one a thread, for gridcallFaultText; and the room for such
// texts.

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::cpu {

inline constexpr std::size_t kFaultTextBytes = 1024;

// Returns a buffer for a text, or NULL.
char* fault_new_text() noexcept;

// Sets the text that gridcallFaultText returns for the calling thread's current call. The text is cleared
// when a call begins. `reports`: lines of JSON, or NULL.
void fault_text_set(const char* text, const char* reports = nullptr) noexcept;
// The number of the thread's text; 0 if there is none. initial-exec, because otherwise the loader might
// allocate memory.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local std::uint64_t fault_text_ticket;
inline void fault_text_clear() noexcept {
  fault_text_ticket = 0;
}
[[gnu::format(printf, 1, 2)]] void fault_text_format(const char* format, ...) noexcept;
// Copies the calling thread's text, or "", and clears it.
void fault_text_take(char* text, std::size_t capacity) noexcept;
// Returns the reports of the calling thread's text, to be freed by std::free, or NULL; the text stays.
char* fault_reports_take() noexcept;

}  // namespace gridcall::cpu
