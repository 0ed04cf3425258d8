// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/module.h"
#include "image/parameters.h"

namespace gridcall::core {

class Kernel final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kKernel;

  // `compiled`: the kernel's name in the image. `declared`: the parameters that the image declares, for
  // drivers that do not report them; may be nullptr.
  static Ref<Kernel> make_of(Module& module, driver::CUfunction function, const std::string& name,
                             const std::string& compiled, const std::vector<image::Parameter>* declared);

  const char* name() const noexcept { return name_; }
  Module& module() const noexcept { return *module_; }
  Context& context() const noexcept { return context_; }
  Context* context_or_null() noexcept override { return &context_; }
  std::optional<std::uint64_t> native() override { return native_number(function_); }
  driver::CUfunction driver_handle() const noexcept { return function_; }

  // Throws UNSUPPORTED if neither the driver (before CUDA 12.4) nor the image has the parameters.
  std::span<const image::Parameter> parameters() const {
    if (__builtin_expect(!parameters_known_, 0)) refuse_parameters();
    return parameters_;
  }
  // Returns true if the parameters are known and of that number.
  bool takes(std::size_t count) const noexcept { return parameters_known_ && parameters_.size() == count; }
  const image::Parameter* first_parameter() const noexcept { return parameters_.data(); }
  image::Parameter parameter(std::uint64_t index) const;
  // Returns the names of the parameter and of its type, as far as they are known.
  const image::ParameterText& parameter_text(std::uint64_t index) const;

  // Returns true for code of the CPU device that checks its accesses and needs the memory of each argument.
  bool is_checked() const noexcept { return is_checked_; }
  int attribute(int attribute) const;
  // Returns the number of blocks that are resident on one multiprocessor.
  std::uint32_t occupancy(std::uint32_t block_size, std::uint64_t shared_size, std::uint64_t flags) const;
  void suggest_block(std::uint64_t shared_size, std::uint32_t max_block_size, std::uint32_t& block_size,
                     std::uint32_t& grid_size) const;
  void set_attribute(int attribute, int value);

  Kernel(Module& module, driver::CUfunction function, const std::string& name, const std::string& compiled,
         const std::vector<image::Parameter>* declared);

 private:
  bool set_config(int attribute, int value);
  void read_sizes(const std::vector<image::Parameter>* declared);
  void read_types(const std::string& compiled);
  [[noreturn]] void refuse_parameters() const;

  Context& context_;
  const Ref<Module> module_;
  const driver::CUfunction function_;
  const char* const name_;  // an interned string
  std::vector<image::Parameter> parameters_;
  std::vector<image::ParameterText> texts_;  // one for each parameter, or empty
  bool parameters_known_ = false;
  bool is_checked_ = false;
};

}  // namespace gridcall::core
