// SPDX-License-Identifier: Apache-2.0
//
// The function table between the core and a driver. Both drivers fill the same one, so nothing above it
// knows which kind of device it talks to. It is also the seam where tests count calls and inject failures.

#pragma once

#include "driver/types.h"

namespace gridcall::driver {

struct Table {
  std::size_t size;  // the bytes that are filled; functions past it are absent
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) CUresult(*name) parameters;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
};

// The function fills at most `size` bytes of the table and returns 0, or returns 1 without a change if it
// does not support `version`. libgridcall_cpu.so exports only this symbol.
inline constexpr std::uint32_t kCpuDriverVersion = 1;
using CpuDriverEntry = int (*)(std::uint32_t version, Table* table, std::size_t size);
inline constexpr const char* kCpuDriverEntryName = "gridcall_cpu_driver";

}  // namespace gridcall::driver
