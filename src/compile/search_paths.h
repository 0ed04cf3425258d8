// SPDX-License-Identifier: Apache-2.0
//
// Places where compilers and CUDA's headers may lie on a machine. They are looked for here, and not opened.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::compile {

// Returns existing files that may be NVRTC, in the order to try them. Appends every place that was searched
// to *tried, as notes for the user. If GRIDCALL_NVRTC is set, only its file is returned. `checks` false: the
// first file may have been found earlier, and be gone.
std::vector<std::string> find_nvrtc(std::vector<std::string>* tried, bool checks = true);

// Returns files that may be nvJitLink, likewise: beside GRIDCALL_NVRTC, and in the places of NVRTC.
std::vector<std::string> find_nvjitlink(std::vector<std::string>* tried);

// Returns files that may be cuBLAS 12 or later: those that GRIDCALL_CUBLAS names, none of them for `none`,
// else in the places of NVRTC.
std::vector<std::string> find_cublas(std::vector<std::string>* tried);

// Returns files that may be cuSOLVER 11 or later, likewise, for GRIDCALL_CUSOLVER.
std::vector<std::string> find_cusolver(std::vector<std::string>* tried);
// Returns files that may be cuFFT, likewise by GRIDCALL_CUFFT.
std::vector<std::string> find_cufft(std::vector<std::string>* tried);

// Returns the directories of the toolkit's headers that belong to the NVRTC at `nvrtc_path`, in search order;
// may be empty.
std::vector<std::string> find_cuda_headers(const std::string& nvrtc_path);

// Returns the directories of CUB, Thrust and libcu++, and of curand_kernel.h, for the CPU device, at most one
// of each: those of GRIDCALL_CUDA_HEADERS if that is set, else those beside GRIDCALL_NVRTC, in toolkits, or
// in Python's packages.
std::vector<std::string> find_library_headers();

// Returns the path of gridcall-cc: GRIDCALL_CC, else the file beside the library. Otherwise returns nullopt,
// and *tried has the places that were searched.
std::optional<std::string> find_cc(std::vector<std::string>* tried);

}  // namespace gridcall::compile
