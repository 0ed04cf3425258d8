// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "ndarray/random.h"

namespace gridcall::api {

void ndarray_fill_random(core::Ndarray& ndarray, const gc_random_options& options, core::Stream* stream) {
  ndarray::fill_random(ndarray,
                       {static_cast<core::RandomDistribution>(options.distribution), options.seed,
                        options.offset, options.a, options.b},
                       stream);
}

}  // namespace gridcall::api
