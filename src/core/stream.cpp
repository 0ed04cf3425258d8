// SPDX-License-Identifier: Apache-2.0

#include "core/stream.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/completion.h"
#include "core/event.h"
#include "core/poll_until.h"

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
  const Ref<Stream> keep(this);
  const bool done = poll_until(
      timeout_ns, [&] { return context_->run([&] { return context_->is_idle(stream_); }); },
      [&] { context_->run([&] { context_->time_limits().check(*context_, TimeLimits::Scope::of(this)); }); });
  if (!done) return false;
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
  Event* const events[] = {&event};
  wait_events(events);
}

void Stream::wait_events(std::span<Event* const> events) {
  // A driver knows its own events alone, and a GPU's ends the process with another's.
  std::vector<Ref<Event>> others;
  for (Event* event : events)
    if (&event->context().table() != &context_->table()) others.emplace_back(event);
  if (others.size() < events.size()) {
    context_->run([&] {
      for (Event* event : events) {
        if (&event->context().table() != &context_->table()) continue;
        context_->check(context_->table().cuStreamWaitEvent(stream_, event->driver_handle(), 0),
                        "cuStreamWaitEvent");
        context_->queued(slot_);
      }
    });
  }
  for (const Ref<Event>& event : others) event->synchronize();
}

void Stream::notify(Completion& completion, std::uint64_t token) {
  auto notification = std::make_unique<Notification>(completion, token);
  context_->run([&] {
    context_->check(context_->table().cuLaunchHostFunc(stream_, &Notification::reached, notification.get()),
                    "cuLaunchHostFunc");
    context_->queued(slot_);
    // From here on the driver has it, also where the thread's own context cannot be restored.
    context_->add_notification(*notification.release());
  });
}

}  // namespace gridcall::core
