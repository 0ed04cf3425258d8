// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

std::string kernel_name(core::Kernel& kernel) {
  return kernel.name();
}

std::int32_t kernel_attribute(core::Kernel& kernel, gc_kernel_attribute_t attribute) {
  return kernel.attribute(attribute);
}

void kernel_set_attribute(core::Kernel& kernel, gc_kernel_attribute_t attribute, std::int32_t value) {
  kernel.set_attribute(attribute, value);
}

std::uint64_t kernel_param_count(core::Kernel& kernel) {
  return kernel.parameters().size();
}

void kernel_param(core::Kernel& kernel, std::uint64_t index, std::uint64_t& out_offset,
                  std::uint64_t& out_size) {
  const core::Parameter parameter = kernel.parameter(index);
  out_offset = parameter.offset;
  out_size = parameter.size;
}

gc_value_type_t kernel_get_param_type(core::Kernel& kernel, std::uint64_t index) {
  return static_cast<gc_value_type_t>(kernel.parameter_text(index).type);
}

std::string kernel_get_param_type_name(core::Kernel& kernel, std::uint64_t index) {
  return kernel.parameter_text(index).type_name;
}

std::string kernel_get_param_name(core::Kernel& kernel, std::uint64_t index) {
  return kernel.parameter_text(index).name;
}

}  // namespace gridcall::api
