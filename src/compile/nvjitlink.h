// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's run-time linker: our own declarations of it, written from its public documentation, and its
// loader. The driver links as well (core/linker.h); this one optimizes across sources too, whose images are
// LTO IR.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "image/image.h"

namespace gridcall::compile {

using nvJitLinkHandle = struct NvJitLinkOpaque*;

enum nvJitLinkResult : int {
  NVJITLINK_SUCCESS = 0,
  NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
  NVJITLINK_ERROR_MISSING_ARCH,
  NVJITLINK_ERROR_INVALID_INPUT,
  NVJITLINK_ERROR_PTX_COMPILE,
  NVJITLINK_ERROR_NVVM_COMPILE,
  NVJITLINK_ERROR_INTERNAL,
};

enum nvJitLinkInputType : int {
  NVJITLINK_INPUT_CUBIN = 1,
  NVJITLINK_INPUT_PTX,
  NVJITLINK_INPUT_LTOIR,
  NVJITLINK_INPUT_FATBIN,
  NVJITLINK_INPUT_OBJECT,
  NVJITLINK_INPUT_LIBRARY,
};

// A loaded libnvJitLink, which is never unloaded, as NVRTC is not.
struct NvJitLink {
  std::string path;

  nvJitLinkResult (*Create)(nvJitLinkHandle* handle, std::uint32_t option_count, const char** options);
  nvJitLinkResult (*Destroy)(nvJitLinkHandle* handle);
  nvJitLinkResult (*AddData)(nvJitLinkHandle handle, nvJitLinkInputType type, const void* data,
                             std::size_t size, const char* name);
  nvJitLinkResult (*Complete)(nvJitLinkHandle handle);
  nvJitLinkResult (*GetLinkedCubinSize)(nvJitLinkHandle handle, std::size_t* size);
  nvJitLinkResult (*GetLinkedCubin)(nvJitLinkHandle handle, void* cubin);
  nvJitLinkResult (*GetErrorLogSize)(nvJitLinkHandle handle, std::size_t* size);
  nvJitLinkResult (*GetErrorLog)(nvJitLinkHandle handle, char* log);
  nvJitLinkResult (*GetInfoLogSize)(nvJitLinkHandle handle, std::size_t* size);
  nvJitLinkResult (*GetInfoLog)(nvJitLinkHandle handle, char* log);
};

struct LinkOptions {
  std::string arch;  // such as sm_90
  bool debug = false;
  bool line_info = false;
  bool verbose = false;
  std::int32_t optimization_level = -1;  // -1: the linker's default
  std::uint32_t max_registers = 0;       // 0: the linker's choice
};

// Links LTO IR, together with PTX, cubins, fatbins, objects and libraries, to a cubin. Throws Failure
// COMPILER_UNAVAILABLE without nvJitLink, COMPILE with the linker's log, and INVALID_IMAGE if the inputs were
// compiled with different options for arithmetic.
image::Image link_lto(std::span<const std::pair<std::string, std::string>> inputs,
                      const LinkOptions& options);

}  // namespace gridcall::compile
