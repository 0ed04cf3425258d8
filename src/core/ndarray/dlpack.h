// SPDX-License-Identifier: Apache-2.0
//
// Arrays as tensors of DLPack 1, and back. The structs are DLPack's, declared anew from its specification.

#pragma once

#include <cstdint>

#include "core/ndarray/ndarray.h"

namespace gridcall::core {

// The bits of gc_dlpack_flags for both directions.
inline constexpr std::uint64_t kDlpackLegacy = 1;

// Returns the address of a tensor whose deleter drops the array's memory. Work queued on the stream from here
// on waits for the work that uses the memory so far.
std::uint64_t to_dlpack(Ndarray& ndarray, std::uint64_t flags, Stream* stream);
// Throws UNSUPPORTED for unknown versions, devices and types.
Ref<Ndarray> from_dlpack(Context& context, std::uint64_t tensor, std::uint64_t flags, Stream* stream);

// Calls the deleters of tensors that no work uses any more. No lock may be held, because the deleters are
// other libraries'.
void delete_finished_tensors() noexcept;

}  // namespace gridcall::core
