// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a context that the library compiled for itself, by what they do.

#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/kernel.h"

namespace gridcall::core {

class KernelCache {
 public:
  // nullptr if there is none.
  Ref<Kernel> find(std::string_view key);
  // The one that is there, if another thread was faster. Each kernel has a module of its own.
  Ref<Kernel> add(std::string_view key, Ref<Kernel> kernel);
  // Drops all if the context has only `others` references besides those of the modules.
  void drop_if_unused(const Context& context, std::uint32_t others) noexcept;

 private:
  // More than programs have; one that makes expressions without end starts anew.
  static constexpr std::size_t kMostKernels = 1024;

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard library looks for it
  };
  using Kernels = std::unordered_map<std::string, Ref<Kernel>, Hash, std::equal_to<>>;

  std::mutex lock_;
  Kernels kernels_;
};

}  // namespace gridcall::core
