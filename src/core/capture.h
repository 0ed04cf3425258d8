// SPDX-License-Identifier: Apache-2.0
//
// Streams that capture a graph. A stream that captures has a number in place of its slot, from kStreamSlots
// on: no bit of a Usage stands for it, so each use by captured work comes to Context::use_first, and from
// there to the capture, which keeps the owner alive for the graph.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/object.h"
#include "core/stream_slot.h"
#include "driver/table.h"

namespace gridcall::core {

class Context;
class Kernel;
class Stream;
struct Queue;
struct Shape;
struct UsedObject;

// While one lives, no call of the thread ends a capture of another one, whatever mode that has: for what the
// library does of its own accord.
class RelaxedCaptureMode {
 public:
  RelaxedCaptureMode(const driver::Table& table, bool is_cpu) noexcept
      : exchange_(is_cpu ? nullptr : table.cuThreadExchangeStreamCaptureMode) {
    if (exchange_ && exchange_(&mode_) != driver::CUDA_SUCCESS) exchange_ = nullptr;
  }
  ~RelaxedCaptureMode() {
    if (exchange_) exchange_(&mode_);
  }
  RelaxedCaptureMode(const RelaxedCaptureMode&) = delete;
  RelaxedCaptureMode& operator=(const RelaxedCaptureMode&) = delete;

 private:
  driver::CUresult (*exchange_)(driver::CUstreamCaptureMode* mode);
  driver::CUstreamCaptureMode mode_ = driver::CU_STREAM_CAPTURE_MODE_RELAXED;
};

// A launch as a graph has it.
struct CapturedLaunch {
  driver::CUgraphNode node = nullptr;
  Ref<Kernel> kernel;
  std::unique_ptr<Shape> shape;
  std::vector<std::uint64_t> values;  // bytes, as the kernel's parameters lie
  std::vector<UsedObject> used;       // one for each argument, or none if that is not known

  CapturedLaunch();
  ~CapturedLaunch();
  // Where the value of a parameter lies.
  std::byte* value(std::size_t index) noexcept;
  // Of all of them, as a driver takes them.
  std::vector<void*> pointers();
};

// What the work of a graph uses, each with the number of uses.
class KeptObjects {
 public:
  void add(Usage& usage);
  void remove(Usage& usage) noexcept;  // one use
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [usage, kept] : kept_) visit(*usage);
  }

 private:
  struct Kept {
    Ref<Object> owner;
    std::uint32_t uses = 0;
  };
  std::unordered_map<Usage*, Kept> kept_;
};

class Capture final : public Object {
 public:
  explicit Capture(Stream& origin) noexcept;
  ~Capture() override;

  Stream& origin() const noexcept { return origin_; }

 private:
  friend class Captures;
  friend class Graph;

  Stream& origin_;  // while it is under way
  std::vector<Ref<Stream>> joined_;
  KeptObjects kept_;
  std::vector<std::unique_ptr<CapturedLaunch>> launches_;
};

// Those of a context that are under way.
class Captures {
 public:
  static constexpr unsigned kMost = 64;

  bool none() const noexcept { return count_.load(std::memory_order_acquire) == 0; }

  // The stream captures from here on. `begin` asks the driver; what it throws leaves nothing. Throws
  // INVALID_STATE if the stream captures already, or too many do.
  template <class Begin>
  void begin(Stream& stream, Begin&& begin) {
    const unsigned slot = reserve(stream);
    try {
      begin();
    } catch (...) {
      forget(slot);
      throw;
    }
    start(stream, slot);
  }
  // nullptr: the stream is in none.
  Ref<Capture> of(const Stream& stream);
  Ref<Capture> of(unsigned slot);
  // What can fail of join(), before the driver is asked.
  void make_room(Capture& capture);
  // The stream has joined it, unless it is over.
  void join(Stream& stream, Capture& capture);
  // All its streams work as before.
  void finish(Capture& capture) noexcept;

  // False: the capture is over, and what uses it runs.
  bool keep(unsigned slot, Usage& usage);
  // A launch that the driver is about to capture, and that it has captured.
  std::unique_ptr<CapturedLaunch> prepare(unsigned slot, Kernel& kernel, const Shape& shape,
                                          void* const* values, std::span<const UsedObject> used);
  void record(unsigned slot, driver::CUstream stream, std::unique_ptr<CapturedLaunch> launch);

 private:
  unsigned reserve(const Stream& stream);
  void forget(unsigned slot) noexcept;
  void start(Stream& stream, unsigned slot) noexcept;
  std::array<Ref<Capture>, kMost>::iterator find_locked(const Capture& capture) noexcept;

  std::atomic<std::uint32_t> count_{0};
  std::mutex lock_;
  std::array<Ref<Capture>, kMost> captures_;
};

}  // namespace gridcall::core
