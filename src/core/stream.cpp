// SPDX-License-Identifier: Apache-2.0

#include "core/stream.h"

#include <algorithm>

namespace gridcall::core {

using namespace driver;

void refuse_context(const char* what, const Context& its, const char* other, const Context& others) {
  throw Failure(status::kWrongContext, std::string("`") + what + "` belongs to " + its.device().label() +
                                           ", " + other + " to " + others.device().label() +
                                           ": use objects of one context");
}

PriorityRange priority_range(Context& context) {
  PriorityRange range;
  context.run([&] {
    context.check(context.table().cuCtxGetStreamPriorityRange(&range.least, &range.greatest),
                  "cuCtxGetStreamPriorityRange");
  });
  return range;
}

Ref<Stream> Stream::create(Context& context, bool non_blocking, int priority) {
  collect(context);
  const auto made = make<Stream>(context);
  context.run([&] {
    int least = 0, greatest = 0;
    context.check(context.table().cuCtxGetStreamPriorityRange(&least, &greatest),
                  "cuCtxGetStreamPriorityRange");
    // "Greatest" is the smallest number.
    priority = std::clamp(priority, std::min(least, greatest), std::max(least, greatest));
    context.check(context.table().cuStreamCreateWithPriority(
                      &made->stream_, non_blocking ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT, priority),
                  "cuStreamCreateWithPriority");
    made->lane_ = context.take_lane(made->stream_);
  });
  return made;
}

void Stream::synchronize() {
  context_->run([&] {
    context_->report_kept_fault(lane_bit(lane_));
    context_->settle_begin(lane_);
    const CUresult result = context_->table().cuStreamSynchronize(stream_);
    if (result != CUDA_SUCCESS) context_->settle_failed(lane_);
    context_->check(result, "cuStreamSynchronize");
  });
  collect(*context_);
}

bool Stream::query() {
  return context_->run([&] {
    context_->report_kept_fault(lane_bit(lane_));
    context_->settle_begin(lane_);
    const CUresult result = context_->table().cuStreamQuery(stream_);
    if (result != CUDA_SUCCESS) context_->settle_failed(lane_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    context_->check(result, "cuStreamQuery");
    return true;
  });
}

void Stream::wait_event(CUevent event) {
  context_->run([&] {
    context_->check(context_->table().cuStreamWaitEvent(stream_, event, 0), "cuStreamWaitEvent");
    context_->queued(lane_);
  });
}

}  // namespace gridcall::core
