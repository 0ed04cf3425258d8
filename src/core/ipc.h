// SPDX-License-Identifier: Apache-2.0
//
// Handles of memory and events of other processes.

#pragma once

#include <cstring>
#include <span>

#include "core/context.h"

namespace gridcall::core {

// Returns true if the device shares memory and events between processes.
bool supports_ipc(const Context& context);
// Throws UNSUPPORTED unless the device does.
void check_ipc(const Context& context);

// Throws INVALID_ARGUMENT.
void check_ipc_handle_size(std::size_t size);
template <class Handle>
Handle ipc_handle_of(std::span<const std::byte> bytes) {
  check_ipc_handle_size(bytes.size());
  Handle handle;
  static_assert(sizeof handle == 64);
  std::memcpy(&handle, bytes.data(), sizeof handle);
  return handle;
}

// Returns the failure of a handle that the driver does not open. `noun`: "mem" or "event".
Failure ipc_refusal(const Context& context, Failure failure, std::span<const std::byte> handle,
                    const char* noun);

}  // namespace gridcall::core
