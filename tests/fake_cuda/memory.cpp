// SPDX-License-Identifier: Apache-2.0
//
// Memory of every kind: of the device, of the host, managed and registered.

#include <stdlib.h>
#include <sys/mman.h>

#include <algorithm>

#include "fake_cuda/graph.h"
#include "fake_cuda/state.h"

namespace fake {

std::size_t& used_here() {
  return state().used[static_cast<std::size_t>(live(current(), Kind::kContext).device)];
}

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  NEED_CONTEXT();
  *total = state().memory;
  *free = state().memory - used_here();
  return CUDA_SUCCESS;
}
CUresult allocate(std::uintptr_t* address, std::size_t bytes, Kind kind) {
  NEED_CONTEXT();
  if (const CUresult refused = unsafe_call()) return refused;
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (kind == Kind::kMemory && (bytes > state().memory || used_here() > state().memory - bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  const std::size_t rounded = (bytes + 255) / 256 * 256;
  void* memory = rounded < bytes ? nullptr : aligned_alloc(256, rounded);
  if (!memory) return CUDA_ERROR_OUT_OF_MEMORY;
  state().objects[key(memory)] =
      Object{.kind = kind, .context = current(), .made_by = state().calls, .bytes = bytes};
  state().memories.insert(key(memory));
  if (kind == Kind::kMemory) used_here() += bytes;
  *address = key(memory);
  return CUDA_SUCCESS;
}
CUresult deallocate(std::uintptr_t address, Kind kind) {
  NEED_CONTEXT();
  if (const CUresult refused = unsafe_call()) return refused;
  Object& object = live_here(address, kind);
  finish_all();  // the true driver waits, too
  if (kind == Kind::kMemory) used_here() -= object.bytes;
  object.live = false;
  if (kind != Kind::kRegistered) free(reinterpret_cast<void*>(address));
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, bytes, Kind::kMemory);
  if (result == CUDA_SUCCESS) *address = made;
  return result;
}
CUresult cuMemFree(CUdeviceptr address) {
  const auto found = state().objects.find(address);
  const bool managed = found != state().objects.end() && found->second.kind == Kind::kManaged;
  return deallocate(address, managed ? Kind::kManaged : Kind::kMemory);
}
CUresult cuMemHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  if (flags > 7) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, bytes, Kind::kHostMemory);
  if (result != CUDA_SUCCESS) return result;
  *address = reinterpret_cast<void*>(made);
  state().range = {
      .address = made, .bytes = bytes, .number = static_cast<int>(flags), .device = 0, .stream = nullptr};
  return result;
}
CUresult cuMemFreeHost(void* address) {
  return deallocate(key(address), Kind::kHostMemory);
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device_address, void* address, unsigned flags) {
  NEED_CONTEXT();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  const auto found = state().objects.find(key(address));
  const bool registered = found != state().objects.end() && found->second.kind == Kind::kRegistered;
  live_here(address, registered ? Kind::kRegistered : Kind::kHostMemory);
  *device_address = key(address);
  return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  std::uintptr_t begin = 0;
  const Object* const object = memory_at(address, &begin);
  if (!object) return CUDA_ERROR_INVALID_VALUE;
  const bool device =
      object->kind == Kind::kMemory || object->kind == Kind::kManaged || object->kind == Kind::kImported;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *static_cast<CUcontext*>(value) = object->context;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned*>(value) = device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (object->kind == Kind::kMemory || object->kind == Kind::kImported) return CUDA_ERROR_INVALID_VALUE;
      *static_cast<void**>(value) = reinterpret_cast<void*>(address);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<int*>(value) = object->kind == Kind::kManaged ? 1 : 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<CUdeviceptr*>(value) = begin;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<std::size_t*>(value) = object->bytes;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = state().objects.at(key(object->context)).device;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

void note(CUdeviceptr address, std::size_t bytes, int number, CUdevice device, CUstream stream) {
  state().range = {.address = address, .bytes = bytes, .number = number, .device = device, .stream = stream};
}
CUresult cuMemAllocPitch(CUdeviceptr* address, std::size_t* pitch, std::size_t row_bytes, std::size_t rows,
                         unsigned element_bytes) {
  // Driver 580 refuses these too.
  if (row_bytes == 0 || rows == 0 || (element_bytes != 4 && element_bytes != 8 && element_bytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t rounded = (row_bytes + 511) / 512 * 512;
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, rounded * rows, Kind::kMemory);
  if (result != CUDA_SUCCESS) return result;
  note(made, rounded * rows, static_cast<int>(element_bytes), 0, nullptr);
  *address = made;
  *pitch = rounded;
  return CUDA_SUCCESS;
}
CUresult cuMemAllocManaged(CUdeviceptr* address, std::size_t bytes, unsigned flags) {
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, bytes, Kind::kManaged);
  if (result != CUDA_SUCCESS) return result;
  note(made, bytes, static_cast<int>(flags), 0, nullptr);
  *address = made;
  return CUDA_SUCCESS;
}
CUresult cuMemHostRegister(void* address, std::size_t bytes, unsigned flags) {
  NEED_CONTEXT();
  if (bytes == 0 || flags > 15) return CUDA_ERROR_INVALID_VALUE;
  const std::uintptr_t page = key(address) / 4096 * 4096;
  if (msync(reinterpret_cast<void*>(page), key(address) + bytes - page, MS_ASYNC) != 0)
    return CUDA_ERROR_INVALID_VALUE;  // not mapped
  for (const auto& [start, object] : state().objects)
    if (object.live && !object.given_up && is_memory(object.kind) && key(address) < start + object.bytes &&
        start < key(address) + bytes)
      return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  state().objects[key(address)] =
      Object{.kind = Kind::kRegistered, .context = current(), .made_by = state().calls, .bytes = bytes};
  state().memories.insert(key(address));
  note(key(address), bytes, static_cast<int>(flags), 0, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void* address) {
  return deallocate(key(address), Kind::kRegistered);
}
CUresult cuMemHostGetFlags(unsigned* flags, void* address) {
  NEED_CONTEXT();
  for (const auto& [start, object] : state().objects)
    if (object.live && (object.kind == Kind::kHostMemory || object.kind == Kind::kRegistered) &&
        key(address) - start < object.bytes) {
      *flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;  // as driver 580
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_VALUE;
}
// Managed memory that holds the range; else the true driver refuses, too.
const Object* managed_range(CUdeviceptr address, std::size_t bytes) {
  for (const auto& [start, object] : state().objects)
    if (object.live && object.kind == Kind::kManaged && address - start < object.bytes && bytes != 0 &&
        bytes <= object.bytes - (address - start))
      return &object;
  return nullptr;
}
CUresult cuMemRangeGetAttribute(void* value, std::size_t value_bytes, CUmem_range_attribute attribute,
                                CUdeviceptr address, std::size_t bytes) {
  NEED_CONTEXT();
  if (value_bytes != sizeof(int) || !managed_range(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  *static_cast<int*>(value) = attribute == CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY ? 0 : CU_DEVICE_INVALID;
  return CUDA_SUCCESS;
}
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, std::size_t bytes, unsigned flags) {
  NEED_CONTEXT();
  if (bytes != 0 || !managed_range(address, 1) || (flags == CU_MEM_ATTACH_SINGLE && !stream))
    return CUDA_ERROR_INVALID_VALUE;
  live_here(address, Kind::kManaged);  // all of it
  note(address, bytes, static_cast<int>(flags), 0, stream);
  queue(stream);
  return CUDA_SUCCESS;
}
CUresult cuMemAdvise(CUdeviceptr address, std::size_t bytes, CUmem_advise advice, CUdevice device) {
  NEED_CONTEXT();
  if (!managed_range(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (device != CU_DEVICE_CPU && !valid_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  note(address, bytes, static_cast<int>(advice), device, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuMemPrefetchAsync(CUdeviceptr address, std::size_t bytes, CUdevice device, CUstream stream) {
  NEED_CONTEXT();
  if (!managed_range(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (device != CU_DEVICE_CPU && !valid_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  note(address, bytes, 0, device, stream);
  queue(stream);
  return CUDA_SUCCESS;
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* addresses, std::size_t* bytes, std::size_t count,
                                           CUmemLocation* locations, std::size_t* location_indices,
                                           std::size_t location_count, unsigned long long flags,
                                           CUstream stream) {
  NEED_CONTEXT();
  if (count != 1 || location_count != 1 || location_indices[0] != 0 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (!managed_range(addresses[0], bytes[0])) return CUDA_ERROR_INVALID_VALUE;
  const bool is_host = locations[0].type == CU_MEM_LOCATION_TYPE_HOST;
  if (!is_host && !valid_device(locations[0].id)) return CUDA_ERROR_INVALID_DEVICE;
  note(addresses[0], bytes[0], 1, is_host ? CU_DEVICE_CPU : locations[0].id, stream);
  queue(stream);
  return CUDA_SUCCESS;
}

CUresult cuProfilerStart() {
  NEED_CONTEXT();
  return CUDA_SUCCESS;
}
CUresult cuProfilerStop() {
  NEED_CONTEXT();
  return CUDA_SUCCESS;
}

}  // namespace fake
