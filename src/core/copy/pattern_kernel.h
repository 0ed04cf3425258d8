// SPDX-License-Identifier: Apache-2.0
//
// A kernel that fills memory of a GPU with patterns that its driver has no fill for, of one context. A copy
// of what is filled already would read as much as it writes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "driver/types.h"

namespace gridcall::core {

class Context;

class PatternKernel {
 public:
  // The driver fills fewer bytes as fast.
  static constexpr std::uint64_t kLeastBytes = std::uint64_t{256} << 10;

  // Returns false if the driver refused the kernel or the stream captures, and nothing was queued. The
  // context must be current.
  bool fill(Context& context, std::uint64_t address, std::uint64_t bytes, std::span<const std::byte> pattern,
            driver::CUstream stream, driver::CUresult& result);
  void free(Context& context) noexcept;

 private:
  bool load(Context& context);

  std::mutex lock_;
  bool is_refused_ = false;
  driver::CUmodule module_ = nullptr;
  driver::CUfunction function_ = nullptr;
};

}  // namespace gridcall::core
