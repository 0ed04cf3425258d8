// SPDX-License-Identifier: Apache-2.0
//
// Errors, versions and devices.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>

#include "fake_cuda/state.h"

namespace fake {

CUresult cuGetErrorName(CUresult error, const char** name) {
  struct NameEntry {
    CUresult code;
    const char* name;
  };
  static constexpr NameEntry kNames[] = {
#define NAMED(code) {code, #code}
      NAMED(CUDA_SUCCESS),
      NAMED(CUDA_ERROR_INVALID_VALUE),
      NAMED(CUDA_ERROR_OUT_OF_MEMORY),
      NAMED(CUDA_ERROR_NOT_INITIALIZED),
      NAMED(CUDA_ERROR_DEINITIALIZED),
      NAMED(CUDA_ERROR_STUB_LIBRARY),
      NAMED(CUDA_ERROR_NO_DEVICE),
      NAMED(CUDA_ERROR_INVALID_DEVICE),
      NAMED(CUDA_ERROR_INVALID_IMAGE),
      NAMED(CUDA_ERROR_INVALID_CONTEXT),
      NAMED(CUDA_ERROR_MAP_FAILED),
      NAMED(CUDA_ERROR_NO_BINARY_FOR_GPU),
      NAMED(CUDA_ERROR_INVALID_PTX),
      NAMED(CUDA_ERROR_UNSUPPORTED_PTX_VERSION),
      NAMED(CUDA_ERROR_INVALID_HANDLE),
      NAMED(CUDA_ERROR_NOT_FOUND),
      NAMED(CUDA_ERROR_NOT_READY),
      NAMED(CUDA_ERROR_ILLEGAL_ADDRESS),
      NAMED(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
      NAMED(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED),
      NAMED(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED),
      NAMED(CUDA_ERROR_CONTEXT_IS_DESTROYED),
      NAMED(CUDA_ERROR_LAUNCH_FAILED),
      NAMED(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE),
      NAMED(CUDA_ERROR_INVALID_CLUSTER_SIZE),
      NAMED(CUDA_ERROR_SYSTEM_NOT_READY),
      NAMED(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH),
      NAMED(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_MERGE),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_UNJOINED),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_ISOLATION),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT),
      NAMED(CUDA_ERROR_CAPTURED_EVENT),
      NAMED(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD),
      NAMED(CUDA_ERROR_UNKNOWN)};
#undef NAMED
  for (const NameEntry& each : kNames)
    if (each.code == error) {
      *name = each.name;
      return CUDA_SUCCESS;
    }
  *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  return cuGetErrorName(error, text);
}

void at_exit() {
  state().exited = true;
}

CUresult cuInit(unsigned flags) {
  State& s = state();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  if (s.init_result) return static_cast<CUresult>(s.init_result);
  if (!s.pid) {
    s.pid = getpid();
    atexit(at_exit);  // as the true driver does
  }
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  *version = state().version;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  NEED_DEVICE(ordinal);
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* count) {
  if (!state().pid) return CUDA_ERROR_NOT_INITIALIZED;
  *count = state().devices;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int capacity, CUdevice device) {
  NEED_DEVICE(device);
  snprintf(name, static_cast<std::size_t>(capacity), "Fake GPU %d", device);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  NEED_DEVICE(device);
  for (std::size_t i = 0; i < sizeof uuid->bytes; ++i) uuid->bytes[i] = static_cast<char>(0xa0 + i);
  uuid->bytes[15] = static_cast<char>(device);
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  NEED_DEVICE(device);
  *bytes = state().memory;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  NEED_DEVICE(device);
  if (const auto set = state().attributes.find(attribute); set != state().attributes.end()) {
    *value = set->second;
    return CUDA_SUCCESS;
  }
  switch (static_cast<int>(attribute)) {
    case 1:
      *value = 1024;
      break;
    case 2:
    case 3:
      *value = 1024;
      break;
    case 4:
      *value = 64;
      break;
    case 5:
      *value = 2147483647;
      break;
    case 6:
    case 7:
      *value = 65535;
      break;
    case 8:
      *value = 48 * 1024;
      break;
    case 10:
      *value = 32;
      break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
      *value = 256;
      break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT:
      *value = 32;
      break;
    case 11:
      *value = kMaxPitch;
      break;
    case 12:
      *value = 65536;
      break;
    case 16:
      *value = 8;
      break;
    case 41:
    case 83:
    case 89:
    case 91:
    case 95:
    case 99:
    case 125:
      *value = 1;
      break;
    case 75:
      *value = state().capability;
      break;
    case 76:
      *value = 0;
      break;
    case 97:
      *value = 227 * 1024;
      break;
    default:
      if (attribute <= 0 || static_cast<int>(attribute) > 140) return CUDA_ERROR_INVALID_VALUE;
      *value = 0;
  }
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetPCIBusId(char* id, int capacity, CUdevice device) {
  NEED_DEVICE(device);
  snprintf(id, static_cast<std::size_t>(capacity), "0000:%02x:00.0", 0x10 + device);
  return CUDA_SUCCESS;
}

}  // namespace fake
