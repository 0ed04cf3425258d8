// SPDX-License-Identifier: Apache-2.0

#include "core/module.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "base/each_call.h"
#include "base/log.h"
#include "base/similar.h"
#include "core/context_list.h"
#include "core/jit.h"
#include "core/kernel.h"
#include "core/surface.h"
#include "core/texture.h"
#include "image/names.h"

namespace gridcall::core {

using namespace driver;

Ref<Module> Module::load(Context& context, image::Image image, const LoadOptions& load_options,
                         std::shared_ptr<InstanceSource> instances) {
  collect(context);
  const auto made = make<Module>(context);
  made->log_ = std::move(image.log);
  made->cached_ = image.from_cache;
  made->compile_ns_ = image.compile_ns;
  made->kernels_ = std::move(image.kernels);
  made->kernels_known_ = !made->kernels_.empty();
  made->instance_source_ = std::move(instances);
  for (const auto& [name, lowered] : image.lowered_names)
    made->lowered_[image::normalize_whitespace(name)] = lowered;

  if (!context.table().cuFuncGetParamInfo) made->declared_ = image::declared_parameters(image.bytes);

  // The driver takes no length, so text must end with a NUL.
  const bool compiles = image::format_of(image.bytes) != image::Format::kElf;
  if (compiles) image.bytes.push_back(std::byte{0});
  const auto jit = std::make_unique<Jit>(load_options, compiles);
  context.run([&] {
    const EpochPause pause;  // the driver may compile
    const CUresult result = context.table().cuModuleLoadDataEx(&made->module_, image.bytes.data(),
                                                               jit->count(), jit->options(), jit->values());
    if (result == CUDA_SUCCESS) return;
    made->module_ = nullptr;
    Failure failure = context.failure(result, "cuModuleLoadDataEx");
    failure.log = jit->errors();
    if (result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
      failure.message += "; the driver is for CUDA " +
                         std::to_string(context.device().driver().version / 1000) + "." +
                         std::to_string(context.device().driver().version % 1000 / 10) +
                         ": compile with an older PTX version, or to a cubin (arch \"sm_..\")";
    if (result == CUDA_ERROR_NO_BINARY_FOR_GPU && !context.is_cpu())
      failure.message += "; " + context.device().label() + " is sm_" +
                         std::to_string(context.device().major()) + std::to_string(context.device().minor()) +
                         ": compile for it";
    throw failure;
  });
  if (const std::string info = jit->info(); !info.empty()) {
    if (!made->log_.empty() && made->log_.back() != '\n') made->log_ += '\n';
    made->log_ += info;
  }
  made->jit_ns_ = jit->nanoseconds();
  if (log::wants(log::Level::kInfo)) {
    std::vector<std::string> names;  // names of kernels and globals
    for (const auto& [name, lowered] : made->lowered_) names.push_back(name);
    log::info("module", "loaded ", image.bytes.size(), " bytes on ", context.device().label(), ": ",
              joined(names, ", "),
              made->jit_ns_ == 0 ? "" : concat("; the driver compiled ", made->jit_ns_ / 1'000'000, " ms"));
  }
  made->jit_threads_per_block_ = jit->threads_per_block();
  if (image.optimized && context.table().gridcallModuleReplace) {
    made->optimized_ = image.optimized;
    image.optimized->add(*made);
  }
  return made;
}

std::uint64_t Module::attribute(std::int32_t attribute) const {
  switch (static_cast<ModuleAttribute>(attribute)) {
    case ModuleAttribute::kCompileNanoseconds:
      return compile_ns_;
    case ModuleAttribute::kJitNanoseconds:
      return jit_ns_;
    case ModuleAttribute::kJitThreadsPerBlock:
      return jit_threads_per_block_;
  }
  refuse_attribute(attribute, "MODULE");
}

// Queued and running launches take the code too. If it cannot be loaded, the baseline code stays in use.
void Module::take_optimized(image::Bytes image) noexcept {
  context_->run_quietly([&] { context_->table().gridcallModuleReplace(module_, image.data()); });
  const std::lock_guard lock(lock_);
  optimized_.reset();
}

// The driver's module must not be given back while code is loaded into it.
void Module::leave_optimized() noexcept {
  std::shared_ptr<image::OptimizedTier> optimized;
  {
    const std::lock_guard lock(lock_);
    optimized = std::move(optimized_);
  }
  if (optimized) optimized->remove(*this);
}

void Module::keep_config(CUfunction function, int attribute, int value) {
  const std::lock_guard lock(lock_);
  configs_[{function, attribute}] = value;
}

int Module::kept_config(CUfunction function, int attribute) {
  const std::lock_guard lock(lock_);
  const auto found = configs_.find({function, attribute});
  return found == configs_.end() ? 0 : found->second;
}

bool Module::give_back() noexcept {
  leave_optimized();
  if (module_) context_->table().cuModuleUnload(module_);
  return true;
}

// Returns nullptr if there is no such kernel. The context must be current.
CUfunction Module::find(const std::string& name) {
  CUfunction function = nullptr;
  const CUresult result = context_->table().cuModuleGetFunction(&function, module_, name.c_str());
  if (result == CUDA_ERROR_NOT_FOUND) return nullptr;
  context_->check(result, "cuModuleGetFunction");
  return function;
}

// Asks the driver for the kernels, once, if the compiler did not list them.
void Module::enumerate() {
  const Table& table = context_->table();
  {
    const std::lock_guard lock(lock_);
    if (kernels_known_) return;
  }
  if (!table.cuModuleGetFunctionCount || !table.cuModuleEnumerateFunctions || !table.cuFuncGetName) return;
  // The lock is not held while the driver is asked; two threads may ask at once and get the same result.
  std::vector<std::string> kernels;
  Names names;
  context_->run([&] {
    unsigned count = 0;
    context_->check(table.cuModuleGetFunctionCount(&count, module_), "cuModuleGetFunctionCount");
    std::vector<CUfunction> functions(count);
    if (count != 0)
      context_->check(table.cuModuleEnumerateFunctions(functions.data(), count, module_),
                      "cuModuleEnumerateFunctions");
    for (const CUfunction function : functions) {
      const char* compiled = nullptr;
      context_->check(table.cuFuncGetName(&compiled, function), "cuFuncGetName");
      const std::string plain = image::plain_name(compiled);
      // Overloads share a plain name; their compiled names differ.
      const bool taken = std::find(kernels.begin(), kernels.end(), plain) != kernels.end();
      kernels.push_back(taken ? compiled : plain);
      if (!taken) names.emplace(image::normalize_whitespace(plain), compiled);
    }
  });
  std::sort(kernels.begin(), kernels.end());
  const std::lock_guard lock(lock_);
  if (kernels_known_) return;
  kernels_ = std::move(kernels);
  enumerated_ = std::move(names);
  kernels_known_ = true;
}

std::vector<std::string> Module::kernel_names() {
  enumerate();
  const std::lock_guard lock(lock_);
  if (!kernels_known_)
    throw Failure(
        status::kUnsupported,
        "the driver does not tell which kernels a module has (cuModuleEnumerateFunctions came with CUDA "
        "12.4): ask for them by name");
  return kernels_;
}

bool Module::has_globals() {
  for (const auto& [name, lowered] : lowered_) {
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    if (context_->table().cuModuleGetGlobal(&address, &bytes, module_, lowered.c_str()) == CUDA_SUCCESS)
      return true;
  }
  return false;
}

void Module::refuse_kernel(std::string_view name) {
  enumerate();
  const std::lock_guard lock(lock_);
  std::string message = "the module has no kernel \"" + std::string(name) + "\"";
  if (!kernels_known_)
    message += ": ask for a name that the source gives to a __global__ function";
  else if (kernels_.empty())
    message += ": it has none at all";
  else {
    std::string_view near;
    if (name.size() <= 256)  // the time is the product of both lengths
      near = most_similar(name, std::vector<std::string_view>(kernels_.begin(), kernels_.end()));
    message += near.empty() ? ": it has " : concat(": did you mean \"", near, "\"? It has ");
    for (std::size_t i = 0; i < kernels_.size() && i < 8; ++i) message += (i ? ", " : "") + kernels_[i];
    if (kernels_.size() > 8)
      message += " and " + std::to_string(kernels_.size() - 8) + " more (see the notes)";
  }
  if (instance_source_ && name.find('<') != std::string_view::npos)
    message +=
        "; the module has variables of its own, which a second compilation would double: name the template "
        "instance in `instances` when you compile";
  Failure failure(status::kNotFound, std::move(message));
  for (const std::string& kernel : kernels_) failure.notes.push_back("kernel: " + kernel);
  throw failure;
}

Ref<Kernel> Module::kernel(std::string_view name) {
  if (name.empty()) throw Failure(status::kInvalidArgument, "`name` is empty: name a kernel");
  collect(*context_);
  const std::string plain = image::normalize_whitespace(name);
  std::string compiled;
  const auto lookup = [&]() -> CUfunction {
    compiled.clear();
    if (const auto found = lowered_.find(plain); found != lowered_.end()) {
      compiled = found->second;
    } else {
      const std::lock_guard lock(lock_);
      if (const auto other = enumerated_.find(plain); other != enumerated_.end()) compiled = other->second;
    }
    return context_->run([&]() -> CUfunction {
      if (!compiled.empty())
        if (const CUfunction known = find(compiled)) return known;
      compiled = name;
      return find(compiled);
    });
  };
  CUfunction function = lookup();
  if (!function) {
    bool known = false;
    {
      const std::lock_guard lock(lock_);
      known = kernels_known_;
    }
    if (!known) {
      enumerate();
      function = lookup();
    }
  }
  if (function) {
    const auto declared = declared_.find(compiled);
    return Kernel::make_of(*this, function, plain, compiled,
                           declared == declared_.end() ? nullptr : &declared->second);
  }

  if (!instance_source_ || plain.find('<') == std::string::npos ||
      context_->run([&] { return has_globals(); }))
    refuse_kernel(name);
  const Ref<Module> keep(this);  // a compiler runs, and the call leaves its epoch
  Ref<Module> other;
  {
    const std::lock_guard lock(lock_);
    if (const auto found = instances_.find(plain); found != instances_.end()) other = found->second;
  }
  if (!other) {
    // The lock is not held while a compiler runs. Two threads may compile the same; the first result is kept.
    Ref<Module> made = instance_source_->add_instance(plain);
    const std::lock_guard lock(lock_);
    other = instances_.emplace(plain, std::move(made)).first->second;
  }
  return other->kernel(name);
}

Module::Module(Context& context) noexcept : DriverObject(context) {
  usage_.owner = this;
}
Module::~Module() {
  leave_optimized();
  if (has_bindings_.load(std::memory_order_relaxed)) end_rare_state();
}

Ref<Mem> Module::global(std::string_view name) {
  if (name.empty()) throw Failure(status::kInvalidArgument, "`name` is empty: name a variable");
  collect(*context_);
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  context_->run([&] {
    const auto found = lowered_.find(image::normalize_whitespace(name));
    CUresult result = CUDA_ERROR_NOT_FOUND;
    if (found != lowered_.end())
      result = context_->table().cuModuleGetGlobal(&address, &bytes, module_, found->second.c_str());
    if (result == CUDA_ERROR_NOT_FOUND)
      result = context_->table().cuModuleGetGlobal(&address, &bytes, module_, std::string(name).c_str());
    if (result == CUDA_ERROR_NOT_FOUND) {
      std::string message =
          "the module has no __device__ or __constant__ variable \"" + std::string(name) + "\"";
      std::string list;
      for (const auto& [plain, lowered] : lowered_) {
        CUdeviceptr other = 0;
        std::size_t size = 0;
        if (context_->table().cuModuleGetGlobal(&other, &size, module_, lowered.c_str()) == CUDA_SUCCESS)
          list += (list.empty() ? "" : ", ") + plain;
      }
      message += list.empty()
                     ? ": name one that the source has (an unused one may be left out by the compiler)"
                     : ": it has " + list;
      throw Failure(status::kNotFound, std::move(message));
    }
    context_->check(result, "cuModuleGetGlobal");
  });
  return Mem::global(*context_, *this, usage_, address, bytes);
}

}  // namespace gridcall::core
