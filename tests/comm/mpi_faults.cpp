// SPDX-License-Identifier: Apache-2.0
//
// libgridcall_mpi.so where ranks call differently, late or not at all. The argument names the case; run.py
// has the list, and kills a process in some.

#include <signal.h>

#include <string>
#include <string_view>
#include <vector>

#include "comm/mpi_table.h"

using namespace engine;

namespace {

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// Waits for the failure, and gives the communicator up.
std::string failure_of(ncclComm_t comm, ncclResult_t should, CUstream stream) {
  ncclResult_t error = ncclSuccess;
  const double began = seconds();
  while (error == ncclSuccess && seconds() - began < 5 * slowdown()) {
    usleep(500);
    nccl.ncclCommGetAsyncError(comm, &error);
  }
  HOLDS(seconds() - began < 3 * slowdown());
  EQUAL(error, should);
  const std::string text = nccl.ncclGetLastError(comm);
  // Until it is aborted nothing passes for done.
  EQUAL(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  const double abort = seconds();
  EQUAL(nccl.ncclCommAbort(comm), ncclSuccess);
  HOLDS(seconds() - abort < 2 * slowdown());
  HOLDS(synchronize(stream, 1));
  HOLDS(nccl.ncclAllReduce(&error, &error, 1, ncclInt32, ncclSum, comm, stream) != ncclSuccess);
  EQUAL(nccl.ncclCommDestroy(comm), ncclSuccess);
  return text;
}

// The last rank calls something else than the others.
void mismatches() {
  const CUstream stream = make_stream();
  auto* data = allocate<float>(8192);
  auto* all = allocate<float>(8192 * 8);
  const bool other = rank == count - 1;
  const auto text_is = [&](const char* what, const std::string& text, const std::string& first,
                           const std::string& second) {
    const std::string want =
        "rank 0 calls " + first + ", rank " + std::to_string(count - 1) + " calls " + second;
    if (!has(text, want.c_str()) || text.rfind("operation 1: ", 0) != 0)
      fail("%s: \"%s\", not \"%s\"", what, text.c_str(), want.c_str());
  };
  ncclComm_t comm = make_comm();
  std::memset(data, 0, 4096 * sizeof(float));
  EQUAL(nccl.ncclAllReduce(data, data, other ? 1024 : 4096, ncclFloat32, ncclSum, comm, stream), 0);
  text_is("counts", failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream), "all_reduce of 4096 float32 (SUM)",
          "all_reduce of 1024 float32 (SUM)");
  for (int i = 0; i < 4096; ++i)
    if (data[i] != 0) return fail("data moved");
  comm = make_comm();
  EQUAL(nccl.ncclAllReduce(data, data, 7, other ? ncclInt32 : ncclFloat32, ncclSum, comm, stream), 0);
  text_is("types", failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream), "all_reduce of 7 float32 (SUM)",
          "all_reduce of 7 int32 (SUM)");
  comm = make_comm();
  EQUAL(nccl.ncclReduce(data, data, 7, ncclInt32, other ? ncclMax : ncclSum, 0, comm, stream), 0);
  text_is("reductions", failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream), "reduce of 7 int32 (SUM), root 0",
          "reduce of 7 int32 (MAX), root 0");
  comm = make_comm();
  EQUAL(nccl.ncclBroadcast(data, data, 7, ncclInt32, other ? 1 : 0, comm, stream), 0);
  text_is("roots", failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream), "broadcast of 7 int32, root 0",
          "broadcast of 7 int32, root 1");
  comm = make_comm();
  if (other) {
    EQUAL(nccl.ncclAllReduce(data, data, 7, ncclInt32, ncclSum, comm, stream), 0);
  } else {
    EQUAL(nccl.ncclAllGather(data, all, 7, ncclInt32, comm, stream), 0);
  }
  text_is("order", failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream), "all_gather of 7 int32",
          "all_reduce of 7 int32 (SUM)");
  if (count != 2) return;
  // Two ranks disagree on what is sent and received, and one sends where the other one reduces.
  comm = make_comm();
  if (rank == 0) {
    EQUAL(nccl.ncclSend(data, 4096, ncclInt32, 1, comm, stream), 0);
  } else {
    EQUAL(nccl.ncclRecv(data, 1024, ncclInt32, 0, comm, stream), 0);
  }
  std::string text = failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream);
  HOLDS(has(text, "send of 4096 int32 to rank 1") && has(text, "recv of 1024 int32 from rank 0"));
  comm = make_comm();
  if (rank == 0) {
    EQUAL(nccl.ncclAllReduce(data, data, 5, ncclInt32, ncclSum, comm, stream), 0);
  } else {
    EQUAL(nccl.ncclSend(data, 5, ncclInt32, 0, comm, stream), 0);
  }
  text = failure_of(comm, GRIDCALL_NCCL_MISMATCH, stream);
  HOLDS(has(text, "all_reduce of 5 int32") && has(text, "send of 5 int32"));
}

// A rank is 3 s late: the others wait with little of the processor, and the sum is right.
void late() {
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  auto* data = allocate<int>(16);
  for (int i = 0; i < 16; ++i) data[i] = rank + i;
  const double began = seconds(), cpu = cpu_seconds();
  if (rank == count - 1) sleep(3);
  EQUAL(nccl.ncclAllReduce(data, data, 16, ncclInt32, ncclSum, comm, stream), 0);
  EQUAL(cu.cuStreamSynchronize(stream), 0);
  const double took = seconds() - began, burnt = cpu_seconds() - cpu;
  HOLDS(took > 2.5 && took < 10 * slowdown());
  if (burnt > 0.5) fail("%.2f s of the processor in a wait of %.2f s", burnt, took);
  for (int i = 0; i < 16; ++i) EQUAL(data[i], count * (count - 1) / 2 + i * count);
  finalize(comm);
}

// The last rank never comes to the operation. The others give up; what is made anew works.
void abort_alone() {
  const ncclComm_t comm = make_comm();
  const ncclComm_t second = make_comm();
  const CUstream stream = make_stream(), other = make_stream();
  auto* data = allocate<int>(16);
  auto* sum = allocate<int>(16);
  if (rank != count - 1) {
    EQUAL(nccl.ncclAllReduce(data, data, 16, ncclInt32, ncclSum, comm, stream), 0);
    usleep(300000);
    EQUAL(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  }
  const double began = seconds();
  EQUAL(nccl.ncclCommAbort(comm), 0);
  EQUAL(nccl.ncclCommAbort(comm), 0);
  HOLDS(synchronize(stream, 1));
  HOLDS(seconds() - began < 2 * slowdown());
  EQUAL(nccl.ncclCommDestroy(comm), 0);
  sum[0] = 1;
  EQUAL(nccl.ncclAllReduce(sum, sum, 1, ncclInt32, ncclSum, second, other), 0);
  HOLDS(synchronize(other));
  EQUAL(sum[0], count);
  finalize(second);
}

void killed() {
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  auto* data = allocate<int>(1024);
  std::printf("ready, pid %d\n", static_cast<int>(getpid()));
  std::fflush(stdout);
  for (int i = 0;; ++i) {
    if (i == 50 && rank == count - 1) kill(getpid(), SIGKILL);
    nccl.ncclAllReduce(data, data, 1024, ncclInt32, ncclSum, comm, stream);
    if (!synchronize(stream, 20)) break;
  }
}

// gridcallMpiOpen refuses: the launcher counts otherwise than MPI, or there is none.
void refused(int should, const std::vector<const char*>& parts) {
  load();
  std::string message;
  EQUAL(open_mpi(message), should);
  for (const char* part : parts)
    if (!has(message, part)) fail("\"%s\" does not say \"%s\"", message.c_str(), part);
  std::string again;
  EQUAL(open_mpi(again), should);
  HOLDS(again == message);
}

// Ranks of a machine by themselves, here of three that the test invents: rank i is on machine i % 3.
void check_local(ncclComm_t comm, int should_rank, int should_count) {
  int own = -1, many = -1;
  EQUAL(nccl.gridcallMpiLocal(comm, &own, &many), 0);
  EQUAL(own, should_rank);
  EQUAL(many, should_count);
}

void splits() {
  nccl.gridcallMpiSetMachine(static_cast<std::uint64_t>(1 + rank % 3));
  const ncclComm_t comm = make_comm();
  check_local(comm, rank / 3, (count - 1 - rank % 3) / 3 + 1);
  const CUstream stream = make_stream();
  ncclComm_t part = nullptr;
  ncclConfig_t config;
  config.blocking = 0;
  // The ranks are parted by parity, the other way round; rank 0 is left out.
  const int color = rank == 0 ? -1 : rank % 2;
  const ncclResult_t begun = nccl.ncclCommSplit(comm, color, -rank, &part, &config);
  HOLDS(begun == ncclSuccess || begun == ncclInProgress);
  int members = 0, sum = 0, above = 0, here = 0, here_above = 0;
  for (int i = 1; i < count; ++i) {
    if (i % 2 != color) continue;
    ++members;
    sum += i;
    above += i > rank ? 1 : 0;
    if (i % 3 != rank % 3) continue;
    ++here;
    here_above += i > rank ? 1 : 0;
  }
  if (color < 0) {
    HOLDS(!part);
  } else {
    EQUAL(settle(part), ncclSuccess);
    nccl.gridcallMpiSetChecked(part, 1);
    int own = -1, many = -1;
    nccl.ncclCommUserRank(part, &own);
    nccl.ncclCommCount(part, &many);
    EQUAL(own, above);
    EQUAL(many, members);
    check_local(part, here_above, here);
    auto* data = allocate<int>(1);
    *data = rank;
    EQUAL(nccl.ncclAllReduce(data, data, 1, ncclInt32, ncclSum, part, stream), 0);
    HOLDS(synchronize(stream));
    EQUAL(*data, sum);
    finalize(part);
  }
  finalize(comm);
}

void ids() {
  ncclConfig_t config;
  config.blocking = 0;
  ncclComm_t comm = nullptr;
  ncclUniqueId id = share_id();
  EQUAL(nccl.ncclCommInitRankConfig(&comm, count, id, count, &config), ncclInvalidArgument);
  EQUAL(nccl.ncclCommInitRankConfig(&comm, count + 1, id, 0, &config), ncclInvalidArgument);
  id.internal[9] ^= 1;
  EQUAL(nccl.ncclCommInitRankConfig(&comm, count, id, rank, &config), ncclInvalidArgument);
  HOLDS(has(nccl.ncclGetLastError(nullptr), "damaged"));
  // All are rank 0.
  id = share_id();
  EQUAL(nccl.ncclCommInitRankConfig(&comm, count, id, 0, &config), ncclInProgress);
  EQUAL(settle(comm, 3), GRIDCALL_NCCL_MISMATCH);
  if (!has(nccl.ncclGetLastError(comm), "two processes are rank 0")) fail("%s", nccl.ncclGetLastError(comm));
  EQUAL(nccl.ncclCommDestroy(comm), 0);
  // The last one says another count.
  id = share_id();
  const int said = rank == count - 1 ? count - 1 : count;
  if (count > 2 || rank == 0 || said > 1) {
    EQUAL(nccl.ncclCommInitRankConfig(&comm, said, id, rank % said, &config), ncclInProgress);
    const ncclResult_t result = settle(comm, 1);
    HOLDS(result == GRIDCALL_NCCL_MISMATCH || result == ncclInProgress);
    EQUAL(nccl.ncclCommAbort(comm), 0);
    EQUAL(nccl.ncclCommDestroy(comm), 0);
  }
  // The last one does not come.
  id = share_id();
  if (rank != count - 1) {
    EQUAL(nccl.ncclCommInitRankConfig(&comm, count, id, rank, &config), ncclInProgress);
    EQUAL(settle(comm, 3), ncclInProgress);
    const std::string text = nccl.ncclGetLastError(comm);
    const std::string missing = "missing: " + std::to_string(count - 1);
    if (rank == 0 && !has(text, missing.c_str())) fail("\"%s\"", text.c_str());
    EQUAL(nccl.ncclCommAbort(comm), 0);
    EQUAL(nccl.ncclCommDestroy(comm), 0);
  }
  // And after all that it still works.
  finalize(make_comm());
}

void wrong_launcher() {
  refused(ncclInvalidArgument, {"the launcher started 2 processes", "counts 1", "mpi", "-n 2"});
}
void no_mpi() {
  refused(ncclSystemError, {"GRIDCALL_MPI", "no-such-mpi"});
}

}  // namespace

int main(int, char** argv) {
  const std::string_view what = argv[1];
  if (what != "wrong_launcher" && what != "no_mpi") open();
  return run_cases(what, {{"wrong_launcher", wrong_launcher},
                          {"no_mpi", no_mpi},
                          {"mismatches", mismatches, true},
                          {"late", late},
                          {"abort", abort_alone, true},
                          {"killed", killed},
                          {"splits", splits},
                          {"ids", ids, true}});
}
