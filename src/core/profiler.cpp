// SPDX-License-Identifier: Apache-2.0

#include "core/profiler.h"

#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/log.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr std::uint32_t kCapacity = 16384;
// The number of records after which finished ones are looked for.
constexpr std::size_t kLookEvery = 64;
// Up to this span, a float of milliseconds has a resolution of 8 ns.
constexpr std::int64_t kAnchorReachNs = 100'000'000;

// The profilers that write the trace.
struct Tracing {
  std::mutex lock;
  std::vector<Profiler*> profilers;
};
Tracing& tracing() {
  static auto* const made = new Tracing;  // never destroyed, because the process's exit uses it
  return *made;
}

}  // namespace

void Recording::log(const Work& work) const noexcept {
  const char* const on = stream_ ? " on stream " : " on the default stream";
  const auto& [x, y, z] = work.grid;
  const auto& [block_x, block_y, block_z] = work.block;
  switch (work.kind) {
    case WorkKind::kLaunch:
      return log::debug("launch", work.name, "<<<(", x, ", ", y, ", ", z, "), (", block_x, ", ", block_y,
                        ", ", block_z, "), ", work.dynamic_shared, ">>>", on, log::Hex(stream_));
    case WorkKind::kFill:
      return log::debug("fill", work.bytes, " bytes", on, log::Hex(stream_));
    default:
      return log::debug("copy", work.bytes, " bytes",
                        work.kind == WorkKind::kHtoD   ? " to the device"
                        : work.kind == WorkKind::kDtoH ? " to the host"
                                                       : "",
                        on, log::Hex(stream_));
  }
}

Profiler::~Profiler() {
  finish(false);
}

void Profiler::refuse_file(int error) const {
  throw Failure(status::kIo, concat("the profile \"", file_->path(), "\" could not be written wholly: ",
                                    error_text(error), "; what was written before is there"));
}

void Profiler::initialize(const ProfilerSettings& settings) {
  context_.run([] {});
  const std::lock_guard changing(changing_);
  {
    const std::lock_guard lock(lock_);
    if (is_started_ && file_ == own_file_.get())
      throw Failure(status::kInvalidState, concat("`context` has a profiler that is started and writes \"",
                                                  file_->path(), "\": call gc_profiler_stop first"));
    if (own_file_) own_file_->complete();
  }
  auto file =
      ProfilerFile::create(settings, context_.device().label(), context_.device().id(), own_file_.get());
  if (traces()) stop_recording([] {});
  const std::lock_guard lock(lock_);
  if (file_ && !own_file_) file_->complete();  // the profiler writes the trace
  own_file_ = std::move(file);
  file_ = own_file_.get();
  row_ = 0;
  capacity_ = settings.capacity != 0 ? settings.capacity : kCapacity;
  ++run_;
  streams_.clear();
  origin_ns_ = 0;
}

void Profiler::start() {
  const std::lock_guard changing(changing_);
  context_.run([&] {
    const Table& table = context_.table();
    if (table.cuProfilerStart) context_.check(table.cuProfilerStart(), "cuProfilerStart");
    {
      const std::lock_guard lock(lock_);
      if (!file_ || is_started_) return;
    }
    set_anchor();
    const std::lock_guard lock(lock_);
    is_started_ = true;
    context_.set_profiler(this);
  });
}

void Profiler::start_trace(ProfilerFile& trace) {
  const std::lock_guard changing(changing_);
  {
    const std::lock_guard lock(lock_);
    if (file_) return;
    file_ = &trace;
    row_ = trace.add_row(context_.device().label());
    capacity_ = kCapacity;
    origin_ns_ = trace.origin_ns();
  }
  try {
    context_.run([&] { set_anchor(); });
    const std::lock_guard lock(tracing().lock);
    tracing().profilers.push_back(this);
  } catch (...) {
    const std::lock_guard lock(lock_);
    file_ = nullptr;
    throw;
  }
  const std::lock_guard lock(lock_);
  is_started_ = true;
  context_.set_profiler(this);
}

void Profiler::finish_traces() noexcept {
  if (process_forked()) return;  // the file belongs to the parent
  if (!lock_at_exit(tracing().lock)) return;
  for (Profiler* each : tracing().profilers) {
    if (!lock_at_exit(each->lock_)) continue;
    const Table& table = each->context_.table();
    CUcontext popped = nullptr;
    if (each->file_ && table.cuCtxPushCurrent(each->context_.driver_handle()) == CUDA_SUCCESS) {
      each->write_finished_locked(true);
      table.cuCtxPopCurrent(&popped);
    }
    each->lock_.unlock();
  }
  tracing().lock.unlock();
}

// Records the anchor on a stream of its own, so that it happens at once.
void Profiler::set_anchor() {
  const Table& table = context_.table();
  CUstream stream = nullptr;
  CUevent event = nullptr;
  context_.check(table.cuEventCreate(&event, CU_EVENT_DEFAULT), "cuEventCreate");
  CUresult result = table.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0);
  const char* call = "cuStreamCreateWithPriority";
  if (result == CUDA_SUCCESS) {
    result = table.cuEventRecord(event, stream);
    call = "cuEventRecord";
  }
  if (result == CUDA_SUCCESS) {
    result = table.cuEventSynchronize(event);
    call = "cuEventSynchronize";
  }
  const std::int64_t now = host_ns();
  if (stream) table.cuStreamDestroy(stream);
  if (result != CUDA_SUCCESS) {
    table.cuEventDestroy(event);
    context_.check(result, call);
  }
  const std::lock_guard lock(lock_);
  if (anchor_) give_back(anchor_);
  anchor_ = event;
  if (origin_ns_ == 0) origin_ns_ = now;
  anchor_ns_ = now - origin_ns_;
}

void Profiler::stop() {
  const std::lock_guard changing(changing_);
  const auto tell_driver = [&] {
    context_.run([&] {
      if (context_.table().cuProfilerStop)
        context_.check(context_.table().cuProfilerStop(), "cuProfilerStop");
    });
  };
  if (traces()) return tell_driver();  // the trace that the environment asks for goes on
  stop_recording(tell_driver);
  const std::lock_guard lock(lock_);
  if (!file_) return;
  if (const int error = file_->complete()) refuse_file(error);
}

// Calls `tell_driver` before it waits.
template <class Tell>
void Profiler::stop_recording(Tell&& tell_driver) {
  {
    const std::lock_guard lock(lock_);
    is_started_ = false;
    context_.set_profiler(nullptr);
  }
  try {
    tell_driver();
    wait_for_pending();
  } catch (...) {
    // The device is lost, and with it the times of unwritten records.
    const std::lock_guard lock(lock_);
    for (std::size_t i = 0; i < pending_.size(); ++i) file_->add_dropped();
    pending_.clear();
    tell_outstanding();
    if (file_ && !process_over()) file_->complete();
    throw;
  }
}

void Profiler::tell_outstanding() noexcept {
  if (!file_) return;
  file_->change_outstanding(static_cast<std::int64_t>(pending_.size()) - static_cast<std::int64_t>(told_));
  told_ = pending_.size();
}

void Profiler::wait_for_pending() {
  const Ref<Context> keep(&context_);
  poll_until(
      kForEver,
      [&] {
        return context_.run([&] {
          const std::lock_guard lock(lock_);
          write_finished_locked(true);
          return pending_.empty();
        });
      },
      [] {});
}

void Profiler::finish(bool calls_driver) noexcept {
  context_.set_profiler(nullptr);
  {
    const std::lock_guard lock(tracing().lock);
    std::erase(tracing().profilers, this);
  }
  const std::lock_guard lock(lock_);
  is_started_ = false;
  if (calls_driver) {
    write_finished_locked(true);
    for (const CUevent event : events_) context_.table().cuEventDestroy(event);
    for (const Pending& pending : pending_) {
      context_.table().cuEventDestroy(pending.open.begin);
      context_.table().cuEventDestroy(pending.open.end);
    }
    if (anchor_) context_.table().cuEventDestroy(anchor_);
  }
  if (file_) file_->complete();
  pending_.clear();
  events_.clear();
  anchor_ = nullptr;
  file_ = nullptr;
  own_file_.reset();
}

// ----------------------------------------------------------------------------------------------------------

bool Profiler::take_events(Open& open) noexcept {
  for (CUevent* event : {&open.begin, &open.end}) {
    const std::lock_guard lock(lock_);
    if (!events_.empty()) {
      *event = events_.back();
      events_.pop_back();
    } else if (context_.table().cuEventCreate(event, CU_EVENT_DEFAULT) != CUDA_SUCCESS) {
      if (open.begin) give_back(open.begin);
      return false;
    }
  }
  return true;
}

void Profiler::give_back(CUevent event) noexcept {
  try {
    events_.push_back(event);
  } catch (...) {
    context_.table().cuEventDestroy(event);
  }
}

bool Profiler::begin(CUstream stream, Open& open) noexcept {
  const Table& table = context_.table();
  // Captured work does not run, and its events have no times.
  if (context_.slots().is_capturing(stream)) return false;
  open.stream = stream;
  {
    const std::lock_guard lock(lock_);
    if (!is_started_) return false;
    const auto is_full = [&] { return pending_.size() + open_ >= capacity_; };
    if (is_full()) write_finished_locked(true);
    if (is_full()) {
      file_->add_dropped();
      return false;
    }
    ++open_;
    open.run = run_;
    if (traces()) open.thread = ::gettid();
  }
  if (!take_events(open) || table.cuEventRecord(open.begin, stream) != CUDA_SUCCESS) {
    const std::lock_guard lock(lock_);
    --open_;
    if (open.begin && open.end) {
      give_back(open.begin);
      give_back(open.end);
    }
    if (file_) file_->add_dropped();
    return false;
  }
  open.call_begin_ns = host_ns();
  return true;
}

void Profiler::end(const Open& open, const Work* work) noexcept {
  const std::int64_t call_end_ns = host_ns();
  const bool is_recorded = work && context_.table().cuEventRecord(open.end, open.stream) == CUDA_SUCCESS;
  const std::lock_guard lock(lock_);
  --open_;
  // The profiler may have been stopped meanwhile, and another file begun.
  const bool is_wanted = is_recorded && open.run == run_ && file_;
  try {
    if (is_wanted) pending_.push_back({open, *work, call_end_ns});
  } catch (...) {
    file_->add_dropped();
    give_back(open.begin);
    give_back(open.end);
    return;
  }
  if (!is_wanted) {
    if (work && file_) file_->add_dropped();
    give_back(open.begin);
    give_back(open.end);
  } else if (pending_.size() % kLookEvery == 0 || file_->is_due()) {
    write_finished_locked(false);
  } else {
    tell_outstanding();
  }
}

void Profiler::write_finished() noexcept {
  const std::lock_guard lock(lock_);
  if (file_) write_finished_locked(true);
}

// Returns true if the work is over, without taking a fault away from later calls.
bool Profiler::is_over(const Pending& pending) const noexcept {
  return context_.table().cuEventQuery(pending.open.end) != CUDA_ERROR_NOT_READY;
}

void Profiler::write_finished_locked(bool all) noexcept {
  const bool is_due = file_ && file_->is_due();
  take_finished_locked(all);
  tell_outstanding();
  if (is_due) file_->complete();
}

void Profiler::take_finished_locked(bool all) noexcept {
  if (!all) {
    while (!pending_.empty() && is_over(pending_.front())) {
      write_locked(pending_.front());
      pending_.pop_front();
    }
    return;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (is_over(pending_[i])) {
      write_locked(pending_[i]);
    } else {
      if (kept != i) pending_[kept] = pending_[i];
      ++kept;
    }
  }
  pending_.resize(kept);
}

unsigned Profiler::number_of(CUstream stream) {
  if (!stream) return 0;
  return streams_.try_emplace(stream, static_cast<unsigned>(streams_.size()) + 1).first->second;
}

void Profiler::write_locked(Pending& pending) noexcept {
  const Table& table = context_.table();
  const auto ns = [](float milliseconds) { return std::llround(static_cast<double>(milliseconds) * 1e6); };
  Open& open = pending.open;
  float from_anchor = 0, duration = 0;
  const bool has_times = anchor_ &&
                         table.cuEventElapsedTime(&from_anchor, anchor_, open.begin) == CUDA_SUCCESS &&
                         table.cuEventElapsedTime(&duration, open.begin, open.end) == CUDA_SUCCESS;
  if (has_times) {
    const std::int64_t begin_ns = anchor_ns_ + ns(from_anchor), duration_ns = ns(duration);
    try {
      file_->add({pending.work, number_of(open.stream), begin_ns, duration_ns,
                  open.call_begin_ns - origin_ns_, pending.call_end_ns - open.call_begin_ns, row_,
                  open.thread});
    } catch (...) {
      file_->add_dropped();
    }
    if (begin_ns - anchor_ns_ > kAnchorReachNs) {
      std::swap(anchor_, open.end);
      anchor_ns_ = begin_ns + duration_ns;
    }
  } else {
    file_->add_dropped();
  }
  give_back(open.begin);
  give_back(open.end);
}

}  // namespace gridcall::core
