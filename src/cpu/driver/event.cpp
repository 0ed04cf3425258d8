// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu::api {

namespace {

bool is_done(const Command* command) noexcept {
  return command->state.load(std::memory_order_acquire) == kCommandDone;
}

}  // namespace

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  constexpr unsigned kKnown = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING;
  if ((flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  auto created = std::make_unique<Event>();
  created->timing = (flags & CU_EVENT_DISABLE_TIMING) == 0;
  Scheduler& queue = scheduler();
  const std::lock_guard<std::mutex> guard(queue.lock);
  current_context().events.insert(created.get());
  *event = reinterpret_cast<CUevent>(created.release());
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard<std::mutex> guard(queue.lock);
  Event* event = current_context().find_locked(handle);
  if (event == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  current_context().events.erase(event);
  if (event->recorded != nullptr) queue.release_locked(event->recorded);
  delete event;
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent handle, CUstream stream_handle) {
  Scheduler& queue = scheduler();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    Event* event = current_context().find_locked(handle);
    Stream* stream = current_context().find_locked(stream_handle);
    if (event == nullptr || stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    // A call that waits for the event or the stream reports a fault of the stream: recording does not use
    // what failed.
    const NewCommand<Command> command(queue, *stream);
    queue.submit_locked(command.get());
    if (event->recorded != nullptr) queue.release_locked(event->recorded);
    event->recorded = command.get();
    ++event->recorded->references;
  }
  workers_wake();
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard<std::mutex> guard(queue.lock);
  const Event* event = current_context().find_locked(handle);
  if (event == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (event->recorded == nullptr) return CUDA_SUCCESS;
  if (!is_done(event->recorded)) return CUDA_ERROR_NOT_READY;
  return queue.look_at_fault_locked(event->recorded->fault);
}

CUresult cuEventSynchronize(CUevent handle) {
  Scheduler& queue = scheduler();
  Command* command = nullptr;
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    const Event* event = current_context().find_locked(handle);
    if (event == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    command = event->recorded;
    if (command == nullptr) return CUDA_SUCCESS;
    ++command->references;
  }
  Scheduler::wait_done(command);
  queue.flush_printed();
  const std::lock_guard<std::mutex> guard(queue.lock);
  const CUresult result = queue.take_fault_locked(command->fault);
  queue.release_locked(command);
  return result;
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  Scheduler& queue = scheduler();
  const std::lock_guard<std::mutex> guard(queue.lock);
  const Event* first = current_context().find_locked(start);
  const Event* second = current_context().find_locked(end);
  if (first == nullptr || second == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (!first->timing || !second->timing) return CUDA_ERROR_INVALID_HANDLE;
  if (first->recorded == nullptr || second->recorded == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (!is_done(first->recorded) || !is_done(second->recorded)) return CUDA_ERROR_NOT_READY;
  const auto ns = second->recorded->done_ns - first->recorded->done_ns;
  *milliseconds = static_cast<float>(static_cast<double>(ns) * 1e-6);
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream_handle, CUevent event_handle, unsigned flags) {
  if (flags > 1)
    return CUDA_ERROR_INVALID_VALUE;  // 1: CU_EVENT_WAIT_EXTERNAL, which means nothing outside a graph
  Scheduler& queue = scheduler();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    Stream* stream = current_context().find_locked(stream_handle);
    const Event* event = current_context().find_locked(event_handle);
    if (event == nullptr) {  // as on a GPU, of any context
      each_context([&](Context& context) {
        if (event == nullptr) event = context.find_locked(event_handle);
      });
    }
    if (stream == nullptr || event == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (event->recorded == nullptr || is_done(event->recorded)) return CUDA_SUCCESS;
    const NewCommand<Command> command(queue, *stream);
    queue.submit_locked(command.get(), event->recorded);
  }
  workers_wake();
  return CUDA_SUCCESS;
}

}  // namespace gridcall::cpu::api
