// SPDX-License-Identifier: Apache-2.0

#include "core/stream.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/event.h"

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
    made->blocking_ = !non_blocking;
    made->slot_ = context.take_slot(made->stream_);
  });
  return made;
}

Ref<Stream> Stream::default_of(Context& context) {
  collect(context);
  return make<Stream>(context);
}

void Stream::synchronize() {
  const Ref<Stream> keep(this);
  context_->run([&] {
    const std::uint64_t moment = context_->settle_begin();
    const CUresult result = [&] {
      const EpochPause pause;
      context_->time_limits().wait(*context_, TimeLimits::Scope::of(this));
      return context_->table().cuStreamSynchronize(stream_);
    }();
    context_->check(result, "cuStreamSynchronize");
    context_->settle(slot_, moment);
  });
  collect(*context_);
}

bool Stream::query() {
  return context_->run([&] {
    const std::uint64_t moment = context_->settle_begin();
    const CUresult result = context_->table().cuStreamQuery(stream_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    context_->check(result, "cuStreamQuery");
    context_->settle(slot_, moment);
    return true;
  });
}

bool Stream::wait(std::uint64_t timeout_ns) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  // Looks often at first and ever less: short work is seen at once, long work costs next to no time.
  std::uint64_t pause_ns = 2000;
  const Ref<Stream> keep(this);
  while (!context_->run([&] { return context_->is_idle(stream_); })) {
    const auto passed = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
    if (passed >= timeout_ns) return false;
    context_->run([&] { context_->time_limits().check(*context_, TimeLimits::Scope::of(this)); });
    const EpochPause pause;
    std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(pause_ns, timeout_ns - passed)));
    pause_ns = std::min<std::uint64_t>(pause_ns + pause_ns / 4, 1000000);
  }
  synchronize();  // at once; reports a fault, and brings out what kernels printed
  return true;
}

void Stream::cancel() {
  if (!context_->table().gridcallStreamCancel) {
    throw Failure(
        status::kUnsupported,
        context_->device().label() +
            " cannot end a kernel that runs: a GPU runs it to its end; wait for it, or end the process");
  }
  context_->run(
      [&] { context_->check(context_->table().gridcallStreamCancel(stream_), "gridcallStreamCancel"); });
}

void Stream::wait_event(Event& event) {
  // A driver knows its own events alone, and a GPU's ends the process with another's.
  if (&event.context().table() != &context_->table()) return event.synchronize();
  context_->run([&] {
    context_->check(context_->table().cuStreamWaitEvent(stream_, event.driver_handle(), 0),
                    "cuStreamWaitEvent");
    context_->queued(slot_);
  });
}

}  // namespace gridcall::core
