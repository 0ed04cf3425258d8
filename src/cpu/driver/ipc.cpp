// SPDX-License-Identifier: Apache-2.0
//
// Memory and events of other processes: with a GPU's answers, and the reasons for gridcallFaultText.

#include <bit>
#include <memory>
#include <mutex>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/driver/event.h"
#include "cpu/exec/fault.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/shared_event.h"

namespace gridcall::cpu::api {

CUresult cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr address) {
  Range range;
  if (!memory().find(address, 1, range) || range.kind == RangeKind::kRegistered) return CUDA_ERROR_NOT_FOUND;
  if (begin) *begin = range.begin;
  if (bytes) *bytes = range.bytes;
  return CUDA_SUCCESS;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr address) {
  fault_install_handlers();  // because kernels and the host may access the memory while it is moved
  SharedHandle made{};
  if (const CUresult refused = current_context().memory.export_handle(address, made)) return refused;
  *handle = std::bit_cast<CUipcMemHandle>(made);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr* address, CUipcMemHandle handle, unsigned flags) {
  if (flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) return CUDA_ERROR_INVALID_VALUE;
  Context& context = current_context();
  std::uintptr_t opened = 0;
  if (const CUresult refused =
          context.memory.open_import(std::bit_cast<SharedHandle>(handle), context.index, opened))
    return refused;
  *address = opened;
  return CUDA_SUCCESS;
}

CUresult cuIpcCloseMemHandle(CUdeviceptr address) {
  Context& context = current_context();
  Range range;
  if (!context.memory.find(address, 1, range) || range.begin != address || range.kind != RangeKind::kImported)
    return CUDA_ERROR_INVALID_VALUE;
  // Running kernels may still use the memory, as in cuMemFree.
  scheduler().drain(context);
  return context.memory.close_import(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event_handle) {
  const std::lock_guard lock(scheduler().lock);
  const Event* event = current_context().find_locked(event_handle);
  if (!event || !event->shared || event->shared->is_imported()) return CUDA_ERROR_INVALID_HANDLE;
  SharedHandle made{};
  if (const CUresult refused = event->shared->export_handle(made)) return refused;
  *handle = std::bit_cast<CUipcEventHandle>(made);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  auto created = std::make_unique<Event>();
  created->timing = false;
  SharedEvent* shared = nullptr;
  if (const CUresult refused = SharedEvent::open(std::bit_cast<SharedHandle>(handle), shared)) return refused;
  return add_event(std::move(created), shared, *event);
}

}  // namespace gridcall::cpu::api
