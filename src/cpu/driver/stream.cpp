// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <mutex>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/copy.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu::api {

// All streams have one priority, because the queue serves them in turn.
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int) {
  if ((flags & ~unsigned{CU_STREAM_NON_BLOCKING}) != 0) return CUDA_ERROR_INVALID_VALUE;
  auto created = std::make_unique<Stream>();
  created->blocking = (flags & CU_STREAM_NON_BLOCKING) == 0;
  created->id = new_id();
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  created->context = &current_context();
  current_context().streams.insert(created.get());
  *stream = reinterpret_cast<CUstream>(created.release());
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  Stream* stream = current_context().find_locked(handle);
  if (!stream || stream->legacy) return CUDA_ERROR_INVALID_HANDLE;
  queue.destroy_locked(stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream handle) {
  Scheduler& queue = scheduler();
  Tails tails;
  std::unique_lock lock(queue.lock);
  Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  if (const CUresult refused = refuse_capture_locked(*stream)) return refused;
  queue.collect_locked(*stream, tails);
  if (queue.wait(tails, lock)) stream = current_context().find_locked(handle);
  CUresult result = CUDA_SUCCESS;
  // Another thread may have destroyed the stream meanwhile.
  if (stream) {
    // The NULL stream waits for the blocking ones, so a call that waits for it reports their faults.
    result = stream->legacy
                 ? queue.take_fault_locked(queue.oldest_fault_locked(current_context(), tails, false))
                 : queue.take_fault_locked(*stream);
  }
  queue.release_locked(tails);
  return result;
}

CUresult cuStreamQuery(CUstream handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  if (const CUresult refused = refuse_capture_locked(*stream)) return refused;
  if (queue.pending_locked(*stream)) return CUDA_ERROR_NOT_READY;
  return queue.look_at_fault_locked(
      stream->legacy ? queue.oldest_fault_locked(current_context(), Tails(), false) : stream->fault);
}

CUresult cuLaunchHostFunc(CUstream handle, CUhostFn function, void* data) {
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    Stream* stream = current_context().find_locked(handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = check_capture_locked(*stream)) return refused;
    // A call that waits for the stream reports its fault; the host function does not use the failed work.
    const NewCommand<HostCallCommand> command(queue, *stream);
    command->function = function;
    command->data = data;
    queue.submit_locked(command.get());
  }
  workers_wake();
  return CUDA_SUCCESS;
}

CUresult gridcallHostWork(CUstream handle, CUhostFn function, const void* data, std::size_t bytes,
                          unsigned flags) {
  return host_work(current_context(), function, data, bytes, flags, handle);
}

CUresult gridcallStreamCancel(CUstream handle) {
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    Stream* stream = current_context().find_locked(handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = refuse_capture_locked(*stream)) return refused;
    queue.cancel_locked(*stream);
  }
  workers_wake();
  return CUDA_SUCCESS;
}

namespace {

CUresult wait_for_context(bool report) {
  Scheduler& queue = scheduler();
  Tails tails;
  CUresult result = CUDA_SUCCESS;
  {
    std::unique_lock lock(queue.lock);
    if (report) {
      if (const CUresult refused = refuse_captures_locked(current_context())) return refused;
    }
    queue.collect_locked(current_context(), tails);
    queue.wait(tails, lock);
    if (report) result = queue.take_fault_locked(queue.oldest_fault_locked(current_context(), tails, true));
    queue.release_locked(tails);
  }
  return result == CUDA_SUCCESS && report ? memory_take_damage() : result;
}

}  // namespace

CUresult cuCtxSynchronize() {
  return wait_for_context(true);
}

CUresult gridcallCtxWait() {
  return wait_for_context(false);
}

}  // namespace gridcall::cpu::api
