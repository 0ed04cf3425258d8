// SPDX-License-Identifier: Apache-2.0
//
// Launches, and the library's own calls, which only the CPU device has.

#include <string.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "fake_cuda/copy.h"
#include "fake_cuda/graph.h"
#include "fake_cuda/module.h"

namespace fake {

// Stores as the library's own kernel does.
CUresult run_pattern_fill(unsigned grid, unsigned block, void** parameters, CUstream stream) {
  const auto to = *static_cast<std::uint64_t*>(parameters[0]),
             count = *static_cast<std::uint64_t*>(parameters[1]);
  const auto period = *static_cast<std::uint32_t*>(parameters[2]);
  const auto before = *static_cast<std::uint32_t*>(parameters[3]),
             behind = *static_cast<std::uint32_t*>(parameters[4]);
  const auto* pattern = static_cast<const unsigned char*>(parameters[5]);
  if (to % 16 != 0 || before > 15 || behind > 15 || period == 0 || period > 128 || grid * block % period != 0)
    die("a fill that its kernel cannot make", period);
  const std::uint64_t bytes = before + count * 16 + behind, size = std::uint64_t{period} * 16;
  check_range(to - before, bytes);
  queue(stream);
  auto* at = static_cast<unsigned char*>(host(to - before));
  for (std::uint64_t i = 0; i < bytes; ++i) at[i] = pattern[(size - before + i) % size];
  ++state().launches;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void** extra) {
  NEED_CONTEXT();
  // CUDA's driver takes the stream's context; one that does not refuses so.
  if (stream && live(stream, Kind::kStream).context != current()) return CUDA_ERROR_INVALID_HANDLE;
  const Function& f = live_function(function);
  if (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z) return CUDA_ERROR_INVALID_VALUE;
  if (grid_y > 65535 || grid_z > 65535 || block_x > 1024 || block_y > 1024 || block_z > 64)
    return CUDA_ERROR_INVALID_VALUE;
  if (std::uint64_t{block_x} * block_y * block_z > 1024) return CUDA_ERROR_INVALID_VALUE;
  if (shared_bytes > static_cast<unsigned>(f.max_dynamic_shared)) return CUDA_ERROR_INVALID_VALUE;
  if (f.name == "gridcall_fill" && parameters) return run_pattern_fill(grid_x, block_x, parameters, stream);
  if (const CUresult refused = queue_refusal(stream)) return refused;
  GraphNode* const node =
      captured(stream, CU_GRAPH_NODE_TYPE_KERNEL, [function] { live_function(function); });
  if (node) {
    node->function = reinterpret_cast<Function*>(function);
    node->launch = std::make_shared<fake_cuda_launch>();
  }
  fake_cuda_launch& launch = node ? *node->launch : state().launch;
  launch = {};
  snprintf(launch.kernel, sizeof launch.kernel, "%s", f.name.c_str());
  launch.cache_config = f.cache_config;
  launch.shared_config = f.shared_config;
  const unsigned shape[] = {grid_x, grid_y, grid_z, block_x, block_y, block_z};
  memcpy(launch.grid, shape, sizeof launch.grid);
  memcpy(launch.block, shape + 3, sizeof launch.block);
  launch.shared_bytes = shared_bytes;
  launch.stream = stream;
  if (f.parameter_bytes > sizeof launch.arguments)
    die("more parameters than the record holds", f.parameter_bytes);
  launch.argument_bytes = static_cast<std::uint32_t>(f.parameter_bytes);
  const void* buffer = nullptr;
  if (extra) {  // {CU_LAUNCH_PARAM_BUFFER_POINTER = 1, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE = 2, &size,
                // CU_LAUNCH_PARAM_END = 0}
    std::size_t size = 0;
    for (void** each = extra; *each; each += 2) {
      if (reinterpret_cast<std::uintptr_t>(each[0]) == 1) buffer = each[1];
      if (reinterpret_cast<std::uintptr_t>(each[0]) == 2) size = *static_cast<std::size_t*>(each[1]);
    }
    if (size < f.parameter_bytes) die("the parameter buffer is shorter than the kernel's parameters", size);
    memcpy(launch.arguments, buffer, f.parameter_bytes);
  } else {
    if (!parameters && !f.parameters.empty()) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < f.parameters.size(); ++i)
      memcpy(launch.arguments + f.parameters[i].offset, parameters[i], f.parameters[i].size);
  }
  if (node) return CUDA_SUCCESS;
  queue(stream);
  ++state().launches;
  return CUDA_SUCCESS;
}
// As an H200 counts them: 32 blocks and 2,048 threads of a multiprocessor.
int blocks_resident(int block_size) {
  return std::min(32, 2048 / block_size);
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int block_size, std::size_t shared_bytes,
                                                              unsigned flags) {
  NEED_CONTEXT();
  live_function(function);
  if (block_size <= 0 || flags > 1) return CUDA_ERROR_INVALID_VALUE;
  *blocks = block_size > 1024 || shared_bytes > 227 * 1024 ? 0 : blocks_resident(block_size);
  return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, CUfunction function,
                                          CUoccupancyB2DSize, std::size_t, int limit) {
  NEED_CONTEXT();
  live_function(function);
  if (limit < 0) return CUDA_ERROR_INVALID_VALUE;
  *block_size = limit == 0 ? 1024 : std::min(limit, 1024);
  CUresult result = cuDeviceGetAttribute(grid_size, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  *grid_size *= blocks_resident(*block_size);
  return result;
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  NEED_CONTEXT();
  live_function(function).cache_config = config;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  NEED_CONTEXT();
  live_function(function).shared_config = config;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                          void** extra) {
  NEED_CONTEXT();
  const Function& f = live_function(function);
  unsigned cooperative = 0, cluster[3] = {};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
      cooperative = static_cast<unsigned>(attribute.value.cooperative);
    } else if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      const auto& size = attribute.value.clusterDim;
      cluster[0] = size.x, cluster[1] = size.y, cluster[2] = size.z;
    } else {
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  int multiprocessors = 0;
  if (const CUresult result =
          cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0))
    return result;
  const std::uint64_t threads = std::uint64_t{config->blockDimX} * config->blockDimY * config->blockDimZ;
  const std::uint64_t blocks = std::uint64_t{config->gridDimX} * config->gridDimY * config->gridDimZ;
  if (cooperative && threads != 0 && threads <= 1024 &&
      blocks > static_cast<std::uint64_t>(multiprocessors) *
                   static_cast<std::uint64_t>(blocks_resident(static_cast<int>(threads))))
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  if (std::uint64_t{cluster[0]} * cluster[1] * cluster[2] > 8) return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  const CUresult result = cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ,
                                         config->blockDimX, config->blockDimY, config->blockDimZ,
                                         config->sharedMemBytes, config->hStream, parameters, extra);
  if (result != CUDA_SUCCESS) return result;
  if (config->hStream && live_here(config->hStream, Kind::kStream).capture) return CUDA_SUCCESS;
  fake_cuda_launch& launch = state().launch;
  launch.cooperative = cooperative;
  memcpy(launch.cluster, cluster, sizeof launch.cluster);
  launch.cache_config = f.cache_config;
  launch.shared_config = f.shared_config;
  return CUDA_SUCCESS;
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  NEED_CONTEXT();
  if (!function) return CUDA_ERROR_INVALID_VALUE;
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_HOST, [=] { function(data); });
  const std::uint64_t work = queue(stream);
  state().host_calls.push_back({work, function, data, current()});
  return CUDA_SUCCESS;
}
// The fake runs work in the order of the calls, so the word has the value already or never will.
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, std::uint64_t value, unsigned flags) {
  NEED_CONTEXT();
  constexpr unsigned kKnown = 3u | CU_STREAM_WAIT_VALUE_FLUSH;
  if (!address || address % 8 != 0 || (flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, [] {});
  (void)value;
  queue(stream);
  return CUDA_SUCCESS;
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, std::uint64_t value, unsigned flags) {
  NEED_CONTEXT();
  if (!address || address % 8 != 0 || flags > 1) return CUDA_ERROR_INVALID_VALUE;
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, [=] {
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(address), value, __ATOMIC_SEQ_CST);
  });
  const std::uint64_t work = queue(stream);
  state().writes.push_back({work, address, value, current()});
  finish_to(0);
  return CUDA_SUCCESS;
}
CUresult gridcallVersion(unsigned*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallFaultText(char*, std::size_t) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallFaultReports(char**) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallFuncGetParamType(CUfunction, std::size_t, unsigned*, const char**, const char**) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallStreamCancel(CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallModuleReplace(CUmodule, const void*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallMemFree(CUdeviceptr) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallCtxWait() {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallIsHostMemory(CUdeviceptr, int*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallValuesWritten() {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallHostWork(CUstream, CUhostFn, const void*, std::size_t, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallLaunchLimited(CUfunction, const unsigned*, const unsigned*, unsigned, CUstream, void**,
                               std::uint64_t) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace fake
