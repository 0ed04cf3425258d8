// SPDX-License-Identifier: Apache-2.0
//
// A gridcall call whose failure ends the test; each program says how (give_up).

#pragma once

#include <string>

#include "gridcall/gridcall.h"
#include "support/memory.h"

namespace gridcall::kernels {

inline std::string problem_of(gc_status status, gc_error* error, const char* call) {
  std::string text = std::string(call) + ": " + gc_status_name(status) + ": " + gc_error_message(error) +
                     "\n" + gc_error_log(error);
  gc_error_release(error);
  return text;
}

}  // namespace gridcall::kernels

#define CALL(function, ...)                                                       \
  do {                                                                            \
    gc_error* call_error = nullptr;                                               \
    const gc_status call_status = function(__VA_ARGS__, &call_error);             \
    if (call_status != GRIDCALL_OK)                                               \
      give_up(gridcall::kernels::problem_of(call_status, call_error, #function)); \
  } while (0)
