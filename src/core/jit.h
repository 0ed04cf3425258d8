// SPDX-License-Identifier: Apache-2.0
//
// Options of the driver's compiler and linker, and their log.

#pragma once

#include <cctype>
#include <cstdint>
#include <cstring>
#include <string>

#include "driver/types.h"

namespace gridcall::core {

// The options of loading an image; they apply to PTX, which the driver compiles.
struct LoadOptions {
  bool debug = false;
  bool line_info = false;
  bool verbose = false;
  bool prefer_binary = false;
  std::int32_t optimization_level = -1;  // -1: the driver's default
  std::uint32_t target = 0;              // CU_JIT_TARGET; 0: the device's architecture
  std::uint32_t max_registers = 0;       // 0: the driver's choice
  std::uint32_t threads_per_block = 0;   // 0: the driver's choice
};

// The options of one load or link, and its log. Each value is as wide as a pointer.
class Jit {
 public:
  Jit(const LoadOptions& options, bool compiles) {
    using namespace driver;
    add(CU_JIT_ERROR_LOG_BUFFER, errors_);
    add_number(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, sizeof errors_);
    if (!compiles) return;
    add(CU_JIT_INFO_LOG_BUFFER, info_);
    add_number(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, sizeof info_);
    wall_time_ = count_;
    add_number(CU_JIT_WALL_TIME, 0);
    if (options.max_registers != 0) add_number(CU_JIT_MAX_REGISTERS, options.max_registers);
    if (options.threads_per_block != 0) {
      threads_ = count_;
      add_number(CU_JIT_THREADS_PER_BLOCK, options.threads_per_block);
    }
    if (options.optimization_level >= 0)
      add_number(CU_JIT_OPTIMIZATION_LEVEL, static_cast<std::uint32_t>(options.optimization_level));
    if (options.target != 0) add_number(CU_JIT_TARGET, options.target);
    if (options.prefer_binary) add_number(CU_JIT_FALLBACK_STRATEGY, CU_PREFER_BINARY);
    if (options.debug) add_number(CU_JIT_GENERATE_DEBUG_INFO, 1);
    if (options.verbose) add_number(CU_JIT_LOG_VERBOSE, 1);
    if (options.line_info) add_number(CU_JIT_GENERATE_LINE_INFO, 1);
  }
  Jit(const Jit&) = delete;
  Jit& operator=(const Jit&) = delete;

  unsigned count() const noexcept { return count_; }
  driver::CUjit_option* options() noexcept { return options_; }
  void** values() noexcept { return values_; }

  std::string errors() const { return trimmed(errors_, sizeof errors_); }
  std::string info() const { return trimmed(info_, sizeof info_); }
  // Returns the time that the driver leaves as a float of milliseconds.
  std::uint64_t nanoseconds() const noexcept {
    if (wall_time_ == kNone) return 0;
    float milliseconds = 0;
    std::memcpy(&milliseconds, &values_[wall_time_], sizeof milliseconds);
    return milliseconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(milliseconds) * 1e6) : 0;
  }
  std::uint32_t threads_per_block() const noexcept {
    std::uint32_t threads = 0;
    if (threads_ != kNone) std::memcpy(&threads, &values_[threads_], sizeof threads);
    return threads;
  }

 private:
  static constexpr unsigned kNone = ~0u;

  void add(driver::CUjit_option option, void* value) noexcept {
    options_[count_] = option;
    values_[count_++] = value;
  }
  void add_number(driver::CUjit_option option, std::uint32_t value) noexcept {
    add(option, reinterpret_cast<void*>(std::uintptr_t{value}));
  }
  static std::string trimmed(const char* text, std::size_t capacity) {
    std::string result(text, strnlen(text, capacity));
    while (!result.empty() && std::isspace(static_cast<unsigned char>(result.back()))) result.pop_back();
    return result;
  }

  unsigned count_ = 0;
  unsigned wall_time_ = kNone;
  unsigned threads_ = kNone;
  driver::CUjit_option options_[13];
  void* values_[13];
  char errors_[8192] = {};
  char info_[8192] = {};
};

}  // namespace gridcall::core
