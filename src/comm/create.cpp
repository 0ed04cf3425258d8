// SPDX-License-Identifier: Apache-2.0

#include "comm/create.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/concat.h"
#include "comm/id.h"
#include "comm/rendezvous.h"
#include "core/context_list.h"

namespace gridcall::comm {

using core::Context;

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

// An engine works in the context that the CUDA runtime would use.
void check_kind(const Context& context, std::string_view name) {
  if (context.is_cpu() || context.kind() == core::DriverContext::Kind::kPrimary) return;
  throw Failure(status::kWrongContext,
                concat("`", name, "` is not the primary context of ", context.device().label(),
                       ", in which alone NCCL works: pass the one of gc_context_get_primary"));
}

}  // namespace

Ref<Rank> create(Context& context, std::span<const std::byte> id, std::uint32_t rank, std::uint32_t count,
                 const Spec& given) {
  core::check_process();
  const Spec spec = checked_spec(given);
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
    return core::make<Rank>(context, rank, count, spec, nullptr);
  }
  core::collect(context);
  check_kind(context, "context");
  const Engine& engine = usable_engine(context.is_cpu());
  const Id read = read_id(id, engine);
  take_id(read, rank);
  Service::get().start();  // the service also ends ranks that are only partly made
  const Ref<Rank> made = core::make<Rank>(context, rank, count, spec, &engine);
  made->timeline().add_words();
  Rendezvous({made}).connect(read.native);
  made->publish();
  return made;
}

std::vector<Ref<Rank>> create_many(std::span<Context* const> contexts, std::span<const std::uint32_t> ranks,
                                   std::span<const std::byte> id, std::uint32_t count, const Spec& given) {
  core::check_process();
  const Spec spec = checked_spec(given);
  check_counts(contexts.size(), ranks, !id.empty(), count);
  check_ranks(ranks, count);
  check_devices(contexts, ranks);
  const auto rank_of = [&](std::size_t i) {
    return ranks.empty() ? static_cast<std::uint32_t>(i) : ranks[i];
  };
  if (contexts.size() == 1) return {create(*contexts[0], id, rank_of(0), count, spec)};
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    core::collect(*contexts[i]);
    check_kind(*contexts[i], context_name(i));
  }
  const Engine& engine = usable_engine(false);
  const Id all = id.empty() ? make_id(engine) : read_id(id, engine);
  for (std::size_t i = 0; i < contexts.size(); ++i) take_id(all, rank_of(i));
  Service::get().start();  // the service also ends ranks that are only partly made
  std::vector<Ref<Rank>> made;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    made.push_back(core::make<Rank>(*contexts[i], rank_of(i), count, spec, &engine));
    made.back()->timeline().add_words();
  }
  Rendezvous(made).connect(all.native);
  try {
    for (const Ref<Rank>& rank : made) {
      if (made.size() == count) rank->set_local(rank->number(), count);  // all ranks are on this machine
      rank->publish();
    }
  } catch (...) {
    for (const Ref<Rank>& rank : made) rank->drop();
    throw;
  }
  return made;
}

Ref<Rank> split(Rank& parent, std::int32_t color, std::int32_t key, const Spec& given) {
  const Spec spec = checked_spec(given);
  parent.check_ready();
  const bool takes_part = color >= 0;
  if (!takes_part) color = kNcclNoColor;
  Context& context = parent.context();
  const Engine* const engine = parent.engine();
  if (!engine && !takes_part) return {};
  if (!engine) return core::make<Rank>(context, std::uint32_t{0}, std::uint32_t{1}, spec, nullptr);
  core::collect(context);
  const Ref<Rank> keep(&parent);
  const OrderLock order(parent.order());
  parent.check_ready();
  const EngineTable& table = engine->table;
  Session& session = parent.session();
  ncclComm_t part = nullptr;
  ncclConfig_t config = config_of(spec);
  const auto started =
      session.call([&](ncclComm_t whole) { return table.ncclCommSplit(whole, color, key, &part, &config); });
  if (!started) parent.check_not_ended();
  PollResult polled{started.value_or(ncclInProgress), &parent};
  // Both communicators report: the parent until the parts are known, the new one until it is connected.
  const auto is_done = [&](ncclResult_t result) {
    if (result != ncclSuccess || !part) return result != ncclInProgress;
    session.call([&](ncclComm_t) { return table.ncclCommGetAsyncError(part, &polled.result); });
    return polled.result != ncclInProgress;
  };
  if (!is_error(polled.result) && !wait_for_engine({&keep, 1}, spec.create_timeout_ns, polled, is_done)) {
    const Failure failure(status::kCommTimeout, concat("not all ranks called gc_comm_split within ",
                                                       time_text(spec.create_timeout_ns),
                                                       " (create_timeout_nanoseconds) on ", parent.label()));
    parent.fail(CommState::kFailed, failure);
    throw failure;
  }
  if (polled.result == ncclSuccess && !part && !takes_part) return {};
  if (polled.result != ncclSuccess || !part) parent.refuse(polled.result, "ncclCommSplit");
  int rank = 0, count = 1;
  session.call([&](ncclComm_t) { return table.ncclCommUserRank(part, &rank); });
  session.call([&](ncclComm_t) { return table.ncclCommCount(part, &count); });
  const Ref<Rank> made = core::make<Rank>(context, static_cast<std::uint32_t>(rank),
                                          static_cast<std::uint32_t>(count), spec, engine);
  made->session().set_handle(part);
  try {
    made->timeline().add_words();
  } catch (...) {
    made->drop();
    throw;
  }
  Rendezvous({made}).join();
  if (parent.is_on_one_machine()) made->set_local(rank, count);
  made->publish();
  return made;
}

}  // namespace gridcall::comm
