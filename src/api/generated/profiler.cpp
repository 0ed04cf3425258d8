// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/profiler.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_profiler_initialize(gc_context* context, const gc_profiler_options* options,
                                 gc_error** out_error) {
  return api::guard("gc_profiler_initialize", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.required_options(options, "options", 32, 0);
    call.str(options_.output_file, "options->output_file");
    call.optional_str(options_.config_file, "options->config_file");
    api::profiler_initialize(context_, options_);
  });
}

gc_status gc_profiler_start(gc_context* context, gc_error** out_error) {
  return api::guard("gc_profiler_start", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    api::profiler_start(context_);
  });
}

gc_status gc_profiler_stop(gc_context* context, gc_error** out_error) {
  return api::guard("gc_profiler_stop", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    api::profiler_stop(context_);
  });
}

}  // extern "C"
