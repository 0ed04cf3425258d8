// SPDX-License-Identifier: Apache-2.0
//
// Compiled code, loaded into a context. How source becomes an image is not known here.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/jit.h"
#include "core/memory/mem.h"
#include "image/image.h"
#include "image/parameters.h"

namespace gridcall::core {

class Kernel;
class Module;
class Stream;
class Surface;
class Texture;

// An object that rebuilds a module with one more template instance; implemented above, where sources are
// known.
class InstanceSource {
 public:
  virtual ~InstanceSource() = default;
  // Must be called without any lock, because a compiler runs.
  virtual Ref<Module> add_instance(const std::string& instance) = 0;
};

class Module final : public DriverObject, private image::OptimizedTier::Taker {
 public:
  static constexpr HandleType kType = HandleType::kModule;

  // `instances` nullptr: the module has only the kernels of its image.
  static Ref<Module> load(Context& context, image::Image image, const LoadOptions& options,
                          std::shared_ptr<InstanceSource> instances = nullptr);

  Ref<Kernel> kernel(std::string_view name);
  // Throws UNSUPPORTED if neither the compiler nor the driver lists the kernels.
  std::vector<std::string> kernel_names();
  Ref<Mem> global(std::string_view name);

  // Writes the object into the variable of that name, in the stream's order, and holds it until another one
  // is bound. nullptr unbinds.
  void bind(std::string_view name, Texture* texture, Stream* stream);
  void bind(std::string_view name, Surface* surface, Stream* stream);
  // Throw NOT_FOUND.
  Ref<Texture> texture(std::string_view name);
  Ref<Surface> surface(std::string_view name);

  const std::string& log() const noexcept { return log_; }
  bool cached() const noexcept { return cached_; }
  std::uint64_t attribute(std::int32_t attribute) const;
  // Store and read attributes of a kernel that were set and no driver reports; the default is 0.
  void keep_config(driver::CUfunction function, int attribute, int value);
  int kept_config(driver::CUfunction function, int attribute);
  Usage& usage() noexcept { return usage_; }
  // Marks the module and its bound objects as used by work on the slot.
  void use_on(unsigned slot) {
    context_->slots().use(usage_, slot);
    use_bound_on(slot);
  }
  void use_bound_on(unsigned slot) {
    if (__builtin_expect(has_bindings_.load(std::memory_order_relaxed), 0)) use_bindings(slot);
  }
  // Returns true if nothing but the launch itself needs to be done for one.
  bool is_plain() const noexcept { return !has_bindings_.load(std::memory_order_relaxed); }

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return usage_.told(); }
  std::uint64_t slots_in_use() const noexcept override { return usage_.possible(); }
  bool give_back() noexcept override;

  explicit Module(Context& context) noexcept;
  ~Module() override;
  std::optional<std::uint64_t> native() override { return native_number(module_); }

 private:
  driver::CUfunction find(const std::string& name);
  bool has_globals();
  void enumerate();
  void take_optimized(image::Bytes image) noexcept override;
  void leave_optimized() noexcept;
  [[noreturn]] void refuse_kernel(std::string_view name);
  struct Binding {
    Ref<Texture> texture;  // one of the two is set
    Ref<Surface> surface;
  };
  void use_bindings(unsigned slot);
  void bind(std::string_view name, const char* what, std::uint64_t value, Binding binding, Stream* stream);
  [[noreturn]] void refuse_unbound(std::string_view name, const char* what);

  driver::CUmodule module_ = nullptr;
  Usage usage_;
  std::string log_;
  bool cached_ = false;
  std::uint64_t compile_ns_ = 0;
  std::uint64_t jit_ns_ = 0;
  std::uint32_t jit_threads_per_block_ = 0;
  // Not NULL until the module has optimized code; `lock_` guards it.
  std::shared_ptr<image::OptimizedTier> optimized_;
  // A map from the source's spelling of a name, without needless blanks, to the image's. Set once.
  using Names = std::map<std::string, std::string, std::less<>>;
  Names lowered_;
  // The parameters that PTX declares, for drivers before CUDA 12.4, which do not report them. Set once.
  image::DeclaredParameters declared_;

  std::mutex lock_;  // guards the members below; not held while a compiler runs
  std::map<std::pair<driver::CUfunction, int>, int> configs_;
  std::vector<std::string> kernels_;
  bool kernels_known_ = false;
  Names enumerated_;  // such a map from the driver's names
  std::map<std::string, Ref<Module>, std::less<>> instances_;
  std::shared_ptr<InstanceSource> instance_source_;  // does not change once set
  std::map<std::string, Binding, std::less<>> bindings_;
  std::atomic<bool> has_bindings_{false};
};

}  // namespace gridcall::core
