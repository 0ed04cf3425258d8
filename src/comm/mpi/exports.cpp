// SPDX-License-Identifier: Apache-2.0
//
// The names of NCCL. Arguments that the core has checked are checked again only where a wrong one would reach
// past an array.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "base/concat.h"
#include "comm/mpi/group.h"
#include "comm/mpi/host.h"
#include "comm/mpi/library.h"
#include "comm/mpi/machine.h"
#include "comm/mpi/progress.h"
#include "comm/mpi/setup.h"

using namespace gridcall;
using namespace gridcall::comm;
using namespace gridcall::comm::mpi;

namespace {

Communicator* of(ncclComm_t comm) noexcept {
  return reinterpret_cast<Communicator*>(comm);
}
ncclComm_t handle_of(Communicator* comm) noexcept {
  return reinterpret_cast<ncclComm_t>(comm);
}

template <class Work>
ncclResult_t guarded(const Work& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return refuse_call(ncclSystemError, "out of memory");
  } catch (const std::exception& error) {
    return refuse_call(ncclInternalError, error.what());
  }
}

bool is_blocking(const ncclConfig_t* config) noexcept {
  return !config || config->blocking != 0;
}

// Waits as NCCL does: not at all, or until the communicator is ready.
ncclResult_t await(Communicator& comm, State from, bool blocking) {
  if (!blocking) return ncclInProgress;
  Progress& all = progress();
  std::unique_lock guard(all.lock);
  all.changed.wait(guard, [&] { return comm.state != from; });
  return comm.error;
}

ncclResult_t submit(const Arguments& arguments, ncclComm_t comm) noexcept {
  return guarded([&] { return add_to_group(of(comm), arguments); });
}

}  // namespace

#define NCCL_EXPORT GRIDCALL_MPI_EXPORT

int gridcallMpiOpen(const gridcallMpiHost* host, char* message, std::size_t capacity) {
  return guarded([&] {
    Progress& all = progress();
    {
      const std::lock_guard lock(all.lock);
      if (!all.host.launch_host_func)
        std::memcpy(&all.host, host, std::min<std::size_t>(host->struct_size, sizeof all.host));
    }
    const std::string refusal = all.start(open_library);
    if (message && capacity != 0) std::snprintf(message, capacity, "%s", refusal.c_str());
    if (refusal.empty()) return ncclSuccess;
    const ncclResult_t failure = library().failure;
    return failure == ncclSuccess ? ncclSystemError : failure;
  });
}

void gridcallMpiDescribe(char* text, std::size_t capacity) {
  const Progress& all = progress();
  if (text && capacity != 0)
    std::snprintf(text, capacity, "%s, rank %d of %d, %s", library().name.c_str(), all.world_rank,
                  all.world_count, library().launcher.c_str());
}

int gridcallMpiVersion(int* major, int* minor) {
  *major = library().major;
  *minor = library().minor;
  return ncclSuccess;
}

int gridcallMpiWorld(int* rank, int* count) {
  *rank = progress().world_rank;
  *count = progress().world_count;
  return ncclSuccess;
}

int gridcallMpiBroadcast(void* bytes, std::size_t count, int root) {
  return guarded([&] { return broadcast(bytes, count, root); });
}

int gridcallMpiLocal(ncclComm_t comm, int* rank, int* count) {
  const std::lock_guard lock(progress().lock);
  *rank = of(comm)->local_rank;
  *count = of(comm)->local_count;
  return *count > 0 ? ncclSuccess : ncclInvalidUsage;
}

int gridcallMpiSetChecked(ncclComm_t comm, int on) {
  const std::lock_guard lock(progress().lock);
  of(comm)->is_checked = on != 0;
  return ncclSuccess;
}

void gridcallMpiSetMachine(std::uint64_t number) {
  set_machine_number(number);
}

void gridcallMpiSetPiece(std::size_t elements) {
  set_piece_limit(elements);
}

// The version of NCCL's interface that this library has.
NCCL_EXPORT ncclResult_t ncclGetVersion(int* version) {
  *version = static_cast<int>(kNcclConfigVersion);
  return ncclSuccess;
}

NCCL_EXPORT ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  return guarded([&] {
    *id = make_id();
    return ncclSuccess;
  });
}

NCCL_EXPORT const char* ncclGetErrorString(ncclResult_t result) {
  return text_of(result);
}

NCCL_EXPORT const char* ncclGetLastError(ncclComm_t comm) {
  if (!comm) return last_refusal();
  return guarded_text([&](std::string& text) {
    const std::lock_guard lock(progress().lock);
    text = of(comm)->state == State::kCreating ? describe_creation_locked(*of(comm)) : of(comm)->text;
  });
}

NCCL_EXPORT ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int count, ncclUniqueId id, int rank,
                                                ncclConfig_t* config) {
  return guarded([&] {
    if (count < 1 || rank < 0 || rank >= count)
      return refuse_call(ncclInvalidArgument, concat("rank ", rank, " of ", count, " ranks"));
    if (count > progress().world_count)
      return refuse_call(ncclInvalidArgument, concat(count, " ranks, but MPI counts ", progress().world_count,
                                                     " processes: start more, or ask for fewer"));
    if (const std::string wrong = check_id(id); !wrong.empty())
      return refuse_call(ncclInvalidArgument, wrong);
    auto* const made = new Communicator(rank, count);
    begin_creation(*made, id);
    *comm = handle_of(made);
    return await(*made, State::kCreating, is_blocking(config));
  });
}

NCCL_EXPORT ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* made,
                                       ncclConfig_t* config) {
  return guarded([&] {
    Communicator& whole = *of(comm);
    *made = nullptr;
    auto* const part = color < 0 ? nullptr : new Communicator(0, 0);
    std::uint64_t sequence = 0;
    if (const ncclResult_t refused = submit_split(whole, color, key, part, sequence)) {
      delete part;
      return refused;
    }
    *made = handle_of(part);
    if (part) return await(*part, State::kCreating, is_blocking(config));
    return is_blocking(config) ? await_sequence(whole, sequence) : ncclSuccess;
  });
}

NCCL_EXPORT ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return guarded([&] { return submit_finalize(*of(comm)); });
}

NCCL_EXPORT ncclResult_t ncclCommAbort(ncclComm_t comm) {
  return guarded([&] {
    Progress& all = progress();
    {
      const std::lock_guard lock(all.lock);
      of(comm)->give_up_locked();
      all.activate_locked(*of(comm));
    }
    all.values_written();
    return ncclSuccess;
  });
}

NCCL_EXPORT ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  return guarded([&] {
    Progress& all = progress();
    {
      const std::lock_guard lock(all.lock);
      Communicator& own = *of(comm);
      if (own.state != State::kFinalized) own.give_up_locked();
      own.is_destroyed = true;
      all.activate_locked(own);
    }
    all.values_written();
    return ncclSuccess;
  });
}

NCCL_EXPORT ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* result) {
  const std::lock_guard lock(progress().lock);
  const Communicator& own = *of(comm);
  *result = own.error;
  if (own.error == ncclSuccess && (own.state == State::kCreating || own.state == State::kFinalizing))
    *result = ncclInProgress;
  return ncclSuccess;
}

NCCL_EXPORT ncclResult_t ncclCommCount(ncclComm_t comm, int* count) {
  const std::lock_guard lock(progress().lock);
  *count = of(comm)->channel.count;
  return ncclSuccess;
}

NCCL_EXPORT ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank) {
  const std::lock_guard lock(progress().lock);
  *rank = of(comm)->channel.rank;
  return ncclSuccess;
}

NCCL_EXPORT ncclResult_t ncclCommCuDevice(ncclComm_t, int* device) {
  *device = 0;
  return ncclSuccess;
}

NCCL_EXPORT ncclResult_t ncclCommMemStats(ncclComm_t comm, ncclCommMemStat_t, std::uint64_t* value) {
  *value = 0;
  return guarded([&] {
    const std::lock_guard lock(progress().lock);
    Communicator& own = *of(comm);
    if (*own.text == 0) std::snprintf(own.text, sizeof own.text, "MPI does not tell what memory it uses");
    return ncclInvalidUsage;
  });
}

NCCL_EXPORT ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* made, void* scalar, ncclDataType_t type,
                                                  ncclScalarResidence_t residence, ncclComm_t comm) {
  return guarded([&] {
    if (type < 0 || type >= kDataTypes || !scalar)
      return refuse_call(ncclInvalidArgument, "a factor of an unknown type, or none");
    ScaledSum scaled;
    scaled.is_used = true;
    if (residence == ncclScalarDevice) {
      scaled.device = scalar;
    } else {
      std::memcpy(&scaled.bits, scalar, size_of(type));
    }
    *made = add_scaled(*of(comm), scaled);
    return ncclSuccess;
  });
}

NCCL_EXPORT ncclResult_t ncclRedOpDestroy(ncclRedOp_t reduction, ncclComm_t comm) {
  return guarded([&] { return remove_scaled(*of(comm), reduction); });
}

NCCL_EXPORT ncclResult_t ncclGroupStart() {
  begin_group();
  return ncclSuccess;
}

NCCL_EXPORT ncclResult_t ncclGroupEnd() {
  return guarded([] { return end_group(); });
}

// One row per operation: its parameters between `count` and `comm`, and the arguments that they set.
#define SUBMIT(name, operation, ends, parameters, reduction, root, src, dst)                             \
  NCCL_EXPORT ncclResult_t name(GRIDCALL_UNPACK ends, std::size_t count,                                 \
                                ncclDataType_t type GRIDCALL_UNPACK parameters, ncclComm_t comm,         \
                                driver::CUstream stream) {                                               \
    return submit({CommOperation::operation, type, reduction, {}, root, src, dst, count, stream}, comm); \
  }
#define GRIDCALL_UNPACK(...) __VA_ARGS__
#define BOTH (const void* src, void* dst)
#define REDUCTION (, ncclRedOp_t reduction)
#define ROOT (, int root)
#define REDUCTION_AND_ROOT (, ncclRedOp_t reduction, int root)

SUBMIT(ncclAllReduce, kAllReduce, BOTH, REDUCTION, reduction, 0, src, dst)
SUBMIT(ncclReduce, kReduce, BOTH, REDUCTION_AND_ROOT, reduction, root, src, dst)
SUBMIT(ncclBroadcast, kBroadcast, BOTH, ROOT, ncclSum, root, src, dst)
SUBMIT(ncclReduceScatter, kReduceScatter, BOTH, REDUCTION, reduction, 0, src, dst)
SUBMIT(ncclAllGather, kAllGather, BOTH, (), ncclSum, 0, src, dst)
SUBMIT(ncclAlltoAll, kAllToAll, BOTH, (), ncclSum, 0, src, dst)
SUBMIT(ncclGather, kGather, BOTH, ROOT, ncclSum, root, src, dst)
SUBMIT(ncclScatter, kScatter, BOTH, ROOT, ncclSum, root, src, dst)
SUBMIT(ncclSend, kSend, (const void* src), ROOT, ncclSum, root, src, nullptr)
SUBMIT(ncclRecv, kRecv, (void* dst), ROOT, ncclSum, root, nullptr, dst)
