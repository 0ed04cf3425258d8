// SPDX-License-Identifier: Apache-2.0

#include "core/driver_context.h"

#include "core/check.h"
#include "core/context.h"
#include "core/device.h"

namespace gridcall::core {

using namespace driver;

PrimaryContext::PrimaryContext(Device& device) : DriverContext(Kind::kPrimary), device_(device) {
  constexpr const char* kCall = "cuDevicePrimaryCtxRetain";
  const Table& table = device.table();
  const CUresult retained = table.cuDevicePrimaryCtxRetain(&handle_, device.id());
  if (retained == CUDA_ERROR_OUT_OF_MEMORY) throw driver_failure(table, retained, kCall);
  if (is_sticky(retained)) {
    // Another library's kernel failed on this device before.
    const Failure cause = driver_failure(table, retained, kCall);
    device.lose(cause);
    throw Context::device_lost(device, cause);
  }
  device.check(retained, kCall);
}

PrimaryContext::~PrimaryContext() {
  device_.table().cuDevicePrimaryCtxRelease(device_.id());
}

OwnContext::OwnContext(Device& device, unsigned flags) : DriverContext(Kind::kOwn), device_(device) {
  const Table& table = device.table();
  if (!table.cuCtxCreate || !table.cuCtxDestroy)
    throw Failure(status::kUnsupported,
                  "the driver of " + device.label() +
                      " makes no contexts (cuCtxCreate is missing): use the primary one");
  device.check(table.cuCtxCreate(&handle_, flags, device.id()), "cuCtxCreate");
  // The driver has made it current, too. Where it cannot be taken off, destroying it does that.
  CUcontext popped = nullptr;
  const CUresult result = table.cuCtxPopCurrent(&popped);
  if (result == CUDA_SUCCESS && popped == handle_) return;
  table.cuCtxDestroy(handle_);
  device.check(result == CUDA_SUCCESS ? CUDA_ERROR_INVALID_CONTEXT : result, "cuCtxPopCurrent");
}

OwnContext::~OwnContext() {
  if (!process_over()) device_.table().cuCtxDestroy(handle_);
}

}  // namespace gridcall::core
