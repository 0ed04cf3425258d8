// SPDX-License-Identifier: Apache-2.0
//
// The files of src/cc/device, carried inside the program (device_headers.cpp is made by CMake).

#pragma once

#include <cstddef>
#include <string_view>

namespace gridcall::cc {

struct DeviceHeader {
  const char* name;  // as #include spells it
  std::string_view text;
};

extern const DeviceHeader kDeviceHeaders[];
extern const std::size_t kDeviceHeaderCount;

// Where they lie in the compiler's file system; nothing is there on disk.
inline constexpr const char* kDeviceHeaderRoot = "/gridcall/device";
inline constexpr const char* kPreludeName = "gridcall_prelude.h";

}  // namespace gridcall::cc
