// SPDX-License-Identifier: Apache-2.0
//
// Streams that capture a graph. A stream that captures has a number in place of its slot, from kStreamSlots
// on: no bit of a Usage stands for it, so each use by captured work comes to StreamSlots::use, and from
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

#include "core/driver_object.h"
#include "core/stream_slot.h"
#include "driver/table.h"

namespace gridcall::core {

class Capture;

// While an object of this type lives, no call of the thread ends another thread's capture, whatever the mode
// of that capture. It guards calls that the library makes on its own initiative.
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

// A stream of a driver, its slot, and its capture.
class DriverStream : public DriverObject {
 public:
  driver::CUstream driver_handle() const noexcept { return stream_; }
  // Returns a number that is no slot while the stream captures.
  unsigned slot() const noexcept { return slot_.load(std::memory_order_relaxed); }
  bool blocking() const noexcept { return blocking_; }

 protected:
  explicit DriverStream(Context& context) noexcept;
  ~DriverStream() override;
  void set_own_slot(unsigned slot) noexcept {
    own_slot_ = slot;
    slot_.store(slot, std::memory_order_relaxed);
  }

  driver::CUstream stream_ = nullptr;
  unsigned own_slot_ = kDefaultSlot;
  bool blocking_ = true;

 private:
  friend class Captures;  // its lock guards the members below

  std::atomic<unsigned> slot_{kDefaultSlot};
  Ref<Capture> capture_;  // the capture that the stream belongs to
};

// Work of this library that a graph contains.
struct CapturedWork {
  virtual ~CapturedWork() = default;
  driver::CUgraphNode node = nullptr;
};

// The objects that the work of a graph uses, each with the number of uses.
class KeptObjects {
 public:
  void add(Usage& usage);
  void remove(Usage& usage) noexcept;  // removes one use
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [usage, kept] : kept_) visit(*usage);
  }

 private:
  struct KeptUse {
    Ref<Object> owner;
    std::uint32_t uses = 0;
  };
  std::unordered_map<Usage*, KeptUse> kept_;
};

class Capture final : public Object {
 public:
  explicit Capture(DriverStream& origin) noexcept : origin_(origin) {}

  DriverStream& origin() const noexcept { return origin_; }

 private:
  friend class Captures;
  friend class Graph;

  DriverStream& origin_;  // valid while the capture is active
  std::vector<Ref<DriverStream>> joined_;
  KeptObjects kept_;
  std::vector<std::unique_ptr<CapturedWork>> launches_;
};

// The active captures of a context.
class Captures {
 public:
  static constexpr unsigned kMax = 64;

  bool none() const noexcept { return count_.load(std::memory_order_acquire) == 0; }

  // Starts a capture on the stream. `begin` calls the driver; if it throws, nothing changes. Throws
  // INVALID_STATE if the stream captures already or too many streams do.
  template <class Begin>
  void begin(DriverStream& stream, Begin&& begin) {
    const unsigned slot = reserve(stream);
    try {
      begin();
    } catch (...) {
      forget(slot);
      throw;
    }
    start(stream, slot);
  }
  // Returns the capture of the stream; nullptr if it does not capture.
  Ref<Capture> of(const DriverStream& stream);
  Ref<Capture> of(unsigned slot);
  // Allocates the memory that join() needs, before the driver is called.
  void make_room(Capture& capture);
  // Records that the stream has joined the capture, unless the capture is over.
  void join(DriverStream& stream, Capture& capture);
  // Ends the capture; work on its streams runs again.
  void finish(Capture& capture) noexcept;

  // Returns false if the capture is over, so that the work that uses the object runs.
  bool keep(unsigned slot, Usage& usage);
  // Allocates the memory that add() needs, before the driver captures a launch.
  void make_room(unsigned slot);
  void add(unsigned slot, std::unique_ptr<CapturedWork> launch);

 private:
  unsigned reserve(DriverStream& stream);
  void forget(unsigned slot) noexcept;
  void start(DriverStream& stream, unsigned slot) noexcept;
  std::array<Ref<Capture>, kMax>::iterator find_locked(const Capture& capture) noexcept;

  std::atomic<std::uint32_t> count_{0};
  std::mutex lock_;
  std::array<Ref<Capture>, kMax> captures_;
};

}  // namespace gridcall::core
