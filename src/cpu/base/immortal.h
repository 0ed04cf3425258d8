// SPDX-License-Identifier: Apache-2.0
//
// The one T of the process: made at its first use without an allocation, so that this cannot fail, and never
// destroyed, for kernels may run while the process exits.

#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace gridcall::cpu {

template <class T>
T& immortal() noexcept {
  static_assert(std::is_nothrow_default_constructible_v<T>);
  alignas(T) static std::byte memory[sizeof(T)];
  static T* const made = new (memory) T;
  return *made;
}

}  // namespace gridcall::cpu
