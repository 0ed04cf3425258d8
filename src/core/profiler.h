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

  // The work between two events.
  struct Open {
    driver::CUstream stream = nullptr;
    driver::CUevent begin = nullptr;
    driver::CUevent end = nullptr;
    std::int64_t call_begin_ns = 0;
    std::uint64_t run = 0;
    int thread = 0;  // the thread's row in a trace
  };

  explicit Profiler(Context& context) noexcept : context_(context) {}
  ~Profiler() override;

  void initialize(const ProfilerSettings& settings);
  void start();
  // Records into the process's trace until initialize(), unless the profiler has a file.
  void start_trace(ProfilerFile& trace);
  // Writes the finished records of the trace at the process's exit, while its drivers are still loaded.
  static void finish_traces() noexcept;
  // Writes the records whose work is done.
  void write_finished() noexcept;
  void stop();
  void context_waited() noexcept override {
    if (context_.profiler() == this) write_finished();
  }
  void context_ends(Context&) noexcept override { finish(true); }
  // Finishes the profiler of a context that ends, whose work is done. `calls_driver`: the context is current.
  void finish(bool calls_driver) noexcept;

  // Records the first event, with the context current. Returns false if this work is left out.
  bool begin(driver::CUstream stream, Open& open) noexcept;
  // Ends a record; `work` nullptr: the work was not queued, and the record is dropped.
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
  // Writes all finished records, or the first ones.
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
  std::mutex changing_;  // initialize, start and stop hold it
  std::mutex lock_;      // guards the members below; no call under it waits
  std::unique_ptr<ProfilerFile> own_file_;
  ProfilerFile* file_ = nullptr;  // its own file, or the trace's
  unsigned row_ = 0;              // the row in a trace
  std::size_t told_ = 0;          // the outstanding records that the file counts
  bool is_started_ = false;
  std::uint32_t capacity_ = 0;
  std::uint32_t open_ = 0;  // records between begin and end
  std::uint64_t run_ = 0;   // increases with each file
  std::deque<Pending> pending_;
  std::vector<driver::CUevent> events_;  // events that no record uses
  std::map<driver::CUstream, unsigned> streams_;
  // An event that has happened and its time: for short spans a float of milliseconds is exact.
  driver::CUevent anchor_ = nullptr;
  std::int64_t anchor_ns_ = 0;
  std::int64_t origin_ns_ = 0;  // the host's clock at the first start
};

// A record around the driver call that queues work, for the profiler and for logs of each piece of work.
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
  // Ends the record of work that the driver has queued.
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
