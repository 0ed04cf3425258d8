// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "compile/compiler.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;
namespace compile = gridcall::compile;

extern "C" {

gc_status gc_cache_get_statistics(gc_cache_statistics* out_statistics, gc_error** out_error) {
  return api::guard("gc_cache_get_statistics", out_error, [&](api::Call& call) {
    call.out_struct(out_statistics, "out_statistics", 40);
    call.give_struct(out_statistics, api::cache_get_statistics());
  });
}

gc_status gc_cache_get_directory(char* path, size_t capacity, size_t* out_needed, gc_error** out_error) {
  return api::guard("gc_cache_get_directory", out_error, [&](api::Call& call) {
    call.buffer(path, capacity, "path");
    call.needed(path, out_needed, "out_needed");
    call.out_string(path, capacity, out_needed, compile::cache_directory());
  });
}

gc_status gc_cache_get_disabled_reason(char* reason, size_t capacity, size_t* out_needed,
                                       gc_error** out_error) {
  return api::guard("gc_cache_get_disabled_reason", out_error, [&](api::Call& call) {
    call.buffer(reason, capacity, "reason");
    call.needed(reason, out_needed, "out_needed");
    call.out_string(reason, capacity, out_needed, compile::cache_disabled_reason());
  });
}

gc_status gc_cache_clear(gc_error** out_error) {
  return api::guard("gc_cache_clear", out_error, [&](api::Call&) {
    compile::cache_clear();
  });
}

}  // extern "C"
