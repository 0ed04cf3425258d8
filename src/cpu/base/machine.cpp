// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/machine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include "base/environment.h"
#include "cpu/abi/check.h"
#include "cpu/base/lines.h"

namespace gridcall::cpu {

namespace {

// Returns a value of /proc/meminfo in bytes; 0 if it is missing.
std::size_t meminfo(const char* key) noexcept {
  const std::size_t length = std::strlen(key);
  Lines file("/proc/meminfo");
  while (const char* line = file.next()) {
    if (std::strncmp(line, key, length) == 0 && line[length] == ':')
      return static_cast<std::size_t>(std::strtoull(line + length + 1, nullptr, 10)) * 1024;
  }
  return 0;
}

bool read_number(const char* path, std::size_t& value) noexcept {
  Lines file(path);
  const char* line = file.next();
  if (!line || *line < '0' || *line > '9') return false;  // "max"
  value = static_cast<std::size_t>(std::strtoull(line, nullptr, 10));
  return true;
}

// Calls `visit(directory, v2)` for the memory cgroup of this process and each of its ancestors.
template <class Visit>
void for_each_cgroup(Visit visit) noexcept {
  Lines file("/proc/self/cgroup");
  while (const char* line = file.next()) {
    const char* controllers = std::strchr(line, ':');
    const char* path = controllers ? std::strchr(++controllers, ':') : nullptr;
    if (!path) continue;
    const std::string_view names(controllers, static_cast<std::size_t>(path - controllers));
    const bool v2 = names.empty();
    if (!v2 && names.find("memory") == std::string_view::npos) continue;
    char directory[1100];
    const int root = std::snprintf(directory, sizeof directory, "/sys/fs/cgroup%s", v2 ? "" : "/memory");
    std::snprintf(directory + root, sizeof directory - static_cast<std::size_t>(root), "%s", path + 1);
    for (;;) {
      char* const last = std::strrchr(directory + root, '/');
      if (last && last[1] == '\0') *last = '\0';  // the root's path is "/"
      visit(static_cast<const char*>(directory), v2);
      if (directory[root] == '\0') break;
      *std::strrchr(directory + root, '/') = '\0';
    }
  }
}

bool read_cgroup(const char* directory, const char* name, std::size_t& value) noexcept {
  char path[1200];
  std::snprintf(path, sizeof path, "%s/%s", directory, name);
  return read_number(path, value);
}

bool read_cgroup_limit(const char* directory, bool v2, std::size_t& value) noexcept {
  return read_cgroup(directory, v2 ? "memory.max" : "memory.limit_in_bytes", value);
}

std::size_t cgroup_limit() noexcept {
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  for_each_cgroup([&limit](const char* directory, bool v2) {
    std::size_t value = 0;
    if (read_cgroup_limit(directory, v2, value)) limit = std::min(limit, value);
  });
  return limit;
}

std::size_t cgroup_available() noexcept {
  std::size_t available = std::numeric_limits<std::size_t>::max();
  for_each_cgroup([&available](const char* directory, bool v2) {
    std::size_t limit = 0;
    std::size_t used = 0;
    if (!read_cgroup_limit(directory, v2, limit)) return;
    if (!read_cgroup(directory, v2 ? "memory.current" : "memory.usage_in_bytes", used)) return;
    available = std::min(available, limit - std::min(limit, used));
  });
  return available;
}

// Values of the first processor in /proc/cpuinfo, or "". Formatting it is slow, so it is read once.
struct CpuInfo {
  char model[96] = "";
  char mhz[32] = "";
};

// Leading blanks are dropped, and several blanks become one.
void copy_value(const char* from, char* value, std::size_t capacity) noexcept {
  std::size_t used = 0;
  for (; *from != '\0' && used + 1 < capacity; ++from) {
    const bool blank = *from == ' ' || *from == '\t';
    if (!blank || (used != 0 && value[used - 1] != ' ')) value[used++] = blank ? ' ' : *from;
  }
  value[used] = '\0';
}

CpuInfo cpuinfo() noexcept {
  CpuInfo info;
  Lines file("/proc/cpuinfo");
  const char* line = file.next();
  for (; line && *line != '\0'; line = file.next()) {
    const char* const at = std::strchr(line, ':');
    if (!at) continue;
    if (std::strncmp(line, "model name", 10) == 0) copy_value(at + 1, info.model, sizeof info.model);
    if (std::strncmp(line, "cpu MHz", 7) == 0) copy_value(at + 1, info.mhz, sizeof info.mhz);
  }
  return info;
}

int cpu_khz(const CpuInfo& info) noexcept {
  std::size_t khz = 0;
  if (read_number("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", khz)) return static_cast<int>(khz);
  return static_cast<int>(std::strtod(info.mhz, nullptr) * 1000.0);
}

// Makes the UUID of this machine's only CPU device, which is as stable as the machine-id.
void make_uuid(unsigned char uuid[16]) noexcept {
  char host[256] = {};
  Lines file("/etc/machine-id");
  const char* id = file.next();
  if (!id || *id == '\0') {
    gethostname(host, sizeof host - 1);
    id = host;
  }
  // FNV-1a with two different seeds, since an identity need not be secret.
  for (int half = 0; half < 2; ++half) {
    std::uint64_t hash = half == 0 ? 0xcbf29ce484222325 : 0x9ae16a3b2f90404f;
    for (const char* text : {"gridcall CPU device ", id}) {
      for (; *text != '\0'; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3;
    }
    std::memcpy(uuid + 8 * half, &hash, 8);
  }
  uuid[6] = static_cast<unsigned char>((uuid[6] & 0x0f) | 0x80);  // version 8: a vendor's own scheme
  uuid[8] = static_cast<unsigned char>((uuid[8] & 0x3f) | 0x80);
}

void read_facts(DeviceFacts* facts) noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  int cores = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
  if (cores <= 0) cores = static_cast<int>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  using environment::Name;
  cores = static_cast<int>(environment::number(Name::CPU_THREADS, static_cast<std::uint64_t>(cores)));
  facts->cores = static_cast<std::uint32_t>(cores);
  std::size_t ram = meminfo("MemTotal");
  if (ram == 0) ram = std::size_t{1} << 30;
  // The device has three quarters; the host program, the compiler and the system need the rest.
  facts->total_bytes = std::min(ram, cgroup_limit()) / 4 * 3 & ~std::size_t{4095};
  facts->total_bytes = environment::number(Name::CPU_MEMORY, facts->total_bytes);
  facts->heap_bytes = environment::number(Name::CPU_HEAP, std::size_t{64} << 20);
  facts->stack_bytes =
      (environment::number(Name::CPU_STACK, std::size_t{64} << 10) + 4095) & ~std::size_t{4095};
  if (const char* list = environment::text(Name::CPU_CHECK)) {
    facts->checks = checks_of(list).value_or(0);
    facts->check_memory = facts->checks != 0 || environment::parse_switch(list).value_or(false);
  }
  const CpuInfo info = cpuinfo();
  facts->clock_khz = cpu_khz(info);
  const long l2 = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
  facts->l2_bytes = l2 > 0 ? static_cast<int>(std::min(l2, 1L << 30)) : 0;
#if defined(__aarch64__)
  const char* const architecture = "aarch64";
#else
  const char* const architecture = "x86-64";
#endif
  std::snprintf(facts->name, sizeof facts->name, "gridcall CPU: %s (%d core%s)",
                *info.model ? info.model : architecture, cores, cores == 1 ? "" : "s");
  make_uuid(facts->uuid);
}

constinit DeviceFacts facts_of_device{};

}  // namespace

void device_facts_read() noexcept {
  read_facts(&facts_of_device);
}

const DeviceFacts& device_facts() noexcept {
  return facts_of_device;
}

std::size_t system_available_bytes() noexcept {
  std::size_t available = meminfo("MemAvailable");
  if (available == 0) available = std::numeric_limits<std::size_t>::max();
  return std::min(available, cgroup_available());
}

}  // namespace gridcall::cpu
