// SPDX-License-Identifier: Apache-2.0

#include "core/context.h"

#include <cstdint>
#include <set>

#include "base/log.h"
#include "core/context_list.h"

namespace gridcall::core {

using namespace driver;

const char* interned(std::string_view text) {
  static std::mutex lock;
  static auto* const texts = new std::set<std::string, std::less<>>;
  const std::lock_guard held(lock);
  auto found = texts->find(text);
  if (found == texts->end()) found = texts->emplace(text).first;
  return found->c_str();
}

DriverObject::DriverObject(Context& context) noexcept : context_(&context) {
  if (__builtin_expect(context.ends(), 0)) context.retain();
}

DriverObject::~DriverObject() {
  if (__builtin_expect(context_->ends(), 0)) context_->unretain();
}

void DriverObject::last_reference() noexcept {
  context_->defer(this);
}

// ----------------------------------------------------------------------------------------------------------

Context::Context(Device& device, std::unique_ptr<DriverContext> held, std::uint64_t device_memory)
    : device_(device),
      table_(device.table()),
      held_(std::move(held)),
      handle_(held_->handle()),
      ends_(held_->kind() != DriverContext::Kind::kPrimary),
      results_(device),
      slots_(results_),
      time_limits_(results_),
      deferred_(device_memory) {
  int checks = 0;
  checks_memory_ = is_cpu() &&
                   table_.cuDeviceGetAttribute(&checks, GRIDCALL_DEVICE_ATTRIBUTE_CPU_CHECK, device.id()) ==
                       CUDA_SUCCESS &&
                   checks != 0;
}

Context::~Context() = default;

std::string Context::choice() const {
  const std::lock_guard lock(choice_lock_);
  return choice_;
}

void Context::set_choice(std::string text) {
  const std::lock_guard lock(choice_lock_);
  if (choice_.empty()) log::info("device", "the default one: ", text);
  choice_ = std::move(text);
}

// This is defined here because device.cpp may not include context.h.
Context& Device::context() {
  if (Context* made = context_.load(std::memory_order_acquire)) return *made;
  check_process();
  // The lock is held across driver calls, so that two threads do not make two contexts of one device. That is
  // safe: no call below takes it, releases never do, and a forked child is refused above.
  const std::lock_guard lock(making_context_);
  if (Context* made = context_.load(std::memory_order_acquire)) return *made;
  auto primary = std::make_unique<PrimaryContext>(*this);
  auto* made = new Context(*this, std::move(primary), total_memory());
  context_.store(made, std::memory_order_release);
  if (log::wants(log::Level::kInfo)) log::info("context", "the primary context of ", label());
  return *made;
}

void Context::Current::push() {
  context_.check(context_.table_.cuCtxPushCurrent(context_.handle_), "cuCtxPushCurrent");
  pushed_ = true;
}

void Context::Current::pop() const {
  pushed_ = false;
  const CUresult result = context_.restore(previous_);
  if (result != CUDA_SUCCESS) throw context_.restore_failure(result);
}

CUresult Context::restore(CUcontext previous) noexcept {
  if (process_over()) return CUDA_SUCCESS;  // the process may have ended during a long wait
  CUcontext popped = nullptr;
  const CUresult result = table_.cuCtxPopCurrent(&popped);
  if (result == CUDA_SUCCESS && popped == handle_) return CUDA_SUCCESS;
  return table_.cuCtxSetCurrent(previous);
}

Failure Context::restore_failure(CUresult result) const {
  check_process();
  Failure failure = driver_failure(table_, result, "cuCtxPopCurrent");
  failure.status = status::kDriver;
  failure.message =
      "the call succeeded, but the thread's own CUDA context could not be made current again (" +
      failure.message + "): make it current before other CUDA calls of this thread";
  return failure;
}

void Context::synchronize() {
  const Ref<Context> keep(ends_ ? this : nullptr);
  run([&] {
    const EpochPause pause;
    time_limits_.wait(TimeLimits::Scope::all());
    const std::uint64_t moment = slots_.settle_begin();
    check(table_.cuCtxSynchronize(), "cuCtxSynchronize");
    slots_.settle_all(moment);
    services_.each([](ContextService& each) { each.context_waited(); });
  });
  collect(*this);
  late_failures_.check_all();
}

void Context::push() {
  check_process();
  check(table_.cuCtxPushCurrent(handle_), "cuCtxPushCurrent");
}

void Context::pop() {
  check_process();
  CUcontext current = nullptr;
  check(table_.cuCtxGetCurrent(&current), "cuCtxGetCurrent");
  if (current != handle_)
    throw Failure(status::kInvalidState,
                  std::string("`context` is not the thread's current context, ") +
                      (current ? "which is another one" : "and there is none") +
                      ": pop contexts in the reverse order of gc_context_push, in the same thread");
  check(table_.cuCtxPopCurrent(&current), "cuCtxPopCurrent");
}

void Context::change_peer_access(Context& peer, CUresult result, const char* call) {
  if (result == CUDA_SUCCESS) return;
  Failure refused = failure(result, call);
  if (result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED || result == CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
    refused.message = "`context` of " + device_.label() +
                      (result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
                           ? " can use the memory of `peer` already: "
                           : " was given no access to the memory of `peer`: ") +
                      refused.message;
  if (refused.status == status::kUnsupported)
    refused.message = device_.label() + " cannot use the memory of " + peer.device_.label() +
                      " (gc_device_can_access_peer tells beforehand): " + refused.message;
  throw refused;
}

namespace {

void check_peer(const Context& context, const Context& peer, bool known) {
  if (&context == &peer)
    throw Failure(status::kInvalidArgument,
                  "`peer` is `context` itself, whose memory it can use: pass another context");
  if (&context.table() != &peer.table() || !known)
    throw Failure(status::kUnsupported, context.device().label() + " cannot use the memory of " +
                                            peer.device().label() + ": copy it");
}

}  // namespace

void Context::enable_peer_access(Context& peer) {
  check_peer(*this, peer, table_.cuCtxEnablePeerAccess != nullptr);
  run([&] {
    change_peer_access(peer, table_.cuCtxEnablePeerAccess(peer.handle_, 0), "cuCtxEnablePeerAccess");
  });
}

void Context::disable_peer_access(Context& peer) {
  check_peer(*this, peer, table_.cuCtxDisablePeerAccess != nullptr);
  run([&] {
    change_peer_access(peer, table_.cuCtxDisablePeerAccess(peer.handle_), "cuCtxDisablePeerAccess");
  });
}

// Returns true if only the default stream can have work left, and that work is done.
bool Context::may_end() noexcept {
  if (process_over()) return false;
  if (loss()) return true;
  bool done = false;
  const bool entered = run_quietly([&] {
    if (kind() == DriverContext::Kind::kOwn && slots_.is_capturing(nullptr)) return;
    if (kind() == DriverContext::Kind::kOwn &&
        !results_.is_over(table_.cuStreamQuery(nullptr), "cuStreamQuery"))
      return;
    time_limits_.let_go();
    if (time_limits_.some_pending()) return;
    slots_.destroy_fences();
    services_.each([&](ContextService& each) { each.context_ends(*this); });
    done = true;
  });
  // A wrapped context that cannot be entered any more was destroyed by its library.
  return done || loss() || (!entered && kind() == DriverContext::Kind::kWrapped);
}

// ----------------------------------------------------------------------------------------------------------

void Context::defer_cleanup(bool defers) {
  check_process();
  if (!deferred_.defer_cleanup(defers)) return;
  handle_collect_all();
  sweep(Sweep::kNow);
}

// Few launches have a time limit, so this is not inlined.
[[gnu::noinline]] void Context::let_time_limits_go() noexcept {
  run_quietly([&] { time_limits_.let_go(); });
}

void Context::sweep_deferred(Sweep how) noexcept {
  const std::unique_lock sweeping = deferred_.begin_sweep(how);
  if (!sweeping.owns_lock()) return;
  if (loss()) {
    deferred_.drop_all();
  } else {
    run_quietly([&] { deferred_.sweep(slots_, how, table_.gridcallMemFree != nullptr); });
  }
}

}  // namespace gridcall::core
