// SPDX-License-Identifier: Apache-2.0
//
// One kernel in each mode of the CPU device: as vectors of a warp's threads (0) and in reference mode (1). On
// a GPU in the one way that it has.

#pragma once

#include "support/cmocka.h"

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "gridcall/gridcall.h"

namespace gridcall::kernels {

inline gc_context* context;
inline bool on_gpu;
inline gc_module* module_;
inline gc_mem* memory;

inline void check(gc_status status, gc_error* error, const char* call) {
  if (status == GRIDCALL_OK) return;
  print_error("%s: %s\n%s\n", call, gc_error_message(error), gc_error_log(error));
  gc_error_release(error);
  fail();
}
#define CALL(function, ...)                                           \
  do {                                                                \
    gc_error* call_error = nullptr;                                   \
    const gc_status call_status = function(__VA_ARGS__, &call_error); \
    check(call_status, call_error, #function);                        \
  } while (0)

using Words = std::vector<std::uint32_t>;
inline constexpr std::size_t kWords = 2048;

struct Block {
  std::uint32_t x, y = 1, z = 1, grid = 1;
};

// What the kernel leaves in `out`. A kernel that waits for ever ends the test.
inline Words run(const char* name, int mode, Block block, const std::uint32_t* value = nullptr) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_kernel, module_, name, &kernel);
  if (!on_gpu) {
    CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, mode);
    std::int32_t read = -1;
    CALL(gc_kernel_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, &read);
    assert_int_equal(read, mode);
  }
  CALL(gc_memset_d32, memory, 0, 0, kWords);
  gc_arg args[2] = {};
  args[0] = {GRIDCALL_ARG_KIND_MEM, 8, 0, memory};
  args[1] = {GRIDCALL_ARG_KIND_SCALAR, 4, value != nullptr ? *value : 0, nullptr};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = block.grid;
  config.block_x = block.x;
  config.block_y = block.y;
  config.block_z = block.z;
  alarm(60);
  CALL(gc_launch, kernel, nullptr, &config, args, value != nullptr ? 2u : 1u);
  CALL(gc_context_synchronize, context);
  alarm(0);
  Words result(kWords);
  CALL(gc_memcpy_dtoh, memory, 0, result.data(), kWords * 4);
  gc_kernel_release(kernel);
  return result;
}

inline int modes() {
  return on_gpu ? 1 : 2;
}

inline bool has_warp_code(const char* name) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_kernel, module_, name, &kernel);
  std::int32_t layouts = 0;
  CALL(gc_kernel_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS, &layouts);
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

inline void open_module(const char* source) {
  gc_device* device = nullptr;
  CALL(gc_context_default, &context);
  CALL(gc_context_device, context, &device);
  gc_device_kind_t kind = 0;
  CALL(gc_device_kind, device, &kind);
  on_gpu = kind == GRIDCALL_DEVICE_KIND_GPU;
  CALL(gc_mem_alloc, context, kWords * 4, &memory);
  CALL(gc_module_from_source, context, source, std::strlen(source), nullptr, &module_);
}

}  // namespace gridcall::kernels
