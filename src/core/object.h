// SPDX-License-Identifier: Apache-2.0
//
// The object that a handle names, with an intrusive count. A child holds a Ref on its parent, so the order in
// which handles are released cannot matter.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/types.h"

namespace gridcall::core {

class Context;
class Stream;

class GraphObserver {
 public:
  // Records that a graph holds the object, or no longer does.
  virtual void graph_holds(bool does) noexcept = 0;
  // Throws if the work can no longer run.
  virtual void graph_launches() = 0;
  // May queue further work after the launch.
  virtual void graph_launched(const Stream* stream) = 0;

 protected:
  ~GraphObserver() = default;
};

class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void unretain() noexcept {
    if (drop_reference()) last_reference();
  }
  std::uint32_t references() const noexcept { return references_.load(std::memory_order_acquire); }

  // Returns true if there is one reference. Its holder has the object to itself unless it gives out another
  // one.
  bool is_held_once() const noexcept { return references_.load(std::memory_order_acquire) == 1; }

  // Called after the handle is released and no call that looked it up runs any more, and before the handle's
  // reference is dropped.
  virtual void handle_released() noexcept {}

  // Returns the observer of launches of graphs whose captured work uses the object, or nullptr.
  virtual GraphObserver* graph_observer() noexcept { return nullptr; }

  // Returns the context of the object; nullptr if it has none.
  virtual Context* context_or_null() noexcept { return nullptr; }
  // Returns the driver's handle or address of the object for the program; nullopt if there is none.
  virtual std::optional<std::uint64_t> native() { return std::nullopt; }

  // Returns a number that no other object of this process has, and that is not 0. It is drawn at the first
  // call.
  std::uint64_t identity() noexcept;

  // The link in the context's queue of deferred objects (core/context.h).
  Object* next_deferred = nullptr;

 protected:
  Object() = default;
  virtual ~Object() = default;

  // Neither blocks nor calls the driver: an object that owns something of the driver's queues itself.
  virtual void last_reference() noexcept { delete this; }

  // Returns true if it was the last one.
  bool drop_reference() noexcept {
    // The holder of the only reference needs no locked instruction to drop it, because nobody else can take
    // one.
    return references_.load(std::memory_order_acquire) == 1 ||
           references_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  // Revives an object that is used again (a block of a pool).
  void revive() noexcept {
    references_.store(1, std::memory_order_relaxed);
    identity_.store(0, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint32_t> references_{1};
  std::atomic<std::uint64_t> identity_{0};
};

// Returns a pointer as the number that gc_handle_get_native returns.
inline std::uint64_t native_number(const void* pointer) noexcept {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ~Ref() { reset(); }
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  // Takes over the reference that `object` was made with.
  static Ref adopt(T* object) noexcept {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  T* detach() noexcept { return std::exchange(object_, nullptr); }
  void reset() noexcept {
    if (T* object = std::exchange(object_, nullptr)) object->unretain();
  }

  T* get() const noexcept { return object_; }
  T* operator->() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

template <class T, class... Arguments>
Ref<T> make(Arguments&&... arguments) {
  return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace gridcall::core
