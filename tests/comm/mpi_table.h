// SPDX-License-Identifier: Apache-2.0
//
// libgridcall_mpi.so by its table, on streams of the CPU device's driver: what the tests of the engine and
// its measurements begin with. Every process of the job runs the same program.

#pragma once

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "comm/nccl_types.h"
#include "comm/report.h"
#include "driver/table.h"
#include "support/places.h"
#include "support/slowdown.h"

namespace engine {

using namespace gridcall::comm;
using namespace gridcall::driver;
namespace driver = gridcall::driver;
using ranks::count;
using ranks::fail;
using ranks::failures;
using ranks::rank;
using ranks::run_cases;

struct MpiTable {
#define GRIDCALL_ENGINE_FN(need, result, name, parameters) result(*name) parameters = nullptr;
#include "comm/functions.def"
#undef GRIDCALL_ENGINE_FN
  void (*gridcallMpiSetPiece)(std::size_t) = nullptr;
  void (*gridcallMpiSetMachine)(std::uint64_t) = nullptr;
};

inline Table cu{};
inline MpiTable nccl;

inline double seconds() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline void stop(const char* why) {
  std::fprintf(stderr, "rank %d: %s\n", rank, why);
  std::_Exit(3);
}

// The driver and the engine's table; MPI is not opened yet.
inline void load() {
  void* driver = dlopen(kCpuLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!driver) stop(dlerror());
  auto entry = reinterpret_cast<CpuDriverEntry>(dlsym(driver, kCpuDriverEntryName));
  if (!entry || entry(kCpuDriverVersion, &cu, sizeof cu) != 0) stop("the CPU device's table");
  CUcontext context = nullptr;
  if (cu.cuInit(0) != 0 || cu.cuDevicePrimaryCtxRetain(&context, 0) != 0 || cu.cuCtxSetCurrent(context) != 0)
    stop("the CPU device's context");
  void* library = dlopen(kMpiLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) stop(dlerror());
#define GRIDCALL_ENGINE_FN(need, result, name, parameters)                   \
  nccl.name = reinterpret_cast<result(*) parameters>(dlsym(library, #name)); \
  if (!nccl.name) stop("the engine has no " #name);
#include "comm/functions.def"
#undef GRIDCALL_ENGINE_FN
  nccl.gridcallMpiSetPiece = reinterpret_cast<void (*)(std::size_t)>(dlsym(library, "gridcallMpiSetPiece"));
  nccl.gridcallMpiSetMachine =
      reinterpret_cast<void (*)(std::uint64_t)>(dlsym(library, "gridcallMpiSetMachine"));
}

inline int open_mpi(std::string& message) {
  gridcallMpiHost host;
  host.launch_host_func = cu.cuLaunchHostFunc;
  host.stream_wait_value64 = cu.cuStreamWaitValue64;
  host.values_written = cu.gridcallValuesWritten;
  host.stream_is_capturing = cu.cuStreamIsCapturing;
  char text[1024] = {};
  const int result = nccl.gridcallMpiOpen(&host, text, sizeof text);
  message = text;
  return result;
}

inline void open() {
  load();
  std::string message;
  if (open_mpi(message) != 0) stop(message.c_str());
  nccl.gridcallMpiWorld(&rank, &count);
}

inline CUstream make_stream() {
  CUstream stream = nullptr;
  if (cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0) != 0) stop("no stream");
  return stream;
}

template <class T>
T* allocate(std::size_t elements) {
  CUdeviceptr address = 0;
  if (cu.cuMemAlloc(&address, elements * sizeof(T) + 64) != 0) stop("no memory");
  return reinterpret_cast<T*>(address);
}
inline void release(void* memory) {
  cu.cuMemFree(reinterpret_cast<CUdeviceptr>(memory));
}

// Polls for at most so many seconds.
inline ncclResult_t settle(ncclComm_t comm, double limit = 20) {
  ncclResult_t result = ncclInProgress;
  for (const double end = seconds() + limit * slowdown(); seconds() < end; usleep(200)) {
    nccl.ncclCommGetAsyncError(comm, &result);
    if (result != ncclInProgress) return result;
  }
  return ncclInProgress;
}

inline ncclUniqueId share_id() {
  ncclUniqueId id{};
  if (rank == 0) EQUAL(nccl.ncclGetUniqueId(&id), 0);
  EQUAL(nccl.gridcallMpiBroadcast(&id, sizeof id, 0), 0);
  return id;
}

inline ncclComm_t make_comm(bool checked = true) {
  const ncclUniqueId id = share_id();
  ncclConfig_t config;
  config.blocking = 0;
  ncclComm_t comm = nullptr;
  const ncclResult_t begun = nccl.ncclCommInitRankConfig(&comm, count, id, rank, &config);
  if (begun != ncclInProgress && begun != ncclSuccess) stop(nccl.ncclGetLastError(nullptr));
  if (settle(comm) != ncclSuccess) stop(nccl.ncclGetLastError(comm));
  nccl.gridcallMpiSetChecked(comm, checked ? 1 : 0);
  return comm;
}

inline void finalize(ncclComm_t comm) {
  const ncclResult_t begun = nccl.ncclCommFinalize(comm);
  HOLDS(begun == ncclInProgress || begun == ncclSuccess);
  EQUAL(settle(comm), ncclSuccess);
  EQUAL(nccl.ncclCommDestroy(comm), ncclSuccess);
}

// Returns false, with a message, if the stream is not done after so long.
inline bool synchronize(CUstream stream, double limit = 30) {
  const double end = seconds() + limit * slowdown();
  for (int i = 0; seconds() < end; ++i) {
    const CUresult result = cu.cuStreamQuery(stream);
    if (result == CUDA_SUCCESS) return true;
    if (result != CUDA_ERROR_NOT_READY) break;
    if (i > 50) usleep(50);
  }
  fail("a stream is not done after %.0f s", limit);
  return false;
}

}  // namespace engine
