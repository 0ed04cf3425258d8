// SPDX-License-Identifier: Apache-2.0
//
// Results of a call on their way out. A result whose size only the library knows goes out in four steps: its
// size, the check of the buffer, what can still fail, the content.
//
//     size()      what `needed` receives
//     check(call) OUT_OF_RANGE if there is a buffer and it is too small
//     prepare()   makes handles
//     fill()      cannot fail

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/handle.h"
#include "core/object.h"

namespace gridcall::api {

template <class Opaque>
Opaque* opaque(core::HandleValue value) noexcept {
  return reinterpret_cast<Opaque*>(static_cast<std::uintptr_t>(value));
}

// A handle that is released unless it is taken, so that no handle of several stays if one cannot be made. It
// takes over the reference; nullptr makes no handle.
template <class Opaque>
class NewHandle {
 public:
  template <class T>
  explicit NewHandle(core::Ref<T> object) : type_(T::kType) {
    if (object) value_ = core::handle_create(T::kType, object.detach());
  }
  NewHandle(NewHandle&& other) noexcept : type_(other.type_), value_(std::exchange(other.value_, 0)) {}
  NewHandle& operator=(NewHandle&&) = delete;
  ~NewHandle() {
    if (value_ != 0) core::handle_release(value_, type_);
  }
  Opaque* take() noexcept { return opaque<Opaque>(std::exchange(value_, 0)); }

 private:
  core::HandleType type_;
  core::HandleValue value_ = 0;
};

// The address of a result of unknown size. Without a buffer the caller gets the size alone.
template <class T>
struct Buffer {
  T* data;
  std::size_t capacity;
  std::size_t* needed;
  const char* capacity_name;
};

class StringOut : public Buffer<char> {
 public:
  StringOut(Buffer<char> buffer, std::string_view value) : Buffer(buffer), value_(value) {}
  static constexpr const char* kUnit = "bytes";
  std::size_t size() const noexcept { return value_.size() + 1; }
  void prepare() const noexcept {}
  void fill() const noexcept {
    if (!value_.empty()) std::memcpy(data, value_.data(), value_.size());
    data[value_.size()] = 0;
  }

 private:
  std::string_view value_;
};

template <class T>
class ArrayOut : public Buffer<T> {
 public:
  ArrayOut(Buffer<T> buffer, std::span<const T> values) : Buffer<T>(buffer), values_(values) {}
  static constexpr const char* kUnit = "elements";
  std::size_t size() const noexcept { return values_.size(); }
  void prepare() const noexcept {}
  void fill() const noexcept {
    if (!values_.empty()) std::memcpy(this->data, values_.data(), values_.size_bytes());
  }

 private:
  std::span<const T> values_;
};

// Handles that the caller releases.
template <class Opaque, class T>
class HandlesOut : public Buffer<Opaque*> {
 public:
  HandlesOut(Buffer<Opaque*> buffer, std::span<const core::Ref<T>> objects)
      : Buffer<Opaque*>(buffer), objects_(objects) {}
  static constexpr const char* kUnit = "elements";
  std::size_t size() const noexcept { return objects_.size(); }
  void prepare() {
    made_.reserve(objects_.size());
    for (const core::Ref<T>& object : objects_) made_.emplace_back(object);
  }
  void fill() noexcept {
    for (std::size_t i = 0; i < made_.size(); ++i) this->data[i] = made_[i].take();
  }

 private:
  std::span<const core::Ref<T>> objects_;
  std::vector<NewHandle<Opaque>> made_;
};

// Handles that live as long as the process.
template <class Opaque, class T>
class BorrowedOut : public Buffer<Opaque*> {
 public:
  BorrowedOut(Buffer<Opaque*> buffer, std::span<T* const> objects)
      : Buffer<Opaque*>(buffer), objects_(objects) {}
  static constexpr const char* kUnit = "elements";
  std::size_t size() const noexcept { return objects_.size(); }
  void prepare() const noexcept {}
  void fill() noexcept {
    for (std::size_t i = 0; i < objects_.size(); ++i) this->data[i] = opaque<Opaque>(objects_[i]->handle());
  }

 private:
  std::span<T* const> objects_;
};

}  // namespace gridcall::api
