// SPDX-License-Identifier: Apache-2.0
//
// A context on the fake driver, and calls that must succeed or must fail with a status and words.

#pragma once

#include <gridcall/gridcall.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "fake_cuda/control.h"
#include "support/cmocka.h"
#include "support/memory.h"

inline const fake_cuda_control* fake = nullptr;
inline gc_context* context = nullptr;

inline std::string message_of(gc_error* error) {
  if (!error) return "(no error)";
  const std::string text = gc_error_message(error);
  gc_error_release(error);
  return text;
}

#define MUST(call)                                                                         \
  do {                                                                                     \
    gc_error* e = nullptr;                                                                 \
    const gc_status returned = (call);                                                     \
    if (returned != GRIDCALL_OK) {                                                         \
      print_error("%s: %s: %s\n", #call, gc_status_name(returned), message_of(e).c_str()); \
      fail();                                                                              \
    }                                                                                      \
  } while (0)

// The message must hold every one of `words`, parted by '|'.
inline void check_refusal(const char* call, gc_status returned, gc_status wanted, gc_error* error,
                          const char* words) {
  const std::string message = message_of(error);
  bool right = returned == wanted;
  for (std::string rest = words; right && !rest.empty();) {
    const auto bar = rest.find('|');
    right = message.find(rest.substr(0, bar)) != std::string::npos;
    rest = bar == std::string::npos ? "" : rest.substr(bar + 1);
  }
  if (!right) {
    print_error("%s returned %s, \"%s\"; expected %s and \"%s\"\n", call, gc_status_name(returned),
                message.c_str(), gc_status_name(wanted), words);
    fail();
  }
}
#define REFUSED(call, status, words)                                   \
  do {                                                                 \
    gc_error* e = nullptr;                                             \
    const gc_status returned = (call);                                 \
    check_refusal(#call, returned, GRIDCALL_ERROR_##status, e, words); \
  } while (0)

inline int open_context(void**) {
  fake = fake_cuda();
  gc_device* device = nullptr;
  if (!fake || gc_device_find("gpu", &device, nullptr) != GRIDCALL_OK) return -1;
  if (gc_context_get_primary(device, nullptr, &context, nullptr) != GRIDCALL_OK) return -1;
  // Calls are shorter where the context is current.
  return getenv("GRIDCALL_TEST_CURRENT") && gc_context_push(context, nullptr) != GRIDCALL_OK ? -1 : 0;
}

// Everything that a test made must be gone, in the library and in the driver.
inline int nothing_left(void**) {
  fake->hold(0);
  gc_error* error = nullptr;
  // This is done twice: chunks that copies have used go with the second.
  if (gc_context_synchronize(context, &error) != GRIDCALL_OK || gc_handle_collect(&error) != GRIDCALL_OK ||
      gc_handle_collect(&error) != GRIDCALL_OK) {
    print_error("%s\n", message_of(error).c_str());
    return -1;
  }
  if (gc_handle_count() != 1) {
    print_error("%d handles are left\n", static_cast<int>(gc_handle_count()) - 1);
    return -1;
  }
  for (const char* kind :
       {"stream", "module", "memory", "host memory", "managed memory", "registered memory"}) {
    if (fake->live(kind) == 0) continue;
    char text[2048];
    fake->describe(text, sizeof text);
    print_error("the driver still has:\n%s", text);
    return -1;
  }
  return 0;
}

inline gc_stream* make_stream(std::uint64_t flags = 0) {
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = flags;
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, &options, &stream, &e));
  return stream;
}

inline gc_mem* make_mem(std::uint64_t size) {
  gc_mem* mem = nullptr;
  MUST(gc_mem_alloc(context, size, &mem, &e));
  return mem;
}

inline gc_mem* take(gc_pool* pool, std::uint64_t size, gc_stream* stream = nullptr) {
  gc_mem* mem = nullptr;
  MUST(gc_pool_alloc(pool, size, stream, &mem, &e));
  return mem;
}

// Returns an array of zeros.
inline gc_ndarray* make_array(gc_scalar_type type, const std::vector<std::uint64_t>& shape) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape.data();
  options.shape_count = shape.size();
  options.mem_flags = GRIDCALL_MEM_ZERO;
  gc_ndarray* made = nullptr;
  MUST(gc_ndarray_create(context, &options, &made, &e));
  return made;
}

inline std::uint64_t address_of(gc_mem* mem) {
  std::uint64_t address = 0;
  MUST(gc_mem_get_address(mem, &address, &e));
  return address;
}

// Calls of one function of the driver since it was made.
class Calls {
 public:
  explicit Calls(const char* function) : function_(function), before_(fake->calls_of(function)) {}
  std::uint64_t made() const { return fake->calls_of(function_) - before_; }

 private:
  const char* function_;
  std::uint64_t before_;
};

// Runs a case for which the driver is to be another one, or a context lost, in a process of its own.
template <class Case>
void in_child(Case&& run) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    run();
    std::fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
}
