// SPDX-License-Identifier: Apache-2.0

#include "compile/key.h"

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#include <cstdint>

#include "base/environment.h"
#include "compile/sha256.h"

#ifndef GRIDCALL_VERSION
#error "GRIDCALL_VERSION must be defined: it is part of the cache key"
#endif

namespace gridcall::compile {

namespace {

std::string read_host_cpu_identity() {
  std::string text;
#if defined(__x86_64__)
  const unsigned most = __get_cpuid_max(0, nullptr);
  bool saves_registers = false;
  const auto leaf = [&](unsigned number, unsigned part) {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (number <= most || number == 0x80000001) __cpuid_count(number, part, a, b, c, d);
    // Leaf 1 has the current core's number in EBX, and the features that the kernel enabled in ECX.
    if (number == 1) {
      b = 0;
      saves_registers = (c & bit_OSXSAVE) != 0;
    }
    text += std::to_string(number) + "." + std::to_string(part) + ":" + std::to_string(a) + "," +
            std::to_string(b) + "," + std::to_string(c) + "," + std::to_string(d) + " ";
  };
  leaf(0, 0);  // the vendor
  leaf(1, 0);  // family, model and stepping
  leaf(7, 0);
  leaf(7, 1);
  leaf(0x80000001, 0);
  // The registers that the kernel saves; AVX and AVX-512 require it.
  if (saves_registers) {
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    text += "xcr0:" + std::to_string(low);
  }
#else
  text = "hwcap " + std::to_string(::getauxval(AT_HWCAP)) + " " + std::to_string(::getauxval(AT_HWCAP2));
#endif
  return text;
}

// Returns the features that distinguish this CPU, because machine code for one CPU may not run on another.
const std::string& host_cpu_identity() {
  // The value is cached, because in a virtual machine each cpuid exits to the hypervisor.
  static const std::string* identity = new std::string(read_host_cpu_identity());
  return *identity;
}

}  // namespace

void KeyBuilder::add(std::string_view field, std::string_view value) {
  for (const std::string_view part : {field, value}) {
    const std::uint64_t size = part.size();
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(part);
  }
}

void KeyBuilder::add(std::string_view field, const std::vector<std::string>& values) {
  for (const std::string& value : values) add(field, value);
}

std::string key_of(const CompileJob& job, const Compiler& compiler, const std::string& includes) {
  KeyBuilder key;
  key.add("gridcall", GRIDCALL_VERSION);
  key.add("source", job.request.source);
  for (const auto& [name, bytes] : job.request.inputs) {
    const Digest digest = sha256(bytes);
    key.add("input", name);
    key.add("digest", {reinterpret_cast<const char*>(digest.data()), digest.size()});
  }
  key.add("name", job.name);
  key.add("arch", job.options.arch);
  key.add("option", job.options.arguments);
  key.add("include directory", job.options.include_dirs);
  key.add("pre-include", job.options.pre_includes);
  for (const auto& [name, text] : job.request.headers) {
    key.add("header name", name);
    key.add("header text", text);
  }
  key.add("instance", job.request.instances);
  if (job.request.no_files) key.add("files", "none");
  key.add("includes", includes);
  if (job.target.is_cpu) {
    key.add("gridcall-cc", compiler.identity);
    key.add("host", host_cpu_identity());
    key.add("target", environment::value(environment::Name::CPU_TARGET).value_or(""));
  } else {
    key.add("NVRTC", compiler.identity);
    key.add("device", std::to_string(job.target.compute_capability_major) + "." +
                          std::to_string(job.target.compute_capability_minor));
    key.add("driver", std::to_string(job.target.driver_version));
  }
  return key.bytes();
}

}  // namespace gridcall::compile
