// SPDX-License-Identifier: Apache-2.0
//
// A context of a device: where calls run. The primary ones live as long as the process; the others end with
// the last handle and the last object of theirs (core/context_list.h). A context is put together of its
// stream slots (core/stream_slots.h), the results of its calls (core/device_loss.h), what waits to be given
// back (core/deferred.h) and the services that higher parts keep for it (core/services.h).

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "base/each_call.h"
#include "core/deferred.h"
#include "core/device_loss.h"
#include "core/driver_context.h"
#include "core/late_failures.h"
#include "core/services.h"
#include "core/stream_slots.h"
#include "core/time_limit.h"

namespace gridcall::core {

class Profiler;

class Context final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kContext;

  Context(Device& device, std::unique_ptr<DriverContext> held, std::uint64_t device_memory);
  ~Context() override;

  Device& device() const noexcept { return device_; }
  const driver::Table& table() const noexcept { return table_; }
  bool is_cpu() const noexcept { return device_.is_cpu(); }
  driver::CUcontext driver_handle() const noexcept { return handle_; }
  Context* context_or_null() noexcept override { return this; }
  std::optional<std::uint64_t> native() override { return native_number(handle_); }
  const DriverContext& held() const noexcept { return *held_; }
  DriverContext::Kind kind() const noexcept { return held_->kind(); }
  // Returns true if the context ends with its last reference, which each of its objects then holds.
  bool ends() const noexcept { return ends_; }
  bool is_primary() const noexcept { return !ends_; }
  // Returns true if each buffer is an allocation of its exact size, so that an access outside of it is found.
  bool checks_memory() const noexcept { return checks_memory_; }

  // Returns a sentence that says why the program got this device.
  std::string choice() const;
  void set_choice(std::string text);

  // Runs `body` with this context current and restores the thread's own context afterwards.
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
  // Runs `body` likewise, without exceptions. Returns false if the context cannot be made current.
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

  // --- Results of driver calls, forwarded to DeviceLoss.
  void check(driver::CUresult result, const char* call, const char* undone = nullptr) {
    results_.check(result, call, undone);
  }
  Failure failure(driver::CUresult result, const char* call, const char* undone = nullptr) {
    return results_.failure(result, call, undone);
  }
  void notice(driver::CUresult result, const char* call) noexcept { results_.notice(result, call); }
  const Failure* loss() const noexcept { return results_.cause(); }
  void check_loss() const { results_.refuse_if_lost(); }
  DeviceLoss& results() noexcept { return results_; }

  // Makes the context current on the calling thread for other libraries, or undoes that.
  void push();
  void pop();
  void enable_peer_access(Context& peer);
  void disable_peer_access(Context& peer);

  void synchronize();

  StreamSlots& slots() noexcept { return slots_; }
  // Returns the launches with a time limit, if the driver cannot end them.
  TimeLimits& time_limits() noexcept { return time_limits_; }
  // Returns the failures of work that the driver counts as successful.
  LateFailures& late_failures() noexcept { return late_failures_; }

  // --- Objects that wait for their release by the driver.
  void defer(DriverObject* object) noexcept { deferred_.add(object, slots_.now()); }
  const Deferred& deferred() const noexcept { return deferred_; }
  // Gives back the objects that can be given back. Never throws, and waits for a running kernel only if `how`
  // allows it.
  void sweep(Sweep how) noexcept {
    if (__builtin_expect(time_limits_.some_pending(), 0)) let_time_limits_go();
    if (!deferred_.is_empty() && deferred_.may_sweep(how)) sweep_deferred(how);
  }
  // Returns true if sweep() has something to look at.
  bool has_to_sweep() const noexcept { return time_limits_.some_pending() || !deferred_.is_empty(); }
  // Begins or ends one deferral of cleanup. Throws INVALID_STATE.
  void defer_cleanup(bool defers);

  // --- Services of higher layers.
  ContextServices& services() noexcept { return services_; }
  // Returns the active profiler; nullptr if there is none.
  Profiler* profiler() const noexcept { return profiler_.load(std::memory_order_relaxed); }
  void set_profiler(Profiler* profiler) noexcept {
    if (profiler) begin_rare_state();
    if (profiler_.exchange(profiler, std::memory_order_relaxed)) end_rare_state();
  }

  // Returns true if the context's work is done, so that it may be deleted. Only the list's reference is left.
  bool may_end() noexcept;

 private:
  class Current {
   public:
    [[gnu::always_inline]] explicit Current(Context& context) : context_(context) {
      context.check(context.table_.cuCtxGetCurrent(&previous_), "cuCtxGetCurrent");
      if (__builtin_expect(previous_ != context.handle_, 0)) push();
    }
    ~Current() {
      if (pushed_) context_.restore(previous_);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    [[gnu::always_inline]] void leave() const {
      if (__builtin_expect(pushed_, 0)) pop();
    }

   private:
    void push();
    void pop() const;

    Context& context_;
    driver::CUcontext previous_ = nullptr;
    mutable bool pushed_ = false;
  };
  driver::CUresult restore(driver::CUcontext previous) noexcept;
  Failure restore_failure(driver::CUresult result) const;
  void change_peer_access(Context& peer, driver::CUresult result, const char* call);
  void let_time_limits_go() noexcept;
  void sweep_deferred(Sweep how) noexcept;

  Device& device_;
  const driver::Table& table_;
  const std::unique_ptr<DriverContext> held_;
  const driver::CUcontext handle_;
  const bool ends_;
  bool checks_memory_ = false;

  mutable std::mutex choice_lock_;
  std::string choice_;

  std::atomic<Profiler*> profiler_{nullptr};
  DeviceLoss results_;
  StreamSlots slots_;
  TimeLimits time_limits_;
  LateFailures late_failures_;
  Deferred deferred_;
  ContextServices services_;
};

// Returns the context's service of type T.
template <class T>
T& service(Context& context) {
  return context.services().get<T>(context);
}

// Returns a copy of the text that is never freed, the same copy for equal texts.
const char* interned(std::string_view text);

}  // namespace gridcall::core
