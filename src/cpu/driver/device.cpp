// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "cpu/abi/image.h"
#include "cpu/base/machine.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr CUdevice kDevice = 0;

// Numbers of CUdevice_attribute as NVIDIA's documentation lists them. False: no such attribute.
bool attribute_value(int attribute, int& value) noexcept {
  const DeviceFacts& facts = device_facts();
  if (attribute == GRIDCALL_DEVICE_ATTRIBUTE_CPU_CHECK) {
    value = facts.check_memory ? 1 : 0;
    return true;
  }
  if (attribute < 1 || attribute > 145) return false;
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      value = kMaxThreadsPerBlock;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
      value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
      value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
      value = 64;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
      value = 2147483647;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
      value = 65535;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
      value = 65535;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      value = kDefaultSharedBytes;
      break;
    case 9:
      value = 65536;
      break;  // TOTAL_CONSTANT_MEMORY, as every GPU
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
      value = kWarpSize;
      break;
    case 11:
      value = 2147483647;
      break;  // MAX_PITCH
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
      value = 65536;
      break;  // never what limits a launch here
    case 13:
      value = facts.clock_khz;
      break;
    case 15:
      value = 1;
      break;  // GPU_OVERLAP: copies and kernels run side by side
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      value = static_cast<int>(facts.cores);
      break;
    case 18:
      value = 1;
      break;  // INTEGRATED: memory is the host's
    case 19:
      value = 1;
      break;  // CAN_MAP_HOST_MEMORY
    case 31:
      value = 1;
      break;  // CONCURRENT_KERNELS
    case 38:
      value = facts.l2_bytes;
      break;
    case 39:
      value = 8 * static_cast<int>(kMaxThreadsPerBlock);
      break;  // MAX_THREADS_PER_MULTIPROCESSOR
    case 40:
      value = 2;
      break;  // ASYNC_ENGINE_COUNT: both directions beside a kernel
    case 41:
      value = 1;
      break;  // UNIFIED_ADDRESSING
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      value = 9;
      break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
      value = 0;
      break;
    case 78:
      value = 1;
      break;  // STREAM_PRIORITIES_SUPPORTED: accepted, one level
    case 79:
      value = 1;
      break;  // GLOBAL_L1_CACHE_SUPPORTED
    case 80:
      value = 1;
      break;  // LOCAL_L1_CACHE_SUPPORTED
    case 81:
      value = 8 * static_cast<int>(kMaxSharedBytes + 1024);
      break;  // per multiprocessor
    case 82:
      value = 65536;
      break;  // MAX_REGISTERS_PER_MULTIPROCESSOR
    case 86:
      value = 1;
      break;  // HOST_NATIVE_ATOMIC_SUPPORTED
    case 87:
      value = 2;
      break;  // SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO
    case 88:
      value = 1;
      break;  // PAGEABLE_MEMORY_ACCESS: a kernel reads any host memory
    case 90:
      value = 1;
      break;  // COMPUTE_PREEMPTION_SUPPORTED: the host's scheduler
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      value = kMaxSharedBytes;
      break;
    case 100:
      value = 1;
      break;  // PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES
    case 106:
      value = 8;
      break;  // MAX_BLOCKS_PER_MULTIPROCESSOR that can wait for each other
    default:
      value = 0;
      break;  // no such thing here
  }
  return true;
}

}  // namespace

namespace api {

CUresult cuDriverGetVersion(int* version) {
  *version = 12090;  // the CUDA release whose driver API this follows
  return CUDA_SUCCESS;
}

CUresult gridcallVersion(unsigned* version) {
  *version = GRIDCALL_CPU_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
  *device = kDevice;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int capacity, CUdevice device) {
  if (capacity <= 0) return CUDA_ERROR_INVALID_VALUE;
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<std::size_t>(capacity), "%s", device_facts().name);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  std::memcpy(uuid->bytes, device_facts().uuid, sizeof uuid->bytes);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  *bytes = device_facts().total_bytes;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  int answer = 0;
  if (!attribute_value(static_cast<int>(attribute), answer)) return CUDA_ERROR_INVALID_VALUE;
  *value = answer;
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
