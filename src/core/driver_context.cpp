// SPDX-License-Identifier: Apache-2.0

#include "core/driver_context.h"

#include "core/check.h"
#include "core/context.h"
#include "core/device.h"

namespace gridcall::core {

using namespace driver;

PrimaryContext::PrimaryContext(Device& device) : device_(device) {
  constexpr const char* kCall = "cuDevicePrimaryCtxRetain";
  const Table& table = device.table();
  const CUresult retained = table.cuDevicePrimaryCtxRetain(&handle_, device.id());
  if (retained == CUDA_ERROR_OUT_OF_MEMORY) throw driver_failure(table, retained, kCall);
  if (is_sticky(retained)) {
    // Another library's kernel failed on this device before.
    const Failure cause = driver_failure(table, retained, kCall);
    device.lose(cause);
    throw Context::lost(device, cause);
  }
  device.check(retained, kCall);
}

PrimaryContext::~PrimaryContext() {
  device_.table().cuDevicePrimaryCtxRelease(device_.id());
}

}  // namespace gridcall::core
