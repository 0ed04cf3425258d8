// SPDX-License-Identifier: Apache-2.0
//
// Errors: CUDA's numbers for gridcall's statuses, the last error of each thread, and what stays after a
// kernel's fault.

#include <cstdio>
#include <new>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
std::atomic<cudaError_t> fault{cudaSuccess};

// Returns the driver's code if it is more specific than the status; cudaError_t has the driver's numbers.
cudaError_t number_of(gc_status status, gc_error* error) {
  switch (status) {
    case GRIDCALL_ERROR_OUT_OF_MEMORY:
    case GRIDCALL_ERROR_OUT_OF_HOST_MEMORY:
    case GRIDCALL_ERROR_POOL_LIMIT:
      return cudaErrorMemoryAllocation;
    case GRIDCALL_ERROR_INVALID_HANDLE:
      return cudaErrorInvalidResourceHandle;
    case GRIDCALL_ERROR_INVALID_LAUNCH:
      return cudaErrorInvalidConfiguration;
    case GRIDCALL_ERROR_NOT_READY:
      return cudaErrorNotReady;
    case GRIDCALL_ERROR_ALREADY_REGISTERED:
      return cudaErrorHostMemoryAlreadyRegistered;
    case GRIDCALL_ERROR_ILLEGAL_ADDRESS:
      return cudaErrorIllegalAddress;
    case GRIDCALL_ERROR_MISALIGNED_ADDRESS:
      return cudaErrorMisalignedAddress;
    case GRIDCALL_ERROR_KERNEL_ASSERT:
      return cudaErrorAssert;
    case GRIDCALL_ERROR_STACK_OVERFLOW:
      return cudaErrorHardwareStackError;
    case GRIDCALL_ERROR_LAUNCH_TIMEOUT:
      return cudaErrorLaunchTimeout;
    case GRIDCALL_ERROR_KERNEL_TRAP:
    case GRIDCALL_ERROR_DIVIDE_BY_ZERO:
    case GRIDCALL_ERROR_LAUNCH_FAILED:
    case GRIDCALL_ERROR_KERNEL_DEADLOCK:
    case GRIDCALL_ERROR_CANCELLED:
    case GRIDCALL_ERROR_CHECK_FAILED:
      return cudaErrorLaunchFailure;
    case GRIDCALL_ERROR_INVALID_IMAGE:
      return cudaErrorInvalidKernelImage;
    case GRIDCALL_ERROR_INCOMPATIBLE_IMAGE:
      return cudaErrorNoKernelImageForDevice;
    case GRIDCALL_ERROR_NO_DEVICE:
    case GRIDCALL_ERROR_DRIVER_UNAVAILABLE:
      return cudaErrorNoDevice;
    case GRIDCALL_ERROR_UNSUPPORTED:
      return cudaErrorNotSupported;
    case GRIDCALL_ERROR_EXITING:
      return cudaErrorCudartUnloading;
    case GRIDCALL_ERROR_FORKED:
      return cudaErrorInitializationError;
    default: {
      const int32_t code = gc_error_driver_code(error);
      return code > 0 && code <= cudaErrorUnknown ? static_cast<cudaError_t>(code) : cudaErrorInvalidValue;
    }
  }
}

bool is_fault(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorLaunchFailure:
      return true;
    default:
      return false;
  }
}

// Returns true if gridcall's text has more than CUDA's: kernel, address and allocation of a fault.
bool wants_text(cudaError_t error) {
  return is_fault(error) || error == cudaErrorNoKernelImageForDevice;
}

}  // namespace

cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

cudaError_t error_of(gc_status status, gc_error* error) {
  const cudaError_t number = number_of(status, error);
  if (wants_text(number)) std::fprintf(stderr, "gridcall: %s\n", gc_error_text(error));
  gc_error_release(error);
  if (is_fault(number)) fault = number;
  return number;
}

cudaError_t error_of_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return result(cudaErrorMemoryAllocation);
  } catch (...) {
    return result(cudaErrorUnknown);
  }
}

cudaError_t sticky_error() {
  return fault;
}

void clear_sticky_error() {
  fault = cudaSuccess;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaGetLastError() try {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return sticky_error() != cudaSuccess ? sticky_error() : error;
}
GRIDCALL_CATCH

cudaError_t cudaPeekAtLastError() try { return sticky_error() != cudaSuccess ? sticky_error() : last_error; }
GRIDCALL_CATCH

const char* cudaGetErrorName(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define GRIDCALL_NAME(number, name, text) \
  case number:                            \
    return #name;
    __GC_CUDA_ERRORS(GRIDCALL_NAME)
#undef GRIDCALL_NAME
    default:
      return "unrecognized error code";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define GRIDCALL_TEXT(number, name, text) \
  case number:                            \
    return text;
    __GC_CUDA_ERRORS(GRIDCALL_TEXT)
#undef GRIDCALL_TEXT
    default:
      return "unrecognized error code";
  }
}
