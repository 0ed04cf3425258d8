// SPDX-License-Identifier: Apache-2.0

#include "comm/rank.h"

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "core/capture.h"

namespace gridcall::comm {

namespace {

constexpr std::uint64_t kDefaultCreateTimeout = 300 * kSecond;
constexpr std::uint64_t kDefaultTimeout = 600 * kSecond;
constexpr std::uint64_t kAbortTimeout = 4 * kSecond;
constexpr std::uint64_t kWithoutLimit = 3600 * kSecond;
constexpr std::uint64_t kScratchBytes = 64;

std::string label_of(std::uint32_t number, std::uint32_t count, const std::string& name) {
  std::string label = concat("rank ", number, " of ", count);
  if (!name.empty()) label += concat(" of communicator \"", name, '"');
  return label;
}

std::uint64_t local(std::int64_t known, const char* name, const Rank& rank) {
  if (known >= 0) return static_cast<std::uint64_t>(known);
  throw Failure(
      status::kUnsupported,
      concat(name, " of ", rank.label(), " is not known: ", rank.engine()->name(),
             " does not tell which ranks share a machine: use gc_comm_from_environment with a launcher "
             "that does, or GRIDCALL_COMM_LOCAL_RANK and GRIDCALL_COMM_LOCAL_COUNT"));
}

std::uint64_t device_memory(Rank& rank) {
  if (!rank.engine()) return 0;
  core::check_process();
  const Engine& engine = *rank.engine();
  const auto refuse = [&](std::string_view why) {
    throw Failure(status::kUnsupported, concat("DEVICE_MEMORY of ", rank.label(), " is not known: ", why));
  };
  if (!engine.table.ncclCommMemStats)
    refuse(concat(engine.name(), " does not tell it: use NCCL 2.29.7 or newer"));
  std::uint64_t value = 0;
  const auto result = rank.session().call(
      [&](ncclComm_t handle) { return engine.table.ncclCommMemStats(handle, ncclStatGpuMemTotal, &value); });
  if (!result)
    throw Failure(status::kInvalidState,
                  concat("DEVICE_MEMORY of ", rank.label(), ": it has ended and has none"));
  if (*result == ncclSuccess) return value;
  const Failure failure = rank.session().failure(*result, "ncclCommMemStats");
  if (*result == ncclInvalidUsage) refuse(failure.message);
  throw failure;
}

}  // namespace

Spec checked_spec(Spec spec) {
  if (spec.checked && spec.unchecked)
    throw Failure(status::kInvalidOptions,
                  "`options->flags` has COMM_CHECKED and COMM_UNCHECKED: pass one of them");
  if ((spec.min_blocks == 0) != (spec.max_blocks == 0) || spec.min_blocks > spec.max_blocks)
    throw Failure(status::kInvalidOptions,
                  concat("`options->min_blocks` is ", spec.min_blocks, " and `options->max_blocks` ",
                         spec.max_blocks, ": pass both, the first not above the second, or 0 for both"));
  if (spec.create_timeout_ns == 0) spec.create_timeout_ns = kDefaultCreateTimeout;
  if (spec.timeout_ns == 0) spec.timeout_ns = kDefaultTimeout;
  return spec;
}

Rank::Rank(core::Context& context, std::uint32_t number, std::uint32_t count, const Spec& spec,
           const Engine* engine)
    : context_(&context),
      number_(number),
      count_(count),
      spec_(spec),
      label_(label_of(number, count, spec.name)),
      timeline_(context) {
  usage_.owner = this;
  if (engine) session_.emplace(*this, context, *engine, label_);
  if (count == 1) set_local(0, 1);
}

void Rank::set_local(std::int64_t rank, std::int64_t count) noexcept {
  if (local_rank_ < 0) local_rank_ = rank;
  if (local_count_ < 0) local_count_ = count;
}

core::Mem& Rank::scratch() {
  if (!scratch_) scratch_ = core::Mem::create(*context_, {.size = kScratchBytes, .flags = 0});
  return *scratch_;
}

void Rank::publish() {
  context_->late_failures().attach(*this);
  is_watched_ = true;
  Service::get().watch(*this);
}

void Rank::drop() noexcept {
  const Ref<Rank> keep(this);
  state_.store(CommState::kFailed, std::memory_order_release);
  if (session_->handle()) session_->abort();
}

// ----------------------------------------------------------------------------------------------------------

void Rank::refuse_state(CommState state) {
  const std::lock_guard lock(failure_lock_);
  if (state == CommState::kFinalized)
    throw Failure(status::kInvalidState,
                  concat("the communicator of ", label_, " was finalized: make a new one"));
  throw Failure(
      status::kInvalidState,
      concat("the communicator of ", label_, state == CommState::kAborted ? " was aborted" : " has failed",
             failure_ ? ": " : "", failure_ ? failure_->message : std::string(), "; make a new one"));
}

void Rank::check_ready() {
  if (const CommState now = state(); __builtin_expect(now != CommState::kReady, 0)) refuse_state(now);
}

void Rank::check_not_ended() {
  if (is_healthy()) return;
  const std::lock_guard lock(failure_lock_);
  if (failure_) throw Failure(*failure_);
}

void Rank::refuse(ncclResult_t result, const char* call) {
  Failure failure = session_->failure(result, call);
  if (result != ncclInvalidArgument && result != ncclInvalidUsage) fail(CommState::kFailed, failure);
  throw failure;
}

void Rank::fail(CommState failed, Failure failure) {
  {
    const std::lock_guard lock(failure_lock_);
    if (!is_healthy() || (is_finalized_ && failed == CommState::kAborted)) return;
    failure_.emplace(failure);
    state_.store(failed, std::memory_order_release);
  }
  if (!session_) return;
  // Before the stop, because a waiting thread sees the end of the work a moment later.
  timeline_.fail(failure);
  session_->abort();
}

void Rank::look_for_error(bool tries) {
  if (auto failure = session_->error(tries)) fail(CommState::kFailed, *std::move(failure));
}

void Rank::look_for_lost_peer(Clock::time_point now) {
  const auto lost = peers_ ? peers_->lost(now) : std::nullopt;
  if (!lost) return;
  fail(CommState::kFailed,
       Failure(status::kCommPeerLost, concat("rank ", lost->rank, ", process ", lost->pid,
                                             " of this host, has ended, and an operation of ", label_,
                                             " waits for it; the last that ended is ", timeline_.done(),
                                             ": make a new communicator of the ranks that are left")));
}

void abort(std::span<Rank* const> ranks) {
  core::check_process();
  std::vector<Ref<Rank>> kept;
  for (Rank* rank : ranks) kept.emplace_back(rank);
  const auto until = Clock::now() + std::chrono::nanoseconds(kAbortTimeout);
  for (const Ref<Rank>& rank : kept)
    rank->fail(CommState::kAborted,
               Failure(status::kCommAborted, concat("gc_comm_abort ended the communicator of ", rank->label(),
                                                    ": what its operations wrote is undefined")));
  const core::EpochPause pause;
  for (const Ref<Rank>& rank : kept) {
    if (!rank->engine() || rank->session().wait_for_abort(until)) continue;
    throw Failure(status::kComm,
                  concat("the communicator of ", rank->label(), " was aborted, but ", rank->engine()->name(),
                         " has not ended it within ", time_text(kAbortTimeout),
                         ": its streams may still wait; end the process"));
  }
}

// ----------------------------------------------------------------------------------------------------------

std::uint64_t Rank::attribute(std::int32_t attribute) {
  switch (static_cast<core::CommAttribute>(attribute)) {
    case core::CommAttribute::kRank:
      return number_;
    case core::CommAttribute::kCount:
      return count_;
    case core::CommAttribute::kEngine:
      return engine() ? static_cast<std::uint64_t>(engine()->kind) : 0;
    case core::CommAttribute::kEngineVersion:
      return engine() ? static_cast<std::uint64_t>(engine()->version) : 0;
    case core::CommAttribute::kState:
      return static_cast<std::uint64_t>(state());
    case core::CommAttribute::kOperationsStarted:
      return timeline_.started();
    case core::CommAttribute::kOperationsDone:
      if (!engine()) return timeline_.started();
      timeline_.is_idle();
      return timeline_.done();
    case core::CommAttribute::kErrorStatus: {
      const std::lock_guard lock(failure_lock_);
      return failure_ ? static_cast<std::uint64_t>(failure_->status) : 0;
    }
    case core::CommAttribute::kLocalRank:
      return local(local_rank_, "LOCAL_RANK", *this);
    case core::CommAttribute::kLocalCount:
      return local(local_count_, "LOCAL_COUNT", *this);
    case core::CommAttribute::kDeviceMemory:
      return device_memory(*this);
  }
  core::refuse_attribute(attribute, "COMM");
}

bool Rank::query() {
  core::check_process();
  if (session_ && state() == CommState::kReady) look_for_error(false);
  {
    const std::lock_guard lock(failure_lock_);
    if (failure_) throw Failure(*failure_);
  }
  return !session_ || timeline_.is_idle();
}

void Rank::set_finalized() {
  const std::lock_guard lock(failure_lock_);
  is_finalized_ = true;
}

bool Rank::finalize(std::uint64_t timeout_ns) {
  core::check_process();
  // The next sweep frees released graphs.
  if (graphs_.load() > 0) context().sweep(core::Sweep::kNow);
  if (const int graphs = graphs_.load(); graphs > 0)
    throw Failure(status::kInvalidState, concat("a graph holds the communicator of ", label_, " (", graphs,
                                                graphs == 1 ? " does" : " do", "): release it first"));
  const Ref<Rank> keep(this);
  const OrderLock order(order_);
  CommState before = state();
  if (is_finalized_) return true;
  if (!is_healthy()) refuse_state(before);
  if (!session_) {
    state_.store(CommState::kFinalized, std::memory_order_release);
    set_finalized();
    return true;
  }
  if (before == CommState::kReady) {
    const auto started =
        session_->call([&](ncclComm_t handle) { return session_->engine().table.ncclCommFinalize(handle); });
    if (!started) check_not_ended();
    const ncclResult_t result = started.value_or(ncclInternalError);
    if (is_error(result)) refuse(result, "ncclCommFinalize");
    if (!state_.compare_exchange_strong(before, CommState::kFinalized)) check_not_ended();
  }
  PollResult polled;
  const auto is_done = [&](ncclResult_t result) {
    check_not_ended();
    return result != ncclInProgress;
  };
  if (!wait_for_engine({&keep, 1}, timeout_ns == 0 ? spec_.timeout_ns : timeout_ns, polled, is_done))
    return false;
  if (polled.result != ncclSuccess) refuse(polled.result, "ncclCommFinalize");
  session_->destroy();
  set_finalized();
  return true;
}

// ----------------------------------------------------------------------------------------------------------

PollResult poll(std::span<const Ref<Rank>> ranks) {
  PollResult all;
  for (const Ref<Rank>& rank : ranks) {
    const auto polled = rank->session().poll();
    if (!polled) rank->check_not_ended();
    const ncclResult_t result = polled.value_or(ncclInternalError);
    if (result == ncclSuccess || (result == ncclInProgress && all.result != ncclSuccess)) continue;
    all = {result, rank.get()};
    if (is_error(result)) break;
  }
  return all;
}

void Rank::graph_launched(const core::Stream* stream) {
  if (!session_) return;
  const core::Queue queue = queue_of(stream);
  const OrderLock order(order_);
  InFlight launch;
  launch.is_graph = true;
  launch.sequence = timeline_.started();
  launch.since = Clock::now();
  timeline_.mark(queue.stream, queue.slot, std::move(launch));
}

void Rank::stream_waited() noexcept {
  if (!is_healthy()) return;
  try {
    timeline_.is_idle();  // drops the objects of finished work
    if (timeline_.started() != 0) look_for_error(true);
  } catch (...) {
    // Without memory for the message, the watchdog looks again.
  }
}

std::optional<Clock::time_point> Rank::watch(Clock::time_point now) {
  if (!is_healthy()) return std::nullopt;
  const bool has_limit = spec_.timeout_ns < static_cast<std::uint64_t>(INT64_MAX) / 2;
  const std::chrono::nanoseconds limit(has_limit ? spec_.timeout_ns : kWithoutLimit);
  std::optional<Clock::time_point> next;
  try {
    std::optional<Failure> late;
    if (const auto busy = session_->busy_since()) {
      next = *busy + limit;
      if (has_limit && now > *next)
        late.emplace(status::kCommTimeout,
                     concat(engine()->name(), " has not returned from a call on ", label_, " within ",
                            time_text(spec_.timeout_ns), " (timeout_nanoseconds)"));
    }
    std::string operation;
    const auto deadline = timeline_.deadline(now, limit, operation);
    if (deadline && (!next || *deadline < *next)) next = deadline;
    if (has_limit && !late && !operation.empty())
      late.emplace(
          status::kCommTimeout,
          concat(operation, " of ", label_, ", did not end within ", time_text(spec_.timeout_ns),
                 " (timeout_nanoseconds); the last that ended is ", timeline_.done(), " of ",
                 timeline_.started(),
                 " queued: another rank is late, gone, or called something else; GRIDCALL_COMM_CHECKED "
                 "finds the last"));
    if (late) {
      fail(CommState::kFailed, *std::move(late));
    } else if (next) {
      look_for_error(true);
      look_for_lost_peer(now);
    }
  } catch (...) {
    // Without memory for the message, the next look tries again.
    return now + std::chrono::milliseconds(100);
  }
  return next;
}

void Rank::last_reference() noexcept {
  if (!session_) return delete this;
  revive();  // adds the reaper's reference, because the thread of an abort may still hold one
  Service::get().reap(*this);
}

bool Rank::reap(Clock::time_point now) {
  // The operations are done or abandoned.
  if (is_healthy() && !timeline_.is_idle()) return false;
  if (!is_held_once()) return false;  // an abort is in progress
  if (is_watched_) {
    context_->late_failures().detach(*this);
    Service::get().unwatch(*this);
    is_watched_ = false;
  }
  if (!session_->end(now, is_healthy(), state() == CommState::kFinalized)) return false;
  delete this;
  return true;
}

}  // namespace gridcall::comm
