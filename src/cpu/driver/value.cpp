// SPDX-License-Identifier: Apache-2.0
//
// Words in memory that streams write and wait for. The device's memory is the process's, so any aligned word
// will do.

#include <mutex>
#include <new>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/value_wait.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu::api {

namespace {

template <class Kind, class Fill>
CUresult submit(CUstream handle, CUdeviceptr address, Fill fill) {
  if (address == 0 || address % sizeof(std::uint64_t) != 0) return CUDA_ERROR_INVALID_VALUE;
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    Stream* stream = current_context().find_locked(handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = check_capture_locked(*stream)) return refused;
    if (!value_wait_start_locked()) return CUDA_ERROR_OUT_OF_MEMORY;
    const NewCommand<Kind> command(queue, *stream);
    command->word = reinterpret_cast<std::uint64_t*>(address);
    fill(*command.get());
    queue.submit_locked(command.get());
  }
  workers_wake();
  return CUDA_SUCCESS;
}

}  // namespace

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, std::uint64_t value, unsigned flags) {
  constexpr unsigned kOthers = CU_STREAM_WAIT_VALUE_FLUSH | GRIDCALL_STREAM_WAIT_VALUE_ANNOUNCED;
  const unsigned condition = flags & ~kOthers;
  if (condition > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
  return submit<ValueWaitCommand>(stream, address, [=](ValueWaitCommand& wait) {
    wait.value = value;
    wait.condition = condition;
    wait.is_announced = (flags & GRIDCALL_STREAM_WAIT_VALUE_ANNOUNCED) != 0;
  });
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, std::uint64_t value, unsigned flags) {
  if (flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) return CUDA_ERROR_INVALID_VALUE;
  return submit<ValueWriteCommand>(stream, address, [=](ValueWriteCommand& write) { write.value = value; });
}

CUresult gridcallValuesWritten() {
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    queue.values_written_locked();
  }
  workers_wake();
  return CUDA_SUCCESS;
}

}  // namespace gridcall::cpu::api
