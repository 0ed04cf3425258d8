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

gc_status gc_version_get(gc_version_component component, int32_t* out_major, int32_t* out_minor,
                         int32_t* out_patch, gc_error** out_error) {
  return api::guard("gc_version_get", out_error, [&](api::Call& call) {
    call.enumeration(component, "component", {GRIDCALL_VERSION_COMPONENT_CUDA, GRIDCALL_VERSION_COMPONENT_DRIVER, GRIDCALL_VERSION_COMPONENT_NVRTC, GRIDCALL_VERSION_COMPONENT_CPU_DEVICE, GRIDCALL_VERSION_COMPONENT_NCCL, GRIDCALL_VERSION_COMPONENT_MPI, GRIDCALL_VERSION_COMPONENT_CUBLAS, GRIDCALL_VERSION_COMPONENT_BLAS, GRIDCALL_VERSION_COMPONENT_CUSOLVER, GRIDCALL_VERSION_COMPONENT_LAPACK, GRIDCALL_VERSION_COMPONENT_CUFFT, GRIDCALL_VERSION_COMPONENT_FFTW});
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    call.out(out_patch, "out_patch");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    std::int32_t out_patch_{};
    api::version_get(component, out_major_, out_minor_, out_patch_);
    *out_major = out_major_;
    *out_minor = out_minor_;
    *out_patch = out_patch_;
  });
}

}  // extern "C"
