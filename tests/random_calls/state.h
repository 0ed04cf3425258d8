// SPDX-License-Identifier: Apache-2.0
//
// The state that random calls draw from and are checked against: random values by quantity, and handles that
// all threads share: live ones, released ones, those of another class, forged ones and NULL.

#pragma once

#include <gridcall/preview.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

using Release = void (*)(void*);

// kSize: of memory; kExtent: of a part of it.
enum class Quantity { kPlain, kSize, kExtent, kOffset, kTime, kAddress, kHostAddress };

// Handles and counts of all threads.
struct SharedState {
  static constexpr int kMaxClasses = 64, kSlots = 24;

  std::atomic<void*> live[kMaxClasses][kSlots] = {};
  std::atomic<void*> released[kMaxClasses][kSlots] = {};
  static constexpr int kMaxRows = 1024;
  std::atomic<std::uint64_t> calls{0}, succeeded{0}, wrong{0};
  std::atomic<std::uint64_t> succeeded_of[kMaxRows] = {};
  bool cpu_alone = true;  // no device of another kind
  static constexpr std::uint64_t kLastingBytes = 1 << 20;
  std::uint64_t lasting_address = 0;  // of device memory that no call releases
  const Release* release = nullptr;
  int classes = 0, error_class = 0, mem_class = 0, array_class = 0;
};

class State;

// A function, its random call and the statuses that its documentation names.
struct Row {
  const char* name;
  void (*call)(State&);
  std::initializer_list<gc_status> statuses;
};

class State {
 public:
  static constexpr std::size_t kHostSize = 1 << 16;

  State(SharedState& shared, const Row* rows, std::uint64_t seed)
      : shared_(shared), rows_(rows), random_(seed), host_(kHostSize) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

  template <typename T>
  T choice(std::initializer_list<T> values) {
    if (one_in(20)) return static_cast<T>(random_());
    return values.begin()[below(values.size())];
  }
  std::uint64_t flags(std::uint64_t mask) {
    return one_in(20) ? random_() : one_in(2) ? 0 : random_() & mask;
  }
  const char* text(std::string_view what);
  std::string_view source();
  void* host() { return host_.data(); }
  std::size_t count() { return one_in(2) ? 1 : below(5); }
  std::size_t host_size() {
    return one_in(10) ? below(kHostSize + 1) : one_in(2) ? 4U << below(6) : below(2048);
  }

  template <typename T>
  T number(Quantity quantity) {
    const std::uint64_t value = draw(quantity);
    constexpr std::uint64_t most = std::numeric_limits<T>::max();
    return static_cast<T>(value > most && !one_in(4) ? value % (most + (most != ~std::uint64_t{0})) : value);
  }
  template <typename T>
  T* or_null(T* pointer) {
    return one_in(25) ? nullptr : pointer;
  }
  // Zeroed memory that lives until the call is over.
  template <typename T>
  T* storage(std::size_t count) {
    const std::size_t size = (count * sizeof(T) + 15) / 16 * 16;
    if (used_ + size > sizeof storage_) return nullptr;
    void* place = storage_ + used_;
    used_ += size;
    std::memset(place, 0, size);
    return static_cast<T*>(place);
  }

  template <typename T>
  T* handle(int of_class) {
    return static_cast<T*>(pick(of_class));
  }
  int mem_class() const { return shared_.mem_class; }
  int array_class() const { return shared_.array_class; }
  const void* any() { return pick(static_cast<int>(below(static_cast<std::uint64_t>(shared_.classes)))); }
  void keep(int of_class, void* handle);
  // `flags`: of gc_ndarray_to_dlpack.
  void delete_tensor(std::uint64_t address, std::uint64_t flags);
  // The handle of a slot, for its class's release; now and then one that was released before.
  template <typename T>
  T* drop(int of_class) {
    return static_cast<T*>(take(of_class));
  }

  gc_error** error() { return one_in(8) ? nullptr : &error_; }
  void check(int row, gc_status status);
  void check_out(int row, gc_status status, const void* handle);
  void read(const char* text);

  // Devices, contexts, a module and its kernels, in several slots each: most of the default device, the
  // others of any that there is. False, with the reason printed, if that fails.
  bool begin(int device_class, int context_class, int module_class, int kernel_class);
  // Makes one random call.
  void step(int row) {
    used_ = 0;
    current_.store(rows_[row].name, std::memory_order_relaxed);
    rows_[row].call(*this);
    shared_.calls.fetch_add(1, std::memory_order_relaxed);
  }
  const char* current() const { return current_.load(std::memory_order_relaxed); }

 private:
  std::uint64_t draw(Quantity quantity);
  void* pick(int of_class);
  void* take(int of_class);
  void report(int row, const char* what, gc_status status);

  SharedState& shared_;
  const Row* rows_;
  std::mt19937_64 random_;
  std::vector<unsigned char> host_;
  alignas(16) unsigned char storage_[4096];
  std::size_t used_ = 0;
  gc_error* error_ = nullptr;
  std::atomic<const char*> current_{""};
};

// Sets the fields of a struct that need more than a random value; most structs have none.
template <typename T>
void adjust(State&, T&) {}
void adjust(State& s, gc_launch_config& o);
void adjust(State& s, gc_arg& o);
void adjust(State& s, gc_mem_options& o);
void adjust(State& s, gc_device_data& o);
void adjust(State& s, gc_host_arg& o);
void adjust(State& s, gc_compile_options& o);
void adjust(State& s, gc_profiler_options& o);
void adjust(State& s, gc_mem_wrap_options& o);
void adjust(State& s, gc_array_options& o);
void adjust(State& s, gc_array_region& o);
void adjust(State& s, gc_texture_options& o);
void adjust(State& s, gc_rect_copy& o);
void adjust(State& s, gc_rect_fill& o);
void adjust(State& s, gc_ndarray_options& o);
void adjust(State& s, gc_dtype_entry& o);
void adjust(State& s, gc_axis_slice& o);
