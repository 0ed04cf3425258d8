// SPDX-License-Identifier: Apache-2.0
//
// A profiler of a context: two events of the driver around each launch, copy and fill. A record waits until
// the device is done with its work, then its times are asked for and it goes to the file.

#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/log.h"
#include "core/context.h"
#include "core/profiler_file.h"

namespace gridcall::core {

class Profiler final : public ContextService {
 public:
  static constexpr Place kPlace = kProfiler;

  // The work between the two events.
  struct Open {
    driver::CUstream stream = nullptr;
    driver::CUevent begin = nullptr;
    driver::CUevent end = nullptr;
    std::int64_t call_begin_ns = 0;
    std::uint64_t run = 0;
    int thread = 0;  // of a trace
  };

  explicit Profiler(Context& context) noexcept : context_(context) {}
  ~Profiler() override;

  void initialize(const ProfilerSettings& settings);
  void start();
  // Records into the trace of the process from now on, until initialize(); if it has no file yet.
  void start_trace(ProfilerFile& trace);
  // Writes what is finished of all that trace; the process exits, and its drivers are still there.
  static void finish_traces() noexcept;
  // Writes the records that the device is done with.
  void write_finished() noexcept;
  void stop();
  void context_waited() noexcept override {
    if (context_.profiler() == this) write_finished();
  }
  void context_ends(Context&) noexcept override { finish(true); }
  // The context ends: its work is done. `calls_driver`: it is current.
  void finish(bool calls_driver) noexcept;

  // With the context current. False: this one is left out.
  bool begin(driver::CUstream stream, Open& open) noexcept;
  // Queued or, if not, forgotten.
  void end(const Open& open, const Work* work) noexcept;

 private:
  struct Pending {
    Open open;
    Work work;
    std::int64_t call_end_ns = 0;
  };

  bool take_events(Open& open) noexcept;
  void give_back(driver::CUevent event) noexcept;
  bool is_over(const Pending& pending) const noexcept;
  // Writes those that are over; all of them, or the first ones.
  void write_finished_locked(bool all) noexcept;
  void take_finished_locked(bool all) noexcept;
  void write_locked(Pending& pending) noexcept;
  void set_anchor();
  template <class Tell>
  void stop_recording(Tell&& tell_driver);
  void tell_outstanding() noexcept;
  bool traces() const noexcept { return file_ && file_->is_trace(); }
  void wait_for_pending();
  unsigned number_of(driver::CUstream stream);
  [[noreturn]] void refuse_file(int error) const;

  Context& context_;
  std::mutex changing_;  // initialize, start, stop: one at a time
  std::mutex lock_;      // all below; no call under it waits
  std::unique_ptr<ProfilerFile> own_file_;
  ProfilerFile* file_ = nullptr;  // that one, or the trace's
  unsigned row_ = 0;              // of the trace
  std::size_t told_ = 0;          // records that the file knows to wait
  bool is_started_ = false;
  std::uint32_t capacity_ = 0;
  std::uint32_t open_ = 0;  // between begin and end
  std::uint64_t run_ = 0;   // one for each file
  std::deque<Pending> pending_;
  std::vector<driver::CUevent> events_;  // that nobody uses
  std::map<driver::CUstream, unsigned> streams_;
  // An event that has happened, and when: a float of milliseconds tells short times exactly.
  driver::CUevent anchor_ = nullptr;
  std::int64_t anchor_ns_ = 0;
  std::int64_t origin_ns_ = 0;  // the host's clock when it was started first
};

// Around the call of the driver that queues work: for the profiler, and for logs that want each piece of
// work.
class Recording {
 public:
  Recording(Context& context, driver::CUstream stream) noexcept
      : profiler_(context.profiler()), stream_(stream), logs_(log::wants(log::Level::kDebug)) {
    if (__builtin_expect(profiler_ != nullptr, 0) && !profiler_->begin(stream, open_)) profiler_ = nullptr;
  }
  ~Recording() {
    if (__builtin_expect(profiler_ != nullptr, 0)) profiler_->end(open_, nullptr);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  explicit operator bool() const noexcept {
    return __builtin_expect(static_cast<bool>(profiler_) || logs_, 0);
  }
  // The driver took it.
  void end(const Work& work) noexcept {
    if (logs_) log(work);
    if (profiler_) std::exchange(profiler_, nullptr)->end(open_, &work);
  }

 private:
  void log(const Work& work) const noexcept;

  Profiler* profiler_;
  const driver::CUstream stream_;
  const bool logs_;
  Profiler::Open open_;
};

}  // namespace gridcall::core
