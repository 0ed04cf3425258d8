// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/ndarray/ndarray.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_ndarray_fill_random(gc_ndarray* ndarray, const gc_random_options* options, gc_stream* stream,
                                 gc_error** out_error) {
  return api::guard("gc_ndarray_fill_random", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto options_ = call.required_options(options, "options", 48, 0);
    call.reserved(options_.reserved, "options->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_fill_random(ndarray_, options_, stream_);
  });
}

}  // extern "C"
