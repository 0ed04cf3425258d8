// SPDX-License-Identifier: Apache-2.0
//
// How a communicator's work comes along: words that streams write, deadlines, errors that the engine reports
// later, and the end of what does not end by itself.

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "base/concat.h"
#include "base/thread.h"
#include "comm/ask.h"
#include "comm/service.h"
#include "comm/time_text.h"
#include "core/capture.h"

namespace gridcall::core {

using namespace comm;
using namespace driver;

namespace {

constexpr std::uint64_t kWordsBytes = 4096;
constexpr std::size_t kWordBytes = 8;
constexpr auto kEngineBusy = std::chrono::milliseconds(500);
constexpr auto kEngineLook = std::chrono::microseconds(200);
constexpr auto kGrace = std::chrono::seconds(1);
constexpr std::size_t kAbortStack = std::size_t{4} << 20;

std::int64_t ticks(Comm::Clock::time_point time) noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

}  // namespace

void Comm::add_words() {
  words_.push_back(Mem::create(*context_, {.size = kWordsBytes, .place = MemPlace::kHost}));
  std::memset(words_.back()->host(), 0, kWordsBytes);
}

Comm::Lane& Comm::lane_of(CUstream stream) {
  {
    const std::lock_guard lock(lanes_lock_);
    for (Lane& lane : lanes_)
      if (lane.stream == stream) return lane;
  }
  constexpr std::size_t kLanes = kWordsBytes / kWordBytes;
  const std::size_t index = lanes_.size();  // who makes some holds order_, or is a graph's launch
  if (index / kLanes >= words_.size()) add_words();
  Mem& memory = *words_[index / kLanes];
  const std::size_t offset = index % kLanes * kWordBytes;
  const std::lock_guard lock(lanes_lock_);
  Lane& lane = lanes_.emplace_back();
  lane.stream = stream;
  lane.word = reinterpret_cast<const std::uint32_t*>(memory.host() + offset);
  lane.address = memory.address() + offset;
  lane.memory = &memory;
  lane.progress = Clock::now();
  return lane;
}

void Comm::mark(Lane& lane, unsigned slot, const Outstanding& what) {
  const Table& table = context_->table();
  std::uint32_t number = 0;
  {
    const std::lock_guard lock(lanes_lock_);
    look_at_lanes_locked(Clock::now());
    Outstanding& added = lane.outstanding.emplace_back(what);
    number = added.number = ++lane.queued;
  }
  context_->use(lane.memory->usage(), slot);
  CUresult result = CUDA_ERROR_NOT_SUPPORTED;
  const char* call = "cuStreamWriteValue64";
  if (table.cuStreamWriteValue64)
    result = table.cuStreamWriteValue64(lane.stream, lane.address, number, CU_STREAM_WRITE_VALUE_DEFAULT);
  if (result == CUDA_ERROR_NOT_SUPPORTED) {
    call = "cuMemsetD32Async";
    result = table.cuMemsetD32Async(lane.address, number, 1, lane.stream);
  }
  context_->queued(slot);
  if (result != CUDA_SUCCESS) {
    // Not watched over, but queued.
    const std::lock_guard lock(lanes_lock_);
    if (!lane.outstanding.empty() && lane.outstanding.back().number == number) lane.outstanding.pop_back();
    --lane.queued;
  }
  context_->check(result, call, "the operation was queued, and its time limit does not hold");
  Service::get().wake();
}

void Comm::graph_launched(const Stream* stream) {
  if (!engine_) return;
  const Queue queue = queue_of(stream);
  const OrderLock order(order_);
  Outstanding what;
  what.is_graph = true;
  what.sequence = started_.load(std::memory_order_relaxed);
  what.since = Clock::now();
  mark(lane_of(queue.stream), queue.slot, what);
}

bool Comm::look_at_lanes_locked(Clock::time_point now) {
  bool idle = true;
  for (Lane& lane : lanes_) {
    const std::uint32_t word = __atomic_load_n(lane.word, __ATOMIC_ACQUIRE);
    while (!lane.outstanding.empty() &&
           static_cast<std::int32_t>(word - lane.outstanding.front().number) >= 0) {
      const std::uint64_t sequence = lane.outstanding.front().sequence;
      if (done_.load(std::memory_order_relaxed) < sequence) done_.store(sequence, std::memory_order_relaxed);
      lane.outstanding.pop_front();
      lane.progress = now;
    }
    if (!lane.outstanding.empty()) idle = false;
  }
  return idle;
}

bool Comm::is_idle() {
  const std::lock_guard lock(lanes_lock_);
  return look_at_lanes_locked(Clock::now());
}

void Comm::look_for_error(bool tries) {
  ncclResult_t result = ncclSuccess;
  Failure failure(status::kComm, {});
  {
    std::unique_lock lock(engine_lock_, std::defer_lock);
    if (tries ? !lock.try_lock() : (lock.lock(), false)) return;
    if (!native_) return;
    const ncclResult_t asked = engine_->table.ncclCommGetAsyncError(native_, &result);
    if (asked != ncclSuccess) result = asked;
    if (result == ncclSuccess || result == ncclInProgress) return;
    failure = engine_failure(result, "ncclCommGetAsyncError", true);
  }
  fail(CommState::kFailed, std::move(failure));
}

bool Comm::is_queueing() {
  ncclResult_t result = ncclSuccess;
  ask([&](ncclComm_t native) { return engine_->table.ncclCommGetAsyncError(native, &result); });
  return result == ncclInProgress;
}

void Comm::look_for_lost_peer(Clock::time_point now) {
  const auto lost = peers_ ? peers_->lost(now) : std::nullopt;
  if (!lost) return;
  fail(CommState::kFailed,
       Failure(status::kCommPeerLost,
               concat("rank ", lost->rank, ", process ", lost->pid,
                      " of this host, has ended, and an operation of ", label(),
                      " waits for it; the last that ended is ", done_.load(std::memory_order_relaxed),
                      ": make a new communicator of the ranks that are left")));
}

void Comm::stream_waited() noexcept {
  const CommState state = state_.load(std::memory_order_acquire);
  if (state != CommState::kReady && state != CommState::kFinalized) return;
  try {
    is_idle();  // drops what is kept for work that is done
    if (started_.load(std::memory_order_relaxed) != 0) look_for_error(true);
  } catch (...) {
    // No memory for the words: the watchdog looks again.
  }
}

std::optional<Comm::Clock::time_point> Comm::watch(Clock::time_point now) {
  const CommState state = state_.load(std::memory_order_acquire);
  if (state != CommState::kReady && state != CommState::kFinalized) return std::nullopt;
  const bool has_limit = timeout_ns_ < static_cast<std::uint64_t>(INT64_MAX) / 2;
  const auto limit = std::chrono::nanoseconds(has_limit ? timeout_ns_ : std::uint64_t{3600'000'000'000});
  std::optional<Clock::time_point> next;
  std::optional<Failure> late;
  try {
    const std::int64_t busy = busy_since_ns_.load(std::memory_order_acquire);
    if (busy != 0) {
      next = Clock::time_point(std::chrono::nanoseconds(busy)) + limit;
      if (has_limit && ticks(now) - busy > limit.count())
        late.emplace(status::kCommTimeout,
                     concat(engine_->name(), " has not returned from a call on ", label(), " within ",
                            time_text(timeout_ns_), " (timeout_nanoseconds)"));
    }
    {
      const std::lock_guard lock(lanes_lock_);
      look_at_lanes_locked(now);
      for (Lane& lane : lanes_) {
        if (lane.outstanding.empty()) continue;
        const Outstanding& first = lane.outstanding.front();
        const Clock::time_point until = std::max(first.since, lane.progress) + limit;
        if (!next || until < *next) next = until;
        if (!has_limit || until > now || late) continue;
        late.emplace(
            status::kCommTimeout,
            concat(first.is_graph ? std::string("a graph with operations")
                                  : concat("operation ", first.sequence, ", ", describe(first.what)),
                   " of ", label(), ", did not end within ", time_text(timeout_ns_),
                   " (timeout_nanoseconds); the last that ended is ", done_.load(std::memory_order_relaxed),
                   " of ", started_.load(std::memory_order_relaxed),
                   " queued: another rank is late, gone, or called something else; GRIDCALL_COMM_CHECKED "
                   "finds the last"));
      }
    }
    if (late) {
      fail(CommState::kFailed, std::move(*late));
    } else if (next) {
      look_for_error(true);
      look_for_lost_peer(now);
    }
  } catch (...) {
    // No memory for the words: the next look tries again.
    return now + std::chrono::milliseconds(100);
  }
  return next;
}

// ----------------------------------------------------------------------------------------------------------

void Comm::fail(CommState state, Failure failure) {
  {
    const std::lock_guard lock(failure_lock_);
    const CommState now = state_.load(std::memory_order_acquire);
    if (now == CommState::kAborted || now == CommState::kFailed) return;
    if (is_finalized_ && state == CommState::kAborted) return;
    failure_.emplace(failure);
    state_.store(state, std::memory_order_release);
  }
  if (!engine_) {
    const std::lock_guard lock(failure_lock_);
    ends_ = ended_ = true;
    return;
  }
  // Told first: a thread that waits sees the end of the work a moment later.
  {
    const std::lock_guard lock(lanes_lock_);
    look_at_lanes_locked(Clock::now());
    for (const Lane& lane : lanes_) {
      if (!lane.outstanding.empty()) context_->late_failures().add(lane.stream, failure);
      // MPI may still write there: never given back.
      for (const Outstanding& each : lane.outstanding)
        for (const Ref<Object>& object : each.kept) object->retain();
    }
  }
  end_native_apart();
}

// In a thread of its own for each: an engine's abort may wait for the device, and so for other communicators.
void Comm::end_native_apart() {
  {
    const std::lock_guard lock(failure_lock_);
    if (ends_) return;
    ends_ = true;
  }
  retain();
  const auto run = [](void* self) -> void* {
    auto* const comm = static_cast<Comm*>(self);
    comm->end_native();
    {
      const std::lock_guard lock(comm->failure_lock_);
      comm->ended_ = true;
      comm->ended_changed_.notify_all();
    }
    comm->unretain();
    return nullptr;
  };
  if (start_thread(nullptr, kAbortStack, run, this) != 0) run(this);
}

void Comm::end_native() noexcept {
  if (process_over()) return;
  const auto& table = engine_->table;
  ncclComm_t native = nullptr;
  {
    // A call that does not return is ended by the abort.
    std::unique_lock lock(engine_lock_, std::try_to_lock);
    for (const auto until = Clock::now() + kEngineBusy; !lock && Clock::now() < until; (void)lock.try_lock())
      std::this_thread::sleep_for(kEngineLook);
    native = native_.exchange(nullptr);
  }
  if (!native) return;
  context_->run_quietly([&] {
    const CurrentKept kept(*context_);
    table.ncclCommAbort(native);
  });
}

// Other GPUs may still read what this rank has shared with them: it goes when they say that they are done, if
// they do so soon.
bool Comm::end_gracefully(Clock::time_point now) noexcept {
  const CommState state = state_.load(std::memory_order_acquire);
  const bool is_well = state == CommState::kReady || state == CommState::kFinalized;
  if (!native_) return true;
  if (process_over() || !is_well || engine_->kind != EngineKind::kNccl) {
    end_native();
    return true;
  }
  const auto& table = engine_->table;
  ncclResult_t result = ncclInProgress;
  const bool begins = !grace_;
  const bool entered = context_->run_quietly([&] {
    const CurrentKept kept(*context_);
    if (begins && state == CommState::kReady) result = table.ncclCommFinalize(native_);
    if (result == ncclInProgress && table.ncclCommGetAsyncError(native_, &result) != ncclSuccess)
      result = ncclInternalError;
    if (result == ncclSuccess) table.ncclCommDestroy(native_.exchange(nullptr));
  });
  if (begins) grace_ = now + kGrace;
  if (!native_) return true;
  if (entered && result == ncclInProgress && now < *grace_) return false;
  end_native();
  return true;
}

bool Comm::wait_for_end(Clock::time_point until) {
  std::unique_lock lock(failure_lock_);
  if (!ends_) return true;  // it was finalized
  return ended_changed_.wait_until(lock, until, [&] { return ended_; });
}

}  // namespace gridcall::core
