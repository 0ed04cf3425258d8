// SPDX-License-Identifier: Apache-2.0
//
// Compiled code, loaded into a context. How source becomes an image is not known here: src/api hands over the
// image and a way to compile the source again with one more template instance.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/declared_parameters.h"
#include "core/mem.h"
#include "core/optimised_tier.h"

namespace gridcall::core {

class Kernel;

struct Image {
  std::span<const std::byte> bytes;
  std::string log;
  std::vector<std::pair<std::string, std::string>> lowered_names;  // name in the source -> name in the image
  std::vector<std::string> kernels;                                // plain names, if known
  bool from_cache = false;
  std::shared_ptr<OptimisedTier> full;  // not NULL: the bytes are a baseline image, this one follows
};

class Module final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kModule;

  // Makes a module of the same source with one more template instance.
  using AddInstance = std::function<Ref<Module>(const std::string& instance)>;

  static Ref<Module> load(Context& context, const Image& image, AddInstance add_instance = {});

  Ref<Kernel> kernel(std::string_view name);
  // Throws UNSUPPORTED where neither the compiler nor the driver tells.
  std::vector<std::string> kernel_names();
  Ref<Mem> global(std::string_view name);

  const std::string& log() const noexcept { return log_; }
  bool cached() const noexcept { return cached_; }
  Usage& usage() noexcept { return usage_; }
  // Before a launch, with the context current: runs the optimised code from here on, if that is made by now.
  void tier_up() noexcept {
    if (__builtin_expect(awaits_full_.load(std::memory_order_relaxed), 0)) take_full();
  }

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return usage_.told(); }
  std::uint64_t slots_in_use() const noexcept override { return usage_.possible(); }
  bool give_back() noexcept override;

  explicit Module(Context& context) noexcept : DriverObject(context) {}
  driver::CUmodule driver_handle() const noexcept { return module_; }

 private:
  driver::CUfunction find(const std::string& name);
  bool has_globals();
  void enumerate();
  void take_full() noexcept;
  [[noreturn]] void refuse_kernel(std::string_view name);

  driver::CUmodule module_ = nullptr;
  Usage usage_;
  std::string log_;
  bool cached_ = false;
  std::atomic<bool> awaits_full_{false};
  std::shared_ptr<OptimisedTier> full_;  // under `lock_`
  // Names without needless blanks, as the source spells them -> as the image does. Set once.
  using Names = std::map<std::string, std::string, std::less<>>;
  Names lowered_;
  // From PTX, where the driver does not tell (before CUDA 12.4). Set once.
  DeclaredParameters declared_;

  std::mutex lock_;  // the rest; not held while a compiler runs
  std::vector<std::string> kernels_;
  bool kernels_known_ = false;
  Names enumerated_;          // the same, from the driver
  AddInstance add_instance_;  // set once
  std::map<std::string, Ref<Module>, std::less<>> instances_;
};

// "scale< float >" -> "scale<float>", "unsigned  int" -> "unsigned int".
std::string normalize_whitespace(std::string_view name);
// "_Z5scaleIfEvPT_" -> "void scale<float>(float*)"; "" if it is not mangled.
std::string demangled(const std::string& compiled_name);
// "_Z5scaleIfEvPT_" -> "scale<float>": the name as the source spells it; unchanged if it is not mangled.
std::string plain_name(const std::string& compiled_name);

// A message if the bytes cannot be a module image: the driver takes no length and reads past the end of a
// damaged one. "" if nothing is wrong with what can be checked.
std::string image_defect(std::span<const std::byte> bytes);
// Whether they are compiled code, whole or damaged, and no source.
bool is_image(std::span<const std::byte> bytes) noexcept;

}  // namespace gridcall::core
