// SPDX-License-Identifier: Apache-2.0

#include "core/context.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <set>

#include "base/concat.h"
#include "core/context_list.h"
#include "core/kernel_cache.h"
#include "core/memory/pool.h"
#include "core/ndarray/dlpack.h"
#include "core/profiler.h"

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

void DriverObject::last_reference() noexcept {
  context_->defer(this);
}

std::vector<std::string> LaunchRing::lines() const {
  std::vector<std::string> lines;
  const std::uint64_t next = next_.load(std::memory_order_relaxed);
  for (std::uint64_t back = 1; back <= kSize && back <= next; ++back) {
    const Entry& entry = entries_[(next - back) % kSize];
    const char* kernel = entry.kernel.load(std::memory_order_relaxed);
    if (!kernel) continue;
    std::string line = std::string(kernel) + "<<<(";
    for (unsigned i = 0; i < 6; ++i) {
      line += std::to_string(entry.shape[i].load(std::memory_order_relaxed));
      line += i == 2 ? "), (" : i == 5 ? ")>>>" : ", ";
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// ----------------------------------------------------------------------------------------------------------

Context::Context(Device& device, std::unique_ptr<DriverContext> held, std::uint64_t device_memory)
    : device_(device),
      table_(device.table()),
      held_(std::move(held)),
      handle_(held_->handle()),
      ends_(held_->kind() != DriverContext::Kind::kPrimary),
      deferred_limit_(device_memory / 4),
      kernel_cache_(std::make_unique<KernelCache>()) {
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
  choice_ = std::move(text);
}

Profiler& Context::own_profiler() {
  const std::lock_guard lock(own_profiler_lock_);
  if (!own_profiler_) own_profiler_ = std::make_unique<Profiler>(*this);
  return *own_profiler_;
}

CUresult Context::restore(CUcontext previous) noexcept {
  if (process_over()) return CUDA_SUCCESS;  // the wait before it may have been long
  CUcontext popped = nullptr;
  const CUresult result = table_.cuCtxPopCurrent(&popped);
  if (result == CUDA_SUCCESS && popped == handle_) return CUDA_SUCCESS;
  return table_.cuCtxSetCurrent(previous);
}

Failure Context::restore_failure(CUresult result) const {
  check_process();
  Failure failure = driver_failure(table_, result, "cuCtxPopCurrent");
  failure.status = status::kDriver;
  failure.message = "the call was done, but the thread's own CUDA context could not be made current again (" +
                    failure.message + "): make it current before other CUDA calls of this thread";
  return failure;
}

namespace {

Failure lost(const std::string& text, const Failure& cause) {
  Failure failure(status::kDeviceLost, text);
  failure.notes = cause.notes;
  failure.driver_code = cause.driver_code;
  failure.driver_name = cause.driver_name;
  return failure;
}

}  // namespace

Failure Context::device_lost(const Device& device, const Failure& cause) {
  return lost(device.label() + " is lost for this process since " + cause.message + ": start a new process",
              cause);
}

void Context::refuse_lost(const Failure& cause) const {
  throw device_lost(device_, cause);
}

void Context::lose(const Failure& cause) noexcept {
  const Failure* expected = nullptr;
  const Failure* kept = nullptr;
  try {
    kept = new Failure(cause);  // kept for the rest of the process
  } catch (...) {
    static const Failure* const plain =
        new (std::nothrow) Failure(status::kDeviceLost, "an earlier kernel failed");
    kept = plain;
  }
  loss_.compare_exchange_strong(expected, kept, std::memory_order_acq_rel);
  device_.lose(cause);
  post_all_tokens();
}

Failure Context::failure(CUresult result, const char* call, const char* undone) {
  check_process();
  try {
    return described(result, call, undone);
  } catch (const std::bad_alloc&) {
    Failure plain(status_of(result), std::string());
    plain.driver_code = static_cast<std::int32_t>(result);
    if (!is_cpu() && is_sticky(result)) lose(plain);
    return plain;
  }
}

Failure Context::described(CUresult result, const char* call, const char* undone) {
  // After one context's fault every call of the process returns it, on all of the driver's GPUs.
  if (const Failure* first = is_cpu() || !is_sticky(result) ? nullptr : driver_loss(device_.driver())) {
    lose(*first);
    return device_lost(device_, *first);
  }
  Failure failure = driver_failure(table_, result, call);
  if (is_cpu()) {
    char text[1024] = {};
    if (table_.gridcallFaultText && table_.gridcallFaultText(text, sizeof text) == CUDA_SUCCESS && *text)
      failure.message = text;
  }
  if (!is_kernel_fault(result)) return failure;
  const std::vector<std::string> launches = launches_.lines();
  if (is_cpu()) {
    if (undone) failure.message += std::string("; ") + undone;
  } else {
    // The call only noticed it: an earlier kernel did it.
    failure.message = "a kernel failed, as " + failure.message;
    if (!launches.empty()) failure.message += "; last launch: " + launches.front();
  }
  for (const std::string& line : launches) failure.notes.push_back("launched before: " + line);
  if (is_cpu()) return failure;
  if (is_sticky(result)) lose(failure);
  failure.message += "; the GPU cannot be used any more in this process: start a new one";
  return failure;
}

void Context::notice(CUresult result, const char* call) noexcept {
  if (is_cpu() || !is_sticky(result) || loss()) return;
  try {
    failure(result, call);
  } catch (...) {
    // The process is over.
  }
}

// What a poll returned: done, without or with a fault.
bool Context::is_over(CUresult result, const char* call) noexcept {
  if (result == CUDA_SUCCESS) return true;
  notice(result, call);
  return is_cpu() && is_kernel_fault(result);
}

// ----------------------------------------------------------------------------------------------------------

unsigned Context::take_slot(CUstream stream) noexcept {
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

bool Context::captures(CUstream stream) const noexcept {
  // No other library captures on the CPU device.
  if ((is_cpu() && captures_.none()) || !table_.cuStreamIsCapturing) return false;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUresult result = table_.cuStreamIsCapturing(stream, &status);
  return result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT ||
         (result == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE);
}

// The streams that share a slot are not known.
bool Context::some_capture(std::uint64_t slots) noexcept {
  for (std::uint64_t rest = slots & all_slots() & ~slot_bit(kSharedSlot); rest != 0; rest &= rest - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(rest));
    StreamSlot& slot = slots_[index];
    // Another thread may destroy the stream: a driver ends the process if it is asked about one that is gone.
    const std::lock_guard polling(slot.polling);
    if ((slot.stream || index == kDefaultSlot) && captures(slot.stream)) return true;
  }
  return false;
}

void Context::refuse_capture(const char* why) const {
  Failure refused = driver_failure(table_, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the driver");
  refused.message = concat(why, " (CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED; the capture goes on)");
  throw refused;
}

bool Context::give_back_slot(unsigned index, CUstream stream, bool destroys) noexcept {
  if (captures(stream)) return false;
  if (index == kSharedSlot) {
    const CUresult result = table_.cuStreamQuery(stream);
    notice(result, "cuStreamQuery");
    if (result == CUDA_ERROR_NOT_READY) return false;
    if (destroys) table_.cuStreamDestroy(stream);
    // With the last of its streams the slot's work is done. One that comes meanwhile queues at that moment or
    // later.
    const std::uint64_t moment = settle_begin();
    if (shared_streams_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      raise(slots_[kSharedSlot].done_at, moment);
    return true;
  }
  StreamSlot& slot = slots_[index];
  if (!slot.polling.try_lock()) return false;
  const CUresult result = table_.cuStreamQuery(stream);
  notice(result, "cuStreamQuery");
  const bool finished = result != CUDA_ERROR_NOT_READY;
  if (finished) {
    if (destroys) table_.cuStreamDestroy(stream);
    raise(slot.done_at, clock_.fetch_add(1) + 1);
    slot.stream = nullptr;
    if (slot.fence) table_.cuEventDestroy(slot.fence);
    slot.fence = nullptr;
    slot.fence_pending = false;
  }
  slot.polling.unlock();
  if (finished) taken_.fetch_and(~slot_bit(index), std::memory_order_release);
  return finished;
}

void Context::forget_stream(unsigned index) noexcept {
  if (index == kSharedSlot) return;
  StreamSlot& slot = slots_[index];
  const std::lock_guard polling(slot.polling);
  slot.stream = nullptr;
  if (slot.fence) table_.cuEventDestroy(slot.fence);
  slot.fence = nullptr;
  slot.fence_pending = false;
}

bool Context::give_back_slot_of_destroyed(unsigned index) noexcept {
  if (index != kSharedSlot && !slots_[index].is_past(~std::uint64_t{0}) && wait_for_all() != CUDA_SUCCESS)
    return false;
  if (index != kSharedSlot)
    taken_.fetch_and(~slot_bit(index), std::memory_order_release);
  else
    shared_streams_.fetch_sub(1, std::memory_order_acq_rel);
  return true;
}

bool Context::is_idle(CUstream stream) {
  const CUresult result = table_.cuStreamQuery(stream);
  if (result == CUDA_ERROR_NOT_READY) return false;
  if (!is_over(result, "cuStreamQuery")) check(result, "cuStreamQuery");
  return true;
}

bool Context::has_happened(CUevent event) {
  const CUresult result = table_.cuEventQuery(event);
  if (result == CUDA_ERROR_NOT_READY) return false;
  if (!is_over(result, "cuEventQuery")) check(result, "cuEventQuery");
  return true;
}

// Needs the context current.
bool Context::slot_idle(unsigned index) noexcept {
  StreamSlot& slot = slots_[index];
  if (slot.is_past(~std::uint64_t{0})) return true;
  if (index == kSharedSlot || !slot.polling.try_lock()) return false;
  const std::uint64_t moment = clock_.fetch_add(1) + 1;
  const bool is_there = slot.stream || index == kDefaultSlot;
  const bool idle =
      is_there && !captures(slot.stream) && is_over(table_.cuStreamQuery(slot.stream), "cuStreamQuery");
  if (idle) raise(slot.done_at, moment);
  slot.polling.unlock();
  return idle;
}

std::uint64_t Context::busy_slots() noexcept {
  std::uint64_t busy = 0;
  for (std::uint64_t rest = all_slots(); rest != 0; rest &= rest - 1) {
    const unsigned slot = static_cast<unsigned>(std::countr_zero(rest));
    if (!slot_idle(slot)) busy |= slot_bit(slot);
  }
  return busy;
}

std::uint64_t Context::unfinished(std::uint64_t slots, std::uint64_t moment, bool ask) noexcept {
  std::uint64_t left = 0;
  for (std::uint64_t rest = slots; rest != 0; rest &= rest - 1) {
    const unsigned index = static_cast<unsigned>(std::countr_zero(rest));
    StreamSlot& slot = slots_[index];
    if (slot.is_past(moment)) continue;
    if (ask && index != kSharedSlot) {
      if (slot_idle(index)) continue;
      // The stream is always busy: an event tells when what counts is done.
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

// The holder of `polling` looks at the slot's event, and puts a new one behind what is queued if need be.
void Context::ask_fence(unsigned index, std::uint64_t moment) noexcept {
  StreamSlot& slot = slots_[index];
  if (slot.fence_pending) {
    if (!is_over(table_.cuEventQuery(slot.fence), "cuEventQuery")) return;
    slot.fence_pending = false;
    raise(slot.done_at, slot.fence_at);
  }
  if (slot.done_at.load(std::memory_order_relaxed) > moment) return;
  if ((!slot.stream && index != kDefaultSlot) || captures(slot.stream)) return;
  if (!slot.fence && table_.cuEventCreate(&slot.fence, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) return;
  const std::uint64_t at = clock_.fetch_add(1) + 1;
  if (table_.cuEventRecord(slot.fence, slot.stream) != CUDA_SUCCESS) return;
  slot.fence_at = at;
  slot.fence_pending = true;
}

void Context::queued_anywhere() noexcept {
  for (std::uint64_t rest = all_slots(); rest != 0; rest &= rest - 1)
    raise(slots_[static_cast<unsigned>(std::countr_zero(rest))].queued_at, now());
}

void Context::use_first(Usage& usage, unsigned slot) {
  // What is captured does not run now; a launch of the graph is ordered behind.
  if (slot >= kStreamSlots) {
    if (!captures_.keep(slot, usage)) usage.exposed.store(true, std::memory_order_relaxed);
    return;
  }
  const RelaxedCaptureMode relaxed(table_, is_cpu() || usage.inherited == 0);
  for (std::uint64_t rest = usage.inherited & ~slot_bit(slot); rest != 0; rest &= rest - 1) {
    const unsigned earlier = static_cast<unsigned>(std::countr_zero(rest));
    if (!slot_idle(earlier)) order_behind(slot, earlier);
  }
  usage.slots.fetch_or(slot_bit(slot), std::memory_order_relaxed);
}

void Context::order_behind_uses(Usage& usage, unsigned slot) {
  if (slot >= kStreamSlots) return use(usage, slot);
  for (std::uint64_t rest = usage.told() & all_slots() & ~slot_bit(slot); rest != 0; rest &= rest - 1) {
    const unsigned earlier = static_cast<unsigned>(std::countr_zero(rest));
    if (!slot_idle(earlier)) order_behind(slot, earlier);
  }
  use(usage, slot);
}

void Context::order_behind(unsigned later, unsigned earlier) {
  if (later == kSharedSlot || earlier == kSharedSlot) {
    check(wait_for_all(), "cuCtxSynchronize");
    return;
  }
  // The earlier stream must not be destroyed meanwhile. Held across driver calls: they queue and do not wait,
  // no other lock is taken inside, and who meets a held flag elsewhere goes on without it.
  const std::lock_guard polling(slots_[earlier].polling);
  if (earlier != kDefaultSlot && !slots_[earlier].stream) return;
  // An event of one in the other would merge the two, or end the capture.
  if (captures(slots_[earlier].stream) || captures(slots_[later].stream)) {
    Failure refused = driver_failure(table_, CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "the order of two streams");
    refused.message =
        "memory of a pool that another stream may still use is first used while one of the two "
        "captures a graph (" +
        refused.message + "): allocate and use it before the capture, or wait for the other";
    throw refused;
  }
  CUevent event = nullptr;
  check(table_.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
  CUresult result = table_.cuEventRecord(event, slots_[earlier].stream);
  const char* call = "cuEventRecord";
  if (result == CUDA_SUCCESS) {
    result = table_.cuStreamWaitEvent(slots_[later].stream, event, 0);
    call = "cuStreamWaitEvent";
  }
  table_.cuEventDestroy(event);  // lives on in the driver until it has happened
  check(result, call);
}

void Context::synchronize() {
  const Ref<Context> keep(this);
  run([&] {
    const EpochPause pause;
    time_limits_.wait(*this, TimeLimits::Scope::all());
    const std::uint64_t moment = settle_begin();
    check(table_.cuCtxSynchronize(), "cuCtxSynchronize");
    for (StreamSlot& slot : slots_) raise(slot.done_at, moment);
    if (Profiler* const recording = profiler()) recording->write_finished();
  });
  collect(*this);
  late_failures_.check_all();
}

CUresult Context::wait_for_all() noexcept {
  if (!table_.gridcallCtxWait && some_capture(~std::uint64_t{0}))
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  const std::uint64_t moment = settle_begin();
  const CUresult result = table_.gridcallCtxWait ? table_.gridcallCtxWait() : table_.cuCtxSynchronize();
  notice(result, "cuCtxSynchronize");
  if (result != CUDA_SUCCESS) return result;
  for (StreamSlot& slot : slots_) raise(slot.done_at, moment);
  return result;
}

// ----------------------------------------------------------------------------------------------------------

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

// All streams that were made in it are gone, and so is their work: what is left is the default stream's.
bool Context::may_end() noexcept {
  if (process_over()) return false;
  if (loss()) return true;
  bool done = false;
  const bool entered = run_quietly([&] {
    if (kind() == DriverContext::Kind::kOwn && captures(nullptr)) return;
    if (kind() == DriverContext::Kind::kOwn && !is_over(table_.cuStreamQuery(nullptr), "cuStreamQuery"))
      return;
    time_limits_.let_go(*this);
    if (time_limits_.some_pending()) return;
    for (StreamSlot& slot : slots_) {
      if (slot.fence) table_.cuEventDestroy(slot.fence);
      slot.fence = nullptr;
      slot.fence_pending = false;
    }
    if (own_profiler_) own_profiler_->finish(true);
    copy_chunks_.free(*this);
    pattern_kernel_.free(*this);
    done = true;
  });
  // One of another library's that cannot be entered any more was destroyed there.
  return done || loss() || (!entered && kind() == DriverContext::Kind::kWrapped);
}

// ----------------------------------------------------------------------------------------------------------

void Context::defer_cleanup(bool defers) {
  check_process();
  std::uint32_t now = cleanup_deferrals();
  do {
    if (!defers && now == 0)
      throw Failure(status::kInvalidState,
                    "`context` does not defer: each call with 0 ends what one with 1 began, and there were "
                    "as many of both");
  } while (!cleanup_deferrals_.compare_exchange_weak(now, defers ? now + 1 : now - 1));
  if (defers || now != 1) return;
  handle_collect_all();
  sweep(Sweep::kNow);
}

// Not inline: few launches have a limit.
[[gnu::noinline]] void Context::let_time_limits_go() noexcept {
  run_quietly([&] { time_limits_.let_go(*this); });
}

void Context::add_pool(Pool& pool) {
  const std::lock_guard lock(pools_lock_);
  pools_.push_back(&pool);
}

void Context::remove_pool(Pool& pool) noexcept {
  const std::lock_guard lock(pools_lock_);
  pools_.erase(std::remove(pools_.begin(), pools_.end(), &pool), pools_.end());
}

Ref<Pool> Context::staging_pool(MemPlace place) {
  const std::lock_guard lock(staging_lock_);
  Staging& staging = staging_[place == MemPlace::kHost ? 1 : 0];
  if (!staging.pool) staging.pool = make<Pool>(*this, PoolSpec{.place = place});
  staging.used_at = std::chrono::steady_clock::now();
  return staging.pool;
}

void Context::drop_staging(bool now) noexcept {
  const std::lock_guard lock(staging_lock_);
  for (Staging& staging : staging_) {
    if (!staging.pool || !staging.pool->is_held_once()) continue;
    if (!now && std::chrono::steady_clock::now() - staging.used_at < std::chrono::seconds(1)) continue;
    staging.pool->release_held(0);
    staging.pool.reset();
  }
}

void Context::drop_kernels_if_unused() noexcept {
  kernel_cache_->drop_if_unused(*this, 1);  // the list of contexts has the other one
}

void Context::free_staging() noexcept {
  {
    const std::lock_guard lock(staging_lock_);
    for (Staging& staging : staging_)
      if (staging.pool) staging.pool->release_held(0);
  }
  if (!copy_chunks_.are_unused()) return;
  // A driver may wait for everything that runs to free them.
  run_quietly([&] {
    if (busy_slots() == 0) copy_chunks_.free(*this);
  });
}

void Context::free_held_by_pools(const Pool* except) noexcept {
  const std::lock_guard lock(pools_lock_);
  for (Pool* pool : pools_)
    if (pool != except) pool->release_held(0);
}

// ----------------------------------------------------------------------------------------------------------

void collect(Context& context, Context::Sweep how) noexcept {
  handle_collect_some();
  context.sweep(how);
  sweep_ending_contexts_now_and_then(&context);
}

namespace {

// Whether a GPU may have tokens outstanding, and when that was looked at last.
std::atomic<bool> gpu_tokens{false};
std::atomic<std::int64_t> looked_at_ns{0};

template <class Visit>
void each_context(Visit&& visit) {
  for (Device* device : devices())
    if (Context* context = device->made_context()) visit(*context);
  each_ending_context(visit);
}

}  // namespace

void Context::add_notification(Notification& notification) noexcept {
  notifications_.add(notification);
  if (is_cpu()) return;
  gpu_tokens.store(true, std::memory_order_relaxed);
  // Lost since it was queued: what was added after the loss was noticed is posted here.
  if (loss()) post_all_tokens();
}

bool notice_losses() noexcept {
  if (!gpu_tokens.load(std::memory_order_relaxed)) return false;
  const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  std::int64_t last = looked_at_ns.load(std::memory_order_relaxed);
  if (now - last < static_cast<std::int64_t>(kLookForLossesNs)) return true;
  if (!looked_at_ns.compare_exchange_strong(last, now, std::memory_order_relaxed)) return true;
  gpu_tokens.store(false, std::memory_order_relaxed);
  bool some = false;
  try {
    each_context([&](Context& context) {
      if (context.is_cpu() || !context.some_tokens_outstanding()) return;
      some = true;
      context.run_quietly([&] { context.busy_slots(); });
    });
  } catch (...) {
    // No driver: no tokens.
  }
  if (some) gpu_tokens.store(true, std::memory_order_relaxed);
  return some;
}

void sweep_everywhere() noexcept {
  if (process_over()) return;
  handle_collect();
  try {
    for (Device* device : devices())
      if (Context* context = device->made_context()) context->sweep(Context::Sweep::kCheap);
  } catch (...) {
    // No driver: nothing was made.
  }
  sweep_ending_contexts(nullptr, Context::Sweep::kCheap);
}

void clear_all_memos() {
  // Dropped behind the list's lock: the last reference of a context may go with them.
  std::vector<Memo::Entries> dropped;
  each_context([&](Context& context) { dropped.push_back(context.memo().take()); });
}

void collect_everything() {
  check_process();
  // Giving one thing back may drop the last reference of another: a kernel's module, a pool's blocks.
  for (int round = 0; round < 3; ++round) {
    handle_collect_all();
    for (Device* device : devices()) {
      Context* context = device->made_context();
      if (!context) continue;
      if (round == 0 && context->cleanup_deferrals() == 0) context->free_staging();
      context->sweep(Context::Sweep::kNow);
    }
    sweep_ending_contexts(nullptr, Context::Sweep::kNow);
  }
  delete_finished_tensors();
}

}  // namespace gridcall::core
