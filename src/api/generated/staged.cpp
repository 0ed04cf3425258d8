// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/staged.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_launch_staged(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args,
                           size_t arg_count, const gc_host_arg* host_args, size_t host_arg_count,
                           gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_launch_staged", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    const auto config_ = call.required_options(config, "config", 104, GRIDCALL_LAUNCH_COOPERATIVE);
    api::LaunchConfigObjects config_objects;
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    config_objects.start_event = call.optional_handle<core::Event>(config_.start_event, "config->start_event");
    config_objects.end_event = call.optional_handle<core::Event>(config_.end_event, "config->end_event");
    call.reserved(config_.reserved, "config->reserved");
    const auto args_ = call.array(args, arg_count, "args");
    const auto host_args_ = call.array(host_args, host_arg_count, "host_args");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::launch_staged(kernel_, config_, config_objects, args_, host_args_, stream_);
  });
}

}  // extern "C"
