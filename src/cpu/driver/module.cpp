// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "cpu/base/fault_text.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/image/module.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/shadow.h"
#include "cpu/queue/scheduler.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

bool is_named(const char* name, const char* mangled, const char* plain) noexcept {
  return (mangled && std::strcmp(name, mangled) == 0) || (plain && std::strcmp(name, plain) == 0);
}

// Copies a JIT log as the driver does: as much as fits, and its length.
void write_log(unsigned count, const CUjit_option* options, void** values, const char* text) noexcept {
  if (!options || !values) return;
  char* buffer = nullptr;
  std::size_t capacity = 0;
  void** length = nullptr;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) buffer = static_cast<char*>(values[i]);
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
      capacity = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(values[i]) & 0xffffffffu);
      length = &values[i];
    }
    if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) values[i] = nullptr;
  }
  if (!length) return;
  std::size_t written = 0;
  if (buffer && capacity != 0) {
    written = std::min(std::strlen(text), capacity - 1);
    std::memcpy(buffer, text, written);
    buffer[written] = '\0';
  }
  *length = reinterpret_cast<void*>(written);
}

}  // namespace

namespace api {

CUresult cuModuleLoadDataEx(CUmodule* handle, const void* image, unsigned count, CUjit_option* options,
                            void** values) {
  if (count != 0 && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
  LoadedImage loaded;
  std::string text;
  if (const CUresult refused = image_load(image, loaded, text)) {
    fault_text_set(text.c_str());
    write_log(count, options, values, text.c_str());
    return refused;
  }
  auto module = std::unique_ptr<Module>(new (std::nothrow) Module);
  if (!module) {
    image_unload(loaded);
    throw std::bad_alloc();
  }
  module->image = loaded;
  if (loaded.description->flags >> kModuleChecksShift != 0 && !memory().begin_shadow()) {
    fault_text_set("the system gives no addresses for the shadow memory of checked kernels: raise RLIMIT_AS");
    image_unload(module->image);
    return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  }
  shadow().set(reinterpret_cast<std::uintptr_t>(loaded.base), loaded.bytes, kShadowValid | kShadowWritten);
  try {
    const ModuleDescription& description = *loaded.description;
    module->functions.resize(description.kernel_count);
    for (std::uint32_t i = 0; i < description.kernel_count; ++i) {
      Function& function = module->functions[i];
      function.module = module.get();
      function.kernel = &description.kernels[i];
      const std::uint32_t fixed = function.kernel->static_shared_bytes;
      function.max_dynamic_shared_bytes = kDefaultSharedBytes > fixed ? kDefaultSharedBytes - fixed : 0;
    }
    Scheduler& queue = scheduler();
    const std::lock_guard lock(queue.lock);
    Modules& modules = current_context().modules;
    module->owner = &modules;
    modules.modules.insert(module.get());
    try {
      for (Function& function : module->functions) modules.functions.insert(&function);
      for (std::uint32_t i = 0; i < description.global_count; ++i) {
        const GlobalDescription& global = description.globals[i];
        if (global.bytes == 0) continue;
        Range range;
        range.begin = reinterpret_cast<std::uintptr_t>(global.address);
        range.bytes = global.bytes;
        range.kind = RangeKind::kGlobal;
        range.module = module.get();
        range.owner = current_context().index;
        range.global = &global;
        if (global.is_constant != 0)
          shadow().set(range.begin, range.bytes, kShadowValid | kShadowWritten | kShadowReadOnly);
        memory().add(range);
      }
    } catch (...) {
      module_forget_locked(module.release());
      throw;
    }
  } catch (...) {
    if (module) image_unload(module->image);
    throw;
  }
  write_log(count, options, values, "");
  *handle = reinterpret_cast<CUmodule>(module.release());
  return CUDA_SUCCESS;
}

CUresult gridcallModuleReplace(CUmodule handle, const void* image) {
  Scheduler& queue = scheduler();
  Module* module = nullptr;
  {
    const std::lock_guard lock(queue.lock);
    module = current_context().find_locked(handle);
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    if ((module->current().flags & kModuleQuick) == 0) return CUDA_ERROR_INVALID_VALUE;
    ++module->references;  // while the image is loaded without the lock
  }
  LoadedImage loaded;
  std::string text;
  CUresult result = image_load(image, loaded, text, &module->image);
  const std::lock_guard lock(queue.lock);
  if (result == CUDA_SUCCESS && !module->full.description) {
    module->full = loaded;
    for (std::size_t i = 0; i < module->functions.size(); ++i) {
      Function& function = module->functions[i];
      const std::uint32_t before = function.kernel->static_shared_bytes;
      function.kernel = &loaded.description->kernels[i];
      const std::uint32_t now = function.kernel->static_shared_bytes;
      // A size that was allowed stays allowed while there is room.
      if (now > before) {
        function.max_dynamic_shared_bytes =
            std::min(function.max_dynamic_shared_bytes, kMaxSharedBytes - now);
      }
    }
    module->is_replaced.store(true, std::memory_order_release);
  } else {
    image_unload(loaded);
    if (result == CUDA_SUCCESS) result = CUDA_ERROR_INVALID_VALUE;  // another call has replaced it
    if (!text.empty()) fault_text_set(text.c_str());
  }
  module_release_locked(module);
  return result;
}

CUresult cuModuleUnload(CUmodule handle) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  Module* module = current_context().find_locked(handle);
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  module_forget_locked(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* handle, CUmodule module_handle, const char* name) {
  const std::lock_guard lock(scheduler().lock);
  Module* module = current_context().find_locked(module_handle);
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  for (Function& function : module->functions) {
    if (!is_named(name, function.kernel->name, function.kernel->plain_name)) continue;
    *handle = reinterpret_cast<CUfunction>(&function);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUmodule module_handle,
                           const char* name) {
  const std::lock_guard lock(scheduler().lock);
  Module* module = current_context().find_locked(module_handle);
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  const ModuleDescription& description = *module->image.description;
  for (std::uint32_t i = 0; i < description.global_count; ++i) {
    const GlobalDescription& global = description.globals[i];
    if (!is_named(name, global.name, global.plain_name)) continue;
    if (address) *address = reinterpret_cast<std::uintptr_t>(global.address);
    if (bytes) *bytes = global.bytes;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule handle) {
  const std::lock_guard lock(scheduler().lock);
  Module* module = current_context().find_locked(handle);
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  *count = static_cast<unsigned>(module->functions.size());
  return CUDA_SUCCESS;
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned capacity, CUmodule handle) {
  const std::lock_guard lock(scheduler().lock);
  Module* module = current_context().find_locked(handle);
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  for (unsigned i = 0; i < capacity && i < module->functions.size(); ++i) {
    functions[i] = reinterpret_cast<CUfunction>(&module->functions[i]);
  }
  return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char** name, CUfunction handle) {
  const std::lock_guard lock(scheduler().lock);
  const Function* function = current_context().find_locked(handle);
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  *name = function->kernel->plain_name;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction handle, std::size_t index, std::size_t* offset, std::size_t* size) {
  const std::lock_guard lock(scheduler().lock);
  const Function* function = current_context().find_locked(handle);
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  if (index >= function->kernel->parameter_count) return CUDA_ERROR_INVALID_VALUE;
  *offset = function->kernel->parameters[index].offset;
  if (size) *size = function->kernel->parameters[index].size;
  return CUDA_SUCCESS;
}

CUresult gridcallFuncGetParamType(CUfunction handle, std::size_t index, unsigned* type,
                                  const char** type_name, const char** name) {
  const std::lock_guard lock(scheduler().lock);
  const Function* function = current_context().find_locked(handle);
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  if (index >= function->kernel->parameter_count) return CUDA_ERROR_INVALID_VALUE;
  const ParameterDescription& parameter = function->kernel->parameters[index];
  *type = parameter.type;
  *type_name = parameter.type_name;
  *name = parameter.name;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction handle) {
  const std::lock_guard lock(scheduler().lock);
  const Function* function = current_context().find_locked(handle);
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  const KernelDescription& kernel = *function->kernel;
  switch (static_cast<int>(attribute)) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = static_cast<int>(kernel.max_threads);
      break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(kernel.static_shared_bytes);
      break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: {
      // A GPU counts the module's __constant__ memory.
      std::uint64_t total = 0;
      const ModuleDescription& description = *function->module->image.description;
      for (std::uint32_t i = 0; i < description.global_count; ++i) {
        if (description.globals[i].is_constant != 0) total += description.globals[i].bytes;
      }
      *value = static_cast<int>(std::min<std::uint64_t>(total, 2147483647));
      break;
    }
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = static_cast<int>(kernel.local_bytes);
      break;
    case kFunctionIsChecked:
      *value = function->module->image.description->flags >> kModuleChecksShift != 0 ? 1 : 0;
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = 0;
      break;  // there is no register file to divide
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = 0;
      break;  // there is no PTX
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = 90;
      break;  // the compute capability that the code was compiled for
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      *value = 0;
      break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = static_cast<int>(function->max_dynamic_shared_bytes);
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = function->carveout;
      break;
    case GRIDCALL_FUNC_ATTRIBUTE_CPU_MODE:
      *value = function->cpu_mode;
      break;
    case GRIDCALL_FUNC_ATTRIBUTE_CPU_WARP_LAYOUTS:
      *value = 0;
      // kSingle16 is a second entry for blocks that kLinear32 runs too.
      for (std::uint32_t i = 0;
           kernel.warp_entries && i <= static_cast<std::uint32_t>(WarpVariant::kGeneral32); ++i) {
        if (kernel.warp_entries[i]) *value |= 1 << i;
      }
      break;
    case GRIDCALL_FUNC_ATTRIBUTE_CPU_IS_BASELINE:
      *value = (function->module->current().flags & kModuleQuick) != 0 ? 1 : 0;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

// There is one cache and there are no banks, so a kernel's preference has no effect.
CUresult cuFuncSetCacheConfig(CUfunction handle, CUfunc_cache config) {
  if (config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(scheduler().lock);
  return current_context().find_locked(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncSetSharedMemConfig(CUfunction handle, CUsharedconfig config) {
  if (config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
    return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(scheduler().lock);
  return current_context().find_locked(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute, int value) {
  const std::lock_guard lock(scheduler().lock);
  Function* function = current_context().find_locked(handle);
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  switch (static_cast<int>(attribute)) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      if (value < 0 ||
          static_cast<std::uint32_t>(value) > kMaxSharedBytes - function->kernel->static_shared_bytes) {
        return CUDA_ERROR_INVALID_VALUE;
      }
      function->max_dynamic_shared_bytes = static_cast<std::uint32_t>(value);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      if (value < -1 || value > 100) return CUDA_ERROR_INVALID_VALUE;
      function->carveout = value;
      return CUDA_SUCCESS;
    case GRIDCALL_FUNC_ATTRIBUTE_CPU_MODE:
      if (value < 0 || value > 1) return CUDA_ERROR_INVALID_VALUE;
      function->cpu_mode = value;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

}  // namespace api

}  // namespace gridcall::cpu
