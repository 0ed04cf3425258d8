// SPDX-License-Identifier: Apache-2.0
//
// Numbers that the core writes down itself are those of the spec.

#include "base/status.h"
#include "gridcall/gridcall.h"
#include "support/cmocka.h"

namespace {

namespace status = gridcall::status;

void numbers_of_statuses(void**) {
#define SAME(ours, theirs) static_assert(status::ours == GRIDCALL_ERROR_##theirs)
  SAME(kInvalidArgument, INVALID_ARGUMENT);
  SAME(kInvalidHandle, INVALID_HANDLE);
  SAME(kOutOfRange, OUT_OF_RANGE);
  SAME(kInvalidOptions, INVALID_OPTIONS);
  SAME(kNotFound, NOT_FOUND);
  SAME(kUnsupported, UNSUPPORTED);
  SAME(kWrongContext, WRONG_CONTEXT);
  SAME(kInvalidState, INVALID_STATE);
  SAME(kNotReady, NOT_READY);
  SAME(kAlreadyRegistered, ALREADY_REGISTERED);
  SAME(kForked, FORKED);
  SAME(kExiting, EXITING);
  SAME(kOutOfMemory, OUT_OF_MEMORY);
  SAME(kOutOfHostMemory, OUT_OF_HOST_MEMORY);
  SAME(kPoolLimit, POOL_LIMIT);
  SAME(kInvalidLaunch, INVALID_LAUNCH);
  SAME(kArgumentMismatch, ARGUMENT_MISMATCH);
  SAME(kIllegalAddress, ILLEGAL_ADDRESS);
  SAME(kMisalignedAddress, MISALIGNED_ADDRESS);
  SAME(kKernelTrap, KERNEL_TRAP);
  SAME(kKernelAssert, KERNEL_ASSERT);
  SAME(kDivideByZero, DIVIDE_BY_ZERO);
  SAME(kStackOverflow, STACK_OVERFLOW);
  SAME(kLaunchTimeout, LAUNCH_TIMEOUT);
  SAME(kLaunchFailed, LAUNCH_FAILED);
  SAME(kKernelDeadlock, KERNEL_DEADLOCK);
  SAME(kDeviceLost, DEVICE_LOST);
  SAME(kCompile, COMPILE);
  SAME(kCompilerUnavailable, COMPILER_UNAVAILABLE);
  SAME(kCompilerFailed, COMPILER_FAILED);
  SAME(kCompileTimeout, COMPILE_TIMEOUT);
  SAME(kInvalidImage, INVALID_IMAGE);
  SAME(kIncompatibleImage, INCOMPATIBLE_IMAGE);
  SAME(kInvalidCompileOption, INVALID_COMPILE_OPTION);
  SAME(kDriver, DRIVER);
  SAME(kNoDevice, NO_DEVICE);
  SAME(kDriverUnavailable, DRIVER_UNAVAILABLE);
  SAME(kDriverTooOld, DRIVER_TOO_OLD);
  SAME(kIo, IO);
  SAME(kInternal, INTERNAL);
#undef SAME
}

void statuses_have_names_and_classes(void**) {
  assert_string_equal(gc_status_name(GRIDCALL_ERROR_OUT_OF_MEMORY), "OUT_OF_MEMORY");
  assert_string_equal(gc_status_name(12345), "UNKNOWN");
  assert_int_equal(gc_status_category(GRIDCALL_OK), GRIDCALL_CATEGORY_NONE);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_COMPILE), GRIDCALL_CATEGORY_COMPILE);
  assert_int_equal(gc_status_category(-7), GRIDCALL_CATEGORY_RUNTIME);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_statuses),
      cmocka_unit_test(statuses_have_names_and_classes),
  };
  return cmocka_run_group_tests_name("core_spec", tests, nullptr, nullptr);
}
