// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

const char* gc_status_name(gc_status status) {
  return api::accessor([&](api::Call&) -> const char* { return api::status_name(status); });
}

const char* gc_status_text(gc_status status) {
  return api::accessor([&](api::Call&) -> const char* { return api::status_text(status); });
}

gc_category gc_status_category(gc_status status) {
  return api::accessor([&](api::Call&) -> gc_category { return api::status_category(status); });
}

}  // extern "C"
