// SPDX-License-Identifier: Apache-2.0
//
// One kernel in each mode of the CPU device: as vectors of a warp's threads (0) and in reference mode (1). On
// a GPU in the one way that it has.

#pragma once

#include "support/cmocka.h"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "gridcall/gridcall.h"
#include "support/call.h"
#include "support/slowdown.h"

namespace gridcall::kernels {

inline gc_context* context;
inline bool on_gpu;
inline gc_module* module_;
inline gc_mem* memory;

[[noreturn]] inline void give_up(const std::string& problem) {
  print_error("%s\n", problem.c_str());
  fail();
  std::abort();  // fail() does not come back
}

using Words = std::vector<std::uint32_t>;
inline constexpr std::size_t kWords = 2048;

struct Block {
  std::uint32_t x, y = 1, z = 1, grid = 1;
};

// The kernel of that name, to be run in that mode.
inline gc_kernel* kernel_in(const char* name, int mode) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module_, name, &kernel);
  if (on_gpu) return kernel;
  CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, mode);
  std::int32_t read = -1;
  CALL(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, &read);
  assert_int_equal(read, mode);
  return kernel;
}

// With `memory`, and a value if the kernel takes one.
inline gc_status launch(gc_kernel* kernel, gc_stream* stream, Block block, const std::uint32_t* value,
                        gc_error** out_error) {
  gc_arg args[2] = {};
  args[0] = {GRIDCALL_ARG_KIND_MEM, 8, 0, memory};
  args[1] = {GRIDCALL_ARG_KIND_SCALAR, 4, value ? *value : 0, nullptr};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = block.grid;
  config.block_x = block.x;
  config.block_y = block.y;
  config.block_z = block.z;
  return gc_launch(kernel, &config, args, value ? 2u : 1u, stream, out_error);
}

// Returns the words that the kernel leaves in `out`. A kernel that waits for ever ends the test.
inline Words run(const char* name, int mode, Block block, const std::uint32_t* value = nullptr) {
  gc_kernel* kernel = kernel_in(name, mode);
  CALL(fill_u32, memory, 0, 0, kWords, nullptr);
  alarm(alarm_limit(60));
  CALL(launch, kernel, nullptr, block, value);
  CALL(gc_context_synchronize, context);
  alarm(0);
  Words result(kWords);
  CALL(gc_memcpy_dtoh, result.data(), memory, 0, kWords * 4, nullptr);
  gc_kernel_release(kernel);
  return result;
}

inline int modes() {
  return on_gpu ? 1 : 2;
}

inline bool has_warp_code(const char* name) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module_, name, &kernel);
  std::int32_t layouts = 0;
  CALL(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS, &layouts);
  gc_kernel_release(kernel);
  return layouts != 0;
}

template <typename Expected>
void expect(const char* name, Block block, const std::uint32_t* value, Expected expected) {
  for (int mode = 0; mode < modes(); ++mode) {
    const Words out = run(name, mode, block, value);
    const std::uint32_t threads = block.x * block.y * block.z;
    for (std::uint32_t t = 0; t < threads; ++t) {
      if (out[t] != expected(t, threads)) {
        fail_msg("%s, %ux%ux%u threads, mode %d: thread %u has %u, not %u", name, block.x, block.y, block.z,
                 mode, t, out[t], expected(t, threads));
      }
    }
  }
}

inline const char* source;

inline int open_module(void**) {
  gc_device* device = nullptr;
  CALL(gc_context_get_default, &context);
  CALL(gc_context_get_device, context, &device);
  gc_device_kind kind = 0;
  CALL(gc_device_get_kind, device, &kind);
  on_gpu = kind == GRIDCALL_DEVICE_KIND_GPU;
  CALL(gc_mem_alloc, context, kWords * 4, &memory);
  CALL(gc_module_from_source, context, source, std::strlen(source), nullptr, &module_);
  return 0;
}

// The body of a `main`: the tests, with the kernels of one source.
template <std::size_t kCount>
int run_group(const char* name, const char* kernels, const CMUnitTest (&tests)[kCount]) {
  source = kernels;
  return cmocka_run_group_tests_name(name, tests, open_module, nullptr);
}

}  // namespace gridcall::kernels
