// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/results.h"

namespace gridcall::cpu {

using namespace driver;

const char* result_name(CUresult code) noexcept {
  switch (static_cast<int>(code)) {
#define GRIDCALL_RESULT(name, ...) \
  case name:                       \
    return #name;
#include "driver/results.def"
#undef GRIDCALL_RESULT
    default:
      return nullptr;
  }
}

const char* result_text(CUresult code) noexcept {
  switch (static_cast<int>(code)) {
#define GRIDCALL_RESULT(name, number, status, sticky, text) \
  case name:                                                \
    return text;
#include "driver/results.def"
#undef GRIDCALL_RESULT
    default:
      return nullptr;
  }
}

}  // namespace gridcall::cpu
