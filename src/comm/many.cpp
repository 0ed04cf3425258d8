// SPDX-License-Identifier: Apache-2.0
//
// Several ranks of one process, made by one call: a group of the engine, in which no rank waits for another.

#include <algorithm>
#include <string>

#include "base/concat.h"
#include "comm/ask.h"
#include "comm/comm.h"
#include "comm/id.h"
#include "comm/service.h"
#include "comm/time_text.h"
#include "core/check.h"
#include "core/context_list.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace comm;

namespace {

std::string context_name(std::size_t index) {
  return concat("contexts[", index, "]");
}

void check_counts(std::size_t contexts, std::span<const std::uint32_t> ranks, bool has_id,
                  std::uint32_t count) {
  const auto refuse = [](std::string text) { throw Failure(status::kInvalidArgument, std::move(text)); };
  if (contexts == 0) refuse("`context_count` is 0: pass one context at least");
  if (!ranks.empty() && ranks.size() != contexts)
    refuse(concat("`rank_count` is ", ranks.size(), " and `context_count` ", contexts,
                  ": pass a rank for each context, or none"));
  if (count == 0 || count > 0x7fffffff)
    refuse(concat("`count` is ", count, ": pass how many ranks there are, 1 to 2147483647"));
  if (!has_id && count != contexts)
    refuse(concat("`id` is empty, `count` is ", count, " and `context_count` ", contexts,
                  ": pass the same number for ranks of this process alone, or the id of all ranks"));
  if (contexts > count)
    refuse(concat("`context_count` is ", contexts, " and `count` ", count, ": pass the count of all ranks"));
}

void check_ranks(std::span<const std::uint32_t> ranks, std::uint32_t count) {
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i] >= count)
      throw Failure(status::kOutOfRange, concat("`ranks[", i, "]` is ", ranks[i], " and `count` ", count,
                                                ": pass a rank below it"));
    for (std::size_t k = 0; k < i; ++k)
      if (ranks[k] == ranks[i])
        throw Failure(status::kInvalidArgument,
                      concat("`ranks[", i, "]` is ", ranks[i], ", as `ranks[", k, "]`: pass each rank once"));
  }
}

void check_devices(std::span<Context* const> contexts, std::span<const std::uint32_t> ranks) {
  const auto rank_of = [&](std::size_t i) { return ranks.empty() ? i : std::size_t{ranks[i]}; };
  for (std::size_t i = 1; i < contexts.size(); ++i)
    if (contexts[i]->is_cpu() != contexts[0]->is_cpu())
      throw Failure(status::kUnsupported,
                    concat("`contexts[0]` is of ", contexts[0]->device().label(), " and `", context_name(i),
                           "` of ", contexts[i]->device().label(),
                           ": ranks of one communicator are all of GPUs or all of CPU devices"));
  if (contexts.size() > 1 && contexts[0]->is_cpu())
    throw Failure(status::kUnsupported,
                  concat("`context_count` is ", contexts.size(),
                         ", and the CPU device has one rank in a process: start a process for each, with "
                         "mpirun or srun, and use gc_comm_from_environment"));
  for (std::size_t i = 0; i < contexts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (&contexts[k]->device() == &contexts[i]->device())
        throw Failure(
            status::kCommMismatch,
            concat("`", context_name(k), "` and `", context_name(i), "`, ranks ", rank_of(k), " and ",
                   rank_of(i), ", are both of ", contexts[i]->device().label(), " at PCI bus id ",
                   contexts[i]->device().pci_bus_id(), ": a GPU has one rank of a communicator"));
}

}  // namespace

std::vector<Ref<Comm>> Comm::create_many(std::span<Context* const> contexts,
                                         std::span<const std::uint32_t> ranks, std::span<const std::byte> id,
                                         std::uint32_t count, const CommSpec& spec) {
  check_process();
  check_spec(spec);
  check_counts(contexts.size(), ranks, !id.empty(), count);
  check_ranks(ranks, count);
  check_devices(contexts, ranks);
  const auto rank_of = [&](std::size_t i) {
    return ranks.empty() ? static_cast<std::uint32_t>(i) : ranks[i];
  };
  if (contexts.size() == 1) return {create(*contexts[0], id, rank_of(0), count, spec)};
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    collect(*contexts[i]);
    check_kind(*contexts[i], context_name(i));
  }
  const Engine& engine = usable_engine(false);
  const Id all = id.empty() ? make_id(engine) : read_id(id, engine);
  for (std::size_t i = 0; i < contexts.size(); ++i) take_id(all, rank_of(i));
  Service::get().start();  // which also gives back what is not made wholly
  std::vector<Ref<Comm>> made;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    made.push_back(make<Comm>(*contexts[i], rank_of(i), count, spec, &engine));
    made.back()->add_words();
  }
  try {
    connect_many(made, all.native);
    for (const Ref<Comm>& comm : made) {
      if (made.size() == count) comm->set_local(comm->rank_, count);  // all are on this machine
      Service::get().add(*comm);
    }
  } catch (...) {
    for (const Ref<Comm>& comm : made) comm->drop();
    throw;
  }
  return made;
}

void Comm::connect_many(std::span<const Ref<Comm>> made, const ncclUniqueId& id) {
  Comm& first = *made.front();
  const EngineTable& table = first.engine_->table;
  const std::uint64_t limit = first.create_timeout_ns();
  const char* call = "ncclGroupStart";
  Comm* failed = &first;
  ncclResult_t result = ncclSuccess;
  const auto begun = Clock::now();
  const auto went_wrong = [](ncclResult_t its) { return its != ncclSuccess && its != ncclInProgress; };
  {
    std::vector<std::unique_lock<std::mutex>> locks;
    locks.reserve(made.size());
    for (const Ref<Comm>& comm : made) locks.emplace_back(comm->engine_lock_);
    std::vector<ncclComm_t> natives(made.size());
    result = table.ncclGroupStart();
    if (!went_wrong(result)) {
      for (std::size_t i = 0; i < made.size() && !went_wrong(result); ++i) {
        Comm& comm = *made[i];
        failed = &comm;
        call = "ncclCommInitRankConfig";
        ncclConfig_t config = comm.config();
        result = run_engine(*comm.context_, [&] {
          return table.ncclCommInitRankConfig(&natives[i], static_cast<int>(comm.count_), id,
                                              static_cast<int>(comm.rank_), &config);
        });
      }
      // Also after a failure: a group that is open would take in the thread's later calls.
      const ncclResult_t ended = run_engine(*first.context_, [&] { return table.ncclGroupEnd(); });
      if (!went_wrong(result)) {
        if (went_wrong(ended)) call = "ncclGroupEnd";
        result = ended;
      }
      for (std::size_t i = 0; i < made.size(); ++i) made[i]->native_ = natives[i];
    }
  }
  const bool done = went_wrong(result) || poll_until(
                                              limit,
                                              [&] {
                                                check_process();
                                                result = ask_all(made, failed);
                                                return result != ncclInProgress;
                                              },
                                              [] {});
  if (!done)
    throw Failure(
        status::kCommTimeout,
        concat("not all ranks came within ", time_text(limit), " (create_timeout_nanoseconds); ", made.size(),
               " ranks of this process, the first ", first.label(), ", have waited for ",
               time_text(Clock::now() - begun),
               ": see that all of them are started, pass the same id and count, and reach each other"));
  if (result != ncclSuccess) throw failed->engine_failure(result, call, failed->native_ != nullptr);
  exchange_records(made, limit);
}

ncclResult_t Comm::ask_all(std::span<const Ref<Comm>> comms, Comm*& failed) {
  ncclResult_t result = ncclSuccess;
  for (const Ref<Comm>& comm : comms) {
    ncclResult_t its = ncclSuccess;
    const auto asked = comm->ask(
        [&](ncclComm_t native) { return comm->engine_->table.ncclCommGetAsyncError(native, &its); });
    if (!asked) its = ncclInternalError;
    if (asked && *asked != ncclSuccess && *asked != ncclInProgress) its = *asked;
    if (its == ncclSuccess || (its == ncclInProgress && result != ncclSuccess)) continue;
    result = its;
    failed = comm.get();
    if (its != ncclInProgress) break;
  }
  return result;
}

}  // namespace gridcall::core
