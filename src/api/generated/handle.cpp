// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/collect.h"
#include "core/context.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_handle_get_context(const void* handle, gc_context** out_context, gc_error** out_error) {
  return api::guard("gc_handle_get_context", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_context, "out_context");
    call.give(out_context, api::handle_get_context(handle_));
  });
}

gc_status gc_handle_get_identity(const void* handle, uint64_t* out_identity, gc_error** out_error) {
  return api::guard_quick("gc_handle_get_identity", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_identity, "out_identity");
    *out_identity = api::handle_get_identity(handle_);
  });
}

gc_status gc_handle_get_native(const void* handle, uint64_t* out_native, gc_error** out_error) {
  return api::guard_quick("gc_handle_get_native", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_native, "out_native");
    *out_native = api::handle_get_native(handle_);
  });
}

uint64_t gc_handle_count() {
  return api::accessor([](api::Call&) -> uint64_t { return core::handle_count(); });
}

gc_status gc_handle_collect(gc_error** out_error) {
  return api::guard("gc_handle_collect", out_error, [&](api::Call&) {
    core::collect_everything();
  });
}

}  // extern "C"
