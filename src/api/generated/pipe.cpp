// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/pipe.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_pipe_create(gc_context* context, uint64_t packet_size, uint64_t max_packets, gc_pipe** out_pipe,
                         gc_error** out_error) {
  return api::guard("gc_pipe_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_pipe, "out_pipe");
    call.give(out_pipe, core::Pipe::create(context_, packet_size, max_packets));
  });
}

gc_status gc_pipe_get_attribute(gc_pipe* pipe, gc_pipe_attribute attribute, uint64_t* out_value,
                                gc_error** out_error) {
  return api::guard_quick("gc_pipe_get_attribute", out_error, [&](api::Call& call) {
    auto& pipe_ = call.handle<core::Pipe>(pipe, "pipe");
    call.out(out_value, "out_value");
    *out_value = pipe_.attribute(attribute);
  });
}

void gc_pipe_release(gc_pipe* pipe) { api::release<core::Pipe>(pipe); }

}  // extern "C"
