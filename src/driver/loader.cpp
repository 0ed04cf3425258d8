// SPDX-License-Identifier: Apache-2.0

#include "driver/loader.h"

#include <cstdint>
#include <memory>

#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/log.h"
#include "base/own_file.h"
#include "base/process.h"

namespace gridcall::driver {

namespace {

// A failure for lack of host memory is not a property of the driver, so the next call tries again.
void check_memory(CUresult result) {
  if (result == CUDA_ERROR_OUT_OF_MEMORY || result == GRIDCALL_DRIVER_ERROR_HOST_MEMORY)
    throw LoadOutOfMemory(result);
}

DynamicLibrary open(Driver& driver, const std::string& path) {
  DynamicLibrary library = DynamicLibrary::open(path);
  if (library) {
    driver.path = path;
    driver.notes.push_back(path + ": opened");
  } else {
    if (library.lacked_memory()) throw LoadOutOfMemory(CUDA_SUCCESS);
    library.check_host();
    driver.reason = path + ": " + library.error();
    driver.notes.push_back(driver.reason);
  }
  return library;
}

// Fills the table through cuGetProcAddress. Returns that name if the function is missing, else nullptr.
const char* fill(Driver& driver, const DynamicLibrary& library) {
  using GetProcAddressV1 = CUresult (*)(const char*, void**, int, std::uint64_t);
  const auto v2 = library.find<cuGetProcAddress_fn>("cuGetProcAddress_v2");
  const auto v1 = library.find<GetProcAddressV1>("cuGetProcAddress");
  if (!v2 && !v1) return "cuGetProcAddress";  // before CUDA 11.3
  const auto find = [&](const char* name, int version) -> void* {
    void* function = nullptr;
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (v2) {
      if (v2(name, &function, version, 0, &found) != CUDA_SUCCESS) return nullptr;
      return found == CU_GET_PROC_ADDRESS_SUCCESS ? function : nullptr;
    }
    return v1(name, &function, version, 0) == CUDA_SUCCESS ? function : nullptr;
  };
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) \
  if (version != 0) driver.table.name = reinterpret_cast<CUresult(*) parameters>(find(#name, version));
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  driver.table.size = sizeof(Table);
  return nullptr;
}

const char* missing_required(const Table& table) {
  enum { OPTIONAL, REQUIRED };
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) \
  if (need == REQUIRED && !table.name) return #name;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  return nullptr;
}

const char* error_name(const Table& table, CUresult result) {
  const char* name = nullptr;
  if (table.cuGetErrorName && table.cuGetErrorName(result, &name) == CUDA_SUCCESS && name) return name;
  return "unknown error";
}

void initialize(Driver& driver) {
  const Table& table = driver.table;
  driver.init_result = table.cuInit(0);
  if (driver.kind == Kind::kGpu && driver.init_result == CUDA_ERROR_OUT_OF_MEMORY && has_host_memory()) {
    // If the second call returns the error too, memory is not the reason: the driver fails, and the CPU
    // device remains.
    driver.init_result = table.cuInit(0);
  } else {
    check_memory(driver.init_result);
  }
  table.cuDriverGetVersion(&driver.version);
  switch (driver.init_result) {
    case CUDA_SUCCESS:
      if (!process_watch()) throw LoadOutOfMemory(CUDA_SUCCESS);
      if (const CUresult counted = table.cuDeviceGetCount(&driver.device_count); counted != CUDA_SUCCESS) {
        driver.device_count = 0;
        driver.reason = driver.path + ": cuDeviceGetCount failed with " + error_name(table, counted) + " (" +
                        std::to_string(counted) + ")";
        break;
      }
      driver.state = LoadState::kReady;
      if (driver.device_count == 0) driver.reason = driver.path + ": it has no device";
      return;
    case CUDA_ERROR_NO_DEVICE:
      driver.state = LoadState::kReady;
      driver.reason = driver.path + ": it finds no device";
      return;
    case CUDA_ERROR_STUB_LIBRARY:
      driver.reason = driver.path + ": the stub that programs are linked with, not the driver";
      break;
    case CUDA_ERROR_NOT_INITIALIZED:
      driver.reason = driver.path + ": CUDA was used before this process was forked";
      break;
    default:
      driver.reason = driver.path + ": cuInit failed with " + error_name(table, driver.init_result) + " (" +
                      std::to_string(driver.init_result) + ")";
  }
  driver.notes.push_back(driver.reason);
  driver.state = LoadState::kRefused;
}

void too_old(Driver& driver, const char* missing) {
  int version = 0;
  if (driver.table.cuDriverGetVersion) driver.table.cuDriverGetVersion(&version);
  driver.reason = driver.path + ": it has no " + missing;
  if (version != 0)
    driver.reason += " (it is for CUDA " + std::to_string(version / 1000) + "." +
                     std::to_string(version % 1000 / 10) + ")";
  driver.notes.push_back(driver.reason);
  driver.state = LoadState::kTooOld;
}

void load_gpu(Driver& driver) {
  const char* chosen = environment::text(environment::Name::CUDA_DRIVER);
  const DynamicLibrary library = open(driver, chosen ? chosen : "libcuda.so.1");
  if (!library && chosen) driver.reason += " (GRIDCALL_CUDA_DRIVER)";
  if (!library) return;
  const char* missing = fill(driver, library);
  if (!missing) missing = missing_required(driver.table);
  if (missing) return too_old(driver, missing);
  initialize(driver);
}

DynamicLibrary open_cpu(Driver& driver) {
  constexpr const char* kFile = "libgridcall_cpu.so";
  if (const char* chosen = environment::text(environment::Name::CPU_DRIVER)) {
    DynamicLibrary library = open(driver, chosen);
    if (!library) driver.reason += " (GRIDCALL_CPU_DRIVER)";
    return library;
  }
  std::string broken;
  std::string tried;
  for (const std::string& place : plugin_places()) {
    DynamicLibrary library = open(driver, place.empty() ? kFile : place + "/" + kFile);
    if (library) return library;
    if (library.is_missing()) {
      tried += (tried.empty() ? "" : ", ") + (place.empty() ? std::string("the loader's folders") : place);
    } else if (broken.empty()) {
      broken = driver.reason;
    }
  }
  driver.reason =
      std::string(kFile) + ": not in " + tried + "; install it there, or set GRIDCALL_CPU_DRIVER to it";
  if (!broken.empty()) driver.reason = std::move(broken);
  return {};
}

void load_cpu(Driver& driver) {
  const DynamicLibrary library = open_cpu(driver);
  if (!library) return;
  const auto entry = library.find<CpuDriverEntry>(kCpuDriverEntryName);
  if (!entry || entry(kCpuDriverVersion, &driver.table, sizeof(Table)) != 0) {
    driver.reason = driver.path + (entry ? ": it is of another version of gridcall"
                                         : ": it is not the CPU device of gridcall");
    driver.notes.push_back(driver.reason);
    return;
  }
  if (const char* missing = missing_required(driver.table)) return too_old(driver, missing);
  initialize(driver);
}

void log_outcome(const Driver& driver) noexcept {
  const char* const kind = driver.kind == Kind::kGpu ? "of GPUs" : "of the CPU device";
  if (driver.state == LoadState::kReady)
    log::info("driver", kind, ": ", driver.path, ", for CUDA ", driver.version / 1000, ".",
              driver.version % 1000 / 10, ", devices: ", driver.device_count);
  else
    log::info("driver", kind, ": none: ", driver.reason);
}

}  // namespace

// The object is leaked, because calls may come while the process exits.
const Driver& gpu_driver() {
  static const Driver* const driver = [] {
    auto made = std::make_unique<Driver>();
    made->kind = Kind::kGpu;
    load_gpu(*made);
    log_outcome(*made);
    return made.release();
  }();
  return *driver;
}

const Driver& cpu_driver() {
  static const Driver* const driver = [] {
    auto made = std::make_unique<Driver>();
    made->kind = Kind::kCpu;
    load_cpu(*made);
    log_outcome(*made);
    return made.release();
  }();
  return *driver;
}

}  // namespace gridcall::driver
