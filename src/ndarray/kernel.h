// SPDX-License-Identifier: Apache-2.0
//
// Kernels of the library's own sources: compiled at their first use in a context, and kept there.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel.h"
#include "core/memory/mem.h"

namespace gridcall::ndarray {

// The sources are included as their texts (cmake/embed.cmake).
#define GRIDCALL_FILE(name, text) text

// The number of threads in a block of every such kernel.
inline constexpr std::uint32_t kThreads = 256;

inline std::uint64_t divide_up(std::uint64_t value, std::uint64_t by) noexcept {
  return (value + by - 1) / by;
}

// A line behind a text of the caller's, which has numbers of its own: errors further on name the kernel's
// lines.
inline constexpr std::string_view kOwnLines = "#line gridcall\n";

// Returns the kernel `gridcall_kernel` of a source that begins with kernels/types.cuh. The key contains
// everything that the source depends on except the kind of device.
core::Ref<core::Kernel> kernel_of(core::Context& context, std::string_view key,
                                  const std::function<std::string()>& source);

// The numbers that a kernel takes as one struct: indices of 32 or of 64 bits, then divisors.
class Parameters {
 public:
  explicit Parameters(bool is_wide) : is_wide_(is_wide) { words_.reserve(16); }
  void add(std::uint64_t index) {
    words_.push_back(static_cast<std::uint32_t>(index));  // the machine is little-endian
    if (is_wide_) words_.push_back(static_cast<std::uint32_t>(index >> 32));
  }
  void add_divisor(std::uint64_t count) { divisors_.push_back(static_cast<std::uint32_t>(count)); }
  // Return the struct's declaration, and its bytes, which live as long as this object; nothing can be added
  // behind.
  static std::string declaration(bool is_wide, std::size_t indices, std::size_t divisors);
  const void* bytes();

 private:
  const bool is_wide_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> divisors_;
};

// Queues the kernel, and holds its memory until it ends. `shared`: bytes of dynamic shared memory.
void launch(core::Kernel& kernel, const core::Stream* stream, const std::uint32_t (&grid)[3],
            const std::uint32_t (&block)[3], std::span<const void* const> values,
            std::span<core::Mem* const> memory, std::uint64_t shared = 0);

}  // namespace gridcall::ndarray
