// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

std::size_t kernel_get_param_count(core::Kernel& kernel) {
  return kernel.parameters().size();
}

gc_kernel_param kernel_get_param(core::Kernel& kernel, std::size_t index) {
  const image::Parameter parameter = kernel.parameter(index);
  const image::ParameterText& text = kernel.parameter_text(index);
  return {sizeof(gc_kernel_param), parameter.offset, parameter.size, static_cast<gc_value_type>(text.type), 0,
          text.type_name.c_str(),  text.name.c_str()};
}

}  // namespace gridcall::api
