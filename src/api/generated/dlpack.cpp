// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/ndarray/dlpack.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_ndarray_to_dlpack(gc_ndarray* ndarray, gc_dlpack_flags flags, gc_stream* stream,
                               uint64_t* out_tensor, gc_error** out_error) {
  return api::guard("gc_ndarray_to_dlpack", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.flags(flags, "flags", GRIDCALL_DLPACK_LEGACY);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_tensor, "out_tensor");
    *out_tensor = core::to_dlpack(ndarray_, flags, stream_);
  });
}

gc_status gc_ndarray_from_dlpack(gc_context* context, uint64_t tensor, gc_dlpack_flags flags,
                                 gc_stream* stream, gc_ndarray** out_ndarray, gc_error** out_error) {
  return api::guard("gc_ndarray_from_dlpack", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.flags(flags, "flags", GRIDCALL_DLPACK_LEGACY);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, core::from_dlpack(context_, tensor, flags, stream_));
  });
}

}  // extern "C"
