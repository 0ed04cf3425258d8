// SPDX-License-Identifier: Apache-2.0
//
// Streams, events and captures. A capture is recorded here, not by gridcall: so a graph may hold calls of
// host functions, and its nodes can be changed.

#include <algorithm>
#include <utility>

#include "cudart/runtime.h"

namespace {

struct Capture {
  CUgraph_st* graph = new CUgraph_st;
  CUstream_st* origin = nullptr;
  std::vector<CUstream_st*> streams;
};

}  // namespace

struct CUstream_st {
  gc_stream* handle = nullptr;
  unsigned flags = 0;
  int priority = 0;
  std::shared_ptr<Capture> capture;
  std::vector<CUgraphNode_st*> last;  // what the next node recorded on it depends on
};

struct CUevent_st {
  gc_event* handle = nullptr;
  unsigned flags = 0;
  bool is_recorded = false;
  // The last event recorded in a capture: work that waits for it joins the capture.
  std::shared_ptr<Capture> capture;
  std::vector<CUgraphNode_st*> nodes;
};

namespace gridcall::cudart {
namespace {

// Remembers the live handles. CUDA leaves a dead one undefined; here it is an error.
template <typename Object>
class Live {
 public:
  void add(Object* object) {
    const std::lock_guard lock(mutex_);
    objects_.insert(object);
  }
  bool remove(Object* object) {
    const std::lock_guard lock(mutex_);
    return objects_.erase(object) == 1;
  }
  bool has(Object* object) {
    const std::lock_guard lock(mutex_);
    return objects_.contains(object);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<Object*> objects_;
};

Live<CUstream_st>& streams() {
  static auto* const instance = new Live<CUstream_st>;
  return *instance;
}
Live<CUevent_st>& events() {
  static auto* const instance = new Live<CUevent_st>;
  return *instance;
}

cudaError_t create_stream(cudaStream_t* stream, unsigned flags, int priority) {
  if (!stream || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0) return cudaErrorInvalidValue;
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = flags;  // the same bit
  options.priority = priority;
  auto made = std::make_unique<CUstream_st>();
  made->flags = flags;
  made->priority = priority;
  const cudaError_t error =
      call(gc_stream_create, device->context, static_cast<const gc_stream_options*>(&options), &made->handle);
  if (error != cudaSuccess) return error;
  *stream = made.release();
  streams().add(*stream);
  return cudaSuccess;
}

// The object of a handle; NULL for the default stream.
cudaError_t find_stream(cudaStream_t stream, CUstream_st*& found) {
  found = nullptr;
  if (!stream || stream == cudaStreamLegacy) return cudaSuccess;
  if (stream == cudaStreamPerThread) {
    thread_local CUstream_st* own = nullptr;
    if (!own) {
      if (cudaError_t error = create_stream(&own, cudaStreamDefault, 0); error != cudaSuccess) return error;
    }
    found = own;
    return cudaSuccess;
  }
  if (!streams().has(stream)) return cudaErrorInvalidResourceHandle;
  found = stream;
  return cudaSuccess;
}

CUstream_st* capturing_stream(cudaStream_t stream) {
  CUstream_st* found = nullptr;
  return find_stream(stream, found) == cudaSuccess && found && found->capture ? found : nullptr;
}

}  // namespace

cudaError_t native_stream(cudaStream_t stream, gc_stream*& native) {
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return error;
  if (found) {
    native = found->handle;
    return sticky_error();
  }
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  native = device->default_stream;
  return cudaSuccess;
}

bool is_capturing(cudaStream_t stream) {
  return capturing_stream(stream) != nullptr;
}

void record(cudaStream_t stream, std::unique_ptr<CUgraphNode_st> node) {
  CUstream_st* const capturing = capturing_stream(stream);
  node->dependencies = capturing->last;
  capturing->last = {node.get()};
  capturing->capture->graph->nodes.push_back(std::move(node));
}

cudaError_t submit(cudaStream_t stream, cudaGraphNodeType type, Work work) {
  if (!is_capturing(stream)) return work(stream);
  auto node = std::make_unique<CUgraphNode_st>();
  node->type = type;
  node->work = std::move(work);
  record(stream, std::move(node));
  return cudaSuccess;
}

// The function runs here and now, when all before it is done: what is queued later comes after it, as it
// must.
cudaError_t call_host(cudaHostFn_t function, void* user_data, cudaStream_t stream) {
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return error;
  if (cudaError_t error = call(gc_stream_synchronize, native); error != cudaSuccess) return error;
  function(user_data);
  return cudaSuccess;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return result(create_stream(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return result(create_stream(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return result(create_stream(stream, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!streams().remove(stream)) return result(cudaErrorInvalidResourceHandle);
  if (stream->capture) std::erase(stream->capture->streams, stream);
  gc_stream_release(stream->handle);
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  CUstream_st* found = nullptr;
  if (!flags) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  *flags = found ? found->flags : cudaStreamDefault;
  return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  CUstream_st* found = nullptr;
  if (!priority) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  *priority = found ? found->priority : 0;
  return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  gc_stream* native = nullptr;
  std::int64_t number = 0;
  if (!id) return result(cudaErrorInvalidValue);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  const cudaError_t error =
      call(gc_stream_get_attribute, native, gc_stream_attribute{GRIDCALL_STREAM_ATTRIBUTE_ID}, &number);
  *id = static_cast<unsigned long long>(number);
  return result(error);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  gc_stream* native = nullptr;
  std::int32_t is_done = 0;
  if (is_capturing(stream)) return result(cudaErrorStreamCaptureUnsupported);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  if (cudaError_t error = call(gc_stream_query, native, &is_done); error != cudaSuccess) return result(error);
  return result(is_done ? cudaSuccess : cudaErrorNotReady);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  gc_stream* native = nullptr;
  if (is_capturing(stream)) return result(cudaErrorStreamCaptureUnsupported);
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  return result(call(gc_stream_synchronize, native));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  if (!events().has(event)) return result(cudaErrorInvalidResourceHandle);
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
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  return event->is_recorded ? result(call(gc_stream_wait_event, native, event->handle)) : cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  if (!function) return result(cudaErrorInvalidValue);
  return result(submit(stream, cudaGraphNodeTypeHost,
                       [=](cudaStream_t s) { return call_host(function, user_data, s); }));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int) {
  if (!callback) return result(cudaErrorInvalidValue);
  if (is_capturing(stream)) return result(cudaErrorStreamCaptureUnsupported);
  const cudaError_t error = cudaStreamSynchronize(stream);
  callback(stream, error, user_data);
  return error;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID,
                                   const cudaLaunchAttributeValue* value) {
  CUstream_st* found = nullptr;
  if (!value) return result(cudaErrorInvalidValue);
  return result(find_stream(stream, found));  // hints about caches and waiting
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return cudaSuccess;
}

// ---- Captures ----

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  CUstream_st* found = nullptr;
  if (cudaError_t error = find_stream(stream, found); error != cudaSuccess) return result(error);
  if (!found) return result(cudaErrorStreamCaptureUnsupported);
  if (found->capture) return result(cudaErrorIllegalState);
  found->capture = std::make_shared<Capture>();
  found->capture->origin = found;
  found->capture->streams.push_back(found);
  found->last.clear();
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (!graph) return result(cudaErrorInvalidValue);
  CUstream_st* const found = capturing_stream(stream);
  if (!found) return result(cudaErrorIllegalState);
  const std::shared_ptr<Capture> capture = found->capture;
  if (capture->origin != found) return result(cudaErrorStreamCaptureUnmatched);
  // A stream that joined must have been waited for: its last node is then one that the origin's last ones
  // depend on.
  std::unordered_set<CUgraphNode_st*> reached;
  std::vector<CUgraphNode_st*> waiting = found->last;
  while (!waiting.empty()) {
    CUgraphNode_st* const node = waiting.back();
    waiting.pop_back();
    if (!reached.insert(node).second) continue;
    waiting.insert(waiting.end(), node->dependencies.begin(), node->dependencies.end());
  }
  const bool is_joined = std::all_of(capture->graph->nodes.begin(), capture->graph->nodes.end(),
                                     [&](const auto& node) { return reached.contains(node.get()); });
  for (CUstream_st* member : capture->streams) {
    member->capture.reset();
    member->last.clear();
  }
  *graph = capture->graph;
  capture->graph = nullptr;
  if (is_joined) return cudaSuccess;
  delete *graph;
  *graph = nullptr;
  return result(cudaErrorStreamCaptureUnjoined);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  if (!status) return result(cudaErrorInvalidValue);
  *status = is_capturing(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  if (!mode) return result(cudaErrorInvalidValue);
  std::swap(*mode, current);
  return cudaSuccess;
}

// ---- Events ----

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (!event || (flags & ~static_cast<unsigned>(cudaEventBlockingSync | cudaEventDisableTiming |
                                                cudaEventInterprocess)) != 0)
    return result(cudaErrorInvalidValue);
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = flags;  // the same bits
  auto made = std::make_unique<CUevent_st>();
  made->flags = flags;
  const cudaError_t error =
      call(gc_event_create, device->context, static_cast<const gc_event_options*>(&options), &made->handle);
  if (error != cudaSuccess) return result(error);
  *event = made.release();
  events().add(*event);
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!events().remove(event)) return result(cudaErrorInvalidResourceHandle);
  gc_event_release(event->handle);
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!events().has(event)) return result(cudaErrorInvalidResourceHandle);
  if (CUstream_st* const capturing = capturing_stream(stream)) {
    event->capture = capturing->capture;
    event->nodes = capturing->last;
    return cudaSuccess;
  }
  event->capture.reset();
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return result(error);
  const cudaError_t error = call(gc_event_record, event->handle, native);
  event->is_recorded |= error == cudaSuccess;
  return result(error);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  std::int32_t is_done = 1;
  if (!events().has(event)) return result(cudaErrorInvalidResourceHandle);
  if (event->capture) return result(cudaErrorCapturedEvent);
  if (!event->is_recorded) return cudaSuccess;
  if (cudaError_t error = call(gc_event_query, event->handle, &is_done); error != cudaSuccess)
    return result(error);
  return result(is_done ? cudaSuccess : cudaErrorNotReady);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!events().has(event)) return result(cudaErrorInvalidResourceHandle);
  if (event->capture) return result(cudaErrorCapturedEvent);
  if (!event->is_recorded) return sticky_error();
  return result(call(gc_event_synchronize, event->handle));
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!milliseconds) return result(cudaErrorInvalidValue);
  if (!events().has(start) || !events().has(end) || !start->is_recorded || !end->is_recorded)
    return result(cudaErrorInvalidResourceHandle);
  std::int64_t nanoseconds = 0;
  if (cudaError_t error = call(gc_event_get_elapsed, start->handle, end->handle, &nanoseconds);
      error != cudaSuccess)
    return result(error);
  *milliseconds = static_cast<float>(static_cast<double>(nanoseconds) * 1e-6);
  return cudaSuccess;
}
