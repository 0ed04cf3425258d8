// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/context.h"

#include <atomic>
#include <cstdint>
#include <mutex>

#include "cpu/base/immortal.h"
#include "cpu/base/machine.h"
#include "cpu/base/process_state.h"
#include "cpu/driver/api.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"
#include "cpu/runtime/heap.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constinit std::mutex life_lock;  // retain, release

// The contexts that a thread has made current, the last one on top. The same one several times over is one
// entry. Trivial on purpose: nothing runs when the thread ends. initial-exec: the loader might need memory
// for it else, and has room for little.
class CurrentContexts {
 public:
  Context* top() const noexcept { return top_; }
  // False: the stack is full.
  bool push(Context& context) noexcept {
    if (depth_ == kMaxDepth) return false;
    if (top() != &context) {
      if (count_ == kMaxEntries) return false;
      entries_[count_++] = {&context, 0};
    }
    ++entries_[count_ - 1].times;
    ++depth_;
    top_ = &context;
    return true;
  }
  void pop() noexcept {
    --depth_;
    if (--entries_[count_ - 1].times == 0) --count_;
    top_ = count_ != 0 ? entries_[count_ - 1].context : nullptr;
  }

 private:
  static constexpr std::uint32_t kMaxDepth = 128;
  static constexpr std::uint32_t kMaxEntries = 8;
  struct Entry {
    Context* context;
    std::uint32_t times;
  };
  Context* top_;
  Entry entries_[kMaxEntries];
  std::uint32_t count_;
  std::uint32_t depth_;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local CurrentContexts current{};

// NULL: the handle is not a context's.
Context* find_context(CUcontext handle) noexcept {
  Context& primary = primary_context();
  return handle == handle_of(primary) ? &primary : nullptr;
}

// The context's end: waits for its work, then everything in it is destroyed.
void destroy_contents(Context& context) {
  Scheduler& queue = scheduler();
  queue.drain(context);
  queue.flush_printed();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    while (!context.modules.modules.empty()) module_forget_locked(*context.modules.modules.begin());
    for (Event* event : context.events) {
      if (event->recorded != nullptr) queue.release_locked(event->recorded);
      delete event;
    }
    context.events.clear();
    while (!context.streams.empty()) queue.destroy_locked(*context.streams.begin());
    queue.unref_record_locked(context.legacy.fault);
    context.legacy.fault = nullptr;
    ++context.legacy.epoch;
  }
  heap_reset();
  context.memory.free_all();
  memory_print_damage();
}

}  // namespace

CUresult enter_context() noexcept {
  if (const CUresult refused = enter()) return refused;
  const Context* context = current.top();
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (context->retained.load(std::memory_order_acquire) <= 0) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return CUDA_SUCCESS;
}

Context& current_context() noexcept {
  return *current.top();
}

Context& primary_context() noexcept {
  return immortal<Context>();
}

CUcontext handle_of(Context& context) noexcept {
  return reinterpret_cast<CUcontext>(&context);
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
  Context& primary = primary_context();
  const std::lock_guard<std::mutex> guard(life_lock);
  primary.retained.fetch_add(1, std::memory_order_acq_rel);
  *context = handle_of(primary);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  Context& primary = primary_context();
  const std::lock_guard<std::mutex> guard(life_lock);
  if (primary.retained.load(std::memory_order_acquire) <= 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (primary.retained.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy_contents(primary);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  Context* top = current.top();
  *context = top != nullptr ? handle_of(*top) : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext handle) {
  Context* context = find_context(handle);
  if (context == nullptr && handle != nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (current.top() == context) return CUDA_SUCCESS;
  if (current.top() != nullptr) current.pop();
  if (context != nullptr && !current.push(*context)) return CUDA_ERROR_OUT_OF_MEMORY;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext handle) {
  Context* context = find_context(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return current.push(*context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  Context* top = current.top();
  if (top == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  current.pop();
  if (context != nullptr) *context = handle_of(*top);
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
