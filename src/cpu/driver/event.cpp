// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/event.h"

#include <memory>
#include <new>

#include "cpu/base/fault_text.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/queue/foreign_wait.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/shared_event.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

CUresult add_event(std::unique_ptr<Event> created, SharedEvent* shared, CUevent& event) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  try {
    current_context().events.insert(created.get());
  } catch (...) {
    if (shared) shared->release_locked();
    throw;
  }
  created->shared = shared;
  event = reinterpret_cast<CUevent>(created.release());
  return CUDA_SUCCESS;
}

namespace api {

namespace {

bool is_done(const Command* command) noexcept {
  return command->state.load(std::memory_order_acquire) == kCommandDone;
}

// Returns the newest record of a shared event, if this event did not make it.
SharedRecord foreign_record(const Event& event) noexcept {
  if (!event.shared) return {};
  const SharedRecord newest = event.shared->newest();
  return event.recorded && newest.number == event.recorded_number ? SharedRecord{} : newest;
}

CUresult abandoned(const SharedRecord& record) noexcept {
  char text[128];
  describe_abandoned(record, text, sizeof text);
  fault_text_set(text);
  return GRIDCALL_DRIVER_ERROR_CANCELLED;
}

// Tells other processes that a record is done, even if the work before it failed.
struct RecordEnd {
  SharedEvent* event;
  std::uint64_t number;

  static void reached(void* raw) noexcept {
    auto* const end = static_cast<RecordEnd*>(raw);
    end->event->end_record_locked(end->number);
    end->event->release_locked();
    delete end;
  }
};

// Queues a command that waits for another process's record.
void wait_foreign_locked(Stream& stream, SharedEvent& event, const SharedRecord& record,
                         IfAbandoned if_abandoned) {
  Scheduler& queue = scheduler();
  const NewCommand<Command> command(queue, stream);
  if (!foreign_wait_add_locked(*command.get(), event, record, if_abandoned)) throw std::bad_alloc();
  try {
    queue.submit_locked(command.get());
  } catch (...) {
    foreign_wait_remove_locked(*command.get());
    throw;
  }
}

// Queues the new record command. `waits`: another process's record must be done first.
Command* record_shared_locked(Event& event, Stream& stream, bool& waits) {
  Scheduler& queue = scheduler();
  auto end = std::make_unique<RecordEnd>(RecordEnd{event.shared, 0});
  const NewCommand<HostCallCommand> command(queue, stream);
  SharedRecord before;
  const std::uint64_t number = event.shared->begin_record_locked(before);
  end->number = number;
  event.shared->retain_locked();
  command->function = &RecordEnd::reached;
  command->data = end.get();
  try {
    waits = before.number != 0;
    if (waits) wait_foreign_locked(stream, *event.shared, before, IfAbandoned::kGoOn);
    queue.submit_locked(command.get());
  } catch (...) {
    RecordEnd::reached(end.release());
    throw;
  }
  end.release();  // the command owns it, and may have run already
  event.recorded_number = number;
  ++command->references;
  return command.get();
}

}  // namespace

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  constexpr unsigned kKnown = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
  if ((flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  const bool timing = (flags & CU_EVENT_DISABLE_TIMING) == 0;
  const bool interprocess = (flags & CU_EVENT_INTERPROCESS) != 0;
  if (timing && interprocess) return CUDA_ERROR_INVALID_VALUE;
  auto created = std::make_unique<Event>();
  created->timing = timing;
  SharedEvent* shared = nullptr;
  if (interprocess) {
    if (const CUresult refused = SharedEvent::make(shared)) return refused;
  }
  return add_event(std::move(created), shared, *event);
}

CUresult cuEventDestroy(CUevent handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  Event* event = current_context().find_locked(handle);
  if (!event) return CUDA_ERROR_INVALID_HANDLE;
  current_context().events.erase(event);
  queue.destroy_locked(event);
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent handle, CUstream stream_handle) {
  Scheduler& queue = scheduler();
  bool waits = false;
  {
    const std::lock_guard lock(queue.lock);
    Event* event = current_context().find_locked(handle);
    Stream* stream = current_context().find_locked(stream_handle);
    if (!event || !stream) return CUDA_ERROR_INVALID_HANDLE;
    // A record that other processes wait for cannot be captured.
    if (const CUresult refused =
            event->shared ? refuse_capture_locked(*stream) : check_capture_locked(*stream))
      return refused;
    if (stream->capture) {
      record_captured_locked(*event, *stream);
      return CUDA_SUCCESS;
    }
    event->capture = 0;
    // A call that waits for the event or the stream reports a stream's fault: a record does not use the
    // failed work.
    Command* recorded = nullptr;
    if (event->shared) {
      recorded = record_shared_locked(*event, *stream, waits);
    } else {
      const NewCommand<Command> command(queue, *stream);
      queue.submit_locked(command.get());
      recorded = command.get();
      ++recorded->references;
    }
    if (event->recorded) queue.release_locked(event->recorded);
    event->recorded = recorded;
  }
  workers_wake();
  if (waits) foreign_wait_begin();
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  const Event* event = current_context().find_locked(handle);
  if (!event) return CUDA_ERROR_INVALID_HANDLE;
  if (const CUresult refused = refuse_captured_event_locked(current_context(), *event)) return refused;
  if (const SharedRecord foreign = foreign_record(*event); foreign.number != 0) {
    if (event->shared->is_done(foreign.number)) return CUDA_SUCCESS;
    return event->shared->is_abandoned_by_now(foreign) ? abandoned(foreign) : CUDA_ERROR_NOT_READY;
  }
  if (!event->recorded) return CUDA_SUCCESS;
  if (!is_done(event->recorded)) return CUDA_ERROR_NOT_READY;
  return queue.look_at_fault_locked(event->recorded->fault);
}

CUresult cuEventSynchronize(CUevent handle) {
  Scheduler& queue = scheduler();
  Command* command = nullptr;
  SharedEvent* shared = nullptr;
  SharedRecord foreign;
  {
    const std::lock_guard lock(queue.lock);
    const Event* event = current_context().find_locked(handle);
    if (!event) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = refuse_captured_event_locked(current_context(), *event)) return refused;
    foreign = foreign_record(*event);
    if (foreign.number != 0) {
      shared = event->shared;
      shared->retain_locked();
    } else {
      command = event->recorded;
      if (!command) return CUDA_SUCCESS;
      ++command->references;
    }
  }
  if (shared) {
    const bool done = shared->wait(foreign);
    queue.flush_printed();
    const std::lock_guard lock(queue.lock);
    shared->release_locked();
    return done ? CUDA_SUCCESS : abandoned(foreign);
  }
  Scheduler::wait_done(command);
  queue.flush_printed();
  const std::lock_guard lock(queue.lock);
  const CUresult result = queue.take_fault_locked(command->fault);
  queue.release_locked(command);
  return result;
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  const Event* first = current_context().find_locked(start);
  const Event* second = current_context().find_locked(end);
  if (!first || !second) return CUDA_ERROR_INVALID_HANDLE;
  for (const Event* event : {first, second})
    if (const CUresult refused = refuse_captured_event_locked(current_context(), *event)) return refused;
  if (!first->timing || !second->timing) return CUDA_ERROR_INVALID_HANDLE;
  if (!first->recorded || !second->recorded) return CUDA_ERROR_INVALID_HANDLE;
  if (!is_done(first->recorded) || !is_done(second->recorded)) return CUDA_ERROR_NOT_READY;
  const auto ns = second->recorded->done_ns - first->recorded->done_ns;
  *milliseconds = static_cast<float>(static_cast<double>(ns) * 1e-6);
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream_handle, CUevent event_handle, unsigned flags) {
  if (flags > 1)
    return CUDA_ERROR_INVALID_VALUE;  // 1 is CU_EVENT_WAIT_EXTERNAL, which has no meaning outside a graph
  Scheduler& queue = scheduler();
  bool is_foreign = false;
  {
    const std::lock_guard lock(queue.lock);
    Stream* stream = current_context().find_locked(stream_handle);
    Event* event = current_context().find_locked(event_handle);
    if (!event) {  // an event of any context, as on a GPU
      each_context([&](Context& context) {
        if (!event) event = context.find_locked(event_handle);
      });
    }
    if (!stream || !event) return CUDA_ERROR_INVALID_HANDLE;
    bool is_handled = false;
    const CUresult captured = wait_captured_locked(*stream, *event, is_handled);
    if (is_handled) return captured;
    if (const CUresult refused = check_capture_locked(*stream)) return refused;  // of the NULL stream
    if (const SharedRecord foreign = foreign_record(*event); foreign.number != 0) {
      if (event->shared->is_done(foreign.number)) return CUDA_SUCCESS;
      wait_foreign_locked(*stream, *event->shared, foreign, IfAbandoned::kCancel);
      is_foreign = true;
    } else {
      if (!event->recorded || is_done(event->recorded)) return CUDA_SUCCESS;
      const NewCommand<Command> command(queue, *stream);
      queue.submit_locked(command.get(), event->recorded);
    }
  }
  workers_wake();
  if (is_foreign) foreign_wait_begin();
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
