// SPDX-License-Identifier: Apache-2.0
//
// Pitched, managed and registered memory. The device's memory is the host's: managed memory is where both use
// it, and registering memory of the program's makes it known and no more.

#include <cstdint>
#include <cstring>
#include <mutex>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"

namespace gridcall::cpu::api {

namespace {

// The pitch of an H200.
constexpr std::size_t kPitchBytes = 512;

bool is_place(CUdevice device) noexcept {
  return device == 0 || device == CU_DEVICE_CPU;
}

// Refuses a stream that captures, for calls that no graph can hold.
CUresult check_stream(CUstream handle) {
  const std::lock_guard lock(scheduler().lock);
  Stream* stream = current_context().find_locked(handle);
  return stream ? refuse_capture_locked(*stream) : CUDA_ERROR_INVALID_HANDLE;
}

}  // namespace

CUresult cuMemAllocPitch(CUdeviceptr* address, std::size_t* pitch, std::size_t row_bytes, std::size_t rows,
                         unsigned element_bytes) {
  if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16) return CUDA_ERROR_INVALID_VALUE;
  std::size_t from_row_to_row = 0, bytes = 0;
  if (row_bytes == 0 || rows == 0 || __builtin_add_overflow(row_bytes, kPitchBytes - 1, &from_row_to_row))
    return CUDA_ERROR_INVALID_VALUE;
  from_row_to_row = from_row_to_row / kPitchBytes * kPitchBytes;
  if (__builtin_mul_overflow(from_row_to_row, rows, &bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
  if (const CUresult refused = cuMemAlloc(address, bytes)) return refused;
  *pitch = from_row_to_row;
  return CUDA_SUCCESS;
}

CUresult cuMemAllocManaged(CUdeviceptr* address, std::size_t bytes, unsigned flags) {
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  if (const CUresult refused =
          current_context().memory.allocate_managed(bytes, current_context().index, made))
    return refused;
  *address = made;
  return CUDA_SUCCESS;
}

CUresult cuMemHostRegister(void* address, std::size_t bytes, unsigned flags) {
  constexpr unsigned kKnown = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                              CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
  if ((flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  // A GPU refuses the flag for ordinary memory, and for a device's memory it would change nothing here.
  if ((flags & CU_MEMHOSTREGISTER_IOMEMORY) != 0) return CUDA_ERROR_NOT_SUPPORTED;
  return current_context().memory.register_host(reinterpret_cast<std::uintptr_t>(address), bytes,
                                                current_context().index);
}

CUresult cuMemHostUnregister(void* address) {
  return current_context().memory.unregister_host(reinterpret_cast<std::uintptr_t>(address))
             ? CUDA_SUCCESS
             : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

CUresult cuMemHostGetFlags(unsigned* flags, void* address) {
  Range range;
  if (!memory().find(reinterpret_cast<std::uintptr_t>(address), 1, range) ||
      (range.kind != RangeKind::kHost && range.kind != RangeKind::kRegistered))
    return CUDA_ERROR_INVALID_VALUE;
  // A GPU with unified addressing returns these flags too, whatever was requested.
  *flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;
  return CUDA_SUCCESS;
}

CUresult gridcallIsHostMemory(CUdeviceptr address, int* is_host) {
  const Memory::Neighbour near = memory().locate(address, 1);
  // Around what is registered lies more of the host's; its end may be where a kernel stops.
  const bool is_beside = near.range.kind == RangeKind::kRegistered && near.range.begin != 0 &&
                         (address < near.range.begin || address > near.range.end());
  *is_host = near.is_host || is_beside ? 1 : 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, std::size_t bytes, unsigned flags) {
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST && flags != CU_MEM_ATTACH_SINGLE)
    return CUDA_ERROR_INVALID_VALUE;
  Range range;
  if ((flags == CU_MEM_ATTACH_SINGLE && !stream) || !memory().find(address, 1, range) ||
      range.kind != RangeKind::kManaged || range.begin != address || (bytes != 0 && bytes != range.bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return check_stream(stream);
}

CUresult cuMemAdvise(CUdeviceptr address, std::size_t bytes, CUmem_advise advice, CUdevice device) {
  const bool names_device = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
                            advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
                            advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
  if (names_device && !is_place(device)) return CUDA_ERROR_INVALID_DEVICE;
  const int number = static_cast<int>(advice);
  if (number < CU_MEM_ADVISE_SET_READ_MOSTLY || number > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
    return CUDA_ERROR_INVALID_VALUE;
  const auto change = [&](Advice& piece) {
    switch (advice) {
      case CU_MEM_ADVISE_SET_READ_MOSTLY:
      case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
        piece.read_mostly = advice == CU_MEM_ADVISE_SET_READ_MOSTLY;
        return;
      case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
        piece.preferred = device;
        return;
      case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
        piece.preferred = CU_DEVICE_INVALID;
        return;
      case CU_MEM_ADVISE_SET_ACCESSED_BY:
      case CU_MEM_ADVISE_UNSET_ACCESSED_BY:
        return;  // it is mapped everywhere
    }
  };
  const bool known = current_context().memory.with_advice(
      address, bytes,
      [&](AdviceMap& map, std::size_t from, std::size_t to) { map.change(from, to, change); });
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, std::size_t bytes, CUdevice device, CUstream stream) {
  if (!is_place(device)) return CUDA_ERROR_INVALID_DEVICE;
  if (const CUresult refused = check_stream(stream)) return refused;
  const bool known = current_context().memory.with_advice(
      address, bytes, [&](AdviceMap& map, std::size_t from, std::size_t to) {
        map.change(from, to, [&](Advice& piece) { piece.last_prefetch = device; });
      });
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Memory never moves here, so a discard has no effect.
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* addresses, std::size_t* bytes, std::size_t count,
                                           CUmemLocation* locations, std::size_t* location_indices,
                                           std::size_t location_count, unsigned long long flags,
                                           CUstream stream) {
  // Location i applies to the ranges from location_indices[i] on.
  if (count == 0 || location_count == 0 || location_count > count || flags != 0 || location_indices[0] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::size_t location = 0;
  for (std::size_t i = 0; i < count; ++i) {
    while (location + 1 < location_count && location_indices[location + 1] <= i) ++location;
    const CUmemLocation& to = locations[location];
    if (to.type != CU_MEM_LOCATION_TYPE_DEVICE && to.type != CU_MEM_LOCATION_TYPE_HOST)
      return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = cuMemPrefetchAsync(
        addresses[i], bytes[i], to.type == CU_MEM_LOCATION_TYPE_HOST ? CU_DEVICE_CPU : to.id, stream);
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuMemRangeGetAttribute(void* value, std::size_t value_bytes, CUmem_range_attribute attribute,
                                CUdeviceptr address, std::size_t bytes) {
  int answer = 0;
  if (value_bytes != sizeof answer) return CUDA_ERROR_INVALID_VALUE;
  int (*of)(const Advice&) = nullptr;
  int otherwise = CU_DEVICE_INVALID;  // the result if the pieces differ
  switch (static_cast<int>(attribute)) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
      of = [](const Advice& piece) { return piece.read_mostly ? 1 : 0; };
      otherwise = 0;
      break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
      of = [](const Advice& piece) -> int { return piece.preferred; };
      break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
      of = [](const Advice& piece) -> int { return piece.last_prefetch; };
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  const bool known = current_context().memory.with_advice(
      address, bytes, [&](const AdviceMap& map, std::size_t from, std::size_t to) {
        bool first = true;
        map.each(from, to, [&](const Advice& piece) {
          answer = first || answer == of(piece) ? of(piece) : otherwise;
          first = false;
        });
      });
  if (!known) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(value, &answer, sizeof answer);
  return CUDA_SUCCESS;
}

}  // namespace gridcall::cpu::api
