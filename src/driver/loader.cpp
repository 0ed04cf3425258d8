// SPDX-License-Identifier: Apache-2.0

#include "driver/loader.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "driver/process.h"

namespace gridcall::driver {

namespace {

std::atomic<TableHook> table_hook{nullptr};

// dlerror's text without what the path already says.
std::string open_error(const std::string& path) {
  const char* error = dlerror();
  std::string text = error ? error : "unknown error";
  const std::string prefix = path + ": ";
  if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
  if (text.find("No such file") != std::string::npos) return "not installed";
  return text;
}

// What fails for want of the host's memory is no property of the driver: it is tried again by the next call.
void check_memory(CUresult result) {
  if (result == CUDA_ERROR_OUT_OF_MEMORY || result == GRIDCALL_DRIVER_ERROR_HOST_MEMORY)
    throw LoadOutOfMemory(result);
}

void check_memory(const std::string& error) {
  const bool said = error.find("annot allocate memory") != std::string::npos ||
                    error.find("out of memory") != std::string::npos;
  // The C library may also say that there is no such file.
  void* const some = malloc(256);
  const bool none_left = some == nullptr;
  free(some);
  if (none_left || (said && error.find("static TLS") == std::string::npos))
    throw LoadOutOfMemory(CUDA_SUCCESS);
}

// Twice, for the first time may fail, with any error, because a little memory was missing for a moment. The C
// library then leaves libm out of what later libraries are bound to, unless it is global (glibc 2.36).
void* open_library(const std::string& path) {
  const int flags = RTLD_NOW | RTLD_LOCAL;
  if (void* library = dlopen(path.c_str(), flags)) return library;
  if (void* library = dlopen(path.c_str(), flags)) return library;
  const char* error = dlerror();
  if (error != nullptr && strstr(error, "undefined symbol") != nullptr &&
      dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) != nullptr) {
    if (void* library = dlopen(path.c_str(), flags)) return library;
  }
  return dlopen(path.c_str(), flags);  // for its error
}

void* open(Driver& driver, const std::string& path) {
  dlerror();
  void* library = open_library(path);
  if (library) {
    driver.path = path;
    driver.notes.push_back(path + ": opened");
  } else {
    driver.reason = path + ": " + open_error(path);
    check_memory(driver.reason);
    driver.notes.push_back(driver.reason);
  }
  return library;
}

// Fills the table through cuGetProcAddress. Answers the name of the first required function that is missing.
const char* fill(Driver& driver, void* library) {
  using GetProcAddressV1 = CUresult (*)(const char*, void**, int, std::uint64_t);
  auto* v2 = reinterpret_cast<cuGetProcAddress_fn>(dlsym(library, "cuGetProcAddress_v2"));
  auto* v1 = reinterpret_cast<GetProcAddressV1>(dlsym(library, "cuGetProcAddress"));
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
  enum { OPTIONAL, REQUIRED };
  const char* missing = nullptr;
#define GRIDCALL_DRIVER_FN(need, name, version, parameters)                             \
  if (version != 0) {                                                                   \
    driver.table.name = reinterpret_cast<CUresult(*) parameters>(find(#name, version)); \
    if (need == REQUIRED && !driver.table.name && !missing) missing = #name;            \
  }
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  driver.table.size = sizeof(Table);
  return missing;
}

const char* missing_required(const Table& table) {
  enum { OPTIONAL, REQUIRED };
#define GRIDCALL_DRIVER_FN(need, name, version, parameters) \
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

void initialise(Driver& driver) {
  const Table& table = driver.table;
  driver.init_result = table.cuInit(0);
  check_memory(driver.init_result);
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

// True if a test supplied or wrapped the table so that it counts as loaded.
bool apply_hook(Driver& driver) {
  const TableHook hook = table_hook.load();
  if (!hook || !hook(driver.kind, driver.table)) return false;
  driver.path = "test driver";
  return true;
}

void load_gpu(Driver& driver) {
  const char* chosen = secure_getenv("GRIDCALL_CUDA_DRIVER");
  void* library = open(driver, chosen && *chosen ? chosen : "libcuda.so.1");
  const char* missing = library ? fill(driver, library) : nullptr;
  if (apply_hook(driver))
    missing = nullptr;
  else if (!library)
    return;
  if (!missing) missing = missing_required(driver.table);
  if (missing) return too_old(driver, missing);
  initialise(driver);
}

// The folder this library lies in, with its slash.
std::string own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&table_hook), &info) == 0 || !info.dli_fname) return "";
  std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

void load_cpu(Driver& driver) {
  const char* chosen = secure_getenv("GRIDCALL_CPU_DRIVER");
  void* library = nullptr;
  if (chosen && *chosen) {
    library = open(driver, chosen);
  } else {
    const std::string folder = own_folder();
    if (!folder.empty()) library = open(driver, folder + "libgridcall_cpu.so");
    // In a program that was linked statically there is no folder of ours.
    if (!library) library = open(driver, "libgridcall_cpu.so");
  }
  bool filled = false;
  if (library) {
    const auto entry = reinterpret_cast<CpuDriverEntry>(dlsym(library, kCpuDriverEntryName));
    filled = entry && entry(kCpuDriverVersion, &driver.table, sizeof(Table)) == 0;
    if (!filled) {
      driver.reason = driver.path + ": it is of another version of gridcall";
      driver.notes.push_back(driver.reason);
    }
  }
  if (!apply_hook(driver) && !filled) return;
  if (const char* missing = missing_required(driver.table)) return too_old(driver, missing);
  initialise(driver);
}

}  // namespace

void set_table_hook(TableHook hook) noexcept {
  table_hook.store(hook);
}

// Leaked on purpose: calls may come while the process exits.
const Driver& gpu_driver() {
  static const Driver* const driver = [] {
    auto made = std::make_unique<Driver>();
    made->kind = Kind::kGpu;
    load_gpu(*made);
    return made.release();
  }();
  return *driver;
}

const Driver& cpu_driver() {
  static const Driver* const driver = [] {
    auto made = std::make_unique<Driver>();
    made->kind = Kind::kCpu;
    load_cpu(*made);
    return made.release();
  }();
  return *driver;
}

}  // namespace gridcall::driver
