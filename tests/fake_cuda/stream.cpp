// SPDX-License-Identifier: Apache-2.0
//
// Streams and events.

#include "fake_cuda/graph.h"
#include "fake_cuda/state.h"

namespace fake {

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  NEED_CONTEXT();
  if (flags > 1) return CUDA_ERROR_INVALID_VALUE;
  *stream = make<CUstream>(Kind::kStream, current());
  state().objects.at(key(*stream)).flags = flags;
  state().objects.at(key(*stream)).priority = priority;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  Object& object = live_here(stream, Kind::kStream);
  if (FakeCapture* capture = capture_of(object.capture)) {
    if (capture->origin != stream) die("a stream destroyed that is in another one's capture", key(stream));
    end_fake_capture(*capture);
  }
  object.live = false;
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
  NEED_CONTEXT();
  if (stream) live_here(stream, Kind::kStream);
  if (const CUresult refused = capture_refusal(stream)) return refused;
  finish_all(stream ? live_here(stream, Kind::kStream).work : live(current(), Kind::kContext).work);
  return CUDA_SUCCESS;
}
CUresult cuStreamQuery(CUstream stream) {
  NEED_CONTEXT();
  if (const CUresult refused = capture_refusal(stream)) return refused;
  if (const CUresult refused = unsafe_call()) return refused;
  const std::uint64_t work =
      stream ? live_here(stream, Kind::kStream).work : live(current(), Kind::kContext).work;
  return is_done(work, current()) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  NEED_CONTEXT();
  *context = stream ? live(stream, Kind::kStream).context : current();
  return CUDA_SUCCESS;
}
CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  NEED_CONTEXT();
  *flags = stream ? live_here(stream, Kind::kStream).flags : 0;
  return CUDA_SUCCESS;
}
CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  NEED_CONTEXT();
  *priority = stream ? live_here(stream, Kind::kStream).priority : 0;
  return CUDA_SUCCESS;
}
CUresult cuStreamGetId(CUstream stream, std::uint64_t* id) {
  NEED_CONTEXT();
  *id = stream ? live_here(stream, Kind::kStream).made_by : 1;
  return CUDA_SUCCESS;
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  NEED_CONTEXT();
  *status = CU_STREAM_CAPTURE_STATUS_NONE;
  if (stream) {
    const Object& object = live_here(stream, Kind::kStream);
    const FakeCapture* capture = capture_of(object.capture);
    if (object.captures)
      *status =
          capture && capture->broken ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return CUDA_SUCCESS;
  }
  if (!state().has_captured) return CUDA_SUCCESS;
  // As the true one, which ends no capture by this call.
  for (const auto& [address, object] : state().objects)
    if (object.kind == Kind::kStream && object.live && object.captures &&
        (object.flags & CU_STREAM_NON_BLOCKING) == 0)
      return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  NEED_CONTEXT();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  if (stream) live_here(stream, Kind::kStream);
  if (stream) {
    bool is_handled = false;
    const CUresult result =
        wait_captured(live_here(stream, Kind::kStream), live(event, Kind::kEvent), is_handled);
    if (is_handled) return result;
  }
  const bool is_captured = live(event, Kind::kEvent).captures;
  const bool captures = stream && live_here(stream, Kind::kStream).captures;
  if (is_captured == captures) return CUDA_SUCCESS;
  ++state().broken_captures;  // a stream joins, or the capture depends on what is not in it
  return is_captured ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
}
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  NEED_CONTEXT();
  if (flags > 7 || ((flags & CU_EVENT_INTERPROCESS) != 0 && (flags & CU_EVENT_DISABLE_TIMING) == 0))
    return CUDA_ERROR_INVALID_VALUE;
  *event = make<CUevent>(Kind::kEvent, current());
  state().objects.at(key(*event)).timed = !(flags & CU_EVENT_DISABLE_TIMING);
  state().objects.at(key(*event)).flags = flags;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
  live_here(event, Kind::kEvent).live = false;
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  NEED_CONTEXT();
  Object& object = live_here(event, Kind::kEvent);
  if (const CUresult refused = queue_refusal(stream)) return refused;
  const std::uint64_t capture = stream ? live_here(stream, Kind::kStream).capture : 0;
  object.capture = capture;
  object.tail.clear();
  if (capture) {
    object.tail = live_here(stream, Kind::kStream).tail;
    return CUDA_SUCCESS;
  }
  object.captures = stream && live_here(stream, Kind::kStream).captures;
  object.work = queue(stream);
  object.recorded = true;
  return CUDA_SUCCESS;
}
CUresult cuEventQuery(CUevent event) {
  if (const CUresult refused = captured_event_refusal(live_here(event, Kind::kEvent))) return refused;
  if (const CUresult refused = unsafe_call()) return refused;
  return is_done(live_here(event, Kind::kEvent).work, current()) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
CUresult cuEventSynchronize(CUevent event) {
  if (const CUresult refused = captured_event_refusal(live_here(event, Kind::kEvent))) return refused;
  finish_all(live_here(event, Kind::kEvent).work);
  return CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  const Object &from = live_here(start, Kind::kEvent), &to = live_here(end, Kind::kEvent);
  if (!from.recorded || !to.recorded || !from.timed || !to.timed) return CUDA_ERROR_INVALID_HANDLE;
  if (from.work > state().finished || to.work > state().finished) return CUDA_ERROR_NOT_READY;
  *milliseconds = (static_cast<float>(to.work) - static_cast<float>(from.work)) * 0.001f;
  return CUDA_SUCCESS;
}

}  // namespace fake
