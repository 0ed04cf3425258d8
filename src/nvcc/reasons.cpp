// SPDX-License-Identifier: Apache-2.0

#include "nvcc/reasons.h"

#include <cstdio>
#include <string_view>

namespace gridcall::nvcc {

namespace {

// Words of clang's messages about missing constructs, and the reason.
constexpr const char* kReasons[][2] = {
    {"no template named 'texture'",
     "there are no texture references, as in CUDA 12: use texture objects (cudaCreateTextureObject)"},
    {"no template named 'surface'",
     "there are no surface references, as in CUDA 12: use surface objects (cudaCreateSurfaceObject)"},
    {"'nvrtc.h' file not found", "kernels are compiled when the program is built: there is no NVRTC here"},
    {"'cublas", "NVIDIA's libraries are not there"},
    {"'cufft", "NVIDIA's libraries are not there"},
    {"'cusparse", "NVIDIA's libraries are not there"},
    {"'cusolver", "NVIDIA's libraries are not there"},
    {"'npp", "NVIDIA's libraries are not there"},
    {"identifier 'curand", "of cuRAND there are the device functions (curand_kernel.h) alone"},
};

}  // namespace

void print_reasons(const std::string& log) {
  const char* last = nullptr;
  for (const auto& [words, reason] : kReasons) {
    if (log.find(words) == std::string::npos || (last && last == std::string_view(reason))) continue;
    std::fprintf(stderr, "gridcall-nvcc: note: %s\n", reason);
    last = reason;
  }
}

}  // namespace gridcall::nvcc
