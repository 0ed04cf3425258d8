// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_ndarray_fft(gc_ndarray* ndarray, gc_ndarray* src, const gc_fft_options* options,
                         gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_fft", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    const auto options_ = call.options(options, "options", 48, GRIDCALL_FFT_INVERSE | GRIDCALL_FFT_OWN_KERNEL);
    api::FftOptionsObjects options_objects;
    call.reserved(options_.reserved, "options->reserved");
    call.array(options_.axes, options_.axis_count, "options->axes");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_fft(ndarray_, src_, options_, options_objects, stream_);
  });
}

}  // extern "C"
