// SPDX-License-Identifier: Apache-2.0
//
// A gridcall call that a benchmark cannot do without. `error` in it is the call's last argument.

#pragma once

#include <cstdio>
#include <cstdlib>

#include "gridcall/gridcall.h"

[[noreturn]] inline void give_up(const char* what, gc_error* error) {
  std::fprintf(stderr, "%s: %s\n%s\n", what, error ? gc_error_message(error) : "failed",
               error ? gc_error_log(error) : "");
  std::exit(1);
}

#define CHECK(call)                                    \
  do {                                                 \
    gc_error* error_ = nullptr;                        \
    gc_error** error = &error_;                        \
    if ((call) != GRIDCALL_OK) give_up(#call, error_); \
  } while (0)
