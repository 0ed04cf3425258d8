// SPDX-License-Identifier: Apache-2.0

#include "core/check.h"

namespace gridcall::core {

using namespace driver;

Status status_of(CUresult result) noexcept {
  switch (static_cast<int>(result)) {
    case CUDA_SUCCESS:
      return status::kOk;
    case CUDA_ERROR_OUT_OF_MEMORY:
      return status::kOutOfMemory;
    case CUDA_ERROR_NOT_INITIALIZED:
      return process_forked() ? status::kForked : status::kDriver;
    case CUDA_ERROR_DEINITIALIZED:
      return status::kExiting;
    case CUDA_ERROR_STUB_LIBRARY:
      return status::kDriverUnavailable;
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_DEVICE:
      return status::kNoDevice;
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_INVALID_SOURCE:
      return status::kInvalidImage;
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
      return status::kIncompatibleImage;
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
      return status::kCompilerUnavailable;
    case CUDA_ERROR_NOT_FOUND:
      return status::kNotFound;
    case CUDA_ERROR_NOT_READY:
      return status::kNotReady;
    case CUDA_ERROR_NOT_SUPPORTED:
    case CUDA_ERROR_NOT_PERMITTED:
      return status::kUnsupported;
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
      return status::kInvalidLaunch;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
      return status::kIllegalAddress;
    case CUDA_ERROR_MISALIGNED_ADDRESS:
      return status::kMisalignedAddress;
    case CUDA_ERROR_LAUNCH_FAILED:
      return status::kKernelTrap;
    case CUDA_ERROR_ASSERT:
      return status::kKernelAssert;
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
      return status::kStackOverflow;
    case CUDA_ERROR_LAUNCH_TIMEOUT:
      return status::kLaunchTimeout;
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_CONTAINED:
      return status::kLaunchFailed;
    case CUDA_ERROR_ECC_UNCORRECTABLE:
      return status::kDeviceLost;
    case GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO:
      return status::kDivideByZero;
    case GRIDCALL_DRIVER_ERROR_DEADLOCK:
      return status::kKernelDeadlock;
    case GRIDCALL_DRIVER_ERROR_CANCELLED:
      return status::kCancelled;
    case GRIDCALL_DRIVER_ERROR_HOST_MEMORY:
      return status::kOutOfHostMemory;
    default:
      return status::kDriver;
  }
}

bool is_sticky(CUresult result) noexcept {
  switch (static_cast<int>(result)) {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_CONTAINED:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case 721:
      return true;  // the same for a cooperative launch
    default:
      return false;
  }
}

bool is_kernel_fault(CUresult result) noexcept {
  return is_sticky(result) || static_cast<int>(result) >= GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO;
}

Failure driver_failure(const Table& table, CUresult result, const char* call) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (table.cuGetErrorName(result, &name) != CUDA_SUCCESS || !name) name = "";
  if (table.cuGetErrorString(result, &text) != CUDA_SUCCESS || !text) text = "no text for it";
  std::string message = std::string(call) + " answered " + (*name ? name : "an unknown code") + " (" +
                        std::to_string(static_cast<int>(result)) + "): " + text;
  Failure failure(status_of(result), std::move(message));
  failure.driver_code = static_cast<std::int32_t>(result);
  failure.driver_name = name;
  return failure;
}

void refuse_process() {
  if (process_forked())
    throw Failure(status::kForked,
                  "this process was forked after gridcall was used, and CUDA does not work in the child: use "
                  "gridcall first in the child, or exec");
  throw Failure(status::kExiting, "the process is exiting: the driver may already be gone");
}

}  // namespace gridcall::core
