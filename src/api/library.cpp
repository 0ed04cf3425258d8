// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstring>

#include "api/generated/implementation.h"
#include "base/environment.h"
#include "compile/compiler.h"
#include "driver/loader.h"

namespace gridcall::api {

std::uint32_t version() {
  return GRIDCALL_VERSION;
}

std::uint32_t version_cuda() {
  return 13000;
}

const char* version_text() {
  return GRIDCALL_VERSION_TEXT;
}

const char* version_status() {
  // "0.1.0-dev" -> "dev"
  const char* dash = std::strchr(GRIDCALL_VERSION_TEXT, '-');
  return dash ? dash + 1 : "";
}

namespace {

[[noreturn]] void refuse_driver(const driver::Driver& driver) {
  Failure failure(
      driver.state == driver::LoadState::kTooOld ? status::kDriverTooOld : status::kDriverUnavailable,
      "there is no driver to ask: " + driver.reason);
  failure.notes = driver.notes;
  failure.driver_code = static_cast<std::int32_t>(driver.init_result);
  throw failure;
}

}  // namespace

void version_get_driver(std::int32_t& out_major, std::int32_t& out_minor) {
  core::check_process();
  const driver::Driver& driver = driver::gpu_driver();
  // A driver that finds no device, or refuses to start, still knows its version.
  if (driver.version == 0) refuse_driver(driver);
  out_major = driver.version / 1000;
  out_minor = driver.version % 1000 / 10;
}

void version_get_nvrtc(std::int32_t& out_major, std::int32_t& out_minor) {
  const auto version = compile::nvrtc_version();
  out_major = version.major;
  out_minor = version.minor;
}

void version_get_cpu(std::int32_t& out_major, std::int32_t& out_minor) {
  core::check_process();
  environment::check_all();
  const driver::Driver& driver = driver::cpu_driver();
  if (driver.state != driver::LoadState::kReady) refuse_driver(driver);
  unsigned version = 0;
  if (!driver.table.gridcallVersion || driver.table.gridcallVersion(&version) != driver::CUDA_SUCCESS)
    throw Failure(status::kDriverUnavailable,
                  driver.path + " does not report a version: it is not the CPU device of gridcall");
  out_major = static_cast<std::int32_t>(version / 10000);
  out_minor = static_cast<std::int32_t>(version / 100 % 100);
}

}  // namespace gridcall::api
