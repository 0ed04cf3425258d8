// SPDX-License-Identifier: Apache-2.0
//
// Devices: the CPU devices of gridcall, since that is what gridcall-nvcc compiles for.

#include <algorithm>
#include <cstdio>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

struct Devices {
  std::vector<Device> all;
  std::mutex mutex;

  Devices() {
    int32_t count = 0;
    if (call(gc_device_get_count, &count) != cudaSuccess) return;
    for (int32_t i = 0; i < count; ++i) {
      Device device;
      gc_device_kind kind = 0;
      if (call(gc_device_get_by_index, i, &device.handle) != cudaSuccess) continue;
      if (call(gc_device_get_kind, device.handle, &kind) != cudaSuccess || kind != GRIDCALL_DEVICE_KIND_CPU)
        continue;
      all.push_back(device);
    }
  }
};

Devices& devices() {
  static auto* const instance = new Devices;
  return *instance;
}

thread_local int current = 0;

}  // namespace

int device_count() {
  return static_cast<int>(devices().all.size());
}

int current_device() {
  return current;
}

cudaError_t describe_device(int index, gc_device*& device) {
  if (device_count() == 0) return cudaErrorNoDevice;
  if (index < 0 || index >= device_count()) return cudaErrorInvalidDevice;
  device = devices().all[static_cast<std::size_t>(index)].handle;
  return cudaSuccess;
}

cudaError_t set_current_device(int index) {
  gc_device* device = nullptr;
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return error;
  current = index;
  return cudaSuccess;
}

namespace {

// Returns the values that cudaDeviceReset restores.
std::vector<std::pair<gc_context_attribute, std::uint64_t>> limits_of(gc_context* context) {
  std::vector<std::pair<gc_context_attribute, std::uint64_t>> limits;
  for (const int attribute :
       {int{cudaLimitStackSize}, int{cudaLimitPrintfFifoSize}, int{cudaLimitMallocHeapSize},
        int{GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG}, int{GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG}}) {
    std::uint64_t value = 0;
    const auto number = static_cast<gc_context_attribute>(attribute);
    if (call(gc_context_get_attribute, context, number, &value) == cudaSuccess)
      limits.emplace_back(number, value);
  }
  return limits;
}

}  // namespace

cudaError_t get_device(int index, Device*& device) {
  if (cudaError_t error = sticky_error(); error != cudaSuccess) return error;
  gc_device* described = nullptr;
  if (cudaError_t error = describe_device(index, described); error != cudaSuccess) return error;
  Devices& list = devices();
  Device& found = list.all[static_cast<std::size_t>(index)];
  const std::lock_guard lock(list.mutex);
  if (!found.context) {
    cudaError_t error = call(gc_context_get_primary, found.handle,
                             static_cast<const gc_context_options*>(nullptr), &found.context);
    if (error == cudaSuccess)
      error = call(gc_context_get_default_stream, found.context, &found.default_stream);
    if (error == cudaSuccess) found.limits = limits_of(found.context);
    if (error != cudaSuccess) return error;
  }
  device = &found;
  return cudaSuccess;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaGetDeviceCount(int* count) try {
  if (!count) return result(cudaErrorInvalidValue);
  *count = device_count();
  return result(*count == 0 ? cudaErrorNoDevice : cudaSuccess);
}
GRIDCALL_CATCH

cudaError_t cudaGetDevice(int* device) try {
  if (!device) return result(cudaErrorInvalidValue);
  *device = current_device();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaSetDevice(int device) try {
  if (cudaError_t error = set_current_device(device); error != cudaSuccess) return result(error);
  Device* made = nullptr;
  return result(get_device(made));
}
GRIDCALL_CATCH

cudaError_t cudaInitDevice(int index, unsigned int, unsigned int) try {
  Device* device = nullptr;
  return result(get_device(index, device));
}
GRIDCALL_CATCH

cudaError_t cudaSetValidDevices(int* list, int count) try {
  if (count > 0 && !list) return result(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i) {
    gc_device* device = nullptr;
    if (cudaError_t error = describe_device(list[i], device); error != cudaSuccess) return result(error);
  }
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) try {
  if (!device || !wanted) return result(cudaErrorInvalidValue);
  *device = 0;
  return result(device_count() == 0 ? cudaErrorNoDevice : cudaSuccess);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetPCIBusId(char* bus_id, int size, int index) try {
  gc_device* device = nullptr;
  if (!bus_id || size <= 0) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  // The CPU device is on no bus; a made-up number serves programs that print or compare it.
  std::snprintf(bus_id, static_cast<std::size_t>(size), "0000:%02x:00.0",
                static_cast<unsigned>(index) & 0xffu);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* bus_id) try {
  unsigned domain = 0, bus = 0;
  if (!device || !bus_id) return result(cudaErrorInvalidValue);
  const bool is_whole = std::sscanf(bus_id, "%x:%x:", &domain, &bus) == 2;
  if (!is_whole || static_cast<int>(bus) >= device_count()) return result(cudaErrorInvalidDevice);
  *device = static_cast<int>(bus);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceSynchronize() try {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  HostQueue::wait_for_all();
  if (cudaError_t error = call(gc_context_synchronize, device->context); error != cudaSuccess)
    return result(error);
  return result(HostQueue::take_error());
}
GRIDCALL_CATCH

cudaError_t cudaThreadSynchronize() try { return cudaDeviceSynchronize(); }
GRIDCALL_CATCH

// Destroys all objects of the device and resets the context to its initial state. The context itself stays,
// because other threads may use it.
cudaError_t cudaDeviceReset() try {
  HostQueue::wait_for_all();
  HostQueue::take_error();
  clear_sticky_error();
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  gc_error* error = nullptr;
  if (gc_context_synchronize(device->context, &error) != GRIDCALL_OK)
    gc_error_release(error);  // the error was reported before, or never will be
  const int index = current_device();
  release_streams(index);
  release_textures(index);
  release_modules(index);
  for (const Allocation& allocation : take_allocations(index)) gc_mem_release(allocation.mem);
  for (const auto& [attribute, value] : device->limits)
    call(gc_context_set_attribute, device->context, attribute, value);
  cudaGetLastError();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaThreadExit() try { return cudaDeviceReset(); }
GRIDCALL_CATCH

namespace {

cudaError_t set_context_attribute(gc_context_attribute attribute, std::uint64_t value) {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  return result(call(gc_context_set_attribute, device->context, attribute, value));
}

cudaError_t get_context_attribute(gc_context_attribute attribute, std::uint64_t& value) {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  return result(call(gc_context_get_attribute, device->context, attribute, &value));
}

}  // namespace

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) try {
  return set_context_attribute(static_cast<gc_context_attribute>(limit), value);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) try {
  if (!value) return result(cudaErrorInvalidValue);
  std::uint64_t number = 0;
  if (cudaError_t error = get_context_attribute(static_cast<gc_context_attribute>(limit), number);
      error != cudaSuccess)
    return error;
  *value = number;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) try {
  return set_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG, config);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) try {
  if (!config) return result(cudaErrorInvalidValue);
  std::uint64_t number = 0;
  if (cudaError_t error = get_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG, number);
      error != cudaSuccess)
    return error;
  *config = static_cast<cudaFuncCache>(number);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) try {
  return set_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG, config);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) try {
  if (!config) return result(cudaErrorInvalidValue);
  std::uint64_t number = 0;
  if (cudaError_t error = get_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG, number);
      error != cudaSuccess)
    return error;
  *config = static_cast<cudaSharedMemConfig>(number);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) try {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  std::int32_t low = 0, high = 0;
  if (cudaError_t error = call(gc_context_get_stream_priority_range, device->context, &low, &high);
      error != cudaSuccess)
    return result(error);
  if (least) *least = low;
  if (greatest) *greatest = high;
  return cudaSuccess;
}
GRIDCALL_CATCH

namespace {
std::atomic<unsigned> device_flags{cudaDeviceMapHost};
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) try {
  constexpr unsigned kKnown = cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax;
  if ((flags & ~kKnown) != 0) return result(cudaErrorInvalidValue);
  device_flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetDeviceFlags(unsigned int* flags) try {
  if (!flags) return result(cudaErrorInvalidValue);
  *flags = device_flags;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceCanAccessPeer(int* can, int index, int peer_index) try {
  gc_device *device = nullptr, *peer = nullptr;
  if (!can) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  if (cudaError_t error = describe_device(peer_index, peer); error != cudaSuccess) return result(error);
  *can = 0;
  if (index == peer_index) return cudaSuccess;
  return result(call(gc_device_can_access_peer, device, peer, can));
}
GRIDCALL_CATCH

namespace {

cudaError_t change_peer_access(int peer_index, gc_status (*change)(gc_context*, gc_context*, gc_error**)) {
  Device *device = nullptr, *peer = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  if (cudaError_t error = get_device(peer_index, peer); error != cudaSuccess) return result(error);
  if (device == peer) return result(cudaErrorInvalidDevice);
  return result(call(change, device->context, peer->context));
}

}  // namespace

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) try {
  return flags != 0 ? result(cudaErrorInvalidValue) : change_peer_access(peer, gc_context_enable_peer_access);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceDisablePeerAccess(int peer) try {
  return change_peer_access(peer, gc_context_disable_peer_access);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) try {
  if (!value) return result(cudaErrorInvalidValue);
  *value = 0;
  if (attribute != cudaDevP2PAttrAccessSupported) return cudaSuccess;
  return cudaDeviceCanAccessPeer(value, source, destination);
}
GRIDCALL_CATCH

cudaError_t cudaDriverGetVersion(int* version) try {
  if (!version) return result(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaRuntimeGetVersion(int* version) try { return cudaDriverGetVersion(version); }
GRIDCALL_CATCH

cudaError_t cudaProfilerStart() try { return cudaSuccess; }
GRIDCALL_CATCH

cudaError_t cudaProfilerStop() try { return cudaSuccess; }
GRIDCALL_CATCH
