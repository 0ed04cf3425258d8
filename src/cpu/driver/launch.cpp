// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "cpu/base/fault_text.h"
#include "cpu/base/machine.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/driver/launch.h"
#include "cpu/driver/occupancy.h"
#include "cpu/exec/fault.h"
#include "cpu/exec/warp_block.h"
#include "cpu/image/module.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The CU_LAUNCH_PARAM_* keys of `extra`.
constexpr std::uintptr_t kExtraEnd = 0;
constexpr std::uintptr_t kExtraBuffer = 1;
constexpr std::uintptr_t kExtraSize = 2;

CUresult pack_parameters(const KernelDescription& kernel, void** parameters, void** extra,
                         std::vector<std::uint64_t>& packed) {
  packed.assign((kernel.parameter_bytes + 7) / 8, 0);
  auto* out = reinterpret_cast<std::byte*>(packed.data());
  if (extra) {
    const void* buffer = nullptr;
    std::size_t bytes = 0;
    for (std::size_t i = 0; reinterpret_cast<std::uintptr_t>(extra[i]) != kExtraEnd; i += 2) {
      const auto key = reinterpret_cast<std::uintptr_t>(extra[i]);
      if (key == kExtraBuffer) {
        buffer = extra[i + 1];
      } else if (key == kExtraSize && extra[i + 1]) {
        std::memcpy(&bytes, extra[i + 1], sizeof bytes);
      } else {
        return CUDA_ERROR_INVALID_VALUE;
      }
    }
    if (parameters || (!buffer && bytes != 0)) return CUDA_ERROR_INVALID_VALUE;
    if (bytes < kernel.parameter_bytes) {
      fault_text_format("kernel `%.300s`: %zu bytes of arguments given, it takes %u", kernel.plain_name,
                        bytes, kernel.parameter_bytes);
      return CUDA_ERROR_INVALID_VALUE;
    }
    if (kernel.parameter_bytes != 0) std::memcpy(out, buffer, kernel.parameter_bytes);
    return CUDA_SUCCESS;
  }
  if (kernel.parameter_count != 0 && !parameters) return CUDA_ERROR_INVALID_VALUE;
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
    if (!parameters[i]) {
      fault_text_format("kernel `%.300s`: argument %u is NULL; pass the address of its value",
                        kernel.plain_name, i);
      return CUDA_ERROR_INVALID_VALUE;
    }
    std::memcpy(out + kernel.parameters[i].offset, parameters[i], kernel.parameters[i].size);
  }
  return CUDA_SUCCESS;
}

bool has_right_shape(const unsigned grid[3], const unsigned block[3]) noexcept {
  for (int i = 0; i < 3; ++i) {
    if (grid[i] == 0 || block[i] == 0) return false;
  }
  if (grid[0] > 2147483647u || grid[1] > 65535 || grid[2] > 65535) return false;
  return block[0] <= 1024 && block[1] <= 1024 && block[2] <= 64 &&
         block[0] * block[1] * block[2] <= kMaxThreadsPerBlock;
}

void cluster_of(const KernelDescription& kernel, const LaunchAttributes& attributes,
                std::uint32_t cluster[3]) noexcept {
  std::copy_n(attributes.cluster[0] != 0 ? attributes.cluster : kernel.cluster, 3, cluster);
}

}  // namespace

CUresult check_launch_locked(const Function& function, const unsigned grid[3], const unsigned block[3],
                             unsigned shared_bytes, const LaunchAttributes& attributes) noexcept {
  if (!has_right_shape(grid, block)) return CUDA_ERROR_INVALID_VALUE;
  const unsigned threads = block[0] * block[1] * block[2];
  const KernelDescription& kernel = *function.kernel;
  if (threads > kernel.max_threads) {
    fault_text_format("kernel `%.300s`: %u threads per block given, its launch bounds allow %u",
                      kernel.plain_name, threads, kernel.max_threads);
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  }
  if (shared_bytes > function.max_dynamic_shared_bytes) {
    fault_text_format(
        "kernel `%.300s`: %u bytes of dynamic shared memory given, %u allowed; raise "
        "MAX_DYNAMIC_SHARED_SIZE_BYTES (at most %u)",
        kernel.plain_name, shared_bytes, function.max_dynamic_shared_bytes,
        kMaxSharedBytes - kernel.static_shared_bytes);
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::uint32_t cluster[3];
  cluster_of(kernel, attributes, cluster);
  if (cluster[0] != 0) {
    const bool differs = kernel.cluster[0] != 0 && !std::equal(cluster, cluster + 3, kernel.cluster);
    const std::uint64_t size = std::uint64_t{cluster[0]} * cluster[1] * cluster[2];
    if (differs || size == 0 || size > kMaxClusterBlocks) {
      if (differs)
        fault_text_format(
            "kernel `%.300s`: a cluster of %u x %u x %u blocks given, its __cluster_dims__ are %u x %u x %u",
            kernel.plain_name, cluster[0], cluster[1], cluster[2], kernel.cluster[0], kernel.cluster[1],
            kernel.cluster[2]);
      else
        fault_text_format("kernel `%.300s`: a cluster of %u x %u x %u blocks given, %u blocks are the most",
                          kernel.plain_name, cluster[0], cluster[1], cluster[2], kMaxClusterBlocks);
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    }
    for (int axis = 0; axis < 3; ++axis) {
      if (grid[axis] % cluster[axis] == 0) continue;
      fault_text_format(
          "kernel `%.300s`: a grid of %u blocks in %c, which is no multiple of its cluster's %u",
          kernel.plain_name, grid[axis], "xyz"[axis], cluster[axis]);
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    }
  }
  if (!attributes.is_cooperative) return CUDA_SUCCESS;
  const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
  const std::uint64_t resident =
      std::uint64_t{resident_blocks(kernel, threads, shared_bytes)} * workers_count();
  if (blocks <= resident) return CUDA_SUCCESS;
  fault_text_format("kernel `%.300s`: a cooperative launch of %llu blocks, %llu are resident at a time",
                    kernel.plain_name, static_cast<unsigned long long>(blocks),
                    static_cast<unsigned long long>(resident));
  return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

CUresult fill_launch_locked(LaunchCommand& command, Context& context, Function& function,
                            const unsigned grid[3], const unsigned block[3], unsigned shared_bytes,
                            void** parameters, void** extra, const LaunchAttributes& attributes) {
  if (const CUresult wrong = pack_parameters(*function.kernel, parameters, extra, command.parameters))
    return wrong;
  command.parts.clear();
  if (attributes.parts)
    command.parts.assign(attributes.parts, attributes.parts + function.kernel->parameter_count);
  command.function = &function;
  command.cpu_mode = function.cpu_mode;
  std::copy_n(grid, 3, command.grid);
  std::copy_n(block, 3, command.block);
  command.dynamic_shared_bytes = shared_bytes;
  command.stack_bytes = context.stack_bytes.load(std::memory_order_relaxed);
  command.heap = &context.heap;
  command.limit_ns = static_cast<std::int64_t>(
      std::min(attributes.limit_ns, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
  command.chunks = std::uint64_t{grid[0]} * grid[1] * grid[2];
  std::uint32_t cluster[3];
  cluster_of(*function.kernel, attributes, cluster);
  command.begin_grid(attributes.is_cooperative, cluster);
  command.choose_entry();
  command.modules[0] = function.module;
  ++function.module->references;
  return CUDA_SUCCESS;
}

namespace {

CUresult launch(CUfunction handle, const unsigned grid[3], const unsigned block[3], unsigned shared_bytes,
                CUstream stream_handle, void** parameters, void** extra,
                const LaunchAttributes& attributes = {}) {
  if (!has_right_shape(grid, block)) return CUDA_ERROR_INVALID_VALUE;
  const bool is_watched = attributes.limit_ns != 0;
  if (!workers_start(is_watched)) {
    fault_text_format("the system gives no memory, or no thread, to run kernels on%s",
                      is_watched ? " and to watch over their time limit" : "");
    return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  }
  fault_install_handlers();
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    Context& context = current_context();
    Function* function = context.find_locked(handle);
    Stream* stream = context.find_locked(stream_handle);
    if (!function || !stream) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = check_capture_locked(*stream)) return refused;
    if (const CUresult refused = check_launch_locked(*function, grid, block, shared_bytes, attributes))
      return refused;
    if (!stream->capture) {
      if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
    }
    const NewCommand<LaunchCommand> command(queue, *stream);
    if (const CUresult wrong = fill_launch_locked(*command.get(), context, *function, grid, block,
                                                  shared_bytes, parameters, extra, attributes))
      return wrong;
    queue.submit_locked(command.get());
  }
  workers_wake();
  return CUDA_SUCCESS;
}

}  // namespace

CUresult api::cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                             CUstream stream, void** parameters, void** extra) {
  const unsigned grid[] = {grid_x, grid_y, grid_z};
  const unsigned block[] = {block_x, block_y, block_z};
  return launch(function, grid, block, shared_bytes, stream, parameters, extra);
}

CUresult api::gridcallLaunchLimited(CUfunction function, const unsigned* grid, const unsigned* block,
                                    unsigned shared_bytes, CUstream stream, void** parameters,
                                    std::uint64_t limit_ns) {
  return launch(function, grid, block, shared_bytes, stream, parameters, nullptr, {.limit_ns = limit_ns});
}

CUresult api::cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                               void** extra) {
  LaunchAttributes attributes;
  if (config->numAttrs != 0 && !config->attrs) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config->attrs[i];
    switch (static_cast<int>(attribute.id)) {
      case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        attributes.is_cooperative = attribute.value.cooperative != 0;
        break;
      case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: {
        const auto& size = attribute.value.clusterDim;
        attributes.cluster[0] = size.x;
        attributes.cluster[1] = size.y;
        attributes.cluster[2] = size.z;
        break;
      }
      case GRIDCALL_LAUNCH_ATTRIBUTE_PARTS:
        attributes.parts = attribute.value.parts;
        break;
      case GRIDCALL_LAUNCH_ATTRIBUTE_TIME_LIMIT:
        attributes.limit_ns = attribute.value.time_limit_ns;
        break;
      default:
        fault_text_format("the CPU device has no launch attribute %d", static_cast<int>(attribute.id));
        return CUDA_ERROR_NOT_SUPPORTED;
    }
  }
  const unsigned grid[] = {config->gridDimX, config->gridDimY, config->gridDimZ};
  const unsigned block[] = {config->blockDimX, config->blockDimY, config->blockDimZ};
  return launch(function, grid, block, config->sharedMemBytes, config->hStream, parameters, extra,
                attributes);
}

}  // namespace gridcall::cpu
