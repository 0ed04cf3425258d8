// SPDX-License-Identifier: Apache-2.0

#include "cpu/device.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

#include "cpu/api.h"
#include "cpu/context.h"
#include "cpu/image.h"
#include "driver/environment.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr CUdevice kDevice = 0;

// A value of /proc/meminfo in bytes; 0 when it is not there.
std::size_t meminfo(const char* key) noexcept {
  std::FILE* file = std::fopen("/proc/meminfo", "re");
  if (file == nullptr) return 0;
  char line[160];
  std::size_t found = 0;
  const std::size_t length = std::strlen(key);
  while (std::fgets(line, sizeof line, file) != nullptr) {
    if (std::strncmp(line, key, length) == 0 && line[length] == ':') {
      found = static_cast<std::size_t>(std::strtoull(line + length + 1, nullptr, 10)) * 1024;
      break;
    }
  }
  std::fclose(file);
  return found;
}

bool read_number(const std::string& path, std::size_t& value) {
  std::ifstream file(path);
  unsigned long long number = 0;
  if (!(file >> number)) return false;
  value = number;
  return true;
}

// Calls `visit(directory)` for the memory cgroup of this process and each of its ancestors.
template <class Visit>
void for_each_cgroup(const char* limit_v2, const char* limit_v1, Visit visit) {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    const bool v2 = controllers.empty();
    if (!v2 && controllers.find("memory") == std::string::npos) continue;
    const std::string root = v2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    for (;;) {
      visit(root + (path == "/" ? "" : path), v2 ? limit_v2 : limit_v1, v2);
      if (path.empty() || path == "/") break;
      path.resize(path.rfind('/'));
    }
  }
}

std::size_t cgroup_limit() {
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  for_each_cgroup("/memory.max", "/memory.limit_in_bytes",
                  [&limit](const std::string& directory, const char* name, bool) {
                    std::size_t value = 0;
                    if (read_number(directory + name, value)) limit = std::min(limit, value);
                  });
  return limit;
}

std::size_t cgroup_available() {
  std::size_t available = std::numeric_limits<std::size_t>::max();
  for_each_cgroup("/memory.max", "/memory.limit_in_bytes",
                  [&available](const std::string& directory, const char* name, bool v2) {
                    std::size_t limit = 0;
                    std::size_t used = 0;
                    if (!read_number(directory + name, limit)) return;
                    if (!read_number(directory + (v2 ? "/memory.current" : "/memory.usage_in_bytes"), used))
                      return;
                    available = std::min(available, limit - std::min(limit, used));
                  });
  return available;
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string name = line.substr(std::min(line.find_first_not_of(" \t", colon + 1), line.size()));
    name.erase(std::unique(name.begin(), name.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
               name.end());
    if (!name.empty()) return name;
  }
#if defined(__aarch64__)
  return "aarch64";
#else
  return "x86-64";
#endif
}

int cpu_khz() {
  std::size_t khz = 0;
  if (read_number("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", khz)) return static_cast<int>(khz);
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("cpu MHz", 0) != 0) continue;
    const auto colon = line.find(':');
    if (colon != std::string::npos)
      return static_cast<int>(std::strtod(line.c_str() + colon + 1, nullptr) * 1000.0);
  }
  return 0;
}

// Stable for a machine as long as its machine-id is; the device is this machine's one CPU device.
void make_uuid(unsigned char uuid[16]) {
  std::string seed = "gridcall CPU device ";
  std::ifstream file("/etc/machine-id");
  std::string id;
  if (!(file >> id)) {
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    id = host;
  }
  seed += id;
  // FNV-1a, twice with different starts: an identity, not a secret.
  for (int half = 0; half < 2; ++half) {
    std::uint64_t hash = half == 0 ? 0xcbf29ce484222325 : 0x9ae16a3b2f90404f;
    for (const char c : seed) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    std::memcpy(uuid + 8 * half, &hash, 8);
  }
  uuid[6] = static_cast<unsigned char>((uuid[6] & 0x0f) | 0x80);  // version 8: made by a rule of our own
  uuid[8] = static_cast<unsigned char>((uuid[8] & 0x3f) | 0x80);
}

DeviceFacts* read_facts() {
  auto* facts = new DeviceFacts{};
  cpu_set_t set;
  CPU_ZERO(&set);
  int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
  if (cores <= 0) cores = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  using environment::Name;
  cores = static_cast<int>(environment::number(Name::CPU_THREADS, static_cast<std::uint64_t>(cores)));
  facts->cores = static_cast<std::uint32_t>(cores);
  std::size_t ram = meminfo("MemTotal");
  if (ram == 0) ram = std::size_t{1} << 30;
  // Three quarters: the rest is the host program's, the compiler's and the system's.
  facts->total_bytes = std::min(ram, cgroup_limit()) / 4 * 3 & ~std::size_t{4095};
  facts->total_bytes = environment::number(Name::CPU_MEMORY, facts->total_bytes);
  facts->heap_bytes = environment::number(Name::CPU_HEAP, std::size_t{64} << 20);
  facts->stack_bytes =
      (environment::number(Name::CPU_STACK, std::size_t{64} << 10) + 4095) & ~std::size_t{4095};
  facts->clock_khz = cpu_khz();
  const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  facts->l2_bytes = l2 > 0 ? static_cast<int>(std::min(l2, 1L << 30)) : 0;
  std::snprintf(facts->name, sizeof facts->name, "gridcall CPU: %s (%d core%s)", cpu_model().c_str(), cores,
                cores == 1 ? "" : "s");
  make_uuid(facts->uuid);
  return facts;
}

// Numbers of CUdevice_attribute as NVIDIA's documentation lists them. False: no such attribute.
bool attribute_value(int attribute, int& value) noexcept {
  const DeviceFacts& facts = device_facts();
  if (attribute < 1 || attribute > 145) return false;
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      value = kMaxThreadsPerBlock;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
      value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
      value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
      value = 64;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
      value = 2147483647;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
      value = 65535;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
      value = 65535;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      value = kDefaultSharedBytes;
      break;
    case 9:
      value = 65536;
      break;  // TOTAL_CONSTANT_MEMORY, as every GPU
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
      value = kWarpSize;
      break;
    case 11:
      value = 2147483647;
      break;  // MAX_PITCH
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
      value = 65536;
      break;  // never what limits a launch here
    case 13:
      value = facts.clock_khz;
      break;
    case 15:
      value = 1;
      break;  // GPU_OVERLAP: copies and kernels run side by side
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      value = static_cast<int>(facts.cores);
      break;
    case 18:
      value = 1;
      break;  // INTEGRATED: memory is the host's
    case 19:
      value = 1;
      break;  // CAN_MAP_HOST_MEMORY
    case 31:
      value = 1;
      break;  // CONCURRENT_KERNELS
    case 38:
      value = facts.l2_bytes;
      break;
    case 39:
      value = 8 * static_cast<int>(kMaxThreadsPerBlock);
      break;  // MAX_THREADS_PER_MULTIPROCESSOR
    case 40:
      value = 2;
      break;  // ASYNC_ENGINE_COUNT: both directions beside a kernel
    case 41:
      value = 1;
      break;  // UNIFIED_ADDRESSING
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      value = 9;
      break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
      value = 0;
      break;
    case 78:
      value = 1;
      break;  // STREAM_PRIORITIES_SUPPORTED: accepted, one level
    case 79:
      value = 1;
      break;  // GLOBAL_L1_CACHE_SUPPORTED
    case 80:
      value = 1;
      break;  // LOCAL_L1_CACHE_SUPPORTED
    case 81:
      value = 8 * static_cast<int>(kMaxSharedBytes + 1024);
      break;  // per multiprocessor
    case 82:
      value = 65536;
      break;  // MAX_REGISTERS_PER_MULTIPROCESSOR
    case 86:
      value = 1;
      break;  // HOST_NATIVE_ATOMIC_SUPPORTED
    case 87:
      value = 2;
      break;  // SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO
    case 88:
      value = 1;
      break;  // PAGEABLE_MEMORY_ACCESS: a kernel reads any host memory
    case 90:
      value = 1;
      break;  // COMPUTE_PREEMPTION_SUPPORTED: the host's scheduler
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      value = kMaxSharedBytes;
      break;
    case 100:
      value = 1;
      break;  // PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES
    case 106:
      value = 8;
      break;  // MAX_BLOCKS_PER_MULTIPROCESSOR that can wait for each other
    default:
      value = 0;
      break;  // no such thing here
  }
  return true;
}

}  // namespace

const DeviceFacts& device_facts() noexcept {
  static const DeviceFacts* const facts = read_facts();
  return *facts;
}

std::size_t system_available_bytes() noexcept {
  std::size_t available = meminfo("MemAvailable");
  if (available == 0) available = std::numeric_limits<std::size_t>::max();
  try {
    return std::min(available, cgroup_available());
  } catch (...) {
    return available;
  }
}

namespace api {

CUresult cuDriverGetVersion(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = 12090;  // the CUDA release whose driver API this follows
  return CUDA_SUCCESS;
}

CUresult gridcallVersion(unsigned* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = GRIDCALL_CPU_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (const CUresult refused = enter()) return refused;
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
  *device = kDevice;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  if (const CUresult refused = enter()) return refused;
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int capacity, CUdevice device) {
  if (const CUresult refused = enter()) return refused;
  if (name == nullptr || capacity <= 0) return CUDA_ERROR_INVALID_VALUE;
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<std::size_t>(capacity), "%s", device_facts().name);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (const CUresult refused = enter()) return refused;
  if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  std::memcpy(uuid->bytes, device_facts().uuid, sizeof uuid->bytes);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  if (const CUresult refused = enter()) return refused;
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  *bytes = device_facts().total_bytes;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (const CUresult refused = enter()) return refused;
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  int answer = 0;
  if (!attribute_value(static_cast<int>(attribute), answer)) return CUDA_ERROR_INVALID_VALUE;
  *value = answer;
  return CUDA_SUCCESS;
}

// A CPU sits on no PCI bus.
CUresult cuDeviceGetPCIBusId(char* id, int capacity, CUdevice device) {
  if (const CUresult refused = enter()) return refused;
  if (id == nullptr || capacity <= 0) return CUDA_ERROR_INVALID_VALUE;
  if (device != kDevice) return CUDA_ERROR_INVALID_DEVICE;
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace api

}  // namespace gridcall::cpu
