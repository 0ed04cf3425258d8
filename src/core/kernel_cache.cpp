// SPDX-License-Identifier: Apache-2.0

#include "core/kernel_cache.h"

#include <utility>

namespace gridcall::core {

Ref<Kernel> KernelCache::find(std::string_view key) {
  const std::lock_guard lock(lock_);
  const auto found = kernels_.find(key);
  return found == kernels_.end() ? nullptr : found->second;
}

Ref<Kernel> KernelCache::add(std::string_view key, Ref<Kernel> kernel) {
  Kernels dropped;  // destructors run after the unlock
  const std::lock_guard lock(lock_);
  if (kernels_.size() >= kMaxKernels) dropped = std::exchange(kernels_, {});
  return kernels_.try_emplace(std::string(key), std::move(kernel)).first->second;
}

void KernelCache::drop_references(Context& context, bool /*now*/) noexcept {
  Kernels dropped;
  const std::lock_guard lock(lock_);
  if (!kernels_.empty() && context.references() == 1 + kernels_.size()) dropped.swap(kernels_);
}

}  // namespace gridcall::core
