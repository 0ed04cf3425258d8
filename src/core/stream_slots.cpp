// SPDX-License-Identifier: Apache-2.0

#include "core/stream_slots.h"

#include <bit>
#include <cstdint>
#include <mutex>

#include "base/concat.h"

namespace gridcall::core {

using namespace driver;

unsigned StreamSlots::take(CUstream stream) noexcept {
  std::uint64_t taken = taken_.load(std::memory_order_relaxed);
  while (taken != ~std::uint64_t{0}) {
    const auto index = static_cast<unsigned>(std::countr_one(taken));
    if (!taken_.compare_exchange_weak(taken, taken | slot_bit(index), std::memory_order_acq_rel)) continue;
    StreamSlot& slot = slots_[index];
    const std::lock_guard polling(slot.polling);
    slot.stream = stream;
    return index;
  }
  shared_streams_.fetch_add(1, std::memory_order_acq_rel);
  return kSharedSlot;
}

bool StreamSlots::is_capturing(CUstream stream) const noexcept {
  // On the CPU device only this library captures.
  if ((results_.is_cpu() && captures_.none()) || !table_.cuStreamIsCapturing) return false;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUresult result = table_.cuStreamIsCapturing(stream, &status);
  return result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT ||
         (result == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE);
}

bool StreamSlots::may_capture(CUstream stream) const noexcept {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return !table_.cuStreamIsCapturing || table_.cuStreamIsCapturing(stream, &status) != CUDA_SUCCESS ||
         status != CU_STREAM_CAPTURE_STATUS_NONE;
}

// Returns true if a stream of the slots may capture; the streams of the shared slot are not known.
bool StreamSlots::some_capture(std::uint64_t slots) noexcept {
  for (std::uint64_t rest = slots & all() & ~slot_bit(kSharedSlot); rest != 0; rest &= rest - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(rest));
    StreamSlot& slot = slots_[index];
    // Another thread may destroy the stream, and a driver ends the process if it is asked about a destroyed
    // one.
    const std::lock_guard polling(slot.polling);
    if ((slot.stream || index == kDefaultSlot) && is_capturing(slot.stream)) return true;
  }
  return false;
}

void StreamSlots::refuse_capture(const char* why) const {
  Failure refused = driver_failure(table_, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the driver");
  refused.message = concat(why, " (CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED; the capture goes on)");
  throw refused;
}

bool StreamSlots::give_back(unsigned index, CUstream stream, bool destroys) noexcept {
  if (is_capturing(stream)) return false;
  if (index == kSharedSlot) {
    const CUresult result = table_.cuStreamQuery(stream);
    results_.notice(result, "cuStreamQuery");
    if (result == CUDA_ERROR_NOT_READY) return false;
    if (destroys) table_.cuStreamDestroy(stream);
    // When the last stream of a slot is gone, the slot's work is done. A stream that is added meanwhile
    // queues work at `moment` or later.
    const std::uint64_t moment = settle_begin();
    if (shared_streams_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      raise(slots_[kSharedSlot].done_at, moment);
    return true;
  }
  StreamSlot& slot = slots_[index];
  if (!slot.polling.try_lock()) return false;
  const CUresult result = table_.cuStreamQuery(stream);
  results_.notice(result, "cuStreamQuery");
  const bool finished = result != CUDA_ERROR_NOT_READY;
  if (finished) {
    if (destroys) table_.cuStreamDestroy(stream);
    raise(slot.done_at, clock_.fetch_add(1) + 1);
    slot.stream = nullptr;
    destroy_fence(slot);
  }
  slot.polling.unlock();
  if (finished) taken_.fetch_and(~slot_bit(index), std::memory_order_release);
  return finished;
}

void StreamSlots::forget_stream(unsigned index) noexcept {
  if (index == kSharedSlot) return;
  StreamSlot& slot = slots_[index];
  const std::lock_guard polling(slot.polling);
  slot.stream = nullptr;
  destroy_fence(slot);
}

bool StreamSlots::give_back_destroyed(unsigned index) noexcept {
  if (index == kSharedSlot) {
    shared_streams_.fetch_sub(1, std::memory_order_acq_rel);
    return true;
  }
  StreamSlot& slot = slots_[index];
  if (!slot.is_past(~std::uint64_t{0}) && wait_for_all() != CUDA_SUCCESS) return false;
  // Objects that this stream used must not wait for the next stream of this slot.
  raise(slot.done_at, clock_.fetch_add(1) + 1);
  taken_.fetch_and(~slot_bit(index), std::memory_order_release);
  return true;
}

bool StreamSlots::is_idle(CUstream stream) {
  const CUresult result = table_.cuStreamQuery(stream);
  if (result == CUDA_ERROR_NOT_READY) return false;
  if (!results_.is_over(result, "cuStreamQuery")) results_.check(result, "cuStreamQuery");
  return true;
}

bool StreamSlots::has_happened(CUevent event) {
  const CUresult result = table_.cuEventQuery(event);
  if (result == CUDA_ERROR_NOT_READY) return false;
  if (!results_.is_over(result, "cuEventQuery")) results_.check(result, "cuEventQuery");
  return true;
}

// The context must be current.
bool StreamSlots::slot_idle(unsigned index) noexcept {
  StreamSlot& slot = slots_[index];
  if (slot.is_past(~std::uint64_t{0})) return true;
  if (index == kSharedSlot || !slot.polling.try_lock()) return false;
  const std::uint64_t moment = clock_.fetch_add(1) + 1;
  const bool is_there = slot.stream || index == kDefaultSlot;
  const bool idle = is_there && !is_capturing(slot.stream) &&
                    results_.is_over(table_.cuStreamQuery(slot.stream), "cuStreamQuery");
  if (idle) raise(slot.done_at, moment);
  slot.polling.unlock();
  return idle;
}

std::uint64_t StreamSlots::busy() noexcept {
  std::uint64_t busy = 0;
  for (std::uint64_t rest = all(); rest != 0; rest &= rest - 1) {
    const unsigned slot = static_cast<unsigned>(std::countr_zero(rest));
    if (!slot_idle(slot)) busy |= slot_bit(slot);
  }
  return busy;
}

std::uint64_t StreamSlots::unfinished(std::uint64_t slots, std::uint64_t moment, bool ask) noexcept {
  std::uint64_t left = 0;
  for (std::uint64_t rest = slots; rest != 0; rest &= rest - 1) {
    const unsigned index = static_cast<unsigned>(std::countr_zero(rest));
    StreamSlot& slot = slots_[index];
    if (slot.is_past(moment)) continue;
    if (ask && index != kSharedSlot) {
      if (slot_idle(index)) continue;
      // If the stream is always busy, an event tells when the relevant work is done.
      if (slot.polling.try_lock()) {
        ask_fence(index, moment);
        slot.polling.unlock();
        if (slot.done_at.load(std::memory_order_acquire) > moment) continue;
      }
    }
    left |= slot_bit(index);
  }
  return left;
}

// Queries the slot's event, and records a new one after the queued work if needed. The caller holds
// `polling`.
void StreamSlots::ask_fence(unsigned index, std::uint64_t moment) noexcept {
  StreamSlot& slot = slots_[index];
  if (slot.fence_pending) {
    if (!results_.is_over(table_.cuEventQuery(slot.fence), "cuEventQuery")) return;
    slot.fence_pending = false;
    raise(slot.done_at, slot.fence_at);
  }
  if (slot.done_at.load(std::memory_order_relaxed) > moment) return;
  if ((!slot.stream && index != kDefaultSlot) || is_capturing(slot.stream)) return;
  if (!slot.fence && table_.cuEventCreate(&slot.fence, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) return;
  const std::uint64_t at = clock_.fetch_add(1) + 1;
  if (table_.cuEventRecord(slot.fence, slot.stream) != CUDA_SUCCESS) return;
  slot.fence_at = at;
  slot.fence_pending = true;
}

// Counts work as queued on any slot: another thread has ended the capture of the stream meanwhile.
void StreamSlots::queued_anywhere() noexcept {
  for (std::uint64_t rest = all(); rest != 0; rest &= rest - 1)
    raise(slots_[static_cast<unsigned>(std::countr_zero(rest))].queued_at, now());
}

void StreamSlots::use_first(Usage& usage, unsigned slot) {
  // Captured work does not run now; a launch of its graph is ordered after the use.
  if (slot >= kStreamSlots) {
    if (!captures_.keep(slot, usage)) usage.exposed.store(true, std::memory_order_relaxed);
    return;
  }
  const RelaxedCaptureMode relaxed(table_, results_.is_cpu() || usage.inherited == 0);
  for (std::uint64_t rest = usage.inherited & ~slot_bit(slot); rest != 0; rest &= rest - 1) {
    const unsigned earlier = static_cast<unsigned>(std::countr_zero(rest));
    if (!slot_idle(earlier)) order_behind(slot, earlier);
  }
  usage.slots.fetch_or(slot_bit(slot), std::memory_order_relaxed);
}

void StreamSlots::order_behind_uses(Usage& usage, unsigned slot) {
  if (slot >= kStreamSlots) return use(usage, slot);
  for (std::uint64_t rest = usage.told() & all() & ~slot_bit(slot); rest != 0; rest &= rest - 1) {
    const unsigned earlier = static_cast<unsigned>(std::countr_zero(rest));
    if (!slot_idle(earlier)) order_behind(slot, earlier);
  }
  use(usage, slot);
}

void StreamSlots::order_behind(unsigned later, unsigned earlier) {
  if (later == kSharedSlot || earlier == kSharedSlot) {
    results_.check(wait_for_all(), "cuCtxSynchronize");
    return;
  }
  // The lock keeps the earlier stream from being destroyed. It is held across driver calls, which queue and
  // do not wait; no other lock is taken inside, and other threads that find it held go on without it.
  const std::lock_guard polling(slots_[earlier].polling);
  if (earlier != kDefaultSlot && !slots_[earlier].stream) return;
  // An event of one capture in the other would merge the two, or end the capture.
  if (is_capturing(slots_[earlier].stream) || is_capturing(slots_[later].stream)) {
    Failure refused = driver_failure(table_, CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "the order of two streams");
    refused.message =
        "memory of a pool that another stream may still use is first used while one of the two "
        "captures a graph (" +
        refused.message + "): allocate and use it before the capture, or wait for the other";
    throw refused;
  }
  CUevent event = nullptr;
  results_.check(table_.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
  CUresult result = table_.cuEventRecord(event, slots_[earlier].stream);
  const char* call = "cuEventRecord";
  if (result == CUDA_SUCCESS) {
    result = table_.cuStreamWaitEvent(slots_[later].stream, event, 0);
    call = "cuStreamWaitEvent";
  }
  table_.cuEventDestroy(event);  // the driver keeps the event until it has happened
  results_.check(result, call);
}

CUresult StreamSlots::wait_for_all() noexcept {
  if (!table_.gridcallCtxWait && some_capture(~std::uint64_t{0}))
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  const std::uint64_t moment = settle_begin();
  const CUresult result = table_.gridcallCtxWait ? table_.gridcallCtxWait() : table_.cuCtxSynchronize();
  results_.notice(result, "cuCtxSynchronize");
  if (result != CUDA_SUCCESS) return result;
  settle_all(moment);
  return result;
}

void StreamSlots::destroy_fence(StreamSlot& slot) noexcept {
  if (slot.fence) table_.cuEventDestroy(slot.fence);
  slot.fence = nullptr;
  slot.fence_pending = false;
}

void StreamSlots::destroy_fences() noexcept {
  for (StreamSlot& slot : slots_) destroy_fence(slot);
}

}  // namespace gridcall::core
