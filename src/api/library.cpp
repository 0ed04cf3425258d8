// SPDX-License-Identifier: Apache-2.0

#include <cstdint>

#include "api/generated/implementation.h"
#include "base/concat.h"
#include "base/environment.h"
#include "comm/engine.h"
#include "compile/compiler.h"
#include "driver/loader.h"
#include "ndarray/cublas.h"
#include "ndarray/cufft.h"
#include "ndarray/factor_step.h"
#include "ndarray/host_blas.h"
#include "ndarray/host_fft.h"

namespace gridcall::api {

std::uint32_t version() {
  return GRIDCALL_VERSION;
}

const char* version_text() {
  return GRIDCALL_VERSION_TEXT;
}

namespace {

// The CUDA driver interface that the table follows.
constexpr int kCudaInterface = 13000;

struct Version {
  int major = 0, minor = 0, patch = 0;
};

[[noreturn]] void refuse_driver(const driver::Driver& driver) {
  Failure failure(
      driver.state == driver::LoadState::kTooOld ? status::kDriverTooOld : status::kDriverUnavailable,
      "there is no driver to ask: " + driver.reason);
  failure.notes = driver.notes;
  failure.driver_code = static_cast<std::int32_t>(driver.init_result);
  throw failure;
}

Version of_cuda(int number) {
  return {number / 1000, number % 1000 / 10};
}

Version of_driver() {
  const driver::Driver& driver = driver::gpu_driver();
  // A driver that finds no device or refuses to start still reports its version.
  if (driver.version == 0) refuse_driver(driver);
  return of_cuda(driver.version);
}

Version of_nvrtc() {
  const compile::NvrtcVersion version = compile::nvrtc_version();
  return {version.major, version.minor};
}

Version of_cpu_device() {
  environment::check_all();
  const driver::Driver& driver = driver::cpu_driver();
  if (driver.state != driver::LoadState::kReady) refuse_driver(driver);
  unsigned version = 0;
  if (!driver.table.gridcallVersion || driver.table.gridcallVersion(&version) != driver::CUDA_SUCCESS)
    throw Failure(status::kDriverUnavailable, driver.path +
                                                  " does not report a version, so it is not the CPU device "
                                                  "of gridcall: unset GRIDCALL_CPU_DRIVER, or "
                                                  "name libgridcall_cpu.so with it");
  const int number = static_cast<int>(version);
  return {number / 10000, number / 100 % 100, number % 100};
}

Version of_nccl() {
  const int version = comm::usable_engine(false).version;
  return {version / 10000, version / 100 % 100, version % 100};
}

Version of_mpi() {
  const comm::Engine& engine = comm::usable_engine(true);
  Version version;
  if (!engine.table.gridcallMpiVersion ||
      engine.table.gridcallMpiVersion(&version.major, &version.minor) != 0)
    throw Failure(status::kComm, engine.path + " does not tell the version of MPI");
  return version;
}

// A mathematical library. `reason` says why there is none, and `package` what to install; "": one that does
// not tell its version.
Version of_library(const std::array<int, 3>& version, const std::string& reason, const char* package) {
  if (version != std::array<int, 3>{}) return {version[0], version[1], version[2]};
  throw Failure(status::kUnsupported,
                reason.empty() ? "the library does not tell its version"
                               : concat("there is none to ask (`", package, "` installs one): ", reason));
}

Version of_found(std::array<int, 3> (*find)(std::string& reason), const char* package) {
  std::string reason;
  const std::array<int, 3> version = find(reason);
  return of_library(version, reason, package);
}

Version of_cublas() {
  std::string reason;
  const std::span<const ndarray::CublasLibrary> libraries = ndarray::cublas_libraries(reason);
  return of_library(libraries.empty() ? std::array<int, 3>{} : libraries.front().version, reason,
                    "pip install nvidia-cublas");
}

Version of_host_blas() {
  const ndarray::HostBlas& blas = ndarray::host_blas();
  return of_library(blas.version, blas.path.empty() ? blas.reason : "", "apt install libopenblas0");
}

Version of_lapack() {
  const ndarray::HostLapack& lapack = ndarray::host_blas().lapack;
  return of_library(lapack.version, lapack.path.empty() ? lapack.reason : "", "apt install libopenblas0");
}

// The generated code refuses other numbers.
Version version_of(gc_version_component component) {
  switch (component) {
    case GRIDCALL_VERSION_COMPONENT_DRIVER:
      return of_driver();
    case GRIDCALL_VERSION_COMPONENT_NVRTC:
      return of_nvrtc();
    case GRIDCALL_VERSION_COMPONENT_CPU_DEVICE:
      return of_cpu_device();
    case GRIDCALL_VERSION_COMPONENT_NCCL:
      return of_nccl();
    case GRIDCALL_VERSION_COMPONENT_MPI:
      return of_mpi();
    case GRIDCALL_VERSION_COMPONENT_CUBLAS:
      return of_cublas();
    case GRIDCALL_VERSION_COMPONENT_BLAS:
      return of_host_blas();
    case GRIDCALL_VERSION_COMPONENT_CUSOLVER:
      return of_found(ndarray::cusolver_version, "pip install nvidia-cusolver");
    case GRIDCALL_VERSION_COMPONENT_LAPACK:
      return of_lapack();
    case GRIDCALL_VERSION_COMPONENT_CUFFT:
      return of_found(ndarray::cufft_version, "pip install nvidia-cufft");
    case GRIDCALL_VERSION_COMPONENT_FFTW:
      return of_found(ndarray::host_fft_version, "apt install libfftw3-double3 libfftw3-single3");
    default:
      return of_cuda(kCudaInterface);
  }
}

}  // namespace

void version_get(gc_version_component component, std::int32_t& out_major, std::int32_t& out_minor,
                 std::int32_t& out_patch) {
  core::check_process();
  const Version version = version_of(component);
  out_major = version.major;
  out_minor = version.minor;
  out_patch = version.patch;
}

}  // namespace gridcall::api
