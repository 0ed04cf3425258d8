// SPDX-License-Identifier: Apache-2.0

#include "core/event.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/context_list.h"
#include "core/ipc.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace driver;

Event::Event(Context& context) noexcept : DriverObject(context) {}
Event::~Event() = default;

Ref<Event> Event::create(Context& context, bool blocking_sync, bool timing, bool interprocess) {
  if (interprocess) check_ipc(context);
  collect(context);
  const auto made = make<Event>(context);
  made->timing_ = timing;
  made->interprocess_ = interprocess;
  context.run([&] {
    const unsigned flags = (blocking_sync ? CU_EVENT_BLOCKING_SYNC : 0u) |
                           (timing ? 0u : CU_EVENT_DISABLE_TIMING) |
                           (interprocess ? CU_EVENT_INTERPROCESS : 0u);
    context.check(context.table().cuEventCreate(&made->event_, flags), "cuEventCreate");
  });
  return made;
}

Ref<Event> Event::wrap(Context& context, std::uint64_t native) {
  if (native == 0)
    throw Failure(status::kInvalidArgument, "`native` is 0: pass the CUevent of another library");
  collect(context);
  const auto made = make<Event>(context);
  made->owned_ = false;  // comes first, because the calls below may fail
  context.run([&] {
    auto* const event = reinterpret_cast<CUevent>(static_cast<std::uintptr_t>(native));
    const CUresult result = context.table().cuEventQuery(event);
    if (result == CUDA_ERROR_INVALID_HANDLE || result == CUDA_ERROR_INVALID_CONTEXT ||
        result == CUDA_ERROR_INVALID_VALUE) {
      Failure failure = driver_failure(context.table(), result, "cuEventQuery");
      failure.status = status::kInvalidArgument;
      failure.message = "`native` is no event of `context` that lives (" + failure.message +
                        "): pass the CUevent of one and its context";
      throw failure;
    }
    // A call that waits reports a fault of the work before the event, this one does not.
    if (result != CUDA_ERROR_NOT_READY && !(context.is_cpu() && is_kernel_fault(result)))
      context.check(result, "cuEventQuery");
    made->event_ = event;
  });
  made->recorded_.store(true, std::memory_order_release);
  return made;
}

Ref<Event> Event::open_ipc(Context& context, std::span<const std::byte> bytes) {
  const auto handle = ipc_handle_of<CUipcEventHandle>(bytes);
  check_ipc(context);
  collect(context);
  const auto made = make<Event>(context);
  made->timing_ = false;
  context.run([&] {
    const CUresult result = context.table().cuIpcOpenEventHandle(&made->event_, handle);
    if (result != CUDA_SUCCESS)
      throw ipc_refusal(context, context.failure(result, "cuIpcOpenEventHandle"), bytes, "event");
  });
  made->recorded_.store(true, std::memory_order_release);
  return made;
}

std::array<std::uint8_t, 64> Event::ipc_handle() {
  if (!interprocess_)
    throw Failure(status::kInvalidArgument,
                  "`event` cannot be opened by other processes: make one with gc_event_create and the flags "
                  "INTERPROCESS and DISABLE_TIMING; of an event of another process pass its own handle on");
  CUipcEventHandle handle{};
  context_->run([&] {
    context_->check(context_->table().cuIpcGetEventHandle(&handle, event_), "cuIpcGetEventHandle");
  });
  return std::bit_cast<std::array<std::uint8_t, 64>>(handle);
}

void Event::record(const Stream* stream) {
  if (stream) check_context("stream", stream->context(), "the event", *context_);
  const Queue queue = queue_of(stream);
  context_->run([&] {
    context_->check(context_->table().cuEventRecord(event_, queue.stream), "cuEventRecord");
    context_->slots().queued(queue.slot);
    stream_.store(queue.stream, std::memory_order_relaxed);
    const bool captured = queue.slot >= kStreamSlots;
    if (__builtin_expect(captured || is_captured_.load(std::memory_order_relaxed), 0))
      set_capture(captured ? context_->slots().captures().of(queue.slot) : nullptr);
    const bool limited = context_->time_limits().some_pending();
    if (__builtin_expect(limited, 0)) {
      const std::lock_guard lock(scope_lock_);
      scope_ = context_->time_limits().up_to_now(stream);
    }
    has_scope_.store(limited, std::memory_order_release);
  });
  recorded_.store(true, std::memory_order_release);
}

void Event::set_capture(Ref<Capture> capture) noexcept {
  const std::lock_guard lock(capture_lock_);
  std::swap(capture_, capture);
  is_captured_.store(static_cast<bool>(capture_), std::memory_order_release);
}

Ref<Capture> Event::capture() {
  if (__builtin_expect(!is_captured_.load(std::memory_order_acquire), 1)) return nullptr;
  const std::lock_guard lock(capture_lock_);
  return capture_;
}

std::optional<TimeLimits::Scope> Event::scope() {
  if (__builtin_expect(!has_scope_.load(std::memory_order_acquire), 1)) return std::nullopt;
  const std::lock_guard lock(scope_lock_);
  return scope_;
}

void Event::synchronize() {
  const Ref<Event> keep(this);
  context_->run([&] {
    const EpochPause pause;
    if (const auto limited = scope()) context_->time_limits().wait(*limited);
    context_->check(context_->table().cuEventSynchronize(event_), "cuEventSynchronize");
  });
  check_late();
}

void Event::check_late() {
  if (recorded_.load(std::memory_order_relaxed))
    context_->late_failures().check(stream_.load(std::memory_order_relaxed));
}

bool Event::synchronize_for(std::span<Event* const> events, std::uint64_t timeout_ns) {
  const std::vector<Ref<Event>> all = [&] {
    std::vector<Ref<Event>> kept;
    for (Event* event : events) kept.emplace_back(event);
    return kept;
  }();
  auto next = all.begin();
  const auto have_happened = [&] {
    for (; next != all.end(); ++next) {
      Context& context = (*next)->context();
      if (!context.run([&] { return context.slots().has_happened((*next)->event_); })) return false;
    }
    return true;
  };
  const auto check_limits = [&] {
    for (auto each = next; each != all.end(); ++each) {
      Context& context = (*each)->context();
      if (const auto limited = (*each)->scope()) context.run([&] { context.time_limits().check(*limited); });
    }
  };
  if (timeout_ns != kForEver && !poll_until(timeout_ns, have_happened, check_limits)) return false;
  // Returns at once unless a time limit is pending; reports a fault.
  for (const Ref<Event>& event : all) event->synchronize();
  return true;
}

bool Event::query() {
  const bool happened = context_->run([&] {
    const CUresult result = context_->table().cuEventQuery(event_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    context_->check(result, "cuEventQuery");
    return true;
  });
  if (happened) check_late();
  return happened;
}

std::int64_t Event::elapsed_ns(const Event& start) {
  check_context("start", start.context(), "the event", *context_);
  for (const Event* event : {&start, static_cast<const Event*>(this)}) {
    const char* name = event == this ? "`event`" : "`start`";
    if (!event->timing_)
      throw Failure(status::kInvalidState,
                    std::string(name) + " was made with DISABLE_TIMING: make it without to measure time");
    if (!event->recorded_.load(std::memory_order_acquire))
      throw Failure(status::kInvalidState,
                    std::string(name) + " was never recorded: record it on a stream first");
  }
  float milliseconds = 0;
  context_->run([&] {
    const CUresult result = context_->table().cuEventElapsedTime(&milliseconds, start.event_, event_);
    if (result == CUDA_ERROR_NOT_READY)
      throw Failure(status::kNotReady, "one of the events has not happened yet: synchronize with it first");
    context_->check(result, "cuEventElapsedTime");
  });
  return std::llround(static_cast<double>(milliseconds) * 1e6);
}

bool Event::give_back() noexcept {
  if (event_ && owned_) context_->table().cuEventDestroy(event_);
  return true;
}

void Stream::wait_event(Event& event) {
  Event* const events[] = {&event};
  wait_events(events);
}

void Stream::wait_events(std::span<Event* const> events) {
  // A driver knows only its own events, and a GPU's driver ends the process for another driver's event.
  std::vector<Ref<Event>> others;
  for (Event* event : events)
    if (&event->context().table() != &context_->table()) others.emplace_back(event);
  if (others.size() < events.size()) {
    context_->run([&] {
      for (Event* event : events) {
        if (&event->context().table() != &context_->table()) continue;
        const Ref<Capture> capture = event->capture();
        if (capture) context_->slots().captures().make_room(*capture);
        context_->check(context_->table().cuStreamWaitEvent(stream_, event->driver_handle(), 0),
                        "cuStreamWaitEvent");
        context_->slots().queued(slot());
        if (capture) context_->slots().captures().join(*this, *capture);
      }
    });
  }
  for (const Ref<Event>& event : others) event->synchronize();
}

}  // namespace gridcall::core
