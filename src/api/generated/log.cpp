// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/log.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_log_create(gc_log_level level, gc_log** out_log, gc_error** out_error) {
  return api::guard("gc_log_create", out_error, [&](api::Call& call) {
    call.enumeration(level, "level", {GRIDCALL_LOG_LEVEL_INFO, GRIDCALL_LOG_LEVEL_DEBUG});
    call.out(out_log, "out_log");
    call.give(out_log, core::Log::create(level));
  });
}

gc_status gc_log_read(gc_log* log, uint64_t timeout_nanoseconds, gc_log_record* out_record, int32_t* out_done,
                      gc_error** out_error) {
  return api::guard("gc_log_read", out_error, [&](api::Call& call) {
    auto& log_ = call.handle<core::Log>(log, "log");
    call.out_struct(out_record, "out_record", 512);
    call.out(out_done, "out_done");
    gc_log_record out_record_{};
    bool out_done_{};
    api::log_read(log_, timeout_nanoseconds, out_record_, out_done_);
    call.give_struct(out_record, out_record_);
    *out_done = out_done_ ? 1 : 0;
  });
}

gc_status gc_log_get_descriptor(gc_log* log, int32_t* out_descriptor, gc_error** out_error) {
  return api::guard("gc_log_get_descriptor", out_error, [&](api::Call& call) {
    auto& log_ = call.handle<core::Log>(log, "log");
    call.out(out_descriptor, "out_descriptor");
    *out_descriptor = log_.descriptor();
  });
}

void gc_log_release(gc_log* log) { api::release<core::Log>(log); }

}  // extern "C"
