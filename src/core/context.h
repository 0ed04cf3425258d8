// SPDX-License-Identifier: Apache-2.0
//
// A context of a device: where calls run, which queues have work, what waits to be given back. The primary
// ones live as long as the process; the others end with the last handle and the last object of theirs
// (core/context_list.h).

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/capture.h"
#include "core/check.h"
#include "core/copy/copy_chunks.h"
#include "core/copy/pattern_kernel.h"
#include "core/deferred.h"
#include "core/device.h"
#include "core/driver_context.h"
#include "core/handle.h"
#include "core/late_failures.h"
#include "core/memo.h"
#include "core/notification.h"
#include "core/stream_slot.h"
#include "core/time_limit.h"

namespace gridcall::core {

class KernelCache;
class Pool;
class Profiler;
class Stream;

// Something that goes back to the driver. Its last reference queues it on its context; the context gives it
// back when that cannot wait for a running kernel.
class DriverObject : public Object {
 public:
  Context& context() const noexcept { return *context_; }

  // Whether a driver may wait for everything that runs on the device to give it back (memory, modules).
  virtual bool waits_for_device() const noexcept = 0;
  // Whose work may use it; all ones: anybody's. And who was told to use it.
  virtual std::uint64_t slots_in_use() const noexcept = 0;
  virtual std::uint64_t slots_told() const noexcept { return slots_in_use(); }
  virtual std::uint64_t device_bytes() const noexcept { return 0; }
  // Whether the process has a descriptor open as long as the driver has it.
  virtual bool holds_descriptor() const noexcept { return false; }
  // Calls the driver, with the context current. Not called if the device is lost. False: not yet.
  virtual bool give_back() noexcept = 0;
  // After give_back, or instead of it.
  virtual void destroy() noexcept { delete this; }

  std::uint64_t deferred_at = 0;  // the context's moment when it was released

 protected:
  explicit DriverObject(Context& context) noexcept;
  ~DriverObject() override;
  void last_reference() noexcept override;

  Context* const context_;
};

// The last launches, for the report of a fault that is noticed later. Written without locks: a fault's
// report may show a launch twice or miss one, and never more than that.
class LaunchRing {
 public:
  static constexpr unsigned kSize = 16;

  void add(const char* kernel, const std::uint32_t grid[3], const std::uint32_t block[3]) noexcept {
    const std::uint64_t number = next_.load(std::memory_order_relaxed);
    next_.store(number + 1, std::memory_order_relaxed);
    Entry& entry = entries_[number % kSize];
    entry.kernel.store(kernel, std::memory_order_relaxed);
    for (unsigned i = 0; i < 3; ++i) {
      entry.shape[i].store(grid[i], std::memory_order_relaxed);
      entry.shape[3 + i].store(block[i], std::memory_order_relaxed);
    }
  }
  // Newest first: "scale<<<(4,1,1),(256,1,1)>>>".
  std::vector<std::string> lines() const;

 private:
  struct Entry {
    std::atomic<const char*> kernel{nullptr};  // interned: names outlive their kernels
    std::atomic<std::uint32_t> shape[6] = {};
  };
  std::array<Entry, kSize> entries_;
  std::atomic<std::uint64_t> next_{0};
};

class Context final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kContext;

  Context(Device& device, std::unique_ptr<DriverContext> held, std::uint64_t device_memory);
  ~Context() override;

  Device& device() const noexcept { return device_; }
  const driver::Table& table() const noexcept { return table_; }
  bool is_cpu() const noexcept { return device_.is_cpu(); }
  driver::CUcontext driver_handle() const noexcept { return handle_; }
  DriverContext::Kind kind() const noexcept { return held_->kind(); }
  bool is_primary() const noexcept { return !ends_; }
  // Whether it ends with the last reference: each object of it holds one then.
  bool ends() const noexcept { return ends_; }
  const DriverContext& held() const noexcept { return *held_; }
  // Every buffer is to be one of its own, of exactly its size, so that what runs off it is found.
  bool checks_memory() const noexcept { return checks_memory_; }

  std::string choice() const;
  void set_choice(std::string text);

  // Runs `body` with this context current and leaves the thread's own as it was.
  template <class Body>
  std::invoke_result_t<Body> run(Body&& body) {
    check_process();
    check_loss();
    const Current current(*this);
    if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
      body();
      current.leave();
    } else {
      auto result = body();
      current.leave();
      return result;
    }
  }
  // The same for what must not throw: false if the context cannot be made current.
  template <class Body>
  bool run_quietly(Body&& body) noexcept {
    if (process_over() || loss()) return false;
    driver::CUcontext previous = nullptr;
    if (table_.cuCtxGetCurrent(&previous) != driver::CUDA_SUCCESS) return false;
    if (previous != handle_ && table_.cuCtxPushCurrent(handle_) != driver::CUDA_SUCCESS) return false;
    {
      const RelaxedCaptureMode relaxed(table_, is_cpu());
      body();
    }
    if (previous != handle_) restore(previous);
    return true;
  }

  // Throws unless `result` is CUDA_SUCCESS; notices the loss of the device. `undone`: what the call did not
  // do if it only reports the fault of an earlier kernel, "the copy was not made"; nullptr for a call that
  // waits.
  void check(driver::CUresult result, const char* call, const char* undone = nullptr) {
    if (__builtin_expect(result != driver::CUDA_SUCCESS, 0)) throw failure(result, call, undone);
  }
  // Without memory for the words, the status alone: a fault that was taken from the driver is reported.
  Failure failure(driver::CUresult result, const char* call, const char* undone = nullptr);

  // The fault that made it unusable, on a GPU; or nullptr.
  const Failure* loss() const noexcept { return loss_.load(std::memory_order_acquire); }
  // Throws DEVICE_LOST if there is one.
  void check_loss() const {
    if (const Failure* cause = loss(); __builtin_expect(cause != nullptr, 0)) refuse_lost(*cause);
  }
  static Failure device_lost(const Device& device, const Failure& cause);

  // The calling thread's current context, for other libraries.
  void push();
  void pop();
  void enable_peer_access(Context& peer);
  void disable_peer_access(Context& peer);

  // Nobody holds it any more. True: its work is done, and it may be deleted.
  bool may_end() noexcept;

  // For calls that work for something else (polls, memory): a GPU may be found lost. A fault on the CPU
  // device stays with its stream, for who waits for that or works on it.
  void notice(driver::CUresult result, const char* call) noexcept;

  LaunchRing& launches() noexcept { return launches_; }
  // Launches with a time limit, where the driver cannot end them.
  TimeLimits& time_limits() noexcept { return time_limits_; }

  // Of work whose end tells the driver nothing of its failure.
  LateFailures& late_failures() noexcept { return late_failures_; }

  // The profiler that is started; nullptr: none.
  Profiler* profiler() const noexcept { return profiler_.load(std::memory_order_relaxed); }
  void set_profiler(Profiler* profiler) noexcept { profiler_.store(profiler, std::memory_order_relaxed); }
  // Made when it is first asked for, and kept.
  Profiler& own_profiler();

  // --- Stream slots.
  unsigned take_slot(driver::CUstream stream) noexcept;
  // False while the stream has work, so that the slot cannot be used again. `destroys`: the stream is ours.
  bool give_back_slot(unsigned slot, driver::CUstream stream, bool destroys) noexcept;
  // The stream is about to be destroyed, and its work may still run: nobody asks about it any more.
  void forget_stream(unsigned slot) noexcept;
  // Waits for all work, for nothing else tells whether that of the stream is done. False: it cannot yet.
  bool give_back_slot_of_destroyed(unsigned slot) noexcept;
  // Work was queued on it.
  void queued(unsigned slot) noexcept {
    if (__builtin_expect(slot < kStreamSlots, 1)) return raise(slots_[slot].queued_at, now());
    if (!captures_.of(slot)) queued_anywhere();
  }
  // Around waiting for a slot: what was queued before the moment that the first answers is done when the wait
  // has succeeded. Until then it counts as running, for every thread.
  std::uint64_t settle_begin() noexcept { return clock_.fetch_add(1) + 1; }
  void settle(unsigned slot, std::uint64_t moment) noexcept {
    if (slot < kSharedSlot) raise(slots_[slot].done_at, moment);
  }

  // On a stream whose capture another thread ended meanwhile: on any slot, as far as is known.
  void queued_anywhere() noexcept;

  // Whether what is queued on the stream is recorded for a CUDA graph and not run. To
  // ask such a stream whether it is idle, or to wait for it, ends the capture. The default stream counts
  // while a stream that is ordered with it captures. The context must be current.
  bool captures(driver::CUstream stream) const noexcept;
  bool some_capture(std::uint64_t slots) noexcept;
  // Throws what a driver returns where a capture would end, which goes on. `why`: in place of its text.
  [[noreturn]] void refuse_capture(const char* why) const;
  // Those that this library began.
  Captures& captures() noexcept { return captures_; }
  // Whether the stream has nothing to do: a poll, which takes no fault away. Throws what else the driver
  // says.
  bool is_idle(driver::CUstream stream);
  // The same of an event.
  bool has_happened(driver::CUevent event);

  // Declares that work on `slot` is about to use something.
  void use(Usage& usage, unsigned slot) {
    if (__builtin_expect((usage.slots.load(std::memory_order_relaxed) & slot_bit(slot)) == 0, 0))
      use_first(usage, slot);
  }

  // What is queued on `slot` from here on comes behind all work that uses it so far, and uses it too. The
  // context must be current.
  void order_behind_uses(Usage& usage, unsigned slot);

  // The moment that work queued so far belongs to; compare with a slot's done_at.
  std::uint64_t now() const noexcept { return clock_.load(std::memory_order_acquire); }
  // Those of `slots` that may still run what was queued at or before `moment`. `ask`: ask the driver and put
  // events where it helps later; else only what is known. The context must be current to ask.
  std::uint64_t unfinished(std::uint64_t slots, std::uint64_t moment, bool ask) noexcept;
  // Those that exist, and those of them that have work. The context must be current to ask.
  std::uint64_t all_slots() const noexcept { return taken_.load(std::memory_order_acquire); }
  std::uint64_t busy_slots() noexcept;

  void synchronize();
  // Waits too, with the context current, and reports no kernel's fault: for what only wants memory back.
  driver::CUresult wait_for_all() noexcept;

  // --- What waits to be given back.
  void defer(DriverObject* object) noexcept { deferred_.add(object); }
  using Sweep = core::Sweep;
  // Gives back what can be given back. Never throws; waits for a running kernel only if `how` says so.
  void sweep(Sweep how) noexcept {
    if (__builtin_expect(time_limits_.some_pending(), 0)) let_time_limits_go();
    const bool is_short = how == Sweep::kMemoryLow || how == Sweep::kPressed;
    if (__builtin_expect(cleanup_deferrals() == 0, 1) || is_short) deferred_.sweep(*this, how);
  }
  // While they are not 0 only what memory is needed for is given back.
  std::uint32_t cleanup_deferrals() const noexcept {
    return cleanup_deferrals_.load(std::memory_order_relaxed);
  }
  // One more, or one less. Throws INVALID_STATE.
  void defer_cleanup(bool defers);
  // Too much waits for an idle device.
  bool defers_much() const noexcept {
    return deferred_.bytes() > deferred_limit_ || deferred_.count() > kMaxDeferred ||
           deferred_.descriptors() > kMaxDeferredDescriptors;
  }

  // --- Pools, for when memory runs out.
  void add_pool(Pool& pool);
  void remove_pool(Pool& pool) noexcept;
  void free_held_by_pools(const Pool* except) noexcept;
  // For what lasts as long as a call or a mapping: page-locked memory for what passes through the host, and
  // device memory.
  static constexpr std::uint64_t kKeptStagingBytes = std::uint64_t{64} << 20;  // to keep when it is not used
  Ref<Pool> staging_pool(MemPlace place);
  void free_staging() noexcept;
  // The pool holds the context: dropped once it is not used for a second, or `now`, if nothing is mapped.
  void drop_staging(bool now) noexcept;

  // Kernels of the library's own sources. Their modules hold a context that ends: dropped when nothing else
  // does.
  KernelCache& kernel_cache() noexcept { return *kernel_cache_; }
  void drop_kernels_if_unused() noexcept;

  // What the program keeps for the context.
  Memo& memo() noexcept { return memo_; }

  // What ordinary memory of the host is copied through.
  CopyChunks& copy_chunks() noexcept { return copy_chunks_; }
  // Held while the driver is asked about the slot's stream.
  SpinLock& polling(unsigned slot) noexcept { return slots_[slot].polling; }
  PatternKernel& pattern_kernel() noexcept { return pattern_kernel_; }

  // --- Tokens that streams have still to post.
  void add_notification(Notification& notification) noexcept;
  bool some_tokens_outstanding() noexcept { return notifications_.some_outstanding(); }
  // The device is lost: no driver will post them.
  void post_all_tokens() noexcept { notifications_.post_all(); }

 private:
  class Current {
   public:
    explicit Current(Context& context) : context_(context) {
      context.check(context.table_.cuCtxGetCurrent(&previous_), "cuCtxGetCurrent");
      if (previous_ == context.handle_) return;
      context.check(context.table_.cuCtxPushCurrent(context.handle_), "cuCtxPushCurrent");
      pushed_ = true;
    }
    ~Current() {
      if (pushed_) context_.restore(previous_);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    void leave() const {
      if (!pushed_) return;
      pushed_ = false;
      const driver::CUresult result = context_.restore(previous_);
      if (result != driver::CUDA_SUCCESS) throw context_.restore_failure(result);
    }

   private:
    Context& context_;
    driver::CUcontext previous_ = nullptr;
    mutable bool pushed_ = false;
  };
  driver::CUresult restore(driver::CUcontext previous) noexcept;
  Failure restore_failure(driver::CUresult result) const;
  [[noreturn]] void refuse_lost(const Failure& cause) const;
  void lose(const Failure& cause) noexcept;
  void change_peer_access(Context& peer, driver::CUresult result, const char* call);
  Failure described(driver::CUresult result, const char* call, const char* undone);
  void let_time_limits_go() noexcept;
  void use_first(Usage& usage, unsigned slot);
  void order_behind(unsigned later, unsigned earlier);
  bool is_over(driver::CUresult result, const char* call) noexcept;
  bool slot_idle(unsigned slot) noexcept;
  void ask_fence(unsigned slot, std::uint64_t moment) noexcept;
  static void raise(std::atomic<std::uint64_t>& value, std::uint64_t to) noexcept {
    std::uint64_t now = value.load(std::memory_order_relaxed);
    while (now < to && !value.compare_exchange_weak(now, to, std::memory_order_acq_rel)) {
    }
  }

  Device& device_;
  const driver::Table& table_;
  const std::unique_ptr<DriverContext> held_;
  const driver::CUcontext handle_;
  const bool ends_;
  bool checks_memory_ = false;
  std::atomic<const Failure*> loss_{nullptr};  // never freed

  mutable std::mutex choice_lock_;
  std::string choice_;

  std::atomic<Profiler*> profiler_{nullptr};
  LaunchRing launches_;
  TimeLimits time_limits_;
  LateFailures late_failures_;
  std::array<StreamSlot, kStreamSlots> slots_;
  Captures captures_;
  std::atomic<std::uint64_t> taken_{slot_bit(kDefaultSlot) | slot_bit(kSharedSlot)};
  std::atomic<std::uint32_t> shared_streams_{0};
  std::atomic<std::uint64_t> clock_{1};

  static constexpr std::uint64_t kMaxDeferred = 65536;
  static constexpr std::uint64_t kMaxDeferredDescriptors = 32;
  Deferred deferred_;
  std::atomic<std::uint32_t> cleanup_deferrals_{0};
  const std::uint64_t deferred_limit_;  // bytes: a quarter of the memory

  std::mutex pools_lock_;
  std::vector<Pool*> pools_;

  struct Staging {
    Ref<Pool> pool;
    std::chrono::steady_clock::time_point used_at;
  };
  std::mutex staging_lock_;
  Staging staging_[2];  // of the device, of the host

  CopyChunks copy_chunks_;
  PatternKernel pattern_kernel_;
  const std::unique_ptr<KernelCache> kernel_cache_;

  Memo memo_;

  Notifications notifications_;

  std::mutex own_profiler_lock_;
  std::unique_ptr<Profiler> own_profiler_;
};

inline DriverObject::DriverObject(Context& context) noexcept : context_(&context) {
  if (__builtin_expect(context.ends(), 0)) context.retain();
}
inline DriverObject::~DriverObject() {
  if (__builtin_expect(context_->ends(), 0)) context_->unretain();
}

// At the start of every call that creates something, and after every wait: handles first, then what they
// held. Never waits for a running kernel.
void collect(Context& context, Context::Sweep how = Context::Sweep::kCheap) noexcept;
// gc_handle_collect: the same for all contexts.
void collect_everything();
// Drops what programs keep for every context.
void clear_all_memos();
// Asks GPUs on which tokens are outstanding whether they are lost, at most once in that time. False: there
// are none.
inline constexpr std::uint64_t kLookForLossesNs = 100'000'000;
bool notice_losses() noexcept;
// Gives back in every context what was released and is not in use any more; never waits.
void sweep_everywhere() noexcept;

// A copy of the text that is never freed; one for each different text.
const char* interned(std::string_view text);

}  // namespace gridcall::core
