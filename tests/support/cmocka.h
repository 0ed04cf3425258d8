// SPDX-License-Identifier: Apache-2.0
//
// cmocka for C++: its header requires these before it, and 1.1.5 does not say that it is C.

#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif
