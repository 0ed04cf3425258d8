// SPDX-License-Identifier: Apache-2.0
//
// Services of a context: caches and lists that higher parts of the library keep for it, each made at its
// first use. The context knows them by what it tells all of them.

#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <memory>
#include <mutex>

namespace gridcall::core {

class Context;

class ContextService {
 public:
  // The places of the services, in the order in which they are notified.
  enum Place : std::uint8_t {
    kProfiler,
    kStaging,
    kFft,
    kKernels,
    kPools,
    kMemo,
    kBlas,
    kSolver,
    kCufft,
    kCount
  };

  virtual ~ContextService() = default;
  // Called after all work of the context is done.
  virtual void context_waited() noexcept {}
  // Drops the service's own references on the context, because no handle names it any more. `now`: also
  // recent ones.
  virtual void drop_references(Context&, bool /*now*/) noexcept {}
  // Frees the memory that is not in use, because the program asks for it.
  virtual void free_unused(Context&) noexcept {}
  // Called before the context is destroyed; it is current, and its work is done.
  virtual void context_ends(Context&) noexcept {}
};

class ContextServices {
 public:
  ContextServices() = default;
  ~ContextServices() {
    for (const auto& service : made_) delete service.load(std::memory_order_acquire);
  }
  ContextServices(const ContextServices&) = delete;
  ContextServices& operator=(const ContextServices&) = delete;

  // Returns the service of type T, whose place is T::kPlace.
  template <std::derived_from<ContextService> T>
  T& get(Context& context) {
    if (ContextService* made = made_[T::kPlace].load(std::memory_order_acquire);
        __builtin_expect(made != nullptr, 1))
      return static_cast<T&>(*made);
    return static_cast<T&>(
        make(T::kPlace, [&]() -> std::unique_ptr<ContextService> { return std::make_unique<T>(context); }));
  }

  // Returns the service, or nullptr if it was never used.
  template <std::derived_from<ContextService> T>
  T* find() noexcept {
    return static_cast<T*>(made_[T::kPlace].load(std::memory_order_acquire));
  }

  template <class Visit>
  void each(Visit&& visit) noexcept {
    for (const auto& service : made_)
      if (ContextService* made = service.load(std::memory_order_acquire)) visit(*made);
  }

 private:
  template <class Make>
  ContextService& make(ContextService::Place place, Make&& make) {
    const std::lock_guard lock(lock_);
    if (!made_[place].load(std::memory_order_relaxed))
      made_[place].store(make().release(), std::memory_order_release);
    return *made_[place].load(std::memory_order_relaxed);
  }

  std::array<std::atomic<ContextService*>, ContextService::kCount> made_ = {};
  std::mutex lock_;
};

}  // namespace gridcall::core
