// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_module_link(gc_context* context, const gc_module_options* options, const gc_link_input* inputs,
                         size_t input_count, gc_module** out_module, gc_error** out_error) {
  return api::guard("gc_module_link", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 40,
                                       GRIDCALL_MODULE_DEBUG | GRIDCALL_MODULE_LINE_INFO | GRIDCALL_MODULE_VERBOSE | GRIDCALL_MODULE_PREFER_BINARY | GRIDCALL_MODULE_NO_OPTIMIZATION);
    call.optional_str(options_.arch, "options->arch");
    call.reserved(options_.reserved, "options->reserved");
    const auto inputs_ = call.array(inputs, input_count, "inputs");
    for (const gc_link_input& element : inputs_) {
      call.optional_str(element.name, "inputs[].name");
      call.bytes(element.image, element.size, "inputs[].image");
    }
    call.out(out_module, "out_module");
    call.give(out_module, api::module_link(context_, options_, inputs_));
  });
}

}  // extern "C"
