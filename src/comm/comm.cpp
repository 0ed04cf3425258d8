// SPDX-License-Identifier: Apache-2.0

#include "comm/comm.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/concat.h"
#include "comm/ask.h"
#include "comm/id.h"
#include "comm/service.h"
#include "comm/time_text.h"
#include "core/check.h"
#include "core/context_list.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace comm;

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kDefaultCreateTimeout = 300 * kSecond;
constexpr std::uint64_t kDefaultTimeout = 600 * kSecond;
constexpr std::uint64_t kAbortTimeout = 4 * kSecond;

Failure timed_out(std::string message) {
  return Failure(status::kCommTimeout, std::move(message));
}

}  // namespace

// An engine works in the context that the CUDA runtime would use.
void Comm::check_kind(const Context& context, std::string_view name) {
  if (context.is_cpu() || context.kind() == DriverContext::Kind::kPrimary) return;
  throw Failure(status::kWrongContext,
                concat("`", name, "` is not the primary context of ", context.device().label(),
                       ", in which alone NCCL works: pass the one of gc_context_get_primary"));
}

std::uint64_t Comm::create_timeout_ns() const noexcept {
  return spec_.create_timeout_ns == 0 ? kDefaultCreateTimeout : spec_.create_timeout_ns;
}

void Comm::check_spec(const CommSpec& spec) {
  if (spec.checked && spec.unchecked)
    throw Failure(status::kInvalidOptions,
                  "`options->flags` has COMM_CHECKED and COMM_UNCHECKED: pass one of them");
  if ((spec.min_blocks == 0) != (spec.max_blocks == 0) || spec.min_blocks > spec.max_blocks)
    throw Failure(status::kInvalidOptions,
                  concat("`options->min_blocks` is ", spec.min_blocks, " and `options->max_blocks` ",
                         spec.max_blocks, ": pass both, the first not above the second, or 0 for both"));
}

Comm::Comm(Context& context, std::uint32_t rank, std::uint32_t count, const CommSpec& spec,
           const Engine* engine)
    : context_(&context),
      rank_(rank),
      count_(count),
      spec_(spec),
      engine_(engine),
      timeout_ns_(spec.timeout_ns == 0 ? kDefaultTimeout : spec.timeout_ns) {
  usage_.owner = this;
  if (count == 1) set_local(0, 1);
}

Comm::~Comm() {
  end_exchange();
}

std::string Comm::label() const {
  return concat("rank ", rank_, " of ", count_, spec_.name.empty() ? "" : " of communicator \"", spec_.name,
                spec_.name.empty() ? "" : "\"");
}

ncclConfig_t Comm::config() const {
  ncclConfig_t config;
  config.blocking = 0;
  if (spec_.max_blocks != 0) {
    config.minCTAs = static_cast<int>(spec_.min_blocks);
    config.maxCTAs = static_cast<int>(spec_.max_blocks);
  }
  if (spec_.share) config.splitShare = 1;
  return config;
}

Failure Comm::engine_failure(ncclResult_t result, const char* call, bool is_made) {
  const char* last = engine_->table.ncclGetLastError(is_made ? native_.load() : nullptr);
  std::string text = last && *last ? last : "";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  const bool is_mpi = engine_->kind == EngineKind::kMpi;
  Status code = status::kComm;
  switch (static_cast<int>(result)) {
    case GRIDCALL_NCCL_MISMATCH:
      code = status::kCommMismatch;
      break;
    case GRIDCALL_NCCL_PEER_LOST:
    case ncclRemoteError:
      code = status::kCommPeerLost;
      break;
    case ncclInvalidUsage:
      // What NCCL says of two ranks on one GPU, and of a group that does not fit together.
      code = is_mpi ? status::kUnsupported
             : text.find("Duplicate") != std::string::npos || text.find("Mismatched") != std::string::npos
                 ? status::kCommMismatch
                 : status::kComm;
      break;
    default:
      break;
  }
  const char* const meaning = engine_->table.ncclGetErrorString(result);
  std::string message =
      is_mpi && !text.empty()
          ? concat(label(), ": ", text)
          : concat(call, " of ", engine_->name(), " returned ", static_cast<int>(result), " (",
                   meaning ? meaning : "unknown", ") on ", label(), text.empty() ? "" : ": ", text);
  if (code == status::kComm && !is_mpi) message += "; NCCL_DEBUG=INFO in the environment prints more";
  Failure failure(code, std::move(message));
  failure.driver_code = result;
  return failure;
}

void Comm::refuse_state(CommState state) {
  const std::lock_guard lock(failure_lock_);
  if (state == CommState::kFinalized)
    throw Failure(status::kInvalidState,
                  concat("the communicator of ", label(), " was finalized: make a new one"));
  throw Failure(
      status::kInvalidState,
      concat("the communicator of ", label(), state == CommState::kAborted ? " was aborted" : " has failed",
             failure_ ? ": " : "", failure_ ? failure_->message : std::string(), "; make a new one"));
}

void Comm::check_ready() {
  const CommState state = state_.load(std::memory_order_acquire);
  if (__builtin_expect(state != CommState::kReady, 0)) refuse_state(state);
}

void Comm::check_not_ended() {
  const CommState state = state_.load(std::memory_order_acquire);
  if (state == CommState::kReady || state == CommState::kFinalized) return;
  const std::lock_guard lock(failure_lock_);
  if (failure_) throw Failure(*failure_);
}

void Comm::refuse(ncclResult_t result, const char* call) {
  Failure failure = engine_failure(result, call, true);
  if (result != ncclInvalidArgument && result != ncclInvalidUsage) fail(CommState::kFailed, failure);
  throw failure;
}

// ----------------------------------------------------------------------------------------------------------

template <class Start>
void Comm::connect(const char* call, Start&& start) {
  const std::uint64_t limit = create_timeout_ns();
  ncclResult_t result = ncclInProgress;
  const auto begun = Clock::now();
  try {
    {
      const std::lock_guard lock(engine_lock_);
      result = run_engine(*context_, [&] { return start(); });
    }
    const bool done = poll_until(
        limit,
        [&] {
          if (result != ncclInProgress) return true;
          check_process();
          const auto asked =
              ask([&](ncclComm_t native) { return engine_->table.ncclCommGetAsyncError(native, &result); });
          if (!asked) result = ncclInternalError;
          if (asked && *asked != ncclSuccess && *asked != ncclInProgress) result = *asked;
          return result != ncclInProgress;
        },
        [] {});
    if (!done)
      throw timed_out(
          concat("not all ranks came within ", time_text(limit), " (create_timeout_nanoseconds); ", label(),
                 " has waited for ", time_text(Clock::now() - begun),
                 ": see that all of them are started, pass the same id and count, and reach each other"));
    if (result != ncclSuccess) throw engine_failure(result, call, native_ != nullptr);
    // MPI's engine compares the calls by itself, and by default: MPI loses its memory where they differ.
    if (engine_->table.gridcallMpiSetChecked)
      engine_->table.gridcallMpiSetChecked(native_, spec_.unchecked ? 0 : 1);
    find_local();
    const Ref<Comm> keep(this);
    exchange_records({&keep, 1}, limit);
  } catch (...) {
    drop();
    throw;
  }
}

void Comm::drop() {
  const Ref<Comm> keep(this);
  state_.store(CommState::kFailed, std::memory_order_release);
  if (native_) end_native_apart();
}

Ref<Comm> Comm::create(Context& context, std::span<const std::byte> id, std::uint32_t rank,
                       std::uint32_t count, const CommSpec& spec) {
  check_process();
  check_spec(spec);
  if (count == 0 || count > 0x7fffffff)
    throw Failure(status::kInvalidArgument,
                  concat("`count` is ", count, ": pass how many ranks there are, 1 to 2147483647"));
  if (rank >= count)
    throw Failure(status::kOutOfRange,
                  concat("`rank` is ", rank, " and `count` ", count, ": pass a rank below it"));
  if (id.empty()) {
    if (count != 1)
      throw Failure(status::kInvalidArgument,
                    concat("`id` is empty and `count` is ", count,
                           ": pass the id that one rank made with gc_comm_create_id"));
    return make<Comm>(context, rank, count, spec, nullptr);
  }
  collect(context);
  check_kind(context, "context");
  const Engine& engine = usable_engine(context.is_cpu());
  const Id read = read_id(id, engine);
  take_id(read, rank);
  Service::get().start();  // which also gives back what is not made wholly
  const Ref<Comm> made = make<Comm>(context, rank, count, spec, &engine);
  made->add_words();
  made->connect("ncclCommInitRankConfig", [&] {
    ncclConfig_t config = made->config();
    ncclComm_t native = nullptr;
    const ncclResult_t result = engine.table.ncclCommInitRankConfig(
        &native, static_cast<int>(count), read.native, static_cast<int>(rank), &config);
    made->native_ = native;
    return result;
  });
  Service::get().add(*made);
  return made;
}

Ref<Comm> Comm::split(std::int32_t color, std::int32_t key, const CommSpec& spec) {
  check_spec(spec);
  check_ready();
  const bool takes_part = color >= 0;
  if (!takes_part) color = kNcclNoColor;
  if (!engine_ && !takes_part) return {};
  if (!engine_) return make<Comm>(*context_, std::uint32_t{0}, std::uint32_t{1}, spec, nullptr);
  collect(*context_);
  const Ref<Comm> keep(this);
  const OrderLock order(order_);
  check_ready();
  // Its rank and count are known when it is made.
  ncclComm_t native = nullptr;
  ncclConfig_t config;
  {
    const Comm asked(*context_, 0, 1, spec, engine_);
    config = asked.config();
  }
  const std::uint64_t limit = spec.create_timeout_ns == 0 ? kDefaultCreateTimeout : spec.create_timeout_ns;
  const auto& table = engine_->table;
  ncclResult_t result = ncclInProgress;
  const auto started =
      ask([&](ncclComm_t parent) { return table.ncclCommSplit(parent, color, key, &native, &config); });
  if (!started) check_not_ended();
  if (started) result = *started;
  // Both report: the parent until the parts are known, the new one until it is connected.
  const bool done = poll_until(
      limit,
      [&] {
        check_process();
        if (result != ncclSuccess && result != ncclInProgress) return true;
        const auto asked =
            ask([&](ncclComm_t parent) { return table.ncclCommGetAsyncError(parent, &result); });
        if (!asked) check_not_ended();
        if (result != ncclSuccess || !native) return result != ncclInProgress;
        ask([&](ncclComm_t) { return table.ncclCommGetAsyncError(native, &result); });
        return result != ncclInProgress;
      },
      [] {});
  if (!done) {
    Failure failure = timed_out(concat("not all ranks called gc_comm_split within ", time_text(limit),
                                       " (create_timeout_nanoseconds) on ", label()));
    fail(CommState::kFailed, failure);
    throw failure;
  }
  if (result == ncclSuccess && !native && !takes_part) return {};
  if (result != ncclSuccess || !native) refuse(result, "ncclCommSplit");
  int rank = 0, count = 1;
  ask([&](ncclComm_t) { return table.ncclCommUserRank(native, &rank); });
  ask([&](ncclComm_t) { return table.ncclCommCount(native, &count); });
  const Ref<Comm> made = make<Comm>(*context_, static_cast<std::uint32_t>(rank),
                                    static_cast<std::uint32_t>(count), spec, engine_);
  made->native_ = native;
  made->find_local();
  if (local_count_ == static_cast<std::int64_t>(count_))
    made->set_local(rank, count);  // all are on one machine
  try {
    made->add_words();
    exchange_records({&made, 1}, limit);
  } catch (...) {
    made->drop();
    throw;
  }
  Service::get().add(*made);
  return made;
}

// ----------------------------------------------------------------------------------------------------------

void Comm::find_local() {
  int rank = 0, count = 0;
  if (!engine_->table.gridcallMpiLocal) return;
  const auto asked = ask([&](ncclComm_t native) {
    return ncclResult_t{engine_->table.gridcallMpiLocal(native, &rank, &count)};
  });
  if (asked == ncclSuccess) set_local(rank, count);
}

std::uint64_t Comm::local(std::int64_t known, const char* name) const {
  if (known >= 0) return static_cast<std::uint64_t>(known);
  throw Failure(
      status::kUnsupported,
      concat(name, " of ", label(), " is not known: ", engine_->name(),
             " does not tell which ranks share a machine: use gc_comm_from_environment with a launcher "
             "that does, or GRIDCALL_COMM_LOCAL_RANK and GRIDCALL_COMM_LOCAL_COUNT"));
}

std::uint64_t Comm::device_memory() {
  if (!engine_) return 0;
  check_process();
  std::uint64_t value = 0;
  const auto refuse = [&](std::string_view why) {
    throw Failure(status::kUnsupported, concat("DEVICE_MEMORY of ", label(), " is not known: ", why));
  };
  if (!engine_->table.ncclCommMemStats)
    refuse(concat(engine_->name(), " does not tell it: use NCCL 2.29.7 or newer"));
  const auto asked = ask([&](ncclComm_t native) {
    return engine_->table.ncclCommMemStats(native, ncclStatGpuMemTotal, &value);
  });
  if (!asked)
    throw Failure(status::kInvalidState, concat("DEVICE_MEMORY of ", label(), ": it has ended and has none"));
  if (*asked == ncclSuccess) return value;
  const Failure failure = engine_failure(*asked, "ncclCommMemStats", true);
  if (*asked == ncclInvalidUsage) refuse(failure.message);
  throw failure;
}

std::uint64_t Comm::attribute(std::int32_t attribute) {
  switch (static_cast<CommAttribute>(attribute)) {
    case CommAttribute::kRank:
      return rank_;
    case CommAttribute::kCount:
      return count_;
    case CommAttribute::kEngine:
      return engine_ ? static_cast<std::uint64_t>(engine_->kind) : 0;
    case CommAttribute::kEngineVersion:
      return engine_ ? static_cast<std::uint64_t>(engine_->version) : 0;
    case CommAttribute::kState:
      return static_cast<std::uint64_t>(state_.load(std::memory_order_acquire));
    case CommAttribute::kOperationsStarted:
      return started_.load(std::memory_order_relaxed);
    case CommAttribute::kOperationsDone:
      if (engine_) is_idle();
      return engine_ ? done_.load(std::memory_order_relaxed) : started_.load(std::memory_order_relaxed);
    case CommAttribute::kErrorStatus: {
      const std::lock_guard lock(failure_lock_);
      return failure_ ? static_cast<std::uint64_t>(failure_->status) : 0;
    }
    case CommAttribute::kLocalRank:
      return local(local_rank_, "LOCAL_RANK");
    case CommAttribute::kLocalCount:
      return local(local_count_, "LOCAL_COUNT");
    case CommAttribute::kDeviceMemory:
      return device_memory();
  }
  refuse_attribute(attribute, "COMM");
}

bool Comm::query() {
  check_process();
  if (engine_ && state_.load(std::memory_order_acquire) == CommState::kReady) look_for_error(false);
  {
    const std::lock_guard lock(failure_lock_);
    if (failure_) throw Failure(*failure_);
  }
  return !engine_ || is_idle();
}

bool Comm::finalize(std::uint64_t timeout_ns) {
  check_process();
  // A graph that was released goes with the next sweep.
  if (graphs_.load() > 0) context().sweep(core::Context::Sweep::kNow);
  if (const int graphs = graphs_.load(); graphs > 0)
    throw Failure(status::kInvalidState, concat("a graph holds the communicator of ", label(), " (", graphs,
                                                graphs == 1 ? " does" : " do", "): release it first"));
  const Ref<Comm> keep(this);
  const OrderLock order(order_);
  CommState state = state_.load(std::memory_order_acquire);
  if (is_finalized_) return true;
  if (state != CommState::kReady && state != CommState::kFinalized) refuse_state(state);
  if (!engine_) {
    state_.store(CommState::kFinalized, std::memory_order_release);
    return is_finalized_ = true;
  }
  const auto& table = engine_->table;
  ncclResult_t result = ncclInProgress;
  if (state == CommState::kReady) {
    const auto started = ask([&](ncclComm_t native) { return table.ncclCommFinalize(native); });
    if (!started) check_not_ended();
    result = started.value_or(ncclInternalError);
    if (result != ncclSuccess && result != ncclInProgress) refuse(result, "ncclCommFinalize");
    if (!state_.compare_exchange_strong(state, CommState::kFinalized)) check_not_ended();
  }
  const bool done = poll_until(
      timeout_ns == 0 ? timeout_ns_ : timeout_ns,
      [&] {
        check_process();
        check_not_ended();
        if (!ask([&](ncclComm_t native) { return table.ncclCommGetAsyncError(native, &result); }))
          return false;
        return result != ncclInProgress;
      },
      [] {});
  if (!done) return false;
  if (result != ncclSuccess) refuse(result, "ncclCommFinalize");
  ncclComm_t native = nullptr;
  {
    const std::lock_guard lock(engine_lock_);
    native = native_.exchange(nullptr);
    if (native) run_engine(*context_, [&] { return table.ncclCommDestroy(native); });
  }
  return is_finalized_ = true;
}

void Comm::abort(std::span<Comm* const> comms) {
  check_process();
  std::vector<Ref<Comm>> kept;
  for (Comm* comm : comms) kept.emplace_back(comm);
  const auto until = Clock::now() + std::chrono::nanoseconds(kAbortTimeout);
  for (const Ref<Comm>& comm : kept)
    comm->fail(CommState::kAborted,
               Failure(status::kCommAborted, concat("gc_comm_abort ended the communicator of ", comm->label(),
                                                    ": what its operations wrote is undefined")));
  const EpochPause pause;
  for (const Ref<Comm>& comm : kept) {
    if (comm->wait_for_end(until)) continue;
    throw Failure(status::kComm,
                  concat("the communicator of ", comm->label(), " was aborted, but ", comm->engine_->name(),
                         " has not ended it within ", time_text(kAbortTimeout),
                         ": its streams may still wait; end the process"));
  }
}

void Comm::last_reference() noexcept {
  if (!engine_) return delete this;
  revive();  // the reaper's reference: the thread of an abort may still have one
  Service::get().reap(*this);
}

}  // namespace gridcall::core
