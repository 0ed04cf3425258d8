// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of libgridcall_cudart.so: the devices, the objects behind CUDA's handles, errors. Below
// it is the public C interface of gridcall alone.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gridcall/gridcall.h"

#pragma GCC visibility push(default)
#include "cudart/include/cuda_runtime_api.h"
#pragma GCC visibility pop

struct CUstream_st;
struct CUgraph_st;
struct CUgraphNode_st;
struct CUuserObject_st;

namespace gridcall::cudart {

// ---- Errors ----

// Stores it as the thread's last error, unless it is cudaSuccess, and returns it.
cudaError_t result(cudaError_t error);
// Returns the CUDA error of a failed call, and releases `error`. A kernel's fault stays until
// cudaDeviceReset, as in CUDA.
cudaError_t error_of(gc_status status, gc_error* error);
cudaError_t sticky_error();
// Returns the error for the exception that is being handled.
cudaError_t error_of_exception() noexcept;
void clear_sticky_error();

// Calls a function of gridcall whose last parameter is its error.
template <typename... Parameters, typename... Arguments>
cudaError_t call(gc_status (*function)(Parameters...), Arguments... arguments) {
  gc_error* error = nullptr;
  const gc_status status = function(arguments..., &error);
  return status == GRIDCALL_OK ? cudaSuccess : error_of(status, error);
}

// Ends each function of the API, whose body is a `try`, so that no exception leaves the library.
#define GRIDCALL_CATCH                               \
  catch (...) {                                      \
    return ::gridcall::cudart::error_of_exception(); \
  }

// ---- Objects behind handles ----

int current_device();

// A base class that records its live objects. CUDA leaves a destroyed handle undefined; here it is an error.
template <typename Object>
class LiveObject {
 public:
  const int device = current_device();

  static bool is_live(const Object* object) {
    const std::lock_guard lock(all().mutex);
    return object && all().objects.contains(const_cast<Object*>(object));
  }
  // Returns false if another call was first; otherwise the caller may destroy the object.
  static bool forget(Object* object) {
    const std::lock_guard lock(all().mutex);
    return all().objects.erase(object) == 1;
  }
  static std::vector<Object*> of_device(int index) {
    const std::lock_guard lock(all().mutex);
    std::vector<Object*> found;
    for (LiveObject* object : all().objects)
      if (object->device == index) found.push_back(static_cast<Object*>(object));
    return found;
  }
  LiveObject& operator=(const LiveObject&) { return *this; }

 protected:
  LiveObject() {
    const std::lock_guard lock(all().mutex);
    all().objects.insert(this);
  }
  LiveObject(const LiveObject&) : LiveObject() {}
  ~LiveObject() {
    const std::lock_guard lock(all().mutex);
    all().objects.erase(this);
  }

 private:
  struct All {
    std::mutex mutex;
    std::unordered_set<LiveObject*> objects;
  };
  static All& all() {
    static auto* const instance = new All;
    return *instance;
  }
};
template <typename Object>
bool is_live(const Object* object) {
  return LiveObject<Object>::is_live(object);
}

// ---- Devices ----

struct Device {
  gc_device* handle = nullptr;
  gc_context* context = nullptr;  // the device's primary context, made at its first use
  gc_stream* default_stream = nullptr;
  std::vector<std::pair<gc_context_attribute, std::uint64_t>> limits;  // the initial limits of the context
};

int device_count();
cudaError_t set_current_device(int index);
// Returns the device with its context; cudaErrorInvalidDevice, cudaErrorNoDevice, or a sticky error.
cudaError_t get_device(int index, Device*& device);
inline cudaError_t get_device(Device*& device) {
  return get_device(current_device(), device);
}
// Returns the description without a context.
cudaError_t describe_device(int index, gc_device*& device);

// ---- Memory ----

// kGraph: of a memory node; kForeign: of another process.
enum class Kind { kDevice, kHost, kManaged, kRegistered, kSymbol, kManagedSymbol, kGraph, kForeign };

struct Allocation {
  std::uintptr_t base = 0;
  std::size_t size = 0;
  gc_mem* mem = nullptr;
  Kind kind = Kind::kDevice;
  int device = 0;
  unsigned flags = 0;
  std::shared_ptr<std::atomic<bool>> is_given{};  // of a graph: a launch gave it, and no free took it back
};

void add_allocation(const Allocation& allocation);
// Returns false if no known memory holds the address.
bool find_allocation(const void* address, Allocation& allocation);
// Removes the allocation that begins at the address, if `matches` returns true for its kind.
bool take_allocation(const void* address, bool (*matches)(Kind), Allocation& allocation);
std::vector<Allocation> take_allocations(int device);
// Waits for the work that uses the memory. A texture that refers to it may hold it longer.
cudaError_t free_allocation(const Allocation& allocation);
// Makes a node that allocates, and stores the address in the parameters; and one that frees.
cudaError_t alloc_node(cudaMemAllocNodeParams& parameters, std::unique_ptr<CUgraphNode_st>& node);
cudaError_t free_node(void* address, std::unique_ptr<CUgraphNode_st>& node);
cudaError_t free_graph_memory(void* address);
// Refuses a launch while memory of the one before is not freed, or frees it.
cudaError_t prepare_memory(CUgraph_st& graph, bool frees);
void copy_user_objects(const CUgraph_st& from, CUgraph_st& to);

// ---- Streams and captures ----

using Work = std::function<cudaError_t(cudaStream_t)>;

// Returns the gridcall stream of a handle: the default stream of the current device for 0.
cudaError_t native_stream(cudaStream_t stream, gc_stream*& native);
bool is_live_event(cudaEvent_t event);
bool is_capturing(cudaStream_t stream);
// Does the work on the stream, records it if the stream captures, or queues it after the stream's host
// functions.
cudaError_t submit(cudaStream_t stream, cudaGraphNodeType type, Work work);
void record(cudaStream_t stream, std::unique_ptr<CUgraphNode_st> node);
void release_streams(int device);
void release_textures(int device);

// ---- Host functions in streams ----

// gridcall calls no function of the program. A stream with host functions has a thread that calls each of
// them when the work queued before is done, and then queues the work that follows.
class HostQueue {
 public:
  // Blocking streams and the default stream wait for each other.
  explicit HostQueue(bool is_blocking) : is_blocking_(is_blocking) {}
  ~HostQueue();  // waits until the queue is empty
  HostQueue(const HostQueue&) = delete;
  HostQueue& operator=(const HostQueue&) = delete;

  void push(std::function<cudaError_t()> work);
  bool is_empty();
  void wait();
  static void wait_for_blocking_streams();
  static void wait_for_all();
  // Waits until work of some queue has decremented the count to 0.
  static void wait_for(const std::atomic<int>& count);
  static bool is_own_thread();
  static bool are_all_empty();
  // Returns the first error of work that was queued here, once.
  static cudaError_t take_error();

 private:
  void run(int device);

  bool is_blocking_;
  std::deque<std::function<cudaError_t()>> waiting_;  // the first entry is running
  std::thread thread_;
  bool is_ending_ = false;
};
// Runs the work on the thread of the stream's host functions.
cudaError_t queue_host_work(cudaStream_t stream, Work work);

// ---- Kernels ----

struct Kernel {
  gc_kernel* handle = nullptr;
  const char* name = nullptr;
  std::vector<std::uint32_t> parameter_sizes;
};
cudaError_t find_kernel(const void* function, Kernel*& kernel);
cudaError_t find_symbol(const void* symbol, Allocation& allocation);
cudaError_t symbol_at(const void* symbol, std::size_t size, std::size_t offset, char*& address);
void release_modules(int device);

struct Launch {
  const void* function = nullptr;
  dim3 grid, block;
  std::size_t shared_size = 0;
  bool is_cooperative = false;
  dim3 cluster = dim3(0, 0, 0);  // 0 in x: the kernel's own
};
cudaError_t launch(const Launch& shape, void** arguments, cudaStream_t stream);
// Makes a launch with copies of its arguments, for graphs.
cudaError_t launch_node(const Launch& shape, void** arguments, std::unique_ptr<CUgraphNode_st>& node);
// Gives the node the work of its shape and arguments.
void set_launch(CUgraphNode_st& node);
// Returns false for an attribute that is only a hint.
bool set_attribute(Launch& shape, cudaLaunchAttributeID id, const cudaLaunchAttributeValue& value);

// ---- Copies ----

cudaError_t copy(void* dst, const void* src, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t copy_3d(const cudaMemcpy3DParms& parameters, cudaStream_t stream);
cudaError_t fill_2d(void* address, std::size_t pitch, unsigned value, unsigned element_size,
                    std::size_t width, std::size_t height, cudaStream_t stream);
cudaError_t call_host(cudaHostFn_t function, void* user_data, cudaStream_t stream);

}  // namespace gridcall::cudart

// The object of a CUDA array: an array of gridcall's and its format.
struct cudaArray : gridcall::cudart::LiveObject<cudaArray> {
  gc_array* handle = nullptr;
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 0;
  std::size_t element_size = 0;
};

struct cudaMipmappedArray : gridcall::cudart::LiveObject<cudaMipmappedArray> {
  cudaArray whole;
  unsigned level_count = 0;
  std::vector<std::unique_ptr<cudaArray>> levels;
};

// A node of a graph.
struct CUgraphNode_st : gridcall::cudart::LiveObject<CUgraphNode_st> {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<CUgraphNode_st*> dependencies;
  gridcall::cudart::Work work;
  // The shape of a launch, for cudaGraphKernelNodeGetParams.
  gridcall::cudart::Launch shape;
  std::shared_ptr<std::vector<std::vector<std::byte>>> arguments;
  std::vector<void*> argument_addresses;
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> hints;
  // The parameters of a copy, a fill, a host function and a graph.
  cudaMemcpy3DParms copied{};
  cudaMemsetParams filled{};
  cudaHostNodeParams called{};
  cudaEvent_t event = nullptr;
  cudaMemAllocNodeParams allocated{};         // of a node that frees: its address
  std::shared_ptr<std::atomic<bool>> memory;  // Allocation::is_given; the last node gives the memory back
  std::shared_ptr<CUgraph_st> child;
  bool is_enabled = true;
  CUgraph_st* graph = nullptr;       // the graph that it is in
  CUgraphNode_st* origin = nullptr;  // the node that an executable graph's node was made of
};

struct CUgraph_st : gridcall::cudart::LiveObject<CUgraph_st> {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  std::map<CUuserObject_st*, unsigned> user_objects;  // and the number of references to each
  bool is_recording = false;                          // a capture adds nodes

  CUgraph_st() = default;
  CUgraph_st(const CUgraph_st&) = delete;
  CUgraph_st& operator=(const CUgraph_st&) = delete;
  ~CUgraph_st();
};
