// SPDX-License-Identifier: Apache-2.0

#include "core/check.h"

#include "base/concat.h"

namespace gridcall::core {

using namespace driver;

Status status_of(CUresult result) noexcept {
  if (result == CUDA_ERROR_NOT_INITIALIZED && process_forked()) return status::kForked;
  switch (static_cast<int>(result)) {
#define GRIDCALL_RESULT(name, number, returned, ...) \
  case name:                                         \
    return status::returned;
#include "driver/results.def"
#undef GRIDCALL_RESULT
    default:
      return status::kDriver;
  }
}

bool is_sticky(CUresult result) noexcept {
  enum { PASSES, STICKY };
  switch (static_cast<int>(result)) {
#define GRIDCALL_RESULT(name, number, status, sticky, ...) \
  case name:                                               \
    return sticky == STICKY;
#include "driver/results.def"
#undef GRIDCALL_RESULT
    default:
      return false;
  }
}

bool is_kernel_fault(CUresult result) noexcept {
  return is_sticky(result) || static_cast<int>(result) >= GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO;
}

// Returns advice for results that a capture causes; "" for other results.
static const char* capture_advice(CUresult result, std::string_view call) noexcept {
  switch (result) {
    case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED:
      return ": wait, ask or copy to the host before gc_stream_begin_capture or after gc_graph_launch";
    case CUDA_ERROR_STREAM_CAPTURE_INVALIDATED:
      return call == "cuStreamEndCapture" ? "" : "; end it with gc_stream_end_capture, then capture again";
    case CUDA_ERROR_STREAM_CAPTURE_MERGE:
      return "; end one with gc_stream_end_capture before the other's event is waited for";
    case CUDA_ERROR_STREAM_CAPTURE_UNMATCHED:
      return "; end it on the stream where it began";
    case CUDA_ERROR_STREAM_CAPTURE_UNJOINED:
      return "; record an event on that stream and let the one where the capture began wait for it";
    case CUDA_ERROR_STREAM_CAPTURE_ISOLATION:
      return "; wait for that event before gc_stream_begin_capture, or record it within the capture";
    case CUDA_ERROR_STREAM_CAPTURE_IMPLICIT:
      return "; pass a stream, or make the one that captures with GRIDCALL_STREAM_NON_BLOCKING";
    case CUDA_ERROR_CAPTURED_EVENT:
      return "; gc_graph_launch runs what was captured: wait for its stream";
    case CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD:
      return "; end it there, or begin it with GRIDCALL_CAPTURE_MODE_RELAXED";
    default:
      return "";
  }
}

Failure driver_failure(const Table& table, CUresult result, const char* call) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (table.cuGetErrorName(result, &name) != CUDA_SUCCESS || !name) name = "";
  if (table.cuGetErrorString(result, &text) != CUDA_SUCCESS || !text) text = "no text for it";
  std::string message = std::string(call) + " returned " + (*name ? name : "an unknown code") + " (" +
                        std::to_string(static_cast<int>(result)) + "): " + text +
                        capture_advice(result, call);
  Failure failure(status_of(result), std::move(message));
  failure.driver_code = static_cast<std::int32_t>(result);
  failure.driver_name = name;
  return failure;
}

void refuse_attribute(std::int32_t attribute, const char* constants) {
  throw Failure(status::kNotFound,
                concat("`attribute` is ", attribute, ", which this library does not know: pass a GRIDCALL_",
                       constants, "_ATTRIBUTE_* number"));
}

void refuse_process() {
  if (process_forked())
    throw Failure(status::kForked,
                  "this process was forked after gridcall was used, and CUDA does not work in the child: use "
                  "gridcall first in the child, or exec");
  throw Failure(status::kExiting, "the process is exiting: the driver may already be gone");
}

}  // namespace gridcall::core
