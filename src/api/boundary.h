// SPDX-License-Identifier: Apache-2.0
//
// The work of every extern "C" function and of no other code: one exception boundary, one handle check, one
// rule for options, one for text, buffers and results. The generated glue (src/api/generated/<noun>.cpp) is
// written against this header alone:
//
//     gc_status gc_mem_alloc(gc_context* context, uint64_t size, gc_mem** out_mem, gc_error** out_error) {
//       return guard("gc_mem_alloc", out_error, [&](Call& call) {
//         auto& context_ = call.handle<core::Context>(context, "context");
//         call.out(out_mem, "out_mem");
//         call.give(out_mem, mem_alloc(context_, size));
//       });
//     }

#pragma once

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "api/results.h"
#include "base/status.h"
#include "core/error.h"
#include "core/event.h"
#include "core/handle.h"
#include "core/launch.h"
#include "core/memory/pool.h"

struct gc_error;

namespace gridcall::api {

class Call {
 public:
  explicit Call(const char* function) noexcept : function_(function) {}

  const char* function() const noexcept { return function_; }

  // Handles: throws INVALID_HANDLE unless the handle is live and of this type. The object lives until the
  // call ends.
  template <class T>
  [[gnu::always_inline]] T& handle(const void* value, const char* name) const {
    T* object = find<T>(value);
    if (__builtin_expect(!object, 0)) refuse_handle(value, T::kType, name);
    return *object;
  }
  core::AnyObject any_handle(const void* value, const char* name) const {
    const core::AnyObject found = core::handle_find_any(reinterpret_cast<std::uintptr_t>(value));
    if (__builtin_expect(!found.object, 0)) refuse_handle(value, core::HandleType::kNone, name);
    return found;
  }
  core::AnyObject optional_any_handle(const void* value, const char* name) const {
    return value ? any_handle(value, name) : core::AnyObject{};
  }
  template <class T>
  [[gnu::always_inline]] T* optional_handle(const void* value, const char* name) const {
    return !value ? nullptr : &handle<T>(value, name);
  }
  template <class T>
  T* find(const void* value) const noexcept {
    return static_cast<T*>(core::handle_find(reinterpret_cast<std::uintptr_t>(value), T::kType));
  }
  void max_count(std::size_t count, std::size_t max, const char* name) const {
    if (__builtin_expect(count > max, 0)) refuse_count(count, max, name);
  }
  // Checks an array of handles, as `handle` does for one; the message names the element.
  template <class T, class Opaque>
  std::vector<T*> handles(Opaque* const* values, std::size_t count, const char* name) const {
    extent(values, count, sizeof(Opaque*), name);
    std::vector<T*> objects(count);
    for (std::size_t i = 0; i < count; ++i)
      if (!(objects[i] = find<T>(values[i]))) refuse_handle(values[i], T::kType, element(name, i).c_str());
    return objects;
  }

  // Options: NULL is all defaults, a shorter struct (at least `min_size`) has zeros behind it, a longer one
  // must have zeros there, unknown flags are refused.
  template <class T>
  T options(const T* given, const char* name, std::size_t min_size, std::uint64_t known_flags) const {
    if (given) return required_options(given, name, min_size, known_flags);
    T defaults{};
    defaults.struct_size = sizeof(T);
    return defaults;
  }
  template <class T>
  T required_options(const T* given, const char* name, std::size_t min_size,
                     std::uint64_t known_flags) const {
    T copy;
    if (__builtin_expect(given && given->struct_size == sizeof(T), 1)) {
      std::memcpy(&copy, given, sizeof(T));
    } else {
      std::memset(&copy, 0, sizeof(T));
      copy_options(&copy, sizeof(T), given, name, min_size);
    }
    if constexpr (requires(T& t) { t.flags; }) flags(copy.flags, name, known_flags);
    return copy;
  }
  template <class T>
  const T& structure(const T* given, const char* name) const {
    if (!given) refuse_null(name);
    return *given;
  }
  void flags(std::uint64_t value, const char* name, std::uint64_t known) const {
    if (__builtin_expect((value & ~known) != 0, 0)) refuse_flags(value, known, name);
  }
  void reserved(std::uint64_t value, const char* name) const {
    if (__builtin_expect(value != 0, 0)) refuse_reserved(value, name);
  }
  template <class T, class Known>
  T enumeration(T value, const char* name, std::initializer_list<Known> known) const {
    for (const Known number : known)
      if (static_cast<std::int64_t>(number) == static_cast<std::int64_t>(value)) return value;
    refuse_enumeration(static_cast<std::int64_t>(value), name);
  }
  template <class T, class Known>
  std::span<const T> enumerations(const T* values, std::size_t count, const char* name,
                                  std::initializer_list<Known> known) const {
    const std::span<const T> all = array(values, count, name);
    const auto is_known = [&](T value) {
      // As numbers: an enumeration has no value of an unknown one.
      return std::any_of(known.begin(), known.end(),
                         [&](Known each) { return static_cast<T>(each) == value; });
    };
    for (std::size_t i = 0; i < count; ++i)
      if (!is_known(values[i])) refuse_enumeration(values[i], element(name, i).c_str());
    return all;
  }

  // Text: UTF-8, not NULL. `text` has a length and may contain any character but NUL.
  std::string_view str(const char* value, const char* name) const;
  std::string_view optional_str(const char* value, const char* name) const {
    return !value ? std::string_view{} : str(value, name);
  }
  std::string_view text(const char* value, std::size_t size, const char* name) const;
  std::span<const char* const> strings(const char* const* values, std::size_t count, const char* name) const;
  // Returns the text in an array of fixed size, within which it must end.
  std::string_view fixed_text(const char* value, std::size_t size, const char* name) const;

  // Buffers: NULL is allowed only with size 0.
  std::span<const std::byte> bytes(const void* data, std::size_t size, const char* name) const {
    extent(data, size, 1, name);
    return {static_cast<const std::byte*>(data), size};
  }
  std::span<std::byte> out_bytes(void* data, std::size_t size, const char* name) const {
    extent(data, size, 1, name);
    return {static_cast<std::byte*>(data), size};
  }
  template <class T>
  std::span<const T> array(const T* data, std::size_t count, const char* name) const {
    extent(data, count, sizeof(T), name);
    return {data, count};
  }
  void buffer(const void* data, std::size_t size, const char* name) const {
    if (__builtin_expect((!data && size != 0) || size > PTRDIFF_MAX, 0)) refuse_buffer(data, name, size);
  }
  // Checks the address for the size of a buffer's content; the caller must ask for the buffer or the size.
  void needed(const void* data, const std::size_t* where, const char* name) const {
    if (__builtin_expect(!data && !where, 0)) refuse_null(name);
  }
  // Refuses a size that no object can have (-1, an overflow), because the buffer must not be read so far.
  void extent(const void* data, std::size_t count, std::size_t element, const char* name) const {
    buffer(data, count, name);
    if (__builtin_expect(count > PTRDIFF_MAX / element, 0)) refuse_extent(name, count);
  }

  // Checks that the place of a result is not NULL, before any work is done.
  template <class T>
  T& out(T* where, const char* name) const {
    if (__builtin_expect(!where, 0)) refuse_null(name);
    return *where;
  }
  // Checks a struct that can grow, whose size the caller passes.
  template <class T>
  void out_struct(const T* where, const char* name, std::size_t min_size) const {
    out(where, name);
    if (__builtin_expect(where->struct_size != sizeof(T), 0))
      check_struct_size(where->struct_size, name, min_size);
  }
  template <class T>
  void give_struct(T* where, T value) const {
    const std::size_t size = where->struct_size;
    value.struct_size = size;
    std::memcpy(static_cast<void*>(where), &value, size < sizeof(T) ? size : sizeof(T));
    if (size > sizeof(T)) std::memset(reinterpret_cast<char*>(where) + sizeof(T), 0, size - sizeof(T));
  }
  // Results that are handles: the new handle takes over the reference.
  template <class Opaque, class T>
  void give(Opaque** where, core::Ref<T> object) const {
    *where = opaque<Opaque>(core::handle_create(T::kType, object.detach()));
  }
  // Returns a NULL handle if there is no object.
  template <class Opaque, class T>
  void give_optional(Opaque** where, core::Ref<T> object) const {
    *where = object ? opaque<Opaque>(core::handle_create(T::kType, object.detach())) : nullptr;
  }
  // Makes a handle for each object, all or none; `count` is the caller's capacity.
  template <class Opaque, class T>
  void give_each(Opaque** where, std::size_t count, const std::vector<core::Ref<T>>& objects) const {
    if (!where) return;
    HandlesOut<Opaque, T> handles({where, count, nullptr, "count"}, objects);
    check_capacity(handles);
    handles.prepare();
    handles.fill();
  }
  // Returns handles of objects whose handle lives as long as the process (devices).
  template <class Opaque, class T>
  void give_borrowed(Opaque** where, T& object) const {
    *where = opaque<Opaque>(object.handle());
  }

  // A result of unknown size. `needed` receives the size, which includes the NUL of a string, unless it is
  // NULL. If the buffer is too small the call returns OUT_OF_RANGE and does not change it; a call without a
  // buffer only gets the size.
  template <class Out>
  void out_buffer(Out out) const {
    if (out.needed) *out.needed = out.size();
    check_capacity(out);
    if (!out.data) return;
    out.prepare();
    out.fill();
  }
  void out_string(char* buffer, std::size_t capacity, std::size_t* needed, std::string_view value) const {
    out_buffer(StringOut({buffer, capacity, needed, "capacity"}, value));
  }
  template <class T, class Values>
  void out_array(T* buffer, std::size_t capacity, std::size_t* needed, const Values& values) const {
    out_buffer(ArrayOut<T>({buffer, capacity, needed, "capacity"}, values));
  }
  template <class Opaque, class T>
  void out_handles(Opaque** buffer, std::size_t capacity, std::size_t* needed,
                   const std::vector<core::Ref<T>>& objects) const {
    out_buffer(HandlesOut<Opaque, T>({buffer, capacity, needed, "capacity"}, objects));
  }
  template <class Opaque, class T>
  void out_borrowed(Opaque** buffer, std::size_t capacity, std::size_t* needed,
                    const std::vector<T*>& objects) const {
    out_buffer(BorrowedOut<Opaque, T>({buffer, capacity, needed, "capacity"}, objects));
  }

 private:
  template <class Out>
  void check_capacity(const Out& out) const {
    if (__builtin_expect(out.data && out.capacity < out.size(), 0))
      refuse_capacity(out.capacity_name, out.capacity, out.size(), Out::kUnit);
  }
  static std::string element(const char* name, std::size_t index);
  [[noreturn]] void refuse_handle(const void* value, core::HandleType type, const char* name) const;
  [[noreturn]] void refuse_null(const char* name) const;
  [[noreturn]] void refuse_count(std::size_t count, std::size_t max, const char* name) const;
  [[noreturn]] void refuse_extent(const char* name, std::size_t count) const;
  [[noreturn]] void refuse_buffer(const void* data, const char* name, std::size_t size) const;
  [[noreturn]] void refuse_flags(std::uint64_t value, std::uint64_t known, const char* name) const;
  [[noreturn]] void refuse_reserved(std::uint64_t value, const char* name) const;
  [[noreturn]] void refuse_enumeration(std::int64_t value, const char* name) const;
  void check_struct_size(std::size_t given, const char* name, std::size_t min_size) const;
  void copy_options(void* copy, std::size_t size, const void* given, const char* name,
                    std::size_t min_size) const;
  [[noreturn]] void refuse_capacity(const char* name, std::size_t capacity, std::size_t count,
                                    const char* unit) const;

  const char* function_;
};

// A scope in which the thread cannot be cancelled. The C library's exception for a cancellation may come from
// any function that waits, and would end the process at the boundary; so the request waits until the call has
// ended. It costs two locked instructions.
class CancelDisabled {
 public:
  CancelDisabled() noexcept { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~CancelDisabled() { ::pthread_setcancelstate(before_, nullptr); }
  CancelDisabled(const CancelDisabled&) = delete;
  CancelDisabled& operator=(const CancelDisabled&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

namespace detail {
// Converts the exception being handled to a status and, if requested, an error.
std::int32_t answer_exception(const char* function, gc_error** out_error) noexcept;
std::int32_t answer_no_memory(gc_error** out_error) noexcept;
}  // namespace detail

// Runs `body(Call&)` and catches all exceptions. It is for functions that neither wait nor call a driver nor
// make a handle, so that no function with a cancellation point is called.
template <class Body>
std::int32_t guard_quick(const char* function, gc_error** out_error, Body&& body) noexcept {
  const core::Epoch epoch;
  if (__builtin_expect(!epoch, 0)) return detail::answer_no_memory(out_error);
  try {
    Call call(function);
    body(call);
    if (out_error) *out_error = nullptr;
    return status::kOk;
  } catch (...) {
    return detail::answer_exception(function, out_error);
  }
}

namespace detail {
template <class Body>
[[gnu::noinline]] std::int32_t guard_apart(const char* function, gc_error** out_error, Body& body) noexcept {
  return guard_quick(function, out_error, body);
}
}  // namespace detail

// Runs every other function. A thread of type PTHREAD_CANCEL_ASYNCHRONOUS ends before the first or in the
// second pthread_setcancelstate: this function has no objects to destroy and catches nothing, so that it can
// be unwound from each of its instructions.
template <class Body>
std::int32_t guard(const char* function, gc_error** out_error, Body&& body) {
  int before = PTHREAD_CANCEL_ENABLE;
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const std::int32_t status = detail::guard_apart(function, out_error, body);
  ::pthread_setcancelstate(before, nullptr);
  return status;
}

// Returns the result of `body(Call&)` for functions that cannot fail; zero if it throws.
template <class Body>
auto accessor(Body&& body) noexcept -> std::invoke_result_t<Body, Call&> {
  using Result = std::invoke_result_t<Body, Call&>;
  const core::Epoch epoch;
  if (__builtin_expect(!epoch, 0)) return Result{};
  try {
    Call call("");
    return body(call);
  } catch (...) {
    return Result{};
  }
}

// Implements gc_*_release: NULL and a value that is no live handle of this type are ignored. An object that
// others may wait for, or that has data to write back, is closed first.
template <class T>
void release(const void* handle) noexcept {
  if constexpr (requires(T& object) { object.close(); }) {
    const core::Epoch epoch;
    if (T* object = epoch ? Call("").find<T>(handle) : nullptr) object->close();
  }
  core::handle_release(reinterpret_cast<std::uintptr_t>(handle), T::kType);
}

}  // namespace gridcall::api
