// SPDX-License-Identifier: Apache-2.0
//
// Four ranks, each a thread with a GPU of the fake driver, on the fake NCCL.

#pragma once

#include <gridcall/preview.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "comm/fake_nccl/control.h"
#include "fake_cuda/control.h"
#include "support/cmocka.h"
#include "support/objects.h"
#include "support/slowdown.h"

inline constexpr unsigned kRanks = 4;
inline constexpr std::uint64_t kSecond = 1'000'000'000;

inline const fake_cuda_control* fake = nullptr;
inline gc_context* contexts[kRanks];

// Ends the process: cmocka's own checks work in the main thread alone.
#define MUST(call) CHECK_COMM(#call, [&](gc_error** error) { return call; })
inline void check_comm(const char* what, const std::function<gc_status(gc_error**)>& call) {
  gc_error* error = nullptr;
  if (call(&error) == GRIDCALL_OK) return;
  std::fprintf(stderr, "%s: %s\n", what, objects::take(error).c_str());
  std::abort();
}
#define CHECK_COMM(what, call) check_comm(what, call)

// The call's status must be this one, and its message hold every one of `words`, parted by '|'.
inline void check_refused(const char* what, gc_status wanted, const char* words,
                          const std::function<gc_status(gc_error**)>& call) {
  gc_error* error = nullptr;
  const gc_status returned = call(&error);
  const std::string text = error ? gc_error_message(error) : "(no error)";
  gc_error_release(error);
  bool right = returned == wanted;
  for (std::string rest = words; right && !rest.empty();) {
    const auto bar = rest.find('|');
    right = text.find(rest.substr(0, bar)) != std::string::npos;
    rest = bar == std::string::npos ? "" : rest.substr(bar + 1);
  }
  if (right) return;
  std::fprintf(stderr, "%s returned %s, \"%s\"; expected %s and \"%s\"\n", what, gc_status_name(returned),
               text.c_str(), gc_status_name(wanted), words);
  std::abort();
}
#define REFUSED(call, status, words) \
  check_refused(#call, GRIDCALL_ERROR_##status, words, [&](gc_error** error) { return call; })

inline int open_contexts(void**) {
  fake = fake_cuda();
  for (unsigned i = 0; i < kRanks; ++i) {
    gc_device* device = nullptr;
    const std::string name = "gpu:" + std::to_string(i);
    if (!fake || gc_device_find(name.c_str(), &device, nullptr) != GRIDCALL_OK ||
        gc_context_get_primary(device, nullptr, &contexts[i], nullptr) != GRIDCALL_OK)
      return -1;
  }
  return 0;
}

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

inline void within(const char* what, Clock::time_point begin, double most) {
  most *= slowdown();
  if (seconds_since(begin) <= most) return;
  std::fprintf(stderr, "%s took %.2f s, at most %.2f s are promised\n", what, seconds_since(begin), most);
  std::abort();
}

// Time limits in seconds; 0: the default.
inline gc_comm_options limited(double create, double operation) {
  gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT;
  options.create_timeout_nanoseconds = static_cast<std::uint64_t>(create * 1e9);
  options.timeout_nanoseconds = static_cast<std::uint64_t>(operation * 1e9);
  return options;
}

// A rank, with a stream.
struct Rank {
  unsigned rank = 0;
  gc_context* context = nullptr;
  gc_comm* comm = nullptr;
  gc_stream* stream = nullptr;

  void make_stream() {
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = GRIDCALL_STREAM_NON_BLOCKING;
    MUST(gc_stream_create(context, &options, &stream, error));
  }
  void create(const std::uint8_t (&id)[256], unsigned count, const gc_comm_options& options) {
    MUST(gc_comm_create(context, id, sizeof id, rank, count, &options, &comm, error));
    make_stream();
  }
  void release() const {
    gc_comm_release(comm);
    gc_stream_release(stream);
  }
  gc_mem* mem(std::uint64_t size) const {
    gc_mem* made = nullptr;
    MUST(gc_mem_alloc(context, size, &made, error));
    return made;
  }
  template <class T>
  gc_mem* mem_of(const std::vector<T>& values) const {
    gc_mem* made = mem(values.size() * sizeof(T) + 8);
    MUST(gc_memcpy_htod(made, 0, values.data(), values.size() * sizeof(T), nullptr, error));
    return made;
  }
  template <class T>
  std::vector<T> values_of(gc_mem* from, std::size_t count) const {
    std::vector<T> values(count);
    MUST(gc_memcpy_dtoh(values.data(), from, 0, count * sizeof(T), nullptr, error));
    return values;
  }
  void synchronize() const { MUST(gc_stream_synchronize(stream, error)); }
  std::uint64_t attribute(gc_comm_attribute which) const {
    std::uint64_t value = 0;
    MUST(gc_comm_get_attribute(comm, which, &value, error));
    return value;
  }
};

inline void all_reduce(const Rank& me, gc_mem* mem, std::uint64_t count = 4) {
  MUST(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, count, GRIDCALL_SCALAR_TYPE_FLOAT32,
                          GRIDCALL_COMM_REDUCTION_SUM, me.stream, error));
}

struct Id {
  std::uint8_t bytes[256];
  Id() { MUST(gc_comm_create_id(contexts[0], bytes, error)); }
};

// Runs `body` for each rank in a thread of its own.
inline void in_threads(unsigned count, const std::function<void(unsigned)>& body) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i) threads.emplace_back([&, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

struct Ranks {
  Rank ranks[kRanks];
  unsigned count;

  explicit Ranks(unsigned size = kRanks, gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT) : count(size) {
    const Id id;
    in_threads(size, [&](unsigned i) {
      Rank& rank = ranks[i];
      rank.rank = i;
      rank.context = contexts[i];
      rank.create(id.bytes, size, options);
    });
  }
  ~Ranks() {
    for (unsigned i = 0; i < count; ++i) ranks[i].release();
  }
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  void each(const std::function<void(Rank&)>& body) {
    in_threads(count, [&](unsigned i) { body(ranks[i]); });
  }
};

// Waits until released objects have been given back, for 5 s at most.
inline void wait_until(const char* what, const std::function<bool()>& is_so) {
  const auto begin = Clock::now();
  while (!is_so()) {
    if (seconds_since(begin) > 5 * slowdown()) {
      std::fprintf(stderr, "not in time: %s\n", what);
      std::abort();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

inline int nothing_left(void**) {
  wait_until("every communicator is given back", [] {
    gc_handle_collect(nullptr);
    return fake_nccl()->live() == 0;
  });
  wait_until("every handle is released", [] {
    gc_handle_collect(nullptr);
    return gc_handle_count() == kRanks;
  });
  wait_until("the driver has its memory back", [] {
    gc_handle_collect(nullptr);
    return fake->live("memory") + fake->live("host memory") + fake->live("stream") == 0;
  });
  return 0;
}
