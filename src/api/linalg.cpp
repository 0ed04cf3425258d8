// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "ndarray/matmul.h"

namespace gridcall::api {

void ndarray_matmul(core::Ndarray& ndarray, core::Ndarray& left, core::Ndarray& right,
                    const gc_matmul_options& options, const MatmulOptionsObjects& options_objects,
                    core::Stream* stream) {
  ndarray::matmul(ndarray, left, right,
                  {(options.flags & GRIDCALL_MATMUL_TF32) != 0,
                   (options.flags & GRIDCALL_MATMUL_OWN_KERNEL) != 0, options_objects.pool},
                  stream);
}

}  // namespace gridcall::api
