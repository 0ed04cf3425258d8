// SPDX-License-Identifier: Apache-2.0
//
// The built-in headers; the build embeds their files (cmake/embed.cmake).

#include "cc/frontend/builtin_headers.h"

#include <iterator>

namespace gridcall::cc {

#define GRIDCALL_FILE(name, text) {name, text},
const BuiltinHeader kDeviceHeaders[] = {
#include "device_headers.inc"
// Headers that kernels and the driver share.
#include "abi_headers.inc"
};
const BuiltinHeader kClangHeaders[] = {
#include "clang_headers.inc"
};
#undef GRIDCALL_FILE
const BuiltinHeader kShortHeaders[] = {
#define GRIDCALL_CC_HEADER(name, text) {name, text},
#define GRIDCALL_CC_HOST_HEADER(name) {name, kHostHeaderText},
#include "cc/frontend/short_headers.def"
#undef GRIDCALL_CC_HEADER
#undef GRIDCALL_CC_HOST_HEADER
};
const std::size_t kShortHeaderCount = std::size(kShortHeaders);
const std::size_t kDeviceHeaderCount = std::size(kDeviceHeaders);
const std::size_t kClangHeaderCount = std::size(kClangHeaders);

}  // namespace gridcall::cc
