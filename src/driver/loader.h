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
  kReady,    // the driver is initialized, and the table is filled
  kMissing,  // the library does not exist, or cannot be loaded
  kTooOld,   // the driver lacks a required function
  kRefused,  // the library is the stub, or cuInit failed for another reason than "no device"
};

struct Driver {
  Kind kind = Kind::kGpu;
  LoadState state = LoadState::kMissing;
  Table table{};
  std::string path;  // the file that was opened
  // The reason why the state is not kReady, in half a sentence: "libcuda.so.1: not installed".
  std::string reason;
  std::vector<std::string> notes;  // every file that was tried, with the result
  CUresult init_result = CUDA_SUCCESS;
  int version = 0;       // the result of cuDriverGetVersion, 13000 for CUDA 13.0
  int device_count = 0;  // 0 also if cuInit reported it
};

// The failure of gpu_driver and cpu_driver when memory is too short to open the driver. It is not stored, so
// the next call tries again. It has the driver's code if the driver reported it.
struct LoadOutOfMemory : std::bad_alloc {
  explicit LoadOutOfMemory(CUresult code) noexcept : result(code) {}
  CUresult result;
};

// Return the drivers. GRIDCALL_CUDA_DRIVER and GRIDCALL_CPU_DRIVER in the environment name other files. The
// caller checks that the process is neither a forked child nor exiting.
const Driver& gpu_driver();
const Driver& cpu_driver();

}  // namespace gridcall::driver
