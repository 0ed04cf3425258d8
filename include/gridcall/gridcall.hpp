// SPDX-License-Identifier: Apache-2.0
//
// C++17 over the C API: handles that release themselves, errors as exceptions, memory with an element type,
// launches with arguments of any type. The header alone, beside gridcall.h: nothing else is linked.
//
//     gridcall::context context;
//     gridcall::module module(context, source);
//     gridcall::buffer<float> x(context, std::vector<float>{1, 2, 3});
//     gridcall::launch(module.kernel("twice"), 1, 32, x, 3);
//     std::vector<float> result = x.download();
//
// What has no method here is called by its C name, with the same objects:
// gridcall::call<gc_stream_get_attribute>(stream, GRIDCALL_STREAM_ATTRIBUTE_PRIORITY) throws what fails, and
// returns what the function writes: an object, a number, or a tuple.
//
// Objects are moved, not copied; moved from and default-constructed ones are empty, which the library takes
// as NULL. Any order of destruction is right, on any thread. Without exceptions (-fno-exceptions) an error is
// printed, and the program ends.

#ifndef GRIDCALL_GRIDCALL_HPP
#define GRIDCALL_GRIDCALL_HPP

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gridcall/gridcall.h"

namespace gridcall {

/// A call of the library that failed. what() is all that is known: status, message, notes and compile log.
class error : public std::exception {
 public:
  error(gc_status status, std::string message, std::string text)
      : status_(status), message_(std::move(message)), text_(std::move(text)) {}
  /// One of GRIDCALL_ERROR_*.
  gc_status status() const noexcept { return status_; }
  /// One line.
  const std::string& message() const noexcept { return message_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  gc_status status_;
  std::string message_, text_;
};

namespace detail {

[[noreturn]] inline void fail(error failure) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
  throw failure;
#else
  std::fprintf(stderr, "%s\n", failure.what());
  std::abort();
#endif
}

inline void check(gc_status status, gc_error* failed) {
  if (status == GRIDCALL_OK) return;
  error failure(status, gc_error_message(failed), gc_error_text(failed));
  gc_error_release(failed);
  fail(std::move(failure));
}

template <class C>
struct release;  // for each type of object that is released

}  // namespace detail

/// Owns a handle of the C API.
template <class C>
class object {
 public:
  object() noexcept = default;
  /// Takes a handle over, which nobody else releases.
  explicit object(C* handle) noexcept : handle_(handle) {}
  object(object&& other) noexcept : handle_(other.release()) {}
  object& operator=(object&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  ~object() { reset(); }

  /// The handle, which stays this object's.
  C* get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// The handle, which somebody else must release.
  C* release() noexcept { return std::exchange(handle_, nullptr); }
  void reset(C* handle = nullptr) noexcept {
    if (C* old = std::exchange(handle_, handle)) detail::release<C>::call(old);
  }

 private:
  C* handle_ = nullptr;
};

class device;
class context;
class stream;
class event;
class mem;
class module;
class kernel;
class prepared;
class graph;
class pool;

namespace detail {

// The class of a handle that a function returns.
template <class C>
struct class_of {
  using type = object<C>;
};

#define GRIDCALL_RELEASED(name)                    \
  template <>                                      \
  struct release<gc_##name> {                      \
    static void call(gc_##name* handle) noexcept { \
      gc_##name##_release(handle);                 \
    }                                              \
  };
#define GRIDCALL_CLASS(name)   \
  template <>                  \
  struct class_of<gc_##name> { \
    using type = name;         \
  };
GRIDCALL_CLASS(device)
GRIDCALL_CLASS(context)
GRIDCALL_CLASS(stream)
GRIDCALL_CLASS(event)
GRIDCALL_CLASS(mem)
GRIDCALL_CLASS(module)
GRIDCALL_CLASS(kernel)
GRIDCALL_CLASS(prepared)
GRIDCALL_CLASS(graph)
GRIDCALL_CLASS(pool)
#undef GRIDCALL_CLASS
GRIDCALL_RELEASED(context)
GRIDCALL_RELEASED(stream)
GRIDCALL_RELEASED(event)
GRIDCALL_RELEASED(completion)
GRIDCALL_RELEASED(dtype)
GRIDCALL_RELEASED(mem)
GRIDCALL_RELEASED(mapping)
GRIDCALL_RELEASED(array)
GRIDCALL_RELEASED(texture)
GRIDCALL_RELEASED(surface)
GRIDCALL_RELEASED(sampler)
GRIDCALL_RELEASED(module)
GRIDCALL_RELEASED(program)
GRIDCALL_RELEASED(kernel)
GRIDCALL_RELEASED(prepared)
GRIDCALL_RELEASED(graph)
GRIDCALL_RELEASED(pool)
GRIDCALL_RELEASED(ndarray)
#ifdef GRIDCALL_PREVIEW_H
GRIDCALL_RELEASED(pipe)
GRIDCALL_RELEASED(log)
GRIDCALL_RELEASED(comm)
#endif
#undef GRIDCALL_RELEASED

// What an object is for C: its handle. Everything else is passed on.
template <class T, class = void>
struct has_handle : std::false_type {};
template <class T>
struct has_handle<T, std::void_t<decltype(std::declval<const T&>().get())>>
    : std::is_pointer<decltype(std::declval<const T&>().get())> {};
template <class T>
decltype(auto) raw(T&& value) {
  if constexpr (has_handle<std::decay_t<T>>::value) {
    return value.get();
  } else {
    return std::forward<T>(value);
  }
}

// A variable that a function of C writes, and its value in C++.
template <class T>
struct result {
  T value{};
  T* out() { return &value; }
  T take() { return value; }
};
template <class C>
struct result<C*> {
  C* value = nullptr;
  C** out() { return &value; }
  auto take() {
    if constexpr (std::is_const_v<C> || std::is_void_v<C>) {
      return value;
    } else {
      return typename class_of<C>::type(value);
    }
  }
};

template <class F>
struct signature;
template <class... P>
struct signature<gc_status (*)(P...)> {
  static constexpr std::size_t count = sizeof...(P) - 1;  // the last is the error
  template <std::size_t I>
  using out = result<std::remove_pointer_t<std::tuple_element_t<I, std::tuple<P...>>>>;
};

template <auto Function, class S, std::size_t Given, std::size_t... I, class... Args>
auto call(std::index_sequence<I...>, Args&&... args) {
  std::tuple<typename S::template out<Given + I>...> outs;
  gc_error* failed = nullptr;
  const gc_status status = Function(raw(std::forward<Args>(args))..., std::get<I>(outs).out()..., &failed);
  check(status, failed);
  if constexpr (sizeof...(I) == 1) {
    return std::get<0>(outs).take();
  } else if constexpr (sizeof...(I) > 1) {
    return std::make_tuple(std::get<I>(outs).take()...);
  }
}

// The number of elements, if C++ can be asked for it.
template <class R>
using element = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<R&>().data())>>;

}  // namespace detail

/// Calls a function of C with objects of either, and throws what fails. The results that are left out are
/// returned: an object, a number, or a tuple of them.
template <auto Function, class... Args>
auto call(Args&&... args) {
  using signature = detail::signature<decltype(Function)>;
  constexpr std::size_t given = sizeof...(Args);
  static_assert(given <= signature::count, "there are more arguments than the function takes");
  return detail::call<Function, signature, given>(std::make_index_sequence<signature::count - given>(),
                                                  std::forward<Args>(args)...);
}

/// The text that a function of C writes into a buffer: gridcall::text<gc_device_get_name>(device).
template <auto Function, class... Args>
std::string text(const Args&... args) {
  gc_error* failed = nullptr;
  std::size_t needed = 0;
  std::string value(255, '\0');
  gc_status status = Function(detail::raw(args)..., value.data(), value.size() + 1, &needed, &failed);
  if (status == GRIDCALL_ERROR_OUT_OF_RANGE && needed > value.size() + 1) {
    gc_error_release(std::exchange(failed, nullptr));
    value.resize(needed - 1);
    status = Function(detail::raw(args)..., value.data(), value.size() + 1, &needed, &failed);
  }
  detail::check(status, failed);
  value.resize(needed > 0 ? needed - 1 : 0);
  return value;
}

/// A GPU or the CPU device; never released, and copied freely.
class device {
 public:
  explicit device(gc_device* handle) noexcept : handle_(handle) {}
  explicit device(int32_t index);
  static int32_t count() { return gridcall::call<gc_device_get_count>(); }
  /// By "cpu", "gpu", a number, a part of its name, or a bus address.
  static device find(const char* text) { return gridcall::call<gc_device_find>(text); }
  std::string name() const { return text<gc_device_get_name>(*this); }
  bool is_cpu() const { return gridcall::call<gc_device_get_kind>(*this) == GRIDCALL_DEVICE_KIND_CPU; }
  gc_device* get() const noexcept { return handle_; }

 private:
  gc_device* handle_;
};

inline device::device(int32_t index) : device(gridcall::call<gc_device_get_by_index>(index)) {}

/// Where memory, streams and modules belong.
class context : public object<gc_context> {
 public:
  using object::object;
  /// The context that the program's environment chooses.
  context() : context(gridcall::call<gc_context_get_default>()) {}
  explicit context(const gridcall::device& device)
      : context(gridcall::call<gc_context_get_primary>(device, nullptr)) {}
  gridcall::device device() const { return gridcall::call<gc_context_get_device>(*this); }
  /// Waits for all of its work.
  void synchronize() const { gridcall::call<gc_context_synchronize>(*this); }
};

/// A recorded sequence of work.
class graph : public object<gc_graph> {
 public:
  using object::object;
  inline void launch(const stream& stream) const;
};

/// A marker in a stream.
class event : public object<gc_event> {
 public:
  using object::object;
  explicit event(const context& context, const gc_event_options* options = nullptr)
      : event(gridcall::call<gc_event_create>(context, options)) {}
  inline void record(const stream& stream) const;
  void synchronize() const { gridcall::call<gc_event_synchronize>(*this); }
  bool query() const { return gridcall::call<gc_event_query>(*this) != 0; }
  /// The time from here to `end`; negative if that happened before.
  std::chrono::nanoseconds elapsed(const event& end) const {
    return std::chrono::nanoseconds(gridcall::call<gc_event_get_elapsed>(*this, end));
  }
};

/// A queue of work. An empty one, `gridcall::stream()`, is the default stream.
class stream : public object<gc_stream> {
 public:
  using object::object;
  explicit stream(const context& context, const gc_stream_options* options = nullptr)
      : stream(gridcall::call<gc_stream_create>(context, options)) {}
  void synchronize() const { gridcall::call<gc_stream_synchronize>(*this); }
  /// Returns false if the time ran out.
  bool synchronize_for(std::chrono::nanoseconds time) const {
    return gridcall::call<gc_stream_synchronize_for>(
               *this, static_cast<uint64_t>(time.count() > 0 ? time.count() : 0)) != 0;
  }
  bool query() const { return gridcall::call<gc_stream_query>(*this) != 0; }
  void wait(const event& event) const { gridcall::call<gc_stream_wait_event>(*this, event); }
  void cancel() const { gridcall::call<gc_stream_cancel>(*this); }

  /// A graph of what a function queues on this stream meanwhile, which does not run.
  template <class Queue>
  graph capture(Queue&& queue) const {
    struct capturing {
      gc_stream* stream;
      ~capturing() {
        if (!stream) return;
        gc_graph* half = nullptr;
        gc_stream_end_capture(stream, &half, nullptr);
        gc_graph_release(half);
      }
    } guard{nullptr};
    gridcall::call<gc_stream_begin_capture>(*this, GRIDCALL_CAPTURE_MODE_RELAXED);
    guard.stream = get();
    std::forward<Queue>(queue)();
    guard.stream = nullptr;
    return gridcall::call<gc_stream_end_capture>(*this);
  }
};

inline void graph::launch(const stream& stream) const {
  gridcall::call<gc_graph_launch>(*this, stream);
}
inline void event::record(const stream& stream) const {
  gridcall::call<gc_event_record>(*this, stream);
}

/// Memory of any kind, in bytes.
class mem : public object<gc_mem> {
 public:
  using object::object;
  mem(const context& context, uint64_t size) : mem(gridcall::call<gc_mem_alloc>(context, size)) {}
  mem(const context& context, const gc_mem_options& options)
      : mem(gridcall::call<gc_mem_create>(context, &options)) {}
  uint64_t size() const { return gridcall::call<gc_mem_get_size>(*this); }
};

/// Keeps memory that was released, for the next who asks.
class pool : public object<gc_pool> {
 public:
  using object::object;
  explicit pool(const context& context, const gc_pool_options* options = nullptr)
      : pool(gridcall::call<gc_pool_create>(context, options)) {}
  mem alloc(uint64_t size, const stream& stream = {}) const {
    return gridcall::call<gc_pool_alloc>(*this, size, stream);
  }
};

/// Device memory of elements of one type; perhaps of none. Copies and fills are behind the work of their
/// stream.
template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied byte for byte");

 public:
  buffer() noexcept = default;
  buffer(const context& context, std::size_t count) : mem_(context, bytes(count)), count_(count) {}
  buffer(const pool& pool, std::size_t count, const stream& stream = {})
      : mem_(pool.alloc(bytes(count), stream)), count_(count) {}
  /// Of a vector, an array or a span: what has data() and size().
  template <class Range, class = std::enable_if_t<std::is_same_v<detail::element<const Range>, T>>>
  buffer(const context& context, const Range& values) : buffer(context, values.size()) {
    upload(values);
  }
  /// Of memory that is there: as many elements as fit.
  explicit buffer(gridcall::mem mem) : mem_(std::move(mem)), count_(mem_.size() / sizeof(T)) {}

  std::size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  const gridcall::mem& mem() const noexcept { return mem_; }
  gc_mem* get() const noexcept { return mem_.get(); }

  /// Returns when `values` may be changed again.
  template <class Range, class = std::enable_if_t<std::is_same_v<detail::element<const Range>, T>>>
  void upload(const Range& values, const stream& stream = {}) const {
    fits("values", values.size(), count_);
    if (values.size() != 0)
      gridcall::call<gc_memcpy_htod>(mem_, 0u, values.data(), values.size() * sizeof(T), stream);
  }
  /// Fills `values` from the beginning, and returns when they are there.
  template <class Range, class = std::enable_if_t<std::is_same_v<detail::element<Range>, T>>>
  void download(Range& values, const stream& stream = {}) const {
    fits("values", values.size(), count_);
    if (values.size() != 0)
      gridcall::call<gc_memcpy_dtoh>(values.data(), mem_, 0u, values.size() * sizeof(T), stream);
  }
  std::vector<T> download(const stream& stream = {}) const {
    std::vector<T> values(count_);
    download(values, stream);
    return values;
  }
  /// Queues a fill with a value, of 128 bytes at most.
  void fill(const T& value, const stream& stream = {}) const {
    if (count_ != 0) gridcall::call<gc_memset>(mem_, 0u, &value, sizeof(T), count_, stream);
  }
  /// Queues a copy of all of another one to the beginning.
  void copy_from(const buffer& from, const stream& stream = {}) const {
    fits("from", from.count_, count_);
    if (from.count_ != 0) gridcall::call<gc_memcpy>(mem_, 0u, from.mem_, 0u, from.count_ * sizeof(T), stream);
  }
  /// A part, of the same memory.
  buffer slice(std::size_t start, std::size_t count) const {
    if (start > count_ || count > count_ - start) {
      refuse("the slice of " + std::to_string(count) + " elements at " + std::to_string(start) +
             " exceeds the buffer, which has " + std::to_string(count_));
    }
    buffer part;
    part.mem_ = gridcall::call<gc_mem_create_sub_region>(mem_, count == 0 ? 0 : start * sizeof(T),
                                                         bytes(count), gc_mem_flags{0});
    part.count_ = count;
    return part;
  }

 private:
  // At least one: the library has no memory of none.
  static uint64_t bytes(std::size_t count) {
    if (count > UINT64_MAX / sizeof(T))
      refuse(std::to_string(count) + " elements are more than memory can address");
    return count == 0 ? 1 : count * sizeof(T);
  }
  static void fits(const char* name, std::size_t given, std::size_t count) {
    if (given <= count) return;
    refuse("`" + std::string(name) + "` has " + std::to_string(given) + " elements, the buffer " +
           std::to_string(count) + ": at most " + std::to_string(count) + " fit");
  }
  [[noreturn]] static void refuse(const std::string& message) {
    detail::fail(error(GRIDCALL_ERROR_OUT_OF_RANGE, message, "OUT_OF_RANGE: " + message));
  }

  gridcall::mem mem_;
  std::size_t count_ = 0;
};

/// The size of a grid or a block: a number, or up to three in braces.
struct dims {
  dims(uint32_t in_x, uint32_t in_y = 1, uint32_t in_z = 1) noexcept : x(in_x), y(in_y), z(in_z) {}
  uint32_t x, y, z;
};

/// How a kernel is launched: {grid, block}, and what has defaults.
struct shape {
  dims grid, block;
  uint64_t shared_size = 0;             // bytes of dynamic shared memory
  std::chrono::nanoseconds timeout{0};  // 0: as GRIDCALL_KERNEL_TIMEOUT says; below 0: over at once
  gc_launch_flags flags = 0;            // GRIDCALL_LAUNCH_*
  dims cluster = {0, 0, 0};             // blocks of a cluster; 0: as the kernel was compiled

  gc_launch_config config() const noexcept {
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    std::tie(config.grid_x, config.grid_y, config.grid_z) = std::tie(grid.x, grid.y, grid.z);
    std::tie(config.block_x, config.block_y, config.block_z) = std::tie(block.x, block.y, block.z);
    std::tie(config.cluster_x, config.cluster_y, config.cluster_z) =
        std::tie(cluster.x, cluster.y, cluster.z);
    config.shared_size = shared_size;
    config.timeout_nanoseconds = timeout.count() < 0 ? 1 : static_cast<uint64_t>(timeout.count());
    config.flags = flags;
    return config;
  }
};

namespace detail {

template <class T>
struct is_buffer : std::false_type {};
template <class T>
struct is_buffer<buffer<T>> : std::true_type {
  using type = T;
};

// An argument of a kernel: memory and other objects by their handle, everything else by its bytes.
template <class T>
gc_arg argument(const T& value) {
  if constexpr (is_buffer<T>::value) {
    gc_arg arg = GRIDCALL_ARG_MEM(value.get());
    arg.value_type = gridcall_header::value_type_of(static_cast<const typename is_buffer<T>::type*>(nullptr));
    return arg;
  } else if constexpr (has_handle<T>::value) {
    static_assert(!std::is_same_v<T, stream>,
                  "a stream stands first: launch(stream, kernel, grid, block, arguments...)");
    return gridcall_header::arg_of(value.get());
  } else {
    static_assert(std::is_trivially_copyable_v<T>,
                  "an argument of a kernel is a number, a plain struct, or an object of the device");
    return gridcall_header::arg_of(value);
  }
}

template <class... Args>
struct arguments {
  gc_arg list[sizeof...(Args) + 1];
  explicit arguments(const Args&... args) : list{argument(args)..., gc_arg{}} {}
};

}  // namespace detail

/// An entry point of a module.
class kernel : public object<gc_kernel> {
 public:
  using object::object;
  std::string name() const { return text<gc_kernel_get_name>(*this); }
};

/// Queues a launch on a stream. The library compares the arguments with the kernel's parameters, and throws
/// before anything runs.
template <class... Args>
void launch(const stream& stream, const kernel& kernel, const shape& shape, const Args&... args) {
  const gc_launch_config config = shape.config();
  const detail::arguments<Args...> arguments(args...);
  call<gc_launch>(kernel, &config, arguments.list, sizeof...(Args), stream);
}
/// The same with a grid and a block alone.
template <class... Args>
void launch(const stream& stream, const kernel& kernel, dims grid, dims block, const Args&... args) {
  launch(stream, kernel, shape{grid, block}, args...);
}
/// The same on the default stream.
template <class... Args>
void launch(const kernel& kernel, const shape& shape, const Args&... args) {
  launch(stream(), kernel, shape, args...);
}
template <class... Args>
void launch(const kernel& kernel, dims grid, dims block, const Args&... args) {
  launch(stream(), kernel, shape{grid, block}, args...);
}

/// A launch that was checked once.
class prepared : public object<gc_prepared> {
 public:
  using object::object;
  template <class... Args>
  prepared(const kernel& kernel, const shape& shape, const Args&... args) {
    const gc_launch_config config = shape.config();
    const detail::arguments<Args...> arguments(args...);
    *this = call<gc_prepared_create>(kernel, &config, arguments.list, sizeof...(Args));
  }
  /// Replaces an argument, from 0.
  template <class T>
  void set(std::size_t index, const T& value) const {
    const gc_arg arg = detail::argument(value);
    call<gc_prepared_set_arg>(*this, index, &arg, nullptr, 0u);
  }
  void launch(const stream& stream = {}) const {
    call<gc_prepared_launch>(*this, nullptr, nullptr, 0u, stream);
  }
};

/// Compiled code.
class module : public object<gc_module> {
 public:
  using object::object;
  module(const context& context, std::string_view source,
         const gc_compile_options* options =
             nullptr) :module(gridcall::call<gc_module_from_source>(context, source.data(), source.size(),
                                                                    options)) {}
  static module from_file(const context& context, const std::string& path,
                          const gc_compile_options* options = nullptr) {
    return gridcall::call<gc_module_from_file>(context, path.c_str(), options);
  }
  /// By its name, or as an instance of a template: "scale<float>".
  gridcall::kernel kernel(const std::string& name) const {
    return gridcall::call<gc_module_get_kernel>(*this, name.c_str());
  }
  /// The memory of a variable of the source.
  mem global(const std::string& name) const {
    return gridcall::call<gc_module_get_global>(*this, name.c_str());
  }
};

}  // namespace gridcall

#endif
