// SPDX-License-Identifier: Apache-2.0
//
// The devices that a test of functions runs on: the default one, and the CPU device in both modes.

#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "gridcall/gridcall.h"
#include "support/call.h"
#include "support/cmocka.h"
#include "support/effort.h"

namespace gridcall::math {

[[noreturn]] inline void give_up(const std::string& problem) {
  print_error("%s\n", problem.c_str());
  fail();
  std::abort();  // fail() does not come back
}

// One way to run a kernel.
struct Way {
  const char* name;
  gc_context* context;
  int mode;  // of the CPU device; -1: a GPU
};
inline std::vector<Way> ways;

inline gc_module* compiled(gc_context* context, const std::string& source,
                           const std::vector<const char*>& more = {}, std::uint64_t flags = 0) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_TIERING | flags;
  options.options = more.data();
  options.option_count = more.size();
  gc_module* module = nullptr;
  CALL(gc_module_from_source, context, source.c_str(), source.size(), &options, &module);
  return module;
}

inline constexpr std::uint32_t kBlock = 256;

// kernel(out, in, count), one thread for each of `count`; without `in` kernel(out), one thread. Returns
// `out`.
inline std::vector<std::uint8_t> launch(const Way& way, gc_module* module, const std::string& name,
                                        std::size_t out_size, const std::vector<std::uint8_t>* in,
                                        std::size_t count) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module, name.c_str(), &kernel);
  if (way.mode >= 0) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, way.mode);
  gc_mem *to = nullptr, *from = nullptr;
  CALL(gc_mem_alloc, way.context, out_size, &to);
  CALL(fill_u8, to, 0, 0, out_size, nullptr);
  gc_arg args[3] = {};
  args[0] = {GRIDCALL_ARG_KIND_MEM, 8, 0, to};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  if (in) {
    CALL(gc_mem_alloc, way.context, in->size(), &from);
    CALL(gc_memcpy_htod, from, 0, in->data(), in->size(), nullptr);
    args[1] = {GRIDCALL_ARG_KIND_MEM, 8, 0, from};
    args[2] = {GRIDCALL_ARG_KIND_SCALAR, 4, count, nullptr};
    config.block_x = kBlock;
    config.grid_x = static_cast<std::uint32_t>((count + kBlock - 1) / kBlock);
  }
  CALL(gc_launch, kernel, &config, args, in ? 3u : 1u, nullptr);
  CALL(gc_context_synchronize, way.context);
  std::vector<std::uint8_t> out(out_size);
  CALL(gc_memcpy_dtoh, out.data(), to, 0, out.size(), nullptr);
  gc_mem_release(to);
  gc_mem_release(from);
  gc_kernel_release(kernel);
  return out;
}

inline int open_devices(void**) {
  gc_context *context = nullptr, *cpu_context = nullptr;
  gc_device *device = nullptr, *cpu = nullptr;
  gc_device_kind kind = 0;
  CALL(gc_context_get_default, &context);
  CALL(gc_context_get_device, context, &device);
  CALL(gc_device_get_kind, device, &kind);
  if (kind == GRIDCALL_DEVICE_KIND_GPU) ways.push_back({"GPU", context, -1});
  CALL(gc_device_find, "cpu", &cpu);
  CALL(gc_context_get_primary, cpu, nullptr, &cpu_context);
  ways.push_back({"CPU device", cpu_context, 0});
  ways.push_back({"CPU device in reference mode", cpu_context, 1});
  return 0;
}

// For tests that compile for long: others see reference mode.
inline int open_devices_without_reference(void** state) {
  open_devices(state);
  if (effort(1, 0)) ways.pop_back();
  return 0;
}

}  // namespace gridcall::math
