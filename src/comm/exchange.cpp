// SPDX-License-Identifier: Apache-2.0
//
// The ranks of a new communicator on NCCL tell each other what they are.

#include <cstring>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "comm/ask.h"
#include "comm/comm.h"
#include "comm/time_text.h"

#include "core/context.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace comm;

void Comm::begin_exchange() {
  const driver::Table& table = context_->table();
  records_ = Mem::create(*context_, {.size = sizeof(PeerRecord) * count_, .place = MemPlace::kHost});
  std::memset(records_->host(), 0, sizeof(PeerRecord) * count_);
  const PeerRecord own = PeerRecord::own(*engine_);
  std::memcpy(records_->host() + sizeof own * rank_, &own, sizeof own);
  // A stream of its own: what the caller has queued may wait for this communicator.
  context_->run([&] {
    context_->check(table.cuStreamCreateWithPriority(&exchange_stream_, driver::CU_STREAM_NON_BLOCKING, 0),
                    "cuStreamCreateWithPriority", "");
  });
}

void Comm::queue_exchange() {
  const auto address = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(records_->address()));
  ncclResult_t result = ncclSuccess;
  const auto queued = ask([&](ncclComm_t native) {
    return engine_->table.ncclAllGather(address + sizeof(PeerRecord) * rank_, address, sizeof(PeerRecord),
                                        ncclUint8, native, exchange_stream_);
  });
  if (queued) result = *queued;
  if (result != ncclSuccess && result != ncclInProgress) throw engine_failure(result, "ncclAllGather", true);
}

bool Comm::is_exchanged() {
  ncclResult_t result = ncclSuccess;
  ask([&](ncclComm_t native) { return engine_->table.ncclCommGetAsyncError(native, &result); });
  if (result == ncclInProgress) return false;
  if (result != ncclSuccess) throw engine_failure(result, "ncclAllGather", true);
  return context_->run([&] { return context_->is_idle(exchange_stream_); });
}

void Comm::read_records() {
  std::vector<PeerRecord> all(count_);
  std::memcpy(all.data(), records_->host(), sizeof(PeerRecord) * count_);
  end_exchange();
  for (std::uint32_t rank = 0; rank < count_; ++rank)
    if (all[rank].pid == 0) throw missing_record(*engine_, rank);
  if (std::string wrong = version_difference(all); !wrong.empty())
    throw Failure(status::kCommMismatch, std::move(wrong));
  peers_.emplace(all, rank_);
}

void Comm::end_exchange() noexcept {
  if (exchange_stream_)
    context_->run_quietly(
        [&] { context_->table().cuStreamDestroy(std::exchange(exchange_stream_, nullptr)); });
  records_ = nullptr;
}

void Comm::exchange_records(std::span<const Ref<Comm>> comms, std::uint64_t limit_ns) {
  Comm& first = *comms.front();
  if (first.engine_->kind != EngineKind::kNccl || first.count_ == 1) return;
  for (const Ref<Comm>& comm : comms) comm->begin_exchange();
  // Of several ranks in one thread each would wait for the next one.
  const bool is_group = comms.size() > 1;
  const auto check = [&](ncclResult_t result, const char* call) {
    if (result != ncclSuccess && result != ncclInProgress) throw first.engine_failure(result, call, true);
  };
  if (is_group) check(first.engine_->table.ncclGroupStart(), "ncclGroupStart");
  const auto end_group = [&] {
    return is_group ? run_engine(*first.context_, [&] { return first.engine_->table.ncclGroupEnd(); })
                    : ncclSuccess;
  };
  try {
    for (const Ref<Comm>& comm : comms) comm->queue_exchange();
  } catch (...) {
    end_group();  // a group that is open would take in the thread's later calls
    throw;
  }
  check(end_group(), "ncclGroupEnd");
  const bool done = poll_until(
      limit_ns,
      [&] {
        check_process();
        for (const Ref<Comm>& comm : comms)
          if (!comm->is_exchanged()) return false;
        return true;
      },
      [] {});
  if (!done)
    throw Failure(status::kCommTimeout,
                  concat("not all ranks told what they are within ", time_text(limit_ns),
                         " (create_timeout_nanoseconds) on ", first.label(), ": one of them has ended"));
  for (const Ref<Comm>& comm : comms) comm->read_records();
}

}  // namespace gridcall::core
