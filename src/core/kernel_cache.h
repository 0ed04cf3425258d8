// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a context that the library compiled for itself, by what they do.

#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/kernel.h"
#include "core/services.h"

namespace gridcall::core {

class KernelCache final : public ContextService {
 public:
  static constexpr Place kPlace = kKernels;

  explicit KernelCache(Context&) noexcept {}

  // Returns the kernel of the key; nullptr if there is none.
  Ref<Kernel> find(std::string_view key);
  // Adds a kernel, or returns the one that another thread added first. Each kernel has a module of its own.
  Ref<Kernel> add(std::string_view key, Ref<Kernel> kernel);
  // Drops all kernels if only their modules and the list of contexts hold references on the context.
  void drop_references(Context& context, bool now) noexcept override;

 private:
  // More kernels than programs have; a program that makes expressions without end starts anew.
  static constexpr std::size_t kMaxKernels = 1024;

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard library looks for it
  };
  using Kernels = std::unordered_map<std::string, Ref<Kernel>, Hash, std::equal_to<>>;

  std::mutex lock_;
  Kernels kernels_;
};

}  // namespace gridcall::core
