// SPDX-License-Identifier: Apache-2.0

#include "core/kernel.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/concat.h"

namespace gridcall::core {

using namespace driver;

Kernel::Kernel(Module& module, CUfunction function, const std::string& name, const std::string& compiled,
               const std::vector<image::Parameter>* declared)
    : context_(module.context()), module_(&module), function_(function), name_(interned(name)) {
  read_sizes(declared);
  if (parameters_known_) read_types(compiled);
}

void Kernel::read_sizes(const std::vector<image::Parameter>* declared) {
  const Table& table = context_.table();
  if (!table.cuFuncGetParamInfo) {
    if (!declared) return;
    parameters_ = *declared;
    parameters_known_ = true;
    return;
  }
  context_.run([&] {
    for (std::size_t i = 0;; ++i) {
      std::size_t offset = 0, size = 0;
      const CUresult result = table.cuFuncGetParamInfo(function_, i, &offset, &size);
      if (result == CUDA_ERROR_INVALID_VALUE) break;  // the index is past the last parameter
      context_.check(result, "cuFuncGetParamInfo");
      parameters_.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)});
    }
  });
  parameters_known_ = true;
}

void Kernel::read_types(const std::string& compiled) {
  const Table& table = context_.table();
  if (table.gridcallFuncGetParamType) {
    context_.run([&] {
      int is_checked = 0;
      const auto attribute = static_cast<CUfunction_attribute>(kFunctionIsChecked);
      is_checked_ = table.cuFuncGetAttribute(&is_checked, attribute, function_) == CUDA_SUCCESS && is_checked;
      for (std::size_t i = 0; i < parameters_.size(); ++i) {
        unsigned type = 0;
        const char *type_name = nullptr, *parameter_name = nullptr;
        context_.check(table.gridcallFuncGetParamType(function_, i, &type, &type_name, &parameter_name),
                       "gridcallFuncGetParamType");
        texts_.push_back({type, type_name ? type_name : "", parameter_name ? parameter_name : ""});
      }
    });
  } else {
    texts_ = image::types_of_name(compiled);
  }
  // The texts are dropped if their number differs from the number of parameters.
  if (texts_.size() != parameters_.size()) texts_.clear();
  for (std::size_t i = 0; i < texts_.size(); ++i) parameters_[i].type = texts_[i].type;
}

Ref<Kernel> Kernel::make_of(Module& module, CUfunction function, const std::string& name,
                            const std::string& compiled, const std::vector<image::Parameter>* declared) {
  return make<Kernel>(module, function, name, compiled, declared);
}

const image::ParameterText& Kernel::parameter_text(std::uint64_t index) const {
  static const image::ParameterText* const unknown = new image::ParameterText;
  parameter(index);
  return texts_.empty() ? *unknown : texts_[index];
}

void Kernel::refuse_parameters() const {
  throw Failure(status::kUnsupported, std::string("the driver does not tell the parameters of `") + name_ +
                                          "` (cuFuncGetParamInfo came with CUDA 12.4): update the driver");
}

image::Parameter Kernel::parameter(std::uint64_t index) const {
  const auto all = parameters();
  if (index >= all.size())
    throw Failure(status::kOutOfRange, "`index` is " + std::to_string(index) + ", and `" + name_ +
                                           "` takes " + std::to_string(all.size()) +
                                           " parameters: pass a smaller one");
  return all[index];
}

int Kernel::attribute(int attribute) const {
  int value = 0;
  if (attribute == GRIDCALL_FUNC_ATTRIBUTE_CACHE_CONFIG || attribute == GRIDCALL_FUNC_ATTRIBUTE_SHARED_CONFIG)
    return module_->kept_config(function_, attribute);
  context_.run([&] {
    const CUresult result =
        context_.table().cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(attribute), function_);
    if (result == CUDA_ERROR_INVALID_VALUE)
      throw Failure(status::kNotFound,
                    "`attribute` is " + std::to_string(attribute) +
                        ", which the driver does not know: pass a GRIDCALL_KERNEL_ATTRIBUTE_* number");
    context_.check(result, "cuFuncGetAttribute");
  });
  return value;
}

namespace {

void check_shared_size(std::uint64_t shared_size) {
  if (shared_size > std::numeric_limits<std::uint32_t>::max())
    throw Failure(status::kOutOfRange, "`shared_size` is " + std::to_string(shared_size) +
                                           ", more than any device has for a block: use less");
}

[[noreturn]] void refuse_occupancy() {
  throw Failure(
      status::kUnsupported,
      "the driver does not tell occupancy (cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags and "
      "cuOccupancyMaxPotentialBlockSize are missing): update the driver");
}

}  // namespace

std::uint32_t Kernel::occupancy(std::uint32_t block_size, std::uint64_t shared_size,
                                std::uint64_t flags) const {
  const auto ask = context_.table().cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags;
  if (!ask) refuse_occupancy();
  if (block_size == 0) throw Failure(status::kInvalidArgument, "`block_size` is 0: pass 1 at least");
  check_shared_size(shared_size);
  // A block that can never be launched fits 0 times; the driver's call does not report that.
  const int most = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  if (block_size > static_cast<std::uint32_t>(std::numeric_limits<int>::max()))
    throw Failure(status::kOutOfRange, "`block_size` is " + std::to_string(block_size) + ", and `" + name_ +
                                           "` allows " + std::to_string(most) + ": pass a size of a block");
  if (most > 0 && block_size > static_cast<std::uint32_t>(most)) return 0;
  int blocks = 0;
  context_.run([&] {
    context_.check(ask(&blocks, function_, static_cast<int>(block_size),
                       static_cast<std::size_t>(shared_size), static_cast<unsigned>(flags)),
                   "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
  });
  return static_cast<std::uint32_t>(std::max(blocks, 0));
}

void Kernel::suggest_block(std::uint64_t shared_size, std::uint32_t max_block_size, std::uint32_t& block_size,
                           std::uint32_t& grid_size) const {
  const auto ask = context_.table().cuOccupancyMaxPotentialBlockSize;
  if (!ask) refuse_occupancy();
  check_shared_size(shared_size);
  const auto most =
      static_cast<int>(std::min(max_block_size, static_cast<std::uint32_t>(std::numeric_limits<int>::max())));
  int block = 0, grid = 0;
  context_.run([&] {
    context_.check(ask(&grid, &block, function_, nullptr, static_cast<std::size_t>(shared_size), most),
                   "cuOccupancyMaxPotentialBlockSize");
  });
  block_size = static_cast<std::uint32_t>(std::max(block, 0));
  grid_size = static_cast<std::uint32_t>(std::max(grid, 0));
}

// CUDA sets these two attributes by functions of their own, and has none that reads them.
bool Kernel::set_config(int attribute, int value) {
  const bool cache = attribute == GRIDCALL_FUNC_ATTRIBUTE_CACHE_CONFIG;
  if (!cache && attribute != GRIDCALL_FUNC_ATTRIBUTE_SHARED_CONFIG) return false;
  const int most = cache ? static_cast<int>(CU_FUNC_CACHE_PREFER_EQUAL)
                         : static_cast<int>(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
  if (value < 0 || value > most)
    throw Failure(status::kOutOfRange,
                  "`value` is " + std::to_string(value) +
                      (cache ? ": pass 0 (none), 1 (shared memory), 2 (L1) or 3 (equal shares)"
                             : ": pass 0 (the context's), 1 (four bytes) or 2 (eight bytes)"));
  const Table& table = context_.table();
  const char* function = cache ? "cuFuncSetCacheConfig" : "cuFuncSetSharedMemConfig";
  if (cache ? !table.cuFuncSetCacheConfig : !table.cuFuncSetSharedMemConfig)
    throw Failure(status::kUnsupported,
                  concat("the driver cannot set `attribute` ", attribute, " (it has no ", function,
                         "): leave it as it is, or update the driver"));
  context_.run([&] {
    context_.check(cache ? table.cuFuncSetCacheConfig(function_, static_cast<CUfunc_cache>(value))
                         : table.cuFuncSetSharedMemConfig(function_, static_cast<CUsharedconfig>(value)),
                   function);
  });
  module_->keep_config(function_, attribute, value);
  return true;
}

void Kernel::set_attribute(int attribute, int value) {
  if (set_config(attribute, value)) return;
  const bool shared = attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
  const bool cpu_mode = attribute == GRIDCALL_FUNC_ATTRIBUTE_CPU_MODE;
  const bool carveout = attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
  if (!context_.table().cuFuncSetAttribute)
    throw Failure(status::kUnsupported,
                  "the driver cannot set attributes of kernels (cuFuncSetAttribute is missing)");
  if (shared && value >= 0) {
    const int own = this->attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    int most = 0;
    if (!context_.device().try_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, most) ||
        most == 0)
      most = context_.device().attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    if (value > most - own)
      throw Failure(status::kOutOfRange,
                    "`value` is " + std::to_string(value) + ", and the device has " + std::to_string(most) +
                        " bytes of shared memory for a block, of which `" + name_ + "` uses " +
                        std::to_string(own) + " itself: set at most " + std::to_string(most - own));
  }
  const int least = shared || cpu_mode ? 0 : -1;
  const int most = shared ? std::numeric_limits<int>::max() : cpu_mode ? 1 : 100;
  if ((shared || cpu_mode || carveout) && (value < least || value > most))
    throw Failure(status::kOutOfRange, "`value` is " + std::to_string(value) +
                                           (shared     ? ": pass a size of 0 or more"
                                            : cpu_mode ? ": pass 0 (automatic) or 1 (reference)"
                                                       : ": pass -1, or 0 to 100 percent"));
  context_.run([&] {
    const Table& table = context_.table();
    const auto number = static_cast<CUfunction_attribute>(attribute);
    // A GPU's driver may end the process over an attribute that it does not know, so only readable ones are
    // set.
    int old = 0;
    const bool known = shared || carveout || cpu_mode ||
                       table.cuFuncGetAttribute(&old, number, function_) != CUDA_ERROR_INVALID_VALUE;
    const CUresult result =
        known ? table.cuFuncSetAttribute(function_, number, value) : CUDA_ERROR_INVALID_VALUE;
    // No GPU's driver knows that attribute; the value was checked above.
    if (cpu_mode && result == CUDA_ERROR_INVALID_VALUE)
      throw Failure(
          status::kUnsupported,
          std::string("`") + name_ + "` is a GPU's kernel: CPU_MODE is for those of the CPU device alone");
    // Other attributes are the driver's own.
    if (!shared && !carveout && result == CUDA_ERROR_INVALID_VALUE)
      throw Failure(status::kInvalidArgument,
                    "`attribute` is " + std::to_string(attribute) + ", which the driver does not set to " +
                        std::to_string(value) +
                        ": MAX_DYNAMIC_SHARED_SIZE_BYTES (8), PREFERRED_SHARED_MEMORY_CARVEOUT (9), CPU_MODE "
                        "(100001), CACHE_CONFIG (100004) and SHARED_CONFIG (100005) can be set on any driver "
                        "that has them");
    context_.check(result, "cuFuncSetAttribute");
  });
}

}  // namespace gridcall::core
