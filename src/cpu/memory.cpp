// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cpu/api.h"
#include "cpu/context.h"
#include "cpu/device.h"
#include "cpu/fault.h"
#include "cpu/immortal.h"
#include "cpu/module.h"
#include "cpu/stream.h"
#include "cpu/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// Below this a copy or fill with nothing to wait for is done at once: waking a worker costs more.
constexpr std::size_t kInlineBytes = 64 * 1024;
// CUDA stages pageable memory up to this size instead of waiting.
constexpr std::size_t kStageBytes = 64 * 1024;

CUresult release(std::uintptr_t address, RangeKind kind) {
  if (!memory().is_allocation(address, kind)) return CUDA_ERROR_INVALID_VALUE;
  scheduler().drain(nullptr);  // as on a GPU: kernels in flight may still use it
  return memory().free(address, kind) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// One side of a copy, looked up.
struct Side {
  std::uintptr_t address = 0;
  bool known = false;  // in a range of ours: page-locked or the device's
  Module* module = nullptr;
};

bool look_up(std::uintptr_t address, std::size_t bytes, bool device, Side& side) {
  side.address = address;
  Range range;
  switch (memory().place(address, bytes, range)) {
    case Memory::Place::kInside:
      side.known = true;
      side.module = range.module;
      return true;
    case Memory::Place::kLeaves:
      return false;  // begins in one of ours but does not end there
    case Memory::Place::kUnknown:
      break;
  }
  return !device && address != 0;
}

void copy_now(const Op& op) noexcept {
  if (op.kind == OpKind::kCopy) {
    std::memmove(op.destination, op.source, op.bytes);
  } else if (op.value_bytes == 1) {
    std::memset(op.destination, static_cast<int>(op.value), op.bytes);
  } else if (op.value_bytes == 2) {
    auto* out = reinterpret_cast<std::uint16_t*>(op.destination);
    std::fill(out, out + op.bytes / 2, static_cast<std::uint16_t>(op.value));
  } else {
    auto* out = reinterpret_cast<std::uint32_t*>(op.destination);
    std::fill(out, out + op.bytes / 4, op.value);
  }
}

// The same by a thread of the host. False: memory of the device was released meanwhile, and the call's text
// says so.
bool copy_by_host(const Op& op) noexcept {
  std::uintptr_t address = 0;
  if (fault_guard_copy([](const void* it) { copy_now(*static_cast<const Op*>(it)); }, &op, address))
    return true;
  fault_text_format("%s: illegal address 0x%llx: the memory was released before its work was done",
                    op.kind == OpKind::kFill ? "fill" : "copy", static_cast<unsigned long long>(address));
  return false;
}

enum class Wait : std::uint8_t {
  kNever,      // both ends stay valid: the workers do it
  kStage,      // the source is the caller's and small: keep a copy of it if it cannot be done at once
  kUntilDone,  // the caller's memory must be done with at return
};

// Keeps a module loaded while an Op touches its globals.
void hold_locked(Op* op, int slot, Module* module) noexcept {
  if (module == nullptr || modules().modules.count(module) == 0) return;
  ++module->references;
  op->modules[slot] = module;
}

// False: no memory for a copy of the source.
bool stage(Op* op) noexcept {
  try {
    op->parameters.resize((op->bytes + 7) / 8);
  } catch (const std::bad_alloc&) {
    return false;
  }
  std::memcpy(op->parameters.data(), op->source, op->bytes);
  op->source = reinterpret_cast<const std::byte*>(op->parameters.data());
  return true;
}

// Does the work of an Op of this thread's when its turn comes. It is done if and only if the answer is
// CUDA_SUCCESS.
CUresult finish_by_host(Op* op, bool report_blocking) {
  Scheduler& queue = scheduler();
  Scheduler::wait_ready(op);
  CUresult result = CUDA_SUCCESS;
  if (report_blocking && queue.unreported.load(std::memory_order_relaxed) != 0) {
    // It waited for the blocking streams: what they did wrong may be in what it would read.
    const std::lock_guard<std::mutex> guard(queue.lock);
    if (!op->skipped) result = queue.take_fault_locked(queue.oldest_fault_locked(Tails(), false));
  }
  if (result == CUDA_SUCCESS && op->state.load(std::memory_order_acquire) == kOpReady && op->bytes != 0 &&
      !copy_by_host(*op))
    result = CUDA_ERROR_ILLEGAL_ADDRESS;
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    if (op->state.load(std::memory_order_relaxed) == kOpReady) queue.complete_locked(op);
    if (op->skipped) result = queue.report_skipped_locked(*op);
    queue.release_locked(op);
  }
  workers_wake();
  return result;
}

template <class Describe>
CUresult enqueue(CUstream handle, std::size_t bytes, Wait wait, bool report_blocking, Describe describe) {
  Scheduler& queue = scheduler();
  if (wait != Wait::kUntilDone && !workers_start()) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  Op* mine = nullptr;
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    Stream* stream = queue.resolve_locked(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
    if (bytes == 0 && wait == Wait::kNever) return CUDA_SUCCESS;
    const NewOp op(queue, OpKind::kCopy, *stream);
    describe(op.get());
    op->bytes = bytes;
    op->parts = (bytes + kPieceBytes - 1) / kPieceBytes;
    // As this thread's work first: with nothing to wait for, what is small is done here and now.
    op->by_host = true;
    queue.submit_locked(op.get());
    if (wait == Wait::kUntilDone) {
      mine = op.get();
    } else if (op->state.load(std::memory_order_relaxed) == kOpReady) {
      if (bytes <= kInlineBytes) {
        mine = op.get();
      } else {
        op->state.store(kOpQueued, std::memory_order_relaxed);
        op->by_host = false;
        queue.hand_over_locked(op.get());
      }
    } else if (wait == Wait::kStage && !stage(op.get())) {
      mine = op.get();
    } else {
      op->by_host = false;
    }
    if (mine != nullptr) ++mine->references;
  }
  if (mine == nullptr) {
    workers_wake();
    return CUDA_SUCCESS;
  }
  const CUresult result = finish_by_host(mine, report_blocking);
  if (wait == Wait::kUntilDone) queue.flush_printed();
  return result;
}

CUresult copy(std::uintptr_t destination, std::uintptr_t source, std::size_t bytes, bool to_device,
              bool from_device, CUstream stream, bool synchronous) {
  if (const CUresult refused = enter_context()) return refused;
  Side to;
  Side from;
  if (bytes != 0) {
    if (!look_up(destination, bytes, to_device, to) || !look_up(source, bytes, from_device, from)) {
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  Wait wait = Wait::kUntilDone;
  if (!synchronous && to.known) wait = from.known ? Wait::kNever : bytes <= kStageBytes ? Wait::kStage : wait;
  return enqueue(stream, bytes, bytes == 0 && !synchronous ? Wait::kNever : wait, synchronous, [&](Op* op) {
    op->destination = reinterpret_cast<std::byte*>(destination);
    op->source = reinterpret_cast<const std::byte*>(source);
    hold_locked(op, 0, to.module);
    hold_locked(op, 1, from.module);
  });
}

CUresult fill(CUdeviceptr destination, std::uint32_t value, std::uint32_t value_bytes, std::size_t count,
              CUstream stream) {
  if (const CUresult refused = enter_context()) return refused;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, std::size_t{value_bytes}, &bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (destination % value_bytes != 0) return CUDA_ERROR_INVALID_VALUE;
  Side to;
  if (bytes != 0 && !look_up(destination, bytes, true, to)) return CUDA_ERROR_INVALID_VALUE;
  return enqueue(stream, bytes, Wait::kNever, false, [&](Op* op) {
    op->kind = OpKind::kFill;
    op->destination = reinterpret_cast<std::byte*>(destination);
    op->value = value;
    op->value_bytes = value_bytes;
    hold_locked(op, 0, to.module);
  });
}

}  // namespace

namespace api {

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  if (const CUresult refused = enter_context()) return refused;
  if (free == nullptr || total == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t whole = device_facts().total_bytes;
  const std::size_t used = std::min(memory().device_bytes(), whole);
  const std::size_t idle = memory().idle_bytes();
  std::size_t available = system_available_bytes();
  if (__builtin_add_overflow(available, idle, &available)) available = whole;
  *total = whole;
  *free = std::min(whole - used, available);
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  if (const CUresult refused = enter_context()) return refused;
  if (address == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  if (const CUresult refused = memory().allocate(bytes, RangeKind::kDevice, made)) return refused;
  *address = made;
  return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr address) {
  if (const CUresult refused = enter_context()) return refused;
  if (address == 0) return CUDA_SUCCESS;
  return release(address, RangeKind::kDevice);
}

CUresult cuMemHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  if (const CUresult refused = enter_context()) return refused;
  constexpr unsigned kKnown =
      CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
  if (address == nullptr || (flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  if (const CUresult refused = memory().allocate(bytes, RangeKind::kHost, made)) return refused;
  *address = reinterpret_cast<void*>(made);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void* address) {
  if (const CUresult refused = enter_context()) return refused;
  if (address == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return release(reinterpret_cast<std::uintptr_t>(address), RangeKind::kHost);
}

CUresult gridcallMemFree(CUdeviceptr address) {
  if (const CUresult refused = enter_context()) return refused;
  Memory& all = memory();
  return all.free(address, RangeKind::kDevice) || all.free(address, RangeKind::kHost)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* device_address, void* address, unsigned flags) {
  if (const CUresult refused = enter_context()) return refused;
  Range range;
  if (device_address == nullptr || flags != 0 ||
      !memory().find(reinterpret_cast<std::uintptr_t>(address), 1, range) || range.kind != RangeKind::kHost) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  *device_address = reinterpret_cast<std::uintptr_t>(address);
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  if (const CUresult refused = enter()) return refused;
  Range range;
  if (value == nullptr || !memory().find(address, 1, range)) return CUDA_ERROR_INVALID_VALUE;
  switch (static_cast<int>(attribute)) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: {
      const CUcontext context = primary_context();
      std::memcpy(value, &context, sizeof context);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: {
      const unsigned type = range.kind == RangeKind::kHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      std::memcpy(value, &type, sizeof type);
      return CUDA_SUCCESS;
    }
    case 3:  // CU_POINTER_ATTRIBUTE_DEVICE_POINTER
      std::memcpy(value, &address, sizeof address);
      return CUDA_SUCCESS;
    case 4: {  // CU_POINTER_ATTRIBUTE_HOST_POINTER
      if (range.kind != RangeKind::kHost) return CUDA_ERROR_INVALID_VALUE;
      std::memcpy(value, &address, sizeof address);
      return CUDA_SUCCESS;
    }
    case 8: {  // CU_POINTER_ATTRIBUTE_IS_MANAGED
      const int managed = 0;
      std::memcpy(value, &managed, sizeof managed);
      return CUDA_SUCCESS;
    }
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: {
      const int ordinal = 0;
      std::memcpy(value, &ordinal, sizeof ordinal);
      return CUDA_SUCCESS;
    }
    case 11: {  // CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
      const CUdeviceptr begin = range.begin;
      std::memcpy(value, &begin, sizeof begin);
      return CUDA_SUCCESS;
    }
    case 12:  // CU_POINTER_ATTRIBUTE_RANGE_SIZE
      std::memcpy(value, &range.bytes, sizeof range.bytes);
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, std::size_t bytes) {
  return copy(dst, reinterpret_cast<std::uintptr_t>(src), bytes, true, false, nullptr, true);
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, std::size_t bytes) {
  return copy(reinterpret_cast<std::uintptr_t>(dst), src, bytes, false, true, nullptr, true);
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes) {
  return copy(dst, src, bytes, true, true, nullptr, true);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, std::size_t bytes, CUstream stream) {
  return copy(dst, reinterpret_cast<std::uintptr_t>(src), bytes, true, false, stream, false);
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  return copy(reinterpret_cast<std::uintptr_t>(dst), src, bytes, false, true, stream, false);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  return copy(dst, src, bytes, true, true, stream, false);
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, std::size_t count) {
  return fill(dst, value, 1, count, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, std::size_t count) {
  return fill(dst, value, 2, count, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, std::size_t count) {
  return fill(dst, value, 4, count, nullptr);
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, std::size_t count, CUstream stream) {
  return fill(dst, value, 1, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, std::size_t count, CUstream stream) {
  return fill(dst, value, 2, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, std::size_t count, CUstream stream) {
  return fill(dst, value, 4, count, stream);
}

}  // namespace api

}  // namespace gridcall::cpu
