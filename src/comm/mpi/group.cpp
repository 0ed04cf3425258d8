// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/group.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "comm/mpi/machine.h"
#include "comm/mpi/progress.h"

namespace gridcall::comm::mpi {

using namespace driver;

namespace {

thread_local char refusal_text[1024];

struct Entry {
  Communicator* comm;
  Arguments arguments;
};
thread_local int depth = 0;
thread_local std::vector<Entry>* entries = nullptr;
thread_local ncclResult_t group_error = ncclSuccess;

constexpr int kFirstScaled = 16;
constexpr unsigned kAnnounced = GRIDCALL_STREAM_WAIT_VALUE_ANNOUNCED;

ncclResult_t refuse_state_locked(const Communicator& comm) {
  if (comm.state == State::kReady) return ncclSuccess;
  if (comm.error != ncclSuccess)
    return refuse_call(comm.error, concat("the communicator has failed: ", comm.text));
  const char* const how = comm.state == State::kCreating  ? "is not made yet: wait for it"
                          : comm.state == State::kAborted ? "was aborted: make a new one"
                                                          : "is finalized: make a new one";
  return refuse_call(ncclInvalidUsage, concat("the communicator ", how));
}

// Records that a stream has reached the batch. It runs under the locks of the CPU device, which it must not
// call.
void arrived(void* raw) noexcept {
  auto* const batch = static_cast<Batch*>(raw);
  Progress& all = progress();
  const std::lock_guard lock(all.lock);
  Communicator& comm = *batch->comm;
  if (batch->sequence != 0) {
    --comm.callbacks;
    --batch->callbacks;
    ++batch->arrived;
    if (batch->is_dropped) {
      if (batch->callbacks == 0) delete batch;
      return;
    }
    if (batch->arrived == batch->streams) all.activate_locked(comm);
    return;
  }
  if (comm.state == State::kAborted) {
    __atomic_store_n(&batch->word, 1, __ATOMIC_SEQ_CST);
    return;
  }
  __atomic_store_n(&batch->word, 0, __ATOMIC_SEQ_CST);
  if (batch->is_running) {
    comm.fail_locked(ncclInvalidUsage,
                     "a recorded operation was launched again before it was done: launch one instance of the "
                     "graph at a time");
    return;
  }
  if (++batch->arrived != batch->streams) return;
  batch->arrived = 0;
  batch->is_running = true;
  try {
    batch->reset_for_launch();
    comm.late.push_back(batch);
  } catch (const std::bad_alloc&) {
    comm.fail_locked(ncclSystemError, "out of memory at the launch of a graph");
  }
  all.activate_locked(comm);
}

bool is_capturing(CUstream stream, ncclResult_t& refused) {
  const gridcallMpiHost& host = progress().host;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  if (!host.stream_is_capturing) return false;
  if (const CUresult result = host.stream_is_capturing(stream, &status)) {
    refused = refuse_call(ncclUnhandledCudaError,
                          concat("cuStreamIsCapturing returned ", static_cast<int>(result)));
    return false;
  }
  return status != CU_STREAM_CAPTURE_STATUS_NONE;
}

// Makes the streams report their arrival at the batch and wait for its end.
ncclResult_t queue_on_streams(Batch& batch, const std::vector<CUstream>& streams, std::uint64_t& word,
                              std::uint64_t value, unsigned condition) {
  const gridcallMpiHost& host = progress().host;
  Communicator& comm = *batch.comm;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    CUresult result = host.launch_host_func(streams[i], &arrived, &batch);
    const bool is_queued = result == CUDA_SUCCESS;
    if (is_queued)
      result = host.stream_wait_value64(streams[i], reinterpret_cast<CUdeviceptr>(&word), value,
                                        host.values_written ? condition | kAnnounced : condition);
    if (result == CUDA_SUCCESS) continue;
    const std::string why = concat(is_queued ? "cuStreamWaitValue64" : "cuLaunchHostFunc", " returned ",
                                   static_cast<int>(result));
    const std::lock_guard lock(progress().lock);
    if (value != 0 && condition == CU_STREAM_WAIT_VALUE_GEQ) {
      const auto missing = static_cast<std::uint32_t>(streams.size() - i - (is_queued ? 1 : 0));
      batch.callbacks -= missing;
      comm.callbacks -= missing;
    }
    comm.fail_locked(ncclUnhandledCudaError, why);
    return refuse_call(ncclUnhandledCudaError, why);
  }
  return ncclSuccess;
}

ncclResult_t submit(Communicator& comm, std::vector<Operation> operations) {
  auto batch = std::make_unique<Batch>();
  std::vector<CUstream> streams;
  for (const Operation& operation : operations)
    if (std::find(streams.begin(), streams.end(), operation.arguments().stream) == streams.end())
      streams.push_back(operation.arguments().stream);
  ncclResult_t refused = ncclSuccess;
  std::size_t capturing = 0;
  for (const CUstream stream : streams) capturing += is_capturing(stream, refused) ? 1 : 0;
  if (refused != ncclSuccess) return refused;
  if (capturing != 0 && capturing != streams.size())
    return refuse_call(ncclInvalidUsage,
                       "some streams of the group record a graph and some do not: use all or none");
  batch->comm = &comm;
  batch->operations = std::move(operations);
  batch->streams = static_cast<std::uint32_t>(streams.size());
  Progress& all = progress();
  Batch* const queued = batch.get();
  std::uint64_t sequence = 0;
  {
    const std::lock_guard lock(all.lock);
    if (const ncclResult_t wrong = refuse_state_locked(comm)) return wrong;
    if (capturing != 0) {
      comm.graphs.push_back(std::move(batch));
    } else {
      comm.queue.push_back(queued);
      batch.release();
      sequence = queued->sequence = ++comm.called;
      queued->callbacks = queued->streams;
      comm.callbacks += queued->streams;
    }
  }
  return capturing != 0
             ? queue_on_streams(*queued, streams, queued->word, 1, CU_STREAM_WAIT_VALUE_EQ)
             : queue_on_streams(*queued, streams, comm.counter, sequence, CU_STREAM_WAIT_VALUE_GEQ);
}

ncclResult_t submit_internal(Communicator& comm, std::unique_ptr<Batch> batch, State next,
                             std::uint64_t& sequence) {
  Progress& all = progress();
  const std::lock_guard lock(all.lock);
  if (const ncclResult_t wrong = refuse_state_locked(comm)) return wrong;
  batch->comm = &comm;
  comm.queue.push_back(batch.get());
  sequence = batch.release()->sequence = ++comm.called;
  comm.state = next;
  all.activate_locked(comm);
  return ncclSuccess;
}

ncclResult_t check(const Communicator& comm, const Arguments& arguments) {
  if (arguments.type < 0 || arguments.type >= kDataTypes)
    return refuse_call(ncclInvalidArgument, concat("type ", static_cast<int>(arguments.type), " is none"));
  if (arguments.root < 0 || arguments.root >= comm.channel.count)
    return refuse_call(ncclInvalidArgument,
                       concat("root or peer ", arguments.root, " of ", comm.channel.count, " ranks"));
  return ncclSuccess;
}

}  // namespace

ncclResult_t refuse_call(ncclResult_t result, const std::string& why) noexcept {
  std::snprintf(refusal_text, sizeof refusal_text, "%s", why.c_str());
  return result;
}

const char* last_refusal() noexcept {
  return refusal_text;
}

void begin_group() noexcept {
  if (depth++ == 0) group_error = ncclSuccess;
}

ncclResult_t add_to_group(Communicator* comm, const Arguments& given) {
  Arguments arguments = given;
  {
    const std::lock_guard lock(progress().lock);
    ncclResult_t wrong = refuse_state_locked(*comm);
    if (wrong == ncclSuccess) wrong = check(*comm, arguments);
    const int own = static_cast<int>(arguments.reduction) - kFirstScaled;
    if (wrong == ncclSuccess && arguments.reduction > ncclAvg) {
      if (own < 0 || static_cast<std::size_t>(own) >= comm->reductions.size() ||
          !comm->reduction_is_used[static_cast<std::size_t>(own)]) {
        wrong = refuse_call(ncclInvalidArgument,
                            concat("reduction ", static_cast<int>(arguments.reduction), " is none"));
      } else {
        arguments.scaled = comm->reductions[static_cast<std::size_t>(own)];
        arguments.reduction = ncclSum;
      }
    }
    if (wrong != ncclSuccess) {
      if (depth != 0 && group_error == ncclSuccess) group_error = wrong;
      return wrong;
    }
  }
  if (depth == 0) {
    std::vector<Operation> one;
    one.emplace_back(arguments);
    return submit(*comm, std::move(one));
  }
  if (!entries) entries = new std::vector<Entry>;
  entries->push_back({comm, arguments});
  return ncclSuccess;
}

ncclResult_t end_group() {
  if (depth == 0) return refuse_call(ncclInvalidUsage, "ncclGroupEnd without ncclGroupStart");
  if (--depth != 0) return ncclSuccess;
  const std::unique_ptr<std::vector<Entry>> all(std::exchange(entries, nullptr));
  if (group_error != ncclSuccess || !all) return group_error;
  // Groups the operations by communicator, in the order of their first operations.
  for (std::size_t i = 0; i < all->size(); ++i) {
    Communicator* const comm = (*all)[i].comm;
    if (!comm) continue;
    std::vector<Operation> operations;
    for (std::size_t k = i; k < all->size(); ++k) {
      if ((*all)[k].comm != comm) continue;
      operations.emplace_back((*all)[k].arguments);
      (*all)[k].comm = nullptr;
    }
    if (const ncclResult_t result = submit(*comm, std::move(operations))) return result;
  }
  return ncclSuccess;
}

ncclResult_t submit_split(Communicator& comm, int color, int key, Communicator* made,
                          std::uint64_t& sequence) {
  auto batch = std::make_unique<Batch>();
  batch->kind = BatchKind::kSplit;
  batch->made = made;
  {
    const std::lock_guard lock(progress().lock);
    batch->colors.assign((static_cast<std::size_t>(comm.channel.count) + 1) * Batch::kColorInts, 0);
  }
  const std::uint64_t machine = machine_number();
  int* const own = &batch->colors[batch->colors.size() - Batch::kColorInts];
  own[0] = color < 0 ? -1 : color;
  own[1] = key;
  std::memcpy(own + 2, &machine, sizeof machine);
  return submit_internal(comm, std::move(batch), State::kReady, sequence);
}

ncclResult_t submit_finalize(Communicator& comm) {
  auto batch = std::make_unique<Batch>();
  batch->kind = BatchKind::kFinalize;
  std::uint64_t sequence = 0;
  const ncclResult_t refused = submit_internal(comm, std::move(batch), State::kFinalizing, sequence);
  return refused == ncclSuccess ? ncclInProgress : refused;
}

ncclResult_t await_sequence(Communicator& comm, std::uint64_t sequence) {
  Progress& all = progress();
  std::unique_lock guard(all.lock);
  all.changed.wait(guard, [&] {
    return comm.error != ncclSuccess || comm.state == State::kAborted ||
           __atomic_load_n(&comm.counter, __ATOMIC_SEQ_CST) >= sequence;
  });
  return comm.error;
}

ncclRedOp_t add_scaled(Communicator& comm, const ScaledSum& scaled) {
  const std::lock_guard lock(progress().lock);
  std::size_t at = 0;
  while (at < comm.reductions.size() && comm.reduction_is_used[at]) ++at;
  if (at == comm.reductions.size()) {
    comm.reductions.push_back(scaled);
    comm.reduction_is_used.push_back(true);
  } else {
    comm.reductions[at] = scaled;
    comm.reduction_is_used[at] = true;
  }
  return static_cast<ncclRedOp_t>(kFirstScaled + static_cast<int>(at));
}

ncclResult_t remove_scaled(Communicator& comm, ncclRedOp_t reduction) {
  const std::lock_guard lock(progress().lock);
  const int at = static_cast<int>(reduction) - kFirstScaled;
  if (at < 0 || static_cast<std::size_t>(at) >= comm.reductions.size() ||
      !comm.reduction_is_used[static_cast<std::size_t>(at)])
    return refuse_call(ncclInvalidArgument, concat("reduction ", static_cast<int>(reduction), " is none"));
  comm.reduction_is_used[static_cast<std::size_t>(at)] = false;
  return ncclSuccess;
}

}  // namespace gridcall::comm::mpi
