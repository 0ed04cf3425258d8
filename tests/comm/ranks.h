// SPDX-License-Identifier: Apache-2.0
//
// For the programs of gc_comm_* that a launcher starts, one process a rank.

#pragma once

#include <gridcall/preview.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "comm/report.h"
#include "support/slowdown.h"

namespace ranks {

using Clock = std::chrono::steady_clock;
inline constexpr std::uint64_t kSecond = 1'000'000'000;

inline gc_context* context = nullptr;
inline bool is_cpu = true;  // the ranks' devices: MPI's

inline std::string take(gc_error* error) {
  std::string text = error ? gc_error_message(error) : "";
  gc_error_release(error);
  return text;
}

// A call that must succeed: without it nothing that follows makes sense.
template <class Call>
void must(const char* what, const Call& call) {
  gc_error* error = nullptr;
  const gc_status status = call(&error);
  if (status == GRIDCALL_OK) return;
  fail("%s: %s: %s", what, gc_status_name(status), take(error).c_str());
  std::_Exit(3);
}
#define MUST(call) must(#call, [&](gc_error** e) { return call; })

// A call that must be refused so, with these words.
template <class Call>
void refused(const char* what, gc_status want, const std::vector<std::string>& words, const Call& call) {
  gc_error* error = nullptr;
  const gc_status status = call(&error);
  const std::string text = take(error);
  if (status != want)
    fail("%s: %s, not %s: %s", what, gc_status_name(status), gc_status_name(want), text.c_str());
  for (const std::string& word : words)
    if (text.find(word) == std::string::npos)
      fail("%s: \"%s\" does not say \"%s\"", what, text.c_str(), word.c_str());
}
#define REFUSED(call, status, ...) \
  refused(#call, GRIDCALL_ERROR_##status, {__VA_ARGS__}, [&](gc_error** e) { return call; })

inline double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

inline gc_comm_options options(double timeout = 60, gc_comm_flags flags = 0) {
  gc_comm_options made = GRIDCALL_COMM_OPTIONS_INIT;
  made.create_timeout_nanoseconds = stretched(60 * kSecond);
  made.timeout_nanoseconds = static_cast<std::uint64_t>(timeout * 1e9);
  made.flags = flags;
  return made;
}

inline gc_comm* from_environment(const gc_comm_options& how = options(), gc_context* on = context) {
  gc_comm* comm = nullptr;
  MUST(gc_comm_from_environment(on, &how, &comm, e));
  std::uint64_t value = 0;
  MUST(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_RANK, &value, e));
  rank = static_cast<int>(value);
  MUST(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_COUNT, &value, e));
  count = static_cast<int>(value);
  return comm;
}

inline void finalize(gc_comm* comm) {
  std::int32_t done = 0;
  MUST(gc_comm_finalize(comm, stretched(30 * kSecond), &done, e));
  EQUAL(done, 1);
  gc_comm_release(comm);
}

inline gc_stream* make_stream() {
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, e));
  return stream;
}

template <class T>
struct Memory {
  gc_mem* mem = nullptr;
  explicit Memory(std::size_t elements) {
    MUST(gc_mem_alloc(context, std::max<std::size_t>(elements, 1) * sizeof(T), &mem, e));
  }
  ~Memory() { gc_mem_release(mem); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  void put(const std::vector<T>& values) {
    if (!values.empty()) MUST(gc_memcpy_htod(mem, 0, values.data(), values.size() * sizeof(T), nullptr, e));
  }
  std::vector<T> get(std::size_t elements, gc_stream* stream, std::uint64_t first = 0) {
    std::vector<T> values(elements);
    if (elements != 0)
      MUST(gc_memcpy_dtoh(values.data(), mem, first * sizeof(T), elements * sizeof(T), stream, e));
    return values;
  }
};

// The device that the second argument names: "cpu" if there is none.
inline void open_device(int argc, char** argv) {
  const char* const name = argc > 2 ? argv[2] : "cpu";
  is_cpu = std::string_view(name) == "cpu";
  gc_device* device = nullptr;
  MUST(gc_device_find(name, &device, e));
  MUST(gc_context_get_primary(device, nullptr, &context, e));
}

// Returns what main() does: runs the cases that the first argument names, on the device that the second one
// does.
inline int run_case(int argc, char** argv, std::initializer_list<Case> cases) {
  open_device(argc, argv);
  return run_cases(argc > 1 ? argv[1] : "", cases);
}

}  // namespace ranks
