// SPDX-License-Identifier: Apache-2.0
//
// Images, kernels and variables, which the constructors of a program register. An image is loaded when
// something of it is first needed, and kernels are found by the address of their host function.

#include <algorithm>
#include <cstring>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

// The struct that clang puts into a program (.nvFatBinSegment); gridcall-nvcc stores an image at `data`, as
// gc_program_get_image returns it.
struct FatBinary {
  std::int32_t magic;
  std::int32_t version;
  const std::byte* data;
  void* unused;
};
struct ImageHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t header_size;
  std::uint64_t object_size;
};
// The device code of gridcall-nvcc reads the address of a __managed__ variable from a constant whose name is
// this prefix and the variable's name.
constexpr char kManagedPrefix[] = "__gridcall_managed_";
constexpr char kImageMagic[8] = {'G', 'R', 'I', 'D', 'C', 'P', 'U', 'I'};

struct Module {
  const std::byte* image = nullptr;
  std::size_t size = 0;
  gc_module* loaded = nullptr;
  int device = 0;
  bool has_managed = false;
};

struct Function {
  Module* module = nullptr;
  std::string name;
  Kernel kernel;
};

struct Variable {
  Module* module = nullptr;
  std::string name;
  std::size_t size = 0;
  Allocation allocation;
  void* shared = nullptr;  // the memory of a __managed__ variable for host and device
};

struct Registry {
  std::mutex mutex;
  std::unordered_set<Module*> modules;
  std::unordered_map<const void*, Function> functions;
  std::unordered_map<const void*, Variable> variables;
};

// Never destroyed, because destructors of the program's objects may still launch kernels.
Registry& registry() {
  static auto* const instance = new Registry;
  return *instance;
}

// Makes host memory accessible to device code, and stores its address in the module's constant.
cudaError_t share(Variable& variable) {
  gc_module* loaded = variable.module->loaded;
  Device* device = nullptr;
  if (cudaError_t error = get_device(variable.module->device, device); error != cudaSuccess) return error;
  Allocation made{reinterpret_cast<std::uintptr_t>(variable.shared),
                  variable.size,
                  nullptr,
                  Kind::kManagedSymbol,
                  variable.module->device,
                  0};
  gc_mem* place = nullptr;
  const std::uint64_t address = made.base;
  cudaError_t error = call(gc_mem_register, device->context, address, std::uint64_t{variable.size},
                           static_cast<const gc_mem_register_options*>(nullptr), &made.mem);
  if (error == cudaSuccess)
    error = call(gc_module_get_global, loaded, (kManagedPrefix + variable.name).c_str(), &place);
  if (error == cudaSuccess)
    error = call(gc_memcpy_htod, place, std::uint64_t{0}, static_cast<const void*>(&address), sizeof address,
                 device->default_stream);
  gc_mem_release(place);
  if (error != cudaSuccess) {
    gc_mem_release(made.mem);
    return error;
  }
  add_allocation(made);
  variable.allocation = made;
  return cudaSuccess;
}

cudaError_t load(Module& module) {
  if (module.loaded) return cudaSuccess;
  if (module.size == 0) return cudaErrorInvalidKernelImage;
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  module.device = current_device();
  if (cudaError_t error = call(gc_module_from_buffer, device->context, static_cast<const void*>(module.image),
                               module.size, static_cast<const gc_module_options*>(nullptr), &module.loaded);
      error != cudaSuccess)
    return error;
  for (auto& [address, variable] : registry().variables) {
    if (variable.module != &module || !variable.shared) continue;
    if (cudaError_t error = share(variable); error != cudaSuccess) {
      gc_module_release(module.loaded);
      module.loaded = nullptr;
      return error;
    }
  }
  return cudaSuccess;
}

// The host may use the variable before any other call, so it gets its initial value at once.
cudaError_t begin_sharing(Variable& variable, void* host) {
  if (cudaError_t error = load(*variable.module); error != cudaSuccess) return error;
  gc_mem* first = nullptr;
  if (cudaError_t error = call(gc_module_get_global, variable.module->loaded, variable.name.c_str(), &first);
      error != cudaSuccess)
    return error;
  Device* device = nullptr;
  cudaError_t error = get_device(variable.module->device, device);
  if (error == cudaSuccess)
    error = call(gc_memcpy_dtoh, host, first, std::uint64_t{0}, variable.size, device->default_stream);
  gc_mem_release(first);
  if (error != cudaSuccess) return error;
  variable.shared = host;
  return share(variable);
}

void forget_allocation(Variable& variable) {
  const auto is_symbol = [](Kind kind) { return kind == Kind::kSymbol || kind == Kind::kManagedSymbol; };
  Allocation taken;
  if (variable.allocation.mem &&
      take_allocation(reinterpret_cast<void*>(variable.allocation.base), is_symbol, taken))
    gc_mem_release(taken.mem);
  variable.allocation = {};
}

bool is_managed(const Module& module, const std::string& name) {
  const std::string wanted = kManagedPrefix + name;
  return ::memmem(module.image, module.size, wanted.c_str(), wanted.size() + 1) != nullptr;
}

cudaError_t load(Function& function) {
  if (function.kernel.handle) return cudaSuccess;
  if (cudaError_t error = load(*function.module); error != cudaSuccess) return error;
  Kernel kernel;
  if (cudaError_t error =
          call(gc_module_get_kernel, function.module->loaded, function.name.c_str(), &kernel.handle);
      error != cudaSuccess) {
    return error == cudaErrorSymbolNotFound ? cudaErrorInvalidDeviceFunction : error;
  }
  std::size_t count = 0;
  if (cudaError_t error = call(gc_kernel_get_param_count, kernel.handle, &count); error != cudaSuccess)
    return error;
  for (std::size_t i = 0; i < count; ++i) {
    gc_kernel_param parameter = GRIDCALL_KERNEL_PARAM_INIT;
    if (cudaError_t error = call(gc_kernel_get_param, kernel.handle, i, &parameter); error != cudaSuccess)
      return error;
    kernel.parameter_sizes.push_back(static_cast<std::uint32_t>(parameter.size));
  }
  kernel.name = function.name.c_str();
  function.kernel = std::move(kernel);
  return cudaSuccess;
}

}  // namespace

cudaError_t find_kernel(const void* function, Kernel*& kernel) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.functions.find(function);
  if (found == all.functions.end()) return cudaErrorInvalidDeviceFunction;
  if (cudaError_t error = load(found->second); error != cudaSuccess) return error;
  kernel = &found->second.kernel;
  return cudaSuccess;
}

cudaError_t find_symbol(const void* symbol, Allocation& allocation) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.variables.find(symbol);
  if (found == all.variables.end()) return cudaErrorInvalidSymbol;
  Variable& variable = found->second;
  if (!variable.allocation.mem) {
    if (cudaError_t error = load(*variable.module); error != cudaSuccess) return error;
  }
  if (!variable.allocation.mem) {
    Allocation made;
    made.kind = Kind::kSymbol;
    made.size = variable.size;
    made.device = variable.module->device;
    if (call(gc_module_get_global, variable.module->loaded, variable.name.c_str(), &made.mem) != cudaSuccess)
      return cudaErrorInvalidSymbol;
    std::uint64_t address = 0;
    if (cudaError_t error = call(gc_mem_get_address, made.mem, &address); error != cudaSuccess) return error;
    made.base = address;
    add_allocation(made);
    variable.allocation = made;
  }
  allocation = variable.allocation;
  return cudaSuccess;
}

// Releases the modules; the next use initializes their variables again.
void release_modules(int device) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto is_of_device = [&](const Module* module) { return module->loaded && module->device == device; };
  for (auto& [address, function] : all.functions) {
    if (!is_of_device(function.module)) continue;
    gc_kernel_release(function.kernel.handle);
    function.kernel = {};
  }
  for (auto& [address, variable] : all.variables) {
    if (!is_of_device(variable.module)) continue;
    forget_allocation(variable);
  }
  for (Module* module : all.modules) {
    if (!is_of_device(module)) continue;
    gc_module_release(module->loaded);
    module->loaded = nullptr;
  }
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

void** __cudaRegisterFatBinary(void* wrapper) {
  auto* module = new Module;
  const auto* binary = static_cast<const FatBinary*>(wrapper);
  ImageHeader header{};
  if (binary && binary->data) std::memcpy(&header, binary->data, sizeof header);
  if (std::memcmp(header.magic, kImageMagic, sizeof kImageMagic) == 0) {
    module->image = binary->data;
    module->size = header.header_size + header.object_size;
    module->has_managed =
        ::memmem(module->image, module->size, kManagedPrefix, sizeof kManagedPrefix - 1) != nullptr;
  }
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.modules.insert(module);
  return reinterpret_cast<void**>(module);
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
  auto* module = reinterpret_cast<Module*>(handle);
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  if (all.modules.erase(module) == 0) return;
  std::erase_if(all.functions, [&](auto& entry) {
    if (entry.second.module != module) return false;
    gc_kernel_release(entry.second.kernel.handle);
    return true;
  });
  for (auto& [address, variable] : all.variables)
    if (variable.module == module) forget_allocation(variable);
  std::erase_if(all.variables, [&](auto& entry) { return entry.second.module == module; });
  gc_module_release(module->loaded);
  delete module;
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* name, int, void*,
                            void*, dim3*, dim3*, int*) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  auto* const module = reinterpret_cast<Module*>(handle);
  if (name && all.modules.contains(module)) all.functions[host_function] = {module, name, {}};
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* name, int, std::size_t size,
                       int, int) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  auto* const module = reinterpret_cast<Module*>(handle);
  if (!name || !all.modules.contains(module)) return;
  Variable& variable = all.variables[host_variable];
  variable = {module, name, size, {}};
  // The next call that needs the module reports a failure.
  if (module->has_managed && is_managed(*module, name)) begin_sharing(variable, host_variable);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) try {
  if (!attributes) return result(cudaErrorInvalidValue);
  Kernel* kernel = nullptr;
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  const auto value = [&](gc_kernel_attribute attribute) {
    std::int32_t number = 0;
    return call(gc_kernel_get_attribute, kernel->handle, attribute, &number) == cudaSuccess ? number : 0;
  };
  *attributes = {};
  attributes->maxThreadsPerBlock = value(GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  attributes->sharedSizeBytes = static_cast<std::size_t>(value(GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES));
  attributes->constSizeBytes = static_cast<std::size_t>(value(GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES));
  attributes->localSizeBytes = static_cast<std::size_t>(value(GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES));
  attributes->numRegs = value(GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS);
  // CUB selects the shape of its kernels by this version, for which the device code was compiled.
  attributes->ptxVersion = value(GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION);
  attributes->binaryVersion = value(GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION);
  attributes->cacheModeCA = value(GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA);
  attributes->maxDynamicSharedSizeBytes = value(GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  attributes->preferredShmemCarveout = value(GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaFuncGetName(const char** name, const void* function) try {
  Kernel* kernel = nullptr;
  if (!name) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  *name = kernel->name;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset,
                                 std::size_t* size) try {
  Kernel* kernel = nullptr;
  if (!offset) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  gc_kernel_param parameter = GRIDCALL_KERNEL_PARAM_INIT;
  if (cudaError_t error = call(gc_kernel_get_param, kernel->handle, index, &parameter); error != cudaSuccess)
    return result(error);
  *offset = parameter.offset;
  if (size) *size = parameter.size;
  return cudaSuccess;
}
GRIDCALL_CATCH

// All functions that take the host function of a kernel take these handles.
cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* function) try {
  Kernel* kernel = nullptr;
  if (!handle) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  *handle = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function) try {
  return cudaGetKernel(reinterpret_cast<cudaKernel_t*>(handle), function);
}
GRIDCALL_CATCH

cudaError_t cudaFuncGetParamCount(const void* function, std::size_t* count) try {
  Kernel* kernel = nullptr;
  if (!count) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  *count = kernel->parameter_sizes.size();
  return cudaSuccess;
}
GRIDCALL_CATCH

// There is no driver API.
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult* status) try {
  if (!symbol || !function) return result(cudaErrorInvalidValue);
  *function = nullptr;
  if (status) *status = cudaDriverEntryPointSymbolNotFound;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
  return cudaGetDriverEntryPoint(symbol, function, flags, status);
}

namespace {

cudaError_t set_kernel_attribute(const void* function, gc_kernel_attribute attribute, int value) {
  Kernel* kernel = nullptr;
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  return result(call(gc_kernel_set_attribute, kernel->handle, attribute, value));
}

}  // namespace

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) try {
  const bool is_known = attribute == cudaFuncAttributeMaxDynamicSharedMemorySize ||
                        attribute == cudaFuncAttributePreferredSharedMemoryCarveout;
  if (!is_known) return result(cudaErrorNotSupported);
  return set_kernel_attribute(function, static_cast<gc_kernel_attribute>(attribute), value);
}
GRIDCALL_CATCH

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) try {
  return set_kernel_attribute(function, GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG, config);
}
GRIDCALL_CATCH

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config) try {
  return set_kernel_attribute(function, GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG, config);
}
GRIDCALL_CATCH

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int block_size, std::size_t shared_size,
                                                                   unsigned int flags) try {
  if (!blocks || block_size <= 0) return result(cudaErrorInvalidValue);
  Kernel* kernel = nullptr;
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  std::uint32_t count = 0;
  const cudaError_t error =
      call(gc_kernel_get_occupancy, kernel->handle, static_cast<std::uint32_t>(block_size), shared_size,
           static_cast<gc_occupancy_flags>(flags), &count);
  if (error == cudaSuccess) *blocks = static_cast<int>(count);
  return result(error);
}
GRIDCALL_CATCH

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* function,
                                                 const cudaLaunchConfig_t* config) {
  Kernel* kernel = nullptr;
  if (!blocks || !config) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_kernel(function, kernel); error != cudaSuccess) return result(error);
  constexpr int kPortable = 8;
  *blocks = kPortable;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
  if (!clusters || !config || (config->numAttrs != 0 && !config->attrs)) return result(cudaErrorInvalidValue);
  unsigned size = 1;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const auto& cluster = config->attrs[i].val.clusterDim;
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) size = cluster.x * cluster.y * cluster.z;
  }
  if (size == 0) return result(cudaErrorInvalidClusterSize);
  const dim3& block = config->blockDim;
  int blocks = 0, multiprocessors = 0;
  if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
          &blocks, function, static_cast<int>(block.x * block.y * block.z), config->dynamicSmemBytes,
          cudaOccupancyDefault);
      error != cudaSuccess)
    return error;
  if (cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
      error != cudaSuccess)
    return error;
  *clusters = blocks * multiprocessors / static_cast<int>(size);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          std::size_t shared_size) try {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size, shared_size,
                                                                cudaOccupancyDefault);
}
GRIDCALL_CATCH

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* size, const void* function, int blocks,
                                                      int block_size) try {
  if (!size || blocks <= 0 || block_size <= 0) return result(cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  if (cudaError_t error = cudaFuncGetAttributes(&attributes, function); error != cudaSuccess) return error;
  int all = 0;
  if (cudaError_t error =
          cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, current_device());
      error != cudaSuccess)
    return error;
  const std::size_t each = static_cast<std::size_t>(all / blocks);
  const std::size_t most = static_cast<std::size_t>(attributes.maxDynamicSharedSizeBytes);
  *size = each > attributes.sharedSizeBytes ? std::min(each - attributes.sharedSizeBytes, most) : 0;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) try {
  Allocation allocation;
  if (!address) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_symbol(symbol, allocation); error != cudaSuccess) return result(error);
  *address = reinterpret_cast<void*>(allocation.base);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetSymbolSize(std::size_t* size, const void* symbol) try {
  Allocation allocation;
  if (!size) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_symbol(symbol, allocation); error != cudaSuccess) return result(error);
  *size = allocation.size;
  return cudaSuccess;
}
GRIDCALL_CATCH
