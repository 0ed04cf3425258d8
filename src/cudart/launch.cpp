// SPDX-License-Identifier: Apache-2.0
//
// Launches of kernels, on streams and as nodes of graphs.

#include <algorithm>
#include <tuple>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

bool are_given(void* const* arguments, std::size_t count) {
  return count == 0 || (arguments && std::find(arguments, arguments + count, nullptr) == arguments + count);
}

}  // namespace

cudaError_t launch(const Launch& shape, void** arguments, cudaStream_t stream) {
  if (cudaError_t error = sticky_error(); error != cudaSuccess) return error;
  Kernel* kernel = nullptr;
  if (cudaError_t error = find_kernel(shape.function, kernel); error != cudaSuccess) return error;
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return error;
  const dim3 &grid = shape.grid, &block = shape.block;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0)
    return cudaErrorInvalidConfiguration;
  const std::size_t count = kernel->parameter_sizes.size();
  if (!are_given(arguments, count)) return cudaErrorInvalidValue;
  std::vector<gc_arg> args(count);
  for (std::size_t i = 0; i < count; ++i)
    args[i] = {
        GRIDCALL_ARG_KIND_VALUE, kernel->parameter_sizes[i], 0, arguments[i], GRIDCALL_VALUE_TYPE_UNKNOWN, 0};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid.x;
  config.grid_y = grid.y;
  config.grid_z = grid.z;
  config.block_x = block.x;
  config.block_y = block.y;
  config.block_z = block.z;
  config.shared_size = shape.shared_size;
  if (shape.is_cooperative) config.flags = GRIDCALL_LAUNCH_COOPERATIVE;
  config.cluster_x = shape.cluster.x;
  config.cluster_y = shape.cluster.y;
  config.cluster_z = shape.cluster.z;
  const cudaError_t error = call(gc_launch, kernel->handle, &config, args.data(), count, native);
  if (error != cudaErrorInvalidConfiguration) return error;
  return shape.is_cooperative   ? cudaErrorCooperativeLaunchTooLarge
         : shape.cluster.x != 0 ? cudaErrorInvalidClusterSize
                                : error;
}

cudaError_t launch_node(const Launch& shape, void** arguments, std::unique_ptr<CUgraphNode_st>& node) {
  Kernel* kernel = nullptr;
  if (cudaError_t error = find_kernel(shape.function, kernel); error != cudaSuccess) return error;
  auto made = std::make_unique<CUgraphNode_st>();
  made->type = cudaGraphNodeTypeKernel;
  made->shape = shape;
  if (!are_given(arguments, kernel->parameter_sizes.size())) return cudaErrorInvalidValue;
  auto values = std::make_shared<std::vector<std::vector<std::byte>>>();
  for (std::size_t i = 0; i < kernel->parameter_sizes.size(); ++i) {
    const auto* first = static_cast<const std::byte*>(arguments[i]);
    values->emplace_back(first, first + kernel->parameter_sizes[i]);
  }
  for (auto& value : *values) made->argument_addresses.push_back(value.data());
  made->arguments = values;
  set_launch(*made);
  node = std::move(made);
  return cudaSuccess;
}

void set_launch(CUgraphNode_st& node) {
  node.work = [shape = node.shape, values = node.arguments, addresses = node.argument_addresses](
                  cudaStream_t stream) mutable { return launch(shape, addresses.data(), stream); };
}

bool set_attribute(Launch& shape, cudaLaunchAttributeID id, const cudaLaunchAttributeValue& value) {
  if (id == cudaLaunchAttributeCooperative) shape.is_cooperative = value.cooperative != 0;
  if (id == cudaLaunchAttributeClusterDimension)
    shape.cluster = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
  return id == cudaLaunchAttributeCooperative || id == cudaLaunchAttributeClusterDimension;
}

namespace {

cudaError_t launch_or_record(const Launch& shape, void** arguments, cudaStream_t stream) {
  if (!is_capturing(stream) && HostQueue::are_all_empty()) return launch(shape, arguments, stream);
  std::unique_ptr<CUgraphNode_st> node;
  if (cudaError_t error = launch_node(shape, arguments, node); error != cudaSuccess) return error;
  if (!is_capturing(stream)) return submit(stream, cudaGraphNodeTypeKernel, node->work);
  record(stream, std::move(node));
  return cudaSuccess;
}

// The shape that `<<<...>>>` passes to the host function of a kernel.
struct Configuration {
  dim3 grid, block;
  std::size_t shared_size;
  cudaStream_t stream;
};
thread_local std::vector<Configuration> configurations;

}  // namespace
}  // namespace gridcall::cudart

using namespace gridcall::cudart;

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_size,
                                         cudaStream_t stream) {
  configurations.push_back({grid, block, shared_size, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_size, void* stream) try {
  if (!grid || !block || !shared_size || !stream) return result(cudaErrorInvalidValue);
  if (configurations.empty()) return result(cudaErrorMissingConfiguration);
  std::tie(*grid, *block, *shared_size, *static_cast<cudaStream_t*>(stream)) =
      std::tie(configurations.back().grid, configurations.back().block, configurations.back().shared_size,
               configurations.back().stream);
  configurations.pop_back();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_size, cudaStream_t stream) try {
  return result(launch_or_record({function, grid, block, shared_size, false}, arguments, stream));
}
GRIDCALL_CATCH

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_size, cudaStream_t stream) try {
  return result(launch_or_record({function, grid, block, shared_size, true}, arguments, stream));
}
GRIDCALL_CATCH

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) try {
  if (!config || (config->numAttrs > 0 && !config->attrs)) return result(cudaErrorInvalidValue);
  Launch shape{function, config->gridDim, config->blockDim, config->dynamicSmemBytes, false};
  for (unsigned i = 0; i < config->numAttrs; ++i)
    set_attribute(shape, config->attrs[i].id, config->attrs[i].val);
  return result(launch_or_record(shape, arguments, config->stream));
}
GRIDCALL_CATCH
