// SPDX-License-Identifier: Apache-2.0

#include "ndarray/fft.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

void ndarray_fft(core::Ndarray& ndarray, core::Ndarray& src, const gc_fft_options& options,
                 const FftOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::fft(ndarray, src,
               {{options.axes, options.axis_count},
                (options.flags & GRIDCALL_FFT_INVERSE) != 0,
                (options.flags & GRIDCALL_FFT_OWN_KERNEL) != 0,
                static_cast<ndarray::FftNorm>(options.norm),
                options_objects.pool},
               stream);
}

}  // namespace gridcall::api
