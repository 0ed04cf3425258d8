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

gc_status gc_error_status(gc_error* error) {
  return api::accessor([&](api::Call& call) -> gc_status {
    return api::error_status(call.find<core::Error>(error));
  });
}

const char* gc_error_message(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_message(call.find<core::Error>(error));
  });
}

const char* gc_error_text(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_text(call.find<core::Error>(error));
  });
}

const char* gc_error_function(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_function(call.find<core::Error>(error));
  });
}

int32_t gc_error_driver_code(gc_error* error) {
  return api::accessor([&](api::Call& call) -> int32_t {
    return api::error_driver_code(call.find<core::Error>(error));
  });
}

const char* gc_error_driver_name(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_driver_name(call.find<core::Error>(error));
  });
}

size_t gc_error_note_count(gc_error* error) {
  return api::accessor([&](api::Call& call) -> size_t {
    return api::error_note_count(call.find<core::Error>(error));
  });
}

const char* gc_error_note(gc_error* error, size_t index) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_note(call.find<core::Error>(error), index);
  });
}

const char* gc_error_report(gc_error* error, size_t index, const char* key) {
  return api::accessor([&](api::Call& call) -> const char* {
    const auto key_ = call.optional_str(key, "key");
    return api::error_report(call.find<core::Error>(error), index, key_);
  });
}

const char* gc_error_log(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_log(call.find<core::Error>(error));
  });
}

const char* gc_error_options(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_options(call.find<core::Error>(error));
  });
}

const char* gc_error_source_name(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_source_name(call.find<core::Error>(error));
  });
}

void gc_error_release(gc_error* error) { api::release<core::Error>(error); }

}  // extern "C"
