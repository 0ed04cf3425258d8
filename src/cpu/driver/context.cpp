// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/context.h"

#include <atomic>
#include <mutex>

#include "cpu/base/machine.h"
#include "cpu/base/process_state.h"
#include "cpu/driver/api.h"
#include "cpu/image/module.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"
#include "cpu/runtime/heap.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constinit std::atomic<int> retained{0};
constinit std::mutex life_lock;  // retain, release

// The handle's value: an address of ours that nobody reads through.
constinit char primary_handle = 0;

// How many contexts lie on the calling thread's stack of current ones: each is the primary one, there is no
// other. Trivial on purpose: nothing runs when the thread ends. initial-exec: the loader might need memory
// for it else.
constexpr int kStackDepth = 128;
[[gnu::tls_model("initial-exec")]] constinit thread_local int depth = 0;

bool is_current() noexcept {
  return depth > 0;
}

// NULL or the primary context's handle; anything else is INVALID_CONTEXT.
CUresult check(CUcontext context) noexcept {
  if (context != nullptr && context != primary_context()) return CUDA_ERROR_INVALID_CONTEXT;
  return CUDA_SUCCESS;
}

// The context's end: waits for its work, then everything in it goes.
void destroy_contents() {
  Scheduler& queue = scheduler();
  queue.drain(nullptr);
  queue.flush_printed();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    while (!modules().modules.empty()) module_forget_locked(*modules().modules.begin());
    for (Event* event : queue.events) {
      if (event->recorded != nullptr) queue.release_locked(event->recorded);
      delete event;
    }
    queue.events.clear();
    while (!queue.streams.empty()) queue.destroy_locked(*queue.streams.begin());
    queue.unref_record_locked(queue.legacy.fault);
    queue.legacy.fault = nullptr;
    ++queue.legacy.epoch;
  }
  heap_reset();
  memory().free_all();
  memory_print_damage();
}

}  // namespace

CUresult enter_context() noexcept {
  if (const CUresult refused = enter()) return refused;
  if (!is_current()) return CUDA_ERROR_INVALID_CONTEXT;
  if (retained.load(std::memory_order_acquire) <= 0) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return CUDA_SUCCESS;
}

CUcontext primary_context() noexcept {
  return reinterpret_cast<CUcontext>(&primary_handle);
}

namespace api {

CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const CUresult now = enter();
  if (now != CUDA_ERROR_NOT_INITIALIZED) return now;
  return process_begin(device_facts_read, memory_print_damage);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard<std::mutex> guard(life_lock);
  retained.fetch_add(1, std::memory_order_acq_rel);
  *context = primary_context();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard<std::mutex> guard(life_lock);
  if (retained.load(std::memory_order_acquire) <= 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (retained.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy_contents();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = is_current() ? primary_context() : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  if (const CUresult refused = check(context)) return refused;
  if (context == nullptr) {
    if (depth > 0) --depth;
    return CUDA_SUCCESS;
  }
  if (depth == 0) ++depth;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult refused = check(context)) return refused;
  if (depth == kStackDepth) return CUDA_ERROR_OUT_OF_MEMORY;
  ++depth;
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  if (depth == 0) return CUDA_ERROR_INVALID_CONTEXT;
  --depth;
  if (context != nullptr) *context = primary_context();
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
