// SPDX-License-Identifier: Apache-2.0
//
// Arrays as tensors of DLPack 1, and back. The structs are DLPack's, declared anew from its specification.

#pragma once

#include <cstdint>

#include "core/ndarray/ndarray.h"

namespace gridcall::core {

// The bits of gc_dlpack_flags, for both.
inline constexpr std::uint64_t kDlpackLegacy = 1;

// The address of a tensor whose deleter drops the array's memory. What is queued on the stream from here on
// comes behind what uses the memory so far.
std::uint64_t to_dlpack(Ndarray& ndarray, std::uint64_t flags, Stream* stream);
// Throws UNSUPPORTED for versions, devices and types that it does not know.
Ref<Ndarray> from_dlpack(Context& context, std::uint64_t tensor, std::uint64_t flags, Stream* stream);

// Calls the deleters of tensors that nothing uses any more. Outside of every lock: they are other libraries'.
void delete_finished_tensors() noexcept;

}  // namespace gridcall::core
