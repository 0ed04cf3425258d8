// SPDX-License-Identifier: Apache-2.0
//
// Headers built into the program, so that it needs no file beside it: those of src/cc/device, short ones, and
// clang's own for a C program without a library (stddef.h and the like). builtin_headers.cpp has the arrays.

#pragma once

#include <cstddef>
#include <string_view>

namespace gridcall::cc {

struct BuiltinHeader {
  const char* name;  // as #include spells it
  std::string_view text;
};

extern const BuiltinHeader kDeviceHeaders[];
extern const std::size_t kDeviceHeaderCount;
extern const BuiltinHeader kClangHeaders[];
extern const std::size_t kClangHeaderCount;
// Headers of one line (short_headers.def). Headers of host libraries are searched last.
extern const BuiltinHeader kShortHeaders[];
extern const std::size_t kShortHeaderCount;
inline constexpr std::string_view kHostHeaderText = "#include <gridcall/host_libraries.h>";

// Folders of the compiler's virtual file system; they do not exist on disk.
inline constexpr const char* kRoot = "/gridcall/";
inline constexpr const char* kDeviceHeaderRoot = "/gridcall/device";
// The folder of headers that are not CUDA's: a file of that name in the caller's folders takes precedence.
inline constexpr const char* kLastHeaderRoot = "/gridcall/last";
inline constexpr const char* kClangHeaderRoot = "/gridcall/clang/include";
inline constexpr const char* kClangRoot = "/gridcall/clang";  // clang's resource directory
inline constexpr const char* kPreludeName = "gridcall/prelude.h";

}  // namespace gridcall::cc
