// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cpu/base/immortal.h"
#include "cpu/base/machine.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/copy.h"
#include "cpu/queue/scheduler.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

CUresult release(Context& context, std::uintptr_t address, RangeKind kind) {
  Range range;
  if (!context.memory.find(address, 1, range) || range.begin != address || range.kind != kind)
    return CUDA_ERROR_INVALID_VALUE;
  // Running kernels may still use the memory, also those of the owning context; a GPU waits for them too.
  scheduler().drain(context);
  if (Context* owner = context_at(range.owner); owner && owner != &context) scheduler().drain(*owner);
  return context.memory.free(address, kind) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

namespace api {

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  const std::size_t whole = device_facts().total_bytes;
  const std::size_t used = std::min(current_context().memory.device_bytes(), whole);
  const std::size_t idle = current_context().memory.idle_bytes();
  std::size_t available = system_available_bytes();
  if (__builtin_add_overflow(available, idle, &available)) available = whole;
  *total = whole;
  *free = std::min(whole - used, available);
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  std::uintptr_t made = 0;
  if (const CUresult refused =
          current_context().memory.allocate(bytes, RangeKind::kDevice, current_context().index, made))
    return refused;
  *address = made;
  return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr address) {
  if (address == 0) return CUDA_SUCCESS;
  Context& context = current_context();
  const bool managed = context.memory.is_allocation(address, RangeKind::kManaged);
  return release(context, address, managed ? RangeKind::kManaged : RangeKind::kDevice);
}

CUresult cuMemHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  constexpr unsigned kKnown =
      CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
  if ((flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  if (const CUresult refused =
          current_context().memory.allocate(bytes, RangeKind::kHost, current_context().index, made))
    return refused;
  *address = reinterpret_cast<void*>(made);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void* address) {
  return release(current_context(), reinterpret_cast<std::uintptr_t>(address), RangeKind::kHost);
}

CUresult gridcallMemFree(CUdeviceptr address) {
  Memory& all = current_context().memory;
  return all.free(address, RangeKind::kDevice) || all.free(address, RangeKind::kHost) ||
                 all.free(address, RangeKind::kManaged) || all.close_import(address)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* device_address, void* address, unsigned flags) {
  Range range;
  if (flags != 0 || !memory().find(reinterpret_cast<std::uintptr_t>(address), 1, range) ||
      (range.kind != RangeKind::kHost && range.kind != RangeKind::kRegistered)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  *device_address = reinterpret_cast<std::uintptr_t>(address);
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  Range range;
  if (!memory().find(address, 1, range)) return CUDA_ERROR_INVALID_VALUE;
  switch (static_cast<int>(attribute)) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: {
      const Context* owner = context_at(range.owner);
      const CUcontext context = owner ? handle_of(*owner) : nullptr;
      std::memcpy(value, &context, sizeof context);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: {
      const bool host = range.kind == RangeKind::kHost || range.kind == RangeKind::kRegistered;
      const unsigned type = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      std::memcpy(value, &type, sizeof type);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      std::memcpy(value, &address, sizeof address);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER: {
      if (range.kind == RangeKind::kDevice || range.kind == RangeKind::kGlobal ||
          range.kind == RangeKind::kImported)
        return CUDA_ERROR_INVALID_VALUE;
      std::memcpy(value, &address, sizeof address);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: {
      const int managed = range.kind == RangeKind::kManaged ? 1 : 0;
      std::memcpy(value, &managed, sizeof managed);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: {
      const int ordinal = 0;
      std::memcpy(value, &ordinal, sizeof ordinal);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: {
      const CUdeviceptr begin = range.begin;
      std::memcpy(value, &begin, sizeof begin);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      std::memcpy(value, &range.bytes, sizeof range.bytes);
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, std::size_t bytes) {
  return copy(current_context(), dst, reinterpret_cast<std::uintptr_t>(src), bytes, true, false, nullptr,
              true);
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, std::size_t bytes) {
  return copy(current_context(), reinterpret_cast<std::uintptr_t>(dst), src, bytes, false, true, nullptr,
              true);
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes) {
  return copy(current_context(), dst, src, bytes, true, true, nullptr, true);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, std::size_t bytes, CUstream stream) {
  return copy(current_context(), dst, reinterpret_cast<std::uintptr_t>(src), bytes, true, false, stream,
              false);
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  return copy(current_context(), reinterpret_cast<std::uintptr_t>(dst), src, bytes, false, true, stream,
              false);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  return copy(current_context(), dst, src, bytes, true, true, stream, false);
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, std::size_t count) {
  return fill(current_context(), dst, value, 1, count, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, std::size_t count) {
  return fill(current_context(), dst, value, 2, count, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, std::size_t count) {
  return fill(current_context(), dst, value, 4, count, nullptr);
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, std::size_t count, CUstream stream) {
  return fill(current_context(), dst, value, 1, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, std::size_t count, CUstream stream) {
  return fill(current_context(), dst, value, 2, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, std::size_t count, CUstream stream) {
  return fill(current_context(), dst, value, 4, count, stream);
}

}  // namespace api

}  // namespace gridcall::cpu
