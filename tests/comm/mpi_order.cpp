// SPDX-License-Identifier: Apache-2.0
//
// libgridcall_mpi.so and the order of things: on streams, between streams, in graphs, in groups, beside a
// host program that uses MPI itself.

#include <string_view>
#include <vector>

#include "comm/mpi_table.h"

using namespace engine;

namespace {

// 10,000 one behind the other, with copies between, and one wait at the end.
void many() {
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  constexpr int kMany = 10000;
  auto* one = allocate<int>(1);
  auto* sums = allocate<int>(kMany);
  *one = rank + 1;
  const double began = seconds();
  for (int i = 0; i < kMany; ++i) {
    EQUAL(nccl.ncclAllReduce(one, sums + i, 1, ncclInt32, i % 2 == 0 ? ncclSum : ncclMax, comm, stream), 0);
    if (failures != 0) return;
  }
  HOLDS(synchronize(stream, 60));
  for (int i = 0; i < kMany; ++i)
    if (sums[i] != (i % 2 == 0 ? count * (count + 1) / 2 : count))
      return fail("operation %d: %d", i, sums[i]);
  if (rank == 0) std::printf("# %.1f us each\n", (seconds() - began) * 1e6 / kMany);
  finalize(comm);
}

// The order of the calls counts: half of the ranks have their first stream held up.
void two_streams() {
  const ncclComm_t comm = make_comm();
  const CUstream first = make_stream(), second = make_stream();
  auto* a = allocate<int>(1);
  auto* b = allocate<int>(1);
  alignas(8) static std::uint64_t gates[2];
  for (int round = 0; round < 20; ++round) {
    *a = 1;
    *b = 10;
    gates[0] = gates[1] = 0;
    const bool swapped = (rank + round) % 2 == 0;
    EQUAL(cu.cuStreamWaitValue64(first, reinterpret_cast<CUdeviceptr>(&gates[0]), 1, 0), 0);
    EQUAL(cu.cuStreamWaitValue64(second, reinterpret_cast<CUdeviceptr>(&gates[1]), 1, 0), 0);
    EQUAL(nccl.ncclAllReduce(a, a, 1, ncclInt32, ncclSum, comm, first), 0);
    EQUAL(nccl.ncclAllReduce(b, b, 1, ncclInt32, ncclSum, comm, second), 0);
    __atomic_store_n(&gates[swapped ? 1 : 0], 1, __ATOMIC_SEQ_CST);
    usleep(2000);
    __atomic_store_n(&gates[swapped ? 0 : 1], 1, __ATOMIC_SEQ_CST);
    HOLDS(synchronize(first) && synchronize(second));
    EQUAL(*a, count);
    EQUAL(*b, 10 * count);
  }
  finalize(comm);
}

// A fill, a sum, a copy and a sum are on one stream: each sees the results of those before it.
void stream_order() {
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  constexpr std::size_t kCount = 100000;
  auto* a = allocate<unsigned>(kCount);
  auto* b = allocate<unsigned>(kCount);
  for (unsigned round = 1; round <= 10; ++round) {
    EQUAL(cu.cuMemsetD32Async(reinterpret_cast<CUdeviceptr>(a), round, kCount, stream), 0);
    EQUAL(nccl.ncclAllReduce(a, a, kCount, ncclUint32, ncclSum, comm, stream), 0);
    EQUAL(cu.cuMemcpyDtoDAsync(reinterpret_cast<CUdeviceptr>(b), reinterpret_cast<CUdeviceptr>(a), kCount * 4,
                               stream),
          0);
    EQUAL(cu.cuMemsetD32Async(reinterpret_cast<CUdeviceptr>(a), 0, kCount, stream), 0);
    EQUAL(nccl.ncclAllReduce(b, a, kCount, ncclUint32, ncclSum, comm, stream), 0);
    HOLDS(synchronize(stream));
    const auto ranks = static_cast<unsigned>(count);
    if (a[0] != round * ranks * ranks || a[kCount - 1] != round * ranks * ranks)
      return fail("round %u: %u and %u", round, a[0], a[kCount - 1]);
  }
  finalize(comm);
}

// A graph is recorded once and launched 100 times, with a plain operation behind each launch on the same
// stream.
void graph() {
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  auto* value = allocate<std::uint64_t>(1);
  auto* sum = allocate<int>(1);
  CUgraph recorded = nullptr;
  CUgraphExec exec = nullptr;
  EQUAL(cu.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED), 0);
  EQUAL(nccl.ncclAllReduce(value, value, 1, ncclUint64, ncclMax, comm, stream), 0);
  EQUAL(nccl.ncclAllReduce(value, value, 1, ncclUint64, ncclSum, comm, stream), 0);
  EQUAL(cu.cuStreamEndCapture(stream, &recorded), 0);
  EQUAL(cu.cuGraphInstantiateWithFlags(&exec, recorded, 0), 0);
  for (unsigned i = 1; i <= 100; ++i) {
    *value = i + static_cast<unsigned>(rank);
    *sum = 1;
    EQUAL(cu.cuGraphLaunch(exec, stream), 0);
    EQUAL(nccl.ncclAllReduce(sum, sum, 1, ncclInt32, ncclSum, comm, stream), 0);
    if (!synchronize(stream)) return;
    EQUAL(*value, (i + static_cast<unsigned>(count) - 1) * static_cast<unsigned>(count));
    EQUAL(*sum, count);
  }
  // Several launches are queued.
  *value = 1;
  for (int i = 0; i < 5; ++i) EQUAL(cu.cuGraphLaunch(exec, stream), 0);
  HOLDS(synchronize(stream));
  std::uint64_t want = 1;
  for (int i = 0; i < 5; ++i) want *= static_cast<unsigned>(count);
  EQUAL(*value, want);
  EQUAL(cu.cuGraphExecDestroy(exec), 0);
  EQUAL(cu.cuGraphDestroy(recorded), 0);
  finalize(comm);
}

// All is queued at once in one group, on two communicators and two streams.
void group() {
  const ncclComm_t comm = make_comm(), other = make_comm();
  const CUstream first = make_stream(), second = make_stream();
  auto* data = allocate<int>(8);
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 8; ++i) data[i] = rank + i;
    const int next = (rank + 1) % count, before = (rank + count - 1) % count;
    EQUAL(nccl.ncclGroupStart(), 0);
    EQUAL(nccl.ncclAllReduce(data, data, 1, ncclInt32, ncclSum, comm, first), 0);
    EQUAL(nccl.ncclRecv(data + 1, 1, ncclInt32, before, comm, second), 0);
    EQUAL(nccl.ncclSend(data + 2, 1, ncclInt32, next, comm, second), 0);
    EQUAL(nccl.ncclAllReduce(data + 3, data + 3, 1, ncclInt32, ncclMax, other, first), 0);
    EQUAL(nccl.ncclGroupEnd(), 0);
    if (!synchronize(first) || !synchronize(second)) return;
    EQUAL(data[0], count * (count - 1) / 2);
    EQUAL(data[1], before + 2);
    EQUAL(data[3], count - 1 + 3);
  }
  // A wrong entry: nothing of the group is queued.
  EQUAL(nccl.ncclGroupStart(), 0);
  EQUAL(nccl.ncclAllReduce(data, data, 1, ncclInt32, ncclSum, comm, first), 0);
  EQUAL(nccl.ncclSend(data, 1, ncclInt32, count, comm, first), ncclInvalidArgument);
  EQUAL(nccl.ncclGroupEnd(), ncclInvalidArgument);
  EQUAL(cu.cuStreamQuery(first), 0);
  finalize(other);
  finalize(comm);
}

// The host program has called MPI_Init_thread: its library is used, and MPI_Finalize is its own.
void host_program(const char* file, int level, bool refused) {
  load();
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) stop(dlerror());
  const auto init = reinterpret_cast<int (*)(int*, char***, int, int*)>(dlsym(library, "MPI_Init_thread"));
  const auto end = reinterpret_cast<int (*)()>(dlsym(library, "MPI_Finalize"));
  int given = 0;
  EQUAL(init(nullptr, nullptr, level, &given), 0);
  std::string message;
  const int result = open_mpi(message);
  if (refused) {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
      if (const char* text = std::getenv(name)) rank = std::atoi(text);
    EQUAL(result, ncclInternalError);
    HOLDS(message.find("MPI_THREAD_SINGLE") != std::string::npos);
  } else {
    EQUAL(result, 0);
    nccl.gridcallMpiWorld(&rank, &count);
    const ncclComm_t comm = make_comm();
    const CUstream stream = make_stream();
    auto* data = allocate<int>(1);
    *data = 1;
    EQUAL(nccl.ncclAllReduce(data, data, 1, ncclInt32, ncclSum, comm, stream), 0);
    HOLDS(synchronize(stream));
    EQUAL(*data, count);
    finalize(comm);
  }
  EQUAL(end(), 0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argv[1];
  if (what == "host_program" && argc > 3) {
    host_program(argv[2], std::atoi(argv[3]), std::atoi(argv[3]) == 0);
    return run_cases(what, {{"host_program", [] {}}});
  }
  open();
  if (rank == 0) {
    char text[256];
    nccl.gridcallMpiDescribe(text, sizeof text);
    std::printf("# %s\n", text);
  }
  return run_cases(what, {{"many", many},
                          {"two_streams", two_streams},
                          {"stream_order", stream_order},
                          {"graph", graph},
                          {"group", group}});
}
