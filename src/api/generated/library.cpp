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

uint32_t gc_version() {
  return api::accessor([](api::Call&) -> uint32_t { return api::version(); });
}

const char* gc_version_text() {
  return api::accessor([](api::Call&) -> const char* { return api::version_text(); });
}

const char* gc_version_status() {
  return api::accessor([](api::Call&) -> const char* { return api::version_status(); });
}

uint32_t gc_version_cuda() {
  return api::accessor([](api::Call&) -> uint32_t { return api::version_cuda(); });
}

gc_status gc_version_get_driver(int32_t* out_major, int32_t* out_minor, gc_error** out_error) {
  return api::guard("gc_version_get_driver", out_error, [&](api::Call& call) {
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::version_get_driver(out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

gc_status gc_version_get_nvrtc(int32_t* out_major, int32_t* out_minor, gc_error** out_error) {
  return api::guard("gc_version_get_nvrtc", out_error, [&](api::Call& call) {
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::version_get_nvrtc(out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

gc_status gc_version_get_cpu(int32_t* out_major, int32_t* out_minor, gc_error** out_error) {
  return api::guard("gc_version_get_cpu", out_error, [&](api::Call& call) {
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::version_get_cpu(out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

}  // extern "C"
