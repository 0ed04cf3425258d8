// SPDX-License-Identifier: Apache-2.0

#include "core/ipc.h"

#include "base/concat.h"

namespace gridcall::core {

using namespace driver;

namespace {

// Returns the function or feature that the driver lacks; nullptr if none.
const char* missing(const Context& context) {
  const Table& table = context.table();
  if (!table.cuMemGetAddressRange) return "cuMemGetAddressRange";
  if (!table.cuIpcGetMemHandle) return "cuIpcGetMemHandle";
  if (!table.cuIpcOpenMemHandle) return "cuIpcOpenMemHandle";
  if (!table.cuIpcCloseMemHandle) return "cuIpcCloseMemHandle";
  if (!table.cuIpcGetEventHandle) return "cuIpcGetEventHandle";
  if (!table.cuIpcOpenEventHandle) return "cuIpcOpenEventHandle";
  int value = 0;
  if (context.device().try_attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, value) && value == 0)
    return "unified addressing";
  // Older drivers do not know the attribute.
  if (context.device().try_attribute(CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, value) && value == 0)
    return "the device attribute IPC_EVENT_SUPPORTED";
  return nullptr;
}

bool is_cpu_handle(std::span<const std::byte> handle) noexcept {
  std::uint32_t first = 0;
  std::memcpy(&first, handle.data(), sizeof first);
  return first == GRIDCALL_IPC_MEMORY || first == GRIDCALL_IPC_EVENT;
}

}  // namespace

bool supports_ipc(const Context& context) {
  return !missing(context);
}

void check_ipc(const Context& context) {
  if (const char* what = missing(context))
    throw Failure(
        status::kUnsupported,
        concat("the driver of ", context.device().label(), " shares no memory and events between processes (",
               what, " is missing): pass the bytes themselves to the other process"));
}

void check_ipc_handle_size(std::size_t size) {
  if (size != 64)
    throw Failure(status::kInvalidArgument,
                  concat("`handle_size` is ", size, ": an IPC `handle` of memory or an event has 64 bytes"));
}

Failure ipc_refusal(const Context& context, Failure failure, std::span<const std::byte> handle,
                    const char* noun) {
  switch (failure.driver_code) {
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_INVALID_DEVICE:
    case CUDA_ERROR_INVALID_CONTEXT:
    case CUDA_ERROR_INVALID_HANDLE:
    case CUDA_ERROR_MAP_FAILED:
      failure.status = status::kInvalidArgument;
      break;
    case CUDA_ERROR_NOT_FOUND:
    case CUDA_ERROR_NOT_PERMITTED:
      break;
    default:
      return failure;
  }
  failure.message = concat("`handle` cannot be opened: ", failure.message);
  if (!context.is_cpu() && is_cpu_handle(handle)) {
    failure.message += concat("; it is of the CPU device, and `context` of ", context.device().label(),
                              ": open it in a context of the CPU device");
  } else {
    failure.message += concat(": pass what gc_", noun,
                              "_get_ipc_handle returned in another process of this user, "
                              "on the same device, that still holds the ",
                              noun);
  }
  return failure;
}

}  // namespace gridcall::core
