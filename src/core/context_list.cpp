// SPDX-License-Identifier: Apache-2.0

#include "core/context_list.h"

#include <time.h>

#include <chrono>
#include <mutex>
#include <vector>

#include "base/concat.h"
#include "base/log.h"

namespace gridcall::core {

using namespace driver;

constinit std::atomic<std::uint32_t> ending_contexts{0};

namespace {

// Guards sweeps and the destruction of contexts; only calls that ask for either wait for it.
constinit std::mutex list_lock;

std::vector<Ref<Context>>& list() {
  static auto* const made = new std::vector<Ref<Context>>;  // never destroyed, because calls may come at exit
  return *made;
}

// Reserves an entry first, so that a context that is made is always in the list.
void reserve_one_locked() {
  list().reserve(list().size() + 1);
}

Ref<Context> add_locked(Device& device, std::unique_ptr<DriverContext> held) {
  auto made = make<Context>(device, std::move(held), device.total_memory());
  list().push_back(made);
  ending_contexts.store(static_cast<std::uint32_t>(list().size()), std::memory_order_relaxed);
  return made;
}

void log_context(const Context& context, const char* what) {
  if (log::wants(log::Level::kInfo)) log::info("context", what, context.device().label());
}

// Returns the number that the driver gives a context; 0 if it gives none.
std::uint64_t id_of(const Table& table, CUcontext handle) noexcept {
  std::uint64_t id = 0;
  if (!table.cuCtxGetId || table.cuCtxGetId(handle, &id) != CUDA_SUCCESS) return 0;
  return id;
}

// Returns the device of the context. Throws INVALID_ARGUMENT.
CUdevice device_of(Device& device, CUcontext handle) {
  const Table& table = device.table();
  CUdevice its = -1;
  CUresult result = table.cuCtxPushCurrent(handle);
  const char* call = "cuCtxPushCurrent";
  if (result == CUDA_SUCCESS) {
    result = table.cuCtxGetDevice(&its);
    call = "cuCtxGetDevice";
    CUcontext popped = nullptr;
    const CUresult restored = table.cuCtxPopCurrent(&popped);
    if (result == CUDA_SUCCESS) result = restored;
  }
  if (result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_INVALID_VALUE ||
      result == CUDA_ERROR_INVALID_HANDLE) {
    Failure failure = driver_failure(table, result, call);
    failure.status = status::kInvalidArgument;
    failure.message = "`native` is no context of " + device.label() + " that lives (" + failure.message +
                      "): pass the CUcontext of one";
    throw failure;
  }
  device.check(result, call);
  return its;
}

// Returns the context of gc_context_create with this handle; an empty reference if there is none.
Ref<Context> own_context(const Table& table, CUcontext handle) {
  const std::lock_guard lock(list_lock);
  for (const Ref<Context>& known : list())
    if (known->kind() == DriverContext::Kind::kOwn && known->driver_handle() == handle &&
        &known->table() == &table)
      return known;
  return {};
}

}  // namespace

Ref<Context> make_context(Device& device, unsigned flags) {
  check_process();
  // Released objects may hold the memory that the new context needs.
  handle_collect_all();
  sweep_ending_contexts(nullptr, Sweep::kNow);
  auto held = std::make_unique<OwnContext>(device, flags);
  const std::lock_guard lock(list_lock);
  reserve_one_locked();
  Ref<Context> made = add_locked(device, std::move(held));
  log_context(*made, "an own context of ");
  return made;
}

Ref<Context> wrap_context(Device& device, std::uint64_t native) {
  check_process();
  const Table& table = device.table();
  if (!table.cuCtxGetDevice)
    throw Failure(status::kUnsupported, "the driver of " + device.label() +
                                            " does not tell whose a context is (cuCtxGetDevice is missing)");
  if (native == 0)
    throw Failure(status::kInvalidArgument, "`native` is 0: pass the CUcontext of another library");
  auto* const handle = reinterpret_cast<CUcontext>(static_cast<std::uintptr_t>(native));
  const CUdevice its = device_of(device, handle);
  if (its != device.id())
    throw Failure(status::kWrongContext,
                  concat("`native` is a context of the driver's device ", its, ", `device` is its device ",
                         device.id(), ": pass the device of the context"));
  unsigned flags = 0;
  int active = 0;
  if (Context* primary = device.made_context(); primary && primary->driver_handle() == handle)
    return Ref<Context>(primary);
  if (table.cuDevicePrimaryCtxGetState &&
      table.cuDevicePrimaryCtxGetState(device.id(), &flags, &active) == CUDA_SUCCESS && active != 0) {
    if (Context& primary = device.context(); primary.driver_handle() == handle) return Ref<Context>(&primary);
  }
  const std::uint64_t id = id_of(table, handle);
  const std::lock_guard lock(list_lock);
  for (const Ref<Context>& known : list()) {
    if (known->driver_handle() != handle || &known->table() != &table) continue;
    // A destroyed context's handle may name another context now.
    if (known->kind() == DriverContext::Kind::kOwn || known->held().id() == id) return known;
  }
  reserve_one_locked();
  Ref<Context> made = add_locked(device, std::make_unique<WrappedContext>(handle, id));
  log_context(*made, "another library's context of ");
  return made;
}

Ref<Context> current_context() {
  for (const Driver* driver : {&gpu_driver(), &cpu_driver()}) {
    for (Device* device : devices()) {
      if (&device->driver() != driver) continue;
      const Table& table = driver->table;
      CUcontext current = nullptr;
      device->check(table.cuCtxGetCurrent(&current), "cuCtxGetCurrent");
      if (!current) break;
      // Another thread may release an own context meanwhile: nothing asks the driver about its handle.
      if (Ref<Context> own = own_context(table, current)) return own;
      if (!table.cuCtxGetDevice)
        throw Failure(status::kUnsupported, "the driver does not tell whose the current context is");
      CUdevice its = -1;
      const CUresult result = table.cuCtxGetDevice(&its);
      if (result == CUDA_ERROR_CONTEXT_IS_DESTROYED)
        throw Failure(status::kNotFound,
                      "the context that is current in this thread was destroyed: keep a handle of it until "
                      "gc_context_pop, or make another one current by gc_context_push");
      device->check(result, "cuCtxGetDevice");
      if (its == device->id()) return wrap_context(*device, reinterpret_cast<std::uintptr_t>(current));
    }
  }
  throw Failure(status::kNotFound, "no context is current in this thread: gc_context_push makes one current");
}

void sweep_ending_contexts(const Context* except, Sweep how) noexcept {
  if (ending_contexts.load(std::memory_order_relaxed) == 0 || process_over()) return;
  std::unique_lock lock(list_lock, std::try_to_lock);
  if (!lock.owns_lock()) {
    if (how == Sweep::kCheap || how == Sweep::kPressed) return;
    lock.lock();
  }
  std::vector<Ref<Context>>& contexts = list();
  for (std::size_t i = 0; i < contexts.size();) {
    Context& context = *contexts[i];
    if (!context.is_held_once()) {
      context.services().each(
          [&](ContextService& each) { each.drop_references(context, how == Sweep::kNow); });
    }
    if (&context != except) context.sweep(how);
    // References come from other references or, under this lock, from the list, so nobody can take a new one.
    if (!context.is_held_once() || !context.may_end()) {
      ++i;
      continue;
    }
    contexts[i].reset();
    contexts[i] = std::move(contexts.back());
    contexts.pop_back();
  }
  ending_contexts.store(static_cast<std::uint32_t>(contexts.size()), std::memory_order_relaxed);
}

void visit_ending_contexts(void (*visit)(Context&, void*), void* argument) noexcept {
  if (ending_contexts.load(std::memory_order_relaxed) == 0 || process_over()) return;
  const std::lock_guard lock(list_lock);
  for (const Ref<Context>& context : list()) visit(*context, argument);
}

void sweep_ending_contexts_if_due(const Context* except) noexcept {
  static constinit std::atomic<std::int64_t> swept_at{0};
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);  // a clock with steps of some milliseconds
  const std::int64_t tick = now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
  if (swept_at.load(std::memory_order_relaxed) == tick) return;
  swept_at.store(tick, std::memory_order_relaxed);
  sweep_ending_contexts(except, Sweep::kCheap);
}

void collect(Context& context, Sweep how) noexcept {
  handle_collect_some();
  context.sweep(how);
  sweep_ending_contexts_now_and_then(&context);
}

bool notice_losses() noexcept {
  if (!tokens_of_gpus.load(std::memory_order_relaxed)) return false;
  const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  static constinit std::atomic<std::int64_t> looked_at_ns{0};
  std::int64_t last = looked_at_ns.load(std::memory_order_relaxed);
  if (now - last < static_cast<std::int64_t>(kLookForLossesNs)) return true;
  if (!looked_at_ns.compare_exchange_strong(last, now, std::memory_order_relaxed)) return true;
  tokens_of_gpus.store(false, std::memory_order_relaxed);
  bool some = false;
  try {
    each_context([&](Context& context) {
      if (context.is_cpu() || !context.results().some_tokens_outstanding()) return;
      some = true;
      context.run_quietly([&] { context.slots().busy(); });
    });
  } catch (...) {
    // No driver: no tokens.
  }
  if (some) tokens_of_gpus.store(true, std::memory_order_relaxed);
  return some;
}

void sweep_everywhere() noexcept {
  if (process_over()) return;
  handle_collect();
  try {
    for (Device* device : devices())
      if (Context* context = device->made_context()) context->sweep(Sweep::kCheap);
  } catch (...) {
    // No driver: nothing was made.
  }
  sweep_ending_contexts(nullptr, Sweep::kCheap);
}

}  // namespace gridcall::core
