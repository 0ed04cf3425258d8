// SPDX-License-Identifier: Apache-2.0
//
// Helpers of the tests over the fake driver: a call that must succeed, the module they load, and one object
// of each kind.

#pragma once

#include <gridcall/gridcall.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fake_cuda/control.h"
#include "support/memory.h"

namespace objects {

// PTX, as a GPU takes it: the fake reads names and parameters from it and runs nothing.
inline constexpr char kPtx[] =
    ".version 7.0\n"
    ".target sm_70\n"
    ".address_size 64\n"
    ".visible .global .align 4 .u32 counter;\n"
    ".visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 n)\n"
    "{\n"
    "  ret;\n"
    "}\n";

// The message of an error, which is released.
inline std::string take(gc_error* error) {
  if (!error) return "(no error object)";
  std::string text = std::string(gc_error_function(error)) + ": " + gc_status_name(gc_error_status(error)) +
                     ": " + gc_error_message(error);
  gc_error_release(error);
  return text;
}

// Ends the program if a call fails that must not: CHECK(gc_mem_alloc(context, 4, &mem, &error)), with `error`
// in scope.
#define CHECK(call)                                                                                       \
  do {                                                                                                    \
    if ((call) != GRIDCALL_OK) {                                                                          \
      std::fprintf(stderr, "%s:%d: %s\n  %s\n", __FILE__, __LINE__, #call, objects::take(error).c_str()); \
      std::abort();                                                                                       \
    }                                                                                                     \
  } while (0)

inline gc_context* make_context(const char* device_name = "gpu") {
  gc_error* error = nullptr;
  gc_device* device = nullptr;
  gc_context* context = nullptr;
  CHECK(gc_device_find(device_name, &device, &error));
  CHECK(gc_context_get_primary(device, nullptr, &context, &error));
  return context;
}

// The arguments of `scale`.
struct ScaleArguments {
  explicit ScaleArguments(gc_mem* mem, std::uint64_t offset = 0) {
    args[0] = gc_arg{GRIDCALL_ARG_KIND_MEM, 0, offset, mem};
    const float factor = 2.5f;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &factor, sizeof bits);
    args[1] = gc_arg{GRIDCALL_ARG_KIND_SCALAR, 4, bits, nullptr};
    args[2] = gc_arg{GRIDCALL_ARG_KIND_SCALAR, 4, 16, nullptr};
  }
  gc_arg args[3];
};
inline gc_launch_config shape(std::uint32_t grid, std::uint32_t block) {
  gc_launch_config config{};
  config.struct_size = sizeof config;
  config.grid_x = grid;
  config.block_x = block;
  return config;
}

// Returns how many objects the library left in the driver. It keeps a device's primary context once it has
// retained it: at most one a device.
inline std::uint64_t left_in_driver(const fake_cuda_control* fake) {
  const std::uint64_t contexts = fake->live("context");
  return fake->live(nullptr) - (contexts <= 1 ? contexts : 0);
}

inline void print_live(const fake_cuda_control* fake) {
  char text[4096];
  fake->describe(text, sizeof text);
  std::fprintf(stderr, "still live in the driver:\n%s", text);
}

}  // namespace objects
