// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/at_once.h"
#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/prepared.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

[[gnu::noinline]] static gc_status usual_launch(gc_kernel* kernel, const gc_launch_config* config,
                                                const gc_arg* args, size_t arg_count, gc_stream* stream,
                                                gc_error** out_error) {
  return api::guard("gc_launch", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    const auto config_ = call.required_options(config, "config", 104, GRIDCALL_LAUNCH_COOPERATIVE);
    api::LaunchConfigObjects config_objects;
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    config_objects.start_event = call.optional_handle<core::Event>(config_.start_event, "config->start_event");
    config_objects.end_event = call.optional_handle<core::Event>(config_.end_event, "config->end_event");
    call.reserved(config_.reserved, "config->reserved");
    const auto args_ = call.array(args, arg_count, "args");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::launch(kernel_, config_, config_objects, args_, stream_);
  });
}

gc_status gc_launch(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args, size_t arg_count,
                    gc_stream* stream, gc_error** out_error) {
  const gc_status status = api::launch_at_once(kernel, config, args, arg_count, stream, out_error);
  if (__builtin_expect(status != api::kNotAtOnce, 1)) return status;
  return usual_launch(kernel, config, args, arg_count, stream, out_error);
}

gc_status gc_prepared_create(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args,
                             size_t arg_count, gc_prepared** out_prepared, gc_error** out_error) {
  return api::guard("gc_prepared_create", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    const auto config_ = call.required_options(config, "config", 104, GRIDCALL_LAUNCH_COOPERATIVE);
    api::LaunchConfigObjects config_objects;
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    config_objects.start_event = call.optional_handle<core::Event>(config_.start_event, "config->start_event");
    config_objects.end_event = call.optional_handle<core::Event>(config_.end_event, "config->end_event");
    call.reserved(config_.reserved, "config->reserved");
    const auto args_ = call.array(args, arg_count, "args");
    call.out(out_prepared, "out_prepared");
    call.give(out_prepared, api::prepared_create(kernel_, config_, config_objects, args_));
  });
}

gc_status gc_prepared_set_arg(gc_prepared* prepared, size_t index, const gc_arg* arg, const void* bytes,
                              size_t bytes_size, gc_error** out_error) {
  return api::guard_quick("gc_prepared_set_arg", out_error, [&](api::Call& call) {
    auto& prepared_ = call.handle<core::Prepared>(prepared, "prepared");
    const auto& arg_ = call.structure(arg, "arg");
    const auto bytes_ = call.bytes(bytes, bytes_size, "bytes");
    api::prepared_set_arg(prepared_, index, arg_, bytes_);
  });
}

gc_status gc_prepared_set_config(gc_prepared* prepared, const gc_launch_config* config,
                                 gc_error** out_error) {
  return api::guard("gc_prepared_set_config", out_error, [&](api::Call& call) {
    auto& prepared_ = call.handle<core::Prepared>(prepared, "prepared");
    const auto config_ = call.required_options(config, "config", 104, GRIDCALL_LAUNCH_COOPERATIVE);
    api::LaunchConfigObjects config_objects;
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    config_objects.start_event = call.optional_handle<core::Event>(config_.start_event, "config->start_event");
    config_objects.end_event = call.optional_handle<core::Event>(config_.end_event, "config->end_event");
    call.reserved(config_.reserved, "config->reserved");
    api::prepared_set_config(prepared_, config_, config_objects);
  });
}

[[gnu::noinline]] static gc_status usual_prepared_launch(gc_prepared* prepared,
                                                         const gc_launch_config* config, const gc_arg* args,
                                                         size_t arg_count, gc_stream* stream,
                                                         gc_error** out_error) {
  return api::guard("gc_prepared_launch", out_error, [&](api::Call& call) {
    auto& prepared_ = call.handle<core::Prepared>(prepared, "prepared");
    const auto config_ = call.options(config, "config", 104, GRIDCALL_LAUNCH_COOPERATIVE);
    api::LaunchConfigObjects config_objects;
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    config_objects.start_event = call.optional_handle<core::Event>(config_.start_event, "config->start_event");
    config_objects.end_event = call.optional_handle<core::Event>(config_.end_event, "config->end_event");
    call.reserved(config_.reserved, "config->reserved");
    const auto args_ = call.array(args, arg_count, "args");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::prepared_launch(prepared_, config_, config_objects, args_, stream_);
  });
}

gc_status gc_prepared_launch(gc_prepared* prepared, const gc_launch_config* config, const gc_arg* args,
                             size_t arg_count, gc_stream* stream, gc_error** out_error) {
  const gc_status status = api::prepared_launch_at_once(prepared, config, args, arg_count, stream, out_error);
  if (__builtin_expect(status != api::kNotAtOnce, 1)) return status;
  return usual_prepared_launch(prepared, config, args, arg_count, stream, out_error);
}

void gc_prepared_release(gc_prepared* prepared) { api::release<core::Prepared>(prepared); }

}  // extern "C"
