// SPDX-License-Identifier: Apache-2.0
//
// Other processes: a handle that says another process's number opens new memory or a new event.

#include <string.h>
#include <unistd.h>

#include <bit>

#include "fake_cuda/state.h"

namespace fake {

struct IpcHandle {
  char magic[8];
  std::uint64_t kind;
  std::uint64_t pid;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint64_t unused[3];
};
static_assert(sizeof(IpcHandle) == sizeof(CUipcMemHandle));
constexpr char kIpcMagic[8] = {'f', 'a', 'k', 'e', '-', 'i', 'p', 'c'};

template <typename Handle>
Handle ipc_handle(Kind kind, std::uintptr_t address, std::size_t bytes) {
  IpcHandle made{{}, static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(getpid()), address, bytes,
                 {}};
  memcpy(made.magic, kIpcMagic, sizeof kIpcMagic);
  return std::bit_cast<Handle>(made);
}
// `own`: what the true driver returns for a handle of this process.
template <typename Handle>
CUresult read_ipc_handle(const Handle& handle, Kind kind, CUresult own, IpcHandle& read) {
  read = std::bit_cast<IpcHandle>(handle);
  if (memcmp(read.magic, kIpcMagic, sizeof kIpcMagic) != 0 || read.kind != static_cast<std::uint64_t>(kind))
    return CUDA_ERROR_INVALID_VALUE;
  return read.pid == static_cast<std::uint64_t>(getpid()) ? own : CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr address) {
  NEED_CONTEXT();
  std::uintptr_t start = 0;
  const Object* const object = memory_at(address, &start);
  if (!object) return CUDA_ERROR_NOT_FOUND;
  if (begin) *begin = start;
  if (bytes) *bytes = object->bytes;
  return CUDA_SUCCESS;
}
CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr address) {
  NEED_CONTEXT();
  std::uintptr_t start = 0;
  const Object* const object = memory_at(address, &start);
  if (!object || object->kind != Kind::kMemory) return CUDA_ERROR_INVALID_VALUE;
  *handle = ipc_handle<CUipcMemHandle>(Kind::kMemory, start, object->bytes);
  note(address, object->bytes, 0, 0, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuIpcOpenMemHandle(CUdeviceptr* address, CUipcMemHandle handle, unsigned flags) {
  NEED_CONTEXT();
  IpcHandle read{};
  const CUresult refused = read_ipc_handle(handle, Kind::kMemory, CUDA_ERROR_INVALID_CONTEXT, read);
  if (refused != CUDA_SUCCESS) return refused;
  if (flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) return CUDA_ERROR_INVALID_VALUE;
  for (auto& [start, object] : state().objects) {
    if (object.kind != Kind::kImported || !object.live || object.context != current() ||
        object.exporter != read.address)
      continue;
    ++object.references;
    *address = start;
    return CUDA_SUCCESS;
  }
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, read.bytes, Kind::kImported);
  if (result != CUDA_SUCCESS) return result;
  Object& object = state().objects.at(made);
  object.references = 1;
  object.exporter = read.address;
  note(made, read.bytes, static_cast<int>(flags), 0, nullptr);
  *address = made;
  return CUDA_SUCCESS;
}
CUresult cuIpcCloseMemHandle(CUdeviceptr address) {
  NEED_CONTEXT();
  if (--live_here(address, Kind::kImported).references > 0) return CUDA_SUCCESS;
  return deallocate(address, Kind::kImported);
}
CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  NEED_CONTEXT();
  if ((live_here(event, Kind::kEvent).flags & CU_EVENT_INTERPROCESS) == 0) return CUDA_ERROR_INVALID_VALUE;
  *handle = ipc_handle<CUipcEventHandle>(Kind::kEvent, key(event), 0);
  return CUDA_SUCCESS;
}
CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  NEED_CONTEXT();
  IpcHandle read{};
  const CUresult refused = read_ipc_handle(handle, Kind::kEvent, CUDA_ERROR_MAP_FAILED, read);
  if (refused != CUDA_SUCCESS) return refused;
  *event = make<CUevent>(Kind::kEvent, current());
  state().objects.at(key(*event)).timed = false;
  return CUDA_SUCCESS;
}

}  // namespace fake
