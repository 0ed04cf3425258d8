// SPDX-License-Identifier: Apache-2.0
//
// Captures, for what is queued on a stream that has one.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "fake_cuda/state.h"

namespace fake {

struct GraphNode {
  CUgraphNodeType type;
  std::function<void()> run;
  Function* function = nullptr;  // of a launch
  std::shared_ptr<fake_cuda_launch> launch;
  std::vector<GraphNode*> before;
};
struct FakeGraph {
  std::vector<std::unique_ptr<GraphNode>> nodes;
};
struct FakeCapture {
  std::uint64_t id = 0;
  CUstream origin = nullptr;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  std::thread::id thread;
  bool broken = false;
  FakeGraph graph;
};

// nullptr: no capture of ours has this number.
FakeCapture* capture_of(std::uint64_t id);
void end_fake_capture(FakeCapture& capture);
void break_capture(const Object& of);
// Refuses a call that would end a capture, while a stream captures in a way that forbids such calls.
CUresult unsafe_call();
// Refuses work that is about to be queued.
CUresult queue_refusal(CUstream stream);
// The node, if the stream is in a capture of ours; the caller then does nothing.
GraphNode* captured(CUstream stream, CUgraphNodeType type, std::function<void()> run);
CUresult wait_captured(Object& stream, const Object& event, bool& handled);
CUresult captured_event_refusal(const Object& event);

#define QUEUED_OR_CAPTURED(stream, type, ...)                                              \
  do {                                                                                     \
    if (const CUresult queue_result = queue_refusal(stream); queue_result != CUDA_SUCCESS) \
      return queue_result;                                                                 \
    if (captured(stream, type, __VA_ARGS__)) return CUDA_SUCCESS;                          \
  } while (0)

}  // namespace fake
