// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/copy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>

#include "cpu/base/fault_text.h"
#include "cpu/exec/fault.h"
#include "cpu/image/module.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// Below this a copy or fill with nothing to wait for is done at once: waking a worker costs more.
constexpr std::size_t kInlineBytes = 64 * 1024;
// CUDA stages pageable memory up to this size instead of waiting.
constexpr std::size_t kStageBytes = 64 * 1024;

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

}  // namespace

CUresult copy(std::uintptr_t destination, std::uintptr_t source, std::size_t bytes, bool to_device,
              bool from_device, CUstream stream, bool synchronous) {
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

}  // namespace gridcall::cpu
