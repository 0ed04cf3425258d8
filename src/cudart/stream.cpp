// SPDX-License-Identifier: Apache-2.0
//
// Streams, events and captures. A capture is recorded here, not by gridcall: so a graph may hold calls of
// host functions, and its nodes can be changed. Long because captures touch both others.

#include <algorithm>
#include <utility>

#include "cudart/runtime.h"

namespace {

// A graph of the program's that a capture adds to stays when the capture does not end.
struct EndRecording {
  bool is_given = false;
  void operator()(CUgraph_st* graph) const {
    graph->is_recording = false;
    if (!is_given) delete graph;
  }
};

struct Capture {
  std::unique_ptr<CUgraph_st, EndRecording> graph{new CUgraph_st};
  std::size_t first_node = 0;
  unsigned long long id = 0;
  CUstream_st* origin = nullptr;
  std::vector<CUstream_st*> streams;
};

}  // namespace

struct CUstream_st : gridcall::cudart::LiveObject<CUstream_st> {
  CUstream_st(unsigned given_flags, int given_priority)
      : flags(given_flags), priority(given_priority), host_queue(given_flags == cudaStreamDefault) {}

  gc_stream* handle = nullptr;
  unsigned flags;
  int priority;
  gridcall::cudart::HostQueue host_queue;
  std::shared_ptr<Capture> capture;
  std::vector<CUgraphNode_st*> last;     // the nodes that the next recorded node depends on
  std::vector<cudaGraphEdgeData> edges;  // for cudaStreamGetCaptureInfo_v3
};

struct CUevent_st : gridcall::cudart::LiveObject<CUevent_st> {
  gc_event* handle = nullptr;
  unsigned flags = 0;
  std::atomic<bool> is_recorded = false;
  std::atomic<int> waiting_records = 0;  // the records queued after host functions
  // The capture that the event was recorded in last; work that waits for the event joins it.
  std::shared_ptr<Capture> capture;
  std::vector<CUgraphNode_st*> nodes;
};

namespace gridcall::cudart {
namespace {

std::atomic<bool> has_per_thread_default{false};

// Returns the queue for host functions in the default stream.
HostQueue& default_queue() {
  static auto* const instance = new HostQueue(false);
  return *instance;
}

cudaError_t create_stream(cudaStream_t* stream, unsigned flags, int priority) {
  if (!stream || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0) return cudaErrorInvalidValue;
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = flags;  // the same bit
  options.priority = priority;
  auto made = std::make_unique<CUstream_st>(flags, priority);
  const cudaError_t error =
      call(gc_stream_create, device->context, static_cast<const gc_stream_options*>(&options), &made->handle);
  if (error != cudaSuccess) return error;
  *stream = made.release();
  return cudaSuccess;
}

// Finds the object of a handle; NULL for the default stream.
cudaError_t find_stream(cudaStream_t stream, CUstream_st*& found) {
  found = nullptr;
  if (!stream && has_per_thread_default) stream = cudaStreamPerThread;
  if (!stream || stream == cudaStreamLegacy) return cudaSuccess;
  if (stream == cudaStreamPerThread) {
    thread_local CUstream_st* own = nullptr;
    if (!is_live(own)) {
      if (cudaError_t error = create_stream(&own, cudaStreamDefault, 0); error != cudaSuccess) return error;
    }
    found = own;
    return cudaSuccess;
  }
  if (!is_live(stream)) return cudaErrorInvalidResourceHandle;
  found = stream;
  return cudaSuccess;
}

CUstream_st* capturing_stream(cudaStream_t stream) {
  CUstream_st* found = nullptr;
  return find_stream(stream, found) == cudaSuccess && found && found->capture ? found : nullptr;
}

HostQueue& queue_of(CUstream_st* stream) {
  return stream ? stream->host_queue : default_queue();
}

// Waits for the host functions of other streams that precede, by the rules of the default stream.
void wait_for_other_queues(const CUstream_st* stream) {
  if (!stream) HostQueue::wait_for_blocking_streams();
  if (stream && stream->flags == cudaStreamDefault) default_queue().wait();
}

bool has_host_work(CUstream_st* stream) {
  return !HostQueue::are_all_empty() && !HostQueue::is_own_thread() && !queue_of(stream).is_empty();
}

void release(CUstream_st* stream) {
  stream->host_queue.wait();
  if (stream->capture) std::erase(stream->capture->streams, stream);
  gc_stream_release(stream->handle);
  delete stream;
}

void release(CUevent_st* event) {
  HostQueue::wait_for(event->waiting_records);
  gc_event_release(event->handle);
  delete event;
}

}  // namespace

cudaError_t native_stream(cudaStream_t stream, gc_stream*& native) {
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return error;
  if (!HostQueue::are_all_empty() && !HostQueue::is_own_thread()) {
    wait_for_other_queues(found);
    queue_of(found).wait();
  }
  if (found) {
    native = found->handle;
    return sticky_error();
  }
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  native = device->default_stream;
  return cudaSuccess;
}

bool is_live_event(cudaEvent_t event) {
  return is_live(event);
}

bool is_capturing(cudaStream_t stream) {
  return capturing_stream(stream) != nullptr;
}

void record(cudaStream_t stream, std::unique_ptr<CUgraphNode_st> node) {
  CUstream_st* const capturing = capturing_stream(stream);
  node->dependencies = capturing->last;
  node->graph = capturing->capture->graph.get();
  capturing->last = {node.get()};
  capturing->capture->graph->nodes.push_back(std::move(node));
}

cudaError_t submit(cudaStream_t stream, cudaGraphNodeType type, Work work) {
  if (!is_capturing(stream)) {
    CUstream_st* found = nullptr;
    if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return error;
    return has_host_work(found) ? queue_host_work(stream, std::move(work))
                                : work(found ? found : cudaStreamLegacy);
  }
  auto node = std::make_unique<CUgraphNode_st>();
  node->type = type;
  node->work = std::move(work);
  record(stream, std::move(node));
  return cudaSuccess;
}

cudaError_t queue_host_work(cudaStream_t stream, Work work) {
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return error;
  if (cudaError_t error = sticky_error(); error != cudaSuccess) return error;
  wait_for_other_queues(found);
  queue_of(found).push([found, work = std::move(work)] { return work(found ? found : cudaStreamLegacy); });
  return cudaSuccess;
}

void release_streams(int device) {
  for (CUstream_st* stream : CUstream_st::of_device(device))
    if (CUstream_st::forget(stream)) release(stream);
  for (CUevent_st* event : CUevent_st::of_device(device))
    if (CUevent_st::forget(event)) release(event);
}

cudaError_t call_host(cudaHostFn_t function, void* user_data, cudaStream_t stream) {
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return error;
  if (cudaError_t error = call(gc_stream_synchronize, native); error != cudaSuccess) return error;
  function(user_data);
  return cudaSuccess;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

void __cudaUsePerThreadDefaultStream() {
  has_per_thread_default = true;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) try {
  return result(create_stream(stream, cudaStreamDefault, 0));
}
GRIDCALL_CATCH

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) try {
  return result(create_stream(stream, flags, 0));
}
GRIDCALL_CATCH

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) try {
  return result(create_stream(stream, flags, priority));
}
GRIDCALL_CATCH

cudaError_t cudaStreamDestroy(cudaStream_t stream) try {
  if (!CUstream_st::forget(stream)) return result(cudaErrorInvalidResourceHandle);
  release(stream);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) try {
  CUstream_st* found = nullptr;
  if (!flags) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  *flags = found ? found->flags : cudaStreamDefault;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) try {
  CUstream_st* found = nullptr;
  if (!priority) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  *priority = found ? found->priority : 0;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) try {
  gc_stream* native = nullptr;
  if (!device) return result(cudaErrorInvalidValue);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  *device = is_live(stream) ? stream->device : current_device();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) try {
  gc_stream* native = nullptr;
  std::int64_t number = 0;
  if (!id) return result(cudaErrorInvalidValue);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  const cudaError_t error =
      call(gc_stream_get_attribute, native, gc_stream_attribute{GRIDCALL_STREAM_ATTRIBUTE_ID}, &number);
  *id = static_cast<unsigned long long>(number);
  return result(error);
}
GRIDCALL_CATCH

cudaError_t cudaStreamQuery(cudaStream_t stream) try {
  gc_stream* native = nullptr;
  std::int32_t is_done = 0;
  CUstream_st* found = nullptr;
  if (is_capturing(stream)) return result(cudaErrorStreamCaptureUnsupported);
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  if (has_host_work(found)) return result(cudaErrorNotReady);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (cudaError_t error = call(gc_stream_query, native, &is_done); error != cudaSuccess) return result(error);
  return result(is_done ? cudaSuccess : cudaErrorNotReady);
}
GRIDCALL_CATCH

cudaError_t cudaStreamSynchronize(cudaStream_t stream) try {
  gc_stream* native = nullptr;
  if (is_capturing(stream)) return result(cudaErrorStreamCaptureUnsupported);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (cudaError_t error = call(gc_stream_synchronize, native); error != cudaSuccess) return result(error);
  return result(HostQueue::take_error());
}
GRIDCALL_CATCH

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) try {
  if (!is_live(event)) return result(cudaErrorInvalidResourceHandle);
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  if (event->capture && event->capture->graph) {
    if (!found) return result(cudaErrorStreamCaptureImplicit);
    if (found->capture && found->capture != event->capture) return result(cudaErrorStreamCaptureMerge);
    if (!found->capture) {
      found->capture = event->capture;
      found->capture->streams.push_back(found);
    }
    for (CUgraphNode_st* node : event->nodes)
      if (std::find(found->last.begin(), found->last.end(), node) == found->last.end())
        found->last.push_back(node);
    return cudaSuccess;
  }
  if (found && found->capture) return result(cudaErrorStreamCaptureIsolation);
  HostQueue::wait_for(event->waiting_records);
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  return event->is_recorded ? result(call(gc_stream_wait_event, native, event->handle)) : cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) try {
  if (!function) return result(cudaErrorInvalidValue);
  const Work work = [=](cudaStream_t s) { return call_host(function, user_data, s); };
  return result(is_capturing(stream) ? submit(stream, cudaGraphNodeTypeHost, work)
                                     : queue_host_work(stream, work));
}
GRIDCALL_CATCH

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int) try {
  if (!callback) return result(cudaErrorInvalidValue);
  if (is_capturing(stream)) return result(cudaErrorStreamCaptureUnsupported);
  return result(queue_host_work(stream, [=](cudaStream_t s) {
    const cudaError_t error = cudaStreamSynchronize(s);
    callback(stream, error, user_data);
    return cudaSuccess;
  }));
}
GRIDCALL_CATCH

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID,
                                   const cudaLaunchAttributeValue* value) try {
  CUstream_st* found = nullptr;
  if (!value) return result(cudaErrorInvalidValue);
  return result(find_stream(stream, found));  // the attributes are hints about caches and waiting
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) try {
  int priority = 0;
  if (!value) return result(cudaErrorInvalidValue);
  if (cudaError_t error = cudaStreamGetPriority(stream, &priority); error != cudaSuccess) return error;
  *value = {};
  if (attribute == cudaLaunchAttributePriority) value->priority = priority;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) try {
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(to, found); error != cudaSuccess) return result(error);
  return result(find_stream(from, found));
}
GRIDCALL_CATCH

cudaError_t cudaCtxResetPersistingL2Cache() try { return cudaSuccess; }
GRIDCALL_CATCH

// ---- Captures ----

namespace {

bool are_of(const CUgraph_st* graph, const cudaGraphNode_t* nodes, std::size_t count) {
  return count == 0 || (nodes && std::all_of(nodes, nodes + count, [&](cudaGraphNode_t node) {
                          return is_live(node) && node->graph == graph;
                        }));
}

// Captures to a new graph, or to one of the program's.
cudaError_t begin_capture(cudaStream_t stream, CUgraph_st* given, const cudaGraphNode_t* dependencies,
                          std::size_t count) {
  static std::atomic<unsigned long long> newest{0};
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return error;
  if (!found) return cudaErrorStreamCaptureUnsupported;
  if (found->capture || (given && given->is_recording)) return cudaErrorIllegalState;
  auto capture = std::make_shared<Capture>();
  capture->streams.push_back(found);
  std::vector<CUgraphNode_st*> last(dependencies, dependencies + count);
  if (given) {
    capture->graph = std::unique_ptr<CUgraph_st, EndRecording>(given, EndRecording{true});
    capture->first_node = given->nodes.size();
  }
  capture->graph->is_recording = true;
  capture->origin = found;
  capture->id = ++newest;
  found->capture = std::move(capture);
  found->last = std::move(last);
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) try {
  return result(begin_capture(stream, nullptr, nullptr, 0));
}
GRIDCALL_CATCH

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                                          std::size_t count, cudaStreamCaptureMode) try {
  if (!is_live(graph) || !are_of(graph, dependencies, count)) return result(cudaErrorInvalidValue);
  return result(begin_capture(stream, graph, dependencies, count));
}
GRIDCALL_CATCH

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) try {
  if (!graph) return result(cudaErrorInvalidValue);
  CUstream_st* const found = capturing_stream(stream);
  if (!found) return result(cudaErrorIllegalState);
  const std::shared_ptr<Capture> capture = found->capture;
  if (capture->origin != found) return result(cudaErrorStreamCaptureUnmatched);
  // The origin must have waited for each stream that joined, so the last nodes of the origin depend on that
  // of the stream.
  std::unordered_set<CUgraphNode_st*> reached;
  std::vector<CUgraphNode_st*> waiting = found->last;
  while (!waiting.empty()) {
    CUgraphNode_st* const node = waiting.back();
    waiting.pop_back();
    if (!reached.insert(node).second) continue;
    waiting.insert(waiting.end(), node->dependencies.begin(), node->dependencies.end());
  }
  const auto first = capture->graph->nodes.begin() + static_cast<std::ptrdiff_t>(capture->first_node);
  const bool is_joined = std::all_of(first, capture->graph->nodes.end(),
                                     [&](const auto& node) { return reached.contains(node.get()); });
  for (CUstream_st* member : capture->streams) {
    member->capture.reset();
    member->last.clear();
  }
  std::unique_ptr<CUgraph_st, EndRecording> made = std::move(capture->graph);
  made->is_recording = false;
  *graph = is_joined ? made.release() : nullptr;
  return result(is_joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined);
}
GRIDCALL_CATCH

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) try {
  if (!status) return result(cudaErrorInvalidValue);
  *status = is_capturing(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges,
                                        std::size_t* count) try {
  CUstream_st* found = nullptr;
  if (!status) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  *status = found && found->capture ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  if (*status == cudaStreamCaptureStatusNone) return cudaSuccess;
  found->edges.resize(found->last.size());
  if (id) *id = found->capture->id;
  if (graph) *graph = found->capture->graph.get();
  if (dependencies) *dependencies = found->last.data();
  if (edges) *edges = found->edges.data();
  if (count) *count = found->last.size();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, std::size_t* count) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, nullptr, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                   const cudaGraphEdgeData*, std::size_t count,
                                                   unsigned int flags) try {
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  if (!found || !found->capture) return result(cudaErrorIllegalState);
  if (flags > cudaStreamSetCaptureDependencies || !are_of(found->capture->graph.get(), dependencies, count))
    return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> last(dependencies, dependencies + count);
  if (flags == cudaStreamAddCaptureDependencies)
    for (CUgraphNode_st* node : found->last)
      if (std::find(last.begin(), last.end(), node) == last.end()) last.push_back(node);
  found->last = std::move(last);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                std::size_t count, unsigned int flags) {
  return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, count, flags);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) try {
  thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  if (!mode) return result(cudaErrorInvalidValue);
  std::swap(*mode, current);
  return cudaSuccess;
}
GRIDCALL_CATCH

// ---- Events ----

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) try {
  if (!event || (flags & ~static_cast<unsigned>(cudaEventBlockingSync | cudaEventDisableTiming |
                                                cudaEventInterprocess)) != 0)
    return result(cudaErrorInvalidValue);
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = flags;  // the same bits
  auto made = std::make_unique<CUevent_st>();
  made->flags = flags;
  made->is_recorded = (flags & cudaEventInterprocess) != 0;  // maybe by another process
  const cudaError_t error =
      call(gc_event_create, device->context, static_cast<const gc_event_options*>(&options), &made->handle);
  if (error != cudaSuccess) return result(error);
  *event = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) try {
  if (!handle) return result(cudaErrorInvalidValue);
  if (!is_live(event)) return result(cudaErrorInvalidResourceHandle);
  return result(
      call(gc_event_get_ipc_handle, event->handle, reinterpret_cast<std::uint8_t*>(handle->reserved)));
}
GRIDCALL_CATCH

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) try {
  Device* device = nullptr;
  if (!event) return result(cudaErrorInvalidValue);
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  auto made = std::make_unique<CUevent_st>();
  made->flags = cudaEventDisableTiming | cudaEventInterprocess;
  made->is_recorded = true;  // maybe by the other process
  if (cudaError_t error = call(gc_event_open_ipc, device->context, static_cast<const void*>(handle.reserved),
                               sizeof handle.reserved, &made->handle);
      error != cudaSuccess)
    return result(error);
  *event = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaEventCreate(cudaEvent_t* event) try {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
GRIDCALL_CATCH

cudaError_t cudaEventDestroy(cudaEvent_t event) try {
  if (!CUevent_st::forget(event)) return result(cudaErrorInvalidResourceHandle);
  release(event);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) try {
  if (!is_live(event)) return result(cudaErrorInvalidResourceHandle);
  if (CUstream_st* const capturing = capturing_stream(stream)) {
    event->capture = capturing->capture;
    event->nodes = capturing->last;
    return cudaSuccess;
  }
  event->capture.reset();
  const Work work = [event](cudaStream_t s) {
    gc_stream* native = nullptr;
    if (cudaError_t error = native_stream(s, native); error != cudaSuccess) return error;
    const cudaError_t error = call(gc_event_record, event->handle, native);
    if (error == cudaSuccess) event->is_recorded = true;
    return error;
  };
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  if (!has_host_work(found)) return result(work(found ? found : cudaStreamLegacy));
  ++event->waiting_records;
  return result(queue_host_work(stream, [=](cudaStream_t s) {
    const cudaError_t error = work(s);
    --event->waiting_records;
    return error;
  }));
}
GRIDCALL_CATCH

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) try {
  return cudaEventRecord(event, stream);
}
GRIDCALL_CATCH

cudaError_t cudaEventQuery(cudaEvent_t event) try {
  std::int32_t is_done = 1;
  if (!is_live(event)) return result(cudaErrorInvalidResourceHandle);
  if (event->capture) return result(cudaErrorCapturedEvent);
  if (event->waiting_records != 0) return result(cudaErrorNotReady);
  if (!event->is_recorded) return cudaSuccess;
  if (cudaError_t error = call(gc_event_query, event->handle, &is_done); error != cudaSuccess)
    return result(error);
  return result(is_done ? cudaSuccess : cudaErrorNotReady);
}
GRIDCALL_CATCH

cudaError_t cudaEventSynchronize(cudaEvent_t event) try {
  if (!is_live(event)) return result(cudaErrorInvalidResourceHandle);
  if (event->capture) return result(cudaErrorCapturedEvent);
  HostQueue::wait_for(event->waiting_records);
  if (!event->is_recorded) return sticky_error();
  return result(call(gc_event_synchronize, event->handle));
}
GRIDCALL_CATCH

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) try {
  if (!milliseconds) return result(cudaErrorInvalidValue);
  if (!is_live(start) || !is_live(end) || !start->is_recorded || !end->is_recorded)
    return result(cudaErrorInvalidResourceHandle);
  if (start->waiting_records != 0 || end->waiting_records != 0) return result(cudaErrorNotReady);
  std::int64_t nanoseconds = 0;
  if (cudaError_t error = call(gc_event_get_elapsed, start->handle, end->handle, &nanoseconds);
      error != cudaSuccess)
    return result(error);
  *milliseconds = static_cast<float>(static_cast<double>(nanoseconds) * 1e-6);
  return cudaSuccess;
}
GRIDCALL_CATCH
