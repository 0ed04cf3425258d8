// SPDX-License-Identifier: Apache-2.0
//
// The part of NCCL's C API that gridcall uses, declared from NVIDIA's public documentation, as of NCCL 2.18.
// Two libraries offer it: NVIDIA's libnccl.so.2 between GPUs, and our libgridcall_mpi.so, which is the same
// on top of MPI, between CPU devices. `ctest -R comm_declarations` compares it with nccl.h where that is.

#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>

#include "driver/types.h"

namespace gridcall::comm {

// NOLINTBEGIN(readability-identifier-naming): NCCL's names stay as they are.

struct ncclComm;
using ncclComm_t = ncclComm*;

struct ncclUniqueId {
  char internal[128];
};

enum ncclResult_t : int {
  ncclSuccess = 0,
  ncclUnhandledCudaError = 1,
  ncclSystemError = 2,
  ncclInternalError = 3,
  ncclInvalidArgument = 4,
  ncclInvalidUsage = 5,
  ncclRemoteError = 6,
  ncclInProgress = 7,
  // Only libgridcall_mpi.so returns these.
  GRIDCALL_NCCL_MISMATCH = 101,   // the ranks' calls differ; no data was moved
  GRIDCALL_NCCL_PEER_LOST = 102,  // a rank has died
};

enum ncclDataType_t : int {
  ncclInt8 = 0,
  ncclUint8 = 1,
  ncclInt32 = 2,
  ncclUint32 = 3,
  ncclInt64 = 4,
  ncclUint64 = 5,
  ncclFloat16 = 6,
  ncclFloat32 = 7,
  ncclFloat64 = 8,
  ncclBfloat16 = 9,
  ncclFloat8e4m3 = 10,
  ncclFloat8e5m2 = 11,
};

// Other numbers are reductions of ncclRedOpCreatePreMulSum.
enum ncclRedOp_t : int {
  ncclSum = 0,
  ncclProd = 1,
  ncclMax = 2,
  ncclMin = 3,
  ncclAvg = 4,
};

enum ncclScalarResidence_t : int {
  ncclScalarDevice = 0,
  ncclScalarHostImmediate = 1,
};

// This exists since NCCL 2.29.7.
enum ncclCommMemStat_t : int {
  ncclStatGpuMemTotal = 3,
};

inline constexpr int kNcclUndefined = INT_MIN;
inline constexpr int kNcclNoColor = -1;
inline constexpr unsigned kNcclConfigMagic = 0xcafebeef;
inline constexpr unsigned kNcclConfigVersion = 21800;  // in the format of ncclGetVersion

// The layout of NCCL 2.18; newer libraries copy `size` bytes and fill the rest by `version`.
struct ncclConfig_t {
  std::size_t size = sizeof(ncclConfig_t);
  unsigned magic = kNcclConfigMagic;
  unsigned version = kNcclConfigVersion;
  int blocking = kNcclUndefined;
  int cgaClusterSize = kNcclUndefined;
  int minCTAs = kNcclUndefined;
  int maxCTAs = kNcclUndefined;
  const char* netName = nullptr;
  int splitShare = kNcclUndefined;
};

// The CPU device's functions that order the operations of libgridcall_mpi.so on streams.
struct gridcallMpiHost {
  std::uint32_t struct_size = sizeof(gridcallMpiHost);
  std::uint32_t reserved = 0;
  driver::CUresult (*launch_host_func)(driver::CUstream stream, driver::CUhostFn function,
                                       void* data) = nullptr;
  driver::CUresult (*stream_wait_value64)(driver::CUstream stream, driver::CUdeviceptr address,
                                          std::uint64_t value, unsigned flags) = nullptr;
  // Both may be NULL; then waits end later, and graphs cannot record operations.
  driver::CUresult (*values_written)() = nullptr;
  driver::CUresult (*stream_is_capturing)(driver::CUstream stream,
                                          driver::CUstreamCaptureStatus* status) = nullptr;
};

// NOLINTEND(readability-identifier-naming)

}  // namespace gridcall::comm
