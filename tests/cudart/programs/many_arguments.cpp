// SPDX-License-Identifier: Apache-2.0
//
// Every function of the runtime API with right arguments, with one wrong after the other, and with each
// allocation of libgridcall_cudart.so failing: an error comes back, never an exception or a signal. run.py
// compares the table with the header.

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

const void* kernel_address();
const void* variable_address();

namespace {

// ---- Allocations that fail ----

thread_local int allocations_until_failure = -1;
thread_local bool has_failed = false;

bool is_of_runtime(const void* address) {
  Dl_info info{}, own{};
  return dladdr(address, &info) != 0 && dladdr(reinterpret_cast<const void*>(&cudaFree), &own) != 0 &&
         info.dli_fbase == own.dli_fbase;
}

}  // namespace

// The runtime may have an operator new of its own; all come here.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void __libc_free(void* address);
extern "C" void* malloc(std::size_t size) {
  if (allocations_until_failure >= 0 && is_of_runtime(__builtin_return_address(0)) &&
      allocations_until_failure-- == 0) {
    has_failed = true;
    return nullptr;
  }
  return __libc_malloc(size);
}
// An object of the runtime keeps its address when it is released: no new one gets it.
extern "C" void free(void* address) {
  if (!is_of_runtime(__builtin_return_address(0))) __libc_free(address);
}

namespace {

// ---- Arguments: a right value, wrong ones, and the errors that may come of these ----

using Errors = std::vector<cudaError_t>;

template <typename T>
struct Argument {
  T good;
  std::vector<T> bad;
  Errors errors;  // none: whatever comes, it comes back
};

// Anything goes.
template <typename T>
Argument<T> any(T good, std::initializer_list<std::type_identity_t<T>> others = {}) {
  return {good, others, {}};
}
// NULL is refused.
template <typename T>
Argument<T*> out(T* good) {
  return {good, {nullptr}, {cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorInvalidDevice}};
}
Argument<int> device(int good = 0) {
  return {good, {-1, 1000}, {cudaErrorInvalidDevice}};
}
Argument<std::size_t> size(std::size_t good) {
  return {good,
          {~std::size_t{0}, std::size_t{1} << 60},
          {cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidPitchValue}};
}
Argument<unsigned> flags(unsigned good = 0) {
  return {good, {0x80000000u}, {cudaErrorInvalidValue}};
}
// Live, or refused: NULL (unless it has a meaning), released, and of another kind.
template <typename T>
Argument<T> handle(T good, T released, void* other_kind, bool null_is_wrong = true) {
  Argument<T> made{
      good, {released, static_cast<T>(other_kind)}, {cudaErrorInvalidValue, cudaErrorInvalidResourceHandle}};
  if (null_is_wrong) made.bad.push_back(nullptr);
  return made;
}
Argument<const void*> function() {
  static int no_function;
  return {kernel_address(), {nullptr, &no_function}, {cudaErrorInvalidDeviceFunction}};
}
Argument<const void*> symbol() {
  static int no_symbol;
  return {variable_address(), {nullptr, &no_symbol}, {cudaErrorInvalidSymbol}};
}

int failures = 0, calls = 0, injected = 0;

std::string text_of(cudaError_t error) {
  return cudaGetErrorName(error);
}
void fail(const char* name, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", name, text.c_str());
  ++failures;
}

template <typename... P>
cudaError_t returned(cudaError_t (*function)(P...), const std::tuple<P...>& values) {
  ++calls;
  return std::apply(function, values);
}

template <std::size_t... I, typename... P, typename... T>
void check_bad(const char* name, cudaError_t (*function)(P...), const std::tuple<P...>& good,
               std::index_sequence<I...>, const Argument<T>&... arguments) {
  const auto one = [&]<std::size_t N>(std::integral_constant<std::size_t, N>, const auto& argument) {
    for (const auto& bad : argument.bad) {
      auto values = good;
      std::get<N>(values) = static_cast<std::tuple_element_t<N, std::tuple<P...>>>(bad);
      const cudaError_t error = returned(function, values);
      bool is_expected = argument.errors.empty();
      for (cudaError_t each : argument.errors) is_expected |= each == error;
      if (!is_expected)
        fail(name, "argument " + std::to_string(N) + ": a wrong value gives " + text_of(error));
      if (error != cudaSuccess && error != cudaErrorNotReady && cudaGetLastError() != error)
        fail(name, "argument " + std::to_string(N) + ": cudaGetLastError is not what was returned");
    }
  };
  (one(std::integral_constant<std::size_t, I>{}, arguments), ...);
  (void)one;
}

template <typename... P, typename... T>
std::tuple<P...> good_values(cudaError_t (*)(P...), const Argument<T>&... arguments) {
  return {static_cast<P>(arguments.good)...};
}

// Passes wrong values alone: the right ones would end something.
template <typename... P, typename... T>
void wrong(const char* name, cudaError_t (*function)(P...), const Argument<T>&... arguments) {
  check_bad(name, function, good_values(function, arguments...), std::index_sequence_for<P...>{},
            arguments...);
}

template <typename... P, typename... T>
void row(const char* name, cudaError_t (*function)(P...), const Argument<T>&... arguments) {
  const std::tuple<P...> good = good_values(function, arguments...);
  if (cudaError_t error = returned(function, good); error != cudaSuccess)
    fail(name, "right arguments give " + text_of(error));
  wrong(name, function, arguments...);
  for (int i = 0; i < 100; ++i) {
    allocations_until_failure = i;
    has_failed = false;
    const cudaError_t error = returned(function, good);
    allocations_until_failure = -1;
    if (!has_failed) break;
    ++injected;
    if (error == cudaSuccess) fail(name, "a failed allocation gives cudaSuccess");
  }
  cudaGetLastError();
}

#define ROW(function, ...) row(#function, function __VA_OPT__(, ) __VA_ARGS__)
// Refuses whatever it is given.
template <typename... P>
void refused(const char* name, cudaError_t (*function)(P...)) {
  const cudaError_t error = returned(function, std::tuple<P...>{});
  if (error != cudaErrorNotSupported || cudaGetLastError() != error) fail(name, "gives " + text_of(error));
}

#define WRONG(function, ...) wrong(#function, function __VA_OPT__(, ) __VA_ARGS__)
#define CUDA(call)                                                                     \
  do {                                                                                 \
    if (const cudaError_t error_ = (call); error_ != cudaSuccess) {                    \
      std::fprintf(stderr, "%d: %s: %s\n", __LINE__, #call, cudaGetErrorName(error_)); \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

void host_function(void*) {}
void callback(cudaStream_t, cudaError_t, void*) {}

// ---- What the table uses ----

struct World {
  cudaStream_t stream{}, dead_stream{}, made_stream{};
  cudaEvent_t event{}, second_event{}, dead_event{}, made_event{};
  cudaGraph_t graph{}, child{}, dead_graph{}, made_graph{};
  cudaGraphExec_t executable{}, dead_executable{}, made_executable{};
  cudaGraphNode_t kernel_node{}, copy_node{}, fill_node{}, host_node{}, dead_node{}, made_node{};
  cudaArray_t array{}, second_array{}, dead_array{}, made_array{};
  cudaMipmappedArray_t mipmapped{}, dead_mipmapped{}, made_mipmapped{};
  cudaMemPool_t pool{}, dead_pool{}, made_pool{};
  cudaTextureObject_t texture{}, made_texture{};
  cudaSurfaceObject_t surface{}, made_surface{};
  void *memory{}, *second_memory{}, *managed{}, *host{}, *made{};
  int registered[1024]{};
  alignas(64) char plain[4096]{};
  cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
  cudaResourceDesc array_resource{}, surface_resource{};
  cudaTextureDesc sampling{};
  cudaKernelNodeParams kernel_parameters{};
  cudaMemsetParams fill_parameters{};
  cudaHostNodeParams host_parameters{host_function, nullptr};
  cudaMemcpy3DParms copy_parameters{};
  cudaMemPoolProps pool_properties{};
  void* arguments[1]{&memory};

  World() {
    CUDA(cudaMalloc(&memory, 4096));
    CUDA(cudaMalloc(&second_memory, 4096));
    CUDA(cudaMallocManaged(&managed, 4096, cudaMemAttachGlobal));
    CUDA(cudaHostAlloc(&host, 4096, 0));
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaStreamCreate(&dead_stream));
    CUDA(cudaStreamDestroy(dead_stream));
    CUDA(cudaEventCreate(&event));
    CUDA(cudaEventCreate(&second_event));
    CUDA(cudaEventCreate(&dead_event));
    CUDA(cudaEventDestroy(dead_event));
    CUDA(cudaEventRecord(event, stream));
    CUDA(cudaEventRecord(second_event, stream));
    CUDA(cudaMallocArray(&array, &format, 16, 16, cudaArraySurfaceLoadStore));
    CUDA(cudaMallocArray(&second_array, &format, 16, 16, 0));
    CUDA(cudaMallocArray(&dead_array, &format, 16, 16, 0));
    CUDA(cudaFreeArray(dead_array));
    CUDA(cudaMallocMipmappedArray(&mipmapped, &format, {16, 16, 0}, 2, 0));
    CUDA(cudaMallocMipmappedArray(&dead_mipmapped, &format, {16, 16, 0}, 2, 0));
    CUDA(cudaFreeMipmappedArray(dead_mipmapped));
    CUDA(cudaMemPoolCreate(&pool, &pool_properties));
    CUDA(cudaMemPoolCreate(&dead_pool, &pool_properties));
    CUDA(cudaMemPoolDestroy(dead_pool));
    array_resource.resType = cudaResourceTypeArray;
    array_resource.res.array.array = array;
    surface_resource = array_resource;
    CUDA(cudaCreateTextureObject(&texture, &array_resource, &sampling, nullptr));
    CUDA(cudaCreateSurfaceObject(&surface, &surface_resource));
    kernel_parameters = {const_cast<void*>(kernel_address()), {1, 1, 1}, {16, 1, 1}, 0, arguments, nullptr};
    fill_parameters.dst = memory;
    fill_parameters.elementSize = 1;
    fill_parameters.width = 16;
    fill_parameters.height = 1;
    copy_parameters.srcPtr = {host, 64, 64, 1};
    copy_parameters.dstPtr = {memory, 64, 64, 1};
    copy_parameters.extent = {64, 1, 1};
    copy_parameters.kind = cudaMemcpyHostToDevice;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&child, 0));
    CUDA(cudaGraphCreate(&dead_graph, 0));
    CUDA(cudaGraphAddEmptyNode(&dead_node, dead_graph, nullptr, 0));
    CUDA(cudaGraphDestroy(dead_graph));
    CUDA(cudaGraphAddKernelNode(&kernel_node, graph, nullptr, 0, &kernel_parameters));
    CUDA(cudaGraphAddMemcpyNode1D(&copy_node, graph, nullptr, 0, memory, host, 64, cudaMemcpyHostToDevice));
    CUDA(cudaGraphAddMemsetNode(&fill_node, graph, nullptr, 0, &fill_parameters));
    CUDA(cudaGraphAddHostNode(&host_node, graph, nullptr, 0, &host_parameters));
    CUDA(cudaGraphInstantiate(&executable, graph, 0));
    CUDA(cudaGraphInstantiate(&dead_executable, graph, 0));
    CUDA(cudaGraphExecDestroy(dead_executable));
  }

  auto a_stream() { return handle(stream, dead_stream, event, false); }
  auto an_event() { return handle(event, dead_event, stream); }
  auto a_graph() { return handle(graph, dead_graph, stream); }
  auto an_executable() { return handle(executable, dead_executable, graph); }
  auto a_node(cudaGraphNode_t good) { return handle(good, dead_node, graph); }
  auto an_array() { return handle(array, dead_array, stream); }
  auto a_pool() { return handle(pool, dead_pool, stream); }
  auto a_mipmapped() { return handle(mipmapped, dead_mipmapped, stream); }
  // Device memory: NULL, and what is none.
  Argument<void*> to() { return {memory, {nullptr, plain}, {cudaErrorInvalidValue}}; }
  Argument<void*> to_plain() { return {plain, {nullptr}, {cudaErrorInvalidValue}}; }
  Argument<const void*> from() { return {second_memory, {nullptr, plain}, {cudaErrorInvalidValue}}; }
  Argument<const void*> from_plain() { return {plain, {nullptr}, {cudaErrorInvalidValue}}; }
  static Argument<cudaMemcpyKind> kind(cudaMemcpyKind good) {
    return {
        good, {static_cast<cudaMemcpyKind>(77)}, {cudaErrorInvalidMemcpyDirection, cudaErrorInvalidValue}};
  }
};

void devices() {
  int number = 0;
  unsigned bits = 0;
  std::size_t value = 0;
  cudaDeviceProp properties{};
  cudaFuncCache cache{};
  cudaSharedMemConfig config{};
  char text[64]{};
  int list[1]{0};
  ROW(cudaGetDeviceCount, out(&number));
  ROW(cudaGetDevice, out(&number));
  ROW(cudaSetDevice, device());
  ROW(cudaInitDevice, device(), any(0u), any(0u));
  ROW(cudaSetValidDevices, out(list), any(1));
  ROW(cudaChooseDevice, out(&number), out(&properties));
  ROW(cudaGetDeviceProperties, out(&properties), device());
  ROW(cudaDeviceGetAttribute, out(&number), any(cudaDevAttrWarpSize, {static_cast<cudaDeviceAttr>(100000)}),
      device());
  cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
  ROW(cudaDeviceGetTexture1DLinearMaxWidth, out(&value),
      out(static_cast<const cudaChannelFormatDesc*>(&format)), device());
  ROW(cudaDeviceGetPCIBusId, out(text), Argument<int>{64, {0, -1}, {cudaErrorInvalidValue}}, device());
  ROW(cudaDeviceGetByPCIBusId, out(&number),
      Argument<const char*>{text, {nullptr, "none"}, {cudaErrorInvalidValue, cudaErrorInvalidDevice}});
  ROW(cudaDeviceSynchronize);
  ROW(cudaThreadSynchronize);
  ROW(cudaDeviceSetLimit, any(cudaLimitPrintfFifoSize, {static_cast<cudaLimit>(1000)}),
      any(std::size_t{1} << 20));
  ROW(cudaDeviceGetLimit, out(&value),
      Argument<cudaLimit>{cudaLimitStackSize,
                          {static_cast<cudaLimit>(1000)},
                          {cudaErrorInvalidValue, cudaErrorNotSupported}});
  ROW(cudaDeviceSetCacheConfig, any(cudaFuncCachePreferL1, {static_cast<cudaFuncCache>(77)}));
  ROW(cudaDeviceGetCacheConfig, out(&cache));
  ROW(cudaDeviceSetSharedMemConfig,
      any(cudaSharedMemBankSizeDefault, {static_cast<cudaSharedMemConfig>(77)}));
  ROW(cudaDeviceGetSharedMemConfig, out(&config));
  ROW(cudaDeviceGetStreamPriorityRange, any(&number, {nullptr}), any(&number, {nullptr}));
  ROW(cudaSetDeviceFlags, flags());
  ROW(cudaGetDeviceFlags, out(&bits));
  ROW(cudaDeviceCanAccessPeer, out(&number), device(), device());
  WRONG(cudaDeviceEnablePeerAccess, device(), flags());
  WRONG(cudaDeviceDisablePeerAccess, device());
  ROW(cudaDeviceGetP2PAttribute, out(&number),
      any(cudaDevP2PAttrAccessSupported, {static_cast<cudaDeviceP2PAttr>(77)}), device(), device());
  ROW(cudaDriverGetVersion, out(&number));
  ROW(cudaRuntimeGetVersion, out(&number));
  ROW(cudaProfilerStart);
  ROW(cudaProfilerStop);
  ROW(cudaCtxResetPersistingL2Cache);
}

void streams_and_events(World& w) {
  unsigned bits = 0;
  int number = 0;
  unsigned long long id = 0;
  float time = 0;
  cudaLaunchAttributeValue value{};
  cudaStreamCaptureStatus status{};
  cudaStreamCaptureMode mode{};
  ROW(cudaStreamCreate, out(&w.made_stream));
  ROW(cudaStreamCreateWithFlags, out(&w.made_stream), flags());
  ROW(cudaStreamCreateWithPriority, out(&w.made_stream), flags(), any(0, {-1000, 1000}));
  WRONG(cudaStreamDestroy, handle(w.stream, w.dead_stream, w.event));
  ROW(cudaStreamGetFlags, w.a_stream(), out(&bits));
  ROW(cudaStreamGetPriority, w.a_stream(), out(&number));
  ROW(cudaStreamGetId, w.a_stream(), out(&id));
  int owner = 0;
  ROW(cudaStreamGetDevice, w.a_stream(), out(&owner));
  ROW(cudaStreamSynchronize, w.a_stream());
  ROW(cudaStreamQuery, w.a_stream());
  ROW(cudaStreamWaitEvent, w.a_stream(), w.an_event(), any(0u));
  ROW(cudaStreamAttachMemAsync, w.a_stream(),
      Argument<void*>{w.managed, {nullptr, w.plain}, {cudaErrorInvalidValue}}, any(std::size_t{0}),
      any(unsigned{cudaMemAttachGlobal}));
  ROW(cudaStreamSetAttribute, w.a_stream(), any(cudaLaunchAttributeCooperative), out(&value));
  cudaLaunchAttributeValue got{};
  ROW(cudaStreamGetAttribute, w.a_stream(), any(cudaLaunchAttributePriority), out(&got));
  ROW(cudaStreamCopyAttributes, w.a_stream(), w.a_stream());
  ROW(cudaLaunchHostFunc, w.a_stream(),
      Argument<cudaHostFn_t>{host_function, {nullptr}, {cudaErrorInvalidValue}},
      any(static_cast<void*>(nullptr)));
  ROW(cudaStreamAddCallback, w.a_stream(),
      Argument<cudaStreamCallback_t>{callback, {nullptr}, {cudaErrorInvalidValue}},
      any(static_cast<void*>(nullptr)), any(0u));
  CUDA(cudaStreamSynchronize(w.stream));
  WRONG(cudaStreamBeginCapture, handle(w.stream, w.dead_stream, w.event, false),
        any(cudaStreamCaptureModeGlobal));
  WRONG(cudaStreamEndCapture,
        Argument<cudaStream_t>{w.stream, {nullptr, w.dead_stream}, {cudaErrorIllegalState}},
        out(&w.made_graph));
  ROW(cudaStreamIsCapturing, any(w.stream), out(&status));
  cudaGraph_t graph{};
  const cudaGraphNode_t* last{};
  const cudaGraphEdgeData* edges{};
  std::size_t count = 0;
  ROW(cudaStreamGetCaptureInfo, w.a_stream(), out(&status), any(&id, {nullptr}), any(&graph, {nullptr}),
      any(&last, {nullptr}), any(&count, {nullptr}));
  ROW(cudaStreamGetCaptureInfo_v3, w.a_stream(), out(&status), any(&id), any(&graph), any(&last),
      any(&edges, {nullptr}), any(&count));
  WRONG(cudaStreamBeginCaptureToGraph, handle(w.stream, w.dead_stream, w.event, false), w.a_graph(),
        Argument<const cudaGraphNode_t*>{&w.kernel_node, {nullptr, &w.dead_node}, {cudaErrorInvalidValue}},
        any(edges), any(std::size_t{1}), any(cudaStreamCaptureModeGlobal));
  const Argument<cudaStream_t> idle{
      w.stream, {nullptr, w.dead_stream, w.stream}, {cudaErrorIllegalState, cudaErrorInvalidResourceHandle}};
  WRONG(cudaStreamUpdateCaptureDependencies, idle, any(&w.kernel_node), any(std::size_t{1}), any(0u));
  WRONG(cudaStreamUpdateCaptureDependencies_v2, idle, any(&w.kernel_node), any(edges), any(std::size_t{1}),
        any(0u));
  cudaGraph_t made{};
  CUDA(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeGlobal));
  CUDA(cudaStreamGetCaptureInfo(w.stream, &status, &id, &made, &last, &count));
  ROW(cudaStreamUpdateCaptureDependencies, any(w.stream),
      Argument<cudaGraphNode_t*>{nullptr, {&w.kernel_node, &w.dead_node}, {cudaSuccess}}, any(std::size_t{0}),
      Argument<unsigned>{0, {2}, {cudaErrorInvalidValue}});
  WRONG(cudaStreamUpdateCaptureDependencies, any(w.stream),
        Argument<cudaGraphNode_t*>{nullptr, {nullptr, &w.kernel_node, &w.dead_node}, {cudaErrorInvalidValue}},
        any(std::size_t{1}), any(0u));
  CUDA(cudaStreamEndCapture(w.stream, &made));
  cudaIpcEventHandle_t of_event{};
  cudaEvent_t shared{}, opened{};
  CUDA(cudaEventCreateWithFlags(&shared, cudaEventInterprocess | cudaEventDisableTiming));
  ROW(cudaIpcGetEventHandle, out(&of_event),
      Argument<cudaEvent_t>{
          shared, {nullptr, w.dead_event, w.event}, {cudaErrorInvalidValue, cudaErrorInvalidResourceHandle}});
  WRONG(cudaIpcOpenEventHandle, out(&opened),
        Argument<cudaIpcEventHandle_t>{of_event,
                                       {of_event, {}},
                                       {cudaErrorInvalidValue, cudaErrorInvalidResourceHandle,
                                        cudaErrorDeviceUninitialized, cudaErrorMapBufferObjectFailed}});
  ROW(cudaThreadExchangeStreamCaptureMode, out(&mode));
  ROW(cudaEventCreate, out(&w.made_event));
  ROW(cudaEventCreateWithFlags, out(&w.made_event), flags());
  WRONG(cudaEventDestroy, w.an_event());
  ROW(cudaEventRecord, w.an_event(), w.a_stream());
  ROW(cudaEventRecordWithFlags, w.an_event(), w.a_stream(), any(0u));
  ROW(cudaEventSynchronize, w.an_event());
  ROW(cudaEventQuery, w.an_event());
  ROW(cudaEventElapsedTime, out(&time), handle(w.event, w.dead_event, w.stream),
      handle(w.event, w.dead_event, w.stream));
}

void memory(World& w) {
  std::size_t pitch = 0, value = 0;
  unsigned bits = 0;
  cudaPitchedPtr pitched{};
  cudaPointerAttributes attributes{};
  std::uint64_t threshold = 0;
  ROW(cudaMalloc, out(&w.made), size(64));
  ROW(cudaMallocHost, out(&w.made), size(64));
  ROW(cudaHostAlloc, out(&w.made), size(64), flags());
  ROW(cudaMallocManaged, out(&w.made),
      Argument<std::size_t>{
          64, {0, std::size_t{1} << 60}, {cudaErrorInvalidValue, cudaErrorMemoryAllocation}},
      flags(cudaMemAttachGlobal));
  ROW(cudaMallocPitch, out(&w.made), out(&pitch), size(64), size(4));
  ROW(cudaMalloc3D, out(&pitched), any(cudaExtent{16, 4, 2}, {{0, 0, 0}}));
  ROW(cudaMallocArray, out(&w.made_array), out(&w.format), size(16), size(16), flags());
  ROW(cudaMalloc3DArray, out(&w.made_array), out(&w.format), any(cudaExtent{4, 4, 4}, {{0, 0, 0}}), flags());
  ROW(cudaMallocMipmappedArray, out(&w.made_mipmapped), out(&w.format), any(cudaExtent{4, 4, 0}, {{0, 0, 0}}),
      Argument<unsigned>{2, {0}, {cudaErrorInvalidValue}}, flags());
  ROW(cudaGetMipmappedArrayLevel, out(&w.made_array), w.a_mipmapped(),
      Argument<unsigned>{1, {2, 1000}, {cudaErrorInvalidValue}});
  ROW(cudaArrayGetInfo, any(&w.format, {nullptr}), any(static_cast<cudaExtent*>(nullptr)),
      any(&bits, {nullptr}), w.an_array());
  WRONG(cudaFree,
        Argument<void*>{w.memory, {static_cast<char*>(w.memory) + 16, w.plain}, {cudaErrorInvalidValue}});
  WRONG(
      cudaFreeHost,
      Argument<void*>{w.host, {static_cast<char*>(w.host) + 16, w.plain, w.memory}, {cudaErrorInvalidValue}});
  WRONG(cudaFreeArray,
        Argument<cudaArray_t>{
            w.array, {w.dead_array, reinterpret_cast<cudaArray_t>(w.stream)}, {cudaErrorInvalidValue}});
  WRONG(cudaFreeMipmappedArray,
        Argument<cudaMipmappedArray_t>{w.mipmapped, {w.dead_mipmapped}, {cudaErrorInvalidValue}});
  WRONG(cudaHostRegister, out(static_cast<void*>(w.registered)), any(sizeof w.registered, {0}), flags());
  WRONG(cudaHostUnregister,
        Argument<void*>{
            w.registered, {nullptr, w.plain}, {cudaErrorInvalidValue, cudaErrorHostMemoryNotRegistered}});
  ROW(cudaHostGetDevicePointer, out(&w.made),
      Argument<void*>{w.host, {nullptr, w.plain, w.memory}, {cudaErrorInvalidValue}}, flags());
  ROW(cudaHostGetFlags, out(&bits), Argument<void*>{w.host, {nullptr, w.plain}, {cudaErrorInvalidValue}});
  ROW(cudaMemGetInfo, out(&pitch), out(&value));
  ROW(cudaPointerGetAttributes, out(&attributes),
      any(static_cast<const void*>(w.memory), {nullptr, w.plain}));
  ROW(cudaMemAdvise, Argument<const void*>{w.managed, {nullptr, w.memory}, {cudaErrorInvalidValue}},
      size(4096), any(cudaMemAdviseSetReadMostly, {static_cast<cudaMemoryAdvise>(77)}),
      Argument<int>{0, {1000}, {cudaErrorInvalidDevice}});
  ROW(cudaMemPrefetchAsync, Argument<const void*>{w.managed, {nullptr, w.memory}, {cudaErrorInvalidValue}},
      size(4096), Argument<int>{0, {1000}, {cudaErrorInvalidDevice}}, w.a_stream());
  cudaMemLocation place{};
  place.type = cudaMemLocationTypeDevice;
  const Argument<cudaMemLocation> places{place, {cudaMemLocation{}}, {cudaErrorInvalidDevice}};
  const Argument<const void*> range{w.managed, {nullptr, w.memory}, {cudaErrorInvalidValue}};
  int number = 0;
  void* data[1]{&number};
  std::size_t four = sizeof number;
  auto asked = cudaMemRangeAttributeReadMostly;
  ROW(cudaMemAdvise_v2, range, size(4096), any(cudaMemAdviseSetReadMostly), places);
  ROW(cudaMemPrefetchAsync_v2, range, size(4096), places, flags(), w.a_stream());
  void *batch[]{w.managed}, *pages[]{w.plain};
  std::size_t batch_size = 64, first = 0;
  cudaMemLocation here = places.good;
  cudaMemcpyAttributes hints{cudaMemcpySrcAccessOrderStream, {}, {}, 0}, no_hints{};
  const Argument<std::size_t> some{1, {0}, {cudaErrorInvalidValue}};
  ROW(cudaMemPrefetchBatchAsync, Argument<void**>{batch, {nullptr, pages}, {cudaErrorInvalidValue}},
      out(&batch_size), some, out(&here), out(&first),
      Argument<std::size_t>{1, {0, 2}, {cudaErrorInvalidValue}},
      Argument<unsigned long long>{0, {1}, {cudaErrorInvalidValue}}, w.a_stream());
  ROW(cudaMemcpyBatchAsync, out(static_cast<void* const*>(batch)),
      out(static_cast<const void* const*>(pages)), out(static_cast<const std::size_t*>(&batch_size)), some,
      Argument<cudaMemcpyAttributes*>{&hints, {nullptr, &no_hints}, {cudaErrorInvalidValue}}, out(&first),
      Argument<std::size_t>{1, {0, 2}, {cudaErrorInvalidValue}}, handle(w.stream, w.dead_stream, w.event));
  ROW(cudaMemRangeGetAttribute, out(data[0]), Argument<std::size_t>{4, {0, 8}, {cudaErrorInvalidValue}},
      Argument<cudaMemRangeAttribute>{
          asked,
          {static_cast<cudaMemRangeAttribute>(77), cudaMemRangeAttributeAccessedBy},
          {cudaErrorInvalidValue, cudaErrorNotSupported}},
      range, size(4096));
  ROW(cudaMemRangeGetAttributes, out(static_cast<void**>(data)), out(&four), out(&asked),
      Argument<std::size_t>{1, {0}, {cudaErrorInvalidValue}}, range, size(4096));
  cudaIpcMemHandle_t of_memory{};
  ROW(cudaIpcGetMemHandle, out(&of_memory),
      Argument<void*>{w.memory, {nullptr, w.plain, w.host, w.managed}, {cudaErrorInvalidValue}});
  WRONG(cudaIpcOpenMemHandle, out(&w.made),
        Argument<cudaIpcMemHandle_t>{of_memory,
                                     {of_memory, {}},
                                     {cudaErrorInvalidValue, cudaErrorInvalidResourceHandle,
                                      cudaErrorDeviceUninitialized, cudaErrorMapBufferObjectFailed}},
        Argument<unsigned>{1, {0, 2}, {cudaErrorInvalidValue}});
  WRONG(cudaIpcCloseMemHandle,
        Argument<void*>{w.made, {nullptr, w.memory, w.plain}, {cudaErrorInvalidValue}});
  ROW(cudaMallocAsync, out(&w.made), size(64), w.a_stream());
  WRONG(cudaFreeAsync,
        Argument<void*>{w.memory, {static_cast<char*>(w.memory) + 16, w.plain}, {cudaErrorInvalidValue}},
        Argument<cudaStream_t>{w.stream, {w.dead_stream}, {cudaErrorInvalidResourceHandle}});
  ROW(cudaMallocFromPoolAsync, out(&w.made), size(64), w.a_pool(), w.a_stream());
  ROW(cudaDeviceGetDefaultMemPool, out(&w.made_pool), device());
  ROW(cudaDeviceGetMemPool, out(&w.made_pool), device());
  ROW(cudaDeviceSetMemPool, device(), w.a_pool());
  ROW(cudaMemPoolCreate, out(&w.made_pool), out(&w.pool_properties));
  WRONG(cudaMemPoolDestroy, w.a_pool());
  ROW(cudaMemPoolSetAttribute, w.a_pool(),
      any(cudaMemPoolAttrReleaseThreshold, {static_cast<cudaMemPoolAttr>(77)}),
      out(static_cast<void*>(&threshold)));
  ROW(cudaMemPoolGetAttribute, w.a_pool(),
      Argument<cudaMemPoolAttr>{
          cudaMemPoolAttrReleaseThreshold, {static_cast<cudaMemPoolAttr>(77)}, {cudaErrorNotSupported}},
      out(static_cast<void*>(&threshold)));
  cudaMemAccessDesc access{{cudaMemLocationTypeDevice, {0}}, cudaMemAccessFlagsProtReadWrite}, of_host{};
  cudaMemAccessFlags access_flags{};
  ROW(cudaMemPoolSetAccess, w.a_pool(),
      Argument<const cudaMemAccessDesc*>{&access, {nullptr, &of_host}, {cudaErrorInvalidValue}},
      any(std::size_t{1}));
  ROW(cudaMemPoolGetAccess, out(&access_flags), w.a_pool(),
      Argument<cudaMemLocation*>{&access.location, {nullptr, &of_host.location}, {cudaErrorInvalidValue}});
  ROW(cudaMemPoolTrimTo, w.a_pool(), any(std::size_t{0}));
}

void copies(World& w) {
  const auto h2d = w.kind(cudaMemcpyHostToDevice), d2h = w.kind(cudaMemcpyDeviceToHost);
  cudaMemcpy3DParms empty{}, dead = w.copy_parameters;
  dead.dstPtr.ptr = nullptr;
  dead.dstArray = w.dead_array;
  const Argument<const cudaMemcpy3DParms*> parameters{
      &w.copy_parameters, {nullptr, &empty, &dead}, {cudaErrorInvalidValue}};
  const auto pitch = Argument<std::size_t>{64, {1}, {cudaErrorInvalidPitchValue, cudaErrorInvalidValue}};
  ROW(cudaMemcpy, w.to(), w.from_plain(), size(64), h2d);
  ROW(cudaMemcpyAsync, w.to_plain(), w.from(), size(64), d2h, w.a_stream());
  ROW(cudaMemcpyPeer, w.to(), device(), w.from(), device(), size(64));
  ROW(cudaMemcpyPeerAsync, w.to(), device(), w.from(), device(), size(64), w.a_stream());
  ROW(cudaMemcpy2D, w.to(), pitch, w.from_plain(), pitch, size(16), size(4), h2d);
  ROW(cudaMemcpy2DAsync, w.to(), pitch, w.from_plain(), pitch, size(16), size(4), h2d, w.a_stream());
  ROW(cudaMemcpy2DToArray, w.an_array(), size(0), size(0), w.from_plain(), any(std::size_t{64}), size(64),
      size(4), h2d);
  ROW(cudaMemcpy2DToArrayAsync, w.an_array(), size(0), size(0), w.from_plain(), any(std::size_t{64}),
      size(64), size(4), h2d, w.a_stream());
  const Argument<cudaArray_const_t> source{w.array, {nullptr, w.dead_array}, {cudaErrorInvalidValue}};
  ROW(cudaMemcpy2DFromArray, w.to_plain(), any(std::size_t{64}), source, size(0), size(0), size(64), size(4),
      d2h);
  ROW(cudaMemcpy2DFromArrayAsync, w.to_plain(), any(std::size_t{64}), source, size(0), size(0), size(64),
      size(4), d2h, w.a_stream());
  ROW(cudaMemcpyToArray, w.an_array(), size(0), size(0), w.from_plain(), size(64), h2d);
  ROW(cudaMemcpyFromArray, w.to_plain(), source, size(0), size(0), size(64), d2h);
  ROW(cudaMemcpyToArrayAsync, w.an_array(), size(0), size(0), w.from_plain(), size(64), h2d, w.a_stream());
  ROW(cudaMemcpyFromArrayAsync, w.to_plain(), source, size(0), size(0), size(64), d2h, w.a_stream());
  ROW(cudaMemcpy2DArrayToArray, handle(w.second_array, w.dead_array, w.stream), size(0), size(0), source,
      size(0), size(0), size(64), size(4), any(cudaMemcpyDeviceToDevice));
  ROW(cudaMemcpy3D, parameters);
  ROW(cudaMemcpy3DAsync, parameters, w.a_stream());
  cudaMemcpy3DPeerParms of_peers{};
  of_peers.srcPtr = w.copy_parameters.srcPtr;
  of_peers.dstPtr = w.copy_parameters.dstPtr;
  of_peers.extent = w.copy_parameters.extent;
  const Argument<const cudaMemcpy3DPeerParms*> peers{&of_peers, {nullptr}, {cudaErrorInvalidValue}};
  ROW(cudaMemcpy3DPeer, peers);
  ROW(cudaMemcpy3DPeerAsync, peers, w.a_stream());
  ROW(cudaMemcpyToSymbol, symbol(), w.from_plain(), size(64), size(0), h2d);
  ROW(cudaMemcpyToSymbolAsync, symbol(), w.from_plain(), size(64), size(0), h2d, w.a_stream());
  ROW(cudaMemcpyFromSymbol, w.to_plain(), symbol(), size(64), size(0), d2h);
  ROW(cudaMemcpyFromSymbolAsync, w.to_plain(), symbol(), size(64), size(0), d2h, w.a_stream());
  ROW(cudaGetSymbolAddress, out(&w.made), symbol());
  std::size_t bytes = 0;
  ROW(cudaGetSymbolSize, out(&bytes), symbol());
  ROW(cudaMemset, w.to(), any(0), size(64));
  ROW(cudaMemsetAsync, w.to(), any(0), size(64), w.a_stream());
  ROW(cudaMemset2D, w.to(), pitch, any(0), size(16), size(4));
  ROW(cudaMemset2DAsync, w.to(), pitch, any(0), size(16), size(4), w.a_stream());
  const Argument<cudaPitchedPtr> whole{
      {w.memory, 64, 64, 4}, {{nullptr, 64, 64, 4}, {w.plain, 64, 64, 4}}, {cudaErrorInvalidValue}};
  ROW(cudaMemset3D, whole, any(0), any(cudaExtent{16, 4, 2}));
  ROW(cudaMemset3DAsync, whole, any(0), any(cudaExtent{16, 4, 2}), w.a_stream());
}

void textures(World& w) {
  cudaResourceDesc dead = w.array_resource, empty{}, got{};
  dead.res.array.array = w.dead_array;
  empty.resType = static_cast<cudaResourceType>(77);
  cudaTextureDesc got_sampling{};
  const Argument<const cudaResourceDesc*> resource{
      &w.array_resource, {nullptr, &dead, &empty}, {cudaErrorInvalidValue}};
  const Argument<cudaTextureObject_t> texture{w.texture, {0, 12345}, {cudaErrorInvalidValue}};
  const Argument<cudaSurfaceObject_t> surface{w.surface, {0, 12345}, {cudaErrorInvalidValue}};
  ROW(cudaGetChannelDesc, out(&w.format),
      Argument<cudaArray_const_t>{w.array, {nullptr, w.dead_array}, {cudaErrorInvalidValue}});
  ROW(cudaCreateTextureObject, out(&w.made_texture), resource, out(&w.sampling),
      any(static_cast<const cudaResourceViewDesc*>(nullptr)));
  WRONG(cudaDestroyTextureObject,
        Argument<cudaTextureObject_t>{w.texture, {12345}, {cudaErrorInvalidResourceHandle}});
  ROW(cudaGetTextureObjectResourceDesc, out(&got), texture);
  ROW(cudaGetTextureObjectTextureDesc, out(&got_sampling), texture);
  ROW(cudaCreateSurfaceObject, out(&w.made_surface), resource);
  WRONG(cudaDestroySurfaceObject,
        Argument<cudaSurfaceObject_t>{w.surface, {0, 12345}, {cudaErrorInvalidResourceHandle}});
  ROW(cudaGetSurfaceObjectResourceDesc, out(&got), surface);
  if (cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned).x != 8)
    fail("cudaCreateChannelDesc", "it is another");
}

void launches(World& w) {
  void* none[1]{};
  const Argument<void**> arguments{w.arguments, {nullptr, none}, {cudaErrorInvalidValue}};
  const Argument<dim3> grid{{1, 1, 1}, {{0, 1, 1}}, {cudaErrorInvalidConfiguration}},
      block{{16, 1, 1},
            {{0, 1, 1}, {5000, 1, 1}},
            {cudaErrorInvalidConfiguration, cudaErrorCooperativeLaunchTooLarge}};
  const Argument<std::size_t> shared{
      0,
      {std::size_t{1} << 40},
      {cudaErrorInvalidValue, cudaErrorInvalidConfiguration, cudaErrorCooperativeLaunchTooLarge}};
  cudaLaunchConfig_t config{}, no_attributes{}, no_grid{};
  config.gridDim = {1, 1, 1};
  config.blockDim = {16, 1, 1};
  no_grid.gridDim = {0, 1, 1};
  no_attributes = config;
  no_attributes.numAttrs = 1;
  cudaFuncAttributes attributes{};
  int blocks = 0;
  std::size_t bytes = 0;
  ROW(cudaLaunchKernel, function(), grid, block, arguments, shared, w.a_stream());
  ROW(cudaLaunchCooperativeKernel, function(), grid, block, arguments, shared, w.a_stream());
  ROW(cudaLaunchKernelExC,
      Argument<const cudaLaunchConfig_t*>{&config,
                                          {nullptr, &no_attributes, &no_grid},
                                          {cudaErrorInvalidValue, cudaErrorInvalidConfiguration}},
      function(), arguments);
  ROW(cudaFuncGetAttributes, out(&attributes), function());
  ROW(cudaFuncSetAttribute, function(),
      Argument<cudaFuncAttribute>{cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  {static_cast<cudaFuncAttribute>(77)},
                                  {cudaErrorNotSupported}},
      any(1024, {-1, 1 << 30}));
  const char* name{};
  std::size_t offset = 0;
  cudaKernel_t kernel{};
  void* entry{};
  cudaDriverEntryPointQueryResult found{};
  const Argument<const char*> driver{"cuInit", {nullptr}, {cudaErrorInvalidValue}};
  ROW(cudaFuncGetName, out(&name), function());
  ROW(cudaFuncGetParamInfo, function(), Argument<std::size_t>{0, {1, 1000}, {cudaErrorInvalidValue}},
      out(&offset), any(&bytes, {nullptr}));
  ROW(cudaGetKernel, out(&kernel), function());
  cudaFunction_t by_symbol{};
  ROW(cudaGetFuncBySymbol, out(&by_symbol), function());
  ROW(cudaFuncGetParamCount, function(), out(&offset));
  ROW(cudaGetDriverEntryPoint, driver, out(&entry), any(0ULL), any(&found, {nullptr}));
  ROW(cudaGetDriverEntryPointByVersion, driver, out(&entry), any(12000u), any(0ULL), any(&found, {nullptr}));
  if (found != cudaDriverEntryPointSymbolNotFound) fail("cudaGetDriverEntryPoint", "it finds something");
  ROW(cudaFuncSetCacheConfig, function(), any(cudaFuncCachePreferL1));
  ROW(cudaFuncSetSharedMemConfig, function(), any(cudaSharedMemBankSizeDefault));
  const Argument<int> block_size{64, {0, -1}, {cudaErrorInvalidValue}};
  ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessor, out(&blocks), function(), block_size,
      any(std::size_t{0}));
  ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, out(&blocks), function(), block_size,
      any(std::size_t{0}), any(0u));
  using Config = Argument<const cudaLaunchConfig_t*>;
  ROW(cudaOccupancyMaxPotentialClusterSize, out(&blocks), function(),
      Config{&config, {nullptr}, {cudaErrorInvalidValue}});
  ROW(cudaOccupancyMaxActiveClusters, out(&blocks), function(),
      Config{&config, {nullptr, &no_attributes}, {cudaErrorInvalidValue}});
  ROW(cudaOccupancyAvailableDynamicSMemPerBlock, out(&bytes), function(),
      Argument<int>{1, {0, -1}, {cudaErrorInvalidValue}}, block_size);
  CUDA(cudaDeviceSynchronize());
}

// In a graph of their own, whose executable has them.
void symbol_and_event_nodes(World& w) {
  cudaGraph_t holder{};
  cudaGraphExec_t executable{};
  cudaGraphNode_t copy{}, record{}, wait{}, kernel{};
  cudaEvent_t got{};
  const auto graph = [&] { return handle(holder, w.dead_graph, w.stream); };
  const auto exec = [&] { return handle(executable, w.dead_executable, w.graph); };
  const auto node = [&](cudaGraphNode_t good) { return handle(good, w.dead_node, w.graph); };
  const auto none = any(static_cast<const cudaGraphNode_t*>(nullptr));
  const auto zero = any(std::size_t{0});
  const Argument<std::size_t> four{4, {1 << 20}, {cudaErrorInvalidValue}},
      offset{0, {1 << 20}, {cudaErrorInvalidValue}};
  const Argument<void*> to{w.plain, {nullptr}, {cudaErrorInvalidValue}};
  const auto d2h = any(cudaMemcpyDeviceToHost), h2d = any(cudaMemcpyHostToDevice);
  CUDA(cudaGraphCreate(&holder, 0));
  ROW(cudaGraphAddMemcpyNodeToSymbol, out(&copy), graph(), none, zero, symbol(), w.from_plain(), four, offset,
      h2d);
  ROW(cudaGraphAddMemcpyNodeFromSymbol, out(&copy), graph(), none, zero, to, symbol(), four, offset, d2h);
  CUDA(cudaGraphAddEventRecordNode(&record, holder, nullptr, 0, w.event));
  CUDA(cudaGraphAddEventWaitNode(&wait, holder, nullptr, 0, w.event));
  CUDA(cudaGraphAddKernelNode(&kernel, holder, nullptr, 0, &w.kernel_parameters));
  CUDA(cudaGraphInstantiate(&executable, holder, 0));
  ROW(cudaGraphMemcpyNodeSetParamsToSymbol, node(copy), symbol(), w.from_plain(), four, offset, h2d);
  ROW(cudaGraphMemcpyNodeSetParamsFromSymbol, node(copy), to, symbol(), four, offset, d2h);
  ROW(cudaGraphExecMemcpyNodeSetParamsToSymbol, exec(), node(copy), symbol(), w.from_plain(), four, offset,
      h2d);
  ROW(cudaGraphExecMemcpyNodeSetParamsFromSymbol, exec(), node(copy), to, symbol(), four, offset, d2h);
  ROW(cudaGraphEventRecordNodeGetEvent, node(record), out(&got));
  ROW(cudaGraphEventRecordNodeSetEvent, node(record), w.an_event());
  ROW(cudaGraphEventWaitNodeGetEvent, node(wait), out(&got));
  ROW(cudaGraphEventWaitNodeSetEvent, node(wait), w.an_event());
  ROW(cudaGraphExecEventRecordNodeSetEvent, exec(), node(record), w.an_event());
  ROW(cudaGraphExecEventWaitNodeSetEvent, exec(), node(wait), w.an_event());
  cudaLaunchAttributeValue value{};
  const auto priority = any(cudaLaunchAttributePriority);
  ROW(cudaGraphKernelNodeSetAttribute, node(kernel), priority,
      out(static_cast<const cudaLaunchAttributeValue*>(&value)));
  ROW(cudaGraphKernelNodeGetAttribute, node(kernel), priority, out(&value));
  ROW(cudaGraphKernelNodeCopyAttributes, node(kernel), node(kernel));
  cudaGraphNodeParams parameters{}, other{};
  parameters.type = cudaGraphNodeTypeEventRecord;
  parameters.eventRecord.event = w.event;
  other.type = cudaGraphNodeTypeHost;
  const Argument<cudaGraphNodeParams*> given{&parameters, {nullptr, &other}, {cudaErrorInvalidValue}};
  ROW(cudaGraphNodeSetParams, node(record), given);
  ROW(cudaGraphExecNodeSetParams, exec(), node(record), given);
  ROW(cudaGraphAddNode, out(&copy), graph(), none, zero, given);
}

void graphs(World& w) {
  const Argument<const cudaGraphNode_t*> dependencies{
      &w.kernel_node, {nullptr, &w.dead_node}, {cudaErrorInvalidValue}};
  const auto one = any(std::size_t{1});
  cudaKernelNodeParams no_function = w.kernel_parameters, got{};
  no_function.func = nullptr;
  const Argument<const cudaKernelNodeParams*> kernel{
      &w.kernel_parameters, {nullptr, &no_function}, {cudaErrorInvalidValue, cudaErrorInvalidDeviceFunction}};
  cudaHostNodeParams no_host{};
  const Argument<const cudaHostNodeParams*> host{
      &w.host_parameters, {nullptr, &no_host}, {cudaErrorInvalidValue}};
  cudaMemsetParams no_fill{};
  const Argument<const cudaMemsetParams*> fill{
      &w.fill_parameters, {nullptr, &no_fill}, {cudaErrorInvalidValue}};
  cudaGraphNodeType type{};
  cudaGraphExecUpdateResultInfo info{};
  std::size_t count = 0;
  cudaGraphNode_t nodes[8]{}, others[8]{};
  ROW(cudaGraphCreate, out(&w.made_graph), flags());
  WRONG(cudaGraphDestroy, w.a_graph());
  ROW(cudaGraphClone, out(&w.made_graph), w.a_graph());
  ROW(cudaGraphInstantiate, out(&w.made_executable), w.a_graph(), any(0ULL));
  ROW(cudaGraphInstantiateWithFlags, out(&w.made_executable), w.a_graph(), any(0ULL));
  WRONG(cudaGraphExecDestroy, w.an_executable());
  cudaGraphInstantiateParams how{};
  unsigned long long exec_flags = 0;
  ROW(cudaGraphInstantiateWithParams, out(&w.made_executable), w.a_graph(), out(&how));
  ROW(cudaGraphExecGetFlags, w.an_executable(), out(&exec_flags));
  ROW(cudaGraphUpload, w.an_executable(), w.a_stream());
  ROW(cudaGraphLaunch, w.an_executable(), w.a_stream());
  ROW(cudaGraphExecUpdate, w.an_executable(), w.a_graph(), out(&info));
  ROW(cudaGraphExecKernelNodeSetParams, w.an_executable(), w.a_node(w.kernel_node), kernel);
  ROW(cudaGraphExecMemcpyNodeSetParams1D, w.an_executable(), w.a_node(w.copy_node), any(w.memory),
      any(static_cast<const void*>(w.host)), any(std::size_t{64}), any(cudaMemcpyHostToDevice));
  ROW(cudaGraphExecMemsetNodeSetParams, w.an_executable(), w.a_node(w.fill_node), fill);
  ROW(cudaGraphExecHostNodeSetParams, w.an_executable(), w.a_node(w.host_node), host);
  const Argument<const cudaMemcpy3DParms*> copied{&w.copy_parameters, {nullptr}, {cudaErrorInvalidValue}};
  unsigned int is_enabled = 0;
  ROW(cudaGraphExecMemcpyNodeSetParams, w.an_executable(), w.a_node(w.copy_node), copied);
  ROW(cudaGraphNodeSetEnabled, w.an_executable(), w.a_node(w.copy_node), any(1U));
  ROW(cudaGraphNodeGetEnabled, w.an_executable(), w.a_node(w.copy_node), out(&is_enabled));
  WRONG(cudaGraphExecChildGraphNodeSetParams, w.an_executable(), w.a_node(w.copy_node),
        handle(w.child, w.dead_graph, w.stream));
  CUDA(cudaDeviceSynchronize());
  ROW(cudaGraphAddKernelNode, out(&w.made_node), w.a_graph(), dependencies, one, kernel);
  ROW(cudaGraphAddMemcpyNode, out(&w.made_node), w.a_graph(), dependencies, one,
      Argument<const cudaMemcpy3DParms*>{&w.copy_parameters, {nullptr}, {cudaErrorInvalidValue}});
  ROW(cudaGraphAddMemcpyNode1D, out(&w.made_node), w.a_graph(), dependencies, one, any(w.memory),
      any(static_cast<const void*>(w.host)), any(std::size_t{64}), any(cudaMemcpyHostToDevice));
  ROW(cudaGraphAddMemsetNode, out(&w.made_node), w.a_graph(), dependencies, one, fill);
  ROW(cudaGraphAddHostNode, out(&w.made_node), w.a_graph(), dependencies, one, host);
  ROW(cudaGraphAddChildGraphNode, out(&w.made_node), w.a_graph(), dependencies, one,
      handle(w.child, w.dead_graph, w.stream));
  ROW(cudaGraphAddEmptyNode, out(&w.made_node), w.a_graph(), dependencies, one);
  ROW(cudaGraphAddEventRecordNode, out(&w.made_node), w.a_graph(), dependencies, one, w.an_event());
  ROW(cudaGraphAddEventWaitNode, out(&w.made_node), w.a_graph(), dependencies, one, w.an_event());
  cudaMemcpy3DParms got_copy{};
  cudaMemsetParams got_fill{};
  cudaHostNodeParams got_host{};
  ROW(cudaGraphMemcpyNodeSetParams, w.a_node(w.copy_node), copied);
  ROW(cudaGraphMemcpyNodeSetParams1D, w.a_node(w.copy_node), any(w.memory),
      any(static_cast<const void*>(w.host)), any(std::size_t{64}), any(cudaMemcpyHostToDevice));
  ROW(cudaGraphMemcpyNodeGetParams, w.a_node(w.copy_node), out(&got_copy));
  ROW(cudaGraphMemsetNodeSetParams, w.a_node(w.fill_node), fill);
  ROW(cudaGraphMemsetNodeGetParams, w.a_node(w.fill_node), out(&got_fill));
  ROW(cudaGraphHostNodeSetParams, w.a_node(w.host_node), host);
  ROW(cudaGraphHostNodeGetParams, w.a_node(w.host_node), out(&got_host));
  symbol_and_event_nodes(w);
  WRONG(cudaGraphChildGraphNodeGetGraph, w.a_node(w.host_node), out(&w.made_graph));
  WRONG(cudaGraphDestroyNode, w.a_node(w.host_node));
  WRONG(cudaGraphNodeFindInClone, out(&w.made_node), w.a_node(w.host_node), w.a_graph());
  ROW(cudaGraphNodeGetDependencies, w.a_node(w.copy_node), any(static_cast<cudaGraphNode_t*>(nullptr)),
      out(&count));
  ROW(cudaGraphNodeGetDependentNodes, w.a_node(w.copy_node), any(static_cast<cudaGraphNode_t*>(nullptr)),
      out(&count));
  ROW(cudaGraphDebugDotPrint, w.a_graph(),
      Argument<const char*>{"/dev/null", {nullptr}, {cudaErrorInvalidValue}}, any(0U));
  cudaMemAllocNodeParams wanted{}, none = wanted, got_memory{};
  wanted.poolProps.location.type = cudaMemLocationTypeDevice;
  wanted.bytesize = 64;
  std::uint64_t bytes = 0;
  cudaGraph_t holder{};
  cudaGraphNode_t alloc{}, free{};
  CUDA(cudaGraphCreate(&holder, 0));
  ROW(cudaGraphAddMemAllocNode, out(&alloc), handle(holder, w.dead_graph, w.stream),
      any(static_cast<const cudaGraphNode_t*>(nullptr)), any(std::size_t{0}),
      Argument<cudaMemAllocNodeParams*>{&wanted, {nullptr, &none}, {cudaErrorInvalidValue}});
  ROW(cudaGraphAddMemFreeNode, out(&free), handle(holder, w.dead_graph, w.stream),
      any(static_cast<const cudaGraphNode_t*>(nullptr)), any(std::size_t{0}),
      Argument<void*>{wanted.dptr, {nullptr, w.plain}, {cudaErrorInvalidValue}});
  ROW(cudaGraphMemAllocNodeGetParams, handle(alloc, w.dead_node, w.graph), out(&got_memory));
  ROW(cudaGraphMemFreeNodeGetParams, handle(free, w.dead_node, w.graph), out(static_cast<void*>(&w.made)));
  ROW(cudaDeviceGraphMemTrim, device());
  const Argument<cudaGraphMemAttributeType> high{
      cudaGraphMemAttrUsedMemHigh, {static_cast<cudaGraphMemAttributeType>(77)}, {cudaErrorInvalidValue}};
  ROW(cudaDeviceGetGraphMemAttribute, device(), high, out(static_cast<void*>(&bytes)));
  bytes = 0;
  ROW(cudaDeviceSetGraphMemAttribute, device(), high, out(static_cast<void*>(&bytes)));
  cudaUserObject_t object{}, made{};
  const auto objects = [&] { return handle(object, static_cast<cudaUserObject_t>(nullptr), w.graph); };
  const Argument<unsigned> references{1, {0, 0x80000000u}, {cudaErrorInvalidValue}};
  CUDA(cudaUserObjectCreate(&object, nullptr, host_function, 100, cudaUserObjectNoDestructorSync));
  ROW(cudaUserObjectCreate, out(&made), any(static_cast<void*>(nullptr)),
      Argument<cudaHostFn_t>{host_function, {nullptr}, {cudaErrorInvalidValue}}, references,
      Argument<unsigned>{cudaUserObjectNoDestructorSync, {0, 2}, {cudaErrorInvalidValue}});
  ROW(cudaUserObjectRetain, objects(), references);
  ROW(cudaGraphRetainUserObject, w.a_graph(), objects(), references, flags());
  ROW(cudaGraphReleaseUserObject, w.a_graph(), objects(), references);
  ROW(cudaUserObjectRelease, objects(), references);
#define REFUSED(name, ...) refused(#name, name);
  __GC_CUDA_REFUSED(REFUSED)
  ROW(cudaGraphAddDependencies, w.a_graph(), dependencies, dependencies, any(std::size_t{1}));
  WRONG(cudaGraphRemoveDependencies, w.a_graph(), dependencies, dependencies, any(std::size_t{1}));
  ROW(cudaGraphGetNodes, w.a_graph(), any(static_cast<cudaGraphNode_t*>(nullptr)), out(&count));
  ROW(cudaGraphGetRootNodes, w.a_graph(), any(static_cast<cudaGraphNode_t*>(nullptr)), out(&count));
  count = 8;
  ROW(cudaGraphGetEdges, w.a_graph(), out(nodes), out(others), out(&count));
  ROW(cudaGraphNodeGetType, w.a_node(w.kernel_node), out(&type));
  ROW(cudaGraphKernelNodeGetParams, handle(w.kernel_node, w.dead_node, w.graph), out(&got));
  ROW(cudaGraphKernelNodeSetParams, handle(w.kernel_node, w.dead_node, w.graph), kernel);
}

// The functions that clang's code for a host file calls: none may end a program.
void registration() {
  if (!__cudaRegisterFatBinary(nullptr)) fail("__cudaRegisterFatBinary", "it makes no module of nothing");
  __cudaRegisterFatBinaryEnd(nullptr);
  __cudaUnregisterFatBinary(nullptr);
  __cudaRegisterFunction(nullptr, "f", nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterVar(nullptr, nullptr, nullptr, nullptr, 0, 0, 0, 0);
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream{};
  if (__cudaPushCallConfiguration({2, 1, 1}, {3, 1, 1}, 4, nullptr) != 0)
    fail("__cudaPushCallConfiguration", "it fails");
  WRONG(__cudaPopCallConfiguration, out(&grid), out(&block), out(&shared), out(static_cast<void*>(&stream)));
  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) != cudaSuccess || grid.x != 2 ||
      block.x != 3 || shared != 4)
    fail("__cudaPopCallConfiguration", "it is another");
  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) != cudaErrorMissingConfiguration)
    fail("__cudaPopCallConfiguration", "there is one more");
  cudaGetLastError();
  __cudaUsePerThreadDefaultStream();
  if (cudaStreamSynchronize(nullptr) != cudaSuccess)
    fail("__cudaUsePerThreadDefaultStream", "the stream cannot be waited for");
}

}  // namespace

int main() {
  World world;
  devices();
  streams_and_events(world);
  memory(world);
  copies(world);
  textures(world);
  launches(world);
  graphs(world);
  registration();
  if (std::strcmp(cudaGetErrorName(static_cast<cudaError_t>(-1)), "unrecognized error code") != 0 ||
      std::strcmp(cudaGetErrorString(static_cast<cudaError_t>(-1)), "unrecognized error code") != 0)
    fail("cudaGetErrorName", "an error that is none has a name");
  if (cudaPeekAtLastError() != cudaSuccess || cudaGetLastError() != cudaSuccess)
    fail("cudaGetLastError", "something stayed");
  // All handles are released ones after a reset.
  CUDA(cudaDeviceReset());
  WRONG(cudaStreamSynchronize,
        Argument<cudaStream_t>{nullptr, {world.stream}, {cudaErrorInvalidResourceHandle}});
  WRONG(cudaEventQuery, Argument<cudaEvent_t>{nullptr, {world.event}, {cudaErrorInvalidResourceHandle}});
  WRONG(cudaFreeArray, Argument<cudaArray_t>{nullptr, {world.array}, {cudaErrorInvalidValue}});
  WRONG(cudaFree, Argument<void*>{nullptr, {world.memory, world.managed}, {cudaErrorInvalidValue}});
  WRONG(cudaDestroyTextureObject,
        Argument<cudaTextureObject_t>{0, {world.texture}, {cudaErrorInvalidResourceHandle}});
  std::size_t limit = 0;
  if (cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize) != cudaSuccess || limit == std::size_t{1} << 20)
    fail("cudaDeviceReset", "a limit stayed");
  CUDA(cudaThreadExit());
  if (calls < 1000) fail("main", std::to_string(calls) + " calls are too few");
  if (failures == 0) std::printf("%s\n", injected > 50 ? "injected" : std::to_string(injected).c_str());
  return failures != 0;
}
