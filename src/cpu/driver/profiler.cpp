// SPDX-License-Identifier: Apache-2.0
//
// No profiler of NVIDIA's watches the CPU device.

#include "cpu/driver/api.h"

namespace gridcall::cpu::api {

CUresult cuProfilerStart() {
  return CUDA_SUCCESS;
}

CUresult cuProfilerStop() {
  return CUDA_SUCCESS;
}

}  // namespace gridcall::cpu::api
