// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/completion.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_completion_create(gc_completion** out_completion, gc_error** out_error) {
  return api::guard("gc_completion_create", out_error, [&](api::Call& call) {
    call.out(out_completion, "out_completion");
    call.give(out_completion, core::Completion::create());
  });
}

gc_status gc_completion_wait(gc_completion* completion, uint64_t timeout_nanoseconds, uint64_t* out_token,
                             int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_completion_wait", out_error, [&](api::Call& call) {
    auto& completion_ = call.handle<core::Completion>(completion, "completion");
    call.out(out_token, "out_token");
    call.out(out_done, "out_done");
    std::uint64_t out_token_{};
    bool out_done_{};
    api::completion_wait(completion_, timeout_nanoseconds, out_token_, out_done_);
    *out_token = out_token_;
    *out_done = out_done_ ? 1 : 0;
  });
}

gc_status gc_completion_get_descriptor(gc_completion* completion, int32_t* out_descriptor,
                                       gc_error** out_error) {
  return api::guard("gc_completion_get_descriptor", out_error, [&](api::Call& call) {
    auto& completion_ = call.handle<core::Completion>(completion, "completion");
    call.out(out_descriptor, "out_descriptor");
    *out_descriptor = completion_.descriptor();
  });
}

void gc_completion_release(gc_completion* completion) { api::release<core::Completion>(completion); }

}  // extern "C"
