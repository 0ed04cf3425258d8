// SPDX-License-Identifier: Apache-2.0
//
// Memory by address: CUDA hands out pointers, gridcall objects. A map finds the object and the offset of any
// address inside it. Long because it is the whole chapter of the API, in short functions.

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

struct Memory {
  std::shared_mutex mutex;
  std::map<std::uintptr_t, Allocation> by_base;
};

Memory& memory() {
  static auto* const instance = new Memory;
  return *instance;
}

bool is_device_kind(Kind kind) {
  return kind == Kind::kDevice || kind == Kind::kManaged;
}
bool is_host_kind(Kind kind) {
  return kind == Kind::kHost;
}
bool is_registered_kind(Kind kind) {
  return kind == Kind::kRegistered;
}

cudaError_t allocate(void** address, const gc_mem_options& options, Kind kind, unsigned flags) {
  if (!address) return cudaErrorInvalidValue;
  *address = nullptr;
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  if (options.size == 0) return cudaSuccess;
  Allocation made;
  made.kind = kind;
  made.device = current_device();
  made.flags = flags;
  if (cudaError_t error = call(gc_mem_create, device->context, &options, &made.mem); error != cudaSuccess)
    return error;
  std::uint64_t base = 0, pitch = 0;
  cudaError_t error = call(gc_mem_get_address, made.mem, &base);
  if (error == cudaSuccess && options.height > 0)
    error = call(gc_mem_get_attribute, made.mem, static_cast<gc_mem_attribute>(GRIDCALL_MEM_ATTRIBUTE_PITCH),
                 &pitch);
  if (error != cudaSuccess) {
    gc_mem_release(made.mem);
    return error;
  }
  made.base = base;
  made.size = options.height > 0 ? pitch * options.height : options.size;
  add_allocation(made);
  *address = reinterpret_cast<void*>(made.base);
  return cudaSuccess;
}

gc_mem_options options_of(gc_mem_place place, std::size_t size) {
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = place;
  options.size = size;
  return options;
}

cudaError_t free_at(void* address, bool (*matches)(Kind), cudaError_t unknown) {
  if (!address) return cudaSuccess;
  if (cudaError_t error = sticky_error(); error != cudaSuccess) return error;
  Allocation allocation;
  if (take_allocation(address, matches, allocation)) return free_allocation(allocation);
  return free_graph_memory(address) == cudaSuccess ? cudaSuccess : unknown;
}

}  // namespace

cudaError_t free_allocation(const Allocation& allocation) {
  gc_error* error = nullptr;
  const gc_status status = gc_mem_free(allocation.mem, &error);
  if (status == GRIDCALL_OK) return cudaSuccess;
  if (status != GRIDCALL_ERROR_INVALID_STATE) return error_of(status, error);
  gc_error_release(error);
  gc_mem_release(allocation.mem);
  return cudaSuccess;
}

void add_allocation(const Allocation& allocation) {
  const std::unique_lock lock(memory().mutex);
  memory().by_base[allocation.base] = allocation;
}

bool find_allocation(const void* address, Allocation& allocation) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const std::shared_lock lock(memory().mutex);
  auto next = memory().by_base.upper_bound(number);
  if (next == memory().by_base.begin()) return false;
  const Allocation& candidate = std::prev(next)->second;
  if (number - candidate.base >= candidate.size) return false;
  allocation = candidate;
  return true;
}

bool take_allocation(const void* address, bool (*matches)(Kind), Allocation& allocation) {
  const std::unique_lock lock(memory().mutex);
  const auto found = memory().by_base.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == memory().by_base.end() || !matches(found->second.kind)) return false;
  allocation = found->second;
  memory().by_base.erase(found);
  return true;
}

std::vector<Allocation> take_allocations(int device) {
  const std::unique_lock lock(memory().mutex);
  std::vector<Allocation> taken;
  for (const auto& [base, allocation] : memory().by_base)
    if (allocation.device == device) taken.push_back(allocation);
  for (const Allocation& allocation : taken) memory().by_base.erase(allocation.base);
  return taken;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaMalloc(void** address, std::size_t size) try {
  return result(allocate(address, options_of(GRIDCALL_MEM_PLACE_DEVICE, size), Kind::kDevice, 0));
}
GRIDCALL_CATCH

cudaError_t cudaHostAlloc(void** address, std::size_t size, unsigned int flags) try {
  constexpr unsigned int kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if ((flags & ~kKnown) != 0) return result(cudaErrorInvalidValue);
  return result(allocate(address, options_of(GRIDCALL_MEM_PLACE_HOST, size), Kind::kHost, flags));
}
GRIDCALL_CATCH

cudaError_t cudaMallocHost(void** address, std::size_t size) try {
  return cudaHostAlloc(address, size, cudaHostAllocDefault);
}
GRIDCALL_CATCH

cudaError_t cudaMallocManaged(void** address, std::size_t size, unsigned int flags) try {
  if ((flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) || size == 0)
    return result(cudaErrorInvalidValue);
  gc_mem_options options = options_of(GRIDCALL_MEM_PLACE_MANAGED, size);
  options.attach = static_cast<gc_mem_attach_mode>(flags);
  return result(allocate(address, options, Kind::kManaged, flags));
}
GRIDCALL_CATCH

cudaError_t cudaMallocPitch(void** address, std::size_t* pitch, std::size_t width, std::size_t height) try {
  if (!address || !pitch) return result(cudaErrorInvalidValue);
  gc_mem_options options = options_of(GRIDCALL_MEM_PLACE_DEVICE, height == 0 ? 0 : width);
  options.height = height;
  if (cudaError_t error = allocate(address, options, Kind::kDevice, 0); error != cudaSuccess)
    return result(error);
  Allocation made;
  *pitch = 0;
  if (find_allocation(*address, made)) *pitch = made.size / height;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) try {
  if (!pitched) return result(cudaErrorInvalidValue);
  const cudaError_t error =
      cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth);
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return error;
}
GRIDCALL_CATCH

cudaError_t cudaFree(void* address) try {
  if (!address) {
    // Programs often call this function to create the context.
    Device* device = nullptr;
    return result(get_device(device));
  }
  return result(free_at(address, is_device_kind, cudaErrorInvalidValue));
}
GRIDCALL_CATCH

cudaError_t cudaFreeHost(void* address) try {
  return result(free_at(address, is_host_kind, cudaErrorInvalidValue));
}
GRIDCALL_CATCH

cudaError_t cudaHostRegister(void* address, std::size_t size, unsigned int flags) try {
  Device* device = nullptr;
  if (!address || size == 0) return result(cudaErrorInvalidValue);
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  Allocation made{
      reinterpret_cast<std::uintptr_t>(address), size, nullptr, Kind::kRegistered, current_device(), flags};
  gc_mem_register_options options = GRIDCALL_MEM_REGISTER_OPTIONS_INIT;
  options.flags = flags;  // the same bits
  const cudaError_t error = call(gc_mem_register, device->context, static_cast<std::uint64_t>(made.base),
                                 static_cast<std::uint64_t>(size),
                                 static_cast<const gc_mem_register_options*>(&options), &made.mem);
  if (error == cudaSuccess) add_allocation(made);
  return result(error);
}
GRIDCALL_CATCH

cudaError_t cudaHostUnregister(void* address) try {
  if (!address) return result(cudaErrorInvalidValue);
  return result(free_at(address, is_registered_kind, cudaErrorHostMemoryNotRegistered));
}
GRIDCALL_CATCH

cudaError_t cudaHostGetDevicePointer(void** device_address, void* host_address, unsigned int flags) try {
  Allocation allocation;
  const bool is_known = device_address && flags == 0 && find_allocation(host_address, allocation) &&
                        (allocation.kind == Kind::kHost || allocation.kind == Kind::kRegistered);
  if (!is_known) return result(cudaErrorInvalidValue);
  std::uint64_t base = 0;
  if (cudaError_t error = call(gc_mem_get_address, allocation.mem, &base); error != cudaSuccess)
    return result(error);
  *device_address =
      reinterpret_cast<void*>(base + (reinterpret_cast<std::uintptr_t>(host_address) - allocation.base));
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaHostGetFlags(unsigned int* flags, void* address) try {
  Allocation allocation;
  if (!flags || !find_allocation(address, allocation) || allocation.kind != Kind::kHost)
    return result(cudaErrorInvalidValue);
  *flags = allocation.flags | cudaHostAllocMapped;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemGetInfo(std::size_t* free_size, std::size_t* total_size) try {
  Device* device = nullptr;
  if (!free_size || !total_size) return result(cudaErrorInvalidValue);
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  std::uint64_t free_bytes = 0, total_bytes = 0;
  const cudaError_t error = call(gc_context_get_memory_info, device->context, &free_bytes, &total_bytes);
  *free_size = free_bytes;
  *total_size = total_bytes;
  return result(error);
}
GRIDCALL_CATCH

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) try {
  if (!attributes) return result(cudaErrorInvalidValue);
  *attributes = {
      cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, const_cast<void*>(address), {}, {}};
  Allocation allocation;
  if (!find_allocation(address, allocation)) return cudaSuccess;
  attributes->device = allocation.device;
  attributes->devicePointer = const_cast<void*>(address);
  switch (allocation.kind) {
    case Kind::kHost:
    case Kind::kRegistered:
      attributes->type = cudaMemoryTypeHost;
      break;
    case Kind::kManaged:
    case Kind::kManagedSymbol:
      attributes->type = cudaMemoryTypeManaged;
      break;
    default:
      attributes->type = cudaMemoryTypeDevice;
      attributes->hostPointer = nullptr;
  }
  return cudaSuccess;
}
GRIDCALL_CATCH

namespace {

cudaError_t managed_range(const void* address, std::size_t size, Allocation& allocation,
                          std::uint64_t& offset) {
  const bool is_managed = find_allocation(address, allocation) &&
                          (allocation.kind == Kind::kManaged || allocation.kind == Kind::kManagedSymbol);
  if (!is_managed) return cudaErrorInvalidValue;
  offset = reinterpret_cast<std::uintptr_t>(address) - allocation.base;
  return size > allocation.size - offset ? cudaErrorInvalidValue : cudaSuccess;
}

// Returns the place of a device; NULL for the host.
cudaError_t place_of(int device, gc_device*& place) {
  place = nullptr;
  return device == cudaCpuDeviceId ? cudaSuccess : describe_device(device, place);
}

}  // namespace

cudaError_t cudaMemAdvise(const void* address, std::size_t size, cudaMemoryAdvise advice, int device) try {
  Allocation allocation;
  std::uint64_t offset = 0;
  gc_device* place = nullptr;
  if (cudaError_t error = managed_range(address, size, allocation, offset); error != cudaSuccess)
    return result(error);
  if (cudaError_t error = place_of(device, place); error != cudaSuccess) return result(error);
  if (allocation.kind == Kind::kManagedSymbol) return cudaSuccess;  // a managed symbol stays in its place
  return result(call(gc_mem_advise, allocation.mem, offset, static_cast<std::uint64_t>(size),
                     static_cast<gc_mem_advice>(advice), place));
}
GRIDCALL_CATCH

cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t size, int device, cudaStream_t stream) try {
  Allocation allocation;
  std::uint64_t offset = 0;
  gc_device* place = nullptr;
  gc_stream* native = nullptr;
  if (cudaError_t error = managed_range(address, size, allocation, offset); error != cudaSuccess)
    return result(error);
  if (cudaError_t error = place_of(device, place); error != cudaSuccess) return result(error);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (allocation.kind == Kind::kManagedSymbol) return cudaSuccess;
  return result(call(gc_mem_prefetch, allocation.mem, offset, static_cast<std::uint64_t>(size), place,
                     gc_mem_prefetch_flags{0}, native));
}
GRIDCALL_CATCH

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* address, std::size_t,
                                     unsigned int flags) try {
  Allocation allocation;
  gc_stream* native = nullptr;
  if (!find_allocation(address, allocation)) return result(cudaErrorInvalidValue);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (allocation.kind != Kind::kManaged) return cudaSuccess;
  return result(call(gc_mem_attach, allocation.mem, static_cast<gc_mem_attach_mode>(flags), native));
}
GRIDCALL_CATCH

namespace {

// Returns the number of a location for cudaMemAdvise: the device, or the host.
int number_of(const cudaMemLocation& location) {
  const bool is_host = location.type == cudaMemLocationTypeHost ||
                       location.type == cudaMemLocationTypeHostNuma ||
                       location.type == cudaMemLocationTypeHostNumaCurrent;
  return is_host ? cudaCpuDeviceId : location.type == cudaMemLocationTypeDevice ? location.id : -100;
}

// Asks about a range of managed memory. A managed symbol stays in its place.
cudaError_t ask_range(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                      gc_mem_attribute attribute, std::uint64_t& value) {
  value =
      attribute == GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY ? 0 : static_cast<std::uint64_t>(cudaInvalidDeviceId);
  if (allocation.kind == Kind::kManagedSymbol) return cudaSuccess;
  gc_mem* part = nullptr;
  if (cudaError_t error =
          call(gc_mem_create_sub_region, allocation.mem, offset, size, gc_mem_flags{0}, &part);
      error != cudaSuccess)
    return error;
  const cudaError_t error = call(gc_mem_get_attribute, part, attribute, &value);
  gc_mem_release(part);
  return error;
}

}  // namespace

cudaError_t cudaMemAdvise_v2(const void* address, std::size_t size, cudaMemoryAdvise advice,
                             cudaMemLocation location) try {
  return cudaMemAdvise(address, size, advice, number_of(location));
}
GRIDCALL_CATCH

cudaError_t cudaMemPrefetchAsync_v2(const void* address, std::size_t size, cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream) try {
  if (flags != 0) return result(cudaErrorInvalidValue);
  return cudaMemPrefetchAsync(address, size, number_of(location), stream);
}
GRIDCALL_CATCH

cudaError_t cudaMemPrefetchBatchAsync(void** addresses, std::size_t* sizes, std::size_t count,
                                      cudaMemLocation* places, std::size_t* first, std::size_t place_count,
                                      unsigned long long flags, cudaStream_t stream) try {
  if (!addresses || !sizes || !places || !first || count == 0 || place_count == 0 || place_count > count ||
      first[0] != 0 || flags != 0)
    return result(cudaErrorInvalidValue);
  for (std::size_t i = 1; i < place_count; ++i)
    if (first[i] >= count || first[i] <= first[i - 1]) return result(cudaErrorInvalidValue);
  for (std::size_t i = 0, place = 0; i < count; ++i) {
    if (place + 1 < place_count && first[place + 1] == i) ++place;
    if (cudaError_t error = cudaMemPrefetchAsync_v2(addresses[i], sizes[i], places[place], 0, stream);
        error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_size, cudaMemRangeAttribute attribute,
                                     const void* address, std::size_t size) try {
  Allocation allocation;
  std::uint64_t offset = 0, value = 0;
  if (!data || data_size != sizeof(int) || size == 0) return result(cudaErrorInvalidValue);
  if (cudaError_t error = managed_range(address, size, allocation, offset); error != cudaSuccess)
    return result(error);
  if (attribute == cudaMemRangeAttributeAccessedBy)
    return result(cudaErrorNotSupported);  // gridcall has none
  if (attribute < cudaMemRangeAttributeReadMostly || attribute > cudaMemRangeAttributeLastPrefetchLocationId)
    return result(cudaErrorInvalidValue);
  const gc_mem_attribute asked = attribute == cudaMemRangeAttributeReadMostly
                                     ? GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY
                                 : attribute == cudaMemRangeAttributePreferredLocation ||
                                         attribute == cudaMemRangeAttributePreferredLocationType ||
                                         attribute == cudaMemRangeAttributePreferredLocationId
                                     ? GRIDCALL_MEM_ATTRIBUTE_PREFERRED_LOCATION
                                     : GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION;
  if (cudaError_t error = ask_range(allocation, offset, size, asked, value); error != cudaSuccess)
    return result(error);
  const int number = static_cast<int>(value);
  const bool is_type = attribute == cudaMemRangeAttributePreferredLocationType ||
                       attribute == cudaMemRangeAttributeLastPrefetchLocationType;
  *static_cast<int*>(data) = !is_type                    ? number
                             : number >= 0               ? cudaMemLocationTypeDevice
                             : number == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                                         : cudaMemLocationTypeInvalid;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_sizes, cudaMemRangeAttribute* attributes,
                                      std::size_t count, const void* address, std::size_t size) try {
  if (!data || !data_sizes || !attributes || count == 0) return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i)
    if (cudaError_t error = cudaMemRangeGetAttribute(data[i], data_sizes[i], attributes[i], address, size);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}
GRIDCALL_CATCH

// ---- Memory of other processes ----

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* address) try {
  Allocation allocation;
  std::uint64_t offset = 0;
  if (!handle || !find_allocation(address, allocation) || allocation.kind != Kind::kDevice)
    return result(cudaErrorInvalidValue);
  return result(call(gc_mem_get_ipc_handle, allocation.mem, reinterpret_cast<std::uint8_t*>(handle->reserved),
                     &offset));
}
GRIDCALL_CATCH

cudaError_t cudaIpcOpenMemHandle(void** address, cudaIpcMemHandle_t handle, unsigned int flags) try {
  Device* device = nullptr;
  if (!address || flags != cudaIpcMemLazyEnablePeerAccess) return result(cudaErrorInvalidValue);
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  Allocation made;
  made.kind = Kind::kForeign;
  made.device = current_device();
  const auto open = [&](std::uint64_t size, gc_mem*& mem, gc_error** error) {
    return gc_mem_open_ipc(device->context, handle.reserved, sizeof handle.reserved, 0, size, nullptr, &mem,
                           error);
  };
  gc_error* error = nullptr;
  if (const gc_status status = open(1, made.mem, &error); status != GRIDCALL_OK)
    return result(error_of(status, error));
  // CUDA's handle is of the whole allocation and gridcall wants the size: the largest that it takes.
  constexpr int kMaxBits = 48;
  made.size = 1;
  for (std::size_t step = std::size_t{1} << kMaxBits; step > 0; step >>= 1) {
    gc_mem* larger = nullptr;
    if (open(made.size + step, larger, nullptr) != GRIDCALL_OK) continue;
    gc_mem_release(std::exchange(made.mem, larger));
    made.size += step;
  }
  std::uint64_t base = 0;
  if (cudaError_t unknown = call(gc_mem_get_address, made.mem, &base); unknown != cudaSuccess) {
    gc_mem_release(made.mem);
    return result(unknown);
  }
  made.base = base;
  *address = reinterpret_cast<void*>(made.base);
  Allocation before;
  if (find_allocation(*address, before) && before.kind == Kind::kForeign) {
    gc_mem_release(made.mem);
    made = before;
  }
  ++made.flags;  // the times it is open
  add_allocation(made);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaIpcCloseMemHandle(void* address) try {
  Allocation found;
  if (!address) return result(cudaErrorInvalidValue);
  if (find_allocation(address, found) && found.kind == Kind::kForeign && found.flags > 1 &&
      found.base == reinterpret_cast<std::uintptr_t>(address)) {
    --found.flags;
    add_allocation(found);
    return cudaSuccess;
  }
  return result(free_at(address, [](Kind kind) { return kind == Kind::kForeign; }, cudaErrorInvalidValue));
}
GRIDCALL_CATCH

// ---- In the order of a stream: gridcall keeps memory until the work that uses it is done ----

cudaError_t cudaMallocAsync(void** address, std::size_t size, cudaStream_t stream) try {
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (!is_capturing(stream)) return cudaMalloc(address, size);
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  parameters.poolProps.location.id = current_device();
  parameters.bytesize = size;
  std::unique_ptr<CUgraphNode_st> node;
  if (!address) return result(cudaErrorInvalidValue);
  if (cudaError_t error = alloc_node(parameters, node); error != cudaSuccess) return result(error);
  *address = parameters.dptr;
  record(stream, std::move(node));
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) try {
  if (!address) return cudaSuccess;
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (is_capturing(stream)) {
    std::unique_ptr<CUgraphNode_st> node;
    if (cudaError_t error = free_node(address, node); error != cudaSuccess) return result(error);
    record(stream, std::move(node));
    return cudaSuccess;
  }
  Allocation allocation;
  if (!take_allocation(address, is_device_kind, allocation)) return result(free_graph_memory(address));
  const cudaError_t error = call(gc_mem_use, allocation.mem, native);
  gc_mem_release(allocation.mem);
  return result(error);
}
GRIDCALL_CATCH

struct CUmemPoolHandle_st : LiveObject<CUmemPoolHandle_st> {
  std::uint64_t release_threshold = 0;
};

namespace {
// Never destroyed, because a program may ask for it at its exit.
CUmemPoolHandle_st& default_pool() {
  static auto* const instance = new CUmemPoolHandle_st;
  return *instance;
}
}  // namespace

cudaError_t cudaMallocFromPoolAsync(void** address, std::size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) try {
  if (!is_live(pool)) return result(cudaErrorInvalidValue);
  return cudaMallocAsync(address, size, stream);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int index) try {
  gc_device* device = nullptr;
  if (!pool) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  *pool = &default_pool();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) try {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
GRIDCALL_CATCH

cudaError_t cudaDeviceSetMemPool(int index, cudaMemPool_t pool) try {
  gc_device* device = nullptr;
  if (!is_live(pool)) return result(cudaErrorInvalidValue);
  return result(describe_device(index, device));
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) try {
  if (!pool || !properties) return result(cudaErrorInvalidValue);
  *pool = new CUmemPoolHandle_st;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) try {
  if (pool == &default_pool() || !LiveObject<CUmemPoolHandle_st>::forget(pool))
    return result(cudaErrorInvalidValue);
  delete pool;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) try {
  if (!is_live(pool) || !value) return result(cudaErrorInvalidValue);
  if (attribute == cudaMemPoolAttrReleaseThreshold)
    pool->release_threshold = *static_cast<std::uint64_t*>(value);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) try {
  if (!is_live(pool) || !value) return result(cudaErrorInvalidValue);
  if (attribute != cudaMemPoolAttrReleaseThreshold) return result(cudaErrorNotSupported);
  *static_cast<std::uint64_t*>(value) = pool->release_threshold;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) try {
  return result(is_live(pool) ? cudaSuccess : cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, std::size_t count) try {
  if (!is_live(pool) || (count > 0 && !list)) return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    gc_device* device = nullptr;
    if (list[i].location.type != cudaMemLocationTypeDevice) return result(cudaErrorInvalidValue);
    if (cudaError_t error = describe_device(list[i].location.id, device); error != cudaSuccess)
      return result(error);
  }
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) try {
  if (!flags || !is_live(pool) || !location) return result(cudaErrorInvalidValue);
  const cudaMemAccessDesc asked{*location, {}};
  const cudaError_t error = cudaMemPoolSetAccess(pool, &asked, 1);
  if (error == cudaSuccess) *flags = cudaMemAccessFlagsProtReadWrite;  // all memory of the process
  return error;
}
GRIDCALL_CATCH
