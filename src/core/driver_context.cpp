// SPDX-License-Identifier: Apache-2.0

#include "core/driver_context.h"

#include "core/device_loss.h"

namespace gridcall::core {

using namespace driver;

namespace {

// Checks the result of a driver call that should have made a context.
void check_made(Device& device, CUresult result, const char* call) {
  if (result == CUDA_ERROR_OUT_OF_MEMORY) throw driver_failure(device.table(), result, call);
  if (is_sticky(result)) {
    const Failure* const first = driver_loss(device.driver());
    // Without a first fault, another library's kernel failed.
    const Failure cause = first ? *first : driver_failure(device.table(), result, call);
    device.lose(cause);
    throw device_lost(device, cause);
  }
  device.check(result, call);
}

}  // namespace

PrimaryContext::PrimaryContext(Device& device) : DriverContext(Kind::kPrimary), device_(device) {
  check_made(device, device.table().cuDevicePrimaryCtxRetain(&handle_, device.id()),
             "cuDevicePrimaryCtxRetain");
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
  check_made(device, table.cuCtxCreate(&handle_, flags, device.id()), "cuCtxCreate");
  // The driver has made the context current. If it cannot be popped, it is destroyed, which pops it.
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
