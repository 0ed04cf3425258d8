// SPDX-License-Identifier: Apache-2.0
//
// Opens the two drivers at run time, each once, when it is first asked for: NVIDIA's libcuda.so.1 and our
// libgridcall_cpu.so. Neither is ever closed, and a machine without them is no error until something needs
// them.

#pragma once

#include <new>
#include <string>
#include <vector>

#include "driver/table.h"

namespace gridcall::driver {

enum class Kind { kGpu, kCpu };

enum class LoadState {
  kReady,    // initialized; the table is filled
  kMissing,  // no library, or it cannot be loaded
  kTooOld,   // it lacks a required function
  kRefused,  // the stub, or cuInit failed for another reason than "no device"
};

struct Driver {
  Kind kind = Kind::kGpu;
  LoadState state = LoadState::kMissing;
  Table table{};
  std::string path;                // the file that was opened
  std::string reason;              // why not kReady, in half a sentence: "libcuda.so.1: not installed"
  std::vector<std::string> notes;  // every file tried, with what came of it
  CUresult init_result = CUDA_SUCCESS;
  int version = 0;       // cuDriverGetVersion, 13000 for CUDA 13.0
  int device_count = 0;  // 0 also where cuInit said so
};

// The failure of gpu_driver and cpu_driver when there is no memory for opening the driver: that is not
// remembered, and the next call tries again. With the driver's own code, if it was the driver that said so.
struct LoadOutOfMemory : std::bad_alloc {
  explicit LoadOutOfMemory(CUresult code) noexcept : result(code) {}
  CUresult result;
};

// Environment: GRIDCALL_CUDA_DRIVER and GRIDCALL_CPU_DRIVER name another file to open.
// Never in a forked child or an exiting process: the caller checks.
const Driver& gpu_driver();
const Driver& cpu_driver();

}  // namespace gridcall::driver
