// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/communicator.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "base/concat.h"
#include "comm/mpi/progress.h"

namespace gridcall::comm::mpi {

namespace {

// The age of an operation at which the ranks check for a different order of calls.
constexpr std::int64_t kLookNs = 100000000;

}  // namespace

const char* text_of(ncclResult_t result) noexcept {
  switch (static_cast<int>(result)) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "the device's driver refused";
    case ncclSystemError:
      return "the system refused";
    case ncclInternalError:
      return "an error inside";
    case ncclInvalidArgument:
      return "an invalid argument";
    case ncclInvalidUsage:
      return "an invalid call";
    case ncclRemoteError:
      return "MPI failed";
    case ncclInProgress:
      return "in progress";
    case GRIDCALL_NCCL_MISMATCH:
      return "the ranks called differently";
    case GRIDCALL_NCCL_PEER_LOST:
      return "a rank is lost";
    default:
      return "an unknown result";
  }
}

void Batch::reset_for_launch() {
  state = State::kQueued;
  for (Operation& operation : operations) operation = Operation(operation.arguments());
}

bool Communicator::has_work_locked() const noexcept {
  if (state == State::kAborted) return !running.empty() || !queue.empty() || !late.empty();
  // The requests of a failed communicator are not tested any more; its streams wait for an abort.
  if (state != State::kReady && state != State::kFinalizing) return false;
  return !running.empty() || !late.empty() ||
         (!queue.empty() && queue.front()->arrived == queue.front()->streams);
}

void Communicator::fail_locked(ncclResult_t result, const std::string& why) noexcept {
  if (error != ncclSuccess || state == State::kAborted) return;
  std::snprintf(text, sizeof text, "%s", why.c_str());
  error = result;
  state = State::kFailed;
  progress().changed.notify_all();
}

void Communicator::fail(ncclResult_t result, const std::string& why) {
  const std::lock_guard lock(progress().lock);
  fail_locked(result, why);
}

void Communicator::give_up_locked() noexcept {
  state = State::kAborted;
  __atomic_store_n(&counter, kGivenUp, __ATOMIC_SEQ_CST);
  for (const auto& graph : graphs) __atomic_store_n(&graph->word, 1, __ATOMIC_SEQ_CST);
  progress().changed.notify_all();
}

void Communicator::drop_locked() noexcept {
  const auto drop = [](Batch* batch) {
    bool has_requests = !batch->requests.empty();
    for (const Operation& operation : batch->operations) has_requests |= operation.has_requests();
    batch->is_running = false;
    if (has_requests) progress().has_given_up = true;
    if (batch->sequence == 0) return;
    // MPI may still write to the memory of the requests, so it is not freed.
    if (has_requests) return;
    if (batch->callbacks != 0) {
      batch->is_dropped = true;  // its last callback deletes it
    } else {
      delete batch;
    }
  };
  for (Batch* batch : running) drop(batch);
  for (Batch* batch : queue) drop(batch);
  for (Batch* batch : late) batch->is_running = false;
  running.clear();
  queue.clear();
  late.clear();
}

void Communicator::fail_by_mpi(const Batch& batch, int code) {
  Mpi& mpi = *progress().mpi;
  const bool truncated = mpi.is_truncation(code);
  fail(truncated ? GRIDCALL_NCCL_MISMATCH : ncclRemoteError,
       concat("operation ", batch.sequence, ": MPI returned: ", mpi.error_text(code),
              truncated ? ": the ranks called with different counts" : ""));
}

bool Communicator::step() {
  {
    const std::lock_guard lock(progress().lock);
    if (state == State::kAborted || is_destroyed) {
      drop_locked();
      return false;
    }
    if (!has_work_locked()) return false;
  }
  bool moved = start_next();
  for (Batch* batch : running) {
    if (error != ncclSuccess) return true;
    if (batch->state != Batch::State::kDone) advance(*batch, moved);
  }
  if (running.empty() || running.front()->state != Batch::State::kDone) return moved;
  Progress& all = progress();
  {
    const std::lock_guard lock(all.lock);
    if (state == State::kAborted || state == State::kFailed) return true;
    while (!running.empty() && running.front()->state == Batch::State::kDone) {
      Batch* const batch = running.front();
      running.pop_front();
      batch->is_running = false;
      if (batch->sequence == 0) {
        __atomic_store_n(&batch->word, 1, __ATOMIC_SEQ_CST);
      } else {
        __atomic_store_n(&counter, batch->sequence, __ATOMIC_SEQ_CST);
        delete batch;
      }
    }
    all.changed.notify_all();
  }
  all.values_written();
  return true;
}

std::int64_t Communicator::bytes_under_way() const noexcept {
  std::int64_t bytes = 0;
  for (const Batch* batch : running) {
    if (batch->state != Batch::State::kSteps && batch->state != Batch::State::kData) continue;
    for (const Operation& operation : batch->operations)
      bytes += static_cast<std::int64_t>(operation.bytes_under_way());
  }
  return bytes;
}

bool Communicator::start_next() {
  // A split and a finalization call MPI at their ends too, so no other operation may run with them.
  const auto is_alone = [](const Batch& batch) { return batch.kind != BatchKind::kOperations; };
  if (!running.empty() && (running.back()->state < Batch::State::kData || is_alone(*running.back())))
    return false;
  Batch* next = nullptr;
  {
    const std::lock_guard lock(progress().lock);
    if (state != State::kReady && state != State::kFinalizing) return false;
    // A launched graph comes first: earlier work of its stream is done, and later work waits for it.
    if (!late.empty()) {
      next = late.front();
      late.pop_front();
    } else if (!queue.empty() && queue.front()->arrived == queue.front()->streams) {
      if (!running.empty() && is_alone(*queue.front())) return false;
      next = queue.front();
      queue.pop_front();
    }
    if (!next) return false;
    next->is_running = true;
    running.push_back(next);
  }
  try {
    start(*next);
  } catch (const std::bad_alloc&) {
    fail(ncclSystemError, concat("operation ", next->sequence, ": out of memory: use smaller pieces"));
  }
  return true;
}

void Communicator::start(Batch& batch) {
  Mpi& mpi = *channel.mpi;
  batch.began_ns = now_ns();
  int result = 0;
  if (batch.kind == BatchKind::kFinalize) {
    batch.state = Batch::State::kData;
    result = mpi.ibarrier(channel.comm, batch.requests.emplace_back());
  } else if (batch.kind == BatchKind::kSplit) {
    batch.state = Batch::State::kData;
    result = mpi.iallgather(&batch.colors[static_cast<std::size_t>(channel.count) * Batch::kColorInts],
                            batch.colors.data(), static_cast<int>(Batch::kColorInts), Element::kInt32,
                            channel.comm, batch.requests.emplace_back());
  } else if (!is_checked) {
    return start_data(batch);
  } else {
    batch.state = Batch::State::kSigned;
    for (Operation& operation : batch.operations)
      if (result == 0) result = operation.start_signatures(channel);
  }
  if (result != 0) fail_by_mpi(batch, result);
}

void Communicator::start_data(Batch& batch) {
  // The order of the steps must be equal on all ranks, so operations run one after another.
  const bool alone = batch.operations.size() == 1;
  batch.state = Batch::State::kData;
  for (Operation& operation : batch.operations)
    if (const int result = operation.start_data(channel, alone)) return fail_by_mpi(batch, result);
  if (alone && batch.operations.front().has_more_steps()) batch.state = Batch::State::kSteps;
}

void Communicator::advance(Batch& batch, bool& moved) {
  Mpi& mpi = *channel.mpi;
  bool all_done = true;
  for (Request& request : batch.requests) {
    bool done = false;
    int source = 0;
    if (const int result = mpi.test(request, done, source)) return fail_by_mpi(batch, result);
    all_done = all_done && done;
  }
  for (Operation& operation : batch.operations) {
    bool done = false;
    if (const int result = operation.test(mpi, done, moved)) return fail_by_mpi(batch, result);
    if (batch.state == Batch::State::kSteps) {
      if (const int result = operation.start_steps(channel)) return fail_by_mpi(batch, result);
      if (!operation.has_more_steps()) batch.state = Batch::State::kData;
      done = false;
    }
    all_done = all_done && done;
  }
  if (!all_done) {
    if (batch.state == Batch::State::kSigned) look_for_other_order(batch);
    return;
  }
  moved = true;
  try {
    if (batch.state == Batch::State::kSigned) {
      for (const Operation& operation : batch.operations) {
        const std::string wrong = operation.compare_signatures(channel);
        if (!wrong.empty())
          return fail(GRIDCALL_NCCL_MISMATCH, concat("operation ", batch.sequence, ": ", wrong, kCallAlike));
      }
      return start_data(batch);
    }
    batch.requests.clear();
    for (Operation& operation : batch.operations) operation.finish(channel);
    if (batch.kind == BatchKind::kSplit) finish_split(batch);
    if (batch.kind == BatchKind::kFinalize) {
      mpi.free(channel.comm);
      const std::lock_guard lock(progress().lock);
      if (state == State::kFinalizing) state = State::kFinalized;
    }
  } catch (const std::bad_alloc&) {
    return fail(ncclSystemError, concat("operation ", batch.sequence, ": out of memory"));
  }
  batch.state = Batch::State::kDone;
}

// All ranks have arrived, so this does not wait for long.
void Communicator::finish_split(Batch& batch) {
  Mpi& mpi = *channel.mpi;
  const auto of = [&](int rank) { return &batch.colors[static_cast<std::size_t>(rank) * Batch::kColorInts]; };
  const int* const own = of(channel.rank);
  const int color = own[0];
  Handle made = 0;
  int result = mpi.split(channel.comm, color < 0 ? Mpi::kNoColor : color, own[1], made);
  if (result != 0) return fail_by_mpi(batch, result);
  if (!batch.made) return;
  Communicator& part = *batch.made;
  mpi.return_errors(made);
  int rank = 0, count = 0;
  mpi.rank(made, rank);
  mpi.size(made, count);
  // Counts the ranks of this part on this machine; the part is ordered by keys, then by ranks.
  int here_rank = 0, here_count = 0;
  for (int other = 0; other < channel.count; ++other) {
    const int* const its = of(other);
    if (its[0] != color || its[2] != own[2] || its[3] != own[3]) continue;
    ++here_count;
    here_rank += its[1] < own[1] || (its[1] == own[1] && other < channel.rank) ? 1 : 0;
  }
  const std::lock_guard lock(progress().lock);
  part.local_rank = here_rank;
  part.local_count = here_count;
  part.channel = Channel{&mpi, made, rank, count, 0};
  if (part.state == State::kCreating) part.state = State::kReady;
}

// Detects a rank that waits in a collective while another one sends to it before the collective, or vice
// versa: both would wait for ever.
void Communicator::look_for_other_order(Batch& batch) {
  const std::int64_t now = now_ns();
  if (now - batch.began_ns < kLookNs || now < next_look_ns_) return;
  next_look_ns_ = now + kLookNs / 4;
  Mpi& mpi = *channel.mpi;
  for (const int tag : {kTagSenderSigns, kTagReceiverSigns}) {
    bool is_there = false;
    int source = 0;
    if (mpi.iprobe(tag, channel.comm, is_there, source) != 0 || !is_there) continue;
    const Operation& own = batch.operations.front();
    if (!own.is_collective()) continue;
    // No collective was started in between, so the other rank's call preceded this one.
    Signature other{};
    Request request;
    bool done = false;
    int from = 0;
    if (mpi.irecv(&other, sizeof other, Element::kUint8, source, tag, channel.comm, request) != 0) return;
    while (!done)
      if (mpi.test(request, done, from) != 0) return;
    const Signature mine = own.signature(channel);
    // The other rank needs a reply too, because its own signature waits for one of this rank.
    auto* const reply = new Signature(mine);  // MPI sends it, and nobody waits for that
    Request sent;
    mpi.isend(reply, sizeof mine, Element::kUint8, source,
              tag == kTagSenderSigns ? kTagReceiverSigns : kTagSenderSigns, channel.comm, sent);
    return fail(GRIDCALL_NCCL_MISMATCH, concat("operation ", batch.sequence, ": ",
                                               difference_text(static_cast<std::uint32_t>(channel.rank), mine,
                                                               static_cast<std::uint32_t>(source), other),
                                               kCallAlike));
  }
}

std::string Communicator::describe_locked() const {
  return *text != 0 ? std::string(text) : std::string(text_of(error));
}

}  // namespace gridcall::comm::mpi
