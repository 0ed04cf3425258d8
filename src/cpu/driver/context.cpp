// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/context.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

#include "cpu/base/machine.h"
#include "cpu/base/process_state.h"
#include "cpu/driver/api.h"
#include "cpu/driver/array.h"
#include "cpu/driver/graph.h"
#include "cpu/exec/check.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constinit std::mutex life_lock;      // guards the set of contexts
constinit int primary_retained = 0;  // `life_lock` guards it

// Contexts are never freed, because a thread may have one current that another thread destroys. The place of
// a destroyed one is reused with another generation.
constexpr std::uint32_t kMaxContexts = 4096;
constinit std::atomic<Context*> contexts[kMaxContexts] = {};  // contexts[0] is the primary one
constinit std::atomic<std::uint32_t> contexts_made{0};
constinit std::atomic<std::uint64_t> last_id{0};

// A handle consists of a tag, the generation and the index instead of an address, so that NULL, stale and
// forged handles are detected.
constexpr std::uint64_t kTag = 0x6763;
constexpr unsigned kTagShift = 48, kGenerationShift = 16, kIndexShift = 4;

CUcontext handle_from(std::uint32_t index, std::uint32_t generation) noexcept {
  const std::uint64_t value =
      kTag << kTagShift | std::uint64_t{generation} << kGenerationShift | std::uint64_t{index} << kIndexShift;
  return reinterpret_cast<CUcontext>(value);  // NOLINT(performance-no-int-to-ptr): opaque
}

std::uint32_t generation_of(CUcontext handle) noexcept {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(handle) >> kGenerationShift);
}

// A context that a thread has made current, and the number of consecutive pushes.
struct CurrentContext {
  Context* context;
  std::uint32_t generation;
  std::uint32_t times;
};

// A thread's stack of current contexts. It is trivial, so that no code runs when the thread ends.
// initial-exec, because otherwise the loader might allocate memory; it has little room, so the rest of the
// stack is on the heap.
class CurrentContexts {
 public:
  const CurrentContext& top() const noexcept { return top_; }
  // Returns false if memory is short.
  bool push(Context& context, std::uint32_t generation) noexcept {
    if (top_.context == &context && top_.generation == generation) {
      ++top_.times;
      return true;
    }
    if (top_.context) {
      if (count_ == capacity() && !grow()) return false;
      below()[count_++] = top_;
    }
    top_ = {&context, generation, 1};
    return true;
  }
  void pop() noexcept {
    if (--top_.times != 0) return;
    top_ = count_ != 0 ? below()[--count_] : CurrentContext{};
    if (count_ == 0 && more_) {
      std::free(more_);
      more_ = nullptr;
    }
  }

 private:
  static constexpr std::uint32_t kFew = 4;
  CurrentContext* below() noexcept { return more_ ? more_ : few_; }
  std::uint32_t capacity() const noexcept { return more_ ? more_capacity_ : kFew; }
  bool grow() noexcept {
    const std::uint32_t capacity = this->capacity() * 2;
    auto* more = static_cast<CurrentContext*>(std::realloc(more_, capacity * sizeof(CurrentContext)));
    if (!more) return false;
    if (!more_) std::copy_n(few_, count_, more);
    more_ = more;
    more_capacity_ = capacity;
    return true;
  }

  CurrentContext top_;
  CurrentContext few_[kFew];  // the lower contexts, the lowest first
  CurrentContext* more_;      // the lower contexts once they exceed kFew
  std::uint32_t more_capacity_;
  std::uint32_t count_;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local CurrentContexts current{};

// Returns a place for a new context; NULL if there are too many, or memory is short.
Context* take_place_locked() noexcept {
  primary_context();
  const std::uint32_t made = contexts_made.load(std::memory_order_relaxed);
  for (std::uint32_t i = 1; i < made; ++i) {
    Context* context = contexts[i].load(std::memory_order_relaxed);
    if (context->is_free) return context;
  }
  if (made == kMaxContexts) return nullptr;
  auto* context = new (std::nothrow) Context(made);
  if (!context) return nullptr;
  contexts[made].store(context, std::memory_order_release);
  contexts_made.store(made + 1, std::memory_order_release);
  return context;
}

// Waits for the context's work, then destroys its contents.
void destroy_contents(Context& context) {
  Scheduler& queue = scheduler();
  queue.drain(context);
  queue.flush_printed();
  {
    const std::lock_guard lock(queue.lock);
    destroy_graphs_locked(context);
    while (!context.modules.modules.empty()) module_forget_locked(*context.modules.modules.begin());
    for (Event* event : context.events) queue.destroy_locked(event);
    context.events.clear();
    while (!context.streams.empty()) queue.destroy_locked(*context.streams.begin());
    queue.unref_record_locked(context.legacy.fault);
    context.legacy.fault = nullptr;
    ++context.legacy.epoch;
  }
  context.heap.reset();
  destroy_textures(context);
  destroy_arrays(context);
  context.memory.free_all(context.index);
}

}  // namespace

CUresult enter_context() noexcept {
  if (const CUresult refused = enter()) return refused;
  const CurrentContext& top = current.top();
  if (!top.context) return CUDA_ERROR_INVALID_CONTEXT;
  if (top.context->live.load(std::memory_order_acquire) != top.generation)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return CUDA_SUCCESS;
}

Context& current_context() noexcept {
  return *current.top().context;
}

Context& primary_context() noexcept {
  static Context* const primary = [] {
    alignas(Context) static std::byte memory[sizeof(Context)];
    auto* made = new (memory) Context(0);
    made->generation = 1;
    contexts[0].store(made, std::memory_order_release);
    contexts_made.store(1, std::memory_order_release);
    return made;
  }();
  return *primary;
}

std::uint32_t context_count() noexcept {
  return contexts_made.load(std::memory_order_acquire);
}

Context* context_at(std::uint32_t index) noexcept {
  return index < kMaxContexts ? contexts[index].load(std::memory_order_acquire) : nullptr;
}

CUcontext handle_of(const Context& context) noexcept {
  return handle_from(context.index, context.index == 0 ? 1 : context.live.load(std::memory_order_acquire));
}

Context* find_context(CUcontext handle) noexcept {
  const auto value = reinterpret_cast<std::uint64_t>(handle);
  const auto index = static_cast<std::uint32_t>(value >> kIndexShift) & (kMaxContexts - 1);
  const std::uint32_t generation = generation_of(handle);
  if (handle != handle_from(index, generation) || generation == 0) return nullptr;
  Context* context = context_at(index);
  if (!context) return nullptr;
  if (index == 0) return generation == 1 ? context : nullptr;  // also between a release and the next retain
  return context->live.load(std::memory_order_acquire) == generation ? context : nullptr;
}

std::uint64_t new_id() noexcept {
  return last_id.fetch_add(1, std::memory_order_relaxed) + 1;
}

namespace api {

CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const CUresult now = enter();
  if (now != CUDA_ERROR_NOT_INITIALIZED) return now;
  return process_begin(device_facts_read, []() noexcept {
    check_write_leaks();
    memory_print_damage();
  });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  Context& primary = primary_context();
  const std::lock_guard lock(life_lock);
  if (primary_retained++ == 0) {
    reset_attributes(primary, 0);
    primary.id = primary.legacy.id = new_id();
    primary.live.store(primary.generation, std::memory_order_release);
  }
  *context = handle_of(primary);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  Context& primary = primary_context();
  const std::lock_guard lock(life_lock);
  if (primary_retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (--primary_retained != 0) return CUDA_SUCCESS;
  primary.live.store(0, std::memory_order_release);
  check_write_leaks();
  destroy_contents(primary);
  memory_print_damage();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  const Context& primary = primary_context();
  *flags = primary.flags;
  *active = primary.live.load(std::memory_order_acquire) != 0 ? 1 : 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext* handle, unsigned flags, CUdevice device) {
  constexpr unsigned kKnown = CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX;
  const unsigned sched = flags & CU_CTX_SCHED_MASK;
  if ((flags & ~kKnown) != 0 || sched == 3 || sched > CU_CTX_SCHED_BLOCKING_SYNC)
    return CUDA_ERROR_INVALID_VALUE;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard lock(life_lock);
  Context* context = take_place_locked();
  if (!context) return CUDA_ERROR_OUT_OF_MEMORY;
  std::uint32_t generation = context->generation + 1;
  if (generation == 0) generation = 1;
  if (!current.push(*context, generation)) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  context->is_free = false;
  context->generation = generation;
  reset_attributes(*context, flags);
  context->id = context->legacy.id = new_id();
  context->live.store(generation, std::memory_order_release);
  *handle = handle_of(*context);
  return CUDA_SUCCESS;
}

// life_lock is not held while work ends, because a kernel may wait for a thread that makes a context.
CUresult cuCtxDestroy(CUcontext handle) {
  Context* context = find_context(handle);
  if (!context || context->index == 0) return CUDA_ERROR_INVALID_CONTEXT;
  std::uint32_t generation = context->generation;
  if (!context->live.compare_exchange_strong(generation, 0, std::memory_order_acq_rel))
    return CUDA_ERROR_INVALID_CONTEXT;  // another thread has destroyed it
  if (current.top().context == context && current.top().generation == generation) current.pop();
  destroy_contents(*context);
  {
    const std::lock_guard lock(scheduler().lock);
    each_context([&](Context& other) { other.peers.erase(context->index); });
    context->peers.clear();
  }
  const std::lock_guard lock(life_lock);
  context->is_free = true;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  const CurrentContext& top = current.top();
  *context = top.context ? handle_from(top.context->index, top.generation) : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext handle) {
  Context* context = find_context(handle);
  if (!context && handle) return CUDA_ERROR_INVALID_CONTEXT;
  CUcontext now = nullptr;
  cuCtxGetCurrent(&now);
  if (now == handle) return CUDA_SUCCESS;
  if (now) current.pop();
  if (context && !current.push(*context, generation_of(handle))) return CUDA_ERROR_OUT_OF_MEMORY;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext handle) {
  Context* context = find_context(handle);
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  return current.push(*context, generation_of(handle)) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  CUcontext top = nullptr;
  cuCtxGetCurrent(&top);
  if (!top) return CUDA_ERROR_INVALID_CONTEXT;
  current.pop();
  if (context) *context = top;
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
