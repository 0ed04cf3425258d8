// SPDX-License-Identifier: Apache-2.0
//
// A context on the CPU device with kernels that fail, run on, or write a word; and calls that must succeed or
// must fail with a status and words.

#pragma once

#include <gridcall/gridcall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

// Last: it makes a macro of `fail`.
#include "support/cmocka.h"
#include "support/memory.h"

inline gc_context* context;
inline gc_module* module_;
inline gc_kernel *boom, *loop, *put, *gate;

inline std::string message_of(gc_error* error) {
  const std::string text = error ? gc_error_message(error) : "(no error)";
  gc_error_release(error);
  return text;
}

inline void check_ok(const char* call, gc_status status, gc_error* error) {
  const std::string message = message_of(error);
  if (status != GRIDCALL_OK) fail_msg("%s: %s: %s", call, gc_status_name(status), message.c_str());
}
// The message must hold every one of `words`, parted by '|'.
inline void check_fails(const char* call, gc_status status, gc_status wanted, gc_error* error,
                        const char* words) {
  const gc_status its = gc_error_status(error);
  const std::string message = message_of(error);
  if (status != wanted || its != wanted)
    fail_msg("%s: %s (the error: %s), not %s: %s", call, gc_status_name(status), gc_status_name(its),
             gc_status_name(wanted), message.c_str());
  for (std::string rest = words; !rest.empty();) {
    const auto bar = rest.find('|');
    if (message.find(rest.substr(0, bar)) == std::string::npos)
      fail_msg("%s: `%s' is not in `%s'", call, rest.substr(0, bar).c_str(), message.c_str());
    rest = bar == std::string::npos ? "" : rest.substr(bar + 1);
  }
}
#define OK(function, ...)                                      \
  do {                                                         \
    gc_error* error_ = nullptr;                                \
    const gc_status status_ = function(__VA_ARGS__, &error_);  \
    check_ok(#function "(" #__VA_ARGS__ ")", status_, error_); \
  } while (0)
#define FAILS(status, words, function, ...)                                                       \
  do {                                                                                            \
    gc_error* error_ = nullptr;                                                                   \
    const gc_status status_ = function(__VA_ARGS__, &error_);                                     \
    check_fails(#function "(" #__VA_ARGS__ ")", status_, GRIDCALL_ERROR_##status, error_, words); \
  } while (0)

inline gc_kernel* kernel_of(const char* name) {
  gc_kernel* kernel = nullptr;
  OK(gc_module_get_kernel, module_, name, &kernel);
  return kernel;
}

inline int open_cpu(void**) {
  static const char source[] =
      "__global__ void boom() { *(volatile int*)8 = 1; }\n"
      "__global__ void loop() { for (;;) { } }\n"
      "__global__ void put(int* x, int v) { x[blockIdx.x * blockDim.x + threadIdx.x] = v; }\n"
      "__global__ void gate(volatile int* open) { while (*open == 0) { } }\n";
  OK(gc_context_get_default, &context);
  OK(gc_module_from_source, context, source, std::strlen(source), nullptr, &module_);
  boom = kernel_of("boom");
  loop = kernel_of("loop");
  put = kernel_of("put");
  gate = kernel_of("gate");
  return 0;
}

inline gc_stream* make_stream(std::uint64_t flags = GRIDCALL_STREAM_NON_BLOCKING) {
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = flags;
  gc_stream* stream = nullptr;
  OK(gc_stream_create, context, &options, &stream);
  return stream;
}

inline gc_mem* make_mem(std::uint64_t size) {
  gc_mem* mem = nullptr;
  OK(gc_mem_alloc, context, size, &mem);
  return mem;
}

inline gc_launch_config shape(std::uint32_t grid, std::uint32_t block, double timeout = 0) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid;
  config.block_x = block;
  config.timeout_nanoseconds = static_cast<std::uint64_t>(timeout * 1e9);
  return config;
}

inline void start(gc_kernel* kernel, gc_stream* stream) {
  const gc_launch_config config = shape(2, 32);
  OK(gc_launch, kernel, &config, nullptr, 0, stream);
}

inline gc_status start_put(gc_mem* mem, int value, gc_stream* stream, gc_error** out_error) {
  const gc_arg args[] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, mem},
                         {GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint32_t>(value), nullptr}};
  const gc_launch_config config = shape(1, 1);
  return gc_launch(put, &config, args, 2, stream, out_error);
}

inline int read_word(gc_mem* mem) {
  int value = -1;
  OK(gc_memcpy_dtoh, &value, mem, 0, sizeof value, nullptr);
  return value;
}

// Holds streams up: what is queued behind it begins when the test says so. No clock is needed.
class Gate {
 public:
  Gate() {
    OK(alloc_host, context, sizeof(int), &mem_);
    std::uint64_t address = 0;
    OK(gc_mem_get_host_address, mem_, &address);
    word_ = reinterpret_cast<int*>(address);
    open();
  }
  ~Gate() {
    open();
    gc_mem_release(mem_);
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void close(gc_stream* stream, double timeout = 0) {
    __atomic_store_n(word_, 0, __ATOMIC_SEQ_CST);
    const gc_arg arg = {GRIDCALL_ARG_KIND_MEM, 8, 0, mem_};
    const gc_launch_config config = shape(1, 1, timeout);
    OK(gc_launch, gate, &config, &arg, 1, stream);
  }
  void open() { __atomic_store_n(word_, 1, __ATOMIC_SEQ_CST); }

 private:
  gc_mem* mem_ = nullptr;
  int* word_ = nullptr;
};
