// SPDX-License-Identifier: Apache-2.0
//
// Memory of graphs, and objects of the program that graphs hold. A graph's memory has its address from
// the node's creation on and stays in place; a launch gives it to the program, and a free takes it back.

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

std::atomic<std::uint64_t> used_bytes{0}, most_bytes{0};

bool is_of_graph(Kind kind) {
  return kind == Kind::kGraph;
}

// Gives the memory back, or to the program if a launch gave it away and no free took it.
void release_graph_memory(const Allocation& made) {
  Allocation found;
  void* const base = reinterpret_cast<void*>(made.base);
  used_bytes -= made.size;
  // After a reset of the device another allocation may have the address.
  if (!find_allocation(base, found) || found.is_given != made.is_given) return;
  if (!take_allocation(base, is_of_graph, found)) return;
  if (!*made.is_given) {
    free_allocation(found);
    return;
  }
  found.kind = Kind::kDevice;
  add_allocation(found);
}

}  // namespace

cudaError_t alloc_node(cudaMemAllocNodeParams& parameters, std::unique_ptr<CUgraphNode_st>& node) {
  auto made = std::make_unique<CUgraphNode_st>();
  auto is_given = std::make_shared<std::atomic<bool>>(false);
  int before = current_device();
  const cudaMemLocation& place = parameters.poolProps.location;
  if (place.type != cudaMemLocationTypeDevice || parameters.bytesize == 0) return cudaErrorInvalidValue;
  if (cudaError_t error = set_current_device(place.id); error != cudaSuccess) return error;
  const cudaError_t error = cudaMalloc(&parameters.dptr, parameters.bytesize);
  set_current_device(before);
  if (error != cudaSuccess) return error;
  Allocation found;
  find_allocation(parameters.dptr, found);
  found.kind = Kind::kGraph;
  found.is_given = is_given;
  add_allocation(found);
  used_bytes += found.size;
  if (used_bytes > most_bytes) most_bytes = used_bytes.load();
  made->type = cudaGraphNodeTypeMemAlloc;
  made->allocated = parameters;
  made->memory = {is_given.get(), [found](void*) { release_graph_memory(found); }};
  made->work = [is_given](cudaStream_t) {
    *is_given = true;
    return cudaSuccess;
  };
  node = std::move(made);
  return cudaSuccess;
}

cudaError_t free_graph_memory(void* address) {
  Allocation found;
  const bool is_begin = find_allocation(address, found) && found.kind == Kind::kGraph &&
                        found.base == reinterpret_cast<std::uintptr_t>(address);
  return is_begin && found.is_given->exchange(false) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t free_node(void* address, std::unique_ptr<CUgraphNode_st>& node) {
  Allocation found;
  if (!find_allocation(address, found) || found.base != reinterpret_cast<std::uintptr_t>(address))
    return cudaErrorInvalidValue;
  node = std::make_unique<CUgraphNode_st>();
  node->type = cudaGraphNodeTypeMemFree;
  node->allocated.dptr = address;
  node->work = [address](cudaStream_t stream) { return cudaFreeAsync(address, stream); };
  return cudaSuccess;
}

cudaError_t prepare_memory(CUgraph_st& graph, bool frees) {
  for (auto& node : graph.nodes) {
    if (!node->memory) continue;
    if (frees) *node->memory = false;
    if (*node->memory) return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* parameters) try {
  if (!parameters || !is_live(node) || node->type != cudaGraphNodeTypeMemAlloc)
    return result(cudaErrorInvalidValue);
  *parameters = node->allocated;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* address) try {
  if (!address || !is_live(node) || node->type != cudaGraphNodeTypeMemFree)
    return result(cudaErrorInvalidValue);
  *static_cast<void**>(address) = node->allocated.dptr;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGraphMemTrim(int index) try {
  gc_device* device = nullptr;
  return result(describe_device(index, device));
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetGraphMemAttribute(int index, cudaGraphMemAttributeType attribute, void* value) try {
  gc_device* device = nullptr;
  if (!value || attribute < 0 || attribute > cudaGraphMemAttrReservedMemHigh)
    return result(cudaErrorInvalidValue);
  const bool is_most =
      attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  *static_cast<std::uint64_t*>(value) = is_most ? most_bytes : used_bytes;
  return result(describe_device(index, device));
}
GRIDCALL_CATCH

cudaError_t cudaDeviceSetGraphMemAttribute(int index, cudaGraphMemAttributeType attribute, void* value) try {
  gc_device* device = nullptr;
  const bool is_most =
      attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (!value || !is_most || *static_cast<std::uint64_t*>(value) != 0) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  most_bytes = used_bytes.load();
  return cudaSuccess;
}
GRIDCALL_CATCH

// ---- Objects of the program ----

struct CUuserObject_st : LiveObject<CUuserObject_st> {
  void* user_data = nullptr;
  cudaHostFn_t destroy = nullptr;
  unsigned count = 0;
};

namespace {

std::mutex& user_mutex() {
  static auto* const instance = new std::mutex;
  return *instance;
}

cudaError_t retain(cudaUserObject_t object, unsigned count) {
  const std::lock_guard lock(user_mutex());
  if (!is_live(object) || count == 0 || count > INT32_MAX - object->count) return cudaErrorInvalidValue;
  object->count += count;
  return cudaSuccess;
}

// The destructor runs on the thread that gives the last reference back, when the work that was queued is
// done.
cudaError_t release(cudaUserObject_t object, unsigned count) {
  {
    const std::lock_guard lock(user_mutex());
    if (!is_live(object) || count == 0 || count > object->count) return cudaErrorInvalidValue;
    object->count -= count;
    if (object->count > 0 || !CUuserObject_st::forget(object)) return cudaSuccess;
  }
  object->destroy(object->user_data);
  delete object;
  return cudaSuccess;
}

}  // namespace

void gridcall::cudart::copy_user_objects(const CUgraph_st& from, CUgraph_st& to) {
  for (const auto& [object, count] : from.user_objects)
    if (retain(object, count) == cudaSuccess) to.user_objects[object] += count;
}

CUgraph_st::~CUgraph_st() {
  if (!user_objects.empty()) cudaDeviceSynchronize();
  for (const auto& [object, count] : user_objects) release(object, count);
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* user_data, cudaHostFn_t destroy,
                                 unsigned int count, unsigned int flags) try {
  if (!object || !destroy || count == 0 || count > INT32_MAX || flags != cudaUserObjectNoDestructorSync)
    return result(cudaErrorInvalidValue);
  auto made = std::make_unique<CUuserObject_st>();
  made->user_data = user_data;
  made->destroy = destroy;
  made->count = count;
  *object = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) try {
  return result(retain(object, count));
}
GRIDCALL_CATCH

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) try {
  return result(release(object, count));
}
GRIDCALL_CATCH

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) try {
  if (!is_live(graph) || (flags & ~unsigned{cudaGraphUserObjectMove}) != 0 || !is_live(object))
    return result(cudaErrorInvalidValue);
  unsigned& held = graph->user_objects[object];
  const cudaError_t error = flags == 0
                                ? retain(object, count)
                                : (count == 0 || count > object->count ? cudaErrorInvalidValue : cudaSuccess);
  if (error == cudaSuccess) held += count;
  if (held == 0) graph->user_objects.erase(object);
  return result(error);
}
GRIDCALL_CATCH

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) try {
  if (!is_live(graph)) return result(cudaErrorInvalidValue);
  const auto held = graph->user_objects.find(object);
  if (held == graph->user_objects.end() || count == 0 || count > held->second)
    return result(cudaErrorInvalidValue);
  if ((held->second -= count) == 0) graph->user_objects.erase(held);
  return result(release(object, count));
}
GRIDCALL_CATCH
