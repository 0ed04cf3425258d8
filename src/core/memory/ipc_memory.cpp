// SPDX-License-Identifier: Apache-2.0
//
// Memory that processes share: what is exported here, and another process's (cuIpcOpenMemHandle).

#include <bit>

#include "base/concat.h"
#include "core/context_list.h"
#include "core/ipc.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

// Memory of another process. A driver counts how often an allocation was opened, so each object opens and
// closes it once.
class IpcMemory final : public DriverAllocation {
 public:
  IpcMemory(Context& context, const CUipcMemHandle& handle, std::uint64_t offset) noexcept
      : DriverAllocation(context, MemPlace::kDevice), handle_(handle), offset_(offset) {}

  MemOrigin origin() const noexcept override { return MemOrigin::kIpc; }
  std::uint64_t base() const noexcept override { return begin_; }
  // Returns the size of an allocation that is smaller than the request; 0 if the driver failed.
  std::uint64_t exceeded() const noexcept { return exceeded_; }

 private:
  CUresult ask(std::uint64_t size, DriverMemory& given) noexcept override {
    const Table& table = context_->table();
    CUdeviceptr begin = 0;
    const CUresult result = table.cuIpcOpenMemHandle(&begin, handle_, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
    if (result != CUDA_SUCCESS) return result;
    std::size_t bytes = 0;
    const CUresult known = table.cuMemGetAddressRange(nullptr, &bytes, begin);
    if (known != CUDA_SUCCESS || offset_ > bytes || size > bytes - offset_) {
      table.cuIpcCloseMemHandle(begin);
      exceeded_ = known == CUDA_SUCCESS ? bytes : 0;
      return known != CUDA_SUCCESS ? known : CUDA_ERROR_INVALID_VALUE;
    }
    begin_ = begin;
    given.address = begin + offset_;
    return CUDA_SUCCESS;
  }
  CUresult free() noexcept override { return context_->table().cuIpcCloseMemHandle(begin_); }
  const char* call() const noexcept override { return "cuIpcOpenMemHandle"; }
  const char* free_call() const noexcept override { return "cuIpcCloseMemHandle"; }

  Status out_of_memory(std::uint64_t size, std::string& message) override {
    message = concat("out of memory opening ", size, " bytes of another process");
    return status::kOutOfMemory;
  }

  const CUipcMemHandle handle_;
  const std::uint64_t offset_;
  std::uint64_t begin_ = 0;
  std::uint64_t exceeded_ = 0;
};

// Returns the reason why the memory cannot be exported; nullptr if it can.
const char* why_not_exported(MemPlace place, MemOrigin origin) noexcept {
  if (place != MemPlace::kDevice) return "is no device memory: export memory of gc_mem_alloc";
  switch (origin) {
    case MemOrigin::kAllocated:
    case MemOrigin::kWrapped:
    case MemOrigin::kSubRegion:
      return nullptr;
    case MemOrigin::kPool:
      return "is a pool's block, which the pool lends to others when it is released: export memory of "
             "gc_mem_alloc";
    case MemOrigin::kGlobal:
      return "is a variable of a module: copy it to memory of gc_mem_alloc, and export that";
    case MemOrigin::kIpc:
      return "is another process's: pass on the handle with which it was opened";
    case MemOrigin::kRegistered:
      break;
  }
  return "is host memory: export memory of gc_mem_alloc";
}

}  // namespace

void Mem::ipc_handle(std::array<std::uint8_t, 64>& handle, std::uint64_t& offset) {
  if (const char* reason = why_not_exported(place(), allocation_.origin()))
    throw Failure(status::kInvalidArgument, concat("`mem` ", reason));
  check_ipc(context_);
  const Ref<Mem> keep(this);
  context_.run([&] {
    const Table& table = context_.table();
    const EpochPause pause;
    CUdeviceptr begin = 0;
    CUipcMemHandle made{};
    const char* call = "cuMemGetAddressRange";
    CUresult result = table.cuMemGetAddressRange(&begin, nullptr, address_);
    if (result == CUDA_SUCCESS) {
      call = "cuIpcGetMemHandle";
      if (context_.deferred().has_much()) context_.sweep(Sweep::kPressed);
      result = table.cuIpcGetMemHandle(&made, begin);
      if (result == GRIDCALL_DRIVER_ERROR_HOST_MEMORY) {
        // Released memory that waits for its work holds descriptors.
        handle_collect_all();
        context_.sweep(Sweep::kMemoryLow);
        result = table.cuIpcGetMemHandle(&made, begin);
      }
    }
    if (result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_NOT_FOUND) {
      Failure failure = context_.failure(result, call);
      failure.status = status::kInvalidArgument;
      failure.message = concat("`mem` is no memory that the driver shares with other processes (",
                               failure.message, "): export memory of gc_mem_alloc");
      throw failure;
    }
    context_.check(result, call);
    handle = std::bit_cast<std::array<std::uint8_t, 64>>(made);
    offset = address_ - begin;
    if (context_.is_cpu()) allocation_.set_exported();
  });
  expose();
}

Ref<Mem> Mem::open_ipc(Context& context, std::span<const std::byte> bytes, std::uint64_t offset,
                       std::uint64_t size) {
  check_size(size);
  // A size above any that a device or a process addresses, because the driver may look at the handle first.
  constexpr std::uint64_t kMax = std::uint64_t{1} << 56;
  if (size > kMax || offset > kMax - size)
    throw Failure(status::kOutOfRange, concat("`size` ", size, " at `offset` ", offset,
                                              " exceeds the memory of every `handle`, at most ", kMax,
                                              " bytes: pass a range inside it"));
  const auto handle = ipc_handle_of<CUipcMemHandle>(bytes);
  check_ipc(context);
  collect(context);
  auto made = make<IpcMemory>(context, handle, offset);
  try {
    made->take(size, nullptr);
  } catch (Failure& failure) {
    if (const std::uint64_t exceeded = made->exceeded())
      throw Failure(status::kOutOfRange, concat("`size` ", size, " at `offset` ", offset,
                                                " exceeds the memory of `handle`, which has ", exceeded,
                                                " bytes: pass a range inside it"));
    throw ipc_refusal(context, std::move(failure), bytes, "mem");
  }
  return Allocation::mem_of(std::move(made));
}

}  // namespace gridcall::core
