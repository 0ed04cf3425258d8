// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/results.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

struct ErrorName {
  CUresult code;
  const char* name;
  const char* text;
};

constexpr ErrorName kErrors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "an argument is outside its range"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED",
     "the driver is not initialised in this process"},
    {CUDA_ERROR_DEINITIALIZED, "CUDA_ERROR_DEINITIALIZED", "the process is exiting"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no device"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "no device of this number"},
    {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE",
     "the module image is not one that this device can load"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT",
     "no context is current, or the one given is none"},
    {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "invalid PTX"},
    {CUDA_ERROR_INVALID_SOURCE, "CUDA_ERROR_INVALID_SOURCE", "invalid source"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "the handle is none of this driver's"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "no such symbol in the module"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "the work is still pending"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel used an address that is not mapped"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "the kernel does not allow so many threads per block"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT", "a kernel ran longer than its time limit"},
    {CUDA_ERROR_CONTEXT_IS_DESTROYED, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "the current context was destroyed"},
    {CUDA_ERROR_ASSERT, "CUDA_ERROR_ASSERT", "an assertion in a kernel failed"},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, "CUDA_ERROR_HARDWARE_STACK_ERROR",
     "a kernel's thread ran out of stack"},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
     "a kernel met an instruction that cannot be run"},
    {CUDA_ERROR_MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS", "a kernel used a misaligned address"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "a kernel ended with a trap"},
    {CUDA_ERROR_NOT_PERMITTED, "CUDA_ERROR_NOT_PERMITTED", "not permitted"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "the CPU device does not have this"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
    {GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO, "GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO",
     "a kernel divided an integer by zero"},
    {GRIDCALL_DRIVER_ERROR_DEADLOCK, "GRIDCALL_DRIVER_ERROR_DEADLOCK",
     "the threads of a block wait for each other for ever"},
    {GRIDCALL_DRIVER_ERROR_CANCELLED, "GRIDCALL_DRIVER_ERROR_CANCELLED", "the work was cancelled"},
    {GRIDCALL_DRIVER_ERROR_HOST_MEMORY, "GRIDCALL_DRIVER_ERROR_HOST_MEMORY",
     "the host has not enough memory"},
};

const ErrorName* find_error(CUresult code) noexcept {
  for (const ErrorName& error : kErrors) {
    if (error.code == code) return &error;
  }
  return nullptr;
}

}  // namespace

const char* result_name(CUresult code) noexcept {
  const ErrorName* found = find_error(code);
  return found != nullptr ? found->name : nullptr;
}

const char* result_text(CUresult code) noexcept {
  const ErrorName* found = find_error(code);
  return found != nullptr ? found->text : nullptr;
}

}  // namespace gridcall::cpu
