// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's run-time compiler: our own declarations of it, written from its public documentation, and its
// loader. It is opened when a source has to be compiled and never before.

#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compile/input.h"
#include "image/image.h"

namespace gridcall::compile {

using nvrtcProgram = struct NvrtcProgramOpaque*;

enum nvrtcResult : int {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
};

// A loaded libnvrtc, which is never unloaded, because it does not survive that.
struct Nvrtc {
  std::string path;
  NvrtcVersion version_number;
  std::vector<int> archs;  // 75, 80, ... in ascending order; empty if NVRTC does not report them

  const char* (*GetErrorString)(nvrtcResult result);
  nvrtcResult (*Version)(int* major, int* minor);
  nvrtcResult (*GetNumSupportedArchs)(int* count);  // this one and the next may be NULL
  nvrtcResult (*GetSupportedArchs)(int* archs);
  nvrtcResult (*CreateProgram)(nvrtcProgram* program, const char* source, const char* name, int header_count,
                               const char* const* headers, const char* const* include_names);
  nvrtcResult (*DestroyProgram)(nvrtcProgram* program);
  nvrtcResult (*CompileProgram)(nvrtcProgram program, int option_count, const char* const* options);
  nvrtcResult (*GetPTXSize)(nvrtcProgram program, std::size_t* bytes);
  nvrtcResult (*GetPTX)(nvrtcProgram program, char* ptx);
  nvrtcResult (*GetCUBINSize)(nvrtcProgram program, std::size_t* bytes);  // this one and the next may be NULL
  nvrtcResult (*GetCUBIN)(nvrtcProgram program, char* cubin);
  nvrtcResult (*GetLTOIRSize)(nvrtcProgram program, std::size_t* bytes);  // this one and the next may be NULL
  nvrtcResult (*GetLTOIR)(nvrtcProgram program, char* ir);
  nvrtcResult (*GetProgramLogSize)(nvrtcProgram program, std::size_t* bytes);
  nvrtcResult (*GetProgramLog)(nvrtcProgram program, char* log);
  nvrtcResult (*AddNameExpression)(nvrtcProgram program, const char* expression);
  nvrtcResult (*GetLoweredName)(nvrtcProgram program, const char* expression, const char** lowered);
};

// Returns the library at `path`, which is loaded once per process; otherwise NULL, and sets *why.
const Nvrtc* load_nvrtc(const std::string& path, std::string* why);

// Throws Failure or CompilerUnsuitable.
image::Image compile_with_nvrtc(const CompilerInput& input);

}  // namespace gridcall::compile
