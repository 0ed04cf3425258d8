// SPDX-License-Identifier: Apache-2.0
//
// Places where compilers and CUDA's headers may lie on a machine. They are looked for here, and not opened.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::compile {

// Files that may be NVRTC, in the order to try them: all of them exist. *tried gets every place looked at,
// as notes for a user who has none. Only the file of GRIDCALL_NVRTC if that is set.
std::vector<std::string> find_nvrtc(std::vector<std::string>* tried);

// Files that may be nvJitLink, in the same way: beside GRIDCALL_NVRTC, and where NVRTC is looked for.
std::vector<std::string> find_nvjitlink(std::vector<std::string>* tried);

// Directories with the toolkit's headers that belong to the NVRTC at `nvrtc_path`, in search order; empty if
// there are none.
std::vector<std::string> find_cuda_headers(const std::string& nvrtc_path);

// Directories with CUB, Thrust and libcu++, and with curand_kernel.h, for the CPU device: at most one of
// each. Those of GRIDCALL_CUDA_HEADERS if that is set; else beside GRIDCALL_NVRTC, in toolkits, in Python's
// packages.
std::vector<std::string> find_library_headers();

// The path of gridcall-cc: GRIDCALL_CC, else beside the library. nullopt with the places looked at in *tried.
std::optional<std::string> find_cc(std::vector<std::string>* tried);

}  // namespace gridcall::compile
