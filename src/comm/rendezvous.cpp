// SPDX-License-Identifier: Apache-2.0

#include "comm/rendezvous.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/concat.h"

namespace gridcall::comm {

using driver::CUstream;

namespace {

constexpr const char* kGather = "ncclAllGather";

std::byte* bytes_at(std::uint64_t address) noexcept {
  return reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(address));
}

// A stream of the rank's own, because work on the caller's streams may wait for this communicator.
struct OwnStream {
  explicit OwnStream(core::Context& of) : context(of) {
    context.run([&] {
      context.check(context.table().cuStreamCreateWithPriority(&stream, driver::CU_STREAM_NON_BLOCKING, 0),
                    "cuStreamCreateWithPriority", "");
    });
  }
  ~OwnStream() {
    if (stream) context.run_quietly([&] { context.table().cuStreamDestroy(stream); });
  }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;

  core::Context& context;
  Ref<core::Mem> records;  // memory that work on the stream writes
  CUstream stream = nullptr;
};

// Configures our own engine's communicator, and asks which ranks share the machine.
void set_up(Rank& rank) {
  const EngineTable& table = rank.engine()->table;
  rank.session().call([&](ncclComm_t handle) {
    // The engine compares calls by default, because MPI corrupts memory if they differ.
    if (table.gridcallMpiSetChecked) table.gridcallMpiSetChecked(handle, rank.spec().unchecked ? 0 : 1);
    int local_rank = 0, local_count = 0;
    if (table.gridcallMpiLocal && table.gridcallMpiLocal(handle, &local_rank, &local_count) == ncclSuccess)
      rank.set_local(local_rank, local_count);
    return ncclSuccess;
  });
}

std::optional<Failure> failure_of(const std::vector<Signature>& all, const Rank& rank) {
  for (std::uint32_t other = 0; other < rank.count(); ++other)
    if (all[other].sequence == 0) return missing_record(*rank.engine(), other);
  std::string difference = difference_of(all, rank.number());
  if (difference.empty()) return std::nullopt;
  return Failure(status::kCommMismatch, std::move(difference));
}

}  // namespace

ncclConfig_t config_of(const Spec& spec) noexcept {
  ncclConfig_t config;
  config.blocking = 0;
  if (spec.max_blocks != 0) {
    config.minCTAs = static_cast<int>(spec.min_blocks);
    config.maxCTAs = static_cast<int>(spec.max_blocks);
  }
  if (spec.share) config.splitShare = 1;
  return config;
}

Rendezvous::Rendezvous(std::vector<Ref<Rank>> ranks) : ranks_(std::move(ranks)) {
  for (const Ref<Rank>& rank : ranks_) sessions_.push_back(&rank->session());
}

void Rendezvous::check_not_ended() {
  for (const Ref<Rank>& rank : ranks_) rank->check_not_ended();
}

// ----------------------------------------------------------------------------------------------------------

void Rendezvous::connect(const ncclUniqueId& id) {
  try {
    connect_by(id);
    join_all();
  } catch (...) {
    for (const Ref<Rank>& rank : ranks_) rank->drop();
    throw;
  }
}

void Rendezvous::join() {
  try {
    join_all();
  } catch (...) {
    for (const Ref<Rank>& rank : ranks_) rank->drop();
    throw;
  }
}

void Rendezvous::connect_by(const ncclUniqueId& id) {
  Rank& first = *ranks_.front();
  const EngineTable& table = first.engine()->table;
  const std::uint64_t limit = first.spec().create_timeout_ns;
  const auto begun = Clock::now();
  const bool is_group = ranks_.size() > 1;
  const char* call = "ncclGroupStart";
  PollResult polled{ncclSuccess, &first};
  {
    std::vector<std::unique_lock<std::mutex>> locks;
    locks.reserve(ranks_.size());
    for (Session* session : sessions_) locks.push_back(session->lock());
    std::vector<ncclComm_t> handles(ranks_.size());
    if (is_group) polled.result = table.ncclGroupStart();
    const bool begins = !is_error(polled.result);
    for (std::size_t i = 0; i < ranks_.size() && !is_error(polled.result); ++i) {
      Rank& rank = *ranks_[i];
      call = "ncclCommInitRankConfig";
      ncclConfig_t config = config_of(rank.spec());
      polled = {run_engine(rank.context(),
                           [&] {
                             return table.ncclCommInitRankConfig(&handles[i], static_cast<int>(rank.count()),
                                                                 id, static_cast<int>(rank.number()),
                                                                 &config);
                           }),
                &rank};
    }
    if (is_group && begins) {
      // The group is closed after an error too, because it would otherwise include the thread's later calls.
      const ncclResult_t ended = run_engine(first.context(), [&] { return table.ncclGroupEnd(); });
      if (!is_error(polled.result)) {
        if (is_error(ended)) call = "ncclGroupEnd";
        polled.result = ended;
      }
    }
    for (std::size_t i = 0; i < ranks_.size(); ++i) sessions_[i]->set_handle(handles[i]);
  }
  const bool done =
      is_error(polled.result) ||
      wait_for_engine(ranks_, limit, polled, [](ncclResult_t result) { return result != ncclInProgress; });
  if (!done)
    throw Failure(
        status::kCommTimeout,
        concat("not all ranks came within ", time_text(limit), " (create_timeout_nanoseconds); ",
               is_group ? concat(ranks_.size(), " ranks of this process, the first ", first.label(), ", have")
                        : concat(first.label(), " has"),
               " waited for ", time_text(Clock::now() - begun),
               ": see that all of them are started, pass the same id and count, and reach each other"));
  if (polled.result != ncclSuccess) throw polled.rank->session().failure(polled.result, call);
}

void Rendezvous::join_all() {
  for (const Ref<Rank>& rank : ranks_) set_up(*rank);
  const Rank& first = *ranks_.front();
  if (!first.engine()->notices_lost_ranks && first.count() != 1) exchange_peers();
}

void Rendezvous::exchange_peers() {
  Rank& first = *ranks_.front();
  const Engine& engine = *first.engine();
  std::vector<std::shared_ptr<OwnStream>> streams;
  std::vector<GatherMemory> all;
  for (const Ref<Rank>& rank : ranks_) {
    OwnStream& own = *streams.emplace_back(std::make_shared<OwnStream>(rank->context()));
    all.push_back(gathered(*rank, PeerRecord::own(engine), own.stream));
    own.records = all.back().records;
    rank->keep(streams.back());  // the rank holds it until the engine has ended
  }
  queue_gather(all, sizeof(PeerRecord));
  const std::uint64_t limit = first.spec().create_timeout_ns;
  if (!wait_for_gather(all, limit))
    throw Failure(status::kCommTimeout,
                  concat("not all ranks told what they are within ", time_text(limit),
                         " (create_timeout_nanoseconds) on ", first.label(), ": one of them has ended"));
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    Rank& rank = *ranks_[i];
    const auto records = read<PeerRecord>(rank, all[i]);
    for (std::uint32_t other = 0; other < rank.count(); ++other)
      if (records[other].pid == 0) throw missing_record(engine, other);
    if (std::string wrong = version_difference(engine, records); !wrong.empty())
      throw Failure(status::kCommMismatch, std::move(wrong));
    rank.set_peers(records);
    rank.keep(nullptr);
  }
}

// ----------------------------------------------------------------------------------------------------------

void Rendezvous::compare(std::span<const Call> calls) {
  const auto begun = Clock::now();
  std::uint64_t limit = core::kForEver;
  std::vector<GatherMemory> all;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    Rank& rank = *ranks_[i];
    limit = std::min(limit, rank.spec().timeout_ns);
    all.push_back(gathered(rank, calls[i].signature, calls[i].queue.stream));
    rank.context().run([&] { rank.context().slots().use(all[i].records->usage(), calls[i].queue.slot); });
  }
  queue_gather(all, sizeof(Signature));
  for (std::size_t i = 0; i < ranks_.size(); ++i)
    ranks_[i]->context().run([&] { ranks_[i]->context().slots().queued(calls[i].queue.slot); });
  if (!wait_for_gather(all, limit)) {
    const Signature& first = calls.front().signature;
    const Failure failure(
        status::kCommTimeout,
        concat("operation ", first.sequence, ", ", first.text(), ", of ", ranks_.front()->label(),
               ": not all ranks called within ", time_text(Clock::now() - begun), " (timeout_nanoseconds)"));
    for (const Ref<Rank>& rank : ranks_) rank->fail(CommState::kFailed, failure);
    throw failure;
  }
  std::optional<Failure> first;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const auto failure = failure_of(read<Signature>(*ranks_[i], all[i]), *ranks_[i]);
    if (!failure) continue;
    ranks_[i]->fail(CommState::kFailed, *failure);
    if (!first) first = failure;
  }
  if (first) throw *std::move(first);
}

template <class Record>
Rendezvous::GatherMemory Rendezvous::gathered(Rank& rank, const Record& own, CUstream stream) {
  const std::size_t bytes = sizeof(Record) * rank.count();
  GatherMemory made{core::Mem::create(rank.context(), {.size = bytes, .place = core::MemPlace::kHost}),
                    stream};
  std::memset(made.records->host(), 0, bytes);
  std::memcpy(made.records->host() + sizeof own * rank.number(), &own, sizeof own);
  return made;
}

template <class Record>
std::vector<Record> Rendezvous::read(const Rank& rank, const GatherMemory& from) {
  std::vector<Record> all(rank.count());
  std::memcpy(all.data(), from.records->host(), sizeof(Record) * all.size());
  return all;
}

void Rendezvous::queue_gather(std::span<const GatherMemory> gathered, std::size_t record_bytes) {
  const EngineTable& table = ranks_.front()->engine()->table;
  const auto queued = Session::call_all(sessions_, [&]() -> ncclResult_t {
    const bool is_group = ranks_.size() > 1;
    ncclResult_t result = is_group ? table.ncclGroupStart() : ncclSuccess;
    if (result != ncclSuccess) return result;
    for (std::size_t i = 0; i < ranks_.size() && !is_error(result); ++i) {
      std::byte* const records = bytes_at(gathered[i].records->address());
      result = table.ncclAllGather(records + record_bytes * ranks_[i]->number(), records, record_bytes,
                                   ncclUint8, sessions_[i]->handle(), gathered[i].stream);
    }
    if (!is_group) return result;
    const ncclResult_t ended = table.ncclGroupEnd();
    return is_error(result) ? result : ended;
  });
  if (!queued) check_not_ended();
  const ncclResult_t result = queued.value_or(ncclInternalError);
  if (is_error(result)) ranks_.front()->refuse(result, kGather);
}

bool Rendezvous::wait_for_gather(std::span<const GatherMemory> gathered, std::uint64_t timeout_ns) {
  const auto is_there = [&](const Ref<Rank>& rank) {
    const CUstream stream = gathered[static_cast<std::size_t>(&rank - ranks_.data())].stream;
    return rank->context().run([&] { return rank->context().slots().is_idle(stream); });
  };
  PollResult polled;
  const bool done = wait_for_engine(ranks_, timeout_ns, polled, [&](ncclResult_t result) {
    for (const Ref<Rank>& rank : ranks_) rank->look_for_lost_peer(Clock::now());
    check_not_ended();
    if (result != ncclSuccess) return result != ncclInProgress;
    return std::all_of(ranks_.begin(), ranks_.end(), is_there);
  });
  check_not_ended();
  if (!done || polled.result == ncclSuccess) return done;
  const Failure failure = polled.rank->session().failure(polled.result, kGather);
  polled.rank->fail(CommState::kFailed, failure);
  throw failure;
}

}  // namespace gridcall::comm
