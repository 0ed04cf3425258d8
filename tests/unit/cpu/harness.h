// SPDX-License-Identifier: Apache-2.0
//
// Opens libgridcall_cpu.so the way the core does and gives the tests short names for the common steps.

#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

extern "C" {
#include <cmocka.h>
}

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "driver/table.h"

namespace harness {

using namespace gridcall::driver;

extern Table cu;
extern CpuDriverEntry entry;

// Opens the library and makes the primary context current on this thread. For cmocka's group setup.
int open_driver(void** state);
// The driver's table alone, nothing initialized.
bool open_table();

std::vector<char> read_image(const char* name);
CUmodule load(const char* name);
CUfunction function(CUmodule module, const char* name);

// Returns the code of the launch itself. `parameters` as cuLaunchKernel takes them.
template <class... Parameters>
CUresult launch(CUfunction kernel, unsigned grid, unsigned block, CUstream stream, Parameters... values) {
  void* pointers[sizeof...(values) + 1] = {static_cast<void*>(&values)..., nullptr};
  return cu.cuLaunchKernel(kernel, grid, 1, 1, block, 1, 1, 0, stream, pointers, nullptr);
}

CUdeviceptr alloc(size_t bytes, int fill = 0);
template <class T>
std::vector<T> fetch(CUdeviceptr address, size_t count) {
  std::vector<T> values(count);
  assert_int_equal(cu.cuMemcpyDtoH(values.data(), address, count * sizeof(T)), 0);
  return values;
}

std::string fault_text();

}  // namespace harness
