// SPDX-License-Identifier: Apache-2.0
// cmocka wants these headers before it.

#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

extern "C" {
#include <cmocka.h>
}
